"""A progressive award is the amount on the meter when it is that player's turn to be paid, whatever happens before."""

from collections.abc import Sequence
from fractions import Fraction

import pytest

from pit.progressives import FLOOR, bet, decide, meter, open_tables, take_turn, win
from pitbook.audit import audit
from pitbook.json_types import Json
from pitbook.ledger import Commit, MemoryStore
from pitbook.money import format_exact
from pitbook.pit import Pit
from pitbook.pit.records import read_table_event
from pitbook.problems import RefusedError
from pitbook.table import TableEvent
from pitbook.table import commands as c
from pitbook.table.events import AwardTaken
from pitbook.table.transcript import transcript
from table.play import FOUR, GALAXY, MD

# Each table contributes a tenth of a dollar a wager to a meter that begins, and is reset, at 5,000.00.
TURN = [
    pytest.param(MD, marks=pytest.mark.clause(f"{MD} 12.D-2(4)", f"{MD} 12.D-2(5)")),
    pytest.param(GALAXY, marks=pytest.mark.clause(f"{GALAXY} Progressive")),
    pytest.param(FOUR, marks=pytest.mark.clause(f"{FOUR} 12.D(4)")),
]
RESET = [
    pytest.param(MD, marks=pytest.mark.clause(f"{MD} 12.D-2(3)(b)")),
    pytest.param(GALAXY, marks=pytest.mark.clause(f"{GALAXY} Progressive")),
    pytest.param(FOUR, marks=pytest.mark.clause(f"{FOUR} 12.D(3)(b)")),
]
CITED = {
    MD: f"{MD} 12.D-2(4); {MD} 12.D-2(5)",
    GALAXY: f"{MD} 12.D-2(4); {MD} 12.D-2(5)",
    FOUR: f"{FOUR} 12.D(4)",
}


def shown(pit: Pit) -> str:
    return format_exact(meter(pit).displayed)


def awards(store: MemoryStore) -> list[tuple[Json, Json, Json]]:
    found = [one.event.data for one in store.read("meter:bank/progressive") if one.event.type == "awarded"]
    return [(one["round"], one["seat"], one["paid"]) for one in found]


@pytest.mark.parametrize("book", TURN)
def test_who_is_paid_first_gets_what_the_meter_shows_though_another_won_before(book: str) -> None:
    """Two tables win the whole: the first is reckoned and waits for validation, the second is paid all of it.

    The first is then paid what the meter shows at that turn: the reset amount.
    """
    store = MemoryStore()
    pit = open_tables(store, book, book)
    win(pit, "T1")
    win(pit, "T2")
    assert shown(pit) == "5000.20"
    assert take_turn(pit, "T2") == 5000_20
    assert take_turn(pit, "T1") == 5000_00
    report = audit(store)
    assert report.holds, report.problems


@pytest.mark.parametrize("book", TURN)
def test_what_other_tables_contribute_before_the_turn_belongs_to_the_award(book: str) -> None:
    store = MemoryStore()
    pit = open_tables(store, book, book)
    win(pit, "T1")
    bet(pit, "T2", "nothing")
    assert take_turn(pit, "T1") == 5000_20
    assert shown(pit) == "5000.00"
    assert audit(store).holds


@pytest.mark.parametrize("book", TURN)
def test_nothing_is_taken_before_the_floorperson_has_validated_the_award(book: str) -> None:
    """Until then the line says what share is won, not how much; the transcript says both when it is paid, and why."""
    store = MemoryStore()
    pit = open_tables(store, book)
    win(pit, "T1")
    current = pit.state("T1").round
    assert current is not None
    [line] = [line for line in current.lines or () if line.wager == "progressive"]
    assert line.is_open
    assert line.to_data()[5:] == ("100% of meter", None, None, "progressive")
    with pytest.raises(RefusedError):
        pit.handle("T1", c.Do(c.dealer(), "pay_progressive"))
    pit.handle("T1", c.Do(FLOOR, "validate_progressive"))
    assert shown(pit) == "5000.10"
    paid = pit.handle("T1", c.Do(c.dealer(), "pay_progressive")).events
    assert (shown(pit), awards(store)) == ("5000.00", [("T1-1", 1, "5000.10")])
    assert [event for event in paid if isinstance(event, AwardTaken)]
    told = "\n".join(transcript(pit.library, _events(store)))
    assert f"The meter shows 5000.10: seat 1 is paid 100% of meter, 5000.10. [{CITED[book]}]" in told
    assert "at 100% of meter, 5000.10; back 5000.10; progressive 5000.10 -> 5000.00" in told


def _events(store: MemoryStore) -> list[TableEvent]:
    return [read_table_event(stored) for stored in store.read("table:T1")]


@pytest.mark.parametrize("book", TURN[:2])
def test_the_second_winner_of_a_round_is_paid_what_the_first_and_other_tables_left(book: str) -> None:
    """A royal flush on the board gives both a tenth. Seat 2 first: 500.02 of 5,000.20; another table adds 0.20.

    Seat 1 then: a tenth of 4,500.18 and 0.20, 450.038, rounded up.
    """
    store = MemoryStore()
    pit = open_tables(store, book, book, seats=2)
    win(pit, "T1", "tenth")
    assert take_turn(pit, "T1") == 500_02
    bet(pit, "T2", "nothing")
    assert shown(pit) == "4500.38"
    assert take_turn(pit, "T1") == 450_04
    assert shown(pit) == "4050.342"
    assert audit(store).holds


@pytest.mark.parametrize("book", RESET)
def test_a_void_round_never_brings_the_meter_below_its_reset_amount(book: str) -> None:
    """What the void round had contributed was paid out by another table's award: the house returns it, as seed."""
    store = MemoryStore()
    pit = open_tables(store, book, book)
    bet(pit, "T1", "nothing")
    win(pit, "T2")
    assert take_turn(pit, "T2") == 5000_20
    pit.handle("T1", c.Report(c.dealer(), "wrong_number_of_cards"))
    assert shown(pit) == "5000.00"
    assert (meter(pit).seeded, meter(pit).returned) == (Fraction("10000.10"), Fraction("0.10"))
    [back] = [
        one.event.data for one in store.read("meter:bank/progressive") if one.event.type == "contribution_returned"
    ]
    assert (back["amount"], back["seeded"]) == ("0.10", "0.10")
    assert pit.state("T1").players["player 1"].stack == 1000_00
    report = audit(store)
    assert report.holds, report.problems


@pytest.mark.parametrize("book", TURN)
def test_an_award_that_another_process_disturbs_is_computed_again_before_it_is_told(
    book: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While T1's award is being stored, another process pays T2: T1 is told, and paid, what was left."""
    store = MemoryStore()
    here = open_tables(store, book, book)
    there = Pit(store, automations=here.automations)
    win(here, "T1")
    win(here, "T2")
    here.handle("T1", c.Do(FLOOR, "validate_progressive"))
    append = store.append_group
    disturbed: list[bool] = []

    def between(commits: Sequence[Commit]) -> object:
        if not disturbed:
            disturbed.append(True)
            assert take_turn(there, "T2") == 5000_20
        return append(commits)

    monkeypatch.setattr(store, "append_group", between)
    paid = here.handle("T1", c.Do(c.dealer(), "pay_progressive"), key="pay T1").events
    [told] = [event for event in paid if isinstance(event, AwardTaken)]
    assert (told.before, told.after, told.amount) == ("5000.00", "5000.00", 5000_00)
    assert awards(store) == [("T2-1", 1, "5000.20"), ("T1-1", 1, "5000.00")]
    report = audit(store)
    assert report.holds, report.problems


@pytest.mark.parametrize("book", TURN)
def test_a_retry_gives_the_same_award_and_never_a_second(book: str) -> None:
    """Another process sends the command again after the meter has moved on; without its key it is refused."""
    store = MemoryStore()
    here = open_tables(store, book, book)
    win(here, "T1")
    here.handle("T1", c.Do(FLOOR, "validate_progressive"))
    first = here.handle("T1", c.Do(c.dealer(), "pay_progressive"), key="pay T1")
    bet(here, "T2", "nothing")
    decide(here, "T2")
    there = Pit(store, automations=here.automations)
    again = there.handle("T1", c.Do(c.dealer(), "pay_progressive"), key="pay T1")
    assert (again.events, again.repeated) == (first.events, True)
    with pytest.raises(RefusedError):
        there.handle("T1", c.Do(c.dealer(), "pay_progressive"))
    assert awards(store) == [("T1-1", 1, "5000.10")]
    assert shown(there) == "5000.10"
