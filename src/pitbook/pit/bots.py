"""Bots: seats that a function plays, what it knows, and what it may answer."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from pitbook.cards import Card, Rank
from pitbook.rulebooks.actions import Action
from pitbook.rulebooks.flow import Street
from pitbook.settlement.hand_limits import street_with
from pitbook.submission import HouseRules
from pitbook.table import State
from pitbook.table.commands import Decide, player
from pitbook.table.decide.decisions import answer
from pitbook.table.state import the_round, the_rules


@dataclass(frozen=True, slots=True)
class Situation:
    """What a player knows at a decision, and nothing else."""

    rules: HouseRules
    seat: int
    street: Street
    """The decision, with what the hand allows."""
    cards: tuple[Card, ...]
    """The player's own cards."""
    board: tuple[Card, ...]
    """The community cards that lie face up."""
    up: tuple[Card, ...]
    """The dealer's cards that lie face up."""
    left: Mapping[str, Fraction]
    """What earlier decisions left on wagers, in units of the base; 0 for one that was withdrawn."""


Bot = Callable[[Situation], Action]
"""Decides what to do in a situation."""


def situation(state: State) -> Situation:
    """The situation of the player whose decision is asked for."""
    current, rules = the_round(state), the_rules(state)
    seat = current.to_act[0]
    return Situation(
        rules,
        seat,
        street_with(rules.book, rules.street(current.street), current.hands[seat], current.board),
        tuple([card for card in current.hands[seat] if card is not None]),
        tuple([card for card in current.board[: current.board_up] if card is not None]),
        tuple([card for place in sorted(current.dealer_up) if (card := current.dealer[place]) is not None]),
        left_before(rules, rules.street(current.street), current.wagers[seat]),
    )


def left_before(rules: HouseRules, street: Street, wagers: Mapping[str, int]) -> dict[str, Fraction]:
    """What the decisions before a street left on the wagers that they make or withdraw, in units of the base."""
    base = wagers[rules.book.flow.base]
    return {name: _in_units(wagers.get(name, 0), base) for name in _changed_before(rules, street.name)}


@lru_cache(maxsize=256)
def _changed_before(rules: HouseRules, street: str) -> tuple[str, ...]:
    """The wagers that the decisions before a street make or withdraw."""
    changed: list[str] = []
    for earlier in rules.streets:
        if earlier.name == street:
            break
        changed += [bet.wager for bet in earlier.bets]
        changed += [withdrawal.wager for withdrawal in earlier.withdrawals]
    return tuple(changed)


_in_units = lru_cache(maxsize=1024)(Fraction)
"""The same few amounts come up again and again, and making a fraction takes as long as the rest of a situation."""


def decision(state: State, bot: Bot) -> Decide:
    """What a bot decides, as a command of the player whose turn it is."""
    asked = situation(state)
    by = player(state.seats[asked.seat])
    return answer(state, by, asked.seat, bot(asked))


def simple(asked: Situation) -> Action:
    """With a pair or an ace, wagers the least or leaves its wagers in play; otherwise wagers nothing."""
    ranks = [card.rank for card in asked.cards]
    seen = {card.rank for card in asked.board}
    good = len(set(ranks)) < len(ranks) or not seen.isdisjoint(ranks) or Rank.ACE in ranks
    street = asked.street
    if good and street.bets:
        least = min(street.bets, key=lambda bet: min(bet.multiples))
        return Action(least.wager, min(least.multiples))
    if not good and street.withdrawals:
        return Action(street.withdrawals[0].verb)
    return Action(street.otherwise)
