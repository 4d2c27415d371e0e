"""`pitbook witness`: init, show and serve, as processes and as sentences."""

import shlex
import signal
import socket
import subprocess
from contextlib import closing
from pathlib import Path

import pytest

from cli.conftest import run
from cli.running import COMMAND, Run
from docs.snippets import read
from pitbook.transparency.client import KnownWitness
from pitbook.witness.files import KEY, STATE
from transparency import naive
from witness.running import LOG, gather

__all__ = ["run"]
NAME = "players.example/witness"


@pytest.fixture
def folder(tmp_path: Path, run: Run) -> Path:
    assert run("witness", "init", str(tmp_path / "w"), "--name", NAME).code == 0
    return tmp_path / "w"


def test_a_witness_is_made_serves_and_shows_what_it_cosigned(folder: Path, run: Run) -> None:
    vkey = run("witness", "show", str(folder)).out.splitlines()[0]
    assert run("witness", "show", str(folder)).out == f"{vkey}\nNothing cosigned yet.\n"
    log = naive.Log(naive.leaves(7))
    words = [*COMMAND, "witness", "serve", str(folder), "--log", LOG, "--port", "0"]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        address = process.stdout.readline().split(" is at ")[1].split()[0]
        assert process.stdout.readline() == f"Its vkey: {vkey}\n"
        assert gather(log, [KnownWitness(address, vkey)], 1).enough
        second = run("witness", "serve", str(folder), "--log", LOG, "--port", "0")
        assert (second.code, "another process serves" in second.err) == (2, True)
        process.send_signal(signal.SIGTERM)
        out, err = process.communicate(timeout=60)
    assert (process.returncode, out, err) == (0, "Stopped. The state contains everything that it cosigned.\n", "")
    shown = run("witness", "show", str(folder), "--json").document
    assert shown["vkey"] == vkey
    assert [(one["origin"], one["size"]) for one in shown["logs"]] == [(log.signer.name, 7)]
    assert f"{log.signer.name}: 7 leaves" in run("witness", "show", str(folder)).out


def test_a_witness_is_not_made_twice(folder: Path, run: Run) -> None:
    assert "not empty" in str(run("witness", "init", str(folder), "--name", NAME, "--json").problems[0]["message"])
    made = run("witness", "init", str(folder.with_name("other")), "--name", NAME, "--json").document
    assert made["vkey"].startswith(NAME + "+")


@pytest.mark.parametrize("file", [KEY, STATE])
def test_a_file_that_is_lost_or_damaged_is_a_sentence(folder: Path, run: Run, file: str) -> None:
    path = folder / file
    for content in (None, b"", b"\xff", b"x" * 100, path.read_bytes()[:-5]):
        path.unlink(missing_ok=True)
        if content is not None:
            path.write_bytes(content)
        for words in (["show", str(folder)], ["serve", str(folder), "--log", LOG, "--port", "0"]):
            result = run("witness", *words)
            assert (result.code, str(path) in result.err, len(result.err.splitlines())) == (2, True, 1), result.err
        assert path.exists() == (content is not None), "nothing is begun anew"


@pytest.mark.parametrize(
    "words",
    [
        ["init", "{}/new", "--name", "with space"],
        ["init", "{}/new"],
        ["init", "{}/new", "--name", ""],
        ["show", "{}/nowhere"],
        ["serve", "{}/w"],
        ["serve", "{}/w", "--log", "nothing"],
        ["serve", "{}/w", "--log", LOG, "--port", "70000"],
        ["serve", "{}/w", "--log", LOG, "--host", "256.0.0.1."],
        ["serve", "{}/nowhere", "--log", LOG],
        ["cosign"],
    ],
)
def test_bad_words_are_sentences(folder: Path, run: Run, words: list[str]) -> None:
    result = run("witness", *(word.format(folder.parent) for word in words))
    assert result.code == 2
    assert "Traceback" not in result.err
    assert not (folder.parent / "new").exists()


def test_a_port_that_is_taken_is_a_sentence(folder: Path, run: Run) -> None:
    with closing(socket.create_server(("127.0.0.1", 0))) as taken:
        port = str(taken.getsockname()[1])
        result = run("witness", "serve", str(folder), "--log", LOG, "--port", port)
    assert (result.code, "the port is in use" in result.err) == (2, True)


def test_the_commands_of_the_page_work(tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    commands = [block.text for block in read("docs/how-to/witness.md") if block.mark != "not run"]
    assert len(commands) == 2
    for command in commands:
        assert run(*shlex.split(command)[1:]).code == 0, command
