"""The sheet as JSON: the document of `pitbook solve`, and identity, wagers, bands and strategy."""

from collections.abc import Sequence
from fractions import Fraction

from pitbook.exact import exact
from pitbook.odds.families.protocol import Solved, StartingHands
from pitbook.odds.families.registry import family_of
from pitbook.odds.paper.par.build import full_result
from pitbook.odds.paper.par.sheet import Identity, identity_of
from pitbook.odds.paper.par.spread import VOLATILITY_LEVEL, Band, bands, quantile, volatility_index
from pitbook.odds.solution import Solution
from pitbook.odds.strategies import GeneratedCard
from pitbook.odds.wagers import WagerResult
from pitbook.strategy import render
from pitbook.strategy.card import card_lines
from pitbook.submission import HouseRules


def par_document(solution: Solution, card: GeneratedCard) -> dict[str, object]:
    """Everything that the page shows, with exact fractions."""
    rules, result = solution.rules, full_result(solution)
    solved = solution.solved_json(result)
    unit_deviation = result.standard_deviation / float(result.average_wager)
    wagers: dict[str, dict[str, object]] = {}
    for name, wager in solution.wagers.items():
        part = wagers[name] = {
            **solved["wagers"][name],
            "volatility_index": volatility_index(wager.standard_deviation),
            "bands": _bands(bands(1 - wager.house_edge, wager.standard_deviation)),
        }
        if wager.progressive and "progressive" in solved["wagers"][name]:
            envy = _envy(wager, rules.positions)
            part["progressive"] = {**solved["wagers"][name]["progressive"], "envy_by_other_players": envy}
    document: dict[str, object] = {
        "identity": _identity(identity_of(rules)),
        "rulebook": solved["rulebook"],
        "main": {name: part for name, part in solved["main"].items() if name != "seconds"}
        | {
            "standard_deviation_per_unit": unit_deviation,
            "volatility_index": volatility_index(result.standard_deviation),
            "bands": {
                "per_ante": _bands(bands(1 - result.house_edge, result.standard_deviation)),
                "per_unit": _bands(bands(1 - result.element_of_risk, unit_deviation)),
            },
        },
        "wagers": wagers,
    }
    document["volatility_index"] = {"confidence": exact(VOLATILITY_LEVEL), "quantile": quantile(VOLATILITY_LEVEL)}
    document["strategy"] = _strategy(solution.rules, solution.main) | {
        "card": {
            "house_edge": exact(card.result.house_edge),
            "cost": exact(card.cost),
            "lines": card_lines(card.strategy),
            "file": render(card.strategy),
        }
    }
    return document


def _identity(identity: Identity) -> dict[str, object]:
    return {
        "title": identity.title,
        "rulebook": identity.book,
        "authority": identity.authority,
        "house_name": identity.house,
        "approved": identity.approved,
        "paytables": dict(identity.tables),
        "digest": identity.digest,
        "par_digest": identity.par_digest,
        "pitbook": identity.version,
    }


def _bands(found: Sequence[Band]) -> list[dict[str, object]]:
    return [
        {"rounds": band.rounds, "confidence": float(band.level), "half": band.half, "low": band.low, "high": band.high}
        for band in found
    ]


def _envy(wager: WagerResult, positions: int) -> list[dict[str, object]]:
    each = wager.progressive.envy_per_other_player if wager.progressive else Fraction(0)
    return [
        {"players": others, "adds": exact(others * each), "house_edge": exact(wager.house_edge - others * each)}
        for others in range(1, positions)
    ]


def _strategy(rules: HouseRules, solved: Solved) -> dict[str, object]:
    document: dict[str, object] = {}
    by_hand: dict[str, object] = {}
    for chart in family_of(rules).charts(solved):
        if isinstance(chart, StartingHands):
            document["pre_flop"] = {
                hand.name: {
                    "action": hand.action,
                    "values": {action: exact(value) for action, value in hand.values.items()},
                }
                for hands in chart.rows
                for hand in hands
            }
        elif chart.against:
            document["by_hand_and_up_card"] = [
                {"hands": row.name, "up_cards": dict(zip(chart.against, map(dict, row.shares), strict=True))}
                for row in chart.rows
            ]
        else:
            by_hand[chart.street] = [{"hands": row.name, "shares": dict(row.shares[0])} for row in chart.rows]
    return document | ({"by_hand": by_hand} if by_hand else {})
