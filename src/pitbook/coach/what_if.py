"""The same hand played the other way, to the end, once its round is over.

If every card is known, the round is settled again with what the player would have wagered: the same cards, the other
players as they played, the same meter readings. Later decisions are the best ones, made without a look at the cards to
come. Otherwise, and for a drill, the result is the exact distribution of the main game.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache

from pitbook.cards import Card
from pitbook.coach import documents
from pitbook.coach.advice import advice_on, in_words
from pitbook.coach.spot import Spot, after
from pitbook.coach.table_history import PlayedRound, PlayerDecision
from pitbook.exact import exact
from pitbook.money import format_cents
from pitbook.odds.nets import nets
from pitbook.problems import MalformedError, Problem, RefusedError
from pitbook.rulebooks.flow import Street
from pitbook.settlement import DealtRound, SettlementLine, settle
from pitbook.settlement.classify import best_hand

_KEPT = 500


@dataclass(frozen=True)
class Replayed:
    """The hand played the other way, with the actual cards."""

    path: tuple[str, ...]
    """The other action, and the best ones at the decisions that it leads to."""
    cards: DealtRound
    seat: int
    lines: tuple[SettlementLine, ...]
    """The seat's lines as they would have been settled."""
    net: int
    was: int
    """What the seat actually won, in cents."""


@lru_cache(maxsize=_KEPT)
def distribution_of(spot: Spot) -> Mapping[str, Mapping[Fraction, Fraction]]:
    """By action: every net in antes and its share of all deals that were possible, with the best decisions after it."""
    return nets(spot.rules, spot.cards, spot.seen, spot.dead, dict(spot.left))


def what_if(played: PlayedRound, decision: PlayerDecision, instead: str) -> documents.WhatIf:
    """The hand played the other way, as a document: with the actual cards if all are known, else as a distribution."""
    if not played.over:
        raise RefusedError(
            Problem(f"round {played.round} is not over yet; what-if is available afterwards", played.round)
        )
    if played.void is not None:
        raise RefusedError(Problem(f"round {played.round} was void: nothing was decided by the cards", played.round))
    advice = advice_on(decision.spot)
    check_action(instead, tuple(advice.values))
    value, was = advice.values[instead], advice.value_of(decision.action, decision.multiple)
    known = played.all_known
    return {
        "round": played.round,
        "seat": decision.seat,
        "street": decision.spot.street.name,
        "units": decision.spot.rules.book.flow.units,
        "action": decision.action,
        "instead": instead,
        "value": exact(value),
        "value_was": exact(was),
        "basis": "actual" if known else "distribution",
        "replayed": _as_json(decision.spot, _replay(played, decision, instead)) if known else None,
        "distribution": None if known else shares(decision.spot, instead),
    }


def check_action(action: str, known: Sequence[str]) -> None:
    """Refuse an action that the decision does not have, as malformed."""
    if action not in known:
        problem = Problem(f"{action[:40]!r} is not one of the actions {', '.join(known)}", action[:40])
        raise MalformedError(problem)


def shares(spot: Spot, action: str) -> list[documents.NetShare]:
    """Every net in antes with its share, the best first."""
    found = distribution_of(spot)[action]
    return [{"net": exact(net), "share": exact(share)} for net, share in sorted(found.items(), reverse=True)]


def _replay(played: PlayedRound, decision: PlayerDecision, instead: str) -> Replayed:
    if played.cards is None:
        raise ValueError(f"round {played.round} is over without cards")
    seat = decision.seat
    placed = next((one for one in played.cards.seats if one.seat == seat), None)
    if placed is None:
        raise RefusedError(
            Problem(f"the wagers of position {seat} were left behind in round {played.round}", str(seat))
        )
    way = _Way(decision, placed.wagers)
    way.take(decision.spot.street, instead)
    way.play_on(played.cards.board)
    other = replace(placed, wagers=way.wagers, folded=way.folded)
    seats = tuple(other if one.seat == seat else one for one in played.cards.seats)
    settled = settle(played.rules, replace(played.cards, seats=seats, meters=played.meters))
    lines = tuple(line for line in settled.lines if line.seat == seat)
    wagered, returned = settled.totals()[seat]
    return Replayed(tuple(way.path), played.cards, seat, lines, returned - wagered, played.net[seat])


class _Way:
    """Another way through the decisions, from one of them on, and the wagers that it leaves on the table."""

    def __init__(self, decision: PlayerDecision, wagers: Mapping[str, int]) -> None:
        self.spot, self.ante = decision.spot, decision.ante
        streets = self.spot.rules.streets
        self.from_here = streets[streets.index(self.spot.street) :]
        later = {bet.wager for street in self.from_here for bet in street.bets}
        self.wagers = {name: amount for name, amount in wagers.items() if name not in later}
        self.wagers |= {one.wager: self.ante for street in self.from_here for one in street.withdrawals}
        self.path: list[str] = []
        self.folded = False

    def take(self, street: Street, name: str) -> None:
        """Take this action at a decision."""
        self.path.append(name)
        left = after(street, name, self.wagers, self.ante)
        self.folded = left is None
        self.wagers = left or self.wagers

    def play_on(self, board: Sequence[Card]) -> None:
        """Make the best decisions afterwards, each with the cards that were face up then."""
        for street in self.from_here[1:]:
            if not self.folded and street.asks(self.wagers):
                self.take(street, advice_on(self.spot.at(street, board, self.wagers)).best)


def _as_json(spot: Spot, found: Replayed) -> documents.Replayed:
    own = next(one.cards for one in found.cards.seats if one.seat == found.seat)
    met = _hand(spot, found.cards.dealer, found.cards.board) if spot.rules.book.dealers_hand else None
    return {
        "path": list(found.path),
        "words": _path_in_words(found),
        "board": [str(card) for card in found.cards.board],
        "dealer": [str(card) for card in found.cards.dealer],
        "hand": _hand(spot, own, found.cards.board),
        "dealer_hand": met,
        "lines": [line.as_json() for line in found.lines],
        "net": format_cents(found.net),
        "net_was": format_cents(found.was),
        "difference": format_cents(found.net - found.was),
    }


def _hand(spot: Spot, cards: Sequence[Card], board: Sequence[Card]) -> str:
    return str(best_hand(spot.rules.book, (*cards, *board)))


def _path_in_words(found: Replayed) -> str:
    first, *after = found.path
    doing = in_words(first).capitalize()
    then = f", then {', then '.join(in_words(one) for one in after)}, the best from there," if after else ""
    how = "won" if found.net > 0 else "lost" if found.net < 0 else None
    result = f"would have {how} {format_cents(abs(found.net))}" if how else "would have come out even"
    return f"{doing}{then} {result}."
