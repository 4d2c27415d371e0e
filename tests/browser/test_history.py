"""History and statistics in the browser: what was dealt and decided, shared as a picture, saved as files."""

import csv
import json
from pathlib import Path

from playwright.sync_api import Download, expect

from browser.conftest import Arrive
from browser.playing import decide, settled, sit_at_new
from browser.visiting import FOUR_CARD, Visitor
from coach.test_advice import advised

PNG = b"\x89PNG\r\n\x1a\n"


def saved(ann: Visitor, testid: str) -> Download:
    with ann.page.expect_download() as found:
        ann.press(testid)
    return found.value


def look_again(ann: Visitor, table: str, cards: list[str]) -> None:
    """The replay lies on the felt of the table, begins when cards are dealt, and goes by button and key."""
    place = ann.at("replay-place")
    expect(ann.at("seat-4").locator("[data-card]")).to_have_count(5)
    assert ann.cards_in("seat-4") == cards
    first, last = (int(number) for number in place.inner_text().removeprefix("Step ").split(" of "))
    frames = ann.get(f"/api/rounds/{table}-1")["frames"]
    assert len(frames) == last
    seats = [one["view"]["seats"].get("4") if one["view"] else None for one in frames]
    assert first == 1 + next(at for at, seat in enumerate(seats) if seat and seat["cards"])
    ann.press("replay-step")
    expect(place).to_have_text(f"Step {first + 1} of {last}")
    expect(ann.page.locator("#announcer")).to_contain_text(frames[first]["words"][-1]["words"])
    ann.page.keyboard.press("ArrowLeft")
    ann.page.keyboard.press("ArrowLeft")
    expect(place).to_have_text(f"Step {first - 1} of {last}")
    expect(ann.page.locator(".seat.mine [data-card]")).to_have_count(0)
    ann.press("replay-play")
    expect(ann.page.locator(".seat.mine [data-card]")).to_have_count(5)
    ann.page.keyboard.press("End")
    expect(place).to_have_text(f"Step {last} of {last}")
    assert ann.cards_in("dealer-hand") == frames[-1]["view"]["dealer"]
    expect(ann.page.locator(".seat.mine .mark")).to_have_count(len(frames[-1]["view"]["seats"]["4"]["settled"]))


def test_a_round_is_listed_looked_at_again_and_shared(arrive: Arrive) -> None:
    """A fold that was the worst, or the greatest play that was: with the other way, and a picture of 1200 by 630."""
    ann = arrive()
    table = sit_at_new(ann, FOUR_CARD)
    ann.press("deal")
    expect(ann.at("action-fold")).to_be_enabled()
    cards, up = ann.cards_in("seat-4"), ann.cards_in("dealer-hand")[0]
    values = advised(FOUR_CARD, "--cards", " ".join(cards), "--up", up)
    best, *_, worst = sorted(values, key=lambda action: values[action], reverse=True)
    decide(ann, worst)
    settled(ann)
    ann.page.goto(f"/table/{table}/history?only=mistakes")
    listed = ann.at("rounds").get_by_role("listitem").first
    expect(listed).to_contain_text(f"was better: {float(values[best] - values[worst]):.3f} antes")
    shown = [one.get_attribute("data-card") for one in listed.locator("[data-card]").all()]
    assert shown[:5] == cards
    assert up in shown[5:]
    ann.at("history-only").select_option("won")
    expect(ann.page.get_by_text("No round matches.").or_(ann.at("rounds"))).to_be_visible()
    ann.page.goto(f"/round/{table}-1")
    look_again(ann, table, cards)
    ann.at("own-decisions").get_by_test_id(f"what-if-{best}").click()
    expect(ann.at("what-if-actual")).to_contain_text("With the cards that were dealt:")
    ann.press("show-picture")
    picture = saved(ann, "save-picture")
    assert picture.suggested_filename == f"pitbook-{table}-1.png"
    made = Path(picture.path()).read_bytes()
    assert made.startswith(PNG)
    assert (int.from_bytes(made[16:20], "big"), int.from_bytes(made[20:24], "big")) == (1200, 630)
    ann.page.goto("/session?part=lifetime")
    expect(ann.at("save-csv")).to_be_enabled()
    rows = ann.get("/api/session/rounds")["rounds"]
    assert json.loads(Path(saved(ann, "save-json").path()).read_text("utf-8")) == {"rounds": rows}
    (line,) = csv.DictReader(Path(saved(ann, "save-csv").path()).read_text("utf-8").splitlines())
    assert (line["round"], line["net"], line["mistakes"]) == (rows[0]["round"], rows[0]["net"], "1")
    assert line["cost"] == rows[0]["cost"]["fraction"]
