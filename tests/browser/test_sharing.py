"""Several people at one table: each sees only what they may, and nobody acts twice."""

import json
import re
from itertools import product

import pytest
from playwright.sync_api import WebSocketRoute, expect

from browser.conftest import Arrive
from browser.playing import decide, decisions, own_seat, settled, settled_net, sit_at_new
from browser.visiting import FOUR_CARD, LOST, Visitor

BOOK = "md-heads-up-holdem"
BUY_IN = 50_000


def take_seat(person: Visitor, table: str, seat: int, name: str) -> None:
    """Come to somebody else's table, and sit down there."""
    person.page.goto(f"/table/{table}")
    person.press(f"sit-{seat}")
    person.page.get_by_role("dialog").get_by_label("Your name").fill(name)
    person.press("confirm")
    expect(person.at("deal")).to_be_visible()


RANKS = dict(
    zip("AKQJT98765432", "ace king queen jack ten nine eight seven six five four three two".split(), strict=True)
)
SUITS = {"s": "spades", "h": "hearts", "d": "diamonds", "c": "clubs"}
DRAWN = """() => [document.body.innerText, ...[...document.querySelectorAll("*")].flatMap((one) =>
  [...one.attributes].filter((own) => own.name !== "d").map((own) => own.value))]"""
"""Everything that is in a page, but for the shapes of what is drawn."""


def in_page(person: Visitor) -> list[str]:
    """What the page shows, tells and keeps, with cards in words written as letters."""
    everything = "\n".join(person.page.evaluate(DRAWN))
    for rank, suit in product(RANKS, SUITS):
        everything = everything.replace(f"{RANKS[rank]} of {SUITS[suit]}", f"{rank}{suit}")
    return [everything]


def named(cards: list[str], texts: list[str]) -> list[str]:
    """Which of some cards are named in texts."""
    everything = "\n".join(texts)
    return [card for card in cards if re.search(rf"(?<![0-9A-Za-z]){card}(?![0-9A-Za-z])", everything)]


@pytest.mark.prove
def test_nobody_sees_the_cards_of_others_before_their_time(arrive: Arrive) -> None:
    """Two players and somebody who looks on: in the page, and in every message that it received."""
    ann, bob, eve = arrive(), arrive("phone"), arrive()
    table = sit_at_new(ann, BOOK, shared=True)
    take_seat(bob, table, 4, "Bob")
    eve.page.goto(f"/table/{table}")
    expect(eve.at("status")).to_have_text("You are watching. Take a free seat to play.")
    ann.press("deal")
    expect(ann.at("status")).to_have_text("You are ready. Waiting for the others.")
    bob.press("deal")
    *streets, last = decisions(BOOK)
    for action in streets:
        decide(ann, action)  # seat 3 decides before seat 4
        decide(bob, action)
    decide(ann, last)
    expect(bob.at(f"action-{last}")).to_be_visible()
    hands = {person: person.cards_in(f"seat-{seat}") for person, seat in ((ann, 3), (bob, 4))}
    assert [len(cards) for cards in hands.values()] == [2, 2]
    seen = {person: [*person.received, *in_page(person)] for person in (ann, bob, eve)}
    for owner, cards in hands.items():
        for person, texts in seen.items():
            assert named(cards, texts) == (cards if person is owner else [])
    decide(bob, last)
    settled_net(ann, table, BUY_IN)
    settled_net(bob, table, BUY_IN)
    dealer = eve.view(table)["last_round"]["dealer"]
    expect(eve.at("dealer-hand").locator("[data-card]")).to_have_count(2)
    assert eve.cards_in("dealer-hand") == dealer
    assert [named(dealer, texts) for texts in seen.values()] == [[], [], []]
    assert eve.cards_in("seat-3") == hands[ann], "they were turned up at the settlement"
    assert eve.at("settlement").count() == 0


@pytest.mark.prove
def test_two_tabs_of_one_player_do_not_act_twice(arrive: Arrive) -> None:
    """The second tab has not heard that the first one acted: its press is for a decision that is over."""
    ann = arrive()
    table = sit_at_new(ann, BOOK)
    late: list[str | bytes] = []
    holding = [False]
    routes: list[WebSocketRoute] = []
    tab = ann.open()

    def relay(page: WebSocketRoute) -> None:
        routes.append(page)
        server = page.connect_to_server()
        server.on_message(lambda message: late.append(message) if holding[0] else page.send(message))

    tab.route_web_socket(re.compile(r"/live"), relay)
    tab.goto(f"/table/{table}")
    ann.press("deal")
    expect(ann.at("action-check", tab)).to_be_visible()
    holding[0] = True
    ann.press("action-check")
    expect(ann.at("action-raise_2")).to_be_visible()
    ann.at("action-check", tab).click()
    expect(ann.at("action-check", tab)).to_be_disabled()
    while not any(json.loads(message)["type"] in ("done", "error") for message in late):
        tab.evaluate("new Promise(requestAnimationFrame)")
    assert ann.view(table)["round"]["street"] == "flop", "the check was for the street before"
    for message in late:
        routes[0].send(message)
    expect(ann.at("action-raise_2", tab)).to_be_enabled()
    expect(ann.at("problems", tab)).to_contain_text("The table moved on before that arrived, so nothing happened.")


def test_two_tabs_press_raise_and_one_raise_is_made(arrive: Arrive) -> None:
    ann = arrive()
    table = sit_at_new(ann, BOOK)
    tab = ann.open()
    tab.goto(f"/table/{table}")
    ann.press("deal")
    for page in (ann.page, tab):
        expect(ann.at("action-raise_3", page)).to_be_enabled()
    press = "document.querySelector('[data-testid=action-raise_3]')?.click()"
    tab.evaluate(press)
    ann.page.evaluate(press)
    settled_net(ann, table, BUY_IN)
    assert ann.view(table)["last_round"]["seats"]["3"]["wagers"] == {"ante": "5.00", "odds": "5.00", "raise": "15.00"}
    assert len(ann.get(f"/api/tables/{table}/rounds")["rounds"]) == 1
    expect(tab.get_by_test_id("settlement").locator(".totals")).to_be_visible()


@pytest.mark.prove
def test_a_decision_is_asked_again_after_the_server_was_killed(arrive: Arrive) -> None:
    """Killed in the middle of a decision, started again on the same record: acting once settles."""
    ann = arrive()
    ann.expected.append(LOST)
    table = sit_at_new(ann, BOOK)
    ann.press("deal")
    decide(ann, "check")
    expect(ann.at("action-raise_2")).to_be_enabled()
    asked, cards = ann.at("status").inner_text(), ann.cards_in("seat-3") + ann.cards_in("board")
    ann.server.kill()
    try:
        expect(ann.page.locator(".connection")).to_have_text("connection lost, reconnecting")
        expect(ann.at("action-raise_2")).to_be_disabled()
        expect(ann.at("alone")).to_be_visible()
    finally:
        ann.server.start()
    expect(ann.page.locator(".connection")).to_have_text("live")
    expect(ann.at("alone")).to_have_count(0)
    expect(ann.at("action-raise_2")).to_be_enabled()
    assert ann.at("status").inner_text() == asked
    assert ann.cards_in("seat-3") + ann.cards_in("board") == cards
    decide(ann, "raise_2")
    settled_net(ann, table, BUY_IN)
    assert ann.view(table)["last_round"]["seats"]["3"]["wagers"]["raise"] == "10.00"


def test_a_command_whose_answer_was_lost_is_sent_again_and_counts_once(arrive: Arrive) -> None:
    """The connection breaks after the command and before its answer; the page comes back by itself and asks again."""
    ann = arrive()
    ann.turn_to_a_new_page()
    sent: list[str] = []

    def relay(page: WebSocketRoute) -> None:
        server = page.connect_to_server()

        def to_server(message: str | bytes) -> None:
            command = json.loads(message)
            if command["type"] == "command" and command["command"]["do"] != "commit_seed":
                sent.append(command["id"])
            server.send(message)

        def to_page(message: str | bytes) -> None:
            if len(sent) == 2 and json.loads(message)["type"] != "pong":
                page.close(code=1012)  # of the first decision neither the view nor the answer arrives
                server.close()
            else:
                page.send(message)

        page.on_message(to_server)
        server.on_message(to_page)

    ann.page.route_web_socket(re.compile(r"/live"), relay)
    table = sit_at_new(ann, FOUR_CARD)
    ann.press("deal")
    decide(ann, "play_3")
    settled(ann)
    assert len(sent) == 3, "wagers, a decision, and the decision again"
    assert sent[1] == sent[2]
    assert ann.view(table)["last_round"]["seats"][str(own_seat(ann, table))]["wagers"] == {
        "ante": "5.00",
        "play": "15.00",
    }
    assert len(ann.get(f"/api/tables/{table}/rounds")["rounds"]) == 1
