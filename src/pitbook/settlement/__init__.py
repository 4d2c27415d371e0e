"""Settlement: rules, cards, wagers, decisions and meters in; ordered lines out, each with reason and clauses."""

from pitbook.rulebooks.models import Reason
from pitbook.settlement.classify import HandComparison, HandOutcome, classify, name_of
from pitbook.settlement.dealt_round import DealtRound, Seat
from pitbook.settlement.hand_file import read_hand_file, read_round
from pitbook.settlement.lines import Result, SettlementLine
from pitbook.settlement.pay import pay
from pitbook.settlement.settle import Settlement, settle

__all__ = [
    "DealtRound",
    "HandComparison",
    "HandOutcome",
    "Reason",
    "Result",
    "Seat",
    "Settlement",
    "SettlementLine",
    "classify",
    "name_of",
    "pay",
    "read_hand_file",
    "read_round",
    "settle",
]
