"""What follows from a command: events, or a refusal that leaves no trace. Deciding never changes the state."""

from collections.abc import Callable, Mapping
from typing import Final, TypeVar, cast

from pitbook.problems import MalformedError, Problem
from pitbook.table import commands as asked
from pitbook.table.context import Context
from pitbook.table.decide.corrections import correct_cards
from pitbook.table.decide.decisions import decide_seat
from pitbook.table.decide.devices import adopt_rules, restore_device
from pitbook.table.decide.irregularities import report, rule
from pitbook.table.decide.seats import buy_in, cash_out, leave, rule_on_leaving, sit
from pitbook.table.decide.seeds import commit_seed, give_beacon, reveal_seed
from pitbook.table.decide.steps import deal_round, do
from pitbook.table.decide.table_and_decks import (
    call_stub_count,
    change_deck,
    close_table,
    go_idle,
    open_table,
    order_recut,
    order_reshuffle,
    player_arrives,
)
from pitbook.table.decide.wagers import acknowledge, place_wagers
from pitbook.table.event import TableEvent
from pitbook.table.state import State

C = TypeVar("C", bound=asked.Command)
Decider = Callable[[State, asked.Command, Context], tuple[TableEvent, ...]]


def _decides(
    kind: type[C], decider: Callable[[State, C, Context], tuple[TableEvent, ...]]
) -> tuple[type[asked.Command], Decider]:
    """A kind of command and its decider; the type check makes sure that they match."""
    return kind, cast("Decider", decider)


_DECIDERS: Final[Mapping[type[asked.Command], Decider]] = dict(
    (
        _decides(asked.OpenTable, open_table),
        _decides(asked.Do, do),
        _decides(asked.DealRound, deal_round),
        _decides(asked.Sit, sit),
        _decides(asked.BuyIn, buy_in),
        _decides(asked.CashOut, cash_out),
        _decides(asked.Leave, leave),
        _decides(asked.RuleOnLeaving, rule_on_leaving),
        _decides(asked.PlaceWagers, place_wagers),
        _decides(asked.Acknowledge, acknowledge),
        _decides(asked.CommitSeed, commit_seed),
        _decides(asked.RevealSeed, reveal_seed),
        _decides(asked.GiveBeacon, give_beacon),
        _decides(asked.Decide, decide_seat),
        _decides(asked.OrderRecut, order_recut),
        _decides(asked.OrderReshuffle, order_reshuffle),
        _decides(asked.CallStubCount, call_stub_count),
        _decides(asked.ChangeDeck, change_deck),
        _decides(asked.AdoptRules, adopt_rules),
        _decides(asked.CorrectCards, correct_cards),
        _decides(asked.Report, report),
        _decides(asked.RestoreDevice, restore_device),
        _decides(asked.Rule, rule),
        _decides(asked.GoIdle, go_idle),
        _decides(asked.PlayerArrives, player_arrives),
        _decides(asked.CloseTable, close_table),
    )
)


def decide(state: State, command: asked.Command, context: Context) -> tuple[TableEvent, ...]:
    """The events that a command leads to; a bad command raises RefusedError or MalformedError."""
    decider = _DECIDERS.get(type(command))
    if decider is None:
        raise MalformedError(Problem(f"{type(command).__name__} is not a command of a table"))
    if context.now.tzinfo is None:
        raise MalformedError(Problem("the time has no time zone", str(context.now)))
    return decider(state, command, context)
