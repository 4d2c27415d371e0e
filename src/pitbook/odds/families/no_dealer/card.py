"""The strategy card of a game without a dealer's hand: a few rules for each decision, by what they are worth."""

from collections.abc import Sequence
from functools import partial
from math import comb, perm
from typing import Final

import numpy as np
from numpy.typing import NDArray

from pitbook.cards import Rank
from pitbook.odds.deck import Deck
from pitbook.odds.families.no_dealer.course import Course
from pitbook.odds.families.no_dealer.features import sets_found
from pitbook.odds.families.no_dealer.solve import worth_of_choices
from pitbook.odds.families.protocol import CardRules
from pitbook.odds.families.search import Written, candidates, cells_of, choose_rules
from pitbook.odds.families.sets import canonical_sets, weights
from pitbook.settlement.compile import MainGame
from pitbook.strategy.families.no_dealer import KNOWN, DrawFeature
from pitbook.strategy.words import hands_in_words

_MOST_RULES: Final = 6
_LEAST_GAIN: Final = 0.0001
"""What a rule has to save, in units of the base, to be worth a line on the card."""
_MOST_CONDITIONS: Final = 3


def set_rules(game: MainGame, course: Course, deck: Deck, streets: dict[int, str]) -> CardRules:
    """The card's rules by street, as if earlier decisions left the most on the wagers; `streets` is by known cards."""
    words = hands_in_words(KNOWN.ranking.size)
    made = [*(f"pair of {Rank(rank).plural}" for rank in deck.ranks), "two pairs", "three of a kind"]
    edges = {
        DrawFeature.MADE: [words[hand][0] for hand in made],
        DrawFeature.SUITED: (0, 1),
        DrawFeature.STRAIGHTS: range(5),
        DrawFeature.HIGH_CARDS: range(5),
    }
    card: CardRules = {}
    every = worth_of_choices(game, course, deck=deck)
    for decision, stakes, worth in zip(course.decisions, course.stakes, every, strict=False):
        known = decision.known
        (cells,), boxes = cells_of(KNOWN, edges, partial(_found, deck, known))
        times = weights(deck, canonical_sets(deck, known)) / (
            comb(len(deck), known) * perm(len(deck) - known, course.cards - known) * game.scale
        )
        by_cell = np.array([np.bincount(cells, each * times, len(boxes) + 1)[1:] for each in worth[stakes[-1]]])
        otherwise = int(by_cell.sum(axis=1).argmax())
        offered = candidates(KNOWN, streets[known], _choices(made), boxes, most=_MOST_CONDITIONS)
        chosen = choose_rules(by_cell, offered, otherwise, most=_MOST_RULES, least_gain=_LEAST_GAIN)
        names = [choice.name for choice in decision.choices]
        listed = [{**dict(choice.candidate.written), "do": names[choice.action]} for choice in chosen]
        card[streets[known]] = [*listed, {"do": names[otherwise]}]
    return card


def _found(deck: Deck, known: int, boxes: NDArray[np.int64]) -> tuple[NDArray[np.int16]]:
    return (sets_found(deck, known, boxes),)


def _choices(hands: Sequence[str]) -> list[list[Written]]:
    made: list[Written] = [(), *((("at_least", words),) for words in hands)]
    suited: list[Written] = [(), (("suited", True),)]
    straights: list[Written] = [(), *((("straights_at_least", number),) for number in range(1, 4))]
    high: list[Written] = [(), *((("high_cards_at_least", number),) for number in range(1, 5))]
    return [made, suited, straights, high]
