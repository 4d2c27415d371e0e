"""The strategies that come with Pitbook: data, like every other strategy."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final

from pitbook.problems import MalformedError, Problem, nearest
from pitbook.strategy.file import load_strategy
from pitbook.strategy.rules import Strategy, fit_parts
from pitbook.submission import HouseRules

EXACT: Final = "exact"
"""The name of the best play, which is solved, not read from a file."""
FOLDER: Final = Path(__file__).parent / "published"


@cache
def _files() -> Mapping[str, Path]:
    """The files by name; each game has a folder with its strategies."""
    return {f"{path.parent.name}-{path.stem}": path for path in sorted(FOLDER.glob("*/*.toml"))}


@cache
def published_names(rules: HouseRules | None = None) -> tuple[str, ...]:
    """The names of all included strategies, or of those that fit a house."""
    return tuple(name for name in sorted(_files()) if rules is None or not fit_parts(published(name), rules)[1])


def short_names(rules: HouseRules) -> dict[str, str]:
    """The names of the strategies that fit a house, by their name without the game."""
    return {_files()[name].stem: name for name in published_names(rules)}


@cache
def published(name: str) -> Strategy:
    """An included strategy by its name."""
    if name not in _files():
        hint = nearest(name, sorted(_files()))
        raise MalformedError(Problem(f"there is no strategy {name[:60]!r}; {hint}", name[:60]))
    return load_strategy(_files()[name])
