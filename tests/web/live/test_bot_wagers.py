"""What bots wager: the main wagers always, side wagers in a mix that follows from the round's commitment."""

import pytest

from pitbook.pit.bot_wagers import bot_wagers
from pitbook.pit.bot_wagers import least_wagers as all_at_least
from pitbook.rulebooks import load_book
from pitbook.settlement.wagers import wager_problems
from pitbook.submission import HouseRules, house_rules, stock_submission
from pitbook.web.live.bots import NAMES, bot_name
from web.running import EVERY_BOOK, Served, least_wagers

ROUNDS = 200
BOTS = ("Ada~exact~bot", "Ben~simple~bot", "Clara~simple~bot")
MAIN = {
    "md-four-card-poker": {"ante"},
    "three-card-poker": {"ante"},
    "let-it-ride": {"bet_1", "bet_2", "bet_3"},
    "ultimate-texas-holdem": {"ante", "blind"},
}
"""What is always wagered; in the other books the ante and the odds wager."""


def _rules(book: str) -> HouseRules:
    return house_rules(stock_submission(load_book(book)))


@pytest.mark.parametrize("book", EVERY_BOOK)
def test_side_wagers_are_a_mix(book: str) -> None:
    rules = _rules(book)
    least = all_at_least(rules)
    main = MAIN.get(book, {"ante", "odds"})
    often: dict[tuple[str, str], int] = {}
    for number in range(ROUNDS):
        for bot in BOTS:
            wagers = bot_wagers(rules, f"{number:064x}", bot)
            assert main <= set(wagers)
            assert wagers == {name: least[name] for name in wagers}
            assert not list(wager_problems(rules, wagers))
            for side in set(wagers) - main:
                often[bot, side] = often.get((bot, side), 0) + 1
    sides = set(least) - main
    assert sides
    assert set(often) == {(bot, side) for bot in BOTS for side in sides}
    # A quarter to three quarters of 200, and more than four standard deviations on either side.
    assert all(22 <= count <= 178 for count in often.values())
    assert len({round(count / ROUNDS * 4) for count in often.values()}) > 1


def test_the_mix_is_the_one_of_the_commitment(server: Served) -> None:
    ann = server.client()
    table = ann.open("md-heads-up-holdem", bots=[{"plays": "simple"}] * 3, seat=4)
    rules = _rules("md-heads-up-holdem")
    with ann.live(table) as live:
        live.until(lambda view: view["wagering"]["open"])
        live.do("ready", seat=4, wagers=least_wagers(live.view))
        dealt = live.until(lambda view: view["round"] and view["round"]["no_more_bets"])["round"]
    for seat, bot in enumerate(("Ada~simple~bot", "Ben~simple~bot", "Clara~simple~bot"), 1):
        wagered = {
            name: round(float(amount) * 100)
            for name, amount in dealt["seats"][str(seat)]["wagers"].items()
            if name != rules.book.flow.wager
        }
        assert wagered == bot_wagers(rules, dealt["commitment"], bot)


def test_nobody_at_a_table_shares_a_bots_name() -> None:
    rules = _rules("md-four-card-poker")
    assert len(NAMES) == len(set(NAMES)) > rules.positions
    assert bot_name("simple", rules, ["Ada~" + "0" * 32, "Ben~exact~bot"]) == "Clara~simple~bot"
