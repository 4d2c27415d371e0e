"""What was dealt by a book is in its record, and the audit finds it right."""

import pytest

from conformance.books import rules_of
from pit.playing import recorded
from pitbook.audit import audit


@pytest.mark.parametrize("rate", [0.0, 0.5])
def test_the_audit_of_what_was_dealt_holds(target: str, rate: float) -> None:
    report = audit(recorded(rules_of(target), 2, rate=rate))
    assert report.holds, report
    assert report.rounds == 2
