"""The clauses that govern an event: those of its step, or those that the book's data name."""

from collections.abc import Iterable

from pitbook.rulebooks.actions import FOLD
from pitbook.rulebooks.procedures import IrregularityName, IrregularityRule
from pitbook.settlement.void import clauses_of, voids
from pitbook.submission import HouseRules
from pitbook.submission.devices import SHUFFLER
from pitbook.table import events as happened
from pitbook.table.agenda import alternating, shuffled_when
from pitbook.table.dealing_method import (
    by_shuffler,
    change_clauses,
    holds_deck_in_play,
    one_deck_clauses,
    taken_out_clauses,
    taking_out,
)
from pitbook.table.decide.wagers import placing_clauses
from pitbook.table.departures import to_rule_on
from pitbook.table.event import TableEvent
from pitbook.table.forfeits import side_wagers_lost
from pitbook.table.kinds import RemovalCause
from pitbook.table.state import State, the_round, the_rules
from pitbook.table.stub import DEALER, right_stub, what_a_count_shows

Clauses = tuple[str, ...]


def event_clauses(state: State, event: TableEvent) -> Clauses:
    """The clauses that govern an event, asked just before it is folded into the state."""
    if state.rules is None:
        return ()
    rules, book, conduct = state.rules, state.rules.book, state.rules.book.conduct
    match event:
        case happened.DeckReceived():
            return _received(rules, event)
        case happened.DeckRemoved():
            return removal_clauses(rules, event.cause)
        case happened.RecutOrdered():
            return book.cut.recut_clauses
        case happened.ReshuffleOrdered():
            return shuffled_when(rules, "on_order")
        case happened.StubResolved():
            return _resolved(state, event)
        case happened.StubCountCalled():
            return rules.stub_count_clauses
        case happened.StubCounted():
            return rules.counting_clauses
        case happened.WentIdle():
            return _together((book.idle.clauses, book.idle.spread_clauses if event.asked_by else ()))
        case happened.PlayerArrived():
            return book.idle.reopen_clauses
        case happened.PlayerSat():
            return _together((book.positions.clauses, conduct.seated_clauses))
        case happened.PlayerLeft():
            return _left(state, event) if event.in_round else ()
        case happened.LeavingRuled():
            return conduct.leaving_clauses
        case happened.RoundOpened() if state.agenda:
            return state.agenda[0].clauses
        case happened.WagersPlaced() if not event.wagers:
            return conduct.none_after_clauses
        case happened.WagersPlaced():
            return _together((conduct.chips_clauses[:1], placing_clauses(rules, event.wagers)))
        case happened.ProgressiveAcknowledged():
            return conduct.acknowledge_clauses
        case happened.CardsOrdered():
            return book.cut.clauses if last_cuts(state, event) else ()
        case happened.Decided():
            return _decided(state, event)
        case happened.SettlementReckoned():
            return conduct.announce_dealer_clauses
        case happened.AwardTaken():
            return conduct.award_clauses
        case happened.IrregularityReported():
            return _reported(state, event)
        case happened.CardSetAside():
            return _case(rules, IrregularityName.FACE_UP_CARD).clauses + alternating(rules, "one_deck_in_rack")
        case happened.RoundVoided():
            case = voids(rules)[event.cause]
            nothing = () if the_round(state).wagers else case.return_clauses
            return tuple(clause for clause in clauses_of(rules, case) if clause not in nothing)
        case happened.DeckJammed():
            return _case(rules, IrregularityName.SHUFFLER_JAM).reshuffle_clauses
        case happened.DeviceTakenOut():
            return taken_out_clauses(taking_out(rules), event.made)
        case happened.RulesAdopted():
            return change_clauses(state, state.library[event.rules])
        case happened.StackInserted():
            return by_shuffler(rules, state.agenda[0])
        case _:
            return ()


def last_cuts(state: State, event: happened.CardsOrdered) -> tuple[int, ...]:
    """The cuts since the last shuffle: those that led to this order."""
    return event.cuts[state.decks[the_round(state).deck].cuts_before :]


def _resolved(state: State, event: happened.StubResolved) -> Clauses:
    """Why the dealer counts the hands: the stub is wrong, or it is right but a hand is wrong."""
    rules, current = the_rules(state), the_round(state)
    count = rules.dealing.stub_count
    if current.stub_count == right_stub(rules, current):
        shows = what_a_count_shows(rules, current, current.stub_count or 0, event.misdealt)
        return clauses_of(rules, voids(rules)[shows])
    nobody = not event.misdealt
    players = count.player_misdealt_clauses if nobody or event.misdealt.keys() - {DEALER} else ()
    dealer = count.dealer_misdealt_clauses if nobody or DEALER in event.misdealt else ()
    return rules.clauses_after_count(count.wrong_clauses + players + dealer)


def _left(state: State, event: happened.PlayerLeft) -> Clauses:
    """A player with cards has to stay; wagers that are left behind may be abandoned in any case."""
    rules, current = the_rules(state), the_round(state)
    conduct, seats = rules.book.conduct, state.players[event.player].seats
    dealt = any(current.hands.get(seat) for seat in seats)
    behind = any(seat in to_rule_on(rules, current) for seat in seats)
    return _together((conduct.stay_clauses if dealt else (), conduct.leaving_clauses if behind else ()))


def _reported(state: State, event: happened.IrregularityReported) -> Clauses:
    """The book's clauses: for a device, what was done to it; for a jam that voids nothing, only the reshuffle."""
    if event.detail.get(happened.RULING):
        return ()
    rules = the_rules(state)
    case = _case(rules, event.name)
    if case.device:
        return taken_out_clauses(case, str(event.detail.get("made")))
    other = bool(event.detail.get(happened.OTHER_DECK)) or not holds_deck_in_play(state, SHUFFLER)
    if case.name == IrregularityName.SHUFFLER_JAM and other:
        return case.reshuffle_clauses
    return clauses_of(rules, case)


def removal_clauses(rules: HouseRules, cause: str) -> Clauses:
    """The clauses by which a deck leaves the table; none for a deck that was changed in time."""
    match cause:
        case RemovalCause.SHUFFLER_COUNT:
            return rules.shuffler_count_clauses
        case RemovalCause.OVERDUE:
            return rules.hours_clauses
        case RemovalCause.ONE_DECK:
            return one_deck_clauses(rules)
        case _ if cause in voids(rules):
            return clauses_of(rules, voids(rules)[cause])
        case _:
            return ()


def _received(rules: HouseRules, event: happened.DeckReceived) -> Clauses:
    """The clauses for a second deck, and for the steps that a preshuffled one skips."""
    deck, opening = rules.book.deck, rules.book.opening
    second = deck.decks_with_shuffler_clauses + alternating(rules, "backs_differ") if rules.decks > 1 else ()
    return _together((second, opening.skip_clauses if event.preshuffled else ()))


def _decided(state: State, event: happened.Decided) -> Clauses:
    """The clauses of the step that asks, and of this answer at the street."""
    rules, current = the_rules(state), state.round
    asked = state.agenda[0].clauses if state.agenda else ()
    if current is None or current.street is None:
        return asked
    answer = rules.street(current.street).clauses_of(event.action)
    lost = side_wagers_lost(rules, current, event.seat) if event.action == FOLD else ()
    return _together((asked, answer, *(wager.forfeit_clauses for wager in lost)))


def _case(rules: HouseRules, name: str) -> IrregularityRule:
    return next(case for case in rules.book.irregularities if case.name == name)


def _together(found: Iterable[Clauses]) -> Clauses:
    """All of these clauses, each once."""
    return tuple(dict.fromkeys(clause for clauses in found for clause in clauses))
