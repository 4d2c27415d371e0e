"""Conflicts of interest: nobody judges a round that they play in, and nobody wagers if the dealer was not appointed."""

from typing import Final

from pitbook.pit import TableSettings
from pitbook.pit.names import kind_of
from pitbook.problems import Problem, RefusedError
from pitbook.table import State
from pitbook.table.commands import (
    CallStubCount,
    ChangeDeck,
    Command,
    CorrectCards,
    OrderRecut,
    OrderReshuffle,
    Report,
    Rule,
    RuleOnLeaving,
)
from pitbook.table.kinds import SourceName
from pitbook.table.state import the_rules

_JUDGING: Final = (
    CorrectCards,
    Report,
    Rule,
    RuleOnLeaving,
    CallStubCount,
    OrderRecut,
    OrderReshuffle,
    ChangeDeck,
)
"""What a dealer or floorperson can do to a round. Closing the table is not included: it finishes the round first."""


def must_have_dealer(
    state: State, arrangement: TableSettings, seat: int, dealer: str | None, *, appointed: bool
) -> None:
    """Refuse the wager of a person for whom nobody may deal; `dealer` is the caller, if the caller is a dealer."""
    holder = state.seats.get(seat)
    if arrangement.dealing == "house" or appointed or holder is None or kind_of(holder) != "person":
        return
    current = state.round
    wagering = {holder} if current is None else {holder, *(state.seats[one] for one in current.wagers)}
    if dealer is None or any(kind_of(name) == "person" for name in wagering - {dealer}):
        message = "a dealer deals here whom the operator has not appointed: nobody else can wager"
        raise RefusedError(Problem(message, str(seat)))


def must_not_report(state: State, arrangement: TableSettings, command: Command) -> None:
    """Refuse a report about cards if the house deals virtual ones: the table knows what happened to them."""
    if not isinstance(command, Report) or arrangement.dealing != "house" or state.source != SourceName.VIRTUAL:
        return
    case = next((one for one in the_rules(state).book.irregularities if one.name == command.irregularity), None)
    if case is not None and not case.device:
        message = "the house deals virtual cards here, and knows what happened to them: nothing is to be reported"
        raise RefusedError(Problem(message, command.irregularity))


def must_not_judge(state: State, arrangement: TableSettings, command: Command, player: str) -> None:
    """Refuse a command that judges the round, from somebody who plays in it with others."""
    if isinstance(command, _JUDGING) and _others(state, arrangement, player):
        message = "others play here too: until this round is over, nobody who plays at the table judges it"
        raise RefusedError(Problem(message))


def _others(state: State, arrangement: TableSettings, player: str) -> list[str]:
    """Who plays with somebody in a round under way that the house deals; players who left are still in the round."""
    under_way = state.round is not None and state.round.closed
    if arrangement.dealing != "house" or not under_way or player not in state.players:
        return []
    return [name for name in state.players if name != player and kind_of(name) != "bot"]
