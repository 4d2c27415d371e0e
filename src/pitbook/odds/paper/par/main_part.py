"""The part of the sheet about the main game: figures, each wager, decisions, and the distribution of the net result."""

from fractions import Fraction

from pitbook.odds.families.main_result import MainResult
from pitbook.odds.families.main_wagers import MainWager
from pitbook.odds.paper.charts import Bar, distribution_chart
from pitbook.odds.paper.par.numbers import (
    NONE,
    decimal,
    exactly,
    level,
    one_in,
    percent,
    plain,
    probability,
    true_odds,
    whole,
)
from pitbook.odds.paper.par.sheet import Block, Chart, Column, Section, Table, Text, facts
from pitbook.odds.paper.par.spread import VOLATILITY_LEVEL, quantile, volatility_index
from pitbook.odds.solution import EQUAL_ACTIONS
from pitbook.rulebooks.actions import WITHDRAW, Action
from pitbook.rulebooks.hands import in_words
from pitbook.submission import HouseRules


def volatility_words() -> str:
    """The definition of the volatility index."""
    return f"{quantile(VOLATILITY_LEVEL):.3f} × standard deviation ({level(VOLATILITY_LEVEL)} confidence)"


def main_section(
    rules: HouseRules, result: MainResult, wagers: tuple[MainWager, ...], most_wagered: Fraction | None
) -> Section:
    """All figures of the main game under its best strategy, in antes."""
    blocks: list[Block] = [_figures(rules, result, most_wagered), _by_wager(wagers, result, rules.book.flow.units)]
    blocks += [_lines(wager, result, rules.book.flow.units) for wager in wagers]
    blocks.append(_decisions(result))
    return Section("main", "Main game", tuple(blocks))


def _if_most(result: MainResult, most: Fraction, units: str) -> list[tuple[str, str, str]]:
    """Element of risk and average wager of a player who, among equal actions, takes the one that wagers most."""
    risk = result.house_edge / most
    return [
        ("Element of risk, if equal actions wager most", percent(risk), exactly(risk)),
        (f"Average wager, in {units}, if equal actions wager most", decimal(most), exactly(most)),
    ]


def _figures(rules: HouseRules, result: MainResult, most: Fraction | None) -> Table:
    average, unit, units = float(result.average_wager), rules.book.flow.unit, rules.book.flow.units
    rows = [
        (f"House edge, per {unit}", percent(result.house_edge), exactly(result.house_edge)),
        ("Element of risk, per unit wagered", percent(result.element_of_risk), exactly(result.element_of_risk)),
        (f"Average wager, in {units}", decimal(result.average_wager), exactly(result.average_wager)),
        ("Equal actions", "least wager", f"for the two figures above, {EQUAL_ACTIONS}"),
        *(_if_most(result, most, units) if most else ()),
        (f"Variance, in square {units}", decimal(result.variance), NONE),
        (f"Standard deviation, per {unit}", decimal(result.standard_deviation), "root of the variance"),
        (
            "Standard deviation, per unit wagered",
            decimal(result.standard_deviation / average),
            f"standard deviation per {unit} over the average wager",
        ),
        (f"Volatility index, per {unit}", decimal(volatility_index(result.standard_deviation)), volatility_words()),
        ("Player ends ahead", percent(result.win_frequency), exactly(result.win_frequency)),
        ("Player ends even", percent(result.push_frequency), exactly(result.push_frequency)),
        ("Player ends behind", percent(result.lose_frequency), exactly(result.lose_frequency)),
        ("Hit frequency", percent(result.hit_frequency), "a round that the player ends ahead"),
        ("Deals counted", whole(result.deals), _deals(rules)),
    ]
    return facts("Figures under the best strategy", rows, third="Exactly, or how it is defined")


def _deals(rules: HouseRules) -> str:
    """Which deals count as different."""
    words = "all of them equally likely"
    return f"{words}; the flop counts apart from turn and river: ten ways for a board" if rules.book.board else words


def _by_wager(wagers: tuple[MainWager, ...], result: MainResult, units: str) -> Table:
    def advantage(wager: MainWager) -> str:
        return NONE if wager.house_advantage is None else percent(wager.house_advantage)

    rows = tuple(
        (
            wager.title,
            decimal(wager.average_stake) if wager.average_stake else NONE,
            decimal(wager.net),
            advantage(wager),
            decimal(wager.standard_deviation),
            exactly(wager.net),
        )
        for wager in wagers
    )
    total = (
        "All together",
        decimal(result.average_wager),
        decimal(-result.house_edge),
        percent(result.element_of_risk),
        decimal(result.standard_deviation),
        exactly(-result.house_edge),
    )
    columns = (
        Column("Wager", words=True),
        Column(f"Average stake, {units}"),
        Column(f"Player's mean result, {units}"),
        Column("House advantage, of its stake"),
        Column(f"Standard deviation, {units}"),
        Column("Mean result, exactly"),
    )
    return Table("House advantage of each wager of the main game", columns, rows, total)


def _lines(wager: MainWager, result: MainResult, units: str) -> Table:
    rows = tuple(
        (
            line.ending.words,
            str(line.ending.stake) if line.ending.stake else NONE,
            whole(line.deals),
            probability(line.probability),
            true_odds(line.probability),
            line.ending.pays or NONE,
            decimal(line.net, 8),
        )
        for line in wager.lines
    )
    deals = sum(line.deals for line in wager.lines)
    total = ("Together", "", whole(deals), probability(Fraction(deals, result.deals)), "", "", decimal(wager.net, 8))
    columns = (
        Column("Result", words=True),
        Column(f"Stake, {units}"),
        Column("Deals"),
        Column("Probability"),
        Column("True odds"),
        Column("Payout odds"),
        Column(f"Net, {units}"),
    )
    return Table(f"{wager.title}: how it ends, out of {whole(result.deals)} deals", columns, rows, total)


def _decisions(result: MainResult) -> Table:
    rows = []
    for street, actions in result.decisions.items():
        reached = sum(actions.values())
        rows += [
            (
                f"{in_words(street)}: {in_words(action)}",
                whole(deals),
                percent(Fraction(deals, result.deals)),
                percent(Fraction(deals, reached)) if reached else NONE,
            )
            for action, deals in actions.items()
        ]
    columns = (
        Column("Decision", words=True),
        Column("Deals"),
        Column("Share of all rounds"),
        Column("Share where it is decided"),
    )
    return Table(f"Decisions, out of {whole(result.deals)} deals", columns, tuple(rows))


def distribution_section(rules: HouseRules, result: MainResult) -> Section:
    """The full distribution of the net result, as a chart and as a table."""
    units = rules.book.flow.units
    found = [(Fraction(net, result.scale), deals, Fraction(deals, result.deals)) for net, deals in result.net.items()]
    bars = [
        Bar(
            float(net),
            plain(net),
            float(chance),
            f"one in {decimal(1 / chance, 0 if chance < Fraction(1, 100) else 1)}",
        )
        for net, _, chance in found
    ]
    rows = tuple(
        (plain(net), whole(deals), probability(chance), one_in(chance), decimal(net * chance, 8))
        for net, deals, chance in found
    )
    total = ("All", whole(result.deals), probability(Fraction(1)), "", decimal(-result.house_edge, 8))
    columns = (
        Column(f"Net, {units}"),
        Column("Deals"),
        Column("Probability"),
        Column("One in"),
        Column(f"Adds to the mean, {units}"),
    )
    svg = distribution_chart(bars, "Net result of the main game", units)
    return Section(
        "distribution",
        "Distribution of the net result",
        (
            Text(
                f"Everything that is wagered in the main game, {rules.book.flow.unit} included, "
                "against everything that is handed back, "
                f"in {units}, under the best strategy. Side wagers are not part of it."
            ),
            Chart(svg, f"Net result of the main game, in {units}: losses, even results, gains"),
            Table(f"Net result, out of {whole(result.deals)} deals", columns, rows, total),
        ),
    )


def actions_in_words(action: str) -> str:
    """An action as the charts write it: a wager by its multiple, such as 3x, anything else by its verb."""
    done = Action.parse(action)
    return f"{done.multiple}x" if done.multiple else WITHDRAW if done.withdraws else done.verb
