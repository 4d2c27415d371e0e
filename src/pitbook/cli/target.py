"""The options that choose a target and its paytables."""

from collections import Counter
from collections.abc import Iterable
from typing import Annotated

import typer

from pitbook.problems import MalformedError, Problem, RefusedError
from pitbook.settlement.highest_win import payout_limit_problems
from pitbook.submission import HouseRules, load_target
from pitbook.submission.rows import with_rows

Json = Annotated[bool, typer.Option("--json", help="Print one JSON document.")]
Target = Annotated[str, typer.Argument(metavar="TARGET", help="A rule book's id or folder, or a submission file.")]
PaytableChoices = Annotated[
    list[str] | None,
    typer.Option("--paytable", metavar="NAME=ID", help="Use another paytable; may be repeated."),
]


RowChoices = Annotated[
    list[str] | None,
    typer.Option("--row", metavar='TABLE.HAND="ODDS"', help="Other odds for one hand; may be repeated."),
]


def must_be_given_once(option: str, names: Iterable[str]) -> None:
    """Refuse two choices for one name, rather than obey one of them."""
    if problems := [Problem(f"{option} {name} is given twice", name) for name, n in Counter(names).items() if n > 1]:
        raise MalformedError(problems)


def house_rules_of(target: str, paytables: list[str] | None, rows: list[str] | None = None) -> HouseRules:
    """The target's house rules with the choices from the options."""
    choices = []
    for text in paytables or ():
        name, equals, table_id = text.partition("=")
        if not (name and equals and table_id):
            raise MalformedError(Problem(f"--paytable {text!r} is not NAME=ID", text))
        choices.append((name, table_id))
    must_be_given_once("--paytable", (name for name, _ in choices))
    must_be_given_once("--row", (text.partition("=")[0].strip() for text in rows or ()))
    rules = with_rows(load_target(target, choices), rows or ())
    if problems := payout_limit_problems(rules):
        raise RefusedError(problems)
    return rules
