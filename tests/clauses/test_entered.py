"""Cards of a physical table: hands are turned up and settled in succession, and what was entered can be put right."""

from typing import Any

import pytest

from clauses import procedures as p
from pitbook.problems import MalformedError
from pitbook.table import ALL, NONE, fold, public_view, read_event
from pitbook.table import commands as c
from pitbook.table import events as happened
from pitbook.table.transcript import transcript
from table.looking import dump, there
from table.play import BOOKS, FOUR, GALAXY, MA, MD, Game

HANDS = {1: "9h 4d", 2: "9d 9c"}
FIVES = {1: "Ah Ad 9h 6d 4s", 2: "Qh Qd Qs 8c 6h"}
DEALER = "Ks Qd"
"""A pair of kings with the board, 9s 4c 7h 2c Kd; two pairs and three nines beat it, three kings beat them."""


def _shown(game: Game, cards: dict[str, str]) -> str | None:
    """What is entered at the next step: the cards that lie there, or others in their place."""
    step, current = game.state.agenda[0], game.state.round
    four, board = game.rules.book.id == FOUR, p.BOARD.split()
    match step.do:
        case "deal" if step.face_up and step.to == "board":
            right = " ".join(board[len(current.board) : len(current.board) + step.cards])
        case "deal" if step.face_up:
            right = p.DEALER_OF_FOUR.split()[5]
        case "turn_up":
            right = " ".join(board[current.board_up : current.board_up + step.cards])
        case "reveal_dealer":
            right = " ".join(p.DEALER_OF_FOUR.split()[:5]) if four else DEALER
        case "turn_up_extra":
            right = p.BONUS if four else p.ALL6
        case "turn_up_hand":
            right = (FIVES if four else HANDS)[step.seat]
        case _:
            return None
    return " ".join(cards.get(card, card) for card in right.split())


def _on(game: Game, *until: str, wrong: dict[str, str] | None = None) -> None:
    """Every step up to one of these, or to the end of the round; whoever is asked raises at once."""
    while game.state.round is not None and game.state.round.number == 1 and game.state.agenda[0].do not in until:
        if game.state.agenda[0].do == "decide":
            game.decide(game.state.round.to_act[0], *p.raises(game))
        else:
            game.step(game.state.agenda[0].do, cards=_shown(game, wrong or {}))


def _dealt(book: str = MD, **wagers: int) -> Game:
    """Two players have ante and odds of 10 each and what else is said; nothing happens by itself any more."""
    game = p.seated(book, source="entered", automations=NONE)
    for seat in (1, 2):
        game.wager(seat, ({"ante": 10_00} if book == FOUR else p.MAIN) | wagers)
        if "progressive" in wagers:
            game.do(c.Acknowledge(c.device(), seat))
    game.deal()
    return game


def _correct(game: Game, entered: str, right: str, by: c.Actor | None = None) -> None:
    game.do(c.CorrectCards(by or c.floorperson("Flo"), entered, right, "misread"))


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.clause(f"{FOUR} 11.D(4)", f"{FOUR} 11.D(4)(a)")
@pytest.mark.clause(f"{MD} 11.H(3)", f"{MD} 11.H(3)(a)", f"{MD} 11.H(3)(d)")
def test_each_hand_is_turned_up_and_settled_before_the_next_one_is(book: str) -> None:
    game = _dealt(book)
    _on(game, "turn_up_hand")
    for seat in (2, 1):
        assert (game.state.agenda[0].do, game.state.agenda[0].seat) == ("turn_up_hand", seat)
        others = there(public_view(game.state)["round"])["seats"]["1"]["cards"]
        assert set(others) == {"hidden"}
        game.step("turn_up_hand", cards=_shown(game, {}))
        steps = [(step.do, step.seat) for step in game.state.agenda]
        assert steps[0] == ("reckon", seat)
        game.step("reckon")
        assert game.state.agenda[0].seat == seat
        _on(game, "turn_up_hand", "discard")
        # Two pairs and three nines beat a pair of kings: ante 10 and raise 30. Aces and three queens beat it: 10 and
        # 30, and three queens have a bonus of 2 to 1 besides.
        won = 60_00 if book == FOUR and seat == 2 else 40_00
        assert game.state.players[f"player {seat}"].stack == 1000_00 + won
    assert game.state.agenda[0].do == "discard"


@pytest.mark.parametrize(
    ("first", "entered", "right", "before", "after"),
    [("Ks Qd", "Qd", "9d", "11.H(1)(a)", "11.H(3)(a)"), ("Ks 9d", "9d", "Qd", "11.H(3)(a)", "11.H(1)(a)")],
    ids=["qualifies", "does_not_qualify"],
)
@pytest.mark.clause(f"{MD} 11.H(1)(a)", f"{MD} 11.H(3)(a)")
def test_hands_are_turned_up_by_what_the_corrected_hand_of_the_dealer_is(
    first: str, entered: str, right: str, before: str, after: str
) -> None:
    """On 9s 4c 7h 2c 3d, king and queen make no pair, and king and nine a pair of nines."""
    game = _dealt()
    _on(game, "deal")
    while game.state.agenda[0].do != "turn_up_hand":
        match game.state.agenda[0].do:
            case "decide":
                game.decide(game.state.round.to_act[0], *p.raises(game))
            case "reveal_dealer":
                game.step("reveal_dealer", cards=first)
            case "deal" if game.state.agenda[0].to == "board":
                cards = {3: "9s 4c 7h", 2: "2c 3d"}[game.state.agenda[0].cards]
                game.step("deal", cards=cards)
            case step:
                game.step(step)
    assert p.cited(game, "turn_up_hand") == {f"{MD} {before}"}
    _correct(game, entered, right)
    for hand in ("Ah Kd", "Ac Kc"):
        assert p.cited(game, "turn_up_hand") == {f"{MD} {after}"}
        game.step("turn_up_hand", cards=hand)
        game.perform_until("turn_up_hand" if hand == "Ah Kd" else "discard")


@pytest.mark.parametrize(
    ("book", "clause"),
    [
        pytest.param(MD, f"{MD} 13.A", marks=pytest.mark.clause(f"{MD} 13.A")),
        pytest.param(FOUR, f"{FOUR} 13.A(1)", marks=pytest.mark.clause(f"{FOUR} 13.A(1)", f"{FOUR} 13.A(2)")),
        pytest.param(MA, f"{MA} 12(a)", marks=pytest.mark.clause(f"{MA} 12(a)")),
        pytest.param(GALAXY, f"{MD} 13.A"),
    ],
)
def test_a_card_found_face_up_is_entered_and_turns_up_nowhere_else_in_the_round(book: str, clause: str) -> None:
    game = _dealt(book)
    game.perform_until("deal")
    for detail in ({}, {"card": "9s 4c"}, {"card": ""}):
        p.refused(game, c.Report(c.dealer(), "face_up_card", detail), clause)
    with pytest.raises(MalformedError):
        game.do(c.Report(c.dealer(), "face_up_card", {"card": "9x"}))
    game.do(c.Report(c.dealer("Dee"), "face_up_card", {"card": "3h"}))
    assert game.events[-2:] == [
        happened.IrregularityReported("face_up_card", {"card": "3h"}, "Dee"),
        happened.CardSetAside("3h"),
    ]
    assert there(public_view(game.state)["round"])["set_aside"] == ["3h"]
    _on(game, "turn_up_hand")
    hand = _shown(game, {})
    assert hand is not None
    p.refused(game, c.Do(c.dealer(), "turn_up_hand", hand.replace(hand[:2], "3h")))
    _on(game, "discard")
    game.step("discard")
    assert game.state.last_round.discarded[-1] == ("set aside", "3h")
    assert game.state.last_round.void is None
    scripted = p.with_wagers(book, automations=NONE)
    scripted.deal()
    scripted.perform_until("deal")
    p.refused(scripted, c.Report(c.dealer(), "face_up_card", {"card": "3h"}), clause)


@pytest.mark.clause(f"{MD} 13.B", f"{MA} 12(a)", f"{FOUR} 13.B")
@pytest.mark.parametrize("book", BOOKS)
def test_several_cards_found_face_up_are_all_entered(book: str) -> None:
    game = _dealt(book)
    game.perform_until("deal")
    for detail in ({}, {"cards": "3h"}):
        p.refused(game, c.Report(c.dealer(), "face_up_cards", detail))
    game.do(c.Report(c.dealer(), "face_up_cards", {"cards": "3h 3s"}))
    assert list(map(str, game.state.round.set_aside)) == ["3h", "3s"]
    assert game.state.round.void == "face_up_cards"


def test_a_dealer_corrects_a_card_until_somebody_decides_by_it() -> None:
    game = _dealt()
    game.perform_until("decide")
    for seat in (1, 2):
        game.decide(seat, "check")
    game.step("deal", cards="9s 4c 7d")
    _correct(game, "7d", "7h", c.dealer("Dee"))
    assert game.events[-1] == happened.CardsCorrected("7d", "7h", "misread", "dealer", "Dee")
    assert there(public_view(game.state)["round"])["board"] == ["9s", "4c", "7h"]
    assert (game.state.round.void, game.state.agenda[0].do) == (None, "decide")
    game.decide(1, "check")
    problems = p.refused(game, c.CorrectCards(c.dealer(), "9s", "9c", "misread"))
    assert problems[0].message == "a decision or the settlement depends on 9s: a floorperson has to correct it"
    _correct(game, "9s 4c", "8s 8c")
    _correct(game, "8s 8c", "9s 4c")
    assert there(public_view(game.state)["round"])["board"] == ["9s", "4c", "7h"]
    lines = list(transcript(game.library, game.events))
    at = [place for place, line in enumerate(lines) if "corrects cards" in line]
    assert lines[at[0] : at[0] + 3] == [
        "dealer Dee corrects cards that were entered wrongly; the round continues.",
        "    7d is really 7h",
        "    reason: misread.",
    ]
    assert lines[at[1]] == "floorperson Flo corrects cards that were entered wrongly; the round continues."
    assert lines[at[1] + 1 : at[1] + 3] == ["    9s is really 8s", "    4c is really 8c"]


def test_a_dealers_card_that_was_entered_wrongly_is_reckoned_again_before_anything_is_paid() -> None:
    game = _dealt()
    _on(game, "settle", wrong={"Qd": "Kh"})
    assert {line.result for line in game.state.round.lines} == {"lose"}
    p.refused(game, c.CorrectCards(c.dealer(), "Kh", "Qd", "misread"))
    _correct(game, "Kh", "Qd")
    assert [(step.do, step.seat) for step in game.state.agenda][:2] == [("reckon", 2), ("turn_up_hand", 1)]
    assert game.state.round.lines is None
    _on(game)
    assert game.stacks() == {1: "1040.00", 2: "1040.00"}
    assert game.state.last_round.void is None


def test_what_was_paid_by_a_wrong_card_is_settled_again_on_a_floorpersons_word() -> None:
    """Three kings collect 50.00 from seat 2; the pair of kings that lay there pays 40.00, and so it is at seat 1."""
    game = _dealt()
    _on(game, "announce_hand", wrong={"Qd": "Kh"})
    game.step("announce_hand")
    game.step("settle")
    assert game.state.players["player 2"].stack == 950_00
    game.step("turn_up_hand", cards=HANDS[1])
    _correct(game, "Kh", "Qd")
    assert game.state.players["player 2"].stack == 950_00
    assert [(step.do, step.seat) for step in game.state.agenda][:2] == [("reckon", 2), ("reckon", 1)]
    _on(game)
    assert game.stacks() == {1: "1040.00", 2: "1040.00"}

    paid = _dealt()
    _on(paid, "announce_hand")
    paid.step("announce_hand")
    paid.step("settle")
    assert paid.state.players["player 2"].stack == 1040_00
    _correct(paid, "Qd", "Kh")
    assert paid.state.players["player 2"].stack == 950_00
    _on(paid)
    assert paid.stacks() == {1: "950.00", 2: "950.00"}


def test_chips_that_are_gone_cannot_be_taken_back() -> None:
    game = _dealt()
    _on(game, "announce_hand")
    game.step("announce_hand")
    game.step("settle")
    game.do(c.CashOut(c.player("player 2"), 1000_00))
    problems = p.refused(game, c.CorrectCards(c.floorperson(), "Qd", "Kh", "misread"))
    assert problems[0].message == "player 2 was paid 90.00 for these cards and has 40.00 left"
    _on(game, "turn_up_hand")


def test_a_players_card_changes_nothing_for_those_who_were_settled_before() -> None:
    game = _dealt()
    _on(game, "announce_hand")
    game.step("announce_hand")
    game.step("settle")
    game.step("turn_up_hand", cards="8h 5d")
    game.step("reckon")
    assert [line.result for line in game.state.round.lines if line.seat == 1] == ["lose"] * 3
    _correct(game, "8h 5d", "9h 4d")
    assert game.state.players["player 2"].stack == 1040_00
    assert (game.state.agenda[0].do, game.state.agenda[0].seat) == ("reckon", 1)
    _on(game)
    assert game.stacks() == {1: "1040.00", 2: "1040.00"}


def test_two_hands_that_were_entered_at_each_others_places_are_exchanged() -> None:
    """Pocket nines pay 5 to 1 on 5.00: it is seat 2 that has them."""
    game = _dealt(pocket_bonus=5_00)
    _on(game, "settle", wrong={"9d": "9h", "9c": "4d", "9h": "9d", "4d": "9c"})
    game.step("settle")
    _on(game, "settle", wrong={"9h": "9d", "4d": "9c"})
    _correct(game, "9d 9c 9h 4d", "9h 4d 9d 9c")
    _on(game)
    assert game.stacks() == {1: "1035.00", 2: "1065.00"}


def test_an_award_out_of_a_meter_is_not_taken_back() -> None:
    """A royal flush with two hole cards takes the meter; that it was none is no matter of correcting a card."""
    game = _dealt(progressive=1_00)
    royal = {"9s": "Ah", "4c": "Kh", "7h": "Qh", "9d": "Jh", "9c": "Th", "9h": "8h"}
    _on(game, "discard", wrong=royal)
    assert any(isinstance(event, happened.AwardTaken) for event in game.events)
    p.refused(game, c.CorrectCards(c.floorperson(), "Th", "9c", "misread"))
    _correct(game, "8h", "5s")


def test_a_hand_of_a_void_round_that_is_settled_all_the_same_is_reckoned_again() -> None:
    """A pocket bonus of 5.00: an eight and a five lose it, a pair of nines wins 5 to 1."""
    game = _dealt(pocket_bonus=5_00)
    game.perform_until("decide")
    game.do(c.Report(c.dealer(), "dealer_card_exposed"))
    _on(game, "discard", wrong={"9d": "8h", "9c": "5d"})
    assert game.stacks() == {1: "995.00", 2: "995.00"}
    _correct(game, "8h 5d", "9d 9c")
    _on(game)
    assert game.stacks() == {1: "995.00", 2: "1025.00"}


CHIPS = {
    (MD, "manual_shoe"): "8.C(3)",
    (MD, "hand"): "9.A(3)(b)",
    (MD, "automated"): "10.A(2)(b)(ii)",
    (FOUR, "manual_shoe"): "8.C(2)(b)",
    (FOUR, "hand"): "9.A(4)(b)",
    (FOUR, "automated"): "10.A(3)(b)",
}


@pytest.mark.parametrize(("book", "method"), CHIPS)
@pytest.mark.clause(f"{MD} 8.C(3)", f"{MD} 9.A(3)(b)", f"{MD} 10.A(2)(b)(ii)")
@pytest.mark.clause(f"{FOUR} 8.C(2)(b)", f"{FOUR} 9.A(4)(b)", f"{FOUR} 10.A(3)(b)")
def test_the_dealer_says_how_many_progressive_chips_were_counted(book: str, method: str) -> None:
    """Nobody but the dealer sees them; not even a table that performs every step by itself."""
    game = p.with_wagers(book, method, source="entered", automations=ALL)
    game.deal()
    count = "count_progressive_chips"
    assert game.state.agenda[0].do == count
    clause = f"{book} {CHIPS[book, method]}"
    p.refused(game, c.Do(c.dealer(), count), clause)
    p.refused(game, c.Do(c.dealer(), count, count=3), clause)
    game.do(c.Do(c.dealer("Dee"), count, count=2))
    assert happened.ChipsCounted(2, "Dee") in game.events


@pytest.mark.parametrize(("book", "clause"), [(MD, "8.E"), (FOUR, "8.G"), (MA, "7(f)")])
@pytest.mark.clause(f"{MD} 8.E", f"{FOUR} 8.G", f"{MA} 7(f)")
def test_the_dealer_says_how_many_cards_of_the_stub_were_counted(book: str, clause: str) -> None:
    game = _dealt(book)
    game.do(c.CallStubCount(c.floorperson()))
    _on(game, "count_stub")
    p.refused(game, c.Do(c.dealer(), "count_stub"), f"{book} {clause}")
    game.do(c.Do(c.dealer("Dee"), "count_stub", count=30))
    assert game.events[-1] == happened.StubCounted(30, "Dee")
    assert game.state.agenda[0].do == "resolve_stub"


DEVICES = {
    (MD, "manual_shoe", "automatic_counting"): "5.E(1)",
    (MD, "hand", "automatic_counting"): "5.E(1)",
    (MD, "automated", "reshuffling"): "5.E(1)",
    (FOUR, "manual_shoe", "automatic_counting"): "5.B(1)",
    (FOUR, "hand", "automatic_counting"): "5.B(1)",
    (FOUR, "automated", "reshuffling"): "5.B(1)",
    (MA, "manual_shoe", "automatic_counting"): "7(g)",
    (MA, "hand", "automatic_counting"): "8(f)",
    (MA, "automated", "automatic_counting"): "9(f)",
}


@pytest.mark.parametrize("automations", [ALL, NONE], ids=["all", "none"])
@pytest.mark.parametrize("way", DEVICES, ids="-".join)
@pytest.mark.clause(f"{MD} 5.E", f"{MD} 5.E(1)", f"{MD} 5.E(2)", f"{FOUR} 5.B", f"{FOUR} 5.B(1)", f"{FOUR} 5.B(2)")
@pytest.mark.clause(f"{MA} 7(g)", f"{MA} 8(f)", f"{MA} 9(f)")
def test_the_dealer_says_how_many_cards_the_shuffler_counted(way: tuple[str, str, str], automations: Any) -> None:
    """The device shows it to the dealer alone; not even a table that performs every step by itself says it."""
    book, method, shuffler = way
    game = Game(p.rules_of(book, method, shuffler=shuffler), source="entered", automations=automations)
    game.sit(1)
    game.perform_until("shuffle")
    for by in (c.dealer(), c.device()):
        problems = p.refused(game, c.Do(by, "shuffle"), f"{book} {DEVICES[way]}")
        assert problems[0].message == "say how many cards the shuffler counted"
    assert not any(isinstance(event, happened.Shuffled) for event in game.events)
    game.do(c.Do(c.dealer("Dee"), "shuffle", count=52))
    assert happened.Shuffled(0, 52, "Dee") in game.events
    assert not game.state.decks[0].removed

    game = Game(p.rules_of(book, method, shuffler=shuffler), source="entered", automations=automations)
    game.sit(1)
    game.perform_until("shuffle")
    game.do(c.Do(c.dealer("Dee"), "shuffle", count=51))
    removed = happened.DeckRemoved(0, "shuffler_count", "the shuffler counts 51 cards")
    assert game.events[-2:] == [happened.Shuffled(0, 51, "Dee"), removed]
    assert game.state.agenda[0].do == "receive_deck"


@pytest.mark.clause(f"{MD} 5.E(1)", f"{FOUR} 5.B(1)")
@pytest.mark.parametrize(("book", "clause"), [(MD, "5.E(1)"), (FOUR, "5.B(1)")])
def test_a_shuffle_that_is_ordered_late_is_not_dealt_over_without_its_count(book: str, clause: str) -> None:
    game = p.with_wagers(book, "manual_shoe", shuffler="automatic_counting", source="entered", automations=NONE)
    game.do(c.OrderReshuffle(c.floorperson("Flo"), "to be sure"))
    p.refused(game, c.DealRound(c.dealer()), f"{book} {clause}")
    assert isinstance(game.events[-1], happened.ReshuffleOrdered)
    game.step("shuffle", count=52)
    game.deal()
    assert game.state.round.closed


@pytest.mark.parametrize("shuffler", ["manual", "automatic"])
@pytest.mark.parametrize("book", BOOKS)
def test_nobody_is_asked_for_the_count_of_a_shuffle_that_counts_nothing(book: str, shuffler: str) -> None:
    game = Game(p.rules_of(book, "manual_shoe", shuffler=shuffler), source="entered", automations=NONE)
    game.sit(1)
    game.perform_until("shuffle")
    p.refused(game, c.Do(c.dealer(), "shuffle", count=52))
    game.do(c.Do(c.dealer("Dee"), "shuffle"))
    assert game.events[-1] == happened.Shuffled(0, None, "Dee")


@pytest.mark.clause(f"{FOUR} 11.D(10)(d)(ii)")
def test_the_documents_of_an_award_stay_due_when_another_hand_is_corrected() -> None:
    game = _dealt(FOUR, progressive=1_00)
    # Player 2 has four queens, which win a tenth of the meter or more; player 1's six is entered as a seven.
    _on(game, "validate_progressive", wrong={"8c": "Qc"})
    game.do(c.Do(c.floorperson(), "validate_progressive", from_inventory=False))
    _on(game, "complete_paperwork", wrong={"6d": "7d"})
    _correct(game, "7d", "6d")
    steps = [(step.do, step.seat) for step in game.state.agenda]
    assert steps[0] == ("reckon", 1)
    assert steps[-2:] == [("complete_paperwork", 2), ("discard", None)]
    _on(game, "complete_paperwork")
    game.step("complete_paperwork")
    assert [step.do for step in game.state.agenda] == ["discard"]


def test_what_cannot_be_corrected() -> None:
    game = _dealt()
    _on(game, "reveal_dealer")
    floor = c.floorperson()
    for entered, right, message in (
        ("Ah", "Ad", "Ah was not entered in this round"),
        ("9s", "4c", "4c already lies on the table"),
        ("9s", "9s", "9s is what was entered"),
        ("9s 4c", "Ah", "2 cards were entered wrongly, and 1 are given for them"),
        ("", "", "0 cards were entered wrongly, and 0 are given for them"),
    ):
        (problem,) = p.refused(game, c.CorrectCards(floor, entered, right, "misread"))
        assert problem.message == message
    p.refused(game, c.CorrectCards(floor, "9s", "9c", " "))
    p.refused(game, c.CorrectCards(c.player("player 1"), "9s", "9c", "misread"))
    with pytest.raises(MalformedError):
        game.do(c.CorrectCards(floor, "9s", "9x", "misread"))
    scripted = p.with_wagers(MD, automations=NONE)
    p.refused(scripted, c.CorrectCards(floor, "9s", "9c", "misread"))
    idle: Any = p.Game(p.rules_of(MD), source="entered")
    p.refused(idle, c.CorrectCards(floor, "9s", "9c", "misread"))


def test_read_back_a_corrected_round_is_the_same() -> None:
    game = _dealt()
    _on(game, "announce_hand", wrong={"Qd": "Kh"})
    game.step("announce_hand")
    game.step("settle")
    _correct(game, "Kh", "Qd")
    read = [read_event(event.type, event.to_data()) for event in game.events]
    assert dump(fold(game.library, read)) == dump(game.state)


@pytest.mark.parametrize("book", [MD, MA, FOUR, GALAXY])
@pytest.mark.parametrize("source", ["entered", "scripted"])
def test_a_report_says_nothing_that_would_not_be_obeyed(book: str, source: str) -> None:
    """A detail that has no meaning is refused, and nothing is recorded; a note always may be added."""
    game = p.with_wagers(book, automations=NONE, source=source)
    game.deal()
    game.perform_until("deal")
    for _ in range(4):
        game.step(game.state.agenda[0].do)
    for name, detail in (
        ("dealer_card_exposed", {"card": "Kd"}),
        ("dealer_card_exposed", {"place": 1, "seat": 1}),
        ("wrong_number_of_cards", {"seat": 1}),
        ("card_drawn_in_error", {"card": "Kd"}),
        ("player_or_community_card_exposed", {"card": "Kd"}),
        ("player_or_community_card_exposed", {"seat": 5}),
        ("player_or_community_card_exposed", {"seat": "1"}),
        ("device_out_of_order", {"device": "shoe", "made": "covered", "note": "smoke"}),
    ):
        p.refused(game, c.Report(c.dealer(), name, detail))
    with pytest.raises(MalformedError):
        game.do(c.Report(c.dealer(), "wrong_number_of_cards", {"note": 3}))
    (event,) = game.do(c.Report(c.dealer(), "player_or_community_card_exposed", {"seat": 2, "note": "it fell"}))
    kept: dict[str, int | bool | str] = {"seat": 2, "note": "it fell", "ruling": True}
    assert event == happened.IrregularityReported("player_or_community_card_exposed", kept, "dealer")


def _with_awards(hands: dict[int, str]) -> Game:
    """Three players of Four Card Poker at a physical table have an ante and a progressive wager."""
    rules = p.rules_of(FOUR)
    game = Game(rules, source="entered", automations=ALL, meter="10000.00")
    game.sit(len(hands))
    while game.state.round is None:
        game.step(game.state.agenda[0].do)
    game.table.automations = NONE
    for seat in hands:
        game.wager(seat, {"ante": 10_00, "progressive": 1_00})
        if seat not in game.state.round.accepted:
            game.do(c.Acknowledge(c.device(), seat))
    game.deal()
    return game


def _settle_on(game: Game, hands: dict[int, str], until: tuple[str, int | None]) -> None:
    """Every step up to this one, with what each hand is entered as."""
    while (game.state.agenda[0].do, game.state.agenda[0].seat) != until:
        step = game.state.agenda[0]
        if step.do == "decide":
            game.decide(game.state.round.to_act[0], "play", 10_00)
        elif step.do == "turn_up_hand":
            game.step(step.do, cards=hands[step.seat])
        elif step.do == "deal" and step.face_up:
            game.step(step.do, cards="2s")
        elif step.do == "reveal_dealer":
            game.step(step.do, cards="Kd Ks 7c 5h 3d")
        elif step.do == "turn_up_extra":
            game.step(step.do, cards="9c")
        else:
            game.step(step.do, cards=None)


@pytest.mark.clause(f"{FOUR} 11.D(10)(c)")
def test_an_award_that_is_only_validated_can_be_corrected() -> None:
    """Four aces win the whole meter, which is validated; then one of them turns out to be a queen."""
    hands = {1: "9h 8d 6s 4d 2c", 2: "Ah Ad Ac As 4s"}
    game = _with_awards(hands)
    _settle_on(game, hands, ("pay_progressive", 2))
    assert game.state.round.not_from_inventory == {2}
    _correct(game, "As", "Qs")
    assert (game.state.agenda[0].do, game.state.agenda[0].seat) == ("reckon", 2)
    _settle_on(game, hands, ("discard", None))
    assert not any(isinstance(event, happened.AwardTaken) for event in game.events)
    assert [meter.displayed for meter in game.meters.values()] == [10_000 + 2 * game.rules.meters["progressive"].rate]


@pytest.mark.clause(f"{FOUR} 11.D(10)(d)(ii)", f"{FOUR} 11.D(10)(e)")
def test_the_documents_of_an_award_stay_due_when_a_hand_that_earned_it_envy_is_corrected() -> None:
    """Seat 3 has been paid the whole meter; seat 2's four kings, which earn it envy, are none."""
    hands = {1: "9h 8d 6s 4d 2h", 2: "Qh Qd Qc Qs 4h", 3: "Ah Ad Ac As 4s"}
    game = _with_awards(hands)
    _settle_on(game, hands, ("validate_progressive", 2))
    _correct(game, "Qs", "Js")
    steps = [(step.do, step.seat) for step in game.state.agenda]
    assert steps[0] == ("reckon", 2)
    assert ("complete_paperwork", 3) in steps
    _settle_on(game, hands, ("complete_paperwork", 3))


@pytest.mark.clause(f"{FOUR} 11.D(10)(e)")
def test_a_hand_whose_envy_went_to_the_winner_of_the_meter_can_be_corrected() -> None:
    hands = {1: "9h 8d 6s 4d 2h", 2: "Qh Qd Qc Qs 4h", 3: "Ah Ad Ac As 4s"}
    game = _with_awards(hands)
    _settle_on(game, hands, ("turn_up_hand", 1))
    paid = [line for line in game.state.round.lines if line.wager == "envy" and line.seat == 3]
    assert len(paid) == 1
    _correct(game, "Qs", "Js")
    assert not [line for line in game.state.round.lines if line.wager == "envy" and line.seat == 3]
    p.refused(game, c.CorrectCards(c.floorperson(), "As", "Ks", "misread"))
