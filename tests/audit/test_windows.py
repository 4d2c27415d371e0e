"""Every void falls in the window of its clause: the audit finds that out by itself, from the facts of the record."""

from collections.abc import Callable
from typing import Any

import pytest

from pit.playing import FLOOR, hosted
from pitbook.audit import audit
from pitbook.audit.windows import Windows
from pitbook.ledger import MemoryStore
from pitbook.pit import Host
from pitbook.pit.batch import Batch
from pitbook.table import NONE, TableEvent
from pitbook.table import commands as c
from pitbook.table import events as happened
from pitbook.table.decide import irregularities, steps
from pitbook.table.event import read_event
from pitbook.table.state import the_round, the_rules
from table.play import FOUR, GALAXY, MA, MD, METHODS, rules_of
from table.playthroughs import SCENARIOS

DEALER = c.dealer()
Moment = Callable[[Batch], bool]


def _done(*names: str) -> Moment:
    """One of these steps has just been performed."""
    return lambda batch: any(
        isinstance(event, happened.Performed) and event.steps[0] in names for event in batch.events
    )


def _decided(batch: Batch) -> bool:
    """Everybody has raised or played at the first street; later streets are still ahead in hold'em."""
    decisions = [event for event in batch.events if isinstance(event, happened.Decided)]
    return len(decisions) == 2


def _at(name: str) -> Moment:
    """The step of this name is next."""
    return lambda batch: batch.state.agenda[0].do == name


def _play(host: Host, moment: Moment, *commands: c.Command) -> None:
    """A round of two players who raise at once; these commands at the moment, and the round is finished."""
    host.make_ready()
    with host.pit.batch("T1") as batch:
        number = the_round(batch.state).number
        for seat in (1, 2):
            batch.do(c.PlaceWagers(c.player(f"player {seat}"), seat, _wagers(batch)))
        batch.automations = NONE
        batch.do(c.DealRound(DEALER))
        while not moment(batch):
            _step(batch)
        for command in commands:
            batch.do(command)
        while batch.state.round is not None and batch.state.round.number == number:
            _step(batch)


def _wagers(batch: Batch) -> dict[str, int]:
    return {"ante": 10_00} if the_rules(batch.state).book.id == FOUR else {"ante": 10_00, "odds": 10_00}


def _step(batch: Batch) -> None:
    state = batch.state
    step = state.agenda[0]
    if step.do != "decide":
        batch.do(c.Do(c.Actor(step.by, step.by), step.do))
        return
    current, rules = the_round(state), the_rules(state)
    seat = current.to_act[0]
    if state.players[state.seats[seat]].left:
        batch.do(c.Do(DEALER, "decide"))
        return
    street = next(one for one in rules.streets if one.name == current.street)
    amount = street.multiples[-1] * 10_00
    batch.do(c.Decide(c.player(f"player {seat}"), seat, rules.book.flow.wager, amount))


def _always_void(state: Any, case: Any, command: Any, context: Any) -> tuple[TableEvent, ...]:
    """A table that voids whenever somebody asks for it."""
    return (happened.RoundVoided(case.name, state.round.contributions),)


def _report(name: str, **detail: Any) -> c.Report:
    return c.Report(DEALER, name, detail)


EXPOSED, NUMBER, FACE_UP = _report("dealer_card_exposed"), _report("wrong_number_of_cards"), _report("face_up_cards")
LEAVES = [
    command
    for seat in (1, 2)
    for command in (
        c.Leave(c.player(f"player {seat}")),
        c.RuleOnLeaving(FLOOR, f"player {seat}", False, "called away"),
    )
]
OUTSIDE: list[tuple[str, tuple[str, ...], Moment, list[c.Command], str]] = [
    (MD, (), _decided, [EXPOSED], "every player had folded or wagered, or had left"),
    (GALAXY, (), _decided, [EXPOSED], "every player had folded or wagered, or had left"),
    (MD, (), _at("decide"), [*LEAVES, EXPOSED], "every player had folded or wagered, or had left"),
    (MA, (), _done("reveal_dealer"), [EXPOSED], "the dealer's hand had been revealed"),
    (FOUR, (), _done("reveal_dealer"), [EXPOSED], "the dealer's hand had been revealed"),
    (FOUR, (), _done("settle"), [_report("dealer_card_exposed", found_later=True)], "a player had been settled"),
    (FOUR, (), _done("settle"), [NUMBER], "a player had been settled"),
    (MD, (), _done("settle"), [NUMBER], "a player had been settled"),
    (MD, (), _at("deal"), [NUMBER], "no card had been dealt"),
    (MD, (), _done("stub_to_rack"), [FACE_UP], "no cards were being dealt"),
    (FOUR, (), _at("decide"), [FACE_UP], "no cards were being dealt"),
    (MD, ("hand",), _at("decide"), [_report("shuffler_jam")], "the deck was not in the shuffler"),
    (MD, (), _at("decide"), [_report("shuffler_jam")], "no shuffler was used"),
    (MD, ("automated",), _done("stub_to_rack"), [_report("shoe_jam")], "the cards had been taken out of it"),
    (MA, ("automated",), _done("remove_stub"), [_report("shoe_jam")], "the cards had been taken out of it"),
    (FOUR, ("automated",), _done("remove_stub"), [_report("shoe_jam")], "the cards had been taken out of it"),
    (MD, (), _at("decide"), [_report("shoe_jam")], "no automated shoe was used"),
]


@pytest.mark.parametrize(("book", "way", "moment", "commands", "why"), OUTSIDE)
@pytest.mark.parametrize("caught_by_the_table", [False, True])
def test_a_void_outside_its_window_is_named(
    book: str,
    way: tuple[str, ...],
    moment: Moment,
    commands: list[c.Command],
    why: str,
    caught_by_the_table: bool,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A record of a table that voids whenever it is asked to, audited with its own rules and with the right ones."""
    store = MemoryStore()
    host = hosted(store, rules_of(book, *way))
    with monkeypatch.context() as forging:
        for name in irregularities._FOLLOWS:
            forging.setitem(irregularities._FOLLOWS, name, _always_void)
        _play(host, moment, *commands)
        if not caught_by_the_table:
            (problem,) = audit(store).problems
    if caught_by_the_table:
        (problem,) = audit(store).problems
    (void,) = [one for one in store.read("table:T1") if one.event.type == "round_voided"]
    place = f"round T1-1: commit {void.commit}, table:T1 version {void.version} (round_voided)"
    assert problem.message == f"{place}: {void.event.data['cause']} does not void the round here: {why}"


@pytest.mark.parametrize(
    ("count", "misdealt", "says", "row"),
    [
        (41, {}, "stub_count_wrong_deck", "a right stub"),
        (40, {"1": 3}, "stub_count_wrong_deck", "stub count misdeal"),
        (39, {"1": 3}, "stub_count_misdeal", "stub count misdeal wrong deck"),
        (40, {}, "stub_count_misdeal", "stub count wrong deck"),
        (41, {"1": 3, "2": 1}, "stub_count_misdeal", "wrong number of cards"),
        (41, {"1": 3}, "stub_count_misdeal_wrong_deck", "wrong number of cards"),
    ],
)
def test_a_count_that_has_other_consequences_is_named(
    count: int, misdealt: dict[str, int], says: str, row: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = MemoryStore()
    host = hosted(store, rules_of(MD))

    def resolved(state: Any, step: Any, command: Any, context: Any) -> tuple[TableEvent, ...]:
        voided = happened.RoundVoided(says, state.round.contributions)
        return (
            happened.StubCounted(count, command.by.name),
            happened.StubResolved(misdealt, 52, command.by.name),
            voided,
        )

    monkeypatch.setitem(steps.PERFORMERS, "count_stub", resolved)
    host.make_ready()
    host.pit.handle("T1", c.CallStubCount(DEALER))
    with host.pit.batch("T1") as batch:
        for seat in (1, 2):
            batch.do(c.PlaceWagers(c.player(f"player {seat}"), seat, _wagers(batch)))
        batch.automations = NONE
        batch.do(c.DealRound(DEALER))
        while not the_round(batch.state).void:
            _step(batch)
    (problem,) = audit(store).problems
    assert problem.message.endswith(f"(round_voided): {says} does not void the round here: the count shows {row}")


@pytest.mark.parametrize(("book", "method", "order"), METHODS)
@pytest.mark.parametrize("scenario", ["irregularities", "stub", "voids"])
def test_every_void_of_a_playthrough_falls_in_its_window(book: str, method: str, order: str, scenario: str) -> None:
    *_, (_, game) = SCENARIOS[scenario](book, method, order)
    windows = Windows(game.library)
    assert [problem for event in game.events if (problem := windows.note(event))] == []
    assert any(isinstance(event, happened.RoundVoided) for event in game.events)


def test_rounds_are_counted_as_void_and_not_their_causes() -> None:
    """A round that is void three times over: settled wagers are left at first, until the number of cards is wrong."""
    store = MemoryStore()
    host = hosted(store, rules_of(MD))
    host.make_ready()
    with host.pit.batch("T1") as batch:
        number = the_round(batch.state).number
        for seat in (1, 2):
            sides = {"pocket_bonus": 5_00, "trips_plus": 5_00}
            batch.do(c.PlaceWagers(c.player(f"player {seat}"), seat, _wagers(batch) | sides))
        batch.automations = NONE
        batch.do(c.DealRound(DEALER))
        while batch.state.agenda[0].do != "decide":
            _step(batch)
        for cause in (EXPOSED, FACE_UP, NUMBER):
            batch.do(cause)
        while batch.state.round is not None and batch.state.round.number == number:
            _step(batch)
    causes = [one.event.data["cause"] for one in store.read("table:T1") if one.event.type == "round_voided"]
    assert len(causes) == 3
    report = audit(store)
    assert (report.problems, report.rounds, report.void) == ((), 1, 1)


def _void_and_counted(
    host: Host, sides: dict[str, int], missing: int, misdealt: dict[str, int], exposed: c.Command = EXPOSED
) -> None:
    """Two players with these side wagers; a dealer's card is seen as soon as it lies there, and the stub is counted."""
    host.make_ready()
    with host.pit.batch("T1") as batch:
        number, base = the_round(batch.state).number, the_rules(batch.state).book.flow.base
        mains = {base: 10_00} | {
            name: 10_00 for name in ("odds", "blind") if name in the_rules(batch.state).wager_names
        }
        for seat in (1, 2):
            batch.do(c.PlaceWagers(c.player(f"player {seat}"), seat, mains | sides))
        batch.do(c.CallStubCount(DEALER))
        batch.automations = NONE
        batch.do(c.DealRound(DEALER))
        while not the_round(batch.state).dealer:
            _step(batch)
        batch.do(exposed)
        while batch.state.agenda[0].do != "count_stub":
            _step(batch)
        right = 52 - the_round(batch.state).cards_dealt
        batch.do(c.Do(DEALER, "count_stub", count=right - missing, misdealt=misdealt))
        while batch.state.round is not None and batch.state.round.number == number:
            _step(batch)


HOLDEM_WAYS = [
    ((MD, method), {"pocket_bonus": 5_00, "trips_plus": 5_00}) for method in ("manual_shoe", "hand", "automated")
]
COUNTED_VOIDS = [
    *HOLDEM_WAYS,
    ((MD, "automated"), {"pocket_bonus": 5_00}),
    (("ultimate-texas-holdem",), {"trips": 5_00}),
]


@pytest.mark.parametrize(("way", "sides"), COUNTED_VOIDS)
@pytest.mark.parametrize(
    ("missing", "misdealt", "cause"),
    [
        (1, {}, "stub_count_wrong_deck"),
        (1, {"1": 3}, "stub_count_misdeal"),
        (2, {"1": 3}, "stub_count_misdeal_wrong_deck"),
        (0, {"1": 3, "2": 1}, "wrong_number_of_cards"),
    ],
)
def test_a_count_voids_a_void_round_that_still_settles_wagers(
    way: tuple[str, ...], sides: dict[str, int], missing: int, misdealt: dict[str, int], cause: str
) -> None:
    store = MemoryStore()
    _void_and_counted(hosted(store, rules_of(*way)), sides, missing, misdealt)
    causes = [one.event.data["cause"] for one in store.read("table:T1") if one.event.type == "round_voided"]
    assert causes == ["dealer_card_exposed", cause]
    report = audit(store)
    assert (report.problems, report.rounds, report.void) == ((), 1, 1)


def test_a_count_after_the_settlement_of_a_void_round_voids_nothing() -> None:
    """The same events, but the wagers were settled before the count."""
    store = MemoryStore()
    rules = rules_of(MD)
    _void_and_counted(hosted(store, rules), {"trips_plus": 5_00}, 1, {})
    events = [read_event(one.event.type, one.event.data) for one in store.read("table:T1")]
    (settled,) = [event for event in events if isinstance(event, happened.SettlementReckoned)]
    events.remove(settled)
    counted = next(place for place, event in enumerate(events) if isinstance(event, happened.StubCounted))
    events.insert(counted, settled)
    windows = Windows({rules.digest: rules})
    problems = [problem for event in events if (problem := windows.note(event))]
    assert problems == ["the wagers of the void round had been settled"]


@pytest.mark.parametrize("scenario", ["wrong_number_of_cards", "wrong_count"])
def test_a_round_that_returns_everything_is_not_void_again_by_a_count(scenario: str) -> None:
    """Where no wager was left to settle, a second void is named."""
    store = MemoryStore()
    rules = rules_of(MD)
    _void_and_counted(hosted(store, rules), {}, 1, {}, EXPOSED if scenario == "wrong_count" else NUMBER)
    events = [read_event(one.event.type, one.event.data) for one in store.read("table:T1")]
    assert audit(store).problems == ()
    resolved = next(place for place, event in enumerate(events) if isinstance(event, happened.StubResolved))
    events.insert(resolved + 1, happened.RoundVoided("stub_count_wrong_deck", {}))
    windows = Windows({rules.digest: rules})
    problems = [problem for event in events if (problem := windows.note(event))]
    assert problems == [
        "the wagers of the void round had been settled" if scenario == "wrong_count" else "the round was void already"
    ]


@pytest.mark.parametrize(
    ("book", "way", "decks", "progressive"),
    [
        (MD, ("manual_shoe", "", "automatic"), 1, True),
        (MD, ("hand",), 1, False),
        (MD, ("automated", "", "automatic"), 1, True),
        (MD, ("manual_shoe", "", "automatic_counting"), 2, False),
        (GALAXY, ("hand",), 1, True),
    ],
)
def test_a_jam_of_an_ordered_shuffle_voids_the_round_by_the_audit_too(
    book: str, way: tuple[str, ...], decks: int, progressive: bool
) -> None:
    """The deck lay in the shoe or in the hand, and the order puts it back into the shuffler, before the first card."""
    store = MemoryStore()
    host = hosted(store, rules_of(book, *(*way, "", "")[:3], decks))
    host.make_ready()
    with host.pit.batch("T1") as batch:
        number = the_round(batch.state).number
        chip = {"progressive": 1_00} if progressive else {}
        for seat in (1, 2):
            batch.do(c.PlaceWagers(c.player(f"player {seat}"), seat, _wagers(batch) | chip))
        batch.automations = NONE
        batch.do(c.DealRound(DEALER))
        while batch.state.agenda[0].do != "deal":
            _step(batch)
        batch.do(c.OrderReshuffle(FLOOR, "a card was bent"))
        batch.do(_report("shuffler_jam"))
        while batch.state.round is not None and batch.state.round.number == number:
            _step(batch)
    report = audit(store)
    assert (report.problems, report.void) == ((), 1)
