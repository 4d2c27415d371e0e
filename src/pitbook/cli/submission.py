"""`pitbook submission`: write a stock submission to edit, and check one against its book."""

from pathlib import Path
from typing import Annotated

import typer

from pitbook.cli.output import DOES_NOT_HOLD, print_json, print_problems, print_text, problem_json
from pitbook.files import read_toml
from pitbook.settlement.highest_win import payout_limit_problems
from pitbook.submission import check, notes, render, stock_submission
from pitbook.submission.check import find_book

app = typer.Typer(help="Write or check an operator's Rules Submission.", no_args_is_help=True)


Json = Annotated[bool, typer.Option("--json", help="Print one JSON document.")]


@app.command()
def new(book_id: Annotated[str, typer.Argument(metavar="ID")], as_json: Json = False) -> None:
    """Print a commented stock submission of a book, to edit."""
    book = find_book(book_id)
    rulebook = book.id if book_id == book.id else str(Path(book_id).resolve())
    if as_json:
        print_json(stock_submission(book) | {"rulebook": rulebook})
    else:
        print_text(render(book, rulebook))


@app.command("check")
def check_file(
    file: Annotated[Path, typer.Argument(metavar="FILE")],
    as_json: Json = False,
) -> None:
    """Check a submission against its book, and report every problem with its clause."""
    rules, problems = check(read_toml(file), file.parent)
    problems = [*problems, *payout_limit_problems(rules)]
    remarks = notes(rules)
    if as_json:
        print_json(
            {
                "ok": not problems,
                "rulebook": rules.book.id,
                "digest": None if problems else rules.digest,
                "problems": [problem_json(problem) for problem in problems],
                "notes": [problem_json(note) for note in remarks],
            }
        )
    if problems:
        print_problems(problems)
        raise SystemExit(DOES_NOT_HOLD)
    if not as_json:
        told = "".join(f"note: {note}\n" for note in remarks)
        print_text(f"{file} is valid: {rules.book.title}, {rules.positions} positions.\n{told}digest {rules.digest}\n")
