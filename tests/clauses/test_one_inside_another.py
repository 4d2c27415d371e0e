"""A procedure that begins while another one is under way: neither loses a step, a card or a wager of the other."""

from datetime import timedelta

import pytest

from clauses import procedures as p
from pitbook.submission import HouseRules
from pitbook.submission.devices import without_device
from pitbook.table import NONE, TableEvent, next_steps
from pitbook.table import commands as c
from pitbook.table import events as happened
from pitbook.table.decide.settlement import settlement_of
from pitbook.table.narration import tell
from pitbook.table.transcript import transcript
from table.play import BOOKS, FOUR, GALAXY, MA, MD, Game, rules_of, stacked

WITH_TWO_DECKS = [MD, MA, FOUR]
INTO_PLAY = {"manual_shoe": "place_in_shoe", "hand": "take_deck_in_hand", "automated": "place_in_shoe"}
OPENED = ["inspect", "verify_inspection", "spread_face_up", "first_player_inspects", "turn_face_down", "wash", "stack"]
AGE = {MD: f"{MD} 3.C(2)", FOUR: f"{FOUR} 3.C(2)"}
DRAWN = {MD: f"{MD} 13.D", GALAXY: f"{MD} 13.D", FOUR: f"{FOUR} 13.C", MA: f"{MA} 12(b)"}
EXPOSED = {MD: f"{MD} 13.F", GALAXY: f"{MD} 13.F", FOUR: f"{FOUR} 13.E", MA: f"{MA} 12(d)"}
JAMMED_OUT = f"{MD} 13.H(3)"


def _table(book: str, method: str = "hand", decks: int = 2, preshuffled: bool = False, shuffler: str = "") -> Game:
    """A round is open; one player sits there and nothing happens by itself."""
    rules = rules_of(book, method, "", shuffler or "automatic", decks)
    game = Game(rules, source="virtual", automations=NONE, preshuffled=preshuffled)
    game.perform_until("open_round")
    game.sit(1)
    game.step("open_round")
    return game


def _wager(game: Game) -> None:
    game.wager(1, {"ante": 10_00} if game.rules.book.id == FOUR else p.MAIN)


def _change(game: Game, deck: int, back: str, preshuffled: bool = False) -> tuple[TableEvent, ...]:
    return game.do(c.ChangeDeck(c.floorperson(), deck, back, "worn", preshuffled))


def _decks(game: Game) -> list[tuple[str, int | None]]:
    """The steps ahead up to "no more bets", with their decks."""
    names = [(step.do, step.deck) for step in game.state.agenda]
    last = next((place for place, (do, _) in enumerate(names) if do in ("no_more_bets", "open_round")), len(names))
    return names[:last]


def _adopted(game: Game, rules: HouseRules) -> None:
    game.library[rules.digest] = rules
    game.do(c.AdoptRules(c.floorperson(), rules.digest))


def _out_of_order(game: Game, device: str = "shuffler") -> None:
    made = "removed" if game.rules.book.id == MA else "covered"
    game.do(c.Report(c.floorperson(), "device_out_of_order", {"device": device, "made": made}))


@pytest.mark.clause("md-heads-up-holdem 8.B", "md-heads-up-holdem 9.A(2)", "md-heads-up-holdem 10.A(1)")
@pytest.mark.clause("md-four-card-poker 8.B", "md-four-card-poker 9.A(2)", "md-four-card-poker 10.A(1)")
@pytest.mark.clause("ma-heads-up-holdem 7(a)", "ma-heads-up-holdem 8(b)(2)", "ma-heads-up-holdem 9(b)(1)")
@pytest.mark.parametrize("method", ["manual_shoe", "hand", "automated"])
@pytest.mark.parametrize("book", WITH_TWO_DECKS)
def test_a_deck_goes_into_play_once_it_is_opened_and_shuffled(book: str, method: str) -> None:
    """Both decks are changed, the second one while the first lies face up."""
    game = _table(book, method)
    _wager(game)
    _change(game, 0, "green")
    game.perform_until("first_player_inspects")
    left = [name for name, deck in _decks(game) if deck == 0]
    assert left[0] == "first_player_inspects"
    assert left[-1] in ("shuffle", "rest_on_top", "move_cut_cards_to_bottom", "cover_card_to_rack")
    _change(game, 1, "white")
    ahead = _decks(game)
    assert [name for name, deck in ahead if deck == 0] == left
    assert ahead[-1] == (INTO_PLAY[method], None)
    game.perform_until("no_more_bets")
    assert [deck.shuffles for deck in game.state.decks] == [1, 1]
    game.deal()
    p.play_out(game)


@pytest.mark.clause("md-heads-up-holdem 5.A(3)", "md-four-card-poker 5.A(3)", "md-heads-up-holdem 5.G")
@pytest.mark.parametrize("book", [MD, FOUR])
def test_an_ordered_shuffle_or_recut_comes_before_the_deck_goes_into_play(book: str) -> None:
    game = _table(book, "manual_shoe")
    game.perform_until("no_more_bets")
    game.do(c.OrderReshuffle(c.floorperson(), "a card was bent"))
    _change(game, 1, "white")
    ahead = _decks(game)
    assert ahead[-1] == ("place_in_shoe", None)
    assert ("shuffle", 0) in ahead
    (line,) = [step for step in game.state.agenda if step.do == "place_in_shoe"]
    game.perform_until("place_in_shoe")
    assert game.state.agenda[0].clauses == line.clauses


@pytest.mark.clause("md-heads-up-holdem 4.A", "md-heads-up-holdem 4.B", "md-heads-up-holdem 4.C")
@pytest.mark.clause("md-four-card-poker 4.A", "ma-heads-up-holdem 3(c)")
@pytest.mark.parametrize("book", WITH_TWO_DECKS)
def test_rules_that_are_adopted_in_a_round_without_wagers_lose_no_opening(book: str) -> None:
    game = _table(book, "manual_shoe")
    _change(game, 0, "green")
    game.perform_until("wash")
    _change(game, 1, "white", preshuffled=True)
    other = rules_of(book, "manual_shoe", "", "automatic_counting", 2)
    game.library[other.digest] = other
    p.refused(game, c.AdoptRules(c.floorperson(), other.digest))
    p.refused(game, c.GoIdle(c.dealer()))
    game.perform_until("no_more_bets")
    assert game.state.decks[0].shuffles == 1


@pytest.mark.clause("md-heads-up-holdem 4.A", "md-heads-up-holdem 4.B", "md-heads-up-holdem 4.C")
@pytest.mark.clause("md-heads-up-holdem 13.H(2)", "md-heads-up-holdem 13.H(3)")
@pytest.mark.parametrize("preshuffled", [True, False])
def test_a_void_round_leaves_the_other_decks_opening_for_afterwards(preshuffled: bool) -> None:
    """The waiting deck is being opened when the deck in play jams."""
    game = _table(MD)
    _wager(game)
    _change(game, 1, "green", preshuffled)
    left = [step for step in game.state.agenda if step.deck == 1]
    other = game.state.agenda[0]
    assert other.deck == 1
    game.do(c.Report(c.dealer(), "shuffler_jam"))
    assert (game.state.round.void, p.agenda(game)[0][0]) == ("shuffler_jam", "reckon")
    p.play_out(game)
    assert [step for step in game.state.agenda if step.deck == 1] == left
    assert not any(JAMMED_OUT in step.clauses for step in game.state.agenda if step.deck == 1)
    game.perform_until("open_round")
    assert bool(game.state.decks[1].shuffles) is not preshuffled
    assert game.state.decks[1].preshuffled is preshuffled


@pytest.mark.clause("md-heads-up-holdem 13.H(1)", "md-heads-up-holdem 13.H(3)")
@pytest.mark.clause("md-four-card-poker 13.F", "ma-heads-up-holdem 12(e)")
@pytest.mark.parametrize("book", WITH_TWO_DECKS)
def test_a_preshuffled_deck_that_jammed_is_shuffled_before_it_is_dealt(book: str) -> None:
    game = _table(book, preshuffled=True)
    _wager(game)
    game.do(c.Report(c.dealer(), "shuffler_jam", {"other_deck": True}))
    _change(game, 0, "green")
    game.perform_until("no_more_bets")
    game.deal()
    p.play_out(game)
    game.perform_until("open_round")
    game.step("open_round")
    assert (game.state.round.deck, game.state.decks[1].shuffles) == (1, 1)


@pytest.mark.clause("md-heads-up-holdem 13.H(3)")
def test_jammed_cards_leave_the_device_first_whatever_came_first() -> None:
    """The waiting deck jams while the device is about to shuffle another deck, or while it shuffles the waiting one."""
    late, opening, leaving = _table(MD), _table(MD), _table(MD)
    _wager(late)
    _change(late, 0, "green")
    late.do(c.Report(c.dealer(), "shuffler_jam", {"other_deck": True}))
    assert late.state.agenda[0].clauses == (JAMMED_OUT,)
    assert (late.state.agenda[0].do, late.state.agenda[0].deck) == ("remove_cards", 1)
    _change(opening, 1, "green")
    opening.perform_until("shuffle")
    opening.do(c.Report(c.dealer(), "shuffler_jam"))
    assert _decks(opening)[:2] == [("remove_cards", 1), ("shuffle", 1)]
    assert {f"{MD} 13.H(1)", JAMMED_OUT} <= p.cited(opening, "shuffle")
    _wager(leaving)
    leaving.do(c.Report(c.dealer(), "shuffler_jam", {"other_deck": True}))
    p.refused(leaving, c.ChangeDeck(c.floorperson(), 1, "green", "torn"), JAMMED_OUT)
    _out_of_order(leaving)
    one = without_device(leaving.rules, "shuffler")
    _adopted(leaving, one)
    assert _decks(leaving)[0] == ("remove_cards", 1)
    assert leaving.state.decks[1].removed
    leaving.step("remove_cards")
    leaving.deal()
    p.play_out(leaving)


@pytest.mark.clause("md-heads-up-holdem 13.H(3)", "md-heads-up-holdem 5.H")
def test_cards_that_jammed_are_taken_out_before_an_idle_table_is_spread() -> None:
    game = _table(MD)
    game.perform_until("no_more_bets")
    game.do(c.Report(c.dealer(), "shuffler_jam"))
    game.do(c.Leave(c.player("player 1")))
    game.do(c.GoIdle(c.dealer()))
    assert (game.state.agenda[0].do, game.state.agenda[0].deck) == ("remove_cards", 1)
    game.step("remove_cards")
    assert [step.do for step in game.state.agenda] == ["spread_idle", "spread_idle"]
    assert not game.state.decks[1].jammed


@pytest.mark.clause("md-heads-up-holdem 13.H(2)")
def test_a_jam_of_the_waiting_deck_hides_none_of_the_deck_in_play() -> None:
    game = _table(MD)
    _wager(game)
    jam = c.Report(c.dealer(), "shuffler_jam")
    game.do(c.Report(c.dealer(), "shuffler_jam", {"other_deck": True}))
    game.do(jam)
    assert game.state.round.void == "shuffler_jam"
    p.play_out(game)
    assert game.stacks() == {1: "1000.00"}
    assert p.void_outside(game) == []


@pytest.mark.clause("md-heads-up-holdem 13.H(1)", "md-heads-up-holdem 5.A(3)")
def test_the_waiting_deck_jams_while_the_deck_in_play_is_shuffled() -> None:
    game = _table(MD)
    game.do(c.OrderReshuffle(c.floorperson(), "a card was bent"))
    assert game.state.agenda[0].do == "shuffle"
    game.do(c.Report(c.dealer(), "shuffler_jam", {"other_deck": True}))
    assert _decks(game)[:2] == [("remove_cards", 1), ("shuffle", 0)]


@pytest.mark.clause("md-heads-up-holdem 13.D", "md-four-card-poker 13.C", "ma-heads-up-holdem 12(b)")
@pytest.mark.parametrize("book", BOOKS)
def test_a_deck_with_a_drawn_card_is_dealt(book: str) -> None:
    """It is neither changed nor cut again, however old it is: its drawn card is the next one dealt."""
    game = _table(book, decks=1)
    game.step("take_deck_in_hand")
    _wager(game)
    game.do(c.Report(c.dealer(), "card_drawn_in_error"))
    p.refused(game, c.ChangeDeck(c.floorperson(), 0, "green", "worn"), DRAWN[book])
    game.now += timedelta(hours=9)
    p.refused(game, c.ChangeDeck(c.floorperson(), 0, "green", "old"), DRAWN[book])
    assert not {"order_recut", "order_reshuffle"} & {line.do for line in next_steps(game.state, game.now)}
    game.deal()
    drawn = None
    while drawn is None:
        game.step(game.state.agenda[0].do)
        current = game.state.round
        drawn = next(
            (cards[0] for cards in (current.burned, *current.hands.values(), current.extra, current.board) if cards),
            None,
        )
    assert game.state.round.drawn == 0
    p.play_out(game)


@pytest.mark.clause("md-heads-up-holdem 3.C(2)", "md-four-card-poker 3.C(2)")
@pytest.mark.clause("md-heads-up-holdem 13.A", "md-four-card-poker 13.A")
@pytest.mark.parametrize("book", [MD, FOUR])
def test_no_card_is_found_while_a_deck_has_to_be_changed_or_opened(book: str) -> None:
    game = _table(book, "manual_shoe", 1)
    _wager(game)
    game.deal()
    game.perform_until("deal")
    game.now += timedelta(hours=9)
    found = [c.Report(c.dealer(), name) for name in ("face_up_card", "face_up_cards", "card_drawn_in_error")]
    for report in found:
        p.refused(game, report, AGE[book])
    _change(game, 0, "green")
    for report in found:
        p.refused(game, report, game.state.agenda[0].clauses[0])
    game.perform_until("deal")
    game.do(found[0])
    p.play_out(game)
    assert game.state.last_round.void is None


@pytest.mark.clause("md-heads-up-holdem 13.F", "md-four-card-poker 13.E", "ma-heads-up-holdem 12(d)")
@pytest.mark.parametrize("book", BOOKS)
def test_a_card_that_the_dealer_does_not_have_was_not_exposed(book: str) -> None:
    game = p.with_wagers(book, automations=NONE)
    game.deal()
    while not any(game.state.round.hands.values()):
        game.step(game.state.agenda[0].do)
    later = {"found_later": True}
    p.refused(game, c.Report(c.dealer(), "dealer_card_exposed", later), EXPOSED[book])
    while not game.state.round.dealer:
        game.step(game.state.agenda[0].do)
    for place in (7, "x", True):
        p.refused(game, c.Report(c.dealer(), "dealer_card_exposed", {**later, "place": place}), EXPOSED[book])
    game.do(c.Report(c.dealer(), "dealer_card_exposed", {**later, "place": 1}))
    assert game.state.round.void == "dealer_card_exposed"


@pytest.mark.clause("md-four-card-poker 13.E")
def test_the_up_card_of_four_card_poker_is_meant_to_be_seen() -> None:
    game = p.with_wagers(FOUR, automations=NONE)
    game.deal()
    p.step_on(game, "decide")
    report = c.Report(c.dealer(), "dealer_card_exposed", {"found_later": True, "place": 6})
    p.refused(game, report, EXPOSED[FOUR])


@pytest.mark.clause("md-heads-up-holdem 13.E", "md-heads-up-holdem 13.C")
@pytest.mark.parametrize("paid", [False, True])
def test_a_misdealt_hand_voids_a_void_round_until_its_first_player_is_paid(paid: bool) -> None:
    """The pocket bonuses of a round that is void by face-up cards have been computed."""
    rules = rules_of(MD)
    game = Game(rules, automations=NONE, deck=stacked(rules, ["9h 9d", "4h 4d"], p.DEALER, p.BOARD))
    game.perform_until("open_round")
    game.sit(2)
    game.step("open_round")
    for seat in (1, 2):
        game.wager(seat, p.MAIN | {"pocket_bonus": 5_00})
    game.deal()
    while len(game.state.round.dealer) < 2:
        game.step(game.state.agenda[0].do)
    for _ in range(2):
        game.do(c.Report(c.dealer(), "face_up_card"))
    p.step_on(game, "return_wagers")
    if paid:
        game.step("return_wagers")
    events = game.do(c.Report(c.dealer(), "wrong_number_of_cards"))
    assert [event.cause for event in events if isinstance(event, happened.RoundVoided)] == (
        [] if paid else ["wrong_number_of_cards"]
    )
    assert game.state.rulings_due == int(paid)
    p.play_out(game)
    back = {1: "1000.00", 2: "1000.00"}
    assert (game.stacks() == back) is not paid
    assert p.void_outside(game) == []


@pytest.mark.clause(
    "md-heads-up-holdem 3.B", "md-heads-up-holdem 5.E", "md-four-card-poker 3.B", "ma-heads-up-holdem 2(b)"
)
@pytest.mark.parametrize("book", WITH_TWO_DECKS)
def test_two_decks_are_adopted_once_the_awaited_deck_is_there(book: str) -> None:
    """The shuffler counts 51 cards of the only deck."""
    game = Game(rules_of(book, "hand", "", "automatic_counting"), source="virtual", automations=NONE)
    game.perform_until("shuffle")
    game.step("shuffle", count=51)
    two = rules_of(book, "hand", "", "automatic_counting", 2)
    game.library[two.digest] = two
    (problem,) = p.refused(game, c.AdoptRules(c.floorperson(), two.digest))
    assert problem.message == "first deck 1 is received"
    _change(game, 0, "green")
    game.perform_until("open_round")
    _adopted(game, two)
    assert [step.deck for step in game.state.agenda if step.do == "receive_deck"] == [1]
    _change(game, 1, "blue")
    game.sit(1)
    for _ in range(3):
        game.perform_until("open_round")
        game.step("open_round")
        _wager(game)
        game.deal()
        p.play_out(game)


@pytest.mark.clause("md-heads-up-holdem 3.A(1)", "md-four-card-poker 3.A", "ma-heads-up-holdem 2(a)")
@pytest.mark.parametrize(
    ("book", "one", "two"),
    [(MD, "3.A(1)", ("3.B", "4.E")), (FOUR, "3.A(1)", ("3.B", "4.E")), (MA, "2(a)", ("2(b)", "3(d)"))],
)
def test_a_deck_that_replaced_another_is_inspected_as_the_only_one(book: str, one: str, two: tuple[str, str]) -> None:
    """A changed deck is being opened when the shuffler fails and one deck stays."""
    game = _table(book, "manual_shoe")
    _wager(game)
    _change(game, 0, "green")
    assert f"{book} {two[0]}" in p.cited(game, "inspect")
    game.do(c.Report(c.dealer(), "shuffler_jam", {"other_deck": True}))
    _out_of_order(game)
    _adopted(game, without_device(game.rules, "shuffler"))
    assert f"{book} {one}" in p.cited(game, "inspect")
    cited = {clause for step in game.state.agenda for clause in step.clauses}
    assert cited.isdisjoint(f"{book} {clause}" for clause in two)


@pytest.mark.clause("md-heads-up-holdem 5.I", "md-four-card-poker 5.H")
@pytest.mark.parametrize(("book", "apart"), [(MD, "5.I"), (FOUR, "5.H")])
def test_a_deck_from_a_device_that_reshuffles_cites_no_cut(book: str, apart: str) -> None:
    """Its preshuffled deck was cut while the device was out of use."""
    rules = rules_of(book, "automated", "", "reshuffling")
    game = Game(rules, source="virtual", automations=NONE, preshuffled=True)
    game.perform_until("open_round")
    for device in ("shuffler", "shoe"):
        if device not in game.state.devices:
            _out_of_order(game, device)
    _adopted(game, without_device(without_device(rules, "shuffler"), "shoe"))
    game.perform_until("open_round")
    assert game.state.decks[0].is_cut
    game.do(c.RestoreDevice(c.floorperson(), "shuffler"))
    _adopted(game, rules)
    game.sit(1)
    game.perform_until("open_round")
    game.step("open_round")
    clauses = p.cited(game, "place_in_shoe")
    assert f"{book} {apart}" in clauses
    assert not any(clause.startswith((f"{book} 5.F", f"{book} 5.D")) for clause in clauses)


@pytest.mark.clause("md-heads-up-holdem 5.C", "md-four-card-poker 5.B", "ma-heads-up-holdem 4(a)")
@pytest.mark.parametrize("book", WITH_TWO_DECKS)
def test_the_shuffler_inserts_no_deck_that_it_only_stores(book: str) -> None:
    game = _table(book, "manual_shoe", preshuffled=True)
    for _ in range(2):
        assert "insert_stack" not in {line.do for line in next_steps(game.state)}
        p.refused(game, c.Do(c.device(), "place_in_shoe"))
        _wager(game)
        game.deal()
        p.play_out(game)
        game.perform_until("open_round")
        game.step("open_round")
        if game.state.decks[game.state.in_play].shuffles:
            break
    assert "insert_stack" in {line.do for line in next_steps(game.state)}


@pytest.mark.clause("md-heads-up-holdem 3.B(3)", "md-four-card-poker 3.B(3)")
@pytest.mark.parametrize("book", [MD, FOUR])
def test_a_waiting_deck_that_is_cut_goes_back_into_the_shuffler(book: str) -> None:
    rules = rules_of(book, "automated", "", "reshuffling", 2)
    game = Game(rules, source="virtual", automations=NONE, preshuffled=True)
    game.perform_until("open_round")
    _adopted(game, rules_of(book, "hand", "", "automatic", 2))
    ahead = _decks(game)
    assert ahead[-1] == ("store_in_shuffler", 1)
    assert sum(name in ("insert_cover_card", "cut_onto_cover_card") for name, _ in ahead) == 2


@pytest.mark.clause("md-four-card-poker 5.F(2)", "md-four-card-poker 5.F(3)", "md-heads-up-holdem 5.H(2)")
@pytest.mark.parametrize("book", [FOUR, MD])
def test_a_shuffle_is_not_ordered_while_a_table_is_reopened(book: str) -> None:
    game = Game(rules_of(book), source="virtual", automations=NONE)
    game.perform_until("open_round")
    game.do(c.GoIdle(c.dealer()))
    game.sit(1)
    before = [step.do for step in game.state.agenda]
    p.refused(game, c.OrderReshuffle(c.floorperson(), "to be sure"))
    assert "first_player_inspects" in before
    game.perform_until("open_round")


@pytest.mark.clause("md-heads-up-holdem 5.H(2)", "md-four-card-poker 5.F(2)", "md-four-card-poker 5.F(3)")
@pytest.mark.parametrize("book", [MD, FOUR])
def test_the_other_deck_is_turned_up_although_one_is_changed(book: str) -> None:
    """Two decks lie face down; a player asks to see them, and one is changed instead."""
    game = Game(rules_of(book, "hand", "", "automatic", 2), source="virtual", automations=NONE)
    game.perform_until("open_round")
    game.do(c.GoIdle(c.dealer()))
    while game.state.agenda:
        game.step(game.state.agenda[0].do)
    game.do(c.GoIdle(c.dealer(), True, "Ann"))
    assert [(step.do, step.deck) for step in game.state.agenda] == [("turn_face_up", 0), ("turn_face_up", 1)]
    _change(game, 0, "green")
    ahead = _decks(game)
    assert ahead.index(("turn_face_up", 1)) < ahead.index(("first_player_inspects", 1))


@pytest.mark.clause("md-heads-up-holdem 2.C(1)", "md-heads-up-holdem 7.F(4)(b)")
@pytest.mark.clause("md-four-card-poker 2.C(1)", "md-four-card-poker 7.E(4)(b)")
@pytest.mark.parametrize("book", [MD, FOUR])
def test_an_accepted_progressive_wager_stays_accepted(book: str) -> None:
    """The player then adds another wager, or takes the progressive one back and places it again."""
    game = _table(book, "manual_shoe", 1)
    main, side = ({"ante": 10_00}, "aces_up") if book == FOUR else (p.MAIN, "pocket_bonus")
    wagers = main | {"progressive": 1_00}
    game.wager(1, wagers)
    game.do(c.Acknowledge(c.device(), 1))
    game.wager(1, wagers | {side: 5_00})
    assert game.state.round.accepted == {1}
    game.wager(1, main)
    game.wager(1, wagers)
    assert game.state.round.accepted == set()


@pytest.mark.clause("md-heads-up-holdem 10.B(2)", "md-heads-up-holdem 10.C")
@pytest.mark.clause("md-four-card-poker 10.C(1)", "md-four-card-poker 8.F(1)", "ma-heads-up-holdem 9(d)")
@pytest.mark.parametrize(
    ("method", "book"), [("automated", MD), ("automated", FOUR), ("manual_shoe", FOUR), ("automated", MA)]
)
def test_a_stub_leaves_the_shoe_once_before_it_is_counted_in_a_void_round(method: str, book: str) -> None:
    game = p.seated(book, method, automations=NONE)
    game.state.since_count = 4
    game.wager(1, {"ante": 10_00} if book == FOUR else p.MAIN)
    game.deal()
    out = "remove_rest" if (book, method) == (MD, "automated") else "remove_stub"
    while not any(game.state.round.hands.values()):
        game.step(game.state.agenda[0].do)
    game.do(c.Report(c.dealer(), "wrong_number_of_cards"))
    before = len(game.events)
    p.play_out(game)
    done = [name for name, _ in p.recorded(game.events[before:])]
    assert done.count(out) == 1
    counted = next(place for place, event in enumerate(game.events) if isinstance(event, happened.StubCounted))
    removed = next(
        place for place, event in enumerate(game.events) if isinstance(event, happened.Performed) and out in event.steps
    )
    assert removed < counted


@pytest.mark.clause("md-heads-up-holdem 8.D(4)", "md-heads-up-holdem 13.H")
def test_a_deck_that_never_came_into_the_shoe_is_not_taken_out_of_it() -> None:
    game = p.seated(MD, "manual_shoe", automations=NONE, shuffler="automatic", source="virtual")
    game.state.since_count = 4
    game.do(c.OrderReshuffle(c.floorperson(), "a card was bent"))
    game.wager(1, p.MAIN)
    game.do(c.Report(c.dealer(), "shuffler_jam"))
    before = len(game.events)
    p.play_out(game)
    assert "remove_stub" not in [name for name, _ in p.recorded(game.events[before:])]


@pytest.mark.clause("md-heads-up-holdem 8.C(3)", "md-four-card-poker 8.C(2)(b)")
@pytest.mark.parametrize("book", [MD, FOUR])
def test_a_chip_that_was_ruled_abandoned_does_not_lie_there_to_be_counted(book: str) -> None:
    game = p.with_wagers(book, source="entered", automations=NONE)
    for seat in (1, 2):
        if seat not in game.state.round.accepted:
            game.do(c.Acknowledge(c.device(), seat))
    game.perform_until("collect_progressive_chips")
    game.do(c.Leave(c.player("player 1")))
    game.do(c.RuleOnLeaving(c.floorperson(), "player 1", True, "went away"))
    game.perform_until("count_progressive_chips")
    assert next_steps(game.state)[0].words.endswith("that were accepted: 1.")
    p.refused(game, c.Do(c.dealer(), "count_progressive_chips", count=2))
    game.step("count_progressive_chips", count=1)
    assert game.events[-1] == happened.ChipsCounted(1, "dealer")


@pytest.mark.clause("md-four-card-poker 11.D(10)(e)", "md-four-card-poker 7.B(2)")
@pytest.mark.parametrize("when", ["settle", "mid"])
def test_an_envy_bonus_that_was_paid_stays_in_the_settlement(when: str) -> None:
    """Seat 3's four sevens earn seats 1 and 2 a bonus each; then player 1 leaves and is ruled abandoned."""
    hands = ["9d 8d 6h 4d 2h", "Qh Qd Qs 8c 6d", "7h 7d 7c 7s 2d"]
    game = p.with_progressives(hands, "Kd Ks Th 5h 3d 2s", "9c", ("settle", 2))
    if when == "mid":
        game.step("settle")
    game.do(c.Leave(c.player("player 1")))
    game.do(c.RuleOnLeaving(c.floorperson(), "player 1", True, "went away"))
    p.play_out(game)
    told = list(transcript(game.library, game.events))
    envy = [line for line in told if line.startswith("    seat 1 envy")]
    assert len(envy) == 1
    assert f"{FOUR} 11.D(10)(e)" in envy[0]
    totals = settlement_of(game.state, game.state.last_round).as_json()["totals"]
    assert totals["1"] == {"wagered": "21.00", "returned": "10.00", "net": "-11.00"}
    assert [line.split(":")[0].strip() for line in told if line.startswith("    seat 2 ")][-4:] == [
        "seat 2 ante",
        "seat 2 play",
        "seat 2 ante_bonus",
        "seat 2 progressive",
    ]
    # Of 1,000, the ante, the play wager and the chip are gone; the bonus of 10 was paid.
    assert game.state.taken == 989_00


@pytest.mark.clause("ma-heads-up-holdem 12.end")
def test_a_device_that_is_not_needed_is_said_to_work_again() -> None:
    game = _table(MA, "manual_shoe", 1)
    _out_of_order(game)
    _adopted(game, without_device(game.rules, "shuffler"))
    (said,) = tell(game.state, happened.DeviceRestored("shuffler", "floor"))
    assert said.words == "The shuffler works again, and the method in use does without it."


@pytest.mark.clause("md-heads-up-holdem 13.H(3)", "md-heads-up-holdem 10.B(2)")
def test_a_device_that_shuffles_and_deals_is_emptied_once() -> None:
    game = Game(rules_of(MD, "automated", "board_first", "reshuffling"), source="virtual", automations=NONE)
    game.perform_until("open_round")
    game.sit(1)
    game.step("open_round")
    _wager(game)
    game.do(c.CallStubCount(c.floorperson()))
    game.deal()
    game.perform_until("deal")
    game.step("deal")
    game.do(c.Report(c.dealer(), "shuffler_jam"))
    before = len(game.events)
    p.play_out(game)
    done = [name for name, _ in p.recorded(game.events[before:])]
    assert (done.count("remove_cards"), done.count("remove_rest")) == (1, 0)


@pytest.mark.clause("md-heads-up-holdem 3.B", "md-heads-up-holdem 5.E", "md-heads-up-holdem 13.J")
def test_an_awaited_deck_is_received_although_the_next_step_waits_for_a_device() -> None:
    """The shuffler counts 51 cards of one deck, jams in the other, and is covered."""
    game = Game(rules_of(MD, "manual_shoe", "", "automatic_counting", 2), source="virtual", automations=NONE)
    game.sit(1)
    game.perform_until("open_round")
    game.do(c.OrderReshuffle(c.floorperson(), "a card was bent"))
    game.step("shuffle", count=51)
    game.do(c.Report(c.dealer(), "shuffler_jam"))
    game.step("remove_cards")
    _out_of_order(game)
    one = without_device(game.rules, "shuffler")
    game.library[one.digest] = one
    p.refused(game, c.AdoptRules(c.floorperson(), one.digest), f"{MD} 4.A")
    (line,) = [line for line in next_steps(game.state) if line.must]
    assert line.do == "receive_deck"
    _change(game, 0, "green")
    _adopted(game, one)
    game.perform_until("open_round")
    assert [deck.removed for deck in game.state.decks].count(False) == 1


@pytest.mark.clause("md-heads-up-holdem 13.H(3)", "md-heads-up-holdem 3.B")
def test_two_decks_come_back_once_the_jammed_cards_are_out() -> None:
    game = _table(MD, "manual_shoe")
    game.perform_until("no_more_bets")
    two = game.rules
    game.do(c.Report(c.dealer(), "shuffler_jam", {"other_deck": True}))
    _out_of_order(game)
    _adopted(game, without_device(two, "shuffler"))
    game.do(c.RestoreDevice(c.floorperson(), "shuffler"))
    p.refused(game, c.AdoptRules(c.floorperson(), two.digest), JAMMED_OUT)
    game.step("remove_cards")
    _adopted(game, two)
    _change(game, 1, "white")
    game.perform_until("open_round")


@pytest.mark.clause("ma-heads-up-holdem 12(b)", "ma-heads-up-holdem 8(b)(1)", "ma-heads-up-holdem 12.end")
def test_a_drawn_card_goes_back_into_a_deck_that_has_to_be_shuffled() -> None:
    """The shoe is removed, and the house deals from the hand, with a device that shuffles and counts 51 cards."""
    game = _table(MA, "automated", 1, shuffler="manual")
    game.step("place_in_shoe")
    _wager(game)
    game.do(c.Report(c.dealer(), "card_drawn_in_error"))
    _out_of_order(game, "shoe")
    _adopted(game, rules_of(MA, "hand", "as_needed", "automatic_counting"))
    game.step("shuffle", count=51)
    assert game.state.round.drawn == 0
    _change(game, 0, "green")
    game.perform_until("no_more_bets")
    game.deal()
    p.play_out(game)


@pytest.mark.clause("md-heads-up-holdem 3.C(2)", "md-heads-up-holdem 13.A")
@pytest.mark.parametrize("name", ["face_up_card", "card_drawn_in_error"])
def test_no_card_of_an_old_deck_is_found_while_chips_are_collected(name: str) -> None:
    game = _table(MD, "manual_shoe", 1)
    game.wager(1, p.MAIN | {"progressive": 1_00})
    game.do(c.Acknowledge(c.device(), 1))
    game.deal()
    game.now += timedelta(hours=9)
    assert game.state.agenda[0].do == "lock_out_progressive"
    p.refused(game, c.Report(c.dealer(), name), AGE[MD])


@pytest.mark.clause("md-heads-up-holdem 8.G(2)", "md-heads-up-holdem 7.C(2)")
def test_a_count_is_right_to_the_audit_although_a_player_left_before_the_deal() -> None:
    game = _table(MD, "manual_shoe", 1, shuffler="manual")
    game.do(c.Sit(c.player("player 2"), 2, 1_000_00))
    for seat in (1, 2):
        game.wager(seat, p.MAIN)
    game.do(c.CallStubCount(c.floorperson()))
    game.do(c.Leave(c.player("player 2")))
    game.deal()
    p.step_on(game, "count_stub")
    game.step("count_stub", count=30)
    game.step("resolve_stub", misdealt={})
    assert p.void_outside(game) == []


@pytest.mark.clause("md-heads-up-holdem 13.J", "md-heads-up-holdem 3.B(3)", "md-four-card-poker 13.H")
@pytest.mark.parametrize(("book", "clause"), [(MD, f"{MD} 13.J"), (FOUR, f"{FOUR} 13.H")])
def test_no_deck_is_stored_in_a_shuffler_that_is_out_of_use(book: str, clause: str) -> None:
    game = Game(rules_of(book, "manual_shoe", "", "automatic", 2), source="virtual", automations=NONE, preshuffled=True)
    game.perform_until("store_in_shuffler")
    _out_of_order(game)
    p.refused(game, c.Do(c.dealer(), "store_in_shuffler"), clause)
    _adopted(game, without_device(game.rules, "shuffler"))
    game.perform_until("open_round")
