"""Checks a submission against its book: reports every problem with its clause, and builds the house rules."""

from collections import Counter
from collections.abc import Collection, Mapping
from pathlib import Path

from pitbook.money import format_cents
from pitbook.problems import MalformedError, Problem, RefusedError, nearest
from pitbook.rulebooks import RuleBook, book_ids, load_book
from pitbook.rulebooks.known_books import book_hint
from pitbook.rulebooks.models import Paytable, PaytableKind, Wager
from pitbook.rulebooks.register import load_with_register
from pitbook.submission.dealing import check_dealing
from pitbook.submission.file import SubmissionFile, read_form
from pitbook.submission.house_rules import HouseRules
from pitbook.submission.limits import check_limits
from pitbook.submission.problem_collector import ProblemCollector
from pitbook.submission.progressive import check_progressive


class _Check(ProblemCollector):
    """The check of one submission as a whole."""

    def __init__(self, book: RuleBook, form: SubmissionFile, faulty: Collection[str] = ()) -> None:
        super().__init__(book, form, faulty)
        self.optional = {wager.name: wager for wager in book.wagers if wager.optional}
        self.offered = self._offered()

    def _offered(self) -> tuple[Wager, ...]:
        """The wagers on offer: all that the book requires, and the optional ones that the submission names."""
        chosen = set()
        named = Counter(self.form.wagers or ())
        for name, times in named.items():
            if times > 1:
                self.report(f"wagers: {name} is listed {times} times", name)
            if name in self.optional:
                chosen.add(name)
            elif any(wager.name == name for wager in self.book.wagers):
                self.report(f"wagers: {name} is always offered; list only optional wagers", name)
            else:
                self.report(
                    f"wagers: {self.book.id} does not offer {name!r}; {nearest(name, list(self.optional))}",
                    name,
                )
        if self.form.wagers is None:
            self.missing("wagers", "list the optional wagers on offer, or write wagers = []")
            chosen = self._implied_wagers()
        wagers = {wager.name: wager for wager in self.book.wagers}
        order = (wagers[name] for name in self.book.settlement.order)
        return tuple(wager for wager in order if not wager.optional or wager.name in chosen)

    def _implied_wagers(self) -> set[str]:
        """Without a list of wagers, assume the optional ones for which something else is filed."""
        filed = {*self.form.paytables, *self.form.limits.wagers, *(["progressive"] if self.form.progressive else [])}
        return {wager.name for wager in self.optional.values() if filed & {wager.name, *wager.tables}}

    def positions(self) -> tuple[int, int]:
        """How many positions the table has, and on how many adjacent boxes one player may wager."""
        rule = self.book.positions
        read = "" if rule.reading is None else f" (reading {rule.reading})"
        positions = self.form.positions
        if positions is None:
            self.missing("positions", "how many betting positions the table has", rule.clauses)
        elif not 1 <= positions <= rule.most:
            self.report(f"positions must be 1 to {rule.most}{read}, not {positions}", positions, rule.clauses)
        boxes = self.form.adjacent_boxes
        most = positions if positions and 1 <= positions <= rule.most else rule.most
        clauses = rule.per_player_clauses
        if rule.per_player == "one":
            if boxes not in (None, 1):
                self.report(f"adjacent_boxes: a player has only one position here{read}, not {boxes}", boxes, clauses)
        elif boxes is None:
            self.missing("adjacent_boxes", "the number of adjacent boxes on which one player may wager", clauses)
        elif not 1 <= boxes <= most:
            self.report(f"adjacent_boxes must be 1 to the number of positions, not {boxes}", boxes, clauses)
        return positions or rule.most, boxes or 1

    def tables(self) -> dict[str, Paytable]:
        """The chosen table of every kind that the wagers on offer need."""
        tables: dict[str, Paytable] = {}
        needed = self._needed_kinds()
        for kind in self.book.paytables:
            chosen = self.form.paytables.get(kind.name)
            if kind.name not in needed:
                if chosen is not None:
                    self.report(f"paytables.{kind.name}: the wager that uses it is not offered", chosen)
                continue
            if self.book.envy and kind.name == self.book.envy.paytables:
                continue
            table = self._choose(kind, chosen)
            if table:
                tables[kind.name] = table
        self._choose_envy(tables)
        known = [kind.name for kind in self.book.paytables]
        for name in self.form.paytables:
            if name not in known:
                self.report(f"paytables.{name}: the book has no such tables; {nearest(name, known)}", name)
        return tables

    def _needed_kinds(self) -> set[str]:
        kinds = {name for wager in self.offered for name in wager.tables}
        if self.book.envy and any(wager.progressive for wager in self.offered):
            kinds.add(self.book.envy.paytables)
        return kinds

    def _choose(self, kind: PaytableKind, chosen: str | None) -> Paytable | None:
        ids = [table.id for table in kind.tables]
        if chosen is None:
            if len(ids) == 1:
                return kind.tables[0]
            self.missing(f"paytables.{kind.name}", f"choose one of {', '.join(ids)}", kind.clauses)
            return None
        table = kind.table(chosen)
        if table is None:
            self.report(
                f"paytables.{kind.name}: there is no table {chosen!r}; the book has {', '.join(ids)}",
                chosen,
                kind.clauses,
            )
        return table

    def _choose_envy(self, tables: dict[str, Paytable]) -> None:
        """The envy table, if the progressive table has one; by default that of the same letter."""
        rule, progressive = self.book.envy, tables.get("progressive")
        kind = self.book.kind_of_table(rule.paytables) if rule else None
        if rule is None or kind is None or kind.name not in self._needed_kinds():
            return
        chosen = self.form.paytables.get(rule.paytables)
        if progressive is None:
            if chosen is not None:
                self._choose(kind, chosen)
            return
        if rule.with_progressive and progressive.id not in rule.with_progressive:
            if chosen is not None:
                self.report(
                    f"paytables.{kind.name}: progressive table {progressive.id} has no envy bonus",
                    chosen,
                    kind.clauses,
                )
            return
        table = self._choose(kind, progressive.id if chosen is None else chosen)
        if table:
            tables[kind.name] = table

    def payout_limit(self) -> int | None:
        """The payout limit: the book must allow one, and it must reach the book's minimum."""
        limit, rule = self.form.payout_limit, self.book.payout_limit
        if limit is None:
            return None
        if rule is None:
            self.report(f"payout_limit: {self.book.id} does not allow a payout limit", format_cents(limit))
        elif limit < rule.least:
            self.report(
                f"payout_limit: {format_cents(limit)} is below the minimum, {format_cents(rule.least)}",
                format_cents(limit),
                rule.least_clauses,
            )
        return limit

    def options(self) -> dict[str, bool]:
        """Every option of the book, as filed or by default."""
        known = {option.name: option.default for option in self.book.options}
        fixed = {one.name: one for one in self.book.fixed}
        for name in self.form.options:
            if name in fixed:
                self.report(f"options.{name}: not an option here: {fixed[name].says}", name, fixed[name].clauses)
            elif name not in known:
                self.report(f"options.{name}: {self.book.id} has no such option; {nearest(name, list(known))}", name)
        return known | {name: value for name, value in self.form.options.items() if name in known}

    def house_name(self) -> str:
        """The name of the operator, which the layout shows."""
        name = self.form.house_name
        clauses = next((one.clauses for one in self.book.layout if one.shows == "house_name"), ())
        if name is None:
            self.missing("house_name", "the name of the facility operator", clauses)
        elif not name.strip():
            self.report("house_name is blank: write the name of the facility operator", name, clauses)
        return name or ""

    def house_rules(self) -> HouseRules:
        """Check everything. Use the result only if there are no problems."""
        house_name = self.house_name()
        positions, boxes = self.positions()
        tables = self.tables()
        unit, limits = check_limits(self, self.offered, tables)
        way = check_dealing(self)
        amounts, meters = check_progressive(self, self.offered, tables, unit)
        return HouseRules(
            book=self.book,
            house_name=house_name,
            approved=self.form.approved,
            positions=positions,
            adjacent_boxes=boxes,
            wagers=self.offered,
            tables=tables,
            chip_unit=unit,
            limits=limits,
            dealing=way.dealing,
            order=way.order,
            shuffler=way.shuffler,
            decks=way.decks,
            device_approval=way.device_approval,
            shoe_location=way.shoe_location,
            progressive_wagers=amounts,
            meters=meters,
            payout_limit=self.payout_limit(),
            options=self.options(),
        )


def is_folder(path: Path) -> bool:
    """Whether a path is a folder; False also for an invalid or inaccessible path."""
    try:
        return path.is_dir()
    except (OSError, ValueError):
        return False


def find_book(name: object, beside: Path | None = None) -> RuleBook:
    """A book by its id, or by the path of its folder (relative to the file that names it)."""
    if isinstance(name, str) and name in book_ids():
        return load_book(name)
    if name is None:
        raise MalformedError(Problem("the submission names no rule book (rulebook = ...)", "rulebook"))
    if isinstance(name, str) and name:
        folder = (beside or Path()) / name
        if is_folder(folder):
            return load_with_register(folder)[0]
    raise MalformedError(Problem(f"there is no rule book {str(name)[:60]!r}; {book_hint(str(name))}", str(name)[:60]))


def check(data: Mapping[str, object], beside: Path | None = None) -> tuple[HouseRules, list[Problem]]:
    """Check a submission's content. Use the house rules only if the list of problems is empty."""
    book = find_book(data.get("rulebook"), beside)
    form, problems = read_form(data, book.flow.unit)
    if form is None:
        raise MalformedError(problems.values())
    collector = _Check(book, form, problems)
    rules = collector.house_rules()
    return rules, [*problems.values(), *collector.problems]


def house_rules(data: Mapping[str, object], beside: Path | None = None) -> HouseRules:
    """The house rules of a submission; `RefusedError` with all problems if there are any."""
    rules, problems = check(data, beside)
    if problems:
        raise RefusedError(problems)
    return rules
