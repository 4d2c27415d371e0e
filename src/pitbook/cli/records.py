"""`pitbook replay`, `verify`, `audit`, `export` and `meters`: commands on a record."""

import hashlib
import shutil
from contextlib import ExitStack, closing
from dataclasses import asdict
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Annotated

import typer

from pitbook.audit import FORMATS, AuditReport, Recall, export_submissions, read_meters, recall
from pitbook.audit import audit as run_audit
from pitbook.audit import export as export_lines
from pitbook.audit import verify as run_verify
from pitbook.cli.checkpoint import Quorum, quorum_of
from pitbook.cli.output import (
    DOES_NOT_HOLD,
    console,
    counted,
    print_json,
    print_problems,
    print_text,
    problem_json,
    table,
)
from pitbook.cli.progress import progress_bar
from pitbook.cli.record_options import Db, Key, record_place
from pitbook.cli.target import Json, house_rules_of
from pitbook.cli.where import Cluster, Workers, parallel_of
from pitbook.fairness import Proof
from pitbook.files import written_whole
from pitbook.ledger import Place, TreeHead
from pitbook.money import format_cents
from pitbook.pit import Pit, open_record
from pitbook.pit.checkpoints import Protection
from pitbook.problems import MalformedError, Problem, RefusedError
from pitbook.progress import threads as cores
from pitbook.rulebooks.hands import in_words
from pitbook.spread import processes
from pitbook.table.commands import floorperson
from pitbook.transparency.cosignatures import CosignatureVerifier

NO_LIMIT = "none"
LARGE = 5_000
"""From this many commits on, it is worth starting other processes."""
RoundId = Annotated[str, typer.Argument(metavar="ROUND", help="The id of a round, like T1-17.")]


def replay(round_id: RoundId, db: Db = None, as_json: Json = False) -> None:
    """Replay a complete round in its original order, with the clauses."""
    with closing(open_record(record_place(db), read_only=True)) as store:
        found = recall(store, round_id)
    if as_json:
        print_json(found.as_json())
    else:
        _show_round(found)


def _show_round(found: Recall) -> None:
    rules, current = found.rules, found.round
    first = found.moments[0].stored
    lines = [
        f"REPLAY of round {current.id}: {rules.book.title}, {rules.house_name}",
        f"recorded from {first.event.time.isoformat()} to {found.ended}; rules {rules.digest[:16]}",
        "",
    ]
    for moment in found.moments:
        time = f"{moment.stored.event.time:%H:%M:%S}"
        lines += [f"{time}  {_short(words, rules.book.id)}" for words in moment.words]
    print_text("\n".join(lines) + "\n\n")
    rows = [
        (
            line.seat,
            rules.book.title_of(line.wager),
            format_cents(line.stake),
            f"{line.result.value}, {in_words(line.reason)}" + (f": {line.pays}" if line.pays else ""),
            format_cents(line.returned),
            ", ".join(clause.removeprefix(f"{rules.book.id} ") for clause in line.clauses),
            ", ".join(str(reading.number) for reading in found.settlement.readings(line)),
        )
        for line in found.settlement.lines
    ]
    columns = ["seat", "wager", "stake", "result", "returned", "clauses", "readings"]
    console.print(table(f"Settlement of {current.id} (replay)", columns, rows, right=[0, 2, 4]))
    if current.seed:
        print_text(f"Revealed seed: {current.seed}\nCheck the shuffle: pitbook verify {current.id}\n")


def _short(words: str, book: str) -> str:
    """A line of the transcript in which clauses of the round's book have no book id."""
    return words.replace(f"[{book} ", "[").replace(f"; {book} ", "; ")


def verify(round_id: RoundId, db: Db = None, as_json: Json = False) -> None:
    """Recompute a round's commitments, deck and cut from the record."""
    with closing(open_record(record_place(db), read_only=True)) as store:
        found = run_verify(store, round_id)
    holds = not found.problems
    if as_json:
        proof = None if found.proof is None else found.proof.as_json()
        problems = [problem_json(problem) for problem in found.problems]
        print_json({"round": round_id, "holds": holds, "problems": problems, "proof": proof})
    elif holds and found.proof is not None:
        print_text(f"{round_id} is valid: {_holding(found.proof)}\n")
    if not holds:
        print_problems(found.problems)
        raise SystemExit(DOES_NOT_HOLD)


def _holding(proof: Proof) -> str:
    """What a valid proof shows."""
    whose = " and ".join(one.player for one in proof.contributions if one.seed is not None)
    server = "the seed matches the commitment"
    seeds = f"the seeds of the server and of {whose} match the commitments" if whose else server
    if proof.missing:
        return f"{seeds}; the round was called off or void before {' and '.join(proof.missing)} revealed a seed."
    cuts = ", ".join(f"{cut.depth} deep" for cut in proof.cuts) or "none"
    return f"{seeds}, the deck is the one that was dealt, and so are the cuts ({cuts})."


def audit(
    db: Db = None,
    head: Annotated[str | None, typer.Option(metavar="SIZE:ROOT", help="A head that you wrote down earlier.")] = None,
    witness: Annotated[
        list[str] | None,
        typer.Option(metavar="VKEY", help="The key of a witness that you trust; may be repeated."),
    ] = None,
    quorum: Quorum = None,
    workers: Workers = None,
    cluster: Cluster = None,
    anew: Annotated[
        bool, typer.Option("--anew", help="Start over: ignore the progress of an interrupted audit.")
    ] = False,
    as_json: Json = False,
) -> None:
    """Recompute everything in the record, and report the first thing that is wrong.

    A large record is audited in parts, by as many processes as there are cores. An audit that was interrupted continues
    where it stopped; what has changed in the record since then is audited again.

    Commits cosigned by the witnesses named with --witness are protected. Cosigners that only the checkpoint file names
    are shown but not trusted: anybody could have written them there.
    """
    k = quorum_of([CosignatureVerifier.parse(one) for one in witness or ()], quorum)
    noted = None if head is None else TreeHead.parse(head)
    if noted is not None and not noted.size:
        message = "--head: a head of size 0 belongs to every empty record, so it proves nothing"
        raise RefusedError(Problem(message, str(noted)))
    place, spread = record_place(db), parallel_of(workers, cluster)
    with (
        closing(open_record(place, read_only=True)) as store,
        progress_bar("Auditing", lines=True) as progress,
    ):
        if spread is None and store.size() >= LARGE:
            spread = processes(cores())
        folder = _progress_folder(place) if spread else None
        if folder and anew:
            shutil.rmtree(folder, ignore_errors=True)
        report = run_audit(store, noted, progress, witnesses=witness or (), k=k, spread=spread, folder=folder)
    if folder:
        shutil.rmtree(folder, ignore_errors=True)
    if as_json:
        print_json(_report_json(report))
    else:
        for notice in report.notices:
            print_text(f"Notice: {notice}\n")
    if report.holds and not as_json:
        void = f", {report.void:,} of them void" if report.void else ""
        print_text(
            f"Everything is correct: {counted(report.commits, 'commit')}, {counted(report.events, 'event')}, "
            f"{counted(report.rounds, 'round')}{void}, {counted(report.tables, 'table')}, "
            f"{counted(report.meters, 'meter')}.\n"
            f"{_uncovered_text(report)}{_protection_text(report)}head {report.head}\n"
        )
    if not report.holds:
        print_problems(report.problems)
        raise SystemExit(DOES_NOT_HOLD)


def _progress_folder(place: Place) -> Path:
    """Where an audit of this record saves how far it is: in the user's cache folder."""
    from pitbook.odds.cached_documents import path_of  # noqa: PLC0415 - it loads the compiler, for large records only

    name = str(place.absolute() if isinstance(place, Path) else place)
    return path_of("audits", hashlib.sha256(name.encode()).hexdigest(), "")


def _report_json(report: AuditReport) -> dict[str, object]:
    return {
        "holds": report.holds,
        "problems": [problem_json(problem) for problem in report.problems],
        "notices": [problem_json(notice) for notice in report.notices],
        "head": _head_json(report.head),
        "protection": protection_json(report.protection),
        "unchecked": None
        if report.unchecked is None
        else {"cosigned": report.unchecked.checkpoint.size, "witnesses": sorted(report.unchecked.cosigned)},
        "commits": report.commits,
        "events": report.events,
        "tables": report.tables,
        "rounds": report.rounds,
        "void": report.void,
        "meters": report.meters,
        "uncovered": report.uncovered,
    }


def _uncovered_text(report: AuditReport) -> str:
    return f"Not yet covered by the tree: {counted(report.uncovered, 'commit')}.\n" if report.uncovered else ""


def _protection_text(report: AuditReport) -> str:
    protection, unchecked = report.protection, report.unchecked
    if protection is None:
        return ""
    by = f" by {', '.join(protection.witnesses)}" if protection.witnesses else ""
    said = f"Signed up to commit {protection.signed:,}, cosigned up to commit {protection.cosigned:,}{by}.\n"
    if unchecked is not None:
        said = (
            f"Signed up to commit {protection.signed:,}. The checkpoint file says that "
            f"{', '.join(sorted(unchecked.cosigned))} cosigned up to commit {unchecked.checkpoint.size:,}:\n"
            "their keys were not checked; name the witnesses that you trust with --witness VKEY.\n"
        )
    if protection.since is None:
        return said
    age = str(max(timedelta(), datetime.now(UTC) - protection.since)).partition(".")[0]
    after = "after that" if protection.cosigned else "that none of the named witnesses has cosigned"
    return f"{said}Unprotected: the {protection.unprotected:,} commits {after}, the oldest {age} ago.\n"


def protection_json(protection: Protection | None) -> dict[str, object] | None:
    """How far a record is signed and cosigned."""
    if protection is None:
        return None
    return asdict(protection) | {"since": None if protection.since is None else protection.since.isoformat()}


def _head_json(head: TreeHead) -> dict[str, object]:
    return {"size": head.size, "root": head.root}


def export(
    db: Db = None,
    form: Annotated[str, typer.Option("--format", metavar="jsonl|csv", help="JSON lines or CSV.")] = "jsonl",
    output: Annotated[Path | None, typer.Option("--output", "-o", metavar="FILE", help="Write to a file.")] = None,
    submissions: Annotated[
        bool,
        typer.Option("--submissions", help="Export the submissions that tables used, not the events."),
    ] = False,
    as_json: Json = False,
) -> None:
    """Export every event except those of rounds in progress; with --json report the file and the number of events.

    With --submissions, export one line for each submission that a table used, including superseded ones.
    """
    problems = []
    if form not in FORMATS:
        problems.append(Problem(f"--format {form!r} is not one of {', '.join(FORMATS)}", form[:40]))
    if as_json and output is None:
        problems.append(Problem("--json needs -o FILE, because standard output gets the JSON document"))
    if problems:
        raise MalformedError(problems)
    written = 0
    with ExitStack() as stack:
        write = print_text if output is None else stack.enter_context(written_whole(output)).write
        store = stack.enter_context(closing(open_record(record_place(db), read_only=True)))
        for line in export_submissions(store, form) if submissions else export_lines(store, form):
            write(line)
            written += 1
    if output is None:
        return
    number, what = written - (form == "csv"), "submissions" if submissions else "events"
    if as_json:
        print_json({"file": str(output), "format": form, what: number})
    else:
        print_text(f"{number:,} {what} in {output}\n")


def meters(
    adopt: Annotated[
        list[str] | None,
        typer.Option(metavar="[TABLE=]TARGET", help="The tables that share --meters adopt this submission."),
    ] = None,
    link: Annotated[str | None, typer.Option("--meters", metavar="NAME", help="The meters that tables share.")] = None,
    release_overflow: Annotated[
        str | None, typer.Option(metavar="METER", help="Move the overflow of this meter into it, up to its limit.")
    ] = None,
    reason: Annotated[str, typer.Option(metavar="TEXT", help="The reason for the change.")] = "",
    by: Annotated[str, typer.Option(metavar="NAME", help="The floorperson who makes the change.")] = "",
    db: Db = None,
    key: Key = None,
    as_json: Json = False,
) -> None:
    """Show every progressive meter and where its money came from; or change a meter first.

    The terms of a meter change with the submissions of its tables: --adopt gives every open table on --meters another
    submission from now on, or with TABLE=TARGET a different one to each table.
    """
    _check_change(adopt, link, release_overflow, by, reason)
    changes = bool(adopt) or release_overflow is not None
    with closing(open_record(record_place(db), key=key, read_only=not changes)) as store:
        if adopt and link:
            _adopt(Pit(store), adopt, link, by, reason)
        if release_overflow is not None:
            Pit(store).release_overflow(release_overflow, floorperson(by), reason)
        readings = read_meters(store)
    documents = [reading.as_json() for reading in readings]
    if as_json:
        print_json({"meters": documents})
        return
    if not documents:
        print_text("This record has no progressive meters.\n")
        return
    names = ["displayed", "overflow", "contributed", "seeded", "returned", "paid", "wins"]
    rows = [(one["meter"], *(one[name] for name in names), "yes" if one["balanced"] else "NO") for one in documents]
    console.print(table("Meters", ["meter", *names, "balanced"], rows, right=range(1, 8)))
    terms = [
        (
            one["meter"],
            one["rate"],
            one["next_rate"] or one["rate"],
            one["reset"],
            one["limit"] or NO_LIMIT,
            ", ".join(one["tables"]),
        )
        for one in documents
    ]
    columns = ["meter", "rate", "after the next win", "reset", "limit", "tables"]
    console.print(table("Their terms", columns, terms, right=range(1, 5)))


def _check_change(adopt: list[str] | None, link: str | None, release: str | None, by: str, reason: str) -> None:
    """Check that a change names its meters, its floorperson and its reason."""
    problems = []
    if bool(adopt) != (link is not None):
        problems.append(Problem("--adopt TARGET and --meters NAME must be given together"))
    if adopt or release is not None:
        if not by.strip():
            problems.append(Problem("name the floorperson with --by NAME"))
        if not reason.strip():
            problems.append(Problem("give a reason with --reason TEXT"))
    elif link is None and (by or reason):
        problems.append(Problem("--by and --reason need --adopt or --release-overflow"))
    if problems:
        raise MalformedError(problems)


def _adopt(pit: Pit, adopt: list[str], link: str, by: str, reason: str) -> None:
    """Every open table on the meters adopts its submission, in one commit."""
    tables = pit.tables_on(link)
    if not tables:
        raise RefusedError(Problem(f"no open table has meters called {link[:40]}", link[:40]))
    targets: dict[str, str] = {}
    for text in adopt:
        name, equals, target = text.partition("=")
        at, target = (name, target) if equals and name in tables else ("", text)
        if at in targets:
            where = f"table {at}" if at else "all tables (TABLE=TARGET is for one of them)"
            raise MalformedError(Problem(f"--adopt {text}: there is already a submission for {where}", text[:80]))
        targets[at] = target
    if left := [table for table in tables if table not in targets and "" not in targets]:
        raise RefusedError(
            Problem(f"name a submission for {' and '.join(left)} too: all tables on the meters need one", left[0])
        )
    if "" in targets and targets.keys() >= {*tables}:
        raise RefusedError(Problem(f"each table has its own submission, so no table would adopt {targets['']}"))
    rules = {table: house_rules_of(targets.get(table) or targets[""], None) for table in tables}
    pit.adopt_together(rules, floorperson(by), reason=reason)
