"""Every table says when the rules that it is played by were approved, or that they were not."""

import pytest

from submission.edits import edited
from web.running import Served

MD = "md-heads-up-holdem"
DAY = "2026-01-31"


def _opened(server: Served, **asked: object) -> str:
    filed = edited(MD, (f"# approved = {DAY}", f"approved = {DAY}"))
    return server.client().open(None, submission=filed, **asked)


def test_the_view_has_the_day_of_approval(server: Served) -> None:
    table = _opened(server)
    for role in ("player", "viewer"):
        assert server.client().view(table, role)["submission"]["approved"] == DAY
    assert f"Approved {DAY}" in server.plain().get("/print/sign", params={"table": table}).text


def test_a_stock_submission_is_not_approved(server: Served) -> None:
    ann = server.client()
    assert ann.view(ann.open(MD), "dealer")["submission"]["approved"] is None
    assert ann.http.post("/api/odds", json={"target": MD}).json()["approved"] is None


@pytest.mark.parametrize(
    "choice",
    [
        {"paytables": {"trips_plus": "B"}},
        {"limits": {"ante": {"least": "25.00", "most": "500.00"}}},
        {"house_name": "Another House"},
    ],
)
def test_with_other_choices_than_were_filed_nothing_is_approved(server: Served, choice: dict[str, object]) -> None:
    assert server.client().view(_opened(server, **choice))["submission"]["approved"] is None


def test_with_the_choices_that_were_filed_it_is_approved(server: Served) -> None:
    table = _opened(server, paytables={"trips_plus": "A"}, limits={"ante": {"least": "5.00", "most": "500.00"}})
    assert server.client().view(table)["submission"]["approved"] == DAY
