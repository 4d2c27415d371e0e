"""Strategy files: what is understood, and that everything else is refused, all of it together."""

import tomllib
from pathlib import Path

import pytest

from pitbook.cards import FIVE_CARD, FOUR_CARD
from pitbook.problems import MalformedError
from pitbook.strategy import fit, load_strategy, published, published_names, read_strategy, render
from pitbook.strategy.ranges import format_ranges, parse_range
from pitbook.strategy.starting_hands import PLACES
from pitbook.strategy.words import hand_named, rank_named
from strategy.stock import FOUR_CARD as FOUR_CARD_BOOK
from strategy.stock import HOLDEM, ULTIMATE, problems_of, rules, strategy_of

FOUR = 'game = "four_card"\n'
HELD = 'game = "holdem"\n'
LAST = '[[play]]\ndo = "fold"\n'


@pytest.mark.parametrize("name", published_names())
def test_included_strategies_read_the_same_after_writing(name: str) -> None:
    included = published(name)
    again = read_strategy(tomllib.loads(render(included)), name)
    assert again.digest_terms == included.digest_terms
    assert (again.name, again.about) == (included.name, included.about) == (name, included.about)


@pytest.mark.parametrize("name", [name for name in published_names() if name.startswith("holdem-")])
@pytest.mark.parametrize("book", [HOLDEM, "ma-heads-up-holdem", "galaxy-heads-up-holdem"])
def test_included_strategies_fit_every_book_of_their_game(name: str, book: str) -> None:
    assert [each.street for each in fit(published(name), rules(book))] == [
        "pre_flop",
        "flop",
        "river",
    ]


def test_the_most_and_the_least_are_the_streets_own() -> None:
    before, _, river = fit(published("ultimate-basic"), rules(ULTIMATE))
    assert before.multiples[before.codes[0] - 1] == 4
    assert river.multiples[river.codes[0] - 1] == 1


def test_hands_in_words() -> None:
    def weakest(words: str) -> tuple[str, list[str]]:
        category, ranks = FIVE_CARD.class_of(hand_named(words, FIVE_CARD)[0])
        return category.value, [rank.symbol for rank in ranks]

    assert weakest("Pair of  tens") == ("pair", ["T", "4", "3", "2"])
    assert weakest("two pairs") == ("two_pairs", ["3", "2", "4"])
    assert weakest("two pairs, kings") == ("two_pairs", ["K", "2", "3"])
    assert weakest("two pairs, kings and fives") == ("two_pairs", ["K", "5", "2"])
    assert weakest("ace king high") == ("high_card", ["A", "K", "4", "3", "2"])
    assert weakest("pair of tens, ace kicker") == ("pair", ["T", "A", "3", "2"])
    assert weakest("full house, sixes") == ("full_house", ["6", "2"])
    assert weakest("straight, five high") == ("straight", ["5"])
    assert hand_named("royal flush", FIVE_CARD) == (7462, 7462)
    assert hand_named("four of a kind, aces", FOUR_CARD) == (2535, 2535)
    for wrong in ("pair of elevens", "", "two", "ace", "full house"):
        with pytest.raises(ValueError, match="is not a four-card hand in words"):
            hand_named(wrong, FOUR_CARD)
    assert rank_named(" Sixes ") == rank_named("six") == 4
    with pytest.raises(ValueError, match="is not a rank"):
        rank_named("T")


def test_ranges() -> None:
    assert len(parse_range("22+")) == 13
    assert len(parse_range("A2s+")) == len(parse_range("a2O+")) == 12
    assert len(parse_range("A2+")) == 24
    assert parse_range("KT") == parse_range("TKs") | parse_range("KTo")
    assert len(parse_range("77")) == 1
    for wrong in ("", "A", "AKx", "22s", "22o+", "1Ks", "A2s-A5s", "A2s++", "10Ts"):
        with pytest.raises(ValueError, match=r"range of hands|neither suited"):
            parse_range(wrong)
    every = range(PLACES)
    assert frozenset(every) == frozenset().union(*map(parse_range, format_ranges(every)))
    some = [place for place in every if place * 7 % 5 < 2]
    assert frozenset(some) == frozenset().union(*map(parse_range, format_ranges(some)))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('game = "bridge"', "game has to be"),
        ('game = ["four_card"]', "game has to be"),
        (FOUR, "no rules for any street"),
        (FOUR + 'play = "fold"', "has to be a list of rules"),
        (FOUR + "play = []", "has a hole"),
        (FOUR + "colour = 1\n" + LAST, "colour is not a known key"),
        (FOUR + "name = 1\n" + LAST, "name has to be text"),
        (FOUR + '[[play]]\nat_least = "pair"\ndo = "play_1"', "play has a hole"),
        (FOUR + '[[play]]\nat_least = "pear"\ndo = "play_1"\n' + LAST, "did you mean 'pair"),
        (FOUR + '[[play]]\nat_least = 7\ndo = "play_1"\n' + LAST, "7 is not a hand in words"),
        (FOUR + '[[play]]\nat_leest = "pair"\ndo = "play_1"\n' + LAST, "did you mean 'at_least'"),
        (FOUR + '[[play]]\nhidden_pair = "tens"\ndo = "play_1"\n' + LAST, "hidden_pair is not a condition"),
        (FOUR + '[[play]]\nup_card_at_most = "joker"\ndo = "play_1"\n' + LAST, "is not a rank"),
        (FOUR + '[[play]]\nup_card_above_pair = 1\ndo = "play_1"\n' + LAST, "1 is not true or false"),
        (FOUR + '[[play]]\ndo = "Play 1"', "do has to be an action"),
        (FOUR + "[[play]]\ndo = 3", "do has to be an action"),
        (FOUR + "[[play]]\n", "do has to be an action"),
        (FOUR + LAST + LAST, "rule 2 is never reached: rule 1"),
        (
            FOUR + '[[play]]\nat_least = "pair"\ndo = "play_1"\n[[play]]\nat_least = "flush"\ndo = "play_3"\n' + LAST,
            "rule 2 is never reached: rule 1",
        ),
        (
            FOUR + '[[play]]\nup_card_at_least = "ten"\nup_card_at_most = "nine"\ndo = "play_1"\n' + LAST,
            "rule 1 contradicts itself",
        ),
        (HELD + '[[pre_flop]]\nhands = ["A2x"]\ndo = "check"\n[[pre_flop]]\ndo = "check"', "is not a range of hands"),
        (HELD + '[[pre_flop]]\nhands = "AA"\ndo = "check"\n[[pre_flop]]\ndo = "check"', "hands has to be a list"),
        (HELD + '[[pre_flop]]\nat_least = "pair"\ndo = "check"\n[[pre_flop]]\ndo = "check"', "is not a condition"),
        (HELD + '[[pre_flop]]\nhands = ["AA"]\ndo = "check"', "pre_flop has a hole"),
        (HELD + '[[river]]\ndealer_outs_below = 99\ndo = "raise_1"\n[[river]]\ndo = "fold"', "from 1 to 46"),
        (HELD + '[[flop]]\ndealer_outs_below = 9\ndo = "raise_1"\n[[flop]]\ndo = "fold"', "not a condition"),
        (HELD + '[[river]]\nfour_to_a_flush = "ten"\ndo = "raise_1"\n[[river]]\ndo = "fold"', "not a condition"),
    ],
)
def test_a_file_that_is_wrong_is_refused(text: str, said: str) -> None:
    problems = problems_of(text)
    assert len(problems) == 1, problems
    assert said in problems[0]
    assert problems[0].startswith("mine.toml: ")


def test_all_problems_are_reported_together_with_file_and_rule() -> None:
    text = HELD + (
        '[[pre_flop]]\nhands = ["A9z", "22", "Q"]\ndo = "Jump!"\n[[pre_flop]]\ndo = "check"\n'
        '[[flop]]\nhidden_pair = "elevens"\ndo = "raise_2"\n[[flop]]\ndo = "check"\n'
        '[[river]]\ndo = "fold"\n[[river]]\ndo = "raise_1"\n'
    )
    problems = problems_of(text)
    assert len(problems) == 5
    for number, start in enumerate(["pre_flop rule 1"] * 3 + ["flop rule 1", "river rule 2"]):
        assert problems[number].startswith(f"mine.toml: {start}")


def test_actions_that_the_house_does_not_have_are_refused_together() -> None:
    text = HELD + (
        '[[pre_flop]]\nhands = ["AA"]\ndo = "raise_4"\n[[pre_flop]]\ndo = "fold"\n'
        '[[river]]\nhidden_pair = "tens"\ndo = "raise_2"\n[[river]]\ndo = "check"\n'
    )
    with pytest.raises(MalformedError) as refused:
        fit(strategy_of(text), rules(HOLDEM))
    said = [problem.message for problem in refused.value.problems]
    assert len(said) == 5
    assert "mine.toml: pre_flop rule 1: raise_4 is not an action there; the actions are check, raise_3" in said
    assert "mine.toml: there are no rules for the street flop" in said
    with pytest.raises(MalformedError, match="does not fit a game of four_card"):
        fit(strategy_of(text), rules(FOUR_CARD_BOOK))
    with pytest.raises(MalformedError, match="raise_1 is not an action there; the actions are fold, play_1, play_3"):
        fit(strategy_of(FOUR + '[[play]]\ndo = "raise_1"'), rules(FOUR_CARD_BOOK))


def test_amounts_between_are_allowed_where_the_book_allows_them() -> None:
    (play,) = fit(strategy_of(FOUR + '[[play]]\ndo = "play_2"'), rules(FOUR_CARD_BOOK))
    assert (play.multiples, play.codes) == ((1, 2, 3), (2,))
    with pytest.raises(MalformedError, match="play_4 is not an action"):
        fit(strategy_of(FOUR + '[[play]]\ndo = "play_4"'), rules(FOUR_CARD_BOOK))


def test_files_that_are_none(tmp_path: Path) -> None:
    for content in (b"\xff\xfe", b"game = ", b"[[play]"):
        path = tmp_path / "strategy.toml"
        path.write_bytes(content)
        with pytest.raises(MalformedError):
            load_strategy(path)
    with pytest.raises(MalformedError, match="cannot be read"):
        load_strategy(tmp_path / "nothing.toml")
    with pytest.raises(MalformedError, match="there is no strategy"):
        published("../published/holdem-basic")
