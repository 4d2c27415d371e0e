"""Whether the hands of a book can be held: from cards that it deals, in numbers that the ranking takes, in use."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pitbook.rulebooks.families import uncountable
from pitbook.rulebooks.hands import DEALER, PLAYER, HandRule, NameRule, Piece
from pitbook.rulebooks.models import Table

if TYPE_CHECKING:
    from pitbook.rulebooks.book import RuleBook


def hand_problems(book: "RuleBook") -> Iterator[str]:
    """A sentence for each hand that can't be, or that nothing looks at."""
    if PLAYER not in book.hands:
        yield f"hands: there is no {PLAYER}, so that nothing could be compared or paid"
        return
    yield from uncountable(book)
    for name, hand in book.hands.items():
        yield from _cards(book, name, hand)
        if hand.qualifies is not None and name != DEALER:
            yield f"hands.{name}.qualifies: only the dealer's hand qualifies"
    yield from _compared(book)
    yield from _tables(book)


def _compared(book: "RuleBook") -> Iterator[str]:
    players, dealers = book.hands[PLAYER], book.hands.get(DEALER)
    if players.ranking is None:
        yield f"hands.{PLAYER} needs a ranking"
    if {"dealer", "up"} & set(players.sources):
        yield f"hands.{PLAYER}.from: the dealer's cards are no part of the player's hand"
    if dealers is None:
        yield f"hands.{DEALER}: games of this family can't be counted without the dealer's hand"
        return
    if dealers.ranking != players.ranking:
        yield f"hands.{DEALER}.ranking: hands of {dealers.ranking} and {players.ranking} can't be compared"
    if "own" in dealers.sources or "dealer" not in dealers.sources:
        yield f"hands.{DEALER}.from: the dealer's hand is made of the dealer's cards, and of no player's"
    if dealers.names:
        yield f"hands.{DEALER}.names: no table looks at the dealer's hand"


def _cards(book: "RuleBook", name: str, hand: HandRule) -> Iterator[str]:
    """Enough cards, and not too many, for the hand and for everything that its names look at."""
    where = f"hands.{name}"
    for source in hand.sources:
        if not book.number_of(source):
            yield f"{where}.from: the book deals no {source} cards"
    yield from _number(book, f"{where}.from", hand, hand.sources)
    for rule in hand.names:
        yield from _conditions(book, f"{where}.names.{rule.name}", hand, rule)


def _number(book: "RuleBook", where: str, hand: HandRule, pieces: tuple[Piece, ...]) -> Iterator[str]:
    number = book.cards_in(pieces)
    if hand.ranking and not hand.order_of_hands.accepts(number):
        ranking = hand.order_of_hands
        yield f"{where}: {ranking.name} is made from {ranking.size} to {ranking.most} cards, not from {number}"


def _conditions(book: "RuleBook", where: str, hand: HandRule, rule: NameRule) -> Iterator[str]:
    inside = {
        *hand.sources,
        *(("flop",) if "board" in hand.sources else ()),
        *(("up",) if "dealer" in hand.sources else ()),
    }
    for condition in rule.when:
        pieces = condition.cards or hand.sources
        if outside := [piece for piece in pieces if piece not in inside]:
            yield f"{where}: {outside[0]} cards are no part of the hand"
            continue
        if {"flop", "board"} <= set(pieces) or {"up", "dealer"} <= set(pieces):
            yield f"{where}: the same cards are looked at twice"
            continue
        if condition.asks_strength or condition.suit:
            yield from _number(book, where, hand, pieces)
        number = book.cards_in(pieces)
        for ranks in condition.ranks:
            if len(ranks) != number:
                yield f"{where}: {ranks} are {len(ranks)} ranks, but {number} cards are looked at"


def _tables(book: "RuleBook") -> Iterator[str]:
    """Every table looks at a hand of the book, every hand is looked at, and every name makes a difference."""
    tables = [(kind.name, table) for kind in book.paytables for table in kind.tables]
    for kind, table in tables:
        where = f"paytables.{kind}.{table.id}"
        if table.evaluates not in book.hands or table.evaluates == DEALER:
            yield f"{where}.evaluates: {table.evaluates!r} is no hand that a player holds in this book"
            continue
        order = book.hands[table.evaluates].order
        for row in table.rows:
            if row.hand not in order:
                yield f"{where}: {row.hand} is no name of hands.{table.evaluates}"
    looked_at = {table.evaluates for _, table in tables} | {PLAYER, DEALER}
    for name in book.hands:
        if name not in looked_at:
            yield f"hands.{name}: no table looks at it"
    for name, hand in book.hands.items():
        if name in looked_at:
            yield from _names(book, name, hand, [table for _, table in tables if table.evaluates == name])


def _names(book: "RuleBook", name: str, hand: HandRule, tables: list[Table]) -> Iterator[str]:
    listed = {row.hand for table in tables for row in table.rows}
    options = {option.name for option in book.options}
    for rule in hand.names:
        where = f"hands.{name}.names.{rule.name}"
        if not {rule.name, *(broader.name for broader in rule.falls_back_to)} & listed:
            yield f"{where}: no table lists it, or a name that it falls back to"
        for broader in rule.falls_back_to:
            if broader.option and broader.option not in options:
                yield f"{where} names the option {broader.option!r}, which the book does not have"
