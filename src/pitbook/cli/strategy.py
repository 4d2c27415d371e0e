"""`pitbook strategy`: the solved decisions as charts, a card for the table, and what any strategy costs."""

from fractions import Fraction
from pathlib import Path
from typing import Annotated, Any

import typer

from pitbook.cards import Rank
from pitbook.cli.output import console, print_json, print_text, table
from pitbook.cli.progress import progress_bar
from pitbook.cli.solve import percent
from pitbook.cli.target import Json, PaytableChoices, Target, house_rules_of
from pitbook.odds.holdem import HoldemPolicy
from pitbook.odds.main_result import MainResult
from pitbook.odds.solution import exact, solve_main
from pitbook.odds.strategies import evaluate, generate_card, policy_of
from pitbook.odds.strategies.chart import FourCardChart, four_card_chart
from pitbook.problems import MalformedError, Problem
from pitbook.rulebooks.hands import in_words
from pitbook.strategy import Strategy, load_strategy, published, published_names, render
from pitbook.strategy.card import action_in_words, card_lines
from pitbook.strategy.ranges import place_of
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
        raise MalformedError(Problem("--file and --name are two strategies, and one is evaluated at a time"))
    chosen = load_strategy(file) if file is not None else published(name) if name is not None else None
    if export is not None:
        _export(rules, chosen, export, use_stored=not no_cache)
    if chosen is not None:
        _show_one(rules, chosen, use_stored=not no_cache, as_json=as_json)
    else:
        _show_best(rules, use_stored=not no_cache, as_json=as_json)


def _export(rules: HouseRules, chosen: Strategy | None, path: Path, *, use_stored: bool) -> None:
    """The decisions of the chosen strategy, or the best ones, in a file; one that can't be written is refused."""
    with progress_bar("Solving") as progress:
        if chosen is not None:
            policy = policy_of(rules, chosen)
        else:
            policy = solve_main(rules, edge_only=True, use_stored=use_stored, progress=progress).policy
    try:
        policy.save(path)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not the name of a file"
        raise MalformedError(Problem(f"{str(path)!r} can't be written: {reason}", str(path))) from error


def _decisions(result: MainResult) -> dict[str, dict[str, Fraction]]:
    return {
        street: {action: Fraction(deals, result.deals) for action, deals in actions.items()}
        for street, actions in result.decisions.items()
    }


def _result_json(result: MainResult, cost: Fraction) -> dict[str, Any]:
    shares = _decisions(result)
    return {
        "house_edge": exact(result.house_edge),
        "cost": exact(cost),
        "element_of_risk": exact(result.element_of_risk),
        "average_wager": exact(result.average_wager),
        "standard_deviation": result.standard_deviation,
        "decisions": {
            street: {action: exact(share) for action, share in actions.items()} for street, actions in shares.items()
        },
    }


def _print_decisions(result: MainResult) -> None:
    rows = [
        (in_words(street), action_in_words(action), percent(share))
        for street, actions in _decisions(result).items()
        for action, share in actions.items()
    ]
    console.print(table("Decisions, of all rounds", ["street", "action", "share"], rows, right=[2]))


def _print_card(strategy: Strategy, result: MainResult, cost: Fraction) -> None:
    text = "\n".join(card_lines(strategy))
    edge = f"House edge {percent(result.house_edge)} of the ante, exactly {result.house_edge}."
    spent = f"It costs {percent(cost)} of the ante against the best play, exactly {cost}."
    print_text(f"{text}\n\n{edge}\n{spent}\n")


def _show_one(rules: HouseRules, chosen: Strategy, *, use_stored: bool, as_json: bool) -> None:
    with progress_bar("Counting") as progress:
        result = evaluate(rules, chosen, use_stored=use_stored)
        best = solve_main(rules, edge_only=True, use_stored=use_stored, progress=progress).house_edge
    cost = result.house_edge - best
    if as_json:
        document: dict[str, Any] = {"rulebook": rules.book.id, "strategy": chosen.name, "source": chosen.source}
        print_json(document | _result_json(result, cost) | {"optimal_house_edge": exact(best)})
        return
    console.print(f"{rules.book.title}: {chosen.name or chosen.source}", markup=False, style="bold")
    if chosen.about:
        console.print(chosen.about, markup=False)
    print_text("\n")
    _print_card(chosen, result, cost)
    print_text("\n")
    _print_decisions(result)


def _show_best(rules: HouseRules, *, use_stored: bool, as_json: bool) -> None:
    with progress_bar(f"Solving {rules.book.title}") as progress:
        solved = solve_main(rules, use_stored=use_stored, progress=progress)
    with progress_bar("Deriving a card") as progress:
        card = generate_card(rules, use_stored=use_stored, progress=progress)
    result = solved.result
    if result is None:
        raise RuntimeError("a full solution has its distribution")
    holdem = solved.policy if isinstance(solved.policy, HoldemPolicy) else None
    chart = None if isinstance(solved.policy, HoldemPolicy) else four_card_chart(solved.policy)
    if as_json:
        document: dict[str, Any] = {"rulebook": rules.book.id, "optimal": _result_json(result, Fraction(0))}
        if holdem:
            document["pre_flop"] = _chart_json(holdem)
        if chart:
            document["chart"] = [{"hand": hand, **shares} for hand, shares in _chart_shares(chart)]
        shown = {"file": render(card.strategy), "lines": card_lines(card.strategy)}
        document["card"] = _result_json(card.result, card.cost) | shown
        document["published"] = list(published_names(rules.book.game))
        print_json(document)
        return
    console.print(f"{rules.book.title}: house edge {percent(solved.house_edge)}", markup=False, style="bold")
    if holdem and holdem.stages[0].multiples:
        print_text("\nBefore the flop; above the diagonal suited, below it unsuited:\n")
        print_text(_chart_text(holdem))
    if chart:
        print_text("\nBy hand and up card, the action that is taken most often:\n")
        print_text(_four_card_text(chart))
    print_text("\n")
    _print_decisions(result)
    print_text("A card, derived from the solution:\n\n")
    _print_card(card.strategy, card.result, card.cost)
    if holdem:
        print_text("\nAn out is a single card with which the dealer beats you; a hidden pair uses a hole card.\n")
    names = ", ".join(published_names(rules.book.game))
    print_text(f"\nWith --name you can have the cost of an included strategy: {names}.\n")


def _chart_json(policy: HoldemPolicy) -> dict[str, str]:
    """The action with each of the 169 starting hands, by its usual name."""
    actions = policy.stages[0].actions
    chart = {}
    for high in reversed(Rank):
        for low in reversed([rank for rank in Rank if rank <= high]):
            for kind in ("s", "o") if high != low else ("",):
                place = place_of(high, low, suited=kind == "s")
                chart[f"{high.symbol}{low.symbol}{kind}"] = actions[int(policy.pre_flop[place])]
    return chart


def _chart_text(policy: HoldemPolicy) -> str:
    """The chart, highest ranks first, and what its marks mean."""
    stage = policy.stages[0]
    marks = [".", *map(str, stage.multiples)]
    order = list(reversed(Rank))
    lines = ["    " + " ".join(rank.symbol for rank in order)]
    for line in order:
        cells = []
        for column in order:
            high, low = max(line, column), min(line, column)
            cells.append(marks[int(policy.pre_flop[place_of(high, low, suited=line > column)])])
        lines.append(f"  {line.symbol} {' '.join(cells)}")
    legend = ", ".join(f"{mark} {action_in_words(action)}" for mark, action in zip(marks, stage.actions, strict=True))
    return "\n".join([*lines, f"  {legend}"]) + "\n"


def _four_card_text(chart: FourCardChart) -> str:
    """A line for each hand, a column for each up card: the most frequent action."""
    marks = ["F", *map(str, chart.multiples)]
    lines = [" " * 22 + " ".join(f"{rank.symbol:<2}" for rank in Rank)]
    for hand, line in chart.lines:
        cells = []
        for shares in line:
            best = max(range(len(shares)), key=lambda code: shares[code])
            cells.append(f"{marks[best]}{'' if shares[best] == sum(shares) else '~':<1}")
        lines.append(f"  {hand:<20}" + " ".join(f"{cell:<2}" for cell in cells))
    legend = ", ".join(f"{mark} {action_in_words(action)}" for mark, action in zip(marks, chart.actions, strict=True))
    return "\n".join([*lines, f"  {legend}; ~ it depends on the other cards"]) + "\n"


def _chart_shares(chart: FourCardChart) -> list[tuple[str, dict[str, Any]]]:
    """By hand and up card: the share of each action."""
    return [
        (
            hand,
            {
                rank.symbol: {
                    action: exact(Fraction(share, sum(shares)))
                    for action, share in zip(chart.actions, shares, strict=True)
                }
                for rank, shares in zip(Rank, line, strict=True)
            },
        )
        for hand, line in chart.lines
    ]
