"""The lobby, and what came of opening a table or giving a command."""

from pydantic import BaseModel


class PlayerEntry(BaseModel):
    """A player in the lobby."""

    name: str
    seats: list[int]
    bot: bool


class LimitsEntry(BaseModel):
    """The least and the most."""

    least: str
    most: str


class TableEntry(BaseModel):
    """A table in the lobby."""

    table: str
    rulebook: str
    title: str
    house_name: str
    status: str
    dealing: str
    source: str
    positions: int
    free_seats: list[int]
    players: list[PlayerEntry]
    limits: dict[str, LimitsEntry]
    base: str
    """The wager that the others are counted in: its limits are those of the table."""
    shared: bool
    private: bool
    time_rule: str
    """How long a decision may take, and what happens to a player who does not decide."""
    roles: list[str]
    seated: bool
    your_turn: bool
    """Whether the table waits for a decision of the caller."""


class TablesDocument(BaseModel):
    """The lobby."""

    tables: list[TableEntry]


class OpenedDocument(BaseModel):
    """A table that was opened."""

    table: str
    version: int


class DoneDocument(BaseModel):
    """A command that was carried out, now or before."""

    version: int
    repeated: bool
