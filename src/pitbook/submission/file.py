"""The form of a submission file: its keys and their types. Other modules check what they mean."""

from collections.abc import Mapping
from copy import deepcopy
from datetime import date, datetime
from fractions import Fraction
from functools import cache
from typing import Annotated, Any

from pydantic import BeforeValidator, Field, StrictBool, StrictInt, ValidationError, create_model
from pydantic_core import ErrorDetails

from pitbook.money import parse_exact
from pitbook.problems import MalformedError, Problem
from pitbook.rulebooks.key_problems import key_problem
from pitbook.rulebooks.models import BookPart, Cents, read_cents


def _amounts(value: object) -> tuple[int, ...]:
    """One amount, or a list of them."""
    return tuple(read_cents(one) for one in (value if isinstance(value, list) else [value]))


def _rate(value: object) -> Fraction:
    """A number in quotes; its range is checked later."""
    if not isinstance(value, str):
        raise ValueError(f'{value!r} is not a rate (write it in quotes, like "0.15")')
    try:
        return parse_exact(value.removeprefix("-")) * (-1 if value.startswith("-") else 1)
    except MalformedError as error:
        raise ValueError(f'{value[:40]!r} is not a rate (write it as a fraction of the wager, like "0.15")') from error


def _day(value: object) -> object:
    """A TOML date, or the same as text; pydantic would also accept a number as seconds since 1970."""
    if isinstance(value, str):
        return date.fromisoformat(value)
    if value is None or (isinstance(value, date) and not isinstance(value, datetime)):
        return value
    raise ValueError("not a date")


Amounts = Annotated[tuple[int, ...], BeforeValidator(_amounts)]
Rate = Annotated[Fraction, BeforeValidator(_rate)]
Day = Annotated[date, BeforeValidator(_day)]


class WagerLimits(BookPart):
    """The least and the most of one wager."""

    least: Cents
    most: Cents


class LimitsSection(BookPart):
    """The chip unit, the limits of all side wagers, and exceptions for single ones.

    The limits of the main wager are next to them, under its name in the book: see `form_of`.
    """

    chip_unit: Cents | None = None
    side: WagerLimits | None = None
    wagers: dict[str, WagerLimits] = Field(default_factory=dict)


class DealingSection(BookPart):
    """How the cards are shuffled and dealt."""

    method: str | None = None
    order: str | None = None
    shuffler: str | None = None
    decks: StrictInt = 1
    device_approval: str | None = None
    shoe_location: str | None = None


class MeterSection(BookPart):
    """What is filed for one meter."""

    initial: Cents | None = None
    reset: Cents | None = None
    rate: Rate | None = None
    limit: Cents | None = None


class ProgressiveSection(BookPart):
    """The amounts of the progressive wager, one or several, and its meters."""

    wager: Amounts | None = None
    meters: dict[str, MeterSection] = Field(default_factory=dict)


class SubmissionFile(BookPart):
    """A submission file as it is written."""

    rulebook: str
    house_name: str | None = None
    approved: Day | None = None
    positions: StrictInt | None = None
    adjacent_boxes: StrictInt | None = None
    wagers: tuple[str, ...] | None = None
    paytables: dict[str, str] = Field(default_factory=dict)
    limits: LimitsSection = Field(default_factory=LimitsSection)
    dealing: DealingSection = Field(default_factory=DealingSection)
    progressive: ProgressiveSection | None = None
    payout_limit: Cents | None = None
    options: dict[str, StrictBool] = Field(default_factory=dict)


@cache
def form_of(unit: str) -> type[SubmissionFile]:
    """The form of a submission for a book that has this name for its main wager: ante, or bet."""
    of_unit: dict[str, Any] = {unit: (WagerLimits | None, None)}
    limits = create_model(LimitsSection.__name__, __base__=LimitsSection, **of_unit)
    whole: Any = (limits, Field(default_factory=limits))
    return create_model(SubmissionFile.__name__, __base__=SubmissionFile, limits=whole)


def _sentence(where: str, found: ErrorDetails, unit: str) -> str:
    """An error message for one place, without pydantic's jargon."""
    if where == "approved":
        return f"approved must be a date, like 2026-01-31 (got {_shown(found['input'])!r})"
    return key_problem(found, where, form_of(unit))


def _shown(value: object) -> str:
    return str(value)[:60]


def _without(data: object, place: tuple[str | int, ...]) -> None:
    """Remove the value at a place, so that the rest can still be checked."""
    for key in place[:-1]:
        if isinstance(data, list) and isinstance(key, int):
            data = data[key]
        else:
            data = data.get(key) if isinstance(data, dict) else None
    last = place[-1]
    if isinstance(data, dict):
        data.pop(last, None)
    elif isinstance(data, list) and isinstance(last, int):
        del data[last]


def read_form(data: Mapping[str, object], unit: str) -> tuple[SubmissionFile | None, dict[str, Problem]]:
    """The file's content in typed form, and the problems by place; `unit` is what the book calls its main wager.

    Invalid values are left out of the result, so that the rest can still be checked. They must not be reported as
    missing.
    """
    problems: dict[str, Problem] = {}
    data = deepcopy(data)
    for _ in range(20):
        try:
            return form_of(unit).model_validate(data), problems
        except ValidationError as error:
            places: list[tuple[str | int, ...]] = []
            for found in error.errors():
                place = tuple(found["loc"])
                where = ".".join(str(key) for key in place)
                sentence = _sentence(where, found, unit)
                if found["type"] == "missing":
                    # A section that lost an invalid value is incomplete; that value has already been reported.
                    problems.setdefault(where, Problem(sentence, where))
                    place = place[:-1]
                else:
                    unknown = found["type"] == "extra_forbidden"
                    problems[where] = Problem(sentence, where if unknown else _shown(found["input"]))
                if not place:
                    return None, problems
                places.append(place)
            for place in reversed(places):
                _without(data, place)
    return None, problems
