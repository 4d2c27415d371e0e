"""An operator's Rules Submission, checked against its book: the house rules that everything else reads."""

from collections.abc import Iterable
from pathlib import Path

from pitbook.problems import MalformedError, Problem
from pitbook.rulebooks import book_ids, load_book, load_folder
from pitbook.rulebooks.book import read_toml
from pitbook.submission.check import check, find_book, house_rules
from pitbook.submission.house_rules import HouseRules, Limits, MeterTerms
from pitbook.submission.stock import choose_table, render, stock_submission

__all__ = ["HouseRules", "Limits", "MeterTerms", "check", "house_rules", "load_target", "render", "stock_submission"]


def load_target(target: str, paytables: Iterable[tuple[str, str]] = ()) -> HouseRules:
    """The house rules of a target: a book's id or folder, which means its stock submission, or a submission file.

    `paytables` override single choices; a progressive table also brings its minimum amounts and its envy letter.
    """
    path = Path(target)
    beside = path.parent
    if target in book_ids():
        book = load_book(target)
        data = stock_submission(book)
    elif path.is_dir():
        book = load_folder(path)
        data = stock_submission(book) | {"rulebook": path.name}
    elif path.exists() or path.suffix == ".toml":
        data = read_toml(path)
        book = find_book(data.get("rulebook"), beside)
    else:
        raise MalformedError(
            Problem(
                f"{target[:80]!r} is neither a rule book nor a file; the books are {', '.join(book_ids())}", target[:80]
            )
        )
    for kind, table_id in paytables:
        choose_table(book, data, kind, table_id)
    return house_rules(data, beside)
