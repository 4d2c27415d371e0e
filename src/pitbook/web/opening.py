"""Opening a table from what somebody asks for: a book or a submission, the choices, the bots, and a seat."""

import tomllib
from copy import deepcopy
from typing import Annotated, Any, Literal

from pydantic import Field, StrictBool, StringConstraints

from pitbook.pit import Arrangement
from pitbook.pit.arrangement import Coach, Dealing
from pitbook.problems import MalformedError, Problem, RefusedError
from pitbook.rulebooks import book_ids, load_book
from pitbook.settlement.most import payout_limit_problems
from pitbook.submission import HouseRules, house_rules, stock_submission
from pitbook.submission.stock import choose_table
from pitbook.table.commands import Command, Sit, player
from pitbook.web.asking import Asked, Money, Name, Seat, Seconds
from pitbook.web.bots import bot_name
from pitbook.web.desk import Opening
from pitbook.web.giving import chips

LONGEST_SUBMISSION = 32_768


class LimitsAsked(Asked):
    """The least and the most of a wager."""

    least: Money
    most: Money


class LimitsPart(Asked):
    """The limits of the ante and of side wagers, and the chip unit."""

    ante: LimitsAsked | None = None
    side: LimitsAsked | None = None
    chip_unit: Money | None = None


class BotAsked(Asked):
    """A bot to be seated at the next free position."""

    plays: Name = "simple"


class RulesAsked(Asked):
    """House rules: a book's stock submission or a submission file's text, with choices of this table."""

    target: Annotated[str, Field(max_length=64, examples=[*book_ids()[:1]])] | None = None
    submission: Annotated[str, StringConstraints(max_length=LONGEST_SUBMISSION)] | None = None
    paytables: Annotated[dict[Name, Name], Field(max_length=16)] = Field(default_factory=dict)
    limits: LimitsPart | None = None
    options: Annotated[dict[Name, StrictBool], Field(max_length=32)] = Field(default_factory=dict)
    house_name: Name | None = None


class OpenTableAsked(RulesAsked):
    """A table to be opened; with a seat and a buy-in, whoever opens it sits down at once."""

    dealing: Dealing = "house"
    source: Literal["virtual", "entered"] = "virtual"
    bots: Annotated[list[BotAsked], Field(max_length=20)] = Field(default_factory=list)
    private: StrictBool = False
    coach: Coach = "allowed"
    decision_seconds: Seconds | None = None
    betting_seconds: Seconds | None = None
    seat: Seat | None = None
    buy_in: Money | None = None


def rules_asked(asked: RulesAsked) -> HouseRules:
    """The checked house rules. Only the books that come with Pitbook can be named: a path would be this machine's.

    With other choices than the submission's they are not approved, whatever the submission says.
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
            limits |= asked.limits.model_dump(exclude_none=True)
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


def _submission(asked: RulesAsked) -> dict[str, Any]:
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


def opening(asked: OpenTableAsked, opener: str, key: str | None) -> Opening:
    """The table that is asked for, with whoever sits down at once: the opener first, then the bots."""
    rules = rules_asked(asked)
    arrangement = Arrangement(asked.dealing, asked.decision_seconds, asked.betting_seconds, asked.private, asked.coach)
    then: list[Command] = []
    if asked.seat is not None:
        then.append(Sit(player(opener), asked.seat, chips(asked.buy_in)))
    elif asked.buy_in is not None:
        raise MalformedError(Problem("a buy-in is for a seat: say which", asked.buy_in))
    free = [seat for seat in range(1, rules.positions + 1) if seat != asked.seat]
    if len(asked.bots) > len(free):
        raise RefusedError(Problem(f"the table has {rules.positions} positions", str(len(asked.bots))))
    taken = {opener}
    for bot, seat in zip(asked.bots, free, strict=False):
        taken.add(name := bot_name(bot.plays, rules, taken))
        then.append(Sit(player(name), seat))
    return Opening(rules, arrangement, asked.source, opener, tuple(then), asked, key)
