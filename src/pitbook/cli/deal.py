"""`pitbook deal`: the full engine deals and records rounds."""

import math
from contextlib import closing
from itertools import count
from typing import Annotated

import typer

from pitbook.cli.output import INTERRUPTED, errors, print_json, print_text
from pitbook.cli.progress import progress_bar
from pitbook.cli.record_options import Db, Key, record_place
from pitbook.cli.target import Json, PaytableChoices, Target, house_rules_of
from pitbook.coach.bots import exact_bot, strategy_bot
from pitbook.odds.strategies import strategy_named
from pitbook.pit import Bot, Host, Pit, open_record
from pitbook.pit.records import table_stream
from pitbook.problems import ConflictError, MalformedError, Problem, RefusedError
from pitbook.strategy import EXACT
from pitbook.submission import HouseRules
from pitbook.table.commands import floorperson
from pitbook.table.kinds import TableStatus

Strategy = Annotated[
    str, typer.Option(metavar="NAME", help="How seats are played: exact, an included strategy, or a strategy file.")
]


def deal(
    target: Target,
    rounds: Annotated[int, typer.Option(metavar="N", help="How many rounds.")],
    seats: Annotated[int | None, typer.Option(metavar="K", help="How many players; by default a full table.")] = None,
    db: Db = None,
    key: Key = None,
    irregularities: Annotated[float, typer.Option(metavar="RATE", help="Rate of irregularities, 0 to 1.")] = 0.0,
    strategy: Strategy = EXACT,
    table: Annotated[str | None, typer.Option(metavar="NAME", help="The table to open or to resume.")] = None,
    meters: Annotated[str | None, typer.Option(metavar="NAME", help="Meters that tables of this name share.")] = None,
    paytable: PaytableChoices = None,
    as_json: Json = False,
) -> None:
    """Deal and record rounds with every wager on offer, and print their ids.

    Ctrl-C ends the dealing; every round that was dealt is in the record.
    """
    rules = house_rules_of(target, paytable)
    chosen = rules.positions if seats is None else seats
    _check(rules, rounds, chosen, irregularities)
    bot = _bot(rules, strategy)
    place = record_place(db, create=True)
    with closing(open_record(place, key=key, create=True)) as store:
        pit = Pit(store)
        name = _open(pit, rules, table, meters)
        host = Host(pit, name, bot, irregularities=irregularities)
        host.seat(chosen)
        ids: list[str] = []
        try:
            with progress_bar(f"Dealing at {name}") as progress:
                while len(ids) < rounds:
                    ids.append(host.play_round(chosen))
                    progress(len(ids) / rounds)
                    if not as_json:
                        print_text(f"{ids[-1]}\n")
        except KeyboardInterrupt:
            errors.print(f"interrupted: {len(ids):,} of {rounds:,} rounds; continue with --table {name}", markup=False)
        store.catch_up()
        head = store.tree_head()
    if as_json:
        noted = {"size": head.size, "root": head.root}
        print_json({"table": name, "rounds": ids, "db": str(place), "head": noted})
    else:
        errors.print(f"Recorded in {place}; the head is {head}", markup=False)
    if len(ids) < rounds:
        raise typer.Exit(INTERRUPTED)


def _check(rules: HouseRules, rounds: int, seats: int, rate: float) -> None:
    problems, refused = [], []
    if rounds < 1:
        problems.append(Problem(f"--rounds {rounds}: deal at least one round", str(rounds)))
    if not 1 <= seats <= rules.positions:
        message = f"--seats {seats}: the table has {rules.positions} positions"
        clauses = rules.book.positions.clauses
        refused.append(Problem(message, str(seats), clauses[0] if clauses else None))
    if not (math.isfinite(rate) and 0 <= rate <= 1):
        problems.append(Problem(f"--irregularities {rate}: a rate is from 0 to 1", str(rate)))
    if problems:
        raise MalformedError([*problems, *refused])
    if refused:
        raise RefusedError(refused)


def _bot(rules: HouseRules, name: str) -> Bot:
    strategy = strategy_named(rules, name)
    if strategy is not None:
        return strategy_bot(strategy, rules)
    with progress_bar(f"Solving {rules.book.title}") as progress:
        return exact_bot(rules, progress)


def _open(pit: Pit, rules: HouseRules, table: str | None, meters: str | None) -> str:
    """The named table, opened if it is new; without a name, the first of T1, T2, ... that is free."""
    if table is not None and pit.store.version(table_stream(table)):
        state = pit.state(table)
        if state.status != TableStatus.OPEN:
            raise RefusedError(Problem(f"table {table} is closed", table))
        if state.rules is None or state.rules.digest != rules.digest:
            raise RefusedError(Problem(f"table {table} does not have the house rules of {rules.book.id}", table))
        if meters is not None and table not in pit.tables_on(meters):
            raise RefusedError(Problem(f"table {table} is open and does not share the meters {meters}", meters))
        return table
    for number in count(1):
        name = table or f"T{number}"
        if pit.store.version(table_stream(name)):
            continue
        try:
            pit.open_table(name, rules, floorperson(), meters=meters)
            return name
        except ConflictError:
            if table is not None:
                raise
        except RefusedError:
            # Another process may have opened a table of this name meanwhile.
            if table is not None or not pit.store.version(table_stream(name)):
                raise
    raise AssertionError("numbers do not end")
