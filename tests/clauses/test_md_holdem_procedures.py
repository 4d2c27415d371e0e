"""Maryland Heads-Up Hold'em, chapters 2 to 11 and 13: what the table enforces, performs and records."""

import pytest

from clauses import decks
from clauses import irregularities as wrong
from clauses import procedures as p
from pitbook.table import NONE, player_view
from pitbook.table import commands as c
from pitbook.table import events as happened
from settlement import choices
from table.looking import there
from table.play import MD, Game, rules_of

CUT = [("insert_cover_card", "dealer"), ("move_cut_cards_to_bottom", "dealer")]


def _cite(clause: str) -> str:
    return f"{MD} {clause}"


@pytest.mark.clause("md-heads-up-holdem 2.C", "md-heads-up-holdem 2.C(1)", "md-heads-up-holdem 2.C(2)")
@pytest.mark.clause("md-heads-up-holdem 7.F(4)(b)", "md-heads-up-holdem 8.C(2)")
def test_progressive_wagers_are_acknowledged_and_locked_out() -> None:
    p.check_lock_out(MD, _cite("2.C(1)"), _cite("2.C(2)"))


@pytest.mark.clause("md-heads-up-holdem 3.A", "md-heads-up-holdem 3.A(1)")
def test_one_deck() -> None:
    rules = rules_of(MD)
    game = Game(rules, opened=False)
    two = c.OpenTable(c.floorperson(), "T", rules.digest, "virtual", ("red", "blue"))
    p.refused(game, two, _cite("3.A(1)"))


@pytest.mark.clause(*(f"md-heads-up-holdem {one}" for one in ("3.B(2)", "3.B(4)", "3.B(5)", "4.E")))
def test_two_decks_take_turns() -> None:
    decks.check_two_decks(MD, _cite("3.B(2)"))


@pytest.mark.clause("md-heads-up-holdem 3.B(3)")
def test_the_other_deck_is_in_the_shuffler() -> None:
    decks.check_other_deck_in_the_shuffler(MD)


@pytest.mark.clause("md-heads-up-holdem 3.C", "md-heads-up-holdem 3.C(1)")
def test_by_hand_a_deck_is_changed_after_four_hours() -> None:
    decks.check_clock(MD, "hand", 4, _cite("3.C(1)"))
    decks.check_clock_at_the_first_card(MD, "hand", 4, _cite("3.C(1)"))


@pytest.mark.clause("md-heads-up-holdem 3.C", "md-heads-up-holdem 3.C(2)")
@pytest.mark.parametrize("method", ["manual_shoe", "automated"])
def test_from_a_shoe_a_deck_is_changed_after_eight_hours(method: str) -> None:
    decks.check_clock(MD, method, 8, _cite("3.C(2)"))
    decks.check_clock_at_the_first_card(MD, method, 8, _cite("3.C(2)"))


@pytest.mark.clause(
    *(f"md-heads-up-holdem {one}" for one in ("4.A", "4.B", "4.C", "4.C(1)", "4.C(2)", "4.C(3)", "4.D"))
)
@pytest.mark.clause("md-heads-up-holdem 5.A", "md-heads-up-holdem 5.A(1)")
def test_new_cards_are_opened_in_order() -> None:
    decks.check_opening(
        MD,
        {
            "inspect": _cite("4.A"),
            "verify_inspection": _cite("4.A"),
            "spread_face_up": _cite("4.B"),
            "first_player_inspects": _cite("4.C"),
            "turn_face_down": _cite("4.C(1)"),
            "wash": _cite("4.C(2)"),
            "stack": _cite("4.C(3)"),
            "shuffle": _cite("4.D"),
            "insert_cover_card": _cite("5.F"),
        },
        CUT,
    )


@pytest.mark.clause("md-heads-up-holdem 5.A(2)", "md-heads-up-holdem 5.B")
def test_shuffled_after_each_round_into_one_stack() -> None:
    decks.check_shuffled_after_each_round(MD, _cite("5.A(2)"))
    decks.check_shuffled_after_each_round(MD, _cite("5.B"))


@pytest.mark.clause("md-heads-up-holdem 5.A(3)")
def test_shuffled_when_a_floorperson_says_so() -> None:
    decks.check_reshuffle_on_order(MD, _cite("5.A(3)"))


@pytest.mark.clause("md-heads-up-holdem 5.D(1)")
def test_no_cut_after_an_automated_shuffle() -> None:
    decks.check_no_cut_with_a_shuffler(MD)


@pytest.mark.clause("md-heads-up-holdem 5.E", "md-heads-up-holdem 5.E(1)", "md-heads-up-holdem 5.E(2)")
def test_a_wrong_count_of_the_shuffler_removes_the_deck() -> None:
    decks.check_counting_shuffler(MD, _cite("5.E(1)"))


@pytest.mark.clause("md-heads-up-holdem 5.F", "md-heads-up-holdem 5.G")
def test_cut_at_least_ten_cards_deep_and_recut_on_order() -> None:
    decks.check_cut(MD, _cite("5.F"), _cite("5.G"), "insert_cover_card")


@pytest.mark.clause("md-heads-up-holdem 5.F(1)")
def test_the_cards_above_the_cut_go_to_the_bottom() -> None:
    decks.check_cut_of_virtual_deck(MD)


@pytest.mark.clause("md-heads-up-holdem 5.F(2)", "md-heads-up-holdem 8.B")
def test_the_cut_deck_goes_into_the_shoe_before_play() -> None:
    decks.check_cut_deck_into_the_shoe(MD, _cite("8.B"), _cite("5.F(2)"))


@pytest.mark.clause("md-heads-up-holdem 5.I")
def test_a_device_that_reshuffles_needs_no_cut_and_no_spread() -> None:
    game = Game(rules_of(MD, "automated", "board_first"), source="virtual", automations=NONE)
    assert p.agenda(game) == [*p.OPENING, ("shuffle", "device"), ("open_round", "dealer")]
    game.perform_until("open_round")
    p.refused(game, c.GoIdle(c.dealer()), _cite("5.I"))
    p.refused(game, c.OrderRecut(c.floorperson(), "uneven"), _cite("5.I"))


@pytest.mark.clause("md-heads-up-holdem 7.A", "md-heads-up-holdem 7.B")
def test_wagers_are_chips() -> None:
    p.check_chips_only(MD, _cite("7.A"))
    p.check_chips_only(MD, _cite("7.B"))
    p.check_no_words_and_no_cash(MD)


@pytest.mark.clause("md-heads-up-holdem 7.C")
def test_only_seated_players_wager() -> None:
    p.check_seated_players_only(MD, _cite("7.C"))


@pytest.mark.clause("md-heads-up-holdem 7.C(1)", "md-heads-up-holdem 7.C(2)")
def test_wagers_of_a_player_who_leaves() -> None:
    p.check_leaving(MD, [_cite("7.C(2)")])
    p.check_settlement_waits_for_the_ruling(MD, _cite("7.C(2)"))
    p.check_leaving_is_recorded(MD, _cite("7.C(1)"))


@pytest.mark.clause("md-heads-up-holdem 7.C(2)", "md-heads-up-holdem 11.J(2)(e)(i)")
@pytest.mark.parametrize("abandoned", [False, True])
def test_a_hand_earns_envy_although_its_player_left_unless_its_wagers_are_abandoned(abandoned: bool) -> None:
    """Player 2 raises with what becomes a royal flush, which earns $100 in table J."""
    game = Game(choices.rules_of(MD, {"paytables": {"progressive": "J"}}))
    game.deck = p.stacked(game.rules, ["5c 6d", "Ah Kh"], "3s 4s", "Qh Jh Th 2c 2d")
    p.check_envy_for_a_holder_who_left(game, p.MAIN, p.MAIN, 100_00, abandoned=abandoned)


@pytest.mark.clause("md-heads-up-holdem 7.D", "md-heads-up-holdem 7.E")
def test_nothing_after_no_more_bets() -> None:
    p.check_nothing_after_no_more_bets(MD, _cite("7.D"), _cite("7.E"))
    game = p.seated(MD, automations=NONE)
    p.refused(game, c.Do(c.dealer(), "deal"))


BEFORE = {
    "manual_shoe": {
        "place_in_shoe": "8.B",
        "no_more_bets": "8.C(1)",
        "lock_out_progressive": "8.C(2)",
        "collect_progressive_chips": "8.C(3)",
        "count_progressive_chips": "8.C(3)",
        "chips_to_inventory": "8.C(4)",
    },
    "hand": {
        "take_deck_in_hand": "9.A(2)",
        "no_more_bets": "9.A(3)",
        "lock_out_progressive": "9.A(3)(a)",
        "collect_progressive_chips": "9.A(3)(b)",
        "count_progressive_chips": "9.A(3)(b)",
        "chips_to_inventory": "9.A(3)(c)",
    },
    "automated": {
        "place_in_shoe": "10.A(1)",
        "no_more_bets": "10.A(2)(a)",
        "lock_out_progressive": "10.A(2)(b)(i)",
        "collect_progressive_chips": "10.A(2)(b)(ii)",
        "count_progressive_chips": "10.A(2)(b)(ii)",
        "chips_to_inventory": "10.A(2)(b)(iii)",
    },
}


@pytest.mark.parametrize("method", BEFORE)
@pytest.mark.clause(*(f"md-heads-up-holdem {one}" for one in ("8.B", "8.C", "8.C(1)", "8.C(3)", "8.C(4)")))
@pytest.mark.clause(*(f"md-heads-up-holdem {one}" for one in ("9.A", "9.A(2)", "9.A(3)")))
@pytest.mark.clause(*(f"md-heads-up-holdem 9.A(3)({one})" for one in "abc"))
@pytest.mark.clause(*(f"md-heads-up-holdem 10.A{one}" for one in ("", "(1)", "(2)", "(2)(a)", "(2)(b)")))
@pytest.mark.clause(*(f"md-heads-up-holdem 10.A(2)(b)({one})" for one in ("i", "ii", "iii")))
def test_before_the_first_card(method: str) -> None:
    p.check_before_the_deal(MD, method, {step: _cite(clause) for step, clause in BEFORE[method].items()})


@pytest.mark.clause(*(f"md-heads-up-holdem 8.D{one}" for one in ("", "(2)", "(3)", "(4)")))
@pytest.mark.clause("md-heads-up-holdem 11.C(2)", "md-heads-up-holdem 11.E(2)")
def test_dealt_from_a_manual_shoe() -> None:
    game = p.with_wagers(MD, "manual_shoe", automations=NONE)
    game.deal()
    one = [("player", 1, 1, False), ("player", 2, 1, False), ("dealer", None, 1, False)]
    assert p.dealt(game) == [*one, *one, ("board", None, 3, True), ("board", None, 2, True)]
    names = [do for do, _ in p.agenda(game)]
    assert names[names.index("decide") :][:6] == ["decide", "deal", "decide", "deal", "remove_stub", "stub_to_rack"]
    assert p.cited(game, "deal", "player") == p.cited(game, "deal", "dealer") == {_cite("8.D(2)")}
    assert p.cited(game, "deal", "board") == {_cite("8.D(3)"), _cite("11.C(2)"), _cite("11.E(2)")}
    assert p.cited(game, "remove_stub") == {_cite("8.D(4)")}
    p.check_dealt_as_planned(game)


@pytest.mark.clause(*(f"md-heads-up-holdem 9.B{one}" for one in ("", "(1)", "(2)", "(3)", "(4)")))
@pytest.mark.clause("md-heads-up-holdem 11.C", "md-heads-up-holdem 11.C(1)")
@pytest.mark.clause("md-heads-up-holdem 11.E", "md-heads-up-holdem 11.E(1)")
def test_dealt_by_hand_with_burns() -> None:
    game = p.with_wagers(MD, "hand", automations=NONE)
    game.deal()
    one = [("player", 1, 1, False), ("player", 2, 1, False), ("dealer", None, 1, False)]
    burn = ("burn", None, 1, False)
    assert p.dealt(game) == [*one, *one, burn, ("board", None, 3, True), burn, ("board", None, 2, True)]
    names = [do for do, _ in p.agenda(game)]
    assert names[names.index("decide") :][:7] == ["decide", "burn", "deal", "decide", "burn", "deal", "stub_to_rack"]
    assert p.cited(game, "deal", "player") == p.cited(game, "deal", "dealer") == {_cite("9.B(1)"), _cite("9.B(2)")}
    assert p.cited(game, "deal", "board") == {_cite("9.B(3)"), _cite("11.C(2)"), _cite("11.E(2)")}
    assert p.cited(game, "burn") == {_cite("9.B(1)"), _cite("11.C(1)"), _cite("11.E(1)")}
    assert _cite("9.B(4)") in p.cited(game, "stub_to_rack")
    p.check_dealt_as_planned(game)
    assert len(game.state.last_round.burned) == 2


@pytest.mark.clause(*(f"md-heads-up-holdem 10.B{one}" for one in ("", "(1)", "(2)", "(3)")))
def test_dealt_from_an_automated_shoe() -> None:
    game = p.with_wagers(MD, "automated", "board_face_down", automations=NONE)
    game.deal()
    two = [("player", 1, 2, False), ("player", 2, 2, False), ("dealer", None, 2, False)]
    up = [("board", None, 3, False), ("board", None, 2, False)]
    assert p.dealt(game) == [*two, ("board", None, 5, False), *up]
    names = [do for do, _ in p.agenda(game)]
    assert names[names.index("stub_to_rack") :][:5] == ["stub_to_rack", "decide", "turn_up", "decide", "turn_up"]
    assert p.cited(game, "deal", "player") == p.cited(game, "deal", "dealer") == {_cite("10.B(1)")}
    assert p.cited(game, "deal", "board") == {_cite("10.B(2)")}
    assert _cite("10.B(3)") in p.cited(game, "stub_to_rack")
    p.check_dealt_as_planned(game)


@pytest.mark.clause("md-heads-up-holdem 10.F")
def test_the_board_first_from_a_shoe_that_reshuffles() -> None:
    game = p.with_wagers(MD, "automated", "board_first", automations=NONE)
    game.deal()
    two = [("player", 1, 2, False), ("player", 2, 2, False), ("dealer", None, 2, False)]
    up = [("board", None, 3, False), ("board", None, 2, False)]
    assert p.dealt(game) == [("board", None, 5, False), *two, *up]
    assert p.cited(game, "deal", "board") == {_cite("10.F")}
    p.check_dealt_as_planned(game)


@pytest.mark.clause(*(f"md-heads-up-holdem 11.B{one}" for one in ("", "(2)", "(2)(a)", "(2)(b)")))
@pytest.mark.clause(*(f"md-heads-up-holdem 11.D{one}" for one in ("", "(2)", "(2)(a)", "(2)(b)")))
@pytest.mark.clause("md-heads-up-holdem 11.F", "md-heads-up-holdem 11.F(1)")
def test_decisions_from_the_dealers_left() -> None:
    game = p.with_wagers(MD)
    p.refused(game, c.Decide(c.player("player 1"), 1, "raise", 30_00), _cite("11.B"))
    game.deal()
    p.refused(game, c.Decide(c.player("player 2"), 2, "check"), _cite("11.B"))
    p.refused(game, c.Decide(c.player("player 2"), 1, "check"), _cite("11.B"))
    p.refused(game, c.Decide(c.player("player 1"), 1, "check", 10_00), _cite("11.B(1)"))
    p.refused(game, c.Decide(c.player("player 1"), 1, "fold"), _cite("11.B(1)"))
    for amount in (10_00, 20_00, 29_50, 40_00):
        p.refused(game, c.Decide(c.player("player 1"), 1, "raise", amount), _cite("11.B(1)"))
    game.decide(1, "check")
    game.decide(2, "raise", 30_00)
    assert game.state.round.wagers[2]["raise"] == 30_00
    assert game.state.round.to_act == [1]
    p.refused(game, c.Decide(c.player("player 2"), 2, "raise", 20_00), _cite("11.D"))
    p.refused(game, c.Decide(c.player("player 1"), 1, "raise", 30_00), _cite("11.D(1)"))
    game.decide(1, "check")
    p.refused(game, c.Decide(c.player("player 1"), 1, "check"), _cite("11.F"))
    p.refused(game, c.Decide(c.player("player 1"), 1, "raise", 20_00), _cite("11.F"))
    game.decide(1, "raise", 10_00)
    assert game.state.last_round.wagers[1]["raise"] == 10_00


@pytest.mark.clause(*(f"md-heads-up-holdem {one}" for one in ("1.A", "1.B", "1.B(5)", "11.F")))
def test_one_folds_only_after_the_river_by_not_raising() -> None:
    game = p.with_wagers(MD)
    game.deal()
    for shown, clause in ((0, "11.B(1)"), (3, "11.D(1)")):
        assert game.state.round.board_up == shown
        for seat in (1, 2):
            p.refused(game, c.Decide(c.player(f"player {seat}"), seat, "fold"), _cite(clause))
            game.decide(seat, "check")
    assert game.state.round.board_up == 5
    assert game.state.round.folded == set()
    game.decide(1, "fold")
    assert game.state.round.folded == {1}
    assert happened.Decided(1, "fold", 0) in game.events
    assert game.state.round.to_act == [2]
    game.decide(2, "raise", 10_00)
    assert {line.wager for line in game.state.last_round.lines if line.seat == 1 and line.result == "forfeit"} == {
        "ante",
        "odds",
    }


@pytest.mark.clause("md-heads-up-holdem 11.F(2)", "md-heads-up-holdem 11.F(3)")
@pytest.mark.clause(*(f"md-heads-up-holdem 11.F(3)({one})" for one in "abcd"))
def test_a_fold_is_collected_at_once_and_the_cards_stay_for_a_side_wager() -> None:
    """Three nines: trips plus pays 3 to 1 although the player folded; a pocket pair pays 5 to 1 likewise."""
    for side, clause, stack in (("trips_plus", "11.F(3)(a)", "995.00"), ("pocket_bonus", "11.F(3)(c)", "1005.00")):
        game = p.seated(MD)
        game.wager(1, p.MAIN)
        game.wager(2, p.MAIN | {side: 5_00})
        game.deal()
        for _ in range(2):
            game.decide(1, "check")
            game.decide(2, "check")
        game.table.automations = NONE
        before = game.state.inventory
        game.decide(1, "fold")
        assert p.agenda(game)[:2] == [("collect_fold", "dealer"), ("discard_folded_cards", "dealer")]
        p.refused(game, c.Decide(c.player("player 2"), 2, "fold"))
        assert p.cited(game, "collect_fold") == {_cite("11.F(2)")}
        assert p.cited(game, "discard_folded_cards") == {_cite("11.F(3)(b)"), _cite("11.F(3)(d)")}
        game.step("collect_fold")
        assert game.state.inventory - before == 20_00
        game.step("discard_folded_cards")
        current = game.state.round
        assert (1 in current.cards_stay, current.collected) == (False, {(1, "ante"), (1, "odds")})
        game.decide(2, "fold")
        assert p.agenda(game)[:2] == [("collect_fold", "dealer"), ("keep_folded_cards", "dealer")]
        assert p.cited(game, "keep_folded_cards") == {_cite(clause)}
        p.play_out(game)
        assert game.state.last_round.cards_stay == {2}
        assert [place for place, _ in game.state.last_round.discarded][:2] == ["seat 1", "seat 2"]
        assert game.stacks() == {1: "980.00", 2: stack}


@pytest.mark.parametrize(
    ("dealer", "cards", "section", "higher"),
    [
        pytest.param(
            "high_card",
            "Qs 5d",
            "11.H(1)",
            "11.H(2)(a)",
            marks=pytest.mark.clause(*(f"{MD} 11.H(1)({one})" for one in "acd")),
        ),
        pytest.param(
            "pair",
            "Ks Qd",
            "11.H(3)",
            "11.H(4)(a)",
            marks=pytest.mark.clause(*(f"{MD} 11.H(3)({one})" for one in "acd")),
        ),
    ],
)
@pytest.mark.clause(*(f"md-heads-up-holdem 11.G{one}" for one in ("", "(1)", "(3)")))
@pytest.mark.clause("md-heads-up-holdem 11.K")
def test_showdown_from_the_dealers_right_and_the_discard(dealer: str, cards: str, section: str, higher: str) -> None:
    """King high is no pair, and kings are one: hands are turned up and announced either way."""
    game = p.with_wagers(MD, automations=NONE)
    game.deck = p.stacked(game.rules, ["9h 4d", "9d 9c"], cards, p.BOARD)
    game.deal()
    p.step_on(game, "reveal_dealer")
    assert _cite("11.G(1)") in p.cited(game, "reveal_dealer")
    assert _cite("11.G(3)") in p.cited(game, "announce_dealer")
    before = len(game.events)
    for step in ("reveal_dealer", "announce_dealer", "reckon"):
        game.step(step)
    assert there(player_view(game.state, "player 1")["round"])["dealer"] == cards.split()
    assert p.cited(game, "turn_up_hand") == {_cite(f"{section}(a)")}
    assert p.cited(game, "announce_hand") == {_cite(f"{section}(b)"), _cite(f"{section}(c)")}
    assert {clause for clause in p.cited(game, "settle") if "11.H" in clause} == {
        _cite(section),
        _cite(f"{section}(d)"),
        _cite(higher),
    }
    for seat in (2, 1):
        assert game.state.round.shown == {2} - {seat}
        game.step("turn_up_hand")
        assert game.state.agenda[0].seat == seat
        game.step("announce_hand")
        stack = game.state.players[f"player {seat}"].stack
        game.step("settle")
        assert game.state.players[f"player {seat}"].stack > stack  # all winners: nines, or nines and fours
    game.step("discard")
    happenings = game.events[before:]
    each = [("turn_up_hand", "dealer"), ("announce_hand", "dealer"), ("settle", "dealer")]
    assert p.recorded(happenings) == [("reveal_dealer", "dealer"), ("announce_dealer", "dealer"), *each, *each]
    reckoned = next(event for event in happenings if isinstance(event, happened.SettlementReckoned))
    assert reckoned.dealer == dealer
    assert [line.seat for line in reckoned.lines] == [2] * 6 + [1] * 6
    assert [line.hand for line in reckoned.lines if line.wager == "ante"] == ["three_of_a_kind", "two_pairs"]
    discarded = next(event for event in happenings if isinstance(event, happened.CardsDiscarded))
    lay = cards.replace(" ", "")
    assert discarded.order == (("seat 2", "9d9c"), ("seat 1", "9h4d"), ("dealer", lay), ("board", "9s4c7h2cKd"))


@pytest.mark.clause("md-heads-up-holdem 11.J(2)", "md-heads-up-holdem 11.J(2)(a)", "md-heads-up-holdem 11.J(2)(b)")
@pytest.mark.clause("md-heads-up-holdem 11.J(2)(c)", "md-heads-up-holdem 11.J(2)(d)")
def test_a_progressive_win_is_verified_and_validated_before_it_is_paid() -> None:
    game = p.with_wagers(MD, automations=NONE)
    game.deck = p.stacked(game.rules, ["Ah Kh", "2s 3s"], "5c 6c", "Qh Jh Th 2c 2d")
    game.deal()
    while game.state.agenda[0].do != "verify_hand":
        if game.state.agenda[0].do == "decide":
            game.decide(game.state.round.to_act[0], "raise", 30_00)
        else:
            game.step(game.state.agenda[0].do)
    assert p.agenda(game)[:4] == [
        ("verify_hand", "dealer"),
        ("verify_light", "dealer"),
        ("validate_progressive", "floorperson"),
        ("pay_progressive", "dealer"),
    ]
    before = game.state.players["player 1"].stack
    game.step("verify_hand")
    game.step("verify_light")
    p.refused(game, c.Do(c.dealer(), "pay_progressive"), _cite("11.J(2)(c)"))
    p.refused(game, c.Do(c.dealer(), "validate_progressive"), _cite("11.J(2)(c)"))
    game.step("validate_progressive")
    assert game.state.players["player 1"].stack == before
    game.step("pay_progressive")
    # A flopped royal flush in hearts takes 10 % of 5,000.20: 500.02, and leaves 4,500.18.
    assert game.state.players["player 1"].stack - before == 500_02
    assert game.meters["progressive"].displayed * 100 == 4500_18


@pytest.mark.clause("md-heads-up-holdem 13.A", "md-heads-up-holdem 13.B")
def test_one_card_face_up_is_set_aside_and_a_second_one_voids_the_round() -> None:
    wrong.check_one_face_up(MD, ["9h", "4d"], "9d")
    game = wrong.report(MD, "face_up_card", dealt_cards=0)
    assert [str(card) for card in game.state.round.set_aside] == ["9h"]
    game.step("deal")
    assert str(game.state.round.hands[1][0]) == "9d"
    game.do(c.Report(c.dealer(), "face_up_card"))
    assert game.state.round.void == "face_up_cards"
    wrong.check_reshuffled(game, _cite("13.B"), _cite("13.B"))


@pytest.mark.clause("md-heads-up-holdem 13.B", "md-heads-up-holdem 13.C")
def test_pocket_bonuses_are_settled_once_all_first_cards_lie() -> None:
    """Nine and four lose five dollars, the pair of nines wins 5 to 1; with the sixth card still to come nobody does."""
    for dealt_cards, stacks in ((6, ("995.00", "1025.00")), (5, ("1000.00", "1000.00"))):
        game = wrong.report(MD, "face_up_cards", dealt_cards=dealt_cards)
        assert (_cite("13.C") in p.cited(game, "reckon")) is (dealt_cards == 6)
        wrong.check_reshuffled(game, _cite("13.B"), _cite("13.B"), stacks=stacks)


@pytest.mark.parametrize(
    ("irregularity", "clause"),
    [
        pytest.param("face_up_card", "13.A", marks=pytest.mark.clause(f"{MD} 13.A")),
        pytest.param("face_up_cards", "13.B", marks=pytest.mark.clause(f"{MD} 13.B")),
        pytest.param("wrong_number_of_cards", "13.E", marks=pytest.mark.clause(f"{MD} 13.E")),
        pytest.param("dealer_card_exposed", "13.F", marks=pytest.mark.clause(f"{MD} 13.F")),
    ],
)
def test_before_any_card_is_dealt_none_is_out_of_order(irregularity: str, clause: str) -> None:
    wrong.check_not_before_the_deal(MD, irregularity, _cite(clause))


@pytest.mark.clause("md-heads-up-holdem 13.D")
def test_a_card_drawn_in_error_is_the_next_card() -> None:
    wrong.check_drawn_in_error(MD, _cite("13.D"), ["9h 4d", "9d 9c"])


@pytest.mark.clause("md-heads-up-holdem 13.E")
@pytest.mark.parametrize("dealt_cards", [1, 3, 6])
def test_a_wrong_number_of_cards_voids_the_round(dealt_cards: int) -> None:
    wrong.check_void_and_reshuffled(MD, "wrong_number_of_cards", _cite("13.E"), _cite("13.E"), dealt_cards=dealt_cards)


@pytest.mark.clause("md-heads-up-holdem 13.F", "md-heads-up-holdem 13.G")
def test_a_dealers_card_seen_too_early_voids_all_but_pocket_bonus_and_trips_plus() -> None:
    """The board is completed: nine and four lose both side wagers, three nines win 5 to 1 and 3 to 1."""
    game = wrong.report(MD, "dealer_card_exposed", place=1)
    assert _cite("13.G") in p.cited(game, "reckon")
    wrong.check_reshuffled(game, _cite("13.F"), _cite("13.F"), stacks=("990.00", "1040.00"))
    settled = [line for line in game.state.last_round.lines if line.result != "void"]
    assert {line.wager for line in settled} == {"pocket_bonus", "trips_plus"}
    assert [str(card) for card in game.state.last_round.board] == p.BOARD.split()


@pytest.mark.clause("md-heads-up-holdem 13.F", "md-heads-up-holdem 13.G")
@pytest.mark.parametrize("method", ["manual_shoe", "hand", "automated"])
@pytest.mark.parametrize("when", ["deal", "decide"])
def test_no_board_is_dealt_for_a_pocket_bonus_alone(method: str, when: str) -> None:
    """Two eights win 5 to 1 whatever lies on the board; hands that are not complete are completed first."""
    game = p.seated(MD, method, automations=NONE)
    game.deck = p.stacked(game.rules, ["Ah 4d", "8s 8c"], "Kd Jc", "2h 3h 5s 6c Tc")
    game.wager(1, p.MAIN)
    game.wager(2, p.MAIN | {"pocket_bonus": 5_00})
    game.deal()
    game.perform_until("deal")
    if when == "decide":
        game.perform_until("decide")
    else:
        while not game.state.round.dealer:
            game.step("deal")
    board = list(game.state.round.board)
    game.do(c.Report(c.dealer(), "dealer_card_exposed"))
    p.play_out(game)
    assert game.state.last_round.board == board
    assert (board == []) == (method != "automated" or when == "deal")
    assert game.stacks() == {1: "1000.00", 2: "1025.00"}


@pytest.mark.clause("md-heads-up-holdem 13.H")
def test_without_a_shuffler_none_jams() -> None:
    p.refused(p.seated(MD), c.Report(c.dealer(), "shuffler_jam"), _cite("13.H(1)"))


@pytest.mark.clause("md-heads-up-holdem 13.H(1)", "md-heads-up-holdem 13.H(3)")
def test_a_jam_of_the_deck_that_is_not_in_play_voids_nothing() -> None:
    game = p.with_wagers(MD, "hand", decks=2)
    game.deal()
    game.do(c.Report(c.dealer(), "shuffler_jam"))
    assert (game.state.round.void, game.state.decks[1].jammed) == (None, True)
    game.table.automations = NONE
    p.play_out(game)
    again = [(step.do, step.deck, step.clauses[0]) for step in game.state.agenda if step.deck is not None]
    assert again == [
        ("remove_cards", 1, _cite("13.H(3)")),
        ("shuffle", 0, _cite("5.A(2)")),
        ("shuffle", 1, _cite("13.H(1)")),
    ]
    game.perform_until("open_round")
    assert [event.deck for event in game.events[-3:] if isinstance(event, happened.Shuffled)] == [0, 1]


@pytest.mark.clause(*(f"md-heads-up-holdem 13.I{one}" for one in ("", "(1)", "(2)", "(3)")))
def test_a_shoe_jam() -> None:
    out = _cite("13.I(2)")
    wrong.check_void_and_reshuffled(MD, "shoe_jam", _cite("13.I(1)"), _cite("13.I(3)"), "automated", out=out)
    p.refused(p.seated(MD), c.Report(c.dealer(), "shoe_jam"), _cite("13.I"))
