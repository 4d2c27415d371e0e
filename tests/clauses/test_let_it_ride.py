"""Let It Ride, clause by clause of Pitbook's own register. Where nothing else is said, each wager is $10."""

import pytest

from clauses import procedures as p
from clauses.hands import Hand, check, lines, refused, settled
from oracle.house_paytables import HOUSE_PAYTABLES, RIDE
from oracle.paytables import To
from pitbook.layout import felt_of
from pitbook.rulebooks import load_book, register
from pitbook.table import NONE, player_view
from pitbook.table import commands as c
from settlement.choices import rules_of
from table.looking import there
from table.play import Game, stacked
from table.play import rules_of as dealt_by

CITE = f"{RIDE} {{}}".format
BETS = {"bet_1": 10_00, "bet_2": 10_00, "bet_3": 10_00}
FIVE = {
    "royal_flush": ("Ah Kh Qh", "Jh Th"),
    "straight_flush": ("9h 8h 7h", "6h 5h"),
    "four_of_a_kind": ("9h 9d 9s", "9c 5h"),
    "full_house": ("9h 9d 9s", "5c 5h"),
    "flush": ("Kh 8h 3h", "6h 2h"),
    "straight": ("9h 8d 7h", "6c 5h"),
    "three_of_a_kind": ("9h 9d Kh", "9c 5h"),
    "two_pairs": ("9h 9d Kh", "5c 5h"),
    "tens_or_better": ("Th Kd 4h", "Tc 5h"),
}
THREE_CARDS = {
    "mini_royal": "Ah Kh Qh",
    "straight_flush": "9h 8h 7h",
    "three_of_a_kind": "9h 9d 9s",
    "straight": "9h 8d 7h",
    "flush": "Kh 8h 3h",
    "pair": "9h 9d 3h",
}


def clause(*ids: str) -> pytest.MarkDecorator:
    return pytest.mark.clause(*map(CITE, ids))


def alone(hole: str, board: str, *left: str, **wagers: str) -> Hand:
    placed = {f"bet_{each}": "10.00" for each in (*left, "3")} | wagers
    return {"board": board, "seats": [{"seat": 1, "cards": hole, "wagers": placed}]}


def opened(method: str = "", players: int = 1) -> Game:
    rules = dealt_by(RIDE, method)
    game = Game(rules)
    game.deck = stacked(rules, ["Th Td 4c", "Kc Qc 3d"][:players], "", "Ts 6s")
    game.sit(players)
    return game


def dealt(players: int = 1) -> Game:
    game = opened(players=players)
    for seat in range(1, players + 1):
        game.wager(seat, BETS)
    game.deal()
    return game


@clause("1")
def test_one_deck_of_52_cards_anew_for_every_round() -> None:
    p.one_deck_anew(RIDE, CITE("1"), BETS, ("ride",), ("ride",))


@clause("2")
def test_seven_positions_one_for_each_player() -> None:
    game = opened()
    game.do(c.Sit(c.player("seventh"), 7, 100_00))
    p.refused(game, c.Sit(c.player("far"), 8, 100_00))
    p.refused(game, c.Sit(c.player("player 1"), 3, 100_00), CITE("2"))


@clause("3.a")
@pytest.mark.parametrize(
    "wagers",
    [
        {"bet_3": 10_00},
        {"bet_1": 10_00, "bet_3": 10_00},
        {"bet_1": 10_00, "bet_2": 10_00},
        {"bet_1": 10_00, "bet_2": 5_00, "bet_3": 10_00},
        dict.fromkeys(BETS, 501_00),
    ],
)
def test_three_equal_wagers_within_the_limits(wagers: dict[str, int]) -> None:
    p.refused(opened(), c.PlaceWagers(c.player("player 1"), 1, wagers), CITE("3.a"))


@clause("3.b")
def test_the_bonus_only_with_the_three_wagers() -> None:
    p.refused(opened(), c.PlaceWagers(c.player("player 1"), 1, {"three_card_bonus": 5_00}), CITE("3.b"))
    opened().do(c.PlaceWagers(c.player("player 1"), 1, BETS | {"three_card_bonus": 5_00}))


@pytest.mark.parametrize("method", ["manual_shoe", "hand", "automated"])
@clause("4.a")
def test_three_cards_each_two_on_the_board_and_none_for_the_dealer(method: str) -> None:
    game = opened(method, 2)
    for seat in (1, 2):
        game.wager(seat, BETS)
    game.table.automations = NONE
    game.deal()
    steps = [(step.to, step.seat, step.cards) for step in game.state.agenda if step.do == "deal"]
    once = [("player", 1, 1), ("player", 2, 1)] * 3
    stacks = [("player", 1, 3), ("player", 2, 3)]
    assert steps == [*(stacks if method == "automated" else once), ("board", None, 2)]
    assert p.cited(game, "deal") == {CITE("4.a")}
    assert not any(step.to == "dealer" for step in game.state.agenda)


@clause("4.b")
def test_the_community_cards_are_turned_up_one_by_one() -> None:
    game = dealt(2)
    boards = [_board(game)]
    for _ in range(2):
        game.decide(1, "ride")
        boards.append(_board(game))
        game.decide(2, "ride")
        if game.state.round is not None and game.state.round.number == 1:
            boards.append(_board(game))
    assert boards == [["hidden"] * 2] * 2 + [["Ts", "hidden"]] * 2
    assert [str(card) for card in game.state.last_round.board] == ["Ts", "6s"]


def _board(game: Game) -> list[str]:
    found: list[str] = there(player_view(game.state, "player 1")["round"])["board"]
    return found


@clause("5.a", "5.b", "5.c")
@pytest.mark.parametrize("first", ["ride", "withdraw_bet_1"])
@pytest.mark.parametrize("second", ["ride", "withdraw_bet_2"])
def test_what_is_taken_back_goes_back_and_the_rest_rides(first: str, second: str) -> None:
    """Three tens pay 3 to 1 on every wager that is left."""
    game = dealt()
    for other in ("withdraw_bet_2", "withdraw_bet_3", "fold", "check"):
        p.refused(game, c.Decide(c.player("player 1"), 1, other))
    game.decide(1, first)
    left = 3 - (first != "ride")
    assert game.state.players["player 1"].stack == 1000_00 - 10_00 * left
    for other in ("withdraw_bet_1", "withdraw_bet_3"):
        p.refused(game, c.Decide(c.player("player 1"), 1, other))
    game.decide(1, second)
    left -= second != "ride"
    assert game.state.players["player 1"].stack == 1000_00 + 30_00 * left


@clause("5.c")
def test_the_third_wager_is_always_settled() -> None:
    assert refused(RIDE, {"board": "Ts 6s", "seats": [{"seat": 1, "cards": "Th Td 4c", "wagers": {"bet_1": "10.00"}}]})
    check(settled(RIDE, alone("Th Td 4c", "Ts 6s")), 1, "bet_3", "win", "30.00", "40.00")


@clause("5.d")
def test_the_bonus_stays_whatever_is_taken_back() -> None:
    game = opened()
    game.wager(1, BETS | {"three_card_bonus": 5_00})
    game.deal()
    game.decide(1, "withdraw_bet_1")
    game.decide(1, "withdraw_bet_2")
    assert game.state.players["player 1"].stack == 1000_00 + 30_00 + 5_00


@clause("6", "7.a")
@pytest.mark.parametrize(
    ("hole", "board", "hand"),
    [("Th Kd 4h", "Tc 5h", "tens_or_better"), ("9h Kd 4h", "9c 5h", None), ("Ah Kd Qh", "Jc Td", "straight")],
)
def test_the_own_three_cards_and_the_two_of_the_board(hole: str, board: str, hand: str | None) -> None:
    (found,) = lines(settled(RIDE, alone(hole, board)), 1, "bet_3")
    assert (found["result"], found["hand"]) == (("win", hand) if hand else ("lose", "pair"))


@clause("7.b")
@pytest.mark.parametrize("left", [(), ("1",), ("2",), ("1", "2")])
def test_below_a_pair_of_tens_everything_that_is_left_loses(left: tuple[str, ...]) -> None:
    answer = settled(RIDE, alone("9h Kd 4h", "9c 5h", *left))
    assert len(answer["lines"]) == len(left) + 1
    for wager in (*(f"bet_{each}" for each in left), "bet_3"):
        check(answer, 1, wager, "lose", "0.00", "0.00", CITE("7.b"))


@pytest.mark.parametrize(
    "table", [pytest.param(each, marks=clause("7.a", f"Bets {each}")) for each in HOUSE_PAYTABLES[RIDE]["bets"]]
)
def test_every_row_of_the_bets(table: str) -> None:
    for hand, pay in HOUSE_PAYTABLES[RIDE]["bets"][table].items():
        assert isinstance(pay, To)
        answer = settled(RIDE, alone(*FIVE[hand], "1", "2"), paytables={"bets": table})
        for wager in BETS:
            check(answer, 1, wager, "win", f"{10 * pay.units}.00", f"{10 * pay.units + 10}.00", CITE(f"Bets {table}"))


@pytest.mark.parametrize(
    "table",
    [
        pytest.param(each, marks=clause("7.c", f"Three Card Bonus {each}"))
        for each in HOUSE_PAYTABLES[RIDE]["three_card_bonus"]
    ],
)
def test_every_row_of_the_three_card_bonus(table: str) -> None:
    rows = HOUSE_PAYTABLES[RIDE]["three_card_bonus"][table]
    choices = {"paytables": {"three_card_bonus": table}}
    for hand, cards in THREE_CARDS.items():
        pay = rows.get(hand, rows["straight_flush"])
        assert isinstance(pay, To)
        answer = settled(RIDE, alone(cards, "4c 2c", three_card_bonus="5.00"), **choices)
        check(answer, 1, "three_card_bonus", "win", f"{5 * pay.units}.00", f"{5 * pay.units + 5}.00")
    answer = settled(RIDE, alone("Kh 9d 4h", "Kc 9c", three_card_bonus="5.00"), **choices)
    check(answer, 1, "three_card_bonus", "lose", "0.00", "0.00", CITE("7.c"))


@clause("8")
def test_settled_from_the_dealers_right() -> None:
    every = {"bet_1": "10.00", "bet_2": "10.00", "bet_3": "10.00", "three_card_bonus": "5.00"}
    seats = [{"seat": 1, "cards": "Th Td 4c", "wagers": every}, {"seat": 3, "cards": "Kc Qc 3d", "wagers": every}]
    found = [(one["seat"], one["wager"]) for one in settled(RIDE, {"board": "Ts 6s", "seats": seats})["lines"]]
    assert found == [(seat, wager) for seat in (3, 1) for wager in every]


@clause("9.a", "9.b")
def test_what_layout_and_sign_show() -> None:
    document = felt_of(rules_of(RIDE, {})).as_json()
    areas = {area["wager"]: area["clauses"] for area in document["areas"] if area.get("wager")}
    assert areas == {wager: [CITE("9.a")] for wager in (*BETS, "three_card_bonus")}
    assert [part["clauses"] for part in document["cards"]] == [[CITE("9.a")]], "an area for the community cards alone"
    sign = document["sign"]
    assert [one["title"] for one in sign["schedules"]] == ["Bets 1, 2 and $", "Three Card Bonus"]
    assert sign["clauses"] == [CITE("9.b")]


@clause("10")
def test_what_it_does_not_state_is_marylands_and_cited_so() -> None:
    game = Game(dealt_by(RIDE), source="virtual", automations=NONE)
    cited = {clause for step in game.state.agenda for clause in step.clauses}
    assert {clause.split()[0] for clause in cited - {CITE("1")}} == {"md-four-card-poker"}
    own = {one.citation for one in register(RIDE)}
    for case in load_book(RIDE).irregularities:
        assert not own.intersection(case.clauses)
