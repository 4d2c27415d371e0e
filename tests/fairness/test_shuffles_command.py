"""`pitbook shuffles`: its documents, its stream, its exit codes and what it refuses."""

import hashlib
import json
import subprocess
import sys

import pytest
import typer
from typer.testing import CliRunner

from pitbook.cli.shuffles import shuffles
from pitbook.fairness import bulk
from pitbook.fairness.report import ShuffleReport
from pitbook.fairness.statistics import CheckOutcome
from pitbook.problems import MalformedError

SEED = hashlib.sha256(b"a report that can be repeated").digest()
PROGRAM = "import typer; from pitbook.cli.shuffles import shuffles; typer.run(shuffles)"

app = typer.Typer()
app.command()(shuffles)


def _document(*words: str) -> dict[str, object]:
    result = CliRunner().invoke(app, [*words, "--json"])
    assert result.exit_code == 0, result.output
    document: dict[str, object] = json.loads(result.stdout)
    return document


def test_a_report_is_one_document_and_can_be_repeated() -> None:
    one = _document("--report", "20000", "--seed", SEED.hex())
    assert list(one) == ["holds", "level", "shuffles", "seed", "compared", "differing", "tests", "seconds"]
    again = _document("--report", "20000", "--seed", SEED.hex().upper())
    assert {**again, "seconds": 0} == {**one, "seconds": 0}


def test_a_report_without_a_seed_takes_a_fresh_one() -> None:
    """With so few shuffles that only duplicates are looked for, so that chance has no part in the exit code."""
    assert _document("--report", "20")["seed"] != _document("--report", "20")["seed"]


def test_a_report_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    shuffles(report=300, seed=SEED.hex())
    shown = capsys.readouterr().out
    for part in (
        "300 shuffles",
        "position",
        "too few shuffles",
        "3 of 3",
        "All tests together, at 99%: the shuffle passes",
        SEED.hex(),
    ):
        assert part in shown


def test_a_report_that_does_not_hold_ends_with_1(monkeypatch: pytest.MonkeyPatch) -> None:
    failed = ShuffleReport(SEED, 10, 1, 0, (CheckOutcome("position", "", 9999.0, 2601, 0.0),), 1.0)
    monkeypatch.setattr("pitbook.cli.shuffles.run_report", lambda *_: failed)
    result = CliRunner().invoke(app, ["--report", "10"])
    assert result.exit_code == 1
    assert "FAILS" in result.stdout
    result = CliRunner().invoke(app, ["--report", "10", "--json"])
    assert result.exit_code == 1
    assert json.loads(result.stdout)["holds"] is False


@pytest.mark.parametrize(
    ("words", "problems"),
    [
        ([], ["either --report N or --stream"]),
        (["--report", "5", "--stream"], ["either --report N or --stream"]),
        (["--report", "0"], ["0 is not a number of shuffles"]),
        (["--report", "-3"], ["-3 is not a number of shuffles"]),
        (["--report", "1000000000"], ["is not a number of shuffles"]),
        (["--report", "5", "--seed", "hello"], ['"hello" is not a seed']),
        (["--report", "0", "--seed", "00"], ["0 is not a number of shuffles", '"00" is not a seed']),
        (["--report", "5", "--bytes", "5"], ["--bytes 5"]),
        (["--stream", "--bytes", "0"], ["--bytes 0"]),
        (["--stream", "--json", "--bytes", "-1"], ["--bytes -1", "cannot be used with --json"]),
    ],
)
def test_what_it_does_not_understand(words: list[str], problems: list[str]) -> None:
    error = CliRunner().invoke(app, words).exception
    assert isinstance(error, MalformedError)
    assert len(error.problems) == len(problems)
    for problem, part in zip(error.problems, problems, strict=True):
        assert part in problem.message


def test_the_stream_is_the_bytes_that_decks_are_drawn_from() -> None:
    words = [sys.executable, "-c", PROGRAM, "--stream", "--seed", SEED.hex(), "--bytes", "1000"]
    result = subprocess.run(words, capture_output=True, check=True)
    assert result.stderr == b""
    assert result.stdout == bulk.raw_bytes(SEED, 0, 5)[:1000]


def test_the_stream_goes_on_over_batches_and_ends_where_it_should(capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    size = 20_000 * 224 + 100
    shuffles(stream=True, seed=SEED.hex(), size=size)
    written = capfdbinary.readouterr().out
    assert len(written) == size
    assert written[-100:] == bulk.raw_bytes(SEED, 20_000, 1)[:100]
    counts = [written.count(bytes([value])) for value in range(256)]
    # The 99.9 % point of chi-square with 255 degrees is 330.52.
    assert sum((count - size / 256) ** 2 / (size / 256) for count in counts) < 330.52


def test_the_stream_ends_quietly_when_nobody_reads_on() -> None:
    with subprocess.Popen(
        [sys.executable, "-c", PROGRAM, "--stream"], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert len(process.stdout.read(1_000)) == 1_000
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(600) == 0
