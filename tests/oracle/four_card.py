"""Four Card Poker, settled the slow and obvious way."""

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
    in_whole_cents,
    line,
    lost,
    payout_limit,
    pays_text,
    player,
    progressive_line,
    voided,
    wager,
    won,
)
from .hands import (
    best_five,
    best_four,
    five_card_key,
    five_card_name,
    four_card_name,
    parse_cards,
    royal_suit,
)
from .paytables import (
    FOUR,
    FOUR_ENVY_FIVE_DOLLARS,
    FOUR_ENVY_ONE_DOLLAR,
    Table,
    To,
    chosen_id,
    chosen_table,
)

PROGRESSIVES_OF_FOUR_CARDS = ("A", "B")
ENVIES_OF_FOUR_CARDS = ("A", "B", "C")


class Round:
    """One round: the choices, the cards, the seats, and who has earned the others an envy bonus."""

    def __init__(self, choices: Choices, hand: Hand) -> None:
        """Read the cards that are there."""
        self.choices = choices
        self.seats: list[Seat] = hand["seats"]
        self.void: str | None = hand.get("void")
        self.dealer = parse_cards(hand.get("dealer"))
        self.bonus_card = parse_cards(hand.get("bonus_card"))
        self.meters = Meters(FOUR, choices, hand)
        self.envied: set[tuple[str, str]] = set()

    def table(self, name: str) -> Table:
        """The paytable in use."""
        return chosen_table(FOUR, self.choices, name)

    def envy_id(self) -> str:
        """The envy table in use: the progressive table's own letter unless another was chosen."""
        chosen = (self.choices.get("paytables") or {}).get("envy")
        return str(chosen or chosen_id(FOUR, self.choices, "progressive"))


def cards_of(seat: Seat) -> list[str]:
    """The player's five cards."""
    return parse_cards(seat.get("cards"))


def four_card_row(cards: list[str]) -> str:
    """The category of the best four of the five cards, four aces by their own name."""
    key = best_four(cards)
    name = four_card_name(key)
    return "four_aces" if name == "four_of_a_kind" and key[1] == 14 else name


# --- Ante, play, ante bonus ------------------------------------------------------------------------


def main_line(game: Round, seat: Seat, what: str) -> Line:
    """Even money; the player also wins a tie."""
    mine = best_four(cards_of(seat))
    dealers = best_four(game.dealer)
    name = four_card_name(mine)
    if mine > dealers:
        return won(seat, what, "beats_dealer", name, To(1))
    if mine == dealers:
        return won(seat, what, "ties_dealer", name, To(1))
    return lost(seat, what, "loses_to_dealer", name)


def ante_bonus_lines(game: Round, seat: Seat) -> list[Line]:
    """Paid on the ante for a strong hand that was played, whether it wins or not."""
    table = game.table("ante_bonus")
    name = four_card_name(best_four(cards_of(seat)))
    if name not in table:
        return []
    pay = table[name]
    assert isinstance(pay, To)
    bonus = in_whole_cents(wager(seat, "ante"), pay.units, pay.each)
    return [
        line(
            seat,
            "ante_bonus",
            "win",
            "qualifying_hand",
            hand=name,
            pays=pays_text(pay),
            payout=bonus,
            returned=bonus,
        )
    ]


def main_lines(game: Round, seat: Seat) -> list[Line]:
    """Ante, play and ante bonus; the ante alone after a fold; nothing for a player of aces up only."""
    if not wager(seat, "ante"):
        return []
    if folded(seat):
        return [forfeited(seat, "ante")]
    return [main_line(game, seat, "ante"), main_line(game, seat, "play"), *ante_bonus_lines(game, seat)]


# --- Side wagers -----------------------------------------------------------------------------------


def aces_up_line(game: Round, seat: Seat) -> Line:
    """A pair of aces or better among the best four cards."""
    key = best_four(cards_of(seat))
    name = four_card_name(key)
    row = "pair_of_aces" if name == "pair" and key[1] == 14 else name
    return against_table(seat, "aces_up", game.table("aces_up"), row, name)


def six_card_bonus_line(game: Round, seat: Seat) -> Line:
    """The player's five cards and the bonus card: all six of a super royal, or else the best five."""
    table = game.table("six_card_bonus")
    cards = cards_of(seat) + game.bonus_card
    name = five_card_name(best_five(cards))
    row = name
    royal = royal_suit(cards, 6)
    if royal is not None:
        row = "super_royal"
        if royal == "d" and "super_royal_of_diamonds" in table:
            row = "super_royal_of_diamonds"
    return against_table(seat, "six_card_bonus", table, row, name)


# --- Progressive and envy --------------------------------------------------------------------------


def progressive_lines(game: Round, seat: Seat) -> list[Line]:
    """Tables A and B look at four cards, the others at all five. A fold forfeits the wager."""
    if not wager(seat, "progressive"):
        return []
    if folded(seat):
        return [forfeited(seat, "progressive")]
    table = game.table("progressive")
    if chosen_id(FOUR, game.choices, "progressive") in PROGRESSIVES_OF_FOUR_CARDS:
        row = four_card_row(cards_of(seat))
        category = four_card_name(best_four(cards_of(seat)))
    else:
        row = category = five_card_name(five_card_key(cards_of(seat)))
    return [progressive_line(seat, table, row, category, game.meters)]


def envy_row(game: Round, seat: Seat) -> str:
    """The hand as the envy table in use looks at it: four cards in A to C, five in D to F."""
    if game.envy_id() in ENVIES_OF_FOUR_CARDS:
        return four_card_row(cards_of(seat))
    return five_card_name(five_card_key(cards_of(seat)))


def envy_listed(envy_id: str, row: str, stake: int) -> tuple[int, int]:
    """Amounts are listed for one and for five dollars; anything else is paid in proportion to one."""
    if stake == 500:
        dollars = FOUR_ENVY_FIVE_DOLLARS[envy_id][row]
        return dollars, 100 * dollars
    dollars = FOUR_ENVY_ONE_DOLLAR[envy_id][row]
    return dollars, dollars * stake


def four_card_envy_lines(game: Round, seat: Seat) -> list[Line]:
    """A player earns the others one envy bonus, by the first of the player's boxes that qualifies."""
    if folded(seat) or player(seat) in game.envied:
        return []
    envy_id = game.envy_id()
    row = envy_row(game, seat)
    if row not in FOUR_ENVY_ONE_DOLLAR[envy_id]:
        return []
    game.envied.add(player(seat))
    return envy_lines(seat, game.seats, row, lambda stake: envy_listed(envy_id, row, stake))


# --- The round -------------------------------------------------------------------------------------


def settled_block(game: Round, seat: Seat) -> Block:
    """Everything that happens at one box's turn."""
    block = Block(seat)
    block.capped += main_lines(game, seat)
    if wager(seat, "aces_up"):
        block.capped.append(aces_up_line(game, seat))
    if wager(seat, "six_card_bonus"):
        block.capped.append(six_card_bonus_line(game, seat))
    block.uncapped += progressive_lines(game, seat)
    block.uncapped += four_card_envy_lines(game, seat)
    return block


def void_block(seat: Seat, cause: str) -> Block:
    """Every wager goes back."""
    block = Block(seat)
    for name in ("ante", "play", "aces_up", "six_card_bonus"):
        if wager(seat, name):
            block.capped.append(voided(seat, name, cause))
    if wager(seat, "progressive"):
        block.uncapped.append(voided(seat, "progressive", cause))
    return block


def settle_four_card(choices: Choices, hand: Hand) -> Answer:
    """One pass around the table, folded or not."""
    game = Round(choices, hand)
    order = from_the_dealers_right(game.seats)
    if game.void is not None:
        blocks = [void_block(seat, game.void) for seat in order]
    else:
        blocks = [settled_block(game, seat) for seat in order]
    return answer(blocks, payout_limit(choices), game.meters)
