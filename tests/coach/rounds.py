"""Rounds with chosen cards and decisions, on a ledger, for the coach to look at."""

from collections.abc import Mapping

from pitbook.coach.report import RoundOfPlayer
from pitbook.coach.sessions import Sessions
from pitbook.coach.table_history import PlayedRound, TableHistories
from pitbook.ledger import MemoryStore
from pitbook.pit import Pit
from pitbook.submission import HouseRules
from pitbook.table import commands as c
from table.play import MD, rules_of, stacked

FLOOR = c.floorperson("Ada")
ANN, BOB, BOT = "Ann~11111111", "Bob~22222222", "Ada~exact~bot"
ANTE = {"ante": 10_00, "odds": 10_00}


def is_person(player: str) -> bool:
    """As the server tells people from bots."""
    return not player.endswith("~bot")


class Dealt:
    """A table that is dealt by a script."""

    def __init__(self, book: str = MD, rules: HouseRules | None = None) -> None:
        self.rules = rules or rules_of(book)
        self.store = MemoryStore()
        self.pit = Pit(self.store)
        self.pit.open_table("T1", self.rules, FLOOR, source="scripted")
        self.histories = TableHistories(self.store, self.pit.library, is_person)

    def sit(self, *players: str) -> None:
        """Each takes the next position, with chips for many rounds."""
        for seat, name in enumerate(players, 1 + len(self.pit.state("T1").seats)):
            self.pit.handle("T1", c.Sit(c.player(name), seat, 10_000_00))

    def wager(self, wagers: Mapping[int, Mapping[str, int]], deck: str) -> None:
        """Place wagers by seat, and deal."""
        for seat, amounts in wagers.items():
            self.pit.handle("T1", c.PlaceWagers(self.player(seat), seat, amounts))
        self.pit.handle("T1", c.DealRound(c.dealer()), deck=deck)

    def player(self, seat: int) -> c.Actor:
        """Who sits there."""
        return c.player(self.pit.state("T1").seats[seat])

    def decide(self, seat: int, action: str, amount: int | None = None) -> None:
        """A decision of whoever sits there."""
        self.pit.handle("T1", c.Decide(self.player(seat), seat, action, amount))

    def play(self, hand: str, dealer: str, board: str, *decisions: tuple[str, int | None], ante: int = 10_00) -> None:
        """A round of seat 1 alone."""
        deck = stacked(self.rules, [hand], dealer, board)
        self.wager({1: {"ante": ante, "odds": ante}}, deck)
        for action, amount in decisions:
            self.decide(1, action, amount)

    @property
    def rounds(self) -> dict[str, PlayedRound]:
        """What the history has, in the order of play."""
        return {one.round: one for one in reversed(list(self.histories.newest("T1")))}

    def own(self, player: str) -> list[RoundOfPlayer]:
        """The rounds of a player, as a report counts them."""
        return Sessions(self.histories).newest(player, ["T1"]).rounds
