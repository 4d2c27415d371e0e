"""The initial and reset amounts of a paytable have a minimum, and it begins on no meter that shows less."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from pit.progressives import BY_HAND, FLOOR, LINK, bet, finish, player, take_turn, win
from pitbook.audit import audit
from pitbook.ledger import Commit, MemoryStore, Receipt, Store
from pitbook.ledger.postgres import PostgresStore
from pitbook.meters import meet_minimum
from pitbook.money import format_exact
from pitbook.pit import Pit, memory, terms
from pitbook.problems import PitbookError, RefusedError
from pitbook.rulebooks import load_book
from pitbook.submission import HouseRules, house_rules, stock_submission
from pitbook.table import commands as c
from postgresql import Server
from table.play import FOUR, MD, stacked

FOUR_C, MD_A, MD_F = f"{FOUR} 12.D(3)(b)(iii)", f"{MD} 12.D-2(3)(b)(i)", f"{MD} 12.D-2(3)(b)(ii)"
Enter = Callable[[Pit, HouseRules], object]


def filed(book: str, table: str, reset: str, initial: str = "", **limits: str) -> HouseRules:
    """A checked submission: a paytable with one meter, its amounts, a tenth of a dollar from each wager."""
    data: dict[str, Any] = dict(stock_submission(load_book(book)))
    data["paytables"] |= {"progressive": table}
    amounts = {"initial": initial or reset, "reset": reset, "rate": "0.10"} | limits
    data["progressive"] = {"wager": "1.00", "meters": {"progressive": amounts}}
    return house_rules(data, Path())


def opened(store: Store, *rules: HouseRules) -> Pit:
    """Tables T1, T2, ... on one meter, each with a player."""
    pit = Pit(store, automations=BY_HAND)
    for number, one in enumerate(rules, 1):
        join(pit, one, f"T{number}")
    return pit


def join(pit: Pit, rules: HouseRules, name: str = "T2") -> None:
    sits = (c.Sit(player(1), 1, 1000_00),)
    pit.open_table(name, rules, FLOOR, meters=LINK, source="scripted", then=sits)


def adopt(pit: Pit, rules: HouseRules) -> None:
    pit.adopt_rules("T1", rules, FLOOR, reason="filed on 1 March")


def shown(pit: Pit) -> str:
    return format_exact(pit.meters("T1")["progressive"].displayed)


def play(pit: Pit, table: str = "T1") -> None:
    """A round that wins nothing, with one dollar on the progressive."""
    bet(pit, table, "nothing")
    while pit.state(table).agenda[0].do == "decide":
        state = pit.state(table)
        assert state.rules is not None
        assert state.round is not None
        verb, most = state.rules.book.flow.wager, state.rules.streets[0].multiples[-1]
        pit.handle(table, c.Decide(player(1), 1, verb, most * 10_00))


def refused(pit: Pit, enter: Enter, rules: HouseRules) -> tuple[str, str | None]:
    """The sentence and the clause of a refusal that leaves no trace."""
    head = pit.store.head()
    with pytest.raises(RefusedError) as caught:
        enter(pit, rules)
    assert pit.store.head() == head
    (problem,) = caught.value.problems
    return problem.message, problem.clause


def holds(store: Store) -> None:
    report = audit(store)
    assert report.holds, report.problems


LOWER = [
    # the book, the paytable in use and its amounts; the one that begins, its minimum and clause
    pytest.param(FOUR, "B", "1000.00", "C", "10000.00", "12.D(3)(b)(iii)", marks=pytest.mark.clause(FOUR_C)),
    pytest.param(
        FOUR, "B", "1000.00", "A", "5000.00", "12.D(3)(b)(i)", marks=pytest.mark.clause(f"{FOUR} 12.D(3)(b)(i)")
    ),
    pytest.param(MD, "G", "2000.00", "A", "5000.00", "12.D-2(3)(b)(i)", marks=pytest.mark.clause(MD_A)),
    pytest.param(MD, "A", "5000.00", "F", "6000.00", "12.D-2(3)(b)(ii)", marks=pytest.mark.clause(MD_F)),
    pytest.param(
        MD, "J", "2000.00", "I", "2500.00", "12.D-2(3)(b)(iv)", marks=pytest.mark.clause(f"{MD} 12.D-2(3)(b)(iv)")
    ),
]


@pytest.mark.clause(f"{FOUR} 12.D(3)(b)", f"{MD} 12.D-2(3)(b)")
@pytest.mark.parametrize("enter", [join, adopt])
@pytest.mark.parametrize(("book", "low", "initial", "high", "minimum", "clause"), LOWER)
def test_a_paytable_does_not_begin_on_a_meter_that_shows_less_than_its_minimum(
    book: str, low: str, initial: str, high: str, minimum: str, clause: str, enter: Enter
) -> None:
    """The meter began with the minimum of another paytable, whose submission files the higher reset amount."""
    store = MemoryStore()
    pit = opened(store, filed(book, low, minimum, initial))
    play(pit)
    said, cited = refused(pit, enter, filed(book, high, minimum))
    shows = format_exact(Fraction(initial) + Fraction(1, 10))
    assert f"the meter progressive shows {shows}, and paytable {high} has to begin with at least {minimum}" in said
    assert "wait until it shows that or a win resets it to that" in said
    assert cited == f"{book} {clause}"
    play(pit)
    assert pit.tables_on(LINK) == ["T1"]
    holds(store)


@pytest.mark.clause(f"{FOUR} 12.D(3)(b)", f"{MD} 12.D-2(3)(b)", FOUR_C, MD_A)
@pytest.mark.parametrize(
    ("book", "low", "initial", "high", "minimum"),
    [
        (FOUR, "B", "1000.00", "C", "10000.00"),
        (MD, "C", "5000.00", "F", "6000.00"),
    ],
)
def test_it_begins_after_a_win_that_resets_the_meter_to_its_minimum(
    book: str, low: str, initial: str, high: str, minimum: str
) -> None:
    """The lower paytable with the lower reset amount; then with the higher one; then a win; then the other paytable."""
    store = MemoryStore()
    pit = opened(store, filed(book, low, initial))
    higher = filed(book, high, minimum)
    assert "has to begin with" in refused(pit, adopt, higher)[0]
    adopt(pit, filed(book, low, minimum, initial))
    assert "has to begin with" in refused(pit, adopt, higher)[0]
    win(pit, "T1")
    take_turn(pit, "T1")
    assert shown(pit) == minimum
    adopt(pit, higher)
    join(pit, higher)
    holds(store)


@pytest.mark.clause(FOUR_C)
@pytest.mark.parametrize("enter", [join, adopt])
def test_it_begins_as_soon_as_the_meter_shows_its_minimum(enter: Enter) -> None:
    store = MemoryStore()
    pit = opened(store, filed(FOUR, "B", "10000.00", "9999.85"))
    play(pit)
    assert "shows 9999.95, and paytable C" in refused(pit, enter, filed(FOUR, "C", "10000.00"))[0]
    play(pit)
    enter(pit, filed(FOUR, "C", "10000.00"))
    assert shown(pit) == "10000.05"
    holds(store)


@pytest.mark.clause(f"{FOUR} 12.D(3)(b)(iv)", f"{FOUR} 12.D(3)(b)(v)(1)")
def test_each_meter_of_a_paytable_has_its_own_minimum() -> None:
    """D began with major 1,000 and minor 250; E has the same minimums for these, and a mega of its own."""

    def several(table: str, **amounts: str) -> HouseRules:
        data: dict[str, Any] = dict(stock_submission(load_book(FOUR)))
        data["paytables"] |= {"progressive": table}
        meters = {name: {"initial": one, "reset": one, "rate": "0.10"} for name, one in amounts.items()}
        data["progressive"] = {"wager": "1.00", "meters": meters}
        return house_rules(data, Path())

    store = MemoryStore()
    pit = opened(store, several("D", major="1000.00", minor="250.00"))
    join(pit, several("E", mega="10000.00", major="1000.00", minor="250.00"))
    meters = pit.meters("T2")
    assert {name: format_exact(one.displayed) for name, one in meters.items()} == {
        "mega": "10000.00",
        "major": "1000.00",
        "minor": "250.00",
    }
    holds(store)


@pytest.mark.clause(FOUR_C, f"{FOUR} 12.D(4)")
def test_shares_that_were_won_by_it_may_leave_less() -> None:
    """A straight flush takes a tenth of 10,000.10: the same paytable goes on, changes its rules, and comes anew."""
    store = MemoryStore()
    rules = filed(FOUR, "C", "10000.00")
    pit = opened(store, rules)
    pit.handle("T1", c.PlaceWagers(player(1), 1, {"ante": 10_00, "progressive": 1_00}))
    flush = stacked(rules, ["9h 8h 7h 6h 5h"], "Kd Ks 7c 5c 3d 2s", "", "9c")
    pit.handle("T1", c.DealRound(c.dealer()), deck=flush)
    pit.handle("T1", c.Decide(player(1), 1, "play", 30_00))
    assert take_turn(pit, "T1") == 1000_01
    assert shown(pit) == "9000.09"
    adopt(pit, filed(FOUR, "C", "10000.00", limit="20000.00"))
    join(pit, filed(FOUR, "C", "10000.00", limit="20000.00"))
    play(pit, "T2")
    holds(store)


@pytest.mark.clause(MD_F)
@pytest.mark.parametrize("enter", [join, adopt])
def test_shares_that_another_paytable_paid_leave_too_little_to_begin_with(enter: Enter) -> None:
    """A began with 6,000, more than its 5,000; a tenth of 6,000.10 was won, and F may not begin with what is left."""
    store = MemoryStore()
    pit = opened(store, filed(MD, "A", "6000.00"))
    win(pit, "T1", "tenth")
    take_turn(pit, "T1")
    said, cited = refused(pit, enter, filed(MD, "F", "6000.00"))
    assert ("shows 5400.09, and paytable F" in said, cited) == (True, MD_F)
    join(pit, filed(MD, "A", "6000.00"))
    holds(store)


@pytest.mark.clause(FOUR_C)
def test_a_win_that_resets_it_to_less_ends_what_it_had_met() -> None:
    """C began with 10,000, then B with a reset amount of 1,000 follows; all is won, and 10,000 is filed again."""
    store = MemoryStore()
    pit = opened(store, filed(FOUR, "C", "10000.00"))
    adopt(pit, filed(FOUR, "B", "1000.00"))
    win(pit, "T1")
    take_turn(pit, "T1")
    assert shown(pit) == "1000.00"
    adopt(pit, filed(FOUR, "B", "10000.00"))
    assert "shows 1000.00, and paytable C" in refused(pit, adopt, filed(FOUR, "C", "10000.00"))[0]
    holds(store)


@pytest.mark.clause(f"{FOUR} 12.D(3)(b)", f"{FOUR} 13.D")
def test_a_void_round_takes_nothing_out_that_a_paytable_began_with() -> None:
    """9,999.95 and the 0.10 of a round in progress; C begins, the round is void: the house seeds 0.05 of its return."""
    store = MemoryStore()
    pit = opened(store, filed(FOUR, "B", "10000.00", "9999.95"))
    bet(pit, "T1", "nothing")
    join(pit, filed(FOUR, "C", "10000.00"))
    pit.handle("T1", c.Report(c.dealer(), "wrong_number_of_cards"))
    meter = pit.meters("T1")["progressive"]
    assert [format_exact(one) for one in (meter.displayed, meter.returned, meter.seeded)] == [
        "10000.00",
        "0.10",
        "10000.00",
    ]
    assert meter.balanced
    holds(store)


class Disturbed(MemoryStore):
    """A store in which somebody else comes first, once, before a table has come to a meter."""

    first: Callable[[], object] | None = None

    def append_group(self, commits: Sequence[Commit]) -> list[Receipt | PitbookError]:
        types = {event.type for commit in commits for append in commit.appends for event in append.events}
        if self.first is not None and "minimum_met" in types:
            todo, self.first = self.first, None
            todo()
        return super().append_group(commits)


@pytest.mark.clause(FOUR_C)
@pytest.mark.parametrize("enter", [join, adopt])
def test_what_another_process_takes_out_meanwhile_counts(enter: Enter) -> None:
    """T3's round is void between the decision and the commit: 10,000.05 has become 9,999.95."""
    store = Disturbed()
    rules = filed(FOUR, "B", "10000.00", "9999.95")
    pit = opened(store, rules)
    other = Pit(store, automations=BY_HAND)
    join(other, rules, "T3")
    bet(other, "T3", "nothing")
    store.first = lambda: other.handle("T3", c.Report(c.dealer(), "wrong_number_of_cards"))
    with pytest.raises(RefusedError, match=r"shows 9999\.95, and paytable C"):
        enter(pit, filed(FOUR, "C", "10000.00"))
    assert store.first is None
    holds(store)


@pytest.mark.clause(FOUR_C)
@pytest.mark.parametrize("enter", [join, adopt])
def test_what_another_process_has_just_contributed_counts(enter: Enter, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory, "READ_EVERY", 3600.0)
    store = MemoryStore()
    rules = filed(FOUR, "B", "10000.00", "9999.95")
    pit = opened(store, rules)
    other = Pit(store, automations=BY_HAND)
    join(other, rules, "T3")
    assert shown(pit) == "9999.95"
    play(other, "T3")
    enter(pit, filed(FOUR, "C", "10000.00"))
    assert shown(pit) == "10000.05"
    holds(store)


@pytest.mark.clause(FOUR_C)
@pytest.mark.parametrize("enter", [join, adopt])
def test_tables_of_two_processes_on_one_database_begin_alike(postgres: Server, enter: Enter) -> None:
    """T3 contributes in its escrow, from another connection: 9,999.95 is too little, 10,000.05 is enough."""
    database = f"minimum_{enter.__name__}"
    url = postgres.ledger(database)
    with PostgresStore(url) as here, PostgresStore(postgres.url(database, "writer")) as there:
        rules, higher = filed(FOUR, "B", "10000.00", "9999.85"), filed(FOUR, "C", "10000.00")
        pit = opened(here, rules)
        other = Pit(there, automations=BY_HAND)
        join(other, rules, "T3")
        play(other, "T3")
        with pytest.raises(RefusedError, match=r"shows 9999\.95, and paytable C"):
            enter(pit, higher)
        bet(other, "T3", "nothing")
        enter(pit, higher)
        other.handle("T3", c.Report(c.dealer(), "wrong_number_of_cards"))
        assert (shown(pit), format_exact(other.meters("T3")["progressive"].displayed)) == ("10000.00", "10000.00")
        here.catch_up()
        holds(here)


@pytest.mark.clause(FOUR_C)
@pytest.mark.parametrize("enter", [join, adopt])
def test_the_audit_finds_a_paytable_that_began_with_less(enter: Enter, monkeypatch: pytest.MonkeyPatch) -> None:
    """Code that does not look at the meter lets C begin on 1,000.10, and rounds are dealt."""
    store = MemoryStore()
    pit = opened(store, filed(FOUR, "B", "10000.00", "1000.00"))
    play(pit)
    with monkeypatch.context() as without:
        without.setattr(terms, "meet_minimum", lambda *_: ())
        enter(pit, filed(FOUR, "C", "10000.00"))
    play(pit)
    finish(pit, "T1")
    problem = audit(store).problems[0]
    assert "the meter progressive shows 1000.10, and paytable C has to begin with at least 10000.00" in problem.message
    assert FOUR_C in problem.message


@pytest.mark.clause(FOUR_C)
@pytest.mark.parametrize("amount", ["9999.99", "10000.01", None])
def test_the_audit_derives_again_what_a_meter_has_met(amount: str | None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only 10,000.00 is right: not another amount, and not nothing, although the meter shows enough."""
    store = MemoryStore()
    with monkeypatch.context() as without:
        wrong = None if amount is None else Fraction(amount)
        without.setattr(
            terms, "meet_minimum", lambda meter, _, *of: () if wrong is None else meet_minimum(meter, wrong, *of)
        )
        opened(store, filed(FOUR, "C", "10000.00", "10000.02"))
    assert "minimum_met" in audit(store).problems[0].message
