"""`pitbook deal`, `replay`, `verify`, `audit`, `export` and `meters`: the record from the command line."""

import csv
import json
import os
import re
import signal
import subprocess
import time
from datetime import UTC, datetime, timedelta
from fractions import Fraction
from importlib import import_module
from io import StringIO
from pathlib import Path
from random import Random
from typing import Any

import apsw
import numpy as np
import pytest

from audit.test_seeds import full
from cli.running import BOOKS, COMMAND, Run, environment, run_in_terminal
from kinds import one_of_each_kind
from pitbook.ledger import SqliteStore, back_up, restore
from pitbook.odds.deck import FULL
from pitbook.odds.families.board_dealer import HoldemPolicy
from pitbook.odds.families.own_dealer import FourCardPolicy
from pitbook.odds.families.own_dealer.counts import PLAYER
from pitbook.odds.families.protocol import Solved
from pitbook.odds.families.sets import canonical_sets
from pitbook.pit import Host, Pit, default_path, open_record, simple
from pitbook.progress import threads as cores
from pitbook.rulebooks import load_book
from pitbook.spread import Parallel
from pitbook.submission.rendering import render
from pitbook.table.commands import floorperson
from table.play import FOUR, MD, rules_of

FILED = ("--reason", "filed", "--by", "Ada")
SIMPLE = {"holdem": "holdem-basic", "four_card": "four-card-simple"}


def strategy_for(book: str) -> str:
    return SIMPLE["four_card" if "four" in book else "holdem"]


@pytest.fixture
def db(run: Run, tmp_path: Path) -> str:
    """A record with a few rounds."""
    path = str(tmp_path / "pit.db")
    dealt = run("deal", BOOKS[3], "--rounds", "3", "--strategy", "holdem-basic", "--db", path, "--json")
    assert dealt.code == 0, dealt.err
    assert dealt.document["rounds"] == ["T1-1", "T1-2", "T1-3"]
    return path


def test_verify_names_whose_seeds_are_in_a_round_and_whose_was_missing(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "pit.db"
    with open_record(path, create=True) as store:
        full(store)
    said = [run("verify", f"T1-{number}", "--db", str(path)) for number in (2, 3)]
    assert [one.code for one in said] == [0, 0]
    assert said[0].out.startswith(
        "T1-2 is valid: the seeds of the server and of player 1 and player 2 match the commitm"
    )
    assert said[1].out.endswith("the round was called off or void before player 2 revealed a seed.\n")
    again = run("replay", "T1-3", "--db", str(path))
    assert again.code == 0
    assert "player 2 did not reveal a seed in time" in " ".join(again.out.split())
    document = run("verify", "T1-3", "--db", str(path), "--json").document
    assert (document["holds"], document["proof"]["decks"]) == (True, [])


@pytest.mark.parametrize("book", one_of_each_kind(BOOKS))
def test_rounds_of_every_book_are_dealt_recorded_and_hold(run: Run, tmp_path: Path, book: str) -> None:
    path = str(tmp_path / "pit.db")
    words = ("--strategy", strategy_for(book), "--db", path)
    dealt = run("deal", book, "--rounds", "6", "--irregularities", "0.5", *words)
    assert dealt.code == 0, dealt.err
    assert dealt.out.split() == [f"T1-{number}" for number in range(1, 7)]
    again = run("deal", book, "--rounds", "2", "--seats", "2", *words, "--json").document
    assert again["rounds"] == ["T2-1", "T2-2"]
    on = run("deal", book, "--rounds", "1", "--table", "T1", *words, "--json").document
    assert on["rounds"] == ["T1-7"]
    report = run("audit", "--db", path, "--head", dealt.err.split()[-1], "--json").document
    assert report["holds"] is True
    assert report["problems"] == []
    assert report["head"] == on["head"]
    assert (report["rounds"], report["tables"]) == (9, 2)
    assert run("audit", "--db", path).out.splitlines()[-1] == f"head {on['head']['size']}:{on['head']['root']}"
    for number in range(1, 8):
        assert run("verify", f"T1-{number}", "--db", path, "--json").document["holds"] is True


@pytest.mark.parametrize(("book", "verb"), [(BOOKS[2], "play"), (BOOKS[3], "raise")])
def test_seats_are_played_by_the_solved_policy(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, book: str, verb: str
) -> None:
    """By default; here the policy is one that always wagers the least at once."""
    streets = load_book(book).flow.streets
    actions = np.ones(len(canonical_sets(FULL, PLAYER)), np.uint8)
    policy: FourCardPolicy | HoldemPolicy = (
        FourCardPolicy.from_actions(streets[0].multiples, actions)
        if verb == "play"
        else HoldemPolicy.constant(streets, pre_flop=1, flop=1, river=1)
    )
    solved = Solved(Fraction(0), None, policy, None)
    monkeypatch.setattr("pitbook.coach.bots.solve_main", lambda rules, **_: solved)
    path = str(tmp_path / "pit.db")
    assert run("deal", book, "--rounds", "2", "--db", path).code == 0
    decided = [json.loads(line)["data"] for line in run("export", "--db", path).out.splitlines() if '"decided"' in line]
    assert len(decided) > 10
    assert {one["action"] for one in decided} == {verb}
    assert {one["amount"] for one in decided} == {streets[0].multiples[0] * 5_00}
    assert run("audit", "--db", path).code == 0


@pytest.mark.prove
@pytest.mark.parametrize("book", BOOKS)
def test_the_exact_strategy_plays_every_book(run: Run, tmp_path: Path, book: str) -> None:
    path = str(tmp_path / "pit.db")
    assert run("deal", book, "--rounds", "2", "--db", path).code == 0
    assert run("audit", "--db", path).code == 0


def test_an_audit_shows_how_far_it_is(run: Run, db: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """On standard error, with --json too; a short one, into a pipe, says nothing."""
    assert run("audit", "--db", db, "--json").err == ""
    monkeypatch.setattr("pitbook.cli.progress.SECONDS_PER_LINE", 0)
    monkeypatch.setattr(import_module("pitbook.audit.audit"), "_COMMITS_PER_REPORT", 1)
    audited = run("audit", "--db", db, "--json")
    assert audited.document["holds"] is True
    told = [re.fullmatch(r"Auditing: (\d+)%", line) for line in audited.err.splitlines()]
    shares = [int(line[1]) for line in told if line]
    assert len(shares) == len(told) == 2 * audited.document["commits"]
    assert shares == sorted(shares)
    assert shares[-1] == 100


def test_an_audit_of_a_large_record_is_in_parts_and_says_the_same(
    run: Run, db: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PITBOOK_CACHE", str(tmp_path / "cache"))
    records = import_module("pitbook.cli.records")
    alone = run("audit", "--db", db, "--json")
    assert not (tmp_path / "cache").exists()
    used: list[int] = []

    def processes(number: int) -> Parallel:
        def spread(work: Any, tasks: Any, tell: Any) -> Any:
            used.append(number)
            found = [work(task, lambda _: None) for task in tasks]
            assert len(list((tmp_path / "cache" / "audits").glob("*/*.part"))) == len(tasks)
            return found

        return spread

    monkeypatch.setattr(records, "processes", processes)
    assert run("audit", "--db", db, "--json") == alone
    assert used == []
    monkeypatch.setattr(records, "LARGE", 1)
    assert run("audit", "--db", db, "--json") == alone
    assert run("audit", "--db", db, "--anew", "--json") == alone
    assert used == [cores()] * 2
    assert list((tmp_path / "cache" / "audits").iterdir()) == []


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--workers", "0"], "from 1 to 1,024"),
        (["--workers", "2", "--cluster", "tcp://127.0.0.1:1"], "only one of"),
        (["--cluster", "nonsense"], "no scheduler answers there"),
    ],
)
def test_workers_that_there_cannot_be_are_refused(run: Run, db: str, words: list[str], message: str) -> None:
    (problem,) = run("audit", "--db", db, "--json", *words).problems
    assert message in str(problem["message"])


def test_an_audit_on_a_terminal_has_a_bar(db: str) -> None:
    shown = run_in_terminal("audit", "--db", db, "--json")
    assert shown.code == 0
    assert "Auditing" in shown.out
    assert '"holds": true' in shown.out


def test_a_replay_is_readable_and_says_that_it_is_one(run: Run, db: str) -> None:
    shown = run("replay", "T1-2", "--db", db)
    assert shown.code == 0
    assert shown.out.startswith("REPLAY of round T1-2: ")
    assert 'dealer: Announce "no more bets". [8.C(1); 7.E]' in shown.out
    assert "Round T1-2 is over." in shown.out
    document = run("replay", "T1-2", "--db", db, "--json").document
    assert document["replay"] is True
    no_more_bets = 'dealer: Announce "no more bets". [md-heads-up-holdem 8.C(1); md-heads-up-holdem 7.E]'
    assert no_more_bets in document["transcript"]
    assert document["round"] == "T1-2"
    assert document["totals"].keys() == {"1", "2", "3", "4", "5", "6"}


def test_exports(run: Run, db: str, tmp_path: Path) -> None:
    lines = run("export", "--db", db).out.splitlines()
    rows = list(csv.DictReader(StringIO(run("export", "--db", db, "--format", "csv").out)))
    assert [row["type"] for row in rows] == [json.loads(line)["type"] for line in lines]
    target = tmp_path / "events.csv"
    said = run("export", "--db", db, "--format", "csv", "-o", str(target), "--json").document
    assert said == {"file": str(target), "format": "csv", "events": len(lines)}
    assert len(target.read_text().splitlines()) == len(lines) + 1
    assert "--json needs -o" in str(run("export", "--db", db, "--json").problems[0]["message"])
    assert "not one of jsonl, csv" in str(run("export", "--db", db, "--format", "xml", "--json").problems[0])
    nowhere = str(tmp_path / "no" / "folder.csv")
    assert run("export", "--db", db, "-o", nowhere, "--json").problems[0]["value"] == nowhere


def test_meters(run: Run, db: str) -> None:
    (meter,) = run("meters", "--db", db, "--json").document["meters"]
    assert (meter["meter"], meter["contributed"], meter["balanced"]) == ("T1/progressive", "1.80", True)
    assert "T1/progressive" in run("meters", "--db", db).out


def test_a_record_without_meters_says_so(run: Run, tmp_path: Path) -> None:
    with SqliteStore(tmp_path / "empty.db"):
        pass
    assert run("meters", "--db", str(tmp_path / "empty.db")).out == "This record has no progressive meters.\n"


def test_an_open_table_does_not_take_other_meters(run: Run, db: str) -> None:
    done = run("deal", MD, "--rounds", "1", "--table", "T1", "--meters", "hall", "--db", db)
    assert done.code == 2
    assert "table T1 is open and does not share the meters hall" in done.err
    assert run("deal", MD, "--rounds", "1", "--table", "T1", "--meters", "T1", "--db", db).code == 0


def filed(path: Path, **terms: str) -> str:
    """A submission file of stock rules with other terms of the meter."""
    text = render(load_book(MD), MD)
    for name, value in terms.items():
        text, found = re.subn(rf'(?m)^(?:# )?{name} = ".*$', f'{name} = "{value}"', text)
        assert found == 1
    path.write_text(text)
    return str(path)


def test_the_terms_of_a_meter_change_with_a_submission(run: Run, db: str, tmp_path: Path) -> None:
    words = ("--meters", "T1", "--reason", "filed on 1 March", "--by", "Ada", "--db", db)
    file = filed(tmp_path / "march.toml", rate="0.2", limit="9000.00")
    (meter,) = run("meters", "--adopt", file, *words, "--json").document["meters"]
    assert (meter["rate"], meter["next_rate"], meter["limit"]) == ("0.10", "0.20", "9000.00")
    row = run("meters", "--db", db).out.splitlines()[-2].split()
    assert row == ["T1/progressive", "0.10", "0.20", "5000.00", "9000.00", "T1"]
    events = [json.loads(line) for line in run("export", "--db", db).out.splitlines()]
    told = [(one["type"], one["actor"], one["reason"]) for one in events]
    for kind in ("rules_adopted", "parameters_changed"):
        assert (kind, "floorperson:Ada", "filed on 1 March") in told
    assert run("audit", "--db", db).code == 0
    unlimited = filed(tmp_path / "april.toml", rate="0.2")
    (meter,) = run("meters", "--adopt", f"T1={unlimited}", *words, "--json").document["meters"]
    assert (meter["next_rate"], meter["limit"]) == ("0.20", None)


def test_terms_that_can_not_be_are_sentences(run: Run, db: str, tmp_path: Path) -> None:
    more = filed(tmp_path / "more.toml", rate="1.1")
    refused: list[tuple[tuple[str, ...], str]] = [
        (("--rate", "0.2"), "No such option: --rate"),
        (("--adopt", MD), "--adopt TARGET and --meters NAME must be given together"),
        (("--meters", "T1"), "--adopt TARGET and --meters NAME must be given together"),
        (("--by", "Ada"), "--by and --reason need --adopt or --release-overflow"),
        (("--adopt", MD, "--meters", "T1", "--reason", "filed"), "name the floorperson with --by NAME"),
        (("--adopt", MD, "--meters", "T1", "--by", "Ada"), "give a reason with --reason TEXT"),
        (("--adopt", MD, "--meters", "T9", *FILED), "no open table has meters called T9"),
        (("--adopt", f"T9={MD}", "--meters", "T1", *FILED), "neither a rule book nor a file"),
        (("--adopt", MD, "--adopt", MD, "--meters", "T1", *FILED), "there is already a submission for all tables"),
        (
            ("--adopt", f"T1={MD}", "--adopt", f"T1={MD}", "--meters", "T1", *FILED),
            "there is already a submission for table T1",
        ),
        (("--adopt", f"T1={MD}", "--adopt", MD, "--meters", "T1", *FILED), "each table has its own submission"),
        (("--adopt", FOUR, "--meters", "T1", *FILED), f"table T1: this table plays by {MD}"),
        (("--adopt", more, "--meters", "T1", *FILED), "must be more than 0 and at most 1"),
        (("--release-overflow", "T1/x", *FILED), "there is no meter T1/x"),
        (("--release-overflow", "T1/progressive", *FILED), "the overflow is empty"),
    ]
    for words, said in refused:
        assert said in str(run("meters", *words, "--db", db, "--json").problems[0]["message"]), words


def test_a_paytable_does_not_begin_on_a_meter_below_its_minimum(run: Run, tmp_path: Path) -> None:
    """Four Card table B begins with 1,000.00 and is to be reset to 10,000.00, the minimum of table C."""
    files = {}
    for letter, initial in (("B", "1000.00"), ("C", "10000.00")):
        text = render(load_book(FOUR), FOUR)
        for name, value in (("progressive", letter), ("initial", initial), ("reset", "10000.00")):
            text, found = re.subn(rf'(?m)^{name} = ".*$', f'{name} = "{value}"', text)
            assert found == 1
        files[letter] = tmp_path / f"{letter}.toml"
        files[letter].write_text(text)
    words = ("--meters", "M", "--db", str(tmp_path / "pit.db"))
    deal = ("--rounds", "1", "--seats", "1", "--strategy", strategy_for(FOUR), *words)
    assert run("deal", str(files["B"]), *deal).code == 0
    said = "the meter progressive shows 1000.10, and paytable C has to begin with at least 10000.00"
    clause = "[md-four-card-poker 12.D(3)(b)(iii)]"
    for done in (
        run("deal", str(files["C"]), *deal),
        run("meters", "--adopt", str(files["C"]), *FILED, *words),
    ):
        assert done.code == 2
        assert said in done.err
        assert clause in done.err
    (meter,) = run("meters", *words[2:], "--json").document["meters"]
    assert (meter["tables"], meter["displayed"]) == (["T1"], "1000.10")
    assert run("audit", *words[2:]).code == 0


def test_superseded_submissions_are_listed_with_the_time_of_their_use(run: Run, tmp_path: Path) -> None:
    """A table adopts another way of dealing after its first round; both submissions are there, in full."""
    path, target = tmp_path / "pit.db", tmp_path / "submissions.csv"
    noon = datetime(2026, 3, 14, 12, tzinfo=UTC)
    clock = [noon]
    first, second = rules_of(MD), rules_of(MD, "automated")
    with open_record(path, create=True) as store:
        pit = Pit(store, now=lambda: clock[0])
        pit.open_table("T1", first, floorperson("Ada"))
        host = Host(pit, "T1", simple)
        host.seat(2)
        host.play_round(2)
        clock[0] += timedelta(hours=1)
        pit.adopt_rules("T1", second, floorperson("Bob"))
        host.play_round(2)
        host.play_round(2)
    lines = [json.loads(line) for line in run("export", "--submissions", "--db", str(path)).out.splitlines()]
    hour = (noon + timedelta(hours=1)).isoformat()
    assert [(one["table"], one["used_from"], one["used_until"], one["rounds"], one["actor"]) for one in lines] == [
        ("T1", noon.isoformat(), hour, 1, "floorperson:Ada"),
        ("T1", hour, None, 2, "floorperson:Bob"),
    ]
    assert [one["digest"] for one in lines] == [first.digest, second.digest]
    assert [one["document"]["dealing"]["method"] for one in lines] == ["manual_shoe", "automated"]
    words = ("--format", "csv", "-o", str(target), "--db", str(path), "--json")
    assert run("export", "--submissions", *words).document["submissions"] == 2
    rows = list(csv.DictReader(StringIO(target.read_text())))
    assert [(row["digest"], row["used_until"]) for row in rows] == [(first.digest, hour), (second.digest, "")]
    assert run("audit", "--db", str(path)).code == 0


def test_shared_meters(run: Run, tmp_path: Path) -> None:
    path = str(tmp_path / "pit.db")
    for _ in range(2):
        words = ("--strategy", "holdem-basic", "--meters", "bank", "--db", path)
        assert run("deal", BOOKS[3], "--rounds", "1", *words).code == 0
    (meter,) = run("meters", "--db", path, "--json").document["meters"]
    assert meter["tables"] == ["T1", "T2"]
    assert meter["contributed"] == "1.20"


def test_a_tampered_record_ends_with_one(run: Run, db: str) -> None:
    with apsw.Connection(db) as connection:
        connection.execute("UPDATE events SET reason = 'because' WHERE version = 20")
    connection.close()
    found = run("audit", "--db", db, "--json")
    assert found.code == 1
    assert found.document["holds"] is False
    assert "version 20 of the stream 'table:T1'" in found.document["problems"][0]["message"]
    assert "version 20" in run("audit", "--db", db).err


def test_a_head_that_was_noted_elsewhere_has_to_be_there(run: Run, db: str) -> None:
    missing = run("audit", "--db", db, "--head", "1:" + "0" * 63 + "1", "--json")
    assert missing.code == 1
    assert "the first 1 commits are not those of the head" in missing.document["problems"][0]["message"]
    assert "64 hexadecimal" in str(run("audit", "--db", db, "--head", "xyz", "--json").problems[0]["message"])


def test_the_head_of_an_empty_record_proves_nothing_and_is_refused(run: Run, db: str) -> None:
    found = run("audit", "--db", db, "--head", "0:" + "0" * 64, "--json")
    assert "proves nothing" in str(found.problems[0]["message"])
    assert found.document["error"]["kind"] == "refused"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("replay", "T1-4"), "not over"),
        (("replay", "T1-9"), "no round T1-9"),
        (("verify", "T7-1"), "no table T7"),
        (("verify", "nonsense"), "not the id of a round"),
        (("deal", BOOKS[3], "--rounds", "0", "--strategy", "holdem-basic"), "at least one round"),
        (("deal", BOOKS[3], "--rounds", "1", "--seats", "9", "--strategy", "holdem-basic"), "6 positions"),
        (("deal", BOOKS[3], "--rounds", "1", "--irregularities", "nan", "--strategy", "holdem-basic"), "from 0 to 1"),
        (("deal", BOOKS[3], "--rounds", "1", "--strategy", "no-such"), "no strategy"),
        (("deal", BOOKS[3], "--rounds", "1", "--strategy", "holdem-basic", "--table", "a b"), "name of a table"),
        (
            ("deal", BOOKS[1], "--rounds", "1", "--strategy", "holdem-basic", "--table", "T1"),
            "does not have the house rules of ma-heads-up-holdem",
        ),
    ],
)
def test_what_is_wrong_is_said_in_a_sentence(run: Run, db: str, words: tuple[str, ...], said: str) -> None:
    problems = run(*words, "--db", db, "--json").problems
    assert said in str(problems[0]["message"])


def test_everything_that_is_wrong_with_a_strategy_file_is_said_together(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "wrong.toml"
    file.write_text('game = "holdem"\nshade = 1\n[[pre_flop]]\nhands = ["ZZ"]\ndo = "raise_9"\n', encoding="utf-8")
    path = tmp_path / "x.db"
    problems = run("deal", BOOKS[3], "--rounds", "1", "--strategy", str(file), "--db", str(path), "--json").problems
    for part in ("shade", "'ZZ'", "has a hole", "raise_9", "street flop", "street river"):
        assert any(part in str(problem["message"]) for problem in problems), part
    assert not path.exists()


def test_a_strategy_may_be_named_without_its_game(run: Run, tmp_path: Path) -> None:
    words = ("--strategy", "never-fold", "--db", str(tmp_path / "x.db"), "--json")
    assert run("deal", BOOKS[3], "--rounds", "1", *words).document["rounds"] == ["T1-1"]


@pytest.mark.parametrize("command", [("audit",), ("meters",), ("export",), ("replay", "T1-1"), ("verify", "T1-1")])
def test_no_record_and_no_ledger_are_sentences(run: Run, tmp_path: Path, command: tuple[str, ...]) -> None:
    out = ("-o", str(tmp_path / "out")) if command == ("export",) else ()
    missing = str(tmp_path / "none.db")
    assert run(*command, *out, "--db", missing, "--json").problems[0]["message"] == f"there is no record at {missing}"
    assert not Path(missing).exists()
    other = tmp_path / "text.db"
    other.write_text("This is not a record at all. " * 100)
    assert "not a database" in str(run(*command, *out, "--db", str(other), "--json").problems[0]["message"])


def test_the_default_place_is_the_users_data_folder(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    assert default_path() == tmp_path / "data" / "pitbook" / "pitbook.db"
    assert f"there is no record at {default_path()}; pitbook serve and pitbook deal create it" in run("audit").err
    words = ("--strategy", "holdem-basic", "--json")
    assert run("deal", BOOKS[1], "--rounds", "1", *words).document["db"] == str(default_path())
    assert run("audit", "--json").document["rounds"] == 1
    for ignored in ("", "relative/folder"):
        monkeypatch.setenv("XDG_DATA_HOME", ignored)
        assert default_path() == Path.home() / ".local" / "share" / "pitbook" / "pitbook.db"


def test_a_backup_holds_and_the_table_goes_on_from_it(run: Run, db: str, tmp_path: Path) -> None:
    head = back_up(db, tmp_path / "backup.db")
    assert run("deal", BOOKS[3], "--rounds", "1", "--table", "T1", "--strategy", "holdem-basic", "--db", db).code == 0
    restored = str(tmp_path / "restored.db")
    restore(tmp_path / "backup.db", restored, head)
    assert run("audit", "--db", restored, "--head", str(head)).code == 0
    words = ("--table", "T1", "--strategy", "holdem-basic", "--db", restored, "--key", f"{db}.key", "--json")
    assert run("deal", BOOKS[3], "--rounds", "1", *words).document["rounds"] == ["T1-4"]


def kill_and_audit(run: Run, path: Path, times: int) -> None:
    """Deal in processes that are killed; nothing that was printed is lost, and the table goes on where it was."""
    chance, seen = Random(7), 0
    words = ["deal", BOOKS[3], "--rounds", "100000", "--table", "T1", "--irregularities", "0.2"]
    for number in range(times):
        process = subprocess.Popen(
            [*COMMAND, *words, "--strategy", "holdem-basic", "--db", str(path)],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=environment(),
            text=True,
        )
        assert process.stdout is not None
        first = process.stdout.readline()
        assert first == f"T1-{seen + 1}\n" or (number and first == f"T1-{seen + 2}\n")
        time.sleep(chance.uniform(0, 0.3))
        os.kill(process.pid, signal.SIGKILL)
        rest = [line for line in process.stdout.read().splitlines(keepends=True) if line.endswith("\n")]
        process.stdout.close()
        process.wait()
        seen = int((rest or [first])[-1].strip().removeprefix("T1-"))
        with open_record(path) as store:
            assert Pit(store).state("T1").rounds in (seen, seen + 1)
        # Each audit takes longer than the one before.
        if not number % 10 or number == times - 1:
            report = run("audit", "--db", str(path), "--json").document
            assert report["holds"] is True, report["problems"]
            assert report["rounds"] in (seen, seen + 1)


@pytest.mark.parametrize("form", [[], ["--json"]])
def test_an_interrupted_dealer_says_what_is_dealt_and_how_to_continue(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, form: list[str]
) -> None:
    path = str(tmp_path / "pit.db")
    words = ("deal", BOOKS[3], "--seats", "1", "--strategy", "holdem-basic", "--db", path)
    real = Host.play_round

    def interrupted(host: Host, seats: int) -> str:
        if host.pit.state("T1").rounds == 2:
            raise KeyboardInterrupt
        return real(host, seats)

    monkeypatch.setattr(Host, "play_round", interrupted)
    dealt = run(*words, "--rounds", str(10**30), *form)
    assert dealt.code == 130
    assert "interrupted: 2 of 1,000,000" in dealt.err
    assert "continue with --table T1" in " ".join(dealt.err.split())
    assert (dealt.document["rounds"] if form else dealt.out.split()) == ["T1-1", "T1-2"]
    monkeypatch.setattr(Host, "play_round", real)
    assert run(*words, "--rounds", "1", "--table", "T1").out == "T1-3\n"
    assert run("audit", "--db", path, "--json").document["rounds"] == 3


@pytest.mark.prove
def test_a_killed_dealer_loses_nothing(run: Run, tmp_path: Path) -> None:
    kill_and_audit(run, tmp_path / "pit.db", 3)


@pytest.mark.prove
def test_a_dealer_killed_fifty_times_loses_nothing(run: Run, tmp_path: Path) -> None:
    kill_and_audit(run, tmp_path / "pit.db", 50)
