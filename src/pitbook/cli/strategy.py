"""`pitbook strategy`: the solved decisions as charts, a strategy card, and the exact cost of any strategy."""

from collections.abc import Iterable
from fractions import Fraction
from pathlib import Path
from typing import Annotated

import typer

from pitbook.cli.output import console, print_json, print_text, table
from pitbook.cli.progress import progress_bar
from pitbook.cli.solve import percent
from pitbook.cli.target import Json, PaytableChoices, Target, house_rules_of
from pitbook.exact import exact
from pitbook.odds.families.main_result import MainResult
from pitbook.odds.families.protocol import ClassDecisions, HandClasses, StartingHands
from pitbook.odds.families.registry import family_of
from pitbook.odds.solution import solve_main
from pitbook.odds.strategies import evaluate, generate_card, load_for, policy_of
from pitbook.problems import MalformedError, Problem, RefusedError
from pitbook.progress import part_of
from pitbook.rulebooks.actions import FOLD, Action
from pitbook.strategy import Strategy, published, published_names, render
from pitbook.strategy.card import card_lines, terms_of
from pitbook.submission import HouseRules


def strategy(
    target: Target,
    file: Annotated[Path | None, typer.Option("--file", metavar="FILE", help="A strategy file to evaluate.")] = None,
    name: Annotated[str | None, typer.Option("--name", help="An included strategy to evaluate.")] = None,
    export: Annotated[
        Path | None, typer.Option("--export", metavar="FILE", help="Save the decisions, as bit sets.")
    ] = None,
    no_cache: Annotated[bool, typer.Option("--no-cache", help="Ignore stored results.")] = False,
    paytable: PaytableChoices = None,
    as_json: Json = False,
) -> None:
    """Show the best strategy and a short card for it, or the exact cost of any strategy."""
    rules = house_rules_of(target, paytable)
    if file is not None and name is not None:
        raise MalformedError(Problem("use only one of --file and --name"))
    chosen = load_for(rules, file) if file is not None else published(name) if name is not None else None
    if export is not None:
        _export(rules, chosen, export, use_stored=not no_cache)
    if chosen is not None:
        _show_one(rules, chosen, use_stored=not no_cache, as_json=as_json)
    else:
        _show_best(rules, use_stored=not no_cache, as_json=as_json)


def _export(rules: HouseRules, chosen: Strategy | None, path: Path, *, use_stored: bool) -> None:
    """Save the decisions of the chosen or best strategy; refuses a file that cannot be written."""
    with progress_bar("Solving") as progress:
        if chosen is not None:
            policy = policy_of(rules, chosen)
        else:
            policy = solve_main(rules, edge_only=True, use_stored=use_stored, progress=progress).policy
    try:
        policy.save(path)
    except OSError as error:
        raise RefusedError(Problem(f"{str(path)!r} cannot be written: {error.strerror}", str(path))) from error
    except ValueError as error:
        raise MalformedError(Problem(f"{str(path)!r} is not the name of a file", str(path))) from error


def _decisions(result: MainResult) -> dict[str, dict[str, Fraction]]:
    return {
        street: {action: Fraction(deals, result.deals) for action, deals in actions.items()}
        for street, actions in result.decisions.items()
    }


def _result_json(result: MainResult, spent: Fraction) -> dict[str, object]:
    shares = _decisions(result)
    return {
        "house_edge": exact(result.house_edge),
        "cost": exact(spent),
        "element_of_risk": exact(result.element_of_risk),
        "average_wager": exact(result.average_wager),
        "standard_deviation": result.standard_deviation,
        "decisions": {
            street: {action: exact(share) for action, share in actions.items()} for street, actions in shares.items()
        },
    }


def _print_decisions(rules: HouseRules, result: MainResult) -> None:
    rows = [
        (rules.street(street).title, Action.parse(action).words, percent(share))
        for street, actions in _decisions(result).items()
        for action, share in actions.items()
    ]
    console.print(table("Decisions, of all rounds", ["when", "action", "share"], rows, right=[2]))


def _print_card(strategy: Strategy, result: MainResult, spent: Fraction, unit: str) -> None:
    text = "\n".join(card_lines(strategy))
    edge = f"House edge {percent(result.house_edge)} of the {unit}, exactly {result.house_edge}."
    costs = f"It costs {percent(spent)} of the {unit} against the best play,\nexactly {spent}."
    print_text(f"{text}\n\n{edge}\n{costs}\n")
    if terms := terms_of(strategy):
        console.print("\n" + "\n".join(terms), markup=False)


def _show_one(rules: HouseRules, chosen: Strategy, *, use_stored: bool, as_json: bool) -> None:
    with progress_bar("Counting") as progress:
        result = evaluate(rules, chosen, use_stored=use_stored, progress=part_of(progress, 0, 0.5))
        half = part_of(progress, 0.5, 1)
        best = solve_main(rules, edge_only=True, use_stored=use_stored, progress=half).house_edge
    spent = result.house_edge - best
    if as_json:
        document: dict[str, object] = {"rulebook": rules.book.id, "strategy": chosen.name, "source": chosen.source}
        print_json(document | _result_json(result, spent) | {"optimal_house_edge": exact(best)})
        return
    console.print(f"{rules.book.title}: {chosen.name or chosen.source}", markup=False, style="bold")
    if chosen.about:
        console.print(chosen.about, markup=False)
    print_text("\n")
    _print_card(chosen, result, spent, rules.book.flow.unit)
    print_text("\n")
    _print_decisions(rules, result)


def _show_best(rules: HouseRules, *, use_stored: bool, as_json: bool) -> None:
    with progress_bar(f"Solving {rules.book.title}") as progress:
        solved = solve_main(rules, use_stored=use_stored, progress=progress)
    with progress_bar("Deriving a card") as progress:
        card = generate_card(rules, use_stored=use_stored, progress=progress)
    result = solved.result
    if result is None:
        raise RuntimeError("a full solution has its distribution")
    charts = family_of(rules).charts(solved)
    if as_json:
        document: dict[str, object] = {"rulebook": rules.book.id, "optimal": _result_json(result, Fraction(0))}
        by_hand: dict[str, list[dict[str, object]]] = {}
        for chart in charts:
            if isinstance(chart, StartingHands):
                document["pre_flop"] = {hand.name: hand.action for row in chart.rows for hand in row}
            elif chart.against:
                document["chart"] = [_row_json(chart, row) for row in chart.rows]
            else:
                by_hand[chart.street] = [_row_json(chart, row) for row in chart.rows]
                document["by_hand"] = by_hand
        shown = {"file": render(card.strategy), "lines": card_lines(card.strategy)}
        document["card"] = _result_json(card.result, card.cost) | shown
        document["published"] = list(published_names(rules))
        print_json(document)
        return
    console.print(f"{rules.book.title}: house edge {percent(solved.house_edge)}", markup=False, style="bold")
    for chart in charts:
        if isinstance(chart, StartingHands):
            print_text("\nBefore the flop; above the diagonal suited, below it unsuited:\n")
            print_text(_starting_hands_text(chart))
        else:
            seen = "hand and up card" if chart.against else "hand"
            when = next((one.title for one in rules.streets if one.name == chart.street), rules.streets[-1].title)
            print_text(f"\n{when}: by {seen}, the most frequent action:\n")
            print_text(_hand_classes_text(chart))
    print_text("\n")
    _print_decisions(rules, result)
    print_text("A card, derived from the solution:\n\n")
    _print_card(card.strategy, card.result, card.cost, rules.book.flow.unit)
    names = ", ".join(published_names(rules))
    print_text(f"\n--name shows the cost of an included strategy:\n{names}.\n")


def _mark(action: str) -> str:
    """An action as one character: the multiple, `F` to fold, `W` to withdraw, a dot to check."""
    done = Action.parse(action)
    return "F" if done.verb == FOLD else "W" if done.withdraws else str(done.multiple or ".")


def _legend(actions: Iterable[str]) -> str:
    return ", ".join(f"{_mark(action)} {Action.parse(action).words}" for action in actions)


def _starting_hands_text(chart: StartingHands) -> str:
    """The chart, highest ranks first, with a legend."""
    lines = ["    " + " ".join(chart.ranks)]
    for rank, hands in zip(chart.ranks, chart.rows, strict=True):
        lines.append(f"  {rank} {' '.join(_mark(hand.action) for hand in hands)}")
    return "\n".join([*lines, f"  {_legend(chart.actions)}"]) + "\n"


def _hand_classes_text(chart: HandClasses) -> str:
    """The most frequent action: a row for each class of hands, a column for each up card."""
    wide = max(len(row.name) for row in chart.rows)
    lines = [" " * (wide + 4) + " ".join(f"{rank:<2}" for rank in chart.against)] if chart.against else []
    for row in chart.rows:
        cells = []
        for shares in row.shares:
            most = max(shares, key=lambda action: shares[action], default=None)
            cells.append(f"{_mark(most)}{'~' if len(shares) > 1 else ''}" if most else "")
        lines.append(f"  {row.name:<{wide}}  " + " ".join(f"{cell:<2}" for cell in cells))
    legend = f"  {_legend(chart.actions)}; ~ depends on the other cards"
    return "\n".join(line.rstrip() for line in [*lines, legend]) + "\n"


def _row_json(chart: HandClasses, row: ClassDecisions) -> dict[str, object]:
    """The share of each action, by up card if the game has one."""
    shown: dict[str, object] = {
        rank: {action: exact(Fraction(taken, sum(shares.values()))) for action, taken in shares.items()}
        for rank, shares in zip(chart.against or ("all",), row.shares, strict=True)
    }
    return {"hand": row.name, **shown}
