"""Where the cards of a round lie, and which of them a decision or settlement depends on."""

from pitbook.cards import Card
from pitbook.table.state import Round, Slot


def places(current: Round) -> dict[str, list[Slot]]:
    """Where the cards of a round lie, except for those still in the deck."""
    return {
        **{f"seat {seat}": hand for seat, hand in current.hands.items()},
        "dealer": current.dealer,
        "board": current.board,
        "extra": current.extra,
        "burned": current.burned,
        "set aside": current.set_aside,
    }


def place_of(current: Round, card: Card) -> str | None:
    """Where a card lies, if it is known to lie anywhere."""
    return next((place for place, cards in places(current).items() if card in cards), None)


def seen_by_all(current: Round) -> set[Card]:
    """The cards that lie face up on the table, which a decision may depend on."""
    up = [*current.board[: current.board_up], *current.set_aside, *(current.dealer[at] for at in current.dealer_up)]
    return {card for card in up if card is not None}


def cards_settled_from(current: Round, seat: int | None) -> set[Card]:
    """The cards that a settlement depends on: all of them, or those that decide one player's wagers."""
    lying = places(current)
    if seat is not None:
        lying = {place: lying[place] for place in (f"seat {seat}", "dealer", "board", "extra")}
    return {card for cards in lying.values() for card in cards if card is not None}
