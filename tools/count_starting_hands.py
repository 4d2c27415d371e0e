"""Counts every deal of each of the 169 starting hands, and writes them down: a few minutes, once for all paytables."""

import json
from importlib.resources import files

import numpy as np

from pitbook.cards import Card
from pitbook.odds.families.board_dealer.deals import STARTING_HANDS, before_flop
from pitbook.strategy.starting_hands import PLACES, RANKS


def main() -> None:
    """Write one line for each place of the chart."""
    lines = []
    for place in range(PLACES):
        row, column = divmod(place, RANKS)
        hole = Card(4 * row), Card(4 * column + (row <= column))
        live = np.array([card for card in range(52) if card not in {one.index for one in hole}], np.int64)
        lines.append(json.dumps(before_flop(hole, live).tolist(), separators=(",", ":")))
    target = files("pitbook.odds.families.board_dealer") / STARTING_HANDS
    with open(str(target), "w", encoding="utf-8") as file:  # noqa: PTH123 (a resource is no path)
        file.write("[\n" + ",\n".join(lines) + "\n]\n")


if __name__ == "__main__":
    main()
