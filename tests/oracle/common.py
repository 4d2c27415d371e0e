"""What both games share: money, lines, meters, the progressive, envy, the payout limit and the totals."""

from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache
from math import ceil
from typing import Any

from .paytables import MINIMUM_RESETS, PAYTABLES, Dollars, For, Pay, Share, Table, To, chosen_id

Line = dict[str, Any]
Choices = dict[str, Any]
Hand = dict[str, Any]
Seat = dict[str, Any]
Answer = dict[str, Any]

DEFAULT_OPTIONS = {
    "progressive_survives_fold": True,
    "flopped_royal_is_flopped_straight_flush": True,
    "trips_plus_before_main": False,
    "trips_survives_fold": True,
    "pair_plus_survives_fold": True,
}


# --- Money -----------------------------------------------------------------------------------------


@lru_cache(maxsize=10_000)
def money(cents: int) -> str:
    """Dollars and cents, two decimals."""
    dollars, rest = divmod(abs(cents), 100)
    return f"{'-' if cents < 0 else ''}{dollars}.{rest:02d}"


@lru_cache(maxsize=10_000)
def cents_of(text: str) -> int:
    """An amount as it is written, in cents."""
    cents = Fraction(text) * 100
    assert cents.denominator == 1, text
    return int(cents)


def in_whole_cents(cents: int, units: int, each: int) -> int:
    """So many units for each unit wagered; a payout finer than a cent would be a mistake."""
    assert cents * units % each == 0, (cents, units, each)
    return cents * units // each


def exact(amount: Fraction) -> str:
    """A meter: at least two decimals, and as many as it needs."""
    decimals = 2
    while (amount * 10**decimals).denominator != 1:
        decimals += 1
        assert decimals < 100, amount
    whole, rest = divmod((amount * 10**decimals).numerator, 10**decimals)
    return f"{whole}.{rest:0{decimals}d}"


def up_to_the_cent(amount: Fraction) -> int:
    """A meter's dollars in cents, fractions of a cent rounded in the player's favour."""
    return ceil(amount * 100)


def pays_text(pay: Pay) -> str:
    """What a row pays, in words."""
    match pay:
        case To(units, each):
            return f"{units:,} to {each}"
        case For(units):
            return f"{units:,} for 1"
        case Dollars(amount):
            return f"${amount:,}"
        case Share(percent, "progressive"):
            return f"{percent}% of meter"
        case Share(percent, meter):
            return f"{percent}% of {meter}"


# --- Choices ---------------------------------------------------------------------------------------


def option(choices: Choices, name: str) -> bool:
    """An option as chosen, or its default."""
    return bool((choices.get("options") or {}).get(name, DEFAULT_OPTIONS[name]))


def payout_limit(choices: Choices) -> int | None:
    """The most a player may win in one round, if the house set such a limit."""
    limit = choices.get("payout_limit")
    return None if limit is None else cents_of(limit)


# --- Seats -----------------------------------------------------------------------------------------


def folded(seat: Seat) -> bool:
    """Whether the player gave up this hand."""
    return bool(seat.get("folded"))


def wager(seat: Seat, name: str) -> int:
    """The cents wagered, nothing if the wager was not made."""
    return cents_of((seat.get("wagers") or {}).get(name) or "0")


def player(seat: Seat) -> tuple[str, str]:
    """Who plays this box; unnamed boxes are each someone else's."""
    name = seat.get("player")
    return ("seat", str(seat["seat"])) if name is None else ("player", str(name))


def from_the_dealers_right(seats: list[Seat]) -> list[Seat]:
    """Settlement starts at the highest seat number."""
    return sorted(seats, key=lambda seat: int(seat["seat"]), reverse=True)


# --- Lines -----------------------------------------------------------------------------------------


def line(
    seat: Seat,
    name: str,
    result: str,
    reason: str,
    *,
    stake: int = 0,
    hand: str | None = None,
    pays: str | None = None,
    payout: int = 0,
    returned: int = 0,
) -> Line:
    """One line of the settlement."""
    return {
        "seat": seat["seat"],
        "wager": name,
        "stake": money(stake),
        "result": result,
        "reason": reason,
        "hand": hand,
        "pays": pays,
        "payout": money(payout),
        "returned": money(returned),
        "clauses": [],
    }


def lost(seat: Seat, name: str, reason: str, hand: str | None) -> Line:
    """The house takes the wager."""
    return line(seat, name, "lose", reason, stake=wager(seat, name), hand=hand)


def forfeited(seat: Seat, name: str) -> Line:
    """The player gave the wager up by folding."""
    return line(seat, name, "forfeit", "folded", stake=wager(seat, name))


def pushed(seat: Seat, name: str, reason: str, hand: str) -> Line:
    """The player takes the wager back."""
    stake = wager(seat, name)
    return line(seat, name, "push", reason, stake=stake, hand=hand, returned=stake)


def voided(seat: Seat, name: str, cause: str) -> Line:
    """The wager goes back because the round does not count."""
    stake = wager(seat, name)
    return line(seat, name, "void", cause, stake=stake, returned=stake)


def won(seat: Seat, name: str, reason: str, hand: str, pay: Pay) -> Line:
    """The wager is paid on top of itself: at odds, or by a fixed sum that does not depend on it."""
    stake = wager(seat, name)
    if isinstance(pay, To):
        winnings = in_whole_cents(stake, pay.units, pay.each)
    else:
        assert isinstance(pay, Dollars), pay
        winnings = 100 * pay.amount
    return line(
        seat,
        name,
        "win",
        reason,
        stake=stake,
        hand=hand,
        pays=pays_text(pay),
        payout=winnings,
        returned=winnings + stake,
    )


def against_table(seat: Seat, name: str, table: Table, row: str | None, category: str | None) -> Line:
    """A wager against a paytable: paid when the table has the row, lost otherwise."""
    if row is not None and row in table:
        return won(seat, name, "qualifying_hand", row, table[row])
    return lost(seat, name, "no_qualifying_hand", category)


# --- Meters and the progressive --------------------------------------------------------------------


class Meters:
    """The progressive meters of the table, as settlement finds and leaves them."""

    def __init__(self, book: str, choices: Choices, hand: Hand) -> None:
        """Take the readings of the hand, and the reset amounts from the choices or the book's minimum."""
        self.readings: dict[str, Fraction] = {}
        self.resets: dict[str, Fraction] = {}
        if "progressive" not in PAYTABLES.get(book, {}):
            return
        given = hand.get("meters") or {}
        filed = choices.get("meters") or {}
        for name, minimum in MINIMUM_RESETS[book][chosen_id(book, choices, "progressive")].items():
            self.resets[name] = Fraction((filed.get(name) or {}).get("reset") or minimum)
            if name in given:
                self.readings[name] = Fraction(given[name])

    def texts(self) -> dict[str, str]:
        """The readings as written in the answer."""
        return {name: exact(reading) for name, reading in self.readings.items()}

    def take(self, share: Share) -> int:
        """Pay a share: the whole puts the meter back to its reset amount, a part leaves the rest standing."""
        before = self.readings[share.meter]
        part = before * share.percent / 100
        self.readings[share.meter] = self.resets[share.meter] if share.percent == 100 else before - part
        return up_to_the_cent(part)


def progressive_line(seat: Seat, table: Table, row: str | None, category: str, meters: Meters) -> Line:
    """The progressive: its award takes the stake; fixed awards grow with the wager, meter shares don't."""
    name = "progressive"
    if row is None or row not in table:
        return lost(seat, name, "no_qualifying_hand", category)
    pay = table[row]
    moved: dict[str, str] = {}
    if isinstance(pay, Share):
        before = meters.readings[pay.meter]
        award = meters.take(pay)
        moved = {
            "meter": pay.meter,
            "meter_before": exact(before),
            "meter_after": exact(meters.readings[pay.meter]),
        }
    elif isinstance(pay, For):
        award = pay.units * wager(seat, name)
    else:
        assert isinstance(pay, Dollars), pay
        award = pay.amount * wager(seat, name)
    paid = line(
        seat,
        name,
        "win",
        "qualifying_hand",
        stake=wager(seat, name),
        hand=row,
        pays=pays_text(pay),
        payout=award,
        returned=award,
    )
    return paid | moved


def envy_lines(
    holder: Seat,
    seats: list[Seat],
    row: str,
    listed: Callable[[int], tuple[int, int]],
) -> list[Line]:
    """Every box with a progressive wager of any other player is paid for the holder's hand.

    `listed` gives, for a wager, the amount that the table lists and the amount that is paid.
    """
    lines = []
    for seat in from_the_dealers_right(seats):
        stake = wager(seat, "progressive")
        if player(seat) == player(holder) or not stake:
            continue
        shown, amount = listed(stake)
        lines.append(
            line(
                seat,
                "envy",
                "win",
                "envy_qualifying_hand",
                hand=row,
                pays=pays_text(Dollars(shown)),
                payout=amount,
                returned=amount,
            )
        )
    return lines


# --- Putting the answer together -------------------------------------------------------------------


class Block:
    """The lines that stand at one seat's turn: those the payout limit counts, then those it doesn't."""

    def __init__(self, seat: Seat) -> None:
        """Begin with no lines."""
        self.seat = seat
        self.capped: list[Line] = []
        self.uncapped: list[Line] = []


def cut_to_limit(blocks: list[Block], limit: int | None) -> None:
    """One line per player takes back what the wins of all the player's boxes exceed the limit by."""
    if limit is None:
        return
    for person in {player(block.seat) for block in blocks}:
        own = [block for block in blocks if player(block.seat) == person]
        winnings = sum(cents_of(each["payout"]) for block in own for each in block.capped if each["result"] == "win")
        if winnings > limit:
            cut = limit - winnings
            last = own[-1]
            last.capped.append(line(last.seat, "payout_limit", "adjust", "payout_limit", payout=cut, returned=cut))


def answer(blocks: list[Block], limit: int | None, meters: Meters) -> Answer:
    """The lines in order, each seat's totals, the meters."""
    cut_to_limit(blocks, limit)
    lines = [each for block in blocks for each in block.capped + block.uncapped]
    totals = {}
    for block in blocks:
        number = block.seat["seat"]
        own = [each for each in lines if each["seat"] == number]
        wagered = sum(cents_of(each["stake"]) for each in own)
        returned = sum(cents_of(each["returned"]) for each in own)
        totals[str(number)] = {
            "wagered": money(wagered),
            "returned": money(returned),
            "net": money(returned - wagered),
        }
    return {"lines": lines, "totals": totals, "meters": meters.texts()}
