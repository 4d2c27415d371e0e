"""Solved games on disk: found again by everything that matters, rebuilt when damaged, never trusted blindly."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from pitbook.odds import kept
from pitbook.odds.four_card import FourCardPolicy
from pitbook.odds.holdem import HoldemPolicy
from pitbook.odds.main_result import MainResult
from pitbook.problems import MalformedError
from pitbook.rulebooks.models import Street
from pitbook.settlement.compile import MainGame

Policy = HoldemPolicy | FourCardPolicy
_POLICIES: dict[str, type[HoldemPolicy] | type[FourCardPolicy]] = {"holdem": HoldemPolicy, "four_card": FourCardPolicy}


@dataclass(frozen=True)
class Solved:
    """A solved main game."""

    house_edge: Fraction
    result: MainResult | None
    policy: Policy
    pre_flop: dict[str, list[Fraction]] | None
    """Hold'em: by action, the value of each of the 169 starting hands, in the order of the chart."""


ROOMS = ("cards", "settlement", "odds")
"""The rooms whose code a solution depends on, besides the game itself."""
_FOLDER, _POLICY = "solutions", ".policy"


def key_of(kind: str, game: MainGame, streets: Sequence[Street]) -> str:
    """A digest of the game, the decisions, and the code that solves it."""
    terms = {
        "kind": kind,
        "code": kept.code_digest(*ROOMS),
        "scale": game.scale,
        "categories": game.categories,
        "qualifying_level": game.qualifying_level,
        "fixed": game.fixed.tolist(),
        "decided": game.decided.tolist(),
        "fold": game.fold,
        "staked": game.staked,
        "streets": [[s.name, s.board, s.multiples, s.any_amount_between, s.otherwise] for s in streets],
    }
    return kept.digest_of(terms)


def store(kind: str, game: MainGame, streets: Sequence[Street], solved: Solved) -> None:
    """Keep a solved game. A folder that can't be written to is no reason to fail: the game was solved all the same."""
    key = key_of(kind, game, streets)
    try:
        with kept.replacing(kept.path_of(_FOLDER, key, _POLICY)) as scratch:
            solved.policy.save(scratch)
            policy = scratch.read_bytes()
    except OSError:
        return
    body: dict[str, Any] = {
        "house_edge": str(solved.house_edge),
        "policy": hashlib.sha256(policy).hexdigest(),
        "pre_flop": solved.pre_flop and {a: [str(v) for v in values] for a, values in solved.pre_flop.items()},
        "result": solved.result and solved.result.as_json(),
    }
    kept.keep(_FOLDER, key, body)


def recall(kind: str, game: MainGame, streets: Sequence[Street]) -> Solved | None:
    """A game that was solved before; None if there is none, or if anything about it is not as it was stored."""
    key = key_of(kind, game, streets)
    body = kept.recall(_FOLDER, key)
    if body is None:
        return None
    policy_path = kept.path_of(_FOLDER, key, _POLICY)
    try:
        if hashlib.sha256(policy_path.read_bytes()).hexdigest() != body["policy"]:
            return None
        policy = _POLICIES[kind].load(policy_path)
    except (OSError, ValueError, KeyError, MalformedError):
        return None
    result = body["result"] and MainResult.from_json(body["result"])
    pre_flop = body["pre_flop"] and {a: [Fraction(v) for v in values] for a, values in body["pre_flop"].items()}
    return Solved(Fraction(body["house_edge"]), result, policy, pre_flop)
