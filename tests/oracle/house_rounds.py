"""Random rounds of Pitbook's own books, with rare hands far more often than chance would bring them."""

from collections.abc import Sequence
from random import Random

from .common import Choices, Hand, Seat, money
from .house_paytables import HOUSE_PAYTABLES, RIDE, THREE, ULTIMATE
from .rigging import Plan, Scheme, Table, rigged_deal

POSITIONS = {ULTIMATE: 6, THREE: 7, RIDE: 7}
OWN = {ULTIMATE: ("hole", 2), THREE: ("cards", 3), RIDE: ("cards", 3)}
PLACES = {ULTIMATE: {"flop": 3, "late": 2, "dealer": 2}, THREE: {"dealer": 3}, RIDE: {"flop": 2}}
CAUSES = (
    "face_up_cards",
    "wrong_number_of_cards",
    "stub_count_misdeal",
    "stub_count_wrong_deck",
    "stub_count_misdeal_wrong_deck",
    "shoe_jam",
)
MORE_CAUSES = {ULTIMATE: ("dealer_card_exposed", "shuffler_jam"), THREE: ("dealer_card_exposed",), RIDE: ()}
TAKEN_BACK = ("bet_1", "bet_2")
OPTIONS = {ULTIMATE: ("trips_survives_fold",), THREE: ("pair_plus_survives_fold",), RIDE: ()}


def house_choices(book: str, rng: Random) -> Choices:
    """Any tables and options; each left to its default now and then."""
    choices: Choices = {}
    kinds = HOUSE_PAYTABLES[book].items()
    if paytables := {kind: rng.choice(list(tables)) for kind, tables in kinds if rng.random() < 0.75}:
        choices["paytables"] = paytables
    if OPTIONS[book] and rng.random() < 0.7:
        choices["options"] = {name: rng.random() < 0.5 for name in OPTIONS[book]}
    return choices


def _dollars(rng: Random, most: int) -> int:
    """Cents: whole dollars up to so many; small amounts as often as large ones."""
    return 100 * rng.randint(1, rng.choice((1, 5, 25, most)))


def house_wagers(book: str, rng: Random) -> dict[str, int]:
    """What a player makes before the deal."""
    if book == ULTIMATE:
        ante = _dollars(rng, 500)
        wagers, sides = {"ante": ante, "blind": ante}, ["trips"]
    elif book == THREE:
        opened = rng.choice((("ante",), ("pair_plus",), ("ante", "pair_plus"), ("ante", "pair_plus")))
        wagers, sides = {name: _dollars(rng, 100) for name in opened}, ["six_card_bonus"]
    else:
        bet = _dollars(rng, 500)
        wagers, sides = {"bet_1": bet, "bet_2": bet, "bet_3": bet}, ["three_card_bonus"]
    return wagers | {name: _dollars(rng, 100) for name in sides if rng.random() < 0.6}


def house_decision(book: str, wagers: dict[str, int], rng: Random) -> tuple[dict[str, int], bool]:
    """What the player has after deciding somehow, and whether that was a fold."""
    if book == RIDE:
        return {name: stake for name, stake in wagers.items() if name not in TAKEN_BACK or rng.random() < 0.5}, False
    if "ante" not in wagers:
        return wagers, False
    if rng.random() < 0.25:
        return wagers, True
    times = rng.choice((1, 2, 3, 4)) if book == ULTIMATE else 1
    return wagers | {"play": times * wagers["ante"]}, False


# --- Cards that make rare hands --------------------------------------------------------------------


def _apart(table: Table, cards: list[str], *places: tuple[str, int]) -> Plan:
    """These cards, mixed, so many in each place."""
    table.rng.shuffle(cards)
    plan: Plan = {}
    for place, count in places:
        plan[place], cards = cards[:count], cards[count:]
    return plan


def _five(table: Table) -> list[str]:
    """Five cards of a strong hand."""
    suit, letters = table.suit(), table.ranks(2)
    return table.rng.choice(
        [
            table.suited("AKQJT", suit),
            table.suited(table.run(5), suit),
            [*table.of_rank(letters[0]), letters[1] + suit],
            [*table.of_rank(letters[0])[:3], *table.of_rank(letters[1])[:2]],
            table.suited("".join(table.ranks(5)), suit),
            table.unsuited(table.run(5)),
            table.of_rank(letters[0])[:3],
            [*table.of_rank(letters[0])[:2], *table.of_rank(letters[1])[:2]],
            table.of_rank(table.rng.choice("9TJQKA"))[:2],
        ]
    )


def _over_board(table: Table) -> Plan:
    """A strong hand of a seat's own cards and the board."""
    cards, seat = _five(table), table.seat()
    own = 2 if len(cards) == 5 else 1
    return _apart(table, cards, (seat, own), ("flop", 3)) if len(cards) == 5 else {seat: cards[:2], "flop": cards[2:]}


def _over_two_cards(table: Table) -> Plan:
    """The same with three own cards and two on the board."""
    cards, seat = _five(table), table.seat()
    return _apart(table, cards, (seat, 3), ("flop", 2))


def _with_the_dealer(table: Table) -> Plan:
    """A strong hand of a seat's and the dealer's cards together."""
    cards, seat = _five(table), table.seat()
    return _apart(table, cards, (seat, 3), ("dealer", 2))


def _three_alone(table: Table) -> Plan:
    """Three cards of a strong hand at one place."""
    suit = table.suit()
    cards = table.rng.choice(
        [
            table.suited("AKQ", suit),
            table.suited(table.run(3), suit),
            table.of_rank(table.rank())[:3],
            table.unsuited(table.run(3)),
            table.suited("".join(table.ranks(3)), suit),
            table.of_rank(table.rank())[:2],
        ]
    )
    return {table.seat(): cards}


def _same_ranks(table: Table) -> Plan:
    """A seat and the dealer with cards of the same ranks: a tie, often."""
    cards = [table.of_rank(letter) for letter in table.ranks(3)]
    return {table.seat(): [four[0] for four in cards], "dealer": [four[1] for four in cards]}


def _same_two(table: Table) -> Plan:
    cards = [table.of_rank(letter) for letter in table.ranks(2)]
    return {table.seat(): [four[0] for four in cards], "dealer": [four[1] for four in cards]}


def _weak_dealer(table: Table) -> Plan:
    """Around the lowest hand that qualifies."""
    return {"dealer": table.unsuited(table.rng.choice(("Q32", "J98", "QJ9", "K42", "J52")))}


def _board_plays(table: Table) -> Plan:
    return table.on_board(_five(table))


SCHEMES: dict[str, list[Scheme]] = {
    ULTIMATE: [_over_board, _over_board, _same_two, _board_plays],
    THREE: [_three_alone, _three_alone, _same_ranks, _weak_dealer, _with_the_dealer],
    RIDE: [_over_two_cards, _over_two_cards, _three_alone],
}


def house_cards(book: str, numbers: Sequence[int], rng: Random) -> Plan:
    """The cards of a round, by place."""
    places = PLACES[book] | {f"seat {number}": OWN[book][1] for number in numbers}
    return rigged_deal(rng, places, SCHEMES[book], rng.choice((0, 1, 1, 2, 3, 5)))


def house_hand(book: str, rng: Random) -> Hand:
    """A round; one in ten is void."""
    cause = rng.choice((*CAUSES, *MORE_CAUSES[book])) if rng.random() < 0.1 else None
    numbers = sorted(rng.sample(range(1, POSITIONS[book] + 1), rng.randint(1, POSITIONS[book])))
    decided = cause is None or rng.random() < 0.5
    cards = house_cards(book, numbers, rng)
    seats: list[Seat] = []
    for number in numbers:
        wagers, folded = house_wagers(book, rng), False
        if decided:
            wagers, folded = house_decision(book, wagers, rng)
        own = {OWN[book][0]: " ".join(cards[f"seat {number}"])}
        written = {name: money(stake) for name, stake in wagers.items()}
        seats.append({"seat": number, "wagers": written} | own | ({"folded": True} if folded else {}))
    hand: Hand = {"seats": seats} if cause is None else {"seats": seats, "void": cause}
    if board := [*cards.get("flop", []), *cards.get("late", [])]:
        hand["board"] = " ".join(board)
    if "dealer" in cards:
        hand["dealer"] = " ".join(cards["dealer"])
    return hand
