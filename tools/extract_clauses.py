"""Print every clause id of a rule book's source document, one per line, in the order of the document.

Called as `python tools/extract_clauses.py md-heads-up-holdem SOURCE.txt`.
"""

import argparse
import importlib
import sys
from pathlib import Path

MODULES = {
    "md-heads-up-holdem": "maryland_holdem",
    "ma-heads-up-holdem": "massachusetts",
    "galaxy-heads-up-holdem": "galaxy",
    "md-four-card-poker": "four_card",
}


def clause_ids(book: str, text: str) -> list[str]:
    """The ids of one book's clauses, found by the module that knows how this book is lettered."""
    module = importlib.import_module(f"clause_ids.{MODULES[book]}")
    ids: list[str] = module.clause_ids(text)
    return ids


def main() -> int:
    parser = argparse.ArgumentParser(description="Print every clause id of a rule book's source document.")
    parser.add_argument("book", choices=MODULES, help="the id of the rule book")
    parser.add_argument("source", type=Path, help="its source document, as text")
    arguments = parser.parse_args()
    try:
        text = arguments.source.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as problem:
        print(f"{arguments.source} can't be read: {problem}", file=sys.stderr)
        return 2
    ids = clause_ids(arguments.book, text)
    if not ids:
        print(f"{arguments.source} has no clause of {arguments.book}", file=sys.stderr)
        return 2
    print("\n".join(ids))
    return 0


if __name__ == "__main__":
    sys.exit(main())
