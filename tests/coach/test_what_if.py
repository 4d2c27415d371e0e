"""The same hand played the other way: what it would have paid is worked out by hand from the book."""

from fractions import Fraction

import pytest

from coach.rounds import ANN, Dealt
from coach.test_review import ACES, BOARD, QUEENS
from pitbook.cards import DECK, parse_cards
from pitbook.coach.advice import advice_on
from pitbook.coach.table_history import PlayedRound
from pitbook.coach.what_if import distribution_of, what_if
from pitbook.problems import MalformedError, RefusedError
from pitbook.submission import load_target
from table.looking import there
from table.play import FOUR, rules_of, stacked


def first(table: Dealt) -> PlayedRound:
    return next(iter(table.rounds.values()))


def holdem(*decisions: tuple[str, int | None], dealer: str = QUEENS, board: str = BOARD) -> PlayedRound:
    """Aces at ante and odds of 10.00."""
    table = Dealt()
    table.sit(ANN)
    table.play(ACES, dealer, board, *decisions)
    return first(table)


def test_aces_that_were_folded_would_have_won() -> None:
    """Aces beat queens: 10.00 on the ante, the odds push below a straight, and 30.00 on the raise; 20.00 were lost."""
    played = holdem(("check", None), ("check", None), ("fold", None))
    found = what_if(played, played.decisions[0], "raise_3")
    assert found["basis"] == "actual"
    told = there(found["replayed"])
    assert (told["path"], told["net"], told["net_was"], told["difference"]) == (["raise_3"], "40.00", "-20.00", "60.00")
    assert [(line["wager"], line["result"], line["returned"]) for line in told["lines"]] == [
        ("ante", "win", "20.00"),
        ("odds", "push", "10.00"),
        ("raise", "win", "60.00"),
    ]
    assert told["words"] == "Raising 3x would have won 40.00."
    assert there(told["dealer_hand"]).startswith("pair of queens")


def test_after_a_check_the_best_decisions_follow() -> None:
    """With aces on this flop a raise of two antes is best: 10.00 and 20.00."""
    played = holdem(("raise", 30_00))
    found = there(what_if(played, played.decisions[0], "check")["replayed"])
    assert found["path"] == ["check", "raise_2"]
    assert (found["net"], found["net_was"]) == ("30.00", "40.00")
    assert found["words"] == "Checking, then raising 2x, the best from there, would have won 30.00."


def test_the_decisions_that_follow_do_not_look_at_cards_to_come() -> None:
    """The board brings the dealer four queens: the raise on the flop is made all the same, and loses."""
    played = holdem(("raise", 30_00), board="2c7d9hQhQc")
    found = there(what_if(played, played.decisions[0], "check")["replayed"])
    assert found["path"] == ["check", "raise_2"]
    assert found["net"] == "-40.00"


def test_four_card_with_an_amount_between_the_multiples() -> None:
    """A pair of nines loses to a flush: folding saves what was played."""
    table = Dealt(FOUR)
    table.sit(ANN)
    deck = stacked(rules_of(FOUR), ["9h9d2s3cJd"], "2h3h4h5h7c8c", "", "Kd")
    table.wager({1: {"ante": 10_00}}, deck)
    table.decide(1, "play", 15_00)
    played = first(table)
    found = there(what_if(played, played.decisions[0], "fold")["replayed"])
    assert (found["net"], found["net_was"], found["difference"]) == ("-10.00", "-25.00", "15.00")


def test_side_wagers_stay_as_they_were() -> None:
    """Aces win 30 to 1 on the pocket bonus, folded or not (11.F(3)(c), 12.D(1)(a))."""
    table = Dealt()
    table.sit(ANN)
    deck = stacked(table.rules, [ACES], QUEENS, BOARD)
    table.wager({1: {"ante": 10_00, "odds": 10_00, "pocket_bonus": 1_00}}, deck)
    table.decide(1, "raise", 30_00)
    played = first(table)
    *_, bonus = there(what_if(played, played.decisions[0], "check")["replayed"])["lines"]
    assert (bonus["wager"], bonus["payout"]) == ("pocket_bonus", "30.00")


def test_cards_that_nobody_knows_give_the_distribution() -> None:
    played = holdem(("check", None), ("check", None), ("fold", None))
    played.all_known = False
    found = what_if(played, played.decisions[-1], "raise_1")
    assert (found["basis"], found["replayed"]) == ("distribution", None)
    shares = {
        Fraction(one["net"]["fraction"]): Fraction(one["share"]["fraction"]) for one in there(found["distribution"])
    }
    assert sum(shares.values()) == 1
    assert sum(net * share for net, share in shares.items()) == Fraction(found["value"]["fraction"])


def test_the_distribution_has_the_value_of_every_action() -> None:
    played = holdem(("check", None), ("raise", 20_00))
    spot = played.decisions[1].spot
    means = {action: sum(net * share for net, share in each.items()) for action, each in distribution_of(spot).items()}
    assert means == advice_on(spot).values


def test_never_before_the_round_is_over_and_never_of_a_void_one() -> None:
    table = Dealt()
    table.sit(ANN)
    table.play(ACES, QUEENS, BOARD, ("check", None))
    played = first(table)
    with pytest.raises(RefusedError, match="is not over"):
        what_if(played, played.decisions[0], "raise_3")
    assert (played.cards, played.dealer_hand, played.all_known) == (None, None, False)
    done = holdem(("raise", 30_00))
    done.void = "shoe_jam"
    with pytest.raises(RefusedError, match="was void"):
        what_if(done, done.decisions[0], "check")


def test_what_is_no_action_of_the_decision_is_malformed() -> None:
    played = holdem(("raise", 30_00))
    with pytest.raises(MalformedError, match="'fold' is not one of the actions check, raise_3"):
        what_if(played, played.decisions[0], "fold")


def test_a_wager_that_was_withdrawn_would_have_won() -> None:
    """Three tens at 3 to 1: two wagers of 10.00 won 60.00, and all three would have won 90.00."""
    cards = parse_cards("Th 5c Tc Td 2s")
    table = Dealt(rules=load_target("let-it-ride"))
    table.sit(ANN)
    deck = " ".join(map(str, (*cards, *(card for card in DECK if card not in cards))))
    table.wager({1: {"bet_1": 10_00, "bet_2": 10_00, "bet_3": 10_00}}, deck)
    table.decide(1, "withdraw_bet_1")
    table.decide(1, "ride")
    played = first(table)
    found = there(what_if(played, played.decisions[0], "ride")["replayed"])
    assert (found["path"], found["net"], found["net_was"]) == (["ride", "ride"], "90.00", "60.00")
    assert found["words"] == "Riding, then riding, the best from there, would have won 90.00."
    assert found["dealer_hand"] is None
    found = there(what_if(played, played.decisions[1], "withdraw_bet_2")["replayed"])
    assert (found["path"], found["net"]) == (["withdraw_bet_2"], "30.00")
