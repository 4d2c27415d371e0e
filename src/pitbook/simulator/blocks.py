"""A table that is ready to be played, and one block of its rounds."""

import threading
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitbook.cards.kernels import CARD_MASKS
from pitbook.odds.deck import FULL
from pitbook.odds.four_card import FourCardPolicy
from pitbook.odds.holdem import HoldemPolicy
from pitbook.odds.holdem.classes import TABLES
from pitbook.odds.holdem.flops import canonical_flops
from pitbook.odds.holdem.streets import stages
from pitbook.odds.stored import Policy
from pitbook.odds.strategies import EXACT
from pitbook.simulator.names import name_tables
from pitbook.simulator.plan import Plan, Stakes, plan_of
from pitbook.simulator.playing import Errors, FourCardPlay, HoldemPlay, play_four_card, play_holdem
from pitbook.simulator.stream import new_stream
from pitbook.simulator.tally import Record, Tally, new_record, new_room, new_tally, trimmed
from pitbook.strategy import Strategy
from pitbook.submission import HouseRules

BLOCK: Final = 1 << 14
"""Rounds in a block. It is part of what a seed means: other blocks would be other rounds."""
_WORDS: Final = 1 << 32
_BITS: Final = 64
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
    policy: Policy
    error_rate: float = 0.0
    strategy: str = EXACT
    """The name by which the strategy was asked for."""
    described: Strategy | None = None
    """Its rules; None is the exact strategy."""


@dataclass(frozen=True, eq=False)
class Game:
    """A table as the kernels play it. It can be sent to another process."""

    plan: Plan
    play: HoldemPlay | FourCardPlay
    extras: int
    multiples: tuple[int, ...]
    """By action from 1: the antes that it wagers."""
    shift: int
    session: int

    def block(self, seed: int, number: int, rounds: int) -> Block:
        """Plays a block; the answer depends on nothing but the arguments."""
        if not 0 < rounds <= BLOCK:
            raise ValueError(f"a block has 1 to {BLOCK} rounds, not {rounds}")
        tally, room, record = new_tally(self.plan), new_room(self.plan), self._record()
        run = play_holdem if isinstance(self.play, HoldemPlay) else play_four_card
        stream = new_stream(seed, number)
        first = number * BLOCK
        run(
            self.plan,
            self.play,
            self.extras,
            CARD_MASKS,
            name_tables(),
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


def _multiples(rules: HouseRules, policies: Sequence[Policy]) -> tuple[int, ...]:
    """Everything that some seat can wager at a decision, in antes."""
    found = {multiple for street in rules.streets for multiple in street.multiples}
    for policy in policies:
        if isinstance(policy, FourCardPolicy):
            found |= set(policy.multiples)
    return tuple(sorted(found))


def _errors(rules: HouseRules, players: Sequence[Player], multiples: Sequence[int]) -> Errors:
    """At a street any of its multiples may be wagered, or none; between two multiples nobody errs."""
    by_stage = (
        [street.multiples for street in rules.streets]
        if rules.book.game == "four_card"
        else [stage.multiples for stage in stages(rules.streets)]
    )
    legal, number = np.zeros((3, len(multiples)), np.int64), np.full(3, -1, np.int64)
    for street, allowed in enumerate(by_stage):
        actions = [1 + multiples.index(multiple) for multiple in sorted(set(allowed))]
        legal[street, : len(actions)] = actions
        number[street] = len(actions) or -1
    thresholds = np.array([round(player.error_rate * _WORDS) for player in players], np.uint64)
    return Errors(thresholds, legal, number)


def _bit_sets(codes: Sequence[NDArray[np.uint8]]) -> NDArray[np.uint64]:
    """The codes of policies in binary: by policy, line and digit, a bit for each column."""
    lines, columns = codes[0].shape
    digits = max(1, *(int(one.max()).bit_length() for one in codes))
    bits = np.zeros((len(codes), lines, digits, -(-columns // _BITS) * _BITS), np.uint8)
    for number, one in enumerate(codes):
        for digit in range(digits):
            bits[number, :, digit, :columns] = one >> digit & 1
    return np.packbits(bits, axis=-1, bitorder="little").view("<u8").astype(np.uint64, copy=False)


def _holdem(
    policies: Sequence[HoldemPolicy], of_seat: list[int], multiples: Sequence[int], errors: Errors
) -> HoldemPlay:
    actions = np.zeros((len(policies), 3, 1 + len(multiples)), np.int64)
    for number, policy in enumerate(policies):
        for street, stage in enumerate(policy.stages):
            actions[number, street, 1 : 1 + len(stage.multiples)] = [1 + multiples.index(m) for m in stage.multiples]
    return HoldemPlay(
        np.array(of_seat, np.int64),
        np.stack([policy.pre_flop for policy in policies]),
        _bit_sets([policy.flop for policy in policies]),
        _bit_sets([policy.plain for policy in policies]),
        _bit_sets([policy.flush for policy in policies]),
        actions,
        canonical_flops(FULL),
        TABLES,
        errors,
    )


def _four_card(
    policies: Sequence[FourCardPolicy], of_seat: list[int], multiples: Sequence[int], errors: Errors
) -> FourCardPlay:
    digits = max(len(policy.planes) for policy in policies)
    planes = np.zeros((len(policies), digits, policies[0].planes.shape[1]), np.uint64)
    actions = np.zeros((len(policies), 1 << digits), np.int64)
    for number, policy in enumerate(policies):
        planes[number, : len(policy.planes)] = policy.planes
        actions[number, 1 : 1 + len(policy.multiples)] = [1 + multiples.index(m) for m in policy.multiples]
    return FourCardPlay(np.array(of_seat, np.int64), planes, actions, policies[0].hands, errors)


def game_of(rules: HouseRules, players: Sequence[Player], *, shift: int, session: int) -> Game:
    """A table with these players, the first one at the dealer's left."""
    policies = list({id(player.policy): player.policy for player in players}.values())
    of_seat = [next(n for n, policy in enumerate(policies) if policy is player.policy) for player in players]
    multiples = _multiples(rules, policies)
    errors = _errors(rules, players, multiples)
    base = rules.book.decision.of
    stakes = [
        Stakes(player.wagers, tuple(m * player.wagers.get(base, 0) for m in (0, *multiples)), number)
        for number, player in enumerate(players)
    ]
    extra = rules.book.extra_cards
    wagered = extra is not None and any(extra.wager in player.wagers for player in players)
    if rules.book.game == "holdem":
        holdem = [policy for policy in policies if isinstance(policy, HoldemPolicy)]
        play: HoldemPlay | FourCardPlay = _holdem(holdem, of_seat, multiples, errors)
    else:
        four = [policy for policy in policies if isinstance(policy, FourCardPolicy)]
        play = _four_card(four, of_seat, multiples, errors)
    extras = extra.cards if extra is not None and wagered else 0
    return Game(plan_of(rules, stakes), play, extras, multiples, shift, session)
