"""Events are the only memory: they are stored under explicit names, and read back they make the same table."""

import json

import pytest

from pitbook.json_types import Json, JsonObject
from pitbook.problems import MalformedError
from pitbook.settlement import Result
from pitbook.table import REGISTRY, decide, fold, read_event
from pitbook.table import commands as c
from pitbook.table.events import SettlementReckoned
from table.looking import dump
from table.play import METHODS
from table.playthroughs import SCENARIOS
from table.stored import RECORDS, record_digests

NAMES = """
table_opened rules_adopted deck_received deck_removed performed shuffled stack_inserted deck_cut recut_ordered
reshuffle_ordered
stub_count_called went_idle player_arrived closing_ordered table_closed player_sat bought_in cashed_out player_left
leaving_ruled round_withdrawn
seed_committed beacon_given seed_list_closed seed_revealed round_called_off
round_opened wagers_placed progressive_acknowledged no_more_bets progressive_locked_out
chips_counted cards_ordered cards_dealt cards_entered cards_corrected decided stub_counted stub_resolved
settlement_reckoned progressive_validated award_taken
cards_discarded round_ended irregularity_reported card_set_aside round_voided deck_jammed device_taken_out
device_restored ruling_made
"""


def test_the_stored_names_and_versions() -> None:
    assert sorted(REGISTRY) == sorted(NAMES.split())
    assert {event.version for event in REGISTRY.values()} == {1}


@pytest.mark.parametrize(("book", "method", "order"), METHODS)
def test_stored_and_read_back_they_make_the_same_table(book: str, method: str, order: str) -> None:
    for scenario in SCENARIOS.values():
        *_, (_, game) = scenario(book, method, order)
        stored = [(event.type, json.dumps(event.to_data())) for event in game.events]
        read = [read_event(name, json.loads(data)) for name, data in stored]
        assert read == game.events
        assert dump(fold(game.library, read)) == dump(game.state)


def test_the_stored_form_stays_byte_for_byte() -> None:
    golden = json.loads(RECORDS.read_text(encoding="utf-8"))
    assert record_digests() == golden


PLAIN: list[Json] = [1, "ante", "win", "beats_dealer", "two_pairs", "1 to 1", 1000, 2000]
OPEN: list[Json] = [2, "progressive", "win", "progressive_hand", "royal_flush", "10% of meter"]
OPEN += [None, None, "progressive"]


def test_settlement_lines_are_read_by_name_and_stored_as_short_lists() -> None:
    data: JsonObject = {"dealer": "pair", "lines": [PLAIN, OPEN]}
    event = read_event("settlement_reckoned", data)
    assert isinstance(event, SettlementReckoned)
    plain, share = event.lines
    assert (plain.seat, plain.wager, plain.result, plain.returned) == (1, "ante", Result.WIN, 2000)
    assert not plain.is_open
    assert share.is_open
    assert (share.meter, share.returned) == ("progressive", 0)
    assert json.loads(json.dumps(event.to_data())) == data


@pytest.mark.parametrize(
    "line",
    [
        PLAIN[:7],
        [*PLAIN, None],
        [*OPEN, "1"],
        [*OPEN[:6], 5, 5, "progressive"],
        [*PLAIN[:2], "wins", *PLAIN[3:]],
        7,
    ],
)
def test_a_settlement_line_of_another_shape_is_malformed(line: Json) -> None:
    with pytest.raises(MalformedError, match="eight values"):
        read_event("settlement_reckoned", {"dealer": None, "lines": [line]})


def test_what_is_not_an_event_is_malformed() -> None:
    wrong: list[tuple[str, JsonObject]] = [
        ("flood", {}),
        ("round_ended", {}),
        ("round_ended", {"round": "T-1", "more": 1}),
    ]
    for name, data in wrong:
        with pytest.raises(MalformedError):
            read_event(name, data)


def test_a_record_that_does_not_fit_is_noticed() -> None:
    *_, (_, game) = SCENARIOS["plain"](*METHODS[0])
    wrong = [event for event in game.events if event.type != "shuffled"]
    with pytest.raises(ValueError, match="the next step was"):
        fold(game.library, wrong)


def test_deciding_never_changes_the_state() -> None:
    *_, (_, game) = SCENARIOS["full"](*METHODS[0])
    wagers = {"ante": 10_00, "odds": 10_00}
    for command in (
        c.PlaceWagers(c.player("player 1"), 1, wagers),
        c.Leave(c.player("player 1")),
        c.OrderReshuffle(c.floorperson(), "to be sure"),
        c.CloseTable(c.floorperson()),
        c.BuyIn(c.player("player 1"), 100),
    ):
        before = dump(game.state)
        assert decide(game.state, command, game.context())
        assert dump(game.state) == before
