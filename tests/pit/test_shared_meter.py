"""Three tables of three books on one meter: money is conserved and the floor holds at every moment."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from math import ceil

import hypothesis.strategies as st
import pytest
from hypothesis import settings
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from pit.progressives import FLOOR, bet, decide, meter, open_tables, take_turn, win
from pitbook.audit import audit, read_meters
from pitbook.ledger import Commit, MemoryStore, Receipt, rules
from pitbook.pit import Pit
from pitbook.problems import PitbookError
from pitbook.table import commands as c
from table.play import FOUR, GALAXY, MD, rules_of

TABLES = {"T1": MD, "T2": GALAXY, "T3": FOUR}
RESET, RATE = Fraction(5000), Fraction(1, 10)
SHARES = {"whole": Fraction(1), "tenth": Fraction(1, 10)}


class DisturbedStore(MemoryStore):
    """A store in which somebody else comes first, once, before an event that has been decided is stored."""

    def __init__(self) -> None:
        super().__init__()
        self.type = "awarded"
        self.first: Callable[[], object] | None = None

    def append_group(self, commits: Sequence[Commit]) -> list[Receipt | PitbookError]:
        types = {event.type for commit in commits for append in commit.appends for event in append.events}
        if self.first is not None and self.type in types:
            todo, self.first = self.first, None
            todo()
        return super().append_group(commits)


class SharedMeter(RuleBasedStateMachine):
    """Rounds of the tables in two processes and any interleaving, beside a model that knows seed and contributions.

    What the house put in and what each round contributed are kept apart: a share takes its part of both, a reset
    replaces them, a void round takes out what is left of its own.
    """

    def __init__(self) -> None:
        super().__init__()
        self.store = DisturbedStore()
        self.pit = open_tables(self.store, *TABLES.values())
        self.other = Pit(self.store, automations=self.pit.automations)
        self.seed = RESET
        self.inside: dict[str, Fraction] = {}
        """By round, what of its contribution is in the meter."""
        self.betting: dict[str, str] = {}
        """Tables with a round before its decisions, and what it will win."""
        self.waiting: dict[str, str] = {}
        """Tables whose award waits for its turn."""

    def free(self) -> list[str]:
        return [name for name in TABLES if name not in self.betting and name not in self.waiting]

    def round_at(self, table: str) -> str:
        current = self.pit.state(table).round
        assert current is not None
        return current.id

    @precondition(lambda self: self.free())
    @rule(data=st.data(), elsewhere=st.booleans())
    def contribute(self, data: st.DataObject, elsewhere: bool) -> None:
        table = data.draw(st.sampled_from(self.free()))
        kinds = ["nothing", "whole"] if TABLES[table] == FOUR else ["nothing", "whole", "tenth"]
        self.bet(self.other if elsewhere else self.pit, table, data.draw(st.sampled_from(kinds)))

    def bet(self, pit: Pit, table: str, what: str) -> None:
        bet(pit, table, what)
        self.betting[table] = what
        self.inside[self.round_at(table)] = RATE

    @precondition(lambda self: self.betting)
    @rule(data=st.data())
    def settle(self, data: st.DataObject) -> None:
        """The reckoning moves no meter; who has won waits for the turn."""
        table = data.draw(st.sampled_from(sorted(self.betting)))
        decide(self.pit, table)
        what = self.betting.pop(table)
        if what != "nothing":
            self.waiting[table] = what

    @precondition(lambda self: self.betting)
    @rule(data=st.data(), elsewhere=st.booleans())
    def void(self, data: st.DataObject, elsewhere: bool) -> None:
        table = data.draw(st.sampled_from(sorted(self.betting)))
        del self.betting[table]
        del self.inside[self.round_at(table)]
        pit = self.other if elsewhere else self.pit
        pit.handle(table, c.Report(c.dealer(), "wrong_number_of_cards"))

    @precondition(lambda self: self.waiting)
    @rule(data=st.data(), elsewhere=st.booleans(), disturbed=st.booleans())
    def pay(self, data: st.DataObject, elsewhere: bool, disturbed: bool) -> None:
        """The award is the share of what the meter shows now, whichever process pays it and whoever comes first."""
        table = data.draw(st.sampled_from(sorted(self.waiting)))
        here, there = (self.other, self.pit) if elsewhere else (self.pit, self.other)
        if disturbed and (free := self.free()):
            first = data.draw(st.sampled_from(free))
            self.store.first = lambda: self.bet(there, first, "nothing")
        share = SHARES[self.waiting.pop(table)]
        taken = take_turn(here, table)
        assert self.store.first is None
        assert taken == ceil(100 * share * (self.seed + sum(self.inside.values())))
        if share == 1:
            self.seed, self.inside = RESET, dict.fromkeys(self.inside, Fraction(0))
        else:
            self.seed *= 1 - share
            self.inside = {name: amount * (1 - share) for name, amount in self.inside.items()}

    @invariant()
    def nothing_is_lost_and_the_floor_holds(self) -> None:
        (reading,) = read_meters(self.store)
        for found in (meter(self.pit), meter(self.other), reading.meter):
            assert found.balanced
            assert found.displayed == self.seed + sum(self.inside.values())
            assert found.displayed >= self.seed

    def teardown(self) -> None:
        report = audit(self.store)
        assert report.holds, report.problems


@pytest.mark.parametrize("examples", [3, pytest.param(60, marks=pytest.mark.prove)])
def test_shared_meter(examples: int) -> None:
    case = SharedMeter.TestCase
    case.settings = settings(max_examples=examples, stateful_step_count=25, deadline=None)
    case("runTest").runTest()


def disturbed_award() -> tuple[DisturbedStore, int]:
    """An award of 5,000.10, and a contribution of 0.10 that comes first; what was paid, in cents."""
    store = DisturbedStore()
    pit, other = open_tables(store, MD, GALAXY), Pit(store)
    win(pit, "T1")
    store.first = lambda: bet(other, "T2", "nothing")
    return store, take_turn(pit, "T1")


def test_an_award_that_others_disturb_is_decided_again() -> None:
    store, paid = disturbed_award()
    assert paid == 5000_20
    assert audit(store).holds


def test_an_award_that_is_stored_in_spite_of_others_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rules, "check_seen", lambda *_: None)
    store, paid = disturbed_award()
    assert paid == 5000_10
    (problem,) = audit(store).problems
    assert "before is 5000.10 and should be 5000.20" in problem.message


def test_a_contribution_that_a_win_disturbs_is_decided_again_at_the_new_rate() -> None:
    """A fifth is filed instead of a tenth, and holds from the win on: T2 had decided to contribute 0.10."""
    store = DisturbedStore()
    pit, other = open_tables(store, MD, MD), Pit(store)
    tenth = rules_of(MD)
    terms = replace(tenth.meters["progressive"], rate=Fraction(1, 5))
    dearer = replace(tenth, meters={"progressive": terms})
    pit.adopt_together({"T1": dearer, "T2": dearer}, FLOOR, reason="filed on 1 March")
    win(pit, "T1")
    store.type, store.first = "contributed", lambda: take_turn(pit, "T1")
    bet(other, "T2", "nothing")
    assert [one.event.data["amount"] for one in store.read("meter:bank/progressive#T2")] == ["0.20"]
    assert (meter(pit).displayed, meter(other).displayed) == (Fraction("5000.20"), Fraction("5000.20"))
    assert audit(store).holds
