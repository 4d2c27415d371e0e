"""Ultimate Texas Hold'em, clause by clause of Pitbook's own register.

Where nothing else is said, ante and blind are $10 and the board is 9s 4c 7h 2c Kd.
"""

from typing import Any

import pytest

from clauses import procedures as p
from clauses.hands import Hand, check, lines, refused, settled
from clauses.holdem import BEATEN, WINNING
from oracle.house_paytables import HOUSE_PAYTABLES, ULTIMATE
from oracle.paytables import To
from pitbook.layout import felt_of
from pitbook.rulebooks import load_book, register
from pitbook.submission import HouseRules
from pitbook.table import ALL, NONE, player_view
from pitbook.table import commands as c
from settlement.choices import rules_of
from table.looking import there
from table.play import Game, stacked
from table.play import rules_of as dealt_by

CITE = f"{ULTIMATE} {{}}".format
BOARD = "9s 4c 7h 2c Kd"
KINGS, KING_HIGH = "Ks Qd", "Qs 5d"
MAIN = {"ante": 10_00, "blind": 10_00}


def clause(*ids: str) -> pytest.MarkDecorator:
    return pytest.mark.clause(*map(CITE, ids))


def alone(hole: str, board: str, dealer: str, play: str | None = "10.00", **wagers: str) -> Hand:
    placed = {"ante": "10.00", "blind": "10.00"} | ({"play": play} if play else {}) | wagers
    return {"board": board, "dealer": dealer, "seats": [seat(hole, placed, folded=play is None)]}


def seat(hole: str, wagers: dict[str, str], number: int = 1, *, folded: bool = False) -> dict[str, Any]:
    return {"seat": number, "hole": hole, "folded": folded, "wagers": wagers}


def opened(rules: HouseRules, players: int = 2) -> Game:
    game = Game(rules, automations=ALL)
    game.deck = stacked(rules, ["9h 4d", "9d 9c", "Ac Kc"][:players], KINGS, BOARD)
    game.sit(players)
    return game


@clause("1")
def test_one_deck_of_52_cards_anew_for_every_round() -> None:
    p.one_deck_anew(ULTIMATE, CITE("1"), MAIN, ("play", 30_00))


@clause("2")
def test_six_positions_one_for_each_player() -> None:
    game = opened(dealt_by(ULTIMATE))
    p.refused(game, c.Sit(c.player("far"), 7, 100_00))
    p.refused(game, c.Sit(c.player("player 1"), 3, 100_00), CITE("2"))


@clause("3.a")
@pytest.mark.parametrize(
    "wagers", [{"ante": "10.00", "play": "10.00"}, {"ante": "10.00", "blind": "5.00", "play": "10.00"}]
)
def test_ante_and_blind_are_needed_and_equal(wagers: dict[str, str]) -> None:
    hand = {"board": BOARD, "dealer": KINGS, "seats": [seat("Ah Jd", wagers)]}
    assert CITE("3.a") in [problem.clause for problem in refused(ULTIMATE, hand)]


@clause("3.a")
def test_wagers_outside_the_limits_are_refused() -> None:
    game = opened(dealt_by(ULTIMATE))
    p.refused(game, c.PlaceWagers(c.player("player 1"), 1, {"ante": 501_00, "blind": 501_00}), CITE("3.a"))


@clause("3.b")
def test_trips_needs_ante_and_blind() -> None:
    hand = {"board": BOARD, "dealer": KINGS, "seats": [seat("Ah Jd", {"trips": "5.00"})]}
    assert CITE("3.b") in [problem.clause for problem in refused(ULTIMATE, hand)]
    check(settled(ULTIMATE, alone("9h 9d", BOARD, KINGS, trips="5.00")), 1, "trips", "win", "15.00", "20.00")


@pytest.mark.parametrize("method", ["manual_shoe", "hand", "automated"])
@clause("4.a")
def test_two_cards_each_from_the_dealers_left(method: str) -> None:
    game = opened(dealt_by(ULTIMATE, method))
    for number in (1, 2):
        game.wager(number, MAIN)
    game.table.automations = NONE
    game.deal()
    steps = [(to, number) for to, number, _, _ in p.dealt(game) if to in ("player", "dealer")]
    once = [("player", 1), ("player", 2), ("dealer", None)]
    assert steps == (once if method == "automated" else once * 2)
    assert p.cited(game, "deal", "player") == p.cited(game, "deal", "dealer") == {CITE("4.a")}


@pytest.mark.parametrize("order", ["as_needed", "board_face_down"])
@clause("4.a", "4.b", "4.c")
def test_flop_and_river_are_shown_when_everybody_has_decided(order: str) -> None:
    game = opened(dealt_by(ULTIMATE, "hand", order), 1)
    game.wager(1, MAIN)
    game.table.automations = NONE
    game.deal()
    game.perform_until("decide")
    down = ["hidden"] if order == "board_face_down" else []
    turned = "turn_up" if order == "board_face_down" else "deal"
    assert _board(game) == down * 5
    for number, clause_id in ((3, "4.b"), (5, "4.c")):
        game.decide(1, "check")
        assert game.state.agenda[0].clauses == (CITE(clause_id),)
        game.step(turned)
        assert _board(game) == BOARD.split()[:number] + down * (5 - number)


def _board(game: Game) -> list[str]:
    found: list[str] = there(player_view(game.state, "player 1")["round"])["board"]
    return found


@pytest.mark.parametrize(
    ("place", "amounts", "clause_id"),
    [
        pytest.param(0, (30_00, 40_00), "5.a", marks=clause("5.a")),
        pytest.param(1, (20_00,), "5.b", marks=clause("5.b")),
        pytest.param(2, (10_00,), "5.c", marks=clause("5.c")),
    ],
)
def test_what_may_be_played_when(place: int, amounts: tuple[int, ...], clause_id: str) -> None:
    for amount in (10_00, 15_00, 20_00, 30_00, 40_00, 50_00):
        game = opened(dealt_by(ULTIMATE), 1)
        game.wager(1, MAIN)
        game.deal()
        for _ in range(place):
            p.refused(game, c.Decide(c.player("player 1"), 1, "fold"))
            game.decide(1, "check")
        command = c.Decide(c.player("player 1"), 1, "play", amount)
        if amount not in amounts:
            p.refused(game, command, CITE(clause_id))
            continue
        game.do(command)
        assert game.state.rounds == 1, "who has played is asked no more"


@clause("5.c")
def test_with_all_cards_up_nobody_checks() -> None:
    game = opened(dealt_by(ULTIMATE), 1)
    game.wager(1, MAIN)
    game.deal()
    game.decide(1, "check")
    game.decide(1, "check")
    p.refused(game, c.Decide(c.player("player 1"), 1, "check"), CITE("5.c"))
    game.decide(1, "fold")


@clause("5.d")
@pytest.mark.parametrize("dealer", [KINGS, KING_HIGH])
def test_a_fold_loses_ante_and_blind(dealer: str) -> None:
    answer = settled(ULTIMATE, alone("Ah Ad", BOARD, dealer, None))
    for wager in ("ante", "blind"):
        check(answer, 1, wager, "forfeit", "0.00", "0.00", CITE("5.d"))


@clause("5.e")
@pytest.mark.parametrize("survives", [True, False])
def test_trips_after_a_fold(*, survives: bool) -> None:
    hand = alone("9h 9d", BOARD, KINGS, None, trips="5.00")
    answer = settled(ULTIMATE, hand, options={"trips_survives_fold": survives})
    expected = ("win", "15.00", "20.00") if survives else ("forfeit", "0.00", "0.00", CITE("5.e"))
    check(answer, 1, "trips", *expected)


@clause("6.a")
def test_the_dealers_cards_are_shown_after_the_last_decision() -> None:
    game = opened(dealt_by(ULTIMATE), 1)
    game.wager(1, MAIN)
    game.deal()
    assert there(player_view(game.state, "player 1")["round"])["dealer"] == ["hidden", "hidden"]
    game.decide(1, "play", 40_00)
    assert [str(card) for card in game.state.last_round.dealer] == KINGS.split()


@clause("6.a", "7.b", "7.d", "7.e")
@pytest.mark.parametrize(
    ("hole", "board", "dealer", "result"),
    [
        ("Kh Qh", BOARD, KINGS, "push"),  # kings with a queen, both
        ("2h 3d", "Ah Kh Qh Jh Th", "4s 5s", "push"),  # the board plays
        ("Kh Ad", BOARD, KINGS, "win"),  # kings with an ace
        ("Kh Jd", BOARD, KINGS, "lose"),  # kings with a jack
    ],
)
def test_the_best_five_of_seven_are_compared(hole: str, board: str, dealer: str, result: str) -> None:
    answer = settled(ULTIMATE, alone(hole, board, dealer))
    assert [lines(answer, 1, wager)[0]["result"] for wager in ("ante", "play")] == [result] * 2


@clause("6.b", "7.a")
@pytest.mark.parametrize(("hole", "play", "blind"), [("Ah Jd", "win", "push"), ("Jh Td", "lose", "lose")])
def test_without_a_pair_the_ante_goes_back_and_the_rest_stays_in_action(hole: str, play: str, blind: str) -> None:
    answer = settled(ULTIMATE, alone(hole, BOARD, KING_HIGH))
    check(answer, 1, "ante", "push", "0.00", "10.00", CITE("7.a"))
    assert lines(answer, 1, "play")[0]["result"] == play
    assert lines(answer, 1, "blind")[0]["result"] == blind


@clause("6.b", "7.b", "7.e")
def test_with_a_pair_ante_and_play_are_even_money() -> None:
    answer = settled(ULTIMATE, alone(*WINNING["pair"], play="40.00"))
    check(answer, 1, "ante", "win", "10.00", "20.00", CITE("7.b"))
    check(answer, 1, "play", "win", "40.00", "80.00", CITE("7.b"))
    answer = settled(ULTIMATE, alone(*BEATEN["pair"], play="40.00"))
    for wager in ("ante", "blind", "play"):
        check(answer, 1, wager, "lose", "0.00", "0.00", CITE("7.e"))


@clause("7.d")
def test_a_tie_returns_everything() -> None:
    answer = settled(ULTIMATE, alone("2h 3d", "Ah Kh Qh Jh Th", "4s 5s", trips="5.00"))
    for wager in ("ante", "blind", "play"):
        check(answer, 1, wager, "push", "0.00", "10.00", CITE("7.d"))
    check(answer, 1, "trips", "win", "250.00", "255.00")


BLIND = {"royal_flush": "5000.00", "straight_flush": "500.00", "four_of_a_kind": "100.00"}
BLIND |= {"full_house": "30.00", "flush": "15.00", "straight": "10.00"}


@clause("7.c", "Blind A")
@pytest.mark.parametrize("hand", WINNING)
def test_a_win_is_paid_on_the_blind_from_a_straight_up(hand: str) -> None:
    (found,) = lines(settled(ULTIMATE, alone(*WINNING[hand])), 1, "blind")
    assert (found["result"], found["payout"]) == (("win", BLIND[hand]) if hand in BLIND else ("push", "0.00"))


@clause("7.e")
@pytest.mark.parametrize("hand", BEATEN)
def test_a_beaten_hand_loses_the_blind_however_strong(hand: str) -> None:
    check(settled(ULTIMATE, alone(*BEATEN[hand])), 1, "blind", "lose", "0.00", "0.00", CITE("7.e"))


@clause("7.f")
@pytest.mark.parametrize(("cards", "expected"), [(BEATEN["three_of_a_kind"], "win"), (WINNING["two_pairs"], "lose")])
def test_trips_asks_for_three_of_a_kind_and_not_for_a_win(cards: tuple[str, str, str], expected: str) -> None:
    (found,) = lines(settled(ULTIMATE, alone(*cards, trips="5.00")), 1, "trips")
    assert found["result"] == expected


@pytest.mark.parametrize(
    "table", [pytest.param(each, marks=clause(f"Trips {each}")) for each in HOUSE_PAYTABLES[ULTIMATE]["trips"]]
)
def test_every_row_of_trips(table: str) -> None:
    for hand, pay in HOUSE_PAYTABLES[ULTIMATE]["trips"][table].items():
        assert isinstance(pay, To)
        answer = settled(ULTIMATE, alone(*WINNING[hand], trips="5.00"), paytables={"trips": table})
        line = check(answer, 1, "trips", "win", f"{5 * pay.units}.00", f"{5 * pay.units + 5}.00")
        assert CITE(f"Trips {table}") in line["clauses"]


@clause("8")
def test_settled_from_the_dealers_right_and_folded_hands_last() -> None:
    wagers = {"ante": "10.00", "blind": "10.00", "trips": "5.00"}
    played = wagers | {"play": "10.00"}
    seats = [seat("Ah Ad", played, 1), seat("Jh Td", wagers, 2, folded=True), seat("9h 9d", played, 3)]
    answer = settled(ULTIMATE, {"board": BOARD, "dealer": KINGS, "seats": seats})
    own = ["ante", "blind", "play", "trips"]
    found = [(line["seat"], line["wager"]) for line in answer["lines"]]
    assert found == [
        *((3, wager) for wager in own),
        *((1, wager) for wager in own),
        *((2, wager) for wager in ("ante", "blind", "trips")),
    ]


@clause("9.a", "9.b", "9.c")
def test_what_layout_and_sign_show() -> None:
    document = felt_of(rules_of(ULTIMATE, {})).as_json()
    shown = {clause for part in (*document["areas"], *document["cards"]) for clause in part["clauses"]}
    assert CITE("9.a") in shown
    assert {area["wager"] for area in document["areas"] if area.get("wager")} == {"ante", "blind", "play", "trips"}
    sign = document["sign"]
    assert [one["title"] for one in sign["schedules"]] == ["Ante", "Blind (a win)", "Play", "Trips"]
    notes = {note["text"]: note["clauses"] for note in sign["notes"]}
    assert notes["Ante pushes if the dealer has less than a pair"] == [CITE("9.c")]
    assert sign["clauses"] == [CITE("9.b")]
    assert {one["label"]: one["text"] for one in sign["limits"]} == {
        "Ante": "$5 to $500",
        "Blind": "$5 to $500",
        "Trips": "$1 to $100",
    }


@clause("10")
def test_what_it_does_not_state_is_marylands_and_cited_so() -> None:
    game = Game(dealt_by(ULTIMATE), source="virtual", automations=NONE)
    cited = {clause for step in game.state.agenda for clause in step.clauses}
    assert {clause.split()[0] for clause in cited - {CITE("1")}} == {"md-heads-up-holdem"}
    own = {one.citation for one in register(ULTIMATE)}
    for case in load_book(ULTIMATE).irregularities:
        assert not own.intersection(case.clauses)
