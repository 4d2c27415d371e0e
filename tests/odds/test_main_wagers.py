"""The main game wager by wager: nothing is lost between the solver's counts and settlement's lines."""

from fractions import Fraction
from itertools import combinations

import pytest

from kinds import one_of_each_kind
from odds.par.sheets import FOUR, MD, TARGETS, result, solution
from pitbook.cards import DECK
from pitbook.odds.deck import Deck
from pitbook.odds.families.board_dealer import HoldemPolicy, evaluate_holdem
from pitbook.odds.families.main_wagers import Ending, MainLine, MainWager, main_wagers
from pitbook.odds.strategies import evaluate, strategy_named
from pitbook.settlement import DealtRound, Seat, settle
from pitbook.settlement.compile import compile_main
from pitbook.submission import load_target

ANTE = 1000
TEN_CARDS = (Deck((3, 4, 5, 6, 7), 2), Deck((1, 2, 3, 4, 5, 6, 8, 9, 10, 12), 1))
NINE_CARDS = (Deck((2, 7, 12), 3),)
"""Straights, flushes, full houses and straight flushes win on them, and each is beaten on one of them."""


def wagers(target: str) -> dict[str, MainWager]:
    return {wager.name: wager for wager in solution(target).main_wagers}


@pytest.mark.parametrize("target", one_of_each_kind(TARGETS))
def test_the_wagers_add_up_to_the_game(target: str) -> None:
    found = wagers(target).values()
    assert sum((wager.net for wager in found), Fraction(0)) == -result(target).house_edge
    assert sum((wager.average_stake for wager in found), Fraction(0)) == result(target).average_wager


@pytest.mark.parametrize("target", one_of_each_kind(TARGETS))
@pytest.mark.parametrize("name", ["never-fold or always-ride", "basic or simple"])
def test_the_wagers_of_any_strategy_add_up_to_its_result(target: str, name: str) -> None:
    rules = load_target(target)
    never, basic = "never-fold" if rules.book.flow.folds else "always-ride", "basic" if rules.book.board else "simple"
    strategy = strategy_named(rules, basic if name == "basic or simple" else never)
    assert strategy is not None
    whole = evaluate(rules, strategy)
    found = main_wagers(rules, whole.outcomes)
    assert sum((wager.net for wager in found), Fraction(0)) == -whole.house_edge
    assert sum((wager.average_stake for wager in found), Fraction(0)) == whole.average_wager


@pytest.mark.parametrize("target", one_of_each_kind(TARGETS))
def test_the_wager_that_always_stays_ends_somehow_in_every_deal(target: str) -> None:
    found = wagers(target)["bet_3" if target == "let-it-ride" else "ante"]
    assert sum(line.deals for line in found.lines) == result(target).deals
    assert found.average_stake == 1


@pytest.mark.parametrize("deck", [*TEN_CARDS, *NINE_CARDS], ids=str)
@pytest.mark.parametrize(("street", "multiple"), [("river", 1), pytest.param("pre_flop", 3, marks=pytest.mark.prove)])
def test_every_deal_of_a_short_deck_paid_by_settlement(deck: Deck, street: str, multiple: int) -> None:
    """Each deal is settled as a round of its own, and the lines are added up, wager by wager and result by result."""
    rules = load_target(MD)
    policy = HoldemPolicy.constant(rules.streets, **{street: 1}, deck=deck)
    found = main_wagers(rules, evaluate_holdem(compile_main(rules), rules.streets, policy).outcomes)
    cards = [DECK[index] for index in deck.cards]
    stakes = {"ante": ANTE, "odds": ANTE, "raise": multiple * ANTE}
    counts: dict[tuple[str, str, str], int] = {}
    nets, squares = dict.fromkeys(stakes, Fraction(0)), dict.fromkeys(stakes, Fraction(0))
    deals = 0
    for hole in combinations(cards, 2):
        others = [card for card in cards if card not in hole]
        for dealer in combinations(others, 2):
            for board in combinations([card for card in others if card not in dealer], 5):
                deals += 1
                for line in settle(rules, DealtRound(dealer, (Seat(1, "one", hole, stakes),), board)).lines:
                    key = line.wager, line.result.value, line.reason
                    counts[key] = counts.get(key, 0) + 1
                    net = Fraction(line.returned - line.stake, ANTE)
                    nets[line.wager] += net
                    squares[line.wager] += net * net
    assert {wager.name: wager.net for wager in found} == {name: net / deals for name, net in nets.items()}
    assert {wager.name: wager.variance for wager in found} == {
        name: squares[name] / deals - (nets[name] / deals) ** 2 for name in stakes
    }
    chances: dict[tuple[str, str, str], Fraction] = {}
    for wager in found:
        for one in wager.lines:
            key = wager.name, one.ending.result, one.ending.reason
            chances[key] = chances.get(key, Fraction(0)) + one.probability
    assert chances == {key: Fraction(count, deals) for key, count in counts.items()}
    assert {"win", "push"} <= {ended for _, ended, _ in counts}


def test_the_short_decks_have_bad_beats() -> None:
    rules = load_target(MD)
    ended = set()
    for deck in (*TEN_CARDS, *NINE_CARDS):
        policy = HoldemPolicy.constant(rules.streets, river=1, deck=deck)
        found = main_wagers(rules, evaluate_holdem(compile_main(rules), rules.streets, policy).outcomes)
        ended |= {(line.ending.reason, line.ending.hand) for line in found[1].lines}
    hands = {"straight", "flush", "full_house", "straight_flush"}
    assert ended >= {(reason, hand) for reason in ("beats_dealer", "bad_beat") for hand in hands}


def test_the_spread_by_hand() -> None:
    """A third wins 2 on 1, a third loses 3, a third wagers nothing; the variance is that of 2, -3 and 0."""
    third = Fraction(1, 3)
    wager = MainWager(
        "raise",
        "Raise",
        (
            MainLine(Ending("win", "beats_dealer", None, 1, "2 to 1"), 1, third, 2 * third),
            MainLine(Ending("lose", "loses_to_dealer", None, 3, None), 1, third, -3 * third),
            MainLine(Ending("push", "ties_dealer", None, 0, None), 1, third, Fraction(0)),
        ),
    )
    assert wager.net == -third
    assert wager.average_stake == Fraction(4, 3)
    assert wager.house_advantage == Fraction(1, 4)
    assert wager.variance == Fraction(4 + 9, 3) - Fraction(1, 9)
    beyond = Fraction(9, 4), Fraction(-9, 4)
    assert wager.spread(Fraction(1, 4)) == (beyond[0] ** 2 + beyond[1] ** 2) / 3


def test_the_ante_bonus_by_hand() -> None:
    """Nobody folds these: 624 fours of 2,598,960 hands at 25 to 1, 2,072 straight flushes at 20, 58,656 threes at 2."""
    bonus = wagers(FOUR)["ante_bonus"]
    assert [(line.ending.hand, line.probability) for line in bonus.lines] == [
        ("four_of_a_kind", Fraction(624, 2_598_960)),
        ("straight_flush", Fraction(2_072, 2_598_960)),
        ("three_of_a_kind", Fraction(58_656, 2_598_960)),
    ]
    assert bonus.net == Fraction(624 * 25 + 2_072 * 20 + 58_656 * 2, 2_598_960)
    assert bonus.house_advantage is None


def test_never_folding_the_ante_of_four_card_poker_by_hand() -> None:
    """Without folds the ante wins, also on a tie, or loses; so its edge is one less twice what it wins."""
    rules = load_target(FOUR)
    strategy = strategy_named(rules, "never-fold")
    assert strategy is not None
    ante, play, _ = main_wagers(rules, evaluate(rules, strategy).outcomes)
    won = sum((line.probability for line in ante.lines if line.ending.result == "win"), Fraction(0))
    assert ante.house_advantage == play.house_advantage == 1 - 2 * won
    assert ante.variance == 4 * won * (1 - won)


def test_folding_forfeits_ante_and_odds() -> None:
    folded = result(MD).decisions["river"]["fold"]
    for name in ("ante", "odds"):
        line = wagers(MD)[name].lines[-1]
        assert (line.ending.result, line.deals) == ("forfeit", folded)
        assert line.net == Fraction(-folded, result(MD).deals)


def test_the_raise_ends_in_as_many_deals_as_it_is_made() -> None:
    decisions = result(MD).decisions
    made = {3: decisions["pre_flop"]["raise_3"], 2: decisions["flop"]["raise_2"], 1: decisions["river"]["raise_1"]}
    lines = wagers(MD)["raise"].lines
    assert {stake: sum(line.deals for line in lines if line.ending.stake == stake) for stake in made} == made


def test_bad_beats_stand_after_the_wins() -> None:
    lines = wagers(MD)["odds"].lines
    reasons = [line.ending.reason for line in lines if line.ending.result == "win"]
    assert reasons == ["beats_dealer"] * 6 + ["bad_beat"] * 5
    assert [line.ending.pays for line in lines[:6]] == ["500 to 1", "50 to 1", "10 to 1", "3 to 1", "3 to 2", "1 to 1"]


def test_the_document_has_them() -> None:
    solved = solution(MD)
    assert solved.main.result is not None
    main = solved.solved_json(solved.main.result)["main"]
    assert list(main["by_wager"]) == ["ante", "odds", "raise"]
    total = sum(Fraction(one["net"]["fraction"]) for one in main["by_wager"].values())
    assert total == -Fraction(main["house_edge"]["fraction"])
    first = main["by_wager"]["odds"]["lines"][0]
    assert (first["result"], first["hand"], first["stake"], first["pays"]) == ("win", "royal_flush", 1, "500 to 1")
