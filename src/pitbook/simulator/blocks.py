"""A table that is ready to be played, and one block of its rounds."""

import threading
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

import numpy as np

from pitbook.cards.kernels import CARD_MASKS
from pitbook.odds.deck import deck_of
from pitbook.odds.strategies import EXACT
from pitbook.rulebooks.hands import HandRule
from pitbook.settlement.name_programs import compile_hands
from pitbook.simulator.families.protocol import Dealt, Ends
from pitbook.simulator.families.registry import dealt_of
from pitbook.simulator.plan import Plan, Stakes, plan_of
from pitbook.simulator.playing import Errors
from pitbook.simulator.stream import new_stream
from pitbook.simulator.tally import STREETS, Record, Tally, new_record, new_room, new_tally, trimmed
from pitbook.strategy import Strategy
from pitbook.submission import HouseRules

BLOCK: Final = 1 << 14
"""Rounds in a block. It is part of what a seed means: other blocks would be other rounds."""
_WORDS: Final = 1 << 32
_of_thread = threading.local()


class Block(NamedTuple):
    """What one block of rounds left behind."""

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
    """The name by which the strategy was asked for."""
    described: Strategy | None = None
    """Its rules; None is the exact strategy."""


@dataclass(frozen=True, eq=False)
class Game:
    """A table as the kernels play it. It can be sent to another process."""

    plan: Plan
    dealt: Dealt
    play: Any
    hands: tuple[HandRule, ...]
    """Those of the book."""
    deck: tuple[int, ...]
    """The indices of its cards."""
    extras: int
    ends: tuple[tuple[int, ...], ...]
    """By action: what is then on the wagers that decisions change, in units of the base; action 0 is to fold."""
    before: tuple[int, ...]
    """By seat: all wagers before the deal, in cents."""
    shift: int
    session: int

    def block(self, seed: int, number: int, rounds: int) -> Block:
        """Plays a block; the answer depends on nothing but the arguments."""
        if not 0 < rounds <= BLOCK:
            raise ValueError(f"a block has 1 to {BLOCK} rounds, not {rounds}")
        tally, room, record = new_tally(self.plan), new_room(self.plan, self.deck), self._record()
        stream = new_stream(seed, number)
        first = number * BLOCK
        self.dealt.run(
            self.plan,
            self.play,
            self.extras,
            CARD_MASKS,
            compile_hands(self.hands),
            stream,
            first,
            rounds,
            self.shift,
            self.session,
            room,
            tally,
            record,
        )
        return Block(number, rounds, tally, trimmed(record, room))

    def _record(self) -> Record:
        """Room for the record of a block, which a thread uses again for its next block: fresh pages take time."""
        if getattr(_of_thread, "game", None) is not self:
            _of_thread.game, _of_thread.record = self, new_record(self.plan, BLOCK, self.shift, self.session)
        record: Record = _of_thread.record
        return record


def _errors(rules: HouseRules, players: Sequence[Player], ends: Ends) -> Errors:
    """At a street any action in whole multiples may be taken; between two multiples nobody errs."""
    legal, number = np.zeros((STREETS, len(ends)), np.int64), np.full(STREETS, -1, np.int64)
    for street in rules.streets:
        place, actions = dealt_of(rules).place(street), dealt_of(rules).legal(street, ends)
        legal[place, : len(actions)] = actions
        number[place] = len(actions)
    thresholds = np.array([round(player.error_rate * _WORDS) for player in players], np.uint64)
    return Errors(thresholds, legal, number)


def game_of(rules: HouseRules, players: Sequence[Player], *, shift: int, session: int) -> Game:
    """A table with these players, the first one at the dealer's left."""
    policies = list({id(player.policy): player.policy for player in players}.values())
    of_seat = [next(n for n, policy in enumerate(policies) if policy is player.policy) for player in players]
    dealt = dealt_of(rules)
    ends = dealt.ends(rules, policies)
    errors = _errors(rules, players, ends)
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
    play = dealt.play(rules, policies, of_seat, ends, errors)
    extras = extra.cards if extra is not None and wagered else 0
    hands = tuple(rules.book.hands.values())
    before = tuple(sum(player.wagers.values()) for player in players)
    deck = deck_of(rules.book).cards
    return Game(plan_of(rules, stakes), dealt, play, hands, deck, extras, ends, before, shift, session)
