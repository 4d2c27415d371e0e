"""Pages to print: the sign and the layout of a table, with the approval date and the house's name on each.

They have no scripts and no inline styles: they link a style sheet at an address that the caller provides.
"""

from collections.abc import Iterable
from html import escape
from pathlib import Path

from pitbook.layout.drawing import felt_svg
from pitbook.layout.felt import Felt, ShownText, felt_of
from pitbook.layout.sign import PaySchedule
from pitbook.submission import HouseRules

STYLE = Path(__file__).parent / "print.css"
SIMULATOR = "Made by Pitbook: a simulator and trainer, not a gaming device."


def sign_page(rules: HouseRules, style: str) -> str:
    """The sign: payout odds of every wager, limits, payout limit."""
    felt = felt_of(rules)
    sign = felt.sign
    limits = "".join(
        f"<tr><th scope='row'>{escape(limit.label)}</th><td>{escape(limit.text)}</td></tr>" for limit in sign.limits
    )
    notes = "".join(f"<li>{escape(note.text)}</li>" for note in sign.notes)
    body = (
        f"<section class='schedules'>{''.join(_schedule(schedule) for schedule in sign.schedules)}</section>"
        f"<section class='limits'><h2>Table limits</h2><table>{limits}</table></section>"
        f"<ul class='notes'>{notes}</ul>"
    )
    return _page(felt, "Sign", body, style, "sign", [(one.title, one.clauses) for one in sign.schedules])


def layout_page(rules: HouseRules, style: str) -> str:
    """The layout: the drawing, and a list of its parts with their clauses."""
    felt = felt_of(rules)
    equipment = "".join(f"<li>{escape(one.text)}</li>" for one in felt.equipment)
    body = f"<figure>{felt_svg(felt)}</figure>"
    if equipment:
        body += f"<section class='equipment'><h2>On the table</h2><ul>{equipment}</ul></section>"
    return _page(felt, "Layout", body, style, "layout", _parts(felt))


def _parts(felt: Felt) -> list[tuple[str, tuple[str, ...]]]:
    shown: Iterable[ShownText] = (*felt.inscriptions, *felt.equipment)
    return [
        (felt.house_name.text, felt.house_name.clauses),
        (f"{felt.positions} positions", felt.position_clauses),
        *((area.label, area.clauses) for area in felt.areas),
        *((f"{area.label}: {area.cards} cards", area.clauses) for area in felt.cards),
        *((one.text, one.clauses) for one in shown),
        ("Payout odds", felt.sign.clauses),
    ]


def _schedule(schedule: PaySchedule) -> str:
    rows = "".join(
        f"<tr><th scope='row'>{escape(line.when)}</th><td>{escape(line.pays)}</td></tr>" for line in schedule.lines
    )
    notes = "".join(f"<p>{escape(note.text)}</p>" for note in schedule.notes)
    return f"<section class='schedule'><h2>{escape(schedule.title)}</h2><table>{rows}</table>{notes}</section>"


def _page(felt: Felt, what: str, body: str, style: str, kind: str, cited: Iterable[tuple[str, tuple[str, ...]]]) -> str:
    approval = f"Approved {felt.approved.isoformat()}" if felt.approved else "Not approved: a draft"
    clauses = "".join(
        f"<tr><th scope='row'>{escape(part)}</th><td>{escape(', '.join(found))}</td></tr>"
        for part, found in cited
        if found
    )
    return (
        "<!doctype html>\n"
        f"<html lang='en'><head><meta charset='utf-8'><title>{escape(f'{what}: {felt.title}')}</title>"
        "<meta name='viewport' content='width=device-width, initial-scale=1'>"
        f"<link rel='icon' href='data:,'><link rel='stylesheet' href='{escape(style)}'></head>\n"
        f"<body class='{kind}'><header><h1>{escape(felt.house_name.text)}</h1>"
        f"<p>{escape(felt.title)}</p><p class='approval'>{escape(approval)} · rules {felt.rules[:16]}</p></header>\n"
        f"<main>{body}</main>\n<footer>"
        f"<details open><summary>Clauses</summary><table>{clauses}</table></details>"
        f"<p>{escape(felt.house_name.text)}, {escape(felt.title)}. {escape(approval)}. {SIMULATOR}</p>"
        "</footer></body></html>\n"
    )
