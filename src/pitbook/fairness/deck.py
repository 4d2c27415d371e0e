"""The shuffle and the cut: pure functions of the server's seed, the round, and what others mix in."""

from collections.abc import Sequence
from typing import Final, TypeVar

from pitbook.cards import DECK
from pitbook.fairness.seeds import check_round
from pitbook.fairness.stream import below, blocks, context, permutation, words
from pitbook.problems import MalformedError, Problem

CARDS: Final = len(DECK)
DECK_LABEL: Final = "deck"
CUT_LABEL: Final = "cut"

T = TypeVar("T")


def numbered(label: str, number: int) -> str:
    """The label of a shuffle or cut by its number in the round: `deck`, `deck-2`, `deck-3`.

    Shuffles and cuts are numbered separately.
    """
    if number < 1:
        raise MalformedError(Problem(f"shuffles and cuts are counted from 1, not {number}", str(number)))
    return label if number == 1 else f"{label}-{number}"


def shuffle(
    seed: bytes, round_id: str, mixed: Sequence[str] = (), label: str = DECK_LABEL, cards: int = CARDS
) -> tuple[int, ...]:
    """The shuffled deck as card indices, top card first; before the shuffle it is in index order.

    `mixed` are the contributions of others, such as the players' seeds. A short deck has the cards with the highest
    indices: the ranks from the ace down.
    """
    check_round(seed, round_id, mixed)
    order = permutation(words(blocks(seed, context(label, round_id, mixed))), cards)
    return order if cards == CARDS else tuple(CARDS - cards + place for place in order)


def cut_depth(
    seed: bytes,
    round_id: str,
    mixed: Sequence[str],
    fewest: int,
    cards: int = CARDS,
    label: str = CUT_LABEL,
) -> int:
    """The number of cards above the cut: from `fewest` to `cards` - `fewest`, all equally likely."""
    check_round(seed, round_id, mixed)
    if not 1 <= fewest <= cards // 2:
        message = f"a cut with at least {fewest} cards on each side is not possible in {cards} cards"
        raise MalformedError(Problem(message, str(fewest)))
    numbers = words(blocks(seed, context(label, round_id, mixed)))
    return fewest + below(numbers, cards - 2 * fewest + 1)


def cut(deck: Sequence[T], depth: int) -> tuple[T, ...]:
    """The deck after the cut: the cards above it go to the bottom."""
    return (*deck[depth:], *deck[:depth])
