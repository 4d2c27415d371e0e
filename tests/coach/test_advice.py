"""The value of a decision: counted by hand, as `pitbook advise` gives it, and in words that follow from the numbers."""

import json
import re
from fractions import Fraction

import pytest
import typer
from typer.testing import CliRunner

from coach.rounds import ANN, BOB, Dealt
from pitbook.cards import parse_cards
from pitbook.cli.solve import advise as advise_command
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
        "Your royal flush beats the dealer often enough: raising 1x is worth 501.65 antes, folding -2.00."
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


SEEN_AS = [
    (
        MD,
        "pre_flop",
        "KhKd",
        "",
        "Your pair of kings beats the dealer often enough: raising 3x is worth N antes, checking N.",
    ),
    (
        MD,
        "pre_flop",
        "7h2d",
        "",
        "Your seven and two is better off waiting: checking is worth N antes, raising 3x N.",
    ),
    (
        MD,
        "pre_flop",
        "AsKs",
        "",
        "Your ace and king of one suit beats the dealer often enough: raising 3x is worth N antes, checking N.",
    ),
    (
        MD,
        "flop",
        "KsQs",
        "Kh7d2c",
        "Your pair of kings beats the dealer often enough: raising 2x is worth N antes, checking N.",
    ),
    (
        MD,
        "river",
        "3h2d",
        "AcKs9d7h5c",
        "The board's ace high wins too seldom to pay for another wager: folding is worth N antes, raising 1x N.",
    ),
    (
        MD,
        "river",
        "Kh2d",
        "AcQs9d7h5c",
        "Your ace high loses less with a wager than by folding: raising 1x is worth N antes, folding N.",
    ),
    (
        MD,
        "river",
        "3h2d",
        "AcAsKdKh9c",
        "The board's two pairs, aces and kings loses less with a wager than by folding: "
        "raising 1x is worth N antes, folding N.",
    ),
    (
        FOUR,
        "play",
        "2h3d9sJcKd",
        "As",
        "Your king high wins too seldom to pay for another wager: folding is worth N antes, playing 1x N.",
    ),
]
"""Situations and the sentence about each, N for every number."""


@pytest.mark.parametrize(("book", "street", "cards", "seen", "sentence"), SEEN_AS)
def test_one_sentence_says_why(book: str, street: str, cards: str, seen: str, sentence: str) -> None:
    found = advice_on(spot(book, street, cards, seen))
    said = why(found)
    assert re.sub(r"-?\d+\.\d+", "N", said) == sentence
    best, other = (float(number) for number in re.findall(r"-?\d+\.\d+", said))
    assert best == round(float(max(found.values.values())), 2)
    assert best > other


def test_numbers_that_look_the_same_are_told_apart() -> None:
    """The sentence never says that two different values are equal."""
    hand = spot(MD, "pre_flop", "7h2d")
    found = Advice(hand, {"check": Fraction("0.10011"), "raise_3": Fraction("0.10012")}, "raise_3")
    assert why(found).endswith(": raising 3x is worth 0.10012 antes, checking 0.10011.")
    same = Advice(hand, {"check": Fraction(1, 10), "raise_3": Fraction(1, 10)}, "check")
    assert (
        why(same) == "Your seven and two is worth the same either way: checking is worth 0.10 antes, raising 3x 0.10."
    )


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
