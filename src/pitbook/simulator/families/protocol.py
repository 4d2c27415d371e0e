"""What the simulator asks of a family of games."""

from collections.abc import Callable, Sequence
from typing import Any, Protocol

from pitbook.rulebooks.flow import Street
from pitbook.simulator.playing import Errors
from pitbook.submission import HouseRules


class Dealt(Protocol):
    """How the rounds of a family are dealt, decided and compared."""

    run: Callable[..., None]
    """Plays the rounds of a block."""
    settle: Callable[..., None]
    """Settles rounds whose cards are given."""

    def place(self, street: Street) -> int:
        """The place of a street in the tallies of decisions."""
        ...

    def multiples(self, policy: Any) -> Sequence[int]:
        """What a policy wagers, in antes."""
        ...

    def play(
        self, rules: HouseRules, policies: Sequence[Any], of_seat: list[int], multiples: Sequence[int], errors: Errors
    ) -> Any:
        """What the seats do, for the kernels; `multiples` are those of all seats, by action from 1."""
        ...
