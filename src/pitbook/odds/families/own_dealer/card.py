"""The strategy card of Four Card Poker, derived from the counts of the whole game."""

from collections.abc import Iterable
from typing import Final

import numpy as np
from numpy.typing import NDArray

from pitbook.cards import Rank
from pitbook.cards.kernels import rank4_masks
from pitbook.odds.deck import Deck, deck_of
from pitbook.odds.families.class_chart import occurring
from pitbook.odds.families.own_dealer.counts import PLAYER
from pitbook.odds.families.own_dealer.memory import remembered_counts
from pitbook.odds.families.own_dealer.policy import FourCardPolicy
from pitbook.odds.families.own_dealer.rules import play_found
from pitbook.odds.families.own_dealer.solve import evaluate_four_card
from pitbook.odds.families.protocol import CardRules
from pitbook.odds.families.search import Written, candidates, cells_of, choose_rules
from pitbook.odds.families.sets import canonical_sets
from pitbook.progress import Progress
from pitbook.settlement.compile import compile_main
from pitbook.strategy.families.own_dealer import UP_CARD, UpCardFeature
from pitbook.strategy.words import hands_in_words
from pitbook.submission import HouseRules

_MOST_RULES: Final = 6
_LEAST_GAIN: Final = 0.0001
"""What a rule has to save, in antes, to be worth a line on the card."""
_FOUR: Final = 4
_HANDS: Final = (
    "king high",
    "ace high",
    "ace king high",
    "ace king queen high",
    *(f"pair of {rank.plural}" for rank in Rank),
    "two pairs",
    "straight",
    "flush",
    "three of a kind",
    "straight flush",
    "four of a kind",
)
"""The weakest hands that a rule may name."""


def four_card_rules(rules: HouseRules, *, progress: Progress | None = None) -> CardRules:
    """The card's rules, in the form of a strategy file."""
    street, deck = rules.streets[0], deck_of(rules.book)
    known = hands_in_words(_FOUR)
    hands = occurring({words: known[words] for words in _HANDS}, rank4_masks(canonical_sets(deck, PLAYER)))
    edges = {
        UpCardFeature.HAND: [least for least, _ in hands.values()],
        UpCardFeature.UP_CARD: range(1, len(Rank) + 1),
        UpCardFeature.CONTAINS_UP_CARD: (0, 1),
        UpCardFeature.UP_ABOVE_PAIR: (0, 1),
    }
    (cells,), boxes = cells_of(UP_CARD, edges, lambda each: (play_found(deck, each),))
    multiples = tuple(sorted(street.multiples))
    worth = _worth(rules, deck, cells, len(boxes), multiples, progress)
    offered = candidates(UP_CARD, "play", [_hand_choices(hands), _up_card_choices(deck)], boxes)
    chosen = choose_rules(worth, offered, 0, most=_MOST_RULES, least_gain=_LEAST_GAIN)
    listed = [{**dict(choice.candidate.written), "do": street.actions[choice.action]} for choice in chosen]
    return {"play": [*listed, {"do": street.otherwise}]}


def _worth(
    rules: HouseRules,
    deck: Deck,
    cells: NDArray[np.int32],
    number: int,
    multiples: tuple[int, ...],
    progress: Progress | None,
) -> NDArray[np.float64]:
    """By action and cell: the net in antes times its probability.

    Every cell is counted as a separate action, which wagers as many antes as the cell's number.
    """
    game = compile_main(rules)
    wagers = tuple(range(1, number + 1))
    policy = FourCardPolicy.from_actions(wagers, cells, deck=deck, wager=rules.streets[0].wager)
    street = rules.streets[0].with_multiples(wagers)
    counts = remembered_counts(game.qualifying, deck, progress=progress)
    result = evaluate_four_card(game, (street,), policy, deck=deck, counts=counts)
    worth = np.zeros((len(multiples) + 1, number))
    for ((cell,), *outcome), deals in result.outcomes.items():
        fixed, decided = int(game.fixed[tuple(outcome)]), int(game.decided[tuple(outcome)])
        nets = [game.fold, *(fixed + multiple * decided for multiple in multiples)]
        worth[:, cell - 1] += [net * deals / (result.deals * game.scale) for net in nets]
    return worth


def _hand_choices(hands: Iterable[str]) -> list[Written]:
    return [(("at_least", words),) for words in hands]


def _up_card_choices(deck: Deck) -> list[Written]:
    choices: list[Written] = [()]
    choices += [
        ((name, value),) for name in ("hand_contains_up_card_rank", "up_card_above_pair") for value in (True, False)
    ]
    ranks = [Rank(rank).singular for rank in deck.ranks]
    choices += [(("up_card_at_most", rank),) for rank in ranks[:-1]]
    choices += [(("up_card_at_least", rank),) for rank in ranks[1:]]
    return choices
