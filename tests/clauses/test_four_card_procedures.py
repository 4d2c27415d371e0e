"""Maryland Four Card Poker, chapters 2 to 11 and 13: what the table enforces, performs and records."""

import pytest

from clauses import decks
from clauses import irregularities as wrong
from clauses import procedures as p
from pitbook.table import ALL, NONE, player_view
from pitbook.table import commands as c
from pitbook.table import events as happened
from table.looking import there
from table.play import FOUR, Game, rules_of

CUT = [("insert_cover_card", "dealer"), ("move_cut_cards_to_bottom", "dealer")]
WIN = ["verify_hand", "verify_light", "validate_progressive", "pay_progressive"]


def _cite(clause: str) -> str:
    return f"{FOUR} {clause}"


@pytest.mark.clause(*(f"md-four-card-poker {one}" for one in ("2.C", "2.C(1)", "2.C(2)", "7.E(4)(b)", "8.C(1)")))
def test_progressive_wagers_are_acknowledged_and_locked_out() -> None:
    p.check_lock_out(FOUR, _cite("2.C(1)"), _cite("2.C(2)"))


@pytest.mark.clause("md-four-card-poker 3.A")
def test_one_deck() -> None:
    rules = rules_of(FOUR)
    two = c.OpenTable(c.floorperson(), "T", rules.digest, "virtual", ("red", "blue"))
    p.refused(Game(rules, opened=False), two, _cite("3.A"))


@pytest.mark.clause(*(f"md-four-card-poker {one}" for one in ("3.B(2)", "3.B(4)", "3.B(5)", "4.E")))
def test_two_decks_take_turns() -> None:
    decks.check_two_decks(FOUR, _cite("3.B(2)"))


@pytest.mark.clause("md-four-card-poker 3.B(3)")
def test_the_other_deck_is_in_the_shuffler() -> None:
    decks.check_other_deck_in_the_shuffler(FOUR)


@pytest.mark.clause("md-four-card-poker 3.C", "md-four-card-poker 3.C(1)")
def test_by_hand_a_deck_is_changed_after_four_hours() -> None:
    decks.check_clock(FOUR, "hand", 4, _cite("3.C(1)"))
    decks.check_clock_at_the_first_card(FOUR, "hand", 4, _cite("3.C(1)"))


@pytest.mark.clause("md-four-card-poker 3.C", "md-four-card-poker 3.C(2)")
@pytest.mark.parametrize("method", ["manual_shoe", "automated"])
def test_from_a_shoe_a_deck_is_changed_after_eight_hours(method: str) -> None:
    decks.check_clock(FOUR, method, 8, _cite("3.C(2)"))
    decks.check_clock_at_the_first_card(FOUR, method, 8, _cite("3.C(2)"))


@pytest.mark.clause(
    *(f"md-four-card-poker {one}" for one in ("4.A", "4.B", "4.C", "4.C(1)", "4.C(2)", "4.C(3)", "4.D"))
)
@pytest.mark.clause("md-four-card-poker 5.A", "md-four-card-poker 5.A(1)")
def test_new_cards_are_opened_in_order() -> None:
    decks.check_opening(
        FOUR,
        {
            "inspect": _cite("4.A"),
            "verify_inspection": _cite("4.A"),
            "spread_face_up": _cite("4.B"),
            "first_player_inspects": _cite("4.C"),
            "turn_face_down": _cite("4.C(1)"),
            "wash": _cite("4.C(2)"),
            "stack": _cite("4.C(3)"),
            "shuffle": _cite("4.D"),
            "insert_cover_card": _cite("5.D"),
        },
        CUT,
    )


@pytest.mark.clause("md-four-card-poker 5.A(2)", "md-four-card-poker 5.C")
def test_shuffled_after_each_round_into_one_stack() -> None:
    decks.check_shuffled_after_each_round(FOUR, _cite("5.A(2)"))
    decks.check_shuffled_after_each_round(FOUR, _cite("5.C"))


@pytest.mark.clause("md-four-card-poker 5.A(3)")
def test_shuffled_when_a_floorperson_says_so() -> None:
    decks.check_reshuffle_on_order(FOUR, _cite("5.A(3)"))


@pytest.mark.clause("md-four-card-poker 5.C(1)")
def test_no_cut_after_an_automated_shuffle() -> None:
    decks.check_no_cut_with_a_shuffler(FOUR)


@pytest.mark.clause("md-four-card-poker 5.B", "md-four-card-poker 5.B(1)", "md-four-card-poker 5.B(2)")
def test_a_wrong_count_of_the_shuffler_removes_the_deck() -> None:
    decks.check_counting_shuffler(FOUR, _cite("5.B(1)"))


@pytest.mark.clause("md-four-card-poker 5.D", "md-four-card-poker 5.E")
def test_cut_at_least_ten_cards_deep_and_recut_on_order() -> None:
    decks.check_cut(FOUR, _cite("5.D"), _cite("5.E"), "insert_cover_card")


@pytest.mark.clause("md-four-card-poker 5.D(1)")
def test_the_cards_above_the_cut_go_to_the_bottom() -> None:
    decks.check_cut_of_virtual_deck(FOUR)


@pytest.mark.clause("md-four-card-poker 5.D(2)", "md-four-card-poker 8.B")
def test_the_cut_deck_goes_into_the_shoe() -> None:
    decks.check_cut_deck_into_the_shoe(FOUR, _cite("8.B"), _cite("5.D(2)"))


@pytest.mark.clause("md-four-card-poker 5.H")
def test_a_device_that_reshuffles_needs_no_cut_and_no_spread() -> None:
    game = Game(rules_of(FOUR, shuffler="reshuffling"), source="virtual", automations=NONE)
    assert p.agenda(game) == [*p.OPENING, ("shuffle", "device"), ("open_round", "dealer")]
    game.perform_until("open_round")
    p.refused(game, c.GoIdle(c.dealer()), _cite("5.H"))
    p.refused(game, c.OrderRecut(c.floorperson(), "uneven"), _cite("5.H"))


@pytest.mark.clause("md-four-card-poker 7.A")
def test_wagers_are_chips() -> None:
    p.check_chips_only(FOUR, _cite("7.A"))
    p.check_no_words_and_no_cash(FOUR)


@pytest.mark.clause("md-four-card-poker 7.B")
def test_only_seated_players_wager() -> None:
    p.check_seated_players_only(FOUR, _cite("7.B"))


@pytest.mark.clause("md-four-card-poker 7.B(1)", "md-four-card-poker 7.B(2)")
def test_wagers_of_a_player_who_leaves() -> None:
    p.check_leaving(FOUR, [_cite("7.B(2)")])
    p.check_settlement_waits_for_the_ruling(FOUR, _cite("7.B(2)"))
    p.check_leaving_is_recorded(FOUR, _cite("7.B(1)"))


@pytest.mark.clause("md-four-card-poker 7.B(2)", "md-four-card-poker 11.D(10)(e)(i)")
@pytest.mark.parametrize("abandoned", [False, True])
def test_a_hand_earns_envy_although_its_player_left_unless_its_wagers_are_abandoned(abandoned: bool) -> None:
    """Player 2 has aces up and four sevens, which earn $10 in table A."""
    game = Game(rules_of(FOUR))
    game.deck = p.stacked(game.rules, ["Qd Td 8c 5h 4s", "7c 7d 7h 7s 2h"], "Kc Jd 9h 6s 3c 2d", "", "3d")
    p.check_envy_for_a_holder_who_left(game, {"ante": 10_00}, {"aces_up": 5_00}, 10_00, abandoned=abandoned)


@pytest.mark.clause("md-four-card-poker 7.C", "md-four-card-poker 7.D")
def test_nothing_after_no_more_bets() -> None:
    p.check_nothing_after_no_more_bets(FOUR, _cite("7.C"), _cite("7.D"))


@pytest.mark.clause("md-four-card-poker 7.F")
def test_adjacent_boxes() -> None:
    game = Game(rules_of(FOUR, edits="adjacent_boxes=2"))
    game.do(c.Sit(c.player("Ann"), 3, 1000_00))
    p.refused(game, c.Sit(c.player("Ann"), 5), _cite("7.F"))
    game.do(c.Sit(c.player("Ann"), 4))
    p.refused(game, c.Sit(c.player("Ann"), 5), _cite("7.F"))
    p.refused(p.seated(FOUR), c.Sit(c.player("player 1"), 3), _cite("7.F"))


@pytest.mark.clause("md-four-card-poker 7.F")
def test_the_boxes_on_which_a_player_wagers_are_adjacent_at_every_moment() -> None:
    game = Game(rules_of(FOUR, edits="adjacent_boxes=3"))
    ann, ante = c.player("Ann"), {"ante": 10_00}
    for box in (1, 2, 3):
        game.do(c.Sit(ann, box, 1000_00))
    game.do(c.PlaceWagers(ann, 1, ante))
    p.refused(game, c.PlaceWagers(ann, 3, ante), _cite("7.F"))
    game.do(c.PlaceWagers(ann, 2, ante))
    game.do(c.PlaceWagers(ann, 3, ante))
    p.refused(game, c.PlaceWagers(ann, 2, {}), _cite("7.F"))
    game.do(c.PlaceWagers(ann, 1, {}))
    assert sorted(seat for seat, wagers in game.state.round.wagers.items() if wagers) == [2, 3]


@pytest.mark.clause("md-four-card-poker 7.F")
def test_rules_with_fewer_boxes_than_a_player_has_are_not_adopted() -> None:
    game = Game(rules_of(FOUR, edits="adjacent_boxes=3"), automations=ALL - {"open_round"})
    for box in (2, 3, 4):
        game.do(c.Sit(c.player("Ann"), box, 1000_00))
    for boxes in (1, 2, 3):
        rules = rules_of(FOUR, edits=f"adjacent_boxes={boxes};positions=6")
        game.library[rules.digest] = rules
        if boxes < 3:
            p.refused(game, c.AdoptRules(c.floorperson(), rules.digest), _cite("7.F"))
    game.do(c.AdoptRules(c.floorperson(), rules.digest))
    assert isinstance(game.events[-1], happened.RulesAdopted)


BEFORE = {
    "manual_shoe": {
        "place_in_shoe": "8.B",
        "no_more_bets": "8.C",
        "lock_out_progressive": "8.C(1)",
        "collect_progressive_chips": "8.C(2)(a)",
        "count_progressive_chips": "8.C(2)(b)",
        "chips_to_inventory": "8.C(2)(c)",
    },
    "hand": {
        "take_deck_in_hand": "9.A(2)",
        "no_more_bets": "9.A(3)(a)",
        "lock_out_progressive": "9.A(3)(b)",
        "collect_progressive_chips": "9.A(4)(a)",
        "count_progressive_chips": "9.A(4)(b)",
        "chips_to_inventory": "9.A(4)(c)",
    },
    "automated": {
        "place_in_shoe": "10.A(1)",
        "no_more_bets": "10.A(2)(a)",
        "lock_out_progressive": "10.A(2)(b)",
        "collect_progressive_chips": "10.A(3)(a)",
        "count_progressive_chips": "10.A(3)(b)",
        "chips_to_inventory": "10.A(3)(c)",
    },
}


@pytest.mark.parametrize("method", BEFORE)
@pytest.mark.clause(*(f"md-four-card-poker 8.C{one}" for one in ("", "(2)", "(2)(a)", "(2)(b)", "(2)(c)")))
@pytest.mark.clause(*(f"md-four-card-poker 9.A{one}" for one in ("", "(2)", "(3)", "(3)(a)", "(3)(b)", "(4)")))
@pytest.mark.clause(*(f"md-four-card-poker 9.A(4)({one})" for one in "abc"))
@pytest.mark.clause(*(f"md-four-card-poker 10.A{one}" for one in ("", "(1)", "(2)", "(2)(a)", "(2)(b)", "(3)")))
@pytest.mark.clause(*(f"md-four-card-poker 10.A(3)({one})" for one in "abc"))
def test_before_the_first_card(method: str) -> None:
    p.check_before_the_deal(FOUR, method, {step: _cite(clause) for step, clause in BEFORE[method].items()})


_ONE = [("player", 1, 1, False), ("player", 2, 1, False), ("dealer", None, 1, False)]


@pytest.mark.parametrize("method", ["manual_shoe", "hand"])
@pytest.mark.clause(*(f"md-four-card-poker 8.E{one}" for one in ("", "(1)", "(2)", "(3)")))
@pytest.mark.clause(*(f"md-four-card-poker 8.F{one}" for one in ("", "(1)", "(2)")))
@pytest.mark.clause(*(f"md-four-card-poker 9.B{one}" for one in ("", "(2)", "(3)", "(4)", "(5)", "(6)", "(7)")))
def test_dealt_card_by_card(method: str) -> None:
    """The bonus card, five rounds of single cards, and the dealer's sixth face up right after the fifth."""
    game = p.with_wagers(FOUR, method, automations=NONE)
    game.deal()
    assert p.dealt(game) == [("extra", None, 1, False), *(_ONE * 5), ("dealer", None, 1, True)]
    names = [do for do, _ in p.agenda(game)]
    stub = ["remove_stub", "stub_to_rack"] if method == "manual_shoe" else ["stub_to_rack"]
    assert names[names.index(stub[0]) :][: len(stub) + 1] == [*stub, "decide"]
    if method == "manual_shoe":
        assert p.cited(game, "deal", "player") == {_cite("8.E"), _cite("8.E(1)")}
        assert p.cited(game, "deal", "dealer") == {_cite("8.E"), *(_cite(f"8.E({one})") for one in (1, 2, 3))}
        assert (p.cited(game, "remove_stub"), p.cited(game, "stub_to_rack")) == ({_cite("8.F(1)")}, {_cite("8.F(2)")})
    else:
        assert p.cited(game, "deal", "player") == {_cite(f"9.B({one})") for one in (2, 3, 4)}
        assert p.cited(game, "deal", "dealer") == {_cite(f"9.B({one})") for one in (2, 3, 4, 5, 6)}
        assert p.cited(game, "stub_to_rack") == {_cite("9.B(7)")}
    game.perform_until("decide")
    assert there(player_view(game.state, "player 1")["round"])["dealer"] == ["hidden"] * 5 + ["2s"]


@pytest.mark.parametrize("method", ["manual_shoe", "hand", "automated"])
@pytest.mark.clause("md-four-card-poker 8.E", "md-four-card-poker 9.B(3)", "md-four-card-poker 10.B")
def test_every_card_lies_where_it_was_dealt(method: str) -> None:
    game = p.with_wagers(FOUR, method, automations=NONE)
    game.deal()
    p.check_dealt_as_planned(game)


@pytest.mark.clause(*(f"md-four-card-poker 10.B{one}" for one in ("", "(1)", "(2)", "(3)", "(4)")))
@pytest.mark.clause("md-four-card-poker 10.C", "md-four-card-poker 10.C(1)", "md-four-card-poker 10.C(2)")
@pytest.mark.parametrize(
    "shuffler", ["manual", "automatic", pytest.param("reshuffling", marks=pytest.mark.clause(f"{FOUR} 10.H"))]
)
def test_dealt_from_an_automated_shoe(shuffler: str) -> None:
    """The dealer's six come before the players' fives, from a shoe that reshuffles by itself too."""
    game = p.with_wagers(FOUR, "automated", automations=NONE, shuffler=shuffler)
    game.deal()
    dealer = [("dealer", None, 5, False), ("dealer", None, 1, True)]
    assert p.dealt(game) == [("extra", None, 1, False), *dealer, ("player", 1, 5, False), ("player", 2, 5, False)]
    names = [do for do, _ in p.agenda(game)]
    assert names[names.index("remove_stub") :][:3] == ["remove_stub", "stub_to_rack", "decide"]
    assert p.cited(game, "deal", "extra") == {_cite("10.B(1)")}
    by_itself = {_cite("10.H")} if shuffler == "reshuffling" else set()
    assert p.cited(game, "deal", "dealer") == {_cite("10.B(2)")} | by_itself
    assert p.cited(game, "deal", "player") == {_cite("10.B(3)"), _cite("10.B(4)")}
    assert (p.cited(game, "remove_stub"), p.cited(game, "stub_to_rack")) == ({_cite("10.C(1)")}, {_cite("10.C(2)")})
    game.perform_until("decide")
    assert there(player_view(game.state, "player 1")["round"])["dealer"][5] == "2s"


@pytest.mark.clause("md-four-card-poker 11.B", "md-four-card-poker 11.B(1)", "md-four-card-poker 11.B(2)")
def test_players_with_an_ante_are_asked_from_the_dealers_left() -> None:
    game = p.seated(FOUR)
    game.do(c.Sit(c.player("player 3"), 3, 1000_00))
    game.deck = p.stacked(
        game.rules, ["Ah Ad 9h 6d 4s", "Qh Qd Qs 8c 6h", "5c 5d 4h 3h 8d"], p.DEALER_OF_FOUR, extra="9c"
    )
    game.wager(1, {"ante": 10_00})
    game.wager(2, {"aces_up": 5_00})
    game.wager(3, {"ante": 10_00})
    game.deal()
    assert game.state.round.to_act == [1, 3]
    for seat in (2, 3):
        p.refused(game, c.Decide(c.player(f"player {seat}"), seat, "fold"), _cite("11.B"))
    for amount in (9_50, 30_50, 12_25):
        p.refused(game, c.Decide(c.player("player 1"), 1, "play", amount), _cite("11.B(1)"))
    game.decide(1, "play", 12_50)
    game.decide(3, "fold")
    assert game.stacks() == {1: "1022.50", 2: "1045.00", 3: "990.00"}


@pytest.mark.clause("md-four-card-poker 11.D", "md-four-card-poker 11.D(1)", "md-four-card-poker 11.D(1)(a)")
@pytest.mark.clause("md-four-card-poker 11.D(1)(b)", "md-four-card-poker 11.D(2)", "md-four-card-poker 11.D(4)(a)")
@pytest.mark.clause("md-four-card-poker 11.D(11)", "md-four-card-poker 11.D(11)(a)", "md-four-card-poker 11.D(11)(b)")
def test_forfeits_reveal_hands_and_discard() -> None:
    game = p.with_wagers(FOUR, automations=NONE)
    game.deal()
    game.perform_until("decide")
    game.decide(1, "fold")
    assert game.state.round.collected == {(1, "progressive"), (2, "progressive")}
    game.decide(2, "play", 10_00)
    steps = ["collect_forfeits", "reveal_dealer", "turn_up_extra", "announce_dealer", "reckon"]
    assert [do for do, _ in p.agenda(game)] == steps
    assert _cite("11.D(1)") in p.cited(game, "collect_forfeits")
    assert p.cited(game, "reveal_dealer") == {_cite("11.D(2)")}
    before = game.state.inventory
    game.step("collect_forfeits")
    assert game.state.inventory - before == 10_00
    game.perform_until("turn_up_hand")
    assert there(player_view(game.state, "player 1")["round"])["dealer"] == p.DEALER_OF_FOUR.split()
    assert p.cited(game, "turn_up_hand") == {_cite("11.D(4)(a)")}
    assert {_cite("11.D(11)(a)"), _cite("11.D(11)(b)")} <= p.cited(game, "discard")
    game.perform_until("discard")
    assert game.state.round.shown == {1, 2}  # the folded hand stays for its aces up and six card bonus
    game.step("discard")
    piles = [place for place, _ in game.state.last_round.discarded]
    assert piles == ["seat 2", "seat 1", "dealer", "extra"]


@pytest.mark.clause(*(f"md-four-card-poker 11.D(10){one}" for one in ("", "(a)", "(b)", "(c)", "(d)")))
@pytest.mark.clause("md-four-card-poker 11.D(10)(d)(i)", "md-four-card-poker 11.D(10)(d)(ii)")
def test_the_whole_meter_is_not_paid_from_the_inventory() -> None:
    game = p.with_wagers(FOUR, automations=NONE)
    game.deck = p.stacked(game.rules, ["Ah Ad Ac As 4s", "Qh Jd 9s 8c 6h"], p.DEALER_OF_FOUR, extra="9c")
    game.deal()
    game.perform_until("decide")
    game.decide(1, "play", 10_00)
    game.decide(2, "fold")
    game.perform_until("verify_hand")
    assert [do for do, _ in p.agenda(game)] == [*WIN, "discard"]
    game.perform_until("validate_progressive")
    p.refused(game, c.Do(c.dealer(), "validate_progressive"), _cite("11.D(10)(c)"))
    from_table = c.Do(c.floorperson(), "validate_progressive", from_inventory=True)
    p.refused(game, from_table, _cite("11.D(10)(d)(i)"))
    game.step("validate_progressive")
    inventory, stack = game.state.inventory, game.state.players["player 1"].stack
    game.step("pay_progressive")
    # Four aces win the whole meter, 5,000.20; player 2 folded and still gets an envy bonus of $100 from the inventory.
    assert game.state.players["player 1"].stack - stack == 5000_20
    assert (game.state.inventory - inventory, game.state.cage) == (-100_00, -5000_20)
    assert game.meters["progressive"].displayed == 5000
    p.refused(game, c.Do(c.dealer(), "discard"), _cite("11.D(10)(d)(ii)"))
    game.step("complete_paperwork")
    game.step("discard")
    validated = next(event for event in game.events if isinstance(event, happened.ProgressiveValidated))
    assert (validated.seat, validated.from_inventory, validated.by) == (1, False, "floorperson")


def _four_aces_are_paid_first() -> Game:
    """Player 2, who is settled first, has won the whole meter and been paid; player 1 waits."""
    game = p.with_wagers(FOUR, automations=NONE)
    game.deck = p.stacked(game.rules, ["Qh Jd 9s 8c 6h", "Ah Ad Ac As 4s"], p.DEALER_OF_FOUR, extra="9c")
    game.deal()
    game.perform_until("decide")
    for seat in (1, 2):
        game.decide(seat, "play", 10_00)
    game.perform_until("pay_progressive")
    game.step("pay_progressive")
    return game


@pytest.mark.clause("md-four-card-poker 11.D(4)", "md-four-card-poker 11.D(10)(d)(ii)")
def test_the_next_player_is_settled_while_the_documents_of_an_award_are_made() -> None:
    game = _four_aces_are_paid_first()
    stack = game.state.players["player 1"].stack
    assert (game.state.agenda[0].do, game.state.agenda[0].seat) == ("turn_up_hand", 1)
    assert p.agenda(game)[-2:] == [("complete_paperwork", "floorperson"), ("discard", "dealer")]
    game.perform_until("complete_paperwork")
    # Queen high loses all of it to a pair; the envy bonus for the four aces of player 2 was paid with the award.
    assert game.state.round.paid == len(game.state.round.lines)
    assert game.state.players["player 1"].stack == stack
    p.refused(game, c.Do(c.dealer(), "discard"), _cite("11.D(10)(d)(ii)"))
    assert game.state.round.discarded == ()
    game.step("complete_paperwork")
    game.step("discard")
    assert "seat 2" in [place for place, _ in game.state.last_round.discarded]


@pytest.mark.clause("md-four-card-poker 7.B(2)", "md-four-card-poker 11.D(10)(d)(ii)")
def test_the_documents_of_an_award_stay_due_when_another_player_has_left() -> None:
    game = _four_aces_are_paid_first()
    game.do(c.Leave(c.player("player 1")))
    game.do(c.RuleOnLeaving(c.floorperson(), "player 1", True, "went away"))
    assert p.agenda(game) == [("complete_paperwork", "floorperson"), ("discard", "dealer")]
    assert game.state.agenda[0].seat == 2


@pytest.mark.clause("md-four-card-poker 13.A", "md-four-card-poker 13.A(1)", "md-four-card-poker 13.A(2)")
@pytest.mark.clause("md-four-card-poker 13.B")
def test_one_card_face_up_is_set_aside_and_a_second_one_voids_the_round() -> None:
    wrong.check_one_face_up(FOUR, ["9c"], "Ah")
    game = wrong.report(FOUR, "face_up_card", dealt_cards=0)
    assert [str(card) for card in game.state.round.set_aside] == ["9c"]
    game.step("deal")
    assert str(game.state.round.extra[0]) == "Ah"
    game.do(c.Report(c.dealer(), "face_up_card"))
    assert game.state.round.void == "face_up_cards"
    wrong.check_reshuffled(game, _cite("13.B"), _cite("13.B"))


@pytest.mark.parametrize(
    ("irregularity", "clause"),
    [
        pytest.param("face_up_card", "13.A(1)", marks=pytest.mark.clause(f"{FOUR} 13.A(1)")),
        pytest.param("face_up_cards", "13.B", marks=pytest.mark.clause(f"{FOUR} 13.B")),
        pytest.param("wrong_number_of_cards", "13.D", marks=pytest.mark.clause(f"{FOUR} 13.D")),
        pytest.param("dealer_card_exposed", "13.E", marks=pytest.mark.clause(f"{FOUR} 13.E")),
    ],
)
def test_before_any_card_is_dealt_none_is_out_of_order(irregularity: str, clause: str) -> None:
    wrong.check_not_before_the_deal(FOUR, irregularity, _cite(clause))


@pytest.mark.clause("md-four-card-poker 13.C")
def test_a_card_drawn_in_error_is_the_next_card() -> None:
    wrong.check_drawn_in_error(FOUR, _cite("13.C"), ["Ah Ad 9h 6d 4s", "Qh Qd Qs 8c 6h"])


@pytest.mark.clause("md-four-card-poker 13.D", "md-four-card-poker 13.E")
def test_wrong_numbers_and_exposed_dealers_cards_void_everything() -> None:
    wrong.check_void_and_reshuffled(FOUR, "wrong_number_of_cards", _cite("13.D"), _cite("13.D"))
    wrong.check_void_and_reshuffled(FOUR, "dealer_card_exposed", _cite("13.E"), _cite("13.E"), dealt_cards=17, place=5)
    game = p.with_wagers(FOUR)
    game.deal()
    up = c.Report(c.dealer(), "dealer_card_exposed", {"place": 6})
    p.refused(game, up, _cite("13.E"))


@pytest.mark.clause("md-four-card-poker 13.G")
def test_a_shoe_jam() -> None:
    wrong.check_void_and_reshuffled(FOUR, "shoe_jam", _cite("13.G"), _cite("13.G"), "automated", out=_cite("13.G"))
