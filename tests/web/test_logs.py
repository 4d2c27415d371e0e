"""The log cannot fill a disk: after a burst of lines only a few pass, and what is left out is counted."""

import logging

from pitbook.web.logs import BURST, PER_SECOND, Paced


def line(number: int) -> logging.LogRecord:
    return logging.LogRecord("pitbook", logging.WARNING, "", 0, "line %d", (number,), None)


def test_after_a_burst_a_few_lines_pass_and_say_how_many_did_not() -> None:
    now = 0.0
    pacing = Paced(lambda: now)
    passed = [number for number in range(BURST + 50) if pacing.filter(line(number))]
    assert passed == list(range(BURST))
    now = 1.0
    shown = [record for record in map(line, range(10)) if pacing.filter(record)]
    assert [record.getMessage() for record in shown] == [
        "line 0 (50 lines before this one were left out)",
        *(f"line {number}" for number in range(1, int(PER_SECOND))),
    ]
    now = 1_000.0
    later = line(7)
    assert pacing.filter(later)
    assert later.getMessage() == f"line 7 ({10 - int(PER_SECOND)} lines before this one were left out)"
    assert sum(pacing.filter(line(number)) for number in range(2 * BURST)) == BURST - 1
