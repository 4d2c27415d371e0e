"""Where cards come from: shuffled here, given by a script, or entered by a dealer at a physical table."""

from collections.abc import Mapping, Sequence
from typing import Final, Protocol

from pitbook import fairness
from pitbook.cards import parse_cards
from pitbook.fairness import CUT_LABEL, DECK_LABEL, SeedContribution, commit, mixed_in, new_seed, numbered
from pitbook.problems import MalformedError, Problem, RefusedError
from pitbook.rulebooks import RuleBook
from pitbook.table.card_text import write_indices, write_slots
from pitbook.table.context import Context, Vault
from pitbook.table.events import CardsOrdered
from pitbook.table.kinds import SourceName
from pitbook.table.round_seeds import beacon_of, contributions_of, made_ready, unrevealed
from pitbook.table.state import State, the_round, the_rules


def deep_enough(depth: int, book: RuleBook) -> int:
    """Require the book's least number of cards on either side of a cut."""
    cut = book.cut
    if not cut.fewest <= depth <= book.deck.cards - cut.fewest:
        message = f"at least {cut.fewest} cards lie on either side of the cut"
        raise RefusedError(Problem(message, str(depth), cut.clauses[0]))
    return depth


def _vault(context: Context) -> Vault:
    if context.vault is None:
        raise RefusedError(Problem("a virtual deck needs the keys of the house"))
    return context.vault


class CardSource(Protocol):
    """One way in which a table gets its cards."""

    def open(self, state: State, context: Context, round_id: str) -> tuple[str | None, str | None]:
        """The sealed seed of a round and its commitment, if the cards come from a seed."""

    def reveal(self, state: State, context: Context) -> str | None:
        """The seed of the round in progress, if it has one."""

    def cut_depth(self, given: int | None, book: RuleBook) -> int | None:
        """How deep the deck is cut, if that is known when it is cut."""

    def order(self, state: State, context: Context) -> CardsOrdered | None:
        """The order of the deck as it is dealt, if anybody can know it."""


class Virtual:
    """The deck is shuffled and cut here: committed to when the round opens, and fixed by everybody's seeds."""

    def open(self, state: State, context: Context, round_id: str) -> tuple[str | None, str | None]:
        """A fresh seed, sealed, and its commitment."""
        seed, rules = new_seed(context.entropy), the_rules(state)
        return _vault(context).seal(seed, round_id), commit(seed, round_id, rules.digest, rules.par_digest)

    def reveal(self, state: State, context: Context) -> str | None:
        """The seed that the commitment is about."""
        return server_seed(state, context).hex()

    def cut_depth(self, given: int | None, book: RuleBook) -> int | None:
        """The seeds decide it, and they are not known yet."""
        if given is not None:
            raise RefusedError(
                Problem("the seeds decide how deep a virtual deck is cut", str(given), book.cut.clauses[0])
            )
        return None

    def order(self, state: State, context: Context) -> CardsOrdered | None:
        """What the seeds give, once all of them are known."""
        current = the_round(state)
        if waiting := unrevealed(current):
            message = f"the order of the cards waits for {' and '.join(waiting)} to reveal a seed"
            raise RefusedError(Problem(message, waiting[0]))
        return fixed_order(state, context, contributions_of(current))


def server_seed(state: State, context: Context) -> bytes:
    """The unsealed seed of the round in progress, checked against the commitment."""
    current = the_round(state)
    seed = _vault(context).unseal(current.sealed or "", current.id)
    if commit(seed, current.id, current.rules, state.library[current.rules].par_digest) != current.commitment:
        message = f"the sealed seed of {current.id} is not the one that was committed to"
        raise MalformedError(Problem(message, current.commitment))
    return seed


def fixed_order(state: State, context: Context, contributions: Sequence[SeedContribution]) -> CardsOrdered:
    """The last shuffle of the round's deck, with all cuts since."""
    if context.recorded_order is not None:
        return context.recorded_order
    current, rules = the_round(state), the_rules(state)
    shuffles, cuts, cuts_before = made_ready(state)
    cards = rules.book.deck.cards
    seed, mixed = server_seed(state, context), mixed_in(contributions, beacon_of(current))
    order = fairness.shuffle(seed, current.id, mixed, numbered(DECK_LABEL, shuffles), cards)
    depths = []
    for number in range(1, cuts + 1):
        label = numbered(CUT_LABEL, number)
        depths.append(fairness.cut_depth(seed, current.id, mixed, rules.book.cut.fewest, cards, label))
        if number > cuts_before:
            order = fairness.cut(order, depths[-1])
    return CardsOrdered(write_indices(order), tuple(depths))


class Scripted:
    """The order is given, as the cards are to be dealt."""

    def open(self, state: State, context: Context, round_id: str) -> tuple[str | None, str | None]:
        """A script has no secrets."""
        return None, None

    def reveal(self, state: State, context: Context) -> str | None:
        """A script has no secrets."""
        return None

    def cut_depth(self, given: int | None, book: RuleBook) -> int | None:
        """The given depth, or the least allowed; the script's order is the order after the cut."""
        return deep_enough(book.cut.fewest if given is None else given, book)

    def order(self, state: State, context: Context) -> CardsOrdered | None:
        """The deck that the context holds."""
        if context.deck is None:
            raise RefusedError(Problem("this table is dealt by a script, but no deck was given"))
        cards, deck = parse_cards(context.deck), the_rules(state).book.deck.playing_cards
        if len(cards) != len(deck):
            raise MalformedError(Problem(f"a scripted deck has {len(deck)} cards, not {len(cards)}", str(len(cards))))
        if strange := the_rules(state).book.deck.outside(cards):
            raise MalformedError(Problem(f"{strange[0]} is not a card of this deck", str(strange[0])))
        return CardsOrdered(write_slots(cards), ())


class Entered:
    """Cards of a physical table: each is known when its face is shown and entered."""

    def open(self, state: State, context: Context, round_id: str) -> tuple[str | None, str | None]:
        """A physical deck has no seed."""
        return None, None

    def reveal(self, state: State, context: Context) -> str | None:
        """A physical deck has no seed."""
        return None

    def cut_depth(self, given: int | None, book: RuleBook) -> int | None:
        """Whoever cuts says how many cards lie above the cut."""
        if given is None:
            least = book.cut.fewest
            message = f"say how many cards lie above the cut, {least} to {book.deck.cards - least}"
            raise RefusedError(Problem(message, None, book.cut.clauses[0]))
        return deep_enough(given, book)

    def order(self, state: State, context: Context) -> CardsOrdered | None:
        """Nobody knows it."""
        return None


SOURCES: Final[Mapping[SourceName, CardSource]] = {
    SourceName.VIRTUAL: Virtual(),
    SourceName.SCRIPTED: Scripted(),
    SourceName.ENTERED: Entered(),
}


def source_of(state: State) -> CardSource:
    """Where the cards of a table that has been opened come from."""
    if state.source is None:
        raise ValueError("the table has not been opened")
    return SOURCES[state.source]
