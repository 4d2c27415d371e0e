"""Checks the hands of a book: the book deals their cards, the ranking takes that many, and paytables use them."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pitbook.cards import Rank, Suit
from pitbook.cards.rankings import category_by_strength, strengths_called
from pitbook.problems import nearest
from pitbook.rulebooks.examples import examples, hands_of, plain_strength, sizes_of
from pitbook.rulebooks.families import uncountable
from pitbook.rulebooks.hands import DEALER, PLAYER, HandRule, NameRule, Piece
from pitbook.rulebooks.key_problems import not_in_book
from pitbook.rulebooks.models import Paytable

if TYPE_CHECKING:
    from pitbook.rulebooks.book import RuleBook


LEAST_RANKS = 5
"""With fewer ranks there would be no five-card straights."""


def hand_problems(book: "RuleBook") -> Iterator[str]:
    """A sentence for each hand that is impossible or unused."""
    if PLAYER not in book.hands:
        yield f"hands: there is no {PLAYER} hand, so nothing could be compared or paid"
        return
    yield from uncountable(book)
    for name, hand in book.hands.items():
        yield from _cards(book, name, hand)
        if hand.qualifies is not None and name != DEALER:
            yield f"hands.{name}.qualifies: only the dealer's hand qualifies"
    yield from _compared(book)
    yield from _tables(book)


def deck_problems(book: "RuleBook") -> Iterator[str]:
    """A sentence for each problem: a deck has four suits of the same ranks, and enough cards for a full table."""
    deck, seats = book.deck, book.positions.most
    if deck.cards % len(Suit) or not LEAST_RANKS <= deck.cards // len(Suit) <= len(Rank):
        yield (
            f"deck.cards: {deck.cards} is not a deck: a deck has four suits of the same ranks, "
            f"all {len(Rank)} or the highest ones, at least {LEAST_RANKS}"
        )
        return
    needed = seats * book.player.cards + book.dealer.cards + book.board + book.number_of("extra")
    if needed > deck.cards:
        yield f"deck.cards: {seats} positions need {needed} cards, but the deck has {deck.cards}"


def impossible_hands(book: "RuleBook") -> Iterator[str]:
    """A sentence for each hand name of a table or of the book for which `examples` finds no cards of the deck."""
    deck, sizes = book.deck.playing_cards, sizes_of(book)
    for name, hand in book.hands.items():
        tables = [table for kind in book.paytables for table in kind.tables if table.evaluates == name]
        used = {row.hand for table in tables for row in table.rows} | {rule.name for rule in hand.names}
        for called in (one for one in hand.order if one in used):
            if not any(True for _ in examples(deck, sizes, {name: (hand, called)}, plain_strength)):
                yield f"hands.{name}: found no cards of this deck that make {called}"
    dealers = book.dealers_hand
    if dealers and dealers.ranking and dealers.qualifies:
        reached = strengths_called(dealers.ranking, dealers.qualifies)
        category = category_by_strength(dealers.ranking)[reached.lowest]
        if not any(True for _ in hands_of(dealers.ranking, category, (reached,), deck)):
            yield f"hands.{DEALER}.qualifies: no cards of this deck make {dealers.qualifies}"


def _compared(book: "RuleBook") -> Iterator[str]:
    players, dealers = book.hands[PLAYER], book.hands.get(DEALER)
    if players.ranking is None:
        yield f"hands.{PLAYER} needs a ranking"
    if {"dealer", "up"} & set(players.sources):
        yield f"hands.{PLAYER}.from: the player's hand cannot use the dealer's cards"
    if dealers is None:
        if book.dealer.cards:
            yield f"hands.{DEALER}: the dealer has {book.dealer.cards} cards but no hand"
        return
    if dealers.ranking != players.ranking:
        yield f"hands.{DEALER}.ranking: {dealers.ranking} hands cannot be compared with {players.ranking} hands"
    if "own" in dealers.sources or "dealer" not in dealers.sources:
        yield f"hands.{DEALER}.from: the dealer's hand must use the dealer's cards and cannot use a player's"
    if dealers.names:
        yield f"hands.{DEALER}.names: no table evaluates the dealer's hand"


def _cards(book: "RuleBook", name: str, hand: HandRule) -> Iterator[str]:
    """The number of cards fits the ranking, for the hand and for the conditions of its names."""
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
            yield f"{where}: the hand does not include {outside[0]} cards"
            continue
        if {"flop", "board"} <= set(pieces) or {"up", "dealer"} <= set(pieces):
            yield f"{where}: cards lists the same cards twice"
            continue
        if condition.asks_strength or condition.suit:
            yield from _number(book, where, hand, pieces)
        number = book.cards_in(pieces)
        for ranks in condition.ranks:
            if len(ranks) != number:
                yield f"{where}: {ranks} has {len(ranks)} ranks, but the condition is about {number} cards"


def _tables(book: "RuleBook") -> Iterator[str]:
    """Every table evaluates a hand of the book, every hand is evaluated, and every name is used."""
    tables = [(kind.name, table) for kind in book.paytables for table in kind.tables]
    for kind, table in tables:
        where = f"paytables.{kind}.{table.id}"
        if table.evaluates not in book.hands or table.evaluates == DEALER:
            hint = nearest(table.evaluates, [name for name in book.hands if name != DEALER])
            yield f"{where}.evaluates: {table.evaluates!r} is not a player's hand in this book; {hint}"
            continue
        order = book.hands[table.evaluates].order
        for row in table.rows:
            if row.hand not in order:
                yield f"{where}: {row.hand} is not a name of hands.{table.evaluates}; {nearest(row.hand, order)}"
    looked_at = {table.evaluates for _, table in tables} | {PLAYER, DEALER}
    for name in book.hands:
        if name not in looked_at:
            yield f"hands.{name}: no table evaluates it"
    for name, hand in book.hands.items():
        if name in looked_at:
            yield from _names(book, name, hand, [table for _, table in tables if table.evaluates == name])


def _names(book: "RuleBook", name: str, hand: HandRule, tables: list[Paytable]) -> Iterator[str]:
    listed = {row.hand for table in tables for row in table.rows}
    options = {option.name for option in book.options}
    for rule in hand.names:
        where = f"hands.{name}.names.{rule.name}"
        if not {rule.name, *(broader.name for broader in rule.falls_back_to)} & listed:
            yield f"{where}: no table lists it or a name that it falls back to"
        for broader in rule.falls_back_to:
            if broader.option and broader.option not in options:
                yield f"{where} names the option {not_in_book(broader.option, options)}"
