"""A count of the stub in a void round that still settles wagers: it comes first, and a wrong one returns them too."""

from collections.abc import Callable
from typing import NamedTuple

import pytest

from clauses import procedures as p
from pitbook.table import NONE, fold
from pitbook.table import commands as c
from pitbook.table import events as happened
from pitbook.table.script import next_steps
from pitbook.table.transcript import transcript
from table.play import GALAXY, MD, Game, rules_of, stacked


class Way(NamedTuple):
    """A way of dealing: its clauses on the count, and how many cards two players leave."""

    book: str
    method: str
    out: list[tuple[str, list[str]]]
    """The steps after the last card with their clauses, up to the count."""
    counted: list[str]
    right: list[str]
    wrong: list[str]
    misdealt: list[str]
    deck: list[str]
    left: int
    """Of the whole deal: 11 cards, the burns of the hand, and the four of Galaxy's all 6."""


def _way(book: str, method: str, removal: str | None, clauses: str, left: int) -> Way:
    """The chapter's clauses in this order: the count, a right one, a wrong one, a misdeal, a wrong deck."""
    counted, right, wrong, misdealt, deck = ([f"{MD} {one}"] for one in clauses.split())
    out = [("remove_stub", [f"{MD} {removal}"])] if removal else []
    return Way(book, method, out, counted, right, wrong, misdealt, deck, left)


WAYS = [
    _way(MD, "manual_shoe", "8.D(4)", "8.E 8.F 8.G 8.G(1) 8.G(2)", 41),
    _way(MD, "hand", None, "9.C 9.D 9.E 9.E(1) 9.E(2)", 39),
    _way(MD, "automated", None, "10.C 10.D 10.E 10.E(1) 10.E(2)", 41),
    _way(GALAXY, "manual_shoe", "8.D(4)", "8.E 8.F 8.G 8.G(1) 8.G(2)", 37),
]


def _every_way(*fields: str) -> pytest.MarkDecorator:
    """Each way of dealing, with the clauses of these fields as those that it is a test of."""
    params = []
    for way in WAYS:
        clauses = [clause for field in fields for clause in getattr(way, field)]
        marks = [] if way.book == GALAXY else [pytest.mark.clause(*clauses, f"{MD} 13.G")]
        params.append(pytest.param(way, marks=marks, id=f"{way.book}-{way.method}"))
    return pytest.mark.parametrize("way", params)


def _dealer_has_cards(game: Game) -> bool:
    return bool(game.state.round.dealer)


def _due(way: Way, wagers: dict[str, int] | None = None, *, until: Callable[[Game], bool]) -> Game:
    """The stub of the round is to be counted. Seat 1 has nine and four, seat 2 two nines; played until this holds."""
    game = p.seated(way.book, way.method, automations=NONE)
    game.do(c.CallStubCount(c.dealer()))
    for seat in (1, 2):
        game.wager(seat, wagers or p.every_wager(way.book))
        if wagers is None:
            game.do(c.Acknowledge(c.device(), seat))
    game.deal()
    while not until(game):
        game.step(game.state.agenda[0].do)
    return game


def _exposed(way: Way, wagers: dict[str, int] | None = None) -> Game:
    """A dealer's card is seen as soon as one lies there; the rest of the deal is still to come."""
    game = _due(way, wagers, until=_dealer_has_cards)
    game.do(c.Report(c.dealer(), "dealer_card_exposed"))
    return game


def _at_the_count(way: Way) -> Game:
    game = _exposed(way)
    game.perform_until("count_stub")
    return game


def _check_returned(game: Game, cause: str, clauses: list[str], *, removed: bool) -> None:
    """Every wager goes back by these clauses, the meters give back once, and the deck stays or leaves."""
    assert game.state.round.void == cause
    assert p.agenda(game) == [("reckon", "device")]
    assert p.cited(game, "reckon") == set(clauses)
    game.step("reckon")
    assert p.cited(game, "return_wagers") == set(clauses)
    p.play_out(game)
    assert game.stacks() == {1: "1000.00", 2: "1000.00"}
    assert {(line.result, line.reason) for line in game.state.last_round.lines} == {("void", cause)}
    voids = [event for event in game.events if isinstance(event, happened.RoundVoided)]
    assert [event.cause for event in voids] == ["dealer_card_exposed", cause]
    assert not voids[1].contributions
    assert all(float(meter.displayed) == 5000 for meter in game.meters.values())
    assert game.state.decks[0].removed is removed
    assert p.agenda(game)[0][0] == ("receive_deck" if removed else "shuffle")
    assert fold(game.library, game.events).decks[0].removed is removed


@_every_way("counted", "right")
def test_the_stub_is_counted_after_the_last_card_and_before_a_wager_is_settled(way: Way) -> None:
    """A right stub goes to the rack. Then nine and four lose 5 and 5, and three nines win 5 to 1 and 3 to 1."""
    game = _exposed(way)
    after = [step for step in game.state.agenda if step.do not in ("deal", "burn", "remove_rest", "turn_up")]
    assert [(step.do, list(step.clauses)) for step in after[:-1]] == [
        *way.out,
        ("count_stub", way.counted),
        ("stub_to_rack", way.right),
    ]
    names = [do for do, _ in p.agenda(game)]
    last_card = max(place for place, name in enumerate(names) if name == "deal")
    assert names[last_card + 1 : last_card + 1 + len(way.out) + 2] == [step.do for step in after[:-1]]
    game.perform_until("count_stub")
    assert len(game.state.round.board) == 5
    assert next_steps(game.state, game.now)[0].do == "count_stub"
    assert game.step("count_stub") == (happened.StubCounted(way.left, "dealer"),)
    game.step("stub_to_rack")
    p.play_out(game)
    assert game.stacks() == {1: "990.00", 2: "1040.00"}
    assert game.state.last_round.void == "dealer_card_exposed"
    assert "gather_stub" not in {name for name, _ in p.recorded(game.events)}
    assert (game.state.since_count, game.state.decks[0].removed) == (0, False)


@_every_way("wrong", "deck")
def test_a_wrong_stub_returns_also_what_the_void_round_would_have_settled(way: Way) -> None:
    game = _at_the_count(way)
    game.step("count_stub", count=way.left - 1)
    assert (game.state.agenda[0].do, list(game.state.agenda[0].clauses)) == ("resolve_stub", way.wrong)
    p.refused(game, c.Report(c.dealer(), "wrong_number_of_cards"), way.wrong[0])
    if way.method == "automated":
        p.refused(game, c.Report(c.dealer(), "shoe_jam"), f"{MD} 13.I")
    game.step("resolve_stub", misdealt={})
    assert happened.StubResolved({}, 51, "dealer") in game.events
    _check_returned(game, "stub_count_wrong_deck", way.deck, removed=True)


@_every_way("misdealt")
def test_misdealt_cards_that_are_all_there_return_it_too_and_the_deck_stays(way: Way) -> None:
    game = _at_the_count(way)
    game.step("count_stub", count=way.left - 1)
    game.step("resolve_stub", misdealt={"2": 3})
    assert happened.StubResolved({"2": 3}, 52, "dealer") in game.events
    _check_returned(game, "stub_count_misdeal", way.misdealt, removed=False)
    assert any(f"[{way.misdealt[0]}]" in line for line in transcript(game.library, game.events) if "void" in line)


@_every_way()
def test_misdealt_cards_that_are_not_all_there_have_the_deck_removed_by_our_reading(way: Way) -> None:
    """51 cards, and no clause says what follows (reading 39)."""
    game = _at_the_count(way)
    game.step("count_stub", count=way.left - 2)
    game.step("resolve_stub", misdealt={"2": 3})
    _check_returned(game, "stub_count_misdeal_wrong_deck", [], removed=True)


@_every_way()
@pytest.mark.clause(f"{MD} 13.E")
def test_a_misdealt_hand_with_a_right_stub_returns_all_wagers_as_well(way: Way) -> None:
    game = _at_the_count(way)
    game.step("count_stub", count=way.left, misdealt={"1": 3, "2": 1})
    _check_returned(game, "wrong_number_of_cards", [f"{MD} 13.E"], removed=False)


@_every_way("counted")
def test_a_miscount_in_a_void_round_is_counted_again(way: Way) -> None:
    game = _at_the_count(way)
    game.step("count_stub", count=way.left - 1)
    game.do(c.Do(c.dealer("Dee"), "count_stub", count=way.left))
    assert (game.state.agenda[0].do, list(game.state.agenda[0].clauses)) == ("stub_to_rack", way.right)
    p.play_out(game)
    assert {line.result for line in game.state.last_round.lines if line.wager == "trips_plus"} == {"win", "lose"}


@pytest.mark.parametrize("way", WAYS[:3], ids=lambda way: way.method)
@pytest.mark.clause(f"{MD} 13.B", f"{MD} 13.C", *(f"{MD} {one}" for one in ("8.G(2)", "9.E(2)", "10.E(2)")))
def test_a_pocket_bonus_after_face_up_cards_waits_for_the_count_too(way: Way) -> None:
    """Two hands, the dealer's, and two cards in the rack: 44 are left. Two nines win 5 to 1 if these are there."""

    def first_board_card(game: Game) -> bool:
        complete = len(game.state.round.dealer) == 2
        return complete and game.state.agenda[0].do in ("decide", "burn", "deal")

    for missing, stacks in ((0, {1: "995.00", 2: "1025.00"}), (1, {1: "1000.00", 2: "1000.00"})):
        game = _due(way, until=first_board_card)
        for _ in range(2):
            game.do(c.Report(c.dealer(), "face_up_card"))
        assert game.state.round.void == "face_up_cards"
        names = [do for do, _ in p.agenda(game)]
        assert names == [*(name for name, _ in way.out), "count_stub", "stub_to_rack", "reckon"]
        game.perform_until("count_stub")
        game.step("count_stub", count=44 - missing)
        if missing:
            game.step("resolve_stub", misdealt={})
            assert p.cited(game, "reckon") == set(way.deck)
        p.play_out(game)
        assert game.stacks() == stacks
        assert game.state.decks[0].removed is bool(missing)


@pytest.mark.parametrize("way", WAYS[:3], ids=lambda way: way.method)
@pytest.mark.clause(f"{MD} 13.G", f"{MD} 10.B(2)", f"{MD} 8.D(4)")
def test_without_a_board_the_rest_of_the_deck_leaves_the_shoe_to_be_counted(way: Way) -> None:
    """No board is dealt for a pocket bonus alone: the six cards of the hands lie, and 46 are counted."""
    game = _exposed(way, p.MAIN | {"pocket_bonus": 5_00})
    p.step_on(game, "remove_rest", "remove_stub", "count_stub")
    shoe = {"manual_shoe": ["remove_stub"], "hand": [], "automated": ["remove_rest"]}[way.method]
    assert [do for do, _ in p.agenda(game)] == [*shoe, "count_stub", "stub_to_rack", "reckon"]
    if way.method == "automated":
        assert list(game.state.agenda[0].clauses) == [f"{MD} 10.B(2)"]
    game.perform_until("count_stub")
    assert game.step("count_stub") == (happened.StubCounted(46, "dealer"),)
    p.play_out(game)
    assert game.stacks() == {1: "995.00", 2: "1025.00"}
    assert game.state.last_round.board == []


@pytest.mark.clause(f"{MD} 13.F", f"{MD} 8.F")
def test_where_every_wager_goes_back_the_stub_is_counted_after_them() -> None:
    """Nobody has a side wager, so that nothing depends on the count but the deck (reading 50)."""
    game = _exposed(WAYS[0], p.MAIN)
    assert p.agenda(game) == [("reckon", "device")]
    game.step("reckon")
    names = [do for do, _ in p.agenda(game)]
    assert names == ["return_wagers", "return_wagers", "remove_stub", "count_stub", "gather_stub", "discard"]


@pytest.mark.clause(f"{MD} 8.G(2)", f"{MD} 7.C(2)", f"{MD} 13.G")
@pytest.mark.parametrize("misdealt", [{}, {"2": 3}])
def test_a_wrong_count_is_resolved_although_the_last_wager_to_settle_is_abandoned(misdealt: dict[str, int]) -> None:
    """The ruling leaves nothing to settle by the cards; the deck is wrong all the same, and everything goes back."""
    game = p.seated(MD, automations=NONE)
    game.do(c.CallStubCount(c.dealer()))
    game.wager(1, p.MAIN)
    game.wager(2, p.MAIN | {"pocket_bonus": 5_00})
    game.deal()
    while not _dealer_has_cards(game):
        game.step(game.state.agenda[0].do)
    game.do(c.Report(c.dealer(), "dealer_card_exposed"))
    game.perform_until("count_stub")
    game.step("count_stub", count=45)
    game.do(c.Leave(c.player("player 2")))
    game.do(c.RuleOnLeaving(c.floorperson(), "player 2", True, "went away"))
    assert p.agenda(game)[0] == ("resolve_stub", "dealer")
    game.step("resolve_stub", misdealt=misdealt)
    p.play_out(game)
    assert game.state.last_round.void == ("stub_count_misdeal" if misdealt else "stub_count_wrong_deck")
    assert (game.state.inventory, game.state.taken) == (-2000_00, 1000_00)
    assert game.state.decks[0].removed == (not misdealt)


def _entered(way: Way, wagers: dict[str, int]) -> Game:
    """A physical table: seat 1 alone, a dealer's card is seen before the first decision."""
    game = p.seated(way.book, way.method, source="entered", automations=NONE)
    game.wager(1, wagers)
    game.do(c.CallStubCount(c.dealer()))
    game.deal()
    game.perform_until("decide")
    game.do(c.Report(c.dealer(), "dealer_card_exposed"))
    return game


@pytest.mark.clause(f"{MD} 8.E", f"{MD} 8.G(2)", f"{MD} 13.G")
def test_at_a_physical_table_the_stub_is_counted_before_a_hand_is_turned_up() -> None:
    """Two and two and five cards: 43 are left."""
    game = _entered(WAYS[0], p.MAIN | {"trips_plus": 5_00})
    cards = iter(["As Kd Qc", "4h 5h"])
    while game.state.agenda[0].do == "deal":
        game.step("deal", cards=next(cards))
    names = [do for do, _ in p.agenda(game)]
    assert names == ["remove_stub", "count_stub", "stub_to_rack", "turn_up_hand", "reckon"]
    game.step("remove_stub")
    game.step("count_stub", count=42)
    game.step("resolve_stub", misdealt={})
    assert p.agenda(game) == [("reckon", "device")]
    p.play_out(game)
    assert game.stacks() == {1: "1000.00", 2: "1000.00"}
    assert game.state.decks[0].removed


@pytest.mark.clause(f"{MD} 8.G(2)")
def test_a_corrected_card_does_not_bring_back_a_wrong_deck() -> None:
    """Every wager of a void round has gone back: no card decides any of them, and the deck still leaves."""
    game = _entered(WAYS[0], p.MAIN | {"trips_plus": 5_00})
    game.step("deal", cards="As Kd Qc")
    game.do(c.Report(c.dealer(), "wrong_number_of_cards"))
    game.perform_until("count_stub")
    game.step("count_stub", count=40)
    game.step("resolve_stub", misdealt={})
    ahead = p.agenda(game)
    game.do(c.CorrectCards(c.floorperson(), "As", "Ah", "misread"))
    assert p.agenda(game) == ahead
    assert ahead[0] == ("remove_deck", "dealer")
    p.play_out(game)
    assert game.state.decks[0].removed


@pytest.mark.clause(f"{MD} 8.E", f"{MD} 8.F", f"{MD} 13.G")
def test_a_table_that_performs_the_steps_itself_counts_before_it_settles() -> None:
    """The fifth round since a count."""
    rules = rules_of(MD)
    game = Game(rules, deck=stacked(rules, ["9h 9c"], "Qs Qd", "9s 9d Kh 4c 7d"))
    game.sit(1)
    game.state.since_count = 4
    game.wager(1, p.MAIN | {"trips_plus": 5_00})
    game.deal()
    before = len(game.events)
    game.do(c.Report(c.dealer(), "dealer_card_exposed"))
    kinds = [type(event) for event in game.events[before:]]
    assert kinds.index(happened.StubCounted) < kinds.index(happened.SettlementReckoned)
