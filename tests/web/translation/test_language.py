"""What the server says, in Spanish: every sentence of the code is known, and nothing English is left on a visit."""

import json
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from websockets.sync.client import connect

from kinds import one_of_each_kind
from pitbook.rulebooks import book_ids
from pitbook.rulebooks.register import interpretations
from pitbook.web.live.patches import patch_of, patched
from pitbook.web.translation.middleware import spoken, translated
from pitbook.web.translation.sentences import Translator, language_of, wanted
from web.catalogued import can_be_made
from web.running import PATIENCE, Served, served
from web.sentences import SOURCE, sentences
from web.touring import drilled, played, told_without_a_table

SPANISH = language_of("es")
CATALOGUES = [
    SOURCE / "web" / "words" / "es.toml",
    *(SOURCE / "rulebooks" / "books" / book / "words" / "es.toml" for book in book_ids()),
]
ENGLISH = re.compile(
    r"\b(?:the|of|and|is|are|with|cards?|seat|wagers?|dealer|deck|at|by|round|has|have|not|from|what|your|you|this|that|its?"
    r"|be|on|or|in|an|two|three|five|than|player|position|pays|up|down|loses|wins|raise|fold|check"
    r"|ace|king|queen|high|flush|straight|pair|bets?|withdraw|ride|first|second|against|less|worth)\b"
)
"""Words that no Spanish sentence has."""
KEPT = re.compile(r"\w+[._]\w+|Let It Ride")
"""Names of the API, and of a game."""
NO_SENTENCES = frozenset({"no one two three four five six seven eight nine ten eleven twelve"})
JOINED = frozenset(
    {
        "sevens",
        *(f"{what} every time" for what in ("wins", "loses", "ties")),
        *(
            f"Deal {cards} face {face} to {{{place}}}."
            for cards, place in (("one card", 1), ("{1:d} cards", 2))
            for face in ("up", "down")
        ),
        "{1} leaves in the round.",
        *("no high cards to {1}", "{1:d} high cards to {2}"),
        "only the {1} of this table does this; while others have wagers, only if the operator appointed them",
        *(f"{{1}} must be {what} (got {{2}})" for what in ("true or false", "a whole number", "text in quotes")),
        "{1} must be a table of keys and values (got {2})",
        "{1} must be a list in square brackets (got {2})",
        "{1} must be a list, like {2} (got {3})",
    }
)
"""What the code puts together from texts that stand apart."""
PLACE = re.compile(r"\{(\d)(?::\w+)?\}")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("language") / "record.db") as found:
        yield found


def test_every_sentence_that_can_reach_a_page_is_known() -> None:
    found = sorted(one for one in sentences() if one[1] not in NO_SENTENCES)
    assert len(found) > 300
    unknown = [
        (module, text)
        for module, text in found
        if not any(
            SPANISH.knows(text.strip(". ").replace("{}", value) + end) for value in ("7", "7.00") for end in ("", ".")
        )
    ]
    assert unknown == []


@pytest.mark.parametrize("path", CATALOGUES, ids=lambda path: path.parts[-3])
def test_every_entry_is_used(path: Path) -> None:
    """What the code and the books do not say in English any more has no Spanish."""
    tables = tomllib.loads(path.read_text("utf-8"))
    entries = [english for kind in ("names", "verbs", "sentences") for english in tables.get(kind, {})]
    assert [english for english in entries if english not in JOINED and not can_be_made(english)] == []


@pytest.mark.parametrize("text", ["seed missing", "the table of {1} closes in {2} minutes", "Deal goes on at {1}"])
def test_what_nothing_says_is_found(text: str) -> None:
    assert not can_be_made(text)


@pytest.mark.parametrize("path", CATALOGUES, ids=lambda path: path.parts[-3])
def test_both_sides_of_a_template_have_the_same_places(path: Path) -> None:
    for english, spanish in tomllib.loads(path.read_text("utf-8"))["sentences"].items():
        here, there = PLACE.findall(english), PLACE.findall(spanish)
        assert here == sorted(here), english
        assert set(there) <= set(here), english


@pytest.mark.parametrize(
    ("header", "found"),
    [
        ("", None),
        ("es", "es"),
        ("es-MX,es;q=0.9,en;q=0.8", "es"),
        ("en-US,es;q=0.9", None),
        ("de, es;q=0.5, en;q=0.7", None),
        ("fr;q=x, es", "es"),
        ("*", None),
    ],
)
def test_the_language_of_a_header(header: str, found: str | None) -> None:
    assert wanted(header) == found


@pytest.mark.parametrize(
    ("english", "spanish"),
    [
        ("Deal one card face down to seat 3.", "Reparte una carta boca abajo al asiento 3."),
        ("two pairs, kings and tens, four kicker", "dobles parejas de reyes y dieces, kicker cuatro"),
        ("Seat 2 may raise 5.00, 10.00 or 15.00, or check.", "El asiento 2 puede subir 5.00, 10.00 o 15.00, o pasar."),
        ("Ante loses 5.00 to the dealer.", "Ante pierde 5.00 con el crupier."),
        ("Ante wins 5.00 at 1 to 1: beats dealer.", "Ante gana 5.00 (1 a 1): gana al crupier."),
        ("Seat 2: withdraw bet 1, 10.00 goes back.", "Asiento 2: retirar la apuesta 1; vuelven 10.00."),
        ("Seat 2 may ride, or withdraw bet 1.", "El asiento 2 puede dejar la apuesta, o retirar la apuesta 1."),
        ("king high to straight flush", "de rey como carta alta a escalera de color"),
        (
            "one suit, 2 possible straights, 1 high card to one suit, 3 possible straights",
            "un solo palo, 2 escaleras posibles, 1 carta alta, hasta un solo palo, 3 escaleras posibles",
        ),
        (
            "mixed suits, no possible straights, no high cards",
            "palos distintos, sin escalera posible, sin cartas altas",
        ),
        ("position 2 is taken", "la posición 2 está ocupada"),
        ("Ann Of The Seat", "Ann Of The Seat"),
    ],
)
def test_sentences_lists_and_names(english: str, spanish: str) -> None:
    assert SPANISH.say(english) == spanish


def test_what_somebody_does_is_not_what_lies_on_the_felt() -> None:
    document = {"wagers": [{"name": "raise", "label": "Raise"}], "asks": [{"action": "raise_3", "label": "Raise 3x"}]}
    found: Any = translated(document, SPANISH)
    asked = {"asks": [{"action": "withdraw_bet_1", "label": "Withdraw bet 1"}, {"action": "ride", "label": "Ride"}]}
    asks: Any = translated(asked, SPANISH)
    assert [one["label"] for one in asks["asks"]] == ["Retirar la apuesta 1", "Dejar la apuesta"]
    assert (found["wagers"][0]["label"], found["asks"][0]["label"]) == ("Subida", "Subir 3x")
    assert (found["wagers"][0]["name"], found["asks"][0]["action"]) == ("raise", "raise_3")


def test_what_changed_in_a_view_is_said_as_the_whole_view_is() -> None:
    """One value alone, a list that is sent whole, a line of which only the hand is another one."""
    line = {"wager": "ante", "result": "lose", "hand": "high_card", "pays": None, "words": "Ante takes 1.00 back."}
    same = {str(number): number for number in range(9)}
    old: Any = {
        **same,
        "time_rule": "",
        "seats": {"3": {**same, "hand": None, "settled": [line, *([same] * 6)]}},
        "ask": [{"action": "check", "label": "Check"}],
    }
    seat = {**same, "hand": "pair of sevens", "settled": [line | {"hand": "flush"}, *([same] * 6)]}
    new = old | {"seats": {"3": seat}, "ask": [{"action": "raise_3", "label": "Raise 3x"}]}
    patch: Any = patch_of(old, new, {})
    assert patch == {
        "seats": {"3": {"hand": ["pair of sevens"], "settled": {"#": 7, "0": {"hand": ["flush"]}}}},
        "ask": [[{"action": "raise_3", "label": "Raise 3x"}]],
    }
    found: Any = spoken({"type": "patch", "patch": patch}, SPANISH)
    assert patched(translated(old, SPANISH), found["patch"]) == translated(new, SPANISH)
    assert found["patch"]["seats"]["3"]["hand"] == ["pareja de sietes"]
    assert found["patch"]["seats"]["3"]["settled"]["0"]["hand"] == ["flush"]


def test_the_readings_behind_a_line_have_names() -> None:
    """A page tells which readings decided a line, by their names."""
    names = [one.name.replace("_", " ") for one in interpretations()]
    assert len(names) > 40
    assert [name for name in names if SPANISH.say(name) == name] == []


def test_titles_by_name_are_said() -> None:
    odds = {"streets": {"river": "At the river"}, "paytable_titles": {"odds": "Odds (a win)"}}
    assert translated(odds, SPANISH) == {
        "streets": {"river": "En el river"},
        "paytable_titles": {"odds": "Odds (al ganar)"},
    }


def test_identifiers_and_clauses_stay() -> None:
    line = {"wager": "ante", "result": "win", "hand": "flush", "pays": "1 to 1", "words": "Ante takes 1.00 back."}
    assert translated(line, SPANISH) == line | {"pays": "1 a 1", "words": "Ante quita 1.00."}
    clause = {"id": "1", "says": "The dealer", "coverage": "tested"}
    assert translated(clause, SPANISH) == clause


def test_an_answer_is_in_the_language_that_was_asked_for(server: Served) -> None:
    http = server.plain()
    english, spanish = (
        http.get("/api/tables/T0", headers={"Accept-Language": language}) for language in ("en", "es-ES")
    )
    assert english.json()["error"]["problems"][0]["message"] == "there is no table T0"
    assert "content-language" not in english.headers
    assert spanish.json()["error"]["problems"][0]["message"] == "no existe la mesa T0"
    assert (spanish.status_code, spanish.headers["content-language"]) == (404, "es")
    assert "accept-language" in spanish.headers["vary"].lower()
    names = http.get("/api/names", headers={"Accept-Language": "es"}).json()
    assert (names["names"]["flush"], names["verbs"]["fold"]) == ("color", "retirarse")
    assert http.get("/api/names").json() == {"names": {}, "verbs": {}}


def test_a_live_connection_speaks_the_language_of_its_page(server: Served) -> None:
    ann = server.client()
    table = ann.open()
    address = f"ws://localhost:{server.port}/api/tables/{table}/live?as=player&language="
    bearer = {"Authorization": f"Bearer {ann.token}"}
    rules = []
    for language in ("en", "es", "xx"):
        with connect(address + language, additional_headers=bearer, compression=None, open_timeout=PATIENCE) as live:
            rules.append(json.loads(live.recv(PATIENCE))["view"]["wagering"]["decided"][0]["label"])
    assert rules == ["Raise", "Subir", "Raise"]


class _Left:
    """Notes what stays English."""

    def __init__(self, language: Translator) -> None:
        self._language = language
        self.found: set[tuple[str, str]] = set()

    def say(self, text: str) -> str:
        return self._noted(text, self._language.say(text))

    def verb(self, text: str) -> str:
        return self._noted(text, self._language.verb(text))

    def _noted(self, text: str, said: str) -> str:
        if ENGLISH.search(KEPT.sub("", said)):
            self.found.add((text, said))
        return said


def _english_in(documents: Iterator[Any]) -> set[tuple[str, str]]:
    left: Any = _Left(SPANISH)
    for document in documents:
        translated(document, left)
    found: set[tuple[str, str]] = left.found
    return found


def test_what_is_read_without_sitting_down_has_no_english(server: Served) -> None:
    assert _english_in(told_without_a_table(server.plain())) == set()


@pytest.mark.parametrize("book", one_of_each_kind(book_ids()))
def test_a_round_of_each_book_has_no_english(server: Served, book: str) -> None:
    assert _english_in(played(server.client("Ann"), book, rounds=1)) == set()


@pytest.mark.prove
@pytest.mark.parametrize("book", book_ids())
def test_rounds_and_drills_of_each_book_have_no_english(server: Served, book: str) -> None:
    client = server.client("Ann")
    assert _english_in(played(client, book, rounds=12)) == set()
    assert _english_in(drilled(client, book, number=20)) == set()
    assert _english_in(iter([client.http.post("/api/odds", json={"target": book}).json()])) == set()
