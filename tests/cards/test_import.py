"""Friendly cards come without the compiler and its arrays."""

import subprocess
import sys

from pitbook.cards import best_five_card_hand


def test_friendly_cards_need_neither_numba_nor_numpy() -> None:
    program = (
        "import sys, pitbook.cards as cards;"
        "print(cards.best_five_card_hand('2c 2d 6h 6c 6d'), cards.best_four_card_hand('2c 2d 6h 6c'));"
        "sys.exit(any(heavy in sys.modules for heavy in ('numba', 'numpy')))"
    )
    result = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stderr
    assert result.stdout == f"{best_five_card_hand('2c 2d 6h 6c 6d')} two pairs, sixes and twos\n"
