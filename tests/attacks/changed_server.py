"""`pitbook` as a command, with one thing changed, for the faults that no signal and no line can make.

python changed_server.py clocks serve ...      the machine's clock is minutes off, and jumps
python changed_server.py stubborn serve ...    whoever loses a lease does not notice it
"""

import os
import random
import sys
import time
from datetime import datetime, timedelta, tzinfo
from typing import Any

from pitbook.cli import main
from pitbook.ledger import Lease
from pitbook.web.live.table_leases import TableLeases, group_of

FURTHEST = 600
"""How far a clock is off, in seconds."""
JUMPS_EVERY = 2.0


def off() -> timedelta:
    """How far this process's clock is off now: another one's is off by something else."""
    jumps = int(time.monotonic() / JUMPS_EVERY)
    return timedelta(seconds=random.Random(os.getpid() * 1_000_000 + jumps).uniform(-FURTHEST, FURTHEST))


class _IsADatetime(type):
    def __instancecheck__(cls, one: object) -> bool:
        return isinstance(one, datetime)


class WrongDatetime(datetime, metaclass=_IsADatetime):
    """A time as any other, but for the one that is now."""

    @classmethod
    def now(cls, tz: tzinfo | None = None) -> Any:
        return datetime.now(tz) + off()


def set_clocks_wrong() -> None:
    right = time.time
    time.time = lambda: right() + off().total_seconds()
    for name, module in list(sys.modules.items()):
        if name.startswith("pitbook") and getattr(module, "datetime", None) is datetime:
            module.datetime = WrongDatetime  # type: ignore[attr-defined]


def make_stubborn() -> None:
    """Neither its own clock nor what it reads tells a server that it has lost a lease; only a refusal does."""
    believed: dict[str, Lease] = {}
    renew, lost, give_back = TableLeases.renew, TableLeases.lost, TableLeases._give_back

    def renew_and_believe(self: TableLeases) -> set[str]:
        gained = renew(self)
        believed.update({name: lease for name, (lease, _) in self._held.items()})
        return gained

    def notice(self: TableLeases, name: str) -> None:
        believed.pop(name, None)
        lost(self, name)

    def part_with(self: TableLeases, name: str) -> None:
        believed.pop(name, None)
        give_back(self, name)

    def believe(self: TableLeases, table: str) -> Lease | None:
        return believed.get(group_of(table))

    for name, changed in (
        ("renew", renew_and_believe),
        ("lost", notice),
        ("_give_back", part_with),
        ("lease", believe),
    ):
        setattr(TableLeases, name, changed)


CHANGES = {"clocks": set_clocks_wrong, "stubborn": make_stubborn}

if __name__ == "__main__":
    CHANGES[sys.argv.pop(1)]()
    main()
