"""Who is asked at a decision, and what an answer changes."""

from pitbook.money import format_cents
from pitbook.rulebooks.actions import Action, is_withdrawal
from pitbook.rulebooks.flow import Bet, Fold, Street, Withdraw
from pitbook.submission import HouseRules
from pitbook.table.events import Decided
from pitbook.table.forfeits import collect_forfeits, fold_seat, fold_steps
from pitbook.table.state import Round, SeatedPlayer, State, the_round, the_rules


def asked(rules: HouseRules, current: Round, street: Street) -> list[int]:
    """The seats with something to decide at a street, from the dealer's left."""
    base = rules.book.flow.base
    return [
        seat
        for seat in current.participants
        if base in current.wagers[seat]
        and street.asks(current.wagers[seat])
        and seat not in current.folded
        and seat not in current.abandoned
    ]


def answered(state: State, event: Decided) -> None:
    """A wager is made or goes back to its player, or the hand is folded; waiting changes nothing."""
    current, rules = the_round(state), the_rules(state)
    current.to_act.remove(event.seat)
    match rules.street(current.street).offer(event.action):
        case Bet() as bet:
            wagers = current.wagers[event.seat]
            wagers[bet.wager] = wagers.get(bet.wager, 0) + event.amount
            _player(state, event).stack -= event.amount
        case Withdraw() as withdrawal:
            _player(state, event).stack += current.wagers[event.seat].pop(withdrawal.wager)
        case Fold():
            fold_seat(rules, current, event.seat)
            if rules.book.conduct.fold_steps:
                state.agenda.extendleft(reversed(fold_steps(rules, current, event.seat)))
            elif rules.book.conduct.forfeits_collected == "at_once":
                collect_forfeits(state, rules, current, event.seat)


def answer_in_words(event: Decided) -> str:
    """What was answered: "raise 30.00", "check", "withdraw bet 1, 10.00 goes back"."""
    words, amount = Action(event.action).words, format_cents(event.amount)
    if is_withdrawal(event.action):
        return f"{words}, {amount} goes back"
    return f"{words} {amount}" if event.amount else words


def _player(state: State, event: Decided) -> SeatedPlayer:
    return state.players[state.seats[event.seat]]
