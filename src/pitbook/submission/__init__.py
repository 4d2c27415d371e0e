"""An operator's Rules Submission, checked against its book: the house rules that everything else reads."""

from collections.abc import Iterable
from pathlib import Path

from pitbook.files import read_toml
from pitbook.problems import MalformedError, Problem, nearest
from pitbook.rulebooks import book_ids, load_book
from pitbook.rulebooks.known_books import book_hint
from pitbook.submission.check import check, find_book, house_rules, is_folder
from pitbook.submission.house_rules import HouseRules, Limits, MeterTerms
from pitbook.submission.notes import notes
from pitbook.submission.rendering import render
from pitbook.submission.stock import choose_table, stock_submission

__all__ = [
    "HouseRules",
    "Limits",
    "MeterTerms",
    "check",
    "house_rules",
    "load_target",
    "notes",
    "render",
    "stock_submission",
]


def _exists(path: Path) -> bool:
    try:
        return path.exists()
    except (OSError, ValueError):
        return False


def load_target(target: str, paytables: Iterable[tuple[str, str]] = ()) -> HouseRules:
    """The house rules of a target: a submission file, or a book's id or folder, which stands for its stock submission.

    `paytables` overrides single choices; a progressive table also sets its minimum amounts and its envy letter.
    """
    path = Path(target)
    beside = path.parent
    if target in book_ids():
        book = load_book(target)
        data = stock_submission(book)
    elif is_folder(path):
        book = find_book(str(path.absolute()))
        # The full path, because a folder may have the same name as an embedded book.
        data = stock_submission(book) | {"rulebook": str(path.absolute())}
    elif path.suffix == ".toml" or _exists(path):
        data = read_toml(path)
        book = find_book(data.get("rulebook"), beside)
    else:
        raise MalformedError(
            Problem(f"{target[:80]!r} is neither a rule book nor a file; {book_hint(target)}", target[:80])
        )
    chosen, known = tuple(paytables), [kind.name for kind in book.paytables]
    if unknown := [kind for kind, _ in chosen if kind not in known]:
        raise MalformedError(
            Problem(f"paytables.{kind}: the book has no such tables; {nearest(kind, known)}", kind) for kind in unknown
        )
    follows = {kind.name for kind in book.paytables if kind.default_from}
    for kind, table_id in sorted(chosen, key=lambda choice: choice[0] in follows):
        choose_table(book, data, kind, table_id)
    return house_rules(data, beside)
