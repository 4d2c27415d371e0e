"""What the tests of coach and history share: a server, and somebody who plays rounds at it."""

from collections.abc import Callable
from typing import Any

from web.running import Client, least_wagers


def deal(client: Client, table: str, seat: int = 1, *, all_of_them: bool = False) -> Any:
    """Place the least wagers and have the round dealt; the view afterwards."""
    wagers = least_wagers(client.view(table), all_of_them=all_of_them)
    client.do(table, "ready", seat=seat, wagers=wagers)
    return client.view(table)


def wait_least(ask: Any) -> str:
    """Check or fold."""
    return str(ask["actions"][-1]["action"])


def wager_most(ask: Any) -> str:
    """The greatest wager."""
    return str(ask["actions"][0]["action"])


def play(client: Client, table: str, choose: Callable[[Any], str] = wait_least, seat: int = 1) -> str:
    """A whole round of somebody who sits alone; its id."""
    deal(client, table, seat)
    return finish(client, table, choose, seat)


def finish(client: Client, table: str, choose: Callable[[Any], str] = wait_least, seat: int = 1) -> str:
    """The decisions of a round that is dealt; its id."""
    view = client.view(table)
    round_id = str(view["round"]["round"])
    while (ask := view["ask"]) is not None:
        client.do(table, "decide", seat=seat, action=choose(ask))
        view = client.view(table)
    return round_id
