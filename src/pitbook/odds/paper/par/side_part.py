"""The part of the sheet about side wagers: a section for each, with meters and envy if it is a progressive."""

from fractions import Fraction

from pitbook.money import format_dollars
from pitbook.odds.paper.par.main_part import volatility_words
from pitbook.odds.paper.par.numbers import (
    NONE,
    clean,
    decimal,
    dollars,
    exactly,
    one_in,
    percent,
    probability,
    title_case,
    to_one,
    true_odds,
    whole,
)
from pitbook.odds.paper.par.sheet import Block, Column, Section, Table, Text, facts
from pitbook.odds.paper.par.spread import volatility_index
from pitbook.odds.wagers import LOSS, HitLine, ProgressiveFigures, WagerResult
from pitbook.settlement.pay import DOLLAR
from pitbook.submission import HouseRules


def wager_section(rules: HouseRules, result: WagerResult) -> Section:
    """One side wager: its figures, its paytable, and its meters if it has any."""
    blocks: list[Block] = [_figures(result), _lines(result)]
    if result.progressive:
        blocks += _progressive(rules, result, result.progressive)
    return Section(
        f"wager-{result.wager}",
        f"{clean(rules.book.wager(result.wager).title)}, table {result.paytable}",
        tuple(blocks),
    )


def _figures(result: WagerResult) -> Table:
    rows = [
        ("House advantage, per unit wagered", percent(result.house_edge), exactly(result.house_edge)),
        ("Return", percent(1 - result.house_edge), exactly(1 - result.house_edge)),
        ("Hit frequency", percent(result.hit_frequency), exactly(result.hit_frequency)),
        ("Variance", decimal(result.variance), NONE),
        ("Standard deviation, per unit wagered", decimal(result.standard_deviation), "root of the variance"),
        ("Volatility index", decimal(volatility_index(result.standard_deviation)), volatility_words()),
        ("Stake", dollars(result.stake), "matters where a fixed sum is paid"),
        ("Combinations counted", whole(result.total), "all of them equally likely"),
    ]
    return facts("Figures", rows, third="Exactly, or how it is defined")


def payout_odds(line: HitLine) -> str:
    """What is won on a unit of the wager, however the sign at the table states it."""
    if line.hand == LOSS or not line.probability:
        return NONE
    return to_one(line.returned / line.probability - 1)


def _lines(result: WagerResult) -> Table:
    rows = tuple(
        (
            title_case(result.words(line)),
            whole(line.combinations),
            probability(line.probability),
            one_in(line.probability),
            true_odds(line.probability),
            line.pays,
            payout_odds(line),
            decimal(line.returned, 8),
        )
        for line in result.lines
    )
    returned = sum((line.returned for line in result.lines), Fraction(0))
    total = ("Together", whole(result.total), probability(Fraction(1)), "", "", "", "", decimal(returned, 8))
    columns = (
        Column("Hand", words=True),
        Column("Combinations"),
        Column("Probability"),
        Column("One in"),
        Column("True odds"),
        Column("Pays"),
        Column("Payout odds"),
        Column("Return"),
    )
    return Table(f"Lines, out of {whole(result.total)} combinations", columns, rows, total)


def _progressive(rules: HouseRules, result: WagerResult, figures: ProgressiveFigures) -> list[Block]:
    rows = [
        ("Return of the fixed awards", percent(figures.fixed_return), exactly(figures.fixed_return)),
        ("House edge at the readings below", percent(result.house_edge), exactly(result.house_edge)),
        ("House edge with all meters at reset", percent(figures.reset_house_edge), exactly(figures.reset_house_edge)),
        (
            "House edge in the long run",
            percent(figures.long_run_house_edge),
            _long_run(rules),
        ),
    ]
    meters = []
    for name, value in figures.per_meter_dollar.items():
        terms, even = rules.meters[name], figures.break_even[name]
        meters.append(
            (
                clean(rules.book.title_of(name)),
                dollars(figures.meters[name]),
                format_dollars(terms.reset),
                f"{float(value):.6e}".replace("e-0", "e-").replace("-", "−"),
                "never" if even is None else dollars(even),
            )
        )
    columns = (
        Column("Meter", words=True),
        Column("Reading"),
        Column("Reset"),
        Column("Return per meter dollar"),
        Column("Breaks even at"),
    )
    hits = tuple(
        (title_case(result.words(line)), line.pays, one_in(line.probability))
        for line in result.lines
        if line.hand != LOSS
    )
    return [
        facts("Progressive figures", rows, third="Exactly, or how it is defined"),
        Table("Meters", columns, tuple(meters)),
        Table(
            "Mean rounds between hits, for one player",
            (Column("Hand", words=True), Column("Pays"), Column("Rounds")),
            hits,
        ),
        *_envy(rules, result, figures),
    ]


def _long_run(rules: HouseRules) -> str:
    """What the house edge in the long run assumes."""
    words = "all contributions, at the rate filed, and all reset amounts are paid out in the end"
    limited = [clean(rules.book.title_of(name)) for name, terms in rules.meters.items() if terms.limit is not None]
    return f"{words}; so is what is held back above the limit of {' and '.join(limited)}" if limited else words


def _envy(rules: HouseRules, result: WagerResult, figures: ProgressiveFigures) -> list[Block]:
    """What envy bonuses add, by the number of other players at the table."""
    table = rules.envy_table
    if table is None:
        return [Text("No envy bonus goes with this table.")]
    each = figures.envy_per_other_player
    rows = tuple(
        (
            str(others),
            percent(others * each),
            exactly(others * each),
            percent(result.house_edge - others * each),
            percent(figures.long_run_house_edge - others * each),
        )
        for others in range(1, rules.positions)
    )
    columns = (
        Column("Other players"),
        Column("Envy adds to the return"),
        Column("Exactly"),
        Column("House edge at the readings"),
        Column("House edge in the long run"),
    )
    pays = tuple(
        (
            title_case(rules.book.hand_in_words(table, row.hand)),
            str(row.pays),
            str(row.pays_for_5) if row.pays_for_5 else NONE,
        )
        for row in table.rows
    )
    return [
        Table(
            f"Envy bonus, table {table.id}",
            (Column("Another player's hand", words=True), Column("Pays for $1"), Column("Pays for $5, where listed")),
            pays,
        ),
        Table(
            f"Envy by the number of other players, at a wager of {format_dollars(int(result.stake * DOLLAR))}",
            columns,
            rows,
        ),
    ]


def stays_when_folded(rules: HouseRules, name: str) -> str:
    """Whether a side wager stays in action or is lost when the player folds, in words."""
    wager = rules.book.wager(name)
    stays = wager.stays_after_fold(rules.options)
    return f"{clean(wager.title)} {'stays in action' if stays else 'is lost'}"
