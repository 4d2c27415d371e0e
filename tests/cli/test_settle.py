"""`pitbook settle`: the contract's document, a table that a dealer could read aloud, and its refusals."""

import json
from collections.abc import Mapping
from pathlib import Path

import pytest

from cli.running import Run

MD = "md-heads-up-holdem"
HAND = {
    "board": "As Ks Qs 2d 3c",
    "dealer": "2c 7d",
    "all6_cards": None,
    "meters": {"progressive": "12345.67"},
    "seats": [
        {
            "seat": 1,
            "hole": "Js Ts",
            "folded": False,
            "wagers": {
                "ante": "10.00",
                "odds": "10.00",
                "raise": "30.00",
                "trips_plus": "5.00",
                "pocket_bonus": "5.00",
                "progressive": "1.00",
            },
        }
    ],
}


@pytest.fixture
def hand(tmp_path: Path) -> Path:
    path = tmp_path / "hand.json"
    path.write_text(json.dumps(HAND), encoding="utf-8")
    return path


def test_the_hand_of_the_contract(run: Run, hand: Path) -> None:
    """Ante 10, odds 500 x 10, raise 30, trips plus 100 x 5, the whole meter; jack and ten lose the pocket bonus."""
    result = run("settle", MD, str(hand), "--json")
    assert result.code == 0
    assert result.err == ""
    odds = next(line for line in result.document["lines"] if line["wager"] == "odds")
    assert odds.pop("clauses")[-1] == f"{MD} 12.B(1)(a)"
    assert odds == {
        "seat": 1,
        "wager": "odds",
        "stake": "10.00",
        "result": "win",
        "reason": "beats_dealer",
        "hand": "royal_flush",
        "pays": "500 to 1",
        "payout": "5000.00",
        "returned": "5010.00",
        "readings": [],
    }
    award = next(line for line in result.document["lines"] if line["wager"] == "progressive")
    assert award["readings"] == ["shares_leave_the_meter", "stake_returned_or_not"]
    assert result.document["totals"] == {"1": {"wagered": "61.00", "returned": "17940.67", "net": "17879.67"}}
    assert result.document["meters"] == {"progressive": "5000.00"}
    whole = next(reading for reading in result.document["readings"] if reading["number"] == 5)
    assert whole["name"] == "shares_leave_the_meter"
    assert "after the whole it is reset" in whole["reading"]
    assert whole["clauses"] == [f"{MD} 12.D-2(4)", f"{MD} 12.D-2(5)"]


def test_for_people(run: Run, hand: Path) -> None:
    result = run("settle", MD, str(hand))
    assert result.code == 0
    for words in ("royal flush", "500 to 1", "100% of meter", "17879.67", "12.B(1)(a)"):
        assert words in result.out


def test_another_paytable_for_this_call(run: Run, hand: Path) -> None:
    """Table I pays a flopped royal as a flopped straight flush; its meter is reset to 2,500."""
    document = run("settle", MD, str(hand), "--paytable", "progressive=I", "--json").document
    assert document["lines"][-1]["hand"] == "flopped_straight_flush"
    assert document["meters"] == {"progressive": "2500.00"}


@pytest.mark.parametrize(
    ("words", "kind", "message"),
    [
        (["--paytable", "progressive"], "malformed", "is not NAME=ID"),
        (["--paytable", "progressive=Z"], "refused", "there is no table 'Z'"),
        (["--paytable", "nonsense=A"], "malformed", "no such tables"),
    ],
)
def test_choices_that_are_none(run: Run, hand: Path, words: list[str], kind: str, message: str) -> None:
    result = run("settle", MD, str(hand), *words, "--json")
    assert any(message in str(problem["message"]) for problem in result.problems)
    assert result.document["error"]["kind"] == kind


@pytest.mark.parametrize("target", ["nonsense", "", "/", "md-four-card"])
def test_targets_that_are_none(run: Run, hand: Path, target: str) -> None:
    assert run("settle", target, str(hand), "--json").problems


def test_a_payout_limit_that_is_too_low_is_refused_as_a_target(run: Run, hand: Path, tmp_path: Path) -> None:
    """At a least ante of 200 one player can win 100,930 on everything that the limit caps."""
    file = tmp_path / "house.toml"
    text = run("submission", "new", MD).out.replace('least = "5.00"', 'least = "200.00"', 1)
    file.write_text(text.replace('# payout_limit = "50000.00"', 'payout_limit = "50000.00"'), encoding="utf-8")
    (problem,) = run("settle", str(file), str(hand), "--json").problems
    assert problem["clause"] == f"{MD} 12.E-2(1)"
    check = run("submission", "check", str(file), "--json")
    assert check.code == 1
    assert [one["clause"] for one in check.document["problems"]] == [f"{MD} 12.E-2(1)"]


def test_a_missing_hand(run: Run, tmp_path: Path) -> None:
    (problem,) = run("settle", MD, str(tmp_path / "none.json"), "--json").problems
    assert "cannot be read" in str(problem["message"])


@pytest.mark.clause("md-heads-up-holdem 11.H(4)(c)(ii)")
def test_why_a_bad_beat_was_paid(run: Run, tmp_path: Path) -> None:
    """A flush loses to a full house: the ninth case of the odds wager decides, and eight before it do not hold."""
    seat = {"seat": 1, "hole": "Ah 2h", "wagers": {"ante": "5.00", "odds": "5.00", "raise": "5.00"}}
    hand = {"board": "5h 6h 7h 7d 9c", "dealer": "9d 9s", "seats": [seat]}
    path = tmp_path / "hand.json"
    path.write_text(json.dumps(hand), encoding="utf-8")
    lines = run("settle", "md-heads-up-holdem", str(path), "--why-not", "--json").document["lines"]
    odds = next(line for line in lines if line["wager"] == "odds")
    assert (odds["reason"], odds["case"]["number"], odds["case"]["of"]) == ("bad_beat", 9, 10)
    assert odds["case"]["conditions"] == {"result": "loses", "table": "bad_beat"}
    assert [one["number"] for one in odds["case"]["why_not"]] == list(range(1, 9))
    assert odds["case"]["why_not"][1]["unmet"] == ["the dealer qualifies", "the hand loses to the dealer's"]
    plain = run("settle", "md-heads-up-holdem", str(path), "--explain")
    assert "seat 1, Odds: case 9 of 10, result = loses, table = bad_beat" in plain.out
    assert "not case" not in plain.out


def _ruled(
    run: Run, tmp_path: Path, target: str, hand: Mapping[str, object], *words: str
) -> dict[tuple[int, str], str]:
    path = tmp_path / "hand.json"
    path.write_text(json.dumps(hand), encoding="utf-8")
    lines = run("settle", target, str(path), "--why-not", "--json", *words).document["lines"]
    assert all((line["rule"] is None) != (line["case"] is None) for line in lines)
    ruled = {(line["seat"], line["wager"]): line["rule"] for line in lines if line["case"] is None}
    shown = run("settle", target, str(path), "--explain", *words).out
    assert all(rule in " ".join(shown.split()) for rule in ruled.values())
    return ruled


def _seat(number: int, hole: str, **wagers: str) -> dict[str, object]:
    return {"seat": number, "hole": hole, "wagers": {"ante": "10.00", "odds": "10.00", **wagers}}


def test_the_rule_behind_an_envy_bonus(run: Run, tmp_path: Path) -> None:
    """Seat 1 has a royal flush; seat 2, which has nothing, is paid for it."""
    seats = [
        _seat(1, "Js Ts", **{"raise": "10.00"}, progressive="1.00"),
        _seat(2, "4h 9d", **{"raise": "10.00"}, progressive="1.00"),
    ]
    hand = {"board": "As Ks Qs 2d 3c", "dealer": "2c 7d", "meters": {"progressive": "20000.00"}, "seats": seats}
    ruled = _ruled(run, tmp_path, MD, hand, "--paytable", "progressive=J")
    assert ruled == {(2, "envy"): "envy: for the hand of seat 1"}


def test_the_rules_behind_a_void_round(run: Run, tmp_path: Path) -> None:
    hand = {
        "void": "dealer_card_exposed",
        "board": "9h 9d 4c Jc 2s",
        "dealer": "Ah",
        "seats": [_seat(1, "Ks Kd", pocket_bonus="5.00")],
    }
    assert _ruled(run, tmp_path, MD, hand) == {
        (1, "ante"): "returned: irregularities.dealer_card_exposed does not settle ante",
        (1, "odds"): "returned: irregularities.dealer_card_exposed does not settle odds",
        (1, "pocket_bonus"): (
            "irregularities.dealer_card_exposed.settled lists pocket_bonus, so the player's cards decide it"
        ),
    }


def test_the_rule_behind_a_payout_limit(run: Run, tmp_path: Path) -> None:
    """A royal flush at an ante of 200: 200, 500 times 200 on the odds, and 600 on the raise are 100,800."""
    file = tmp_path / "house.toml"
    text = run("submission", "new", MD).out
    file.write_text(text.replace('# payout_limit = "50000.00"', 'payout_limit = "50000.00"'), encoding="utf-8")
    seat = {"seat": 1, "hole": "Js Ts", "wagers": {"ante": "200.00", "odds": "200.00", "raise": "600.00"}}
    hand = {"board": "As Ks Qs 2d 3c", "dealer": "2c 7d", "seats": [seat]}
    assert _ruled(run, tmp_path, str(file), hand) == {
        (1, "payout_limit"): "payout limit 50000.00: the player of seat 1 won 100800.00"
    }


def test_the_rule_behind_an_abandoned_wager(run: Run, tmp_path: Path) -> None:
    seat = _seat(1, "Js Ts") | {"abandoned": True}
    hand = {"board": "As Ks Qs 2d 3c", "dealer": "2c 7d", "seats": [seat]}
    rule = "the player left, and the wager was ruled abandoned"
    assert _ruled(run, tmp_path, MD, hand) == {(1, "ante"): rule, (1, "odds"): rule}


def test_which_table_has_no_row_for_which_hand(run: Run, tmp_path: Path) -> None:
    """Four Card Poker: a pair of kings on aces up, whose table A starts with a pair of aces."""
    seat = {"seat": 1, "cards": "Kc Kd 4h 7s 9c", "wagers": {"ante": "5.00", "play": "5.00", "aces_up": "5.00"}}
    path = tmp_path / "hand.json"
    path.write_text(json.dumps({"dealer": "2c 2d 3h 5s 8c Jd", "seats": [seat]}), encoding="utf-8")
    result = run("settle", "md-four-card-poker", str(path), "--why-not")
    assert "not case 1: aces up table A has no row for pair" in result.out


def test_a_wager_is_shown_by_its_title(run: Run, tmp_path: Path, hand: Path) -> None:
    """The book calls its progressive wager Progressive Payout."""
    out = run("settle", MD, str(hand), "--explain").out
    assert "Progressive Payout" in out
    assert "seat 1, Trips Plus: case 1 of 2" in out
    assert "trips plus " not in out
