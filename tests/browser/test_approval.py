"""Where rules are on show, the page says when they were approved, if their submission claims it."""

from pathlib import Path

import pytest
from playwright.sync_api import expect

from browser.conftest import Arrive
from browser.visiting import Size
from submission.edits import edited

MA, DAY = "ma-heads-up-holdem", "2026-01-31"


@pytest.mark.prove
@pytest.mark.parametrize("size", ["phone", "wide"])
def test_table_and_dealer_see_the_day_of_approval(arrive: Arrive, size: Size, tmp_path: Path) -> None:
    ann = arrive(size)
    file = tmp_path / "filed.toml"
    file.write_text(edited(MA, (f"# approved = {DAY}", f"approved = {DAY}")), encoding="utf-8")
    ann.page.goto("/")
    ann.page.get_by_text("Set up a custom table").click()
    ann.page.locator("input[type=file]").set_input_files(file)
    ann.at("open-table").click()
    approval = ann.page.locator("[data-shows=title]").last
    expect(approval).to_contain_text(f"Approved {DAY}")
    box, page = approval.bounding_box(), ann.page.viewport_size
    assert box is not None
    assert page is not None
    assert 0 <= box["x"] < box["x"] + box["width"] <= page["width"]
    ann.page.goto(f"{ann.page.url}/dealer")
    expect(ann.at("facts")).to_contain_text(f"Approved {DAY}")


def test_a_stock_submission_claims_no_approval(arrive: Arrive) -> None:
    ann = arrive()
    ann.page.goto("/odds?target=three-card-poker")
    expect(ann.at("approval")).to_have_text("Three Card Poker")
