"""What each person may see: allow-lists of what the rules have shown to them, and nothing else.

A view is built up from public parts; no part of the state is ever copied as a whole.
"""

from collections.abc import Iterable

from typing_extensions import TypedDict

from pitbook.documents import Document
from pitbook.fairness.proof import BeaconValue
from pitbook.money import format_cents
from pitbook.table.round_seeds import unrevealed
from pitbook.table.script import NextStep, next_steps
from pitbook.table.state import Round, Slot, State

HIDDEN = "hidden"


class ListedSeed(Document):
    """A player's seed on the closed list of a round."""

    player: str
    commitment: str
    revealed: bool
    seed: str | None
    """Once every seed on the list is known, or none is waited for any more."""


class RoundSeeds(Document):
    """The players' part in the shuffle of a round."""

    rules: str
    opened: str
    beacon: BeaconValue | None
    committed: list[str]
    """The players who have committed to a seed."""
    reveal_by: str | None
    listed: list[ListedSeed]
    missing: list[str]
    """The players whose seeds did not come in time."""


class CalledOffRound(Document):
    """A round that was called off because a seed was missing."""

    round: str
    commitment: str | None
    seed: str | None
    seeds: RoundSeeds


class SeatView(Document):
    """A seat that takes part in a round."""

    wagers: dict[str, str]
    acknowledged: bool
    folded: bool
    cards: list[str]


class SharedPart(Document):
    """What everybody sees of a round besides its seats; a card that lies face down is `hidden`."""

    round: str
    number: int
    deck: int
    commitment: str | None
    seed: str | None
    """Revealed when the round is over."""
    seeds: RoundSeeds
    no_more_bets: bool
    street: str | None
    to_act: list[int]
    void: str | None
    board: list[str]
    dealer: list[str]
    dealer_hand: str | None
    extra: list[str]
    burned: int
    set_aside: list[str]


class RoundView(SharedPart):
    """A round as somebody sees it."""

    seats: dict[str, SeatView]


class PlayerView(Document):
    """Somebody at a table."""

    seats: list[int]
    stack: str
    left: bool


class DeckAtTable(Document):
    """A deck of the table's."""

    back: str
    in_play: bool
    removed: bool


_For = TypedDict("_For", {"for": str})


class TableView(_For):
    """A table as somebody sees it."""

    table: str
    rulebook: str | None
    status: str
    idle: bool
    players: dict[str, PlayerView]
    round: RoundView | None
    last_round: RoundView | None
    steps: list[NextStep]


class DealerView(TableView):
    """A table as its dealer sees it."""

    decks: list[DeckAtTable]
    inventory: str


def _shown(cards: Iterable[Slot], up: Iterable[bool]) -> list[str]:
    """Cards that lie face up by name, the others as hidden."""
    return [str(card) if is_up and card is not None else HIDDEN for card, is_up in zip(cards, up, strict=True)]


def _all(cards: list[Slot], up: bool) -> list[str]:
    return _shown(cards, [up] * len(cards))


def _looked(current: Round) -> bool:
    """Whether players have looked at their cards: they have when the first decision comes, after the deal."""
    return current.street is not None


def seeds_view(current: Round) -> RoundSeeds:
    """The players' part in the shuffle; seeds only when all on the list are known, or the table waits for none."""
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


def called_off_view(current: Round) -> CalledOffRound:
    """What everybody sees of a round that was called off: who was missing, and the seeds that were in its shuffle."""
    return {
        "round": current.id,
        "commitment": current.commitment,
        "seed": current.seed,
        "seeds": seeds_view(current),
    }


def shared_part(current: Round, *, over: bool) -> SharedPart:
    """What everybody sees of a round besides its seats; when it is over, the seed is revealed."""
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
    }


def seats_view(current: Round, own_seats: Iterable[int] = ()) -> dict[int, SeatView]:
    """What somebody with these seats sees of all seats in a round."""
    own = set(own_seats) if _looked(current) else set()
    return {
        seat: {
            "wagers": {name: format_cents(amount) for name, amount in wagers.items()},
            "acknowledged": seat in current.accepted,
            "folded": seat in current.folded,
            "cards": _all(current.hands.get(seat, []), seat in current.shown or seat in own),
        }
        for seat, wagers in sorted(current.wagers.items())
    }


def round_view(current: Round, own_seats: Iterable[int], *, over: bool) -> RoundView:
    """What somebody with these seats sees of a round."""
    seats = {str(seat): part for seat, part in seats_view(current, own_seats).items()}
    return {**shared_part(current, over=over), "seats": seats}


def own_cards(current: Round, seats: Iterable[int]) -> dict[int, list[str]]:
    """The cards of a player's own seats, which only that player may see before they are turned up."""
    up = current.shown if not _looked(current) else set(seats)
    return {seat: _all(current.hands.get(seat, []), seat in up) for seat in seats if seat in current.wagers}


def _view(state: State, own_seats: Iterable[int], who: str) -> TableView:
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


def public_view(state: State) -> TableView:
    """What everybody at the table sees."""
    return _view(state, (), "public")


def player_view(state: State, player: str) -> TableView:
    """What one player sees: what everybody sees, and the player's own cards."""
    found = state.players.get(player)
    return _view(state, found.seats if found else (), player)


def decks_view(state: State) -> list[DeckAtTable]:
    """The decks of the table, for its dealer."""
    return [
        {"back": deck.back, "in_play": number == state.in_play, "removed": deck.removed}
        for number, deck in enumerate(state.decks)
    ]


def dealer_view(state: State) -> DealerView:
    """What the dealer sees; face-down cards are hidden from the dealer too."""
    return {**_view(state, (), "dealer"), "decks": decks_view(state), "inventory": format_cents(state.inventory)}
