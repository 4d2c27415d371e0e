"""Prints one line on standard error while kernels are compiled, so that users know what they are waiting for."""

from functools import cache

from numba.core import event

from pitbook.cli.output import errors

COMPILING = "Compiling kernels, up to a minute; they are cached for the next time"


class _Announcer(event.Listener):  # type: ignore[misc]
    """Prints the line when the first kernel is compiled; kernels from the cache load silently."""

    def __init__(self) -> None:
        self.said = False

    def on_start(self, _: object) -> None:
        if not self.said:
            self.said = True
            errors.print(COMPILING, markup=False)

    def on_end(self, _: object) -> None:
        """Nothing: the command's own output follows."""


@cache
def announce() -> _Announcer:
    """Print the line at the first compilation from now on."""
    announcer = _Announcer()
    event.register("numba:compile", announcer)
    return announcer
