"""House rules that a request describes: a stock submission or the text of one, with choices. Never a file."""

import tomllib
from collections.abc import Iterable, Mapping
from copy import deepcopy
from dataclasses import dataclass
from functools import lru_cache
from typing import Annotated

from fastapi import Depends, Query
from pydantic import Field, StrictBool, StringConstraints, ValidationError

from pitbook.problems import MalformedError, Problem, RefusedError
from pitbook.rulebooks import book_ids, load_book
from pitbook.settlement.highest_win import payout_limit_problems
from pitbook.submission import HouseRules, house_rules, stock_submission
from pitbook.submission.stock import choose_table
from pitbook.table.command_fields import AMOUNT, Name
from pitbook.web.requests.base import RequestModel
from pitbook.web.requests.validation import problems_of

LONGEST_SUBMISSION = 32_768
Money = Annotated[str, StringConstraints(pattern=AMOUNT), Field(examples=["12.50"])]
"""An amount in the form that submissions use."""


class LimitsRequest(RequestModel):
    """The least and the most of a wager."""

    least: Money
    most: Money


class TableLimitsRequest(RequestModel):
    """The limits of the ante, or of what the book calls it, and of side wagers; and the chip unit."""

    ante: LimitsRequest | None = None
    side: LimitsRequest | None = None
    chip_unit: Money | None = None


class HouseRulesRequest(RequestModel):
    """House rules: a book's stock submission or a submission file's text, with choices of this table."""

    target: Annotated[str, Field(max_length=64, examples=[*book_ids()[:1]])] | None = None
    submission: Annotated[str, StringConstraints(max_length=LONGEST_SUBMISSION)] | None = None
    paytables: Annotated[dict[Name, Name], Field(max_length=16)] = Field(default_factory=dict)
    limits: TableLimitsRequest | None = None
    options: Annotated[dict[Name, StrictBool], Field(max_length=32)] = Field(default_factory=dict)
    house_name: Name | None = None


def requested_rules(asked: HouseRulesRequest) -> HouseRules:
    """The checked house rules. Only the books that come with Pitbook can be named, never a path on this machine.

    If the choices differ from the submission's, the rules are not approved, whatever the submission says.
    """
    data = _submission(asked)
    filed = deepcopy(data)
    book = load_book(data["rulebook"])
    follows = {kind.name for kind in book.paytables if kind.default_from}
    for kind, table_id in sorted(asked.paytables.items(), key=lambda choice: choice[0] in follows):
        choose_table(book, data, kind, table_id)
    if asked.limits is not None:
        limits = data.setdefault("limits", {})
        if isinstance(limits, dict):
            filed_limits = asked.limits.model_dump(exclude_none=True)
            limits |= {book.flow.unit if key == "ante" else key: value for key, value in filed_limits.items()}
    if asked.options:
        options = data.setdefault("options", {})
        if isinstance(options, dict):
            options |= asked.options
    if asked.house_name is not None:
        data["house_name"] = asked.house_name
    if data != filed:
        data.pop("approved", None)
    rules = house_rules(data)
    if not rules.house_name.isprintable():
        raise MalformedError(Problem("a house's name has printable characters only", repr(rules.house_name)[:40]))
    if problems := payout_limit_problems(rules):
        raise RefusedError(problems)
    return rules


def _submission(asked: HouseRulesRequest) -> dict[str, object]:
    if (asked.target is None) == (asked.submission is None):
        raise MalformedError(Problem("name a target or give a submission, one of the two"))
    if asked.submission is None:
        return stock_submission(load_book(_known(asked.target)))
    try:
        data = tomllib.loads(asked.submission)
    except (ValueError, RecursionError) as error:
        raise MalformedError(Problem(f"the submission is not TOML: {error}")) from error
    _known(data.get("rulebook"))
    return data


def _known(name: object) -> str:
    if not isinstance(name, str) or name not in book_ids():
        raise MalformedError(Problem(f"the books are {', '.join(book_ids())}", str(name)[:40]))
    return name


def rules_of(target: str, paytables: Mapping[str, str], options: Mapping[str, bool] | None = None) -> HouseRules:
    """The house rules of a book with these choices; the same choices give the same object."""
    return _rules(target, tuple(sorted(paytables.items())), tuple(sorted((options or {}).items())))


@lru_cache(maxsize=256)
def _rules(target: str, paytables: tuple[tuple[str, str], ...], options: tuple[tuple[str, bool], ...]) -> HouseRules:
    try:
        asked = HouseRulesRequest(target=target, paytables=dict(paytables), options=dict(options))
    except ValidationError as error:
        raise MalformedError(problems_of(error.errors())) from error
    return requested_rules(asked)


def read_pairs(texts: Iterable[str], what: str) -> dict[str, str]:
    """Choices from an address, each with a name and a value: `trips_plus:B`."""
    choices, problems = {}, []
    for text in texts:
        name, colon, value = text.partition(":")
        if name and colon and value:
            choices[name] = value
        else:
            problems.append(Problem(f"{what} {text[:40]!r} is not a name and a value, like trips_plus:B", text[:40]))
    if problems:
        raise MalformedError(problems)
    return choices


def read_options(texts: Iterable[str]) -> dict[str, bool]:
    """Options from an address: `trips_plus_before_main:true`."""
    options = read_pairs(texts, "option")
    if wrong := [value for value in options.values() if value not in ("true", "false")]:
        raise MalformedError(Problem(f"an option is true or false, not {value[:40]!r}", value[:40]) for value in wrong)
    return {name: value == "true" for name, value in options.items()}


Pairs = list[Annotated[str, StringConstraints(min_length=1, max_length=128)]]
TargetQuery = Annotated[str, Query(min_length=1, max_length=64, description="A rule book's id.")]
PaytableQuery = Annotated[
    Pairs, Query(max_length=16, description="Another paytable than the first, like trips_plus:B; may be repeated.")
]
OptionQuery = Annotated[
    Pairs, Query(max_length=16, description="An option of the book, like trips_plus_before_main:true; may be repeated.")
]


@dataclass(frozen=True, slots=True)
class Chosen:
    """A book and the choices in it."""

    target: str
    paytables: Mapping[str, str]
    options: Mapping[str, bool]

    @property
    def rules(self) -> HouseRules:
        """The house rules with these choices."""
        return rules_of(self.target, self.paytables, self.options)


def chosen(
    target: TargetQuery,
    paytable: PaytableQuery = [],  # noqa: B006 (FastAPI copies it)
    option: OptionQuery = [],  # noqa: B006
) -> Chosen:
    """The choices in an address."""
    return Chosen(target, read_pairs(paytable, "paytable"), read_options(option))


ChosenByAddress = Annotated[Chosen, Depends(chosen)]
