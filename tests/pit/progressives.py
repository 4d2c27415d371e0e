"""Tables of the pit that share a meter, with decks that win all of it, a tenth of it, or nothing."""

from typing import Any

from pitbook.ledger import Store
from pitbook.meters import Meter
from pitbook.pit import Pit
from pitbook.table import ALL, State
from pitbook.table import commands as c
from pitbook.table.events import AwardTaken
from table.play import FOUR, GALAXY, MD, rules_of, stacked

FLOOR = c.floorperson("Ada")
LINK = "bank"
BY_HAND = ALL - {"validate_progressive", "pay_progressive"}
"""The table does everything by itself but validate and pay awards."""
_EXTRA = {MD: "", GALAXY: "3c 5h 8s 8h", FOUR: "9c"}
_DEALER = {MD: "5c 6c", GALAXY: "5c 6c", FOUR: "Kd Ks 7c 5h 3d 2s"}
_HANDS: dict[str, tuple[list[str], list[str], str]] = {
    # what is won: the hands of a hold'em table, of a Four Card table, and the board
    "whole": (["As Ks", "2h 3d"], ["Ah Ad Ac As 4s", "Qh 8d 7s 4c 2d"], "Qs Js Ts 2c 2d"),
    "tenth": (["2h 3d", "4d 7d"], [], "Ah Kh Qh Jh Th"),
    "nothing": (["9h 4d", "Jc Td"], ["Ah Jd 9h 6d 4s", "Qh 8d 7s 4c 2d"], "9s 4c 7h 2c Kd"),
}


def deck_for(book: str, what: str, seats: int = 1) -> str:
    """A deck by which seat 1 wins the whole meter, every seat a tenth of it (the board is a royal flush), or none."""
    holdem, four_card, board = _HANDS[what]
    hands = (four_card if book == FOUR else holdem)[:seats]
    return stacked(rules_of(book), hands, _DEALER[book], "" if book == FOUR else board, _EXTRA[book])


def open_tables(store: Store, *books: str, seats: int = 1) -> Pit:
    """Tables T1, T2, ... of these books on one meter, with players seated."""
    pit = Pit(store, automations=BY_HAND)
    for number, book in enumerate(books, 1):
        sits = tuple(c.Sit(player(seat), seat, 1000_00) for seat in range(1, seats + 1))
        pit.open_table(f"T{number}", rules_of(book), FLOOR, meters=LINK, source="scripted", then=sits)
    return pit


def player(seat: int) -> c.Actor:
    return c.player(f"player {seat}")


def bet(pit: Pit, table: str, what: str) -> None:
    """Every seat wagers and the round is dealt: the contributions are made, the decisions are to come."""
    state = pit.state(table)
    book = _book(state)
    main = {"ante": 10_00} if book == FOUR else {"ante": 10_00, "odds": 10_00}
    for seat in sorted(state.seats):
        pit.handle(table, c.PlaceWagers(player(seat), seat, main | {"progressive": 1_00}))
    pit.handle(table, c.DealRound(c.dealer()), deck=deck_for(book, what, len(state.seats)))


def decide(pit: Pit, table: str) -> None:
    """Every seat wagers the most at once, and the table goes on until an award has to be validated."""
    while (state := pit.state(table)).agenda[0].do == "decide":
        assert state.rules is not None
        assert state.round is not None
        verb, seat = state.rules.book.flow.wager, state.round.to_act[0]
        pit.handle(table, c.Decide(player(seat), seat, verb, state.rules.streets[0].multiples[-1] * 10_00))


def win(pit: Pit, table: str, what: str = "whole") -> None:
    """A round whose award waits for the floorperson's validation."""
    bet(pit, table, what)
    decide(pit, table)
    assert pit.state(table).agenda[0].do == "validate_progressive"


def take_turn(pit: Pit, table: str, **how: Any) -> int:
    """The floorperson validates, the dealer pays: what the award is, in cents."""
    pit.handle(table, c.Do(FLOOR, "validate_progressive"))
    outcome = pit.handle(table, c.Do(c.dealer(), "pay_progressive"), **how)
    [amount] = [event.amount for event in outcome.events if isinstance(event, AwardTaken)]
    finish(pit, table)
    return amount


def finish(pit: Pit, table: str) -> None:
    """Paperwork, where there is any."""
    if pit.state(table).agenda[0].do == "complete_paperwork":
        pit.handle(table, c.Do(FLOOR, "complete_paperwork"))


def meter(pit: Pit) -> Meter:
    return pit.meters("T1")["progressive"]


def _book(state: State) -> str:
    assert state.rules is not None
    return state.rules.book.id
