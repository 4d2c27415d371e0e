"""A strategy by the name that a person gives: the exact one, an included one, or a file."""

from pathlib import Path

from pitbook.odds.strategies.compiling import load_for
from pitbook.problems import MalformedError, Problem, nearest
from pitbook.strategy import EXACT, Strategy, published, short_names
from pitbook.submission import HouseRules


def strategy_named(rules: HouseRules, name: str) -> Strategy | None:
    """A strategy by its published name (with or without that of its game) or its file; None is the exact one.

    Everything that is wrong with a file is reported together.
    """
    if name == EXACT:
        return None
    short = short_names(rules)
    if name in short or name in short.values():
        return published(short.get(name, name))
    path = Path(name)
    if path.suffix == ".toml" or "/" in name:
        return load_for(rules, path)
    hint = nearest(name, [EXACT, *short])
    raise MalformedError(Problem(f"there is no strategy {name[:60]!r}, and it is no .toml file; {hint}", name[:60]))
