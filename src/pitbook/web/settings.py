"""The settings of a server: the names it answers to, limits, and the times of its timers."""

from dataclasses import dataclass
from typing import Final

from pitbook.table.context import REVEAL_SECONDS

LOCKED_SECONDS: Final = 2.0
"""How long a server waits for a record that another process has locked."""
LOOPBACK: Final = frozenset({"localhost", "127.0.0.1", "::1"})


@dataclass(frozen=True, slots=True)
class Rate:
    """A rate: this many at once, and this many more each second."""

    burst: int
    per_second: float


@dataclass(frozen=True, slots=True)
class Settings:
    """How a server behaves."""

    hosts: frozenset[str] = LOOPBACK
    """The host names that a request may be for; others are refused, because anybody can point a name here."""
    any_address: bool = False
    """Requests may be for any literal address too: nobody can point one of those here."""
    only_this_machine: bool = True
    """Nobody elsewhere can connect, unless through a proxy on this machine."""
    requests: Rate = Rate(400, 100)
    """Requests of one person, or from an address without a session."""
    commands: Rate = Rate(40, 20)
    """One person's commands to tables, and everything else that comes over live connections."""
    sessions: Rate = Rate(400, 20)
    """New sessions for one address."""
    bot_seconds: float = 0.7
    """How long a bot takes for a decision, so that people can follow."""
    waiting_seconds: float = 8.0
    """How long those who are ready wait for others at the table who look at it and have not wagered."""
    shared_seconds: int = 60
    """How long a player may take for a decision if others play too and the table sets no time of its own; and how long
    those who are ready wait for others who have wagered."""
    reveal_seconds: float = REVEAL_SECONDS
    """How long players have to reveal their seeds after "no more bets"."""
    empty_seconds: float = 900
    """A table that the house deals closes when nobody has been seated for this long."""
    idle_seconds: float = 7200
    """Any table closes when nothing has happened there for this long."""
    unplayed_seconds: float = 300
    """When there are too many tables, one where nothing has happened for this long is closed."""
    max_tables: int = 400
    max_tables_each: int = 10
    max_tables_address: int = 100
    """Open tables in all, of one person, and of one address."""
    arrivals: Rate = Rate(80, 10)
    """New live connections of one address."""
    max_connections: int = 2000
    max_connections_each: int = 20
    max_connections_address: int = 250
    """Live connections in all, of one person, and of one address."""
    reserved_for_players: float = 0.25
    """The part of all live connections that is kept for those who sit at the table."""
    sockets: Rate = Rate(400, 50)
    """New connections of one address; further ones are closed at once."""
    max_sockets: int = 4096
    max_sockets_each: int = 512
    """Connections of any kind, in all and of one address."""
    request_seconds: float = 10
    """How long a connection may take to send the header of a request, or to continue reading an answer."""
    body_seconds: float = 15
    """How long a request may take to send its body."""
    computing: int = 2
    """Threads for the coach and the odds."""
