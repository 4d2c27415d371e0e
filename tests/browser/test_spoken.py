"""The spoken table: a whole round of every book, by typed words alone, heard through the accessibility tree."""

import re

import pytest
from playwright.sync_api import Locator, expect

from browser.conftest import Arrive
from browser.playing import decisions, own_seat, result_sentence, table_of
from browser.visiting import BOOKS, HOLDEM, Visitor, cents

BUY_IN = 50_000
CARD = re.compile("of (?:spades|hearts|diamonds|clubs)")


def region(person: Visitor) -> Locator:
    return person.page.get_by_role("region", name="Spoken table")


def say(person: Visitor, words: str) -> None:
    """Type, without looking for the line: it has the keyboard all the time."""
    expect(region(person).get_by_role("textbox", name="Command")).to_be_focused()
    person.page.keyboard.type(words)
    person.page.keyboard.press("Enter")


def said(person: Visitor, words: str | re.Pattern[str]) -> Locator:
    return region(person).get_by_role("log").get_by_role("paragraph").filter(has_text=words)


def hears(person: Visitor, words: str | re.Pattern[str]) -> str:
    """What was said last that has these words."""
    expect(said(person, words).last).to_be_attached()
    return said(person, words).last.inner_text()


def enter(person: Visitor, book: str) -> str:
    """From the lobby to a spoken table of one's own, by keyboard; its name."""
    person.page.goto("/")
    person.page.get_by_role("button", name="Go to the spoken table").focus()
    person.page.keyboard.press("Enter")
    person.at(f"play-{book}").focus()
    person.page.keyboard.press("Enter")
    hears(person, "Spoken table. Place your wagers, then deal.")
    return table_of(person)


@pytest.mark.parametrize(
    "book", [HOLDEM[0], *(pytest.param(book, marks=pytest.mark.prove) for book in BOOKS if book != HOLDEM[0])]
)
def test_a_whole_round_by_words(book: str, arrive: Arrive) -> None:
    ann = arrive(motion=True)
    table = enter(ann, book)
    expect(ann.page.locator(".felt")).to_have_count(0)
    wagers = ann.view(table)["wagering"]["wagers"]
    side = next(wager for wager in wagers if not wager["required"] and wager["amounts"] is None)
    say(ann, f"bet 10 on {side['label']}")
    assert f"{side['label']} 10.00" in hears(ann, "Total")
    say(ann, "board?")
    say(ann, "deal")
    hears(ann, "Your turn: ")
    seat = str(own_seat(ann, table))
    say(ann, "hand?")
    heard = hears(ann, re.compile("Your cards: .* of "))
    assert len(CARD.findall(heard)) == len(ann.view(table)["round"]["seats"][seat]["cards"])
    dealer = ann.view(table)["round"]["dealer"]
    if dealer:
        say(ann, "dealer?")
        hears(ann, "face down.")
    say(ann, "sing")
    hears(ann, "I do not know “sing”. Say ")
    words = [action.replace("_", " ") for action in decisions(book)]
    for word in words:
        turns = said(ann, "Your turn: ").count()
        say(ann, word)
        if word is words[-1]:
            hears(ann, re.compile(r"^You (won|lost|broke)"))
        else:
            expect(said(ann, "Your turn: ")).to_have_count(turns + 1)
            say(ann, "board?")
            board = [card for card in ann.view(table)["round"]["board"] if card != "hidden"]
            assert len(CARD.findall(hears(ann, "Community cards: "))) == len(board)
    last = ann.view(table)["last_round"]
    stack = ann.view(table)["players"][ann.view(table)["you"]["player"]]["stack"]
    result = hears(ann, result_sentence(cents(stack) - BUY_IN))
    assert last["seats"][seat]["wagers"][side["name"]] == "10.00"
    for line in last["seats"][seat]["settled"]:
        hears(ann, line["words"])
    log = region(ann).get_by_role("log").inner_text()
    if dealer:
        assert last["dealer_hand"] in hears(ann, re.compile("^Dealer: "))
        assert log.index("\nDealer: ") < log.index(last["seats"][seat]["settled"][0]["words"])
    assert log.index(last["seats"][seat]["settled"][0]["words"]) < log.index(result)
    say(ann, "chips?")
    assert stack in hears(ann, "You have ").replace(",", "")
    heard_tree = region(ann).aria_snapshot()
    assert 'log "Log"' in heard_tree
    assert result in heard_tree
    assert heard_tree.count("button") == 1
    expect(ann.page.locator("#announcer")).to_have_text("")  # nothing is said twice
    ann.picture(f"spoken-{book}")
    say(ann, "again")
    hears(ann, "Your turn: ")


@pytest.mark.prove
def test_the_felt_comes_back(arrive: Arrive) -> None:
    ann = arrive()
    enter(ann, HOLDEM[0])
    ann.page.reload()
    hears(ann, "Spoken table. ")
    ann.page.get_by_role("button", name="Leave the spoken table").focus()
    ann.page.keyboard.press("Enter")
    expect(ann.at("deal")).to_be_visible()
    expect(region(ann)).to_have_count(0)
