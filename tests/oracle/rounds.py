"""Random rounds that every book allows, with rare hands far more often than chance would bring them."""

from fractions import Fraction
from random import Random
from typing import Any

from .common import Choices, Hand, Seat, exact, money
from .house_paytables import HOUSE_PAYTABLES
from .house_rounds import house_choices, house_hand
from .paytables import FOUR, FOUR_ENVY_ONE_DOLLAR, GALAXY, MA, MD, MINIMUM_RESETS, PAYTABLES, chosen_id
from .rigging import ALL6_SCHEMES, FOUR_CARD_SCHEMES, HOLDEM_SCHEMES, Plan, rigged_deal

HOLDEM_POSITIONS = 6
FOUR_CARD_POSITIONS = 7
MOST_BOXES = 3
HALF_DOLLAR = 50
NAMES = ("ann", "bob", "cleo", "dan", "eve", "finn", "gus")

CAUSES = (
    "face_up_cards",
    "dealer_card_exposed",
    "wrong_number_of_cards",
    "stub_count_misdeal",
    "stub_count_wrong_deck",
    "stub_count_misdeal_wrong_deck",
    "shoe_jam",
)
"""What voids a round in every book; Maryland's hold'em and Galaxy also know the shuffler's jam."""

OPTIONS = (
    "progressive_survives_fold",
    "flopped_royal_is_flopped_straight_flush",
    "flopped_straight_flush_stays",
    "trips_plus_before_main",
)


def random_round(book: str, rng: Random) -> tuple[Choices, Hand]:
    """An operator's choices and a round played under them."""
    choices = random_choices(book, rng)
    return choices, random_hand(book, choices, rng)


def random_hand(book: str, choices: Choices, rng: Random) -> Hand:
    """A round played under an operator's choices."""
    if book in HOUSE_PAYTABLES:
        return house_hand(book, rng)
    return four_card_hand(choices, rng) if book == FOUR else holdem_hand(book, choices, rng)


def happens(rng: Random, probability: float) -> bool:
    """Whether something of this probability happens."""
    return rng.random() < probability


# --- Choices ---------------------------------------------------------------------------------------


def random_choices(book: str, rng: Random) -> Choices:
    """Any tables, options, payout limit and reset amounts; each left to its default now and then."""
    if book in HOUSE_PAYTABLES:
        return house_choices(book, rng)
    choices: Choices = {}
    paytables = {name: rng.choice(list(tables)) for name, tables in PAYTABLES[book].items() if happens(rng, 0.75)}
    if book == MD and happens(rng, 0.4):
        paytables["progressive"] = rng.choice("IJJ")
        if paytables["progressive"] == "J" and happens(rng, 0.5):
            paytables["envy"] = "J"
    if book == GALAXY and happens(rng, 0.15):
        paytables["progressive"] = "9"
    if book == FOUR and happens(rng, 0.3):
        paytables["envy"] = rng.choice(list(FOUR_ENVY_ONE_DOLLAR))
    if paytables:
        choices["paytables"] = paytables
    if happens(rng, 0.7):
        choices["options"] = {name: happens(rng, 0.5) for name in OPTIONS if happens(rng, 0.7)}
    if happens(rng, 0.6):
        choices["payout_limit"] = rng.choice((None, *["100.00", "250.50", "1000.00", "7500.00", "50000.00"] * 2))
    if "progressive" in PAYTABLES[book] and happens(rng, 0.4):
        choices["meters"] = random_resets(book, choices, rng)
    return choices


def meter_minimums(book: str, choices: Choices) -> dict[str, int]:
    """The meters of the chosen progressive and their least reset amounts."""
    return MINIMUM_RESETS[book][chosen_id(book, choices, "progressive")]


def random_resets(book: str, choices: Choices, rng: Random) -> dict[str, dict[str, str]]:
    """Reset amounts at or above the minimum."""
    return {
        name: {"reset": money(100 * minimum + rng.randrange(0, 500_000, 25))}
        for name, minimum in meter_minimums(book, choices).items()
    }


def random_meters(book: str, choices: Choices, rng: Random) -> dict[str, str]:
    """Readings with odd cents and, often, fractions of a cent."""
    return {
        name: exact(minimum + Fraction(rng.randrange(10**10), rng.choice((100, 10**3, 10**4, 10**5))) / 10)
        for name, minimum in meter_minimums(book, choices).items()
    }


# --- Wagers ----------------------------------------------------------------------------------------


def amount(rng: Random, most: int) -> int:
    """Cents: half dollars up to so many dollars; small amounts as often as large ones."""
    ceiling = rng.choice((1, 5, 25, 100, most))
    return HALF_DOLLAR * rng.randint(1, 2 * min(ceiling, most))


def progressive_amount(rng: Random) -> int:
    """Mostly one or five dollars, the amounts that the books list."""
    return 100 * rng.choice((1, 1, 1, 5, 5, 2, 3, 10)) if happens(rng, 0.9) else amount(rng, 5)


def written(wagers: dict[str, int]) -> dict[str, str]:
    """Amounts as decimal strings."""
    return {name: money(stake) for name, stake in wagers.items()}


def random_cause(book: str, rng: Random) -> str | None:
    """One round in ten is void."""
    if not happens(rng, 0.1):
        return None
    causes = (*CAUSES, "shuffler_jam") if book in (MD, GALAXY) else CAUSES
    return rng.choice(causes)


def random_seats(rng: Random, positions: int) -> list[int]:
    """The seats in play, a full table more often than its share."""
    count = positions if happens(rng, 0.25) else rng.randint(1, positions)
    return sorted(rng.sample(range(1, positions + 1), count))


def schemes_to_try(rng: Random) -> int:
    """How many rare hands to arrange: none in one round of four."""
    return rng.choice((0, 0, 1, 1, 2, 3, 5, 8))


def text(cards: list[str], ten: str) -> str:
    """Cards as written, with either way of writing a ten."""
    return " ".join(cards).replace("T", ten)


# --- Heads-Up Hold'em ------------------------------------------------------------------------------


def holdem_wagers(book: str, rng: Random) -> dict[str, int]:
    """Ante and odds, equal, and any side wagers of the book."""
    ante = amount(rng, 500)
    wagers = {"ante": ante, "odds": ante}
    if happens(rng, 0.6):
        wagers["trips_plus"] = amount(rng, 100)
    if happens(rng, 0.6):
        wagers["pocket_bonus"] = amount(rng, 100)
    if book == GALAXY and happens(rng, 0.6):
        wagers["all6"] = amount(rng, 100)
    if book != MA and happens(rng, 0.7):
        wagers["progressive"] = progressive_amount(rng)
    return wagers


def holdem_seat(book: str, number: int, cause: str | None, rng: Random) -> Seat:
    """A seat that folded or raised one to three times the ante; undecided only when the round is void."""
    wagers = holdem_wagers(book, rng)
    seat: Seat = {"seat": number}
    decision = rng.choice(("fold", "raise", "raise", "raise") if cause is None else ("fold", "raise", "none"))
    if decision == "fold":
        seat["folded"] = True
    elif happens(rng, 0.3):
        seat["folded"] = False
    if decision == "raise":
        wagers["raise"] = rng.choice((1, 2, 3)) * wagers["ante"]
    if happens(rng, 0.2):
        seat["player"] = NAMES[number - 1]
    seat["wagers"] = written(wagers)
    return seat


def holdem_hand(book: str, choices: Choices, rng: Random) -> Hand:
    """A round of hold'em."""
    cause = random_cause(book, rng)
    seats = [holdem_seat(book, number, cause, rng) for number in random_seats(rng, HOLDEM_POSITIONS)]
    places = {"flop": 3, "late": 2, "dealer": 2} | {f"seat {seat['seat']}": 2 for seat in seats}
    schemes = HOLDEM_SCHEMES
    if book == GALAXY:
        places["all6"] = 4
        schemes = HOLDEM_SCHEMES + 3 * ALL6_SCHEMES
    cards = rigged_deal(rng, places, schemes, schemes_to_try(rng))
    cards["board"] = cards.pop("flop") + cards.pop("late")
    if cause == "face_up_cards" and happens(rng, 0.5):
        lose_holdem_cards(seats, cards, rng)
    ten = "10" if happens(rng, 0.1) else "T"
    for seat in seats:
        put_cards(seat, "hole", cards[f"seat {seat['seat']}"], ten)
    hand: Hand = {"seats": seats} if cause is None else {"seats": seats, "void": cause}
    put_cards(hand, "board", cards["board"], ten)
    put_cards(hand, "dealer", cards["dealer"], ten)
    if book == GALAXY and (has_wager(seats, "all6") or happens(rng, 0.5)):
        put_cards(hand, "all6_cards", cards["all6"], ten)
    elif happens(rng, 0.3):
        hand["all6_cards"] = None
    return finish_hand(hand, book, choices, rng)


def lose_holdem_cards(seats: list[Seat], cards: Plan, rng: Random) -> None:
    """Dealing stopped: before the board was complete, or before everyone had two cards and could decide."""
    cards["board"] = cards["board"][: rng.choice((0, 0, 3))]
    if happens(rng, 0.5):
        return
    cards["board"] = []
    cards["dealer"] = cards["dealer"][: rng.choice((0, 1))]
    for seat in seats:
        seat.pop("folded", None)
        seat["wagers"].pop("raise", None)
    for seat in rng.sample(seats, rng.randint(0, len(seats))):
        place = f"seat {seat['seat']}"
        cards[place] = cards[place][: rng.choice((0, 1))]


# --- Four Card Poker -------------------------------------------------------------------------------


def four_card_wagers(rng: Random) -> dict[str, int]:
    """An ante, an aces up or both; the six card bonus only with both."""
    main = rng.choice((("ante",), ("aces_up",), ("ante", "aces_up"), ("ante", "aces_up")))
    wagers = {}
    if "ante" in main:
        wagers["ante"] = amount(rng, 500)
    if "aces_up" in main:
        wagers["aces_up"] = amount(rng, 100)
    if len(main) == 2 and happens(rng, 0.8):
        wagers["six_card_bonus"] = amount(rng, 100)
    if happens(rng, 0.75):
        wagers["progressive"] = progressive_amount(rng)
    return wagers


def play_amount(ante: int, rng: Random) -> int:
    """One to three times the ante, by half dollars."""
    if happens(rng, 0.5):
        return ante * rng.choice((1, 2, 3))
    return HALF_DOLLAR * rng.randint(ante // HALF_DOLLAR, 3 * ante // HALF_DOLLAR)


def four_card_seat(number: int, cause: str | None, rng: Random) -> Seat:
    """A seat that played or folded; aces up alone asks for no decision."""
    wagers = four_card_wagers(rng)
    seat: Seat = {"seat": number}
    decisions = ("fold", "play", "play", "play") if cause is None else ("fold", "play", "none")
    decision = rng.choice(decisions) if "ante" in wagers else "none"
    if decision == "fold":
        seat["folded"] = True
    if decision == "play":
        wagers["play"] = play_amount(wagers["ante"], rng)
    seat["wagers"] = written(wagers)
    return seat


def name_players(seats: list[Seat], rng: Random) -> None:
    """Some players take up to three adjacent boxes; others are named or not."""
    names = list(NAMES)
    rng.shuffle(names)
    left = list(seats)
    while left:
        box = left.pop(0)
        boxes = [box]
        wanted = rng.choice((1, 1, 2, MOST_BOXES))
        while left and len(boxes) < wanted and left[0]["seat"] == boxes[-1]["seat"] + 1:
            boxes.append(left.pop(0))
        if len(boxes) > 1 or happens(rng, 0.3):
            name = names.pop()
            for each in boxes:
                each["player"] = name


def four_card_hand(choices: Choices, rng: Random) -> Hand:
    """A round of Four Card Poker."""
    cause = random_cause(FOUR, rng)
    seats = [four_card_seat(number, cause, rng) for number in random_seats(rng, FOUR_CARD_POSITIONS)]
    name_players(seats, rng)
    places = {"dealer": 6, "bonus": 1} | {f"seat {seat['seat']}": 5 for seat in seats}
    cards = rigged_deal(rng, places, FOUR_CARD_SCHEMES, schemes_to_try(rng))
    if cause == "face_up_cards" and happens(rng, 0.5):
        lose_four_card_cards(seats, cards, rng)
    ten = "10" if happens(rng, 0.1) else "T"
    for seat in seats:
        put_cards(seat, "cards", cards[f"seat {seat['seat']}"], ten)
    hand: Hand = {"seats": seats} if cause is None else {"seats": seats, "void": cause}
    put_cards(hand, "dealer", cards["dealer"], ten)
    if has_wager(seats, "six_card_bonus") or happens(rng, 0.5):
        put_cards(hand, "bonus_card", cards["bonus"], ten)
    return finish_hand(hand, FOUR, choices, rng)


def lose_four_card_cards(seats: list[Seat], cards: Plan, rng: Random) -> None:
    """Dealing stopped before anyone could decide."""
    cards["dealer"] = cards["dealer"][: rng.randrange(6)]
    for seat in seats:
        seat.pop("folded", None)
        seat["wagers"].pop("play", None)
        place = f"seat {seat['seat']}"
        cards[place] = cards[place][: rng.randrange(6)]


# --- Both ------------------------------------------------------------------------------------------


def has_wager(seats: list[Seat], name: str) -> bool:
    """Whether anyone made this wager."""
    return any(name in seat["wagers"] for seat in seats)


def put_cards(target: dict[str, Any], key: str, cards: list[str], ten: str) -> None:
    """Write cards under their key; where there are none the key is left out."""
    if cards:
        target[key] = text(cards, ten)


def finish_hand(hand: Hand, book: str, choices: Choices, rng: Random) -> Hand:
    """Add the meters, and list the seats in any order."""
    seats = hand["seats"]
    if has_wager(seats, "progressive") or ("progressive" in PAYTABLES[book] and happens(rng, 0.5)):
        hand["meters"] = random_meters(book, choices, rng)
    if happens(rng, 0.2):
        rng.shuffle(seats)
    return hand
