"""`pitbook rulebooks`: list, show and check books, and how their clauses are covered."""

from pathlib import Path
from typing import Annotated

import typer
from rich.markup import escape

from pitbook.cli.output import DOES_NOT_HOLD, console, counted, print_json, print_problems, problem_json, table
from pitbook.money import format_dollars
from pitbook.problems import MalformedError, Problem
from pitbook.rulebooks import (
    Coverage,
    Interpretation,
    RuleBook,
    book_ids,
    coverage_counts,
    interpretations,
    load_book,
    readings_of,
    register,
)
from pitbook.rulebooks.flow import Bet, Check, Fold, Withdraw, limit_of
from pitbook.rulebooks.hands import in_words, with_article
from pitbook.rulebooks.known_books import book_folder
from pitbook.rulebooks.models import Paytable, PaytableRow, Wager
from pitbook.rulebooks.procedures import Inscription
from pitbook.rulebooks.register import load_with_register, register_of
from pitbook.rulebooks.schema import book_schema
from pitbook.submission.check import find_book, is_folder

app = typer.Typer(
    help="List, show and check rule books, and how their clauses are covered.", invoke_without_command=True
)
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
                        "family": book.family,
                        "clauses": len(register(book.id)),
                    }
                    for book in books
                ]
            }
        )
        return
    rows = [(book.id, book.title, book.authority, len(register(book.id))) for book in books]
    console.print(table("Rule books", ["id", "game", "authority", "clauses"], rows, right=[3]))
    console.print("To see one book: pitbook rulebooks show ID")


def _needs(wager: Wager, *, folds: bool) -> str:
    parts = []
    if wager.equals:
        parts.append(f"equal to the {in_words(wager.equals)}")
    if wager.needs_all:
        parts.append("needs " + " and ".join(map(in_words, wager.needs_all)))
    if wager.needs_any:
        parts.append("needs " + " or ".join(map(in_words, wager.needs_any)))
    forfeits = [case for case in wager.cases if case.pays == "forfeit"]
    if any(case.options for case in forfeits):
        parts.append("after a fold: an option")
    elif folds and wager.by_hand_alone and not forfeits:
        parts.append("stays alive after a fold")
    if wager.decided:
        parts.append("placed at a decision")
    return "; ".join(parts)


_HAND_WIDTH, _TABLE_WIDTH = 34, 18
"""The maximum width of the hands and of each table."""


def _pays(row: PaytableRow | None) -> str:
    """What a row pays, also for $5 if that is listed; a dash if the table does not have the hand."""
    if row is None:
        return "-"
    return f"{row.pays} / {row.pays_for_5}" if row.pays_for_5 else str(row.pays)


def _meters(one: Paytable) -> str:
    several = len(one.meters) > 1
    return ", ".join(f"{m.name} " * several + format_dollars(m.stock_amount) for m in one.meters)


def _offer(offer: Bet | Check | Fold | Withdraw) -> str:
    """An action on offer, with the options that it depends on."""
    limit = limit_of(offer)
    needs = f" with {limit.words}" if limit else ""
    if not isinstance(offer, Bet):
        return f"{in_words(offer.verb)}{needs}"
    times = (" to " if offer.any_amount_between else " or ").join(f"{multiple}x" for multiple in offer.multiples)
    option = f" (option: {in_words(offer.option)})" if offer.option else ""
    more = " more" if offer.adds else ""
    return f"{in_words(offer.wager)} {times}{more}{needs}{option}"


def _show_paytables(book: RuleBook) -> None:
    """Every table, as many side by side as fit."""
    at_once = max(1, (console.width - _HAND_WIDTH) // _TABLE_WIDTH)
    for kind in book.paytables:
        for start in range(0, len(kind.tables), at_once):
            tables = kind.tables[start : start + at_once]
            names = {name: place for one in tables for place, name in enumerate(book.hands[one.evaluates].order)}
            hands = sorted({row.hand for one in tables for row in one.rows}, key=lambda hand: (names[hand], hand))
            rows: list[tuple[str, ...]] = [
                (in_words(hand), *(_pays(next((r for r in one.rows if r.hand == hand), None)) for one in tables))
                for hand in hands
            ]
            if any(one.meters for one in tables):
                stated = all(meter.minimum is not None for one in tables for meter in one.meters)
                rows.append(("meters at least" if stated else "meters, usual", *(_meters(one) for one in tables)))
            title = f"{kind.title} ({_short(kind.clauses, book)})"
            beside = [book.hands[one.evaluates].beside for one in tables]
            columns = [
                "hand",
                *(f"{one.id}, {said}" if said else one.id for one, said in zip(tables, beside, strict=True)),
            ]
            console.print(table(title, columns, rows, right=range(1, len(columns))))


def _show_settlement(book: RuleBook) -> None:
    """The order of settlement, the payout limit and envy."""
    folded = "the folded players' in a second pass" if book.settlement.folded == "second_pass" else "in one pass"
    rows = [
        (
            "order of settlement",
            f"from the dealer's right: {', '.join(in_words(name) for name in book.settlement.order)}; {folded}",
            _short(book.settlement.clauses, book),
        )
    ]
    if limit := book.payout_limit:
        never = " and ".join(limit.never_limits)
        says = f"optional; at least {format_dollars(limit.least)} or the most one player can win at the minimum wagers"
        rows.append(("payout limit", f"{says}; never limits {never}", _short(limit.clauses, book)))
    if envy := book.envy:
        tables = (
            f"with progressive {', '.join(envy.with_progressive)}"
            if envy.with_progressive
            else "with every progressive"
        )
        rows.append(("envy bonus", f"{tables}, for another player's hand", _short(envy.clauses, book)))
    console.print(table("Settlement", ["what", "says", "clauses"], rows))


def _show_conduct(book: RuleBook) -> None:
    """What players wager with, who may wager, and what they must not share."""
    conduct = book.conduct
    rows = [
        ("wagers", "chips or plaques; no cash, no spoken wagers", conduct.chips_clauses),
        ("match-play coupons", "may accompany a wager", conduct.match_play_clauses),
        ("seats", "only seated players wager, and stay until the round ends", conduct.seated_clauses),
        ("information", "players do not share information about their hands", conduct.no_information_clauses),
    ]
    console.print(
        table(
            "Players",
            ["what", "says", "clauses"],
            [(what, says, _short(clauses, book)) for what, says, clauses in rows if clauses],
        )
    )


def _inscription(one: Inscription) -> str:
    """What must be shown, whether only with its wager, and in which words."""
    says = f"Where it is offered: {one.says[0].lower()}{one.says[1:]}" if one.when_offered else one.says
    for stated, words in (("with", one.odds_words), ("never with", one.forbidden_words)):
        if words:
            quoted = " or ".join(f'"{word}"' for word in words)
            says += f" Odds are stated {stated} {quoted}."
    return says


def _show_cards(book: RuleBook) -> None:
    """Decks, opening, shuffling, cutting, counting, and the procedure at an idle table."""
    deck, cut = book.deck, book.cut
    hours = "not stated"
    if deck.change_after_hours_by_hand and deck.change_after_hours_from_shoe:
        hours = (
            f"after {deck.change_after_hours_by_hand} hours by hand, {deck.change_after_hours_from_shoe} from a shoe"
        )
    opening = ", ".join(in_words(step.do) for step in book.opening.steps)
    opening_clauses = tuple(dict.fromkeys(clause for step in book.opening.steps for clause in step.clauses))
    when = ", ".join(in_words(duty.do) for duty in book.shuffle.when)
    when_clauses = tuple(dict.fromkeys(clause for duty in book.shuffle.when for clause in duty.clauses))
    counts = {d.stub_count.every_rounds for d in book.dealing}
    excused = sorted({in_words(shuffler.value) for d in book.dealing for shuffler in d.stub_count.excused_by})
    stub = f"every {', '.join(map(str, sorted(counts)))} rounds, unless the shuffler is {' or '.join(excused)}"
    stub_clauses = tuple(dict.fromkeys(clause for d in book.dealing for clause in d.stub_count.clauses))
    unplayed = book.idle
    idle = tuple(
        dict.fromkeys(unplayed.clauses + unplayed.clear_clauses + unplayed.spread_clauses + unplayed.reopen_clauses)
    )
    decks = "two only with an automated shuffler" if deck.decks_with_shuffler > deck.decks else "one"
    rows = [
        ("deck", f"{deck.cards} cards, {deck.cover_cards} cover cards", _short(deck.clauses, book)),
        ("decks", decks, _short(deck.decks_with_shuffler_clauses, book)),
        ("changed", hours, _short(deck.change_clauses, book)),
        ("opening", opening, _short(opening_clauses, book)),
        ("shuffle", when, _short(when_clauses, book)),
        ("cut", f"at least {cut.fewest} cards on either side, {in_words(cut.manner)}", _short(cut.clauses, book)),
        ("idle table", f"cards spread {in_words(book.idle.spread)}", _short(idle, book)),
        ("stub counted", stub, _short(stub_clauses, book)),
    ]
    console.print(table("Cards", ["what", "says", "clauses"], rows))
    if book.layout:
        shown = [
            (
                in_words(one.shows),
                _inscription(one),
                f"{one.part_of} or sign" if one.on_sign_instead else one.part_of,
                _short(one.clauses, book),
            )
            for one in book.layout
        ]
        console.print(table("Layout", ["shows", "says", "where", "clauses"], shown))


def _readings(book: RuleBook) -> list[Interpretation]:
    """The readings that interpret a clause of this book or fill a gap in it."""
    own = {book.positions.reading, *(option.reading for option in book.options)}
    own |= {reading for case in book.irregularities for reading in case.readings}
    return [
        reading
        for reading in interpretations()
        if reading.number in own
        or any(clause.split(" ")[0] in (book.id, book.based_on) for clause in reading.interprets)
    ]


def _interpreted(book: RuleBook, reading: Interpretation) -> str:
    """The clauses of this book that a reading interprets, otherwise those of its house default."""
    for book_id in (book.id, book.based_on, book.house_default):
        if clauses := tuple(clause for clause in reading.interprets if clause.startswith(f"{book_id} ")):
            return _short(clauses, book)
    return ""


def _show(book: RuleBook) -> None:
    console.print(f"[bold]{escape(book.title)}[/bold]  ({book.id})\n{escape(book.authority)}\n")
    seats = "one position for each player" if book.positions.per_player == "one" else "adjacent boxes as filed"
    stated = _short(book.positions.clauses, book) or f"reading {book.positions.reading}"
    console.print(f"At most {book.positions.most} positions, {seats} [{stated}]", markup=False)
    if book.qualifier:
        console.print(
            f"The dealer qualifies with {with_article(book.qualifier)} or better [{_short(book.dealer.clauses, book)}]",
            markup=False,
        )
    if book.based_on:
        console.print(f"Based on {book.based_on}, with these changes:", markup=False)
        for change in book.changes:
            console.print(f"  [{change.number}] {change.says}", markup=False)
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
                    _needs(wager, folds=book.flow.folds),
                    _short(wager.clauses, book),
                )
                for wager in book.wagers
            ],
        )
    )
    console.print(
        table(
            "Decisions",
            ["street", f"actions; wagers as multiples of the {in_words(book.flow.base)}", "clauses"],
            [
                (in_words(street.name), ", ".join(map(_offer, street.offers)), _short(street.clauses, book))
                for street in book.flow.streets
            ],
        )
    )
    _show_paytables(book)
    _show_settlement(book)
    _show_conduct(book)
    _show_cards(book)
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
    options = [(option.name, "yes" if option.default else "no", option.says) for option in book.options]
    options += [(one.name, "no choice", f"{one.says[0].upper()}{one.says[1:]}.") for one in book.fixed]
    if options:
        console.print(table("House options", ["option", "default", "says"], options))
    readings = _readings(book)
    console.print(
        table(
            "Readings of this book",
            ["no.", "reading", "clauses"],
            [
                (
                    r.number,
                    r.reading,
                    _interpreted(book, r),
                )
                for r in readings
            ],
            right=[0],
        )
    )


BookName = Annotated[str, typer.Argument(metavar="ID", help="A rule book's id, or its folder.")]


def _book(name: str) -> tuple[RuleBook, Path]:
    """A book by its id or its folder, and the folder."""
    if found := book_folder(name):
        return load_book(name), found
    return find_book(name), Path(name)


@app.command()
def check(book_id: BookName, as_json: Json = False) -> None:
    """Check a custom book: that its parts fit together, its cases leave nothing open, and it can be played."""
    folder = book_folder(book_id) or Path(book_id)
    if not is_folder(folder):
        raise MalformedError(Problem(f"{book_id[:80]!r} is neither a rule book nor a folder", book_id[:80]))
    try:
        book, clauses = load_with_register(folder)
    except MalformedError as error:
        if as_json:
            print_json({"ok": False, "problems": [problem_json(problem) for problem in error.problems]})
        print_problems(error.problems)
        raise SystemExit(DOES_NOT_HOLD) from error
    tables = sum(len(kind.tables) for kind in book.paytables)
    cases = sum(len(wager.cases) for wager in book.wagers)
    if as_json:
        document = {"ok": True, "id": book.id, "title": book.title, "family": book.family, "clauses": len(clauses)}
        document |= {"wagers": len(book.wagers), "cases": cases, "tables": tables, "problems": []}
        print_json(document | {"changes": [change.says for change in book.changes]})
        return
    counts = {"wager": len(book.wagers), "case": cases, "paytable": tables, "clause": len(clauses)}
    wagers, *others = (counted(number, what) for what, number in counts.items())
    changes, own = len(book.changes), len(clauses) - len(book.changes)
    parts = f" ({own} own, {counted(changes, 'change')})" if changes and own else ""
    console.print(f"{book.title} is valid: {wagers} with {', '.join(others)}{parts}.", markup=False)
    for change in book.changes:
        console.print(f"  [{change.number}] {change.says}", markup=False)


@app.command()
def schema() -> None:
    """Print the JSON Schema of a book's files, for editors that support TOML."""
    print_json(book_schema())


@app.command()
def show(book_id: BookName, as_json: Json = False) -> None:
    """Show everything that a book fixes or offers."""
    book, _ = _book(book_id)
    if as_json:
        readings = [reading.model_dump(mode="json") for reading in _readings(book)]
        print_json(book.model_dump(mode="json") | {"readings": readings})
    else:
        _show(book)


@app.command()
def coverage(book_id: Annotated[str | None, typer.Argument(metavar="[ID]")] = None, as_json: Json = False) -> None:
    """Count how the clauses are covered; with a book's id, list the clauses."""
    books = [_book(one) for one in ((book_id,) if book_id else book_ids())]
    found = {book.id: register_of(book, folder) for book, folder in books}
    counts = {one: coverage_counts(clauses) for one, clauses in found.items()}
    if as_json:
        document: dict[str, object] = {"books": counts}
        if book_id:
            document["clauses"] = [
                {
                    "clause": clause.citation,
                    "says": clause.says,
                    "coverage": clause.coverage.value,
                    "reason": clause.reason,
                    "readings": [reading.name for reading in readings_of(clause.citation)],
                }
                for clauses in found.values()
                for clause in clauses
            ]
        print_json(document)
        return
    kinds = ["clauses", *(kind.value for kind in Coverage)]
    console.print(
        table(
            "Clauses",
            ["book", *kinds],
            [(one, *counts[one].values()) for one in found],
            right=range(1, len(kinds) + 1),
            tight=True,
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
            for clauses in found.values()
            for clause in clauses
        ]
        console.print(table(books[0][0].id, ["clause", "covered", "says"], rows))
