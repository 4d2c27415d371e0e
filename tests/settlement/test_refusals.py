"""Impossible input is refused, with the clause where there is one, and with all its problems together."""

import copy
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pitbook.problems import MalformedError, PitbookError, Problem, RefusedError
from pitbook.rulebooks import book_ids, load_book
from pitbook.settlement import read_hand_file, read_round, settle
from pitbook.submission import house_rules, load_target, stock_submission

MD, MA, GALAXY, FOUR = "md-heads-up-holdem", "ma-heads-up-holdem", "galaxy-heads-up-holdem", "md-four-card-poker"
HOLDEM: dict[str, Any] = {
    "board": "2c 7d 9h Jc Ks",
    "dealer": "Ah 3d",
    "meters": {"progressive": "6000.00"},
    "seats": [{"seat": 2, "hole": "Kd Qd", "wagers": {"ante": "10.00", "odds": "10.00", "raise": "30.00"}}],
}
FOUR_CARD: dict[str, Any] = {
    "dealer": "2c 7d 9h Jc Ks Ah",
    "bonus_card": "3s",
    "meters": {"progressive": "6000.00"},
    "seats": [{"seat": 2, "cards": "Kd Qd 4h 4s 8c", "wagers": {"ante": "10.00", "play": "30.00"}}],
}


def _problems(book_id: str, hand: object) -> tuple[type[PitbookError], list[tuple[str, str | None]]]:
    with pytest.raises(PitbookError) as failure:
        read_round(load_target(book_id), hand)
    return failure.type, [(problem.message, problem.clause) for problem in failure.value.problems]


def _hand(book_id: str, wagers: dict[str, str] | None = None, **seat: Any) -> dict[str, Any]:
    hand = copy.deepcopy(FOUR_CARD if book_id == FOUR else HOLDEM)
    if wagers is not None:
        hand["seats"][0]["wagers"] = wagers
    hand["seats"][0] |= seat
    return hand


MAIN = {"ante": "10.00", "odds": "10.00"}


@pytest.mark.parametrize(
    ("book_id", "hand", "words", "clause"),
    [
        (MD, _hand(MD, MAIN | {"raise": "20.50"}), "raise must be 3x or 2x or 1x", "11.B(1)"),
        (MD, _hand(MD, MAIN | {"raise": "40.00"}), "raise must be", "11.B(1)"),
        (MA, _hand(MA, MAIN | {"raise": "15.00"}) | {"meters": None}, "1x or 2x or 3x", "10(d)"),
        (GALAXY, _hand(GALAXY, MAIN | {"raise": "50.00"}), "raise must be", "5"),
        (FOUR, _hand(FOUR, {"ante": "10.00", "play": "9.50"}), "play must be 1x to 3x", "11.B(1)"),
        (FOUR, _hand(FOUR, {"ante": "10.00", "play": "30.50"}), "play must be 1x to 3x", "11.B(1)"),
        (MD, _hand(MD, {"ante": "10.00", "odds": "5.00", "raise": "30.00"}), "must be equal", "7.F(1)"),
        (MD, _hand(MD, {"ante": "10.00", "raise": "30.00"}), "must be equal", "7.F(1)"),
        (MA, _hand(MA, {"ante": "10.00", "raise": "30.00"}) | {"meters": None}, "must be equal", "6(c)"),
        (GALAXY, _hand(GALAXY, {"ante": "10.00", "odds": "9.00", "raise": "30.00"}), "must be equal", "2"),
        (MD, _hand(MD, {"trips_plus": "5.00"}), "needs ante", "7.F(1)"),
        (MD, _hand(MD, MAIN | {"raise": "10.00"}, folded=True), "who folded has made no raise", "11.F"),
        (MD, _hand(MD, MAIN), "neither folded nor made the raise", "11.F"),
        (FOUR, _hand(FOUR, {"ante": "10.00"}), "neither folded nor made the play", "11.B(1)"),
        (FOUR, _hand(FOUR, {"aces_up": "5.00", "play": "10.00"}), "play needs ante", "11.B(1)"),
        (FOUR, _hand(FOUR, {"aces_up": "5.00"}, folded=True), "a fold needs ante", "11.B(1)"),
        (FOUR, _hand(FOUR, {"ante": "5.00", "play": "5.00", "six_card_bonus": "1.00"}), "needs aces_up", "7.E(5)(a)"),
        (FOUR, _hand(FOUR, {"progressive": "1.00"}), "needs ante or aces_up", "7.E(4)(a)"),
        (MD, _hand(MD, seat=7), "positions 1 to 6", "2.A"),
        (FOUR, _hand(FOUR, seat=8), "positions 1 to 7", "2.A(1)"),
        (MD, _hand(MD, {"ante": "0.01", "odds": "0.01", "raise": "0.01"}), "finer than a cent", "12.B(1)(e)"),
        (MD, HOLDEM | {"void": "device_out_of_order"}, "voids no round", "13.J"),
        (MA, HOLDEM | {"meters": None, "void": "shuffler_jam"}, "voids no round", "12(e)"),
    ],
)
def test_refused_with_its_clause(book_id: str, hand: dict[str, Any], words: str, clause: str) -> None:
    kind, problems = _problems(book_id, hand)
    assert kind is RefusedError
    assert any(words in message and cited == f"{book_id} {clause}" for message, cited in problems), problems


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"board": "2c 7d 9h Jc"}, "board must be 5 cards, not 4"),
        ({"board": None}, "board must be 5 cards, not 0"),
        ({"dealer": "Ah 3d 4d"}, "dealer must be 2 cards, not 3"),
    ],
)
def test_a_wrong_number_of_cards(change: dict[str, Any], words: str) -> None:
    kind, problems = _problems(MD, HOLDEM | change)
    assert kind is RefusedError
    assert any(words in message for message, _ in problems)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"dealer": "Ah 2c"}, "2c is given 2 times"),
        ({"dealer": "Ah Zz"}, '"Zz" is not a card'),
        ({"dealer": 7}, "dealer must be cards in one string"),
        ({"seats": []}, "at least one seat"),
        ({"seats": None}, "at least one seat"),
        ({"seats": ["x"]}, "must be an object"),
        ({"meters": {"progressive": "-1"}}, "is not an exact amount"),
        ({"meters": {"mega": "1.00"}}, "there is no meter 'mega'"),
        ({"meters": "much"}, "meters must be an object"),
        ({"void": "earthquake"}, "is no cause"),
        ({"void": 3}, "is no cause"),
        ({"bonus_card": "3s"}, "deals no such cards"),
        ({"all6_cards": "3s 4s 5s 6s"}, "deals no such cards"),
        ({"bord": ""}, "did you mean 'board'?"),
    ],
)
def test_malformed(change: dict[str, Any], words: str) -> None:
    kind, problems = _problems(MD, HOLDEM | change)
    assert kind is MalformedError
    assert any(words in message for message, _ in problems), problems


@pytest.mark.parametrize(
    "amount",
    [*"1e9 NaN -5 +5 5. .5 5.001 0.00 1,000 ٥ Infinity".split(), "1" * 30, "", " ", 5, 5.0, None, True, [], {}],
)
def test_amounts_that_are_none(amount: object) -> None:
    kind, problems = _problems(MD, _hand(MD, {"ante": amount, "odds": "10.00", "raise": "30.00"}))  # type: ignore[dict-item]
    assert kind is MalformedError
    assert [message.partition(": ")[0] for message, _ in problems] == ["seat 2.ante"], "and nothing follows from it"


def test_a_wager_that_the_submission_does_not_offer() -> None:
    data: dict[str, Any] = stock_submission(load_book(MD))
    data["wagers"] = ["progressive"]
    del data["paytables"]["trips_plus"], data["paytables"]["pocket_bonus"]
    with pytest.raises(RefusedError, match="trips_plus is not offered"):
        read_round(house_rules(data), _hand(MD, MAIN | {"raise": "30.00", "trips_plus": "5.00"}))


def test_a_wager_of_another_book() -> None:
    kind, problems = _problems(MA, _hand(MA, MAIN | {"raise": "30.00", "progressive": "1.00"}) | {"meters": None})
    assert kind is MalformedError
    assert "has no wager 'progressive'" in problems[0][0]


def test_a_missing_meter() -> None:
    hand = _hand(MD, MAIN | {"raise": "30.00", "progressive": "1.00"}) | {"meters": {}}
    kind, problems = _problems(MD, hand)
    assert kind is RefusedError
    assert problems == [("meters.progressive is missing, and a progressive wager was made", f"{MD} 12.D-2(1)(a)")]


def test_too_many_seats_and_one_seat_twice() -> None:
    seats = [HOLDEM["seats"][0] | {"seat": number % 6 + 1, "hole": ""} for number in range(9)]
    _, problems = _problems(MD, HOLDEM | {"seats": seats})
    assert ("9 seats are too many; the table has 6", f"{MD} 2.A") in problems
    assert any(message == "seat 1 is given 2 times" for message, _ in problems)


@pytest.mark.clause(f"{MD} 7.G")
def test_a_player_has_one_position_in_maryland_holdem() -> None:
    one, two = ({"seat": n, "hole": h, "player": "Ann"} for n, h in ((1, "Kd Qd"), (2, "8d 8s")))
    seats = [seat | {"wagers": MAIN | {"raise": "30.00"}} for seat in (one, two)]
    kind, problems = _problems(MD, HOLDEM | {"seats": seats})
    assert kind is RefusedError
    assert problems == [("Ann has 2 positions, and a player may have one", f"{MD} 7.G")]


def test_all_problems_are_reported_together() -> None:
    seat = {"seat": 9, "hole": "Ah Ah", "wagers": {"ante": "1e9", "odds": "-5", "rase": "NaN"}}
    _, problems = _problems(MD, {"seats": [seat], "bord": "x"})
    assert len(problems) >= 8


def test_trips_plus_is_settled_after_an_exposed_card_only_on_a_whole_board() -> None:
    hand = _hand(MD, MAIN | {"trips_plus": "5.00"}) | {"void": "dealer_card_exposed", "board": "2c 7d 9h"}
    kind, problems = _problems(MD, hand)
    assert kind is RefusedError
    assert problems[0][0] == "void: trips_plus is settled, so the whole board is needed"


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)
PLACES: list[tuple[str | int, ...]] = [
    (),
    ("board",),
    ("dealer",),
    ("meters",),
    ("void",),
    ("seats",),
    ("seats", 0),
    ("seats", 0, "seat"),
    ("seats", 0, "wagers"),
    ("seats", 0, "wagers", "ante"),
    ("seats", 0, "folded"),
    ("seats", 0, "player"),
    ("seats", 0, "hole"),
    ("meters", "progressive"),
]


@settings(max_examples=400, deadline=None)
@given(st.sampled_from(book_ids()), st.sampled_from(PLACES), json_values)
def test_nonsense_is_settled_or_refused(book_id: str, place: tuple[str | int, ...], value: Any) -> None:
    hand: Any = copy.deepcopy(FOUR_CARD if book_id == FOUR else HOLDEM)
    if place:
        target = hand
        for key in place[:-1]:
            target = target[key]
        target[place[-1]] = value
    else:
        hand = value
    rules = load_target(book_id)
    problems: list[Problem] = []
    try:
        read = read_round(rules, hand)
    except PitbookError as error:
        problems = list(error.problems)
    assert problems or settle(rules, read).lines


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "is not JSON"),
        (b"{", "is not JSON"),
        (b"\xff\xfe\x00", "is not a text file"),
        (b"[" * 200_000, "is nested too deeply"),
        (b'{"seats": ' + b"9" * 5_000 + b"}", "is not JSON"),
        (b" " * 1_000_001, "larger than 1,000,000 bytes"),
    ],
)
def test_broken_hand_files(tmp_path: Path, content: bytes, words: str) -> None:
    path = tmp_path / "hand.json"
    path.write_bytes(content)
    with pytest.raises(MalformedError, match=words):
        read_hand_file(path)


def test_the_examples_themselves_are_settled() -> None:
    """The control for everything above: without the faults, both hands are settled."""
    for book_id, hand in ((MD, HOLDEM), (GALAXY, HOLDEM), (FOUR, FOUR_CARD), (MA, HOLDEM | {"meters": None})):
        rules = load_target(book_id)
        assert settle(rules, read_round(rules, json.loads(json.dumps(hand)))).lines


@pytest.mark.clause(f"{FOUR} 7.F")
@pytest.mark.parametrize(
    ("boxes", "filed", "words"),
    [
        ((1, 2), 1, "Ann has 2 boxes, and a player may have 1"),
        ((1, 2, 3), 2, "Ann has 3 boxes, and a player may have 2"),
        ((1, 3), 2, "Ann has boxes 1, 3, which are not adjacent"),
    ],
)
def test_boxes_of_one_player_are_adjacent_and_as_many_as_filed(boxes: tuple[int, ...], filed: int, words: str) -> None:
    data: dict[str, Any] = stock_submission(load_book(FOUR)) | {"adjacent_boxes": filed}
    cards = ("Kd Qd 4h 4s 8c", "3c 3d 5h 6s 8d", "Tc Td 5d 6c 9d")
    seats = [
        {"seat": box, "player": "Ann", "cards": held, "wagers": {"ante": "10.00", "play": "10.00"}}
        for box, held in zip(boxes, cards, strict=False)
    ]
    with pytest.raises(RefusedError) as failure:
        read_round(house_rules(data), FOUR_CARD | {"seats": seats})
    assert [(problem.message, problem.clause) for problem in failure.value.problems] == [(words, f"{FOUR} 7.F")]
    data["adjacent_boxes"] = 3
    if words != "Ann has boxes 1, 3, which are not adjacent":
        assert len(read_round(house_rules(data), FOUR_CARD | {"seats": seats}).seats) == len(boxes)
