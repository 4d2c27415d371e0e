"""Rules compiled to a decision for every class of situations, as the solver and the simulator use them."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from pitbook.files import read_toml
from pitbook.odds.families.protocol import Policy
from pitbook.odds.families.registry import family_of
from pitbook.problems import MalformedError, Problem
from pitbook.strategy import Fitted, Strategy, fit
from pitbook.strategy.file import read_parts
from pitbook.strategy.rules import fit_parts
from pitbook.submission import HouseRules


def policy_of(rules: HouseRules, strategy: Strategy) -> Policy:
    """The strategy's decision in every situation of these house rules; a rule that never applies is refused."""
    family = family_of(rules)
    fitted = fit(strategy, rules)
    found = {each.street: family.rules_found(rules, each) for each in fitted}
    if idle := [problem for each in fitted for problem in _idle(strategy.source, each, found[each.street])]:
        raise MalformedError(idle)
    # The code at the end is for the -1 of situations that cannot occur.
    codes = {each.street: [np.array([*each.codes, 0], np.uint8)[one] for one in found[each.street]] for each in fitted}
    policy: Policy = family.policy_of(rules, fitted, codes)
    return policy


def load_for(rules: HouseRules, path: Path) -> Strategy:
    """The strategy in a file, for a house.

    Everything that is wrong with it is reported together: what is not understood, what does not fit the house, and
    rules that never apply, whatever the meaning of the rules that are not understood.
    """
    strategy, problems = read_parts(read_toml(path), path.name)
    if strategy and strategy.streets:
        fitted, misfits = fit_parts(strategy, rules)
        problems += misfits
        if problems:
            found = family_of(rules).rules_found
            problems += [problem for each in fitted for problem in _idle(path.name, each, found(rules, each))]
    if strategy is None or problems:
        raise MalformedError(problems)
    return strategy


def _idle(source: str, fitted: Fitted, found: Sequence[NDArray[np.int16]]) -> list[Problem]:
    """A problem for each rule that never applies, except for rules that are not understood."""
    applied = set().union(*(np.unique(one).tolist() for one in found))
    return [
        Problem(
            f"{source}: {fitted.street} rule {number} never applies: there is no such hand that earlier rules leave",
            fitted.street,
        )
        for number, rule in enumerate(fitted.rules, 1)
        if number - 1 not in applied and not rule.holds_nowhere
    ]
