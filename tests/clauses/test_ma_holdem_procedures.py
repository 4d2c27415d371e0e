"""Massachusetts Heads Up Hold'em, sections 2 to 10 and 12: what the table enforces, performs and records."""

import pytest

from clauses import decks
from clauses import irregularities as wrong
from clauses import procedures as p
from pitbook.cli.rulebooks import show
from pitbook.table import NONE, dealer_view, player_view, public_view
from pitbook.table import commands as c
from pitbook.table import events as happened
from table.looking import there
from table.play import MA, Game, rules_of

CUT = [
    ("place_cover_card", "dealer"),
    ("cut_onto_cover_card", "dealer"),
    ("rest_on_top", "dealer"),
    ("cover_card_to_rack", "dealer"),
]


def _cite(clause: str) -> str:
    return f"{MA} {clause}"


@pytest.mark.clause("ma-heads-up-holdem 2(a)")
def test_one_deck() -> None:
    rules = rules_of(MA)
    two = c.OpenTable(c.floorperson(), "T", rules.digest, "virtual", ("red", "blue"))
    p.refused(Game(rules, opened=False), two, _cite("2(a)"))


@pytest.mark.clause(*(f"ma-heads-up-holdem {one}" for one in ("2(b)(2)", "2(b)(4)", "2(b)(5)", "3(d)")))
def test_two_decks_take_turns() -> None:
    decks.check_two_decks(MA, _cite("2(b)(2)"))


@pytest.mark.clause("ma-heads-up-holdem 2(b)(3)")
def test_the_other_deck_is_in_the_shuffler() -> None:
    decks.check_other_deck_in_the_shuffler(MA)


@pytest.mark.clause("ma-heads-up-holdem 3(a)", "ma-heads-up-holdem 3(b)", "ma-heads-up-holdem 3(c)")
def test_new_cards_are_opened_in_order() -> None:
    decks.check_opening(
        MA,
        {
            "inspect": _cite("3(a)"),
            "verify_inspection": _cite("3(b)"),
            "spread_face_up": _cite("3(b)"),
            "first_player_inspects": _cite("3(c)"),
            "turn_face_down": _cite("3(c)"),
            "wash": _cite("3(c)"),
            "stack": _cite("3(c)"),
            "shuffle": _cite("3(c)"),
            "place_cover_card": _cite("4(c)(1)(i)"),
            "cut_onto_cover_card": _cite("4(c)(1)(ii)"),
            "rest_on_top": _cite("4(c)(1)(iii)"),
            "cover_card_to_rack": _cite("4(c)(1)(iv)"),
        },
        CUT,
    )


@pytest.mark.clause("ma-heads-up-holdem 4(a)")
def test_shuffled_after_each_round_into_one_stack() -> None:
    decks.check_shuffled_after_each_round(MA, _cite("4(a)"))
    p.refused(p.seated(MA), c.OrderReshuffle(c.floorperson(), "to be sure"))


@pytest.mark.clause("ma-heads-up-holdem 4(b)(1)")
def test_no_cut_after_an_automated_shuffle() -> None:
    decks.check_no_cut_with_a_shuffler(MA)


@pytest.mark.clause("ma-heads-up-holdem 7(g)", "ma-heads-up-holdem 8(f)", "ma-heads-up-holdem 9(f)")
def test_a_wrong_count_of_the_shuffler_removes_the_deck() -> None:
    decks.check_counting_shuffler(MA, _cite("7(g)"))


@pytest.mark.clause("ma-heads-up-holdem 4(c)", "ma-heads-up-holdem 4(c)(1)", "ma-heads-up-holdem 4(d)")
@pytest.mark.clause(*(f"ma-heads-up-holdem 4(c)(1)({one})" for one in ("i", "ii", "iii", "iv")))
def test_cut_at_least_ten_cards_deep_and_recut_on_order() -> None:
    decks.check_cut(MA, _cite("4(c)(1)(ii)"), _cite("4(d)"), "cut_onto_cover_card")
    decks.check_cut_of_virtual_deck(MA)


@pytest.mark.clause("ma-heads-up-holdem 4(c)(2)", "ma-heads-up-holdem 7(a)")
def test_the_cut_deck_is_dealt_from_the_shoe() -> None:
    decks.check_cut_deck_into_the_shoe(MA, _cite("7(a)"), _cite("4(c)(2)"))


@pytest.mark.clause("ma-heads-up-holdem 6(a)")
def test_wagers_are_chips_and_the_book_is_shown_to_know_coupons(capsys: pytest.CaptureFixture[str]) -> None:
    """Only chips are wagered here; that a match play coupon may lie with them is said where the book is shown."""
    p.check_chips_only(MA, _cite("6(a)"))
    p.check_no_words_and_no_cash(MA)
    show(MA)
    (line,) = [line for line in capsys.readouterr().out.splitlines() if "match-play coupons" in line]
    assert "may accompany a wager" in line
    assert "6(a)" in line


@pytest.mark.clause("ma-heads-up-holdem 6(b)", "ma-heads-up-holdem 7(b)")
def test_nothing_after_no_more_bets() -> None:
    p.check_nothing_after_no_more_bets(MA, _cite("6(b)"), _cite("6(b)"))


@pytest.mark.clause("ma-heads-up-holdem 6(e)")
def test_seated_players_wager_and_stay() -> None:
    p.check_seated_players_only(MA, _cite("6(e)"))
    p.check_leaving(MA, [])
    p.check_settlement_waits_for_the_ruling(MA, None)
    p.check_leaving_is_recorded(MA, _cite("6(e)"))


BEFORE = {
    "manual_shoe": {"place_in_shoe": "7(a)", "no_more_bets": "7(b)"},
    "hand": {"take_deck_in_hand": "8(b)(2)", "no_more_bets": "8(b)(3)"},
    "automated": {"place_in_shoe": "9(b)(1)", "no_more_bets": "9(b)(2)"},
}


@pytest.mark.parametrize("method", BEFORE)
@pytest.mark.clause(
    *(f"ma-heads-up-holdem {one}" for one in ("7(b)", "8(b)", "8(b)(2)", "8(b)(3)", "9(b)", "9(b)(1)", "9(b)(2)"))
)
def test_before_the_first_card(method: str) -> None:
    p.check_before_the_deal(MA, method, {step: _cite(clause) for step, clause in BEFORE[method].items()})


@pytest.mark.parametrize("method", ["manual_shoe", "hand"])
@pytest.mark.clause(*(f"ma-heads-up-holdem 7(d){one}" for one in ("", "(1)", "(3)")))
@pytest.mark.clause(*(f"ma-heads-up-holdem 8(c){one}" for one in ("", "(1)", "(3)")))
@pytest.mark.clause(*(f"ma-heads-up-holdem {one}" for one in ("7(e)", "8(a)", "8(d)", "10(c)", "10(e)", "10(g)")))
def test_dealt_card_by_card_with_the_board_as_needed(method: str) -> None:
    game = p.with_wagers(MA, method, "as_needed", automations=NONE)
    game.deal()
    one = [("player", 1, 1, False), ("player", 2, 1, False), ("dealer", None, 1, False)]
    assert p.dealt(game) == [*one, *one, ("board", None, 3, True), ("board", None, 2, True)]
    names = [do for do, _ in p.agenda(game)]
    stub = ["remove_stub", "stub_to_rack"] if method == "manual_shoe" else ["stub_to_rack"]
    assert names[names.index("decide") :][: 4 + len(stub)] == ["decide", "deal", "decide", "deal", *stub]
    shoe = method == "manual_shoe"
    cards = ("7(d)(1)", "7(d)(3)") if shoe else ("8(b)(3)", "8(c)(1)", "8(c)(3)")
    assert p.cited(game, "deal", "player") == {_cite(clause) for clause in (*cards, "10(c)")}
    assert p.cited(game, "deal", "board") == {_cite("10(c)"), _cite("10(e)"), _cite("10(g)")}
    assert _cite("7(e)" if shoe else "8(d)") in p.cited(game, "stub_to_rack")
    if shoe:
        assert p.cited(game, "remove_stub") == {_cite("7(e)")}
    p.check_dealt_as_planned(game)


@pytest.mark.parametrize(
    ("method", "cards", "stub"),
    [("manual_shoe", "7(d)", ["remove_stub", "stub_to_rack"]), ("hand", "8(c)", ["stub_to_rack"])],
)
@pytest.mark.clause(*(f"ma-heads-up-holdem {one}" for one in ("7(e)", "8(d)", "10(c)")))
def test_the_board_is_dealt_first_and_face_down_unless_the_house_chooses_otherwise(
    method: str, cards: str, stub: list[str]
) -> None:
    """All cards lie before the first decision, so the stub leaves then, and is counted then when that is due."""
    game = p.with_wagers(MA, method, automations=NONE)
    assert game.rules.order.name == "board_first"
    game.do(c.CallStubCount(c.floorperson()))
    game.deal()
    one = [("player", 1, 1, False), ("player", 2, 1, False), ("dealer", None, 1, False)]
    up = [("board", None, 3, False), ("board", None, 2, False)]
    assert p.dealt(game) == [("board", None, 5, False), *one, *one, *up]
    in_hand = {_cite("8(b)(3)")} if method == "hand" else set()
    assert p.cited(game, "deal", "board") == {_cite("10(c)"), *in_hand}
    assert p.cited(game, "deal", "player") == {_cite(f"{cards}(1)"), _cite(f"{cards}(3)"), _cite("10(c)"), *in_hand}
    assert p.cited(game, "turn_up") == {_cite("10(c)"), _cite("10(e)"), _cite("10(g)")}
    game.step("deal")
    for view in (public_view(game.state), player_view(game.state, "player 1"), dealer_view(game.state)):
        assert there(view["round"])["board"] == ["hidden"] * 5
    game.perform_until(stub[0] if len(stub) > 1 else "count_stub")
    counted = [*stub[:-1], "count_stub", stub[-1]]
    assert [do for do, _ in p.agenda(game)][: len(counted) + 1] == [*counted, "decide"]
    assert _cite("7(f)(1)") in p.cited(game, "stub_to_rack")
    game.perform_until("decide")
    assert game.events[-2:] == [
        happened.StubCounted(52 - 5 - 6, "dealer"),
        happened.Performed(("stub_to_rack",), "dealer"),
    ]
    board = ["9s", "4c", "7h", "2c", "Kd"]
    for shown in (0, 3, 5):
        assert there(public_view(game.state)["round"])["board"] == [*board[:shown], *["hidden"] * (5 - shown)]
        if shown < 5:
            for seat in (1, 2):
                game.decide(seat, "check")
            game.step("turn_up")


@pytest.mark.parametrize(("method", "section"), [("manual_shoe", "7(d)"), ("hand", "8(c)")])
@pytest.mark.clause(*(f"ma-heads-up-holdem {one}" for one in ("7(d)(2)", "7(d)(4)", "8(c)(2)", "8(c)(4)")))
def test_each_card_of_the_dealers_goes_under_a_cover_card(method: str, section: str) -> None:
    game = p.with_wagers(MA, method, "as_needed", automations=NONE)
    game.deal()
    for place in ("(2)", "(4)"):
        for _ in range(3):
            game.step("deal")
        p.refused(game, c.Do(c.dealer(), "deal" if place == "(2)" else "decide"), _cite(section + place))
        game.step("cover_dealer_cards")
    assert game.state.agenda[0].do == "decide"
    covered = [event for event in game.events if getattr(event, "steps", ()) == ("cover_dealer_cards",)]
    assert len(covered) == 2


@pytest.mark.clause("ma-heads-up-holdem 9(c)")
def test_the_dealers_stack_is_covered_in_the_shoe_before_it_is_delivered() -> None:
    game = p.with_wagers(MA, "automated", automations=NONE)
    game.deal()
    steps = [(step.do, step.to, step.clauses) for step in game.state.agenda][:5]
    assert [(do, to) for do, to, _ in steps] == [
        ("deal", "board"),
        ("deal", "player"),
        ("deal", "player"),
        ("cover_dealer_cards", None),
        ("deal", "dealer"),
    ]
    assert steps[3][2] == (_cite("9(c)"),)


@pytest.mark.clause(*(f"ma-heads-up-holdem {one}" for one in ("9(a)", "9(c)", "9(d)", "10(c)", "10(e)", "10(g)")))
def test_dealt_from_an_automated_shoe_the_board_first() -> None:
    game = p.with_wagers(MA, "automated", automations=NONE)
    game.deal()
    two = [("player", 1, 2, False), ("player", 2, 2, False), ("dealer", None, 2, False)]
    up = [("board", None, 3, False), ("board", None, 2, False)]
    assert p.dealt(game) == [("board", None, 5, False), *two, *up]
    names = [do for do, _ in p.agenda(game)]
    after = ["remove_stub", "stub_to_rack", "decide", "turn_up", "decide", "turn_up", "decide"]
    assert names[names.index("remove_stub") :][:7] == after
    for to in ("board", "player", "dealer"):
        assert _cite("9(c)") in p.cited(game, "deal", to)
    assert {_cite("10(e)"), _cite("10(g)")} <= p.cited(game, "turn_up")
    assert p.cited(game, "remove_stub") == p.cited(game, "stub_to_rack") == {_cite("9(d)")}
    p.check_dealt_as_planned(game)


@pytest.mark.clause("ma-heads-up-holdem 10(d)", "ma-heads-up-holdem 10(f)", "ma-heads-up-holdem 10(h)")
def test_raises_of_one_two_or_three_antes() -> None:
    game = p.with_wagers(MA)
    game.deal()
    p.refused(game, c.Decide(c.player("player 1"), 1, "raise", 40_00), _cite("10(d)"))
    p.refused(game, c.Decide(c.player("player 1"), 1, "raise"), _cite("10(d)"))
    game.decide(1, "raise", 20_00)
    game.decide(2, "check")
    p.refused(game, c.Decide(c.player("player 2"), 2, "raise", 30_00), _cite("10(f)"))
    game.decide(2, "raise", 10_00)
    assert game.state.last_round.wagers[2]["raise"] == 10_00


@pytest.mark.clause("ma-heads-up-holdem 12(a)")
def test_one_card_face_up_is_set_aside_and_a_second_one_voids_the_round() -> None:
    """Pocket bonuses go back too, though all first cards lie."""
    wrong.check_one_face_up(MA, ["9s"], "9h")
    game = wrong.report(MA, "face_up_card", "manual_shoe", "as_needed", dealt_cards=0)
    p.step_on(game, "decide")
    game.decide(1, "check")
    game.decide(2, "check")
    game.do(c.Report(c.dealer(), "face_up_card"))
    assert game.state.round.void == "face_up_cards"
    wrong.check_reshuffled(game, _cite("12(a)"), _cite("12(a)"))


@pytest.mark.parametrize(
    ("irregularity", "clause"),
    [
        pytest.param("face_up_card", "12(a)", marks=pytest.mark.clause(f"{MA} 12(a)")),
        pytest.param("wrong_number_of_cards", "12(c)", marks=pytest.mark.clause(f"{MA} 12(c)")),
        pytest.param("dealer_card_exposed", "12(d)", marks=pytest.mark.clause(f"{MA} 12(d)")),
    ],
)
def test_before_any_card_is_dealt_none_is_out_of_order(irregularity: str, clause: str) -> None:
    wrong.check_not_before_the_deal(MA, irregularity, _cite(clause))


@pytest.mark.clause("ma-heads-up-holdem 12(b)")
def test_a_card_drawn_in_error_is_the_next_card() -> None:
    wrong.check_drawn_in_error(MA, _cite("12(b)"), ["9h 4d", "9d 9c"])


@pytest.mark.clause("ma-heads-up-holdem 12(c)", "ma-heads-up-holdem 12(d)", "ma-heads-up-holdem 12(f)")
def test_void_rounds_give_everything_back() -> None:
    wrong.check_void_and_reshuffled(MA, "wrong_number_of_cards", _cite("12(c)"), _cite("12(c)"))
    wrong.check_void_and_reshuffled(MA, "dealer_card_exposed", _cite("12(d)"), _cite("12(d)"), dealt_cards=4, place=1)
    wrong.check_void_and_reshuffled(MA, "shoe_jam", _cite("12(f)"), _cite("12(f)"), "automated", out=_cite("12(f)"))
