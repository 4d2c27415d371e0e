"""House rules that a request describes: a book's stock submission with other tables and options. Never a file."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Annotated

from fastapi import Depends, Query
from pydantic import StringConstraints, ValidationError

from pitbook.problems import MalformedError, Problem
from pitbook.submission import HouseRules
from pitbook.web.opening import RulesAsked, rules_asked
from pitbook.web.validation import problems_of


def rules_of(target: str, paytables: Mapping[str, str], options: Mapping[str, bool] | None = None) -> HouseRules:
    """The house rules of a book with these choices; the same choices give the same object."""
    return _rules(target, tuple(sorted(paytables.items())), tuple(sorted((options or {}).items())))


@lru_cache(maxsize=256)
def _rules(target: str, paytables: tuple[tuple[str, str], ...], options: tuple[tuple[str, bool], ...]) -> HouseRules:
    try:
        asked = RulesAsked(target=target, paytables=dict(paytables), options=dict(options))
    except ValidationError as error:
        raise MalformedError(problems_of(error.errors())) from error
    return rules_asked(asked)


def read_pairs(texts: Iterable[str], what: str) -> dict[str, str]:
    """Choices from an address, a name and a value in each: `trips_plus:B`."""
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
    """A book and what was chosen in it."""

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
    """The choices that stand in an address."""
    return Chosen(target, read_pairs(paytable, "paytable"), read_options(option))


ChosenByAddress = Annotated[Chosen, Depends(chosen)]
