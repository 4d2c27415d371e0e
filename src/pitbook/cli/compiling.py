"""One line on standard error while kernels are compiled, so that nobody waits without knowing what for."""

from functools import cache

from numba.core import event

from pitbook.cli.output import errors

COMPILING = "Compiling the kernels: done once after an installation, in up to a minute"


class _Announcer(event.Listener):
    """Says it when the first kernel is compiled; what is found in the cache is loaded without a word."""

    def __init__(self) -> None:
        self.said = False

    def on_start(self, _: object) -> None:
        if not self.said:
            self.said = True
            errors.print(COMPILING, markup=False)

    def on_end(self, _: object) -> None:
        """The command's own output says that it goes on."""


@cache
def announce() -> _Announcer:
    """From now on, say so when something is compiled."""
    announcer = _Announcer()
    event.register("numba:compile", announcer)  # type: ignore[no-untyped-call]
    return announcer
