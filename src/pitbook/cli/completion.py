"""`pitbook completion`: a script for shell completion of commands, options and rule books."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Final

import typer
from typer.main import get_command

from pitbook.cli import load_all
from pitbook.cli.output import print_text
from pitbook.problems import MalformedError, Problem, nearest
from pitbook.rulebooks import book_ids

_BOOK_ARGUMENTS: Final = frozenset({"TARGET", "ID"})


@dataclass(frozen=True)
class _Completed:
    """The completions after the words of a command."""

    words: str
    follow: tuple[str, ...]
    options: Mapping[str, str]


def completion(shell: Annotated[str, typer.Argument(metavar="SHELL", help="bash, zsh or fish.")]) -> None:
    """Print a script that completes commands, options and rule books in a shell."""
    writers = {"bash": _bash, "zsh": _zsh, "fish": _fish}
    if shell not in writers:
        raise MalformedError(Problem(f"there is no script for {shell!r}; {nearest(shell, list(writers))}", shell))
    root: Any = get_command(load_all())
    print_text(writers[shell](list(_completed("", root))))


def _completed(words: str, command: Any) -> Iterator[_Completed]:
    inner: Mapping[str, Any] = getattr(command, "commands", {})
    options = {
        name: (one.help or "").splitlines()[0] if getattr(one, "help", None) else ""
        for one in command.params
        if one.param_type_name == "option"
        for name in (*one.opts, *one.secondary_opts)
        if name.startswith("--")
    }
    takes_a_book = any(one.metavar in _BOOK_ARGUMENTS for one in command.params if one.param_type_name == "argument")
    yield _Completed(
        words, tuple(sorted(inner)) or (tuple(book_ids()) if takes_a_book else ()), {**options, "--help": ""}
    )
    for name in sorted(inner):
        yield from _completed(f"{words} {name}".strip(), inner[name])


def _bash(commands: list[_Completed]) -> str:
    cases = "\n".join(
        f'        "{one.words}") words="{" ".join([*one.follow, *one.options])}" ;;' for one in commands if one.words
    )
    groups = "|".join(sorted({one.words.split()[0] for one in commands if " " in one.words}))
    first = commands[0]
    return f"""_pitbook() {{
    local words current="${{COMP_WORDS[COMP_CWORD]}}" command="${{COMP_WORDS[1]}}"
    case "$command" in
        {groups}) [ "$COMP_CWORD" -gt 2 ] && command="$command ${{COMP_WORDS[2]}}" ;;
    esac
    [ "$COMP_CWORD" -eq 1 ] && command=
    case "$command" in
        "") words="{" ".join([*first.follow, *first.options])}" ;;
{cases}
    esac
    COMPREPLY=($(compgen -W "$words" -- "$current") $(compgen -f -- "$current"))
    [ "$COMP_CWORD" -eq 1 ] && COMPREPLY=($(compgen -W "$words" -- "$current"))
    return 0
}}
complete -F _pitbook pitbook
"""


def _zsh(commands: list[_Completed]) -> str:
    return "autoload -U +X bashcompinit && bashcompinit\n" + _bash(commands)


def _fish(commands: list[_Completed]) -> str:
    lines = ["complete -c pitbook -n __fish_use_subcommand -f"]
    for one in commands:
        seen = " ; and ".join(f"__fish_seen_subcommand_from {word}" for word in one.words.split())
        when = f'-n "{seen}"' if seen else "-n __fish_use_subcommand"
        if one.follow:
            lines.append(f'complete -c pitbook {when} -a "{" ".join(one.follow)}"')
        for option, meaning in one.options.items():
            told = meaning.replace("\\", "").replace("'", "\\'")
            lines.append(f"complete -c pitbook {when} -l {option.removeprefix('--')} -d '{told}'")
    return "\n".join(lines) + "\n"
