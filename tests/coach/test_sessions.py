"""A session has a player's newest rounds, so many and no more, and each is judged once."""

import pytest

from coach.rounds import ANN, ANTE, BOB, FLOOR, Dealt
from pitbook.coach import sessions
from pitbook.coach.report import RoundOfPlayer, round_of
from pitbook.coach.sessions import Sessions
from pitbook.coach.table_history import PlayedRound
from pitbook.table import commands as c
from table.play import MD, rules_of, stacked

ACES, QUEENS, BOARD = "AhAd", "QsQd", "2c7d9hTsJc"


@pytest.fixture
def judged(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The rounds that are judged, one after the other."""
    found: list[str] = []

    def judge(player: str, played: PlayedRound) -> RoundOfPlayer | None:
        found.append(played.round)
        return round_of(player, played)

    monkeypatch.setattr(sessions, "round_of", judge)
    return found


def test_only_what_is_new_is_judged(judged: list[str]) -> None:
    table = Dealt()
    table.sit(ANN, BOB)
    session = Sessions(table.histories)
    for number in range(1, 5):
        table.play(ACES, QUEENS, BOARD, ("raise", 30_00))
        found = session.newest(ANN, ["T1"])
        assert [one.round for one in found.rounds] == [f"T1-{each}" for each in range(1, number + 1)]
        assert found.complete
    assert judged == ["T1-1", "T1-2", "T1-3", "T1-4"]
    assert not session.newest(BOB, ["T1"]).rounds, "he sat there and did not play"


def test_the_newest_rounds_count_and_no_more(monkeypatch: pytest.MonkeyPatch, judged: list[str]) -> None:
    monkeypatch.setattr(sessions, "ROUNDS", 3)
    table = Dealt()
    table.sit(ANN)
    for number in range(1, 6):
        table.play(ACES, QUEENS, BOARD, ("raise", 30_00))
        assert Sessions(table.histories).newest(ANN, ["T1"]).complete == (number <= 3)
    judged.clear()
    found = Sessions(table.histories).newest(ANN, ["T1"])
    assert [one.number for one in found.rounds] == [3, 4, 5]
    assert judged == ["T1-3", "T1-4", "T1-5"]


def test_rounds_are_looked_for_only_so_far_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sessions, "LOOKED", 3)
    table = Dealt()
    table.sit(ANN, BOB)
    table.play(ACES, QUEENS, BOARD, ("raise", 30_00))
    for _ in range(2):
        table.wager({2: ANTE}, stacked(rules_of(MD), [ACES], QUEENS, BOARD))
        table.decide(2, "raise", 30_00)
    found = Sessions(table.histories).newest(ANN, ["T1"])
    assert (found.rounds, found.complete) == ([], False), "the round in progress and Bob's two are looked at"
    assert [one.number for one in Sessions(table.histories).newest(BOB, ["T1"]).rounds] == [2, 3]


def test_the_tables_of_a_player_the_last_one_first(monkeypatch: pytest.MonkeyPatch) -> None:
    table = Dealt()
    for name in ("T2", "T3"):
        table.pit.open_table(name, table.rules, FLOOR, source="scripted")
    session = Sessions(table.histories)
    assert session.tables_of(ANN) == []
    table.sit(ANN)
    table.pit.handle("T3", c.Sit(c.player(ANN), 1, 1_000_00))
    table.pit.handle("T2", c.Sit(c.player(BOB), 1, 1_000_00))
    assert session.tables_of(ANN) == ["T3", "T1"]
    assert session.tables_of(BOB) == ["T2"]
    table.play(ACES, QUEENS, BOARD, ("raise", 30_00))
    assert session.tables_of(ANN) == ["T1", "T3"]
    assert session.newest(ANN, session.tables_of(ANN)).complete
    monkeypatch.setattr(sessions, "TABLES", 1)
    found = session.newest(ANN, session.tables_of(ANN))
    assert ([one.round for one in found.rounds], found.complete) == (["T1-1"], False)
