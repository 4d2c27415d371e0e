"""The coach at the table, the session page and the drill: what they say is what the exact odds say."""

from fractions import Fraction

import pytest
from playwright.sync_api import expect

from browser.conftest import Arrive
from browser.playing import decide, settled, sit_at_new
from browser.test_sharing import take_seat
from browser.visiting import FOUR_CARD, Visitor, cents
from coach.test_advice import advised

BOOK = "md-heads-up-holdem"
ANTE = 500


def in_antes(value: Fraction) -> str:
    """A value as the page writes it."""
    return f"{float(value):+.3f}".replace("-", "\u2212")


def label(action: str) -> str:
    return action.replace("_", " ").capitalize() + ("x" if "_" in action else "")


def shown_values(person: Visitor) -> dict[str, str]:
    rows = person.at("coach-advice").get_by_role("row").all()
    cells = [(row.get_by_role("rowheader").inner_text(), row.get_by_role("cell").inner_text()) for row in rows]
    return {name.removesuffix(" best"): value for name, value in cells}


def test_before_the_decision_and_what_a_mistake_cost(arrive: Arrive) -> None:
    """On the flop the worse action is taken on purpose, and the coach says what that cost."""
    ann = arrive()
    sit_at_new(ann, BOOK)
    ann.at("coach-mode").select_option("before")
    ann.press("deal")
    decide(ann, "check")
    expect(ann.at("action-raise_2")).to_be_enabled()
    expect(ann.at("coach-advice").get_by_role("row").first).to_contain_text("best")
    values = advised(BOOK, "--hole", " ".join(ann.cards_in("seat-3")), "--board", " ".join(ann.cards_in("board")))
    assert set(values) == {"raise_2", "check"}
    expect(ann.at("coach-advice")).to_contain_text("Raise 2x")
    assert shown_values(ann) == {label(action): in_antes(value) for action, value in values.items()}
    best, wrong = sorted(values, key=lambda action: values[action], reverse=True)
    assert f"{label(best)} is worth the most" in ann.at("coach-advice").inner_text()
    decide(ann, wrong)
    if wrong == "check":
        decide(ann, "fold")
    settled(ann)
    cost = values[best] - values[wrong]
    mistaken = "li.mistake" if cost else "li.right"
    said = ann.at("coach-review").locator(mistaken).filter(has_text="On the flop:").inner_text()
    if not cost:  # two actions that are worth the same are both right
        return
    assert f"but {label(best).lower()} was better. It cost {float(cost):.3f} antes" in said
    made = ann.at("coach-review").locator(mistaken).filter(has_text="On the flop:")
    made.get_by_test_id(f"what-if-{best}").click()
    expect(made.get_by_test_id("what-if-actual")).to_contain_text("With the cards that were dealt:")
    assert abs(cents(said.split("antes (")[1].split(")")[0]) - cost * ANTE) <= 1


@pytest.mark.prove
def test_among_people_only_after_the_round(arrive: Arrive) -> None:
    ann, bob = arrive(), arrive()
    ann.expected.append("status of 403")
    table = sit_at_new(ann, FOUR_CARD, shared=True)
    take_seat(bob, table, 5, "Bob")
    offered = ann.at("coach-mode").locator("option")
    expect(offered).to_have_count(2)
    assert [one.get_attribute("value") for one in offered.all()] == ["off", "after_round"]
    ann.at("coach-mode").select_option("after_round")
    bob.at("coach-mode").select_option("off")
    bob.press("deal")
    ann.press("deal")
    expect(ann.at("action-fold")).to_be_visible()
    assert ann.at("coach-advice").count() == ann.at("coach-review").count() == 0
    status, found = ann.fetch(f"/api/tables/{table}/advice")
    assert status == 403
    assert "only after the round" in found["error"]["problems"][0]["message"]
    decide(ann, "fold")
    decide(bob, "fold")
    settled(ann)
    expect(ann.at("coach-review").get_by_role("listitem")).to_have_count(1)
    assert bob.at("coach-review").count() == 0, "Bob wanted none"


@pytest.mark.prove
def test_the_session_counts_mistakes_and_lets_one_play_them_again(arrive: Arrive) -> None:
    """A hand is folded that a coach would have played, or played that it would have folded."""
    ann = arrive()
    table = sit_at_new(ann, FOUR_CARD)
    ann.press("deal")
    expect(ann.at("action-fold")).to_be_enabled()
    values = advised(FOUR_CARD, "--cards", " ".join(ann.cards_in("seat-4")), "--up", ann.cards_in("dealer-hand")[0])
    best, *_, worst = sorted(values, key=lambda action: values[action], reverse=True)
    decide(ann, worst)
    settled(ann)
    net = cents(ann.at("settlement").locator(".net-row dd").inner_text())
    ann.page.goto(f"/session?table={table}")
    expect(ann.at("session-decisions")).to_contain_text("1")
    assert ann.at("session-mistakes").inner_text() == "1"
    cost = values[best] - values[worst]
    shown, antes = ann.at("session-cost").inner_text().split("\n")
    assert abs(cents(shown) - cost * ANTE) <= 1
    assert antes.strip() == f"{float(cost):.4f} antes"
    won = ann.page.locator(".figure").filter(has_text="Won or lost").locator("dd").inner_text()
    assert cents(won) == net
    ann.press("play-again")
    ann.press(f"again-{best}")
    expect(ann.page.get_by_text("Right this time.")).to_be_visible()


def test_the_drill_says_what_an_answer_was_worth_and_goes_on_by_key(arrive: Arrive) -> None:
    ann = arrive()
    ann.page.goto(f"/drill?target={FOUR_CARD}")
    expect(ann.at("action-fold")).to_be_enabled()
    situation = ann.page.locator(".situation")
    cards = [one.get_attribute("data-card") or "" for one in situation.locator("[data-card]").all()]
    values = advised(FOUR_CARD, "--cards", " ".join(cards[:-1]), "--up", cards[-1])
    best, *_, worst = sorted(values, key=lambda action: values[action], reverse=True)
    ann.press(f"action-{worst}")
    expect(ann.at("drill-answer")).to_contain_text(f"costs {float(values[best] - values[worst]):.4f} antes")
    expect(ann.at("drill-results")).to_contain_text("1 missed hand comes back")
    ann.press(f"what-if-{best}")
    expect(ann.at("what-if-distribution")).to_contain_text(f"worth {float(values[best]):.4f} antes".replace("-", "−"))
    for key, answered in (("Enter", 2), (" ", 3)):
        ann.page.locator("h1").click()  # nothing has the focus: the key itself leads on
        ann.page.keyboard.press(key)
        expect(ann.at("action-fold")).to_be_enabled()
        ann.page.keyboard.press("1")
        expect(ann.at("drill-today")).to_contain_text(f"Today: {answered} of 20")
    ann.page.goto(f"/drill?target={FOUR_CARD}&mode=mistakes")
    expect(ann.at("drill-from")).to_have_text("You missed this one before.")
    again = [one.get_attribute("data-card") or "" for one in situation.locator("[data-card]").all()]
    assert again == cards
    expect(ann.at("drill-today")).to_contain_text("Today: 3 of 20")


@pytest.mark.prove
def test_what_was_practised_is_in_the_record_for_another_browser(arrive: Arrive) -> None:
    """What was answered before there was a name stays in the browser that it was answered in."""
    ann, again = arrive(), arrive()
    river = "/drill?target=md-heads-up-holdem&mode=street&street=river"
    ann.page.goto(river)
    ann.press("action-fold")
    expect(ann.at("drill-today")).to_contain_text("Today: 1 of 20")
    expect(ann.at("drill-results")).to_contain_text("Saved only in this browser.")
    assert ann.page.request.post("/api/session", data={"name": "Ann"}).ok
    ann.page.goto(river)
    expect(ann.at("drill-results")).to_contain_text("Saved in the server's record")
    expect(ann.at("drill-today")).to_contain_text("Today: 0 of 20")
    for answered in (1, 2):
        ann.press("action-fold")
        expect(ann.at("drill-today")).to_contain_text(f"Today: {answered} of 20")
        ann.press("drill-next")
    shown = ann.at("drill-results").inner_text(), ann.at("drill-score").inner_text()
    cookie = next(one for one in ann.context.cookies() if one["name"] == "pitbook")
    again.context.add_cookies([{"name": "pitbook", "value": cookie["value"], "url": ann.server.address}])
    again.page.goto(river)
    expect(again.at("drill-today")).to_contain_text("Today: 2 of 20")
    assert (again.at("drill-results").inner_text(), again.at("drill-score").inner_text()) == shown


@pytest.mark.prove
def test_the_drill_says_which_wager_was_withdrawn_before(arrive: Arrive) -> None:
    ann = arrive()
    ann.turn_to_a_new_page()
    for seed, said in ((0, "Before, you withdrew bet 1."), (1, "Before, you let bet 1 ride.")):
        asked = f"/api/drill?target=let-it-ride&street=second&seed={seed}"
        ann.page.route("**/api/drill?*", lambda route, _, to=asked: route.continue_(url=ann.server.address + to))
        ann.page.goto("/drill?target=let-it-ride&mode=street&street=second")
        expect(ann.at("drill-before")).to_have_text(said)
        ann.page.unroute_all()
