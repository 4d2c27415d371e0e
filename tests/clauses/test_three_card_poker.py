"""Three Card Poker, clause by clause of Pitbook's own register. Where nothing else is said, the ante is $10."""

from itertools import pairwise

import pytest

from clauses import procedures as p
from clauses.hands import Hand, check, lines, refused, settled
from oracle.house_paytables import HOUSE_PAYTABLES, THREE
from oracle.paytables import To
from pitbook.layout import felt_of
from pitbook.rulebooks import load_book, register
from pitbook.table import NONE, player_view
from pitbook.table import commands as c
from settlement.choices import rules_of
from table.looking import there
from table.play import Game, stacked
from table.play import rules_of as dealt_by

CITE = f"{THREE} {{}}".format
QUALIFIES, FALLS_SHORT = "Qs 7d 2c", "Js 9d 2c"
HANDS = {
    "straight_flush": "9h 8h 7h",
    "three_of_a_kind": "9h 9d 9s",
    "straight": "9h 8d 7h",
    "flush": "Kh 8h 3h",
    "pair": "9h 9d 3h",
    "high_card": "Kh 9d 3s",
}
SIX = {
    "royal_flush": ("Ah Kh Qh", "Jh Th 2c"),
    "straight_flush": ("9h 8h 7h", "6h 5h 2c"),
    "four_of_a_kind": ("9h 9d 9s", "9c 5h 2c"),
    "full_house": ("9h 9d 9s", "5c 5h 2c"),
    "flush": ("Kh 8h 3h", "6h 2h 2c"),
    "straight": ("9h 8d 7h", "6c 5h 2c"),
    "three_of_a_kind": ("9h 9d Kh", "9c 5h 2c"),
}


def clause(*ids: str) -> pytest.MarkDecorator:
    return pytest.mark.clause(*map(CITE, ids))


def alone(cards: str, dealer: str, *, folded: bool = False, **wagers: str) -> Hand:
    placed = wagers or {"ante": "10.00"} | ({} if folded else {"play": "10.00"})
    return {"dealer": dealer, "seats": [{"seat": 1, "cards": cards, "folded": folded, "wagers": placed}]}


def opened(method: str = "", players: int = 2) -> Game:
    rules = dealt_by(THREE, method)
    game = Game(rules)
    game.deck = stacked(rules, ["Ah Ad 7c", "Kh 6d 4s"][:players], QUALIFIES)
    game.sit(players)
    return game


@clause("1")
def test_one_deck_of_52_cards_anew_for_every_round() -> None:
    p.one_deck_anew(THREE, CITE("1"), {"ante": 10_00}, ("fold",))


@clause("2")
def test_seven_positions_one_for_each_player() -> None:
    game = opened()
    game.do(c.Sit(c.player("seventh"), 7, 100_00))
    p.refused(game, c.Sit(c.player("far"), 8, 100_00))
    p.refused(game, c.Sit(c.player("player 1"), 3, 100_00), CITE("2"))


@clause("3.a")
def test_an_ante_a_pair_plus_or_both_within_the_limits() -> None:
    for wagers in ({"ante": 10_00}, {"pair_plus": 5_00}, {"ante": 10_00, "pair_plus": 5_00}):
        game = opened(players=1)
        game.wager(1, wagers)
        game.deal()
        if "ante" in wagers:
            assert game.state.round.to_act[0] == 1
            game.decide(1, "play", 10_00)
        assert game.state.rounds == 1, "without an ante there is nothing to decide"
    p.refused(opened(), c.PlaceWagers(c.player("player 1"), 1, {"ante": 501_00}), CITE("3.a"))


@clause("3.b")
@pytest.mark.parametrize(("beside", "allowed"), [("ante", True), ("pair_plus", True), ("", False)])
def test_the_six_card_bonus_goes_with_either(beside: str, *, allowed: bool) -> None:
    command = c.PlaceWagers(c.player("player 1"), 1, {"six_card_bonus": 5_00} | ({beside: 10_00} if beside else {}))
    if allowed:
        opened().do(command)
    else:
        p.refused(opened(), command, CITE("3.b"))


@pytest.mark.parametrize("method", ["manual_shoe", "hand", "automated"])
@clause("4")
def test_three_cards_each_from_the_dealers_left(method: str) -> None:
    game = opened(method)
    for number in (1, 2):
        game.wager(number, {"ante": 10_00})
    game.table.automations = NONE
    game.deal()
    once = [("player", 1), ("player", 2), ("dealer", None)]
    steps = p.dealt(game)
    assert [(to, number) for to, number, _, _ in steps] == (once if method == "automated" else once * 3)
    assert not any(face_up for _, _, _, face_up in steps)
    assert p.cited(game, "deal") == {CITE("4")}


@clause("5.a")
@pytest.mark.parametrize("amount", [5_00, 10_50, 20_00, 30_00])
def test_play_is_exactly_the_ante(amount: int) -> None:
    game = opened(players=1)
    game.wager(1, {"ante": 10_00})
    game.deal()
    assert there(player_view(game.state, "player 1")["round"])["dealer"] == ["hidden"] * 3
    p.refused(game, c.Decide(c.player("player 1"), 1, "play", amount), CITE("5.a"))
    p.refused(game, c.Decide(c.player("player 1"), 1, "check"))
    game.decide(1, "play", 10_00)
    assert game.state.rounds == 1


@clause("5.b")
@pytest.mark.parametrize("dealer", [QUALIFIES, FALLS_SHORT])
def test_a_fold_loses_the_ante_and_its_bonus(dealer: str) -> None:
    answer = settled(THREE, alone(HANDS["straight_flush"], dealer, folded=True))
    check(answer, 1, "ante", "forfeit", "0.00", "0.00", CITE("5.b"))
    assert not lines(answer, 1, "ante_bonus")


@clause("5.c", "5.d")
@pytest.mark.parametrize("survives", [True, False])
def test_side_wagers_after_a_fold(*, survives: bool) -> None:
    hand = alone("9h 9d Kh", "9c 5h 2c", folded=True, ante="10.00", pair_plus="5.00", six_card_bonus="5.00")
    answer = settled(THREE, hand, options={"pair_plus_survives_fold": survives})
    expected = ("win", "5.00", "10.00") if survives else ("forfeit", "0.00", "0.00")
    check(answer, 1, "pair_plus", *expected, CITE("5.c"))
    check(answer, 1, "six_card_bonus", "win", "40.00", "45.00", CITE("5.d"))


ORDER = [
    *("Ah Kh Qh", "3h 2h Ah", "2s 2d 2c", "Ah Kd Qc", "3h 2d Ac", "Ah Kh Jh", "5h 3h 2h", "As Ad Kc", "2s 2d 3c"),
    *("Ah Kd Jc", "Qh 3d 2c"),
]
"""Highest first: every kind with its highest and its lowest; the lowest straight has the ace below the two."""


@clause("6.a")
@pytest.mark.parametrize(("higher", "lower"), list(pairwise(ORDER)))
def test_hands_rank_in_this_order(higher: str, lower: str) -> None:
    other = {"Ah": "As", "Kh": "Ks", "Qh": "Qs", "2h": "2s", "2d": "2h", "2c": "2h"}
    clash = set(higher.split()) & set(lower.split())
    dealer = " ".join(other.get(card, card) if clash else card for card in lower.split())
    if clash and len({card[1] for card in lower.split()}) == 1:
        dealer = lower.replace("h", "d")
    answer = settled(THREE, alone(higher, dealer))
    check(answer, 1, "play", "win", "10.00", "20.00")


@clause("6.b", "7.a")
@pytest.mark.parametrize("cards", ["8h 8d 3h", "Jh 9h 2d", "Th 8d 3c"])
def test_below_queen_high_the_ante_is_paid_and_play_goes_back(cards: str) -> None:
    answer = settled(THREE, alone(cards, FALLS_SHORT))
    check(answer, 1, "ante", "win", "10.00", "20.00", CITE("7.a"))
    check(answer, 1, "play", "push", "0.00", "10.00", CITE("7.a"))


@clause("6.b")
def test_the_dealers_cards_are_shown_when_everybody_has_decided() -> None:
    game = opened(players=1)
    game.wager(1, {"ante": 10_00})
    game.deal()
    game.decide(1, "play", 10_00)
    assert [str(card) for card in game.state.last_round.dealer] == QUALIFIES.split()


@pytest.mark.parametrize(
    ("cards", "expected"),
    [
        pytest.param("Kh 3d 2h", ("win", "10.00", "20.00", CITE("7.b")), marks=clause("6.b", "7.b")),
        pytest.param("Qh 7h 2d", ("push", "0.00", "10.00", CITE("7.c")), marks=clause("6.b", "7.c")),
        pytest.param("Qh 6h 5d", ("lose", "0.00", "0.00", CITE("7.d")), marks=clause("6.b", "7.d")),
    ],
)
def test_against_queen_high_hands_are_compared(cards: str, expected: tuple[str, str, str, str]) -> None:
    answer = settled(THREE, alone(cards, QUALIFIES))
    for wager in ("ante", "play"):
        check(answer, 1, wager, *expected)


@clause("7.e")
@pytest.mark.parametrize("dealer", [QUALIFIES, FALLS_SHORT, "Ah Kh Qh"])
def test_the_ante_bonus_whatever_the_dealer_has(dealer: str) -> None:
    answer = settled(THREE, alone("9c 8d 7c", dealer))
    check(answer, 1, "ante_bonus", "win", "10.00", "10.00", CITE("7.e"))
    assert not lines(settled(THREE, alone(HANDS["flush"], dealer.replace("Kh", "Ks"))), 1, "ante_bonus")


@clause("7.f")
@pytest.mark.parametrize("hand", HANDS)
def test_pair_plus_from_a_pair_up_whatever_the_dealer_has(hand: str) -> None:
    answer = settled(THREE, alone(HANDS[hand], "As Ac Ad", pair_plus="5.00"))
    (found,) = lines(answer, 1, "pair_plus")
    assert found["result"] == ("lose" if hand == "high_card" else "win")


@clause("7.g")
def test_the_six_card_bonus_loses_below_three_of_a_kind() -> None:
    answer = settled(THREE, alone("9h 9d Kh", "Kc 5h 2c", pair_plus="5.00", six_card_bonus="5.00"))
    check(answer, 1, "six_card_bonus", "lose", "0.00", "0.00", CITE("7.g"))


def _tables(kind: str, name: str) -> list[object]:
    tables = HOUSE_PAYTABLES[THREE][kind]
    return [pytest.param(kind, each, marks=clause("7.g", f"{name} {each}"), id=f"{name} {each}") for each in tables]


@pytest.mark.parametrize(
    ("kind", "table"),
    [
        *_tables("ante_bonus", "Ante Bonus"),
        *_tables("pair_plus", "Pair Plus"),
        *_tables("six_card_bonus", "Six Card Bonus"),
    ],
)
def test_every_row_of_every_table(kind: str, table: str) -> None:
    for hand, pay in HOUSE_PAYTABLES[THREE][kind][table].items():
        assert isinstance(pay, To)
        cards, dealer = SIX[hand] if kind == "six_card_bonus" else (HANDS[hand], QUALIFIES)
        wagers = {"ante": "5.00", "play": "5.00"} | ({} if kind == "ante_bonus" else {kind: "5.00"})
        described = alone(cards, dealer)
        described["seats"][0]["wagers"] = wagers
        answer = settled(THREE, described, paytables={kind: table})
        (line,) = lines(answer, 1, kind)
        assert (line["result"], line["payout"]) == ("win", f"{5 * pay.units}.00"), hand
        assert CITE(f"{kind.replace('_', ' ').title()} {table}") in line["clauses"]


@clause("8")
def test_settled_from_the_dealers_right_in_one_pass() -> None:
    every = {"ante": "10.00", "pair_plus": "5.00", "six_card_bonus": "5.00"}
    seats = [
        {"seat": 1, "cards": HANDS["straight"], "wagers": every | {"play": "10.00"}},
        {"seat": 2, "cards": "Kc 9c 4s", "folded": True, "wagers": every},
        {"seat": 3, "cards": "Th Td 5h", "wagers": {"pair_plus": "5.00"}},
    ]
    found = [(one["seat"], one["wager"]) for one in settled(THREE, {"dealer": QUALIFIES, "seats": seats})["lines"]]
    assert found == [
        (3, "pair_plus"),
        *((2, wager) for wager in ("ante", "pair_plus", "six_card_bonus")),
        *((1, wager) for wager in ("ante", "play", "ante_bonus", "pair_plus", "six_card_bonus")),
    ]


@clause("9.a", "9.b")
def test_what_layout_and_sign_show() -> None:
    document = felt_of(rules_of(THREE, {})).as_json()
    areas = {area["wager"]: area["clauses"] for area in document["areas"] if area.get("wager")}
    assert areas == {wager: [CITE("9.a")] for wager in ("ante", "play", "pair_plus", "six_card_bonus")}
    sign = document["sign"]
    assert {"Ante Bonus", "Pair Plus", "Six Card Bonus"} <= {one["title"] for one in sign["schedules"]}
    assert sign["clauses"] == [CITE("9.b")]
    assert [one["label"] for one in sign["limits"]] == ["Ante", "Pair Plus", "Six Card Bonus"]


@clause("10")
def test_what_it_does_not_state_is_marylands_and_cited_so() -> None:
    game = Game(dealt_by(THREE), source="virtual", automations=NONE)
    cited = {clause for step in game.state.agenda for clause in step.clauses}
    assert {clause.split()[0] for clause in cited - {CITE("1")}} == {"md-four-card-poker"}
    own = {one.citation for one in register(THREE)}
    for case in load_book(THREE).irregularities:
        assert not own.intersection(case.clauses)


@clause("3.a")
def test_a_hand_without_ante_and_pair_plus_is_refused() -> None:
    assert refused(THREE, alone(HANDS["pair"], QUALIFIES, six_card_bonus="5.00"))
