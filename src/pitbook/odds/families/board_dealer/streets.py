"""The decisions and the money of a hold'em game, in the form in which the kernels take them."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from pitbook.cards.tables import CATEGORY_OF_STRENGTH5
from pitbook.problems import MalformedError, Problem
from pitbook.settlement.compile import MainGame

BOARDS: Final = (0, 3, 5)
"""How many community cards may be face up at a street."""
_MOST_MONEY: Final = 10_000_000
"""The most that an outcome may be worth, so that sums over all deals of one of the 169 hands fit easily in 64 bits."""


class Street(Protocol):
    """A decision, as the rule books state it."""

    @property
    def name(self) -> str: ...
    @property
    def board(self) -> int: ...
    @property
    def wager(self) -> str: ...
    @property
    def multiples(self) -> tuple[int, ...]: ...
    @property
    def otherwise(self) -> str: ...


@dataclass(frozen=True)
class Stage:
    """What may be done with no, three or five community cards face up: raise, or else wait or fold.

    Actions have codes: 0 is to wait (at the last street: to fold), 1 is the first multiple, 2 the second, and so on.
    """

    name: str
    multiples: tuple[int, ...]
    """What may be wagered here, in antes, ascending; empty if the game has no street here."""
    last: bool
    """Whether this is the last decision, so that a player who does not raise here has folded."""
    wager: str = ""
    """The name of the raise."""

    @property
    def actions(self) -> tuple[str, ...]:
        """The names of the actions, by code."""
        return ("fold" if self.last else "check", *(f"{self.wager}_{multiple}" for multiple in self.multiples))


def stages(streets: Sequence[Street]) -> tuple[Stage, Stage, Stage]:
    """The stages with no, three and five community cards.

    A player may raise once, at any of the streets; a player who has not raised after the last one has folded.
    """
    shape = [(street.board, street.otherwise) for street in streets]
    boards = [board for board, _ in shape]
    wanted = ["check"] * (len(shape) - 1) + ["fold"]
    if boards != sorted(set(boards) & set(BOARDS)) or [otherwise for _, otherwise in shape] != wanted:
        raise MalformedError(
            Problem(f"{shape} are not streets of hold'em: boards of 0, 3 or 5, check, and fold at the last", str(shape))
        )
    if any(not street.multiples or min(street.multiples) < 1 for street in streets):
        raise MalformedError(Problem("a street has at least one multiple, and none below 1"))
    by_board = {street.board: street for street in streets}
    first, second, third = (
        Stage(street.name, tuple(sorted(set(street.multiples))), board == boards[-1], street.wager)
        if (street := by_board.get(board))
        else Stage("", (), False)
        for board in BOARDS
    )
    return first, second, third


class Money(NamedTuple):
    """What the kernels know about money: one argument for them."""

    fixed: NDArray[np.int64]
    """Shape (classes, 6): by pay class and 3 x qualifies + comparison, the net of what is wagered before the deal."""
    decided: NDArray[np.int64]
    """The same for each ante of the raise."""
    fold: int
    qualifying: int
    """The lowest strength with which the dealer qualifies."""
    levels: NDArray[np.uint8]
    """By strength: the pay class."""
    most: int
    """The most that an outcome can win or lose."""


def money_of(game: MainGame, multiples: Sequence[int]) -> Money:
    """The money of a game, if all of it is small enough to be counted in 64 bits."""
    classes = len(game.fixed)
    if len(game.class_of) != len(CATEGORY_OF_STRENGTH5) or int(game.class_of.max()) != classes - 1:
        strengths = len(CATEGORY_OF_STRENGTH5) - 1
        raise MalformedError(Problem(f"{classes} pay classes are not those of the {strengths} five-card hands"))
    most = max(multiples) * int(np.abs(game.decided).max()) + int(np.abs(game.fixed).max())
    most = max(most, abs(game.fold))
    if most > _MOST_MONEY:
        raise MalformedError(Problem(f"an outcome is worth {most} units, and at most {_MOST_MONEY:,} can be counted"))
    return Money(
        np.ascontiguousarray(game.fixed, np.int64).reshape(classes, 6),
        np.ascontiguousarray(game.decided, np.int64).reshape(classes, 6),
        game.fold,
        game.qualifying,
        game.class_of,
        most,
    )
