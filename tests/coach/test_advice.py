"""The value of a decision: counted by hand, as `pitbook advise` gives it, and in words that follow from the numbers."""

import json
import re
from fractions import Fraction
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from coach.rounds import ANN, BOB, Dealt
from pitbook.cards import parse_cards
from pitbook.cli.advise import advise as advise_command
from pitbook.coach.advice import Advice, advice_on, in_words, why
from pitbook.coach.spot import Spot, spot_of
from pitbook.submission import HouseRules
from pitbook.table import commands as c
from table.play import FOUR, MA, MD, rules_of, stacked


def spot(book: str, street: str, cards: str, seen: str = "", dead: str = "") -> Spot:
    """A decision by the stock rules of a book."""
    rules = rules_of(book)
    found = next(one for one in rules.streets if one.name == street)
    return Spot(rules, found, parse_cards(cards), parse_cards(seen), parse_cards(dead))


def advised(*words: str) -> dict[str, Fraction]:
    """What `pitbook advise` prints."""
    app = typer.Typer()
    app.command()(advise_command)
    result = CliRunner().invoke(app, [*words, "--json"])
    assert result.exit_code == 0, result.output
    actions = json.loads(result.stdout)["actions"]
    return {action: Fraction(found["value"]["fraction"]) for action, found in actions.items()}


def test_a_royal_flush_on_the_river_by_hand() -> None:
    """It always wins: 500 on the odds, 1 on the raise, and 1 on the ante when the dealer has a pair or better.

    Of the 990 hands that the dealer may have, 342 have none: an ace with a nine to a four (72), a king with an eight
    to a four (60), two of nine to four that are no straight (224), less 14 that are flushes in hearts.
    """
    found = advice_on(spot(MD, "river", "AhKh", "QhJhTh2c3d"))
    assert found.values == {"fold": Fraction(-2), "raise_1": 501 + Fraction(990 - 342, 990)}
    assert found.best == "raise_1"
    assert why(found) == (
        "You have a royal flush. It wins every time; the dealer qualifies 65.5 % of the time. "
        "Raising 1x is worth more than folding: 501.65 antes against -2.00."
    )


@pytest.mark.parametrize(
    ("book", "street", "cards", "seen", "words"),
    [
        (MD, "pre_flop", "KhKd", "", ["--hole", "Kh Kd"]),
        (MA, "flop", "AhKd", "2c7d9h", ["--hole", "Ah Kd", "--board", "2c 7d 9h"]),
        (FOUR, "play", "2h2d9sJcKd", "Ks", ["--cards", "2h 2d 9s Jc Kd", "--up", "Ks"]),
    ],
)
def test_the_values_are_those_of_the_command(book: str, street: str, cards: str, seen: str, words: list[str]) -> None:
    found = advice_on(spot(book, street, cards, seen))
    assert found.values == advised(book, *words)
    assert found.values[found.best] == max(found.values.values())


def test_the_names_of_suits_and_the_order_of_cards_change_nothing() -> None:
    first = advice_on(spot(MD, "flop", "AhKd", "2c7d9h"))
    assert advice_on(spot(MD, "flop", "KsAc", "9c7s2d")).values == first.values
    assert advice_on(spot(MD, "flop", "KsAc", "9c7c2c")).values != first.values, "a flush is near"


HOLDEM = "It wins N %, ties N % and loses N %; the dealer qualifies N % of the time."
SEEN_AS = [
    (MD, "pre_flop", "KhKd", "", f"You have a pair of kings. {HOLDEM} Raising 3x is worth more than checking:"),
    (MD, "pre_flop", "7h2d", "", f"You have seven-two offsuit. {HOLDEM} Checking loses less than raising 3x:"),
    (MD, "pre_flop", "AsKs", "", f"You have ace-king suited. {HOLDEM} Raising 3x is worth more than checking:"),
    (MD, "flop", "KsQs", "Kh7d2c", f"You have a pair of kings. {HOLDEM} Raising 2x is worth more than checking:"),
    (
        MD,
        "flop",
        "Kh5h",
        "2h9hJc",
        f"You have king high with a king-high flush draw, nine outs. {HOLDEM} Raising 2x is worth more than checking:",
    ),
    (
        MD,
        "flop",
        "AhKh",
        "2h9hJc",
        f"You have ace high with an ace-high flush draw, nine outs. {HOLDEM} Raising 2x is worth more than checking:",
    ),
    (
        MD,
        "river",
        "3h2d",
        "AcKs9d7h5c",
        "You play the board: ace high. It ties N % and loses N %; the dealer qualifies N % of the time. "
        "Folding loses less than raising 1x:",
    ),
    (MD, "river", "Kh2d", "AcQs9d7h5c", f"You have ace high. {HOLDEM} Raising 1x loses less than folding:"),
    (
        MD,
        "river",
        "3h2d",
        "AcAsKdKh9c",
        "You play the board: two pairs, aces and kings. It ties N % and loses N %; the dealer qualifies 100 % of the "
        "time. Raising 1x loses less than folding:",
    ),
    (
        FOUR,
        "play",
        "2h2d9sJcKd",
        "Ks",
        "You have a pair of twos. It wins N %, ties N % and loses N %; a tie pays like a win. "
        "Playing 1x loses less than folding:",
    ),
    (
        FOUR,
        "play",
        "2h3d9sJcKd",
        "As",
        "You have king high. It loses every time. Folding loses less than playing 1x:",
    ),
]
"""Situations and what is said about each, N for every share, before the two values."""


@pytest.mark.parametrize(("book", "street", "cards", "seen", "sentence"), SEEN_AS)
def test_the_sentences_are_about_this_hand(book: str, street: str, cards: str, seen: str, sentence: str) -> None:
    found = advice_on(spot(book, street, cards, seen))
    said, _, values = why(found).rpartition(": ")
    assert re.sub(r"\d+\.\d+", "N", said) + ":" == sentence
    best, other = (float(number) for number in re.findall(r"-?\d+\.\d+", values))
    assert best == round(float(max(found.values.values())), 2)
    assert best > other


def test_the_documentation_quotes_the_coach() -> None:
    said = why(advice_on(spot(MD, "flop", "Kh5h", "2h9hJc")))
    page = Path(__file__).parents[2] / "docs" / "explanation" / "coach.md"
    assert f"> {said}\n" in page.read_text(encoding="utf-8")


def test_numbers_that_look_the_same_are_told_apart() -> None:
    """The sentence never says that two different values are equal."""
    hand = spot(MD, "pre_flop", "7h2d")
    found = Advice(hand, {"check": Fraction("0.10011"), "raise_3": Fraction("0.10012")}, "raise_3")
    assert why(found).endswith(" Raising 3x is worth more than checking: 0.10012 antes against 0.10011.")
    same = Advice(hand, {"check": Fraction(1, 10), "raise_3": Fraction(1, 10)}, "check")
    assert why(same).endswith(" Checking and raising 3x are worth the same: 0.10 antes.")


def test_an_amount_between_two_multiples_is_worth_what_lies_between() -> None:
    """11.B(1) allows any amount from one to three antes: two antes win and lose the mean of one and three."""
    found = advice_on(spot(FOUR, "play", "9h9d2s3cJd", "Ks"))
    one, three = found.values["play_1"], found.values["play_3"]
    assert found.value_of("play", Fraction(2)) == (one + three) / 2
    assert found.value_of("play", Fraction(3, 2)) == one + (three - one) / 4
    assert found.value_of("play_3", Fraction(3)) == three
    assert in_words("play", Fraction(3, 2)) == "playing 1.5x"


def test_a_player_with_two_boxes_knows_the_cards_of_both() -> None:
    """They are dead for the other box, and change what it is worth; another player's cards are not known."""
    rules: HouseRules = rules_of(FOUR)
    table = Dealt(FOUR)
    for seat in (1, 2):
        table.pit.handle("T1", c.Sit(c.player(ANN), seat, 1_000_00))
    table.pit.handle("T1", c.Sit(c.player(BOB), 3, 1_000_00))
    hands = ["9h9d2s3cJd", "9c9s4h5dQc", "AhAdAcKsQd"]
    deck = stacked(rules, hands, "2h3h4d5c7c8c", "", "Kd")
    table.wager({seat: {"ante": 10_00} for seat in (1, 2, 3)}, deck)
    seen = spot_of(table.pit.state("T1"))
    assert seen is not None
    assert seen.cards == parse_cards(hands[0])
    assert set(seen.dead) == set(parse_cards(hands[1]))
    up = str(seen.seen[0])
    dead = " ".join(str(card) for card in seen.dead)
    cards = " ".join(str(card) for card in seen.cards)
    assert advice_on(seen).values == advised(FOUR, "--cards", cards, "--up", up, "--dead", dead)
    assert advice_on(seen).values != advised(FOUR, "--cards", cards, "--up", up)


def test_cards_that_nobody_entered_are_not_guessed() -> None:
    table = Dealt(MD)
    table.pit.open_table("E1", table.rules, c.floorperson("Ada"), source="entered")
    table.pit.handle("E1", c.Sit(c.player(ANN), 1, 500_00))
    table.pit.handle("E1", c.Do(c.dealer(), "insert_cover_card", depth=20))
    table.pit.handle("E1", c.PlaceWagers(c.player(ANN), 1, {"ante": 5_00, "odds": 5_00}))
    table.pit.handle("E1", c.DealRound(c.dealer()))
    assert table.pit.state("E1").agenda[0].do == "decide"
    assert spot_of(table.pit.state("E1")) is None
