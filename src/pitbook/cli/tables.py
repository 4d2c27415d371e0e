"""`pitbook tables`: list or close the open tables of a record, even while a server is running."""

from contextlib import closing
from typing import Annotated

import typer

from pitbook.cli.output import console, print_json, table
from pitbook.cli.record_options import Db, Key, record_place
from pitbook.cli.target import Json
from pitbook.documents import Document
from pitbook.pit import Pit, open_record
from pitbook.pit.records import TABLE
from pitbook.problems import MalformedError, Problem
from pitbook.table.commands import CloseTable, floorperson
from pitbook.table.state import State, the_rules

CLOSE = "close"


def tables(
    words: Annotated[
        list[str] | None,
        typer.Argument(metavar="[close TABLE...]", help="Close these tables; a round is finished first."),
    ] = None,
    by: Annotated[str, typer.Option(metavar="NAME", help="The floorperson who closes them.")] = "operator",
    reason: Annotated[str, typer.Option(metavar="TEXT", help="Why they are closed.")] = "closed by the operator",
    db: Db = None,
    key: Key = None,
    as_json: Json = False,
) -> None:
    """List the open tables of the record and their players; or close some tables first.

    A server on the same record notices within a second. Players at a closed table leave with all their chips.
    """
    names = _to_close(words or [])
    with closing(open_record(record_place(db), key=key)) as store:
        pit = Pit(store)
        for name in names:
            pit.handle(name, CloseTable(floorperson(by)), reason=reason)
        found = [_document(name, pit.state(name), store.version(TABLE + name)) for name in _names(pit)]
        opened = [one for one in found if one["status"] != "closed"]
    if as_json:
        print_json({"tables": opened})
        return
    rows = [(one["table"], one["status"], one["rulebook"], one["rounds"], ", ".join(one["players"])) for one in opened]
    console.print(table("Open tables", ["table", "status", "book", "rounds", "players"], rows, right=[3]))


class ListedTable(Document):
    """A table of the record."""

    table: str
    status: str
    rulebook: str
    rounds: int
    players: list[str]
    version: int


def _to_close(words: list[str]) -> list[str]:
    if not words:
        return []
    if words[0] != CLOSE or len(words) == 1:
        message = f"tables {' '.join(words)}: write tables, or tables close TABLE..."
        raise MalformedError(Problem(message, words[0][:40]))
    return words[1:]


def _names(pit: Pit) -> list[str]:
    return sorted((stream.removeprefix(TABLE) for stream in pit.store.streams(TABLE)), key=lambda one: (len(one), one))


def _document(name: str, state: State, version: int) -> ListedTable:
    return {
        "table": name,
        "status": "closing" if state.closing else state.status,
        "rulebook": the_rules(state).book.id,
        "rounds": state.rounds,
        "players": sorted(one.name for one in state.players.values() if not one.left),
        "version": version,
    }
