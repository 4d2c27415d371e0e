"""The order of what is shown, frame by frame: nothing is told before it has happened on the felt."""

from typing import Any

import pytest
from playwright.sync_api import expect

from browser.conftest import Arrive
from browser.playing import decide, decisions, own_seat, settled, settled_net, sit_at_new, table_of
from browser.test_sharing import RANKS, SUITS
from browser.visiting import BOOKS, FOUR_CARD, HOLDEM, Visitor, cents

BOOK = HOLDEM[0]
BUY_IN = 50_000
FILM = """() => {
  const one = (selector) => document.querySelector(selector);
  const cards = (selector) => [...document.querySelectorAll(`${selector} .card`)].map((card) => card.dataset.card
    || (card.classList.contains("back") ? "back" : "empty"));
  const text = (selector) => (one(selector) ? one(selector).textContent.trim() : "");
  window.film = [];
  const look = () => {
    const frame = {
      board: cards("[data-testid=board]"), dealer: cards("[data-testid=dealer-hand]"),
      own: cards(".seat.mine .held"), others: cards(".others .held"), says: text("[data-testid=dealer-says]"),
      stack: text("[data-testid=stack]"), status: text("[data-testid=status]"),
      lines: document.querySelectorAll(".settled").length, totals: Boolean(one(".totals")),
      script: document.querySelectorAll(".script li").length, deal: Boolean(one("[data-testid=deal]")),
      asked: Boolean(one(".rail.deciding")), marks: document.querySelectorAll(".seat.mine .mark").length,
      told: text("#announcer"), review: Boolean(one("[data-testid=coach-review]")),
    };
    const last = window.film[window.film.length - 1];
    if (JSON.stringify(last) !== JSON.stringify(frame)) window.film.push(frame);
    requestAnimationFrame(look);
  };
  look();
}"""
"""Keeps what the page shows, in each frame that differs from the one before."""
MOVED = """() => {
  window.moved = [];
  const { animate } = Element.prototype;
  Element.prototype.animate = function (...how) {
    if (this.classList.contains("chip")) window.moved.push(this.closest("[data-spot]").dataset.spot);
    return animate.apply(this, how);
  };
}"""
"""Keeps the spot of each chip that moves from now on."""
Frame = dict[str, Any]


def name_of(card: str) -> str:
    """As it is said."""
    return f"{RANKS[card[0]]} of {SUITS[card[1]]}"


def up(cards: list[str]) -> list[str]:
    return [card for card in cards if card not in ("back", "empty")]


def film(person: Visitor) -> list[Frame]:
    found: list[Frame] = person.page.evaluate("window.film")
    return found


@pytest.mark.parametrize(
    "book", [BOOK, *(pytest.param(book, marks=pytest.mark.prove) for book in BOOKS if book != BOOK)]
)
def test_nothing_is_told_before_it_is_shown(book: str, arrive: Arrive) -> None:
    """Stack, dealer's hand, settlement, result and the next "Deal" come after the cards that they follow from."""
    ann = arrive(motion=True)
    table = sit_at_new(ann, book, bots=2)
    ann.at("coach-mode").select_option("after_round")
    ann.page.evaluate(FILM)
    ann.press("deal")
    decide(ann, *decisions(book))
    net = settled_net(ann, table, BUY_IN)
    frames = film(ann)
    begun = next(number for number, frame in enumerate(frames) if not frame["deal"])
    wagered = BUY_IN - cents(frames[begun]["stack"])
    last = ann.view(table)["last_round"]
    place = "dealer" if last["dealer"] else "board"
    shown_last = last[place]
    unseen = name_of(shown_last[0 if last["dealer"] else -1])
    revealed = next(number for number, frame in enumerate(frames) if up(frame[place]) == shown_last)
    for frame in frames[begun:revealed]:
        assert not frame["deal"], frame
        assert not frame["says"], frame
        assert frame["lines"] == frame["marks"] == 0, frame
        assert not frame["totals"], frame
        assert not frame["review"], frame
        assert "won" not in frame["status"], frame
        assert "lost" not in frame["status"], frame
        assert BUY_IN - cents(frame["stack"]) >= wagered, "nothing is paid yet"
        assert unseen not in frame["told"], frame
    assert any(unseen in frame["told"] for frame in frames[revealed:])
    paid = frames[revealed:]
    assert [frame["lines"] for frame in paid] == sorted(frame["lines"] for frame in paid), "line by line"
    for frame in paid:
        if frame["deal"] or frame["totals"] or frame["review"]:
            assert cents(frame["stack"]) == BUY_IN + net, "the end, when all is paid"
    assert frames[-1]["deal"]


def test_cards_come_one_after_another_in_dealing_order(arrive: Arrive) -> None:
    ann = arrive(motion=True)
    table = sit_at_new(ann, BOOK, bots=2)
    ann.page.evaluate(FILM)
    ann.press("deal")
    expect(ann.at("action-raise_3")).to_be_enabled()
    ann.page.wait_for_timeout(500)  # the frames that show it are filmed too
    frames = film(ann)
    dealt = [
        len([card for card in frame["own"] + frame["others"] + frame["dealer"] if card != "empty"])
        for frame in frames
        if not frame["deal"]
    ]
    assert dealt == sorted(dealt)
    assert len(set(dealt)) >= 4, "not all at once"
    looked = next(frame for frame in frames if up(frame["own"]))
    assert len(up(looked["own"])) == len(looked["own"]) == 2, "the own cards are looked at when all are dealt"
    assert looked["dealer"] == ["back", "back"]
    asked = next(number for number, frame in enumerate(frames) if frame["asked"])
    assert up(frames[asked]["own"]) == ann.view(table)["round"]["seats"][str(own_seat(ann, table))]["cards"]
    grown = [frame["script"] for frame in frames if not frame["deal"]]
    assert grown == sorted(grown)
    assert len(set(grown)) >= 4, "the script is told line by line too"


@pytest.mark.prove
def test_a_wager_that_is_taken_back_moves_to_the_stack(arrive: Arrive) -> None:
    ann = arrive(motion=True)
    table = sit_at_new(ann, "let-it-ride")
    ann.press("deal")
    expect(ann.at("action-withdraw_bet_1")).to_be_enabled()
    stack = cents(ann.at("stack").inner_text())
    (wager,) = [one for one in ann.view(table)["wagering"]["wagers"] if one["name"] == "bet_1"]
    ann.page.evaluate(MOVED)
    ann.press("action-withdraw_bet_1")
    expect(ann.at("action-withdraw_bet_2")).to_be_enabled()
    assert f"{own_seat(ann, table)} bet_1" in ann.page.evaluate("window.moved")
    assert cents(ann.at("stack").inner_text()) == stack + cents(wager["least"])
    expect(ann.at("area-bet_1").locator(".chip")).to_have_count(0)


@pytest.mark.parametrize("how", ["tap", pytest.param("key", marks=pytest.mark.prove)])
def test_what_is_being_dealt_can_be_skipped(how: str, arrive: Arrive) -> None:
    ann = arrive(motion=True)
    table = sit_at_new(ann, FOUR_CARD, bots=6)
    ann.at("settings").click()
    ann.at("pace").select_option("slow")
    ann.page.keyboard.press("Escape")
    ann.page.evaluate(FILM)
    ann.press("deal")
    expect(ann.page.locator(".others .card.back").first).to_be_visible()
    if how == "tap":
        ann.page.locator("[data-shows=house_name]").click()
    else:
        ann.page.keyboard.press("Space")
    skipped = ann.page.evaluate("window.film.length")
    expect(ann.at("action-fold")).to_be_enabled()
    frames = film(ann)
    assert len(up(frames[0]["own"])) == 0
    assert all(len(up(frame["own"])) == 5 for frame in frames[skipped:]), "no card is dealt any more"
    assert ann.view(table)["ask"]


@pytest.mark.prove
def test_the_pace_is_kept_and_none_shows_the_end_at_once(arrive: Arrive) -> None:
    ann = arrive(motion=True)
    sit_at_new(ann, FOUR_CARD, bots=2)
    ann.at("settings").click()
    ann.at("pace").select_option("none")
    ann.page.keyboard.press("Escape")
    ann.page.reload()
    ann.page.evaluate(FILM)
    ann.press("deal")
    decide(ann, "play_1")
    settled(ann)
    assert ann.page.evaluate("document.getAnimations().length") == 0
    between = [frame for frame in film(ann) if frame["lines"] and not frame["totals"]]
    assert between == []
    ann.at("settings").click()
    expect(ann.at("pace")).to_have_value("none")


@pytest.mark.prove
def test_the_winning_cards_rise_and_the_line_that_was_won_is_marked_in_the_paytable(arrive: Arrive) -> None:
    """The five cards that make the better hand, the player's or the dealer's; the paytable is one tap away."""
    ann = arrive("phone")
    table = sit_at_new(ann, BOOK)
    risen = 0
    for _ in range(20):
        ann.press("deal")
        decide(ann, *decisions(BOOK))
        settled(ann)
        last = ann.view(table)["last_round"]
        seat = last["seats"][str(own_seat(ann, table))]
        reasons = {line["reason"] for line in seat["settled"]}
        if reasons & {"beats_dealer", "loses_to_dealer"}:
            risen += 1
            rising = ann.page.locator(".felt .card.rises")
            expect(rising).to_have_count(5)
            shown = {one.get_attribute("data-card") for one in rising.all()}
            won = "beats_dealer" in reasons
            assert shown == set(seat["hand_cards"] if won else last["dealer_hand_cards"])
            assert shown <= {*last["board"], *(seat["cards"] if won else last["dealer"])}
        if risen and any(line["result"] == "win" for line in seat["settled"]):
            break
    assert risen
    ann.press("pays")
    paid = ann.page.get_by_role("dialog").locator("tr.won")
    expect(paid.first).to_be_visible()
    for line in seat["settled"]:
        if line["result"] == "win":
            assert line["pays"] in paid.all_inner_texts()[0] or line["wager"] == "odds"


SOUNDS = """() => { window.heard = [];
  for (const kind of ["createOscillator", "createBufferSource"]) {
    const made = AudioContext.prototype[kind];
    AudioContext.prototype[kind] = function (...given) { window.heard.push(kind); return made.apply(this, given); };
  } }"""


@pytest.mark.prove
def test_no_sound_before_somebody_has_chosen_it(arrive: Arrive) -> None:
    ann = arrive(motion=True)
    sit_at_new(ann, FOUR_CARD)
    ann.page.evaluate(SOUNDS)
    ann.press("wager-aces_up")
    ann.press("deal")
    expect(ann.at("action-fold")).to_be_enabled()
    assert ann.page.evaluate("window.heard") == []
    ann.at("settings").click()
    expect(ann.at("sound")).not_to_be_checked()
    expect(ann.at("volume")).to_be_disabled()
    ann.at("sound").check()
    expect(ann.at("volume")).to_be_enabled()
    ann.page.keyboard.press("Escape")
    decide(ann, "play_1")
    settled(ann)
    heard = ann.page.evaluate("window.heard")
    assert "createBufferSource" in heard, "cards"
    assert "createOscillator" in heard, "chips"
    assert table_of(ann)
