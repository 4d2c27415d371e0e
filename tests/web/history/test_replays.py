"""Replays of rounds in which anything may have gone wrong: always whole, always as the record has them."""

from random import Random

import pytest
from pydantic import TypeAdapter

from pit.playing import ONE, hosted, play
from pitbook.audit import recall
from pitbook.ledger import MemoryStore
from pitbook.pit.bot_wagers import least_wagers
from pitbook.problems import RefusedError
from pitbook.table import NONE
from pitbook.table.commands import Do, PlaceWagers, Report, dealer
from pitbook.web.history.replays import UNKNOWN, replay
from pitbook.web.responses.replays import Replay
from table.looking import there
from table.play import BOOKS, EVERY_BOOK, GALAXY, rules_of

FORM: TypeAdapter[Replay] = TypeAdapter(Replay)


def _replay_all(book: str, number: int) -> None:
    """So many rounds of a book, each shown again and compared with its record."""
    store = MemoryStore()
    host = hosted(store, rules_of(book), rate=0.6, seed=Random(book).randrange(1000))
    rounds = play(host, number)
    void = 0
    for round_id in rounds:
        found = replay(store, round_id)
        FORM.validate_python(found)
        told = recall(store, round_id).as_json()
        assert all(line["why"] for line in found["lines"])
        lines = [{name: part for name, part in line.items() if name != "why"} for line in found["lines"]]
        assert (lines, found["totals"], found["void"]) == (told["lines"], told["totals"], told["void"])
        assert [frame["type"] for frame in found["frames"]] == [event["type"] for event in told["events"]]
        assert there(found["frames"][-1]["view"])["seed"] == told["seed"]
        assert all(frame["words"] for frame in found["frames"])
        settled = there(found["frames"][-1]["view"])["seats"].values()
        assert sum(len(seat["settled"]) for seat in settled) == len(told["lines"])
        cards = [card for hand in found["dealt"]["seats"].values() for card in hand]
        assert UNKNOWN not in cards
        void += found["void"] is not None
    assert 0 < void < len(rounds), "some rounds were void, and some were not"


@pytest.mark.parametrize("book", EVERY_BOOK)
def test_rounds_with_irregularities_are_replayed_whole(book: str) -> None:
    _replay_all(book, 6)


@pytest.mark.prove
@pytest.mark.parametrize("book", EVERY_BOOK)
def test_many_rounds_with_irregularities_are_replayed_whole(book: str) -> None:
    _replay_all(book, 100)


@pytest.mark.parametrize("book", [book for book in BOOKS if book != GALAXY])
def test_a_card_set_aside_behind_one_drawn_in_error_is_among_those_that_left_the_deck(book: str) -> None:
    """A void round: the drawn card was never dealt, and the two behind it were found face up."""
    store = MemoryStore()
    host = hosted(store, rules_of(book))
    host.make_ready()
    with host.pit.batch(host.table) as batch:
        batch.automations = NONE
        batch.do(PlaceWagers(ONE, 1, least_wagers(rules_of(book))))
        while batch.state.agenda[0].do != "deal":
            batch.do(Do(dealer(), batch.state.agenda[0].do))
        for name in ("card_drawn_in_error", "face_up_card", "face_up_card"):
            batch.do(Report(dealer(), name))
    host.make_ready()
    found = replay(store, "T1-1")
    FORM.validate_python(found)
    proof, last = there(found["proof"]), there(found["frames"][-1]["view"])
    assert found["void"] == "face_up_cards"
    places = [*found["dealt"]["board"], *found["dealt"]["dealer"], *found["dealt"]["extra"], *last["set_aside"]]
    number = len(places) + last["burned"] + sum(map(len, found["dealt"]["seats"].values())) + found["dealt"]["drawn"]
    assert number == 3
    order = proof["decks"][0].split()
    for cut in proof["cuts"]:
        order = order[cut["depth"] :] + order[: cut["depth"]]
    assert last["set_aside"] == order[1:3]


def test_what_is_not_over_or_never_was_is_refused() -> None:
    store = MemoryStore()
    host = hosted(store, rules_of(BOOKS[0]))
    play(host, 1)
    host.make_ready()
    for round_id, words in (
        ("T1-2", "is not over"),
        ("T1-9", "there is no round"),
        ("T2-1", "has no table"),
    ):
        with pytest.raises(RefusedError, match=words):
            replay(store, round_id)
