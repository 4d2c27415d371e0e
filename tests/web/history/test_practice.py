"""What people have practised, read from the record: each answer once, and only what this server can still ask."""

from collections.abc import Iterator
from typing import Any

from coach.test_practice import answered
from pitbook.ledger import MemoryStore, StoredEvent
from pitbook.pit import Pit
from pitbook.pit.drills import DrillAnswered, drill_stream
from pitbook.problems import MalformedError, Problem
from pitbook.table.commands import player
from pitbook.web.history.practice import KEPT, Practices
from table.play import FOUR, MD


class Counting(MemoryStore):
    """Knows how many events were read."""

    count = 0

    def read(self, stream: str, after: int = 0) -> Iterator[StoredEvent]:
        for stored in super().read(stream, after):
            self.count += 1
            yield stored


def ask(answer: DrillAnswered) -> Any:
    if answer.book == "gone":
        raise MalformedError(Problem("there is no such book"))
    return {"target": answer.book}


def note(store: MemoryStore, person: str, **change: Any) -> None:
    answer = DrillAnswered(**answered("Ah Kd", "1/3").to_data() | change)
    Pit(store).note(drill_stream(person), answer, player(person))


def test_books_have_results_of_their_own_and_one_that_is_gone_is_left_out() -> None:
    store, ann = MemoryStore(), "Ann~" + "1" * 32
    for change in ({}, {"book": FOUR, "street": "play"}, {"book": "gone"}, {"street": "gone"}):
        note(store, ann, **change)
    found = Practices(store).results(ann, ask)
    assert {book: list(one["streets"]) for book, one in found["results"].items()} == {MD: ["river"], FOUR: ["play"]}
    assert [one["question"]["target"] for one in found["missed"]] == [MD, FOUR, MD]
    assert found["days"] == {"2026-01-31": 4}


def test_an_answer_is_read_once() -> None:
    store, people = Counting(), [f"Ann~{number:032x}" for number in range(KEPT + 1)]
    practices = Practices(store)
    note(store, people[0])
    note(store, people[0])
    assert practices.results(people[0], ask)["days"] == {"2026-01-31": 2}
    note(store, people[0])
    for _ in range(3):
        assert practices.results(people[0], ask)["days"] == {"2026-01-31": 3}
    assert store.count == 3
    for person in people[1:]:
        practices.results(person, ask)
    assert practices.results(people[0], ask)["days"] == {"2026-01-31": 3}
    assert store.count == 6, "of so many people nobody remembers the first"
