"""The proof of a round: all that is needed to recompute its shuffles and cuts, and the check that does it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from pitbook.cards import DECK, Suit
from pitbook.documents import Document
from pitbook.fairness.contributions import (
    Beacon,
    SeedContribution,
    aware_time,
    beacon_problems,
    contribution_problems,
    hex_problems,
    mixed_in,
    unlike_commitments,
)
from pitbook.fairness.deck import CARDS, CUT_LABEL, DECK_LABEL, cut_depth, numbered, shuffle
from pitbook.fairness.seeds import commit, seed_problems, text_problems
from pitbook.problems import MalformedError, Problem

ALGORITHM: Final = "pitbook-2"
"""The name of the algorithm in `docs/explanation/fairness.md`, as stored in proofs."""


class BeaconValue(Document):
    """What a beacon published, and when."""

    value: str
    at: str


class ProvedCut(Document):
    """A cut: its depth, and the fewest cards allowed on either side."""

    fewest: int
    depth: int


class ProvedSeed(Document):
    """What a player committed to, and the seed that was revealed; null if it is missing."""

    player: str
    commitment: str
    seed: str | None


class ShuffleProof(Document):
    """What anybody needs to recompute a shuffle."""

    algorithm: str
    round: str
    rules: str
    """The digest of the house rules."""
    par: str
    """The digest of what their PAR sheet is calculated from."""
    opened: str
    commitment: str
    seed: str
    players: list[ProvedSeed]
    """In the order of the closed list."""
    beacon: BeaconValue | None
    decks: list[str]
    """Cards, the top card first; one deck for each shuffle of the round."""
    cuts: list[ProvedCut]


@dataclass(frozen=True, slots=True)
class Cut:
    """A cut: the fewest cards allowed on either side, and how many were above it."""

    fewest: int
    depth: int


@dataclass(frozen=True, slots=True)
class ProofTerms:
    """What a round's commitment covers besides the seed."""

    round_id: str
    rules: str
    """The digest of the house rules: the book's data and the submission in force."""
    par: str
    """The digest of everything from which the PAR sheet of these rules is calculated."""
    opened: str
    """When the commitment was published."""


@dataclass(frozen=True, slots=True)
class Proof:
    """What was published, what was revealed, and which decks resulted.

    The decks are the round's shuffles in order, each before any cut. Decks and cuts are numbered by position, so a
    server cannot pick one of many shuffles: the first is number 1. A round with a missing player's seed has neither.
    """

    terms: ProofTerms
    commitment: str
    seed: bytes
    contributions: tuple[SeedContribution, ...] = ()
    beacon: Beacon | None = None
    decks: tuple[tuple[int, ...], ...] = ()
    cuts: tuple[Cut, ...] = ()

    def __post_init__(self) -> None:
        problems = seed_problems(self.seed) + text_problems(self.terms.round_id, "a round's id")
        problems += hex_problems(self.terms.rules, "a digest of rules")
        problems += hex_problems(self.terms.par, "a digest of a PAR sheet")
        problems += hex_problems(self.commitment, "a commitment")
        if aware_time(self.terms.opened) is None:
            problems.append(Problem(f"{self.terms.opened[:40]!r} is not a time with its zone", self.terms.opened[:40]))
        problems += contribution_problems(self.contributions)
        for number, deck in enumerate(self.decks, 1):
            if sorted(deck) != list(range(CARDS - self.cards, CARDS)):
                message = f"deck {number} does not have each of the {self.cards} cards once"
                problems.append(Problem(message, str(number)))
        for number, one in enumerate(self.cuts, 1):
            if not 1 <= one.fewest <= self.cards // 2:
                message = f"cut {number}: {one.fewest} cards on each side are not possible"
                problems.append(Problem(message, str(one.fewest)))
        if problems:
            raise MalformedError(problems)

    @property
    def cards(self) -> int:
        """The number of cards shuffled: 52, unless the first deck is a short one."""
        told = len(self.decks[0]) if self.decks else CARDS
        return told if told % len(Suit) == 0 and 0 < told < CARDS else CARDS

    @property
    def missing(self) -> tuple[str, ...]:
        """The players on the list whose seeds are missing."""
        return tuple(one.player for one in self.contributions if one.seed is None)

    def as_json(self) -> ShuffleProof:
        """The proof as a document: bytes as hexadecimal digits, decks as cards, top card first."""
        return {
            "algorithm": ALGORITHM,
            "round": self.terms.round_id,
            "rules": self.terms.rules,
            "par": self.terms.par,
            "opened": self.terms.opened,
            "commitment": self.commitment,
            "seed": self.seed.hex(),
            "players": [
                {"player": one.player, "commitment": one.commitment, "seed": one.seed} for one in self.contributions
            ],
            "beacon": None if self.beacon is None else {"value": self.beacon.value, "at": self.beacon.at},
            "decks": [" ".join(str(DECK[index]) for index in deck) for deck in self.decks],
            "cuts": [{"fewest": one.fewest, "depth": one.depth} for one in self.cuts],
        }


def prove(
    seed: bytes,
    terms: ProofTerms,
    contributions: Sequence[SeedContribution] = (),
    beacon: Beacon | None = None,
    fewest_of_cuts: Sequence[int] = (),
    shuffles: int = 1,
    cards: int = CARDS,
) -> Proof:
    """The proof of a round with this many shuffles, and one cut for each minimum depth given."""
    mixed = mixed_in(contributions, beacon) if shuffles or fewest_of_cuts else ()
    decks = tuple(
        shuffle(seed, terms.round_id, mixed, numbered(DECK_LABEL, number), cards) for number in range(1, shuffles + 1)
    )
    cuts = tuple(
        Cut(fewest, cut_depth(seed, terms.round_id, mixed, fewest, cards, numbered(CUT_LABEL, number)))
        for number, fewest in enumerate(fewest_of_cuts, 1)
    )
    commitment = commit(seed, terms.round_id, terms.rules, terms.par)
    return Proof(terms, commitment, seed, tuple(contributions), beacon, decks, cuts)


def verify(proof: Proof) -> list[Problem]:
    """Recompute commitments, decks and cuts, and return a problem for each difference."""
    terms = proof.terms
    problems = []
    if commit(proof.seed, terms.round_id, terms.rules, terms.par) != proof.commitment.lower():
        message = f"the seed, the round id {terms.round_id} and the digests do not give the published commitment"
        problems.append(Problem(message, proof.commitment))
    problems += unlike_commitments(proof.contributions, terms.round_id)
    opened = aware_time(terms.opened)
    if proof.beacon is not None and opened is not None:
        problems += beacon_problems(proof.beacon, opened)
    if proof.missing:
        if proof.decks or proof.cuts:
            names = " and ".join(proof.missing)
            problems.append(Problem(f"cards were dealt although the seed of {names} was missing", proof.missing[0]))
        return problems
    differing = _differing(proof)
    if not problems and len(differing) == len(proof.decks) + len(proof.cuts) > 0:
        said = ", ".join(one.player for one in proof.contributions) or "none"
        message = f"no deck and no cut matches the seeds ({said}): these may not be the seeds that were used"
        problems.append(Problem(message, said))
    return problems + differing


def _differing(proof: Proof) -> list[Problem]:
    """A problem for each deck and cut that differs from what the seeds give."""
    fewest = [one.fewest for one in proof.cuts]
    found = prove(proof.seed, proof.terms, proof.contributions, proof.beacon, fewest, len(proof.decks), proof.cards)
    differing = []
    for number, (told, right) in enumerate(zip(proof.decks, found.decks, strict=True), 1):
        if told != right:
            place = next(place for place in range(proof.cards) if told[place] != right[place])
            message = (
                f"deck {number} is not what the seeds give: "
                f"card {place + 1} from the top is {DECK[told[place]]} but should be {DECK[right[place]]}"
            )
            differing.append(Problem(message, str(DECK[told[place]])))
    for number, (stated, correct) in enumerate(zip(proof.cuts, found.cuts, strict=True), 1):
        if stated != correct:
            message = (
                f"cut {number} is not what the seeds give: {stated.depth} cards deep but should be {correct.depth}"
            )
            differing.append(Problem(message, str(stated.depth)))
    return differing
