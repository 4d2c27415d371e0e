"""What holds for every settlement, whatever the cards."""

import json
import random
from collections import Counter
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from oracle.rounds import random_round
from pitbook.cards import DECK, Card, FiveCard, best_five_card_hand, parse_cards
from pitbook.money import parse_cents, parse_exact
from pitbook.rulebooks import book_ids, load_book
from pitbook.settlement import Result, Settlement, SettlementLine, read_round, settle
from pitbook.submission import HouseRules, load_target
from settlement.choices import rules_of

seeds = st.integers(0, 2**32 - 1)
books = st.sampled_from(book_ids())
quick = settings(max_examples=150, deadline=None)


def _random(book_id: str, seed: int) -> tuple[HouseRules, dict[str, Any], Settlement]:
    choices, hand = random_round(book_id, random.Random(seed))
    if load_book(book_id).payout_limit is None:
        choices["payout_limit"] = None
    rules = rules_of(book_id, choices)
    return rules, hand, settle(rules, read_round(rules, hand))


@quick
@given(books, seeds)
def test_every_wager_is_settled_once_and_totals_add_up(book_id: str, seed: int) -> None:
    _, hand, settlement = _random(book_id, seed)
    placed = Counter((seat["seat"], name) for seat in hand["seats"] for name in seat["wagers"])
    settled = Counter((line.seat, line.wager) for line in settlement.lines if line.stake)
    assert settled == placed
    for seat in hand["seats"]:
        wagered, returned = settlement.totals()[seat["seat"]]
        assert wagered == sum(parse_cents(amount) for amount in seat["wagers"].values())
        assert returned == sum(line.returned for line in settlement.lines if line.seat == seat["seat"])


@quick
@given(books, seeds)
def test_money_is_conserved_between_players_house_and_meters(book_id: str, seed: int) -> None:
    """What players get beyond their stakes comes from the house or out of a meter, to the last fraction of a cent."""
    rules, hand, settlement = _random(book_id, seed)
    meters = {name: parse_exact(text) for name, text in (hand.get("meters") or {}).items()}
    house = Fraction(0)
    players = Fraction(0)
    started = sum(meters.values(), Fraction(0))
    for line in settlement.lines:
        players += Fraction(line.returned - line.stake, 100)
        paid_by_meter = Fraction(0)
        if line.meter is not None:
            assert line.meter_before is not None
            assert line.meter_after is not None
            assert meters[line.meter] == line.meter_before
            reset = Fraction(rules.meters[line.meter].reset, 100)
            whole = str(line.pays).startswith("100%")
            paid_by_meter = line.meter_before if whole else line.meter_before - line.meter_after
            assert not whole or line.meter_after == reset
            assert 0 <= Fraction(line.payout, 100) - paid_by_meter < Fraction(1, 100)
            house -= reset if whole else 0
            meters[line.meter] = line.meter_after
        house += Fraction(line.stake - line.returned, 100) + paid_by_meter
    assert meters == dict(settlement.meters)
    assert players + house + sum(meters.values(), Fraction(0)) - started == 0


@quick
@given(books, seeds)
def test_no_line_returns_less_than_nothing(book_id: str, seed: int) -> None:
    _, _, settlement = _random(book_id, seed)
    for line in settlement.lines:
        if line.result is Result.ADJUST:
            assert line.payout == line.returned < 0
        else:
            assert line.returned >= line.payout >= 0
        if line.result in (Result.PUSH, Result.VOID):
            assert (line.payout, line.returned) == (0, line.stake)
        if line.result in (Result.LOSE, Result.FORFEIT):
            assert line.returned == 0
        assert line.clauses or settlement.readings(line)


def _one_seat(hole: tuple[Card, ...], rest: list[Card]) -> dict[str, SettlementLine]:
    """A round of one seat with ante, odds and raise; the board and the dealer's cards come from the rest."""
    rules = load_target("md-heads-up-holdem")
    hand = {
        "board": " ".join(map(str, rest[:5])),
        "dealer": " ".join(map(str, rest[5:7])),
        "seats": [
            {
                "seat": 1,
                "hole": " ".join(map(str, hole)),
                "wagers": {"ante": "10.00", "odds": "10.00", "raise": "30.00"},
            }
        ],
    }
    return {line.wager: line for line in settle(rules, read_round(rules, hand)).lines}


@settings(max_examples=300, deadline=None)
@given(st.permutations(DECK).map(lambda deck: deck[:11]))
def test_a_better_hand_never_returns_less_from_ante_and_raise(cards: list[Card]) -> None:
    """And from the odds wager neither, among hands that win, and among hands that lose."""
    first, second, rest = tuple(cards[7:9]), tuple(cards[9:11]), cards[:7]
    holes = sorted((first, second), key=lambda hole: best_five_card_hand((*hole, *rest[:5])).strength)
    worse, better = (_one_seat(hole, rest) for hole in holes)
    for wager in ("ante", "raise"):
        assert worse[wager].returned <= better[wager].returned
    if worse["raise"].result == better["raise"].result:
        assert worse["odds"].returned <= better["odds"].returned


def test_the_bad_beat_is_where_a_better_hand_returns_less_from_the_odds_wager() -> None:
    """A straight that loses to a flush is paid 5 to 1; three of a kind that wins only pushes."""
    rest = list(parse_cards("9h 8h 7h 2c 3d Ah Kh"))
    beaten = _one_seat(parse_cards("Jc Td"), rest)
    assert best_five_card_hand("Jc Td 9h 8h 7h 2c 3d").category is FiveCard.STRAIGHT
    assert (beaten["odds"].reason, beaten["odds"].returned) == ("bad_beat", 6000)
    winning = _one_seat(parse_cards("Jh Th"), rest)
    assert best_five_card_hand("Jh Th 9h 8h 7h 2c 3d").category is FiveCard.STRAIGHT_FLUSH
    assert (winning["odds"].reason, winning["odds"].returned) == ("beats_dealer", 51000)
    lower_win = _one_seat(parse_cards("2s 2d"), list(parse_cards("9h 8h 7c 2c 3d Ac Kd")))
    assert (lower_win["odds"].reason, lower_win["odds"].returned) == ("win_below_straight", 1000)
    assert lower_win["odds"].returned < beaten["odds"].returned


SUITS_NAMED = {"progressive": "s", "envy": "s", "all6": "d", "six_card_bonus": "d"}


def _with_suits(document: object, to: dict[str, str], key: str = "") -> object:
    if isinstance(document, dict):
        return {name: _with_suits(value, to, name) for name, value in document.items()}
    if isinstance(document, list):
        return [_with_suits(item, to, key) for item in document]
    if isinstance(document, str) and key in ("board", "dealer", "hole", "cards", "all6_cards", "bonus_card"):
        return " ".join(card[:-1] + to[card[-1]] for card in document.split())
    return document


@quick
@given(books, seeds, st.permutations("cdhs"))
def test_suits_are_equal_except_where_a_book_names_one(book_id: str, seed: int, order: list[str]) -> None:
    rules, hand, settlement = _random(book_id, seed)
    to = dict(zip("cdhs", order, strict=True))
    changed = settle(rules, read_round(rules, _with_suits(json.loads(json.dumps(hand)), to)))
    moved = {wager for wager, suit in SUITS_NAMED.items() if to[suit] != suit}
    touched = {"payout_limit"} if moved else set()

    def plain(lines: tuple[SettlementLine, ...]) -> list[SettlementLine]:
        return [line for line in lines if line.wager not in moved | touched]

    assert plain(changed.lines) == plain(settlement.lines)


@pytest.mark.parametrize("rounds", [120, pytest.param(400, marks=pytest.mark.prove)])
@pytest.mark.parametrize("book_id", book_ids())
def test_some_book_names_a_suit(book_id: str, rounds: int) -> None:
    """The control: where a suit is named, exchanging suits changes what is paid."""
    rng = random.Random(11)
    swap = {"s": "h", "h": "d", "d": "s", "c": "c"}
    changed = 0
    for _ in range(rounds):
        rules, hand, settlement = _random(book_id, rng.randrange(2**32))
        other = settle(rules, read_round(rules, _with_suits(json.loads(json.dumps(hand)), swap)))
        changed += other.lines != settlement.lines
    assert (changed > 0) == (book_id in ("md-heads-up-holdem", "galaxy-heads-up-holdem", "md-four-card-poker"))


@quick
@given(books, seeds)
def test_seats_influence_each_other_only_through_meters_and_envy(book_id: str, seed: int) -> None:
    rules, hand, settlement = _random(book_id, seed)
    if hand.get("void"):
        return
    shared = {"progressive", "envy", "payout_limit"}
    for seat in hand["seats"]:
        alone = settle(rules, read_round(rules, hand | {"seats": [seat]}))
        own = [line for line in settlement.lines if line.seat == seat["seat"] and line.wager not in shared]
        assert [line for line in alone.lines if line.wager not in shared] == own


@quick
@given(books, seeds)
def test_the_order_in_which_seats_are_given_does_not_matter(book_id: str, seed: int) -> None:
    rules, hand, settlement = _random(book_id, seed)
    turned = settle(rules, read_round(rules, hand | {"seats": hand["seats"][::-1]}))
    assert turned.lines == settlement.lines
