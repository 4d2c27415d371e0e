"""Whether the hands of a book can be held: from cards that it deals, in numbers that the ranking takes, in use."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pitbook.cards import Rank, Suit
from pitbook.cards.rankings import category_by_strength, strengths_called
from pitbook.rulebooks.examples import examples, hands_of, plain_strength, sizes_of
from pitbook.rulebooks.families import uncountable
from pitbook.rulebooks.hands import DEALER, PLAYER, HandRule, NameRule, Piece
from pitbook.rulebooks.models import Paytable

if TYPE_CHECKING:
    from pitbook.rulebooks.book import RuleBook


LEAST_RANKS = 5
"""With fewer there would be no straights of five."""


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


def deck_problems(book: "RuleBook") -> Iterator[str]:
    """A deck of whole ranks, with enough cards for a full table."""
    deck, seats = book.deck, book.positions.most
    if deck.cards % len(Suit) or not LEAST_RANKS <= deck.cards // len(Suit) <= len(Rank):
        yield (
            f"deck.cards: {deck.cards} is no deck: it has four suits of the same ranks, "
            f"all {len(Rank)} or those from the ace down to a lowest one, {LEAST_RANKS} at least"
        )
        return
    needed = seats * book.player.cards + book.dealer.cards + book.board + book.number_of("extra")
    if needed > deck.cards:
        yield f"deck.cards: {seats} positions need {needed} cards, and the deck has {deck.cards}"


def impossible_hands(book: "RuleBook") -> Iterator[str]:
    """A sentence for each name that a table lists, or that the book gives, and that no cards of the deck can have."""
    deck, sizes = book.deck.playing_cards, sizes_of(book)
    for name, hand in book.hands.items():
        tables = [table for kind in book.paytables for table in kind.tables if table.evaluates == name]
        used = {row.hand for table in tables for row in table.rows} | {rule.name for rule in hand.names}
        for called in (one for one in hand.order if one in used):
            if not any(True for _ in examples(deck, sizes, {name: (hand, called)}, plain_strength)):
                yield f"hands.{name}: no cards of this deck are {called}"
    dealers = book.dealers_hand
    if dealers and dealers.ranking and dealers.qualifies:
        reached = strengths_called(dealers.ranking, dealers.qualifies)
        category = category_by_strength(dealers.ranking)[reached.lowest]
        if not any(True for _ in hands_of(dealers.ranking, category, (reached,), deck)):
            yield f"hands.{DEALER}.qualifies: no cards of this deck are {dealers.qualifies}"


def _compared(book: "RuleBook") -> Iterator[str]:
    players, dealers = book.hands[PLAYER], book.hands.get(DEALER)
    if players.ranking is None:
        yield f"hands.{PLAYER} needs a ranking"
    if {"dealer", "up"} & set(players.sources):
        yield f"hands.{PLAYER}.from: the dealer's cards are no part of the player's hand"
    if dealers is None:
        if book.dealer.cards:
            yield f"hands.{DEALER}: the dealer has {book.dealer.cards} cards, and no hand is made of them"
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


def _names(book: "RuleBook", name: str, hand: HandRule, tables: list[Paytable]) -> Iterator[str]:
    listed = {row.hand for table in tables for row in table.rows}
    options = {option.name for option in book.options}
    for rule in hand.names:
        where = f"hands.{name}.names.{rule.name}"
        if not {rule.name, *(broader.name for broader in rule.falls_back_to)} & listed:
            yield f"{where}: no table lists it, or a name that it falls back to"
        for broader in rule.falls_back_to:
            if broader.option and broader.option not in options:
                yield f"{where} names the option {broader.option!r}, which the book does not have"
