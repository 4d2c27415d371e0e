"""What a void round gives back, in all books: also what was forfeited by a fold or ruled abandoned."""

import pytest

from clauses import procedures as p
from pitbook.table import NONE
from pitbook.table import commands as c
from pitbook.table import events as happened
from pitbook.table.narration import tell
from pitbook.table.transcript import transcript
from table.play import FOUR, GALAXY, MA, MD, Game, rules_of, stacked

WRONG_NUMBER = {MD: f"{MD} 13.E", MA: f"{MA} 12(c)", GALAXY: f"{MD} 13.E", FOUR: f"{FOUR} 13.D"}
HOLES = ["9h 4d", "9d 9c", "Ac Kc"]
FIVES = ["Ah Ad 9h 6d 4s", "Qh Qd Qs 8c 6h", "Jh Td 8h 6s 4c"]


def _three(book: str, *way: str) -> Game:
    """Three players with every wager; the cards are about to be dealt."""
    game = p.seated(book, *way)
    if book == FOUR:
        game.deck = p.stacked(game.rules, FIVES, p.DEALER_OF_FOUR, extra=p.BONUS)
    else:
        game.deck = p.stacked(game.rules, HOLES, p.DEALER, p.BOARD, p.ALL6 if book == GALAXY else "")
    game.do(c.Sit(c.player("player 3"), 3, 1000_00))
    for seat in (1, 2, 3):
        game.wager(seat, p.every_wager(book))
    game.table.automations = NONE
    game.deal()
    return game


def _folded_and_abandoned(book: str) -> Game:
    """Seat 1 has folded, seat 2 has left and its wagers are ruled abandoned, and seat 3 is asked."""
    game = _three(book)
    game.perform_until("decide")
    game.do(c.Leave(c.player("player 2")))
    game.do(c.RuleOnLeaving(c.floorperson(), "player 2", True, "went away"))
    while game.state.round.folded != {1}:
        game.perform_until("decide")
        seat = game.state.round.to_act[0]
        fold = seat == 1 and game.state.round.street == game.rules.streets[-1].name
        game.decide(seat, "fold" if fold else "check")
    while game.state.agenda[0].do != "decide":
        game.step(game.state.agenda[0].do)
    assert game.state.round.to_act == [3]
    return game


def _lines(game: Game, seat: int) -> set[tuple[str, str, str]]:
    return {(line.wager, line.result, line.reason) for line in game.state.last_round.lines if line.seat == seat}


@pytest.mark.parametrize(
    "book",
    [
        pytest.param(MD, marks=pytest.mark.clause(f"{MD} 13.E", f"{MD} 7.C(2)")),
        pytest.param(MA, marks=pytest.mark.clause(f"{MA} 12(c)")),
        pytest.param(FOUR, marks=pytest.mark.clause(f"{FOUR} 13.D", f"{FOUR} 7.B(2)")),
        GALAXY,
    ],
)
def test_all_wagers_go_back_also_those_of_a_fold_and_those_ruled_abandoned(book: str) -> None:
    game = _folded_and_abandoned(book)
    staked = sum(p.every_wager(book).values())
    assert game.state.players["player 2"].stack == 1000_00 - staked
    game.do(c.Report(c.dealer(), "wrong_number_of_cards"))
    game.step("reckon")
    words = {step.seat: step for step in game.state.agenda if step.do == "return_wagers"}
    assert set(words) == {1, 2, 3}
    assert all(step.clauses == (WRONG_NUMBER[book],) for step in words.values())
    p.play_out(game)
    assert game.stacks() == {1: "1000.00", 3: "1000.00"}
    assert game.state.taken == 1000_00
    assert (game.state.inventory, "player 2" in game.state.players) == (-3000_00, False)
    for seat in (1, 2, 3):
        assert _lines(game, seat) == {(name, "void", "wrong_number_of_cards") for name in p.every_wager(book)}
    assert all(float(meter.displayed) == 5000 for meter in game.meters.values())


@pytest.mark.parametrize("book", [pytest.param(MD, marks=pytest.mark.clause(f"{MD} 13.F", f"{MD} 13.G")), GALAXY])
def test_an_abandoned_side_wager_loses_where_the_void_round_settles_it(book: str) -> None:
    """Seat 1: -5 and -5. Seat 2's nines would win both: they lose, and the rest goes back. Seat 3: 20 to 1, and -5."""
    game = _folded_and_abandoned(book)
    game.do(c.Report(c.dealer(), "dealer_card_exposed"))
    p.play_out(game)
    assert game.stacks() == {1: "990.00", 3: "1095.00"}
    assert game.state.taken == 990_00
    lost = {("pocket_bonus", "lose", "abandoned"), ("trips_plus", "lose", "abandoned")}
    assert {line for line in _lines(game, 2) if line[1] != "void"} == lost
    assert 2 not in game.state.last_round.shown
    assert game.state.last_round.shown == {1, 3}


@pytest.mark.clause(f"{MD} 13.B", f"{MD} 13.C")
def test_an_abandoned_pocket_bonus_loses_after_face_up_cards() -> None:
    """All first cards lie. Seat 1: -5. Seat 2 has a pair that would win. Seat 3: 20 to 1."""
    game = _three(MD)
    game.perform_until("decide")
    game.do(c.Leave(c.player("player 2")))
    game.do(c.RuleOnLeaving(c.floorperson(), "player 2", True, "went away"))
    for _ in range(2):
        game.do(c.Report(c.dealer(), "face_up_card"))
    assert game.state.round.void == "face_up_cards"
    game.perform_until("return_wagers")
    (step,) = [step for step in game.state.agenda if step.do == "return_wagers" and step.seat == 2]
    assert step.clauses == (f"{MD} 13.B", f"{MD} 13.C", f"{MD} 7.C(2)")
    p.play_out(game)
    assert game.stacks() == {1: "995.00", 3: "1100.00"}
    assert game.state.taken == 995_00


def _check_rest(game: Game, *clauses: str) -> None:
    """The undealt cards go to the dealt ones in a step of its own, after the wagers and before the discard."""
    game.perform_until("gather_stub")
    assert [do for do, _ in p.agenda(game)] == ["gather_stub", "discard"]
    assert game.state.agenda[0].clauses == clauses
    assert game.state.round.stub_left
    assert game.step("gather_stub") == (happened.Performed(("gather_stub",), "dealer"),)
    assert not game.state.round.stub_left


@pytest.mark.parametrize(
    ("book", "irregularity", "clause"),
    [
        pytest.param(book, irregularity, clause, marks=pytest.mark.clause(clause))
        for book, irregularity, clause in (
            (MD, "face_up_cards", f"{MD} 13.B"),
            (MD, "wrong_number_of_cards", f"{MD} 13.E"),
            (MD, "dealer_card_exposed", f"{MD} 13.F"),
            (MA, "face_up_cards", f"{MA} 12(a)"),
            (MA, "wrong_number_of_cards", f"{MA} 12(c)"),
            (MA, "dealer_card_exposed", f"{MA} 12(d)"),
            (FOUR, "face_up_cards", f"{FOUR} 13.B"),
            (FOUR, "wrong_number_of_cards", f"{FOUR} 13.D"),
            (FOUR, "dealer_card_exposed", f"{FOUR} 13.E"),
        )
    ],
)
def test_the_undealt_cards_are_put_with_the_others_before_the_reshuffle(
    book: str, irregularity: str, clause: str
) -> None:
    game = _three(book)
    while not game.state.round.dealer:
        game.step(game.state.agenda[0].do)
    game.do(c.Report(c.dealer(), irregularity))
    _check_rest(game, clause)
    game.step("discard")
    assert clause in p.cited(game, "shuffle")


@pytest.mark.parametrize(
    ("book", "reshuffled", "removed"),
    [
        pytest.param(MD, f"{MD} 5.A(2)", f"{MD} 8.G(2)", marks=pytest.mark.clause(f"{MD} 8.G(1)", f"{MD} 8.G(2)")),
        pytest.param(MA, f"{MA} 12(c)", f"{MA} 7(f)(2)", marks=pytest.mark.clause(f"{MA} 7(f)(2)")),
        pytest.param(FOUR, f"{FOUR} 5.A(2)", f"{FOUR} 8.H(4)", marks=pytest.mark.clause(f"{FOUR} 8.H(4)")),
    ],
)
def test_a_counted_stub_is_put_with_the_others_or_leaves_with_them(book: str, reshuffled: str, removed: str) -> None:
    for more, clause in ((1, reshuffled), (0, removed)):
        game = _three(book)
        game.do(c.CallStubCount(c.dealer()))
        p.step_on(game, "count_stub")
        left = 52 - game.state.round.cards_dealt
        game.step("count_stub", count=left - 1)
        hand = game.rules.book.player.cards + more
        game.step("resolve_stub", misdealt={"1": hand} if more else {})
        if more:
            _check_rest(game, clause)
            continue
        game.perform_until("remove_deck")
        assert not game.state.decks[0].removed
        assert [do for do, _ in p.agenda(game)] == ["remove_deck", "discard"]
        assert game.state.agenda[0].clauses == (clause,)
        (told,) = tell(game.state, happened.DeckRemoved(0, "stub_count_wrong_deck", "short"))
        assert told.clauses == (clause,)
        game.step("remove_deck")
        assert game.state.decks[0].removed


@pytest.mark.clause(f"{FOUR} 13.D")
def test_a_stub_that_is_in_the_rack_stays_there() -> None:
    game = _three(FOUR)
    game.perform_until("decide")
    assert not game.state.round.stub_left
    game.do(c.Report(c.dealer(), "wrong_number_of_cards"))
    game.perform_until("discard")
    assert "gather_stub" not in {name for name, _ in p.recorded(game.events)}


EXPOSED = {"ante": 10_00, "odds": 10_00, "pocket_bonus": 5_00, "trips_plus": 5_00, "progressive": 1_00}


def _completing_the_board(book: str, method: str) -> Game:
    """A dealer's card was seen early: the board is dealt for trips plus, and its first two cards make four nines."""
    rules = rules_of(book, method)
    deck = stacked(rules, ["9h 9c"], "Qs Qd", "9s 9d Kh 4c 7d", p.ALL6 if book == GALAXY else "")
    game = Game(rules, automations=NONE, deck=deck)
    game.sit(1)
    game.perform_until("no_more_bets")
    game.wager(1, {name: amount for name, amount in EXPOSED.items() if name in rules.wager_names})
    game.do(c.Acknowledge(c.device(), 1))
    game.perform_until("decide")
    game.do(c.Report(c.dealer(), "dealer_card_exposed"))
    return game


@pytest.mark.parametrize("method", ["manual_shoe", "hand"])
@pytest.mark.parametrize("book", [MD, GALAXY])
@pytest.mark.clause(f"{MD} 13.A", f"{MD} 13.G")
def test_a_card_found_face_up_does_not_complete_the_board_of_a_void_round(book: str, method: str) -> None:
    """While the board is dealt, cards are being dealt: without the nine that lay face up there are no four nines."""
    game = _completing_the_board(book, method)
    if game.state.agenda[0].do == "burn":
        game.step("burn")
    game.do(c.Report(c.dealer(), "face_up_card"))
    assert f"[{MD} 13.A]" in next(
        line for line in transcript(game.library, game.events) if "goes to the discard" in line
    )
    game.perform_until("discard")
    assert [str(card) for card in game.state.round.set_aside] == ["9s"]
    (trips,) = [line for line in game.state.round.lines if line.wager == "trips_plus"]
    assert trips[2] == "win"
    assert "four_of_a_kind" not in trips


@pytest.mark.parametrize(
    ("reports", "cause", "clause", "pocket"),
    [
        (["face_up_card", "face_up_card"], "face_up_cards", f"{MD} 13.B", True),
        (["wrong_number_of_cards"], "wrong_number_of_cards", f"{MD} 13.E", False),
    ],
)
@pytest.mark.clause(f"{MD} 13.B", f"{MD} 13.C", f"{MD} 13.E", f"{MD} 13.G")
def test_what_spoils_the_board_of_a_void_round_returns_what_it_would_have_settled(
    reports: list[str], cause: str, clause: str, *, pocket: bool
) -> None:
    """13.B and 13.E return all wagers; 13.C settles a pocket bonus all the same. The meters give back once."""
    game = _completing_the_board(MD, "manual_shoe")
    for report in reports:
        game.do(c.Report(c.dealer(), report))
    assert game.state.round.void == cause
    voids = [event for event in game.events if isinstance(event, happened.RoundVoided)]
    assert [bool(event.contributions) for event in voids] == [True, False]
    game.perform_until("discard")
    lines = {line.wager: line for line in game.state.round.lines}
    assert lines["trips_plus"][2] == "void"
    assert (lines["pocket_bonus"][2] == "win") is pocket
    assert any(clause in line for line in transcript(game.library, game.events))
    game.step("discard")
    game.check()


@pytest.mark.parametrize("report", ["dealer_card_exposed", "shuffler_jam"])
def test_other_reports_about_a_void_round_are_refused(report: str) -> None:
    p.refused(_completing_the_board(MD, "manual_shoe"), c.Report(c.dealer(), report))
