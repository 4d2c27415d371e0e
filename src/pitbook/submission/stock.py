"""The stock submission of a book: every optional wager, the first table of each kind, the most positions."""

from typing import NotRequired, TypedDict

from pitbook.money import format_cents
from pitbook.rulebooks import RuleBook
from pitbook.rulebooks.models import Paytable
from pitbook.rulebooks.procedures import Shuffler

HOUSE_NAME = "Pitbook House"
MAIN = {"least": "5.00", "most": "500.00"}
SIDE = {"least": "1.00", "most": "100.00"}
CHIP_UNIT = "0.50"
PROGRESSIVE_WAGER = "1.00"
RATE = "0.10"


class StockProgressive(TypedDict):
    """The progressive part of a stock submission; meters by name."""

    wager: str
    meters: dict[str, dict[str, str]]


class StockSubmission(TypedDict):
    """The content of a stock submission, as a submission file would have it."""

    rulebook: str
    house_name: str
    positions: int
    wagers: list[str]
    paytables: dict[str, str]
    limits: dict[str, str | dict[str, str]]
    dealing: dict[str, str | int]
    options: dict[str, bool]
    adjacent_boxes: NotRequired[int]
    progressive: NotRequired[StockProgressive]


def stock_meters(table: Paytable) -> dict[str, dict[str, str]]:
    """Each meter of a progressive table at its minimum, with the stock rate of progression."""
    return {
        meter.name: {
            "initial": format_cents(meter.stock_amount),
            "reset": format_cents(meter.stock_amount),
            "rate": RATE,
        }
        for meter in table.meters
    }


def stock_submission(book: RuleBook) -> dict[str, object]:
    """The stock submission, to be edited."""
    return {**stock_choices(book)}


def stock_choices(book: RuleBook) -> StockSubmission:
    """Every choice of the stock submission."""
    dealing = book.dealing[0]
    data: StockSubmission = {
        "rulebook": book.id,
        "house_name": HOUSE_NAME,
        "positions": book.positions.most,
        "wagers": [wager.name for wager in book.wagers if wager.optional],
        "paytables": {kind.name: kind.tables[0].id for kind in book.paytables if kind.default_from is None},
        "limits": {"chip_unit": CHIP_UNIT, book.flow.unit: dict(MAIN), "side": dict(SIDE)},
        "dealing": {
            "method": dealing.method.value,
            "order": dealing.orders[0].name,
            "shuffler": Shuffler.MANUAL.value,
            "decks": 1,
        },
        "options": {option.name: option.default for option in book.options},
    }
    if book.positions.per_player == "as_filed":
        data["adjacent_boxes"] = book.positions.most
    if kind := book.kind_of_table("progressive"):
        data["progressive"] = {"wager": PROGRESSIVE_WAGER, "meters": stock_meters(kind.tables[0])}
    return data


def _tables(data: object) -> list[tuple[str, dict[str, str]]]:
    """The named tables within a section of a file; empty if it is something else."""
    return [(name, part) for name, part in data.items() if isinstance(part, dict)] if isinstance(data, dict) else []


def choose_table(book: RuleBook, data: dict[str, object], kind: str, table_id: str) -> None:
    """Change one choice of paytable; a progressive table also sets its minimum amounts and its envy letter."""
    chosen = data.setdefault("paytables", {})
    if not isinstance(chosen, dict):
        return  # The check reports what is wrong with it.
    chosen[kind] = table_id
    tables = book.kind_of_table(kind)
    table = tables.table(table_id) if tables else None
    if table and table.meters:
        chosen.pop(book.envy.paytables if book.envy else "", None)
        filed = data.get("progressive", {"wager": PROGRESSIVE_WAGER})
        if isinstance(filed, dict):
            meters = stock_meters(table)
            for name, before in _tables(filed.get("meters")):
                if name in meters and "rate" in before:
                    meters[name]["rate"] = before["rate"]
            data["progressive"] = filed | {"meters": meters}
