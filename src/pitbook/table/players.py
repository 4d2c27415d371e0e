"""Players and their chips: how sitting down, buying in, cashing out and leaving change the state."""

from pitbook.table import events as happened
from pitbook.table.state import Round, SeatedPlayer, State


def return_open_wagers(state: State, current: Round) -> None:
    """Wagers that were placed before "no more bets" go back to their players."""
    for seat in current.wagers:
        player_at(state, seat).stack += sum(current.wagers[seat].values())


def player_at(state: State, seat: int) -> SeatedPlayer:
    """The player at a position."""
    return state.players[state.seats[seat]]


def player_sat(state: State, event: happened.PlayerSat) -> None:
    player = state.players.setdefault(event.player, SeatedPlayer(event.player))
    state.seats[event.seat] = event.player
    player.seats = sorted((*player.seats, event.seat))


def bought_in(state: State, event: happened.BoughtIn) -> None:
    state.players[event.player].stack += event.amount
    state.inventory -= event.amount


def cashed_out(state: State, event: happened.CashedOut) -> None:
    state.players[event.player].stack -= event.amount
    state.taken += event.amount


def player_left(state: State, event: happened.PlayerLeft) -> None:
    if event.player == state.arrived:
        state.arrived = ""
    player = state.players.get(event.player)
    if player is None:
        return
    if event.in_round:
        player.left = True
        return
    if state.round is not None:
        for seat in player.seats:
            player.stack += sum(state.round.wagers.pop(seat, {}).values())
            state.round.accepted.discard(seat)
        state.round.commitments.pop(event.player, None)
    _remove(state, player)


def remove_departed(state: State) -> None:
    """Players who left in the round are gone when it is over."""
    for player in [player for player in state.players.values() if player.left]:
        _remove(state, player)


def _remove(state: State, player: SeatedPlayer) -> None:
    state.taken += player.stack
    for seat in player.seats:
        del state.seats[seat]
    del state.players[player.name]
