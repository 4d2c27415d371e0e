"""What the simulator asks of a family of games."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Protocol

from pitbook.rulebooks.actions import Action
from pitbook.rulebooks.flow import Street
from pitbook.simulator.playing import Errors
from pitbook.submission import HouseRules

Ends = tuple[tuple[int, ...], ...]


class Dealt(Protocol):
    """How the rounds of a family are dealt, decided and compared."""

    run: Callable[..., None]
    """Plays the rounds of a block."""
    outcomes: Callable[..., None]
    """How every seat of a round stands, whose cards are given, and its names."""

    def place(self, street: Street) -> int:
        """The place of a street in the tallies of decisions."""
        ...

    def ends(self, rules: HouseRules, policies: Sequence[Any]) -> Ends:
        """By action: what is then on the wagers that decisions change, in units of the base; action 0 is to fold."""
        ...

    def legal(self, street: Street, ends: Ends) -> Sequence[int]:
        """The actions of a street as it tallies them, but for the first, which is 0."""
        ...

    def names(self, street: Street, ends: Ends) -> Sequence[str]:
        """The names of all actions as a street tallies them."""
        ...

    def play(self, rules: HouseRules, policies: Sequence[Any], of_seat: list[int], ends: Ends, errors: Errors) -> Any:
        """What the seats do, for the kernels."""
        ...


class OneWager:
    """Games in which one wager is made, once, in multiples of the base: an action for each multiple."""

    def ends_of(self, rules: HouseRules, multiples: Iterable[int]) -> Ends:
        """The ends from what the streets allow and what policies wager besides."""
        found = {multiple for street in rules.streets for multiple in street.multiples}
        return ((0,), *((multiple,) for multiple in sorted(found.union(multiples))))

    def legal(self, street: Street, ends: Ends) -> Sequence[int]:
        """A street's multiples, as actions."""
        return [ends.index((multiple,)) for multiple in street.multiples]

    def names(self, street: Street, ends: Ends) -> Sequence[str]:
        """To wait or to fold, then every multiple that some seat can wager."""
        return [street.otherwise, *(Action(street.wager, multiple).name for (multiple,) in ends[1:])]
