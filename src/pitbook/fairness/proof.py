"""The proof of a round: everything that anyone needs to recompute its shuffles and cuts, and the recomputation."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from pitbook.cards import DECK
from pitbook.cards.card import read_cards
from pitbook.fairness.deck import CARDS, CUT_LABEL, DECK_LABEL, cut_depth, numbered, shuffle
from pitbook.fairness.seeds import checked_hex, commit, parse_seed, player_seed_problems, seed_problems, text_problems
from pitbook.problems import MalformedError, Problem

ALGORITHM: Final = "pitbook-1"
"""Names the algorithm of `docs/fairness.md` in stored proofs; another algorithm would have another name."""

_KEYS: Final = ("algorithm", "round", "commitment", "seed", "player_seeds", "decks", "cuts")


@dataclass(frozen=True, slots=True)
class Cut:
    """A cut: the fewest cards that had to lie on either side, and how many lay above it."""

    fewest: int
    depth: int


@dataclass(frozen=True, slots=True)
class Proof:
    """What was published, what was revealed, and what was dealt from it.

    The decks are the round's shuffles in order, each as it was before any cut; their place is their number, and the
    same holds for the cuts. So a server can't pick one of many shuffles: the first is number 1.
    """

    round_id: str
    commitment: str
    seed: bytes
    player_seeds: tuple[str, ...]
    decks: tuple[tuple[int, ...], ...]
    cuts: tuple[Cut, ...] = ()

    def __post_init__(self) -> None:
        problems = seed_problems(self.seed) + text_problems(self.round_id, "a round's id")
        problems += player_seed_problems(self.player_seeds)
        for number, deck in enumerate(self.decks, 1):
            if sorted(deck) != list(range(CARDS)):
                problems.append(Problem(f"deck {number} does not have each of the {CARDS} cards once", str(number)))
        for number, one in enumerate(self.cuts, 1):
            if not 1 <= one.fewest <= CARDS // 2:
                message = f"cut {number}: {one.fewest} cards on each side are not possible"
                problems.append(Problem(message, str(one.fewest)))
        try:
            checked_hex(self.commitment, "a commitment")
        except MalformedError as error:
            problems += error.problems
        if problems:
            raise MalformedError(problems)

    def as_json(self) -> dict[str, Any]:
        """The proof as a document: bytes as hexadecimal digits, decks as cards, top card first."""
        return {
            "algorithm": ALGORITHM,
            "round": self.round_id,
            "commitment": self.commitment,
            "seed": self.seed.hex(),
            "player_seeds": list(self.player_seeds),
            "decks": [" ".join(str(DECK[index]) for index in deck) for deck in self.decks],
            "cuts": [{"fewest": one.fewest, "depth": one.depth} for one in self.cuts],
        }

    @classmethod
    def from_json(cls, document: object) -> "Proof":
        """A proof from its document; everything that is not as it should be is reported together."""
        return _read(document)


def prove(
    seed: bytes, round_id: str, player_seeds: Sequence[str], fewest_of_cuts: Sequence[int] = (), shuffles: int = 1
) -> Proof:
    """The proof of a round that was shuffled so often, and cut once for each of the fewest depths given."""
    decks = tuple(
        shuffle(seed, round_id, player_seeds, numbered(DECK_LABEL, number)) for number in range(1, shuffles + 1)
    )
    cuts = tuple(
        Cut(fewest, cut_depth(seed, round_id, player_seeds, fewest, label=numbered(CUT_LABEL, number)))
        for number, fewest in enumerate(fewest_of_cuts, 1)
    )
    return Proof(round_id, commit(seed, round_id), seed, tuple(player_seeds), decks, cuts)


def verify(proof: Proof) -> list[Problem]:
    """What does not hold: the commitment, each deck and each cut are recomputed, and every difference is named."""
    found = prove(proof.seed, proof.round_id, proof.player_seeds, [one.fewest for one in proof.cuts], len(proof.decks))
    problems = []
    if found.commitment != proof.commitment.lower():
        message = f"the seed and the round id {proof.round_id} do not give the published commitment"
        problems.append(Problem(message, proof.commitment))
    differing = []
    for number, (told, right) in enumerate(zip(proof.decks, found.decks, strict=True), 1):
        if told != right:
            place = next(place for place in range(CARDS) if told[place] != right[place])
            message = (
                f"deck {number} is not what the seeds give: "
                f"card {place + 1} from the top is {DECK[told[place]]} and should be {DECK[right[place]]}"
            )
            differing.append(Problem(message, str(DECK[told[place]])))
    for number, (stated, correct) in enumerate(zip(proof.cuts, found.cuts, strict=True), 1):
        if stated != correct:
            message = (
                f"cut {number} is not what the seeds give: {stated.depth} cards deep and should be {correct.depth}"
            )
            differing.append(Problem(message, str(stated.depth)))
    if not problems and len(differing) == len(proof.decks) + len(proof.cuts) > 0:
        said = ", ".join(proof.player_seeds) or "none"
        message = f"no deck and no cut follows from the player seeds ({said}): they may not be the ones that were used"
        problems.append(Problem(message, said))
    return problems + differing


def _read(document: object) -> Proof:
    if not isinstance(document, dict) or set(document) != set(_KEYS):
        raise MalformedError(Problem(f"a proof has exactly these keys: {', '.join(_KEYS)}"))
    problems: list[Problem] = []
    if document["algorithm"] != ALGORITHM:
        message = f'the algorithm "{document["algorithm"]}" is not known (this is {ALGORITHM})'
        problems.append(Problem(message, str(document["algorithm"])[:60]))
    problems += [
        Problem(f"{key} must be a text", str(document[key])[:60])
        for key in ("round", "commitment", "seed")
        if not isinstance(document[key], str)
    ]
    lists = {}
    for key, kind, what in (("player_seeds", str, "texts"), ("decks", str, "texts of cards"), ("cuts", dict, "cuts")):
        value = document[key]
        right = isinstance(value, list) and all(isinstance(one, kind) for one in value)
        lists[key] = value if right else []
        if not right:
            problems.append(Problem(f"{key} must be a list of {what}", str(value)[:60]))
    decks = []
    for text in lists["decks"]:
        cards, wrong = read_cards(text)
        problems += wrong
        decks.append(tuple(card.index for card in cards))
    cuts = []
    for one in lists["cuts"]:
        if set(one) == {"fewest", "depth"} and all(type(number) is int for number in one.values()):
            cuts.append(Cut(one["fewest"], one["depth"]))
        else:
            problems.append(Problem("a cut has two whole numbers, fewest and depth", str(one)[:60]))
    seed = b""
    if isinstance(document["seed"], str):
        try:
            seed = parse_seed(document["seed"])
        except MalformedError as error:
            problems += error.problems
    if problems:
        raise MalformedError(problems)
    return Proof(
        document["round"],
        document["commitment"],
        seed,
        tuple(document["player_seeds"]),
        tuple(decks),
        tuple(cuts),
    )
