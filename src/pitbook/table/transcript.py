"""A table's events as a text that people read: who did what, the cards, the money, and the clauses."""

from collections.abc import Iterable, Iterator, Mapping

from pitbook.money import format_cents
from pitbook.submission import HouseRules
from pitbook.table import events as happened
from pitbook.table.agenda import AgendaStep
from pitbook.table.card_text import read_slots
from pitbook.table.corrections import settled_by
from pitbook.table.decide.settlement import settlement_of
from pitbook.table.departures import unsettled
from pitbook.table.event import TableEvent
from pitbook.table.evolve import evolve
from pitbook.table.narration import Sentence, narrate, with_full_stop
from pitbook.table.state import State, the_round, the_rules


def transcript(library: Mapping[str, HouseRules], events: Iterable[TableEvent]) -> Iterator[str]:
    """Each event in words, in order, with the cards as they were dealt: this is for replays."""
    state = State(library)
    for event in events:
        yield from describe(state, event)
        evolve(state, event)


def describe(state: State, event: TableEvent) -> Iterator[str]:
    """One event in words, just before it is folded into the state; indented lines add cards and amounts."""
    cards = _cards(event)
    for sentence in narrate(state, event):
        step = sentence.did
        number = step.cards if step is not None and isinstance(event, happened.CardsDealt) else len(cards)
        shown, cards = cards[:number], cards[number:]
        colon = "" if isinstance(event, happened.CardsDealt) else ":"
        yield f"{_line(sentence)}{colon} {' '.join(shown)}" if shown else _line(sentence)
        if step is not None and isinstance(event, happened.Performed):
            yield from _settled(state, step)
    yield from (f"    {detail}" for detail in _details(state, event))


def _cards(event: TableEvent) -> list[str]:
    """The cards that an event brings to the table, which its sentences leave out."""
    match event:
        case happened.CardsDealt() | happened.CardsEntered():
            return _spaced(event.cards).split()
        case happened.CardSetAside():
            return [event.card]
        case _:
            return []


def _line(sentence: Sentence) -> str:
    """A sentence with its clauses; for a step of the agenda, also whose duty it is."""
    is_duty = sentence.did is not None and sentence.answered is None
    return f"{sentence.by}: " * is_duty + sentence.words + _cited(sentence.clauses)


def _details(state: State, event: TableEvent) -> Iterator[str]:
    """What an event has besides its sentence: cards, amounts, and what they change."""
    match event:
        case happened.ProgressiveLockedOut():
            if event.contributions:
                yield f"to the meters: {_amounts(event.contributions)}; they show {_amounts(event.shown)}"
            for seat in event.unaccepted:
                cited = _cited(the_rules(state).book.conduct.acknowledge_clauses)
                yield f"seat {seat}'s chip was not accepted and goes back{cited}"
        case happened.CardsCorrected():
            for card, other in zip(_spaced(event.entered).split(), _spaced(event.right).split(), strict=True):
                yield f"{card} is really {other}"
            yield f"reason: {with_full_stop(event.reason)}"
            wrong = [card for card in read_slots(event.entered) if card is not None]
            for seat in dict.fromkeys(line.seat for line in settled_by(state, wrong)):
                yield f"seat {seat} was settled by what was entered, and is settled again"
        case happened.LeavingRuled() if event.abandoned:
            yield from _abandoned(state, event.player)
        case happened.CardsDiscarded():
            for place, cards in event.order:
                yield f"{place}: {_spaced(cards)}"


def _abandoned(state: State, player: str) -> Iterator[str]:
    """The wagers that go to the table inventory when they are ruled abandoned."""
    current = the_round(state)
    lost = set(unsettled(the_rules(state), current))
    for seat in lost.intersection(state.players[player].seats):
        left = [
            f"{name} {format_cents(amount)}"
            for name, amount in current.wagers.get(seat, {}).items()
            if (seat, name) not in current.collected
        ]
        if left:
            yield f"to the table inventory from seat {seat}: {', '.join(left)}"


def _cited(clauses: tuple[str, ...]) -> str:
    return f" [{'; '.join(clauses)}]" if clauses else ""


def _spaced(cards: str) -> str:
    return " ".join(cards[at : at + 2] for at in range(0, len(cards), 2))


def _amounts(amounts: Mapping[str, str]) -> str:
    return ", ".join(f"{name} {amount}" for name, amount in amounts.items())


def _settled(state: State, step: AgendaStep) -> Iterator[str]:
    """The lines that a step of settlement pays or collects."""
    first, last = step.lines
    if first == last:
        return
    current = the_round(state)
    again = settlement_of(state, current).lines[first:last]
    for line, settled in zip((current.lines or ())[first:last], again, strict=True):
        made = f" with {line.hand.replace('_', ' ')}" if line.hand else ""
        odds = f" at {line.pays}, {format_cents(line.payout)}" if line.pays else ""
        why = f"{line.result}{made}, {line.reason.replace('_', ' ')}{odds}"
        meter = f"; {line.meter} {line.meter_before} -> {line.meter_after}" if line.meter else ""
        back = format_cents(line.returned)
        yield f"    seat {line.seat} {line.wager}: {why}; back {back}{meter}{_cited(settled.clauses)}"
