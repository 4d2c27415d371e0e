"""Counting the stub, in all books and methods: the duty, and every row of what a count can lead to."""

from typing import NamedTuple

import pytest

from clauses import procedures as p
from clauses.irregularities import at_the_count, check_right_stub, check_stub_count
from pitbook.problems import MalformedError
from pitbook.table import NONE
from pitbook.table import commands as c
from pitbook.table import events as happened
from pitbook.table.narration import tell
from pitbook.table.transcript import transcript
from table.play import FOUR, GALAXY, MA, MD, Game
from table.playthroughs import SLOWLY


class Way(NamedTuple):
    """A way of dealing: the cards that two players leave in the stub, and the clauses that it is counted by."""

    book: str
    method: str
    left: int
    plain: list[str]
    """To the discard rack without a count."""
    duty: list[str]
    right: list[str]
    wrong: list[str]
    misdealt: list[str]
    deck: list[str]
    right_but_misdealt: tuple[str, list[str]]


def _way(book: str, method: str, left: int, *clauses: str, right_but_misdealt: tuple[str, str]) -> Way:
    cited = [[f"{MD if book == GALAXY else book} {one}" for one in clause.split()] for clause in clauses]
    plain, duty, right, wrong, misdealt, deck = cited
    same = (right_but_misdealt[0], [f"{MD if book == GALAXY else book} {right_but_misdealt[1]}"])
    return Way(book, method, left, plain, duty, right, wrong, misdealt, deck, same)


NUMBER, MISDEAL = "wrong_number_of_cards", "stub_count_misdeal"
# Two players, the dealer and the board make 11 cards, and by hand in Maryland there are two burns; Galaxy's all 6 takes
# four more. Four Card: 5 and 5 and 6, and the bonus card.
WAYS = [
    _way(MD, "manual_shoe", 41, "8.D(4)", "8.E", "8.F", "8.G", "8.G(1)", "8.G(2)", right_but_misdealt=(NUMBER, "13.E")),
    _way(MD, "hand", 39, "9.B(4)", "9.C", "9.D", "9.E", "9.E(1)", "9.E(2)", right_but_misdealt=(NUMBER, "13.E")),
    _way(
        MD,
        "automated",
        41,
        "10.B(3)",
        "10.C",
        "10.D",
        "10.E",
        "10.E(1)",
        "10.E(2)",
        right_but_misdealt=(NUMBER, "13.E"),
    ),
    _way(
        MA,
        "manual_shoe",
        41,
        "7(e)",
        "7(f)",
        "7(f)(1)",
        "7(f)(2)",
        "7(f)(2)",
        "7(f)(2)",
        right_but_misdealt=(NUMBER, "12(c)"),
    ),
    *(
        _way(
            MA,
            method,
            41,
            f"{section}(d)",
            f"{section}(e) 7(f)",
            f"{section}(e) 7(f)(1)",
            *[f"{section}(e) 7(f)(2)"] * 3,
            right_but_misdealt=(NUMBER, "12(c)"),
        )
        for method, section in (("hand", 8), ("automated", 9))
    ),
    _way(
        FOUR,
        "manual_shoe",
        35,
        "8.F(2)",
        "8.G 8.H",
        "8.H(1)",
        "8.H(2)",
        "8.H(3)",
        "8.H(4)",
        right_but_misdealt=(MISDEAL, "8.H(3)"),
    ),
    _way(FOUR, "hand", 35, "9.B(7)", "9.C(1) 9.C(2)", "9.D", "9.E", "9.F", "9.G", right_but_misdealt=(MISDEAL, "9.F")),
    _way(
        FOUR,
        "automated",
        35,
        "10.C(2)",
        "10.C(2)",
        "10.D",
        "10.E",
        "10.F",
        "10.G",
        right_but_misdealt=(MISDEAL, "10.F"),
    ),
    _way(
        GALAXY,
        "manual_shoe",
        37,
        "8.D(4)",
        "8.E",
        "8.F",
        "8.G",
        "8.G(1)",
        "8.G(2)",
        right_but_misdealt=(NUMBER, "13.E"),
    ),
]


def _every_way(*fields: str) -> pytest.MarkDecorator:
    """Each way of dealing, with the clauses of these fields as those that it is a test of."""
    params = []
    for way in WAYS:
        clauses = [clause for field in fields for clause in getattr(way, field)]
        marks = [] if way.book == GALAXY else [pytest.mark.clause(*clauses)]
        params.append(pytest.param(way, marks=marks, id=f"{way.book}-{way.method}"))
    return pytest.mark.parametrize("way", params)


def _counted(way: Way, count: int) -> Game:
    """The stub was counted so; nothing happens by itself from here."""
    game = at_the_count(way.book, way.method)
    assert list(game.state.agenda[0].clauses) == way.duty
    game.table.automations = NONE
    game.step("count_stub", count=count)
    return game


def _check_void(game: Game, cause: str, clauses: list[str], *, removed: bool) -> None:
    """Everything goes back by these clauses, and the deck stays or is removed before another round opens."""
    deck = game.state.round.deck
    assert game.state.round.void == cause
    assert p.cited(game, "reckon") == set(clauses)
    game.step("reckon")
    assert p.cited(game, "return_wagers") == set(clauses)
    game.perform_until("discard")
    assert game.stacks() == {1: "1000.00", 2: "1000.00"}
    assert all(float(meter.displayed) == 5000 for meter in game.meters.values())
    game.step("discard")
    assert {line[2:4] for line in game.state.last_round.lines} == {("void", cause)}
    assert game.state.decks[deck].removed is removed
    assert [event.deck for event in game.events if isinstance(event, happened.DeckRemoved)] == [deck] * removed
    assert p.agenda(game)[0][0] == ("receive_deck" if removed else "shuffle")
    p.refused(game, c.Do(c.dealer(), "open_round"))


@_every_way("duty")
@pytest.mark.clause("md-four-card-poker 9.C")
def test_the_stub_is_counted_every_five_rounds(way: Way) -> None:
    check_stub_count(way.book, way.method, way.duty)


@_every_way("right")
def test_a_right_stub_goes_to_the_rack(way: Way) -> None:
    check_right_stub(way.book, way.method, way.left, way.right)


@_every_way("plain")
def test_without_a_count_the_stub_goes_to_the_rack_by_the_clause_that_says_so(way: Way) -> None:
    """No clause on counting is cited, and neither is an exemption from it."""
    for shuffler in ("", "automatic_counting"):
        game = p.with_wagers(way.book, way.method, shuffler=shuffler)
        game.table.automations = SLOWLY - {"stub_to_rack"}
        game.state.since_count = 100 if shuffler else 0
        game.deal()
        p.step_on(game, "stub_to_rack")
        assert list(game.state.agenda[0].clauses) == way.plain
        assert not any(isinstance(event, happened.StubCounted) for event in game.events)


@_every_way("wrong", "misdealt")
@pytest.mark.clause("md-four-card-poker 8.H(2)(a)", "md-four-card-poker 8.H(2)(b)")
@pytest.mark.clause("md-four-card-poker 9.E(1)", "md-four-card-poker 9.E(2)")
@pytest.mark.clause("md-four-card-poker 10.E(1)", "md-four-card-poker 10.E(2)")
@pytest.mark.parametrize("hand", ["2", "dealer"])
@pytest.mark.parametrize("more", [1, -1])
def test_misdealt_cards_that_are_all_there_void_the_round_and_the_deck_stays(way: Way, hand: str, more: int) -> None:
    """A hand has a card too many that the stub lacks, or one too few that it has: 52 in all."""
    right = {"2": 5, "dealer": 6}[hand] if way.book == FOUR else 2
    game = _counted(way, way.left - more)
    step = game.state.agenda[0]
    parts = ("(a)", "(b)") if way.wrong[0].endswith("8.H(2)") else ("(1)", "(2)")
    hands = [way.wrong[0] + part for part in parts] if way.book == FOUR else []  # a player's hand, and the dealer's
    assert (step.do, step.by, list(step.clauses)) == ("resolve_stub", "dealer", [*way.wrong, *hands])
    before = len(game.events)
    game.step("resolve_stub", misdealt={hand: right + more})
    resolved, voided = game.events[before:]
    assert resolved == happened.StubResolved({hand: right + more}, 52, "dealer")
    assert isinstance(voided, happened.RoundVoided)
    assert game.state.round.misdealt == {hand: right + more}
    _check_void(game, MISDEAL, way.misdealt, removed=False)


@_every_way("deck")
@pytest.mark.parametrize("count", [-1, 1, -3])
def test_a_wrong_stub_with_right_hands_has_the_deck_removed(way: Way, count: int) -> None:
    """Whatever the total: also when a card too many lies on the board, which is no misdeal here."""
    game = _counted(way, way.left + count)
    game.step("resolve_stub", misdealt={})
    assert happened.StubResolved({}, 52 + count, "dealer") in game.events
    _check_void(game, "stub_count_wrong_deck", way.deck, removed=True)


@_every_way()
def test_misdealt_cards_that_are_not_all_there_have_the_deck_removed_by_our_reading(way: Way) -> None:
    """Seat 1 has one too many and the stub is two short: 51 cards, and no clause says what follows (reading 39)."""
    hand = 6 if way.book == FOUR else 3
    game = _counted(way, way.left - 2)
    game.step("resolve_stub", misdealt={"1": hand})
    assert happened.StubResolved({"1": hand}, 51, "dealer") in game.events
    _check_void(game, "stub_count_misdeal_wrong_deck", [], removed=True)


@_every_way()
@pytest.mark.clause("md-heads-up-holdem 13.E", "ma-heads-up-holdem 12(c)")
def test_a_right_stub_does_not_save_a_misdealt_round(way: Way) -> None:
    """One hand has a card of another's: the count is right, and the round void all the same."""
    right = 5 if way.book == FOUR else 2
    cause, clauses = way.right_but_misdealt
    game = at_the_count(way.book, way.method)
    game.table.automations = NONE
    game.step("count_stub", count=way.left, misdealt={"1": right + 1, "2": right - 1})
    counted, resolved, voided = game.events[-3:]
    assert counted == happened.StubCounted(way.left, "dealer")
    assert resolved == happened.StubResolved({"1": right + 1, "2": right - 1}, 52, "dealer")
    assert isinstance(voided, happened.RoundVoided)
    (told,) = tell(game.state, resolved)
    assert list(told.clauses) == clauses
    assert "seat 1 has " in told.words
    _check_void(game, cause, clauses, removed=False)


@_every_way()
@pytest.mark.clause("md-heads-up-holdem 13.E", "ma-heads-up-holdem 12(c)")
@pytest.mark.clause("md-four-card-poker 8.H(3)", "md-four-card-poker 9.F", "md-four-card-poker 10.F")
@pytest.mark.parametrize("more", [1, -1])
def test_a_right_stub_with_one_misdealt_hand_has_the_deck_removed_by_our_reading(way: Way, more: int) -> None:
    """53 cards, or 51. A clause about 52 cards that remain does not apply; one about a hand voids the round anyway."""
    hand = (5 if way.book == FOUR else 2) + more
    cause, clauses = ("stub_count_misdeal_wrong_deck", []) if way.book == FOUR else way.right_but_misdealt
    game = at_the_count(way.book, way.method)
    game.table.automations = NONE
    game.step("count_stub", count=way.left, misdealt={"2": hand})
    resolved = happened.StubResolved({"2": hand}, 52 + more, "dealer")
    assert resolved in game.events
    (told,) = tell(game.state, resolved)
    assert list(told.clauses) == clauses
    _check_void(game, cause, clauses, removed=True)
    (removed,) = [event for event in game.events if isinstance(event, happened.DeckRemoved)]
    assert (removed.cause, removed.reason) == ("stub_count_misdeal_wrong_deck", f"there are {52 + more} cards in all")
    (line,) = [line for line in transcript(game.library, game.events) if "Deck 1 is removed" in line]
    assert "[" not in line


DECIDED = [way for way in WAYS if way.book in (MD, GALAXY) and way.method != "automated"]
"""Where the board is dealt as needed, everybody has decided when the stub is counted: 13.F's window is over."""


@pytest.mark.parametrize("way", WAYS, ids=lambda way: f"{way.book}-{way.method}")
@pytest.mark.clause("md-heads-up-holdem 13.E", "ma-heads-up-holdem 12(c)", "md-four-card-poker 13.D")
def test_a_count_in_a_round_that_is_void_has_the_same_consequences_for_the_deck(way: Way) -> None:
    """A right stub and hands of 53 cards in all, or of 52: the deck leaves, or it stays."""
    right = 5 if way.book == FOUR else 2
    for misdealt, removed in (({"2": right + 1}, True), ({"1": right + 1, "2": right - 1}, False)):
        game = p.with_wagers(way.book, way.method, automations=NONE)
        game.do(c.CallStubCount(c.floorperson()))
        game.deal()
        while game.state.agenda[0].do != "count_stub":
            step = game.state.agenda[0]
            if step.do == "decide":
                game.decide(game.state.round.to_act[0], *p.raises(game))
            else:
                game.step(step.do)
        game.do(c.Report(c.dealer(), "wrong_number_of_cards"))
        game.perform_until("count_stub")
        game.step("count_stub", count=way.left, misdealt=misdealt)
        p.play_out(game)
        assert game.state.last_round.void == "wrong_number_of_cards"
        assert game.state.decks[0].removed is removed


@_every_way("wrong")
def test_a_miscount_is_counted_again_before_anything_follows_from_it(way: Way) -> None:
    game = _counted(way, way.left - 1)
    assert game.events[-1] == happened.StubCounted(way.left - 1, "dealer")
    assert (game.state.round.void, game.state.decks[0].removed) == (None, False)
    p.refused(game, c.Do(c.dealer(), "stub_to_rack"), way.wrong[0])
    (told,) = tell(game.state, happened.StubCounted(way.left, "dealer"))
    assert list(told.clauses) == way.duty
    game.do(c.Do(c.dealer(), "count_stub", count=way.left + 2))
    assert game.state.agenda[0].do == "resolve_stub"
    game.do(c.Do(c.dealer("Dee"), "count_stub", count=way.left))
    counts = [(event.count, event.by) for event in game.events if isinstance(event, happened.StubCounted)]
    assert counts == [(way.left - 1, "dealer"), (way.left + 2, "dealer"), (way.left, "Dee")]
    assert (game.state.agenda[0].do, list(game.state.agenda[0].clauses)) == ("stub_to_rack", way.right)
    p.play_out(game)
    assert game.state.last_round.void is None


@pytest.mark.clause("md-heads-up-holdem 8.F", "md-four-card-poker 8.H(1)")
@pytest.mark.parametrize(("book", "left"), [(MD, 40), (FOUR, 34)])
def test_a_card_set_aside_is_not_missing_from_the_stub(book: str, left: int) -> None:
    game = p.with_wagers(book)
    game.do(c.CallStubCount(c.dealer()))
    game.table.automations = SLOWLY - {"count_stub"}
    game.deal()
    game.do(c.Report(c.dealer(), "face_up_card"))
    p.step_on(game, "count_stub")
    game.table.automations = NONE
    game.step("count_stub", count=left)
    assert game.state.agenda[0].do == "stub_to_rack"


def test_a_table_that_deals_the_cards_knows_who_was_misdealt_and_a_physical_one_is_told() -> None:
    way = WAYS[0]
    game = _counted(way, way.left - 1)
    game.step("resolve_stub")
    assert happened.StubResolved({}, 51, "dealer") in game.events
    assert game.state.round.void == "stub_count_wrong_deck"
    told = p.seated(MD, source="entered", automations=NONE)
    told.wager(1, p.MAIN)
    told.do(c.CallStubCount(c.dealer()))
    told.deal()
    cards = iter(["As Kd Qc", "4h 5h"])
    while told.state.agenda[0].do != "count_stub":
        step = told.state.agenda[0]
        if step.do == "decide":
            told.decide(1, "raise", {"pre_flop": 30_00}[told.state.round.street])
        else:
            told.step(step.do, **({"cards": next(cards)} if step.face_up else {}))
    told.step("count_stub", count=42)
    p.refused(told, c.Do(c.dealer(), "resolve_stub"), f"{MD} 8.G")
    told.step("resolve_stub", misdealt={"dealer": 3})
    assert told.state.round.void == "stub_count_misdeal"


def test_what_is_told_of_misdealt_hands_has_to_make_sense() -> None:
    way = WAYS[0]
    game = _counted(way, way.left - 1)
    for misdealt in ({"3": 3}, {"board": 6}, {"1": 2}, {"dealer": 2}):
        p.refused(game, c.Do(c.dealer(), "resolve_stub", misdealt=misdealt), f"{MD} 8.G")
    for nonsense in (True, {"1": True}, {"1": -1}, {"1": "3"}, {"1": 53}):
        with pytest.raises(MalformedError):
            game.do(c.Do(c.dealer(), "resolve_stub", misdealt=nonsense))  # type: ignore[arg-type]
    p.refused(game, c.Do(c.dealer(), "count_stub", count=105), f"{MD} 8.E")
    for name in ("stub_count_misdeal", "stub_count_wrong_deck", "stub_count_misdeal_wrong_deck"):
        p.refused(game, c.Report(c.dealer(), name), f"{MD} 8.E")


@pytest.mark.parametrize("way", WAYS, ids=lambda way: f"{way.book}-{way.method}")
@pytest.mark.clause(
    *(f"{MD} {one}" for one in ("8.G(2)", "9.E(2)", "10.E(2)")),
    *(f"{FOUR} {one}" for one in ("8.H(4)", "9.G", "10.G")),
    f"{MA} 7(f)(2)",
)
def test_nothing_else_that_happens_saves_a_wrong_deck(way: Way) -> None:
    """A wrong number of cards is what the count asks about; an exposed card voids, and the count decides the rest."""
    game = at_the_count(way.book, way.method)
    game.step("count_stub", count=way.left - 1)
    p.refused(game, c.Report(c.dealer(), "wrong_number_of_cards"), way.wrong[0])
    events = game.do(c.Report(c.dealer(), "dealer_card_exposed"))
    detail = {happened.RULING: True} if way in DECIDED else {}
    assert events[0] == happened.IrregularityReported("dealer_card_exposed", detail, "dealer")
    voided = [event.cause for event in events[1:] if isinstance(event, happened.RoundVoided)]
    assert voided == ([] if way in DECIDED else ["dealer_card_exposed"])
    assert game.state.agenda[0].do == "resolve_stub"
    game.step("resolve_stub", misdealt={})
    assert game.state.last_round.void == "stub_count_wrong_deck"
    assert game.state.decks[0].removed
    assert p.void_outside(game) == []


@pytest.mark.parametrize("way", [way for way in WAYS if way not in DECIDED], ids=lambda way: f"{way.book}-{way.method}")
@pytest.mark.clause("md-heads-up-holdem 13.F", "md-four-card-poker 13.E", "ma-heads-up-holdem 12(d)")
def test_an_exposed_card_is_not_forgotten_if_the_stub_was_only_miscounted(way: Way) -> None:
    game = at_the_count(way.book, way.method)
    game.step("count_stub", count=way.left - 1)
    game.do(c.Report(c.dealer(), "dealer_card_exposed"))
    game.step("count_stub", count=way.left)
    assert game.state.last_round.void == "dealer_card_exposed"
    assert not game.state.decks[0].removed
    assert p.void_outside(game) == []


def _void_when_due(way: Way) -> Game:
    """The fifth round since a count: a player gets a card too many, so it is void, and the stub is next."""
    game = p.seated(way.book, way.method, automations=NONE)
    game.state.since_count = 4
    for seat in (1, 2):
        game.wager(seat, {"ante": 10_00} if way.book == FOUR else p.MAIN)
    game.deal()
    while not any(game.state.round.hands.values()):
        game.step(game.state.agenda[0].do)
    game.do(c.Report(c.dealer(), "wrong_number_of_cards"))
    while game.state.agenda[0].do not in ("remove_stub", "count_stub"):
        game.step(game.state.agenda[0].do)
    if way.method == "manual_shoe" or (way.method == "automated" and way.book in (FOUR, MA)):
        # These books say that the stub is removed from the shoe before it is counted.
        removed = {(MD, "manual_shoe"): "8.D(4)", (FOUR, "manual_shoe"): "8.F(1)", (MA, "manual_shoe"): "7(e)"}
        removed |= {(FOUR, "automated"): "10.C(1)", (MA, "automated"): "9(d)"}
        book = MD if way.book == GALAXY else way.book
        assert p.cited(game, "remove_stub") == {f"{book} {removed[book, way.method]}"}
        game.step("remove_stub")
    assert list(game.state.agenda[0].clauses) == way.duty
    return game


def _end(game: Game) -> None:
    while game.state.round is not None and game.state.round.void:
        game.step(game.state.agenda[0].do)


@pytest.mark.parametrize("way", WAYS, ids=lambda way: f"{way.book}-{way.method}")
@pytest.mark.clause(
    *(f"{MD} {one}" for one in ("8.E", "9.C", "10.C")),
    *(f"{FOUR} {one}" for one in ("8.G", "9.C(1)", "10.C(2)")),
    *(f"{MA} {one}" for one in ("7(f)", "8(e)", "9(e)")),
)
def test_a_count_that_is_due_is_made_in_a_void_round_too(way: Way) -> None:
    """Five rounds never pass without a count; cards that were not dealt make the stub."""
    game = _void_when_due(way)
    dealt = game.state.round.cards_dealt
    (counted,) = game.step("count_stub")
    assert counted == happened.StubCounted(52 - dealt, "dealer")
    assert set(way.right) <= set(game.state.agenda[0].clauses)
    _end(game)
    assert (game.state.since_count, game.state.decks[0].removed) == (0, False)


@pytest.mark.parametrize("way", WAYS, ids=lambda way: f"{way.book}-{way.method}")
@pytest.mark.clause(
    *(f"{MD} {one}" for one in ("8.G(1)", "8.G(2)", "9.E(1)", "9.E(2)", "10.E(1)", "10.E(2)")),
    *(f"{FOUR} {one}" for one in ("8.H(3)", "8.H(4)", "9.F", "9.G", "10.F", "10.G")),
    f"{MA} 7(f)(2)",
)
def test_what_a_count_in_a_void_round_says_of_the_deck(way: Way) -> None:
    """A card that a hand has too many explains a short stub, and the deck stays; otherwise it leaves the table."""
    for explained in (True, False):
        game = _void_when_due(way)
        current = game.state.round
        hand = next(str(seat) for seat, cards in current.hands.items() if cards)
        game.step("count_stub", count=52 - current.cards_dealt - 1)
        misdealt = {hand: len(current.hands[int(hand)]) + 1} if explained else {}
        (resolved,) = game.step("resolve_stub", misdealt=misdealt)
        assert resolved == happened.StubResolved(misdealt, 52 if explained else 51, "dealer")
        assert ("remove_deck" in [step.do for step in game.state.agenda]) is not explained
        if not explained:
            assert list(next(step for step in game.state.agenda if step.do == "remove_deck").clauses) == way.deck
        _end(game)
        assert game.state.last_round.void == "wrong_number_of_cards"
        assert game.state.decks[0].removed is not explained


@pytest.mark.clause(f"{MA} 8(e)", f"{MA} 8(f)", f"{MA} 9(e)", f"{MA} 9(f)", f"{MA} 7(f)(1)", f"{MA} 7(f)(2)")
@pytest.mark.parametrize(("method", "duty"), [("hand", "8(e)"), ("automated", "9(e)")])
def test_where_the_shuffler_counts_nothing_follows_from_the_duty_to_count(method: str, duty: str) -> None:
    for shuffler in ("automatic", "automatic_counting"):
        for count, row in ((41, "7(f)(1)"), (40, "7(f)(2)")):
            game = p.seated(MA, method, shuffler=shuffler, automations=NONE)
            game.wager(1, p.MAIN)
            game.wager(2, p.MAIN)
            game.do(c.CallStubCount(c.floorperson()))
            game.deal()
            game.perform_until("count_stub")
            game.step("count_stub", count=count)
            if count == 40:
                assert (f"{MA} {duty}" in p.cited(game, "resolve_stub")) is (shuffler == "automatic")
                game.step("resolve_stub", misdealt={})
                game.perform_until("remove_deck")
            cited = set(game.state.agenda[0].clauses)
            assert f"{MA} {row}" in cited
            assert (f"{MA} {duty}" in cited) is (shuffler == "automatic")


@pytest.mark.clause(f"{FOUR} 9.E", f"{FOUR} 9.F")
def test_a_step_is_told_only_what_it_asks() -> None:
    """A count that comes with another step would be lost: the stub is counted again with the step that counts it."""
    game = p.with_wagers(FOUR, "hand", automations=NONE)
    p.refused(game, c.Do(c.dealer(), "no_more_bets", count=5))
    game.deal()
    game.do(c.CallStubCount(c.dealer()))
    game.perform_until("count_stub")
    game.do(c.Do(c.dealer(), "count_stub", count=1))
    p.refused(game, c.Do(c.dealer(), "resolve_stub", count=40), f"{FOUR} 9.E")
    p.refused(game, c.Do(c.dealer(), "resolve_stub", cards="As"), f"{FOUR} 9.E")
    assert game.state.round.void is None


@pytest.mark.parametrize(("book", "right"), [(MD, "9.D"), (FOUR, "9.D")])
@pytest.mark.clause(f"{MD} 9.D", f"{FOUR} 9.D")
def test_a_right_stub_of_a_void_round_with_a_misdealt_hand_is_no_count_of_52(book: str, right: str) -> None:
    for misdealt in (None, {"1": 3 if book == MD else 6}):
        game = p.with_wagers(book, "hand", automations=NONE)
        game.deal()
        game.perform_until("deal")
        game.step("deal")
        game.do(c.CallStubCount(c.dealer()))
        game.do(c.Report(c.dealer(), "wrong_number_of_cards"))
        game.perform_until("count_stub")
        game.do(c.Do(c.dealer(), "count_stub", misdealt=misdealt))
        assert (f"{book} {right}" in game.state.agenda[0].clauses) is (misdealt is None)
