"""A decision as the player who has to make it sees it, and the player's hand in words."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, Final

from pitbook.cards import Card, Hand
from pitbook.pit.bots import left_before, situation
from pitbook.rulebooks.actions import Action
from pitbook.rulebooks.flow import Bet, Fold, Street, Withdraw
from pitbook.rulebooks.hands import number_in_words, with_article
from pitbook.settlement.classify import best_hand
from pitbook.submission import HouseRules
from pitbook.table import State
from pitbook.table.state import the_round

PAIR: Final = 2
HIGH: Final = "high card "
_KICKERS: Final = re.compile(r", (kickers .*|\w+ kicker)$")


@dataclass(frozen=True, slots=True)
class Spot:
    """What a player knows at a decision, and nothing else."""

    rules: HouseRules
    street: Street
    cards: tuple[Card, ...]
    """The player's own cards."""
    seen: tuple[Card, ...]
    """The community cards that are face up, then the dealer's."""
    dead: tuple[Card, ...] = ()
    """Cards that the player knows to be out of play: those of other boxes of the same player, and those set aside."""
    left: tuple[tuple[str, Fraction], ...] = ()
    """What earlier decisions left on wagers, in units of the base: 0 for a wager that was withdrawn."""

    @property
    def board(self) -> tuple[Card, ...]:
        """The community cards that are face up."""
        return self.seen[: self.street.board]

    @property
    def up(self) -> tuple[Card, ...]:
        """The dealer's cards that are face up."""
        return self.seen[self.street.board :]

    def at(self, street: Street, board: Sequence[Card], wagers: Mapping[str, int]) -> "Spot":
        """The same hand at another decision, with its part of the board and with these wagers."""
        left = tuple(left_before(self.rules, street, wagers).items())
        return replace(self, street=street, seen=(*board[: street.board], *self.up), left=left)


def after(street: Street, name: str, wagers: Mapping[str, int], base: int) -> dict[str, int] | None:
    """The wagers after an action at a decision; None after a fold."""
    action = Action.parse(name)
    match street.offer(action.verb):
        case Bet() as bet:
            return {**wagers, bet.wager: (street.times(action) or 0) * base}
        case Withdraw() as withdrawal:
            return {wager: amount for wager, amount in wagers.items() if wager != withdrawal.wager}
        case Fold():
            return None
    return dict(wagers)


def spot_of(state: State) -> Spot | None:
    """The spot of the player who has to decide now; None if the table does not know the cards."""
    asked, current = situation(state), the_round(state)
    seen, book = (*asked.board, *asked.up), asked.rules.book
    if len(asked.cards) != book.player.cards or len(seen) != book.seen_at(asked.street):
        return None
    boxes = [seat for seat in state.players[state.seats[asked.seat]].seats if seat != asked.seat]
    dead = [card for seat in boxes for card in current.hands.get(seat, ()) if card is not None]
    dead += [card for card in current.set_aside if card is not None]
    return Spot(asked.rules, asked.street, asked.cards, seen, tuple(dead), tuple(asked.left.items()))


def hand_in_words(spot: Spot) -> str:
    """The player's hand as the beginning of a sentence: "You have a pair of kings", "You play the board: ace high"."""
    book, known = spot.rules.book, (*spot.cards, *spot.board)
    if len(known) < book.players_hand.order_of_hands.size:
        return f"You have {_few_cards(known)}"
    hand = best_hand(book, known)
    if book.board and len(spot.board) == book.board and best_hand(book, spot.board) == hand:
        return f"You play the board: {briefly(hand)}"
    return f"You have {with_article(briefly(hand))}"


def briefly(hand: Hand[Any]) -> str:
    """A hand without its kickers: "pair of kings", "king high"."""
    words = _KICKERS.sub("", str(hand))
    return f"{words.removeprefix(HIGH)} high" if words.startswith(HIGH) else words


def _few_cards(cards: tuple[Card, ...]) -> str:
    """Cards that are too few for a hand, in words: equal ranks, or two cards by name, or the highest of more."""
    ranks = sorted((card.rank for card in cards), reverse=True)
    sets = sorted((rank for rank in set(ranks) if ranks.count(rank) > 1), reverse=True)
    if len(sets) > 1:
        return f"two pairs, {' and '.join(rank.plural for rank in sets)}"
    if sets:
        number = ranks.count(sets[0])
        return f"a pair of {sets[0].plural}" if number == PAIR else f"{number_in_words(number)} {sets[0].plural}"
    if len(cards) > PAIR:
        return f"{ranks[0].singular} high"
    suited = "suited" if len({card.suit for card in cards}) == 1 else "offsuit"
    return f"{'-'.join(rank.singular for rank in ranks)} {suited}"
