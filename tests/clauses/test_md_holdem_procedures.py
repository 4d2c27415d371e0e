"""Maryland Heads-Up Hold'em, chapters 2 to 11 and 13: what the table enforces, performs and records."""

import pytest

from clauses import procedures as p
from pitbook.table import NONE, player_view
from pitbook.table import commands as c
from pitbook.table import events as happened
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


@pytest.mark.clause(*(f"md-heads-up-holdem {one}" for one in ("3.B(2)", "3.B(3)", "3.B(4)", "3.B(5)", "4.E")))
def test_two_decks_take_turns() -> None:
    p.check_two_decks(MD, _cite("3.B(2)"))


@pytest.mark.clause("md-heads-up-holdem 3.C", "md-heads-up-holdem 3.C(1)")
def test_by_hand_a_deck_is_changed_after_four_hours() -> None:
    p.check_clock(MD, "hand", 4, _cite("3.C(1)"))


@pytest.mark.clause("md-heads-up-holdem 3.C", "md-heads-up-holdem 3.C(2)")
@pytest.mark.parametrize("method", ["manual_shoe", "automated"])
def test_from_a_shoe_a_deck_is_changed_after_eight_hours(method: str) -> None:
    p.check_clock(MD, method, 8, _cite("3.C(2)"))


@pytest.mark.clause(
    *(f"md-heads-up-holdem {one}" for one in ("4.A", "4.B", "4.C", "4.C(1)", "4.C(2)", "4.C(3)", "4.D"))
)
@pytest.mark.clause("md-heads-up-holdem 5.A", "md-heads-up-holdem 5.A(1)")
def test_new_cards_are_opened_in_order() -> None:
    p.check_opening(
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


@pytest.mark.clause("md-heads-up-holdem 4.F", "md-heads-up-holdem 5.D", "md-heads-up-holdem 5.D(2)")
def test_preshuffled_decks_are_only_cut() -> None:
    p.check_preshuffled(MD, [], CUT, _cite("5.D(2)"))


@pytest.mark.clause("md-heads-up-holdem 5.A(2)", "md-heads-up-holdem 5.B")
def test_shuffled_after_each_round_into_one_stack() -> None:
    p.check_shuffled_after_each_round(MD, _cite("5.A(2)"))
    p.check_shuffled_after_each_round(MD, _cite("5.B"))


@pytest.mark.clause("md-heads-up-holdem 5.A(3)")
def test_shuffled_when_a_floorperson_says_so() -> None:
    p.check_reshuffle_on_order(MD, _cite("5.A(3)"))


@pytest.mark.clause("md-heads-up-holdem 5.D(1)")
def test_no_cut_after_an_automated_shuffle() -> None:
    p.check_no_cut_with_a_shuffler(MD)


@pytest.mark.clause("md-heads-up-holdem 5.E", "md-heads-up-holdem 5.E(1)", "md-heads-up-holdem 5.E(2)")
def test_a_wrong_count_of_the_shuffler_removes_the_deck() -> None:
    p.check_counting_shuffler(MD, _cite("5.E(1)"))


@pytest.mark.clause("md-heads-up-holdem 5.F", "md-heads-up-holdem 5.G")
def test_cut_at_least_ten_cards_deep_and_recut_on_order() -> None:
    p.check_cut(MD, _cite("5.F"), _cite("5.G"), "insert_cover_card")


@pytest.mark.clause("md-heads-up-holdem 5.F(1)", "md-heads-up-holdem 5.F(2)")
def test_the_cards_above_the_cut_go_to_the_bottom_and_then_into_the_shoe() -> None:
    p.check_cut_of_virtual_deck(MD)
    game = p.seated(MD, automations=NONE)
    placed = next(step for step in p.rules_of(MD).dealing.before if step.do == "place_in_shoe")
    assert placed.clauses == (_cite("8.B"),)
    assert game.state.round is not None


@pytest.mark.clause("md-heads-up-holdem 5.H", "md-heads-up-holdem 5.H(1)", "md-heads-up-holdem 5.H(2)")
def test_an_idle_table_spreads_its_cards_face_down_and_opens_anew() -> None:
    game = p.idle_table(MD)
    assert game.state.idle == "down"
    assert p.idle_table(MD, face_up=True).state.idle == "up"
    game.do(c.PlayerArrives(c.player("Ann")))
    again = ["first_player_inspects", "turn_face_down", "wash", "stack", "shuffle", *(do for do, _ in CUT)]
    assert [do for do, _ in p.agenda(game)] == [*again, "open_round"]


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


@pytest.mark.clause("md-heads-up-holdem 7.C")
def test_only_seated_players_wager() -> None:
    p.check_seated_players_only(MD, _cite("7.C"))


@pytest.mark.clause("md-heads-up-holdem 7.C(1)", "md-heads-up-holdem 7.C(2)")
def test_wagers_of_a_player_who_leaves() -> None:
    p.check_leaving(MD, [_cite("7.C(2)")])


@pytest.mark.clause("md-heads-up-holdem 7.D", "md-heads-up-holdem 7.E")
def test_nothing_after_no_more_bets() -> None:
    p.check_nothing_after_no_more_bets(MD, _cite("7.E"))
    game = p.seated(MD, automations=NONE)
    p.refused(game, c.Do(c.dealer(), "deal"))


@pytest.mark.parametrize(
    ("method", "first"),
    [("manual_shoe", "place_in_shoe"), ("hand", "take_deck_in_hand"), ("automated", "place_in_shoe")],
)
@pytest.mark.clause(*(f"md-heads-up-holdem {one}" for one in ("8.B", "8.C", "8.C(1)", "8.C(3)", "8.C(4)")))
@pytest.mark.clause(*(f"md-heads-up-holdem {one}" for one in ("9.A", "9.A(2)", "9.A(3)")))
@pytest.mark.clause(*(f"md-heads-up-holdem 9.A(3)({one})" for one in "abc"))
@pytest.mark.clause(*(f"md-heads-up-holdem 10.A{one}" for one in ("", "(1)", "(2)", "(2)(a)", "(2)(b)")))
@pytest.mark.clause(*(f"md-heads-up-holdem 10.A(2)(b)({one})" for one in ("i", "ii", "iii")))
def test_before_the_first_card(method: str, first: str) -> None:
    steps = [first, "no_more_bets", "lock_out_progressive", "count_progressive_chips", "chips_to_inventory"]
    p.check_before_the_deal(MD, method, steps)


@pytest.mark.clause(*(f"md-heads-up-holdem 8.D{one}" for one in ("", "(2)", "(3)", "(4)")))
@pytest.mark.clause("md-heads-up-holdem 8.F", "md-heads-up-holdem 11.C(2)", "md-heads-up-holdem 11.E(2)")
def test_dealt_from_a_manual_shoe() -> None:
    game = p.with_wagers(MD, "manual_shoe", automations=NONE)
    game.deal()
    one = [("player", 1, 1, False), ("player", 2, 1, False), ("dealer", None, 1, False)]
    assert p.dealt(game) == [*one, *one, ("board", None, 3, True), ("board", None, 2, True)]
    names = [do for do, _ in p.agenda(game)]
    assert names[names.index("decide") :][:6] == ["decide", "deal", "decide", "deal", "remove_stub", "stub_to_rack"]


@pytest.mark.clause(*(f"md-heads-up-holdem 9.B{one}" for one in ("", "(1)", "(2)", "(3)", "(4)")))
@pytest.mark.clause("md-heads-up-holdem 9.D", "md-heads-up-holdem 11.C", "md-heads-up-holdem 11.C(1)")
@pytest.mark.clause("md-heads-up-holdem 11.E", "md-heads-up-holdem 11.E(1)")
def test_dealt_by_hand_with_burns() -> None:
    game = p.with_wagers(MD, "hand", automations=NONE)
    game.deal()
    one = [("player", 1, 1, False), ("player", 2, 1, False), ("dealer", None, 1, False)]
    burn = ("burn", None, 1, False)
    assert p.dealt(game) == [*one, *one, burn, ("board", None, 3, True), burn, ("board", None, 2, True)]
    names = [do for do, _ in p.agenda(game)]
    assert names[names.index("decide") :][:7] == ["decide", "burn", "deal", "decide", "burn", "deal", "stub_to_rack"]
    p.play_out(game)
    assert len(game.state.last_round.burned) == 2


@pytest.mark.clause(*(f"md-heads-up-holdem 10.B{one}" for one in ("", "(1)", "(2)", "(3)")))
@pytest.mark.clause("md-heads-up-holdem 10.D")
def test_dealt_from_an_automated_shoe() -> None:
    game = p.with_wagers(MD, "automated", "board_face_down", automations=NONE)
    game.deal()
    two = [("player", 1, 2, False), ("player", 2, 2, False), ("dealer", None, 2, False)]
    up = [("board", None, 3, False), ("board", None, 2, False)]
    assert p.dealt(game) == [*two, ("board", None, 5, False), *up]
    names = [do for do, _ in p.agenda(game)]
    assert names[names.index("stub_to_rack") :][:5] == ["stub_to_rack", "decide", "turn_up", "decide", "turn_up"]


@pytest.mark.clause("md-heads-up-holdem 10.F")
def test_the_board_first_from_a_shoe_that_reshuffles() -> None:
    game = p.with_wagers(MD, "automated", "board_first", automations=NONE)
    game.deal()
    assert p.dealt(game)[:2] == [("board", None, 5, False), ("player", 1, 2, False)]


@pytest.mark.parametrize("method", ["manual_shoe", "hand", "automated"])
@pytest.mark.clause("md-heads-up-holdem 8.E", "md-heads-up-holdem 9.C", "md-heads-up-holdem 10.C")
def test_the_stub_is_counted_every_five_rounds(method: str) -> None:
    p.check_stub_count(MD, method, _cite({"manual_shoe": "8.E", "hand": "9.C", "automated": "10.C"}[method]))


@pytest.mark.parametrize(("method", "left"), [("manual_shoe", 41), ("hand", 39), ("automated", 41)])
@pytest.mark.clause(*(f"md-heads-up-holdem {one}" for one in ("8.G", "8.G(1)", "8.G(2)", "9.E", "9.E(1)", "9.E(2)")))
@pytest.mark.clause("md-heads-up-holdem 10.E", "md-heads-up-holdem 10.E(1)", "md-heads-up-holdem 10.E(2)")
def test_a_wrong_stub_voids_the_round(method: str, left: int) -> None:
    """Two players, the dealer and five community cards make eleven cards, and by hand two burns."""
    p.check_wrong_stub(MD, method, left)


@pytest.mark.clause("md-heads-up-holdem 11.A")
def test_players_see_their_own_cards_and_no_others() -> None:
    game = p.with_wagers(MD)
    game.deal()
    seats = player_view(game.state, "player 1")["round"]["seats"]
    assert (seats["1"]["cards"], seats["2"]["cards"]) == (["9h", "4d"], ["hidden", "hidden"])


@pytest.mark.clause(*(f"md-heads-up-holdem 11.B{one}" for one in ("", "(2)", "(2)(a)", "(2)(b)")))
@pytest.mark.clause(*(f"md-heads-up-holdem 11.D{one}" for one in ("", "(2)", "(2)(a)", "(2)(b)")))
@pytest.mark.clause("md-heads-up-holdem 11.F", "md-heads-up-holdem 11.F(1)")
def test_decisions_from_the_dealers_left() -> None:
    game = p.with_wagers(MD)
    game.deal()
    p.refused(game, c.Decide(c.player("player 2"), 2, "check"), _cite("11.B"))
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


@pytest.mark.clause("md-heads-up-holdem 11.F(2)", "md-heads-up-holdem 11.F(3)")
@pytest.mark.clause(*(f"md-heads-up-holdem 11.F(3)({one})" for one in "abcd"))
def test_a_fold_is_collected_at_once_and_the_cards_stay_for_a_side_wager() -> None:
    game = p.seated(MD)
    game.wager(1, p.MAIN)
    game.wager(2, p.MAIN | {"trips_plus": 5_00})
    game.deal()
    for _ in range(2):
        game.decide(1, "check")
        game.decide(2, "check")
    before = game.state.inventory
    game.decide(1, "fold")
    assert game.state.inventory - before == 20_00
    current = game.state.round
    assert (1 in current.kept, current.collected) == (False, {(1, "ante"), (1, "odds")})
    game.decide(2, "fold")
    assert game.state.last_round.kept == {2}
    assert [place for place, _ in game.state.last_round.discarded][:2] == ["seat 1", "seat 2"]
    assert game.stacks() == {1: "980.00", 2: "995.00"}  # three nines: trips plus 3 to 1


@pytest.mark.clause(*(f"md-heads-up-holdem 11.G{one}" for one in ("", "(1)", "(3)")))
@pytest.mark.clause(*(f"md-heads-up-holdem 11.H({one})({two})" for one in (1, 3) for two in "acd"))
@pytest.mark.clause("md-heads-up-holdem 11.K")
def test_showdown_from_the_dealers_right_and_the_discard() -> None:
    game = p.with_wagers(MD, automations=NONE)
    game.deal()
    happenings = p.play_out(game)
    steps = [name for event in happenings if isinstance(event, happened.Performed) for name in event.steps]
    assert steps[-8:] == ["reveal_dealer", "announce_dealer", *(["turn_up_hand", "announce_hand", "settle"] * 2)]
    reckoned = next(event for event in happenings if isinstance(event, happened.SettlementReckoned))
    assert reckoned.dealer == "pair"
    assert [line[0] for line in reckoned.lines] == [2] * 6 + [1] * 6
    assert [line[4] for line in reckoned.lines if line[1] == "ante"] == ["three_of_a_kind", "two_pairs"]
    discarded = next(event for event in happenings if isinstance(event, happened.CardsDiscarded))
    assert discarded.order == (("seat 2", "9d9c"), ("seat 1", "9h4d"), ("dealer", "KsQd"), ("board", "9s4c7h2cKd"))


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
    game = p.with_wagers(MD, automations=NONE)
    game.deal()
    game.perform_until("deal")
    game.do(c.Report(c.dealer(), "face_up_card"))
    assert [str(card) for card in game.state.round.set_aside] == ["9h"]
    game.step("deal")
    assert str(game.state.round.hands[1][0]) == "9d"
    game.do(c.Report(c.dealer(), "face_up_card"))
    assert game.state.round.void == "face_up_cards"
    p.play_out(game)
    assert game.stacks() == {1: "1000.00", 2: "1000.00"}


@pytest.mark.clause("md-heads-up-holdem 13.D")
def test_a_card_drawn_in_error_is_the_next_card() -> None:
    game = p.with_wagers(MD, automations=NONE)
    game.deal()
    game.perform_until("deal")
    game.step("deal")
    game.do(c.Report(c.dealer(), "card_drawn_in_error"))
    game.step("deal")
    assert [str(game.state.round.hands[seat][0]) for seat in (1, 2)] == ["9h", "9d"]


@pytest.mark.clause("md-heads-up-holdem 13.E")
def test_a_wrong_number_of_cards_voids_the_round() -> None:
    p.check_void_and_reshuffled(MD, "wrong_number_of_cards")


@pytest.mark.clause("md-heads-up-holdem 13.F", "md-heads-up-holdem 13.G")
def test_the_dealers_cards_may_be_seen_after_the_last_decision() -> None:
    game = p.with_wagers(MD, automations=NONE)
    game.deal()
    while game.state.agenda[0].do != "reveal_dealer":
        if game.state.agenda[0].do == "decide":
            game.decide(game.state.round.to_act[0], "raise", 30_00)
        else:
            game.step(game.state.agenda[0].do)
    p.refused(game, c.Report(c.dealer(), "dealer_card_exposed"), _cite("13.F"))


@pytest.mark.clause(*(f"md-heads-up-holdem 13.H{one}" for one in ("", "(1)", "(2)", "(3)")))
def test_a_shuffler_jam() -> None:
    p.check_void_and_reshuffled(MD, "shuffler_jam", "hand")
    p.refused(p.seated(MD), c.Report(c.dealer(), "shuffler_jam"), _cite("13.H(1)"))
    two = p.with_wagers(MD, "hand", decks=2)
    two.deal()
    two.do(c.Report(c.dealer(), "shuffler_jam"))
    assert (two.state.round.void, two.state.decks[1].jammed) == (None, True)


@pytest.mark.clause(*(f"md-heads-up-holdem 13.I{one}" for one in ("", "(1)", "(2)", "(3)")))
def test_a_shoe_jam() -> None:
    p.check_void_and_reshuffled(MD, "shoe_jam", "automated")
    p.refused(p.seated(MD), c.Report(c.dealer(), "shoe_jam"), _cite("13.I(1)"))


@pytest.mark.clause("md-heads-up-holdem 13.J", "md-heads-up-holdem 13.J(1)", "md-heads-up-holdem 13.J(2)")
@pytest.mark.parametrize("made", ["covered", "marked"])
def test_a_device_that_cannot_be_used(made: str) -> None:
    game = Game(rules_of(MD, "automated", "board_face_down"), source="virtual", automations=NONE)
    other = rules_of(MD, "manual_shoe")
    game.library[other.digest] = other
    game.perform_until("open_round")
    game.sit(1)
    for wrong in ("removed", "kicked"):
        report = c.Report(c.floorperson(), "device_out_of_order", {"device": "shoe", "made": wrong})
        p.refused(game, report, _cite("13.J(1)"))
    game.do(c.Report(c.floorperson(), "device_out_of_order", {"device": "shoe", "made": made}))
    p.refused(game, c.Do(c.dealer(), "open_round"), _cite("13.J(1)"))
    game.do(c.AdoptRules(c.floorperson(), other.digest))
    assert game.state.devices == {"shoe": made}
    game.step("open_round")
