"""Files that are no submissions: missing, empty, binary, huge, monstrous. Each gives a sentence and exit code 2."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from cli.running import Run

HUNDRED_MEGABYTES = 100_000_000
BOOK = 'rulebook = "md-heads-up-holdem"\n'


def sparse(path: Path) -> None:
    path.touch()
    os.truncate(path, HUNDRED_MEGABYTES)


def content(data: bytes | str) -> Callable[[Path], object]:
    return lambda path: path.write_bytes(data if isinstance(data, bytes) else data.encode())


FILES: dict[str, tuple[Callable[[Path], object], str]] = {
    "missing": (lambda path: None, "cannot be read: No such file or directory"),
    "a folder": (lambda path: path.mkdir(), "cannot be read: Is a directory"),
    "empty": (content(""), "the submission names no rule book"),
    "only comments": (content("# nothing\n\n"), "the submission names no rule book"),
    "no rule book": (content("positions = 6\n"), "the submission names no rule book"),
    "another rule book": (content('rulebook = "blackjack"\n'), "there is no rule book 'blackjack'"),
    "a number for a rule book": (content("rulebook = 5\n"), "there is no rule book '5'"),
    "a table for a rule book": (content("[rulebook]\nid = 5\n"), "there is no rule book"),
    "an endless name": (content(f'rulebook = "{"a" * 5000}"\n'), "there is no rule book"),
    "not TOML": (content("this is not TOML"), "is not TOML"),
    "JSON": (content('{"rulebook": "md-heads-up-holdem"}'), "is not TOML"),
    "a key twice": (content(BOOK + BOOK), "is not TOML"),
    "cut off": (content(BOOK + "wagers = ["), "is not TOML"),
    "a date that is none": (content(BOOK + "approved = 2026-02-30\n"), "is not TOML"),
    "binary": (content(bytes(range(256)) * 40), "is not a text file"),
    "Latin-1": (content(b'rulebook = "md-heads-up-holdem"\nhouse_name = "Caf\xe9"\n'), "is not a text file"),
    "UTF-16": (content(BOOK.encode("utf-16")), "is not a text file"),
    "NUL bytes": (content(b"\0" * 100), "is not TOML"),
    "a NUL within": (content(BOOK + 'house_name = "a\0b"\n'), "is not TOML"),
    "100 MB": (sparse, "is larger than 1,000,000 bytes"),
    "a byte too many": (content(b"#" * 1_000_001), "is larger than 1,000,000 bytes"),
    "nested lists": (content(BOOK + "wagers = " + "[" * 100_000), "nested too deeply"),
    "nested lists, closed": (content(BOOK + "wagers = " + "[" * 150 + "]" * 150), "nested too deeply"),
    "nested tables": (content(BOOK + "x = " + "{a=" * 50_000), "nested too deeply"),
    "dotted keys": (content(BOOK + "a." * 400_000 + "a = 1\n"), "has a line with more than 100 dots"),
    "dotted headers": (content(BOOK + "[" + "a." * 90 + "a]\n"), "nested too deeply"),
    "a number of 5,000 digits": (content(BOOK + "positions = " + "9" * 5000 + "\n"), "a number with too many digits"),
    "a number of 5,000 hex digits": (
        content(BOOK + "positions = 0x" + "f" * 5000 + "\n"),
        "has an integer larger than 64 bits",
    ),
}


@pytest.mark.parametrize("kind", FILES)
def test_a_file_that_is_no_submission(run: Run, kind: str, tmp_path: Path) -> None:
    make, said = FILES[kind]
    file = tmp_path / "house.toml"
    make(file)
    for words in (("submission", "check", str(file)), ("selfcheck", str(file))):
        if kind == "a folder" and words[0] == "selfcheck":
            continue  # There a folder is a book's.
        for_people = run(*words)
        assert (for_people.code, for_people.out) == (2, "")
        result = run(*words, "--json")
        assert said in str(result.problems[0]["message"])
        assert len(result.out) < 2000
        assert result.err == for_people.err


HALF_READABLE = {
    "only the book": "",
    "numbers everywhere": "positions = 1.5\nwagers = 2\npaytables = 3\nlimits = 4\ndealing = 5\noptions = 6\n",
    "endless text": f'house_name = 5\npositions = "{"x" * 500_000}"\n',
    "infinite and not a number": "positions = inf\nadjacent_boxes = nan\n",
    "numbers at the edge": "positions = 9223372036854775807\nadjacent_boxes = -9223372036854775808\n",
    "many unknown keys": "\n".join(f"key{number} = {number}" for number in range(2000)),
    "markup": 'positions = "[bold red]x[/]"\n"[/]" = 1\nhouse_name = 3\n',
    "another script": 'positions = "六"\n"ключ" = 1\n',
    "lists of tables": "[[limits]]\n[[limits]]\n[[progressive]]\n[[dealing]]\n",
    "deep values": "[paytables.odds.a.b.c]\nd = 1\n[options.x]\ny = true\n[limits.wagers.a.b]\nc = 1\n",
}


@pytest.mark.parametrize("kind", HALF_READABLE)
def test_a_file_that_is_one_but_does_not_hold(run: Run, kind: str, tmp_path: Path) -> None:
    file = tmp_path / "house.toml"
    file.write_text(BOOK + HALF_READABLE[kind], encoding="utf-8")
    result = run("submission", "check", str(file), "--json")
    assert result.code == 1
    document = result.document
    assert (document["ok"], document["rulebook"], document["digest"]) == (False, "md-heads-up-holdem", None)
    assert document["problems"]
    assert len(result.err.splitlines()) == len(document["problems"])
    assert all(len(problem["message"]) < 500 for problem in document["problems"])


@pytest.mark.skipif(not Path("/dev/stdin").exists() or os.name != "posix", reason="needs a pipe with a name")
def test_a_pipe_can_be_checked(run: Run, tmp_path: Path) -> None:
    new = run("submission", "new", "md-heads-up-holdem").out
    reading, writing = os.pipe()
    try:
        os.write(writing, new.encode())
        os.close(writing)
        assert run("submission", "check", f"/dev/fd/{reading}").code == 0
    finally:
        os.close(reading)
