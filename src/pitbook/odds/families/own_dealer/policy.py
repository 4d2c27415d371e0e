"""What the player does with each hand against each up card, as sets of bits."""

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from pitbook.array_types import Matrix, Vector
from pitbook.cards import Card, mask_of
from pitbook.compiled import kernel
from pitbook.json_types import JsonObject
from pitbook.odds.deck import FULL, Deck
from pitbook.odds.families.own_dealer.counts import PLAYER
from pitbook.odds.families.policy_file import read_policy, write_policy
from pitbook.odds.families.protocol import Left
from pitbook.odds.families.sets import LANES, canonical, canonical_sets, find, find_hand, lanes_of, place_of

_KIND: Final = "four cards"


@kernel
def planned_action(planes: Matrix[np.uint64], hand: int, lane: int) -> int:
    """The action that the planes hold for a canonical hand and an up card."""
    action = 0
    for digit in range(planes.shape[0]):
        action |= int(planes[digit, hand] >> np.uint64(lane) & np.uint64(1)) << digit
    return action


@kernel
def action_of(cards: np.uint64, up: int, hands: Vector[np.uint64], planes: Matrix[np.uint64]) -> int:
    """The action with five real cards, given as a mask, against an up card, given as its lane; -1 if it is no hand."""
    form, places = canonical(cards)
    hand = find(hands, form)
    if hand < 0:
        return -1
    return planned_action(planes, hand, 16 * place_of(places, up >> 4) + (up & 15))


def empty_planes(multiples: Sequence[int], deck: Deck) -> NDArray[np.uint64]:
    """The planes of a policy that always folds."""
    return np.zeros((len(multiples).bit_length(), len(canonical_sets(deck, PLAYER))), np.uint64)


@dataclass(frozen=True, eq=False)
class FourCardPolicy:
    """An action for each canonical hand and up card: 0 folds, n makes the play wager of the n-th multiple."""

    deck: Deck
    multiples: tuple[int, ...]
    planes: NDArray[np.uint64]
    """The actions in binary: by digit and canonical hand, a bit for each lane of the up card."""
    wager: str = "play"
    """What a play wager is called."""

    def __post_init__(self) -> None:
        self.planes.setflags(write=False)

    @classmethod
    def from_actions(
        cls, multiples: Sequence[int], actions: NDArray[np.integer[Any]], *, deck: Deck = FULL, wager: str = "play"
    ) -> "FourCardPolicy":
        """A policy from the actions by canonical hand, or by canonical hand and lane of the up card."""
        hands = canonical_sets(deck, PLAYER)
        if actions.shape not in ((len(hands),), (len(hands), LANES)):
            raise ValueError(f"{len(hands)} hands with an action each, or {LANES}, are needed")
        if actions.size and not 0 <= int(actions.min()) <= int(actions.max()) <= len(multiples):
            raise ValueError(f"an action is a number from 0 to {len(multiples)}")
        planes = empty_planes(multiples, deck)
        for lane in lanes_of(deck).tolist():
            chosen = actions if actions.ndim == 1 else actions[:, lane]
            for digit in range(len(planes)):
                planes[digit] |= (chosen.astype(np.uint64) >> np.uint64(digit) & np.uint64(1)) << np.uint64(lane)
        planes &= ~hands
        return cls(deck, tuple(multiples), planes, wager)

    @property
    def hands(self) -> NDArray[np.uint64]:
        """The canonical hands, in the order of the planes."""
        return canonical_sets(self.deck, PLAYER)

    @property
    def actions(self) -> tuple[str, ...]:
        """The names of the actions, by number."""
        return ("fold", *(f"{self.wager}_{multiple}" for multiple in self.multiples))

    def action(self, own: Sequence[Card], seen: Sequence[Card] = (), left: Left | None = None) -> str:
        """What to do with these five cards against this up card."""
        if len(own) != PLAYER or len(seen) != 1 or len({*own, *seen}) != PLAYER + 1:
            raise ValueError(f"{PLAYER} cards and an up card are needed, all different")
        number: int = planned_action(self.planes, *find_hand(self.hands, mask_of(own), seen[0]))
        return self.actions[number]

    @property
    def digest(self) -> str:
        """A digest of everything that the policy consists of."""
        return _digest(self._terms(), self.planes)

    def save(self, path: Path) -> None:
        """Writes the policy to a file that is refused if anything in it is changed."""
        write_policy(path, _KIND, self._terms(), {"planes": self.planes})

    @classmethod
    def load(cls, path: Path) -> "FourCardPolicy":
        """The policy in a file; one that is damaged or of another kind is refused."""
        terms, arrays = read_policy(path, _KIND)
        deck, multiples = Deck(tuple(terms["ranks"]), terms["suits"]), tuple(terms["multiples"])
        return cls(deck, multiples, arrays["planes"], terms["wager"])

    def _terms(self) -> JsonObject:
        return {
            "ranks": list(self.deck.ranks),
            "suits": self.deck.suits,
            "multiples": list(self.multiples),
            "wager": self.wager,
        }


def _digest(terms: JsonObject, planes: NDArray[np.uint64]) -> str:
    return hashlib.sha256(json.dumps(terms, sort_keys=True).encode() + b"\n" + planes.tobytes()).hexdigest()
