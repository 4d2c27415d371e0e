"""Limits that depend on the hand, and wagers at several streets: what the flow of a book says is what happens."""

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from pit.playing import recorded
from pitbook.audit import audit
from pitbook.cards import DECK, parse_cards
from pitbook.coach.bots import exact_bot, strategy_bot
from pitbook.odds import advise
from pitbook.odds.families.registry import dealing_of
from pitbook.odds.nets import nets
from pitbook.odds.solution import solve_main
from pitbook.odds.strategies.generating import generate_card
from pitbook.pit.bots import situation
from pitbook.problems import MalformedError, RefusedError
from pitbook.rulebooks.actions import Action
from pitbook.rulebooks.folder import load_folder
from pitbook.settlement import settle
from pitbook.settlement.hand_file import read_round
from pitbook.strategy import read_strategy
from pitbook.submission import HouseRules, load_target
from pitbook.table import next_steps, public_view
from pitbook.table.commands import player
from pitbook.table.decide.decisions import answer
from pitbook.web.live.views import question
from table.play import Game

BOOKS = Path(__file__).parent.parent / "books"
LIMITED, STUD, BY_STREET = "limited-three-card", "stud", "stud-by-street"
WEAK, PAIR, ACES = "2h 7d 9s", "2h 2d 9s", "Ah Ad 9s"


def _rules(book: str) -> HouseRules:
    return load_target(str(BOOKS / book))


def _game(book: str, cards: str) -> Game:
    """A table with one player, whose deck begins with these cards, dealt after an ante of 10.00."""
    first = parse_cards(cards)
    game = Game(_rules(book), deck=" ".join(map(str, (*first, *(card for card in DECK if card not in first)))))
    game.sit(1)
    game.wager(1, {"ante": 10_00})
    game.deal()
    return game


def _limited(own: str) -> Game:
    """Own cards against a dealer's king, queen and three."""
    mine, met = own.split(), ["Ks", "Qc", "3c"]
    return _game(LIMITED, " ".join(card for pair in zip(mine, met, strict=True) for card in pair))


def _buttons(game: Game, *, own: bool = True) -> dict[str, str | None]:
    return {each["action"]: each["needs_hand"] for each in question(game.state, 1, None, own=own)["actions"]}


@pytest.mark.parametrize("book", [LIMITED, STUD, BY_STREET])
@pytest.mark.parametrize("rate", [0.0, 0.5])
def test_rounds_are_dealt_and_audited(book: str, rate: float) -> None:
    assert audit(recorded(_rules(book), 6, rate=rate)).holds


@pytest.mark.parametrize(
    ("own", "allowed"),
    [(WEAK, ["play_1", "fold"]), (PAIR, ["play_2", "play_1", "fold"]), (ACES, ["play_3", "play_2", "play_1", "fold"])],
)
def test_a_hand_is_offered_what_it_may_do(own: str, allowed: list[str]) -> None:
    game = _limited(own)
    assert list(_buttons(game)) == allowed
    for times, needed in ((2, "a pair or better"), (3, "a pair of aces or better")):
        if f"play_{times}" not in allowed:
            with pytest.raises(RefusedError, match=rf"play {times}0\.00 needs {needed}"):
                game.decide(1, "play", times * 10_00)
    with pytest.raises(RefusedError, match=r"play 40\.00 is not 10\.00"):
        game.decide(1, "play", 40_00)
    most = int(allowed[0][-1])
    game.decide(1, "play", most * 10_00)
    assert game.state.rounds == 1


def test_what_others_are_told_does_not_depend_on_the_hand() -> None:
    """Neither the script nor a dealer who speaks for a guest may show how strong the hand is."""
    told: list[Any] = []
    for own in (WEAK, PAIR, ACES):
        game = _limited(own)
        told.append((public_view(game.state), [one.words for one in next_steps(game.state)], _buttons(game, own=False)))
    assert told[0] == told[1] == told[2]
    assert (
        "Seat 1 may play 10.00 or 20.00 with a pair or better or 30.00 with a pair of aces or better, or fold."
        in (told[0][1])
    )
    assert told[0][2] == {
        "play_3": "a pair of aces or better",
        "play_2": "a pair or better",
        "play_1": None,
        "fold": None,
    }


def _hand(cards: str, play: str | None, *, folded: bool = False) -> dict[str, Any]:
    wagers = {"ante": "10.00"} | ({"play": play} if play else {})
    return {"dealer": "Ks Qc 3c", "seats": [{"seat": 1, "cards": cards, "wagers": wagers, "folded": folded}]}


def test_a_described_hand_keeps_to_the_limits() -> None:
    rules = _rules(LIMITED)
    (line,) = [one for one in settle(rules, read_round(rules, _hand(ACES, "30.00"))).lines if one.wager == "play"]
    assert line.payout == 30_00
    with pytest.raises(RefusedError) as refused:
        read_round(rules, _hand(PAIR, "30.00"))
    assert str(refused.value.problems[0]).startswith(
        "seat 1: play must be 1x or 2x with a pair or better or 3x with a pair of aces or better the ante of 10.00, "
        "not 30.00"
    )


def _played(strategy: dict[str, Any], own: str) -> str:
    """What the bot of a strategy does with these cards."""
    game = _limited(own)
    bot = strategy_bot(read_strategy({"game": "three_card", **strategy}, "s"), game.rules)
    asked = situation(game.state)
    action = bot(asked)
    assert asked.street.offers_action(action)
    return action.name


def test_a_rule_that_the_hand_does_not_allow_gives_way_to_the_next() -> None:
    rules = [{"at_least": "queen high", "do": "play_3"}, {"at_least": "pair", "do": "play_2"}, {"do": "fold"}]
    played = [_played({"play": rules[:1] + rules[2:]}, own) for own in (WEAK, PAIR, ACES)]
    assert played == ["fold", "fold", "play_3"]
    three = [{"at_least": "pair of aces", "do": "play_3"}, {"at_least": "pair", "do": "play_2"}, {"do": "fold"}]
    assert [_played({"play": three}, own) for own in (WEAK, PAIR, ACES)] == ["fold", "play_2", "play_3"]


def test_the_most_is_what_the_hand_may_play_at_the_most() -> None:
    for own, times in ((WEAK, 1), (PAIR, 2), (ACES, 3)):
        game = _limited(own)
        assert _played({"play": [{"do": "play_most"}]}, own) == "play_most"
        command = answer(game.state, player("player 1"), 1, Action("play", "most"))
        assert command.amount == times * 10_00


def test_a_strategy_whose_last_rule_not_every_hand_may_follow_is_refused() -> None:
    strategy = read_strategy({"game": "three_card", "play": [{"do": "play_3"}]}, "s")
    with pytest.raises(MalformedError, match="play_3 needs a pair of aces or better, and the last rule is for every"):
        strategy_bot(strategy, _rules(LIMITED))


def test_no_physical_table_for_limits_by_the_hand() -> None:
    with pytest.raises(RefusedError, match="play allows something with a pair or better alone, and entered cards are"):
        Game(_rules(LIMITED), source="entered")


@pytest.mark.parametrize(
    ("limit", "sentence"),
    [
        ("{}", "if_hand needs at_least or at_most"),
        ('{ at_least = "seven aces" }', "if_hand of play is not a limit: "),
        ('{ at_least = "flush", at_most = "pair" }', "no hand is at least flush and at most pair"),
        ('{ hand = "ghost", at_least = "pair" }', "names the hand 'ghost', which the book does not have"),
        ('{ hand = "dealer", at_least = "pair" }', "the player does not see its dealer cards"),
        ('{ hand = "six_cards", at_least = "pair" }', "the player does not see its dealer cards"),
    ],
)
def test_a_limit_that_cannot_be_told_is_refused_at_loading(tmp_path: Path, limit: str, sentence: str) -> None:
    text = (BOOKS / LIMITED / "book.toml").read_text().replace('{ at_least = "pair of aces" }', limit)
    (tmp_path / "book.toml").write_text(text)
    with pytest.raises(MalformedError) as refused:
        load_folder(tmp_path)
    assert any(sentence in str(problem) and "book.toml: flow" in str(problem) for problem in refused.value.problems), (
        refused.value.problems
    )


@pytest.mark.parametrize("number", [solve_main, dealing_of, generate_card, exact_bot])
def test_numbers_refuse_limits_by_the_hand(number: Any) -> None:
    with pytest.raises(RefusedError, match=r"its odds can't be counted: flow\.play: if_hand, a pair or better"):
        number(_rules(LIMITED))


# Ah Kd Qs Jc Th: a straight pays 4 to 1.
STRAIGHT = "Ah Kd Qs Jc Th"


@pytest.mark.parametrize(
    ("book", "verbs"), [(STUD, ("street", "street", "street")), (BY_STREET, ("street", "fourth", "fifth"))]
)
def test_wagers_of_every_street_are_paid(book: str, verbs: tuple[str, str, str]) -> None:
    game = _game(book, STRAIGHT)
    for verb, times in zip(verbs, (1, 3, 2), strict=True):
        assert list(_buttons(game)) == [f"{verb}_3", f"{verb}_2", f"{verb}_1", "fold"]
        with pytest.raises(RefusedError, match=rf"{verb} 40\.00 is not 10\.00 or 20\.00 or 30\.00"):
            game.decide(1, verb, 40_00)
        game.decide(1, verb, times * 10_00)
    assert game.stacks() == {1: "1280.00"}  # 70.00 at 4 to 1


@pytest.mark.parametrize(("book", "verbs"), [(STUD, ("street", "street")), (BY_STREET, ("street", "fourth"))])
def test_a_fold_loses_what_earlier_streets_have_put_there(book: str, verbs: tuple[str, str]) -> None:
    game = _game(book, STRAIGHT)
    game.decide(1, verbs[0], 30_00)
    game.decide(1, verbs[1], 10_00)
    game.decide(1, "fold")
    assert game.stacks() == {1: "950.00"}
    assert game.state.rounds == 1


def _stud(wagers: dict[str, str], *, folded: bool = False) -> dict[str, Any]:
    seat = {"seat": 1, "cards": "Ah Kd", "wagers": {"ante": "10.00", **wagers}, "folded": folded}
    return {"board": "Qs Jc Th", "seats": [seat]}


@pytest.mark.parametrize(
    ("book", "wagers", "folded"),
    [
        (STUD, {"street": "30.00"}, False),
        (STUD, {"street": "90.00"}, False),
        (STUD, {"street": "10.00"}, True),
        (STUD, {}, True),
        (BY_STREET, {"street": "10.00", "fourth": "30.00", "fifth": "20.00"}, False),
        (BY_STREET, {"street": "10.00", "fourth": "30.00"}, True),
    ],
)
def test_a_described_hand_with_what_the_streets_can_leave(book: str, wagers: dict[str, str], folded: bool) -> None:
    rules = _rules(book)
    total = sum(Fraction(amount) for amount in wagers.values()) + 10
    lines = settle(rules, read_round(rules, _stud(wagers, folded=folded))).lines
    assert sum(line.payout for line in lines) == (0 if folded else 4 * 100 * total)
    assert sum(line.stake for line in lines) == 100 * total


@pytest.mark.parametrize(
    ("book", "wagers", "folded", "sentence"),
    [
        (
            STUD,
            {"street": "20.00"},
            False,
            "street must be 1x or 2x or 3x and 1x or 2x or 3x and 1x or 2x or 3x the ante",
        ),
        (STUD, {"street": "100.00"}, False, "street must be 1x or 2x or 3x and"),
        (STUD, {"street": "70.00"}, True, "street must be 1x or 2x or 3x and"),
        (STUD, {"street": "35.00"}, False, "of 10.00, not 35.00"),
        (STUD, {}, False, "neither folded nor made the street wager"),
        (BY_STREET, {"street": "10.00", "fifth": "20.00"}, False, "neither folded nor made the"),
        (BY_STREET, {"street": "10.00", "fourth": "20.00", "fifth": "20.00"}, True, "has made no fifth"),
    ],
)
def test_a_described_hand_that_no_way_leads_to(book: str, wagers: dict[str, str], folded: bool, sentence: str) -> None:
    with pytest.raises(RefusedError) as refused:
        read_round(_rules(book), _stud(wagers, folded=folded))
    assert sentence in str(refused.value)


@pytest.mark.parametrize("book", [STUD, pytest.param(BY_STREET, marks=pytest.mark.prove)])
def test_the_game_is_solved_as_published(book: str) -> None:
    solved = solve_main(_rules(book), use_stored=False)
    assert f"{float(solved.house_edge):.4%}" == "4.9149%"
    assert f"{float(solved.most_wagered or 0):.2f}" == "3.59"


@pytest.mark.parametrize("number", [dealing_of, generate_card, exact_bot])
def test_numbers_that_look_at_the_cards_alone_refuse_streets_that_weigh_wagers(number: Any) -> None:
    with pytest.raises(RefusedError, match="at fourth street what was wagered before on street counts too"):
        number(_rules(STUD))
    cards = parse_cards("Ah Kd")
    for ask in (advise, nets):
        with pytest.raises(
            RefusedError, match="Mississippi Stud is solved, but there is no advice, strategy card or simulation"
        ):
            ask(_rules(STUD), cards, ())


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        (", adds = true", "", "street adds to itself at some bets and not at others"),
        ('wager = "street", multiples = [1, 2, 3], adds = true', 'wager = "other", multiples = [1]', "names 'other'"),
    ],
)
def test_a_wager_adds_at_all_its_streets_or_at_none(tmp_path: Path, old: str, new: str, sentence: str) -> None:
    text = (BOOKS / STUD / "game.toml").read_text()
    (tmp_path / "game.toml").write_text(text.replace(old, new, 1))
    with pytest.raises(MalformedError) as refused:
        load_folder(tmp_path)
    assert any(sentence in str(problem) for problem in refused.value.problems)


def test_a_wager_of_one_decision_adds_to_nothing(tmp_path: Path) -> None:
    text = (BOOKS / LIMITED / "book.toml").read_text()
    (tmp_path / "book.toml").write_text(text.replace('wager = "play", ', 'wager = "play", adds = true, '))
    with pytest.raises(MalformedError, match=r"flow\.play: play adds to itself, and no other decision makes it"):
        load_folder(tmp_path)
