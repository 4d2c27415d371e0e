"""The API against its own description: whatever is asked, the answer is one that /openapi.json documents.

Requests are made up from the description, right ones and wrong ones. Half of them are for tables, rounds and books
that there are, so that they reach further than the first check.
"""

from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st
from schemathesis import checks

from pitbook.ledger import MemoryStore
from pitbook.pit import Pit
from pitbook.web.app import create_app
from web.running import BOOKS, Client, Served, least_wagers

DESCRIPTION = create_app(Pit(MemoryStore())).openapi()
OPERATIONS = [f"{method.upper()} {path}" for path, found in DESCRIPTION["paths"].items() for method in found]
EXPENSIVE = ("POST /api/odds", "GET /api/odds/par", "GET /api/drill", "GET /api/session/report")
CHECKS = (
    checks.not_a_server_error,
    checks.status_code_conformance,
    checks.content_type_conformance,
    checks.response_headers_conformance,
    checks.response_schema_conformance,
)
TABLE = st.sampled_from(["T1", "T2", "T3"])
KNOWN: dict[str, st.SearchStrategy[str]] = {
    "table": TABLE,
    "round_id": TABLE.map(lambda table: f"{table}-1"),
    "book": st.sampled_from(BOOKS),
    "clause": st.sampled_from(["7.C", "2.B(1)", "10"]),
    "target": st.sampled_from(BOOKS),
}
"""What the parameters of these names may be so that there is such a thing."""


@pytest.fixture(scope="module")
def ann(server: Served) -> Client:
    """Somebody with a table where a round is over, one in the middle of a round, and one that she deals herself."""
    client = server.client()
    for dealing in ("house", "house", "dealer"):
        table = client.open("md-four-card-poker", dealing=dealing)
        if dealing == "house":
            client.do(table, "ready", seat=1, wagers=least_wagers(client.view(table)))
    client.do("T1", "decide", seat=1, action="fold")
    return client


def _point(case: Any, data: st.DataObject) -> None:
    """Let a request be for something that there is, in all of its known parameters."""
    for part in (case.path_parameters, case.query, case.body):
        if isinstance(part, dict):
            for name in part.keys() & KNOWN.keys():
                part[name] = data.draw(KNOWN[name], label=name)


def _try(server: Served, ann: Client, operation: str, examples: int) -> set[int]:
    """Ask so many times, and return the statuses that came back."""
    method, path = operation.split()
    schema = schemathesis.openapi.from_dict(DESCRIPTION)
    schema.config.update(base_url=server.address)
    found = schema[path][method]
    right = found.as_strategy(generation_mode=schemathesis.GenerationMode.POSITIVE)
    wrong = found.as_strategy(generation_mode=schemathesis.GenerationMode.NEGATIVE)
    statuses = set()

    @seed(1)
    @settings(
        max_examples=examples,
        deadline=None,
        database=None,
        phases=(Phase.explicit, Phase.generate),
        suppress_health_check=list(HealthCheck),
    )
    @given(case=st.one_of(right, wrong), known=st.booleans(), data=st.data())
    def answered(case: Any, known: bool, data: st.DataObject) -> None:
        if known:
            _point(case, data)
        response = case.call(headers={"Authorization": f"Bearer {ann.token}"})
        case.validate_response(response, checks=CHECKS)
        statuses.add(response.status_code)

    answered(); print("STAT", operation, sorted(statuses))
    return statuses


@pytest.mark.parametrize("operation", OPERATIONS)
def test_every_answer_is_documented(server: Served, ann: Client, operation: str) -> None:
    assert _try(server, ann, operation, 4 if operation in EXPENSIVE else 25)
