"""Seats that are played by a function: what it is told, and what it may answer."""

from collections.abc import Callable
from dataclasses import dataclass

from pitbook.cards import Card, Rank
from pitbook.problems import MalformedError, Problem
from pitbook.rulebooks.models import Street
from pitbook.submission import HouseRules
from pitbook.table import State
from pitbook.table.commands import Decide, player
from pitbook.table.decide.decisions import the_street
from pitbook.table.state import the_round, the_rules


@dataclass(frozen=True, slots=True)
class Situation:
    """What a player knows at a decision, and nothing else."""

    rules: HouseRules
    seat: int
    street: Street
    cards: tuple[Card, ...]
    """The player's own."""
    board: tuple[Card, ...]
    """The community cards that lie face up."""
    up: tuple[Card, ...]
    """The dealer's cards that lie face up."""


Bot = Callable[[Situation], str]
"""From a situation to an action: `check`, `fold`, or a wager with its multiple, `raise_3` or `play_1`."""


def situation(state: State) -> Situation:
    """The situation of the player whose decision is asked for."""
    current, rules = the_round(state), the_rules(state)
    seat = current.to_act[0]
    return Situation(
        rules,
        seat,
        the_street(rules, current.street),
        tuple([card for card in current.hands[seat] if card is not None]),
        tuple([card for card in current.board[: current.board_up] if card is not None]),
        tuple([card for place in sorted(current.dealer_up) if (card := current.dealer[place]) is not None]),
    )


def decision(state: State, bot: Bot) -> Decide:
    """What a bot decides, as a command of the player whose turn it is."""
    asked = situation(state)
    by = player(state.seats[asked.seat])
    action = bot(asked)
    verb, _, multiple = action.partition("_")
    if not multiple:
        return Decide(by, asked.seat, action)
    if not multiple.isdecimal():
        raise MalformedError(Problem(f"{action!r} is not an action, like raise_3", action[:40]))
    base = the_round(state).wagers[asked.seat][asked.rules.book.decision.of]
    return Decide(by, asked.seat, verb, int(multiple) * base)


def simple(asked: Situation) -> str:
    """Wagers the least with a pair of one's own or an ace, and waits or folds with anything else."""
    ranks = [card.rank for card in asked.cards]
    seen = {card.rank for card in asked.board}
    good = len(set(ranks)) < len(ranks) or not seen.isdisjoint(ranks) or Rank.ACE in ranks
    return f"{asked.rules.book.decision.wager}_{min(asked.street.multiples)}" if good else asked.street.otherwise
