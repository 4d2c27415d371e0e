"""A strategy as a card to read at the table."""

from typing import NamedTuple

from pitbook.strategy.conditions import Language, in_words
from pitbook.strategy.families.registry import LANGUAGES
from pitbook.strategy.rules import Strategy, StrategyRule


class CardLine(NamedTuple):
    """One rule in words."""

    street: str
    number: int
    """Its place among the rules of its street; they are tried in order."""
    action: str
    hands: str
    """The hands that it is for; empty for all that are left."""


def lines_of(strategy: Strategy) -> list[CardLine]:
    """The rules of each street, in the order in which they are tried."""
    language = LANGUAGES[strategy.game]
    return [
        CardLine(language.title(street), number, rule.do.words if rule.do else "", _hands(language, street, rule))
        for street, rules in strategy.streets
        for number, rule in enumerate(rules, 1)
    ]


def card_lines(strategy: Strategy) -> list[str]:
    """The card as text: a heading for each street, and a line for each of its rules."""
    lines = []
    for line in lines_of(strategy):
        if line.number == 1:
            lines.append(f"{line.street}:")
        words = f"{line.action}: {line.hands}" if line.hands else f"{line.action} everything else"
        lines.append(f"  {line.number}. {words}")
    return lines


def terms_of(strategy: Strategy) -> list[str]:
    """One sentence for each term on the card that needs an explanation."""
    conditions_at = LANGUAGES[strategy.game].conditions_at
    means = [
        conditions_at(street)[name].means
        for street, rules in strategy.streets
        for rule in rules
        for name, _ in rule.written
        if name in conditions_at(street)
    ]
    return list(dict.fromkeys(filter(None, means)))


def _hands(language: Language, street: str, rule: StrategyRule) -> str:
    """The hands that a rule is for."""
    if street in language.charted:
        hands = dict(rule.written).get("hands")
        return " ".join(hands) if isinstance(hands, list | tuple) else ""
    known = language.conditions_at(street)
    return " and ".join(in_words(known[name], value) for name, value in rule.written)
