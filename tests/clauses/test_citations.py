"""What a replay and the told lines cite: every clause that governs a line, and none that does not."""

import re
from collections.abc import Sequence
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from clauses import procedures as p
from pitbook.cards import DECK
from pitbook.rulebooks import load_book
from pitbook.rulebooks.procedures import Shuffler
from pitbook.submission import house_rules, stock_submission
from pitbook.table import ALL, NONE, State, evolve, next_steps
from pitbook.table import commands as c
from pitbook.table import events as happened
from pitbook.table.narration import tell
from pitbook.table.transcript import transcript
from table.play import BOOKS, FOUR, GALAXY, MA, MD, Game, rules_of, stacked
from table.playthroughs import FOLDER

LINE = re.compile(r"^(?P<words>.*?)(?: \[(?P<clauses>[^\]]*)\].*)?$")


def _by_book(**clauses: str) -> Sequence[object]:
    """Parameters: a book, and the ids of the clauses that a line has to cite there, separated by spaces."""
    books = {"md": MD, "ma": MA, "galaxy": GALAXY, "four": FOUR}
    found = []
    for short, ids in clauses.items():
        book = books[short]
        cited = {one if one.count("-") > 1 else f"{book} {one}" for one in _ids(ids)}
        marks = [pytest.mark.clause(clause) for clause in sorted(cited)]
        found.append(pytest.param(book, cited, id=short, marks=marks))
    return found


def _ids(ids: str) -> list[str]:
    """Clauses separated by commas; those of another book are written with its id."""
    return [one.strip() for one in ids.split(",") if one.strip()]


def _by_method(clauses: set[str]) -> list[set[str]]:
    """The clauses for shoe, hand and automated shoe: Massachusetts states one for each, the others the same for all."""
    return [{one} for one in sorted(clauses)] if len(clauses) == 3 else [clauses] * 3


def _house(*ids: str) -> str:
    """Maryland's clauses, where they serve Galaxy as the house default."""
    return ", ".join(f"{MD} {one}" for one in ids)


def _cited(game: Game, start: str) -> list[set[str]]:
    """What each line of the transcript that begins like this cites."""
    found = []
    for line in transcript(game.library, game.events):
        words = (
            line.partition(": ")[2] if line.startswith(("dealer: ", "device: ", "floorperson: ", "player: ")) else line
        )
        if words.lower().startswith(start.lower()):
            match = LINE.match(line)
            assert match is not None
            found.append(set((match["clauses"] or "").split("; ")) - {""})
    return found


def _told(game: Game, start: str) -> list[set[str]]:
    """What each line that is told as it happens and begins like this cites."""
    state = State(game.library)
    found = []
    for event in game.events:
        found += [set(told.clauses) for told in tell(state, event) if told.words.lower().startswith(start.lower())]
        evolve(state, event)
    return found


def _cites(game: Game, start: str, clauses: set[str], *, told: str | None = "") -> None:
    """Every such line cites exactly these clauses, in the transcript and as it is told."""
    lines = _cited(game, start)
    assert lines, f"no line begins with {start!r}"
    assert lines == [clauses] * len(lines)
    if told is not None:
        again = _told(game, told or start)
        assert again, f"nothing is told that begins with {told or start!r}"
        assert again == [clauses] * len(again)


@pytest.mark.parametrize(
    ("book", "clauses"),
    _by_book(
        md="4.D, 5.A(1), 5.B",
        ma="3(c), 4(a)",
        four="4.D, 5.A(1), 5.C",
        galaxy=_house("4.D", "5.A(1)", "5.B"),
    ),
)
def test_the_shuffle_before_play(book: str, clauses: set[str]) -> None:
    game = Game(rules_of(book), source="virtual", automations=NONE)
    game.perform_until("open_round")
    _cites(game, "Shuffle the red deck", clauses)


@pytest.mark.parametrize(
    ("book", "clauses"),
    _by_book(md="5.G", ma="4(d)", four="5.E", galaxy=_house("5.G")),
)
def test_a_recut_and_each_step_of_it(book: str, clauses: set[str]) -> None:
    game = p.seated(book, source="virtual")
    before = len(game.events)
    game.do(c.OrderRecut(c.floorperson("Flo"), "too shallow"))
    _cites(game, "Flo has the cards cut again", clauses)
    first = game.rules.book.cut.steps[0].do
    words = {"insert_cover_card": "Insert the cover card", "place_cover_card": "Place the cover card"}[first]
    assert len(game.events) > before
    assert clauses <= _cited(game, words)[-1]
    assert not clauses & _cited(game, words)[0]


@pytest.mark.parametrize(
    ("book", "clauses"),
    _by_book(md="5.A(3)", four="5.A(3)", galaxy=_house("5.A(3)")),
)
def test_a_shuffle_that_a_floorperson_orders(book: str, clauses: set[str]) -> None:
    game = p.seated(book, source="virtual")
    game.do(c.OrderReshuffle(c.floorperson("Flo"), "a card fell"))
    _cites(game, "Flo has the cards shuffled again", clauses)
    assert clauses <= _cited(game, "Shuffle the red deck")[-1]
    assert not clauses & _cited(game, "Shuffle the red deck")[0]


@pytest.mark.parametrize(
    ("book", "clauses"),
    _by_book(md="5.E(1), 5.E(2)", ma="7(g), 8(f), 9(f)", four="5.B(1), 5.B(2)", galaxy=_house("5.E(1)", "5.E(2)")),
)
def test_a_deck_that_the_shuffler_counts_wrongly_is_removed(book: str, clauses: set[str]) -> None:
    for method, cited in zip(("manual_shoe", "hand", "automated"), _by_method(clauses), strict=True):
        game = Game(rules_of(book, method, shuffler="automatic_counting"), source="virtual", automations=NONE)
        game.perform_until("shuffle")
        game.step("shuffle", count=51)
        _cites(game, "Deck 1 is removed", cited)


@pytest.mark.parametrize(
    ("book", "method", "clause"),
    [
        (book, method, f"{of} 3.C({part})")
        for book, of in ((MD, MD), (FOUR, FOUR), (GALAXY, MD))
        for method, part in (("hand", 1), ("manual_shoe", 2), ("automated", 2))
    ],
)
def test_a_deck_whose_hours_are_over_is_removed(book: str, method: str, clause: str) -> None:
    game = p.seated(book, method, source="virtual")
    game.do(c.ChangeDeck(c.floorperson(), 0, "blue", "a torn card"))
    assert _cited(game, "Deck 1 is removed: a torn card") == [set()]
    game.now += timedelta(hours=8)
    game.do(c.ChangeDeck(c.floorperson(), 0, "red", "its hours are over"))
    assert _cited(game, "Deck 1 is removed: its hours") == [{clause}]


@pytest.mark.parametrize(
    ("book", "clauses"),
    _by_book(md="7.C(1), 7.C(2)", ma="6(e)", four="7.B(1), 7.B(2)", galaxy=_house("7.C(1)", "7.C(2)")),
)
def test_leaving_in_a_round(book: str, clauses: set[str]) -> None:
    game = p.with_wagers(book)
    game.deal()
    game.do(c.Leave(c.player("player 2")))
    _cites(game, "player 2 leaves in the round", clauses)
    game.do(c.RuleOnLeaving(c.floorperson("Flo"), "player 2", True, "went away"))
    rule = {clause for clause in clauses if clause.endswith("(2)")}
    _cites(game, "Flo rules that the wagers of player 2 are abandoned", rule)


@pytest.mark.parametrize(
    ("book", "clauses"), [(MD, {f"{MD} 7.C(2)"}), (MA, set()), (FOUR, {f"{FOUR} 7.B(2)"}), (GALAXY, {f"{MD} 7.C(2)"})]
)
@pytest.mark.clause(f"{MD} 7.C(1)", f"{MA} 6(e)", f"{FOUR} 7.B(1)")
def test_only_who_has_received_cards_has_to_stay(book: str, clauses: set[str]) -> None:
    game = p.with_wagers(book, automations=NONE)
    game.step("no_more_bets")
    game.do(c.Leave(c.player("player 2")))
    _cites(game, "player 2 leaves in the round", clauses)


@pytest.mark.clause(f"{FOUR} 10.B(3)", f"{FOUR} 10.B(4)")
def test_the_first_stack_and_those_of_the_others() -> None:
    game = p.with_wagers(FOUR, "automated")
    game.deal()
    assert _cited(game, "Deal 5 cards face down to seat 1") == [{f"{FOUR} 10.B(3)"}]
    assert _cited(game, "Deal 5 cards face down to seat 2") == [{f"{FOUR} 10.B(4)"}]


@pytest.mark.parametrize("book", [MD, MA, FOUR, GALAXY])
def test_leaving_between_rounds_is_governed_by_no_clause(book: str) -> None:
    game = p.seated(book)
    game.do(c.Leave(c.player("player 2")))
    _cites(game, "player 2 leaves", set())


@pytest.mark.parametrize(
    ("book", "clauses"),
    _by_book(md="2.C(1), 7.F(4)(b)", four="2.C(1), 7.E(4)(b)", galaxy=_house("2.C(1)", "7.F(4)(b)")),
)
def test_an_accepted_progressive_wager(book: str, clauses: set[str]) -> None:
    game = p.with_wagers(book)
    _cites(game, "The progressive wager of seat 1 is accepted", clauses)


@pytest.mark.parametrize(
    ("book", "clauses"),
    _by_book(md="2.C(2), 8.C(2)", four="2.C(2), 8.C(1)", galaxy=_house("2.C(2)", "8.C(2)")),
)
def test_the_lock_out(book: str, clauses: set[str]) -> None:
    game = p.with_wagers(book)
    game.deal()
    _cites(game, "Lock out the progressive wagers", clauses)


@pytest.mark.parametrize(
    ("book", "clauses"),
    _by_book(md="8.C(1), 7.E", ma="7(b), 6(b)", four="8.C, 7.D", galaxy=_house("8.C(1)", "7.E")),
)
def test_no_more_bets(book: str, clauses: set[str]) -> None:
    game = p.with_wagers(book)
    game.deal()
    _cites(game, 'Announce "no more bets"', clauses)


@pytest.mark.parametrize(
    ("book", "clauses"),
    _by_book(md="2.A, 7.C, 7.G", four="2.A(1), 7.B, 7.F"),
)
def test_taking_a_position(book: str, clauses: set[str]) -> None:
    _cites(p.seated(book), "player 1 sits at position 1", clauses)


@pytest.mark.parametrize(
    ("book", "clauses"),
    _by_book(md="4.F", four="4.F", galaxy=_house("4.F")),
)
def test_a_preshuffled_deck(book: str, clauses: set[str]) -> None:
    game = Game(rules_of(book), source="virtual", preshuffled=True)
    _cites(game, "The red deck is received, preshuffled", clauses)
    fresh = Game(rules_of(book), source="virtual")
    _cites(fresh, "The red deck is received", set())


@pytest.mark.parametrize(
    ("book", "clauses"),
    _by_book(
        md="3.B(1), 3.B(2), 3.B(3), 3.B(4), 3.B(5), 3.B",
        ma="2(b)(1), 2(b)(2), 2(b)(3), 2(b)(4), 2(b)(5), 2(b)",
        four="3.B(1), 3.B(2), 3.B(3), 3.B(4), 3.B(5), 3.B",
    ),
)
def test_two_decks_that_take_turns(book: str, clauses: set[str]) -> None:
    game = p.seated(book, "hand", decks=2, source="virtual", automations=ALL)
    game.wager(1, {"ante": 10_00} if book == FOUR else p.MAIN)
    game.deal()
    game.decide(1, *p.raises(game))
    in_book = sorted(clauses, key=len)
    both, (design, backs, shuffler, turns, rack) = in_book[0], sorted(in_book[1:])
    for line, cited in (
        ("The red deck is received", {both, backs}),
        ("Inspect the red deck", {both, design}),
        ("Inspect the blue deck", {both, design}),
    ):
        assert cited <= _cited(game, line)[0], line
    at_opening, after_the_round = _cited(game, "Shuffle the red deck")
    assert shuffler not in at_opening
    assert shuffler in after_the_round
    (waiting,) = _cited(game, "Shuffle the blue deck")
    assert shuffler in waiting
    if book != MA:
        game.do(c.OrderReshuffle(c.floorperson(), "a card fell"))
        _, ordered = _cited(game, "Shuffle the blue deck")
        assert shuffler not in ordered
    assert all({turns} <= found for found in _cited(game, "Round T-1 is open"))
    assert {rack} <= _cited(game, "Place the stub in the discard rack")[0]
    assert {rack} <= _cited(game, "Place all cards in the discard rack")[0]
    alone = p.seated(book, "hand", source="virtual")
    cited_alone = {clause for line in transcript(alone.library, alone.events) for clause in clauses if clause in line}
    assert cited_alone == set()


@pytest.mark.parametrize(
    ("book", "clauses"),
    _by_book(md="3.A(1), 3.A(2), 3.A(3), 4.A", ma="2(a), 3(a), 3(b)", four="3.A, 3.A(1), 3.A(2), 4.A"),
)
def test_the_inspection_of_one_deck(book: str, clauses: set[str]) -> None:
    _cites(p.seated(book), "Inspect the red deck", clauses)


@pytest.mark.parametrize(
    ("book", "action", "clauses"),
    [
        (MD, "raise", "11.B, 11.B(1), 11.B(2)(a)"),
        (MD, "check", "11.B, 11.B(1), 11.B(2)(b)"),
        (MA, "raise", "6(d), 10(a), 10(d)"),
        (MA, "check", "10(a), 10(d)"),
        (GALAXY, "raise", "5"),
        (FOUR, "play", "11.B, 11.B(1)"),
        (FOUR, "fold", "11.B, 11.B(2), 11.C(3)"),
    ],
)
def test_a_first_decision(book: str, action: str, clauses: str) -> None:
    game = p.with_wagers(book)
    game.deal()
    game.decide(1, action, p.raises(game)[1] if action in ("raise", "play") else None)
    _cites(game, f"seat 1: {action}", {f"{book} {one}" for one in _ids(clauses)})


@pytest.mark.parametrize(
    ("action", "clauses"),
    [("raise", "11.F, 11.F(1)"), ("fold", "11.F, 11.F(2)")],
)
@pytest.mark.clause(f"{MD} 11.F", f"{MD} 11.F(1)", f"{MD} 11.F(2)", f"{MD} 11.D", f"{MD} 11.D(1)", f"{MD} 11.D(2)(b)")
def test_the_last_decision(action: str, clauses: str) -> None:
    game = p.with_wagers(MD)
    game.deal()
    for _ in range(2):
        game.decide(1, "check")
        game.decide(2, "check")
    game.decide(1, action, 10_00 if action == "raise" else None)
    _cites(game, f"seat 1: {action}", {f"{MD} {one}" for one in _ids(clauses)})
    assert {f"{MD} {one}" for one in ("11.D", "11.D(1)", "11.D(2)(b)")} in _cited(game, "seat 2: check")


@pytest.mark.parametrize(
    ("book", "clauses"),
    _by_book(
        md="7.A, 7.F(1), 7.F(2), 7.F(3), 7.F(4), 7.F(4)(a)",
        ma="6(a), 6(c), 6(d), 10(b)",
        four="7.A, 7.E(1), 7.E(2), 7.E(3), 7.E(4), 7.E(4)(a), 7.E(5), 7.E(5)(a)",
        galaxy=f"2, Pocket Bonus, Trips Plus, All 6, Progressive, {MD} 7.A",
    ),
)
def test_wagers_that_are_placed(book: str, clauses: set[str]) -> None:
    _cites(p.with_wagers(book), "seat 1 wagers", clauses)


@pytest.mark.clause(f"{FOUR} 7.E(1)", f"{FOUR} 7.E(2)", f"{FOUR} 7.E(3)")
@pytest.mark.parametrize(("wager", "clause"), [("ante", "7.E(1)"), ("aces_up", "7.E(2)")])
def test_one_of_the_two_wagers_of_four_card_poker(wager: str, clause: str) -> None:
    game = p.seated(FOUR)
    game.wager(1, {wager: 10_00})
    _cites(game, "seat 1 wagers", {f"{FOUR} 7.A", f"{FOUR} {clause}"})


@pytest.mark.parametrize(
    ("book", "first", "clauses"),
    [
        (MD, "11.C(1)", "9.B(1), 9.B(2)"),
        (FOUR, "", "9.B(2), 9.B(3), 9.B(4)"),
    ],
)
@pytest.mark.clause(f"{MD} 9.B(1)", f"{MD} 9.B(3)", f"{FOUR} 9.B(2)")
def test_cards_from_the_hand(book: str, first: str, clauses: str) -> None:
    game = p.with_wagers(book, "hand")
    game.deal()
    _cites(game, "Deal one card face down to seat 1", {f"{book} {one}" for one in _ids(clauses)})
    if book == MD:
        game.decide(1, "check")
        game.decide(2, "check")
        assert _cited(game, "Burn one card") == [{f"{MD} 9.B(1)", f"{MD} {first}"}]
        assert _cited(game, "Deal 3 cards face up") == [{f"{MD} 9.B(3)", f"{MD} 11.C(2)"}]


@pytest.mark.parametrize(
    ("book", "clauses"),
    _by_book(
        md="5.D(1), 9.A(2)", ma="4(b)(1), 8(a), 8(b)(2)", four="5.C(1), 9.A(2)", galaxy=_house("5.D(1)", "9.A(2)")
    ),
)
def test_a_deck_from_the_shuffler_goes_into_play_without_a_cut(book: str, clauses: set[str]) -> None:
    _cites(p.with_wagers(book, "hand"), "Take the deck in the hand", clauses)


@pytest.mark.parametrize(
    ("book", "clauses"),
    _by_book(md="5.F(2), 8.B", ma="4(c)(2), 7(a)", four="5.D(2), 8.B", galaxy=_house("5.F(2)", "8.B")),
)
def test_a_deck_that_was_cut_goes_into_the_shoe(book: str, clauses: set[str]) -> None:
    _cites(p.with_wagers(book), "Place the stacked deck in the shoe", clauses)


def _into_play(book: str, *way: str) -> set[str]:
    """What cites that a preshuffled deck goes into play."""
    game = Game(rules_of(book, *way), automations=NONE, preshuffled=True)
    game.sit(1)
    game.perform_until("open_round")
    game.step("open_round")
    return set(game.state.agenda[0].clauses)


@pytest.mark.parametrize(
    ("book", "clauses"), _by_book(md="9.A(2)", ma="4(c)(2), 8(a), 8(b)(2)", four="9.A(2)", galaxy=_house("9.A(2)"))
)
def test_a_preshuffled_deck_in_the_hand_comes_from_the_cut_and_goes_into_no_shoe(book: str, clauses: set[str]) -> None:
    assert _into_play(book, "hand") == clauses


@pytest.mark.parametrize(("book", "clauses"), _by_book(md="5.I, 8.B", four="5.H, 8.B", galaxy=_house("5.I", "8.B")))
def test_a_preshuffled_deck_that_nothing_has_shuffled_comes_from_no_shuffler(book: str, clauses: set[str]) -> None:
    """The device that would reshuffle it has not done so yet, and by its clause the cards are not cut."""
    assert _into_play(book, "manual_shoe", "", "reshuffling") == clauses


@pytest.mark.parametrize(
    ("book", "clauses"),
    _by_book(md="13.A", ma="12(a)", four="13.A(1), 13.A(2)", galaxy=_house("13.A")),
)
def test_a_card_that_is_set_aside(book: str, clauses: set[str]) -> None:
    game = p.with_wagers(book, automations=NONE)
    game.deal()
    game.perform_until("deal")
    game.do(c.Report(c.dealer(), "face_up_card"))
    _cites(game, "A card that was found face up goes to the discard rack", clauses)


def _four_aces(wagers: dict[int, dict[str, int]]) -> Game:
    """Four Card Poker: seat 1 holds four aces, seat 2 a pair of queens; both play, and all is settled."""
    rules = rules_of(FOUR)
    hands = ["Ah Ad Ac As 4s", "Qh Qd 9c 8c 6h"]
    game = Game(rules, deck=stacked(rules, hands, "Kd Ks 7c 5h 3d 2s", extra="9d"))
    game.sit(2)
    for seat, placed in wagers.items():
        game.wager(seat, placed)
    game.deal()
    for seat in (1, 2):
        game.decide(seat, "play", 10_00)
    return game


@pytest.mark.clause(f"{FOUR} 11.D(10)(c)", f"{FOUR} 11.D(10)(d)", f"{FOUR} 11.D(10)(d)(i)", f"{FOUR} 11.D(10)(e)(i)")
def test_an_award_of_the_whole_meter_and_the_envy_that_it_earns() -> None:
    both = {seat: {"ante": 10_00, "progressive": 1_00} for seat in (1, 2)}
    game = _four_aces(both)
    _cites(game, "Validate the progressive award", {f"{FOUR} 11.D(10)(c)", f"{FOUR} 11.D(10)(d)(i)"})
    paid = {f"{FOUR} 11.D(8)", f"{FOUR} 11.D(9)", f"{FOUR} 11.D(10)(d)"}
    envy = {f"{FOUR} 11.D(10)(e)", f"{FOUR} 11.D(10)(e)(i)"}
    _cites(game, "Pay the progressive award of seat 1, and the envy bonus of seat 2.", {*paid, *envy})
    alone = _four_aces(both | {2: {"ante": 10_00}})
    _cites(alone, "Pay the progressive award of seat 1.", paid)


@pytest.mark.clause(f"{FOUR} 11.D(4)", f"{FOUR} 11.D(4)(c)(i)", f"{FOUR} 11.D(4)(c)(ii)", f"{FOUR} 12.D(4)")
def test_the_outcome_of_each_wager() -> None:
    """Four aces beat two pairs, which beat a pair of queens; only the whole meter is paid by what it shows."""
    game = _four_aces({seat: {"ante": 10_00, "progressive": 1_00} for seat in (1, 2)})
    procedure, won, lost = f"{FOUR} 11.D(4)", f"{FOUR} 11.D(4)(c)(ii)", f"{FOUR} 11.D(4)(c)(i)"
    (first,), (second,) = (_cited(game, f"Settle the wagers of seat {seat}") for seat in (2, 1))
    assert {procedure, lost} <= first
    assert won not in first
    assert {procedure, won} <= second
    assert lost not in second
    assert _cited(game, "    seat 2 ante: lose") == [{lost}]
    assert _cited(game, "    seat 1 play: win") == [{won, f"{FOUR} 12.A"}]
    (meter,) = _cited(game, "    seat 1 progressive: win")
    assert f"{FOUR} 12.D(4)" in meter


@pytest.mark.clause(f"{FOUR} 11.D(10)(e)", f"{FOUR} 11.D(10)(e)(i)")
def test_envy_for_a_holder_without_a_progressive_wager() -> None:
    game = _four_aces({1: {"ante": 10_00}, 2: {"ante": 10_00, "progressive": 1_00}})
    (cited,) = _cited(game, "Settle the wagers of seat 1, and the envy bonus of seat 2.")
    assert {f"{FOUR} 11.D(10)(e)", f"{FOUR} 11.D(10)(e)(i)"} < cited
    (other,) = _cited(game, "Settle the wagers of seat 2.")
    assert not any("(10)(e)" in clause for clause in other)


@pytest.mark.clause(f"{FOUR} 11.D(1)", f"{FOUR} 11.D(1)(a)", f"{FOUR} 11.D(1)(b)")
def test_forfeits_are_collected_only_where_somebody_folded() -> None:
    played = _four_aces({seat: {"ante": 10_00} for seat in (1, 2)})
    assert _cited(played, "Collect the forfeited wagers") == []
    game = p.with_wagers(FOUR)
    game.deal()
    game.decide(1, "fold")
    game.decide(2, "play", 10_00)
    forfeit, stay = {f"{FOUR} 11.D(1)", f"{FOUR} 11.D(1)(b)"}, {f"{FOUR} 11.C(1)", f"{FOUR} 11.C(2)"}
    _cites(game, "Collect the forfeited wagers", {*forfeit, *stay, f"{FOUR} 11.D(1)(a)"})
    all_fold = p.seated(FOUR)
    for seat in (1, 2):
        all_fold.wager(seat, {"ante": 10_00})
    all_fold.deal()
    for seat in (1, 2):
        all_fold.decide(seat, "fold")
    _cites(all_fold, "Collect the forfeited wagers", forfeit)
    (folded,) = _cited(game, "Settle the wagers of seat 1")
    assert f"{FOUR} 11.D(1)(b)" in folded
    assert f"{FOUR} 11.D(1)(a)" not in folded


@pytest.mark.clause(f"{MD} 3.B(5)", f"{MA} 2(b)(5)", f"{FOUR} 3.B(5)")
@pytest.mark.parametrize(("book", "clause"), [(MD, "3.B(5)"), (MA, "2(b)(5)"), (FOUR, "3.B(5)")])
def test_whatever_goes_to_the_rack_is_of_one_deck(book: str, clause: str) -> None:
    """A card found face up, the cards of a fold, the stub, and all cards in the end; with one deck by no clause."""
    for decks in (1, 2):
        game = p.seated(book, "hand", decks=decks, automations=NONE)
        for seat in (1, 2):
            game.wager(seat, {"ante": 10_00} if book == FOUR else p.MAIN)
        game.deal()
        game.perform_until("deal")
        game.do(c.Report(c.dealer(), "face_up_card"))
        while game.state.round.lines is None:
            step, current = game.state.agenda[0], game.state.round
            if step.do != "decide":
                game.step(step.do)
            elif current.to_act[0] == 1:
                game.decide(1, "fold" if current.street in ("river", "play") else "check")
            else:
                game.decide(2, *p.raises(game))
        game.perform_until("discard")
        game.step("discard")
        folded = "Collect the forfeited wagers" if book == FOUR else "Place the cards of seat 1 in the discard rack"
        stub, all_cards = "Place the stub in the discard rack", "Place all cards in the discard rack"
        set_aside = "A card that was found face up"
        for start in (set_aside, folded, stub, all_cards):
            (cited,) = _cited(game, start)
            assert (f"{book} {clause}" in cited) is (decks == 2), start


@pytest.mark.parametrize(("book", "clauses"), _by_book(md="7.E", ma="6(b)", four="7.D", galaxy=_house("7.E")))
def test_wagers_that_are_withdrawn_in_time(book: str, clauses: set[str]) -> None:
    game = p.seated(book)
    game.wager(1, {"ante": 10_00} if book == FOUR else p.MAIN)
    game.wager(1, {})
    _cites(game, "Seat 1 withdraws its wagers", clauses)


@pytest.mark.clause(f"{MD} 13.G", f"{MD} 13.F", f"{MD} 11.C", f"{MD} 11.E")
@pytest.mark.parametrize("method", ["manual_shoe", "hand", "automated"])
def test_a_board_that_is_completed_for_trips_plus_is_dealt_by_no_round(method: str) -> None:
    """Nobody has decided, so 11.C and 11.E do not deal these cards: 13.G does, to settle the wagers."""
    game = p.with_wagers(MD, method, automations=NONE)
    game.deal()
    game.perform_until("decide")
    game.do(c.Report(c.dealer(), "dealer_card_exposed"))
    cards = [step for step in game.state.agenda if step.do in ("deal", "burn", "turn_up")]
    assert sum(step.cards for step in cards if step.do != "burn") == 5
    assert all(step.clauses == (f"{MD} 13.G",) for step in cards)


@pytest.mark.clause(f"{MD} 13.H(2)")
def test_a_jam_before_anybody_has_wagered_returns_nothing() -> None:
    for wagered in (False, True):
        game = Game(rules_of(MD, "manual_shoe", "", "automatic"), source="virtual", automations=NONE)
        game.sit(1)
        game.perform_until("open_round")
        game.step("open_round")
        if wagered:
            game.wager(1, p.MAIN)
        game.do(c.Report(c.dealer(), "shuffler_jam"))
        (cited,) = _cited(game, "The round is void: shuffler jam")
        assert (f"{MD} 13.H(2)" in cited) is wagered
        assert {f"{MD} 13.H(1)", f"{MD} 13.H(3)"} <= cited


@pytest.mark.clause(f"{FOUR} 11.C(1)", f"{FOUR} 11.D(1)")
def test_the_cards_of_a_fold_stay_for_a_side_wager() -> None:
    for both, one, words in (
        ({}, {}, "Collect the forfeited wagers and their cards."),
        ({"aces_up": 5_00}, {"aces_up": 5_00}, "Collect the forfeited wagers; the cards of seat 1 and seat 2 stay."),
        ({}, {"aces_up": 5_00}, "Collect the forfeited wagers and their cards; the cards of seat 2 stay."),
    ):
        game = p.seated(FOUR)
        game.wager(1, {"ante": 10_00} | both)
        game.wager(2, {"ante": 10_00} | one)
        game.deal()
        for seat in (1, 2):
            game.decide(seat, "fold")
        assert len(_cited(game, words)) == 1, words


@pytest.mark.clause(f"{MD} 13.I", f"{MD} 13.I(1)", f"{MD} 13.I(2)", f"{MD} 13.I(3)")
def test_a_shoe_that_jams_voids_by_the_clause_itself() -> None:
    """13.I voids the round; what follows from it has a number of its own."""
    game = p.with_wagers(MD, "automated", automations=NONE)
    game.deal()
    game.perform_until("deal")
    game.do(c.Report(c.dealer(), "shoe_jam"))
    p.play_out(game)
    _cites(game, "dealer reports: shoe jam", {f"{MD} 13.I"})
    _cites(game, "The round is void: shoe jam", {f"{MD} 13.I"})
    _cites(game, "The round is void: return the wagers", {f"{MD} 13.I(1)"})
    _cites(game, "Take the cards out of the device", {f"{MD} 13.I(2)"})
    game.perform_until("open_round")
    assert f"{MD} 13.I(3)" in _cited(game, "Shuffle the red deck")[-1]


@pytest.mark.parametrize(
    ("method", "player", "dealer"),
    [("manual_shoe", "8.H(2)(a)", "8.H(2)(b)"), ("hand", "9.E(1)", "9.E(2)"), ("automated", "10.E(1)", "10.E(2)")],
)
@pytest.mark.clause(*(f"{FOUR} {one}" for one in ("8.H(2)(a)", "8.H(2)(b)", "9.E(1)", "9.E(2)", "10.E(1)", "10.E(2)")))
def test_whose_hand_was_misdealt(method: str, player: str, dealer: str) -> None:
    for misdealt, clauses in (
        ({"1": 6}, {player}),
        ({"dealer": 5}, {dealer}),
        ({"1": 6, "dealer": 5}, {player, dealer}),
    ):
        game = p.with_wagers(FOUR, method)
        game.do(c.CallStubCount(c.floorperson()))
        game.table.automations = ALL - {"count_stub"}
        game.deal()
        p.step_on(game, "count_stub")
        game.step("count_stub", count=30)
        game.step("resolve_stub", misdealt=misdealt)
        (cited,) = _cited(game, "The cards were misdealt")
        assert {clause for clause in cited if clause in {f"{FOUR} {player}", f"{FOUR} {dealer}"}} == {
            f"{FOUR} {clause}" for clause in clauses
        }


@pytest.mark.clause(f"{MD} 5.D(1)", f"{MD} 5.G", f"{FOUR} 5.C(1)", f"{FOUR} 5.E")
@pytest.mark.parametrize(("book", "clause"), [(MD, "5.G"), (FOUR, "5.E")])
def test_a_cut_before_the_last_shuffle_is_not_made_again(book: str, clause: str) -> None:
    """A preshuffled deck was cut; the device has shuffled it since, and nobody has cut it."""
    game = Game(rules_of(book, "hand"), source="virtual", automations=NONE, preshuffled=True)
    game.perform_until("open_round")
    game.do(c.OrderRecut(c.floorperson(), "too shallow"))
    game.perform_until("open_round")
    game.do(c.OrderReshuffle(c.floorperson(), "a card fell"))
    game.step("shuffle")
    p.refused(game, c.OrderRecut(c.floorperson(), "once more"), f"{book} {clause}")


@pytest.mark.clause(f"{FOUR} 9.C", f"{FOUR} 9.C(1)", f"{MD} 9.C", f"{MA} 8(e)", f"{MA} 8(f)")
@pytest.mark.parametrize(
    ("book", "clauses"),
    [(MD, {f"{MD} 9.C"}), (MA, {f"{MA} 8(e)", f"{MA} 7(f)"}), (FOUR, {f"{FOUR} 9.C(1)", f"{FOUR} 9.C(2)"})],
)
def test_a_count_where_the_shuffler_counts_is_nobodys_duty(book: str, clauses: set[str]) -> None:
    for shuffler, cited in (("automatic", clauses), ("automatic_counting", set())):
        game = p.with_wagers(book, "hand", shuffler=shuffler)
        game.do(c.CallStubCount(c.dealer("Dee")))
        _cites(game, "Dee has the stub counted", cited)


@pytest.mark.clause(f"{MA} 7(f)", f"{MA} 7(g)", f"{MA} 8(f)", f"{MA} 9(f)")
@pytest.mark.parametrize(
    ("book", "method", "clauses"),
    [
        (MA, "manual_shoe", {f"{MA} 7(f)"}),
        (MA, "hand", {f"{MA} 7(f)"}),
        (MA, "automated", {f"{MA} 7(f)"}),
        (MD, "hand", set()),
        (FOUR, "hand", set()),
    ],
)
def test_massachusetts_says_how_every_stub_is_counted(book: str, method: str, clauses: set[str]) -> None:
    """The sentence on counting face down hangs on no duty; Maryland's clauses open with a shuffler that is not used."""
    game = p.with_wagers(book, method, shuffler="automatic_counting", automations=NONE)
    game.do(c.CallStubCount(c.dealer("Dee")))
    game.deal()
    while game.state.agenda[0].do != "count_stub":
        if game.state.agenda[0].do == "decide":
            game.decide(game.state.round.to_act[0], *p.raises(game))
        else:
            game.step(game.state.agenda[0].do)
    assert set(game.state.agenda[0].clauses) == clauses
    game.step("count_stub")
    _cites(game, "Count the stub face down", clauses)


@pytest.mark.clause(f"{MD} 7.C(2)", f"{FOUR} 7.B(2)")
@pytest.mark.parametrize("book", [MD, FOUR])
def test_wagers_that_are_ruled_abandoned_are_on_the_record(book: str) -> None:
    game = p.with_wagers(book)
    game.deal()
    game.do(c.Leave(c.player("player 2")))
    game.do(c.RuleOnLeaving(c.floorperson("Flo"), "player 2", True, "went away"))
    (line,) = [line for line in transcript(game.library, game.events) if "to the table inventory from seat 2" in line]
    placed = {name: amount for name, amount in p.every_wager(book).items() if name != "progressive"}
    assert line.endswith(", ".join(f"{name} {amount // 100}.00" for name, amount in placed.items()))


@pytest.mark.clause(f"{MD} 13.A", f"{MA} 12(a)", f"{FOUR} 13.A(1)")
@pytest.mark.parametrize(("book", "clause"), [(MD, "13.A"), (MA, "12(a)"), (FOUR, "13.A(1)")])
def test_a_card_that_was_set_aside_is_not_entered_again(book: str, clause: str) -> None:
    game = p.with_wagers(book, "manual_shoe", "" if book == FOUR else "as_needed", source="entered", automations=NONE)
    game.deal()
    game.perform_until("deal")
    game.do(c.Report(c.dealer(), "face_up_card", {"card": "9h"}))
    while not game.state.agenda[0].face_up:
        step = game.state.agenda[0]
        if step.do == "decide":
            game.decide(game.state.round.to_act[0], *p.raises(game))
        else:
            game.step(step.do)
    cards = "9h" if book == FOUR else "9h 2c 3d"
    p.refused(game, c.Do(c.dealer(), "deal", cards), f"{book} {clause}")


@pytest.mark.clause(f"{MD} 11.K", f"{FOUR} 11.D(11)(b)")
@pytest.mark.parametrize(("book", "after", "void"), [(MD, "11.K", "13.E"), (FOUR, "11.D(11)(b)", "13.D")])
def test_cards_are_discarded_after_settlement_or_for_a_new_shuffle(book: str, after: str, void: str) -> None:
    for voided in (False, True):
        game = p.with_wagers(book, automations=NONE)
        game.deal()
        game.perform_until("decide")
        if voided:
            game.do(c.Report(c.dealer(), "wrong_number_of_cards"))
        p.play_out(game)
        (cited,) = _cited(game, "Place all cards in the discard rack")
        assert (f"{book} {after}" in cited, f"{book} {void}" in cited) == (not voided, voided)


@pytest.mark.clause(f"{MD} 5.G", f"{MA} 4(d)", f"{FOUR} 5.E")
@pytest.mark.parametrize(("book", "clause"), [(MD, "5.G"), (MA, "4(d)"), (FOUR, "5.E")])
def test_a_recut_needs_what_was_wrong_with_the_cut(book: str, clause: str) -> None:
    game = p.seated(book, source="virtual")
    for reason in ("", "  "):
        p.refused(game, c.OrderRecut(c.floorperson(), reason), f"{book} {clause}")


@pytest.mark.clause(f"{MD} 13.E", f"{MD} 11.G(3)", f"{FOUR} 13.D", f"{FOUR} 11.D(3)")
@pytest.mark.parametrize("book", [MD, FOUR])
@pytest.mark.parametrize("until", ["announce_dealer", "reckon", "turn_up_hand", "settle"])
def test_a_void_round_announces_no_hand_of_the_dealer(book: str, until: str) -> None:
    game = p.with_wagers(book, automations=NONE)
    game.deal()
    p.step_on(game, until)
    told = len(_cited(game, "The dealer has"))
    assert told == (until in ("turn_up_hand", "settle"))
    game.do(c.Report(c.dealer(), "wrong_number_of_cards"))
    p.play_out(game)
    assert len(_cited(game, "The dealer has")) == told


@pytest.mark.clause(f"{MD} 11.K", f"{MD} 11.F(3)(b)", f"{MD} 11.F(3)(d)", f"{FOUR} 11.D(11)(b)")
@pytest.mark.parametrize(("book", "racked"), [(MD, [1, 2]), (MA, [1, 2]), (GALAXY, [1, 2]), (FOUR, [2, 1])])
def test_the_rack_is_in_the_order_in_which_hands_got_there(book: str, racked: list[int]) -> None:
    """In hold'em each folded hand goes there at once; in Four Card Poker they go together, from the dealer's right."""
    game = p.seated(book)
    for seat in (1, 2):
        game.wager(seat, {"ante": 10_00} if book == FOUR else p.MAIN)
    game.deal()
    for action in ("fold",) if book == FOUR else ("check", "check", "fold"):
        for seat in (1, 2):
            game.decide(seat, action)
    hands = [place for place, _ in game.state.last_round.discarded if place.startswith("seat")]
    assert hands == [f"seat {seat}" for seat in racked]


@pytest.mark.parametrize(("book", "one", "two"), [(MD, "3.A(1)", "3.B"), (FOUR, "3.A", "3.B"), (MA, "2(a)", "2(b)")])
@pytest.mark.clause(f"{MD} 3.A(1)", f"{MD} 3.B", f"{FOUR} 3.A", f"{FOUR} 3.B", f"{MA} 2(a)", f"{MA} 2(b)")
def test_one_of_two_decks_leaves(book: str, one: str, two: str) -> None:
    """With a shuffler that works by the clause of one deck; without one because two decks need it."""
    for out in (False, True):
        game = Game(rules_of(book, "manual_shoe", "", "automatic", 2), source="virtual", automations=NONE)
        game.sit(1)
        game.perform_until("open_round")
        if out:
            made = "removed" if book == MA else "covered"
            game.do(c.Report(c.dealer(), "device_out_of_order", {"device": "shuffler", "made": made}))
        rules = rules_of(book, "manual_shoe", "", "manual" if out else "automatic", 1)
        game.library[rules.digest] = rules
        game.do(c.AdoptRules(c.floorperson(), rules.digest))
        (cited,) = _cited(game, "Deck 2 is removed")
        assert cited == {f"{book} {two if out else one}"}
        (changed,) = _cited(game, "The method changes")
        assert (f"{book} {one}" in changed, f"{book} {two}" in changed) == (not out, out)


@pytest.mark.clause(f"{MD} 10.B(2)", f"{MA} 9(c)")
@pytest.mark.parametrize(("book", "order"), [(MD, "board_face_down"), (MA, "board_first")])
def test_the_board_of_an_automated_shoe_is_spread_out(book: str, order: str) -> None:
    for method, words in (("automated", "Deal 5 cards face down to the board, and spread them out."), ("hand", "")):
        game = p.with_wagers(book, method, order if method == "automated" else "")
        game.deal()
        lines = [line for line in transcript(game.library, game.events) if "spread them out" in line]
        assert bool(lines) is bool(words)
        assert all(words in line for line in lines)


@pytest.mark.clause(f"{FOUR} 8.E", f"{FOUR} 8.E(3)", f"{FOUR} 9.B(3)", f"{FOUR} 9.B(6)")
@pytest.mark.parametrize(
    ("method", "last_two"),
    [
        ("manual_shoe", [{"8.E", "8.E(1)", "8.E(3)"}, {"8.E", "8.E(2)", "8.E(3)"}]),
        ("hand", [{"9.B(2)", "9.B(3)", "9.B(4)", "9.B(6)"}, {"9.B(3)", "9.B(5)", "9.B(6)"}]),
    ],
)
def test_the_dealers_last_two_cards(method: str, last_two: list[set[str]]) -> None:
    game = p.with_wagers(FOUR, method)
    game.deal()
    down, up = (
        _cited(game, "Deal one card face down to the dealer"),
        _cited(game, "Deal one card face up to the dealer"),
    )
    assert [down[-1], up[-1]] == [{f"{FOUR} {one}" for one in clauses} for clauses in last_two]
    assert all(f"{FOUR} {'8.E(3)' if method == 'manual_shoe' else '9.B(6)'}" not in cited for cited in down[:-1])


@pytest.mark.clause(f"{GALAXY} 3", f"{GALAXY} All 6")
def test_galaxys_four_cards_are_dealt_by_one_step_and_turned_up_by_their_wager() -> None:
    game = p.with_wagers(GALAXY)
    game.deal()
    for seat in (1, 2):
        game.decide(seat, *p.raises(game))
    _cites(game, "Deal 4 cards face down to the dealer's right", {f"{GALAXY} 3"})
    _cites(game, "Turn up 4 cards at the dealer's right", {f"{GALAXY} All 6"})


@pytest.mark.clause(f"{MD} 5.E", f"{FOUR} 5.B", f"{MD} 5.E(1)", f"{FOUR} 5.B(1)")
@pytest.mark.parametrize(("book", "clause"), [(MD, "5.E(1)"), (FOUR, "5.B(1)")])
def test_a_shuffler_counts_cards_that_can_be_there(book: str, clause: str) -> None:
    game = Game(rules_of(book, "manual_shoe", "", "automatic_counting"), source="virtual", automations=NONE)
    game.sit(1)
    game.perform_until("shuffle")
    for count in (-1, 105):
        p.refused(game, c.Do(c.device(), "shuffle", count=count), f"{book} {clause}")
    game.step("shuffle", count=53)
    assert game.state.decks[0].removed


@pytest.mark.clause(f"{FOUR} 5.E", f"{FOUR} 5.H", f"{MD} 5.G", f"{MD} 5.I")
@pytest.mark.parametrize(("book", "clause"), [(MD, "5.I"), (FOUR, "5.H")])
def test_cards_that_are_never_cut_are_not_cut_again_at_any_time(book: str, clause: str) -> None:
    game = p.with_wagers(book, "automated", shuffler="reshuffling", automations=NONE)
    p.refused(game, c.OrderRecut(c.floorperson(), "uneven"), f"{book} {clause}")
    game.deal()
    game.perform_until("deal")
    game.step("deal")
    p.refused(game, c.OrderRecut(c.floorperson(), "uneven"), f"{book} {clause}")


@pytest.mark.clause(f"{MD} 5.F", f"{FOUR} 5.D", f"{FOUR} 5.A(3)", f"{FOUR} 5.C(1)")
@pytest.mark.parametrize(("book", "clause"), [(MD, "5.F"), (FOUR, "5.D")])
def test_a_cut_before_the_last_shuffle_is_none_of_the_order(book: str, clause: str) -> None:
    for again in (False, True):
        game = Game(rules_of(book, "hand"), source="virtual", automations=NONE, preshuffled=True)
        game.sit(1)
        game.perform_until("no_more_bets")
        if again:
            game.do(c.OrderReshuffle(c.floorperson(), "a card fell"))
            game.perform_until("no_more_bets")
        game.wager(1, {"ante": 10_00} if book == FOUR else p.MAIN)
        game.perform_until("deal")
        game.step("deal")
        (line,) = [line for line in transcript(game.library, game.events) if "order of the cards" in line]
        assert (" deep." in line, f"[{book} {clause}" in line) == (not again, not again)


@pytest.mark.clause(f"{MD} 4.E", f"{FOUR} 4.E", f"{MA} 3(d)")
@pytest.mark.parametrize(("book", "clause"), [(MD, "4.E"), (FOUR, "4.E"), (MA, "3(d)")])
def test_one_deck_that_is_received_is_not_two(book: str, clause: str) -> None:
    game = Game(rules_of(book, "manual_shoe", "", "automatic", 2), source="virtual", automations=NONE)
    assert f"{book} {clause}" in game.state.agenda[0].clauses
    game.sit(1)
    game.perform_until("open_round")
    game.do(c.ChangeDeck(c.floorperson(), 1, "green", "worn"))
    assert f"{book} {clause}" not in {clause for step in game.state.agenda for clause in step.clauses}


@pytest.mark.clause(f"{MD} 3.B(4)", f"{FOUR} 3.B(4)", f"{MA} 2(b)(4)")
@pytest.mark.parametrize("book", [MD, FOUR, MA])
def test_a_deck_that_joins_another_takes_the_next_turn(book: str) -> None:
    one, two = (rules_of(book, "manual_shoe", "", "automatic", decks) for decks in (1, 2))
    game = Game(one, source="virtual", automations=ALL - {"open_round"})
    game.library[two.digest] = two
    game.sit(1)
    for number in range(4):
        if number == 1:
            game.do(c.AdoptRules(c.floorperson(), two.digest))
            game.do(c.ChangeDeck(c.floorperson(), 1, "green", "the second deck"))
        game.perform_until("open_round")
        game.step("open_round")
        game.wager(1, {"ante": 10_00} if book == FOUR else p.MAIN)
        game.deal()
        game.decide(1, *p.raises(game))
    assert [event.deck for event in game.events if isinstance(event, happened.RoundOpened)] == [0, 1, 0, 1]


@pytest.mark.clause(f"{MD} 13.G", f"{MD} 10.B(2)")
def test_the_rest_leaves_an_automated_shoe_before_a_board_is_dealt_for_a_side_wager() -> None:
    game = p.with_wagers(MD, "automated", automations=NONE)
    game.deal()
    game.perform_until("remove_rest")
    game.do(c.Report(c.dealer(), "dealer_card_exposed"))
    assert [do for do, _ in p.agenda(game)][:2] == ["remove_rest", "deal"]
    assert p.cited(game, "remove_rest") == {f"{MD} 10.B(2)", f"{MD} 13.G"}


@pytest.mark.clause(f"{FOUR} 5.D(2)", f"{FOUR} 8.B", f"{FOUR} 9.A(2)", f"{MD} 8.B", f"{MD} 9.A(2)")
@pytest.mark.parametrize("book", [MD, FOUR, MA])
@pytest.mark.parametrize(("method", "words"), [("manual_shoe", "in the shoe"), ("hand", "in the hand")])
def test_a_deck_that_lies_ready_is_not_put_there_again(book: str, method: str, words: str) -> None:
    game = Game(rules_of(book, method, "", "automatic", 2), source="virtual", automations=NONE, preshuffled=True)
    game.sit(1)
    game.perform_until("no_more_bets")
    game.do(c.ChangeDeck(c.floorperson(), 1, "green", "worn", True))
    game.perform_until("no_more_bets")
    assert len([line for line in transcript(game.library, game.events) if words in line]) == 1


@pytest.mark.clause(f"{FOUR} 3.B(5)", f"{FOUR} 11.D(1)")
def test_cards_that_stay_do_not_go_to_the_rack() -> None:
    for side, racked in ({"aces_up": 5_00}, False), ({}, True):
        game = p.seated(FOUR, "manual_shoe", shuffler="automatic", decks=2)
        game.wager(1, {"ante": 10_00} | side)
        game.wager(2, {"ante": 10_00})
        game.deal()
        game.decide(1, "fold")
        game.decide(2, "play", 10_00)
        (cited,) = _cited(game, "Collect the forfeited wagers")
        assert (f"{FOUR} 3.B(5)" in cited) is racked


@pytest.mark.clause(f"{MD} 5.E(2)", f"{FOUR} 5.B(2)", f"{MA} 7(g)", f"{FOUR} 3.A")
@pytest.mark.parametrize("decks", [1, 2])
@pytest.mark.parametrize("book", [MD, FOUR, MA])
def test_no_round_is_dealt_from_a_deck_that_left_the_table(book: str, decks: int) -> None:
    """A deck is changed in an open round, and the shuffler counts 51 cards of the new one: it leaves too."""
    game = p.seated(book, "manual_shoe", shuffler="automatic_counting", decks=decks, automations=NONE)
    game.wager(1, {"ante": 10_00} if book == FOUR else p.MAIN)
    game.do(c.ChangeDeck(c.floorperson(), game.state.in_play, "green", "worn"))
    game.perform_until("shuffle")
    game.step("shuffle", count=51)
    assert p.agenda(game)[0] == ("receive_deck", "floorperson")
    p.refused(game, c.Do(c.dealer(), "no_more_bets"))
    game.do(c.ChangeDeck(c.floorperson(), game.state.in_play, "white", "the shuffler counted 51"))
    game.perform_until("no_more_bets")
    assert any(line.startswith("dealer: Place the stacked deck") for line in transcript(game.library, game.events))
    p.play_out(game)
    assert game.state.last_round.void is None


@pytest.mark.clause(f"{FOUR} 10.A(1)", f"{FOUR} 8.B", f"{MD} 10.A(1)")
@pytest.mark.parametrize(
    ("book", "method", "order"),
    [(MD, "automated", "board_first"), (FOUR, "automated", ""), (FOUR, "manual_shoe", "")],
)
def test_a_preshuffled_deck_that_replaces_another_goes_into_the_shoe(book: str, method: str, order: str) -> None:
    rules = rules_of(book, method, order, "reshuffling")
    game = Game(rules, source="virtual", automations=NONE, preshuffled=True)
    game.sit(1)
    game.perform_until("no_more_bets")
    game.do(c.ChangeDeck(c.floorperson(), 0, "green", "worn", True))
    assert [do for do, _ in p.agenda(game)] == ["place_in_shoe", "no_more_bets"]


UNGOVERNED = re.compile(
    r"Table T opens|The (red|blue) deck is received\.|player \d+ (buys chips|takes|adds a seed|leaves\.)|.* rules: "
    r"|The order of the cards is fixed\.$|The meters show|Round T-\d+ is (over|withdrawn)|The table (is closed|closes)"
    r"|The (shuffler|shoe) (is in use|works) again|Other house rules apply"
    r"|The method changes: |dealer reports: player or community card exposed"
    r"|dealer reports: .*\. The floorperson rules on it; play continues\.$"
    r"|    (seat \d+|dealer|board|extra|burned|set aside): "
    r"|    seat \d+ (progressive|all6): void, dealer card exposed"
    r"|    (to the (meters|table inventory)|seat \d+'s chip|seat \d+ was settled|reason: |.. is really)"
)
"""What no book has a clause on. An indented line adds places or figures to the line before it, or a reading decides."""
COUNTED_BY_DEVICE = re.compile(r"floorperson has the stub counted\.|dealer: Count the stub")
"""With a device that counts the cards no clause has the stub counted."""
SILENT = {
    MA: re.compile(
        r"dealer: (Turn up the cards of seat|Place all cards in the discard rack)|floorperson rules that the wagers"
    )
}
"""Massachusetts does not say that players' cards are turned up, where they go after the round, or who abandons
    wagers."""
BY_READING = re.compile(r"The round is void: stub count misdeal wrong deck.*?Round T-\d+ is over\.\n", re.DOTALL)
"""What follows from misdealt cards that are not 52 in all: only a reading says it."""


@pytest.mark.parametrize("path", sorted(FOLDER.rglob("*.txt")), ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_every_line_of_a_playthrough_that_a_clause_governs_cites_it(path: Path) -> None:
    _, _, lines = path.read_text(encoding="utf-8").partition("\n\n")
    book = next(book for book in BOOKS if book in path.parts)
    by_device = rules_of(book, *path.stem.split("-")[:2]).shuffler is Shuffler.RESHUFFLING
    silent = COUNTED_BY_DEVICE if by_device else SILENT.get(book)
    uncited = [
        line
        for line in BY_READING.sub("", lines).splitlines()
        if line and "[" not in line and not UNGOVERNED.match(line) and not (silent and silent.match(line))
    ]
    assert uncited == []


@pytest.mark.parametrize("book", [MD, FOUR])
@pytest.mark.clause(f"{MD} 5.A(3)", f"{FOUR} 5.A(3)", f"{MD} 5.F")
def test_a_floorperson_orders_a_shuffle_before_the_cut_is_done(book: str) -> None:
    """The order may come at any time before the first card; the cut then follows the new shuffle, from its start."""
    for steps in (0, 1):
        game = Game(rules_of(book, "manual_shoe"), source="virtual", automations=NONE)
        game.sit(1)
        game.perform_until("insert_cover_card")
        for _ in range(steps):
            game.step(game.state.agenda[0].do)
        game.do(c.OrderReshuffle(c.floorperson(), "clumped"))
        assert [step.do for step in game.state.agenda][:3] == [
            "shuffle",
            "insert_cover_card",
            "move_cut_cards_to_bottom",
        ]
        assert f"{book} 5.A(3)" in game.state.agenda[0].clauses
        game.perform_until("open_round")
        assert game.state.decks[0].shuffles == 2


@pytest.mark.clause(f"{MD} 11.F(2)", f"{MD} 11.F(3)")
def test_a_progressive_chip_that_lies_in_the_inventory_is_not_collected_at_a_fold() -> None:
    described: dict[str, Any] = stock_submission(load_book(MD))
    described["options"]["progressive_survives_fold"] = False
    game = Game(house_rules(described, Path()), source="virtual", automations=NONE)
    game.sit(1)
    game.perform_until("no_more_bets")
    game.wager(1, {**p.MAIN, "progressive": 1_00})
    game.do(c.Acknowledge(c.device(), 1))
    for action in ("check", "check", "fold"):
        game.perform_until("decide")
        game.decide(1, action)
    game.step("collect_fold")
    assert _cited(game, "Collect ante and odds of seat 1 into the table inventory.") == [{f"{MD} 11.F(2)"}]


@pytest.mark.parametrize(("book", "asked", "late"), [(MD, "11.B", "7.E"), (FOUR, "11.B", "7.D")])
@pytest.mark.clause(f"{MD} 11.B", f"{FOUR} 11.B", f"{MD} 7.E", f"{FOUR} 7.D")
def test_a_decision_out_of_turn_is_refused_by_the_clause_of_its_time(book: str, asked: str, late: str) -> None:
    game = p.seated(book)
    wager = load_book(book).flow.wager
    raised = c.Decide(c.player("player 1"), 1, wager, 30_00)
    p.refused(game, raised, f"{book} {asked}")
    game.wager(1, {"ante": 10_00} if book == FOUR else p.MAIN)
    p.refused(game, raised, f"{book} {asked}")
    game.table.automations = NONE
    game.deal()
    p.refused(game, raised, f"{book} {late}")


@pytest.mark.clause(f"{FOUR} 11.A(1)")
def test_nobody_else_decides_for_a_hand() -> None:
    game = p.with_wagers(FOUR, automations=NONE)
    game.deal()
    game.perform_until("decide")
    seat = game.state.round.to_act[0]
    for who in (c.player("player 2" if seat == 1 else "player 1"), c.dealer(), c.floorperson()):
        p.refused(game, c.Decide(who, seat, "play", 10_00), f"{FOUR} 11.A(1)")


@pytest.mark.clause(f"{MD} 10.F")
def test_a_board_dealt_first_is_revealed_by_chapter_11_as_its_clause_says() -> None:
    game = Game(rules_of(MD, "automated", "board_first"), source="virtual", automations=NONE)
    game.sit(1)
    game.perform_until("no_more_bets")
    game.wager(1, p.MAIN)
    for number, clause in ((3, "11.C(2)"), (2, "11.E(2)")):
        game.perform_until("decide")
        game.decide(1, "check")
        game.perform_until("turn_up")
        game.step("turn_up")
        assert _cited(game, f"Turn up {number} cards of the board.") == [{f"{MD} {clause}", f"{MD} 10.F"}]


@pytest.mark.clause(f"{MD} 5.I", f"{FOUR} 5.H")
@pytest.mark.parametrize(("book", "clause"), [(MD, "5.A(3)"), (FOUR, "5.A(3)")])
def test_a_reshuffling_device_out_of_use_forbids_no_cut(book: str, clause: str) -> None:
    game = Game(rules_of(book, "manual_shoe", "", "reshuffling"), source="virtual", automations=NONE)
    game.sit(1)
    game.perform_until("no_more_bets")
    p.refused(game, c.OrderRecut(c.floorperson(), "clumped"), f"{book} {'5.H' if book == FOUR else '5.I'}")
    game.do(c.Report(c.dealer(), "device_out_of_order", {"device": "shuffler", "made": "covered"}))
    game.do(c.OrderReshuffle(c.floorperson(), "clumped"))
    p.refused(game, c.OrderRecut(c.floorperson(), "clumped"), f"{book} {clause}")


@pytest.mark.parametrize(("book", "drawn"), [(MD, "13.D"), (MA, "12(b)"), (FOUR, "13.C")])
@pytest.mark.parametrize("source", ["scripted", "virtual"])
@pytest.mark.clause(f"{MD} 13.D", f"{MA} 12(b)", f"{FOUR} 13.C", f"{MD} 13.A", f"{FOUR} 13.A", f"{MA} 12(a)")
def test_a_card_drawn_in_error_is_dealt_next_whatever_lies_behind_it(book: str, drawn: str, source: str) -> None:
    """A card that is found face up in the shoe lies behind the one that was drawn and not seen."""
    deck = "".join(map(str, DECK)) if source == "scripted" else None
    game = Game(rules_of(book), source=source, automations=NONE, deck=deck)
    game.sit(1)
    game.perform_until("no_more_bets")
    game.wager(1, {"ante": 10_00} if book == FOUR else p.MAIN)
    game.perform_until("deal")
    game.step("deal")
    before = game.state.round.order[game.state.round.cards_dealt :][:2]
    game.do(c.Report(c.dealer(), "card_drawn_in_error"))
    game.do(c.Report(c.dealer(), "face_up_card"))
    assert game.state.round.set_aside == [before[1]]
    dealt = game.step("deal")
    assert next(event.cards for event in dealt if isinstance(event, happened.CardsDealt)).startswith(str(before[0]))
    assert f"{book} {drawn}" in str(_cited(game, "dealer reports: card drawn in error"))


@pytest.mark.parametrize(("book", "drawn"), [(MD, "13.D"), (MA, "12(b)"), (FOUR, "13.C")])
@pytest.mark.clause(f"{MD} 13.D", f"{MA} 12(b)", f"{FOUR} 13.C")
def test_a_card_that_was_drawn_is_not_cut_or_shuffled_back(book: str, drawn: str) -> None:
    game = Game(rules_of(book), source="virtual", automations=NONE)
    game.sit(1)
    game.perform_until("no_more_bets")
    game.do(c.Report(c.dealer(), "card_drawn_in_error"))
    orders = [c.OrderRecut(c.floorperson(), "clumped"), c.OrderReshuffle(c.floorperson(), "clumped")]
    for order in orders[: 1 if book == MA else 2]:
        p.refused(game, order, f"{book} {drawn}")


@pytest.mark.parametrize(("book", "clause"), [(MD, "3.B(3)"), (MA, "2(b)(3)"), (FOUR, "3.B(3)")])
@pytest.mark.clause(f"{MD} 3.B(3)", f"{MA} 2(b)(3)", f"{FOUR} 3.B(3)")
def test_the_other_of_two_preshuffled_decks_is_stored_in_the_shuffler(book: str, clause: str) -> None:
    """Preshuffled cards are not shuffled again, and the deck that waits is in the device all the same."""
    game = Game(rules_of(book, "hand", "", "automatic", 2), preshuffled=True, automations=NONE)
    game.sit(1)
    game.perform_until("no_more_bets")
    (cited,) = _cited(game, "Store the blue deck in the shuffler")
    assert cited == {f"{book} {clause}"}
    game.do(c.Report(c.dealer(), "shuffler_jam"))
    assert not game.state.round.void


@pytest.mark.clause(f"{FOUR} 11.C(3)", f"{FOUR} 11.B(2)")
def test_a_fold_that_loses_the_progressive_wager_says_by_which_clause() -> None:
    for progressive in ({}, {"progressive": 1_00}):
        game = p.seated(FOUR)
        game.wager(1, {"ante": 10_00, **progressive})
        game.table.automations = NONE
        game.deal()
        game.perform_until("decide")
        game.decide(1, "fold")
        (cited,) = _cited(game, "seat 1: fold")
        assert (f"{FOUR} 11.C(3)" in cited) is bool(progressive)
        assert f"{FOUR} 11.B(2)" in cited


@pytest.mark.parametrize(
    ("book", "clause"),
    [(MD, "7.A"), (MD, "7.B"), (MA, "6(a)"), (FOUR, "7.A"), (GALAXY, f"{MD} 7.A"), (GALAXY, f"{MD} 7.B")],
)
@pytest.mark.clause(f"{MD} 7.A", f"{MD} 7.B", f"{MA} 6(a)", f"{FOUR} 7.A")
def test_who_has_no_chips_left_does_not_raise(book: str, clause: str) -> None:
    game = Game(rules_of(book), source="virtual", automations=NONE)
    game.sit(1, 20_00)
    game.perform_until("no_more_bets")
    game.wager(1, {"ante": 10_00, "aces_up": 10_00} if book == FOUR else p.MAIN)
    game.perform_until("decide")
    action, amount = p.raises(game)
    p.refused(game, c.Decide(c.player("player 1"), 1, action, amount), clause if " " in clause else f"{book} {clause}")


@pytest.mark.parametrize(("book", "lost"), [(MD, "11.F(2)"), (MA, "10(h)"), (FOUR, "11.B(2)")])
@pytest.mark.clause(f"{MD} 11.H", f"{MA} 11(b)", f"{FOUR} 11.D(4)")
def test_a_folded_hand_of_entered_cards_is_compared_with_nothing(book: str, lost: str) -> None:
    rules = rules_of(book)
    game = Game(rules, source="entered", automations=NONE)
    game.sit(1)
    game.perform_until("no_more_bets")
    game.wager(1, {"ante": 10_00} if book == FOUR else p.MAIN)
    faces = iter(str(card) for card in DECK)
    for _ in range(60):
        step = game.state.agenda[0]
        if step.do == "reckon":
            break
        if step.do == "decide":
            game.decide(1, "fold" if game.state.round.street == rules.streets[-1].name else "check")
        elif step.do in ("turn_up", "reveal_dealer", "turn_up_extra") or (step.do == "deal" and step.face_up):
            number = {"reveal_dealer": rules.book.dealer.cards - len(game.state.round.dealer_up)}.get(
                step.do, step.cards
            )
            game.step(step.do, cards=" ".join(next(faces) for _ in range(number)))
        else:
            game.step(step.do)
    assert game.state.agenda[0].do == "reckon"
    assert f"{book} {lost}" in game.state.agenda[0].clauses
    assert not {f"{MD} 11.H", f"{MA} 11(b)", f"{FOUR} 11.D(4)"} & set(game.state.agenda[0].clauses)


@pytest.mark.parametrize(("shuffler", "cited"), [("automatic", ()), ("reshuffling", ("10.H",))])
@pytest.mark.clause(f"{FOUR} 10.H")
def test_a_shoe_that_reshuffles_deals_the_dealer_first_by_a_clause_of_its_own(
    shuffler: str, cited: tuple[str, ...]
) -> None:
    game = Game(rules_of(FOUR, "automated", "", shuffler), source="virtual", automations=NONE)
    game.sit(1)
    game.perform_until("no_more_bets")
    game.wager(1, {"ante": 10_00})
    game.perform_until("decide")
    for start in ("Deal 5 cards face down to the dealer", "Deal one card face up to the dealer"):
        assert _cited(game, start) == [{f"{FOUR} {one}" for one in ("10.B(2)", *cited)}]


@pytest.mark.parametrize(("book", "clauses"), [(MD, "2.C(1), 7.F(4)(b)"), (FOUR, "2.C(1), 7.E(4)(b)")])
@pytest.mark.clause(f"{MD} 2.C(1)", f"{MD} 7.F(4)(b)", f"{FOUR} 2.C(1)", f"{FOUR} 7.E(4)(b)")
def test_a_chip_that_no_device_accepted_goes_back(book: str, clauses: str) -> None:
    game = Game(rules_of(book), source="virtual", automations=NONE)
    game.sit(1)
    game.perform_until("no_more_bets")
    game.wager(1, {**({"ante": 10_00} if book == FOUR else p.MAIN), "progressive": 1_00})
    game.perform_until("lock_out_progressive")
    game.step("lock_out_progressive")
    assert _cited(game, "    seat 1's chip was not accepted") == [{f"{book} {one}" for one in _ids(clauses)}]


@pytest.mark.parametrize(
    ("book", "clauses"),
    _by_book(md="11.B, 11.B(1)", ma="10(d)", galaxy="5", four="11.B, 11.B(1)"),
)
def test_the_script_says_by_what_a_player_is_asked_and_may_answer(book: str, clauses: set[str]) -> None:
    game = p.with_wagers(book)
    game.deal()
    game.perform_until("decide")
    line = next_steps(game.state)[0]
    assert line.do == "decide"
    assert set(line.clauses) >= clauses
