"""Pitbook's own books, settled the slow and obvious way from the statement of each game."""

from collections.abc import Callable

from .common import (
    Answer,
    Block,
    Choices,
    Hand,
    Line,
    Meters,
    Seat,
    against_table,
    answer,
    folded,
    forfeited,
    from_the_dealers_right,
    in_whole_cents,
    line,
    lost,
    option,
    pays_text,
    pushed,
    voided,
    wager,
    won,
)
from .hands import (
    FIVE_CARD_CATEGORIES,
    THREE_CARD_CATEGORIES,
    best_five,
    five_card_name,
    parse_cards,
    rank,
    three_card_key,
)
from .house_paytables import HOUSE_PAYTABLES, RIDE, THREE, ULTIMATE
from .paytables import Table, To

PAIR = FIVE_CARD_CATEGORIES.index("pair")
STRAIGHT = FIVE_CARD_CATEGORIES.index("straight")
QUEEN, TEN = 12, 10
Key = tuple[int, ...]


class Round:
    """One round: the choices, the cards and the seats."""

    def __init__(self, book: str, choices: Choices, hand: Hand) -> None:
        """Read the cards that are there."""
        self.book = book
        self.choices = choices
        self.seats: list[Seat] = hand["seats"]
        self.void: str | None = hand.get("void")
        self.board = parse_cards(hand.get("board"))
        self.dealer = parse_cards(hand.get("dealer"))
        self.meters = Meters(book, choices, hand)

    def table(self, name: str) -> Table:
        """The paytable in use."""
        tables = HOUSE_PAYTABLES[self.book][name]
        return tables[(self.choices.get("paytables") or {}).get(name) or next(iter(tables))]

    def keeps(self, seat: Seat, survives: str) -> bool:
        """Whether a side wager is still alive: a fold leaves it alone unless the house decided otherwise."""
        return not folded(seat) or option(self.choices, survives)


def own(seat: Seat) -> list[str]:
    """The player's own cards."""
    return parse_cards(seat.get("hole") or seat.get("cards"))


def three_card_name(cards: list[str]) -> str:
    """The category of three cards."""
    return THREE_CARD_CATEGORIES[three_card_key(cards)[0]]


def compared(seat: Seat, what: str, name: str, mine: Key, dealers: Key) -> Line:
    """Even money for the higher hand; equal hands leave the wager alone."""
    if mine > dealers:
        return won(seat, what, "beats_dealer", name, To(1))
    if mine == dealers:
        return pushed(seat, what, "ties_dealer", name)
    return lost(seat, what, "loses_to_dealer", name)


# --- Ultimate Texas Hold'em ------------------------------------------------------------------------


def ultimate(game: Round, seat: Seat) -> list[Line]:
    """Ante, blind, play and trips of one player."""
    name = five_card_name(best_five(own(seat) + game.board))
    lines = [forfeited(seat, "ante"), forfeited(seat, "blind")]
    if not folded(seat):
        mine, dealers = best_five(own(seat) + game.board), best_five(game.dealer + game.board)
        ante = compared(seat, "ante", name, mine, dealers)
        if dealers[0] < PAIR:
            ante = pushed(seat, "ante", "dealer_does_not_qualify", name)
        lines = [ante, blind(game, seat, mine, dealers), compared(seat, "play", name, mine, dealers)]
    return [*lines, *trips(game, seat)]


def blind(game: Round, seat: Seat, mine: Key, dealers: Key) -> Line:
    """A win with a straight or better is paid by the table, and a lower win comes back."""
    name = five_card_name(mine)
    if mine > dealers and mine[0] >= STRAIGHT:
        return won(seat, "blind", "beats_dealer", name, game.table("blind")[name])
    if mine > dealers:
        return pushed(seat, "blind", "win_below_straight", name)
    return compared(seat, "blind", name, mine, dealers)


def trips(game: Round, seat: Seat) -> list[Line]:
    """The best five of the seven cards, whatever the dealer has."""
    if not wager(seat, "trips"):
        return []
    if not game.keeps(seat, "trips_survives_fold"):
        return [forfeited(seat, "trips")]
    name = five_card_name(best_five(own(seat) + game.board))
    return [against_table(seat, "trips", game.table("trips"), name, name)]


# --- Three Card Poker ------------------------------------------------------------------------------


def three_card(game: Round, seat: Seat) -> list[Line]:
    """Ante, play, ante bonus, pair plus and six card bonus of one player."""
    lines = []
    if wager(seat, "ante"):
        lines += [forfeited(seat, "ante")] if folded(seat) else played(game, seat)
    name = three_card_name(own(seat))
    if wager(seat, "pair_plus"):
        alive = game.keeps(seat, "pair_plus_survives_fold")
        paid = against_table(seat, "pair_plus", game.table("pair_plus"), name, name)
        lines.append(paid if alive else forfeited(seat, "pair_plus"))
    if wager(seat, "six_card_bonus"):
        best = five_card_name(best_five(own(seat) + game.dealer))
        lines.append(against_table(seat, "six_card_bonus", game.table("six_card_bonus"), best, best))
    return lines


def played(game: Round, seat: Seat) -> list[Line]:
    """A dealer below queen high pays the ante and leaves the play; else the hands are compared."""
    mine, dealers, name = three_card_key(own(seat)), three_card_key(game.dealer), three_card_name(own(seat))
    if dealers[0] == 0 and dealers[1] < QUEEN:
        why = "dealer_does_not_qualify"
        lines = [won(seat, "ante", why, name, To(1)), pushed(seat, "play", why, name)]
    else:
        lines = [compared(seat, what, name, mine, dealers) for what in ("ante", "play")]
    pay = game.table("ante_bonus").get(name)
    if isinstance(pay, To):
        bonus = in_whole_cents(wager(seat, "ante"), pay.units, pay.each)
        found = line(seat, "ante_bonus", "win", "qualifying_hand", hand=name, pays=pays_text(pay), payout=bonus)
        lines.append(found | {"returned": found["payout"]})
    return lines


# --- Let It Ride -----------------------------------------------------------------------------------


def ride(game: Round, seat: Seat) -> list[Line]:
    """What is left of the three wagers, and the three card bonus, of one player."""
    cards = own(seat) + game.board
    name = five_card_name(best_five(cards))
    row = name
    if name == "pair":
        paired = max(rank(card) for card in cards if sum(rank(other) == rank(card) for other in cards) == 2)
        row = "tens_or_better" if paired >= TEN else name
    bets = [what for what in ("bet_1", "bet_2", "bet_3") if wager(seat, what)]
    lines = [against_table(seat, what, game.table("bets"), row, name) for what in bets]
    if wager(seat, "three_card_bonus"):
        name = three_card_name(own(seat))
        royal = name == "straight_flush" and sorted(map(rank, own(seat))) == [12, 13, 14]
        table = game.table("three_card_bonus")
        row = "mini_royal" if royal and "mini_royal" in table else name
        lines.append(against_table(seat, "three_card_bonus", table, row, name))
    return lines


# --- All -------------------------------------------------------------------------------------------

_GAMES: dict[str, tuple[Callable[[Round, Seat], list[Line]], str]] = {
    ULTIMATE: (ultimate, "ante blind play trips"),
    THREE: (three_card, "ante play pair_plus six_card_bonus"),
    RIDE: (ride, "bet_1 bet_2 bet_3 three_card_bonus"),
}


def returned(game: Round, seat: Seat, cause: str) -> list[Line]:
    """A void round returns everything; a dealer's card that was seen leaves trips to be settled."""
    lines = []
    for name in _GAMES[game.book][1].split():
        if name == "trips" and cause == "dealer_card_exposed" and wager(seat, name):
            best = five_card_name(best_five(own(seat) + game.board))
            lines.append(against_table(seat, name, game.table(name), best, best))
        elif wager(seat, name):
            lines.append(voided(seat, name, cause))
    return lines


def settle_house(book: str, choices: Choices, hand: Hand) -> Answer:
    """Ultimate Texas Hold'em settles players who folded after the others; the other games know no such difference."""
    game = Round(book, choices, hand)
    seats = from_the_dealers_right(game.seats)
    if book == ULTIMATE and game.void is None:
        seats.sort(key=folded)
    blocks = []
    for seat in seats:
        block = Block(seat)
        block.capped += _GAMES[book][0](game, seat) if game.void is None else returned(game, seat, game.void)
        blocks.append(block)
    return answer(blocks, None, game.meters)
