"""`pitbook settle`: pay one described hand."""

from pathlib import Path
from typing import Annotated

import typer

from pitbook.cli.output import console, print_json, table
from pitbook.cli.target import Json, PaytableChoices, Target, house_rules_of
from pitbook.money import format_cents, format_exact
from pitbook.rulebooks.hands import in_words
from pitbook.settlement import Line, Settlement, read_hand_file, read_round
from pitbook.settlement import settle as settle_round
from pitbook.submission import HouseRules


def settle(
    target: Target,
    hand: Annotated[Path, typer.Argument(metavar="HAND.json", help="The hand: cards, wagers, decisions and meters.")],
    paytable: PaytableChoices = None,
    as_json: Json = False,
) -> None:
    """Pay one described hand, line by line, with the clause behind every payout."""
    rules = house_rules_of(target, paytable)
    settlement = settle_round(rules, read_round(rules, read_hand_file(hand)))
    if as_json:
        print_json(settlement.as_json())
    else:
        _show(rules, settlement)


def _what(line: Line) -> str:
    """The result as a dealer would say it."""
    said = f"{line.result.value}, {in_words(line.reason.value)}"
    return f"{said}: {line.pays}" if line.pays else said


def _show(rules: HouseRules, settlement: Settlement) -> None:
    rows: list[tuple[object, ...]] = []
    seat = None
    for line in settlement.lines:
        clauses = ", ".join(clause.removeprefix(f"{rules.book.id} ") for clause in line.clauses)
        rows.append(
            (
                "" if line.seat == seat else line.seat,
                in_words(line.wager),
                format_cents(line.stake),
                in_words(line.hand or "-"),
                _what(line),
                format_cents(line.payout),
                format_cents(line.returned),
                clauses,
            )
        )
        seat = line.seat
    columns = ["seat", "wager", "stake", "hand", "result", "payout", "returned", "clauses"]
    console.print(table(rules.book.title, columns, rows, right=[0, 2, 5, 6]))
    totals = [
        (seat, format_cents(wagered), format_cents(returned), format_cents(returned - wagered))
        for seat, (wagered, returned) in sorted(settlement.totals().items())
    ]
    console.print(table("Totals", ["seat", "wagered", "returned", "net"], totals, right=[0, 1, 2, 3]))
    if settlement.meters:
        meters = [(name, format_exact(amount)) for name, amount in settlement.meters.items()]
        console.print(table("Meters", ["meter", "shows"], meters, right=[1]))
