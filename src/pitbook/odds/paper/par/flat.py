"""The sheet as one flat table for spreadsheets and scripts.

The columns are always these; a cell that does not apply is empty:

- `section`: `identity`, `main`, `decisions`, `distribution`, `main_wagers`, `wagers`, `lines`, `bands`, `progressive`,
  `envy`, `strategy` or `card`
- `item`: the figure, the wager, the street or the meter; for bands, the wager (`main` is per ante, `main_per_unit` per
  unit wagered)
- `hand`: the hand, the line, the action, the net result, the number of rounds or of other players
- `combinations` out of `total`: counts of equally likely deals or combinations
- `probability`, `one_in`, `true_odds` (so much to 1), `pays` as the sign has it, `payout_odds` (so much to 1)
- `return`: what the line adds to the return (side wagers) or to the net in antes (main game)
- `value`: a figure's decimal or its words; `low` and `high` are the ends of a band, whose confidence is the `value`
- `exact`: the figure's fraction, where it is exact
"""

import csv
from collections.abc import Iterable, Iterator
from fractions import Fraction
from io import StringIO
from typing import Final

from pitbook.odds.families.main_result import MainResult
from pitbook.odds.families.main_wagers import MainWager
from pitbook.odds.families.protocol import Solved, StartingHands
from pitbook.odds.families.registry import family_of
from pitbook.odds.paper.par.build import full_result
from pitbook.odds.paper.par.sheet import identity_of
from pitbook.odds.paper.par.spread import bands, volatility_index
from pitbook.odds.solution import Solution
from pitbook.odds.strategies import GeneratedCard
from pitbook.odds.wagers import LOSS, WagerResult
from pitbook.strategy.card import lines_of
from pitbook.submission import HouseRules

COLUMNS: Final = (
    "section",
    "item",
    "hand",
    "combinations",
    "total",
    "probability",
    "one_in",
    "true_odds",
    "pays",
    "payout_odds",
    "return",
    "value",
    "low",
    "high",
    "exact",
)

Cells = dict[str, str | int | float]


def csv_text(solution: Solution, card: GeneratedCard) -> str:
    """The whole table, after a line with the names of the columns."""
    out = StringIO(newline="")
    writer = csv.DictWriter(out, COLUMNS, restval="", lineterminator="\r\n")
    writer.writeheader()
    writer.writerows(_rows(solution, card))
    return out.getvalue()


def _rows(solution: Solution, card: GeneratedCard) -> Iterator[Cells]:
    rules, result = solution.rules, full_result(solution)
    yield from _identity(rules)
    yield from _main(result)
    yield from _main_wagers(solution.main_wagers, result)
    for wager in solution.wagers.values():
        yield from _wager(wager, rules.positions)
    yield from _all_bands(result, solution)
    yield from _strategy(solution.rules, solution.main)
    yield from _card(card)


def _exact(section: str, item: str, value: Fraction, hand: str = "") -> Cells:
    return {"section": section, "item": item, "hand": hand, "value": float(value), "exact": str(value)}


def _number(section: str, item: str, value: float, hand: str = "") -> Cells:
    return {"section": section, "item": item, "hand": hand, "value": value}


def _counted(section: str, item: str, hand: str, combinations: int, total: int) -> Cells:
    chance = Fraction(combinations, total)
    cells: Cells = {
        "section": section,
        "item": item,
        "hand": hand,
        "combinations": combinations,
        "total": total,
        "probability": float(chance),
    }
    return cells | ({"one_in": float(1 / chance), "true_odds": float(1 / chance - 1)} if chance else {})


def _identity(rules: HouseRules) -> Iterator[Cells]:
    identity = identity_of(rules)
    words = {
        "title": identity.title,
        "rulebook": identity.book,
        "authority": identity.authority,
        "house_name": identity.house,
        "approval": identity.approval,
        "digest": identity.digest,
        "pitbook": identity.version,
    }
    for item, value in words.items():
        yield {"section": "identity", "item": item, "value": value}
    for kind, table in identity.tables:
        yield {"section": "identity", "item": "paytable", "hand": kind, "value": table}


def _main(result: MainResult) -> Iterator[Cells]:
    for item in (
        "house_edge",
        "element_of_risk",
        "average_wager",
        "variance",
        "win_frequency",
        "push_frequency",
        "lose_frequency",
        "hit_frequency",
    ):
        yield _exact("main", item, getattr(result, item))
    deviation = result.standard_deviation
    yield _number("main", "standard_deviation", deviation)
    yield _number("main", "standard_deviation_per_unit", deviation / float(result.average_wager))
    yield _number("main", "volatility_index", volatility_index(deviation))
    yield _number("main", "deals", result.deals)
    for street, actions in result.decisions.items():
        for action, deals in actions.items():
            yield _counted("decisions", street, action, deals, result.deals)
    for net, deals in result.net.items():
        value = Fraction(net, result.scale)
        added: Cells = {"return": float(value * deals / result.deals), "exact": str(value)}
        yield _counted("distribution", "net", str(float(value)), deals, result.deals) | added


def _main_wagers(wagers: Iterable[MainWager], result: MainResult) -> Iterator[Cells]:
    for wager in wagers:
        yield _exact("main_wagers", wager.name, wager.average_stake, "average_stake")
        yield _exact("main_wagers", wager.name, wager.net, "net")
        if wager.house_advantage is not None:
            yield _exact("main_wagers", wager.name, wager.house_advantage, "house_advantage")
        yield _exact("main_wagers", wager.name, wager.variance, "variance")
        yield _number("main_wagers", wager.name, wager.standard_deviation, "standard_deviation")
        for line in wager.lines:
            end = line.ending
            hand = ":".join(word for word in (end.result, end.reason, end.hand, str(end.stake)) if word)
            money: Cells = {"pays": end.pays or "", "return": float(line.net), "exact": str(line.net)}
            yield _counted("lines", wager.name, hand, line.deals, result.deals) | money


def _wager(wager: WagerResult, positions: int) -> Iterator[Cells]:
    name = wager.wager
    yield {"section": "wagers", "item": name, "hand": "paytable", "value": wager.paytable}
    for figure in ("stake", "house_edge", "hit_frequency", "variance"):
        yield _exact("wagers", name, getattr(wager, figure), figure)
    yield _number("wagers", name, wager.standard_deviation, "standard_deviation")
    yield _number("wagers", name, volatility_index(wager.standard_deviation), "volatility_index")
    for line in wager.lines:
        money: Cells = {"pays": line.pays, "return": float(line.returned), "exact": str(line.returned)}
        if line.hand != LOSS and line.probability:
            money["payout_odds"] = float(line.returned / line.probability - 1)
        yield _counted("lines", name, line.hand, line.combinations, wager.total) | money
    figures = wager.progressive
    if figures is None:
        return
    for figure in ("fixed_return", "reset_house_edge", "long_run_house_edge", "envy_per_other_player"):
        yield _exact("progressive", name, getattr(figures, figure), figure)
    for meter, reading in figures.meters.items():
        yield _exact("progressive", meter, reading, "reading")
        yield _exact("progressive", meter, figures.per_meter_dollar[meter], "return_per_dollar")
        even = figures.break_even[meter]
        if even is not None:
            yield _exact("progressive", meter, even, "break_even")
    for others in range(1, positions):
        yield _exact("envy", name, others * figures.envy_per_other_player, str(others))


def _all_bands(result: MainResult, solution: Solution) -> Iterator[Cells]:
    deviation = result.standard_deviation
    spreads = {
        "main": (1 - result.house_edge, deviation),
        "main_per_unit": (1 - result.element_of_risk, deviation / float(result.average_wager)),
    }
    spreads |= {name: (1 - wager.house_edge, wager.standard_deviation) for name, wager in solution.wagers.items()}
    for item, (mean, spread) in spreads.items():
        for band in bands(mean, spread):
            yield _number("bands", item, float(band.level), str(band.rounds)) | {"low": band.low, "high": band.high}


def _strategy(rules: HouseRules, solved: Solved) -> Iterator[Cells]:
    for chart in family_of(rules).charts(solved):
        if isinstance(chart, StartingHands):
            for start in (hand for line in chart.rows for hand in line):
                value = start.values.get(start.action)
                cells: Cells = {"section": "strategy", "item": start.action, "hand": start.name}
                yield cells | ({} if value is None else {"value": float(value), "exact": str(value)})
            continue
        for row in chart.rows:
            for rank, shares in zip(chart.against or ("",), row.shares, strict=True):
                for action, count in shares.items():
                    hand = f"{row.name} against {rank}" if rank else row.name
                    yield _counted("strategy", action, hand, count, sum(shares.values()))


def _card(card: GeneratedCard) -> Iterator[Cells]:
    """The generated strategy card: what it is worth, then its rules in order."""
    yield _exact("card", "house_edge", card.result.house_edge)
    yield _exact("card", "cost", card.cost)
    for line in lines_of(card.strategy):
        words = line.hands or "everything else"
        yield {"section": "card", "item": f"{line.street}, {line.number}", "hand": words, "value": line.action}
