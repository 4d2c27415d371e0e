"""Warming up compiles once, says one line, and is harmless when repeated."""

import pytest

from pitbook import warm


def test_warming_up_twice_prints_one_line_each(capsys: pytest.CaptureFixture[str]) -> None:
    for _ in range(2):
        warm.main()
        assert capsys.readouterr().out.startswith("Kernels ready after ")
