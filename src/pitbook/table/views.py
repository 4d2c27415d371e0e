"""What each person may see: allow-lists of what the rules have shown to them, and nothing else.

A view is built up from what is public; nothing is ever taken out of the state wholesale.
"""

from collections.abc import Iterable
from typing import Any

from pitbook.money import format_cents
from pitbook.table.round_seeds import unrevealed
from pitbook.table.script import next_steps
from pitbook.table.state import Round, Slot, State

HIDDEN = "hidden"


def _shown(cards: Iterable[Slot], up: Iterable[bool]) -> list[str]:
    """Cards that lie face up by name, the others as hidden."""
    return [str(card) if is_up and card is not None else HIDDEN for card, is_up in zip(cards, up, strict=True)]


def _all(cards: list[Slot], up: bool) -> list[str]:
    return _shown(cards, [up] * len(cards))


def _looked(current: Round) -> bool:
    """Whether the dealing is complete, so that players have looked at their cards: the first decision has come."""
    return current.street is not None


def seeds_view(current: Round) -> dict[str, Any]:
    """The players' part in the shuffle: seeds only when every seed on the list is known, or none is waited for."""
    waiting = set(unrevealed(current))
    known = not waiting or bool(current.missing) or current.void is not None
    return {
        "rules": current.rules,
        "opened": current.opened,
        "beacon": None if current.beacon is None else {"value": current.beacon[0], "at": current.beacon[1]},
        "committed": sorted(current.commitments),
        "reveal_by": current.reveal_by,
        "listed": [
            {
                "player": player,
                "commitment": commitment,
                "revealed": player not in waiting,
                "seed": current.player_seeds.get(player) if known else None,
            }
            for player, commitment in current.listed
        ],
        "missing": list(current.missing),
    }


def called_off_view(current: Round) -> dict[str, Any]:
    """What everybody sees of a round that was called off: who was missing, and the seeds that were in its shuffle."""
    return {
        "round": current.id,
        "commitment": current.commitment,
        "seed": current.seed,
        "seeds": seeds_view(current),
    }


def round_view(current: Round, own_seats: Iterable[int], *, over: bool) -> dict[str, Any]:
    """What somebody with these seats sees of a round; when it is over, the seed is revealed."""
    own = set(own_seats) if _looked(current) else set()
    return {
        "round": current.id,
        "number": current.number,
        "deck": current.deck,
        "commitment": current.commitment,
        "seed": current.seed if over else None,
        "seeds": seeds_view(current),
        "no_more_bets": current.closed,
        "street": current.street,
        "to_act": list(current.to_act),
        "void": current.void,
        "board": _shown(current.board, [place < current.board_up for place in range(len(current.board))]),
        "dealer": _shown(current.dealer, [place in current.dealer_up for place in range(len(current.dealer))]),
        "dealer_hand": current.dealer_hand if current.revealed else None,
        "extra": _all(current.extra, current.extra_up),
        "burned": len(current.burned),
        "set_aside": _all(current.set_aside, True),
        "seats": {
            str(seat): {
                "wagers": {name: format_cents(amount) for name, amount in wagers.items()},
                "acknowledged": seat in current.accepted,
                "folded": seat in current.folded,
                "cards": _all(current.hands.get(seat, []), seat in current.shown or seat in own),
                "settled": [
                    [line.wager, str(line.result), format_cents(line.returned)]
                    for line in (current.lines or ())[: current.paid]
                    if line.seat == seat
                ],
            }
            for seat, wagers in sorted(current.wagers.items())
        },
    }


def own_cards(current: Round, seats: Iterable[int]) -> dict[int, list[str]]:
    """The cards of a player's own seats, which only that player may see before they are turned up."""
    up = current.shown if not _looked(current) else set(seats)
    return {seat: _all(current.hands.get(seat, []), seat in up) for seat in seats if seat in current.wagers}


def _view(state: State, own_seats: Iterable[int], who: str) -> dict[str, Any]:
    current = state.round
    return {
        "table": state.table,
        "for": who,
        "rulebook": state.rules.book.id if state.rules else None,
        "status": "closing" if state.closing else state.status,
        "idle": state.idle is not None,
        "players": {
            name: {"seats": list(found.seats), "stack": format_cents(found.stack), "left": found.left}
            for name, found in sorted(state.players.items())
        },
        "round": None if current is None else round_view(current, own_seats, over=False),
        "last_round": None if state.last_round is None else round_view(state.last_round, (), over=True),
        "steps": [step.as_json() for step in next_steps(state)],
    }


def public_view(state: State) -> dict[str, Any]:
    """What everybody at the table sees."""
    return _view(state, (), "public")


def player_view(state: State, player: str) -> dict[str, Any]:
    """What one player sees: what everybody sees, and the player's own cards."""
    found = state.players.get(player)
    return _view(state, found.seats if found else (), player)


def dealer_view(state: State) -> dict[str, Any]:
    """What the dealer sees: the dealer looks at no card that lies face down."""
    view = _view(state, (), "dealer")
    view["decks"] = [
        {"back": deck.back, "in_play": number == state.in_play, "removed": deck.removed}
        for number, deck in enumerate(state.decks)
    ]
    view["inventory"] = format_cents(state.inventory)
    return view
