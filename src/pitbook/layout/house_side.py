"""The dealer's side of the table as blocks: rack, shoe, the dealer's and community cards, and the lettering."""

from pitbook.layout.felt import COMMUNITY, DEALER, EXTRA, CardArea, Felt
from pitbook.layout.sheet import CARD_RATIO, LINE, Box, CardRow, LayoutBlock, Zone, column, row, wrapped, written


def rack(width: float, height: float) -> LayoutBlock:
    """The discard rack at the dealer's right (the left of the drawing), the chip inventory, and the shoe."""
    side = min(1.7 * height, 0.16 * width)
    middle = width - 2 * side - height
    return LayoutBlock(
        width,
        height,
        (
            Zone("discards", Box(0, 0, side, height)),
            Zone("inventory", Box((width - middle) / 2, 0, middle, height)),
            Zone("shoe", Box(width - side, 0, side, height)),
        ),
    )


def house_cards(felt: Felt, card: float, gap: float, caption: float, *, rows: int, centred: bool = True) -> LayoutBlock:
    """The community cards below the inventory, the dealer's under or beside them, the extra cards at the right."""
    blocks = {area.place: _area(area, card, gap, caption) for area in felt.cards}
    extra, board, dealer = (blocks.get(place, LayoutBlock(0, 0)) for place in (EXTRA, COMMUNITY, DEALER))
    apart = 3 * gap
    if rows == 1:
        return row([extra, board, dealer], apart)
    if rows == 2 and board.width:
        # The dealer's cards stay in the middle.
        balance = [LayoutBlock(extra.width, 0.1)] if centred and extra.width else []
        return column([board, row([extra, dealer, *balance], apart)], gap)
    return column([board, dealer, extra], gap)


def _area(area: CardArea, card: float, gap: float, caption: float) -> LayoutBlock:
    cards = CardRow(area.place, 0, 0, card, card + gap, area.cards)
    # A caption may be wider than a single card.
    label = written(area.label, caption, max(cards.box.width + 2 * gap, 5.5 * caption))
    return column([LayoutBlock(cards.box.width, card * CARD_RATIO, (cards,)), label], caption * 0.15)


def says(width: float, size: float) -> LayoutBlock:
    """The place for the dealer's hand in words."""
    return LayoutBlock(width, size * LINE, (Zone("says", Box(0, 0, width, size * LINE)),))


def lettering(felt: Felt, width: float, name: float, size: float, *, limits: bool = True) -> LayoutBlock:
    """The name of the house, the game, and the texts that the book requires."""
    title = f"{felt.title} · Approved {felt.approved.isoformat()}" if felt.approved else felt.title
    notes = [(one.text, one.shows) for one in felt.inscriptions]
    if limits and felt.sign.limits:
        posted = felt.sign.limits[0]
        notes.append((f"{felt.unit.capitalize()} {posted.text}", "limits"))
    parts = [
        written(felt.house_name.text, name, width, "name", "house_name"),
        written(title, size, width, "", "title"),
        wrapped([written(text, size, width, "", shows) for text, shows in notes], width, 1.2 * size),
    ]
    return column(parts, 0.2 * size)
