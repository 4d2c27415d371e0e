"""The README's examples are run: every `$ pitbook ...` in a console block prints exactly what stands below it."""

import re
import shlex
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCK = re.compile(r"^```(console|python)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
PROMPT = "$ "
ANY_LINES = "..."


@dataclass(frozen=True)
class Example:
    """A command, the lines that it has to print, and the line of the README that it stands on."""

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


def printed_by(command: str, folder: Path) -> list[str]:
    """The lines that a command of the README prints, run as a user's shell would run it, blank lines left out."""
    line = re.sub(r"\bpitbook(?= )", f"{shlex.quote(sys.executable)} -m pitbook", command, count=1)
    done = subprocess.run(["/bin/sh", "-c", line], capture_output=True, text=True, check=False, cwd=folder, timeout=120)
    assert "Traceback" not in done.stderr, done.stderr
    return [line.rstrip() for line in (done.stdout + done.stderr).splitlines() if line.strip()]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder like a fresh clone's, as far as the examples need it; what they write stays out of the project."""
    if (ROOT / "examples").exists():
        (tmp_path / "examples").symlink_to(ROOT / "examples")
    return tmp_path


CONSOLE = [block for block in examples_of(README) if any(example.command.startswith("pitbook ") for example in block)]
PYTHON = blocks_of(README, "python")


def test_there_are_examples() -> None:
    assert CONSOLE, "README.md has no console block with a `$ pitbook ...` line"


@pytest.mark.parametrize("block", CONSOLE, ids=lambda block: f"line {block[0].line}")
def test_commands_print_what_the_readme_says(block: list[Example], folder: Path) -> None:
    """A block's commands are run one after the other in one folder; other commands than pitbook are for people."""
    for example in block:
        if not example.command.startswith("pitbook "):
            continue
        printed = printed_by(example.command, folder)
        assert matches(example.expected, printed), (
            f"README.md line {example.line}: $ {example.command}\nprinted:\n" + "\n".join(printed)
        )


@pytest.mark.parametrize(("line", "code"), PYTHON, ids=lambda value: f"line {value}" if isinstance(value, int) else "")
def test_python_runs_and_prints_what_its_comments_say(line: int, code: str, folder: Path) -> None:
    """A comment behind a `print(...)` on the same line is what that call prints."""
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", code],
        capture_output=True,
        text=True,
        check=False,
        cwd=folder,
        timeout=120,
    )
    assert done.returncode == 0, f"README.md line {line}:\n{done.stderr}"
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


def test_a_wrong_example_would_be_found(folder: Path) -> None:
    assert not matches(["pitbook 99.0"], printed_by("pitbook --version", folder))
    assert printed_by("pitbook nonsense", folder)[0] == "malformed:"
