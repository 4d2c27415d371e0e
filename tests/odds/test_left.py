"""What earlier decisions left on the wagers: advice at a later decision counts just that, as settlement pays it."""

from fractions import Fraction
from pathlib import Path
from random import Random

import pytest

from cli.running import Run, runner
from pit.playing import hosted, play
from pitbook.cards import Card, parse_cards
from pitbook.coach.advice import advice_on
from pitbook.coach.drill import deal_drill, read_spot, write_spot
from pitbook.ledger import MemoryStore
from pitbook.odds.advice import advise, best_of
from pitbook.odds.nets import nets
from pitbook.odds.solution import solve_main
from pitbook.pit import Situation
from pitbook.problems import MalformedError
from pitbook.rulebooks.actions import Action
from pitbook.settlement import DealtRound, Seat, settle
from pitbook.submission import HouseRules, load_target

BASE = 600_00
RIDING, WITHDRAWN = {"bet_1": 1}, {"bet_1": 0}
HANDS = pytest.mark.parametrize(("own", "seen"), [("Ts Td 6c", "9h"), ("7h 8h 9h", "Th"), ("Kd Js 7c", "8s")])


def _house(folder: Path, cards: int) -> HouseRules:
    text = (
        f'id = "short"\ntitle = "Short Deck"\nauthority = "a test"\nbased_on = "let-it-ride"\n[deck]\ncards = {cards}\n'
    )
    folder.mkdir()
    (folder / "book.toml").write_text(text, encoding="utf-8")
    return load_target(str(folder))


def _settled(rules: HouseRules, own: tuple[Card, ...], board: tuple[Card, ...], wagers: tuple[str, ...]) -> int:
    """What a round with these wagers brings, in cents, by the word of settlement."""
    seat = Seat(1, "1", own, dict.fromkeys(wagers, BASE))
    wagered, returned = settle(rules, DealtRound((), (seat,), board)).totals()[1]
    return returned - wagered


@pytest.mark.parametrize("cards", [52, 36])
@pytest.mark.parametrize("left", [RIDING, WITHDRAWN], ids=["riding", "withdrawn"])
@HANDS
def test_the_second_decision_as_settlement_pays_it(
    tmp_path: Path, cards: int, left: dict[str, int], own: str, seen: str
) -> None:
    """Every last card, settled with the wagers that are there: those of the action, and the first if it rides."""
    rules = _house(tmp_path / "book", cards)
    held, shown = parse_cards(own), parse_cards(seen)
    last = [card for card in rules.book.deck.playing_cards if card not in (*held, *shown)]
    first = ("bet_1",) if left["bet_1"] else ()
    for action, second in (("ride", ("bet_2",)), ("withdraw_bet_2", ())):
        found = [_settled(rules, held, (*shown, card), ("bet_3", *first, *second)) for card in last]
        assert advise(rules, held, shown, left=left)[action] == Fraction(sum(found), len(last) * BASE)
        by_net = {Fraction(net, BASE): Fraction(found.count(net), len(last)) for net in set(found)}
        assert nets(rules, held, shown, left=left)[action] == by_net


@HANDS
def test_the_solved_decisions_are_the_best_in_either_state(own: str, seen: str) -> None:
    rules, held, shown = load_target("let-it-ride"), parse_cards(own), parse_cards(seen)
    policy = solve_main(rules).policy
    for left in (RIDING, WITHDRAWN):
        assert policy.action(held, shown, left) == best_of(advise(rules, held, shown, left=left))


def test_a_bot_is_told_what_its_decisions_left() -> None:
    host = hosted(MemoryStore(), load_target("let-it-ride"))
    found: list[tuple[str, dict[str, Fraction]]] = []

    def bot(asked: Situation) -> Action:
        found.append((asked.street.name, dict(asked.left)))
        return Action(asked.street.withdrawals[0].verb if asked.seat % 2 else asked.street.otherwise)

    host.bot = bot
    play(host, 1)
    seconds = [left for street, left in found if street != found[0][0]]
    assert [left for street, left in found if street == found[0][0]] == [{}] * len(seconds)
    assert {left["bet_1"] for left in seconds} == {0, 1}


def test_a_drill_has_what_good_play_has_left() -> None:
    """With most hands the first wager is withdrawn, so most second decisions are met without it."""
    rules = load_target("let-it-ride")
    spots = [deal_drill(rules, Random(seed), rules.streets[1].name) for seed in range(5)]
    for spot in spots:
        first = best_of(advise(rules, spot.cards, ()))
        assert dict(spot.left) == {"bet_1": 1 if first == "ride" else 0}
        assert read_spot(rules, write_spot(spot)) == spot
        assert advice_on(spot).values == advise(rules, spot.cards, spot.seen, left=dict(spot.left))
    assert any(not left for spot in spots for _, left in spot.left)
    with pytest.raises(MalformedError, match="not a drill"):
        read_spot(rules, {**write_spot(spots[0]), "left": "bet_1=x"})


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    return runner(monkeypatch, capsys)


def test_the_command_is_told_what_is_left(run: Run) -> None:
    words = ("advise", "let-it-ride", "--cards", "Ts Td 6c", "--board", "9h", "--json")
    value = run(*words, "--left", "bet_1=0").document["actions"]["ride"]["value"]["fraction"]
    rules = load_target("let-it-ride")
    assert Fraction(value) == advise(rules, parse_cards("Ts Td 6c"), parse_cards("9h"), left=WITHDRAWN)["ride"]
    assert run(*words).document == run(*words, "--left", "bet_1=1").document


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (
            ("let-it-ride", "--cards", "Ts Td 6c", "--board", "9h", "--left", "bet_1"),
            "--left 'bet_1': name a wager once",
        ),
        (
            ("let-it-ride", "--cards", "Ts Td 6c", "--board", "9h", "--left", "bet_1=2"),
            "cannot be reached with these amounts on the wagers: bet_1 2",
        ),
        (("let-it-ride", "--cards", "Ts Td 6c", "--left", "bet_1=0"), "bet_1 cannot have changed before this decision"),
        (
            ("let-it-ride", "--cards", "Ts Td 6c", "--board", "9h", "--left", "x=0"),
            "x cannot have changed before this decision",
        ),
        (
            ("md-heads-up-holdem", "--hole", "Ts Td", "--board", "9h 2c 3d", "--left", "raise=3"),
            "there is nothing to decide with these wagers",
        ),
    ],
)
def test_what_can_not_be_left_is_refused(run: Run, words: tuple[str, ...], message: str) -> None:
    (problem,) = run("advise", *words, "--json").problems
    assert message in str(problem["message"])
