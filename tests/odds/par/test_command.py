"""`pitbook par`: what it writes, what it says, and what it refuses."""

import json
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from cli.conftest import run as run  # noqa: PLC0414 (a fixture)
from cli.running import Run
from odds.par.sheets import FOUR, approved, card, solution
from pitbook.odds.paper.par.build import build_sheet
from pitbook.odds.paper.par.write import FORMATS, check_destination, write_par
from pitbook.odds.wagers import wager_result
from pitbook.problems import MalformedError, RefusedError
from pitbook.submission import load_target, render

BEGINNINGS = {".html": b"<!DOCTYPE html>", ".pdf": b"%PDF-", ".csv": b"section,item,", ".json": b"{"}


@pytest.mark.parametrize("ending", FORMATS)
def test_the_ending_says_what_is_written(run: Run, tmp_path: Path, ending: str) -> None:
    file = tmp_path / f"sheet{ending.upper() if ending == '.csv' else ending}"
    done = run("par", FOUR, "-o", str(file))
    assert done.code == 0
    assert done.out == f"{file}: the PAR sheet of Four Card Poker (Maryland), {file.stat().st_size:,} bytes\n"
    assert file.read_bytes().startswith(BEGINNINGS[ending])
    assert list(tmp_path.iterdir()) == [file]


def test_options_reach_the_sheet(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "sheet.json"
    words = ["--paytable", "aces_up=C", "--meter", "progressive=12345.67", "--stake", "six_card_bonus=10.00"]
    done = run("par", FOUR, "-o", str(file), *words, "--json")
    assert done.document == {"file": str(file), "bytes": file.stat().st_size}
    document = json.loads(file.read_text(encoding="utf-8"))
    assert document["identity"]["paytables"]["aces_up"] == "C"
    meters = {"progressive": Fraction("12345.67")}
    edge = wager_result(load_target(FOUR), "progressive", meters=meters).house_edge
    assert document["wagers"]["progressive"]["house_edge"]["fraction"] == str(edge)
    assert document["wagers"]["six_card_bonus"]["stake"]["fraction"] == "10"


@pytest.mark.prove
def test_another_paytable_is_not_what_was_approved(run: Run, tmp_path: Path) -> None:
    house, file = tmp_path / "house.toml", tmp_path / "sheet.json"
    text = render(load_target(FOUR).book).replace("# approved", "approved")
    house.write_text(text, encoding="utf-8")
    for words, wanted in (([], "2026-01-31"), (["--paytable", "aces_up=B"], None)):
        assert run("par", str(house), "-o", str(file), *words).code == 0
        assert json.loads(file.read_text(encoding="utf-8"))["identity"]["approved"] == wanted


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("sheet.txt", "needs one of the extensions .html, .pdf, .csv, .json"),
        ("sheet", "needs one of the extensions"),
        (".pdf", "needs one of the extensions"),
        ("none/sheet.pdf", "there is no folder"),
        ("folder.html", "it is a folder"),
        ("file/sheet.html", "there is no folder"),
        ("circle.html", "cannot write"),
        (f"{'x' * 300}.html", "too long"),
    ],
)
def test_a_file_that_cant_be_written_is_refused_at_once(run: Run, tmp_path: Path, name: str, said: str) -> None:
    (tmp_path / "folder.html").mkdir()
    (tmp_path / "file").touch()
    (tmp_path / "circle.html").symlink_to(tmp_path / "circle.html")
    before = sorted(tmp_path.iterdir())
    problems = run("par", FOUR, "-o", str(tmp_path / name), "--json").problems
    assert (
        said in (problems[0]["message"] or "").lower()
        if name.startswith("x")
        else said in (problems[0]["message"] or "")
    )
    assert sorted(tmp_path.iterdir()) == before


@pytest.mark.parametrize(
    "words",
    [
        [],
        ["-o", "x.html", "--meter", "major=5"],
        ["-o", "x.html", "--meter", "progressive=-5"],
        ["-o", "x.html", "--stake", "aces_up=0"],
        ["-o", "x.html", "--stake", "ante=5"],
        ["-o", "x.html", "--paytable", "aces_up=Z"],
    ],
)
def test_options_that_make_no_sense_are_refused(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: list[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run("par", FOUR, *words, "--json").problems
    assert list(tmp_path.iterdir()) == []


def test_a_zero_byte_is_no_name_of_a_file() -> None:
    with pytest.raises(MalformedError, match="not the name of a file"):
        check_destination(Path("a\0.html"))


def test_what_fails_leaves_the_old_file_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "sheet.csv"
    file.write_text("old", encoding="utf-8")

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("pitbook.odds.paper.par.write.os.fsync", full)
    with pytest.raises(RefusedError, match="No space left"):
        write_par(solution(FOUR), card(FOUR), file)
    assert file.read_text(encoding="utf-8") == "old"
    assert list(tmp_path.iterdir()) == [file]


def test_a_link_is_followed(tmp_path: Path) -> None:
    real, link = tmp_path / "real.csv", tmp_path / "link.csv"
    real.touch()
    link.symlink_to(real)
    assert write_par(approved(), card(FOUR), link) == real.stat().st_size
    assert link.is_symlink()


def test_a_solution_of_the_edge_alone_makes_no_sheet() -> None:
    stock = solution(FOUR)
    with pytest.raises(ValueError, match="house edge alone"):
        build_sheet(replace(stock, main=replace(stock.main, result=None)), card(FOUR))
