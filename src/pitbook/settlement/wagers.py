"""The one check of a seat's wagers, for live tables, described hands and simulations.

Every problem has the clause of the rule that is broken: a wager that the submission does not offer, one that needs
another, unequal amounts, the posted limits. Where the book says nothing, there is no clause.
"""

from collections.abc import Collection, Iterator, Mapping
from functools import lru_cache

from pitbook.money import format_cents, format_dollars
from pitbook.problems import Problem, nearest
from pitbook.rulebooks.models import Clauses, Wager
from pitbook.rulebooks.pays import Dollars, ToOne
from pitbook.settlement.pay import DOLLAR
from pitbook.submission import HouseRules

Amounts = Mapping[str, int | None]
"""What a seat has wagered, in cents; None for a wager whose amount cannot be read."""


@lru_cache(maxsize=256)
def placeable(rules: HouseRules) -> Mapping[str, Wager]:
    """The wagers on offer that are placed before the deal."""
    return {wager.name: wager for wager in rules.wagers if not wager.decided and not wager.is_bonus}


@lru_cache(maxsize=256)
def _of_the_book(rules: HouseRules) -> Mapping[str, Wager]:
    """Every wager that the book knows, offered here or not."""
    return {wager.name: wager for wager in rules.book.wagers if not wager.is_bonus}


def least_amount(rules: HouseRules, wager: Wager) -> int:
    """The least that can be wagered, in cents; of a progressive, the first amount that was filed."""
    if wager.progressive:
        return rules.progressive_wagers[0]
    return rules.limits[wager.equals or wager.name].least


def unknown_wagers(rules: HouseRules, wagers: Amounts) -> Iterator[Problem]:
    """Wagers that the book does not know at all."""
    known = _of_the_book(rules)
    for name in wagers:
        if name not in known:
            yield Problem(f"{rules.book.id} has no wager {name[:40]!r}; {nearest(name, list(known))}", name[:40])


def wager_problems(rules: HouseRules, wagers: Amounts, *, settled: bool = False) -> Iterator[Problem]:
    """All problems of a seat's wagers, by the book and by the house.

    Before the deal, the wager of the decision is not placed yet, and amounts are within the limits. When a described
    hand is settled it may be there, and limits are not checked: a wager that was accepted stands.
    """
    offered = {wager.name: wager for wager in rules.wagers}
    known = _of_the_book(rules)
    made = {name: amount for name, amount in wagers.items() if name in known and name in offered}
    for name in wagers:
        if name in known and name not in offered:
            yield _problem(f"{name} is not offered by this submission", name, _offer(known[name]))
    for name, amount in made.items():
        wager = offered[name]
        if wager.decided and not settled:
            message = f"{name} is placed when the player is asked to decide, not before the deal"
            yield _problem(message, name, wager.clauses)
            continue
        if amount is not None:
            yield from _uneven(rules, wager, amount) if settled else _outside(rules, wager, amount)
        yield from _needs(wager, made)
    yield from _unequal(rules, made, settled=settled)
    openers = [wager for wager in rules.wagers if wager.opens]
    if not any(wager.name in made for wager in openers):
        names = " or ".join(wager.name for wager in openers)
        yield _problem(f"a player needs {names} to take part", None, openers[0].clauses)


@lru_cache(maxsize=4096)
def placing_problems(
    rules: HouseRules, wagers: tuple[tuple[str, int], ...]
) -> tuple[tuple[Problem, ...], tuple[Problem, ...]]:
    """What is wrong with a seat's wagers before the deal: names that the book does not know, and all else."""
    named = dict(wagers)
    return tuple(unknown_wagers(rules, named)), tuple(wager_problems(rules, named)) if wagers else ()


def box_problem(rules: HouseRules, player: str, boxes: Collection[int]) -> Problem | None:
    """Why one player may not wager on these boxes in one round; None if that is allowed."""
    rule, number = rules.book.positions, len(boxes)
    if number <= 1:
        return None
    if rule.per_player == "one":
        message = f"{player} has {number} positions, and a player may have one"
    elif number > rules.adjacent_boxes:
        message = f"{player} has {number} boxes, and a player may have {rules.adjacent_boxes}"
    elif max(boxes) - min(boxes) >= number:
        message = f"{player} has boxes {', '.join(map(str, sorted(boxes)))}, which are not adjacent"
    else:
        return None
    return _problem(message, player, rule.per_player_clauses)


def _problem(message: str, value: str | None, clauses: Clauses) -> Problem:
    return Problem(message, value, clauses[0] if clauses else None)


def _offer(wager: Wager) -> Clauses:
    """The clauses that leave it to the house to offer a wager."""
    return wager.offer_clauses or wager.clauses


def _outside(rules: HouseRules, wager: Wager, amount: int) -> Iterator[Problem]:
    """The amounts that the house takes: what it filed for a progressive, or the posted limits in whole chips."""
    words = format_cents(amount)
    if wager.progressive:
        if amount not in rules.progressive_wagers:
            right = " or ".join(format_dollars(one) for one in rules.progressive_wagers)
            yield _problem(f"{wager.name} is one chip of {right} here, not {words}", words, _offer(wager))
        return
    if amount % rules.chip_unit:
        unit = format_cents(rules.chip_unit)
        yield Problem(f"{wager.name} {words} is not a multiple of {unit}", words)
    limits = rules.limits[wager.equals or wager.name]
    if not limits.least <= amount <= limits.most:
        between = f"{format_cents(limits.least)} to {format_cents(limits.most)}"
        yield _problem(f"{wager.name} {words} is outside the limits, {between}", words, wager.limits_clauses)


def _uneven(rules: HouseRules, wager: Wager, stake: int) -> Iterator[Problem]:
    """A stake on which some row or case would pay a fraction of a cent; within the limits there is none."""
    for one in rules.wagers:
        if wager.name not in (one.name, one.on):
            continue
        for pays, clauses in _all_pays(rules, one):
            uneven = 0
            if isinstance(pays, ToOne):
                uneven = stake * pays.numerator % pays.denominator
            elif isinstance(pays, Dollars) and one.progressive:
                uneven = stake * pays.cents % DOLLAR
            if uneven:
                message = f"{one.name}: {pays} on {format_cents(stake)} is finer than a cent"
                yield _problem(message, format_cents(stake), clauses)
                return


def _all_pays(rules: HouseRules, wager: Wager) -> Iterator[tuple[object, Clauses]]:
    """Everything that a wager can pay here, with the clauses that say so."""
    for kind in wager.tables:
        if table := rules.tables.get(kind):
            yield from ((row.pays, row.clauses or table.clauses) for row in table.rows)
    yield from ((case.pays, case.clauses) for case in wager.cases)


def _needs(wager: Wager, made: Amounts) -> Iterator[Problem]:
    """Which wagers are missing that a wager needs."""
    clauses = wager.needs_clauses or wager.clauses
    if missing := [name for name in wager.needs_all if name not in made]:
        yield _problem(f"{wager.name} needs {' and '.join(missing)}", wager.name, clauses)
    if wager.needs_any and not any(name in made for name in wager.needs_any):
        yield _problem(f"{wager.name} needs {' or '.join(wager.needs_any)}", wager.name, clauses)


def _unequal(rules: HouseRules, made: Amounts, *, settled: bool) -> Iterator[Problem]:
    """Wagers that are made together must be equal; in settlement, one that went back to its player does not count."""
    gone = [name for name in rules.book.flow.withdrawable if settled and name not in made]
    for wager in rules.wagers:
        if wager.equals is None or wager.name in gone or not {wager.name, wager.equals} & made.keys():
            continue
        pair = [made.get(name, 0) for name in (wager.equals, wager.name)]
        if None not in pair and pair[0] != pair[1]:
            words = [format_cents(amount) if amount else "none" for amount in pair]
            message = f"{wager.equals} and {wager.name} must be equal, not {words[0]} and {words[1]}"
            yield _problem(message, words[1], wager.clauses)
