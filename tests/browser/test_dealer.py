"""The dealer's view: a round dealt by hand, step by step, an irregularity, a ruling; and who plays there."""

import pytest
from playwright.sync_api import expect

from browser.conftest import Arrive
from browser.dealing import deal_until, open_by_hand, press
from browser.playing import decide, settled_net
from browser.serving import Server


def test_a_round_dealt_by_hand(arrive: Arrive) -> None:
    """For a guest who speaks to the dealer: every step by its button, one irregularity, and the floor rules on it."""
    ann = arrive()
    table = open_by_hand(ann)
    ann.at("guest-name").fill("Joe")
    ann.press("seat-guest")
    expect(ann.page.get_by_text("Seat 1: Joe")).to_be_visible()
    before = deal_until(ann, "no_more_bets")
    assert before[0] == "inspect"
    assert {"shuffle", "open_round"} <= set(before)
    ann.press("guest-1-place")
    expect(ann.page.get_by_role("button", name="Change the wagers")).to_be_visible()
    dealt = deal_until(ann, "decide")
    assert dealt.count("deal") >= 3
    ann.at("irregularity").select_option("card_drawn_in_error")
    expect(ann.at("irregularity-flag")).not_to_be_checked()
    for name in ("shuffler_jam", "player_or_community_card_exposed"):
        ann.at("irregularity").select_option(name)
        expect(ann.at("irregularity-flag")).to_have_count(0)
    ann.press("irregularity-report")
    expect(ann.at("irregularity-outcome")).to_contain_text("The round continues.")
    expect(ann.page.get_by_text("One thing is waiting for a ruling.")).to_be_visible()
    ann.at("rule-reason").fill("The card is played as it lies.")
    ann.press("may-rule")
    expect(ann.page.get_by_text("One thing is waiting for a ruling.")).to_have_count(0)
    for action in ("check", "check", "raise_1"):
        deal_until(ann, "decide")
        press(ann, f"action-{action}")
    settling = deal_until(ann, "open_round", "inspect", "shuffle", "collect_cards")
    assert "reveal_dealer" in settling
    deal_until(ann, "open_round", "inspect", "shuffle")
    over = ann.view(table, "dealer")["last_round"]
    lines = over["seats"]["1"]["settled"]
    assert {line["wager"] for line in lines} == {"ante", "odds", "raise"}
    script = [line["words"] for line in over["script"]]
    assert any("The card is played as it lies." in words for words in script)


@pytest.mark.prove
def test_a_player_at_a_table_that_is_dealt_by_hand(arrive: Arrive, server: Server) -> None:
    """The operator has appointed the dealer: otherwise nobody else could wager."""
    ann, bob = arrive(), arrive("phone")
    table = open_by_hand(ann)
    status, found = ann.fetch("/api/session/grants", {"invitation": server.appointment(table, "dealer")})
    assert status == 200, found
    bob.page.goto(f"/table/{table}")
    expect(bob.at("sit-2")).to_be_visible()
    bob.press("sit-2")
    bob.page.get_by_role("dialog").get_by_label("Your name").fill("Bob")
    bob.press("confirm")
    expect(bob.at("status")).to_have_text("The dealer is preparing the cards.")
    deal_until(ann, "no_more_bets")
    expect(bob.at("status")).to_have_text("Place your wagers. The dealer deals next.")
    expect(bob.at("deal")).to_contain_text("Place")
    bob.press("deal")
    expect(bob.at("change")).to_be_visible()
    expect(bob.at("status")).to_have_text("Your wagers are down. The dealer deals next.")
    bob.picture("table-by-hand-placed")
    press(ann, "deal-round")
    deal_until(ann, "decide")
    expect(ann.at("next-step")).to_contain_text("Waiting for Bob at seat 2 to decide.")
    assert ann.view(table, "dealer")["round"]["seats"]["2"]["cards"] == ["hidden", "hidden"]
    decide(bob, "raise_3")
    expect(ann.at("step-do")).to_be_visible()
    deal_until(ann, "open_round", "inspect", "shuffle")
    settled_net(bob, table, 50_000)
    bob.picture("table-by-hand-settled")
