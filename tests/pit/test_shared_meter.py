"""Three tables of three books on one meter: money is conserved and the floor holds at every moment."""

from fractions import Fraction
from math import ceil

import hypothesis.strategies as st
import pytest
from hypothesis import settings
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from pit.progressives import bet, decide, meter, open_tables, take_turn
from pitbook.audit import audit
from pitbook.ledger import MemoryStore
from pitbook.pit import Pit
from pitbook.table import commands as c
from table.play import FOUR, GALAXY, MD

TABLES = {"T1": MD, "T2": GALAXY, "T3": FOUR}
RESET, RATE = Fraction(5000), Fraction(1, 10)
SHARES = {"whole": Fraction(1), "tenth": Fraction(1, 10)}


class SharedMeter(RuleBasedStateMachine):
    """Rounds of the tables in any interleaving, beside a model that knows only seed and contributions.

    What the house put in and what each round contributed are kept apart: a share takes its part of both, a reset
    replaces them, a void round takes out what is left of its own.
    """

    def __init__(self) -> None:
        super().__init__()
        self.store = MemoryStore()
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
    @rule(data=st.data())
    def contribute(self, data: st.DataObject) -> None:
        table = data.draw(st.sampled_from(self.free()))
        kinds = ["nothing", "whole"] if TABLES[table] == FOUR else ["nothing", "whole", "tenth"]
        what = data.draw(st.sampled_from(kinds))
        bet(self.pit, table, what)
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
    @rule(data=st.data())
    def void(self, data: st.DataObject) -> None:
        table = data.draw(st.sampled_from(sorted(self.betting)))
        del self.betting[table]
        del self.inside[self.round_at(table)]
        self.pit.handle(table, c.Report(c.dealer(), "wrong_number_of_cards"))

    @precondition(lambda self: self.waiting)
    @rule(data=st.data(), elsewhere=st.booleans())
    def pay(self, data: st.DataObject, elsewhere: bool) -> None:
        """The award is the share of what the meter shows now, whichever process pays it."""
        table = data.draw(st.sampled_from(sorted(self.waiting)))
        share = SHARES[self.waiting.pop(table)]
        shows = self.seed + sum(self.inside.values())
        assert take_turn(self.other if elsewhere else self.pit, table) == ceil(100 * share * shows)
        if share == 1:
            self.seed, self.inside = RESET, dict.fromkeys(self.inside, Fraction(0))
        else:
            self.seed *= 1 - share
            self.inside = {name: amount * (1 - share) for name, amount in self.inside.items()}

    @invariant()
    def nothing_is_lost_and_the_floor_holds(self) -> None:
        found = meter(self.pit)
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
