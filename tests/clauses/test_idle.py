"""Idle tables and preshuffled decks: how the cards lie, who sees them, and what is done before play continues."""

from dataclasses import dataclass
from datetime import timedelta

import pytest

from clauses import procedures as p
from pitbook.table import ALL, NONE, next_steps
from pitbook.table import commands as c
from pitbook.table import events as happened
from pitbook.table.narration import tell
from pitbook.table.step_words import step_in_words
from pitbook.table.transcript import transcript
from table.play import FOUR, GALAXY, MA, MD, Game, rules_of

INSERTED = ["insert_cover_card", "move_cut_cards_to_bottom"]
LAID = ["place_cover_card", "cut_onto_cover_card", "rest_on_top", "cover_card_to_rack"]
REOPEN = ["first_player_inspects", "turn_face_down", "wash", "stack", "shuffle"]


@dataclass(frozen=True)
class Idle:
    """What a book says of idle tables: its clauses, and the cut that ends the reopening."""

    book: str
    nobody: str
    spread: str
    arrived: str
    again: dict[str, str]
    """What is done again, with the clause of the opening."""
    cut: list[str]
    cut_too: str | None = None
    clear: str | None = None


CHAPTER_4 = {
    "first_player_inspects": "4.C",
    "turn_face_down": "4.C(1)",
    "wash": "4.C(2)",
    "stack": "4.C(3)",
    "shuffle": "4.D",
}
BOOKS = {
    MD: Idle(MD, "5.H", "5.H(1)", "5.H(2)", CHAPTER_4, INSERTED),
    GALAXY: Idle(MD, "5.H", "5.H(1)", "5.H(2)", CHAPTER_4, INSERTED),
    FOUR: Idle(FOUR, "5.F", "5.F(2)", "5.F(3)", CHAPTER_4, INSERTED, "5.F(3)", "5.F(1)"),
    MA: Idle(MA, "4(e)", "4(e)", "4(e)", dict.fromkeys(REOPEN, "3(c)"), LAID),
}
CLAUSES = (
    *(f"{MD} {one}" for one in ("5.H", "5.H(1)", "5.H(2)")),
    *(f"{FOUR} {one}" for one in ("5.F", "5.F(1)", "5.F(2)", "5.F(3)")),
    f"{MA} 4(e)",
)


def _deserted(book: str) -> Game:
    """A round has been played, the cards are ready, and the only player has left."""
    game = Game(rules_of(book), source="virtual")
    game.sit(1)
    game.table.automations = NONE
    game.wager(1, {"ante": 10_00} if book == FOUR else p.MAIN)
    game.deal()
    p.play_out(game)
    game.perform_until("open_round")
    p.refused(game, c.GoIdle(c.dealer()))
    game.do(c.Leave(c.player("player 1")))
    return game


def _cites(game: Game, *steps: str) -> list[tuple[str, tuple[str, ...]]]:
    """The next steps, which have to be these, with their clauses."""
    found = [(step.do, step.clauses) for step in game.state.agenda][: len(steps)]
    assert [do for do, _ in found] == list(steps)
    return found


@pytest.mark.parametrize("face", ["down", "up"])
@pytest.mark.parametrize(("book", "clause"), [(MD, "3.C(2)"), (FOUR, "3.C(2)"), (GALAXY, None), (MA, None)])
@pytest.mark.clause(f"{MD} 3.C", f"{MD} 3.C(2)", f"{FOUR} 3.C", f"{FOUR} 3.C(2)")
def test_a_deck_is_changed_while_nobody_plays(book: str, face: str, clause: str | None) -> None:
    """The new deck is opened like any other that is received, without anybody who has to look at the old one."""
    game = _deserted(book)
    game.do(c.GoIdle(c.dealer(), True, "Pat") if face == "up" else c.GoIdle(c.dealer()))
    game.later(hours=9)
    game.do(c.ChangeDeck(c.floorperson(), 0, "green", "old"))
    removed = next(line for line in transcript(game.library, game.events) if line.startswith("Deck 1 is removed"))
    assert clause is None or removed.endswith(f"[{book} {clause}]")
    assert game.state.idle is None
    opening = [step.do for step in game.state.agenda]
    assert opening[0] == "inspect"
    assert opening.count("shuffle") == opening.count("open_round") == 1
    game.perform_until("first_player_inspects")
    game.sit(1)
    game.perform_until("open_round")
    game.step("open_round")


@pytest.mark.parametrize(("book", "each"), [(MD, f"{MD} 4.E"), (FOUR, f"{FOUR} 4.E"), (MA, f"{MA} 3(d)")])
@pytest.mark.clause(f"{MD} 4.E", f"{FOUR} 4.E", f"{MA} 3(d)", f"{MA} 4(e)", f"{MD} 5.H(2)", f"{FOUR} 5.F(3)")
def test_two_decks_of_an_idle_table_are_not_received_again(book: str, each: str) -> None:
    """Maryland sends an idle table to all of the opening, Massachusetts to 3(c) alone."""
    game = Game(rules_of(book, "hand", "", "automatic", 2), source="virtual", automations=NONE)
    game.sit(1)
    assert each in p.cited(game, "shuffle")
    game.perform_until("open_round")
    game.do(c.Leave(c.player("player 1")))
    game.do(c.GoIdle(c.dealer()))
    game.do(c.PlayerArrives(c.player("Pat")))
    for step in game.state.agenda:
        if step.do in REOPEN:
            assert (each in step.clauses) is (book != MA)


@pytest.mark.clause(f"{MA} 4(e)", f"{MD} 5.H(1)")
@pytest.mark.parametrize(
    ("book", "asked", "words"),
    [
        (MA, "", "The cards of the idle table are to lie face up."),
        (MA, "Ann", "Ann asks to have the cards of the idle table face up."),
        (MD, "Ann", "Ann asks to have the cards of the idle table face up."),
    ],
)
def test_an_idle_table_does_not_become_idle_again(book: str, asked: str, words: str) -> None:
    game = _deserted(book)
    game.do(c.GoIdle(c.dealer()))
    before = len(game.events)
    clause = f"[{book} {'4(e)' if book == MA else '5.H; md-heads-up-holdem 5.H(1)'}]"
    told = list(tell(game.state, happened.WentIdle("up", asked, "dealer")))
    assert [one.words for one in told] == [words]
    game.do(c.GoIdle(c.dealer(), True, asked))
    assert len(game.events) > before
    idle = [line for line in transcript(game.library, game.events) if "idle" in line]
    assert idle == [f"Nobody plays: the table is idle. [{book} {BOOKS[book].nobody}]", f"{words} {clause}"]


@pytest.mark.parametrize("idle", [True, False])
@pytest.mark.parametrize("book", [MD, FOUR])
@pytest.mark.clause(f"{MD} 3.C(1)", f"{FOUR} 3.C(1)", f"{MD} 4.E", f"{FOUR} 4.E")
def test_both_decks_are_changed_one_after_the_other(book: str, idle: bool) -> None:
    game = Game(rules_of(book, "hand", "", "automatic", 2), source="virtual", automations=NONE)
    game.sit(1)
    game.perform_until("open_round")
    if idle:
        game.do(c.Leave(c.player("player 1")))
        game.do(c.GoIdle(c.dealer()))
    game.later(hours=5)
    for deck, back in enumerate(("green", "white")):
        removed, _ = game.do(c.ChangeDeck(c.floorperson(), deck, back, "old"))
        assert removed == happened.DeckRemoved(deck, "overdue", "old")
    by_deck = [[step.do for step in game.state.agenda if step.deck == deck] for deck in (0, 1)]
    assert by_deck[0] == by_deck[1]
    assert by_deck[0][:2] == ["inspect", "verify_inspection"]
    if idle:
        game.perform_until("first_player_inspects")
        game.sit(1)
    game.perform_until("open_round")
    game.step("open_round")


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("face", ["down", "up"])
@pytest.mark.clause(*CLAUSES)
def test_idle_cards_are_spread_and_turned_up_for_the_first_player(book: str, face: str) -> None:
    game, says = _deserted(book), BOOKS[book]
    cite = says.book
    (line,) = [line for line in next_steps(game.state) if line.do == "go_idle"]
    assert (line.by, line.must, f"{cite} {says.spread}" in line.clauses) == ("dealer", True, True)
    assert [one.do for one in next_steps(game.state) if one.must] == ["go_idle"]
    asked_by = "Ann" if face == "up" else ""
    game.do(c.GoIdle(c.dealer("Dee"), face == "up", asked_by))
    assert game.events[-1] == happened.WentIdle(face, asked_by, "Dee")
    clear = ["clear_shoe_and_rack"] if says.clear else []
    for do, clauses in _cites(game, *clear, "spread_idle"):
        right = says.clear if do == "clear_shoe_and_rack" else says.spread
        assert clauses == (f"{cite} {right}",)
    p.refused(game, c.Do(c.dealer(), "open_round"))
    before = len(game.events)
    for do in (*clear, "spread_idle"):
        (told,) = [one.words for one in tell(game.state, happened.Performed((do,), "dealer"))]
        assert do != "spread_idle" or told == f"Spread the red deck on the table, face {face}."
        game.step(do)
    assert (game.state.idle, game.state.rack, len(game.state.agenda)) == (face, None, 0)
    assert p.recorded(game.events[before:]) == [(do, "dealer") for do in (*clear, "spread_idle")]

    game.do(c.PlayerArrives(c.player("Ann")))
    turned = ["turn_face_up"] if face == "down" else []
    found = dict(_cites(game, *turned, *REOPEN, *says.cut, "open_round"))
    if turned:
        assert found["turn_face_up"] == (f"{cite} {says.arrived}",)
    for do, clause in says.again.items():
        assert {f"{cite} {clause}", f"{cite} {says.arrived}"} <= set(found[do])
    for do in says.cut:
        assert (f"{cite} {says.cut_too}" in found[do]) == (says.cut_too is not None)
    game.sit(1)
    before = len(game.events)
    game.perform_until("open_round")
    done = [do for do, _ in p.recorded(game.events[before:])]
    assert done[: len(turned) + 4] == [*turned, *REOPEN[:-1]]
    assert any(isinstance(event, happened.Shuffled) for event in game.events[before:])
    assert any(isinstance(event, happened.DeckCut) for event in game.events[before:])
    game.step("open_round")


@pytest.mark.parametrize("book", [MD, FOUR, GALAXY])
@pytest.mark.clause(f"{MD} 5.H(1)", f"{FOUR} 5.F(2)")
def test_maryland_spreads_face_up_only_when_somebody_asks_and_records_who(book: str) -> None:
    game, says = _deserted(book), BOOKS[book]
    clause = f"{says.book} {says.spread}"
    p.refused(game, c.GoIdle(c.dealer(), face_up=True), clause)
    p.refused(game, c.GoIdle(c.dealer(), face_up=True, asked_by="  "), clause)
    p.refused(game, c.GoIdle(c.dealer(), face_up=False, asked_by="Ann"), clause)
    game.do(c.GoIdle(c.dealer("Dee"), face_up=True, asked_by="Ann"))
    told = [line for line in transcript(game.library, game.events) if "asks" in line]
    assert told[0].startswith("Nobody plays: the table is idle. Ann asks to have the cards face up.")
    assert clause in told[0]


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("done", ["nothing", "spread"])
@pytest.mark.clause(*CLAUSES)
def test_cards_that_lie_face_down_are_turned_up_for_a_player_who_asks(book: str, done: str) -> None:
    """Also while they are still being spread; once, and who comes then finds them face up."""
    game, says = _deserted(book), BOOKS[book]
    clause = f"{says.book} {says.spread}"
    game.do(c.GoIdle(c.dealer("Dee")))
    while done == "spread" and game.state.agenda:
        game.step(game.state.agenda[0].do)
    p.refused(game, c.GoIdle(c.dealer("Dee")), f"{says.book} {says.nobody}")
    if book != MA:
        p.refused(game, c.GoIdle(c.dealer("Dee"), face_up=True), clause)
    (line,) = [line for line in next_steps(game.state) if line.do == "go_idle"]
    assert (line.must, line.clauses) == (False, (clause,))
    asked = c.GoIdle(c.dealer("Dee"), face_up=True, asked_by="Ann")
    assert game.do(asked) == (happened.WentIdle("up", "Ann", "Dee"),)
    if done == "spread":
        assert _cites(game, "turn_face_up") == [("turn_face_up", (clause,))]
    else:
        (spread,) = [step for step in game.state.agenda if step.deck is not None]
        assert (spread.do, spread.face_up) == ("spread_idle", True)
    while game.state.agenda:
        game.step(game.state.agenda[0].do)
    p.refused(game, asked, f"{says.book} {says.nobody}")
    game.do(c.PlayerArrives(c.player("Ann")))
    assert p.agenda(game)[0][0] == "first_player_inspects"


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.clause(f"{MD} 5.H", f"{FOUR} 5.F", f"{MA} 4(e)")
def test_who_comes_at_once_sits_down_at_cards_that_nobody_has_spread(book: str) -> None:
    game = _deserted(book)
    game.do(c.Sit(c.player("Ann"), 1, 1000_00))
    assert all(line.do != "go_idle" for line in next_steps(game.state))
    game.step("open_round")


@pytest.mark.clause(f"{MA} 4(e)")
def test_massachusetts_leaves_open_how_the_cards_are_spread() -> None:
    for face_up, asked_by in ((True, ""), (True, "Ann"), (False, "")):
        game = _deserted(MA)
        game.do(c.GoIdle(c.dealer("Dee"), face_up, asked_by))
        assert game.events[-1] == happened.WentIdle("up" if face_up else "down", asked_by, "Dee")


@pytest.mark.clause(f"{FOUR} 5.F(1)")
def test_an_idle_tables_cards_come_out_of_the_shoe() -> None:
    """They lay in it: once the table has been idle they have to be put in again before anybody is dealt to."""
    game = p.seated(FOUR, source="virtual", automations=NONE)
    assert p.recorded(game.events)[-1][0] == "place_in_shoe"
    for seat in (1, 2):
        game.do(c.Leave(c.player(f"player {seat}")))
    game.do(c.GoIdle(c.dealer("Dee")))
    assert game.state.round is None
    game.step("clear_shoe_and_rack")
    game.step("spread_idle")
    game.sit(1)
    game.perform_until("open_round")
    game.step("open_round")
    game.wager(1, {"ante": 10_00})
    p.refused(game, c.Do(c.dealer(), "no_more_bets"), f"{FOUR} 8.B")
    game.step("place_in_shoe")
    game.step("no_more_bets")


INSPECTED = ["inspect", "verify_inspection"]


@pytest.mark.parametrize(
    ("book", "left", "cut", "cut_by", "skipped_by"),
    [
        (MD, [], INSERTED, "5.D(2)", {"4.F"}),
        (FOUR, [], INSERTED, "5.C(2)", {"4.F"}),
        (MA, INSPECTED, LAID, "4(b)(2)", {"3(a)", "4(a)"}),
    ],
)
@pytest.mark.clause(f"{MD} 4.F", f"{MD} 5.D", f"{MD} 5.D(2)", f"{FOUR} 4.F", f"{FOUR} 5.C(2)")
@pytest.mark.clause(f"{MA} 3(a)", f"{MA} 4(a)", f"{MA} 4(b)", f"{MA} 4(b)(2)")
def test_preshuffled_decks_skip_what_comes_before_the_cut(
    book: str, left: list[str], cut: list[str], cut_by: str, skipped_by: set[str]
) -> None:
    """In Massachusetts they are looked at by dealer and floorperson, but not spread, washed or shuffled."""
    game = Game(rules_of(book), source="virtual", automations=NONE, preshuffled=True)
    assert [do for do, _ in p.agenda(game)] == [*left, *cut, "open_round"]
    for do in cut:
        assert f"{book} {cut_by}" in p.cited(game, do)
    (line,) = [line for line in transcript(game.library, game.events) if "preshuffled" in line]
    for clause in skipped_by:
        assert f"{book} {clause}" in line
    game.sit(1)
    game.perform_until("open_round")
    assert not any(isinstance(event, happened.Shuffled) for event in game.events)
    assert game.state.decks[0].cuts == [None]
    game.step("open_round")
    game.wager(1, {"ante": 10_00} if book == FOUR else p.MAIN)
    game.table.automations = ALL
    game.deal()
    game.decide(1, *p.raises(game))
    assert game.state.rounds == 1


@pytest.mark.parametrize(("book", "left", "cut"), [(MD, [], INSERTED), (FOUR, [], INSERTED), (MA, INSPECTED, LAID)])
@pytest.mark.clause(f"{MD} 4.F", f"{FOUR} 4.F", f"{MA} 3(d)")
def test_two_preshuffled_decks_skip_the_same_steps_each(book: str, left: list[str], cut: list[str]) -> None:
    game = Game(rules_of(book, "hand", decks=2), source="virtual", automations=NONE, preshuffled=True)
    for deck, stored in ((0, []), (1, ["store_in_shuffler"])):
        assert [step.do for step in game.state.agenda if step.deck == deck] == [*left, *cut, *stored]
    game.perform_until("open_round")
    assert [deck.cuts for deck in game.state.decks] == [[None], [None]]


@pytest.mark.parametrize(
    ("book", "look", "again"), [(MD, "4.C", "5.H(2)"), (FOUR, "4.C", "5.F(3)"), (MA, "3(c)", "4(e)")]
)
@pytest.mark.clause(
    f"{MD} 4.B", f"{MD} 4.C", f"{FOUR} 4.B", f"{FOUR} 4.C", f"{MA} 3(b)", f"{MA} 3(c)", f"{FOUR} 5.F(3)"
)
def test_the_first_player_to_arrive_looks_and_nobody_else(book: str, look: str, again: str) -> None:
    game = Game(rules_of(book), source="virtual", automations=NONE)
    game.perform_until("first_player_inspects")
    game.do(c.Sit(c.player("Ann"), 1, 1000_00))
    game.do(c.Sit(c.player("Bob"), 2, 1000_00))
    for name in ("Bob", "Zoe"):
        (problem,) = p.refused(game, c.Do(c.player(name), "first_player_inspects"), f"{book} {look}")
        assert problem.message == "Ann came first and looks at the cards"
    game.do(c.Do(c.player("Ann"), "first_player_inspects"))
    game.perform_until("open_round")
    for name in ("Ann", "Bob"):
        game.do(c.Leave(c.player(name)))
    game.do(c.GoIdle(c.dealer()))
    game.do(c.PlayerArrives(c.player("Zoe")))
    game.do(c.Sit(c.player("Bob"), 2, 1000_00))
    game.perform_until("first_player_inspects")
    p.refused(game, c.Do(c.player("Bob"), "first_player_inspects"))
    assert f"{book} {again}" in p.cited(game, "first_player_inspects")
    game.do(c.Do(c.player("Zoe"), "first_player_inspects"))
    game.perform_until("open_round")


@pytest.mark.parametrize("seated", [False, True])
@pytest.mark.parametrize(("book", "look"), [(MD, "5.H(2)"), (FOUR, "5.F(3)"), (MA, "4(e)")])
@pytest.mark.clause(f"{MD} 5.H(2)", f"{FOUR} 5.F(3)", f"{MA} 4(e)")
def test_who_came_first_and_left_again_has_had_the_opportunity_to_look(book: str, look: str, *, seated: bool) -> None:
    game = Game(rules_of(book), source="virtual", automations=NONE)
    game.perform_until("first_player_inspects")
    game.do(c.Sit(c.player("Zoe"), 1, 1000_00))
    game.perform_until("open_round")
    game.do(c.Leave(c.player("Zoe")))
    game.do(c.GoIdle(c.dealer()))
    game.do(c.Sit(c.player("Ann"), 1, 1000_00) if seated else c.PlayerArrives(c.player("Ann")))
    game.do(c.Sit(c.player("Bob"), 2, 1000_00))
    game.perform_until("first_player_inspects")
    p.refused(game, c.Do(c.player("Bob"), "first_player_inspects"))
    assert f"{book} {look}" in p.cited(game, "first_player_inspects")
    game.do(c.Leave(c.player("Ann")))
    p.refused(game, c.Do(c.player("Ann"), "first_player_inspects"))
    game.do(c.Do(c.player("Bob"), "first_player_inspects"))
    game.perform_until("open_round")
    assert set(game.state.players) == {"Bob"}


@pytest.mark.clause(f"{MD} 5.H", f"{MD} 5.I", f"{MD} 13.J", f"{FOUR} 5.F", f"{FOUR} 5.H", f"{FOUR} 13.H")
@pytest.mark.parametrize(("book", "order", "use"), [(MD, "board_first", "5.I"), (FOUR, "stacks", "5.H")])
def test_cards_of_a_device_that_reshuffles_are_spread_once_it_is_out_of_use(book: str, order: str, use: str) -> None:
    """While the device reshuffles, nothing is spread; a device that is out of use takes no part."""
    game = Game(rules_of(book, "automated", order, "reshuffling"), source="virtual", automations=NONE)
    game.sit(1)
    game.perform_until("open_round")
    game.do(c.Leave(c.player("player 1")))
    p.refused(game, c.GoIdle(c.dealer()), f"{book} {use}")
    game.do(c.Report(c.dealer(), "device_out_of_order", {"device": "shoe", "made": "covered"}))
    game.do(c.GoIdle(c.dealer()))
    assert ("spread_idle", "dealer") in p.agenda(game)


@pytest.mark.clause(f"{MD} 5.H(1)", f"{MD} 13.J", f"{FOUR} 5.F(2)", f"{FOUR} 13.H", f"{MA} 4(e)", f"{MA} 12.end")
@pytest.mark.parametrize(("method", "shuffler", "device"), [("automated", "", "shoe"), ("hand", "", "shuffler")])
@pytest.mark.parametrize(("book", "made"), [(MD, "marked"), (FOUR, "covered"), (MA, "removed")])
def test_a_device_out_of_use_keeps_no_cards_from_being_spread(
    book: str, made: str, method: str, shuffler: str, device: str
) -> None:
    """It bars another method until it is gone; nobody shuffles or deals when cards are spread."""
    game = Game(rules_of(book, method, "", shuffler), source="virtual", automations=NONE)
    game.sit(1)
    game.perform_until("open_round")
    game.do(c.Leave(c.player("player 1")))
    game.do(c.Report(c.dealer(), "device_out_of_order", {"device": device, "made": made}))
    game.do(c.GoIdle(c.dealer()))
    assert p.agenda(game)[-1] == ("spread_idle", "dealer")
    while game.state.agenda:
        game.step(game.state.agenda[0].do)
    game.do(c.PlayerArrives(c.player("Ann")))
    game.perform_until("shuffle")
    out = {MD: f"{MD} 13.J", FOUR: f"{FOUR} 13.H", MA: f"{MA} 12.end"}[book]
    blocked = c.Do(c.device(), "shuffle") if device == "shuffler" else None
    if blocked is None:
        game.perform_until("open_round")
        blocked = c.Do(c.dealer(), "open_round")
        game.sit(1)
    p.refused(game, blocked, out)


@pytest.mark.parametrize("face_up", [False, True])
@pytest.mark.parametrize("book", [MD, MA, FOUR])
@pytest.mark.clause(f"{MD} 5.H(1)", f"{MD} 5.H(2)", f"{MA} 4(e)", f"{FOUR} 5.F(1)", f"{FOUR} 5.F(2)", f"{FOUR} 5.F(3)")
def test_the_other_deck_is_spread_before_anybody_looks_at_it(book: str, *, face_up: bool) -> None:
    """Nobody plays at a table with two decks, and one is changed before both are spread: the other still is, first."""
    game = Game(rules_of(book, "hand", decks=2), automations=NONE)
    game.sit(1)
    game.perform_until("open_round")
    game.do(c.Leave(c.player("player 1")))
    game.do(c.GoIdle(c.dealer(), face_up, "someone" if face_up else ""))
    game.do(c.ChangeDeck(c.floorperson(), 0, "green", "worn", True))
    of_the_other = [step.do for step in game.state.agenda if step.deck == 1]
    looked_at = "first_player_inspects"
    assert of_the_other[: of_the_other.index(looked_at)] == ["spread_idle"] + ["turn_face_up"] * (not face_up)
    cleared = [step.do for step in game.state.agenda].index("clear_shoe_and_rack") if book == FOUR else 0
    assert cleared == 0


def _played_out(book: str) -> Game:
    """A round has just ended: its cards are in the discard rack, and the only player has left."""
    game = Game(rules_of(book), source="virtual")
    game.sit(1)
    game.table.automations = NONE
    game.wager(1, {"ante": 10_00} if book == FOUR else p.MAIN)
    game.deal()
    p.play_out(game)
    p.refused(game, c.GoIdle(c.dealer()))
    game.do(c.Leave(c.player("player 1")))
    assert (game.state.rack, p.agenda(game)[0][0]) == (0, "shuffle")
    return game


@pytest.mark.clause(f"{FOUR} 5.F", f"{FOUR} 5.F(1)")
def test_four_cards_idle_table_takes_the_cards_out_of_the_rack_as_they_are() -> None:
    """The text has cards in the rack when nobody plays. They are washed, shuffled and cut when somebody comes."""
    game = _played_out(FOUR)
    (line,) = [line for line in next_steps(game.state) if line.do == "go_idle"]
    assert (line.must, line.clauses) == (False, tuple(f"{FOUR} 5.F{part}" for part in ("", "(1)", "(2)")))
    game.do(c.GoIdle(c.dealer("Dee")))
    assert _cites(game, "clear_shoe_and_rack")[0][1] == (f"{FOUR} 5.F(1)",)
    game.step("clear_shoe_and_rack")
    assert game.state.rack is None
    game.step("spread_idle")
    game.do(c.Sit(c.player("Ann"), 1, 1000_00))
    assert [do for do, _ in p.agenda(game)] == ["turn_face_up", *REOPEN, *INSERTED, "open_round"]


@pytest.mark.parametrize("book", [MD, MA, GALAXY])
@pytest.mark.clause(f"{MD} 5.A(2)", f"{MA} 4(a)")
def test_elsewhere_the_shuffle_after_the_round_comes_first(book: str) -> None:
    game = _played_out(book)
    assert all(line.do != "go_idle" for line in next_steps(game.state))
    p.refused(game, c.GoIdle(c.dealer()), f"{BOOKS[book].book} {BOOKS[book].nobody}")


@pytest.mark.clause(*CLAUSES)
@pytest.mark.parametrize("book", BOOKS)
def test_cards_that_lie_spread_are_not_spread_again(book: str) -> None:
    game = _deserted(book)
    game.do(c.GoIdle(c.dealer()))
    (problem,) = p.refused(game, c.GoIdle(c.dealer()), f"{BOOKS[book].book} {BOOKS[book].nobody}")
    assert problem.message == "the cards lie face down already"
    up = c.GoIdle(c.dealer(), face_up=True, asked_by="Ann")
    game.do(up)
    for again in (up, c.GoIdle(c.dealer())):
        (problem,) = p.refused(game, again, f"{BOOKS[book].book} {BOOKS[book].nobody}")
        assert problem.message == "the cards lie face up already"


@pytest.mark.parametrize("book", [MD, FOUR])
@pytest.mark.clause(f"{MD} 3.C", f"{MD} 3.C(2)", f"{FOUR} 3.C", f"{FOUR} 3.C(2)")
def test_a_deck_whose_hours_are_over_is_due_for_a_change_whenever_nobody_plays(book: str) -> None:
    """Right after a round, while the cards are made ready, and at an idle table; a new deck is not due."""
    idle = _deserted(book)
    idle.do(c.GoIdle(c.dealer()))
    idle.perform_until("spread_idle")
    idle.step("spread_idle")
    for game in (_played_out(book), _deserted(book), idle):
        assert all(line.do != "change_deck" or not line.must for line in next_steps(game.state, game.now))
        game.now += timedelta(hours=8)
        (due,) = [line for line in next_steps(game.state, game.now) if line.do == "change_deck" and line.must]
        assert due.words == "The red deck has been in use for 8 hours: change it."
        assert (due.by, due.clauses) == ("floorperson", (f"{book} 3.C(2)",))
        game.do(c.ChangeDeck(c.floorperson(), 0, "green", "its hours are over"))
        assert all(line.do != "change_deck" or not line.must for line in next_steps(game.state, game.now))


@pytest.mark.parametrize(
    ("book", "words"),
    [
        (
            FOUR,
            [
                "Insert the cover card into the {} deck, at least 10 cards from the top and from the bottom.",
                "Put the cards above the cover card, and the cover card, on the bottom of the {} deck.",
            ],
        ),
        (
            MA,
            [
                "Place the cover card in front of the {} deck.",
                "Put at least 10 cards from the top of the {} deck onto the cover card.",
                "Put the rest of the {} deck on top of them.",
                "Put the cover card in the discard rack.",
            ],
        ),
    ],
)
@pytest.mark.clause(f"{FOUR} 4.F", f"{FOUR} 5.D", f"{MA} 4(c)(1)")
def test_which_of_two_decks_is_cut_is_said(book: str, words: list[str]) -> None:
    rules = rules_of(book, shuffler="automatic", decks=2)
    game = Game(rules, source="virtual", automations=NONE, preshuffled=True)
    game.sit(1)
    said: dict[int, list[str]] = {0: [], 1: []}
    while game.state.agenda[0].do != "open_round":
        step = game.state.agenda[0]
        if step.do in (*INSERTED, *LAID):
            said[step.deck].append(step_in_words(game.state, step))
        game.step(step.do)
    assert said == {number: [one.format(back) for one in words] for number, back in enumerate(("red", "blue"))}


@pytest.mark.clause(f"{FOUR} 5.F(1)", f"{FOUR} 5.F(2)")
def test_other_rules_leave_the_order_in_which_a_table_becomes_idle() -> None:
    game = _deserted(FOUR)
    game.do(c.GoIdle(c.dealer()))
    before = _cites(game, "clear_shoe_and_rack", "spread_idle")
    assert [clauses for _, clauses in before] == [(f"{FOUR} 5.F(1)",), (f"{FOUR} 5.F(2)",)]
    other = rules_of(FOUR, edits="adjacent_boxes=2")
    game.library[other.digest] = other
    game.do(c.AdoptRules(c.floorperson(), other.digest))
    assert _cites(game, "clear_shoe_and_rack", "spread_idle") == before


@pytest.mark.parametrize("why", ["a player left before looking", "a deck was changed"])
@pytest.mark.parametrize("book", [MD, MA, FOUR])
@pytest.mark.clause(f"{MD} 5.H(1)", f"{FOUR} 5.F(2)", f"{MA} 4(e)")
def test_a_table_that_is_reopened_for_nobody_becomes_idle_again(book: str, why: str) -> None:
    game = Game(rules_of(book, "hand", "", "automatic", 2), source="virtual", automations=NONE)
    game.perform_until("first_player_inspects")
    game.sit(1)
    game.perform_until("open_round")
    game.do(c.Leave(c.player("player 1")))
    game.do(c.GoIdle(c.dealer()))
    while game.state.agenda:
        game.step(game.state.agenda[0].do)
    if why == "a deck was changed":
        game.do(c.ChangeDeck(c.floorperson(), 0, "green", "old", True))
        while game.state.agenda[0].do in ("inspect", "verify_inspection"):
            p.refused(game, c.GoIdle(c.dealer()))
            game.step(game.state.agenda[0].do)
    else:
        game.do(c.PlayerArrives(c.player("Pat")))
        game.step("turn_face_up")
    assert "go_idle" in [line.do for line in next_steps(game.state, game.now)]
    game.do(c.GoIdle(c.dealer()))
    assert game.state.idle == "down"
    assert [step.deck for step in game.state.agenda if step.do == "spread_idle"] == [0, 1]
    while game.state.agenda:
        game.step(game.state.agenda[0].do)
    game.do(c.PlayerArrives(c.player("Ann")))
    assert sorted(step.deck for step in game.state.agenda if step.do == "shuffle") == [0, 1]
    assert ("first_player_inspects", 0) in [(step.do, step.deck) for step in game.state.agenda]
    game.perform_until("first_player_inspects")
    game.do(c.Sit(c.player("Ann"), 1, 100_00))
    game.perform_until("open_round")
