"""Cards for random rounds, arranged so that rare hands come up often.

A scheme is a function that names cards for some places of the table. Several schemes are laid on one table as
long as they don't want the same card or more cards than a place holds; the rest is dealt at random.
"""

from collections.abc import Callable
from random import Random

from .hands import RANKS, SUITS

Plan = dict[str, list[str]]

DECK = [letter + suit for letter in RANKS for suit in SUITS]
ROYAL = RANKS[-5:]
SIX_CARD_ROYAL = RANKS[-6:]
ACE_LOW = "A" + RANKS
SPADES = "s"
DIAMONDS = "d"


class Deal:
    """A table being laid: how many cards each place holds, and those that lie there."""

    def __init__(self, rng: Random, places: dict[str, int]) -> None:
        """Begin with an empty table."""
        self.rng = rng
        self.room = places
        self.cards: Plan = {place: [] for place in places}

    def lay(self, plan: Plan) -> bool:
        """Lay a whole plan, or nothing of it when it doesn't fit."""
        wanted = [card for cards in plan.values() for card in cards]
        taken = {card for cards in self.cards.values() for card in cards}
        if len(set(wanted)) < len(wanted) or taken & set(wanted):
            return False
        if any(len(self.cards[place]) + len(cards) > self.room[place] for place, cards in plan.items()):
            return False
        for place, cards in plan.items():
            self.cards[place] += cards
        return True

    def finish(self) -> Plan:
        """Fill every place at random and mix the cards within it."""
        taken = {card for cards in self.cards.values() for card in cards}
        stub = [card for card in DECK if card not in taken]
        self.rng.shuffle(stub)
        for place, cards in self.cards.items():
            while len(cards) < self.room[place]:
                cards.append(stub.pop())
            self.rng.shuffle(cards)
        return self.cards


class Table:
    """What schemes draw from: the chance, the seats in play, and ways to pick cards."""

    def __init__(self, rng: Random, seats: list[str]) -> None:
        """Remember the seats' places."""
        self.rng = rng
        self.seats = seats

    def seat(self) -> str:
        """Any seat."""
        return self.rng.choice(self.seats)

    def anyone(self) -> str:
        """Any seat, or the dealer."""
        return self.rng.choice([*self.seats, "dealer"])

    def two(self) -> tuple[str, str]:
        """A seat and someone else: mostly the dealer."""
        one = self.seat()
        others = ["dealer", "dealer", *(seat for seat in self.seats if seat != one)]
        return one, self.rng.choice(others)

    def suit(self, favourite: str = SPADES) -> str:
        """A suit; every other time the favourite."""
        return favourite if self.rng.random() < 0.5 else self.rng.choice(SUITS)

    def rank(self, favourite: str = "A") -> str:
        """A rank; sometimes the favourite."""
        return favourite if self.rng.random() < 0.3 else self.rng.choice(RANKS)

    def ranks(self, count: int) -> list[str]:
        """Different ranks, the highest first."""
        return sorted(self.rng.sample(RANKS, count), key=RANKS.index, reverse=True)

    def of_rank(self, letter: str) -> list[str]:
        """The four cards of a rank, mixed."""
        return [letter + suit for suit in self.rng.sample(SUITS, 4)]

    def suited(self, letters: str, suit: str) -> list[str]:
        """These ranks in one suit, mixed."""
        cards = [letter + suit for letter in letters]
        self.rng.shuffle(cards)
        return cards

    def unsuited(self, letters: str) -> list[str]:
        """These ranks in suits that never make a flush of four: each suit in turn."""
        suits = self.rng.sample(SUITS, 4)
        return [letter + suits[i % 4] for i, letter in enumerate(letters)]

    def run(self, length: int) -> str:
        """Consecutive ranks, upward; the ace may stand below the two."""
        start = self.rng.randrange(len(ACE_LOW) - length + 1)
        return ACE_LOW[start : start + length]

    def on_board(self, cards: list[str]) -> Plan:
        """Up to five cards spread over flop and turn and river."""
        where = self.rng.sample(["flop"] * 3 + ["late"] * 2, len(cards))
        return {
            "flop": [card for card, place in zip(cards, where, strict=True) if place == "flop"],
            "late": [card for card, place in zip(cards, where, strict=True) if place == "late"],
        }


Scheme = Callable[[Table], Plan]

# --- Heads-Up Hold'em ------------------------------------------------------------------------------


def flopped_royal(table: Table) -> Plan:
    """Two of a royal in the hand, three on the flop."""
    cards = table.suited(ROYAL, table.suit())
    return {table.seat(): cards[:2], "flop": cards[2:]}


def royal(table: Table) -> Plan:
    """A royal that needs the turn or the river, or one with three or four of its cards on the board."""
    cards = table.suited(ROYAL, table.suit())
    held = table.rng.choice((1, 2))
    return table.on_board(cards[held:]) | {table.anyone(): cards[:held]}


def community_royal(table: Table) -> Plan:
    """A royal on the board."""
    cards = table.suited(ROYAL, table.suit())
    return {"flop": cards[:3], "late": cards[3:]}


def flopped_straight_flush(table: Table) -> Plan:
    """A straight flush of both hole cards and the flop."""
    cards = table.suited(table.run(5), table.suit())
    return {table.seat(): cards[:2], "flop": cards[2:]}


def straight_flush_grows_royal(table: Table) -> Plan:
    """A king-high straight flush on the flop that a late ace turns into a royal."""
    suit = table.suit()
    cards = table.suited(RANKS[-6:-1], suit)
    return {table.seat(): cards[:2], "flop": cards[2:], "late": ["A" + suit]}


def straight_flushes_meet(table: Table) -> Plan:
    """Three suited cards in a row on the board, extended below by one hand and above by another."""
    low, high = table.two()
    suit = table.suit()
    cards = [letter + suit for letter in table.run(7)]
    return table.on_board(cards[2:5]) | {low: cards[:2], high: cards[5:]}


def straights_meet(table: Table) -> Plan:
    """The same in several suits."""
    low, high = table.two()
    cards = table.unsuited(table.run(7))
    return table.on_board(cards[2:5]) | {low: cards[:2], high: cards[5:]}


def board_straight(table: Table) -> Plan:
    """A straight on the board, so that many tie."""
    cards = table.unsuited(table.run(5))
    table.rng.shuffle(cards)
    return {"flop": cards[:3], "late": cards[3:]}


def quads(table: Table) -> Plan:
    """A pair in the hand and its twin on the board."""
    cards = table.of_rank(table.rank())
    return table.on_board(cards[:2]) | {table.anyone(): cards[2:]}


def quads_meet(table: Table) -> Plan:
    """Two pairs on the board, each made four of a kind by somebody."""
    one, other = table.two()
    high, low = (table.of_rank(letter) for letter in table.ranks(2))
    if table.rng.random() < 0.3:
        high, low = low, high
    return table.on_board(high[:2] + low[:2]) | {other: high[2:], one: low[2:]}


def board_quads(table: Table) -> Plan:
    """Four of a kind on the board, so that the fifth card decides."""
    return table.on_board(table.of_rank(table.rank()))


def full_houses_meet(table: Table) -> Plan:
    """Three of a kind on the board and two pocket pairs."""
    one, other = table.two()
    first, second, third = (table.of_rank(letter) for letter in table.ranks(3))
    return table.on_board(third[:3]) | {other: first[:2], one: second[:2]}


def flushes_meet(table: Table) -> Plan:
    """Three of a suit on the board, two more in two hands."""
    one, other = table.two()
    suit = table.suit()
    cards = [letter + suit for letter in table.ranks(7)]
    return table.on_board(cards[2:5]) | {other: [cards[0], cards[5]], one: [cards[1], cards[6]]}


def weak_dealer(table: Table) -> Plan:
    """Seven cards of different ranks, with gaps and in every suit: nothing for the dealer."""
    cards = table.unsuited(table.rng.choice(("AQT8642", "KJ97532", "AK98642", "QT97432", "AKT9753")))
    table.rng.shuffle(cards)
    return {"flop": cards[:3], "late": cards[3:5], "dealer": cards[5:]}


def copy_of_dealer(table: Table) -> Plan:
    """A player with the dealer's ranks."""
    letters = table.ranks(2)
    first, second = table.of_rank(letters[0]), table.of_rank(letters[1])
    return {"dealer": [first[0], second[0]], table.seat(): [first[1], second[1]]}


def pocket(table: Table) -> Plan:
    """A hand for the pocket bonus, or one that just misses it."""
    if table.rng.random() < 0.4:
        return {table.seat(): table.of_rank(table.rank())[:2]}
    face = table.rng.choice("KQJT")
    first, second = table.rng.choices(SUITS, k=2)
    return {table.seat(): ["A" + first, face + second]}


def six_card_royal(table: Table) -> Plan:
    """Four cards of a six-card royal dealt for all 6, the other two in the hand."""
    cards = table.suited(SIX_CARD_ROYAL, table.suit(DIAMONDS))
    return {"all6": cards[:4], table.seat(): cards[4:]}


def all6_royal(table: Table) -> Plan:
    """Five cards of a royal for all 6, one or two of them in the hand."""
    cards = table.suited(ROYAL, table.suit(DIAMONDS))
    held = table.rng.choice((1, 2))
    return {table.seat(): cards[:held], "all6": cards[held:]}


def all6_straight_flush(table: Table) -> Plan:
    """The same with a lower straight flush."""
    cards = table.suited(table.run(5), table.suit(DIAMONDS))
    held = table.rng.choice((1, 2))
    return {table.seat(): cards[:held], "all6": cards[held:]}


def all6_groups(table: Table) -> Plan:
    """Four of a kind or a full house for all 6."""
    first, second = (table.of_rank(letter) for letter in table.ranks(2))
    if table.rng.random() < 0.5:
        return {table.seat(): first[:2], "all6": first[2:]}
    return {table.seat(): first[:1] + second[:1], "all6": first[1:3] + second[1:2]}


HOLDEM_SCHEMES: list[Scheme] = [
    flopped_royal,
    flopped_royal,
    flopped_royal,
    royal,
    community_royal,
    flopped_straight_flush,
    flopped_straight_flush,
    straight_flush_grows_royal,
    straight_flushes_meet,
    straights_meet,
    board_straight,
    quads,
    quads_meet,
    board_quads,
    full_houses_meet,
    flushes_meet,
    weak_dealer,
    copy_of_dealer,
    pocket,
    pocket,
]
ALL6_SCHEMES: list[Scheme] = [six_card_royal, all6_royal, all6_straight_flush, all6_groups]

# --- Four Card Poker -------------------------------------------------------------------------------


def four_alike(table: Table) -> Plan:
    """Four of a kind, often aces."""
    return {table.anyone(): table.of_rank(table.rank())}


def four_aces(table: Table) -> Plan:
    """Four aces for a player."""
    return {table.seat(): table.of_rank("A")}


def straight_flush_of_four(table: Table) -> Plan:
    """Four suited cards in a row."""
    return {table.anyone(): table.suited(table.run(4), table.suit())}


def royal_of_five(table: Table) -> Plan:
    """A royal among the player's own five cards."""
    return {table.seat(): table.suited(ROYAL, table.suit())}


def straight_flush_of_five(table: Table) -> Plan:
    """Five suited cards in a row."""
    return {table.anyone(): table.suited(table.run(5), table.suit())}


def full_house_of_five(table: Table) -> Plan:
    """Three and two alike among five cards."""
    first, second = (table.of_rank(letter) for letter in table.rng.sample(RANKS, 2))
    return {table.anyone(): first[:3] + second[:2]}


def three_alike(table: Table) -> Plan:
    """Three of a kind."""
    return {table.anyone(): table.of_rank(table.rank())[:3]}


def lesser_five(table: Table) -> Plan:
    """A flush or a straight of five cards."""
    if table.rng.random() < 0.5:
        return {table.seat(): [letter + "h" for letter in table.ranks(5)]}
    return {table.seat(): table.unsuited(table.run(5))}


def lesser_four(table: Table) -> Plan:
    """Two pairs, a pair of aces, a straight, or ranks that wrap around the ace and so are none."""
    first, second = (table.of_rank(letter) for letter in table.ranks(2))
    plans = (
        first[:2] + second[:2],
        table.of_rank("A")[:2],
        table.unsuited(table.run(4)),
        table.suited("KA23", table.suit()),
        table.unsuited("QKA2"),
    )
    return {table.anyone(): table.rng.choice(plans)}


def copy_of_dealers_five(table: Table) -> Plan:
    """A player and the dealer with the same ranks: a tie, unless the sixth card decides."""
    letters = table.rng.choice(("AKQJ9", "AAKQ7", "TTK52", "JJ887", "6543A", "KQJT2", "AKJ96", "AQ853"))
    mine, theirs = [], []
    for letter in dict.fromkeys(letters):
        suits = table.rng.sample(SUITS, 4)
        count = letters.count(letter)
        mine += [letter + suit for suit in suits[:count]]
        theirs += [letter + suit for suit in suits[count : 2 * count]]
    return {table.seat(): mine, "dealer": theirs}


def quads_meet_again(table: Table) -> Plan:
    """Four of a kind in two places."""
    one, other = table.two()
    letters = [table.rank(), table.rank()]
    return {one: table.of_rank(letters[0]), other: table.of_rank(letters[1])}


def several_on_top(table: Table) -> Plan:
    """Neighbours with a royal or a straight flush each."""
    start = table.rng.randrange(len(table.seats))
    neighbours = table.seats[start : start + table.rng.choice((2, 2, 3, 4))]
    plan = {}
    for place, suit in zip(neighbours, table.rng.sample(SUITS, 4), strict=False):
        plan[place] = table.suited(table.rng.choice((ROYAL, ROYAL, table.run(5), table.run(4))), suit)
    return plan


def straight_flushes_tie(table: Table) -> Plan:
    """The same straight flush or flush in two suits."""
    letters = table.rng.choice((table.run(4), "A863", "".join(table.ranks(4))))
    one, other = table.rng.sample(SUITS, 2)
    return {table.seat(): table.suited(letters, one), "dealer": table.suited(letters, other)}


def super_royal(table: Table) -> Plan:
    """Six in a row down from the ace, one of them the bonus card."""
    cards = table.suited(SIX_CARD_ROYAL, table.suit(DIAMONDS))
    return {table.seat(): cards[:5], "bonus": cards[5:]}


def royal_with_bonus_card(table: Table) -> Plan:
    """A royal that needs the bonus card."""
    cards = table.suited(ROYAL, table.suit(DIAMONDS))
    return {table.seat(): cards[:4], "bonus": cards[4:]}


def straight_flush_with_bonus_card(table: Table) -> Plan:
    """A straight flush that needs the bonus card."""
    cards = table.suited(table.run(5), table.suit(DIAMONDS))
    return {table.seat(): cards[:4], "bonus": cards[4:]}


def groups_with_bonus_card(table: Table) -> Plan:
    """Four of a kind or a full house that needs the bonus card."""
    first, second = (table.of_rank(letter) for letter in table.ranks(2))
    if table.rng.random() < 0.5:
        return {table.seat(): first[:3], "bonus": first[3:]}
    return {table.seat(): first[:3] + second[:1], "bonus": second[1:2]}


FOUR_CARD_SCHEMES: list[Scheme] = [
    four_alike,
    four_aces,
    straight_flush_of_four,
    royal_of_five,
    royal_of_five,
    straight_flush_of_five,
    full_house_of_five,
    three_alike,
    lesser_five,
    lesser_four,
    copy_of_dealers_five,
    copy_of_dealers_five,
    quads_meet_again,
    several_on_top,
    several_on_top,
    straight_flushes_tie,
    super_royal,
    royal_with_bonus_card,
    straight_flush_with_bonus_card,
    groups_with_bonus_card,
]


def rigged_deal(rng: Random, places: dict[str, int], schemes: list[Scheme], tries: int) -> Plan:
    """Try some schemes one after the other, then fill the table."""
    deal = Deal(rng, places)
    table = Table(rng, [place for place in places if place.startswith("seat ")])
    for _ in range(tries):
        deal.lay(rng.choice(schemes)(table))
    return deal.finish()
