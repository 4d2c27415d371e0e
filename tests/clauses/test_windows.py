"""When an irregularity voids a round, in all books: each clause gives a window, and after it the floorperson rules."""

import pytest

from clauses import procedures as p
from pitbook.table import NONE
from pitbook.table import commands as c
from pitbook.table import events as happened
from pitbook.table.narration import tell
from pitbook.table.transcript import transcript
from table.play import FOUR, GALAXY, MA, MD, Game

EXPOSED = c.Report(c.dealer(), "dealer_card_exposed", {"place": 1})
LATER = c.Report(c.dealer(), "dealer_card_exposed", {"found_later": True})
WRONG_NUMBER = c.Report(c.dealer(), "wrong_number_of_cards", {})
OPEN_UNTIL_THE_LAST_DECISION = pytest.mark.parametrize(
    "book", [pytest.param(MD, marks=pytest.mark.clause(f"{MD} 13.F")), GALAXY]
)
"""Galaxy has no rule of its own: Maryland's is its house default."""


def _asked_first(book: str) -> Game:
    """Two players with every wager, and the first decision is next."""
    game = p.with_wagers(book, automations=NONE)
    game.deal()
    game.perform_until("decide")
    return game


def _all_but_decisions(game: Game, *actions: str) -> None:
    """The seats that are asked decide so, one after the other, and everything between is performed."""
    for action in actions:
        game.perform_until("decide")
        seat = game.state.round.to_act[0]
        street = next(one for one in game.rules.streets if one.name == game.state.round.street)
        amount = street.multiples[0] * 10_00 if action == "raise" else None
        game.decide(seat, action, amount)


def check_only_recorded(game: Game, report: c.Report, stacks: dict[int, str]) -> None:
    """No clause is cited, nothing changes but the record, the floorperson rules, and the round is played out."""
    ahead = p.agenda(game)
    told = next(tell(game.state, happened.IrregularityReported(report.irregularity, {"ruling": True}, "dealer")))
    assert (told.clauses, "The floorperson rules on it" in told.words) == ((), True)
    events = game.do(report)
    detail = {**report.detail, "ruling": True}
    assert events == (happened.IrregularityReported(report.irregularity, detail, "dealer"),)
    assert (p.agenda(game), game.state.round.void, game.state.rulings_due) == (ahead, None, 1)
    p.play_out(game)
    game.do(c.Rule(c.floorperson("Flo"), "The round stands."))
    assert (game.state.rulings_due, game.state.last_round.void) == (0, None)
    assert game.stacks() == stacks
    said = f"dealer reports: {report.irregularity.replace('_', ' ')}. The floorperson rules on it; play continues."
    assert said in transcript(game.library, game.events)


PLAYED_OUT = {
    MD: {1: "1029.00", 2: "1079.00"},
    MA: {1: "1030.00", 2: "1080.00"},
    GALAXY: {1: "1024.00", 2: "1074.00"},
    FOUR: {1: "1039.00", 2: "1138.00"},
}
"""Both raise 30 against a pair of kings. Hold'em: two pairs win 40 and lose 5, 5 and 1; three nines win 40, 25 and
15 and lose 1; all 6 loses 5. Four Card: aces win 10, 30 and 5 and lose 5 and 1; three queens win 10, 30,
20 (ante bonus), 45, 25 and 8."""


@OPEN_UNTIL_THE_LAST_DECISION
def test_once_everybody_has_raised_an_exposed_card_is_only_recorded(book: str) -> None:
    """The board is still to come, and two more streets are on the agenda, where nobody will be asked."""
    game = _asked_first(book)
    game.decide(1, "raise", 30_00)
    game.decide(2, "raise", 30_00)
    assert game.state.round.board_up == 0
    check_only_recorded(game, EXPOSED, PLAYED_OUT[book])


@OPEN_UNTIL_THE_LAST_DECISION
def test_while_one_player_may_still_raise_or_fold_an_exposed_card_voids_the_round(book: str) -> None:
    """A check decides nothing: until the last player has folded or raised, 13.F returns the wagers."""
    for actions in (
        (),
        ("raise",),
        ("check", "raise"),
        ("check", "check", "check", "raise"),
        ("check",) * 4 + ("fold",),
    ):
        game = _asked_first(book)
        _all_but_decisions(game, *actions)
        while game.state.agenda[0].do in ("collect_fold", "keep_folded_cards"):
            game.step(game.state.agenda[0].do)
        game.do(EXPOSED)
        assert game.state.round.void == "dealer_card_exposed", actions
        assert f"{MD} 13.F" in p.cited(game, "reckon")
        p.play_out(game)
        # The board is completed, and pocket bonus and trips plus are settled (13.G): -10, and +25 +15.
        assert game.stacks() == {1: "990.00", 2: "1040.00"}


@OPEN_UNTIL_THE_LAST_DECISION
def test_just_after_the_last_fold_an_exposed_card_is_only_recorded(book: str) -> None:
    game = _asked_first(book)
    _all_but_decisions(game, "check", "raise", "check", "fold")
    assert game.state.agenda[0].do == "collect_fold"
    # Seat 1 folds two pairs: ante, odds and all side wagers are lost. Seat 2 has raised three nines.
    lost = {MD: 31_00, GALAXY: 36_00}[book]
    check_only_recorded(game, EXPOSED, {1: f"{(1000_00 - lost) / 100:.2f}", 2: PLAYED_OUT[book][2]})


@OPEN_UNTIL_THE_LAST_DECISION
@pytest.mark.parametrize("ruling", [None, False, True])
def test_a_player_who_has_left_counts_as_having_decided(book: str, ruling: bool | None) -> None:
    game = _asked_first(book)
    game.decide(1, "check")
    game.decide(2, "raise", 30_00)
    game.do(c.Leave(c.player("player 1")))
    if ruling is not None:
        game.do(c.RuleOnLeaving(c.floorperson(), "player 1", ruling, "went away"))
    game.do(EXPOSED)
    assert (game.state.round.void, game.state.rulings_due) == (None, 1)


@pytest.mark.parametrize(
    ("book", "clause"),
    [
        pytest.param(MA, "12(d)", marks=pytest.mark.clause(f"{MA} 12(d)")),
        pytest.param(FOUR, "13.E", marks=pytest.mark.clause(f"{FOUR} 13.E")),
    ],
)
def test_elsewhere_an_exposed_card_voids_the_round_until_the_reveal(book: str, clause: str) -> None:
    game = p.with_wagers(book, automations=NONE)
    game.deal()
    p.step_on(game, "reveal_dealer")
    game.do(EXPOSED)
    assert game.state.round.void == "dealer_card_exposed"
    assert p.cited(game, "reckon") == {f"{book} {clause}"}
    late = p.with_wagers(book, automations=NONE)
    late.deal()
    p.step_on(late, "reveal_dealer")
    late.step("reveal_dealer")
    p.refused(late, EXPOSED, f"{book} {clause}")


UNTIL_SETTLED = pytest.mark.parametrize(
    ("book", "report", "clause"),
    [
        pytest.param(FOUR, WRONG_NUMBER, "13.D", marks=pytest.mark.clause(f"{FOUR} 13.D")),
        pytest.param(MD, WRONG_NUMBER, "13.E", marks=pytest.mark.clause(f"{MD} 13.E")),
        pytest.param(MA, WRONG_NUMBER, "12(c)", marks=pytest.mark.clause(f"{MA} 12(c)")),
        pytest.param(FOUR, LATER, "13.E", marks=pytest.mark.clause(f"{FOUR} 13.E")),
        pytest.param(MA, LATER, "12(d)", marks=pytest.mark.clause(f"{MA} 12(d)")),
    ],
)
"""Clauses that set no time for finding out."""


@UNTIL_SETTLED
@pytest.mark.parametrize("found_at", ["reveal_dealer", "announce_dealer", "reckon", "turn_up_hand", "settle"])
def test_what_is_found_before_the_first_player_is_settled_voids(
    book: str, report: c.Report, clause: str, found_at: str
) -> None:
    """Also after the reveal and the reckoning: everything goes back, and no award has left the meter."""
    game = p.with_wagers(book, automations=NONE)
    game.deal()
    p.step_on(game, found_at)
    game.do(report)
    assert game.state.round.void == report.irregularity
    assert f"{book} {clause}" in p.cited(game, "reckon")
    p.play_out(game)
    assert game.stacks() == {1: "1000.00", 2: "1000.00"}
    assert {line.result for line in game.state.last_round.lines} == {"void"}
    assert all(float(meter.displayed) == 5000 for meter in game.meters.values())


@UNTIL_SETTLED
def test_what_is_found_after_the_first_player_is_settled_is_for_the_floorperson(
    book: str, report: c.Report, clause: str
) -> None:
    game = p.with_wagers(book, automations=NONE)
    game.deal()
    p.step_on(game, "settle")
    game.step("settle")
    check_only_recorded(game, report, PLAYED_OUT[book])


@pytest.mark.parametrize(
    ("book", "clause"),
    [
        pytest.param(MD, "13.D", marks=pytest.mark.clause(f"{MD} 13.D")),
        pytest.param(MA, "12(b)", marks=pytest.mark.clause(f"{MA} 12(b)")),
        pytest.param(FOUR, "13.C", marks=pytest.mark.clause(f"{FOUR} 13.C")),
    ],
)
def test_a_card_drawn_in_error_whose_face_was_seen_is_for_the_floorperson(book: str, clause: str) -> None:
    """The clause is about cards that nobody has seen; play continues with the card as the next one."""
    game = p.with_wagers(book, automations=NONE)
    game.deal()
    game.perform_until("deal")
    game.step("deal")
    p.refused(game, c.Report(c.dealer(), "card_drawn_in_error", {"exposed": "yes"}), f"{book} {clause}")
    seen = c.Report(c.dealer(), "card_drawn_in_error", {"exposed": True})
    check_only_recorded(game, seen, PLAYED_OUT[book])


@UNTIL_SETTLED
def test_a_card_that_was_only_set_aside_is_not_dealt(book: str, report: c.Report, clause: str) -> None:
    game = p.with_wagers(book, automations=NONE)
    game.deal()
    game.perform_until("deal")
    game.do(c.Report(c.dealer(), "face_up_card"))
    p.refused(game, report, f"{book} {clause}")


def test_a_report_does_not_say_who_rules() -> None:
    game = _asked_first(MD)
    p.refused(game, c.Report(c.dealer(), "dealer_card_exposed", {"ruling": True}), f"{MD} 13.F")
