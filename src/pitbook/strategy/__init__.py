"""What to do in each situation, as rules that people can read: in files, published with Pitbook, and their meaning."""

from pitbook.strategy.file import load_strategy, read_strategy, render
from pitbook.strategy.published import EXACT, published, published_names, short_names
from pitbook.strategy.rules import Fitted, Strategy, StrategyRule, fit

__all__ = [
    "EXACT",
    "Fitted",
    "Strategy",
    "StrategyRule",
    "fit",
    "load_strategy",
    "published",
    "published_names",
    "read_strategy",
    "render",
    "short_names",
]
