"""Opens a table as requested: a book or a submission, the choices, the bots, and a seat."""

from pitbook.money import format_cents
from pitbook.pit import TableSettings
from pitbook.problems import MalformedError, Problem, RefusedError
from pitbook.table.commands import Command, Sit, player
from pitbook.web.live.bots import bot_name
from pitbook.web.live.commands import NewTable
from pitbook.web.live.execution import check_chips
from pitbook.web.requests.house_rules import requested_rules
from pitbook.web.requests.tables import OpenTableRequest


def opening(asked: OpenTableRequest, opener: str, key: str | None) -> NewTable:
    """The requested table, with those who sit down at once: the opener first, then the bots."""
    rules = requested_rules(asked)
    arrangement = TableSettings(
        asked.dealing, asked.decision_seconds, asked.betting_seconds, asked.private, asked.coach
    )
    then: list[Command] = []
    if asked.seat is not None:
        check_chips(asked.buy_in)
        then.append(Sit(player(opener), asked.seat, asked.buy_in))
    elif asked.buy_in is not None:
        raise MalformedError(Problem("a buy-in needs a seat: say which", format_cents(asked.buy_in)))
    free = [seat for seat in range(1, rules.positions + 1) if seat != asked.seat]
    if len(asked.bots) > len(free):
        raise RefusedError(Problem(f"the table has {rules.positions} positions", str(len(asked.bots))))
    taken = {opener}
    for bot, seat in zip(asked.bots, free, strict=False):
        taken.add(name := bot_name(bot.plays, rules, taken))
        then.append(Sit(player(name), seat))
    return NewTable(rules, arrangement, asked.source, opener, tuple(then), asked, key)
