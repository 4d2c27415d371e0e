"""The layout of a table: positions, an area for each wager, areas for cards, inscriptions, each with its clauses."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from typing import Final

from pitbook.layout import documents
from pitbook.layout.sign import Sign, SignNote, inscriptions_of, payout_limit_note, push_note, shown_as, sign_of
from pitbook.rulebooks.procedures import Inscription
from pitbook.submission import HouseRules

COMMUNITY: Final = "community"
DEALER: Final = "dealer"
EXTRA: Final = "extra"


@dataclass(frozen=True, slots=True)
class BettingArea:
    """The area for the chips of one wager, at every position."""

    wager: str
    label: str
    main: bool
    """Whether it is not an optional wager."""
    clauses: tuple[str, ...]

    def as_json(self) -> documents.BettingArea:
        """The area in JSON types."""
        return {"wager": self.wager, "label": self.label, "main": self.main, "clauses": list(self.clauses)}


@dataclass(frozen=True, slots=True)
class CardArea:
    """An area for cards that are not a player's."""

    place: documents.Area
    label: str
    cards: int
    says: str
    """Where it is, in our words."""
    clauses: tuple[str, ...]

    def as_json(self) -> documents.CardArea:
        """The area in JSON types."""
        return {
            "place": self.place,
            "label": self.label,
            "cards": self.cards,
            "says": self.says,
            "clauses": list(self.clauses),
        }


@dataclass(frozen=True, slots=True)
class ShownText:
    """Text on the layout, or a device on the table."""

    shows: str
    text: str
    clauses: tuple[str, ...]

    def as_json(self) -> documents.ShownText:
        """The inscription in JSON types."""
        return {"shows": self.shows, "text": self.text, "clauses": list(self.clauses)}


@dataclass(frozen=True, slots=True)
class Felt:
    """The complete layout of one table."""

    rulebook: str
    title: str
    unit: str
    """The name of the wager of the first limits."""
    family: str
    rules: str
    """The digest of the house rules."""
    approved: date | None
    house_name: ShownText
    positions: int
    position_clauses: tuple[str, ...]
    position_reading: int | None
    """The number of the reading, if the book does not state the number of positions."""
    player_cards: int
    """How many cards each position is dealt."""
    adjacent_boxes: int
    """How many adjacent positions one player may wager on."""
    areas: tuple[BettingArea, ...]
    """The areas of each position."""
    cards: tuple[CardArea, ...]
    inscriptions: tuple[ShownText, ...]
    equipment: tuple[ShownText, ...]
    sign: Sign

    def as_json(self) -> documents.Layout:
        """The layout in JSON types."""
        return {
            "rulebook": self.rulebook,
            "title": self.title,
            "family": self.family,
            "rules": self.rules,
            "approved": self.approved.isoformat() if self.approved else None,
            "house_name": self.house_name.as_json(),
            "positions": self.positions,
            "position_clauses": list(self.position_clauses),
            "position_reading": self.position_reading,
            "player_cards": self.player_cards,
            "adjacent_boxes": self.adjacent_boxes,
            "areas": [area.as_json() for area in self.areas],
            "cards": [area.as_json() for area in self.cards],
            "inscriptions": [shown.as_json() for shown in self.inscriptions],
            "equipment": [shown.as_json() for shown in self.equipment],
            "sign": self.sign.as_json(),
        }


_DRAWN: Final = ("house_name", "payout_odds", "limits")
"""Entries that the felt and the sign show in a form other than text."""


def felt_of(rules: HouseRules) -> Felt:
    """The layout of a table with these house rules."""
    book = rules.book
    name = shown_as(rules, "house_name")
    return Felt(
        rulebook=book.id,
        title=book.title,
        unit=book.flow.unit,
        family=book.family,
        rules=rules.digest,
        approved=rules.approved,
        house_name=ShownText("house_name", rules.house_name, name.clauses if name else ()),
        positions=rules.positions,
        position_clauses=book.positions.clauses,
        position_reading=book.positions.reading,
        player_cards=book.player.cards,
        adjacent_boxes=rules.adjacent_boxes,
        areas=tuple(_betting_areas(rules)),
        cards=tuple(_card_areas(rules)),
        inscriptions=tuple(_inscriptions(rules)),
        equipment=tuple(
            ShownText(one.shows, one.says, one.clauses) for one in inscriptions_of(rules) if one.part_of == "equipment"
        ),
        sign=sign_of(rules),
    )


def _betting_areas(rules: HouseRules) -> Iterator[BettingArea]:
    """One area for each wager on offer, in the order of the book's entries; wagers without an entry come last."""
    placed = {wager.name: wager for wager in rules.wagers if not wager.is_bonus}
    listed = {name: entry.clauses for entry in inscriptions_of(rules) for name in entry.wagers if name in placed}
    for name in [*listed, *(name for name in placed if name not in listed)]:
        wager = placed[name]
        yield BettingArea(name, wager.title, not wager.optional, listed.get(name, wager.clauses))


def _card_areas(rules: HouseRules) -> Iterator[CardArea]:
    """The community, dealer's and extra cards, if the game has them."""
    book = rules.book
    if book.board:
        entry = shown_as(rules, "community_card_area")
        yield _area(COMMUNITY, "Community cards", book.board, entry, ())
    if book.dealer.cards:
        yield _area(DEALER, "Dealer", book.dealer.cards, shown_as(rules, "dealer_card_area"), book.dealer.clauses)
    extra = book.extra_cards
    if extra and extra.wager in rules.wager_names:
        label = book.wager(extra.wager).title
        yield _area(EXTRA, label, extra.cards, shown_as(rules, f"{extra.wager}_card_area"), extra.clauses)


def _area(
    place: documents.Area, label: str, cards: int, entry: Inscription | None, clauses: tuple[str, ...]
) -> CardArea:
    return CardArea(place, label, cards, entry.says if entry else "", entry.clauses if entry else clauses)


def _inscriptions(rules: HouseRules) -> Iterator[ShownText]:
    """The other texts on the felt; an entry without generated text shows the book's own wording."""
    generated: dict[str, SignNote | None] = {
        "ante_pushes_below_qualifier": push_note(rules),
        "payout_limit": payout_limit_note(rules),
    }
    for entry in inscriptions_of(rules):
        if entry.part_of == "equipment" or entry.shows in _DRAWN or entry.shows.endswith(("_area", "_areas")):
            continue
        note = generated.get(entry.shows)
        if entry.shows in generated:
            if note:
                yield ShownText(entry.shows, note.text, entry.clauses)
        else:
            yield ShownText(entry.shows, entry.says, entry.clauses)
