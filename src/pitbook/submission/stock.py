"""The stock submission of a book: every optional wager, the first table of each kind, the most positions."""

import json
from typing import Any

from pitbook.money import format_cents
from pitbook.rulebooks import RuleBook
from pitbook.rulebooks.models import Table
from pitbook.rulebooks.procedures import Shuffler

HOUSE_NAME = "Pitbook House"
ANTE = {"least": "5.00", "most": "500.00"}
SIDE = {"least": "1.00", "most": "100.00"}
CHIP_UNIT = "0.50"
PROGRESSIVE_WAGER = "1.00"
RATE = "0.10"


def stock_meters(table: Table) -> dict[str, dict[str, str]]:
    """Each meter of a progressive table at its minimum, with the stock rate of progression."""
    return {
        meter.name: {
            "initial": format_cents(meter.stock_amount),
            "reset": format_cents(meter.stock_amount),
            "rate": RATE,
        }
        for meter in table.meters
    }


def stock_submission(book: RuleBook) -> dict[str, Any]:
    """The content of the stock submission, as a submission file would have it."""
    dealing = book.dealing[0]
    data: dict[str, Any] = {
        "rulebook": book.id,
        "house_name": HOUSE_NAME,
        "positions": book.positions.most,
        "wagers": [wager.name for wager in book.wagers if wager.optional],
        "paytables": {kind.name: kind.tables[0].id for kind in book.paytables if kind.default_from is None},
        "limits": {"chip_unit": CHIP_UNIT, "ante": dict(ANTE), "side": dict(SIDE)},
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


def _tables(data: object) -> list[tuple[str, dict[str, Any]]]:
    """The named tables within a part of a file, whatever else may stand there."""
    return [(name, part) for name, part in data.items() if isinstance(part, dict)] if isinstance(data, dict) else []


def choose_table(book: RuleBook, data: dict[str, Any], kind: str, table_id: str) -> None:
    """Change one choice of paytable; a progressive table brings its minimum amounts and its own envy letter."""
    chosen = data.setdefault("paytables", {})
    if not isinstance(chosen, dict):
        return  # The check will say what is wrong with it.
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


def _value(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {_value(item)}" for key, item in value.items()) + " }"
    return json.dumps(value)


def render(book: RuleBook, rulebook: str | None = None) -> str:
    """The stock submission as a commented TOML file to edit; `rulebook` says where the book is, if not embedded."""
    data = stock_submission(book) | ({"rulebook": rulebook} if rulebook else {})
    lines = [
        f"# Rules Submission: {book.title}",
        f"# {book.authority}",
        "# Edit this file, then run: pitbook submission check FILE",
        "",
        f"rulebook = {_value(data['rulebook'])}",
        f"house_name = {_value(data['house_name'])}",
        "# approved = 2026-01-31             # the approval date, once there is one",
        f"positions = {data['positions']}                       # at most {book.positions.most}",
    ]
    if "adjacent_boxes" in data:
        adjacent = f"adjacent_boxes = {data['adjacent_boxes']}".ljust(35)
        lines.append(f"{adjacent} # on how many of them, side by side, one player may wager")
    lines += [f"wagers = {_value(data['wagers'])}  # the optional wagers on offer"]
    if book.payout_limit:
        lines.append(
            f'# payout_limit = "{format_cents(book.payout_limit.least)}"         # per player and round, at least this'
        )
    lines += ["", "[paytables]"]
    for kind in book.paytables:
        ids = ", ".join(table.id for table in kind.tables)
        if kind.default_from:
            lines.append(
                f"# {kind.name} = ...{' ' * 20}# {kind.title}: {ids}; default: the {kind.default_from} table's own"
            )
        else:
            lines.append(f"{kind.name} = {_value(data['paytables'][kind.name])}".ljust(35) + f" # {kind.title}: {ids}")
    limits = data["limits"]
    lines += [
        "",
        "[limits]",
        f"chip_unit = {_value(limits['chip_unit'])}".ljust(35) + " # all wagers are multiples of it",
        f"ante = {_value(limits['ante'])}",
        f"side = {_value(limits['side'])}  # all side wagers; for one alone: wagers.NAME = {{ ... }}",
        "",
        "[dealing]",
    ]
    dealing = data["dealing"]
    orders = "; ".join(f"{d.method.value}: {', '.join(o.name for o in d.orders)}" for d in book.dealing)
    lines += [
        f"method = {_value(dealing['method'])}".ljust(35) + f" # {', '.join(d.method.value for d in book.dealing)}",
        f"order = {_value(dealing['order'])}".ljust(35) + f" # {orders}",
        f"shuffler = {_value(dealing['shuffler'])}".ljust(35) + f" # {', '.join(book.shuffle.shufflers)}",
        f"decks = {dealing['decks']}".ljust(35) + " # two only with an automated shuffler",
    ]
    if "progressive" in data:
        lines += ["", "[progressive]", f"wager = {_value(data['progressive']['wager'])}"]
        for name, terms in data["progressive"]["meters"].items():
            lines += [f"[progressive.meters.{name}]"]
            lines += [f"{key} = {_value(value)}" for key, value in terms.items()]
            lines += ['# limit = "..."                     # above it, contributions go to the overflow']
    lines += ["", "[options]"]
    lines += [f"{option.name} = {_value(option.default)}".ljust(50) + f" # {option.says}" for option in book.options]
    return "\n".join(lines) + "\n"
