"""The command run in this process, as in the tests of the command line."""

from cli.conftest import run

__all__ = ["run"]
