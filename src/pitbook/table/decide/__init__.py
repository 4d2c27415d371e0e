"""What follows from a command: events, or a refusal that leaves no trace. Deciding never changes the state."""

from collections.abc import Callable, Mapping
from typing import Any, Final

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

_DECIDERS: Final[Mapping[type[asked.Command], Callable[[State, Any, Context], tuple[TableEvent, ...]]]] = {
    asked.OpenTable: open_table,
    asked.Do: do,
    asked.DealRound: deal_round,
    asked.Sit: sit,
    asked.BuyIn: buy_in,
    asked.CashOut: cash_out,
    asked.Leave: leave,
    asked.RuleOnLeaving: rule_on_leaving,
    asked.PlaceWagers: place_wagers,
    asked.Acknowledge: acknowledge,
    asked.CommitSeed: commit_seed,
    asked.RevealSeed: reveal_seed,
    asked.GiveBeacon: give_beacon,
    asked.Decide: decide_seat,
    asked.OrderRecut: order_recut,
    asked.OrderReshuffle: order_reshuffle,
    asked.CallStubCount: call_stub_count,
    asked.ChangeDeck: change_deck,
    asked.AdoptRules: adopt_rules,
    asked.CorrectCards: correct_cards,
    asked.Report: report,
    asked.RestoreDevice: restore_device,
    asked.Rule: rule,
    asked.GoIdle: go_idle,
    asked.PlayerArrives: player_arrives,
    asked.CloseTable: close_table,
}


def decide(state: State, command: asked.Command, context: Context) -> tuple[TableEvent, ...]:
    """The events that a command leads to; RefusedError or MalformedError where it does not."""
    decider = _DECIDERS.get(type(command))
    if decider is None:
        raise MalformedError(Problem(f"{type(command).__name__} is not a command of a table"))
    if context.now.tzinfo is None:
        raise MalformedError(Problem("the time has no time zone", str(context.now)))
    return decider(state, command, context)
