"""A strategy: for each street a list of rules, of which the first one that applies says what to do."""

from collections.abc import Sequence
from dataclasses import dataclass

from pitbook.problems import MalformedError, Problem
from pitbook.rulebooks.actions import Action
from pitbook.rulebooks.flow import Bet, Street
from pitbook.strategy.conditions import Box, contains, is_empty
from pitbook.strategy.families.registry import language_of
from pitbook.submission import HouseRules


@dataclass(frozen=True)
class StrategyRule:
    """What to do where all conditions hold."""

    do: Action | None
    """The action; None if the file names no valid one."""
    written: tuple[tuple[str, object], ...]
    """The conditions as they are written: name and value."""
    hands: frozenset[int] | None = None
    """Before the flop: the places in the chart; None is every hand."""
    box: Box = ()
    """At the other streets: the features for which the rule holds."""

    @property
    def action(self) -> str:
        """The action's name."""
        return self.do.name if self.do else ""

    @property
    def holds_nowhere(self) -> bool:
        """Whether no hand can meet the conditions; this includes a rule that is not understood."""
        return self.hands == frozenset() or is_empty(self.box)

    def covers(self, other: "StrategyRule") -> bool:
        """Whether this rule holds wherever the other one does."""
        if self.hands is not None or other.hands is not None:
            return self.hands is None or (other.hands is not None and other.hands <= self.hands)
        return contains(self.box, other.box)


@dataclass(frozen=True)
class Strategy:
    """What a strategy file says."""

    name: str
    game: str
    about: str
    streets: tuple[tuple[str, tuple[StrategyRule, ...]], ...]
    """The rules by street, in the order of the game."""
    source: str
    """The file, for messages."""

    @property
    def digest_terms(self) -> list[object]:
        """Everything that decisions depend on, without the name and the description."""
        return [
            [
                street,
                [[rule.action, sorted(rule.hands) if rule.hands is not None else None, rule.box] for rule in rules],
            ]
            for street, rules in self.streets
        ]


@dataclass(frozen=True)
class Fitted:
    """The rules of one street with the actions that the house allows there."""

    street: str
    rules: tuple[StrategyRule, ...]
    multiples: tuple[int, ...]
    """What may be wagered, ascending; the codes 1, 2, ... stand for them."""
    codes: tuple[int, ...]
    """The code of each rule's action; 0 is to wait, or at the last street to fold."""
    actions: tuple[str, ...]
    """By code: the name of the action."""


def fit(strategy: Strategy, rules: HouseRules) -> tuple[Fitted, ...]:
    """The strategy for a house's streets; all problems are reported together.

    If a rule's action needs a better hand than the player has, the next rule that holds is followed.
    """
    fitted, problems = fit_parts(strategy, rules)
    if problems:
        raise MalformedError(problems)
    return fitted


def fit_parts(strategy: Strategy, rules: HouseRules) -> tuple[tuple[Fitted, ...], list[Problem]]:
    """The part of the strategy that the house has streets for, and a problem for everything that does not fit."""
    language = language_of(rules.book)
    if strategy.game != language.game:
        message = f"{strategy.source}: a strategy for {strategy.game} does not fit a game of {language.game}"
        return (), [Problem(message, strategy.game)]
    problems: list[Problem] = []
    fitted = []
    written = dict(strategy.streets)
    named = {language.street_of(street): street for street in rules.streets}
    for name, street in named.items():
        if name not in written:
            problems.append(Problem(f"{strategy.source}: there are no rules for the street {street.name}", street.name))
            continue
        own = written[name]
        multiples = _multiples(own, street)
        codes = []
        for number, rule in enumerate(own, 1):
            code = _code(rule.do, street, _actions(street, multiples)) if rule.do else 0
            codes.append(code or 0)
            if code is None and rule.do:
                allowed = ", ".join(street.actions)
                where = f"{strategy.source}: {name} rule {number}"
                message = f"{where}: {rule.action} is not an action there; the actions are {allowed}"
                problems.append(Problem(message, rule.action))
        if own and own[-1].do and street.needs(own[-1].do):
            where = f"{strategy.source}: {name} rule {len(own)}"
            message = f"{where}: {own[-1].action} needs {street.needs(own[-1].do)}, and the last rule is for every hand"
            problems.append(Problem(message, own[-1].action))
        fitted.append(Fitted(name or "", own, multiples, tuple(codes), _actions(street, multiples)))
    problems += [
        Problem(f"{strategy.source}: this game has no decision {name}", name) for name in written if name not in named
    ]
    return tuple(fitted), problems


def _multiples(rules: Sequence[StrategyRule], street: Street) -> tuple[int, ...]:
    """The street's multiples; if any amount between them is allowed, also those that the rules name."""
    multiples = set(street.multiples)
    for bet in street.bets:
        if bet.any_amount_between:
            made = [rule.do for rule in rules if rule.do and rule.do.verb == bet.wager]
            named = {times for do in made if (times := street.times(do))}
            multiples |= {each for each in named if min(bet.multiples) <= each <= max(bet.multiples)}
    return tuple(sorted(multiples))


def _actions(street: Street, multiples: tuple[int, ...]) -> tuple[str, ...]:
    """The names of all actions by code: those of the street, and every multiple that some rule names."""
    named = [name for name, action in street.names.items() if action.multiple is None]
    bets = [Action(bet.wager, each).name for each in multiples for bet in street.bets if _is_within(bet, each)]
    return (*named, *dict.fromkeys(bets))


def _is_within(bet: Bet, multiple: int) -> bool:
    between = bet.any_amount_between and min(bet.multiples) <= multiple <= max(bet.multiples)
    return multiple in bet.multiples or between


def _code(do: Action, street: Street, actions: tuple[str, ...]) -> int | None:
    """The code of an action, if the street has it."""
    times = street.times(do)
    name = do.name if times is None else Action(do.verb, times).name
    return actions.index(name) if name in actions else None
