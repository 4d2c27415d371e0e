"""The fenced blocks of the documentation, and how each of them is run.

A comment on the line before a block says what is special about it:

    <!-- not run: REASON -->   nothing runs it, and the reason says why
    <!-- slow: REASON -->      only the proofs run it
    <!-- file: PATH -->        it is the content of a file that later blocks use
    <!-- run by TEST -->       another test runs it
"""

import io
import json
import os
import re
import shlex
import subprocess
import sys
import tomllib
from collections.abc import Callable, Sequence
from contextlib import redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from cli.running import PATIENCE, Result, Run
from pitbook.cli.compiling import COMPILING

ROOT: Final = Path(__file__).parents[2]
PROMPT: Final = "$ "
ANY_LINES: Final = "..."
_BLOCK: Final = re.compile(
    r"^(?:[ ]*<!-- (?P<mark>not run|slow|file|run by):? (?P<said>[^\n]*?) -->\n)?"
    r"(?P<indent>[ ]*)```(?P<language>\w*)[^\n]*\n(?P<text>.*?)^(?P=indent)```[ ]*$",
    re.MULTILINE | re.DOTALL,
)
_SHELL: Final = re.compile(r"[|;<>&$`]")
_NOT_PROSE: Final = re.compile(r"^(pitbook|make|dask|cat|pip|python|npm) ", re.MULTILINE)


@dataclass(frozen=True)
class Block:
    """A block of a page, the line that it begins on, and what its comment says."""

    page: str
    line: int
    language: str
    text: str
    mark: str = ""
    said: str = ""

    @property
    def place(self) -> str:
        """Where it is, for people."""
        return f"{self.page} line {self.line}"


@dataclass(frozen=True)
class Example:
    """A command, the lines that it has to print, and the line of its page that it stands on."""

    command: str
    expected: tuple[str, ...]
    line: int


def pages() -> list[str]:
    """Every page of the documentation, by its path from the root."""
    found = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
    return [page.relative_to(ROOT).as_posix() for page in found if page.exists()]


def blocks_of(page: str, text: str) -> list[Block]:
    """The fenced blocks of a page in their order."""
    found = []
    for match in _BLOCK.finditer(text):
        indent = match["indent"]
        lines = "".join(line.removeprefix(indent) for line in match["text"].splitlines(keepends=True))
        first = text.count("\n", 0, match.start("text")) + 1
        found.append(Block(page, first, match["language"], lines, match["mark"] or "", match["said"] or ""))
    return found


def read(page: str) -> list[Block]:
    """The blocks of a page of the project."""
    return blocks_of(page, (ROOT / page).read_text(encoding="utf-8"))


def examples_of(block: Block) -> list[Example]:
    """The commands of a console block; an output ends at the next prompt, and blank lines don't count."""
    found: list[Example] = []
    for number, line in enumerate(block.text.splitlines(), block.line):
        if line.startswith(PROMPT):
            found.append(Example(line.removeprefix(PROMPT), (), number))
        elif line.strip() and found:
            last = found[-1]
            found[-1] = Example(last.command, (*last.expected, line.rstrip()), last.line)
    return found


def matches(expected: Sequence[str], printed: Sequence[str]) -> bool:
    """Whether the lines are the expected ones: `...` stands for any lines, or inside a line for any words."""
    if not expected:
        return not printed
    if expected[0].strip() == ANY_LINES:
        return any(matches(expected[1:], printed[start:]) for start in range(len(printed) + 1))
    return bool(printed) and _same_line(expected[0], printed[0]) and matches(expected[1:], printed[1:])


def _same_line(expected: str, printed: str) -> bool:
    pattern = ".*".join(map(re.escape, expected.split(ANY_LINES)))
    return re.fullmatch(pattern, printed) is not None


def looks_like_commands(block: Block) -> bool:
    """Whether a block that claims to be text has commands in it."""
    return bool(_NOT_PROSE.search(block.text))


class Runner:
    """Runs the blocks of one page one after the other, in one folder."""

    def __init__(self, folder: Path, run: Run) -> None:
        self._folder = folder
        self._run = run
        self._ways: dict[str, Callable[[Block], None]] = {
            "console": self._console,
            "sh": self._sh,
            "python": self._python,
            "toml": self._toml,
            "json": lambda block: json.loads(block.text),
        }

    def knows(self, language: str) -> bool:
        """Whether blocks of this language are run."""
        return language in self._ways

    def do(self, block: Block) -> None:
        """Run a block, or write the file that it is; what is not as the page says fails."""
        if block.mark == "file":
            path = self._folder / block.said
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(block.text, encoding="utf-8")
        self._ways[block.language](block)

    def _console(self, block: Block) -> None:
        examples = examples_of(block)
        assert examples, f"{block.place}: a console block has a line that begins with `{PROMPT}`"
        for example, done in zip(examples, self._results([one.command for one in examples]), strict=True):
            printed = lines_of(done)
            assert matches(example.expected, printed), (
                f"{block.page} line {example.line}: $ {example.command}\nprinted:\n" + "\n".join(printed)
            )

    def _sh(self, block: Block) -> None:
        commands = block.text.splitlines()
        for command, done in zip(commands, self._results(commands), strict=True):
            assert done.code == 0, f"{block.place}: {command}\n{done.err}"

    def _results(self, commands: Sequence[str]) -> list[Result]:
        if all(self._is_plain(command) for command in commands):
            return [self._here(command) for command in commands]
        return in_a_shell(commands, self._folder)

    @staticmethod
    def _is_plain(command: str) -> bool:
        words = command.partition(" > ")[0].partition(" # ")[0]
        return words.startswith(("pitbook ", "cat ")) and not _SHELL.search(words)

    def _here(self, command: str) -> Result:
        line, _, file = command.partition(" > ")
        first, *words = shlex.split(line, comments=True)
        if first == "cat":
            return Result(0, "".join((self._folder / word).read_text(encoding="utf-8") for word in words), "")
        done = self._run(*words)
        if not file:
            return done
        (self._folder / file).write_text(done.out, encoding="utf-8")
        return Result(done.code, "", done.err)

    @staticmethod
    def _python(block: Block) -> None:
        """A comment behind a `print(...)` on the same line is what that call prints."""
        with redirect_stdout(io.StringIO()) as out:
            exec(compile(block.text, block.place, "exec"), {"__name__": "__main__"})  # noqa: S102 (the documentation is ours)
        said = re.findall(r"^ *print\(.*\)  # (.+)$", block.text, re.MULTILINE)
        printed = out.getvalue().splitlines()
        assert [line for line in printed if line in said] == said, f"{block.place} printed:\n" + out.getvalue()

    @staticmethod
    def _toml(block: Block) -> None:
        tomllib.loads(block.text)


def lines_of(done: Result) -> list[str]:
    """What a command said without blank lines, and without the notice that kernels are compiled."""
    assert "Traceback" not in done.err, done.err
    said = [line.rstrip() for line in (done.out + done.err).splitlines()]
    return [line for line in said if line not in ("", COMPILING)]


def in_a_shell(commands: Sequence[str], folder: Path) -> list[Result]:
    """The commands in one shell, as a user would type them one after the other."""
    end = "--end of a command--"
    script = f'pitbook() {{ {shlex.quote(sys.executable)} -m pitbook "$@"; }}\n'
    script += "".join(f"{command}\necho {shlex.quote(end)} $?\n" for command in commands)
    done = subprocess.run(
        ["/bin/sh", "-c", script], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False, cwd=folder,
        timeout=PATIENCE, env=os.environ | {"LC_ALL": "C.UTF-8"},
    )  # fmt: skip
    parts = re.split(rf"^{end} (\d+)\n", done.stdout, flags=re.MULTILINE)
    assert len(parts) == 2 * len(commands) + 1, done.stdout
    return [Result(int(parts[number + 1]), parts[number], "") for number in range(0, len(parts) - 1, 2)]
