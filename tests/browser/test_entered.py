"""A physical table: the dealer types the cards that lie there, and every wager is paid as the book says."""

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from browser.conftest import Arrive
from browser.dealing import (
    HOLDEM,
    deal_until,
    enter,
    is_due,
    mistype,
    next_step,
    open_by_hand,
    paid,
    press,
    seat_guest,
    wager,
)
from browser.visiting import FOUR_CARD, Visitor
from submission.edits import edited

NONSENSE = "Type cards like Ah Td 9c."
OVER = ("shuffle", "open_round", "complete_paperwork")


def turn_up(ann: Visitor, table: str, hands: dict[int, str]) -> None:
    """The players' hands, in the order in which the page asks for them."""
    for _ in hands:
        deal_until(ann)
        step = next_step(ann, table)
        assert step["do"] == "turn_up_hand", step
        enter(ann, hands[step["seat"]])


def stacks(view: Any) -> dict[str, str]:
    return {player["name"]: player["stack"] for player in view["players"].values()}


def test_a_round_of_hold_em(arrive: Arrive) -> None:
    """A flush beats the dealer's; a straight loses to it, which is a bad beat; a folded hand keeps its trips plus."""
    ann = arrive()
    table = open_by_hand(ann, HOLDEM, "entered")
    for seat, name in ((1, "Joe"), (3, "Sue"), (6, "Lee")):
        seat_guest(ann, seat, name)
    deal_until(ann, "no_more_bets")
    wager(ann, 1, ante="10", trips_plus="5", pocket_bonus="5")
    wager(ann, 3, ante="5")
    wager(ann, 6, ante="5", trips_plus="1")
    deal_until(ann, "decide")
    for action in ("raise_3", "check", "check"):
        press(ann, f"action-{action}")
    deal_until(ann)
    mistype(ann, "9s 8s 1s", NONSENSE)
    mistype(ann, "9s 8s 9s", "Nine of spades: already in use.")
    enter(ann, "9s 8s 7s")
    deal_until(ann, "decide")
    for action in ("check", "check"):
        press(ann, f"action-{action}")
    deal_until(ann)
    mistype(ann, "2d 8s", "Eight of spades: already in use.")
    ann.at("cards-typed").fill("2d")
    expect(ann.page.locator(".picked")).to_contain_text("1 of 2")
    expect(ann.at("step-do")).to_be_disabled()
    ann.page.get_by_role("button", name="two of clubs").click()
    expect(ann.at("cards-typed")).to_have_value("2d 2c")
    press(ann, "step-do")
    deal_until(ann, "decide")
    for action in ("raise_1", "fold"):
        press(ann, f"action-{action}")
    deal_until(ann)
    ann.picture("dealer-enters-cards")
    enter(ann, "qs, 3S")
    turn_up(ann, table, {1: "As Ks", 3: "Jh 10d", 6: "2h 3h"})
    deal_until(ann, *OVER)
    view = ann.view(table, "dealer")
    assert paid(view, 1) == {
        "ante": ("win", "20.00"),
        "odds": ("win", "25.00"),  # a flush pays 3 to 2
        "raise": ("win", "60.00"),
        "trips_plus": ("win", "40.00"),  # a flush pays 7 to 1
        "pocket_bonus": ("win", "105.00"),  # ace and king of one suit pay 20 to 1
    }
    assert paid(view, 3) == {
        "ante": ("lose", "0.00"),
        "odds": ("win", "30.00"),  # a straight that is beaten pays 5 to 1
        "raise": ("lose", "0.00"),
    }
    assert paid(view, 6) == {
        "ante": ("forfeit", "0.00"),
        "odds": ("forfeit", "0.00"),
        "trips_plus": ("win", "4.00"),  # three of a kind pays 3 to 1, folded or not
    }
    assert stacks(view) == {"Joe": "690.00", "Sue": "515.00", "Lee": "493.00"}
    for name, chips in stacks(view).items():
        expect(ann.page.get_by_role("heading", name=f": {name}")).to_contain_text(f"{chips} in chips")
    ann.picture("dealer-entered-settled")


def test_the_dealer_tells_what_the_shuffler_counted(arrive: Arrive, tmp_path: Path) -> None:
    """A device that counts has to be read; with 51 cards the deck leaves the table (5.E)."""
    ann = arrive()
    file = tmp_path / "counting.toml"
    file.write_text(edited(HOLDEM, ('shuffler = "manual" ', 'shuffler = "automatic_counting" ')), "utf-8")
    open_by_hand(ann, HOLDEM, "entered", file)
    seat_guest(ann, 1, "Joe")
    deal_until(ann, "shuffle")
    count = ann.page.get_by_label("Cards the shuffler counted")
    expect(ann.at("next-step")).to_contain_text("it should be 52")
    expect(ann.at("step-do")).to_be_disabled()
    count.fill("51")
    press(ann, "step-do")
    is_due(ann, "receive_deck")


@pytest.mark.prove
def test_a_round_of_four_card_poker(arrive: Arrive) -> None:
    """Three nines win everything, a pair of aces wins aces up only, and who has aces up alone is asked nothing."""
    ann = arrive("phone")
    table = open_by_hand(ann, FOUR_CARD, "entered")
    for seat, name in ((2, "Joe"), (4, "Sue"), (7, "Lee")):
        seat_guest(ann, seat, name)
    deal_until(ann, "no_more_bets")
    wager(ann, 2, ante="10", aces_up="5", six_card_bonus="2")
    wager(ann, 4, ante="5", aces_up="5")
    wager(ann, 7, aces_up="1")
    deal_until(ann, "decide")
    assert next_step(ann, table)["do"] == "deal", "the dealer's last card lies face up"
    mistype(ann, "11d", NONSENSE)
    enter(ann, "Ac")
    deal_until(ann, "decide")
    for action in ("play_3", "play_1"):
        press(ann, f"action-{action}")
    deal_until(ann)
    mistype(ann, "Ad Qh Qd 5c Ac", "Ace of clubs: already in use.")
    assert ann.overflow() <= 0
    ann.picture("dealer-mistyped")
    enter(ann, "Ad Qh Qd 5c 3s")
    hands = {2: "9c 9d 9h Ks 2s", 4: "Ah As 7c 6d 2c", 7: "8c 7h 6s 5d Jh"}
    assert deal_until(ann) == []
    enter(ann, "Kd")
    turn_up(ann, table, hands)
    deal_until(ann, *OVER)
    view = ann.view(table, "dealer")
    assert paid(view, 2) == {
        "ante": ("win", "20.00"),
        "play": ("win", "60.00"),
        "ante_bonus": ("win", "20.00"),  # three of a kind pays 2 to 1
        "aces_up": ("win", "50.00"),  # three of a kind pays 9 to 1
        "six_card_bonus": ("win", "42.00"),  # nines full of kings, with the bonus card, pay 20 to 1
    }
    assert paid(view, 4) == {"ante": ("lose", "0.00"), "play": ("lose", "0.00"), "aces_up": ("win", "10.00")}
    assert paid(view, 7) == {"aces_up": ("win", "5.00")}  # a straight pays 4 to 1
    assert stacks(view) == {"Joe": "645.00", "Sue": "495.00", "Lee": "504.00"}
    expect(ann.at("paid-seat-2")).to_contain_text(re.compile(r"Ante bonus\s*wins\s*20.00.*Back:\s*192.00", re.DOTALL))


@pytest.mark.prove
def test_the_floorperson_approves_a_progressive_award(arrive: Arrive) -> None:
    """Four aces win the whole meter: verified twice, validated by the floor, never paid from the inventory."""
    ann, dan = arrive(), arrive()
    table = open_by_hand(ann, FOUR_CARD, "entered")
    ann.press("invite")
    dan.page.goto(ann.at("invitation").input_value())
    expect(dan.at("next-step")).to_be_visible()
    for seat, name in ((1, "Joe"), (2, "Sue")):
        seat_guest(dan, seat, name)
    deal_until(dan, "verify_inspection")
    expect(dan.page.get_by_text("This step needs a floorperson: invite one.")).to_be_visible()
    is_due(ann, "verify_inspection")
    press(ann, "step-do")
    deal_until(dan, "no_more_bets")
    for seat in (1, 2):
        wager(dan, seat, ante="5", progressive="1")
        press(dan, "may-acknowledge")
    expect(dan.at("meter-progressive")).to_contain_text("5,000.00")
    deal_until(dan)
    expect(dan.at("meter-progressive")).to_contain_text("5,000.20")  # a tenth of each wager
    enter(dan, "Kh")
    deal_until(dan, "decide")
    for action in ("play_3", "play_1"):
        press(dan, f"action-{action}")
    deal_until(dan)
    enter(dan, "Kd Qh Jd 5c 3s")
    enter(dan, "2c")
    turn_up(dan, table, {1: "As Ah Ad Ac 9c", 2: "Qs Qd 7c 6h 2d"})
    steps = deal_until(dan, "validate_progressive")
    assert steps[-2:] == ["verify_hand", "verify_light"]
    expect(dan.page.get_by_text("This step needs a floorperson: invite one.")).to_be_visible()
    before = stacks(dan.view(table, "dealer"))
    expect(ann.at("step-do")).to_contain_text("Validate the progressive award of seat 1.")
    award = "Progressive Payout wins 100% of meter: four aces."  # how much is what the meter shows when it is paid
    expect(ann.at("due")).to_contain_text(award)
    ann.at("step-inventory-yes").check()
    ann.press("step-do")
    expect(ann.at("problems")).to_contain_text("The whole meter may not be paid from the table inventory.")
    ann.picture("floor-validates")
    ann.at("step-inventory-no").check()
    press(ann, "step-do")
    expect(ann.at("problems")).to_have_count(0)
    assert stacks(dan.view(table, "dealer")) == before, "validated, and not paid yet"
    expect(dan.at("meter-progressive")).to_contain_text("5,000.20")
    expect(dan.at("due").get_by_role("listitem")).to_contain_text([award, "Seat 2: Envy wins 100.00"])
    press(dan, "step-do")
    deal_until(dan, *OVER)
    for person in (ann, dan):
        expect(person.at("meter-progressive")).to_contain_text("5,000.00")  # the reset amount
    is_due(ann, "complete_paperwork")
    press(ann, "step-do")
    deal_until(dan, "shuffle")
    view = dan.view(table, "dealer")
    assert paid(view, 1)["progressive"] == ("win", "5000.20")
    assert paid(view, 2)["progressive"] == ("lose", "0.00")
    assert paid(view, 2)["envy"] == ("win", "100.00")


THREE_METERS = """
rulebook = "md-four-card-poker"
house_name = "Three Meters"
positions = 7
adjacent_boxes = 7
wagers = ["six_card_bonus", "progressive"]
[paytables]
ante_bonus = "A"
aces_up = "A"
progressive = "E"
six_card_bonus = "A"
[limits]
chip_unit = "0.50"
ante = { least = "5.00", most = "500.00" }
side = { least = "1.00", most = "100.00" }
[dealing]
method = "automated"
order = "stacks"
shuffler = "automatic_counting"
decks = 2
[progressive]
wager = "1.00"
[progressive.meters]
mega = { initial = "10000.00", reset = "10000.00", rate = "0.05" }
major = { initial = "1000.00", reset = "1000.00", rate = "0.03" }
minor = { initial = "250.00", reset = "250.00", rate = "0.02" }
"""
"""Two decks that take turns, with a shuffler that counts and an automated shoe; a progressive with three meters."""


def shown_meters(ann: Visitor, **amounts: str) -> None:
    for name, amount in amounts.items():
        expect(ann.at(f"meter-{name}")).to_contain_text(amount)


@pytest.mark.prove
def test_several_meters_two_decks_and_devices_that_jam(arrive: Arrive, tmp_path: Path) -> None:
    """A jam of the deck that is not in play holds nothing up; one of the shoe voids the round and its contributions."""
    ann = arrive()
    file = tmp_path / "three-meters.toml"
    file.write_text(THREE_METERS, "utf-8")
    table = open_by_hand(ann, FOUR_CARD, "entered", file)
    seat_guest(ann, 3, "Joe")
    begun = {"mega": "10,000.00", "major": "1,000.00", "minor": "250.00"}
    grown = {"mega": "10,000.05", "major": "1,000.03", "minor": "250.02"}
    shown_meters(ann, **begun)
    deal_until(ann, "no_more_bets")
    first = in_play(ann, table)
    expect(ann.at("facts")).to_contain_text(f"the {first} deck is in play")
    wager(ann, 3, ante="5", progressive="1")
    press(ann, "may-acknowledge")
    assert deal_until(ann, "deal")[-1] == "chips_to_inventory"
    shown_meters(ann, **grown)
    ann.at("irregularity").select_option("shuffler_jam")
    expect(ann.at("irregularity-flag")).not_to_be_checked()
    report(ann, "shuffler_jam")
    expect(ann.at("irregularity-outcome")).to_contain_text("The round continues.")
    press(ann, "step-do")  # the bonus card
    report(ann, "shoe_jam")
    expect(ann.at("irregularity-says")).to_contain_text("the round is void, all wagers go back")
    expect(ann.at("irregularity-outcome")).to_contain_text("The round is void.")
    ann.picture("dealer-jam")
    deal_until(ann, "open_round")
    shown_meters(ann, **begun)
    view = ann.view(table, "dealer")
    assert paid(view, 3) == {"ante": ("void", "5.00"), "progressive": ("void", "1.00")}
    assert stacks(view) == {"Joe": "500.00"}
    deal_until(ann, "no_more_bets")
    second = in_play(ann, table)
    assert {first, second} == {deck["back"] for deck in view["decks"]}, "the decks take turns"
    expect(ann.at("facts")).to_contain_text(f"the {second} deck is in play")
    wager(ann, 3, ante="5", progressive="1")
    press(ann, "may-acknowledge")
    deal_until(ann)
    enter(ann, "2c")
    deal_until(ann, "decide")
    press(ann, "action-play_3")
    deal_until(ann)
    enter(ann, "Kd Qh Jd 5c 3s")
    enter(ann, "4h")
    turn_up(ann, table, {3: "9s 8s 7s 6s 5s"})
    assert deal_until(ann, "open_round").count("complete_paperwork") == 1
    shown_meters(ann, **(grown | {"major": "1,000.00"}))
    assert paid(ann.view(table, "dealer"), 3)["progressive"] == ("win", "1000.03")  # all of the major meter
    ann.page.goto(f"/table/{table}")
    shown_meters(ann, **(grown | {"major": "1,000.00"}))


def in_play(ann: Visitor, table: str) -> str:
    (back,) = [deck["back"] for deck in ann.view(table, "dealer")["decks"] if deck["in_play"]]
    return str(back)


def report(ann: Visitor, irregularity: str) -> None:
    ann.at("irregularity").select_option(irregularity)
    ann.press("irregularity-report")
