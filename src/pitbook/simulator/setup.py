"""From a request to a table: wagers within the limits, strategies by name, error rates; seat by seat."""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Final, TypeVar

from pitbook.cards.stream import SEED_BITS
from pitbook.money import parse_cents
from pitbook.odds.families.numbers import Numbers
from pitbook.problems import MalformedError, Problem, RefusedError
from pitbook.progress import Progress
from pitbook.settlement.wagers import least_amount, placeable, unknown_wagers, wager_problems
from pitbook.simulator.blocks import Player
from pitbook.strategy import EXACT
from pitbook.submission import HouseRules

_FOR_SEAT: Final = re.compile(r"([0-9]{1,3}):(.*)", re.DOTALL)
_RATE: Final = re.compile(r"0(\.[0-9]{1,9})?|1(\.0{1,9})?")
_MOST_ROUNDS: Final = 10**12
_EVERYONE: Final = 0
"""Stands for all seats without an entry of their own."""
T = TypeVar("T")


@dataclass(frozen=True)
class SimulationRequest:
    """What to simulate, as text. `SEAT:` before a wager, a strategy or an error rate limits it to that seat."""

    rounds: int
    seats: int | None = None
    wagers: Sequence[str] = ()
    strategies: Sequence[str] = ()
    error_rates: Sequence[str] = ()
    seed: int | None = None
    shift: int = 300
    bankroll: str | None = None
    session: int | None = None


def default_wagers(rules: HouseRules) -> dict[str, int]:
    """Every wager on offer, at its minimum."""
    return {name: least_amount(rules, wager) for name, wager in placeable(rules).items()}


def asked_problems(asked: SimulationRequest) -> list[Problem]:
    """What is wrong with the numbers in a request."""
    problems = list[Problem]()
    counts = {"--rounds": asked.rounds, "--shift": asked.shift, "--session": asked.session or asked.shift}
    for option, count in counts.items():
        if not 1 <= count <= _MOST_ROUNDS:
            problems.append(Problem(f"{option} {count}: it takes a number from 1 to {_MOST_ROUNDS:,}", str(count)))
    if asked.seed is not None and not 0 <= asked.seed < 1 << SEED_BITS:
        problems.append(Problem(f"--seed {asked.seed}: it takes a number of {SEED_BITS} bits", str(asked.seed)))
    try:
        bankroll_of(asked)
    except MalformedError as error:
        problems += error.problems
    return problems


def _no_such_table(rules: HouseRules, seats: int) -> Problem:
    message = f"--seats {seats}: the table has 1 to {rules.positions} positions"
    clauses = rules.book.positions.clauses
    return Problem(message, str(seats), clauses[0] if clauses else None)


def _by_seat(
    texts: Sequence[str], option: str, seats: int, read: Callable[[str], T]
) -> tuple[list[T | None], list[Problem]]:
    """What each seat has: its own entry, the one for all seats, or None; and everything that is wrong."""
    found, problems = dict[int, T](), list[Problem]()
    for text in texts:
        words = _FOR_SEAT.fullmatch(text)
        seat = int(words[1]) if words else _EVERYONE
        if words and not 1 <= seat <= seats:
            problems.append(Problem(f"{option} {text[:80]!r}: there are seats 1 to {seats}", text[:80]))
            continue
        if seat in found:
            whose = f"seat {seat}" if words else "all seats"
            problems.append(Problem(f"{option} {text[:80]!r}: it was given before for {whose}", text[:80]))
            continue
        try:
            found[seat] = read(words[2] if words else text)
        except MalformedError as error:
            problems += [Problem(f"{option} {text[:80]!r}: {one.message}", one.value) for one in error.problems]
    return [found.get(seat, found.get(_EVERYONE)) for seat in range(1, seats + 1)], problems


def read_wagers(rules: HouseRules, text: str) -> dict[str, int | None]:
    """`NAME=AMOUNT,NAME=AMOUNT`; a name alone gets the minimum, and wagers that must equal it are added."""
    known, wagers = placeable(rules), dict[str, int | None]()
    problems = list[Problem]()
    for part in text.split(","):
        name, equals, amount = part.strip().partition("=")
        if name in wagers:
            problems.append(Problem(f"{name[:40]} stands there twice", name[:40]))
            continue
        try:
            least = least_amount(rules, known[name]) if name in known else None
            wagers[name] = parse_cents(amount) if equals else least
        except MalformedError as error:
            problems += error.problems
    if problems := [*unknown_wagers(rules, wagers), *problems]:
        raise MalformedError(problems)
    for wager in known.values():
        if wager.equals in wagers:
            wagers.setdefault(wager.name, wagers[wager.equals])
    return wagers


def _read_rate(text: str) -> float:
    if not _RATE.fullmatch(text):
        raise MalformedError(Problem(f"{text[:40]!r} is not a rate from 0 to 1", text[:40]))
    return float(text)


def _read_bankroll(text: str) -> int:
    try:
        cents = parse_cents(text)
    except MalformedError as error:
        raise MalformedError(Problem(f"--bankroll: {one.message}", one.value) for one in error.problems) from error
    if not cents:
        raise MalformedError(Problem(f"--bankroll {text}: a bankroll is more than nothing", text))
    return cents


def players_of(rules: HouseRules, asked: SimulationRequest, progress: Progress | None = None) -> list[Player]:
    """The seats from the dealer's left; all problems of one kind are reported together."""
    problems, refused = asked_problems(asked), list[Problem]()
    seats = rules.positions if asked.seats is None else asked.seats
    if not 1 <= seats <= rules.positions:
        refused.append(_no_such_table(rules, seats))
        seats = rules.positions
    wagers, unread = _by_seat(asked.wagers, "--wagers", seats, lambda text: read_wagers(rules, text))
    rates, no_rates = _by_seat(asked.error_rates, "--error-rate", seats, _read_rate)
    names, no_seats = _by_seat(asked.strategies, "--strategy", seats, str)
    problems += [*unread, *no_rates, *no_seats]
    chosen = [EXACT if name is None else name for name in names]
    numbers = Numbers(rules)
    strategies = _collected(dict.fromkeys(chosen), numbers.strategy, problems)
    if problems:
        raise MalformedError(problems)
    placed = [default_wagers(rules) if one is None else one for one in wagers]
    refused += [problem for one in placed for problem in wager_problems(rules, one)]
    if refused:
        raise RefusedError(dict.fromkeys(refused))
    amounts = [{name: amount for name, amount in one.items() if amount is not None} for one in placed]
    policies = _collected(strategies, lambda name: numbers.policy(strategies[name], progress), problems)
    if problems:
        raise MalformedError(problems)
    return [
        Player(own, policies[name], rate or 0.0, name, strategies[name])
        for own, rate, name in zip(amounts, rates, chosen, strict=True)
    ]


def _collected(names: Iterable[str], read: Callable[[str], T], problems: list[Problem]) -> dict[str, T]:
    """What each name stands for; everything that is wrong is added to `problems`."""
    found = {}
    for name in names:
        try:
            found[name] = read(name)
        except MalformedError as error:
            problems += error.problems
    return found


def bankroll_of(asked: SimulationRequest) -> int | None:
    """The bankroll in cents, if there is one."""
    return None if asked.bankroll is None else _read_bankroll(asked.bankroll)
