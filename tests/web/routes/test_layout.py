"""Books, clauses, layouts and signs over HTTP."""

from collections.abc import Iterator
from xml.etree import ElementTree

import pytest

from pitbook.layout import felt_of
from pitbook.rulebooks import book_ids, load_book, register
from pitbook.submission import load_target
from web.running import BOOKS, EVERY_BOOK, Served, served

MD, MA, GALAXY, FOUR = BOOKS


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("layout") / "record.db") as found:
        yield found


def test_books_have_what_a_lobby_needs(server: Served) -> None:
    http = server.plain()
    books = {book["id"]: book for book in http.get("/api/books").json()}
    assert tuple(books) == book_ids()
    md = books[MD]
    assert (md["title"], md["family"], md["positions"]) == ("Heads-Up Hold'em (Maryland)", "board_dealer", 6)
    assert md["paytables"]["trips_plus"][0] == {"id": "A", "summary": "100 / 40 / 30 / 9 / 7 / 4 / 3 to 1"}
    assert md["paytables"]["odds"] == [{"id": "A", "summary": "500 / 50 / 10 / 3 / 3:2 / 1 to 1"}]
    required = {wager["name"]: wager["required"] for wager in md["wagers"]}
    assert [name for name, needed in required.items() if needed] == ["ante", "odds", "raise"]
    assert md["stock"]["limits"] == {
        "chip_unit": "0.50",
        "ante": {"least": "5.00", "most": "500.00"},
        "side": {"least": "1.00", "most": "100.00"},
    }
    assert books[FOUR]["positions"] == 7
    assert books[MA]["streets"][0]["actions"][0]["multiples"] == [1, 2, 3]
    assert {book["id"]: len(book["options"]) for book in books.values()} == {
        book_id: len(load_book(book_id).options) for book_id in book_ids()
    }


def test_every_clause_can_be_looked_up(server: Served) -> None:
    http = server.plain()
    for book in book_ids():
        for clause in register(book)[::17]:
            found = http.get(f"/api/clauses/{book}/{clause.id}").json()
            assert (found["citation"], found["says"]) == (clause.citation, clause.says)
            assert found["coverage"] == clause.coverage.value
    found = http.get(f"/api/clauses/{MD}/6.D(2)").json()
    assert [(one["number"], one["options"]) for one in found["readings"]] == [
        (6, ["flopped_royal_is_flopped_straight_flush", "flopped_straight_flush_stays"])
    ]
    assert "flopped" in found["readings"][0]["says"].lower()


@pytest.mark.parametrize("path", [f"{MD}/99.Z", "no-such-book/2.B", f"{MD}/%2e%2e", f"{MD}/2.B%00", "x" * 300 + "/1"])
def test_clauses_that_nobody_wrote_are_not_found(server: Served, path: str) -> None:
    http = server.plain()
    answer = http.get(f"/api/clauses/{path}")
    assert answer.status_code == 404
    assert answer.json()["error"]["kind"] == "refused"


@pytest.mark.parametrize("book", EVERY_BOOK)
def test_the_layout_of_a_table_is_that_of_its_rules(server: Served, book: str) -> None:
    ann = server.client()
    table = ann.open(book, house_name="The Blue Room", limits={"ante": {"least": "25.00", "most": "250.00"}})
    found = ann.http.get(f"/api/tables/{table}/layout").json()
    assert found["house_name"]["text"] == "The Blue Room"
    assert (
        next(one["text"] for one in found["sign"]["limits"] if one["wager"] == load_book(book).flow.base)
        == "$25 to $250"
    )
    page = ann.http.get("/print/sign", params={"table": table})
    assert "The Blue Room" in page.text
    assert "$25 to $250" in page.text
    drawing = ann.http.get(f"/api/tables/{table}/layout.svg")
    assert drawing.headers["content-type"] == "image/svg+xml"
    positions = [g for g in ElementTree.fromstring(drawing.text).iter() if g.get("data-position")]  # noqa: S314
    assert len(positions) == found["positions"]


def test_the_felt_is_drawn_for_a_window_with_the_own_position_large(server: Served) -> None:
    ann = server.client()
    table = ann.open(FOUR)
    asked = {"width": 1280, "height": 720, "own": 4}
    found = ann.http.get(f"/api/tables/{table}/felt", params=asked).json()
    assert (found["width"], found["height"]) == (1280, 720)
    assert ElementTree.fromstring(found["svg"]).get("viewBox") == "0 0 1280 720"  # noqa: S314
    spots = {seat: places["spots"]["ante"]["width"] for seat, places in found["seats"].items()}
    assert sorted(spots) == [str(number) for number in range(1, 8)]
    assert all(spots["4"] > width for seat, width in spots.items() if seat != "4")
    lines = ann.http.get(f"/api/tables/{table}/layout").json()["sign"]["schedules"]
    drawn = ann.http.get(f"/api/tables/{table}/felt", params={"width": 1900, "height": 1200}).json()["lines"]
    assert [(one["wager"], one["pays"]) for one in drawn] == [
        (schedule["wager"], line["pays"]) for schedule in lines for line in schedule["lines"]
    ]


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        ({"width": 1280, "height": 720, "own": 8}, "the positions are 1 to 7"),
        ({"width": 100, "height": 720}, "width"),
        ({"height": 720}, "width"),
        ({"width": 1280, "height": 720, "own": [1, 2, 3, 4]}, "own"),
    ],
)
def test_a_window_that_cannot_be_drawn_for_is_refused(server: Served, asked: dict[str, int], words: str) -> None:
    ann = server.client()
    answer = ann.http.get(f"/api/tables/{ann.open(FOUR)}/felt", params=asked)
    assert answer.status_code == 422
    assert words in answer.text


def test_another_paytable_changes_the_sign(server: Served) -> None:
    http = server.plain()
    for choice, pays in (("trips_plus:A", "9 to 1"), ("trips_plus:C", "7 to 1")):
        asked = {"target": MD, "paytable": choice}
        sign = http.get("/api/layout", params=asked).json()["sign"]
        lines = next(one["lines"] for one in sign["schedules"] if one["title"] == "Trips Plus")
        assert next(line["pays"] for line in lines if line["when"] == "full house") == pays
        assert f"<th scope='row'>full house</th><td>{pays}</td>" in http.get("/print/sign", params=asked).text


def test_the_layout_is_the_models_own_document(server: Served) -> None:
    http = server.plain()
    found = http.get("/api/layout", params={"target": FOUR}).json()
    assert found == felt_of(load_target(FOUR)).as_json()


@pytest.mark.parametrize("path", ["/print/sign", "/print/layout"])
def test_pages_to_print_come_under_the_strict_policy(server: Served, path: str) -> None:
    http = server.plain()
    answer = http.get(path, params={"target": MD})
    style = http.get("/print/style.css")
    assert answer.headers["content-type"].startswith("text/html")
    assert "style-src 'self'" in answer.headers["content-security-policy"]
    assert "<link rel='stylesheet' href='/print/style.css'>" in answer.text
    assert "style=" not in answer.text
    assert style.headers["content-type"].startswith("text/css")
    assert "@media print" in style.text


@pytest.mark.parametrize(
    ("asked", "status", "words"),
    [
        ({}, 422, "name either a target"),
        ({"target": MD, "table": "T1"}, 422, "name either a target"),
        ({"target": "/etc/passwd"}, 422, "the books are"),
        ({"target": "src/pitbook/rulebooks/books/md-heads-up-holdem"}, 422, "the books are"),
        ({"target": MD, "paytable": "trips_plus"}, 422, "is not a name and a value"),
        ({"target": MD, "paytable": "trips_plus:Z"}, 409, "there is no table 'Z'"),
        ({"target": MD, "paytable": "nothing:A"}, 409, "nothing"),
        ({"target": MD, "option": "progressive_survives_fold:perhaps"}, 422, "true or false"),
        ({"table": "T999"}, 404, "there is no table T999"),
        ({"table": "../x"}, 422, "can't be the name of a table"),
        ({"target": MD, "paytable": ["x" * 100 + ":A"]}, 422, "at most 64"),
        ({"target": MD, "paytable": [f"k{number}:A" for number in range(40)]}, 422, "at most 16"),
    ],
)
def test_what_cannot_be_printed_is_refused_in_a_sentence(
    server: Served, asked: dict[str, str], status: int, words: str
) -> None:
    http = server.plain()
    answer = http.get("/print/sign", params=asked)
    assert answer.status_code == status, answer.text
    assert words in answer.json()["error"]["problems"][0]["message"]


def test_a_private_tables_layout_is_for_those_at_it(server: Served) -> None:
    ann, eve = server.client("Ann"), server.client("Eve")
    table = ann.open(MD, private=True)
    felt = f"/api/tables/{table}/felt?width=900&height=700"
    for path in (f"/api/tables/{table}/layout", f"/api/tables/{table}/layout.svg", f"/print/sign?table={table}", felt):
        assert ann.http.get(path).status_code == 200
        assert eve.http.get(path).status_code == 403
