"""What a book can't say of deck and hands: each is refused when it is loaded, with file, key and reason."""

import shutil
from pathlib import Path

import pytest
from pydantic import ValidationError

from pitbook.problems import MalformedError
from pitbook.rulebooks import load_folder
from pitbook.rulebooks.hands import HandRule
from pitbook.rulebooks.known_books import BOOKS

HOLDEM, FOUR = "md-heads-up-holdem", "md-four-card-poker"


def _refused(tmp_path: Path, book: str, file: str, old: str, new: str) -> str:
    folder = tmp_path / "book"
    shutil.copytree(BOOKS / book, folder)
    path = folder / file
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(MalformedError) as failure:
        load_folder(folder)
    return str(failure.value)


@pytest.mark.parametrize(
    ("book", "file", "old", "new", "words"),
    [
        (HOLDEM, "procedures.toml", "cards = 52", "cards = 16", "procedures.toml: deck.cards: 16 is not a deck"),
        (FOUR, "procedures.toml", "cards = 52", "cards = 36", "procedures.toml: deck.cards: 7 positions need 42 cards"),
        (HOLDEM, "procedures.toml", "cards = 52", "cards = 35", "procedures.toml: deck.cards: 35 is not a deck"),
        (HOLDEM, "procedures.toml", "cards = 52", "cards = 104", "procedures.toml: deck.cards: 104 is not a deck"),
        (HOLDEM, "game.toml", "[player]\ncards = 2", "[player]\ncards = 3", "game.toml: player.cards is 3; the solver"),
        (HOLDEM, "game.toml", "[dealer]\ncards = 2", "[dealer]\ncards = 5", "game.toml: dealer.cards is 5; "),
        (
            FOUR,
            "game.toml",
            "dealer = 1",
            "dealer = 2",
            "game.toml: flow.steps: the number of the dealer's cards face up is 2; ",
        ),
        (FOUR, "game.toml", "[player]\ncards = 5", "[player]\ncards = 3", "game.toml: player.cards is 3; the solver"),
        (
            HOLDEM,
            "game.toml",
            "board = 5",
            "board = 4",
            "game.toml: board is 4; the solver can count this game only with 5",
        ),
    ],
)
def test_cards_that_would_be_answered_with_another_games_odds(
    tmp_path: Path, book: str, file: str, old: str, new: str, words: str
) -> None:
    assert words in _refused(tmp_path, book, file, old, new)


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('from = ["own", "board"]', 'from = ["own", "extra"]', "hands.player.from: the book deals no extra cards"),
        ('from = ["own", "board"]', 'from = ["own", "dealer"]', "the player's hand cannot use the dealer's cards"),
        ('from = ["dealer", "board"]', 'from = ["own", "board"]', "hands.dealer.from: the dealer's hand must use"),
        ('ranking = "five_card"', 'ranking = "lowball"', "there is no ranking 'lowball'; the rankings are five_card"),
        ("[hands.player]", "[hands.punter]", "hands: there is no player"),
        ("[hands.dealer]", "[hands.croupier]", "hands.dealer: the dealer has 2 cards but no hand"),
        ('qualifies = "pair"', 'qualifies = "pair of ones"', 'hands.dealer: "pair of ones" is not a five-card hand'),
        (
            "[hands.hole_cards]",
            "[hands.pocket]",
            "paytables.pocket_bonus.A.evaluates: 'hole_cards' is not a player's hand",
        ),
        (
            'ranks = ["AA"]',
            'ranks = ["AAA"]',
            "hands.hole_cards.names.pair_of_aces: AAA has 3 ranks, but the condition is about 2 cards",
        ),
        ('ranks = ["AA"]', 'ranks = ["11"]', "which is not a rank"),
        ('ranks = ["AA"]', 'suit = "stars"', "'clubs', 'diamonds', 'hearts' or 'spades'"),
        ('ranks = ["AA"]', 'hand = "pair of aces"', "compares a hand, but there is no ranking"),
        ('when = [{ ranks = ["AA"] }]', "when = []", "needs at least one entry"),
        ('when = [{ ranks = ["AA"] }]', "when = [{}]", "a condition needs at least one requirement"),
        (
            'name = "pair_of_aces", when',
            'name = "pair_of_eights", when',
            "pair_of_aces is not a name of hands.hole_cards",
        ),
        ('cards = ["own", "flop"], hand = "royal flush"', 'cards = ["own"], hand = "royal flush"', "not from 2"),
        ('cards = ["own", "flop"], hand', 'cards = ["own", "extra"], hand', "the hand does not include extra cards"),
        ('of = "royal_flush"', 'of = "royalty"', "is of royalty, which is not a category of five_card"),
        ('    "flopped_royal_flush",\n', '    "flopped_full_house",\n', "cannot fall back to flopped_full_house"),
        (
            '"flopped_straight_flush_stays" },',
            '"flopped_stays" },',
            "the option 'flopped_stays', which the book does not",
        ),
        (
            '{ cards = ["board"], hand = "royal flush" }]',
            '{ cards = ["board"], hand = "four of a kind" }]',
            "hands.flopped: found no cards of this deck that make community_royal_flush",
        ),
    ],
)
def test_hands_that_can_not_be(tmp_path: Path, old: str, new: str, words: str) -> None:
    message = _refused(tmp_path, HOLDEM, "game.toml", old, new)
    assert words in message
    assert ".toml: " in message


def test_a_name_that_no_table_lists_is_refused(tmp_path: Path) -> None:
    added = '{ name = "pair_of_kings", of = "pair", when = [{ hand = "pair of kings" }] },\n    { name = "four_aces"'
    message = _refused(tmp_path, FOUR, "game.toml", '{ name = "four_aces"', added)
    assert "hands.player.names.pair_of_kings: no table lists it or a name that it falls back to" in message


def test_a_hand_that_no_table_looks_at_is_refused(tmp_path: Path) -> None:
    added = '[hands.spare]\nranking = "five_card"\nfrom = ["own", "board"]\n\n[hands.dealer]'
    message = _refused(tmp_path, HOLDEM, "game.toml", "[hands.dealer]", added)
    assert "game.toml: hands.spare: no table evaluates it" in message


@pytest.mark.parametrize(
    ("described", "words"),
    [
        ({"from": ["own"]}, "a hand needs a ranking, or names"),
        ({"ranking": "five_card", "from": ["own", "own"]}, "from lists own twice"),
        ({"ranking": "five_card", "from": ["dealer", "up"]}, "the face-up cards twice"),
        (
            {
                "ranking": "five_card",
                "from": ["own"],
                "names": [
                    {"name": "x", "of": "pair", "when": [{"at_least": "pair of kings", "at_most": "pair of twos"}]}
                ],
            },
            "no hand is at least pair of kings and at most pair of twos",
        ),
        (
            {
                "ranking": "five_card",
                "from": ["own"],
                "names": [{"name": "pair", "of": "pair", "when": [{"hand": "pair"}]}],
            },
            "pair names two hands",
        ),
        (
            {
                "ranking": "five_card",
                "from": ["own"],
                "names": [{"name": "x", "of": "pair", "when": [{"hand": "pair", "at_least": "pair"}]}],
            },
            "either hand, or at_least and at_most",
        ),
        (
            {"from": ["own"], "names": [{"name": "x", "when": [{"suited": False, "suit": "clubs"}]}]},
            "cards of one suit cannot be unsuited",
        ),
    ],
)
def test_descriptions_that_make_no_sense(described: dict[str, object], words: str) -> None:
    with pytest.raises(ValidationError, match=words):
        HandRule.model_validate(described)
