"""The `pitbook` command: parse, call one function, print."""

import gc
import sys
from importlib import import_module
from io import TextIOWrapper
from typing import Annotated

import typer
from typer.main import get_command

from pitbook import __version__
from pitbook.cli.command_summaries import summary
from pitbook.cli.output import (
    INTERRUPTED,
    MALFORMED_OR_REFUSED,
    discard_output,
    fail,
    print_problems,
    print_text,
)
from pitbook.problems import MalformedError, PitbookError, Problem, closest


def _new_app() -> typer.Typer:
    return typer.Typer(
        help="The executable rule book of dealer-banked poker.",
        no_args_is_help=True,
        add_completion=False,
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"]},
    )


app = _new_app()

# Typer exports only this usage error; the others share its base class.
_UsageError: type[Exception] = typer.BadParameter.__bases__[0]


_PLAIN = {
    "Input should be a valid integer, unable to parse string as an integer": "it needs a whole number",
    "Input should be a valid number, unable to parse string as a number": "it needs a number",
}
"""Plain words for messages of the parser."""
_ALIKE = 0.7
"""How similar an option has to be to be suggested; the dashes at the beginning do not count."""


def _sentence(error: object) -> str:
    """The message for a wrong command line; empty if words were missing and the help has been shown."""
    message = str(error.format_message() if hasattr(error, "format_message") else error).rstrip()
    if not message or "\n" in message:
        return message
    for words, plain in _PLAIN.items():
        message = message.replace(words, plain)
    option = getattr(error, "option_name", None)
    if option and (options := getattr(error, "possibilities", None)):
        known = {name.lstrip("-"): name for name in options}
        close = closest(option.lstrip("-"), [*known], _ALIKE)
        message = f"No such option: {option}; did you mean {known[close]}?" if close else f"No such option: {option}"
    if message == "Missing argument 'TARGET'.":
        message = "Missing argument TARGET: a rule book's id (pitbook rulebooks lists them) or a submission file."
    context = getattr(error, "ctx", None)
    if context is None or hasattr(context.command, "commands"):
        return f"{message} ({context.command_path if context else 'pitbook'} --help lists the commands)"
    return f"{message} ({context.command_path} --help lists the options)"


def _version(wanted: bool) -> None:
    if wanted:
        print_text(f"pitbook {__version__}\n")
        raise typer.Exit


def pitbook(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """The executable rule book of dealer-banked poker."""


app.callback()(pitbook)

COMMANDS = {
    "serve": "pitbook.cli.serve",
    "deal": "pitbook.cli.deal",
    "settle": "pitbook.cli.settle",
    "solve": "pitbook.cli.solve",
    "advise": "pitbook.cli.advise",
    "strategy": "pitbook.cli.strategy",
    "par": "pitbook.cli.par",
    "simulate": "pitbook.cli.simulate",
    "replay": "pitbook.cli.records",
    "verify": "pitbook.cli.records",
    "audit": "pitbook.cli.records",
    "export": "pitbook.cli.records",
    "meters": "pitbook.cli.records",
    "tables": "pitbook.cli.tables",
    "receipt": "pitbook.cli.receipt",
    "checkpoint": "pitbook.cli.checkpoint",
    "backup": "pitbook.cli.backup",
    "restore": "pitbook.cli.backup",
    "shuffles": "pitbook.cli.shuffles",
    "selfcheck": "pitbook.cli.selfcheck",
    "completion": "pitbook.cli.completion",
}
GROUPS = {
    "rulebooks": "pitbook.cli.rulebooks",
    "submission": "pitbook.cli.submission",
    "keys": "pitbook.cli.keys",
    "witness": "pitbook.cli.witness",
    "db": "pitbook.cli.db",
}
"""Commands with subcommands."""
TOPICS = {
    "Play": ("serve", "deal"),
    "Rules and payouts": ("rulebooks", "submission", "settle"),
    "Odds": ("solve", "advise", "strategy", "par", "simulate"),
    "Records": ("replay", "verify", "audit", "export", "meters", "tables", "backup", "restore", "db"),
    "Trust": ("receipt", "checkpoint", "keys", "witness", "shuffles", "selfcheck"),
    "Shell": ("completion",),
}
"""All commands as the help lists them."""


def _called(words: list[str]) -> typer.Typer:
    """The application with only the called command, or with the list of all commands if there is no such command."""
    called = words[0] if words else ""
    if called not in COMMANDS and called not in GROUPS:
        return _list_of_commands()
    known = {command.name for command in app.registered_commands} | {group.name for group in app.registered_groups}
    if called not in known:
        _load(called)
    if "numba" in sys.modules:
        import_module("pitbook.cli.compiling").announce()
    return app


def _load(name: str) -> None:
    """Import and add a command, which takes up to a second.

    Imports create no garbage, so garbage collection is off meanwhile, and the imported objects are frozen.
    """
    gc.disable()
    try:
        if name in GROUPS:
            app.add_typer(import_module(GROUPS[name]).app, name=name)
        else:
            app.command(name)(getattr(import_module(COMMANDS[name]), name))
    finally:
        gc.freeze()
        gc.enable()


def load_all() -> typer.Typer:
    """The application with every command: for completion and for the reference."""
    known = {command.name for command in app.registered_commands} | {group.name for group in app.registered_groups}
    for name in sorted({*COMMANDS, *GROUPS} - known):
        _load(name)
    return app


def _list_of_commands() -> typer.Typer:
    """Every command with its summary, without importing any."""
    listed = _new_app()
    listed.callback()(pitbook)
    modules = COMMANDS | GROUPS
    for topic, names in TOPICS.items():
        for name in names:
            listed.command(name, help=summary(modules[name], name), rich_help_panel=topic)(lambda: None)
    return listed


def _run(as_json: bool) -> int:
    """Run the command and return its exit code; wrong input gives sentences and exit code 2."""
    try:
        code = get_command(_called(sys.argv[1:])).main(standalone_mode=False, prog_name="pitbook")
        sys.stdout.flush()
    except PitbookError as error:
        fail(error, as_json=as_json)
    except _UsageError as error:
        if sentence := _sentence(error):
            fail(MalformedError(Problem(sentence)), as_json=as_json)
        return 0
    except (typer.Abort, KeyboardInterrupt):
        return INTERRUPTED
    return code if isinstance(code, int) else 0


def main() -> None:
    """Run the command. A closed pipe is not an error; a failed write is."""
    # Imported objects stay: searching them for garbage would cost a tenth of the start.
    gc.set_threshold(50_000, 20, 20)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    try:
        raise SystemExit(_run("--json" in sys.argv))
    except BrokenPipeError:
        discard_output()
        raise SystemExit(0) from None
    except OSError as error:
        discard_output()
        print_problems([Problem(f"cannot write the output: {error.strerror}")])
        raise SystemExit(MALFORMED_OR_REFUSED) from None
