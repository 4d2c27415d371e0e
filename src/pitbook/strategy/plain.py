"""The rules applied to one hand, straight from their words: slow and readable; tests prove the kernels against it."""

from collections.abc import Iterator, Sequence

from pitbook.cards import DECK, Card
from pitbook.strategy.conditions import Box, Language
from pitbook.strategy.rules import StrategyRule
from pitbook.strategy.starting_hands import place_of_hole


def rules_for(
    language: Language,
    rules: Sequence[StrategyRule],
    own: Sequence[Card],
    seen: Sequence[Card],
    deck: Sequence[Card] = DECK,
) -> Iterator[int]:
    """The numbers of all rules that hold, in their order."""
    if language.charted and not seen:
        place = place_of_hole(own)
        return (number for number, rule in enumerate(rules) if rule.hands is None or place in rule.hands)
    features = language.features(own, seen, deck)
    return (number for number, rule in enumerate(rules) if _holds(rule.box, features))


def _holds(box: Box, features: Sequence[int]) -> bool:
    return all(least <= value <= most for (least, most), value in zip(box, features, strict=True))
