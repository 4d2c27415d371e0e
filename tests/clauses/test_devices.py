"""Shufflers and automated shoes: what they may do, what follows when they jam, and the table without them."""

from dataclasses import replace
from datetime import timedelta
from itertools import cycle, product

import pytest

from clauses import procedures as p
from pitbook.audit.commands import decided_again
from pitbook.audit.windows import Windows
from pitbook.problems import RefusedError
from pitbook.submission import HouseRules, Limits
from pitbook.submission.devices import without_device
from pitbook.table import ALL, NONE, next_steps
from pitbook.table import commands as c
from pitbook.table import events as happened
from pitbook.table.narration import tell
from table.play import BOOKS, FOUR, GALAXY, MA, MD, Game, rules_of

OUT = {MD: f"{MD} 13.J", GALAXY: f"{MD} 13.J", FOUR: f"{FOUR} 13.H", MA: f"{MA} 12.end"}
"""A device is covered, marked or removed before another method is used."""
MADE = [
    (MD, "covered", f"{MD} 13.J(1)"),
    (MD, "marked", f"{MD} 13.J(2)"),
    (GALAXY, "covered", f"{MD} 13.J(1)"),
    (GALAXY, "marked", f"{MD} 13.J(2)"),
    (FOUR, "covered", f"{FOUR} 13.H(1)"),
    (FOUR, "marked", f"{FOUR} 13.H(2)"),
    (MA, "removed", f"{MA} 12.end"),
]
CUT = {MD: f"{MD} 5.D(2)", GALAXY: f"{MD} 5.D(2)", FOUR: f"{FOUR} 5.C(2)", MA: f"{MA} 4(b)(2)"}
"""Cards that were shuffled by hand are cut."""
CUTS = {
    MD: ["insert_cover_card", "move_cut_cards_to_bottom"],
    MA: ["place_cover_card", "cut_onto_cover_card", "rest_on_top", "cover_card_to_rack"],
}
AGAIN = {MD: f"{MD} 13.H(1)", GALAXY: f"{MD} 13.H(1)", FOUR: f"{FOUR} 13.F", MA: f"{MA} 12(e)"}
"""The cards are shuffled again after a jam of the shuffler."""
TWO_DECKS = {MD: f"{MD} 3.B", FOUR: f"{FOUR} 3.B", MA: f"{MA} 2(b)"}
INTO_SHOE = {
    MD: (f"{MD} 8.B", f"{MD} 5.D(1)", f"{MD} 5.C"),
    GALAXY: (f"{MD} 8.B", f"{MD} 5.D(1)", f"{MD} 5.C"),
    FOUR: (f"{FOUR} 8.B", f"{FOUR} 5.C(1)", f"{FOUR} 5.B"),
    MA: (f"{MA} 7(a)", f"{MA} 4(b)(1)", f"{MA} 4(a)"),
}
REST = {
    MD: ("remove_rest", f"{MD} 10.B(2)"),
    GALAXY: ("remove_rest", f"{MD} 10.B(2)"),
    FOUR: ("remove_stub", f"{FOUR} 10.C(1)"),
    MA: ("remove_stub", f"{MA} 9(d)"),
}
"""What is left leaves the automated shoe."""


def _first(book: str) -> str:
    return "removed" if book == MA else "covered"


def _cuts(book: str) -> list[tuple[str, str]]:
    return [(do, "dealer") for do in CUTS[MA if book == MA else MD]]


def _take_out(game: Game, device: str, made: str = "") -> None:
    told = {"device": device, "made": made or _first(game.rules.book.id)}
    game.do(c.Report(c.floorperson(), "device_out_of_order", told))


def _adopt(game: Game, rules: HouseRules) -> c.AdoptRules:
    game.library[rules.digest] = rules
    return c.AdoptRules(c.floorperson(), rules.digest)


def _before_the_shuffle(book: str, *way: str, decks: int = 1, shuffler: str = "") -> Game:
    """The first deck is about to be shuffled by the device; two players wait."""
    method, order = (*way, "", "")[:2]
    game = Game(rules_of(book, method or "hand", order, shuffler, decks), source="virtual", automations=NONE)
    game.sit(2)
    game.perform_until("shuffle")
    return game


def _open(game: Game) -> None:
    """The next round is open and both have every wager; nothing was done with the deck."""
    game.perform_until("open_round")
    game.step("open_round")
    for seat in (1, 2):
        game.wager(seat, p.every_wager(game.rules.book.id))


@pytest.mark.clause("md-heads-up-holdem 13.J", "md-four-card-poker 13.H", "ma-heads-up-holdem 12.end")
@pytest.mark.clause("md-heads-up-holdem 5.D(2)", "md-four-card-poker 5.C(2)", "ma-heads-up-holdem 4(b)(2)")
@pytest.mark.parametrize(("book", "made", "clause"), MADE)
def test_a_shuffler_out_of_use_shuffles_nothing_and_the_dealer_cuts(book: str, made: str, clause: str) -> None:
    """It jams in the shuffle and is taken out: nobody can have it shuffle, and by hand the deck is shuffled and cut."""
    game = _before_the_shuffle(book)
    game.do(c.Report(c.dealer(), "shuffler_jam"))
    _take_out(game, "shuffler", made)
    if book in (MD, GALAXY):
        assert p.cited(game, "remove_cards") == {f"{MD} 13.H(3)"}
        game.step("remove_cards")
    for by in (c.device(), c.dealer()):
        p.refused(game, c.Do(by, "shuffle"), OUT[book])
    line = next_steps(game.state)[0]
    assert (line.do, line.by, line.must, line.clauses) == ("change_method", "floorperson", True, (OUT[book],))
    game.table.automations = ALL
    game.do(c.BuyIn(c.player("player 1"), 1_00))
    assert not any(isinstance(event, happened.Shuffled) for event in game.events)
    game.table.automations = NONE
    p.refused(game, _adopt(game, rules_of(book, "hand", shuffler="automatic_counting")), OUT[book])
    game.do(_adopt(game, without_device(game.rules, "shuffler")))
    assert p.agenda(game) == [("shuffle", "dealer"), *_cuts(book), ("open_round", "dealer")]
    assert AGAIN[book] in p.cited(game, "shuffle")
    assert all(CUT[book] in p.cited(game, do) for do, _ in _cuts(book))
    p.refused(game, c.Do(c.device(), "shuffle"), AGAIN[book])
    _open(game)
    assert game.state.decks[0].cuts == [None]
    assert p.agenda(game)[0] == ("place_in_shoe", "dealer")
    p.refused(game, c.Do(c.device(), "place_in_shoe"), INTO_SHOE[book][0])
    p.refused(game, c.Report(c.dealer(), "shuffler_jam"), AGAIN[book])
    game.deal()
    p.play_out(game)
    assert game.state.last_round.void is None
    assert p.agenda(game)[: 1 + len(_cuts(book))] == [("shuffle", "dealer"), *_cuts(book)]


@pytest.mark.clause("md-heads-up-holdem 13.J(1)", "md-heads-up-holdem 13.J(2)")
@pytest.mark.clause("md-four-card-poker 13.H(1)", "md-four-card-poker 13.H(2)", "ma-heads-up-holdem 12.end")
@pytest.mark.parametrize(("book", "made", "clause"), MADE)
def test_what_is_made_of_a_device_is_recorded_by_its_own_clause(book: str, made: str, clause: str) -> None:
    game = p.seated(book, "automated", automations=NONE)
    for not_so in {"covered", "removed", "kicked"} - {one for other, one, _ in MADE if other == book}:
        report = c.Report(c.floorperson(), "device_out_of_order", {"device": "shoe", "made": not_so})
        p.refused(game, report, OUT[book])
    told = [
        line.clauses
        for event in (
            happened.IrregularityReported("device_out_of_order", {"device": "shoe", "made": made}, "Flo"),
            happened.DeviceTakenOut("shoe", made, False, "Flo"),
        )
        for line in tell(game.state, event)
    ]
    assert told == [(clause,), (clause,)]
    _take_out(game, "shoe", made)
    assert game.events[-1] == happened.DeviceTakenOut("shoe", made, False, "floorperson")
    p.refused(game, c.Report(c.dealer(), "shoe_jam"), OUT[book])


@pytest.mark.clause("md-heads-up-holdem 13.J", "md-four-card-poker 13.H", "ma-heads-up-holdem 12.end")
@pytest.mark.parametrize("device", ["shuffler", "shoe"])
@pytest.mark.parametrize("book", BOOKS)
def test_no_other_method_before_the_device_is_taken_out(book: str, device: str) -> None:
    """After a jam in every book; in Massachusetts whatever the reason, elsewhere a house may change at will."""
    if device == "shuffler":
        game = _before_the_shuffle(book)
        game.do(c.Report(c.dealer(), "shuffler_jam"))
        game.table.automations = ALL - {"shuffle"}
    else:
        game = p.with_wagers(book, "automated", automations=NONE)
        game.deal()
        game.perform_until("deal")
        game.do(c.Report(c.dealer(), "shoe_jam"))
        p.play_out(game)
    other = without_device(game.rules, device)
    p.refused(game, _adopt(game, other), OUT[book])
    _take_out(game, device)
    game.do(_adopt(game, other))
    assert (game.state.rules, game.state.devices) == (other, {device: _first(book)})
    well = _before_the_shuffle(book) if device == "shuffler" else p.seated(book, "automated", automations=NONE)
    if book == MA:
        p.refused(well, _adopt(well, other), OUT[MA])
    else:
        well.do(_adopt(well, other))
        assert well.state.rules is other


@pytest.mark.clause("md-heads-up-holdem 13.H(1)", "md-four-card-poker 13.F", "ma-heads-up-holdem 12(e)")
@pytest.mark.parametrize("book", BOOKS)
def test_a_device_that_works_again_after_a_jam_has_not_to_be_taken_out(book: str) -> None:
    game = _before_the_shuffle(book)
    game.do(c.Report(c.dealer(), "shuffler_jam"))
    assert happened.DeckJammed(0) in game.events
    first = {MD: {"4.D", "5.A(1)"}, MA: {"3(c)", "4(a)"}, FOUR: {"4.D", "5.A(1)"}}.get(book, set())
    assert p.cited(game, "shuffle") >= {AGAIN[book], *(f"{book} {one}" for one in first)}
    p.refused(game, c.Do(c.dealer(), "open_round"), game.state.agenda[0].clauses[0])
    game.perform_until("open_round")
    assert game.events[-1] == happened.Shuffled(0, None, "device")
    other = without_device(game.rules, "shuffler")
    if book != MA:
        game.do(_adopt(game, other))
        assert p.agenda(game) == [("open_round", "dealer")], "a device has shuffled this deck, so it needs no cut"


@pytest.mark.clause("md-heads-up-holdem 3.B", "md-four-card-poker 3.B", "ma-heads-up-holdem 2(b)")
@pytest.mark.parametrize("book", TWO_DECKS)
def test_without_the_shuffler_the_second_deck_leaves_on_the_record(book: str) -> None:
    game = _before_the_shuffle(book, decks=2)
    game.perform_until("open_round")
    _open(game)
    game.deal()
    _take_out(game, "shuffler")
    p.play_out(game)
    p.refused(game, c.Do(c.device(), "shuffle"), OUT[book])
    events = game.do(_adopt(game, without_device(game.rules, "shuffler")))
    removed = happened.DeckRemoved(0, "one_deck", "the game goes on with one deck")
    assert events[1] == removed
    assert [line.clauses for line in tell(game.state, removed)] == [(TWO_DECKS[book],)]
    assert [deck.removed for deck in game.state.decks] == [True, False]
    assert (game.state.rack, game.state.in_play) == (None, 1)
    assert p.agenda(game) == [("open_round", "dealer")], "the other deck was shuffled by the device before"
    told = next(line.words for line in tell(game.state, removed))
    (problem,) = p.refused(game, c.ChangeDeck(c.floorperson(), 0, "green", "worn"))
    assert told.startswith("Deck 1 is removed")
    assert problem.message == "there is no deck 1 at this table"
    for _ in range(2):
        _open(game)
        assert game.state.round.deck == 1
        game.deal()
        p.play_out(game)
        assert {step.deck for step in game.state.agenda if step.deck is not None} == {1}


STORED = {MD: f"{MD} 3.B(3)", FOUR: f"{FOUR} 3.B(3)", MA: f"{MA} 2(b)(3)"}


@pytest.mark.clause("md-heads-up-holdem 3.B(3)", "md-four-card-poker 3.B(3)", "ma-heads-up-holdem 2(b)(3)")
@pytest.mark.parametrize("method", ["manual_shoe", "hand"])
@pytest.mark.parametrize("book", TWO_DECKS)
def test_a_deck_that_was_shuffled_by_hand_waits_in_the_shuffler_once_there_are_two(book: str, method: str) -> None:
    """The shuffler failed, and one deck was played with; it is back, and a second deck joins."""
    game = _before_the_shuffle(book, method, shuffler="automatic", decks=2)
    filed = game.rules
    game.perform_until("open_round")
    _take_out(game, "shuffler")
    game.do(_adopt(game, without_device(filed, "shuffler")))
    _open(game)
    game.deal()
    p.play_out(game)
    game.perform_until("open_round")
    (played,) = [number for number, deck in enumerate(game.state.decks) if not deck.removed]
    assert not game.state.decks[played].by_shuffler
    game.do(c.RestoreDevice(c.floorperson(), "shuffler"))
    game.do(_adopt(game, filed))
    game.do(c.ChangeDeck(c.floorperson(), 1 - played, "green", "a second deck"))
    (shuffle,) = [step for step in game.state.agenda if step.do == "shuffle" and step.deck == played]
    assert shuffle.by == "device"
    assert STORED[book] in shuffle.clauses
    _open(game)
    game.deal()
    game.perform_until("deal")
    assert (game.state.round.deck, game.state.decks[played].held_by) == (1 - played, "shuffler")


@pytest.mark.clause("md-heads-up-holdem 3.B(3)", "md-four-card-poker 3.B(3)", "ma-heads-up-holdem 2(b)(3)")
@pytest.mark.parametrize("preshuffled", [False, True])
@pytest.mark.parametrize("book", TWO_DECKS)
def test_the_waiting_deck_goes_back_into_a_shuffler_that_works_again(book: str, *, preshuffled: bool) -> None:
    rules = rules_of(book, "manual_shoe", "", "automatic", 2)
    game = Game(rules, source="virtual", automations=NONE, preshuffled=preshuffled)
    game.sit(2)
    game.perform_until("open_round")
    _take_out(game, "shuffler")
    assert [deck.held_by for deck in game.state.decks] == ["", ""]
    game.do(c.RestoreDevice(c.floorperson(), "shuffler"))
    assert p.agenda(game) == [("store_in_shuffler", "dealer"), ("open_round", "dealer")]
    assert p.cited(game, "store_in_shuffler") == {STORED[book]}
    p.refused(game, c.Do(c.dealer(), "open_round"), STORED[book])
    game.step("store_in_shuffler")
    _open(game)
    game.deal()
    game.perform_until("deal")
    assert [deck.held_by for deck in game.state.decks] == ["", "shuffler"]


@pytest.mark.clause("md-heads-up-holdem 5.I", "md-four-card-poker 5.H")
@pytest.mark.parametrize("preshuffled", [False, True])
@pytest.mark.parametrize(("book", "order", "use"), [(MD, "board_first", "5.I"), (FOUR, "stacks", "5.H")])
def test_no_cut_is_left_when_a_device_that_reshuffles_is_adopted(
    book: str, order: str, use: str, *, preshuffled: bool
) -> None:
    """What a dealer has shuffled, the device shuffles as it takes the cards; a preshuffled deck stays as it is."""
    game = Game(rules_of(book), source="virtual", automations=NONE, preshuffled=preshuffled)
    game.perform_until(CUTS[MD][0])
    game.do(_adopt(game, rules_of(book, "automated", order, "reshuffling")))
    shuffled = [] if preshuffled else [("shuffle", "device")]
    assert p.agenda(game) == [*shuffled, ("open_round", "dealer")]
    if not preshuffled:
        assert f"{book} {use}" in p.cited(game, "shuffle")


@pytest.mark.clause("md-heads-up-holdem 9.A(1)", "md-four-card-poker 9.A(1)", "ma-heads-up-holdem 8(b)(1)")
@pytest.mark.parametrize("book", BOOKS)
def test_nothing_is_dealt_from_the_hand_without_a_shuffler(book: str) -> None:
    """Not by a round that is open already, and not with a deck that a dealer has shuffled."""
    by_hand = {MD: f"{MD} 9.A(1)", GALAXY: f"{MD} 9.A(1)", FOUR: f"{FOUR} 9.A(1)", MA: f"{MA} 8(b)(1)"}[book]
    game = _before_the_shuffle(book)
    filed = game.rules
    _open(game)
    _take_out(game, "shuffler")
    p.refused(game, c.DealRound(c.dealer()), OUT[book])
    p.refused(game, c.Do(c.dealer(), "take_deck_in_hand"), OUT[book])
    without = without_device(filed, "shuffler")
    changed = happened.RulesAdopted(_adopt(game, without).rules)
    assert [line.clauses for line in tell(game.state, changed)] == [(OUT[book], by_hand)]
    game.do(_adopt(game, without))
    game.deal()
    p.play_out(game)
    p.refused(game, _adopt(game, filed), OUT[book])
    game.perform_until("open_round")
    game.do(c.RestoreDevice(c.floorperson(), "shuffler"))
    game.do(_adopt(game, filed))
    assert p.agenda(game) == [("shuffle", "device"), ("open_round", "dealer")]
    assert by_hand in p.cited(game, "shuffle")
    _open(game)
    assert p.agenda(game)[0] == ("take_deck_in_hand", "dealer")


@pytest.mark.clause("md-heads-up-holdem 8.E", "md-four-card-poker 8.G", "ma-heads-up-holdem 7(g)")
@pytest.mark.parametrize(
    ("book", "clause"), [(MD, f"{MD} 8.E"), (GALAXY, f"{MD} 8.E"), (FOUR, f"{FOUR} 8.G"), (MA, f"{MA} 7(f)")]
)
def test_without_the_device_that_counts_the_stub_is_counted(book: str, clause: str) -> None:
    game = _before_the_shuffle(book, "manual_shoe", shuffler="automatic_counting")
    for number in range(1, 6):
        if number == 5:
            _take_out(game, "shuffler")
            game.do(_adopt(game, without_device(game.rules, "shuffler")))
        _open(game)
        game.deal()
        counted = [step.clauses for step in game.state.agenda if step.do == "count_stub"]
        assert len(counted) == (number == 5)
        assert all(clause in clauses for clauses in counted)
        p.play_out(game)


@pytest.mark.clause("md-heads-up-holdem 3.C(1)", "md-heads-up-holdem 3.C(2)")
@pytest.mark.clause("md-four-card-poker 3.C(1)", "md-four-card-poker 3.C(2)")
@pytest.mark.parametrize("book", [MD, FOUR])
def test_the_decks_clock_follows_the_method(book: str) -> None:
    """Four hours by hand, eight from a shoe, and four again when the hand comes back."""
    game = _before_the_shuffle(book)
    filed = game.rules
    game.perform_until("open_round")
    game.later(hours=5)
    p.refused(game, c.Do(c.dealer(), "open_round"), f"{book} 3.C(1)")
    _take_out(game, "shuffler")
    game.do(_adopt(game, without_device(filed, "shuffler")))
    _open(game)
    game.deal()
    p.play_out(game)
    game.perform_until("open_round")
    game.do(c.RestoreDevice(c.floorperson(), "shuffler"))
    game.do(_adopt(game, filed))
    game.perform_until("open_round")
    p.refused(game, c.Do(c.dealer(), "open_round"), f"{book} 3.C(1)")


@pytest.mark.clause("md-four-card-poker 13.F", "ma-heads-up-holdem 12(e)")
@pytest.mark.parametrize("book", [FOUR, MA])
def test_a_jam_while_wagers_are_open_voids_nothing_and_the_round_goes_on_without_the_shuffler(book: str) -> None:
    game = _before_the_shuffle(book)
    _open(game)
    other = without_device(game.rules, "shuffler")
    p.refused(game, _adopt(game, other))
    game.do(c.Report(c.dealer(), "shuffler_jam"))
    assert p.agenda(game)[:2] == [("shuffle", "device"), ("take_deck_in_hand", "dealer")]
    assert AGAIN[book] in p.cited(game, "shuffle")
    p.refused(game, _adopt(game, other), OUT[book])
    _take_out(game, "shuffler")
    limits = dict(other.limits) | {"ante": Limits(1_00, 2_00)}
    p.refused(game, _adopt(game, replace(other, limits=limits)))
    game.do(_adopt(game, other))
    steps = [("shuffle", "dealer"), *_cuts(book), ("place_in_shoe", "dealer"), ("no_more_bets", "dealer")]
    assert p.agenda(game) == steps
    assert AGAIN[book] in p.cited(game, "shuffle")
    assert {seat: dict(placed) for seat, placed in game.state.round.wagers.items()} == {
        seat: p.every_wager(book) for seat in (1, 2)
    }
    game.deal()
    p.play_out(game)
    assert (game.state.last_round.void, game.state.last_round.number) == (None, 1)


@pytest.mark.clause(*(f"md-heads-up-holdem 13.H{one}" for one in ("", "(1)", "(2)", "(3)")))
@pytest.mark.parametrize("book", [MD, GALAXY])
def test_a_jam_voids_the_round_while_the_shuffler_has_its_deck(book: str) -> None:
    game = _before_the_shuffle(book)
    _open(game)
    game.do(c.Report(c.dealer(), "shuffler_jam"))
    assert p.cited(game, "reckon") == {f"{MD} 13.H(2)"}
    p.play_out(game)
    assert game.stacks() == {1: "1000.00", 2: "1000.00"}
    assert game.state.last_round.void == "shuffler_jam"
    assert p.cited(game, "shuffle") >= {f"{MD} 13.H(1)", f"{MD} 13.H(3)"}


@pytest.mark.clause("md-heads-up-holdem 13.H", "md-four-card-poker 13.F", "ma-heads-up-holdem 12(e)")
@pytest.mark.parametrize("way", [("manual_shoe", "", "automatic"), ("hand", "", ""), ("automated", "", "automatic")])
@pytest.mark.parametrize("book", BOOKS)
def test_a_shuffler_that_the_deck_has_left_jams_no_round(book: str, way: tuple[str, str, str]) -> None:
    """In the shoe or in the hand: nothing is void, but the device may be taken out, and the round is played out."""
    game = Game(rules_of(book, *way), source="virtual", automations=NONE)
    game.sit(2)
    _open(game)
    game.step(game.state.agenda[0].do)
    p.refused(game, c.Report(c.dealer(), "shuffler_jam"), AGAIN[book])
    game.deal()
    for _ in range(4):
        p.refused(game, c.Report(c.dealer(), "shuffler_jam"), AGAIN[book])
        game.step(game.state.agenda[0].do)
    _take_out(game, "shuffler")
    p.play_out(game)
    assert game.state.last_round.void is None
    p.refused(game, c.Do(c.device(), "shuffle"), OUT[book])


@pytest.mark.clause("md-heads-up-holdem 5.C", "md-heads-up-holdem 8.B", "md-four-card-poker 5.B")
@pytest.mark.clause("md-four-card-poker 8.B", "ma-heads-up-holdem 4(a)", "ma-heads-up-holdem 7(a)")
@pytest.mark.parametrize("book", BOOKS)
def test_dealer_or_shuffler_puts_the_stack_into_the_shoe(book: str) -> None:
    place, shuffled, insert = INTO_SHOE[book]
    for by_shuffler in (True, False):
        decks = 2 if book in TWO_DECKS else 1
        rules = rules_of(book, "manual_shoe", shuffler="automatic", decks=decks)
        game = Game(rules, source="virtual", automations=NONE)
        game.sit(2)
        _open(game)
        assert game.state.agenda[0].clauses == (place, shuffled)
        (line,) = [line for line in next_steps(game.state) if line.do == "insert_stack"]
        assert (line.by, line.clauses, line.must) == ("device", (place, shuffled, insert), False)
        if by_shuffler:
            told = list(tell(game.state, happened.StackInserted(0, "shuffler 7")))
            assert [(line.by, line.clauses) for line in told] == [("device", (place, shuffled, insert))]
            assert game.do(c.Do(c.device("shuffler 7"), "place_in_shoe")) == (happened.StackInserted(0, "shuffler 7"),)
        else:
            assert game.step("place_in_shoe") == (happened.Performed(("place_in_shoe",), "dealer"),)
        p.refused(game, c.Do(c.device(), "place_in_shoe"))
        assert p.agenda(game) == [("no_more_bets", "dealer")]
    by_hand = Game(rules_of(book), source="virtual", automations=NONE)
    by_hand.sit(2)
    _open(by_hand)
    p.refused(by_hand, c.Do(c.device(), "place_in_shoe"), place)


@pytest.mark.clause("md-heads-up-holdem 10.B(2)", "md-four-card-poker 10.C(1)", "ma-heads-up-holdem 9(d)")
@pytest.mark.clause("md-heads-up-holdem 13.I", "md-four-card-poker 13.G", "ma-heads-up-holdem 12(f)")
@pytest.mark.parametrize("book", BOOKS)
def test_what_is_left_is_taken_out_of_the_automated_shoe_and_then_it_jams_no_round(book: str) -> None:
    """After the last stack, by the dealer, in Maryland before the board is dealt by hand; until then a jam voids."""
    do, clause = REST[book]
    jam = {MD: f"{MD} 13.I", GALAXY: f"{MD} 13.I", FOUR: f"{FOUR} 13.G", MA: f"{MA} 12(f)"}[book]
    for late in (False, True):
        game = p.with_wagers(book, "automated", automations=NONE)
        p.refused(game, c.Report(c.dealer(), "shoe_jam"), jam)
        game.deal()
        game.perform_until(do)
        current = game.state.round
        assert all(len(hand) == game.rules.book.player.cards for hand in current.hands.values())
        assert len(current.dealer) == game.rules.book.dealer.cards
        assert p.cited(game, do) == {clause}
        if book in (MD, GALAXY):
            assert (current.board, game.state.agenda[1].to) == ([], "board")
        p.refused(game, c.Do(c.device(), do), clause)
        p.refused(game, c.Report(c.floorperson(), "device_out_of_order", {"device": "shoe", "made": _first(book)}))
        if late:
            assert game.step(do) == (happened.Performed((do,), "dealer"),)
            p.refused(game, c.Report(c.dealer(), "shoe_jam"), jam)
            _take_out(game, "shoe")
            p.play_out(game)
            assert game.state.last_round.void is None
            game.perform_until("open_round")
            p.refused(game, c.Do(c.dealer(), "open_round"), OUT[book])
            game.do(_adopt(game, without_device(game.rules, "shoe")))
            game.step("open_round")
            assert INTO_SHOE[book][0] in p.cited(game, "place_in_shoe")
        else:
            game.do(c.Report(c.dealer(), "shoe_jam"))
            assert game.state.round.void == "shoe_jam"


@pytest.mark.clause("ma-heads-up-holdem 12.end")
def test_a_device_that_is_back_at_the_table_is_used_or_removed_again() -> None:
    game = _before_the_shuffle(MA)
    filed = game.rules
    _take_out(game, "shuffler")
    game.do(_adopt(game, without_device(filed, "shuffler")))
    game.perform_until("open_round")
    game.do(c.RestoreDevice(c.floorperson(), "shuffler"))
    p.refused(game, c.Do(c.dealer(), "open_round"), OUT[MA])
    assert next_steps(game.state)[0].words == "The shuffler is back at the table: change the method or remove it again."
    game.do(_adopt(game, filed))
    game.perform_until("open_round")
    game.step("open_round")


@pytest.mark.clause("md-heads-up-holdem 13.J")
def test_a_shoe_that_reshuffles_by_itself_is_one_device() -> None:
    """Out of use it neither shuffles nor deals; all of it comes back together."""
    game = Game(rules_of(MD, "automated", "board_first"), source="virtual", automations=NONE)
    game.sit(2)
    filed = game.rules
    _open(game)
    _take_out(game, "shoe")
    assert game.state.devices == {"shoe": "covered", "shuffler": "covered"}
    p.refused(game, _adopt(game, without_device(rules_of(MD, "automated"), "shuffler")), OUT[MD])
    game.do(_adopt(game, without_device(filed, "shoe")))
    assert p.agenda(game) == [("place_in_shoe", "dealer"), ("no_more_bets", "dealer")]
    game.deal()
    p.play_out(game)
    assert p.agenda(game)[:2] == [("shuffle", "dealer"), ("insert_cover_card", "dealer")]
    game.perform_until("open_round")
    p.refused(game, _adopt(game, filed), OUT[MD])
    game.do(c.RestoreDevice(c.floorperson(), "shuffler"))
    game.do(_adopt(game, filed))
    _open(game)
    game.deal()
    p.play_out(game)
    assert p.agenda(game)[0] == ("shuffle", "device")


@pytest.mark.clause("md-heads-up-holdem 13.J(1)", "md-four-card-poker 13.H(1)")
@pytest.mark.parametrize("device", ["shoe", "shuffler"])
@pytest.mark.parametrize("book", [MD, FOUR])
def test_a_covered_machine_comes_back_as_a_whole(book: str, device: str) -> None:
    """Also when the method has changed meanwhile, so that the rules in use know neither of its parts."""
    rules = rules_of(book, "automated", shuffler="reshuffling")
    for changed in (False, True):
        game = Game(rules, source="virtual", automations=NONE)
        game.sit(2)
        game.perform_until("open_round")
        _take_out(game, device)
        if changed:
            game.do(_adopt(game, without_device(rules, "shoe")))
        names = {one.device for one in game.events if isinstance(one, happened.DeviceTakenOut)}
        assert names == {"shoe", "shuffler"}
        events = game.do(c.RestoreDevice(c.floorperson(), device))
        assert set(events) == {happened.DeviceRestored(one, "floorperson") for one in ("shoe", "shuffler")}
        other = "shoe" if device == "shuffler" else "shuffler"
        p.refused(game, c.RestoreDevice(c.floorperson(), other))
        again = Game(rules_of(book, "automated", shuffler="automatic"), source="virtual", automations=NONE)
        for one in ("shoe", "shuffler"):
            _take_out(again, one)
        assert len(again.do(c.RestoreDevice(c.floorperson(), device))) == 1, "two devices come back one by one"


def _shoe_left_aside() -> Game:
    """Filed for an automated shoe; without it the house files another method, and then the shoe comes back."""
    game = Game(rules_of(MA, "automated", "board_first", "manual"), source="virtual", automations=NONE)
    game.sit(2)
    game.perform_until("open_round")
    _take_out(game, "shoe")
    game.do(_adopt(game, rules_of(MA, "manual_shoe", "as_needed", "manual")))
    game.perform_until("open_round")
    game.do(c.RestoreDevice(c.floorperson(), "shoe"))
    return game


@pytest.mark.clause("ma-heads-up-holdem 12.end")
def test_a_device_at_the_table_stops_whatever_method_does_without_it() -> None:
    game = _shoe_left_aside()
    p.refused(game, c.Do(c.dealer(), "open_round"), OUT[MA])
    p.refused(game, _adopt(game, rules_of(MA, "manual_shoe", "board_first", "automatic")), OUT[MA])
    line = next_steps(game.state)[0]
    assert (line.do, line.must, line.clauses) == ("change_method", True, (OUT[MA],))
    assert "remove it again" in line.words
    game.do(_adopt(game, rules_of(MA, "automated", "board_first", "manual")))
    _open(game)
    game.deal()


@pytest.mark.clause("ma-heads-up-holdem 12.end")
def test_one_of_two_devices_that_is_back_stops_the_method_without_both() -> None:
    game = Game(rules_of(MA, "automated", "board_first", "automatic"), source="virtual", automations=NONE)
    game.sit(2)
    filed = game.rules
    game.perform_until("open_round")
    for device in ("shoe", "shuffler"):
        _take_out(game, device)
    game.do(_adopt(game, without_device(without_device(filed, "shoe"), "shuffler")))
    _open(game)
    game.deal()
    p.play_out(game)
    assert p.agenda(game)[0] == ("shuffle", "dealer")
    game.do(c.RestoreDevice(c.floorperson(), "shuffler"))
    p.refused(game, c.Do(c.dealer(), "shuffle"), OUT[MA])
    game.do(_adopt(game, without_device(filed, "shoe")))
    assert p.agenda(game)[0] == ("shuffle", "device")
    _open(game)
    game.deal()


@pytest.mark.clause("ma-heads-up-holdem 12.end")
def test_a_device_comes_back_between_rounds() -> None:
    """Not while wagers lie or cards are dealt; in a round that nobody has wagered on, it stops the betting steps."""
    game = _before_the_shuffle(MA)
    filed = game.rules
    _take_out(game, "shuffler")
    game.do(_adopt(game, without_device(filed, "shuffler")))
    back = c.RestoreDevice(c.floorperson(), "shuffler")
    _open(game)
    p.refused(game, back, OUT[MA])
    game.deal()
    while game.state.round is not None:
        p.refused(game, back, OUT[MA])
        if game.state.agenda[0].do == "decide":
            game.decide(game.state.round.to_act[0], *p.raises(game))
        else:
            game.step(game.state.agenda[0].do)
    game.perform_until("open_round")
    game.step("open_round")
    game.do(back)
    p.refused(game, c.Do(c.dealer(), "place_in_shoe"), OUT[MA])
    game.wager(1, p.MAIN)
    p.refused(game, c.DealRound(c.dealer()), OUT[MA])
    game.do(_adopt(game, filed))
    game.perform_until("no_more_bets")
    game.deal()


@pytest.mark.clause("ma-heads-up-holdem 12.end")
def test_a_device_that_works_is_removed_for_another_method() -> None:
    """On the record it is no irregularity, and the audit finds the command again; Maryland covers only what fails."""
    told: dict[str, str | bool] = {"device": "shoe", "made": "removed", "works": True}
    report = c.Report(c.floorperson("Flo"), "device_out_of_order", told)
    new = Game(rules_of(MA, "automated", "board_first", "manual"), source="virtual", automations=NONE)
    new.sit(2)
    new.perform_until("open_round")
    for game in (new, _shoe_left_aside()):
        for wrong in ({"works": "yes"}, {"made": "covered"}, {"note": "for the weekend"}):
            p.refused(game, c.Report(c.floorperson(), "device_out_of_order", {**told, **wrong}), OUT[MA])
        taken = happened.DeviceTakenOut("shoe", "removed", True, "Flo")
        (line,) = tell(game.state, taken)
        assert line.clauses == (OUT[MA],)
        assert line.words == "The shoe is removed, in working order, so that another method can be used."
        assert decided_again(game.state, [taken], c.floorperson("Flo"), game.context) == (taken,)
        assert game.do(report) == (taken,)
        game.do(_adopt(game, rules_of(MA, "manual_shoe", "as_needed", "manual")))
        _open(game)
        game.deal()
    maryland = p.seated(MD, "automated", automations=NONE)
    p.refused(maryland, c.Report(c.floorperson(), "device_out_of_order", told | {"made": "covered"}), OUT[MD])


@pytest.mark.clause("md-heads-up-holdem 13.H(3)")
def test_cards_of_the_other_deck_come_out_before_the_shuffler_has_this_one() -> None:
    """The deck that is not in play jams in a round: once, and nothing is shuffled before its cards are out."""
    game = _before_the_shuffle(MD, decks=2)
    _open(game)
    game.deal()
    game.do(c.Report(c.dealer(), "shuffler_jam"))
    assert game.events[-1] == happened.DeckJammed(1)
    p.refused(game, c.Report(c.dealer(), "shuffler_jam"), f"{MD} 13.H(3)")
    p.play_out(game)
    steps = [(step.do, step.deck) for step in game.state.agenda]
    assert steps == [("remove_cards", 1), ("shuffle", 0), ("shuffle", 1), ("open_round", None)]
    assert p.cited(game, "remove_cards") == {f"{MD} 13.H(3)"}
    p.refused(game, c.Do(c.device(), "shuffle"), f"{MD} 13.H(3)")
    p.refused(game, c.Report(c.dealer(), "shuffler_jam"), f"{MD} 13.H(3)")
    game.step("remove_cards")
    game.do(c.Report(c.dealer(), "shuffler_jam"))
    assert game.events[-1] == happened.DeckJammed(0)
    p.refused(game, c.Report(c.dealer(), "shuffler_jam"), f"{MD} 13.H(3)")
    _open(game)


@pytest.mark.clause("md-heads-up-holdem 13.H(3)", "md-heads-up-holdem 5.A(3)")
@pytest.mark.parametrize("why", ["order", "change"])
def test_a_shuffle_in_an_open_round_waits_until_the_jammed_cards_are_out(why: str) -> None:
    """A floorperson has the deck in play shuffled or changed; the other one is shuffled again after the round."""
    game = _before_the_shuffle(MD, decks=2)
    _open(game)
    game.step("take_deck_in_hand")
    game.do(c.Report(c.dealer(), "shuffler_jam"))
    assert game.events[-1] == happened.DeckJammed(1)
    floor = c.floorperson()
    game.do(c.OrderReshuffle(floor, "to be sure") if why == "order" else c.ChangeDeck(floor, 0, "green", "worn"))
    assert (game.state.agenda[0].do, game.state.agenda[0].deck) == ("remove_cards", 1)
    assert p.cited(game, "remove_cards") == {f"{MD} 13.H(3)"}
    game.perform_until("no_more_bets")
    game.deal()
    p.play_out(game)
    again = [(step.do, step.deck, step.clauses[0]) for step in game.state.agenda][:2]
    assert again == [("shuffle", 0, f"{MD} 5.A(2)"), ("shuffle", 1, f"{MD} 13.H(1)")]


@pytest.mark.clause("md-heads-up-holdem 9.A(1)", "md-four-card-poker 9.A(1)", "ma-heads-up-holdem 8(b)(1)")
@pytest.mark.parametrize("book", BOOKS)
def test_each_shuffle_for_a_hand_dealt_round_is_a_devices_by_that_clause(book: str) -> None:
    """The first, one after a round, one after a jam and one at a table that was idle; not at a table with a shoe."""
    clause = {FOUR: f"{FOUR} 9.A(1)", MA: f"{MA} 8(b)(1)"}.get(book, f"{MD} 9.A(1)")
    game = _before_the_shuffle(book)
    assert clause in p.cited(game, "shuffle")
    game.do(c.Report(c.dealer(), "shuffler_jam"))
    assert clause in p.cited(game, "shuffle")
    _open(game)
    game.deal()
    p.play_out(game)
    assert clause in p.cited(game, "shuffle")
    game.perform_until("open_round")
    for seat in (1, 2):
        game.do(c.Leave(c.player(f"player {seat}")))
    game.do(c.GoIdle(c.dealer()))
    game.do(c.PlayerArrives(c.player("Ann")))
    assert clause in p.cited(game, "shuffle")
    assert clause not in p.cited(_before_the_shuffle(book, "manual_shoe", shuffler="automatic"), "shuffle")
    _take_out(game, "shuffler")
    game.do(_adopt(game, without_device(game.rules, "shuffler")))
    assert clause not in p.cited(game, "shuffle")


def test_an_idle_table_changes_its_method_too() -> None:
    game = _before_the_shuffle(MD)
    for seat in (1, 2):
        game.do(c.Leave(c.player(f"player {seat}")))
    game.perform_until("open_round")
    game.do(c.GoIdle(c.dealer()))
    p.refused(game, c.Report(c.dealer(), "shuffler_jam"), AGAIN[MD])
    _take_out(game, "shuffler")
    game.do(_adopt(game, without_device(game.rules, "shuffler")))
    game.do(c.PlayerArrives(c.player("Ann")))
    assert ("shuffle", "dealer") in p.agenda(game)
    assert p.agenda(game)[-1] == ("open_round", "dealer")


@pytest.mark.parametrize("book", BOOKS)
def test_the_audit_accepts_no_step_of_a_device_that_is_out_of_use(book: str) -> None:
    game = _before_the_shuffle(book)
    _take_out(game, "shuffler")
    shuffled = happened.Shuffled(0, None, c.AUTO)
    with pytest.raises(RefusedError, match="change the method"):
        decided_again(game.state, [shuffled], c.device(c.AUTO), game.context)
    shoe = p.seated(book, "automated", automations=NONE)
    _take_out(shoe, "shoe")
    while shoe.state.agenda[0].do != "place_in_shoe":
        shoe.step(shoe.state.agenda[0].do)
    placed = happened.Performed(("place_in_shoe",), c.AUTO)
    with pytest.raises(RefusedError, match="change the method"):
        decided_again(shoe.state, [placed], c.dealer(c.AUTO), shoe.context)


WAYS_OF_DEALING = [("manual_shoe", "automatic"), ("hand", "automatic"), ("automated", "automatic")]


def _closed(game: Game) -> None:
    """Both have every wager, "no more bets" was announced, and the first card is next."""
    game.perform_until("open_round")
    game.step("open_round")
    for seat in (1, 2):
        game.wager(seat, p.every_wager(game.rules.book.id))
        if game.rules.progressive_wagers:
            game.do(c.Acknowledge(c.device(), seat))
    game.perform_until("deal")


def _dealt_by_hand(game: Game, after: str) -> None:
    """The method is changed; the dealer shuffles by this clause and cuts, and the round is played out with it."""
    book = game.rules.book.id
    first = next_steps(game.state)[0]
    assert (first.do, first.clauses) == ("change_method", (OUT[book],))
    p.refused(game, c.Do(c.device(), "shuffle"), OUT[book])
    p.refused(game, c.Do(c.dealer(), "shuffle"), OUT[book])
    other = without_device(game.rules, "shuffler")
    limits = dict(other.limits) | {"ante": Limits(1_00, 2_00)}
    p.refused(game, _adopt(game, replace(other, limits=limits)))
    wagers = {seat: dict(placed) for seat, placed in game.state.round.wagers.items()}
    game.do(_adopt(game, other))
    ready = [("shuffle", "dealer"), *_cuts(book), ("place_in_shoe", "dealer"), ("deal", "dealer")]
    assert p.agenda(game)[: len(ready)] == ready
    assert after in p.cited(game, "shuffle")
    assert CUT[book] in p.cited(game, _cuts(book)[0][0])
    assert {seat: dict(placed) for seat, placed in game.state.round.wagers.items()} == wagers
    before = len(game.events)
    p.play_out(game)
    last = game.state.last_round
    assert (last.void, last.number, len(last.dealer)) == (None, 1, game.rules.book.dealer.cards)
    assert any(isinstance(event, happened.DeckCut) for event in game.events[before:])
    assert all(event.by == "dealer" for event in game.events[before:] if isinstance(event, happened.Shuffled))


@pytest.mark.clause("md-four-card-poker 13.F", "md-four-card-poker 13.H", "md-four-card-poker 13.H(2)")
@pytest.mark.clause("md-four-card-poker 5.A(3)", "md-four-card-poker 5.C(2)")
@pytest.mark.parametrize("jams", [False, True])
@pytest.mark.parametrize("way", [*WAYS_OF_DEALING, ("automated", "reshuffling")])
def test_a_shuffler_that_fails_after_no_more_bets_is_marked_and_the_dealer_shuffles(
    way: tuple[str, str], jams: bool
) -> None:
    """The floorperson has ordered a shuffle before the first card; in Four Card Poker a jam of it voids nothing."""
    game = Game(rules_of(FOUR, way[0], "", way[1]), source="virtual", automations=NONE)
    game.sit(2)
    _closed(game)
    game.do(c.OrderReshuffle(c.floorperson(), "a card was bent"))
    p.refused(game, c.Report(c.dealer(), "shoe_jam"), f"{FOUR} 13.G")
    p.refused(game, _adopt(game, without_device(game.rules, "shuffler")))
    if jams:
        game.do(c.Report(c.dealer(), "shuffler_jam"))
        assert f"{FOUR} 13.F" in p.cited(game, "shuffle")
    _take_out(game, "shuffler", "marked")
    if way == ("automated", "automatic"):
        assert game.state.devices == {"shuffler": "marked"}
    _dealt_by_hand(game, f"{FOUR} 5.A(3)")


@pytest.mark.clause("md-four-card-poker 13.H", "md-four-card-poker 3.C", "md-four-card-poker 4.D")
@pytest.mark.clause("md-heads-up-holdem 13.J", "md-heads-up-holdem 3.C", "md-heads-up-holdem 4.D")
@pytest.mark.parametrize("way", WAYS_OF_DEALING)
@pytest.mark.parametrize("book", [FOUR, MD, GALAXY])
def test_a_deck_that_is_changed_after_no_more_bets_is_shuffled_without_the_broken_device(
    book: str, way: tuple[str, str]
) -> None:
    """Its hours are over before the first card. In Maryland hold'em the shuffler is marked before it has the deck."""
    game = Game(rules_of(book, way[0], "", way[1]), source="virtual", automations=NONE)
    game.sit(2)
    _closed(game)
    game.now += timedelta(hours=8)
    game.do(c.ChangeDeck(c.floorperson(), 0, "green", "its hours are over"))
    game.perform_until("shuffle" if book == FOUR else "stack")
    _take_out(game, "shuffler", "marked")
    if book != FOUR:
        game.step("stack")
    _dealt_by_hand(game, f"{MD if book == GALAXY else book} 4.D")


@pytest.mark.clause("md-heads-up-holdem 13.H", "md-heads-up-holdem 13.J")
@pytest.mark.parametrize("way", [*WAYS_OF_DEALING, ("automated", "reshuffling")])
@pytest.mark.parametrize("book", [MD, GALAXY])
def test_a_shuffler_that_has_the_deck_of_the_round_voids_it_when_it_fails(book: str, way: tuple[str, str]) -> None:
    """An ordered shuffle or a new deck puts cards into it, also after "no more bets"; its jam voids the round."""
    for until, new in (("no_more_bets", False), ("deal", False), ("deal", True)):
        game = Game(rules_of(book, way[0], "", way[1]), source="virtual", automations=NONE)
        game.sit(2)
        if until == "deal":
            _closed(game)
        else:
            _open(game)
            game.perform_until(until)
        if new:
            game.now += timedelta(hours=8)
            game.do(c.ChangeDeck(c.floorperson(), 0, "green", "its hours are over"))
            p.refused(game, c.Report(c.dealer(), "shuffler_jam"), f"{MD} 13.H(1)")
            game.perform_until("shuffle")
        else:
            game.do(c.OrderReshuffle(c.floorperson(), "a card was bent"))
        if until == "deal":
            out = c.Report(c.dealer(), "device_out_of_order", {"device": "shuffler", "made": "marked"})
            (problem,) = p.refused(game, out, f"{MD} 13.J")
            assert problem.message == "finish or void the round first: a jam voids it"
        game.do(c.Report(c.dealer(), "shuffler_jam"))
        assert game.state.round.void == "shuffler_jam"
        windows = Windows(game.library)
        assert [outside for event in game.events if (outside := windows.note(event))] == []


@pytest.mark.clause("md-four-card-poker 13.H", "md-heads-up-holdem 13.J")
@pytest.mark.parametrize("book", [FOUR, MD])
def test_a_deck_that_is_changed_after_no_more_bets_does_not_go_into_a_marked_shoe(book: str) -> None:
    game = Game(rules_of(book, "automated", "", "automatic"), source="virtual", automations=NONE)
    game.sit(2)
    _closed(game)
    game.now += timedelta(hours=8)
    game.do(c.ChangeDeck(c.floorperson(), 0, "green", "its hours are over"))
    _take_out(game, "shoe", "marked")
    game.perform_until("place_in_shoe")
    p.refused(game, c.Do(c.dealer(), "place_in_shoe"), OUT[book])
    game.do(_adopt(game, without_device(game.rules, "shoe")))
    assert p.agenda(game)[:2] == [("place_in_shoe", "dealer"), ("deal", "dealer")]
    assert f"{book} 8.B" in p.cited(game, "place_in_shoe")
    p.play_out(game)
    assert game.state.last_round.void is None


@pytest.mark.clause("md-heads-up-holdem 3.C", "md-four-card-poker 3.C")
@pytest.mark.parametrize("book", [MD, FOUR])
def test_a_deck_that_is_too_old_is_changed_at_any_step_before_the_first_card(book: str) -> None:
    """The chips of the progressive wagers are still to be collected; they are, once the new deck lies ready."""
    game = p.with_wagers(book, automations=NONE)
    game.deal()
    game.perform_until("collect_progressive_chips")
    p.refused(game, c.ChangeDeck(c.floorperson(), 0, "green", "no reason"))
    game.now += timedelta(hours=8)
    game.do(c.ChangeDeck(c.floorperson(), 0, "green", "its hours are over"))
    game.perform_until("place_in_shoe")
    assert [do for do, _ in p.agenda(game)][1:3] == ["collect_progressive_chips", "count_progressive_chips"]
    p.play_out(game)
    assert game.state.last_round.void is None


@pytest.mark.clause(f"{MA} 9(d)", f"{MA} 12(f)", f"{FOUR} 10.C(1)", f"{FOUR} 13.G")
@pytest.mark.parametrize("book", [MA, FOUR])
def test_nothing_is_taken_twice_out_of_a_shoe_that_has_jammed(book: str) -> None:
    """The stub is to be counted, and left the shoe with the cards that were taken out of it."""
    game = p.with_wagers(book, "automated", automations=NONE)
    game.deal()
    game.do(c.CallStubCount(c.floorperson()))
    game.perform_until("deal")
    game.step("deal")
    game.do(c.Report(c.dealer(), "shoe_jam"))
    game.perform_until("remove_cards")
    assert [step.do for step in game.state.agenda][:3] == ["remove_cards", "count_stub", "discard"]


@pytest.mark.clause("md-heads-up-holdem 4.A", "md-four-card-poker 4.A")
@pytest.mark.parametrize(("book", "closed"), [*product((MD, FOUR, GALAXY), (False, True)), (MA, False)])
def test_a_new_deck_with_a_defect_is_changed_at_any_step_of_its_opening(book: str, closed: bool) -> None:
    """In a round that is open for wagers, and after "no more bets" when the deck before it was too old."""
    game = Game(rules_of(book, "manual_shoe", "", "manual"), source="virtual", automations=NONE)
    game.sit(2)
    if closed:
        _closed(game)
        game.now += timedelta(hours=24)
    else:
        _open(game)
        game.perform_until("no_more_bets")
    game.do(c.ChangeDeck(c.floorperson(), 0, "green", "worn"))
    steps = [step.do for step in game.state.agenda if step.deck == 0]
    opening = steps[: steps.index("shuffle") + 1]
    backs = cycle(("white", "blue", "green"))
    for at in range(len(opening)):
        for do in opening[:at]:
            game.step(do)
        assert "change_deck" in [line.do for line in next_steps(game.state, game.now)]
        removed, received = game.do(c.ChangeDeck(c.floorperson(), 0, next(backs), "a marked card"))
        assert (removed.type, received.type) == ("deck_removed", "deck_received")
        assert [step.do for step in game.state.agenda if step.deck == 0] == steps
    p.play_out(game)
    assert game.state.last_round.void is None


@pytest.mark.clause("md-heads-up-holdem 13.H(3)", "md-four-card-poker 13.F", "ma-heads-up-holdem 12(e)")
@pytest.mark.parametrize(
    ("book", "first"),
    [
        (MD, [("remove_cards", 1), ("shuffle", 0), ("shuffle", 1)]),
        *((one, [("shuffle", 1), ("shuffle", 0)]) for one in (FOUR, MA)),
    ],
)
def test_the_cards_that_jammed_leave_the_shuffler_before_another_deck_goes_in(
    book: str, first: list[tuple[str, int]]
) -> None:
    """The waiting deck jams while wagers are made; the round is played with the other one."""
    game = Game(rules_of(book, "hand", "", "automatic", decks=2), source="virtual", automations=NONE)
    game.sit(2)
    _open(game)
    game.perform_until("no_more_bets")
    game.do(c.Report(c.dealer(), "shuffler_jam"))
    p.play_out(game)
    steps = [(step.do, step.deck) for step in game.state.agenda if step.do in ("remove_cards", "shuffle")]
    assert steps == first


@pytest.mark.clause("md-heads-up-holdem 13.H", "md-heads-up-holdem 13.H(1)")
@pytest.mark.clause("md-four-card-poker 13.F", "ma-heads-up-holdem 12(e)")
@pytest.mark.parametrize("book", [MD, FOUR, MA])
def test_of_two_decks_in_the_shuffler_the_report_says_which_one_jammed(book: str) -> None:
    """The deck in play voids the round in Maryland hold'em; the waiting one voids none, and the round is played out."""
    jams = (c.Report(c.dealer(), "shuffler_jam"), c.Report(c.dealer(), "shuffler_jam", {"other_deck": True}))
    for report in jams:
        game = Game(rules_of(book, "hand", "", "automatic", decks=2), source="virtual", automations=NONE)
        game.sit(2)
        _open(game)
        assert [deck.held_by for deck in game.state.decks] == ["shuffler", "shuffler"]
        p.refused(game, c.Report(c.dealer(), "shuffler_jam", {"other_deck": "yes"}), AGAIN[book])
        other, in_play = bool(report.detail), game.state.in_play
        (said,) = tell(game.state, happened.IrregularityReported("shuffler_jam", report.detail, "dealer"))
        assert (AGAIN[book] in said.clauses, f"{MD} 13.H(2)" in said.clauses) == (True, book == MD and not other)
        game.do(report)
        assert (game.state.decks[1 - in_play].jammed, game.state.round.void is None) == (other, other or book != MD)
        if other:
            p.refused(game, report)
        p.play_out(game)
        assert (game.state.last_round.void is None) == (other or book != MD)


@pytest.mark.clause("md-heads-up-holdem 13.H", "md-four-card-poker 13.F", "ma-heads-up-holdem 12(e)")
@pytest.mark.parametrize("book", [MD, FOUR, MA])
def test_an_other_deck_that_is_not_in_the_shuffler_does_not_jam(book: str) -> None:
    one = _before_the_shuffle(book)
    _open(one)
    p.refused(one, c.Report(c.dealer(), "shuffler_jam", {"other_deck": True}), AGAIN[book])
