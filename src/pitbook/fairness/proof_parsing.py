"""Parses the JSON document of a proof; all problems are reported together."""

from typing import Any, Final

from pitbook.cards.card import read_cards
from pitbook.fairness.contributions import Beacon, SeedContribution
from pitbook.fairness.proof import ALGORITHM, Cut, Proof, ProofTerms
from pitbook.fairness.seeds import parse_seed
from pitbook.problems import MalformedError, Problem

_TEXTS: Final = ("round", "rules", "par", "opened", "commitment", "seed")
_LISTS: Final = {"players": (dict, "players"), "decks": (str, "texts of cards"), "cuts": (dict, "cuts")}
_KEYS: Final = ("algorithm", *_TEXTS, "players", "beacon", "decks", "cuts")


def read_proof(document: object) -> Proof:
    """The proof that a document holds."""
    if not isinstance(document, dict) or set(document) != set(_KEYS):
        raise MalformedError(Problem(f"a proof has exactly these keys: {', '.join(_KEYS)}"))
    problems: list[Problem] = []
    if document["algorithm"] != ALGORITHM:
        message = f'the algorithm "{document["algorithm"]}" is unknown (expected {ALGORITHM})'
        problems.append(Problem(message, str(document["algorithm"])[:60]))
    problems += [
        Problem(f"{key} must be text", str(document[key])[:60]) for key in _TEXTS if not isinstance(document[key], str)
    ]
    lists: dict[str, list[Any]] = {}
    for key, (kind, what) in _LISTS.items():
        value = document[key]
        right = isinstance(value, list) and all(isinstance(one, kind) for one in value)
        lists[key] = value if right else []
        if not right:
            problems.append(Problem(f"{key} must be a list of {what}", str(value)[:60]))
    contributions = [_contribution(one, problems) for one in lists["players"]]
    beacon = _beacon(document["beacon"], problems)
    decks = [_deck(text, problems) for text in lists["decks"]]
    cuts = [_cut(one, problems) for one in lists["cuts"]]
    seed = b""
    if isinstance(document["seed"], str):
        try:
            seed = parse_seed(document["seed"])
        except MalformedError as error:
            problems += error.problems
    if problems:
        raise MalformedError(problems)
    terms = ProofTerms(document["round"], document["rules"], document["par"], document["opened"])
    return Proof(terms, document["commitment"], seed, tuple(contributions), beacon, tuple(decks), tuple(cuts))


def _contribution(one: dict[str, object], problems: list[Problem]) -> SeedContribution:
    player, commitment, seed = (one.get(key) for key in ("player", "commitment", "seed"))
    known = set(one) == {"player", "commitment", "seed"}
    if known and isinstance(player, str) and isinstance(commitment, str) and isinstance(seed, str | None):
        return SeedContribution(player, commitment, seed)
    message = "a player on the list has a name, a commitment and a seed, or null for a seed that is missing"
    problems.append(Problem(message, str(one)[:60]))
    return SeedContribution("", "", None)


def _beacon(value: object, problems: list[Problem]) -> Beacon | None:
    if value is None:
        return None
    if (
        isinstance(value, dict)
        and set(value) == {"value", "at"}
        and all(isinstance(one, str) for one in value.values())
    ):
        return Beacon(value["value"], value["at"])
    problems.append(Problem("a beacon has two texts, value and at", str(value)[:60]))
    return None


def _deck(text: str, problems: list[Problem]) -> tuple[int, ...]:
    cards, wrong = read_cards(text)
    if not wrong and " ".join(str(card) for card in cards) != text:
        wrong = [Problem("a deck is written as its cards with one space between them", text[:60])]
    problems += wrong
    return tuple(card.index for card in cards)


def _cut(one: dict[str, object], problems: list[Problem]) -> Cut:
    fewest, depth = one.get("fewest"), one.get("depth")
    if set(one) == {"fewest", "depth"} and type(fewest) is int and type(depth) is int:
        return Cut(fewest, depth)
    problems.append(Problem("a cut has two whole numbers, fewest and depth", str(one)[:60]))
    return Cut(0, 0)
