"""Settlement: rules, cards, wagers, decisions and meters in; ordered lines out, each with reason and clauses."""

from pitbook.rulebooks.models import Reason
from pitbook.settlement.classify import Comparison, Outcome, classify, name_of
from pitbook.settlement.lines import Line, Result
from pitbook.settlement.pay import pay
from pitbook.settlement.reading import read_hand_file, read_round
from pitbook.settlement.round import Round, Seat
from pitbook.settlement.settle import Settlement, settle

__all__ = [
    "Comparison",
    "Line",
    "Outcome",
    "Reason",
    "Result",
    "Round",
    "Seat",
    "Settlement",
    "classify",
    "name_of",
    "pay",
    "read_hand_file",
    "read_round",
    "settle",
]
