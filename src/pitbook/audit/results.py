"""A house's results from the record, wager by wager: the sums to compare with theory."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Final

from pitbook.audit.damage import readable
from pitbook.ledger import Store
from pitbook.pit.library import Library
from pitbook.pit.records import TABLE, read_table_event
from pitbook.settlement.compile import main_wagers
from pitbook.submission import HouseRules
from pitbook.table import State, evolve
from pitbook.table import events as happened
from pitbook.table.kinds import SourceName
from pitbook.table.state import Round, exact, the_round, the_rules

MAIN: Final = "main"
"""The main game as a whole, its bonuses included."""


@dataclass(slots=True)
class Takings:
    """The sums of one wager over all seats and rounds; money in cents."""

    made: int = 0
    """How often the wager was made."""
    wagered: int = 0
    returned: int = 0
    sizes: int = 0
    """The sum of the sizes: of the wager itself or, for a wager of the main game, of the ante."""
    size_squares: int = 0
    alone: list[int] = field(default_factory=lambda: [0, 0, 0])
    """Sums over the wagers: net x net, net x wagered, wagered x wagered."""
    together: list[int] = field(default_factory=lambda: [0, 0, 0])
    """The same over rounds, with all seats of a round added up."""

    def add(self, wagers: list[tuple[int, int, int]]) -> None:
        """Add the wagers of a round: stake, returned and size of each."""
        for stake, back, size in wagers:
            self.made += 1
            self.wagered += stake
            self.returned += back
            self.sizes += size
            self.size_squares += size * size
            _add_squares(self.alone, back - stake, stake)
        stakes = sum(stake for stake, _, _ in wagers)
        _add_squares(self.together, sum(back for _, back, _ in wagers) - stakes, stakes)


def _add_squares(sums: list[int], net: int, stake: int) -> None:
    sums[0] += net * net
    sums[1] += net * stake
    sums[2] += stake * stake


@dataclass(slots=True)
class Results:
    """The results of the rounds of a record that were played by some house rules, and what was left out."""

    rounds: int = 0
    void: int = 0
    scripted: int = 0
    """Rounds of these rules whose cards came from a script."""
    others: Counter[str] = field(default_factory=Counter)
    """How many rounds were played by other house rules, by digest."""
    takings: dict[str, Takings] = field(default_factory=dict)
    """By wager, and for the main game as a whole."""
    meter_sums: dict[str, Fraction] = field(default_factory=dict)
    progressive_made: int = 0

    @property
    def meters(self) -> Mapping[str, Fraction]:
        """What each meter showed after contributions, on average over the wagers that it pays, in dollars."""
        return {name: total / self.progressive_made for name, total in self.meter_sums.items()}

    def add(self, rules: HouseRules, current: Round) -> None:
        """Add one round that is over and counts. Abandoned wagers are left out: chance did not decide them."""
        self.rounds += 1
        backs: Counter[tuple[int, str]] = Counter()
        for line in current.lines or ():
            backs[line.seat, line.wager] += line.returned
        base = rules.book.flow.base
        main = [wager.name for wager in main_wagers(rules)]
        found: dict[str, list[tuple[int, int, int]]] = {}
        for seat in current.participants:
            wagers = current.wagers[seat]
            if seat in current.abandoned:
                continue
            for name, stake in wagers.items():
                size = wagers[base] if name in main else stake
                found.setdefault(name, []).append((stake, backs[seat, name], size))
            if base in wagers:
                stake, back = sum(wagers.get(name, 0) for name in main), sum(backs[seat, name] for name in main)
                found.setdefault(MAIN, []).append((stake, back, wagers[base]))
        for name, wagered in found.items():
            self.takings.setdefault(name, Takings()).add(wagered)
        made = sum(len(found.get(w.name, ())) for w in rules.wagers if w.progressive)
        self.progressive_made += made
        if made:
            for meter, shown in exact(current.meters).items():
                self.meter_sums[meter] = self.meter_sums.get(meter, Fraction(0)) + made * shown


def read_results(store: Store, digest: str) -> Results:
    """The results of all rounds that are over and were played by the house rules with this digest."""
    results, library = Results(), Library(store)
    with readable("the record of the tables"):
        for stream in store.streams(TABLE):
            _follow(store, stream, State(library), digest, results)
    return results


def _follow(store: Store, stream: str, state: State, digest: str, results: Results) -> None:
    for stored in store.read(stream):
        event = read_table_event(stored)
        if isinstance(event, happened.RoundEnded):
            current, rules = the_round(state), the_rules(state)
            if rules.digest != digest:
                results.others[rules.digest] += 1
            elif state.source == SourceName.SCRIPTED:
                results.scripted += 1
            elif current.void:
                results.void += 1
            else:
                results.add(rules, current)
        evolve(state, event)
