"""The stub: how many cards it should have, and whether a hand has a wrong number of them."""

from collections.abc import Mapping
from typing import Final

from pitbook.rulebooks.procedures import IrregularityName
from pitbook.rulebooks.steps import ActorRole, StepName
from pitbook.submission import HouseRules
from pitbook.table.agenda import AgendaStep
from pitbook.table.state import Round

DEALER: Final = "dealer"
"""The dealer's hand; a player's is named by the seat."""
COUNTED: Final = frozenset(
    {
        IrregularityName.STUB_COUNT_MISDEAL,
        IrregularityName.STUB_COUNT_WRONG_DECK,
        IrregularityName.STUB_COUNT_MISDEAL_WRONG_DECK,
    }
)
"""The irregularities that a count of the stub reveals; nobody reports them."""


def right_stub(rules: HouseRules, current: Round) -> int:
    """How many cards are left if none is missing; burned cards, bonus cards and cards set aside have left the deck."""
    return rules.book.deck.cards - current.cards_dealt


def right_hands(rules: HouseRules, current: Round) -> dict[str, int]:
    """How many cards each hand of the round should have: in a void round, as many as it was dealt."""
    if current.void:
        return _lying(current)
    hands = {str(seat): rules.book.player.cards for seat in current.participants}
    return {**hands, DEALER: rules.book.dealer.cards}


def misdealt_hands(rules: HouseRules, current: Round) -> dict[str, int]:
    """The hands with a wrong number of cards, as far as the table dealt them itself."""
    lying = _lying(current)
    return {hand: lying[hand] for hand, right in right_hands(rules, current).items() if lying[hand] != right}


def _lying(current: Round) -> dict[str, int]:
    return {**{str(seat): len(hand) for seat, hand in current.hands.items()}, DEALER: len(current.dealer)}


def what_a_count_shows(rules: HouseRules, current: Round, count: int, misdealt: Mapping[str, int]) -> str:
    """The irregularity of a wrong stub or a misdealt hand.

    With a right stub a misdealt hand can be an irregularity whatever the total; a clause about a count needs a whole
    deck.
    """
    right = rules.dealing.stub_count.right_but_misdealt
    if misdealt and count == right_stub(rules, current) and right not in COUNTED:
        return right
    return deck_leaves_by(rules, current, count, misdealt) or IrregularityName.STUB_COUNT_MISDEAL.value


def deck_leaves_by(rules: HouseRules, current: Round, count: int, misdealt: Mapping[str, int]) -> str | None:
    """Why the deck leaves after a count that voids the round; None if the misdealt cards are all there."""
    if not misdealt:
        return IrregularityName.STUB_COUNT_WRONG_DECK.value
    whole = cards_in_all(rules, current, count, misdealt) == rules.book.deck.cards
    return None if whole else IrregularityName.STUB_COUNT_MISDEAL_WRONG_DECK.value


def cards_in_all(rules: HouseRules, current: Round, count: int, misdealt: Mapping[str, int]) -> int:
    """The cards in the stub and on the table, including hands with a wrong number of cards."""
    right = right_hands(rules, current)
    return count + current.cards_dealt + sum(cards - right[hand] for hand, cards in misdealt.items())


def resolve_stub_step(rules: HouseRules) -> AgendaStep:
    """After a wrong count the dealer determines whether the cards were misdealt."""
    count = rules.dealing.stub_count
    clauses = count.wrong_clauses + count.player_misdealt_clauses + count.dealer_misdealt_clauses
    return AgendaStep(StepName.RESOLVE_STUB, ActorRole.DEALER, rules.clauses_after_count(clauses))
