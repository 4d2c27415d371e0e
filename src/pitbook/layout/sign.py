"""The sign at the table: what every wager on offer pays, the limits, and the payout limit, each with its clauses.

Everything comes from the house rules; no number is written here.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from pitbook.layout import documents
from pitbook.money import format_cents, format_dollars
from pitbook.problems import Problem, RefusedError
from pitbook.rulebooks.cases import case_when, unqualified_case
from pitbook.rulebooks.hands import in_words, with_article
from pitbook.rulebooks.models import Case, Paytable, PaytableKind, PaytableRow, Wager
from pitbook.rulebooks.pays import Dollars, ForOne, Nothing, Pays, ToOne
from pitbook.rulebooks.procedures import Inscription
from pitbook.settlement.pay import envy_amount, fixed_award
from pitbook.submission import HouseRules


@dataclass(frozen=True, slots=True)
class SignLine:
    """One line of a schedule: a hand or an event, and what it pays."""

    when: str
    pays: str
    clauses: tuple[str, ...]
    on: str | None = None
    """The hand or reason of the settlement lines that this line pays."""
    amount: int | None = None
    """A fixed sum, in cents."""

    @property
    def money(self) -> str | None:
        """The fixed sum as text."""
        return None if self.amount is None else format_cents(self.amount)

    def as_json(self) -> documents.SignLine:
        """The line in JSON types."""
        return {
            "when": self.when,
            "pays": self.pays,
            "on": self.on,
            "amount": self.money,
            "clauses": list(self.clauses),
        }


@dataclass(frozen=True, slots=True)
class SignNote:
    """A sentence, with the clauses that it comes from."""

    text: str
    clauses: tuple[str, ...]

    def as_json(self) -> documents.Note:
        """The note in JSON types."""
        return {"text": self.text, "clauses": list(self.clauses)}


@dataclass(frozen=True, slots=True)
class PaySchedule:
    """What one wager, or one paytable of it, pays."""

    wager: str
    title: str
    table: str | None
    """The letter or number of the paytable."""
    lines: tuple[SignLine, ...]
    notes: tuple[SignNote, ...]
    clauses: tuple[str, ...]

    def as_json(self) -> documents.PaySchedule:
        """The schedule in JSON types."""
        return {
            "wager": self.wager,
            "title": self.title,
            "table": self.table,
            "lines": [line.as_json() for line in self.lines],
            "notes": [note.as_json() for note in self.notes],
            "clauses": list(self.clauses),
        }


@dataclass(frozen=True, slots=True)
class PostedLimit:
    """The least and the most of a wager, in cents."""

    wager: str
    label: str
    least: int
    most: int
    clauses: tuple[str, ...]
    amounts: tuple[int, ...] = ()
    """The only amounts that may be wagered, if they are fixed."""

    @property
    def text(self) -> str:
        """As it is posted."""
        if self.amounts:
            return " or ".join(format_dollars(amount) for amount in self.amounts)
        if self.least == self.most:
            return format_dollars(self.least)
        return f"{format_dollars(self.least)} to {format_dollars(self.most)}"

    def as_json(self) -> documents.PostedLimit:
        """The limit in JSON types."""
        return {
            "wager": self.wager,
            "label": self.label,
            "least": format_cents(self.least),
            "most": format_cents(self.most),
            "amounts": [format_cents(amount) for amount in self.amounts] or None,
            "text": self.text,
            "clauses": list(self.clauses),
        }


@dataclass(frozen=True, slots=True)
class Sign:
    """The whole sign."""

    schedules: tuple[PaySchedule, ...]
    limits: tuple[PostedLimit, ...]
    notes: tuple[SignNote, ...]
    clauses: tuple[str, ...]
    """The clauses that demand the sign."""

    def as_json(self) -> documents.Sign:
        """The sign in JSON types."""
        return {
            "schedules": [schedule.as_json() for schedule in self.schedules],
            "limits": [limit.as_json() for limit in self.limits],
            "notes": [note.as_json() for note in self.notes],
            "clauses": list(self.clauses),
        }


def inscriptions_of(rules: HouseRules) -> tuple[Inscription, ...]:
    """The inscriptions that the book requires for the wagers that this house offers."""
    return tuple(one for one in rules.book.layout if one.when_offered is None or one.when_offered in rules.wager_names)


def shown_as(rules: HouseRules, name: str) -> Inscription | None:
    """The book's entry of this name, if it has one that applies."""
    return next((one for one in inscriptions_of(rules) if one.shows == name), None)


def sign_of(rules: HouseRules) -> Sign:
    """The sign of a table with these house rules."""
    odds, limits = shown_as(rules, "payout_odds"), shown_as(rules, "limits")
    found = (schedule for wager in rules.wagers for schedule in _schedules(rules, wager))
    # Wagers that one table pays share its schedule.
    schedules = tuple({(one.title, one.lines): one for one in reversed(tuple(found))}.values())[::-1]
    notes = tuple(note for note in (push_note(rules), payout_limit_note(rules)) if note)
    clauses = (*(odds.clauses if odds else ()), *(limits.clauses if limits else ()))
    return Sign(schedules, tuple(_limits(rules, limits)), notes, tuple(dict.fromkeys(clauses)))


def push_note(rules: HouseRules) -> SignNote | None:
    """Which wagers push if the dealer's hand is below some hand, with the clauses of the book's entry or rules."""
    least = rules.book.qualifier
    apart = {wager.name: case for wager in rules.wagers if (case := unqualified_case(wager)) and case.pays == "push"}
    pushing = [wager for wager in rules.wagers if wager.name in apart]
    if least is None or not pushing:
        return None
    entry = shown_as(rules, "ante_pushes_below_qualifier")
    verb = "push" if len(pushing) > 1 else "pushes"
    text = f"{' and '.join(wager.title for wager in pushing)} {verb} if the dealer has {below(least)}"
    return SignNote(text, entry.clauses if entry else apart[pushing[0].name].clauses)


def payout_limit_note(rules: HouseRules) -> SignNote | None:
    """The payout limit per hand, or that this house has none; None if the book has no such limit."""
    if rules.book.payout_limit is None:
        return None
    entry = shown_as(rules, "payout_limit")
    clauses = (*(entry.clauses if entry else ()), *rules.book.payout_limit.clauses)
    if rules.payout_limit is None:
        return SignNote("No payout limit per hand", clauses)
    spared = " and ".join(in_words(name) for name in rules.book.payout_limit.never_limits if _offers(rules, name))
    beyond = f" ({spared} not limited)" if spared else ""
    return SignNote(f"Payout limit per hand: {format_dollars(rules.payout_limit)}{beyond}", clauses)


def _offers(rules: HouseRules, name: str) -> bool:
    return name in rules.wager_names or name in rules.tables


def below(hand: str) -> str:
    """All hands below this one, in words."""
    return f"less than {with_article(in_words(hand))}"


def _limits(rules: HouseRules, entry: Inscription | None) -> Iterator[PostedLimit]:
    """The posted limits of every wager that is placed before the deal."""
    for wager in rules.wagers:
        clauses = wager.limits_clauses or (entry.clauses if entry and not wager.optional else ())
        if wager.progressive:
            amounts = rules.progressive_wagers
            yield PostedLimit(wager.name, wager.title, min(amounts), max(amounts), clauses, amounts)
            continue
        found = rules.limits.get(wager.equals or wager.name)
        if found is not None and not wager.decided:
            yield PostedLimit(wager.name, wager.title, found.least, found.most, clauses)


def _schedules(rules: HouseRules, wager: Wager) -> Iterator[PaySchedule]:
    if wager.against_dealer:
        if wager.tables:
            yield from _by_tables(rules, wager)
        else:
            yield PaySchedule(wager.name, wager.title, None, tuple(_against_dealer(rules, wager)), (), wager.clauses)
        return
    kind, table = _chosen(rules, wager.table)
    if kind is None or table is None:
        return
    if not wager.progressive:
        yield _by_table(rules, wager, kind, table)
        return
    yield from _progressive(rules, wager, kind, table)
    kind, table = _chosen(rules, rules.book.envy.paytables if rules.book.envy else None)
    if kind and table and rules.book.envy:
        notes = (SignNote("Paid to the other players who made the progressive wager", rules.book.envy.clauses),)
        for amount in rules.progressive_wagers:
            lines = tuple(
                _envy_line(rules, table, row, amount) for row in table.rows if not isinstance(row.pays, Nothing)
            )
            title, clauses = _title_for(rules, kind, amount), _for_stake(kind, table, lines)
            yield PaySchedule(kind.name, title, table.id, lines, notes, clauses)


def _progressive(rules: HouseRules, wager: Wager, kind: PaytableKind, table: Paytable) -> Iterator[PaySchedule]:
    """One schedule for each progressive wager on offer if the table has fixed sums, otherwise one for all of them."""
    paid = _by_table(rules, wager, kind, table, tuple(_meter_notes(rules, kind, table)))
    if all(line.amount is None for line in paid.lines):
        yield paid
        return
    for stake in rules.progressive_wagers:
        lines = tuple(_scaled(line, stake) for line in paid.lines)
        yield replace(paid, title=_title_for(rules, kind, stake), lines=lines)


def _scaled(line: SignLine, stake: int) -> SignLine:
    """A line of a progressive for a wager of this amount."""
    if line.amount is None:
        return line
    cents = fixed_award(line.amount, stake)
    return replace(line, pays=format_dollars(cents), amount=cents)


def _title_for(rules: HouseRules, kind: PaytableKind, stake: int) -> str:
    """The title of what one of several progressive wagers pays."""
    several = len(rules.progressive_wagers) > 1
    return f"{kind.title} for a {format_dollars(stake)} wager" if several else kind.title


def _for_stake(kind: PaytableKind, table: Paytable, lines: tuple[SignLine, ...]) -> tuple[str, ...]:
    """The clauses of a table, except those whose lines are all for other wagers than these."""
    every = {one for row in table.rows for one in (*row.clauses, *row.clauses_for_5)}
    shown = {one for line in lines for one in line.clauses}
    return tuple(
        clause for clause in (*kind.clauses, *table.clauses) if not _inside(clause, every) or _inside(clause, shown)
    )


def _inside(clause: str, lines: set[str]) -> bool:
    """Whether any of these clauses is a part of this one."""
    return any(line.startswith(f"{clause}(") for line in lines)


def _chosen(rules: HouseRules, name: str | None) -> tuple[PaytableKind | None, Paytable | None]:
    return (rules.book.kind_of_table(name), rules.tables.get(name)) if name else (None, None)


def _against_dealer(rules: HouseRules, wager: Wager) -> Iterator[SignLine]:
    """What a wager without a paytable wins, and what it pays if the dealer does not qualify."""
    listed = {case.table for case in wager.cases if case.table}
    for result, when in (("beats", "beats the dealer"), ("ties", "ties the dealer")):
        case = case_when(wager, result, tables=listed)
        if case and isinstance(case.pays, ToOne):
            yield _line(rules, when, case.pays, case.clauses, case.reason)
        elif case:
            yield SignLine(when, str(case.pays), case.clauses, case.reason)
    least, case = rules.book.qualifier, unqualified_case(wager)
    if case and least:
        yield SignLine(f"dealer has {below(least)}", str(case.pays), case.clauses)


def _by_tables(rules: HouseRules, wager: Wager) -> Iterator[PaySchedule]:
    """A schedule for each table that pays a wager; the one for wins also shows what lower wins and ties pay."""
    for name in wager.tables:
        kind, table = _chosen(rules, name)
        if not kind or not table:
            continue
        paid = _by_table(rules, wager, kind, table)
        won, lower, tied = case_when(wager, "beats", tables={name}), case_when(wager, "beats"), case_when(wager, "ties")
        more = [*_below(table, paid, lower), SignLine("ties the dealer", str(tied.pays), tied.clauses)] if tied else []
        lines = (*paid.lines, *more) if won and won.table == name else paid.lines
        yield PaySchedule(wager.name, kind.title, table.id, lines, (), paid.clauses)


def _below(table: Paytable, paid: PaySchedule, lower: Case | None) -> list[SignLine]:
    """What a win below the lowest hand of the table pays."""
    if lower is None or any(line.pays == "push" for line in paid.lines):
        return []
    return [SignLine(f"wins with {below(table.rows[-1].hand)}", str(lower.pays), lower.clauses)]


def _by_table(
    rules: HouseRules, wager: Wager, kind: PaytableKind, table: Paytable, notes: tuple[SignNote, ...] = ()
) -> PaySchedule:
    lines = tuple(
        _line(rules, rules.book.hand_in_words(table, row.hand), row.pays, row.clauses or table.clauses, row.hand)
        for row in table.rows
        if not isinstance(row.pays, Nothing)
    )
    return PaySchedule(wager.name, kind.title, table.id, lines, notes, (*kind.clauses, *table.clauses))


def _line(rules: HouseRules, when: str, pays: Pays | None, clauses: tuple[str, ...], on: str) -> SignLine:
    """A line whose odds use words that the book allows."""
    entry = shown_as(rules, "payout_odds")
    if entry and isinstance(pays, ForOne) and "for" in entry.forbidden_words:
        message = f"{when}: {pays} cannot be shown on a sign or layout here, where odds must use "
        message += " or ".join(f'"{word}"' for word in entry.odds_words)
        raise RefusedError(Problem(message, str(pays), entry.clauses[0]))
    return SignLine(when, str(pays), clauses, on, pays.cents if isinstance(pays, Dollars) else None)


def _meter_notes(rules: HouseRules, kind: PaytableKind, table: Paytable) -> Iterator[SignNote]:
    names: Mapping[str, tuple[str, ...]] = {meter.name: meter.clauses for meter in table.meters}
    for name, terms in rules.meters.items():
        called = "The meter" if name == "progressive" else f"The {in_words(name)} meter"
        yield SignNote(
            f"{called} is reset to {format_dollars(terms.reset)}", names.get(name, ()) + kind.reset_to_initial_clauses
        )


def _envy_line(rules: HouseRules, table: Paytable, row: PaytableRow, stake: int) -> SignLine:
    """What an envy hand pays a player with this progressive wager."""
    _, cents, clauses = envy_amount(table, row, stake)
    return SignLine(rules.book.hand_in_words(table, row.hand), format_dollars(cents), clauses, row.hand, cents)
