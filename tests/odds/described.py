"""Three Card Poker and Let It Ride as descriptions alone, without a book's procedures: for proofs about the numbers."""

from dataclasses import replace
from functools import cache
from typing import Any

from pitbook.rulebooks.flow import Flow
from pitbook.rulebooks.hands import HandRule
from pitbook.rulebooks.models import DealerCards, Paytable, PaytableKind, PlayerCards, Wager
from pitbook.submission import HouseRules, load_target
from pitbook.submission.house_rules import Limits

CITED = {"clauses": ["1"]}


def _wager(name: str, cases: list[dict[str, Any]], **more: Any) -> Wager:
    return Wager.model_validate(
        {"name": name, "title": name, "cases": [CITED | case for case in cases], **CITED, **more}
    )


def _table(kind: str, rows: dict[str, str]) -> PaytableKind:
    table = {"id": "A", "evaluates": "player", "rows": [{"hand": hand, "pays": pays} for hand, pays in rows.items()]}
    return PaytableKind.model_validate({"name": kind, "title": kind, "tables": [table | CITED], **CITED})


def _house(
    book_id: str,
    player: int,
    dealer: DealerCards,
    board: int,
    hands: dict[str, dict[str, Any]],
    wagers: list[Wager],
    flow: list[dict[str, Any]],
    base: str,
    paytables: PaytableKind,
) -> HouseRules:
    stock = load_target("md-four-card-poker")
    update = {
        "id": book_id,
        "title": book_id,
        "player": PlayerCards.model_validate({"cards": player, **CITED}),
        "dealer": dealer,
        "board": board,
        "extra_cards": None,
        "hands": {name: HandRule.model_validate(hand) for name, hand in hands.items()},
        "wagers": tuple(wagers),
        "flow": Flow.model_validate({"base": base, "steps": flow}),
        "paytables": (paytables,),
        "envy": None,
        "options": (),
    }
    book = stock.book.model_copy(update=update)
    tables: dict[str, Paytable] = {paytables.name: paytables.tables[0]}
    limits = {wager.name: Limits(1000, 10000) for wager in wagers if not wager.decided and not wager.is_bonus}
    return replace(stock, book=book, wagers=tuple(wagers), tables=tables, meters={}, options={}, limits=limits)


@cache
def three_card() -> HouseRules:
    """Three Card Poker: ante, play, and a bonus on the ante."""
    against: list[dict[str, Any]] = [
        {"qualifies": False, "pays": "1 to 1"},
        {"result": "beats", "pays": "1 to 1"},
        {"result": "ties", "pays": "push"},
        {"result": "loses", "pays": "lose"},
    ]
    played = [{"qualifies": False, "pays": "push"}, *against[1:]]
    return _house(
        "three-cards",
        3,
        DealerCards.model_validate({"cards": 3, **CITED}),
        0,
        {
            "player": {"ranking": "three_card", "from": ["own"]},
            "dealer": {"ranking": "three_card", "from": ["dealer"], "qualifies": "queen high"},
        },
        [
            _wager("ante", [{"folded": True, "pays": "forfeit"}, *against], opens=True),
            _wager("play", played, decided=True),
            _wager("bonus", [{"made": ["ante", "play"], "table": "bonus"}, {"pays": "nothing"}], on="ante"),
        ],
        [
            {"do": "show", "own": 3},
            {
                "do": "decide",
                "name": "play",
                "title": "With your cards",
                "actions": [{"do": "bet", "wager": "play", "multiples": [1]}, {"do": "fold"}],
                **CITED,
            },
            {"do": "reveal", "dealer": 3},
        ],
        "ante",
        _table("bonus", {"straight_flush": "5 to 1", "three_of_a_kind": "4 to 1", "straight": "1 to 1"}),
    )


@cache
def let_it_ride(royal: int = 1000) -> HouseRules:
    """Let It Ride: three equal wagers, two of which may be withdrawn."""
    rows = {
        "royal_flush": f"{royal:,} to 1",
        "straight_flush": "200 to 1",
        "four_of_a_kind": "50 to 1",
        "full_house": "11 to 1",
        "flush": "8 to 1",
        "straight": "5 to 1",
        "three_of_a_kind": "3 to 1",
        "two_pairs": "2 to 1",
        "tens_or_better": "1 to 1",
    }
    cases = [{"table": "bets"}, {"pays": "lose"}]

    def decide(name: str, wager: str) -> dict[str, Any]:
        actions = [{"do": "check", "called": "ride"}, {"do": "withdraw", "wager": wager}]
        return {"do": "decide", "name": name, "title": name, "actions": actions, **CITED}

    return _house(
        "three-equal-bets",
        3,
        DealerCards(),
        2,
        {
            "player": {
                "ranking": "five_card",
                "from": ["own", "board"],
                "names": [{"name": "tens_or_better", "of": "pair", "when": [{"at_least": "pair of tens"}]}],
            }
        },
        [
            _wager("bet_1", cases, equals="dollar"),
            _wager("bet_2", cases, equals="dollar"),
            _wager("dollar", cases, opens=True),
        ],
        [
            {"do": "show", "own": 3},
            decide("first", "bet_1"),
            {"do": "reveal", "board": 1},
            decide("second", "bet_2"),
            {"do": "reveal", "board": 1},
        ],
        "dollar",
        _table("bets", rows),
    )
