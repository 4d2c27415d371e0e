"""Limits that depend on the hand: what a decision offers to a player with these cards."""

from collections.abc import Sequence

from pitbook.cards import Card
from pitbook.rulebooks import RuleBook
from pitbook.rulebooks.flow import HandLimit, Street
from pitbook.rulebooks.hands import strengths_between
from pitbook.settlement.classify import card_set, strength_of


def street_with(book: RuleBook, street: Street, own: Sequence[Card | None], board: Sequence[Card | None]) -> Street:
    """The decision with the offers that own and community cards allow; cards that come later do not count."""
    if not street.limits:
        return street

    def allows(limit: HandLimit) -> bool:
        hand = book.hands[limit.hand]
        lying = {"own": own[: street.own], "board": board[: street.board]}
        cards = [card for source in hand.sources for card in lying[source] if card is not None]
        strength = strength_of(hand.ranking or "", card_set(cards))
        return strength in strengths_between(hand.ranking or "", limit.at_least, limit.at_most)

    return street.with_hand(allows)
