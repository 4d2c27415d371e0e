"""The dealer's view: a round dealt by hand, step by step, an irregularity, a ruling; and who plays there."""

from typing import Any

from playwright.sync_api import expect

from browser.conftest import Arrive
from browser.playing import decide, settled_net
from browser.visiting import Visitor

MOST_STEPS = 200
MOVED = """async ([path, version]) => {
  for (let asked = 0; asked < 600; asked += 1) {
    if ((await (await fetch(path)).json()).version > version) return;
    await new Promise((done) => setTimeout(done, 25));
  }
  throw new Error("the table did not move on");
}"""


def open_by_hand(ann: Visitor) -> str:
    """Open a table that one deals at oneself."""
    ann.page.goto("/")
    ann.page.get_by_text("Set up a table in detail").click()
    ann.page.get_by_label("Who deals").select_option("dealer")
    ann.press("open-table")
    expect(ann.at("next-step")).to_be_visible()
    assert ann.page.url.endswith("/dealer")
    return ann.page.url.split("/")[-2]


def next_step(ann: Visitor, table: str) -> Any:
    return ann.view(table, "dealer")["steps"][0]


def press(ann: Visitor, table: str, testid: str) -> None:
    """Press a button, and wait until the table has moved on."""
    path = f"/api/tables/{table}?as=dealer"
    version = ann.get(path)["version"]
    ann.at(testid).click()
    ann.page.evaluate(MOVED, [path, version])


def deal_until(ann: Visitor, table: str, *stops: str) -> list[str]:
    """Press the button of the next step until one of some steps is due; what was done."""
    done: list[str] = []
    while (step := next_step(ann, table))["do"] not in stops:
        expect(ann.at("step-do")).to_contain_text(step["words"])
        expect(ann.at("step-do")).to_have_attribute("aria-busy", "false")
        press(ann, table, "step-do")
        done.append(step["do"])
        assert len(done) < MOST_STEPS
    return done


def test_a_round_dealt_by_hand(arrive: Arrive) -> None:
    """For a guest who speaks to the dealer: every step by its button, one irregularity, and the floor rules on it."""
    ann = arrive()
    table = open_by_hand(ann)
    ann.at("guest-name").fill("Joe")
    ann.press("seat-guest")
    expect(ann.page.get_by_text("Seat 1: Joe")).to_be_visible()
    before = deal_until(ann, table, "no_more_bets")
    assert before[0] == "inspect"
    assert {"shuffle", "open_round"} <= set(before)
    ann.press("guest-1-place")
    expect(ann.page.get_by_role("button", name="Change the wagers")).to_be_visible()
    dealt = deal_until(ann, table, "decide")
    assert dealt.count("deal") >= 3
    ann.at("irregularity").select_option("player_or_community_card_exposed")
    ann.press("irregularity-report")
    expect(ann.at("irregularity-outcome")).to_contain_text("The round goes on.")
    expect(ann.page.get_by_text("One thing waits for a ruling.")).to_be_visible()
    ann.at("rule-reason").fill("The card is played as it lies.")
    ann.press("may-rule")
    expect(ann.page.get_by_text("One thing waits for a ruling.")).to_have_count(0)
    for action in ("check", "check", "raise_1"):
        deal_until(ann, table, "decide")
        press(ann, table, f"action-{action}")
    settling = deal_until(ann, table, "open_round", "inspect", "shuffle", "collect_cards")
    assert "reveal_dealer" in settling
    deal_until(ann, table, "open_round", "inspect", "shuffle")
    over = ann.view(table, "dealer")["last_round"]
    lines = over["seats"]["1"]["settled"]
    assert {line["wager"] for line in lines} == {"ante", "odds", "raise"}
    script = [line["words"] for line in over["script"]]
    assert any("The card is played as it lies." in words for words in script)


def test_a_player_at_a_table_that_is_dealt_by_hand(arrive: Arrive) -> None:
    ann, bob = arrive(), arrive("phone")
    table = open_by_hand(ann)
    bob.page.goto(f"/table/{table}")
    expect(bob.at("sit-2")).to_be_visible()
    bob.press("sit-2")
    bob.page.get_by_role("dialog").get_by_label("Your name").fill("Bob")
    bob.press("confirm")
    expect(bob.at("status")).to_have_text("The dealer prepares the cards.")
    deal_until(ann, table, "no_more_bets")
    expect(bob.at("status")).to_have_text("Place your wagers. The dealer deals.")
    expect(bob.at("deal")).to_contain_text("Place")
    bob.press("deal")
    expect(bob.at("change")).to_be_visible()
    expect(bob.at("status")).to_have_text("Your wagers are placed. The dealer deals.")
    bob.picture("table-by-hand-placed")
    press(ann, table, "deal-round")
    deal_until(ann, table, "decide")
    expect(ann.at("next-step")).to_contain_text("Waiting for Bob at seat 2 to decide.")
    assert ann.view(table, "dealer")["round"]["seats"]["2"]["cards"] == ["hidden", "hidden"]
    decide(bob, "raise_3")
    expect(ann.at("step-do")).to_be_visible()
    deal_until(ann, table, "open_round", "inspect", "shuffle")
    settled_net(bob, table, 50_000)
    bob.picture("table-by-hand-settled")
