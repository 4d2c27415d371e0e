"""Writes the stock submission as a commented TOML file to edit: the choices, and the clause behind each setting."""

import json
from collections.abc import Iterable, Iterator

from pitbook.money import format_cents
from pitbook.rulebooks import RuleBook, interpretations
from pitbook.rulebooks.models import Clauses, PaytableKind
from pitbook.rulebooks.procedures import Shuffler
from pitbook.submission.stock import StockSubmission, stock_choices

_COMMENTS_AT = 36
"""The column in which comments begin, if the setting is short enough."""
_CHIP_UNIT = "fractions_of_a_cent"
"""The reading that makes wagers multiples of a unit."""
_SIDE_WAGERS = "all side wagers; for one alone: wagers.NAME = { ... }"


def render(book: RuleBook, rulebook: str | None = None) -> str:
    """The stock submission as a file; `rulebook` is the path of a book that is not embedded."""
    data = stock_choices(book)
    data["rulebook"] = rulebook or data["rulebook"]
    parts = (_head(book, data), _paytables(book, data), _limits(book, data), _dealing(book, data))
    lines = [line for part in parts for line in (*part, "")]
    if "progressive" in data:
        lines += [*_progressive(book, data), ""]
    return "\n".join([*lines, *_options(book)]) + "\n"


def _value(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {_value(item)}" for key, item in value.items()) + " }"
    return json.dumps(value)


def _cited(book: RuleBook, clauses: Iterable[str], reading: int | None = None) -> str:
    """The clauses in brackets, this book's without its id, and the reading if there is one."""
    named = [clause.removeprefix(f"{book.id} ") for clause in dict.fromkeys(clauses)]
    if reading is not None:
        named.append(f"reading {reading}")
    return f" [{', '.join(named)}]" if named else ""


def _line(
    book: RuleBook, key: str, value: object, says: str, clauses: Iterable[str] = (), reading: int | None = None
) -> str:
    """A setting with a comment: what it means, and its clauses."""
    return f"{key} = {_value(value)}".ljust(_COMMENTS_AT - 1) + f" # {says}{_cited(book, clauses, reading)}"


def _unset(book: RuleBook, key: str, value: str, says: str, clauses: Iterable[str] = ()) -> str:
    """A setting that the stock submission leaves out, commented out."""
    return f"# {key} = {value}".ljust(_COMMENTS_AT - 1) + f" # {says}{_cited(book, clauses)}"


def _head(book: RuleBook, data: StockSubmission) -> Iterator[str]:
    positions = book.positions
    yield f"# Rules Submission: {book.title}"
    yield f"# {book.authority}"
    yield "# Edit this file, then run: pitbook submission check FILE"
    if book.house_default:
        yield f"# Clauses in brackets are the book's own; where it is silent, those of {book.house_default}."
    else:
        yield "# Clauses of the book are in brackets."
    yield ""
    yield f"rulebook = {_value(data['rulebook'])}"
    shown = next((one.clauses for one in book.layout if one.shows == "house_name"), ())
    yield _line(book, "house_name", data["house_name"], "the operator's name, as on the layout", shown)
    yield _unset(book, "approved", "2026-01-31", "the approval date, once there is one")
    at_most = f"at most {positions.most}"
    yield _line(book, "positions", data["positions"], at_most, positions.clauses[:1], positions.reading)
    if "adjacent_boxes" in data:
        says = "on how many of them, side by side, one player may wager"
        yield _line(book, "adjacent_boxes", data["adjacent_boxes"], says, positions.per_player_clauses)
    optional = [f"{wager.name}{_cited(book, wager.clauses[:1])}" for wager in book.wagers if wager.optional]
    yield f"# the optional wagers on offer: {', '.join(optional)}"
    yield f"wagers = {_value(data['wagers'])}"
    if limit := book.payout_limit:
        says = "per player and round, at least this amount"
        clauses = (*limit.clauses[:1], *limit.least_clauses)
        yield _unset(book, "payout_limit", _value(format_cents(limit.least)), says, clauses)


def _paytables(book: RuleBook, data: StockSubmission) -> Iterator[str]:
    yield "[paytables]"
    for kind in book.paytables:
        says = f"{kind.title}: {', '.join(table.id for table in kind.tables)}"
        if kind.default_from:
            says += f"; default: the {kind.default_from} table's own"
            yield _unset(book, kind.name, "...", says, kind.clauses)
        else:
            yield _line(book, kind.name, data["paytables"][kind.name], says, kind.clauses)


def _limits(book: RuleBook, data: StockSubmission) -> Iterator[str]:
    limits = data["limits"]
    base = book.wager(book.flow.base)
    yield "[limits]"
    reading = next(reading.number for reading in interpretations() if reading.name == _CHIP_UNIT)
    yield _line(book, "chip_unit", limits["chip_unit"], "all wagers are multiples of it", reading=reading)
    yield _line(book, book.flow.unit, limits[book.flow.unit], "the posted limits", base.limits_clauses)
    yield _line(book, "side", limits["side"], _SIDE_WAGERS)


def _dealing(book: RuleBook, data: StockSubmission) -> Iterator[str]:
    dealing = data["dealing"]
    methods = [f"{one.method.value}{_cited(book, one.clauses[:1])}" for one in book.dealing]
    orders = [
        f"{one.method.value}: {', '.join(order.name + _cited(book, order.clauses) for order in one.orders)}"
        for one in book.dealing
    ]
    needs: Clauses = tuple(clause for one in book.dealing for clause in one.shufflers_clauses)
    yield "[dealing]"
    yield _line(book, "method", dealing["method"], ", ".join(methods))
    yield _line(book, "order", dealing["order"], "; ".join(orders))
    says = f"{', '.join(book.shuffle.shufflers)}; automated when dealt by hand"
    yield _line(book, "shuffler", dealing["shuffler"], says, needs)
    deck = book.deck
    says = (
        "two only with an automated shuffler"
        if deck.decks_with_shuffler > deck.decks
        else "one deck, whatever the shuffler"
    )
    yield _line(book, "decks", dealing["decks"], says, deck.decks_with_shuffler_clauses)
    if approval := book.shuffle.approval_clauses:
        says = f"the approval of a {Shuffler.RESHUFFLING.value} device"
        yield _unset(book, "device_approval", '"..."', says, approval)
    location = tuple(clause for one in book.dealing for clause in one.location_clauses)
    if location:
        yield _unset(book, "shoe_location", '"..."', "the approved or prescribed place of the shoe", location)


def _progressive(book: RuleBook, data: StockSubmission) -> Iterator[str]:
    kind = book.kind_of_table("progressive")
    wager = book.wager("progressive")
    yield "[progressive]"
    says = 'one chip of this amount, or of one of several: ["1.00", "5.00"]'
    yield _line(book, "wager", data["progressive"]["wager"], says, wager.clauses)
    for name, terms in data["progressive"]["meters"].items():
        yield f"[progressive.meters.{name}]"
        least = _least(kind, name)
        yield _line(book, "initial", terms["initial"], "the initial amount of the meter", least)
        same = kind.reset_to_initial_clauses if kind else ()
        says = "the reset amount, which is the same" if same else "the reset amount"
        yield _line(book, "reset", terms["reset"], says, same or least)
        rate = kind.rate_clauses if kind else ()
        yield _line(book, "rate", terms["rate"], "the fraction of each wager that goes to the meter", rate)
        yield _unset(book, "limit", '"..."', "above it, contributions go to the overflow")


def _least(kind: PaytableKind | None, name: str) -> Clauses:
    """The clauses about the minimum of a meter of the first-listed progressive table."""
    meters = kind.tables[0].meters if kind else ()
    return next((meter.clauses for meter in meters if meter.name == name), ())


def _options(book: RuleBook) -> Iterator[str]:
    yield "[options]"
    for option in book.options:
        yield f"# {option.says}{_cited(book, option.clauses, option.reading)}"
        yield f"{option.name} = {_value(option.default)}"
