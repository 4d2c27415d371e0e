"""The contract of the command line: exit codes, one JSON document, and sentences on standard error."""

import re
import socket
import tomllib
from pathlib import Path

import pytest

from cli.running import BOOKS, Run
from pitbook import __version__, fairness
from pitbook.ledger import SqliteStore
from pitbook.rulebooks import book_ids, load_book

IDS = Path(__file__).parent.parent / "clauses" / "ids"
EXAMPLES = Path(__file__).parents[2] / "examples"
WAYS = ("enforced", "performed", "recorded", "displayed", "physical", "pending")
HEX = re.compile("[0-9a-f]{64}")


def test_version(run: Run) -> None:
    result = run("--version")
    assert (result.code, result.out, result.err) == (0, f"pitbook {__version__}\n", "")


def test_selfcheck(run: Run) -> None:
    result = run("selfcheck", "--json")
    assert result.code == 0
    assert sorted(result.document) == ["books", "code", "shuffle", "version"]
    assert result.document["shuffle"] == "gives the published vectors"
    assert result.document["version"] == __version__
    assert HEX.fullmatch(result.document["code"])
    assert HEX.fullmatch(result.document["books"])
    assert run("selfcheck", "--json") == result


def test_selfcheck_with_a_wrong_shuffle(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fairness, "shuffle", lambda *_, **__: tuple(range(52)))
    result = run("selfcheck", "--json")
    assert result.code == 1
    assert "does not give the published vector" in result.document["shuffle"]
    assert result.document["shuffle"] in result.err
    assert "does not give the published vector" in run("selfcheck").err


@pytest.mark.parametrize("book", book_ids())
def test_selfcheck_of_a_target_agrees_with_the_check_of_its_file(run: Run, book: str, tmp_path: Path) -> None:
    file = tmp_path / "house.toml"
    file.write_text(run("submission", "new", book).out, encoding="utf-8")
    digest = run("selfcheck", book, "--json").document["submission"]
    assert HEX.fullmatch(digest)
    assert run("selfcheck", str(file), "--json").document["submission"] == digest
    assert run("submission", "check", str(file), "--json").document["digest"] == digest


def test_selfcheck_for_people(run: Run) -> None:
    result = run("selfcheck", "md-four-card-poker")
    assert result.code == 0
    digests = run("selfcheck", "md-four-card-poker", "--json").document
    assert all(digest in result.out for digest in digests.values())


def test_the_books(run: Run) -> None:
    result = run("rulebooks", "--json")
    assert result.code == 0
    assert tuple(book["id"] for book in result.document["books"]) == book_ids()
    for book in result.document["books"]:
        assert sorted(book) == ["authority", "clauses", "family", "id", "title"]
        ids = (IDS / f"{book['id']}.txt").read_text(encoding="utf-8").splitlines()
        assert book["clauses"] == len(ids)
    for_people = run("rulebooks")
    assert for_people.code == 0
    assert all(book in for_people.out for book in book_ids())


@pytest.mark.parametrize("book", book_ids())
def test_one_book(run: Run, book: str) -> None:
    result = run("rulebooks", "show", book, "--json")
    assert result.code == 0
    assert result.document["id"] == book
    assert not re.search(r"[:\[] -?[0-9]+\.[0-9]", result.out), "a float stands in a rule book"
    numbers = [reading["number"] for reading in result.document["readings"]]
    assert numbers == sorted(set(numbers))
    assert 21 in numbers, "every book knows jams"
    assert all(reading["reading"].endswith(".") for reading in result.document["readings"])
    for_people = run("rulebooks", "show", book)
    assert for_people.code == 0
    assert for_people.err == ""
    options = ("House options",) if load_book(book).options else ()
    for title in ("Wagers", "Decisions", "Dealing", "Irregularities", *options, "Readings of this book"):
        assert title in for_people.out
    for kind in result.document["paytables"]:
        assert kind["title"] in for_people.out


def test_a_book_shows_its_odds_as_printed_and_their_clauses(run: Run) -> None:
    book = run("rulebooks", "show", "md-heads-up-holdem", "--json").document
    odds = next(kind for kind in book["paytables"] if kind["name"] == "odds")
    assert [(row["hand"], row["pays"], row["clauses"]) for row in odds["tables"][0]["rows"]][4] == (
        "flush",
        "3 to 2",
        ["md-heads-up-holdem 12.B(1)(e)"],
    )


def test_a_book_says_which_progressives_five_cards_decide(run: Run) -> None:
    shown = run("rulebooks", "show", "md-four-card-poker").out
    for table in "ABCDEF":
        assert (f" {table}, five cards" in shown) is (table in "CDEF")


@pytest.mark.parametrize("book", BOOKS)
def test_json_may_stand_before_the_second_word(run: Run, book: str) -> None:
    assert run("rulebooks", "--json", "show", book) == run("rulebooks", "show", book, "--json")
    assert run("rulebooks", "--json", "coverage", book) == run("rulebooks", "coverage", book, "--json")


def test_coverage(run: Run) -> None:
    result = run("rulebooks", "coverage", "--json")
    assert result.code == 0
    assert list(result.document) == ["books"]
    assert tuple(result.document["books"]) == book_ids()
    for counts in result.document["books"].values():
        assert tuple(counts) == ("clauses", *WAYS)
        assert sum(counts[way] for way in WAYS) == counts["clauses"]
    assert run("rulebooks", "coverage").code == 0


@pytest.mark.parametrize("book", book_ids())
def test_coverage_of_one_book_lists_every_clause_once(run: Run, book: str) -> None:
    result = run("rulebooks", "coverage", book, "--json")
    assert result.code == 0
    assert list(result.document["books"]) == [book]
    ids = (IDS / f"{book}.txt").read_text(encoding="utf-8").splitlines()
    assert [clause["clause"] for clause in result.document["clauses"]] == [f"{book} {one}" for one in ids]
    counts = result.document["books"][book]
    for way in WAYS:
        assert sum(clause["coverage"] == way for clause in result.document["clauses"]) == counts[way]
    assert run("rulebooks", "coverage", book).code == 0


@pytest.mark.parametrize("book", book_ids())
def test_a_new_submission_holds_at_once(run: Run, book: str, tmp_path: Path) -> None:
    new = run("submission", "new", book)
    assert (new.code, new.err) == (0, "")
    assert tomllib.loads(new.out)["rulebook"] == book
    assert new.out.count("#") > 10, "it is commented"
    assert run("submission", "new", book, "--json").document == tomllib.loads(new.out)
    file = tmp_path / "house.toml"
    file.write_text(new.out, encoding="utf-8")
    result = run("submission", "check", str(file), "--json")
    assert (result.code, result.err) == (0, "")
    assert list(result.document) == ["ok", "rulebook", "digest", "problems", "notes"]
    assert HEX.fullmatch(result.document.pop("digest"))
    assert (result.document["ok"], result.document["rulebook"], result.document["problems"]) == (True, book, [])
    for_people = run("submission", "check", str(file))
    assert for_people.code == 0
    assert for_people.out.startswith(f"{file} is valid: ")
    assert result.document["digest"] in for_people.out
    notes = {note["clause"] for note in result.document["notes"]}
    assert notes == ({f"{book} 8.A"} if book.startswith("md-") else set()), "where the shoe stands is not filled in"
    assert all(f"[{clause}]" in for_people.out for clause in notes)


def test_a_submission_that_does_not_hold(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "house.toml"
    text = run("submission", "new", "md-heads-up-holdem").out
    text = text.replace("positions = 6 ", "positions = 7 ").replace('method = "manual_shoe"', 'method = "hand"')
    file.write_text(text, encoding="utf-8")
    result = run("submission", "check", str(file), "--json")
    assert result.code == 1
    assert result.document == {
        "ok": False,
        "rulebook": "md-heads-up-holdem",
        "digest": None,
        "problems": [
            {"message": "positions must be 1 to 6, not 7", "value": "7", "clause": "md-heads-up-holdem 2.A"},
            {
                "message": "dealing.method hand needs the shuffler automatic or automatic_counting or reshuffling, "
                "not manual",
                "value": "manual",
                "clause": "md-heads-up-holdem 9.A(1)",
            },
        ],
        "notes": [],
    }
    sentences = (
        "- positions must be 1 to 6, not 7 [md-heads-up-holdem 2.A]\n"
        "- dealing.method hand needs the shuffler automatic or automatic_counting or reshuffling, not manual"
        " [md-heads-up-holdem 9.A(1)]\n"
    )
    assert result.err == sentences
    for_people = run("submission", "check", str(file))
    assert (for_people.code, for_people.out, for_people.err) == (1, "", sentences)


def test_values_that_would_drive_a_terminal_are_shown_harmless(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "house.toml"
    text = run("submission", "new", "md-heads-up-holdem").out
    file.write_text(text + '[paytables2]\n["a\\nb\\u001b[31m"]\n[c."[red]d"]\n', encoding="utf-8")
    result = run("submission", "check", str(file), "--json")
    assert result.code == 1
    assert len(result.err.splitlines()) == len(result.document["problems"]) == 3
    assert "\x1b" not in result.err
    assert "- a\\nb\\x1b[31m is not a known key" in result.err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["nonsense"], "No such command 'nonsense'"),
        (["rulebooks", "nonsense"], "No such command 'nonsense'"),
        (["submission", "nonsense"], "No such command 'nonsense'"),
        (["--nonsense"], "No such option: --nonsense"),
        (["rulebooks", "--nonsense"], "No such option: --nonsense"),
        (["rulebooks", "show", "md-four-card-poker", "--nonsense"], "No such option: --nonsense"),
        (["submission", "check", "--nonsense"], "No such option: --nonsense"),
        (["rulebooks", "show"], "Missing argument 'ID'"),
        (["submission", "check"], "Missing argument 'FILE'"),
        (["solve"], "Missing argument TARGET: a rule book's id (pitbook rulebooks lists them) or a submission file"),
        (["submission", "check", "a.toml", "b.toml"], "unexpected extra argument"),
        (["rulebooks", "show", "nobody"], "there is no rule book 'nobody'"),
        (["rulebooks", "show", ""], "there is no rule book ''"),
        (["rulebooks", "show", "../books"], "there is no rule book '../books'"),
        (["rulebooks", "coverage", "nobody"], "there is no rule book 'nobody'"),
        (["selfcheck", "nobody"], "'nobody' is neither a rule book nor a file"),
        (["selfcheck", "nobody.toml"], "nobody.toml cannot be read: No such file or directory"),
        (["submission", "new", "nobody"], "there is no rule book 'nobody'"),
        (["deal", "md-heads-up-holdem", "--rounds", "abc"], "'--rounds': it needs a whole number"),
        (["deal", "md-heads-up-holdem", "--irregularities", "x"], "'--irregularities': it needs a number"),
    ],
)
def test_what_is_not_understood_ends_in_a_sentence_and_exit_code_two(run: Run, words: list[str], said: str) -> None:
    for_people = run(*words)
    assert (for_people.code, for_people.out) == (2, "")
    assert said in for_people.err
    result = run(*words, "--json")
    assert said in str(result.problems[0]["message"])


@pytest.mark.parametrize("words", [["--json"], ["submission", "--json"]])
def test_where_there_is_no_json_asking_for_it_still_gives_a_document(run: Run, words: list[str]) -> None:
    assert "No such option: --json" in str(run(*words).problems[0]["message"])


@pytest.mark.parametrize("words", [[], ["submission"]])
def test_too_few_words_show_the_help(run: Run, words: list[str]) -> None:
    result = run(*words)
    assert (result.code, result.err) == (0, "")
    assert result.out.rstrip() == run(*words, "--help").out.rstrip()
    assert "Usage:" in result.out


@pytest.mark.parametrize(
    "words",
    [[], ["rulebooks"], ["rulebooks", "show"], ["rulebooks", "coverage"], ["submission"], ["submission", "check"]],
)
def test_help(run: Run, words: list[str]) -> None:
    result = run(*words, "--help")
    assert (result.code, result.err) == (0, "")
    assert "Usage:" in result.out


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--port", "65536"], "a port is from 0 to 65535"),
        (["--host", "no.such.host.invalid"], "no.such.host.invalid:8000: Name or service not known"),
    ],
)
def test_serve_refuses_where_it_can_not_listen(
    run: Run, words: list[str], says: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No name server is asked: one may not be there, or answer whatever it is asked."""

    def nobody(*_: object, **__: object) -> None:
        raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")

    monkeypatch.setattr(socket, "getaddrinfo", nobody)
    result = run("serve", *words, "--db", str(tmp_path / "nowhere.db"))
    assert result.code == 2
    assert says in result.err
    assert "Traceback" not in result.err


@pytest.mark.parametrize(
    ("kind", "words"),
    [
        ("malformed", ["settle", "md-heads-up-holdem", "HAND", "--paytable", "foo=A"]),
        ("malformed", ["solve", "md-heads-up-holdem", "--meter", "foo=1"]),
        ("malformed", ["solve", "md-heads-up-holdem", "--stake", "foo=1"]),
        ("refused", ["solve", "md-heads-up-holdem", "--paytable", "odds=Z"]),
        ("refused", ["deal", "md-heads-up-holdem", "--rounds", "1", "--seats", "7", "--db", "PLACE/pit.db"]),
        ("refused", ["simulate", "md-heads-up-holdem", "--rounds", "10", "--seats", "7"]),
        ("refused", ["par", "md-heads-up-holdem", "-o", "PLACE/none/x.pdf"]),
        ("refused", ["export", "--db", "DB", "-o", "PLACE/none/x.jsonl"]),
        ("refused", ["simulate", "md-heads-up-holdem", "--rounds", "10", "--csv", "PLACE/none/x.csv"]),
        ("refused", ["strategy", "md-four-card-poker", "--name", "four-card-simple", "--export", "PLACE/none/x.npz"]),
    ],
)
def test_the_same_fault_is_of_the_same_kind_everywhere(run: Run, tmp_path: Path, kind: str, words: list[str]) -> None:
    """Names that nobody knows are malformed; more seats than the book has, and no place to write to, are refused."""
    with SqliteStore(tmp_path / "empty.db"):
        pass
    places = {"PLACE": str(tmp_path), "DB": str(tmp_path / "empty.db"), "HAND": str(EXAMPLES / "royal.json")}
    result = run(*(re.sub("^(PLACE|DB|HAND)", lambda found: places[found[1]], word) for word in words), "--json")
    assert result.problems
    assert result.document["error"]["kind"] == kind
