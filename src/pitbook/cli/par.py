"""`pitbook par`: the PAR sheet of a game in a file."""

from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from pitbook.cli.output import print_json, print_text
from pitbook.cli.progress import progress_bar
from pitbook.cli.solve import Meters, Stakes, meters_and_stakes
from pitbook.cli.target import Json, PaytableChoices, RowChoices, Target, house_rules_of
from pitbook.odds.paper.par import check_destination, write_par
from pitbook.odds.solution import solve
from pitbook.odds.strategies import generate_card
from pitbook.progress import part_of

_SOLVING, _DERIVED = 0.2, 0.9
"""The progress when the game is solved, and when its strategy card is derived."""


def par(
    target: Target,
    output: Annotated[
        Path, typer.Option("--output", "-o", metavar="FILE", help="The file to write: .html, .pdf, .csv or .json.")
    ],
    meter: Meters = None,
    stake: Stakes = None,
    paytable: PaytableChoices = None,
    row: RowChoices = None,
    as_json: Json = False,
) -> None:
    """Write the PAR sheet: exact odds, tables, volatility, strategy, with charts.

    With paytables other than the submission's, the sheet is marked as not approved.
    """
    rules = house_rules_of(target, paytable, row)
    if paytable:
        rules = replace(rules, approved=None)
    meters, stakes = meters_and_stakes(rules, meter, stake)
    file = check_destination(output)
    with progress_bar(f"PAR sheet of {rules.book.title}") as progress:
        solution = solve(rules, stakes=stakes, meters=meters, progress=part_of(progress, 0, _SOLVING))
        card = generate_card(rules, progress=part_of(progress, _SOLVING, _DERIVED))
        progress(_DERIVED)
        size = write_par(solution, card, file)
        progress(1.0)
    if as_json:
        print_json({"file": str(output), "bytes": size})
    else:
        print_text(f"{output}: the PAR sheet of {rules.book.title}, {size:,} bytes\n")
