"""Solved games on disk: found again by everything that matters, rebuilt when damaged, never trusted blindly."""

import hashlib
import json
import os
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

from pitbook.compiled import cache_folder
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


@cache
def code_digest() -> str:
    """A digest of every source file of the rooms that a solution comes from."""
    digest = hashlib.sha256()
    package = Path(__file__).parent.parent
    for path in sorted(path for room in ROOMS for path in (package / room).rglob("*.py")):
        digest.update(path.relative_to(package).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()


def key_of(kind: str, game: MainGame, streets: Sequence[Street]) -> str:
    """A digest of the game, the decisions, and the code that solves it."""
    terms = {
        "kind": kind,
        "code": code_digest(),
        "scale": game.scale,
        "categories": game.categories,
        "qualifying_level": game.qualifying_level,
        "fixed": game.fixed.tolist(),
        "decided": game.decided.tolist(),
        "fold": game.fold,
        "staked": game.staked,
        "streets": [[s.name, s.board, s.multiples, s.any_amount_between, s.otherwise] for s in streets],
    }
    return hashlib.sha256(json.dumps(terms, sort_keys=True).encode()).hexdigest()


def _paths(key: str) -> tuple[Path, Path]:
    folder = cache_folder() / "solutions"
    return folder / f"{key[:32]}.json", folder / f"{key[:32]}.policy"


def _body(solved: Solved, policy: bytes) -> dict[str, Any]:
    result = solved.result
    return {
        "house_edge": str(solved.house_edge),
        "policy": hashlib.sha256(policy).hexdigest(),
        "pre_flop": solved.pre_flop and {a: [str(v) for v in values] for a, values in solved.pre_flop.items()},
        "result": result
        and {
            "deals": result.deals,
            "scale": result.scale,
            "staked": result.staked,
            "outcomes": [[*outcome, count] for outcome, count in result.outcomes.items()],
            "net": list(result.net.items()),
            "decisions": result.decisions,
        },
    }


def _digest(body: dict[str, Any]) -> str:
    return hashlib.sha256(json.dumps(body, sort_keys=True).encode()).hexdigest()


def store(kind: str, game: MainGame, streets: Sequence[Street], solved: Solved) -> None:
    """Keep a solved game. A folder that can't be written to is no reason to fail: the game was solved all the same."""
    key = key_of(kind, game, streets)
    path, policy_path = _paths(key)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        scratch = policy_path.with_suffix(f".{os.getpid()}")
        solved.policy.save(scratch)
        body = _body(solved, scratch.read_bytes())
        scratch.replace(policy_path)
        scratch.write_text(json.dumps({"key": key, "digest": _digest(body), "body": body}), encoding="utf-8")
        scratch.replace(path)
    except OSError:
        return


def recall(kind: str, game: MainGame, streets: Sequence[Street]) -> Solved | None:
    """A game that was solved before; None if there is none, or if anything about it is not as it was stored."""
    key = key_of(kind, game, streets)
    path, policy_path = _paths(key)
    try:
        document = json.loads(path.read_text(encoding="utf-8"))
        body = document["body"]
        if document["key"] != key or document["digest"] != _digest(body):
            return None
        if hashlib.sha256(policy_path.read_bytes()).hexdigest() != body["policy"]:
            return None
        policy = _POLICIES[kind].load(policy_path)
    except (OSError, ValueError, KeyError, TypeError, MalformedError):
        return None
    kept = body["result"]
    result = kept and MainResult(
        deals=kept["deals"],
        scale=kept["scale"],
        staked=kept["staked"],
        outcomes={(a, b, c, d): count for a, b, c, d, count in kept["outcomes"]},
        net=dict(kept["net"]),
        decisions=kept["decisions"],
    )
    pre_flop = body["pre_flop"] and {a: [Fraction(v) for v in values] for a, values in body["pre_flop"].items()}
    return Solved(Fraction(body["house_edge"]), result, policy, pre_flop)
