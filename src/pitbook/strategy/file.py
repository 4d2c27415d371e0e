"""Reads and writes strategy files; all problems of a file are reported together."""

from collections.abc import Iterable, Mapping
from pathlib import Path

from pitbook.files import read_toml
from pitbook.problems import MalformedError, Problem, nearest
from pitbook.rulebooks.actions import Action
from pitbook.strategy.conditions import Box, Language, is_empty
from pitbook.strategy.families.registry import LANGUAGES
from pitbook.strategy.ranges import parse_range
from pitbook.strategy.rules import Strategy, StrategyRule
from pitbook.strategy.starting_hands import PLACES

_HANDS = "hands"
_LARGEST = 200
"""More rules than a strategy for people has at a street."""


def load_strategy(path: Path) -> Strategy:
    """The strategy in a file; everything that is wrong with it is reported together."""
    return read_strategy(read_toml(path), path.name)


def read_strategy(data: Mapping[str, object], source: str) -> Strategy:
    """A strategy from a file's content; `source` names the file in messages."""
    strategy, problems = read_parts(data, source)
    if strategy is None or problems:
        raise MalformedError(problems)
    return strategy


def read_parts(data: Mapping[str, object], source: str) -> tuple[Strategy | None, list[Problem]]:
    """As much of a strategy as can be understood, and everything that is wrong with it.

    A rule that is not understood holds for no hand, and an invalid action has no name.
    """
    game = data.get("game")
    if not isinstance(game, str) or game not in LANGUAGES:
        wanted = " or ".join(map(repr, LANGUAGES))
        return None, [Problem(f"{source}: game has to be {wanted} (got {_shown(game)})", _shown(game))]
    language = LANGUAGES[game]
    known = ["name", "game", "about", *language.streets]
    problems = [
        Problem(f"{source}: {key[:60]} is not a known key; {nearest(key, known)}", key[:60])
        for key in data
        if key not in known
    ]
    problems += [
        Problem(f"{source}: {key} has to be text in quotes", key)
        for key in ("name", "about")
        if not isinstance(data.get(key, ""), str)
    ]
    streets = []
    for street in language.streets:
        if street in data:
            rules, found = _read_street(data[street], street, language, source)
            problems += found
            streets.append((street, rules))
    if not streets:
        problems.append(
            Problem(f"{source}: there are no rules for any street of {', '.join(language.streets)}", source)
        )
    return Strategy(str(data.get("name", "")), game, str(data.get("about", "")), tuple(streets), source), problems


def _read_street(
    entries: object, street: str, language: Language, source: str
) -> tuple[tuple[StrategyRule, ...], list[Problem]]:
    """The rules of a street: the last one holds for every hand, and no other may."""
    if not isinstance(entries, list) or not all(isinstance(entry, dict) for entry in entries):
        return (), [Problem(f"{source}: {street} has to be a list of rules, each under [[{street}]]", street)]
    if len(entries) > _LARGEST:
        return (), [Problem(f"{source}: {street} has {len(entries)} rules, and at most {_LARGEST} are read", street)]
    rules: list[StrategyRule] = []
    problems: list[Problem] = []
    for number, entry in enumerate(entries, 1):
        where = f"{source}: {street} rule {number}"
        rule, found = _read_rule(entry, street, language, where)
        problems += found
        for before, other in enumerate(rules, 1):
            if not found and other.covers(rule):
                problems.append(Problem(f"{where} is never reached: rule {before} holds wherever it does", street))
                break
        rules.append(rule)
    if not rules or rules[-1].written:
        problems.append(
            Problem(
                f"{source}: {street} has a hole: its last rule needs no condition, so that it holds for all", street
            )
        )
    return tuple(rules), problems


def _read_rule(
    entry: Mapping[str, object], street: str, language: Language, where: str
) -> tuple[StrategyRule, list[Problem]]:
    problems: list[Problem] = []
    written_do = entry.get("do")
    try:
        do = Action.parse(written_do) if isinstance(written_do, str) else None
    except MalformedError:
        do = None
    if do is None:
        shown = _shown(written_do)
        message = f"{where}: do has to be an action, like {language.example} (got {shown})"
        problems.append(Problem(message, shown))
    written = tuple((name, value) for name, value in entry.items() if name != "do")
    if street in language.charted:
        hands, found = _before_flop(written, where)
        return StrategyRule(do, written, frozenset() if found else hands), problems + found
    box, found = _with_cards(written, street, language, where)
    return StrategyRule(do, written, None, ((1, 0),) * len(box) if found else box), problems + found


def _before_flop(written: Iterable[tuple[str, object]], where: str) -> tuple[frozenset[int] | None, list[Problem]]:
    """The starting hands that a rule is for; None is all of them."""
    hands: frozenset[int] | None = None
    problems = []
    for name, value in written:
        if name != _HANDS:
            problems.append(_unknown(name, [_HANDS], where))
        elif not isinstance(value, list) or not value or not all(isinstance(text, str) for text in value):
            problems.append(Problem(f'{where}: {_HANDS} has to be a list, like ["22+", "A2s+"]', _HANDS))
        else:
            hands = frozenset()
            for text in value:
                try:
                    hands |= parse_range(text)
                except ValueError as error:
                    problems.append(Problem(f"{where}: {error}", text[:40]))
    return hands if hands is None or len(hands) < PLACES else None, problems


def _with_cards(
    written: Iterable[tuple[str, object]], street: str, language: Language, where: str
) -> tuple[Box, list[Problem]]:
    """The box that a rule's conditions leave."""
    known, box = language.conditions_at(street), language.whole
    problems = []
    for name, value in written:
        if name not in known:
            problems.append(_unknown(name, list(known), where))
            continue
        try:
            box = language.narrowed(box, known[name], value)
        except ValueError as error:
            problems.append(Problem(f"{where}: {name}: {error}", _shown(value)))
    if not problems and is_empty(box):
        problems.append(Problem(f"{where} contradicts itself: no hand meets all its conditions", street))
    return box, problems


def _unknown(name: str, known: list[str], where: str) -> Problem:
    return Problem(f"{where}: {name[:60]} is not a condition; {nearest(name, known)}", name[:60])


def _shown(value: object) -> str:
    return repr(value)[:60]


def render(strategy: Strategy) -> str:
    """The strategy as a file; reading it again gives the same rules."""
    lines = [f"{key} = {_toml(value)}" for key, value in _head(strategy).items()]
    for street, rules in strategy.streets:
        for rule in rules:
            lines += ["", f"[[{street}]]"]
            lines += [f"{name} = {_toml(value)}" for name, value in (*rule.written, ("do", rule.action))]
    return "\n".join(lines) + "\n"


def _head(strategy: Strategy) -> dict[str, str]:
    head = {"name": strategy.name, "game": strategy.game, "about": strategy.about}
    return {key: value for key, value in head.items() if value}


def _toml(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        plain = "".join(c if c.isprintable() and c not in '"\\' else f"\\U{ord(c):08x}" for c in value)
        return f'"{plain}"'
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(_toml, value))}]"
    return str(value)
