"""`pitbook solve`: exact odds and strategy."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Annotated

import typer

from pitbook.cli.output import console, print_json, table
from pitbook.cli.progress import progress_bar
from pitbook.cli.target import Json, PaytableChoices, RowChoices, Target, house_rules_of
from pitbook.cli.where import Cluster, Workers, parallel_of
from pitbook.exact import exact
from pitbook.money import format_dollars, parse_cents, parse_exact
from pitbook.odds.choices import main_choices, side_choices
from pitbook.odds.families.main_wagers import MainWager
from pitbook.odds.families.protocol import Solved
from pitbook.odds.solution import EQUAL_ACTIONS, Solution, wager_json
from pitbook.odds.solution import solve as solve_rules
from pitbook.odds.wagers import WagerResult
from pitbook.problems import MalformedError, Problem, nearest
from pitbook.rulebooks import RuleBook
from pitbook.rulebooks.hands import in_words
from pitbook.settlement.compile import side_wagers
from pitbook.spread import Parallel, one_by_one
from pitbook.submission import HouseRules

Meters = Annotated[
    list[str] | None, typer.Option("--meter", metavar="NAME=AMOUNT", help="The amount on a meter; may be repeated.")
]
Stakes = Annotated[
    list[str] | None, typer.Option("--stake", metavar="WAGER=AMOUNT", help="A side wager's stake; may be repeated.")
]


_MANY_ROUNDS = 10_000


def percent(value: Fraction, places: int = 4) -> str:
    """A fraction as a percentage."""
    return f"{float(value) * 100:.{places}f} %"


def meters_and_stakes(
    rules: HouseRules, meters: list[str] | None, stakes: list[str] | None
) -> tuple[dict[str, Fraction], dict[str, Fraction]]:
    """The meter amounts and stakes from the options; all problems are reported together."""
    readings, problems = read_amounts(meters, "--meter", list(rules.meters), whole_cents=False)
    sides = [wager.name for wager in side_wagers(rules)]
    wagered, more = read_amounts(stakes, "--stake", sides, whole_cents=True)
    if problems or more:
        raise MalformedError([*problems, *more])
    return readings, wagered


def read_amounts(
    texts: list[str] | None, option: str, known: list[str], *, whole_cents: bool
) -> tuple[dict[str, Fraction], list[Problem]]:
    """Parse NAME=AMOUNT texts; unknown names and invalid amounts become problems."""
    amounts: dict[str, Fraction] = {}
    problems: list[Problem] = []
    for text in texts or ():
        name, _, amount = text.partition("=")
        if name not in known:
            problems.append(Problem(f"{option} {text!r}: there is no {name!r} here; {nearest(name, known)}", text))
            continue
        if name in amounts:
            problems.append(Problem(f"{option} {text!r}: {name} is given twice", text))
            continue
        try:
            amounts[name] = Fraction(parse_cents(amount), 100) if whole_cents else parse_exact(amount)
        except MalformedError as error:
            problems += [Problem(f"{option} {text!r}: {problem.message}", text) for problem in error.problems]
            continue
        if whole_cents and amounts[name] == 0:
            problems.append(Problem(f"{option} {text!r}: a stake must be more than zero", text))
    return amounts, problems


def solve(
    target: Target,
    edge_only: Annotated[bool, typer.Option("--edge-only", help="Only the house edge of the main game.")] = False,
    no_cache: Annotated[bool, typer.Option("--no-cache", help="Ignore stored results.")] = False,
    all_paytables: Annotated[bool, typer.Option("--all-paytables", help="Solve every choice of paytables.")] = False,
    meter: Meters = None,
    stake: Stakes = None,
    paytable: PaytableChoices = None,
    row: RowChoices = None,
    workers: Workers = None,
    cluster: Cluster = None,
    as_json: Json = False,
) -> None:
    """Solve the game exactly: house edge, strategy, distribution, and every side wager.

    With --all-paytables, --workers and --cluster solve several choices at once.
    """
    rules = house_rules_of(target, paytable, row)
    meters, stakes = meters_and_stakes(rules, meter, stake)
    if not all_paytables and (workers is not None or cluster is not None):
        raise MalformedError(Problem("--workers and --cluster need --all-paytables: one game is solved in a moment"))
    if all_paytables:
        parallel = parallel_of(workers, cluster) or one_by_one
        sides_of = [] if edge_only else list(side_choices(rules, stakes, meters))
        _show_choices(rules, sides_of, parallel, use_stored=not no_cache, as_json=as_json)
        return
    with progress_bar(f"Solving {rules.book.title}") as progress:
        solution = solve_rules(
            rules, edge_only=edge_only, use_stored=not no_cache, stakes=stakes, meters=meters, progress=progress
        )
    if as_json:
        print_json(solution.as_json())
    else:
        _show(solution)


def _show(solution: Solution) -> None:
    rules, main = solution.rules, solution.main
    chosen = ", ".join(f"{kind} {one.id}" for kind, one in rules.tables.items())
    console.print(f"{rules.book.title}: {chosen}", markup=False)
    if main.result:
        _summarise(solution)
    unit, units = rules.book.flow.unit, rules.book.flow.units
    rows: list[tuple[str, str, str]] = [(f"house edge, per {unit}", percent(main.house_edge), str(main.house_edge))]
    if result := main.result:
        rows += [
            ("element of risk", percent(result.element_of_risk), str(result.element_of_risk)),
            (f"average wager, in {units}", f"{float(result.average_wager):.6f}", str(result.average_wager)),
            *_if_more(main),
            (f"standard deviation, in {units}", f"{result.standard_deviation:.6f}", ""),
            ("win", percent(result.win_frequency), ""),
            ("push", percent(result.push_frequency), ""),
            ("lose", percent(result.lose_frequency), ""),
        ]
    console.print(table("Main game", ["", "", "exactly"], rows, right=[1]))
    if main.result:
        console.print(f"Average wager and element of risk: {EQUAL_ACTIONS}.", markup=False)
    if result:
        decisions = [
            (rules.street(street).title, in_words(action), percent(Fraction(deals, result.deals)))
            for street, actions in result.decisions.items()
            for action, deals in actions.items()
        ]
        console.print(table("Decisions, of all rounds", ["when", "action", "share"], decisions, right=[2]))
        _show_main_wagers(rules.book, solution.main_wagers)
    for wager in solution.wagers.values():
        _show_wager(rules.book, wager)


def _summarise(solution: Solution) -> None:
    """The summary on top: one line for the main game and one for each side wager."""
    main, units = solution.main, solution.rules.book.flow.units
    if main.result is None:
        return
    result, unit = main.result, solution.rules.book.flow.unit
    rows = [
        (
            "Main game",
            f"{percent(main.house_edge)} of the {unit}",
            percent(result.win_frequency),
            f"{result.standard_deviation:.2f} {units}",
        ),
        *(
            (
                solution.rules.book.title_of(name),
                f"{percent(wager.house_edge)} of its stake",
                percent(wager.hit_frequency),
                f"{wager.standard_deviation:.2f} stakes",
            )
            for name, wager in solution.wagers.items()
        ),
    ]
    console.print(table("Summary", ["", "house edge", "wins", "standard deviation"], rows, right=[2, 3]))


def _if_more(main: Solved) -> list[tuple[str, str, str]]:
    """Average wager and element of risk if equal actions wager the most, if that differs."""
    most = main.most_wagered
    if most is None:
        return []
    risk = main.house_edge / most
    return [
        ("element of risk, if equal actions wager most", percent(risk), str(risk)),
        ("average wager, if equal actions wager most", f"{float(most):.6f}", str(most)),
    ]


def _show_main_wagers(book: RuleBook, wagers: Sequence[MainWager]) -> None:
    """Each wager of the main game, and how it ends."""
    unit, units = book.flow.unit, book.flow.units
    rows = [
        (
            book.title_of(wager.name),
            f"{float(wager.average_stake):.6f}" if wager.average_stake else "",
            "" if wager.house_advantage is None else percent(wager.house_advantage),
            percent(-wager.net),
            f"{wager.standard_deviation:.6f}",
        )
        for wager in wagers
    ]
    columns = [
        "wager",
        f"average stake, in {units}",
        "house edge, of its stake",
        f"per {unit}",
        f"deviation, in {units}",
    ]
    console.print(table("Wagers of the main game", columns, rows, right=range(1, len(columns)), tight=True))
    lines = [
        (
            book.title_of(wager.name),
            line.ending.words,
            line.ending.stake or "",
            f"{float(line.probability):.5g}",
            _rounds(1 / line.probability),
            line.ending.pays or "",
            f"{float(line.net):+.6f}",
        )
        for wager in wagers
        for line in wager.lines
    ]
    columns = ["wager", "result", units, "probability", "one in", "pays", "net"]
    console.print(table("How they end", columns, lines, right=range(2, len(columns)), tight=True))


def _rounds(value: Fraction) -> str:
    """An average number of rounds, rounded if it is large."""
    return f"{float(value):,.{0 if value >= _MANY_ROUNDS else 2}f}"


def _show_wager(book: RuleBook, wager: WagerResult) -> None:
    rows = [
        (
            wager.words(line),
            f"{line.combinations:,}",
            f"{float(line.probability):.5g}",
            "" if line.rounds_between is None else _rounds(line.rounds_between),
            line.pays,
            f"{float(line.returned):.6f}",
        )
        for line in wager.lines
    ]
    title = (
        f"{book.title_of(wager.wager)}, table {wager.paytable}, at {format_dollars(int(wager.stake * 100))}: "
        f"house edge {percent(wager.house_edge)}, hit frequency {percent(wager.hit_frequency)}, "
        f"standard deviation {wager.standard_deviation:.4f}"
    )
    columns = ["hand", "combinations", "probability", "one in", "pays", "return"]
    console.print(table(title, columns, rows, right=range(1, 6), tight=True))
    if figures := wager.progressive:
        meters = []
        for name, value in figures.per_meter_dollar.items():
            even = figures.break_even[name]
            meters.append(
                (
                    name,
                    f"${float(figures.meters[name]):,.2f}",
                    f"{float(value):.3e}",
                    "never" if even is None else f"${float(even):,.2f}",
                )
            )
        console.print(
            table("Meters", ["meter", "shows", "return per dollar", "breaks even at"], meters, right=[1, 2, 3])
        )
        says = f"House edge at reset {percent(figures.reset_house_edge)}; in the long run, with all contributions paid "
        says += f"out (also what a limit holds back), {percent(figures.long_run_house_edge)}."
        if figures.envy_per_other_player:
            says += f" Envy adds {percent(figures.envy_per_other_player)} to the return for each other player."
        console.print(says, markup=False)


def _show_choices(
    rules: HouseRules, sides: list[WagerResult], parallel: Parallel, *, use_stored: bool, as_json: bool
) -> None:
    with progress_bar("Solving every choice") as progress:
        main = main_choices(rules, use_stored=use_stored, progress=progress, parallel=parallel)
    if as_json:
        wagers: dict[str, list[object]] = {}
        for side in sides:
            wagers.setdefault(side.wager, []).append(wager_json(side))
        choices = [{"paytables": choice.paytables, "house_edge": exact(choice.house_edge)} for choice in main]
        print_json({"rulebook": rules.book.id, "main": choices, "wagers": wagers})
        return
    rows = [
        (
            "Main game",
            ", ".join(f"{kind} {one}" for kind, one in choice.paytables.items()),
            percent(choice.house_edge),
            "",
            "",
        )
        for choice in main
    ]
    rows += [
        (
            rules.book.title_of(side.wager),
            side.paytable,
            percent(side.house_edge),
            percent(side.hit_frequency),
            f"{side.standard_deviation:.4f}",
        )
        for side in sides
    ]
    columns = ["wager", "table", "house edge", "hit frequency", "standard deviation"]
    console.print(table(f"{rules.book.title}: every choice of tables", columns, rows, right=[2, 3, 4]))
    if any(side.progressive for side in sides):
        console.print("Progressives are at the given meter amounts, otherwise at their reset amounts.")
