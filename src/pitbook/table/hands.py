"""The dealer's hand, as it is announced, and whether it qualifies."""

from pitbook.cards.lookup import five_card_strength, four_card_strength
from pitbook.settlement.classify import FIVE_NAMES, FOUR_NAMES, card_set, qualifies
from pitbook.submission import HouseRules
from pitbook.table.state import Round


def dealer_hand(rules: HouseRules, current: Round) -> str:
    """The name of the dealer's hand."""
    cards = card_set([card for card in (*current.dealer, *current.board) if card is not None])
    if rules.book.dealer.hand == "four_of_six":
        return FOUR_NAMES[four_card_strength(cards)]
    return FIVE_NAMES[five_card_strength(cards)]


def dealer_qualifies(rules: HouseRules, current: Round) -> bool:
    """Whether the revealed hand is what the book asks of the dealer."""
    return qualifies(rules.book, current.dealer_hand or dealer_hand(rules, current))
