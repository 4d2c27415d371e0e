"""Random tables and rounds played at them: any choices, seats and wagers, rare hands far more often than by chance."""

from collections.abc import Iterator
from fractions import Fraction
from random import Random

from oracle import rounds as oracle
from oracle.common import Choices
from oracle.common import Seat as Box
from oracle.house_paytables import HOUSE_PAYTABLES
from oracle.house_rounds import POSITIONS, house_cards, house_decision, house_wagers
from oracle.paytables import FOUR, GALAXY, PAYTABLES
from oracle.rigging import ALL6_SCHEMES, FOUR_CARD_SCHEMES, HOLDEM_SCHEMES, rigged_deal
from pitbook.cards import DECK, Card
from pitbook.settlement import DealtRound, Seat
from pitbook.submission import HouseRules
from settlement.choices import rules_of

TABLES = 5
"""Tables under the same choices of the operator."""
ROUNDS = 20
"""Rounds at the same table."""
CARDS = {str(card): card for card in DECK}


def random_tables(book: str, rng: Random) -> Iterator[tuple[HouseRules, list[DealtRound]]]:
    """Table after table, each with its rounds."""
    while True:
        choices = oracle.random_choices(book, rng)
        rules = rules_of(book, choices)
        for _ in range(TABLES):
            seats = _seats(book, rng)
            yield rules, [_round(book, choices, seats, rng) for _ in range(ROUNDS)]


def _seats(book: str, rng: Random) -> list[Seat]:
    """Who sits where with which wagers; in Four Card Poker one player may have adjacent boxes."""
    if book in HOUSE_PAYTABLES:
        numbers_of = sorted(rng.sample(range(1, POSITIONS[book] + 1), rng.randint(1, POSITIONS[book])))
        return [Seat(number, str(number), (), house_wagers(book, rng)) for number in numbers_of]
    positions = oracle.FOUR_CARD_POSITIONS if book == FOUR else oracle.HOLDEM_POSITIONS
    numbers: list[Box] = [{"seat": number} for number in oracle.random_seats(rng, positions)]
    if book == FOUR:
        oracle.name_players(numbers, rng)
    seats = [
        Seat(
            one["seat"],
            one.get("player", str(one["seat"])),
            (),
            oracle.four_card_wagers(rng) if book == FOUR else oracle.holdem_wagers(book, rng),
        )
        for one in numbers
    ]
    rng.shuffle(seats)
    return seats


def _decision(book: str, seat: Seat, cards: tuple[Card, ...], rng: Random) -> Seat:
    """The seat with its cards and what it did with them: one in four folds, if there is something to fold."""
    if book in HOUSE_PAYTABLES:
        wagers, folded = house_decision(book, dict(seat.wagers), rng)
        return Seat(seat.seat, seat.player, cards, wagers, folded=folded)
    if "ante" not in seat.wagers:
        return Seat(seat.seat, seat.player, cards, seat.wagers)
    if oracle.happens(rng, 0.25):
        return Seat(seat.seat, seat.player, cards, seat.wagers, folded=True)
    ante = seat.wagers["ante"]
    wagered = {"play": oracle.play_amount(ante, rng)} if book == FOUR else {"raise": rng.choice((1, 2, 3)) * ante}
    return Seat(seat.seat, seat.player, cards, {**seat.wagers, **wagered})


def _house_round(book: str, seats: list[Seat], rng: Random) -> DealtRound:
    dealt = house_cards(book, [seat.seat for seat in seats], rng)
    cards = {place: tuple(CARDS[card] for card in written) for place, written in dealt.items()}
    played = tuple(_decision(book, seat, cards[f"seat {seat.seat}"], rng) for seat in seats)
    return DealtRound(cards.get("dealer", ()), played, cards.get("flop", ()) + cards.get("late", ()), (), {})


def _round(book: str, choices: Choices, seats: list[Seat], rng: Random) -> DealtRound:
    if book in HOUSE_PAYTABLES:
        return _house_round(book, seats, rng)
    places = {"dealer": 6, "bonus": 1} if book == FOUR else {"flop": 3, "late": 2, "dealer": 2}
    places |= {f"seat {seat.seat}": 5 if book == FOUR else 2 for seat in seats}
    schemes = FOUR_CARD_SCHEMES if book == FOUR else HOLDEM_SCHEMES
    if book == GALAXY:
        places, schemes = places | {"all6": 4}, HOLDEM_SCHEMES + 3 * ALL6_SCHEMES
    dealt = rigged_deal(rng, places, schemes, oracle.schemes_to_try(rng))
    cards = {place: tuple(CARDS[card] for card in written) for place, written in dealt.items()}
    meters = oracle.random_meters(book, choices, rng) if "progressive" in PAYTABLES[book] else {}
    played = tuple(_decision(book, seat, cards[f"seat {seat.seat}"], rng) for seat in seats)
    extra = cards.get("bonus", ()) or cards.get("all6", ())
    wagered = any(name in seat.wagers for seat in seats for name in ("all6", "six_card_bonus"))
    return DealtRound(
        cards["dealer"],
        played,
        cards.get("flop", ()) + cards.get("late", ()),
        extra if wagered or oracle.happens(rng, 0.5) else (),
        {name: Fraction(shown) for name, shown in meters.items()},
    )
