"""The real command as a process: pipes that close, terminals that are narrow, output that can't be written."""

import os
import re
import socket
import subprocess
from contextlib import closing
from pathlib import Path

import pytest

from cli.running import BOOKS, COMMAND, PATIENCE, Result, environment, run_in_terminal, run_process
from pitbook import __version__

COLOUR = re.compile(r"\x1b\[[0-9;]*\b(3[0-7]|4[0-7]|38|48|9[0-7]|10[0-7])\b[0-9;]*m")


def run_into_closed_pipe(*words: str, buffered: bool) -> tuple[int, bytes]:
    """Run the command into a pipe that nobody reads."""
    reading, writing = os.pipe()
    os.close(reading)
    settings = environment() | {"PYTHONUNBUFFERED": "" if buffered else "1"}
    try:
        done = subprocess.run(
            [*COMMAND, *words], stdout=writing, stderr=subprocess.PIPE, check=False, env=settings, timeout=PATIENCE
        )
    finally:
        os.close(writing)
    return done.returncode, done.stderr


def test_the_module_is_the_command() -> None:
    assert run_process("--version") == Result(0, f"pitbook {__version__}\n", "")


def test_a_server_that_cannot_start_ends_with_a_sentence(tmp_path: Path) -> None:
    with closing(socket.create_server(("127.0.0.1", 0))) as taken:
        port = taken.getsockname()[1]
        result = run_process("serve", "--no-open", "--port", str(port), "--db", str(tmp_path / "record.db"))
    assert result.code == 2
    assert f"127.0.0.1:{port}: the port is in use" in result.err
    assert "Traceback" not in result.err


def test_the_process_ends_with_the_contracts_exit_codes(tmp_path: Path) -> None:
    file = tmp_path / "house.toml"
    file.write_text('rulebook = "md-four-card-poker"\n', encoding="utf-8")
    result = run_process("submission", "check", str(file), "--json")
    assert result.code == 1
    assert result.document["ok"] is False
    assert run_process("nonsense", "--json").problems


@pytest.mark.parametrize(
    ("words", "buffered"),
    [
        (["rulebooks", "show", "md-heads-up-holdem"], True),
        (["submission", "new", "md-four-card-poker"], False),
        pytest.param(["rulebooks", "show", "md-heads-up-holdem", "--json"], False, marks=pytest.mark.prove),
        pytest.param(["rulebooks", "--json"], True, marks=pytest.mark.prove),
    ],
)
def test_output_into_a_closed_pipe_is_quiet(words: list[str], buffered: bool) -> None:
    assert run_into_closed_pipe(*words, buffered=buffered) == (0, b"")


@pytest.mark.prove
def test_a_closed_pipe_does_not_change_the_verdict(tmp_path: Path) -> None:
    file = tmp_path / "house.toml"
    file.write_text('rulebook = "md-four-card-poker"\n', encoding="utf-8")
    code, said = run_into_closed_pipe("submission", "check", str(file), "--json", buffered=True)
    assert code == 1
    assert b"house_name is missing" in said
    assert b"Error" not in said


@pytest.mark.prove
def test_the_first_line_of_a_long_output() -> None:
    show = subprocess.Popen(
        [*COMMAND, "rulebooks", "coverage", "md-heads-up-holdem", "--json"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(),
    )
    with show:
        assert show.stdout is not None
        assert show.stderr is not None
        assert show.stdout.readline() == b"{\n"
        show.stdout.close()
        assert show.stderr.read() == b""
        assert show.wait(timeout=PATIENCE) == 0


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a full device")
@pytest.mark.parametrize("words", [["rulebooks", "--json"], pytest.param(["rulebooks"], marks=pytest.mark.prove)])
def test_output_that_can_not_be_written(words: list[str]) -> None:
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [*COMMAND, *words], stdout=full, stderr=subprocess.PIPE, check=False, env=environment(), timeout=PATIENCE
        )
    assert done.returncode == 2
    assert done.stderr == b"cannot write the output: No space left on device\n"


def test_standard_output_may_be_closed() -> None:
    words = " ".join(f"'{word}'" for word in COMMAND)
    done = subprocess.run(
        ["/bin/sh", "-c", f"{words} rulebooks --json >&-"], stderr=subprocess.PIPE, check=False, env=environment()
    )
    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.prove
def test_names_that_are_no_text() -> None:
    result = run_process("submission", "check", b"\xff.toml", "--json", PYTHONIOENCODING="utf-8:strict")
    assert "cannot be read" in str(result.problems[0]["message"])


@pytest.mark.prove
def test_an_output_that_knows_only_ascii() -> None:
    result = run_process("rulebooks", "show", "md-heads-up-holdem", PYTHONIOENCODING="ascii")
    assert (result.code, result.err) == (0, "")
    assert result.out.isascii()


@pytest.mark.parametrize(
    "words",
    [
        ["rulebooks", "show", "md-heads-up-holdem"],
        pytest.param(["--help"], marks=pytest.mark.prove),
        pytest.param(["rulebooks"], marks=pytest.mark.prove),
        pytest.param(["rulebooks", "coverage", "galaxy-heads-up-holdem"], marks=pytest.mark.prove),
    ],
)
def test_a_narrow_terminal(words: list[str]) -> None:
    result = run_in_terminal(*words, COLUMNS="40", NO_COLOR="1")
    assert result.code == 0
    assert "Traceback" not in result.out
    assert result.out.strip()
    assert not COLOUR.search(result.out), "NO_COLOR asks for no colour"
    if words != ["--help"]:
        plain = re.sub(r"\x1b\[[0-9;]*m", "", result.out)
        assert max(len(line) for line in plain.splitlines()) <= 40


@pytest.mark.prove
def test_a_terminal_one_column_wide() -> None:
    assert run_in_terminal("rulebooks", COLUMNS="1").code == 0


@pytest.mark.prove
def test_colour_codes_never_reach_a_pipe() -> None:
    result = run_process("rulebooks")
    assert result.code == 0
    assert "\x1b" not in result.out
    assert all(book in result.out for book in BOOKS)
