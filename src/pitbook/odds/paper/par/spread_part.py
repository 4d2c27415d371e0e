"""The part of the sheet about spread: confidence bands of the return of the main game and of every side wager."""

from collections.abc import Sequence
from fractions import Fraction

from pitbook.odds.families.main_result import MainResult
from pitbook.odds.paper.charts import BandPoint, bands_chart
from pitbook.odds.paper.par.main_part import volatility_words
from pitbook.odds.paper.par.numbers import clean, decimal, level, percent, whole
from pitbook.odds.paper.par.sheet import Block, Chart, Column, Section, Table, Text
from pitbook.odds.paper.par.spread import LEVELS, ROUNDS, Band, bands, quantile
from pitbook.odds.wagers import LOSS, WagerResult
from pitbook.submission import HouseRules

_ENOUGH_HITS = 10
"""How often the rarest result should be expected before the normal distribution is a good approximation."""


def spread_section(rules: HouseRules, result: MainResult, wagers: Sequence[WagerResult]) -> Section:
    """Bands for 10^3 to 10^8 rounds: per ante and per unit wagered, and for each side wager."""
    per_ante = 1 - result.house_edge
    per_unit = 1 - result.element_of_risk
    unit_deviation = result.standard_deviation / float(result.average_wager)
    points = [BandPoint(level(each), quantile(each) * result.standard_deviation) for each in LEVELS]
    title = f"Return of the main game, per {rules.book.flow.unit}"
    blocks: list[Block] = [
        Text(_method()),
        Chart(
            bands_chart(float(per_ante), points, ROUNDS, title),
            f"{title}: 1 − house edge, with the bands within which it lies after so many rounds",
        ),
        _bands(
            f"Main game, return per {rules.book.flow.unit} (1 − house edge)", bands(per_ante, result.standard_deviation)
        ),
        _bands("Main game, return per unit wagered (1 − element of risk)", bands(per_unit, unit_deviation)),
        Text(_rarest("result of the main game", min(Fraction(deals, result.deals) for deals in result.net.values()))),
    ]
    for wager in wagers:
        title = clean(rules.book.wager(wager.wager).title)
        blocks.append(_bands(f"{title}, return", bands(1 - wager.house_edge, wager.standard_deviation)))
        chances = [line.probability for line in wager.lines if line.hand != LOSS and line.probability]
        if chances:
            blocks.append(Text(_rarest(f"paying line of {title}", min(chances))))
    return Section("spread", "Volatility and confidence bands", tuple(blocks))


def _method() -> str:
    quantiles = ", ".join(f"{quantile(each):.4f} at {level(each)}" for each in LEVELS)
    return (
        f"After n rounds of the same stake the return lies within expected return ± z × standard deviation / √n; "
        f"z is {quantiles}, from the normal distribution. The volatility index is {volatility_words()}. "
        "Per unit wagered, the standard deviation is that of a round over the average wager."
    )


def _rarest(what: str, chance: Fraction) -> str:
    return (
        f"The rarest {what} comes once in {decimal(1 / chance, 0)} rounds. Before some {_ENOUGH_HITS} times as many "
        f"({decimal(_ENOUGH_HITS / chance, 0)}) the bands are a rough guide, and an end below nothing can't be reached."
    )


def _bands(caption: str, found: Sequence[Band]) -> Table:
    by_rounds: dict[int, list[Band]] = {}
    for band in found:
        by_rounds.setdefault(band.rounds, []).append(band)
    rows = tuple(
        (
            whole(rounds),
            *(words for band in found_here for words in (percent(band.half), percent(band.low), percent(band.high))),
        )
        for rounds, found_here in by_rounds.items()
    )
    columns = [Column("Rounds")]
    for each in LEVELS:
        columns += [Column(f"{level(each)}{words}") for words in (": ±", ": from", ": to")]
    return Table(caption, tuple(columns), rows)
