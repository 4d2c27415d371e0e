"""The parts of the reference that are read from the source: the commands and the events of a record."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields
from typing import Any, Final

from typer.main import get_command

from pitbook import meters, table
from pitbook.cli import load_all
from pitbook.pit.drills import DrillAnswered


def commands() -> str:
    """Every command with its arguments and options, as `--help` has them."""
    root: Any = get_command(load_all())
    return "\n".join(_command("pitbook", root, level=1)) + "\n"


def _command(name: str, command: Any, level: int) -> Iterator[str]:
    inner: Mapping[str, Any] = getattr(command, "commands", {})
    if level > 1:
        yield f"{'#' * level} {name}\n"
        yield _text(command.help)
        if not inner:
            yield f"\n```text\n{_usage(name, command)}\n```\n"
            yield from _parameters(command)
    for word in sorted(inner):
        yield from _command(f"{name} {word}", inner[word], level + 1)


def _usage(name: str, command: Any) -> str:
    words = [name]
    for parameter in command.params:
        if parameter.param_type_name == "argument":
            word = _placeholder(parameter)
            words.append(word if parameter.required else f"[{word}]")
    return " ".join([*words, "[OPTIONS]"])


def _parameters(command: Any) -> Iterator[str]:
    rows = [
        (f"`{_spelling(one)}`", _text(getattr(one, "help", None)))
        for one in command.params
        if not getattr(one, "hidden", False)
    ]
    if rows:
        yield "| argument or option | means |\n| --- | --- |"
        for spelling, meaning in rows:
            yield f"| {spelling} | {meaning} |"
        yield ""


def _spelling(parameter: Any) -> str:
    if parameter.param_type_name == "argument":
        return _placeholder(parameter)
    names = ", ".join([*parameter.opts, *parameter.secondary_opts])
    return names if parameter.is_flag else f"{names} {_placeholder(parameter)}"


def _placeholder(parameter: Any) -> str:
    return str(parameter.metavar or parameter.name.upper())


def _text(words: str | None) -> str:
    return (words or "").replace("\f", "").replace("|", r"\|").replace("\n", " ").strip()


def events() -> str:
    """Every event of tables, meters and drills: its stored name, version and fields."""
    drills = {DrillAnswered.type: DrillAnswered}
    registries: dict[str, Mapping[str, Any]] = {"table": table.REGISTRY, "meter": meters.REGISTRY, "drill": drills}
    return "\n".join(line for what, registry in registries.items() for line in _events(f"Events of a {what}", registry))


def _events(title: str, registry: Mapping[str, Any]) -> Iterator[str]:
    yield f"### {title}\n"
    yield "| type | version | fields | says |\n| --- | --- | --- | --- |"
    for name, kind in sorted(registry.items()):
        keys = ", ".join(f"`{field.name}`" for field in fields(kind))
        yield f"| `{name}` | {kind.version} | {keys} | {_text(kind.__doc__)} |"
    yield ""


GENERATED: Final[Mapping[str, Callable[[], str]]] = {"commands": commands, "events": events}
"""What may stand in a page as `<!-- generated: NAME -->`."""


def filled(markdown: str) -> str:
    """A page with its generated parts in place."""
    for name, make in GENERATED.items():
        mark = f"<!-- generated: {name} -->"
        if mark in markdown:
            markdown = markdown.replace(mark, make())
    return markdown
