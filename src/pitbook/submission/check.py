"""Checking a submission against its book: every problem with its clause, and the house rules."""

from collections.abc import Collection, Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

from pitbook.money import format_cents, format_dollars
from pitbook.problems import MalformedError, Problem, RefusedError
from pitbook.rulebooks import RuleBook, book_ids, load_book, load_folder
from pitbook.rulebooks.hands import in_words
from pitbook.rulebooks.models import LISTED_STAKES, Clauses, Paytables, Settles, Table, Wager
from pitbook.rulebooks.pays import ToOne
from pitbook.rulebooks.procedures import Dealing, Order, Shuffler
from pitbook.submission.file import LimitsEntry, SubmissionFile, nearest, read_form
from pitbook.submission.house_rules import HouseRules, Limits, MeterTerms


class _Check:
    """Walks through one submission, collecting problems on the way."""

    def __init__(self, book: RuleBook, form: SubmissionFile, faulty: Collection[str] = ()) -> None:
        self.book = book
        self.form = form
        self.faulty = faulty
        self.problems: list[Problem] = []
        self.optional = {wager.name: wager for wager in book.wagers if wager.optional}
        self.offered = self._offered()

    def report(self, message: str, value: object = None, clauses: Clauses = ()) -> None:
        """Note a problem; the first clause is the one that is cited."""
        self.problems.append(Problem(message, None if value is None else str(value), clauses[0] if clauses else None))

    def missing(self, where: str, what: str = "", clauses: Clauses = ()) -> None:
        """Note that a key is missing, unless it was there and something about it has been reported already."""
        for place in self.faulty:
            if f"{place}.".startswith(f"{where}.") or where.startswith(f"{place}."):
                return
        self.report(f"{where} is missing{what and ': '}{what}", where, clauses)

    def _offered(self) -> tuple[Wager, ...]:
        """The wagers on offer: all that the book requires, and the optional ones that the submission names."""
        chosen = set()
        for name in dict.fromkeys(self.form.wagers or ()):
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
        wagers = {wager.name: wager for wager in self.book.wagers}
        order = (wagers[name] for name in self.book.settlement.order)
        return tuple(wager for wager in order if not wager.optional or wager.name in chosen)

    def positions(self) -> tuple[int, int]:
        """How many positions the table has, and on how many adjacent boxes one player may wager."""
        rule = self.book.positions
        positions = self.form.positions
        if positions is None:
            self.missing("positions", "how many betting positions the table has", rule.clauses)
        elif not 1 <= positions <= rule.most:
            self.report(f"positions must be 1 to {rule.most}, not {positions}", positions, rule.clauses)
        boxes = self.form.adjacent_boxes
        most = positions if positions and 1 <= positions <= rule.most else rule.most
        last = rule.clauses[-1:]
        if rule.per_player == "one":
            if boxes not in (None, 1):
                self.report(f"adjacent_boxes: a player has one position here, not {boxes}", boxes, last)
        elif boxes is None:
            self.missing("adjacent_boxes", "on how many one player may wager", last)
        elif not 1 <= boxes <= most:
            self.report(f"adjacent_boxes must be 1 to the number of positions, not {boxes}", boxes, last)
        return positions or rule.most, boxes or 1

    def tables(self) -> dict[str, Table]:
        """The chosen table of every kind that the wagers on offer need."""
        tables: dict[str, Table] = {}
        needed = self._needed_kinds()
        for kind in self.book.paytables:
            chosen = self.form.paytables.get(kind.name)
            if kind.name not in needed:
                if chosen is not None:
                    self.report(f"paytables.{kind.name}: the wager that it belongs to is not offered", chosen)
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
        kinds = {name for wager in self.offered for name in (wager.table, wager.win_table, wager.loss_table) if name}
        if self.book.envy and any(wager.settles is Settles.PROGRESSIVE for wager in self.offered):
            kinds.add(self.book.envy.paytables)
        return kinds

    def _choose(self, kind: Paytables, chosen: str | None) -> Table | None:
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

    def _choose_envy(self, tables: dict[str, Table]) -> None:
        """Envy comes with the progressive tables that have one; by default with the progressive's own letter."""
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

    def limits(self, tables: Mapping[str, Table]) -> tuple[int, dict[str, Limits]]:
        """The chip unit, and each wager's limits."""
        part = self.form.limits
        unit = part.chip_unit
        if unit is None:
            self.missing("limits.chip_unit", "the smallest step between two wagers")
        elif unit < 1:
            self.report("limits.chip_unit must be more than nothing", format_cents(unit))
        else:
            self._check_unit(unit, tables)
        placed = [wager for wager in self.offered if wager.settles is not Settles.BONUS]
        main = {self.book.decision.of} | {w.name for w in placed if w.equals == self.book.decision.of}
        limits: dict[str, Limits] = {}
        for where, entry in (
            ("ante", part.ante),
            ("side", part.side),
            *((f"wagers.{name}", entry) for name, entry in part.wagers.items()),
        ):
            if entry is None:
                self.missing(f"limits.{where}", "{ least = ..., most = ... }")
            else:
                self._check_limits(where, entry, unit)
        known = [wager.name for wager in placed if not wager.decided]
        for name in part.wagers:
            if name not in known:
                self.report(f"limits.wagers.{name}: no such wager is offered; {nearest(name, known)}", name)
            elif equal := self.book.wager(name).equals:
                self.report(
                    f"limits.wagers.{name}: this wager equals the {equal}, and so do its limits",
                    name,
                    self.book.wager(name).clauses,
                )
        for wager in placed:
            entry = part.wagers.get(wager.name) or (part.ante if wager.name in main else part.side)
            if entry and not wager.decided:
                limits[wager.name] = Limits(entry.least, entry.most)
        return unit or 1, limits

    def _check_unit(self, unit: int, tables: Mapping[str, Table]) -> None:
        """A payout finer than a cent can't be paid: each fraction of a table must come out even on the chip unit."""
        for kind, table in tables.items():
            for row in table.rows:
                if isinstance(row.pays, ToOne) and unit * row.pays.numerator % row.pays.denominator:
                    self.report(
                        f"limits.chip_unit {format_cents(unit)}: {kind} pays {row.pays} for a {in_words(row.hand)}, "
                        f"which is finer than a cent",
                        format_cents(unit),
                        row.clauses or table.clauses,
                    )

    def _check_limits(self, where: str, entry: LimitsEntry, unit: int | None) -> None:
        if entry.least > entry.most:
            self.report(
                f"limits.{where}: the least, {format_cents(entry.least)}, is more than the most, "
                f"{format_cents(entry.most)}",
                format_cents(entry.least),
            )
        if entry.least < 1:
            self.report(f"limits.{where}: the least must be more than nothing", format_cents(entry.least))
        for amount in {entry.least, entry.most}:
            if unit and amount % unit:
                self.report(
                    f"limits.{where}: {format_cents(amount)} is not a multiple of the chip unit {format_cents(unit)}",
                    format_cents(amount),
                )

    def dealing(self) -> tuple[Dealing, Order, Shuffler, int]:
        """The method of dealing with its order of cards, the shuffler, and the number of decks."""
        part, book = self.form.dealing, self.book
        methods = {dealing.method.value: dealing for dealing in book.dealing}
        dealing = methods.get(part.method or "")
        if part.method is None:
            self.missing("dealing.method", f"one of {', '.join(methods)}")
        elif dealing is None:
            self.report(
                f"dealing.method {part.method!r} is not one; {nearest(part.method, list(methods))}",
                part.method,
            )
        shufflers = [shuffler.value for shuffler in book.shuffle.shufflers]
        shuffler = Shuffler(part.shuffler) if part.shuffler in shufflers else None
        if part.shuffler is None:
            self.missing("dealing.shuffler", f"one of {', '.join(shufflers)}")
        elif shuffler is None:
            self.report(
                f"dealing.shuffler: {book.id} knows no {part.shuffler!r}; {nearest(part.shuffler, shufflers)}",
                part.shuffler,
                book.shuffle.into_shoe_clauses,
            )
        if dealing and shuffler and shuffler not in dealing.shufflers:
            fitting = " or ".join(dealing.shufflers)
            self.report(
                f"dealing.method {dealing.method.value} needs the shuffler {fitting}, not {shuffler.value}",
                shuffler.value,
                dealing.shufflers_clauses,
            )
        deck = book.deck
        most = deck.decks if shuffler in (None, Shuffler.MANUAL) else deck.decks_with_shuffler
        if not 1 <= part.decks <= deck.decks_with_shuffler:
            self.report(
                f"dealing.decks must be 1 to {deck.decks_with_shuffler}, not {part.decks}",
                part.decks,
                deck.clauses,
            )
        elif part.decks > most:
            self.report(
                f"dealing.decks: {part.decks} decks need an automated shuffler",
                part.decks,
                deck.decks_with_shuffler_clauses,
            )
        dealing = dealing or book.dealing[0]
        order = self._order(dealing, shuffler)
        return dealing, order, shuffler or Shuffler.MANUAL, part.decks

    def _order(self, dealing: Dealing, shuffler: Shuffler | None) -> Order:
        chosen = self.form.dealing.order
        if chosen is None:
            return dealing.orders[0]
        order = dealing.order(chosen)
        if order is None:
            names = [order.name for order in dealing.orders]
            self.report(
                f"dealing.order: {dealing.method.value} has no {chosen!r}; {nearest(chosen, names)}",
                chosen,
                dealing.clauses,
            )
            return dealing.orders[0]
        if order.only_with and shuffler not in order.only_with:
            self.report(
                f"dealing.order {chosen} needs the shuffler {' or '.join(order.only_with)}",
                chosen,
                order.clauses,
            )
        return order

    def progressive(self, tables: Mapping[str, Table], unit: int) -> tuple[int | None, dict[str, MeterTerms]]:
        """The progressive wager and the terms of each meter of the chosen table."""
        part, table = self.form.progressive, tables.get("progressive")
        offered = any(wager.settles is Settles.PROGRESSIVE for wager in self.offered)
        if not offered:
            if part is not None:
                self.report("progressive: the progressive wager is not offered", "progressive")
            return None, {}
        kind = self.book.kind_of_table("progressive")
        clauses = kind.clauses if kind else ()
        wager = part.wager if part else None
        if wager is None:
            self.missing("progressive.wager", "the amount of the progressive wager", clauses)
        elif wager < 1 or wager % unit:
            self.report(
                f"progressive.wager must be a multiple of the chip unit, not {format_cents(wager)}",
                format_cents(wager),
            )
        else:
            self._check_envy_stake(wager, tables)
        if table is None:
            return wager, {}
        meters = dict.fromkeys(part.meters) if part else {}
        for name in meters:
            if name not in {meter.name for meter in table.meters}:
                known = [meter.name for meter in table.meters]
                self.report(
                    f"progressive.meters.{name}: table {table.id} has no such meter; {nearest(name, known)}",
                    name,
                    table.clauses,
                )
        terms = self._meter_terms(table)
        if sum(term.rate for term in terms.values()) > 1:
            self.report("progressive.meters: the rates take more than the whole wager", None, clauses)
        return wager, terms

    def _check_envy_stake(self, wager: int, tables: Mapping[str, Table]) -> None:
        """Where envy is listed for $1 and for $5, the wager is one of them."""
        envy = tables.get(self.book.envy.paytables) if self.book.envy else None
        if envy and any(row.pays_for_5 for row in envy.rows) and wager not in LISTED_STAKES:
            self.report(
                f"progressive.wager must be {' or '.join(format_dollars(stake) for stake in LISTED_STAKES)}, for which "
                f"envy amounts are listed, not {format_cents(wager)}",
                format_cents(wager),
                envy.clauses,
            )

    def _meter_terms(self, table: Table) -> dict[str, MeterTerms]:
        terms = {}
        filed = self.form.progressive.meters if self.form.progressive else {}
        kind = self.book.kind_of_table("progressive")
        rate_clauses = kind.rate_clauses if kind else ()
        for meter in table.meters:
            where = f"progressive.meters.{meter.name}"
            entry = filed.get(meter.name)
            rate = entry.rate if entry else None
            if rate is None:
                self.missing(f"{where}.rate", "the rate of progression has to be filed", rate_clauses)
            elif not 0 < rate <= 1:
                self.report(f"{where}.rate must be more than 0 and at most 1", str(rate), rate_clauses)
            amounts = {}
            for name in ("initial", "reset"):
                amount = getattr(entry, name) if entry else None
                if amount is None:
                    self.missing(f"{where}.{name}", clauses=meter.clauses)
                elif meter.minimum is not None and amount < meter.minimum:
                    self.report(
                        f"{where}.{name}: {format_cents(amount)} is below the minimum of {format_cents(meter.minimum)} "
                        f"for table {table.id}",
                        format_cents(amount),
                        meter.clauses,
                    )
                amounts[name] = amount if amount is not None else meter.stock_amount
            limit = entry.limit if entry else None
            if limit is not None and limit < max(amounts.values()):
                self.report(
                    f"{where}.limit: {format_cents(limit)} is below what the meter begins with",
                    format_cents(limit),
                )
            terms[meter.name] = MeterTerms(amounts["initial"], amounts["reset"], rate or Fraction(0), limit)
        return terms

    def payout_limit(self) -> int | None:
        """A payout limit needs a book that allows one, and is at least what the book says."""
        limit, rule = self.form.payout_limit, self.book.payout_limit
        if limit is None:
            return None
        if rule is None:
            self.report(f"payout_limit: {self.book.id} provides for no payout limit", format_cents(limit))
        elif limit < rule.least:
            self.report(
                f"payout_limit: {format_cents(limit)} is below the least allowed, {format_cents(rule.least)}",
                format_cents(limit),
                rule.least_clauses,
            )
        return limit

    def options(self) -> dict[str, bool]:
        """Every option of the book, as filed or by default."""
        known = {option.name: option.default for option in self.book.options}
        for name in self.form.options:
            if name not in known:
                self.report(f"options.{name}: {self.book.id} does not offer this; {nearest(name, list(known))}", name)
        return known | {name: value for name, value in self.form.options.items() if name in known}

    def house_rules(self) -> HouseRules:
        """Check everything; the result is meant to be used only if there are no problems."""
        if not self.form.house_name:
            self.missing("house_name", "the name of the facility operator")
        positions, boxes = self.positions()
        tables = self.tables()
        unit, limits = self.limits(tables)
        dealing, order, shuffler, decks = self.dealing()
        wager, meters = self.progressive(tables, unit)
        return HouseRules(
            book=self.book,
            house_name=self.form.house_name or "",
            approved=self.form.approved,
            positions=positions,
            adjacent_boxes=boxes,
            wagers=self.offered,
            tables=tables,
            chip_unit=unit,
            limits=limits,
            dealing=dealing,
            order=order,
            shuffler=shuffler,
            decks=decks,
            progressive_wager=wager,
            meters=meters,
            payout_limit=self.payout_limit(),
            options=self.options(),
        )


def is_folder(path: Path) -> bool:
    """Whether a path leads to a folder; one that is no path at all, or may not be followed, does not."""
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
    if isinstance(name, str):
        folder = (beside or Path()) / name
        if is_folder(folder):
            return load_folder(folder)
    raise MalformedError(
        Problem(f"there is no rule book {str(name)[:60]!r}; the books are {', '.join(book_ids())}", str(name)[:60])
    )


def check(data: dict[str, Any], beside: Path | None = None) -> tuple[HouseRules, list[Problem]]:
    """Check a submission's content. The house rules can be used if the list of problems is empty."""
    book = find_book(data.get("rulebook"), beside)
    form, problems = read_form(data)
    if form is None:
        raise MalformedError(problems.values())
    walk = _Check(book, form, problems)
    rules = walk.house_rules()
    return rules, [*problems.values(), *walk.problems]


def house_rules(data: dict[str, Any], beside: Path | None = None) -> HouseRules:
    """The house rules of a submission that has no problems; otherwise it is refused with all of them."""
    rules, problems = check(data, beside)
    if problems:
        raise RefusedError(problems)
    return rules
