"""A table's events as a text that people read: who did what, the cards, the money, and the clauses."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import islice

from pitbook.money import format_cents
from pitbook.submission import HouseRules
from pitbook.table import events as happened
from pitbook.table import seed_events as seeds
from pitbook.table.agenda import AgendaStep, stub_count_step
from pitbook.table.card_text import read_slots
from pitbook.table.corrections import settled_by
from pitbook.table.dealing_method import change_in_words
from pitbook.table.decide.settlement import settlement_of
from pitbook.table.decision_effects import answer_in_words
from pitbook.table.departures import unsettled
from pitbook.table.event import TableEvent
from pitbook.table.event_clauses import event_clauses, last_cuts
from pitbook.table.evolve import evolve
from pitbook.table.script import in_words
from pitbook.table.state import State, the_round, the_rules


def transcript(library: Mapping[str, HouseRules], events: Iterable[TableEvent]) -> Iterator[str]:
    """Each event in words, in order; the cards stand as they were dealt, so this is for replays."""
    state = State(library)
    for event in events:
        yield from describe(state, event)
        evolve(state, event)


def describe(state: State, event: TableEvent) -> Iterator[str]:
    """One event in words, said just before it is folded into the state."""
    match event:
        case happened.Performed():
            for step in islice(state.agenda, len(event.steps)):
                yield _line(state, step)
                yield from _settled(state, step)
        case happened.CardsDealt():
            yield from _dealt(state, event)
        case happened.CardsEntered():
            yield f"{_line(state, state.agenda[0])}: {_spaced(event.cards)}"
        case happened.SettlementReckoned():
            if event.dealer:
                yield f"The dealer has: {event.dealer.replace('_', ' ')}.{_cited(event_clauses(state, event))}"
        case happened.Shuffled() | happened.DeckCut() | happened.NoMoreBets() | happened.ChipsCounted():
            yield _line(state, state.agenda[0])
        case happened.StubCounted():
            yield f"{_line(state, stub_count_step(the_rules(state)))} {event.count} are counted."
        case happened.ProgressiveValidated():
            where = "from the table inventory" if event.from_inventory else "not from the table inventory"
            yield f"{_line(state, state.agenda[0])} To be paid {where}."
        case happened.ProgressiveLockedOut():
            yield _line(state, state.agenda[0])
            if event.contributions:
                yield f"    to the meters: {_amounts(event.contributions)}; they show {_amounts(event.shown)}"
            for seat in event.unaccepted:
                cited = _cited(the_rules(state).book.conduct.acknowledge_clauses)
                yield f"    seat {seat}'s chip was not accepted and goes back{cited}"
        case happened.IrregularityReported():
            ruled = "; the floorperson rules, and play goes on" if event.detail.get(happened.RULING) else ""
            yield f"{event.by} reports: {event.name.replace('_', ' ')}{ruled}.{_cited(event_clauses(state, event))}"
        case happened.RulesAdopted():
            yield change_in_words(state, state.library[event.rules]) + _cited(event_clauses(state, event))
        case happened.CardsOrdered():
            yield order_fixed(state, event) + _cited(event_clauses(state, event))
        case happened.WentIdle() if state.idle is not None:
            yield turned_up(event) + _cited(event_clauses(state, event))
        case happened.CardsCorrected():
            yield said(event)
            wrong = [card for card in read_slots(event.entered) if card is not None]
            for seat in dict.fromkeys(line.seat for line in settled_by(state, wrong)):
                yield f"    seat {seat} was settled by what was entered, and is settled again"
        case happened.LeavingRuled() if event.abandoned:
            yield said(event) + _cited(event_clauses(state, event))
            yield from _abandoned(state, event.player)
        case happened.CardsDiscarded():
            yield _line(state, state.agenda[0])
            for place, cards in event.order:
                yield f"    {place}: {_spaced(cards)}"
        case _:
            yield said(event) + _cited(event_clauses(state, event))


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
            yield f"    to the table inventory from seat {seat}: {', '.join(left)}"


def _line(state: State, step: AgendaStep) -> str:
    return f"{step.by}: {in_words(state, step)}{_cited(step.clauses)}"


def _cited(clauses: tuple[str, ...]) -> str:
    return f" [{'; '.join(clauses)}]" if clauses else ""


def _spaced(cards: str) -> str:
    return " ".join(cards[at : at + 2] for at in range(0, len(cards), 2))


def _amounts(amounts: Mapping[str, str]) -> str:
    return ", ".join(f"{name} {amount}" for name, amount in amounts.items())


def _dealt(state: State, event: happened.CardsDealt) -> Iterator[str]:
    at, number = 0, len(read_slots(event.cards))
    for step in state.agenda:
        if at >= number:
            return
        yield f"{_line(state, step)} {_spaced(event.cards[2 * at : 2 * (at + step.cards)])}"
        at += step.cards


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


def _ended(words: str) -> str:
    """What a person said, with a full stop unless it has an end of its own."""
    words = words.strip()
    return words if words.endswith((".", "!", "?")) else f"{words or 'no reason given'}."


def order_fixed(state: State, event: happened.CardsOrdered) -> str:
    """The order in which cards are dealt, with the cuts since the last shuffle."""
    return f"The order of the cards is fixed{''.join(f', cut {depth} deep' for depth in last_cuts(state, event))}."


def turned_up(event: happened.WentIdle) -> str:
    """Cards that lie face down at an idle table are shown."""
    if event.asked_by:
        return f"{event.asked_by} asks to have the cards of the idle table face up."
    return "The cards of the idle table are to lie face up."


def said(event: TableEvent) -> str:
    """An event that no step of the agenda describes."""
    match event:
        case happened.TableOpened():
            return f"Table {event.table} opens; its cards are {event.source}."
        case happened.DeckReceived():
            return f"The {event.back} deck is received{', preshuffled' if event.preshuffled else ''}."
        case happened.DeckRemoved():
            return f"Deck {event.deck + 1} is removed: {_ended(event.reason)}"
        case happened.StackInserted():
            return "The shuffler puts the stack into the shoe by itself."
        case happened.RecutOrdered() | happened.ReshuffleOrdered():
            again = "cut" if isinstance(event, happened.RecutOrdered) else "shuffled"
            return f"{event.by} has the cards {again} again: {_ended(event.reason)}"
        case happened.StubCountCalled():
            return f"{event.by} has the stub counted."
        case happened.WentIdle():
            asks = f" {event.asked_by} asks to have the cards face up." if event.asked_by else ""
            return f"Nobody plays: the table is idle.{asks}"
        case happened.PlayerArrived():
            return f"{event.player} comes to the table."
        case happened.ClosingOrdered():
            return "The table closes after this round."
        case happened.TableClosed():
            return "The table is closed."
        case happened.PlayerSat():
            return f"{event.player} sits at position {event.seat}."
        case happened.BoughtIn():
            return f"{event.player} buys chips for {format_cents(event.amount)}."
        case happened.CashedOut():
            return f"{event.player} takes {format_cents(event.amount)} away."
        case happened.PlayerLeft():
            return f"{event.player} leaves{' in the round' if event.in_round else ''}."
        case happened.LeavingRuled():
            ruling = "are abandoned" if event.abandoned else "stand"
            return f"{event.by} rules that the wagers of {event.player} {ruling}: {_ended(event.reason)}"
        case happened.RoundOpened():
            sealed = f", committed to {event.commitment}" if event.commitment else ""
            return f"Round {event.round} is open for wagers{sealed}."
        case happened.RoundWithdrawn():
            return f"Round {event.round} is withdrawn: nobody has wagered."
        case seeds.SeedCommitted():
            return f"{event.player} commits to a seed."
        case seeds.BeaconGiven():
            return f"{event.by} adds the beacon of {event.at} to the shuffle."
        case seeds.SeedListClosed():
            names = " and ".join(player for player, _ in event.seeds)
            return f"The list of seeds is closed: nothing is dealt before {names} reveals."
        case seeds.SeedRevealed():
            return f"{event.player} reveals the seed."
        case seeds.RoundCalledOff():
            names = " and ".join(event.missing)
            return f"Round {event.round} is called off, and all wagers go back: {names} did not reveal a seed in time."
        case happened.WagersPlaced():
            wagers = ", ".join(f"{name} {format_cents(amount)}" for name, amount in event.wagers.items())
            return f"seat {event.seat} wagers {wagers or 'nothing'}."
        case happened.ProgressiveAcknowledged():
            return f"The progressive wager of seat {', '.join(map(str, event.seats))} is accepted."
        case happened.CardsCorrected():
            changes = zip(_spaced(event.entered).split(), _spaced(event.right).split(), strict=True)
            cards = ", ".join(f"{card} is really {other}" for card, other in changes)
            return f"{event.role} {event.by} corrects what was entered: {cards}. Reason: {_ended(event.reason)}"
        case happened.Decided():
            return f"seat {event.seat}: {answer_in_words(event)}."
        case happened.StubResolved():
            hands = [
                (f"seat {hand}" if hand.isdigit() else f"the {hand}", cards) for hand, cards in event.misdealt.items()
            ]
            wrong = " and ".join(f"{hand} has {cards}" for hand, cards in hands)
            found = f"The cards were misdealt: {wrong}" if wrong else "No hand has a wrong number of cards"
            return f"{found}; with the stub there are {event.total} cards."
        case happened.AwardTaken():
            meter = "meter" if event.meter == "progressive" else f"{event.meter} meter"
            paid = f"{event.pays}, {format_cents(event.amount)}"
            return f"The {meter} shows {event.before}: seat {event.seat} is paid {paid}."
        case happened.RoundEnded():
            return f"Round {event.round} is over."
        case happened.CardSetAside():
            return f"{event.card} goes to the discard rack."
        case happened.RoundVoided():
            back = f"; back out of the meters: {_amounts(event.contributions)}" if event.contributions else ""
            return f"The round is void: {event.cause.replace('_', ' ')}{back}."
        case happened.DeckJammed():
            return f"Deck {event.deck + 1} has to be shuffled again."
        case happened.DeviceTakenOut():
            why = ", in working order, so that another method can be used" if event.works else ""
            return f"The {event.device} is {event.made}{why}."
        case happened.DeviceRestored():
            return f"The {event.device} is in use again."
        case happened.RulingMade():
            return f"{event.by} rules: {event.words}"
        case _:
            raise ValueError(f"{event.type} has no words")
