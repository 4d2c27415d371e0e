"""Heads-Up Hold'em, settled the slow and obvious way, for the Maryland, Massachusetts and Galaxy books."""

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
    envy_lines,
    folded,
    forfeited,
    from_the_dealers_right,
    lost,
    option,
    payout_limit,
    progressive_line,
    pushed,
    voided,
    wager,
    won,
)
from .hands import (
    FIVE_CARD_CATEGORIES,
    best_five,
    five_card_key,
    five_card_name,
    parse_cards,
    rank,
    royal_suit,
    suit,
)
from .paytables import GALAXY, HOLDEM_ENVY, MA, MD, Table, To, chosen_id, chosen_table

PAIR = FIVE_CARD_CATEGORIES.index("pair")
STRAIGHT = FIVE_CARD_CATEGORIES.index("straight")
FACES = {11, 12, 13}


class Round:
    """One round: the book, the choices, the cards and the seats."""

    def __init__(self, book: str, choices: Choices, hand: Hand) -> None:
        """Read the cards that are there."""
        self.book = book
        self.choices = choices
        self.seats: list[Seat] = hand["seats"]
        self.void: str | None = hand.get("void")
        self.board = parse_cards(hand.get("board"))
        self.dealer = parse_cards(hand.get("dealer"))
        self.all6_cards = parse_cards(hand.get("all6_cards"))
        self.meters = Meters(book, choices, hand)

    def table(self, name: str) -> Table:
        """The paytable in use."""
        return chosen_table(self.book, self.choices, name)

    def flopped_straight_flush_stays(self) -> bool:
        """Whether a royal that later cards make of it leaves it a flopped straight flush: so in Galaxy's book."""
        return bool((self.choices.get("options") or {}).get("flopped_straight_flush_stays", self.book == GALAXY))

    def trips_plus_first(self) -> bool:
        """Only Massachusetts and Galaxy let the house settle trips plus before the main wagers."""
        return self.book in (MA, GALAXY) and option(self.choices, "trips_plus_before_main")

    def progressive_lives(self, seat: Seat) -> bool:
        """A fold leaves the progressive alone unless the house decided otherwise."""
        return not folded(seat) or option(self.choices, "progressive_survives_fold")


def hole(seat: Seat) -> list[str]:
    """The player's own two cards."""
    return parse_cards(seat.get("hole"))


# --- Main wagers -----------------------------------------------------------------------------------


def ante_line(seat: Seat, mine: tuple[int, ...], dealers: tuple[int, ...]) -> Line:
    """Even money against a dealer with a pair or better; always returned when the dealer has less."""
    name = five_card_name(mine)
    if dealers[0] < PAIR:
        return pushed(seat, "ante", "dealer_does_not_qualify", name)
    return even_money_line(seat, "ante", mine, dealers)


def even_money_line(seat: Seat, what: str, mine: tuple[int, ...], dealers: tuple[int, ...]) -> Line:
    """Wins, loses or comes back as the hands compare."""
    name = five_card_name(mine)
    if mine > dealers:
        return won(seat, what, "beats_dealer", name, To(1))
    if mine == dealers:
        return pushed(seat, what, "ties_dealer", name)
    return lost(seat, what, "loses_to_dealer", name)


def odds_line(game: Round, seat: Seat, mine: tuple[int, ...], dealers: tuple[int, ...]) -> Line:
    """A straight or better is paid on a win and, by another table, on a loss; less comes back on a win."""
    name = five_card_name(mine)
    if mine == dealers:
        return pushed(seat, "odds", "ties_dealer", name)
    if mine > dealers:
        if mine[0] < STRAIGHT:
            return pushed(seat, "odds", "win_below_straight", name)
        return won(seat, "odds", "beats_dealer", name, game.table("odds")[name])
    if mine[0] < STRAIGHT:
        return lost(seat, "odds", "loses_to_dealer", name)
    return won(seat, "odds", "bad_beat", name, game.table("bad_beat")[name])


def main_lines(game: Round, seat: Seat) -> list[Line]:
    """Ante, odds and raise, or what a fold leaves of them."""
    if folded(seat):
        return [forfeited(seat, "ante"), forfeited(seat, "odds")]
    mine = best_five(hole(seat) + game.board)
    dealers = best_five(game.dealer + game.board)
    return [
        ante_line(seat, mine, dealers),
        odds_line(game, seat, mine, dealers),
        even_money_line(seat, "raise", mine, dealers),
    ]


# --- Side wagers -----------------------------------------------------------------------------------


def pocket_bonus_row(cards: list[str]) -> str | None:
    """A pair, or an ace beside a king, queen or jack."""
    first, second = cards
    ranks = {rank(first), rank(second)}
    if ranks == {14}:
        return "pair_of_aces"
    if len(ranks) == 1:
        return "pair_of_twos_to_kings"
    if 14 in ranks and ranks & FACES:
        return "suited_ace_and_face" if suit(first) == suit(second) else "unsuited_ace_and_face"
    return None


def pocket_bonus_line(game: Round, seat: Seat) -> Line:
    """Decided by the two hole cards alone."""
    return against_table(seat, "pocket_bonus", game.table("pocket_bonus"), pocket_bonus_row(hole(seat)), None)


def trips_plus_line(game: Round, seat: Seat) -> Line:
    """Decided by the best five of the player's two cards and the board."""
    name = five_card_name(best_five(hole(seat) + game.board))
    return against_table(seat, "trips_plus", game.table("trips_plus"), name, name)


def all6_line(game: Round, seat: Seat) -> Line:
    """The player's two cards with the four dealt for this wager: six cards of a royal, or the best five."""
    cards = hole(seat) + game.all6_cards
    name = five_card_name(best_five(cards))
    row = name
    royal = royal_suit(cards, 6)
    if royal == "d":
        row = "six_card_royal_of_diamonds"
    elif royal is not None:
        row = "six_card_royal"
    return against_table(seat, "all6", game.table("all6"), row, name)


# --- Progressive and envy --------------------------------------------------------------------------


def progressive_row(game: Round, table: Table, seat: Seat) -> str | None:
    """The highest row that the hand reaches. Flopped: both hole cards and the three cards of the flop."""
    flopped = five_card_name(five_card_key(hole(seat) + game.board[:3]))
    name = five_card_name(best_five(hole(seat) + game.board))
    reached = set()
    if flopped == "royal_flush":
        reached.add("flopped_royal_flush")
        if suit(hole(seat)[0]) == "s":
            reached.add("flopped_royal_flush_in_spades")
        if option(game.choices, "flopped_royal_is_flopped_straight_flush"):
            reached.add("flopped_straight_flush")
    if flopped == "straight_flush" and (name != "royal_flush" or game.flopped_straight_flush_stays()):
        reached.add("flopped_straight_flush")
    if five_card_name(five_card_key(game.board)) == "royal_flush" and "community_royal_flush" in table:
        reached.add("community_royal_flush")
    else:
        reached.add(name)
    return next((row for row in table if row in reached), None)


def progressive_lines(game: Round, seat: Seat) -> list[Line]:
    """The progressive wager, if there is one."""
    if not wager(seat, "progressive"):
        return []
    if not game.progressive_lives(seat):
        return [forfeited(seat, "progressive")]
    table = game.table("progressive")
    name = five_card_name(best_five(hole(seat) + game.board))
    return [progressive_line(seat, table, progressive_row(game, table, seat), name, game.meters)]


def cards_are_on_the_table(game: Round, seat: Seat) -> bool:
    """A folded player's cards are taken unless a side wager still needs them."""
    if not folded(seat):
        return True
    if wager(seat, "progressive") and game.progressive_lives(seat):
        return True
    return any(wager(seat, name) for name in ("pocket_bonus", "trips_plus", "all6"))


def envy_listed(row: str, stake: int) -> tuple[int, int]:
    """The table lists what one dollar earns; more earns in proportion."""
    dollars = HOLDEM_ENVY["J"][row]
    return dollars, dollars * stake


def holdem_envy_lines(game: Round, seat: Seat) -> list[Line]:
    """Envy exists with Maryland's progressive table J alone; a royal on the board earns none."""
    if game.book != MD or chosen_id(game.book, game.choices, "progressive") != "J":
        return []
    if not cards_are_on_the_table(game, seat):
        return []
    row = progressive_row(game, game.table("progressive"), seat)
    if row is None or row not in HOLDEM_ENVY["J"]:
        return []
    return envy_lines(seat, game.seats, row, lambda stake: envy_listed(row, stake))


# --- The round -------------------------------------------------------------------------------------


def settled_block(game: Round, seat: Seat) -> Block:
    """Everything that happens at one player's turn."""
    block = Block(seat)
    block.capped += main_lines(game, seat)
    if wager(seat, "pocket_bonus"):
        block.capped.append(pocket_bonus_line(game, seat))
    if wager(seat, "trips_plus"):
        where = 0 if game.trips_plus_first() else len(block.capped)
        block.capped.insert(where, trips_plus_line(game, seat))
    if wager(seat, "all6"):
        block.capped.append(all6_line(game, seat))
    block.uncapped += progressive_lines(game, seat)
    block.uncapped += holdem_envy_lines(game, seat)
    return block


def settled_in_void(game: Round) -> set[str]:
    """The wagers that are decided although the round is void: none in Massachusetts."""
    if game.book == MA:
        return set()
    if game.void == "dealer_card_exposed":
        return {"pocket_bonus", "trips_plus"}
    if game.void == "face_up_cards":
        everyone = [hole(seat) for seat in game.seats] + [game.dealer]
        if all(len(cards) == 2 for cards in everyone):
            return {"pocket_bonus"}
    return set()


def void_block(game: Round, seat: Seat, cause: str) -> Block:
    """Every wager goes back, but for those that are still decided."""
    block = Block(seat)
    decided = settled_in_void(game)
    order = ["ante", "odds", "raise", "pocket_bonus", "trips_plus", "all6"]
    if game.trips_plus_first():
        order.remove("trips_plus")
        order.insert(0, "trips_plus")
    for name in order:
        if not wager(seat, name):
            continue
        if name == "pocket_bonus" and name in decided:
            block.capped.append(pocket_bonus_line(game, seat))
        elif name == "trips_plus" and name in decided:
            block.capped.append(trips_plus_line(game, seat))
        else:
            block.capped.append(voided(seat, name, cause))
    if wager(seat, "progressive"):
        block.uncapped.append(voided(seat, "progressive", cause))
    return block


def settle_holdem(book: str, choices: Choices, hand: Hand) -> Answer:
    """Players who raised are settled first, then those who folded; a void round knows no such difference."""
    game = Round(book, choices, hand)
    order = from_the_dealers_right(game.seats)
    if game.void is not None:
        blocks = [void_block(game, seat, game.void) for seat in order]
    else:
        raised = [seat for seat in order if not folded(seat)]
        gave_up = [seat for seat in order if folded(seat)]
        blocks = [settled_block(game, seat) for seat in raised + gave_up]
    return answer(blocks, payout_limit(choices), game.meters)
