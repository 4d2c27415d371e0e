"""The slow solvers on games whose value is known, and the short decks that they are used on."""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from random import Random

import numpy as np
import pytest

from odds.by_category import game_by_category, least_of, level_of
from odds.slow import decks, slow_four_card, slow_holdem
from odds.slow.cards import ShortDeck, card_names, five_of_seven, four_of_five_or_six
from odds.slow.decks import Short, short
from odds.slow.holdem import showdowns
from odds.slow.literal import literal_four_card, literal_holdem
from odds.slow.variations import LOSE, TIE, WIN, random_game, street, with_bet
from oracle.hands import FIVE_CARD_CATEGORIES, FOUR_CARD_CATEGORIES
from pitbook.rulebooks.flow import Street
from pitbook.settlement.compile import MainGame, compile_main
from pitbook.submission import load_target

HOLDEM = 10
FOUR_CARD = 8
SMALL = {HOLDEM: short("259JQ", 2), FOUR_CARD: short("45678A", 2)}
"""Ten and twelve cards."""
ONE_STREET = {HOLDEM: (street("river", 5, (1,), "fold"),), FOUR_CARD: (street("play", 0, (1,), "fold"),)}

RANKING = {HOLDEM: "five_card", FOUR_CARD: "four_card"}
both_games = pytest.mark.parametrize("levels", [HOLDEM, FOUR_CARD])


def _solve(game: MainGame, streets: Sequence[Street], deck: ShortDeck | None = None) -> Fraction:
    levels = len(game.names)
    solve = slow_holdem if levels == HOLDEM else slow_four_card
    return solve(game, streets, deck or SMALL[levels])


def _streets(levels: int, *multiples: tuple[int, ...]) -> tuple[Street, ...]:
    """The multiples of each street; the last is that of Four Card Poker's only decision."""
    if levels == FOUR_CARD:
        return (street("play", 0, multiples[-1], "fold"),)
    before, flop, river = multiples
    return (
        street("pre_flop", 0, before, "check"),
        street("flop", 3, flop, "check"),
        street("river", 5, river, "fold"),
    )


def _toy(levels: int, fixed: int, decided: int, fold: int, scale: int = 1) -> MainGame:
    """Every showdown has the same net."""
    return game_by_category(
        "five_card" if levels == HOLDEM else "four_card",
        scale=scale,
        qualifying_level=1,
        fixed=np.full((levels, 2, 3), fixed, np.int64),
        decided=np.full((levels, 2, 3), decided, np.int64),
        fold=fold,
        staked=1,
    )


# --- The decks ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("short_decks", "lacking"), [(decks.HOLDEM, set()), (decks.HOLDEM_SHORTEST, {"three_of_a_kind"})]
)
def test_every_five_card_category_is_dealt_on_the_short_decks(short_decks: Sequence[Short], lacking: set[str]) -> None:
    dealt = {name for deck in short_decks for name in five_of_seven(card_names(deck)).category}
    assert dealt == set(FIVE_CARD_CATEGORIES) - lacking


@pytest.mark.parametrize("short_decks", [decks.FOUR_CARD, decks.FOUR_CARD_SHORTEST])
def test_every_four_card_category_is_dealt_to_the_player_on_the_short_decks(short_decks: Sequence[Short]) -> None:
    dealt = set()
    for deck in short_decks:
        ranking = four_of_five_or_six(card_names(deck))
        dealt |= {ranking.category[mine] for hand, mine in ranking.strength.items() if hand.bit_count() == 5}
    assert dealt == set(FOUR_CARD_CATEGORIES)


@pytest.mark.parametrize(
    "deck", sorted({*decks.HOLDEM, *decks.HOLDEM_SHORTEST, *decks.FOUR_CARD, *decks.FOUR_CARD_SHORTEST}), ids=str
)
def test_short_decks_are_short(deck: Short) -> None:
    names = card_names(deck)
    assert len(set(names)) == len(names) == len(deck.ranks) * deck.suits <= 16


@pytest.mark.parametrize(
    ("player", "dealer", "comparison"),
    [("Ac Jc", "Ad Qc", LOSE), ("Ac Jd", "Ad Jc", TIE), ("Ad Qc", "Ac Jc", WIN)],
)
def test_a_dealer_who_does_not_qualify_can_win_tie_and_lose(player: str, dealer: str, comparison: int) -> None:
    deck = short("239TJQKA", 2)
    assert deck in decks.HOLDEM
    names = card_names(deck)
    ranking = five_of_seven(names)
    mine, theirs = (
        ranking.strength[sum(1 << names.index(card) for card in f"{hole} 2c 3c 9d Td Kd".split())]
        for hole in (player, dealer)
    )
    assert ranking.category[mine] == ranking.category[theirs] == "high_card"
    assert comparison == 1 + (mine > theirs) - (mine < theirs)


@pytest.mark.prove
def test_every_bad_beat_occurs_on_the_short_decks() -> None:
    lost = {
        end.mine
        for deck in decks.HOLDEM
        for end in showdowns(card_names(deck)).values()
        if any(comparison == LOSE for _, comparison, _ in end.against)
    }
    assert lost == set(FIVE_CARD_CATEGORIES) - {"royal_flush"}


# --- Games with a known value ------------------------------------------------------------------------


@both_games
def test_no_payouts(levels: int) -> None:
    assert _solve(_toy(levels, 0, 0, 0), _streets(levels, (3,), (2,), (1,))) == 0


@both_games
@pytest.mark.parametrize("scale", [1, 2])
def test_always_the_same_net(levels: int, scale: int) -> None:
    game = _toy(levels, 7, 0, -2, scale)
    assert _solve(game, _streets(levels, (3,), (2,), (1,))) == Fraction(7, scale)


@both_games
def test_folding_is_all_there_is(levels: int) -> None:
    assert _solve(_toy(levels, 9, 9, -2, 2), _streets(levels, (), (), ())) == -1


@both_games
def test_folding_is_best(levels: int) -> None:
    assert _solve(_toy(levels, 0, 1, 50), _streets(levels, (3,), (2,), (1, 2))) == 50


@pytest.mark.parametrize(
    ("multiples", "most"),
    [(((3,), (2,), (1,)), 3), (((1, 2), (2, 4), (3,)), 4), (((1,), (2,), (1, 5)), 5)],
)
def test_every_ante_of_a_raise_wins_one(multiples: tuple[tuple[int, ...], ...], most: int) -> None:
    assert _solve(_toy(HOLDEM, 0, 1, -1), _streets(HOLDEM, *multiples)) == most
    assert _solve(_toy(FOUR_CARD, 0, 1, -1), _streets(FOUR_CARD, *multiples)) == multiples[-1][-1]


@both_games
def test_every_ante_of_a_raise_loses_one(levels: int) -> None:
    game = _toy(levels, 0, -1, -4)
    assert _solve(game, _streets(levels, (3,), (2, 4), (2, 3))) == -2
    assert _solve(game, _streets(levels, (5,), (5,), (5,))) == -4


def test_both_sides_of_hold_em_are_alike_when_all_is_even_and_folding_ruins() -> None:
    game = _toy(HOLDEM, 0, 0, -1_000)
    game.fixed[:, :, WIN] = game.decided[:, :, WIN] = 1
    game.fixed[:, :, LOSE] = game.decided[:, :, LOSE] = -1
    assert _solve(game, _streets(HOLDEM, (1,), (1,), (1,))) == 0
    assert _solve(game, _streets(HOLDEM, (2,), (1,), (1,))) > 0


def test_the_dealer_qualifies_by_category() -> None:
    """One suit: every hand is a flush or better, and the best hand of all is never dealt."""
    for levels, deck in ((HOLDEM, short("2345789TJ", 1)), (FOUR_CARD, short("2345789TJQA", 1))):
        flush = FIVE_CARD_CATEGORIES.index("flush") if levels == HOLDEM else FOUR_CARD_CATEGORIES.index("flush")
        game = _toy(levels, 0, 0, -1)
        game.fixed[:, 1, :] = 5
        for level, value in ((0, 5), (flush, 5), (levels - 1, 0)):
            assert _solve(replace(game, qualifying=least_of(RANKING[levels], level)), ONE_STREET[levels], deck) == value


def test_a_last_street_cannot_be_checked() -> None:
    waiting = street("river", 5, (1,), "check")
    for levels in (HOLDEM, FOUR_CARD):
        with pytest.raises(ValueError, match="nothing left to wait for"):
            _solve(_toy(levels, 0, 0, 0), (waiting,))


# --- The books' games, paid round by round ------------------------------------------------------------


@pytest.mark.parametrize("deck", [short("9QA", 3), short("23456789T", 1)], ids=str)
def test_hold_em_is_what_the_oracle_pays(deck: Short) -> None:
    rules = load_target("md-heads-up-holdem")
    assert slow_holdem(compile_main(rules), rules.streets, deck) == literal_holdem(card_names(deck))


def test_four_card_poker_is_what_the_oracle_pays() -> None:
    rules, deck = load_target("md-four-card-poker"), short("2345679TJQA", 1)
    assert slow_four_card(compile_main(rules), rules.streets, deck) == literal_four_card(card_names(deck))


@pytest.mark.prove
def test_longer_decks_are_what_the_oracle_pays() -> None:
    holdem, four_card = load_target("md-heads-up-holdem"), load_target("md-four-card-poker")
    for deck in (short("9TJQK", 2), short("239QA", 2)):
        assert slow_holdem(compile_main(holdem), holdem.streets, deck) == literal_holdem(card_names(deck))
    for deck in (short("JQKA", 3), short("2359", 3), short("5TQ", 4), short("2349JA", 2)):
        assert slow_four_card(compile_main(four_card), four_card.streets, deck) == literal_four_card(card_names(deck))


# --- What holds in every game -------------------------------------------------------------------------


@both_games
@pytest.mark.parametrize("seed", [0, 1, *(pytest.param(seed, marks=pytest.mark.prove) for seed in range(2, 6))])
def test_value_never_falls_when_more_is_paid_or_allowed(levels: int, seed: int) -> None:
    rng = Random(f"{levels} {seed}")
    game, streets = random_game(rng, levels)
    value = _solve(game, streets)
    for name in ("fixed", "per_unit"):
        amounts = getattr(game, name).copy()
        amounts[..., rng.randrange(levels), rng.randrange(2), rng.randrange(3)] += rng.randint(1, 20)
        assert _solve(replace(game, **{name: amounts}), streets) >= value
    assert _solve(replace(game, fold=game.fold + 1), streets) >= value
    wider = [with_bet(each, (*each.multiples, 6)) for each in streets]
    assert _solve(game, wider) >= value
    assert _solve(game, streets[-1:]) <= value


@both_games
def test_value_grows_with_the_unit(levels: int) -> None:
    game, streets = random_game(Random(levels), levels)
    double = replace(game, fixed=2 * game.fixed, per_unit=2 * game.per_unit, fold=2 * game.fold)
    assert _solve(double, streets) == 2 * _solve(game, streets)
    assert _solve(replace(double, scale=2 * game.scale), streets) == _solve(game, streets)


@both_games
def test_random_games_vary(levels: int) -> None:
    games = [random_game(Random(seed), levels) for seed in range(200)]
    assert {level_of(RANKING[levels], game.qualifying) for game, _ in games} == set(range(levels))
    assert {game.scale for game, _ in games} == {1, 2}
    for place in range(len(games[0][1])):
        assert {len(streets[place].multiples) for _, streets in games} == {1, 2, 3}
    assert len({game.fixed.tobytes() for game, _ in games}) == len(games)


@pytest.mark.parametrize("games", [6, pytest.param(12, marks=pytest.mark.prove)])
@pytest.mark.parametrize("place", range(3))
def test_every_street_matters_in_many_random_games(place: int, games: int) -> None:
    matters = 0
    for seed in range(games):
        game, streets = random_game(Random(seed), HOLDEM)
        closed = list(streets)
        closed[place] = with_bet(closed[place], ())
        matters += _solve(game, closed) < _solve(game, streets)
    assert matters >= games // 3
