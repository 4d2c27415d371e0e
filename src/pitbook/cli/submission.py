"""`pitbook submission`: a stock submission to edit, and the check of one against its book."""

from pathlib import Path
from typing import Annotated

import typer

from pitbook.cli.output import DOES_NOT_HOLD, console, print_json, print_problems, problem_json
from pitbook.rulebooks.book import read_toml
from pitbook.submission import check, render
from pitbook.submission.check import find_book

app = typer.Typer(help="An operator's Rules Submission: a stock one to edit, and its check.", no_args_is_help=True)


@app.command()
def new(book_id: Annotated[str, typer.Argument(metavar="ID")]) -> None:
    """Print a commented stock submission of a book, to edit."""
    typer.echo(render(find_book(book_id)), nl=False)


@app.command("check")
def check_file(
    file: Annotated[Path, typer.Argument(metavar="FILE")],
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON document.")] = False,
) -> None:
    """Check a submission against its book, and report every problem with its clause."""
    rules, problems = check(read_toml(file), file.parent)
    if as_json:
        print_json(
            {
                "ok": not problems,
                "rulebook": rules.book.id,
                "digest": None if problems else rules.digest,
                "problems": [problem_json(problem) for problem in problems],
            }
        )
    if problems:
        print_problems(problems)
        raise SystemExit(DOES_NOT_HOLD)
    if not as_json:
        console.print(f"{file} holds: {rules.book.title}, {rules.positions} positions.", markup=False)
        console.print(f"digest {rules.digest}", markup=False)
