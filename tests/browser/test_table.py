"""What else happens at a table: a void round, motion, time limits, chips, private tables, a submission of one's own."""

from contextlib import closing
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from playwright.sync_api import expect

from browser.conftest import Arrive
from browser.playing import decide, own_seat, settled, settled_net, sit_at_new, table_of
from browser.serving import Server
from browser.test_sharing import take_seat
from browser.visiting import FOUR_CARD, PATIENCE, cents
from pitbook.pit import Pit, open_record
from pitbook.table.commands import Report, dealer

BOOK = "md-heads-up-holdem"
BUY_IN = 50_000


@pytest.mark.prove
def test_a_void_round_is_shown_with_its_clause_and_the_money_is_back(arrive: Arrive, server: Server) -> None:
    """Nobody can have one at a table of the house over the API; a process beside the server can."""
    ann = arrive("phone")
    table = sit_at_new(ann, BOOK)
    ann.press("wager-trips_plus")
    ann.press("deal")
    expect(ann.at("action-check")).to_be_visible()
    assert cents(ann.at("stack").inner_text()) < BUY_IN
    with closing(open_record(server.record)) as store:
        Pit(store).handle(table, Report(dealer("Dee"), "wrong_number_of_cards"))
    words = "The round is void: wrong number of cards."
    expect(ann.at("status")).to_have_text(f"{words} Your wagers are back.")
    assert words in ann.at("settlement").inner_text()
    lines = ann.at("settlement").locator("li").all_inner_texts()
    assert len(lines) == 3
    assert all("is returned" in line and "§ 13.E" in line for line in lines)
    assert cents(ann.at("settlement").locator(".net-row dd").inner_text()) == 0
    assert cents(ann.at("stack").inner_text()) == BUY_IN
    ann.at("settlement").get_by_role("button", name="Clause").first.click()
    expect(ann.page.locator(".clause-text").first).to_contain_text(BOOK)
    ann.picture("table-void")
    ann.press("deal")
    expect(ann.at("action-check")).to_be_enabled()


SKIP = """() => { window.seen = [];
  const watch = new MutationObserver(() => {
    const all = [...document.querySelectorAll("button")].find((one) => one.textContent === "Show all");
    if (!all) return;
    watch.disconnect();
    window.seen.push(document.querySelectorAll(".settlement .settled").length);
    all.click();
  });
  watch.observe(document.body, { childList: true, subtree: true }); }"""
"""Presses "Show all" as soon as it is there, and keeps how many lines had been paid by then."""


@pytest.mark.prove
def test_cards_and_payments_follow_one_another(arrive: Arrive) -> None:
    """With motion the page shows the end of a round bit by bit; "Show all" jumps to it."""
    ann = arrive(motion=True)
    table = sit_at_new(ann, BOOK)
    ann.page.evaluate(SKIP)
    ann.press("deal")
    decide(ann, "raise_3")
    settled_net(ann, table, BUY_IN)
    (seen,) = ann.page.evaluate("window.seen")
    assert seen < ann.at("settlement").locator(".settled").count() == 3


@pytest.mark.prove
def test_whoever_wants_no_motion_sees_the_end_at_once(arrive: Arrive) -> None:
    ann = arrive()
    table = sit_at_new(ann, BOOK)
    ann.page.evaluate(
        """() => { window.moved = []; window.partly = 0;
          addEventListener("animationstart", (event) => window.moved.push(event.animationName), true);
          addEventListener("transitionstart", (event) => window.moved.push(event.propertyName), true);
          new MutationObserver(() => {
            const seen = [...document.querySelectorAll("button")].some((one) => one.textContent === "Show all");
            window.partly += seen ? 1 : 0;
            const lasting = document.getAnimations().filter((one) => one.effect.getComputedTiming().endTime > 1);
            window.lasting = Math.max(window.lasting || 0, lasting.length);
          }).observe(document.body, { childList: true, subtree: true }); }"""
    )
    ann.press("deal")
    decide(ann, "raise_3")
    settled_net(ann, table, BUY_IN)
    assert ann.page.evaluate("[window.partly, window.lasting]") == [0, 0]


@pytest.mark.prove
def test_the_time_for_a_decision_runs_out(arrive: Arrive) -> None:
    ann = arrive()
    table = sit_at_new(ann, FOUR_CARD)
    ann.do(table, do="arrange", decision_seconds=600)
    ann.press("deal")
    expect(ann.page.get_by_role("timer")).to_contain_text("seconds left")
    ann.picture("table-timed")
    ann.do(table, do="arrange", decision_seconds=1)
    settled(ann)
    assert last_wagers(ann.view(table)) == {"ante": "5.00"}
    assert "folded" in ann.at("settlement").inner_text().lower()


@pytest.mark.prove
def test_the_time_for_wagers_runs_out(arrive: Arrive) -> None:
    """Who has wagered by then is dealt in; who has not sits this round out, and loses nothing."""
    ann, bob = arrive(), arrive("phone", fresh=True)  # his clock is set
    table = sit_at_new(ann, FOUR_CARD, shared=True)
    floor = ann.open()
    floor.goto(f"/table/{table}/dealer")
    ann.at("betting-seconds", floor).select_option("120")
    for _ in range(PATIENCE // 50):
        if ann.view(table)["arrangement"]["betting_seconds"] == 120:
            break
        floor.wait_for_timeout(50)
    assert ann.view(table)["arrangement"]["betting_seconds"] == 120
    take_seat(bob, table, 5, "Bob")
    closing = bob.page.get_by_role("timer")
    expect(closing).to_have_count(0)  # nobody has wagered yet
    ann.do(table, do="arrange", betting_seconds=600)
    ann.press("deal")
    for person in (ann, bob):
        expect(person.page.get_by_role("timer")).to_contain_text("Wagers close in")
    ann.picture("table-wagers-close")
    deadline = datetime.fromisoformat(bob.view(table)["wagering"]["deadline"])
    for left, said in ((75, "in 75 seconds"), (74, "in 74 seconds"), (1, "in 1 second"), (0, "now"), (-9, "now")):
        bob.page.clock.set_fixed_time(deadline - timedelta(seconds=left))
        expect(closing).to_have_text(f"Wagers close {said}")
    assert bob.page.evaluate("document.getAnimations().length") == 0, "Bob wants no motion"
    bob.picture("table-wagers-close")
    ann.do(table, do="arrange", betting_seconds=1)
    expect(ann.at("action-fold")).to_be_enabled()
    expect(bob.at("status")).to_have_text("Waiting for Ann at seat 4.")
    expect(closing).to_have_count(0)
    assert list(bob.view(table)["round"]["seats"]) == ["4"]
    decide(ann, "fold")
    settled(ann)
    expect(bob.at("deal")).to_be_enabled()
    assert cents(bob.at("stack").first.inner_text()) == BUY_IN


def last_wagers(view: object) -> object:
    assert isinstance(view, dict)
    return view["last_round"]["seats"][str(view["you"]["seats"][0])]["wagers"]


def test_chips_are_bought_and_cashed_out(arrive: Arrive) -> None:
    ann = arrive()
    table = sit_at_new(ann, BOOK)
    ann.page.locator("#tab-table").click()
    for way, amount, stack in (("buy-in", "100.00", "600.00"), ("cash-out", "250", "350.00")):
        ann.press(way)
        ann.page.get_by_role("dialog").get_by_label("Amount").fill(amount)
        ann.press("confirm")
        expect(ann.at("stack")).to_have_text(stack)
    ann.press("cash-out")
    dialog = ann.page.get_by_role("dialog")
    dialog.get_by_label("Amount").fill("1000")
    ann.press("confirm")
    expect(dialog.get_by_test_id("problems")).to_contain_text("350.00")
    ann.page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    ann.press("leave")
    ann.press("confirm")
    ann.page.wait_for_url("**/")
    assert ann.view(table)["you"]["seats"] == []


@pytest.mark.prove
def test_wagers_of_whoever_had_the_seat_before_are_not_offered(arrive: Arrive) -> None:
    ann, bob = arrive(), arrive()
    table = sit_at_new(ann, BOOK, shared=True)
    ann.press("wager-trips_plus")
    ann.press("deal")
    decide(ann, "raise_3")
    settled(ann)
    expect(ann.at("deal")).to_contain_text("15.00")
    ann.do(table, do="leave")
    take_seat(bob, table, 3, "Bob")
    expect(bob.at("deal")).to_contain_text("10.00")
    expect(bob.at("repeat")).to_be_disabled()
    expect(bob.at("status")).to_have_text("Place your wagers, then deal.")
    assert bob.at("settlement").count() == 0


@pytest.mark.prove
def test_two_boxes_of_one_player(arrive: Arrive) -> None:
    """On a phone both boxes of Four Card Poker lie side by side, above the buttons."""
    ann = arrive("phone")
    table = sit_at_new(ann, FOUR_CARD)
    ann.press("sit-5")
    expect(ann.at("deal")).to_contain_text("10.00")
    ann.picture("table-two-boxes-wagers")
    ann.press("deal")
    for seat in (4, 5):
        expect(ann.at("status")).to_contain_text(f"Your turn at seat {seat}")
        assert ann.overflow() <= 0
        rail = ann.page.locator(".foot").bounding_box()
        for box in (ann.at(f"seat-{one}").bounding_box() for one in (4, 5)):
            assert rail is not None
            assert box is not None
            assert box["y"] + box["height"] <= rail["y"] + 1
        ann.picture(f"table-two-boxes-{seat}")
        decide(ann, "play_1")
    settled_net(ann, table, BUY_IN)
    ann.picture("table-two-boxes-settled")


@pytest.mark.prove
def test_a_private_table_by_invitation(arrive: Arrive) -> None:
    """A stranger finds nothing; whoever opens the link becomes a guest of the table, without a session before."""
    ann, bob, eve = arrive(), arrive(), arrive()
    ann.page.goto("/")
    ann.page.get_by_text("Set up a custom table").click()
    ann.page.get_by_label("House name").fill("The back room")
    ann.page.get_by_label("Minimum ante").fill("25")
    ann.page.get_by_label("Private: by invitation only").check()
    ann.press("open-table")
    expect(ann.page.locator("[data-shows=house_name]")).to_have_text("The back room")
    expect(ann.at("deal")).to_contain_text("25.00")
    table = table_of(ann)
    ann.page.locator("#tab-table").click()
    ann.press("invite")
    ann.page.get_by_text("Invite one person only").click()
    ann.page.get_by_role("button", name="Invite one person").click()
    link = ann.page.get_by_label("Send this link").input_value()
    ann.picture("table-invitation")
    eve.expected.append("403")
    eve.page.goto(f"/table/{table}")
    expect(eve.at("problems")).to_be_visible()
    eve.picture("table-not-allowed")
    eve.page.goto("/")
    expect(eve.page.get_by_role("heading", name="Open tables")).to_be_visible()
    assert eve.at(f"join-{table}").count() == 0
    bob.page.goto(link)
    expect(bob.at("sit-1")).to_be_visible()
    assert "invitation" not in bob.page.url
    bob.press("sit-1")
    bob.press("confirm")
    expect(bob.at("deal")).to_be_visible()
    assert own_seat(bob, table) == 1


@pytest.mark.prove
def test_a_submission_file_of_ones_own(arrive: Arrive, tmp_path: Path) -> None:
    from pitbook.rulebooks import load_book
    from pitbook.submission import render

    text = render(load_book(FOUR_CARD), FOUR_CARD).replace("Pitbook House", "Hotel Bellevue")
    text = text.replace('\nwager = "1.00"', '\nwager = ["1.00", "5.00"]')
    file = tmp_path / "submission.toml"
    file.write_text(text, "utf-8")
    ann = arrive()
    ann.page.goto("/")
    ann.page.get_by_text("Set up a custom table").click()
    ann.page.get_by_label("Or a submission file").set_input_files(file)
    ann.press("open-table")
    expect(ann.page.locator("[data-shows=house_name]")).to_have_text("Hotel Bellevue")
    expect(ann.page.locator("[data-shows=title]")).to_have_text("Four Card Poker (Maryland)")
    # The ante of 5.00, and the chip in hand as the progressive wager: five dollars, one, none.
    for chip, total in (("5", "10.00"), ("1", "6.00"), ("1", "5.00"), ("25", "6.00"), ("25", "10.00")):
        ann.press(f"chip-{chip}")
        ann.press("wager-progressive")
        expect(ann.at("deal")).to_contain_text(total)
    ann.press("deal")
    expect(ann.at("action-play_1")).to_be_visible()
    table = table_of(ann)
    seat = str(own_seat(ann, table))
    assert ann.view(table)["round"]["seats"][seat]["wagers"] == {"ante": "5.00", "progressive": "5.00"}
    file.write_text(text.replace('rulebook = "', 'rulebook = "no-'), "utf-8")
    ann.expected.append("status of 4")
    ann.page.goto("/")
    ann.page.get_by_text("Set up a custom table").click()
    ann.page.get_by_label("Or a submission file").set_input_files(file)
    ann.press("open-table")
    expect(ann.at("problems")).to_contain_text("no-md-four-card-poker")
