"""The examples of the README and of some pages are run: a `$ pitbook ...` prints exactly what stands below it."""

import re
import shlex
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

from cli.conftest import run
from cli.running import PATIENCE, Result, Run
from pitbook import __version__
from pitbook.cli.compiling import COMPILING

ROOT = Path(__file__).parent.parent
PAGES = ("README.md", "docs/reference/settle.md", "docs/reference/books.md")
BLOCK = re.compile(r"^```(console|python)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
PROMPT = "$ "
ANY_LINES = "..."
RUN = ("pitbook ", "cat examples/")
"""What is run; other commands are for people."""
SHELL = {">", ">>", "<", "|", "||", "&&", ";"}
__all__ = ["run"]


@dataclass(frozen=True)
class Example:
    """A command, the lines that it has to print, and the line of its page that it stands on."""

    command: str
    expected: tuple[str, ...]
    line: int


def blocks_of(text: str, language: str) -> list[tuple[int, str]]:
    """The fenced blocks of a language, each with the number of its first line."""
    return [
        (text.count("\n", 0, found.start(2)) + 1, found[2]) for found in BLOCK.finditer(text) if found[1] == language
    ]


def examples_of(text: str) -> list[list[Example]]:
    """The examples of each console block; an output ends at the next prompt, and blank lines don't count."""
    blocks = []
    for first, block in blocks_of(text, "console"):
        found: list[Example] = []
        for number, line in enumerate(block.splitlines(), first):
            if line.startswith(PROMPT):
                found.append(Example(line.removeprefix(PROMPT), (), number))
            elif line.strip() and found:
                last = found[-1]
                found[-1] = Example(last.command, (*last.expected, line.rstrip()), last.line)
        blocks.append(found)
    return blocks


def matches(expected: Sequence[str], printed: Sequence[str]) -> bool:
    """Whether the lines are the expected ones; `...` alone on its line stands for any number of lines."""
    if not expected:
        return not printed
    if expected[0].strip() == ANY_LINES:
        return any(matches(expected[1:], printed[start:]) for start in range(len(printed) + 1))
    return bool(printed) and expected[0] == printed[0] and matches(expected[1:], printed[1:])


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder like a fresh clone's, as far as the examples need it; what they write stays out of the project."""
    if (ROOT / "examples").exists():
        (tmp_path / "examples").symlink_to(ROOT / "examples")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def printed_by(folder: Path, run: Run) -> Callable[[str], list[str]]:
    """Gives the lines that a command of a page prints, run as a user's shell would run it.

    The shell itself runs what only it understands. Blank lines are left out, and what is said when a command is the
    first to need its kernels.
    """

    def printed(command: str) -> list[str]:
        first, *words = shlex.split(command)
        done = run(*words) if first == "pitbook" and not SHELL & set(words) else in_a_shell(command, folder)
        return lines_of(done)

    return printed


def lines_of(done: Result) -> list[str]:
    assert "Traceback" not in done.err, done.err
    said = [line.rstrip() for line in (done.out + done.err).splitlines()]
    return [line for line in said if line not in ("", COMPILING)]


def in_a_shell(command: str, folder: Path) -> Result:
    line = re.sub(r"\bpitbook(?= )", f"{shlex.quote(sys.executable)} -m pitbook", command, count=1)
    done = subprocess.run(
        ["/bin/sh", "-c", line], capture_output=True, text=True, check=False, cwd=folder, timeout=PATIENCE
    )
    return Result(done.returncode, done.stdout, done.stderr)


TEXTS = {page: (ROOT / page).read_text(encoding="utf-8") for page in PAGES}
CONSOLE = [
    pytest.param(page, block, id=f"{page} line {block[0].line}")
    for page, text in TEXTS.items()
    for block in examples_of(text)
    if any(example.command.startswith("pitbook ") for example in block)
]
PYTHON = [
    pytest.param(page, line, code, id=f"{page} line {line}")
    for page, text in TEXTS.items()
    for line, code in blocks_of(text, "python")
]


@pytest.mark.parametrize("page", PAGES)
def test_there_are_examples(page: str) -> None:
    assert any(parameters.values[0] == page for parameters in CONSOLE), f"{page} has no `$ pitbook ...` line"


@pytest.mark.parametrize(("page", "block"), CONSOLE)
def test_commands_print_what_the_page_says(
    page: str, block: list[Example], printed_by: Callable[[str], list[str]]
) -> None:
    """A block's commands are run one after the other in one folder."""
    for example in block:
        if not example.command.startswith(RUN):
            continue
        printed = printed_by(example.command)
        assert matches(example.expected, printed), (
            f"{page} line {example.line}: $ {example.command}\nprinted:\n" + "\n".join(printed)
        )


@pytest.mark.parametrize(("page", "line", "code"), PYTHON)
def test_python_runs_and_prints_what_its_comments_say(page: str, line: int, code: str, folder: Path) -> None:
    """A comment behind a `print(...)` on the same line is what that call prints."""
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", code],
        capture_output=True,
        text=True,
        check=False,
        cwd=folder,
        timeout=PATIENCE,
    )
    assert done.returncode == 0, f"{page} line {line}:\n{done.stderr}"
    said = re.findall(r"^ *print\(.*\)  # (.+)$", code, re.MULTILINE)
    assert [text for text in done.stdout.splitlines() if text in said] == said, done.stdout


def test_the_runner_reads_blocks_as_people_do() -> None:
    text = (
        "```console\n$ make run\n$ pitbook a\none\n  two  \n...\n\nthree\n$ pitbook b > c\n```\n"
        "```python\n$ pitbook no\n```\n```\n$ pitbook no\n```\n"
    )
    assert examples_of(text) == [
        [
            Example("make run", (), 2),
            Example("pitbook a", ("one", "  two", "...", "three"), 3),
            Example("pitbook b > c", (), 9),
        ]
    ]
    assert blocks_of(text, "python") == [(12, "$ pitbook no\n")]


@pytest.mark.parametrize(
    ("expected", "printed", "equal"),
    [
        ([], [], True),
        ([], ["a"], False),
        (["a"], ["a"], True),
        (["a"], [], False),
        (["a"], ["a", "b"], False),
        (["a", "..."], ["a"], True),
        (["a", "..."], ["a", "b", "c"], True),
        (["...", "c"], ["a", "b", "c"], True),
        (["a", "...", "c"], ["a", "b", "b"], False),
        (["a", "...", "c", "..."], ["a", "b", "c", "d"], True),
        (["b"], ["a"], False),
    ],
)
def test_dots_stand_for_any_lines_and_everything_else_for_itself(
    expected: list[str], printed: list[str], equal: bool
) -> None:
    assert matches(expected, printed) is equal


def test_the_first_example_is_the_same_in_a_shell(folder: Path) -> None:
    examples = [example for block in examples_of(TEXTS["README.md"]) for example in block]
    first = next(example for example in examples if example.command.startswith("pitbook "))
    done = in_a_shell(first.command, folder)
    assert matches(first.expected, lines_of(done))


def test_a_wrong_example_would_be_found(printed_by: Callable[[str], list[str]]) -> None:
    assert not matches(["pitbook 99.0"], printed_by("pitbook --version"))
    assert printed_by("pitbook nonsense")[0] == "malformed:"


def test_every_room_and_every_page_is_named() -> None:
    rooms = {path.name for path in (ROOT / "src" / "pitbook").iterdir() if (path / "__init__.py").exists()}
    assert {room for room in rooms if f"| `src/pitbook/{room}/" not in TEXTS["README.md"]} == set()
    pages = {path.relative_to(ROOT).as_posix() for path in (ROOT / "docs").rglob("*.md")}
    assert {page for page in pages if page not in TEXTS["README.md"]} == set()


def test_the_changelog_begins_with_this_version() -> None:
    changes = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert re.findall(r"^## (.+)$", changes, re.MULTILINE)[0] == __version__
