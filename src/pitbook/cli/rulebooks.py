"""`pitbook rulebooks`: the books, one book, and how its clauses are covered."""

from typing import Annotated, Any

import typer
from rich.markup import escape

from pitbook.cli.output import console, print_json, table
from pitbook.rulebooks import (
    Coverage,
    RuleBook,
    book_ids,
    coverage_counts,
    interpretations,
    load_book,
    readings_of,
    register,
)
from pitbook.rulebooks.hands import in_words
from pitbook.rulebooks.models import Wager

app = typer.Typer(help="The rule books, one book, and how its clauses are covered.", invoke_without_command=True)
Json = Annotated[bool, typer.Option("--json", help="Print one JSON document.")]


def _short(citations: tuple[str, ...], book: RuleBook) -> str:
    """Clause numbers without the book's own id."""
    return ", ".join(citation.removeprefix(f"{book.id} ") for citation in citations)


@app.callback()
def rulebooks(context: typer.Context, as_json: Json = False) -> None:
    """List the books."""
    if context.invoked_subcommand:
        if as_json:  # `rulebooks --json show ID` means the same as `rulebooks show ID --json`
            context.default_map = {context.invoked_subcommand: {"as_json": True}}
        return
    books = [load_book(book_id) for book_id in book_ids()]
    if as_json:
        print_json(
            {
                "books": [
                    {
                        "id": book.id,
                        "title": book.title,
                        "authority": book.authority,
                        "game": book.game,
                        "clauses": len(register(book.id)),
                    }
                    for book in books
                ]
            }
        )
        return
    rows = [(book.id, book.title, book.authority, len(register(book.id))) for book in books]
    console.print(table("Rule books", ["id", "game", "authority", "clauses"], rows, right=[3]))
    console.print("One book: pitbook rulebooks show ID")


def _needs(wager: Wager) -> str:
    parts = []
    if wager.equals:
        parts.append(f"equal to the {wager.equals}")
    if wager.needs_all:
        parts.append("needs " + " and ".join(wager.needs_all))
    if wager.needs_any:
        parts.append("needs " + " or ".join(wager.needs_any))
    if wager.survives_fold:
        parts.append("stays alive after a fold")
    if wager.survives_fold_option:
        parts.append("after a fold: an option")
    if wager.decided:
        parts.append("placed at a decision")
    return "; ".join(parts)


def _show(book: RuleBook) -> None:
    console.print(f"[bold]{escape(book.title)}[/bold]  ({book.id})\n{escape(book.authority)}\n")
    seats = "one position for each player" if book.positions.per_player == "one" else "adjacent boxes as filed"
    console.print(
        f"At most {book.positions.most} positions, {seats} [{_short(book.positions.clauses, book)}]",
        markup=False,
    )
    if book.dealer.qualifies_with:
        console.print(
            f"The dealer qualifies with a {in_words(book.dealer.qualifies_with)} or better "
            f"[{_short(book.dealer.clauses, book)}]",
            markup=False,
        )
    if book.house_default:
        console.print(f"House default from {book.house_default}: {', '.join(book.house_default_parts)}", markup=False)
    console.print()
    console.print(
        table(
            "Wagers",
            ["wager", "offered", "conditions", "clauses"],
            [
                (
                    wager.title,
                    "optional" if wager.optional else "always",
                    _needs(wager),
                    _short(wager.clauses, book),
                )
                for wager in book.wagers
            ],
        )
    )
    console.print(
        table(
            "Decisions",
            ["street", f"{book.decision.wager}, in antes", "or", "clauses"],
            [
                (
                    in_words(street.name),
                    (" to " if street.any_amount_between else ", ").join(f"{m}x" for m in street.multiples)
                    + (
                        f" (option: {', '.join(f'{m}x' for m in street.optional_multiples)})"
                        if street.optional_multiples
                        else ""
                    ),
                    street.otherwise,
                    _short(street.clauses, book),
                )
                for street in book.decision.streets
            ],
        )
    )
    for kind in book.paytables:
        hands = list(dict.fromkeys(row.hand for one in kind.tables for row in one.rows))
        rows = []
        for hand in hands:
            cells = []
            for one in kind.tables:
                row = next((row for row in one.rows if row.hand == hand), None)
                five = f" / {row.pays_for_5}" if row and row.pays_for_5 else ""
                cells.append(f"{row.pays}{five}" if row else "-")
            rows.append((in_words(hand), *cells))
        if any(one.meters for one in kind.tables):
            rows.append(
                (
                    "meters from",
                    *(
                        ", ".join(
                            f"{m.name} ${m.stock_amount // 100:,}"
                            if len(one.meters) > 1
                            else f"${m.stock_amount // 100:,}"
                            for m in one.meters
                        )
                        for one in kind.tables
                    ),
                )
            )
        console.print(
            table(
                f"{kind.title} ({_short(kind.clauses, book)})",
                ["hand", *(one.id for one in kind.tables)],
                rows,
                right=range(1, len(kind.tables) + 1),
            )
        )
    console.print(
        table(
            "Dealing",
            ["method", "order", "cards", "clauses"],
            [
                (dealing.title, order.name, order.says, _short(order.clauses or dealing.clauses, book))
                for dealing in book.dealing
                for order in dealing.orders
            ],
        )
    )
    console.print(
        table(
            "Irregularities",
            ["what", "leads to", "says", "clauses"],
            [
                (in_words(case.name), in_words(case.outcome), case.says, _short(case.clauses, book))
                for case in book.irregularities
            ],
        )
    )
    if book.options:
        console.print(
            table(
                "Options of the house",
                ["option", "default", "says"],
                [(option.name, "yes" if option.default else "no", option.says) for option in book.options],
            )
        )
    readings = [r for r in interpretations() if any(c.startswith(f"{book.id} ") for c in r.interprets)]
    console.print(
        table(
            "How this book is read",
            ["no.", "reading", "clauses"],
            [
                (
                    r.number,
                    r.reading,
                    _short(tuple(c for c in r.interprets if c.startswith(f"{book.id} ")), book),
                )
                for r in readings
            ],
            right=[0],
        )
    )


@app.command()
def show(book_id: Annotated[str, typer.Argument(metavar="ID")], as_json: Json = False) -> None:
    """Show everything that a book fixes or offers."""
    book = load_book(book_id)
    if as_json:
        print_json(book.model_dump(mode="json"))
    else:
        _show(book)


@app.command()
def coverage(book_id: Annotated[str | None, typer.Argument(metavar="[ID]")] = None, as_json: Json = False) -> None:
    """Count how the clauses are covered; with a book's id, list them."""
    ids = (load_book(book_id).id,) if book_id else book_ids()
    counts = {one: coverage_counts(one) for one in ids}
    if as_json:
        document: dict[str, Any] = {"books": counts}
        if book_id:
            document["clauses"] = [
                {
                    "clause": clause.citation,
                    "says": clause.says,
                    "coverage": clause.coverage.value,
                    "reason": clause.reason,
                    "readings": [reading.name for reading in readings_of(clause.citation)],
                }
                for clause in register(book_id)
            ]
        print_json(document)
        return
    kinds = ["clauses", *(kind.value for kind in Coverage)]
    console.print(
        table(
            "Clauses",
            ["book", *kinds],
            [(one, *counts[one].values()) for one in ids],
            right=range(1, len(kinds) + 1),
        )
    )
    if book_id:
        rows = [
            (
                clause.id,
                clause.coverage.value,
                clause.says
                + (f" ({clause.reason})" if clause.reason else "")
                + "".join(f" [reading {reading.number}]" for reading in readings_of(clause.citation)),
            )
            for clause in register(book_id)
        ]
        console.print(table(book_id, ["clause", "covered", "says"], [tuple(map(escape, row)) for row in rows]))
