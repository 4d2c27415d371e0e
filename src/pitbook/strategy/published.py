"""The strategies that come with Pitbook: data, like every other strategy."""

from functools import cache
from pathlib import Path
from typing import Final

from pitbook.problems import MalformedError, Problem
from pitbook.strategy.file import load_strategy
from pitbook.strategy.rules import Strategy, fit_parts
from pitbook.submission import HouseRules
from pitbook.submission.file import nearest

FOLDER: Final = Path(__file__).parent / "published"


@cache
def published_names(rules: HouseRules | None = None) -> tuple[str, ...]:
    """The names of all included strategies, or of those that fit a house."""
    names = sorted(path.stem for path in FOLDER.glob("*.toml"))
    return tuple(name for name in names if rules is None or not fit_parts(published(name), rules)[1])


@cache
def published(name: str) -> Strategy:
    """An included strategy by its name."""
    names = sorted(path.stem for path in FOLDER.glob("*.toml"))
    if name not in names:
        hint = nearest(name, names)
        raise MalformedError(Problem(f"there is no strategy {name[:60]!r}; {hint}", name[:60]))
    return load_strategy(FOLDER / f"{name}.toml")
