"""Whole blocks against the plain road: the same cards, decided by the policy and settled by settlement, one by one."""

from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from kinds import one_of_each_kind
from pitbook.cards import DECK, Card
from pitbook.cards.stream import draw_cards, new_stream
from pitbook.odds.families.own_dealer.plain import HandPolicy
from pitbook.odds.families.registry import family_of
from pitbook.odds.strategies import policy_of
from pitbook.rulebooks import book_ids
from pitbook.rulebooks.flow import Bet, Fold, Withdraw
from pitbook.rulebooks.pays import MeterShare
from pitbook.settlement import DealtRound, Seat, Settlement, settle
from pitbook.simulator.blocks import BLOCK, Game, Player, game_of
from pitbook.simulator.setup import default_wagers
from pitbook.simulator.totals import Shifts, Totals
from pitbook.strategy import published, short_names
from pitbook.submission import HouseRules, load_target

ROUNDS = 400
SEED = 2026


def _rules(book_id: str) -> HouseRules:
    """The stock rules with a payout limit that is often reached, where the book has one."""
    rules = load_target(book_id)
    return replace(rules, payout_limit=5_000 if rules.book.payout_limit else None)


def _players(rules: HouseRules) -> list[Player]:
    names = short_names(rules)
    simple = policy_of(rules, published(names.get("basic") or names["simple"]))
    other = family_of(rules).constant(rules)
    wagers = default_wagers(rules)
    main = {name: 1_000 for name in wagers if rules.book.flow.base in (name, rules.book.wager(name).equals)}
    seats = [Player(wagers, simple), Player(main, other), Player(wagers | main, simple)]
    for other_opening in (wager.name for wager in rules.wagers if wager.opens and wager.name != rules.book.flow.base):
        alone = {"progressive": 100} if rules.meters else {}
        seats.append(Player({other_opening: 500} | alone, simple))
    return seats


def _decided(
    rules: HouseRules, player: Player, own: list[Card], board: list[Card], dealer: list[Card]
) -> tuple[dict[str, int], bool]:
    """What is on the wagers after all decisions of the plain policy, and whether it folded."""
    wagers, base, folded = dict(player.wagers), rules.book.flow.base, False
    policy: Any = player.policy
    for street in rules.streets:
        if base not in wagers or folded or not street.asks(wagers):
            continue
        seen = [*board[: street.board], *dealer[len(dealer) - street.up :]]
        name = policy.action(own) if isinstance(policy, HandPolicy) else policy.action(own, seen)
        action = street.names[name]
        match street.offer(action.verb):
            case Bet() as bet:
                wagers[bet.wager] = (street.times(action) or 0) * wagers[base]
            case Withdraw() as taken:
                del wagers[taken.wager]
            case Fold():
                folded = True
    return wagers, folded


def _play_plainly(rules: HouseRules, players: list[Player], game: Game, rounds: int) -> list[Settlement]:
    """The rounds of the first block, dealt from the same stream, on the plain road."""
    book = rules.book
    stream, deck = new_stream(SEED, 0), np.arange(52)
    meters = {name: Fraction(terms.initial, 100) for name, terms in rules.meters.items()}
    settled = []
    for _ in range(rounds):
        draw_cards(stream, deck, game.extras + book.board + book.dealer.cards + book.player.cards * len(players))
        cards = iter([DECK[index] for index in deck.tolist()])
        extra, board, dealer = (
            [next(cards) for _ in range(number)] for number in (game.extras, book.board, book.dealer.cards)
        )
        seats = []
        for number, player in enumerate(players, 1):
            own = [next(cards) for _ in range(book.player.cards)]
            wagers, folded = _decided(rules, player, own, board, dealer)
            seats.append(Seat(number, str(number), tuple(own), wagers, folded=folded))
        stakes = sum(player.wagers.get("progressive", 0) for player in players)
        for name, terms in rules.meters.items():
            meters[name] += terms.rate * Fraction(stakes, 100)
        settlement = settle(rules, DealtRound(tuple(dealer), tuple(seats), tuple(board), tuple(extra), meters))
        meters = dict(settlement.meters)
        settled.append(settlement)
    return settled


class _Every(Shifts):
    """Remembers the win of every shift."""

    def __init__(self) -> None:
        super().__init__()
        self.wins: list[int] = []

    def add(self, wins: list[int]) -> None:
        super().add(wins)
        self.wins += wins


@pytest.mark.parametrize("book_id", one_of_each_kind(book_ids()))
def test_a_block_is_what_the_plain_road_gives(book_id: str) -> None:
    rules = _rules(book_id)
    players = _players(rules)
    game = game_of(rules, players, shift=1, session=25)
    settled = _play_plainly(rules, players, game, ROUNDS)
    totals = Totals(rules, game, bankroll=10_000)
    totals.shifts = every = _Every()
    totals.add(game.block(SEED, 0, ROUNDS))

    nets = [[back - wagered for _, (wagered, back) in sorted(one.totals().items())] for one in settled]
    assert every.wins == [-sum(line) for line in nets], "the win of the house in each round"
    for one in range(len(players)):
        assert totals.seat_net(one) == sum(line[one] for line in nets)
        for two in range(len(players)):
            assert totals.product(one, two) == sum(line[one] * line[two] for line in nets)
    for group, name in enumerate(wager.name for wager in totals.rates.wagers):
        per_round = [
            (
                sum(line.returned - line.stake for line in one.lines if line.wager == name),
                sum(seat.wagers.get(name, 0) for seat in one.seats),
            )
            for one in settled
        ]
        expected = [sum(net for net, _ in per_round), sum(wagered for _, wagered in per_round)]
        expected += [sum(net * net for net, _ in per_round), sum(net * wagered for net, wagered in per_round)]
        assert list(totals.group(group))[:4] == expected, name
    lines = [line for one in settled for line in one.lines]
    assert int(totals.tally.envy[:, 0].sum()) == sum(line.wager == "envy" for line in lines)
    assert int(totals.tally.limited[:, 1].sum()) == sum(line.returned for line in lines if line.wager == "payout_limit")
    shown = totals.meters.meters.readings()
    assert {name: shown[name] for name in rules.meters} == dict(settled[-1].meters)
    for seat, player in enumerate(players):
        assert int(totals.ruined[seat]) == _ruined([line[seat] for line in nets], 10_000, sum(player.wagers.values()))


def _ruined(nets: list[int], bankroll: int, need: int) -> int:
    """How many sessions of 25 rounds leave less than one more round needs, at some time."""
    ruined = 0
    for first in range(0, len(nets), 25):
        left, low = bankroll, bankroll
        for net in nets[first : first + 25]:
            left += net
            low = min(low, left)
        ruined += low < need
    return ruined


def _rich(rules: HouseRules) -> HouseRules:
    """The rules with a meter that pays a tenth of itself for hands that come often."""
    table = rules.tables["progressive"]
    rows = tuple(
        row.model_copy(update={"pays": MeterShare(Fraction(1, 10), "progressive")})
        if row.hand in ("flush", "full_house", "three_of_a_kind")
        else row
        for row in table.rows
    )
    return replace(rules, tables={**rules.tables, "progressive": table.model_copy(update={"rows": rows})})


@pytest.mark.parametrize("book_id", ["md-heads-up-holdem", "md-four-card-poker"])
def test_meters_that_pay_often_are_paid_line_by_line(book_id: str) -> None:
    """Many awards in one block, several in a round, at ends of shifts and sessions: all paid to the cent."""
    rules = _rich(load_target(book_id))
    players = _players(rules)
    game = game_of(rules, players, shift=1, session=25)
    settled = _play_plainly(rules, players, game, ROUNDS)
    totals = Totals(rules, game, bankroll=3_000)
    totals.shifts = every = _Every()
    totals.add(game.block(SEED, 0, ROUNDS))
    paid = [line for one in settled for line in one.lines if line.meter]
    assert len(paid) > 10
    nets = [[back - wagered for _, (wagered, back) in sorted(one.totals().items())] for one in settled]
    assert every.wins == [-sum(line) for line in nets]
    assert [totals.product(seat, 0) for seat in range(3)] == [
        sum(line[seat] * line[0] for line in nets) for seat in range(3)
    ]
    assert sum(hits.cents for hits in totals.meters.hits.values()) == sum(line.payout for line in paid)
    for name, shown in totals.meters.meters.readings().items():
        assert abs(shown - settled[-1].meters[name]) < Fraction(1, 10**38), "cut off at the fortieth decimal"
    for seat, player in enumerate(players):
        assert int(totals.ruined[seat]) == _ruined([line[seat] for line in nets], 3_000, sum(player.wagers.values()))


def test_blocks_are_put_together_in_order_and_shifts_go_on_over_their_borders() -> None:
    rules = load_target("md-heads-up-holdem")
    players = _players(rules)
    found = {}
    for shift in (1, 300):
        game = game_of(rules, players, shift=shift, session=shift)
        totals = Totals(rules, game, None)
        totals.shifts = every = _Every()
        blocks = [game.block(SEED, number, BLOCK) for number in range(2)]
        with pytest.raises(ValueError, match="does not follow"):
            totals.add(blocks[1])
        for block in blocks:
            totals.add(block)
        found[shift] = every.wins
    assert len(found[300]) == 2 * BLOCK // 300
    assert found[300] == [sum(found[1][300 * n : 300 * (n + 1)]) for n in range(len(found[300]))]
