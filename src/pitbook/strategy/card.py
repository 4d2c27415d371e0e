"""A strategy as a card to read at the table."""

from pitbook.strategy.conditions import conditions_at, in_words
from pitbook.strategy.rules import Rule, Strategy

_TITLES = {
    "pre_flop": "Before the flop",
    "flop": "On the flop",
    "river": "At the river",
    "play": "With your five cards",
}


def card_lines(strategy: Strategy) -> list[str]:
    """The rules of each street, one line each, in the order in which they are tried."""
    lines = []
    for street, rules in strategy.streets:
        lines.append(f"{_TITLES[street]}:")
        lines += [f"  {number}. {_sentence(street, rule)}" for number, rule in enumerate(rules, 1)]
    return lines


def action_in_words(action: str) -> str:
    """`raise_3` is `raise 3x`, and `play_most` is `play the most`."""
    verb, _, amount = action.partition("_")
    if not amount:
        return verb
    return f"{verb} {amount}x" if amount.isdecimal() else f"{verb} the {amount}"


def _sentence(street: str, rule: Rule) -> str:
    """What to do, then with which hands."""
    action = action_in_words(rule.do)
    if not rule.written:
        return f"{action} everything else"
    if street == "pre_flop":
        return f"{action}: {' '.join(dict(rule.written)['hands'])}"
    known = conditions_at(street)
    return f"{action}: {' and '.join(in_words(known[name], value) for name, value in rule.written)}"
