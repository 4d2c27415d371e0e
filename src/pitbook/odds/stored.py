"""Solved games on disk: looked up by everything that they depend on, checked when read, solved again if damaged."""

import hashlib
from fractions import Fraction
from pathlib import Path

from pitbook.odds import cached_documents
from pitbook.odds.families.main_result import MainResult
from pitbook.odds.families.protocol import Solved
from pitbook.odds.families.registry import family_of
from pitbook.problems import MalformedError
from pitbook.settlement.compile import compile_main
from pitbook.source_digest import digest_of_rooms
from pitbook.submission import HouseRules

ROOMS = ("cards", "settlement", Path(__file__).parent.name)
"""The rooms whose code a solution depends on, besides the game itself."""
_FOLDER, _POLICY = "solutions", ".policy"


def key_of(rules: HouseRules) -> str:
    """A digest of the game, the decisions, and the code that solves it."""
    game = compile_main(rules)
    terms = {
        "family": rules.book.family,
        "deck": rules.book.deck.cards,
        "code": digest_of_rooms(*ROOMS),
        "scale": game.scale,
        "classes": [[one.name, one.category, one.strength] for one in game.classes],
        "class_of": game.class_of.tolist(),
        "qualifying": game.qualifying,
        "fixed": game.fixed.tolist(),
        "per_unit": game.per_unit.tolist(),
        "changed": game.changed,
        "fold": [game.fold, *game.fold_per_unit],
        "staked": game.staked,
        "streets": [[s.name, s.own, s.board, s.up, s.actions, s.any_amount_between] for s in rules.streets],
    }
    return cached_documents.digest_of(terms)


def store(rules: HouseRules, solved: Solved) -> None:
    """Store a solved game. A folder that cannot be written to is not an error: the game is solved anyway."""
    key = key_of(rules)
    try:
        with cached_documents.replacing(cached_documents.path_of(_FOLDER, key, _POLICY)) as scratch:
            solved.policy.save(scratch)
            policy = scratch.read_bytes()
    except OSError:
        return
    body: dict[str, object] = {
        "house_edge": str(solved.house_edge),
        "policy": hashlib.sha256(policy).hexdigest(),
        "pre_flop": solved.pre_flop and {a: [str(v) for v in values] for a, values in solved.pre_flop.items()},
        "result": solved.result and solved.result.as_json(),
        "most_wagered": solved.most_wagered and str(solved.most_wagered),
    }
    cached_documents.keep(_FOLDER, key, body)


def recall(rules: HouseRules) -> Solved | None:
    """A game that was solved before; None if there is none, or if it is not as it was stored."""
    key = key_of(rules)
    body = cached_documents.recall(_FOLDER, key)
    if body is None:
        return None
    policy_path = cached_documents.path_of(_FOLDER, key, _POLICY)
    try:
        if hashlib.sha256(policy_path.read_bytes()).hexdigest() != body["policy"]:
            return None
        policy = family_of(rules).load(policy_path)
    except (OSError, ValueError, KeyError, MalformedError):
        return None
    result = body["result"] and MainResult.from_json(body["result"])
    pre_flop = body["pre_flop"] and {a: [Fraction(v) for v in values] for a, values in body["pre_flop"].items()}
    most = body["most_wagered"] and Fraction(body["most_wagered"])
    return Solved(Fraction(body["house_edge"]), result, policy, pre_flop, most)
