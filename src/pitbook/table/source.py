"""Where cards come from: shuffled here, given by a script, or entered by a dealer at a physical table."""

from typing import Final, Protocol

from pitbook import fairness
from pitbook.cards import parse_cards
from pitbook.fairness import CUT_LABEL, DECK_LABEL, commit, new_seed, numbered, shuffle
from pitbook.problems import MalformedError, Problem, RefusedError
from pitbook.rulebooks.procedures import Cut
from pitbook.table.cards import CARDS, write_indices, write_slots
from pitbook.table.context import Context
from pitbook.table.events import CardsOrdered
from pitbook.table.state import State, the_round, the_rules


def deep_enough(depth: int, cut: Cut) -> int:
    """At least as many cards as the book says lie on either side of a cut."""
    if not cut.fewest <= depth <= CARDS - cut.fewest:
        message = f"at least {cut.fewest} cards lie on either side of the cut"
        raise RefusedError(Problem(message, str(depth), cut.clauses[0]))
    return depth


class Source(Protocol):
    """One way for cards to come to the table."""

    def open(self, context: Context, round_id: str) -> tuple[str | None, str | None]:
        """The secret seed of a round and its commitment, if the cards come from a seed."""

    def cut_depth(self, told: int | None, cut: Cut) -> int | None:
        """How deep the deck is cut, if that is known when it is cut."""

    def order(self, state: State, context: Context) -> CardsOrdered | None:
        """The order of the deck as it is dealt, if anybody can know it."""


class Virtual:
    """The deck is shuffled and cut here: committed when the round opens, fixed by the seeds at "no more bets"."""

    def open(self, context: Context, round_id: str) -> tuple[str | None, str | None]:
        """A fresh seed and its commitment."""
        seed = new_seed(context.entropy)
        return seed.hex(), commit(seed, round_id)

    def cut_depth(self, told: int | None, cut: Cut) -> int | None:
        """It follows from the seeds, which are still open."""
        if told is not None:
            raise RefusedError(
                Problem("how deep a virtual deck is cut follows from the seeds", str(told), cut.clauses[0])
            )
        return None

    def order(self, state: State, context: Context) -> CardsOrdered | None:
        """The deck's last shuffle of this round, with every cut that was made since."""
        current, rules = the_round(state), the_rules(state)
        deck = state.decks[current.deck]
        seed, seeds = bytes.fromhex(current.seed or ""), tuple(current.player_seeds.values())
        order = shuffle(seed, current.id, seeds, numbered(DECK_LABEL, max(1, deck.shuffles)))
        depths = []
        for number in range(1, len(deck.cuts) + 1):
            label = numbered(CUT_LABEL, number)
            depths.append(fairness.cut_depth(seed, current.id, seeds, rules.book.cut.fewest, label=label))
            if number > deck.cuts_before:
                order = fairness.cut(order, depths[-1])
        return CardsOrdered(write_indices(order), tuple(depths))


class Scripted:
    """The order is given, as the cards are to be dealt."""

    def open(self, context: Context, round_id: str) -> tuple[str | None, str | None]:
        """A script has no secrets."""
        return None, None

    def cut_depth(self, told: int | None, cut: Cut) -> int | None:
        """As the script says, or the least that is allowed: the order that it gives is the order after the cut."""
        return deep_enough(cut.fewest if told is None else told, cut)

    def order(self, state: State, context: Context) -> CardsOrdered | None:
        """The deck that the context holds."""
        if context.deck is None:
            raise RefusedError(Problem("this table is dealt by a script, and no deck was given"))
        cards = parse_cards(context.deck)
        if len(cards) != CARDS:
            raise MalformedError(Problem(f"a scripted deck has {CARDS} cards, not {len(cards)}", str(len(cards))))
        return CardsOrdered(write_slots(cards), ())


class Entered:
    """Cards of a physical table: each is known when its face is shown and entered."""

    def open(self, context: Context, round_id: str) -> tuple[str | None, str | None]:
        """A physical deck has no seed."""
        return None, None

    def cut_depth(self, told: int | None, cut: Cut) -> int | None:
        """Whoever cuts says how many cards lie above the cut."""
        if told is None:
            message = f"say how many cards lie above the cut, {cut.fewest} to {CARDS - cut.fewest}"
            raise RefusedError(Problem(message, None, cut.clauses[0]))
        return deep_enough(told, cut)

    def order(self, state: State, context: Context) -> CardsOrdered | None:
        """Nobody knows it."""
        return None


SOURCES: Final[dict[str, Source]] = {"virtual": Virtual(), "scripted": Scripted(), "entered": Entered()}
