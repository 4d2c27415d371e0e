"""Past rounds over HTTP: lists, and each round as a replay with its proof; nothing about a round in progress."""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Annotated, Literal

from fastapi import APIRouter, Query, Request

from pitbook.coach.review import ReviewedDecision, money
from pitbook.coach.spot import briefly
from pitbook.coach.table_history import DealtCards, PlayedRound
from pitbook.exact import exact
from pitbook.money import format_cents
from pitbook.pit.names import display_name
from pitbook.rulebooks.hands import in_words
from pitbook.settlement.classify import best_hand
from pitbook.table.state import Slot
from pitbook.web.dependencies import Current, compute
from pitbook.web.history.replays import UNKNOWN
from pitbook.web.history.rounds import check_history_visible, finished_round, history_of
from pitbook.web.responses import rounds as responses
from pitbook.web.responses.replays import Replay

router = APIRouter(tags=["history"])
MOST = 200


@router.get("/api/tables/{table}/rounds")
async def rounds(
    request: Request,
    table: str,
    session: Current,
    before: Annotated[int | None, Query(ge=1, lt=2**53, description="Only rounds with lower numbers.")] = None,
    limit: Annotated[int, Query(ge=1, le=MOST)] = 50,
    only: Annotated[Literal["mine", "won", "lost", "mistakes", "void"] | None, Query()] = None,
) -> responses.RoundsPage:
    """The rounds of a table that are over, the latest first: cards, hands, and what the caller decided and won."""
    await check_history_visible(request, table)
    own = session.player if session else ""
    page = await compute(request, history_of(request).page, table, before, limit, own, only)
    listed = [_listed(played, reviewed, own) for played, reviewed in page.rounds]
    return {"rounds": listed, "more": page.before is not None, "before": page.before}


def _listed(one: PlayedRound, reviewed: Sequence[ReviewedDecision], own: str) -> responses.ListedRound:
    net = one.net_of(own)
    return {
        "round": one.round,
        "number": one.number,
        "opened": one.opened,
        "void": one.void,
        "net": None if net is None else format_cents(net),
        "seats": {str(seat): display_name(player) for seat, player in one.seats.items()},
        "own_seats": [seat for seat, player in one.seats.items() if player == own],
        "board": _named(one.dealt.board) if one.dealt else [],
        "dealer": _named(one.dealt.dealer) if one.dealt else [],
        "dealer_hand": one.dealer_hand and _dealer_hand(one, one.dealer_hand),
        "hands": {str(seat): _hand(one, seat, one.dealt) for seat in one.seats} if one.dealt else {},
        "decisions": [
            {
                "seat": made.decision.seat,
                "street": made.decision.spot.street.name,
                "when": made.decision.spot.street.title,
                "units": one.rules.book.flow.units,
                "action": made.decision.action,
                "best": made.advice.best,
                "cost": exact(made.cost),
            }
            for made in reviewed
        ],
        "cost_money": money(sum((made.cost_money for made in reviewed), Fraction(0))) if reviewed else None,
    }


def _dealer_hand(one: PlayedRound, name: str) -> str:
    """The dealer's hand, in the same words as the players' hands."""
    cards = (*one.dealt.dealer, *one.dealt.board) if one.dealt else ()
    known = [card for card in cards if card is not None]
    return briefly(best_hand(one.rules.book, known)) if known and len(known) == len(cards) else in_words(name)


def _hand(one: PlayedRound, seat: int, dealt: DealtCards) -> responses.ListedHand:
    """A seat's cards, and the hand that they made if they are all known and the board is complete."""
    cards = (*dealt.hands[seat], *dealt.board)
    known = [card for card in cards if card is not None]
    book = one.rules.book
    words = None
    if one.void is None and len(known) == len(cards) == book.player.cards + book.board:
        words = briefly(best_hand(book, known))
    return {
        "cards": _named(dealt.hands[seat]),
        "hand": words,
        "folded": seat in dealt.folded,
        "net": format_cents(one.net[seat]),
    }


def _named(cards: Iterable[Slot]) -> list[str]:
    return [UNKNOWN if card is None else str(card) for card in cards]


@router.get("/api/rounds/{round_id}")
async def round_replay(request: Request, round_id: str) -> Replay:
    """A round that is over, as a replay: what was said and seen, step by step, the settlement, and the proof."""
    await finished_round(request, round_id)
    return await compute(request, history_of(request).replay, round_id)
