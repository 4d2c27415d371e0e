"""A table that is ready to be played, and one block of its rounds."""

import threading
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

import numpy as np

from pitbook.cards.kernels import CARD_MASKS
from pitbook.cards.stream import new_stream
from pitbook.odds.families.dealing import (
    STREETS,
    Dealing,
    DecisionCounts,
    Ends,
    Looked,
    Pack,
    Rounds,
    Seats,
    deck_indices,
    looked_at,
    new_rounds,
    seats_of,
)
from pitbook.odds.families.registry import dealing_of
from pitbook.rulebooks.hands import HandRule
from pitbook.settlement.name_programs import compile_hands
from pitbook.simulator.plan import Plan, Stakes, plan_of
from pitbook.simulator.tally import Record, Tally, new_record, new_room, new_tally, settle_rounds, trimmed
from pitbook.strategy import EXACT, Strategy
from pitbook.submission import HouseRules

BLOCK: Final = 1 << 14
"""Rounds in a block. It is part of what a seed means: blocks of another size would give other rounds."""
_of_thread = threading.local()


class Block(NamedTuple):
    """The results of one block of rounds."""

    number: int
    rounds: int
    tally: Tally
    record: Record


@dataclass(frozen=True)
class Player:
    """One seat at the table: its wagers before the deal in cents, how it decides, and how often it errs."""

    wagers: dict[str, int]
    policy: Any
    error_rate: float = 0.0
    strategy: str = EXACT
    """The name of the strategy in the request."""
    described: Strategy | None = None
    """Its rules; None is the exact strategy."""


@dataclass(frozen=True, eq=False)
class Game:
    """A table as the kernels play it. It can be sent to another process."""

    plan: Plan
    dealing: Dealing
    play: Any
    """The decisions of the policies, in the form that the family's kernel takes."""
    seats: Seats
    looked: Looked
    hands: tuple[HandRule, ...]
    """The hands of the book."""
    deck: tuple[int, ...]
    """The indices of its cards."""
    extras: int
    ends: Ends
    before: tuple[int, ...]
    """By seat: all wagers before the deal, in cents."""
    shift: int
    session: int

    def block(self, seed: int, number: int, rounds: int) -> Block:
        """Play a block; the result depends only on the table and the arguments."""
        if not 0 < rounds <= BLOCK:
            raise ValueError(f"a block has 1 to {BLOCK} rounds, not {rounds}")
        tally, room = new_tally(self.plan), new_room(self.plan)
        record, dealt = self._room_of_thread()
        dealt = dealt.part(0, rounds)
        counts = DecisionCounts(tally.decisions, tally.errors, np.zeros((len(self.before), STREETS), np.int64))
        deck, stream = np.array(self.deck, np.int64), new_stream(seed, number)
        pack = Pack(deck, stream, self.extras, CARD_MASKS, compile_hands(self.hands))
        self.dealing.deal(self.play, self.seats, self.looked, pack, counts, dealt)
        settle_rounds(self.plan, dealt, number * BLOCK, self.shift, self.session, room, tally, record)
        return Block(number, rounds, tally, trimmed(record, room))

    def _room_of_thread(self) -> tuple[Record, Rounds]:
        """Memory for a block, which a thread uses again for its next block: fresh pages take time."""
        if getattr(_of_thread, "game", None) is not self:
            _of_thread.game = self
            _of_thread.record = new_record(self.plan, BLOCK, self.shift, self.session)
            _of_thread.rounds = new_rounds(BLOCK, len(self.before), len(self.hands))
        return _of_thread.record, _of_thread.rounds


def game_of(rules: HouseRules, players: Sequence[Player], *, shift: int, session: int) -> Game:
    """A table with these players, the first one at the dealer's left."""
    policies = list({id(player.policy): player.policy for player in players}.values())
    policy = [next(n for n, policy in enumerate(policies) if policy is player.policy) for player in players]
    dealing = dealing_of(rules)
    ends = dealing.ends(rules, policies)
    base = rules.book.flow.base
    stakes = [
        Stakes(
            player.wagers,
            tuple(tuple(units * player.wagers.get(base, 0) for units in end) for end in ends),
            number,
        )
        for number, player in enumerate(players)
    ]
    extra = rules.book.extra_cards
    wagered = extra is not None and any(extra.wager in player.wagers for player in players)
    decides, error_rates = [base in player.wagers for player in players], [player.error_rate for player in players]
    return Game(
        plan=plan_of(rules, stakes),
        dealing=dealing,
        play=dealing.play(rules, policies, ends),
        seats=seats_of(rules, dealing, ends, policy, decides, error_rates),
        looked=looked_at(rules),
        hands=tuple(rules.book.hands.values()),
        deck=deck_indices(rules),
        extras=extra.cards if extra is not None and wagered else 0,
        ends=ends,
        before=tuple(sum(player.wagers.values()) for player in players),
        shift=shift,
        session=session,
    )
