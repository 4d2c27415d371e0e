"""A player who leaves the table in a round of play: the floorperson rules on the wagers while they are not settled."""

import pytest

from clauses import procedures as p
from pitbook.table import NONE, next_steps
from pitbook.table import commands as c
from pitbook.table import events as happened
from pitbook.table.evolve import fold
from pitbook.table.transcript import transcript
from table.play import FOUR, GALAXY, MA, MD, Game, rules_of, stacked

CLAUSE = {MD: f"{MD} 7.C(2)", MA: None, FOUR: f"{FOUR} 7.B(2)", GALAXY: f"{MD} 7.C(2)"}
BOOKS = [
    pytest.param(MD, marks=pytest.mark.clause(f"{MD} 7.C(2)")),
    MA,
    pytest.param(FOUR, marks=pytest.mark.clause(f"{FOUR} 7.B(2)")),
    GALAXY,
]


def _reckoned(book: str) -> Game:
    """Both have raised, everything is reckoned, and seat 2, which is settled first, is next."""
    game = p.with_wagers(book, automations=NONE)
    game.deal()
    while game.state.round.lines is None:
        step = game.state.agenda[0]
        if step.do == "decide":
            game.decide(game.state.round.to_act[0], *p.raises(game))
        else:
            game.step(step.do)
    return game


def _must_rule(game: Game) -> bool:
    return any(line.do == "rule_on_leaving" and line.must for line in next_steps(game.state))


def _finish(game: Game) -> None:
    number = game.state.round.number
    while game.state.round is not None and game.state.round.number == number:
        game.step(game.state.agenda[0].do)


@pytest.mark.parametrize("book", BOOKS)
def test_wagers_that_stand_after_the_reckoning(book: str) -> None:
    """Nothing of the leaver's is settled before the ruling; then it is paid as it was reckoned."""
    stayed, left = _reckoned(book), _reckoned(book)
    left.do(c.Leave(c.player("player 1")))
    assert _must_rule(left)
    while left.state.agenda[0].seat == 2:
        left.step(left.state.agenda[0].do)
    while left.state.agenda[0].do != "settle":
        left.step(left.state.agenda[0].do)
    p.refused(left, c.Do(c.dealer(), "settle"), CLAUSE[book])
    left.do(c.RuleOnLeaving(c.floorperson(), "player 1", False, "was called away"))
    assert not _must_rule(left)
    for game in (stayed, left):
        _finish(game)
    assert left.state.last_round.lines == stayed.state.last_round.lines
    assert left.state.inventory == stayed.state.inventory


@pytest.mark.parametrize("book", BOOKS)
def test_wagers_that_are_abandoned_after_the_reckoning(book: str) -> None:
    """Seat 1's wagers go to the inventory whole, whatever its hand; seat 2 is settled as if nothing had happened."""
    stayed, left = _reckoned(book), _reckoned(book)
    staked = sum(left.state.round.wagers[1].values())
    collected = sum(amount for (seat, _), amount in _collected(left).items() if seat == 1)
    before = left.state.inventory
    left.do(c.Leave(c.player("player 1")))
    left.do(c.RuleOnLeaving(c.floorperson(), "player 1", True, "walked off"))
    assert left.state.inventory == before + staked - collected
    for game in (stayed, left):
        _finish(game)
    assert [line for line in left.state.last_round.lines if line.seat == 1] == []
    of_two = [[line for line in game.state.last_round.lines if line.seat == 2] for game in (stayed, left)]
    assert of_two[0] == of_two[1]
    assert sum(isinstance(event, happened.LeavingRuled) for event in left.events) == 1


def _collected(game: Game) -> dict[tuple[int, str], int]:
    current = game.state.round
    return {(seat, name): current.wagers[seat][name] for seat, name in current.collected}


@pytest.mark.parametrize("book", BOOKS)
def test_settled_wagers_need_no_ruling(book: str) -> None:
    game = _reckoned(book)
    while game.state.agenda[0].seat == 2:
        game.step(game.state.agenda[0].do)
    game.do(c.Leave(c.player("player 2")))
    assert not _must_rule(game)
    for abandoned in (True, False):
        (problem,) = p.refused(game, c.RuleOnLeaving(c.floorperson(), "player 2", abandoned, "too late"), CLAUSE[book])
        assert problem.message == "the wagers of player 2 are settled"
    _finish(game)


@pytest.mark.parametrize("book", BOOKS)
def test_a_void_round_needs_no_ruling(book: str) -> None:
    game = p.with_wagers(book, automations=NONE)
    game.deal()
    game.perform_until("decide")
    game.do(c.Leave(c.player("player 1")))
    assert _must_rule(game)
    game.do(c.Report(c.dealer(), "wrong_number_of_cards"))
    assert not _must_rule(game)
    p.refused(game, c.RuleOnLeaving(c.floorperson(), "player 1", True, "walked off"), CLAUSE[book])
    _finish(game)
    assert {line.result for line in game.state.last_round.lines} == {"void"}


VOIDS = [
    pytest.param("dealer_card_exposed", {"pocket_bonus", "trips_plus"}, marks=pytest.mark.clause(f"{MD} 13.G")),
    pytest.param("face_up_cards", {"pocket_bonus"}, marks=pytest.mark.clause(f"{MD} 13.C")),
]
"""What voids a round whose first cards are dealt, and the wagers that it settles nevertheless."""


def _void(book: str, cause: str, *, leaves: str, source: str = "scripted") -> Game:
    """Seat 1 has raised, seat 2 has not been asked, and the round is void; seat 1 leaves before that or after it."""
    game = p.with_wagers(book, automations=NONE, source=source)
    game.deal()
    game.perform_until("decide")
    game.decide(1, "raise", 30_00)
    if leaves == "before":
        game.do(c.Leave(c.player("player 1")))
        assert _must_rule(game)
    found = {"cards": "2s 3s"} if source == "entered" and cause == "face_up_cards" else {}
    game.do(c.Report(c.dealer(), cause, found))
    if leaves == "reckoned":
        _on(game, "return_wagers")
    if leaves != "before":
        game.do(c.Leave(c.player("player 1")))
    return game


FACES = {1: "9h 4d", 2: "9d 9c"}


def _on(game: Game, until: str) -> None:
    """Perform what is due up to a step; at a physical table the cards that are shown are entered."""
    board = iter(["Kh 9s 4c", "2d 7h"])
    while game.state.agenda[0].do != until:
        step = game.state.agenda[0]
        shown = game.state.source == "entered" and (step.do == "turn_up_hand" or step.face_up)
        cards = (FACES[step.seat] if step.seat else next(board)) if shown else None
        game.step(step.do, **({"cards": cards} if cards else {}))


@pytest.mark.parametrize("source", ["scripted", "entered"])
@pytest.mark.parametrize("leaves", ["before", "after", "reckoned"])
@pytest.mark.parametrize(("cause", "settled"), VOIDS)
@pytest.mark.parametrize("book", [pytest.param(MD, marks=pytest.mark.clause(f"{MD} 7.C(2)")), GALAXY])
def test_a_void_round_needs_the_ruling_on_wagers_that_it_settles(
    book: str, cause: str, settled: set[str], leaves: str, source: str
) -> None:
    """Nothing of the leaver's is settled before it. Abandoned, these wagers lose; everything else goes back."""
    for abandoned in (False, True):
        game = _void(book, cause, leaves=leaves, source=source)
        assert _must_rule(game)
        if leaves != "reckoned":
            _on(game, "reckon")
            p.refused(game, c.Do(c.dealer(), "reckon"), CLAUSE[book])
        else:
            while (game.state.agenda[0].do, game.state.agenda[0].seat) != ("return_wagers", 1):
                game.step(game.state.agenda[0].do)
            p.refused(game, c.Do(c.dealer(), "return_wagers"), CLAUSE[book])
        game.do(c.RuleOnLeaving(c.floorperson(), "player 1", abandoned, "went away"))
        assert not _must_rule(game)
        _finish(game)
        of_one = [line for line in game.state.last_round.lines if line.seat == 1]
        assert {line.wager for line in of_one if line.result != "void"} == settled
        assert {line.wager for line in of_one if line.result == "void"} == game.state.last_round.wagers[
            1
        ].keys() - settled
        if abandoned:
            assert {line.reason for line in of_one if line.wager in settled} == {"abandoned"}
        of_two = {line.wager for line in game.state.last_round.lines if line.seat == 2 and line.result != "void"}
        assert of_two == settled
        assert fold(game.library, game.events).inventory == game.state.inventory


@pytest.mark.clause(f"{MD} 13.G", f"{MD} 7.C(2)")
def test_no_card_is_dealt_for_wagers_that_are_abandoned_in_a_void_round() -> None:
    """Only seat 1 has trips plus: once it is abandoned the board is not completed. What was collected goes back."""
    game = p.seated(MD, automations=NONE)
    game.wager(1, p.MAIN | {"trips_plus": 5_00})
    game.wager(2, p.MAIN)
    game.deal()
    game.perform_until("decide")
    game.do(c.Report(c.dealer(), "dealer_card_exposed"))
    game.do(c.Leave(c.player("player 1")))
    assert ("deal", "dealer") in p.agenda(game)
    game.do(c.RuleOnLeaving(c.floorperson(), "player 1", True, "went away"))
    assert p.agenda(game) == [("reckon", "device")]
    _finish(game)
    assert game.state.last_round.board == []
    assert (game.state.inventory, game.state.taken) == (-2000_00 + 5_00, 995_00)


@pytest.mark.clause(f"{MD} 13.G", f"{MD} 7.C(2)")
def test_whose_wagers_all_go_back_needs_no_ruling_in_a_void_round() -> None:
    game = p.seated(MD, automations=NONE)
    game.wager(1, p.MAIN)
    game.wager(2, p.MAIN | {"trips_plus": 5_00})
    game.deal()
    game.perform_until("decide")
    game.do(c.Leave(c.player("player 1")))
    game.do(c.Report(c.dealer(), "dealer_card_exposed"))
    assert not _must_rule(game)
    (problem,) = p.refused(game, c.RuleOnLeaving(c.floorperson(), "player 1", True, "gone"), f"{MD} 7.C(2)")
    assert problem.message == "the round is void, and all wagers of player 1 go back"


@pytest.mark.clause(f"{MD} 7.C", f"{FOUR} 7.B", f"{MA} 6(e)")
@pytest.mark.parametrize(("book", "clause"), [(MD, "7.C"), (MA, "6(e)"), (FOUR, "7.B")])
def test_who_has_left_decides_nothing_because_only_seated_players_wager(book: str, clause: str) -> None:
    game = p.with_wagers(book, automations=NONE)
    game.deal()
    game.perform_until("decide")
    game.do(c.Leave(c.player("player 1")))
    for name in ("player 1", "stranger"):
        p.refused(game, c.Decide(c.player(name), 1, *p.raises(game)), f"{book} {clause}")


@pytest.mark.clause(f"{FOUR} 11.D(1)", f"{FOUR} 11.C(1)", f"{FOUR} 7.B(2)")
@pytest.mark.parametrize("method", ["manual_shoe", "hand", "automated"])
def test_no_card_stays_for_a_side_wager_that_was_abandoned(method: str) -> None:
    """Four Card Poker: seat 1 folds with aces up and leaves; ruled to stand its cards wait, abandoned they do not."""
    for abandoned in (False, True):
        game = p.seated(FOUR, method)
        game.wager(1, {"ante": 10_00, "aces_up": 10_00})
        game.wager(2, {"ante": 10_00})
        game.deal()
        game.decide(1, "fold")
        game.do(c.Leave(c.player("player 1")))
        game.do(c.RuleOnLeaving(c.floorperson(), "player 1", abandoned, "went away"))
        game.decide(2, "play", 10_00)
        (line,) = [line for line in transcript(game.library, game.events) if "Collect the forfeited" in line]
        assert ("; the cards of seat 1 stay." in line) is not abandoned
        assert (f"{FOUR} 11.C(1)" in line) is not abandoned


@pytest.mark.clause(f"{MD} 11.F(2)", f"{MD} 11.F(3)(a)", f"{MD} 7.C(2)")
@pytest.mark.clause(f"{MD} 3.B(5)")
@pytest.mark.parametrize("decks", [1, 2])
def test_a_fold_whose_wagers_are_abandoned_leaves_nothing_to_collect(decks: int) -> None:
    game = p.seated(MD, automations=NONE, decks=decks, shuffler="automatic")
    for seat in (1, 2):
        game.wager(seat, p.MAIN | {"trips_plus": 5_00})
    game.deal()
    for action in ("check", "check", "fold"):
        game.perform_until("decide")
        game.decide(1, action)
        if action == "check":
            game.decide(2, action)
    assert [do for do, _ in p.agenda(game)][:2] == ["collect_fold", "keep_folded_cards"]
    game.do(c.Leave(c.player("player 1")))
    game.do(c.RuleOnLeaving(c.floorperson(), "player 1", True, "went away"))
    assert p.agenda(game)[0] == ("discard_folded_cards", "dealer")
    one_in_the_rack = {f"{MD} 3.B(5)"} if decks == 2 else set()
    assert p.cited(game, "discard_folded_cards") == {f"{MD} 7.C(2)", *one_in_the_rack}
    game.step("discard_folded_cards")
    game.decide(2, "fold")


@pytest.mark.clause(f"{FOUR} 7.B(2)", f"{FOUR} 11.D(10)(e)")
@pytest.mark.parametrize("abandoned", [False, True])
def test_no_envy_is_paid_to_a_leaver_before_the_ruling(abandoned: bool) -> None:
    """Seat 2 has four kings. Seat 1 has left: its envy bonus waits for the ruling, and goes with the wager."""
    rules = rules_of(FOUR)
    hands = ["2c 5d 7h 9s Jc", "Kc Kd Kh Ks 2d"]
    game = Game(rules, automations=NONE, deck=stacked(rules, hands, "3s 6d 8c Td Qh 4h", extra="9c"))
    game.sit(2)
    game.perform_until("no_more_bets")
    for seat in (1, 2):
        game.wager(seat, {"ante": 10_00, "progressive": 1_00})
        game.do(c.Acknowledge(c.device(), seat))
    game.deal()
    while game.state.agenda[0].do != "settle":
        if game.state.agenda[0].do == "decide":
            game.decide(game.state.round.to_act[0], "play", 10_00)
        else:
            game.step(game.state.agenda[0].do)
    game.do(c.Leave(c.player("player 1")))
    while game.state.agenda[0].do != "pay_progressive":
        game.step(game.state.agenda[0].do)
    p.refused(game, c.Do(c.dealer(), "pay_progressive"), f"{FOUR} 7.B(2)")
    game.do(c.RuleOnLeaving(c.floorperson(), "player 1", abandoned, "gone"))
    _finish(game)
    envy = [line for line in game.state.last_round.lines if line.wager == "envy"]
    assert [line.seat for line in envy] == ([] if abandoned else [1])
    selected = [line for line in transcript(game.library, game.events) if "hand of seat 2" in line]
    assert len(selected) == 1


@pytest.mark.clause(f"{FOUR} 7.B(2)", f"{MD} 7.C(2)", f"{MD} 11.B")
@pytest.mark.parametrize(("book", "answer"), [(MD, "check"), (MA, "check"), (GALAXY, "check"), (FOUR, "fold")])
def test_the_script_says_who_goes_on_for_a_leaver(book: str, answer: str) -> None:
    game = p.with_wagers(book, automations=NONE)
    game.deal()
    game.perform_until("decide")
    game.do(c.Leave(c.player("player 1")))
    game.do(c.RuleOnLeaving(c.floorperson(), "player 1", False, "was called away"))
    line = next_steps(game.state)[0]
    assert (line.do, line.by, line.seat) == ("decide", "dealer", 1)
    assert line.words == f"Seat 1 has left and wagers no more: it has to {answer}."
    game.step("decide")
    decided = [event for event in game.events if isinstance(event, happened.Decided)]
    assert [(event.seat, event.action, event.amount) for event in decided] == [(1, answer, 0)]


@pytest.mark.clause(f"{MD} 7.C(2)", f"{FOUR} 7.B(2)")
@pytest.mark.parametrize("book", [MD, FOUR, MA, GALAXY])
def test_the_ruling_comes_before_the_leavers_decision(book: str) -> None:
    game = p.with_wagers(book, automations=NONE)
    game.deal()
    game.perform_until("decide")
    game.do(c.Leave(c.player("player 1")))
    assert next_steps(game.state)[0].do == "rule_on_leaving"


@pytest.mark.clause(f"{FOUR} 7.B(1)", f"{FOUR} 7.B(2)")
def test_what_is_said_of_somebody_who_leaves_nothing_behind() -> None:
    """Before any card only 7.B(2) holds; with nothing left to abandon only 7.B(1), and nobody has to rule."""
    early = p.seated(FOUR, automations=NONE)
    for seat in (1, 2):
        early.wager(seat, {"ante": 10_00})
    early.step("no_more_bets")
    early.do(c.Leave(c.player("player 1")))
    p.refused(early, c.Sit(c.player("player 1"), 4, 1000_00), f"{FOUR} 7.B(2)")
    folded = p.seated(FOUR)
    for seat in (1, 2):
        folded.wager(seat, {"ante": 10_00})
    folded.deal()
    folded.decide(1, "fold")
    folded.do(c.Leave(c.player("player 1")))
    p.refused(folded, c.Sit(c.player("player 1"), 4, 1000_00), f"{FOUR} 7.B(1)")
    assert not _must_rule(folded)
    settled = _reckoned(FOUR)
    while settled.state.agenda[0].seat == 2:
        settled.step(settled.state.agenda[0].do)
    settled.do(c.Leave(c.player("player 2")))
    for game in (folded, settled):
        (line,) = [line for line in transcript(game.library, game.events) if "leaves in the round" in line]
        assert line.endswith(f"[{FOUR} 7.B(1)]")
