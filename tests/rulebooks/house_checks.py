"""Whether a book of Pitbook's own is what the statement of its game says."""

from oracle.house_paytables import HOUSE_PAYTABLES
from oracle.paytables import To
from pitbook.rulebooks import RuleBook, load_book
from pitbook.rulebooks.models import ENDS, Wager
from pitbook.rulebooks.pays import ToOne
from pitbook.rulebooks.procedures import IrregularityRule
from rulebooks.facts import sequence, survives_fold
from rulebooks.house_facts import HOUSE_DEALING, HOUSE_FACTS, Facts


def check_house_book(book: RuleBook) -> None:
    """Every fact of the book; an AssertionError names the first that is different."""
    facts = HOUSE_FACTS[book.id]
    _check_players_cards_and_wagers(book, facts)
    _check_paytables(book)
    _check_procedures(book, facts)


def _condition(wager: Wager) -> str:
    needs = [
        *(["optional"] if wager.optional else []),
        *(["opens"] if wager.opens else []),
        *(["decided"] if wager.decided else []),
        *([f"equals {wager.equals}"] if wager.equals else []),
        *([f"on {wager.on}, with {' '.join(wager.beside)}"] if wager.on else []),
        *([f"needs all of {' '.join(wager.needs_all)}"] if wager.needs_all else []),
        *([f"needs any of {' '.join(wager.needs_any)}"] if wager.needs_any else []),
    ]
    stays = survives_fold(wager)
    return f"{', '.join(needs)}; {stays if isinstance(stays, str) else 'stays' if stays else 'lost'}"


def _check_players_cards_and_wagers(book: RuleBook, facts: Facts) -> None:
    assert (book.positions.most, book.positions.per_player) == (facts.positions, "one")
    assert (book.player.cards, book.dealer.cards, book.board) == (facts.own, facts.dealer, facts.board)
    assert book.extra_cards is None
    assert book.qualifier == facts.qualifies
    assert book.flow.base == facts.base
    assert {one.name: f"{one.board}: {' '.join(one.actions)}" for one in book.flow.streets} == facts.streets
    assert {wager.name: _condition(wager) for wager in book.wagers} == facts.wagers
    odds = {str(case.pays) for one in book.wagers for case in one.cases if not case.by_row and case.pays not in ENDS}
    assert odds <= {"1 to 1"}
    assert " ".join(book.settlement.order) == facts.order
    assert book.settlement.folded == facts.folded
    assert {option.name: option.default for option in book.options} == facts.options
    assert (book.deck.cards, book.deck.decks, book.deck.decks_with_shuffler) == (52, 1, 1)


def _check_paytables(book: RuleBook) -> None:
    found = {
        kind.name: {table.id: {row.hand: row.pays for row in table.rows} for table in kind.tables}
        for kind in book.paytables
    }
    typed = {
        kind: {name: {hand: _to(pay) for hand, pay in table.items()} for name, table in tables.items()}
        for kind, tables in HOUSE_PAYTABLES[book.id].items()
    }
    assert found == typed
    assert {kind: list(tables) for kind, tables in found.items()} == {kind: list(one) for kind, one in typed.items()}


def _to(pay: object) -> ToOne:
    assert isinstance(pay, To)
    return ToOne(pay.units, pay.each)


def _check_procedures(book: RuleBook, facts: Facts) -> None:
    lender = load_book(facts.lends)
    assert book.house_default == facts.lends
    assert (book.opening, book.shuffle, book.cut, book.idle) == (
        lender.opening,
        lender.shuffle,
        lender.cut,
        lender.idle,
    )
    assert {
        (dealing.method.value, order.name): sequence(order) for dealing in book.dealing for order in dealing.orders
    } == HOUSE_DEALING[book.id]
    settled = {case.name: [one.wager for one in case.settled] for case in book.irregularities if case.settled}
    assert settled == facts.settled_anyway
    assert sum(case.outcome == "void" for case in book.irregularities) == facts.voids
    own, lent = ({case.name: _consequence(case) for case in one.irregularities} for one in (book, lender))
    assert own == {name: one for name, one in lent.items() if book.dealer.cards or name != "dealer_card_exposed"}
    assert [one.stub_count.every_rounds for one in book.dealing] == [
        one.stub_count.every_rounds for one in lender.dealing
    ]
    for key in ("cover_cards", "change_after_hours_by_hand", "change_after_hours_from_shoe"):
        assert getattr(book.deck, key) == getattr(lender.deck, key)


def _consequence(case: IrregularityRule) -> tuple[object, ...]:
    return case.outcome, case.readings, case.until, case.remove_deck, case.device, case.before_any_change
