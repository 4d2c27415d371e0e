"""The API against its own description: whatever is asked, the answer is one that /openapi.json documents.

Requests are made up from the description, right ones and wrong ones, with a session and without. Half of them are for
tables, rounds and books that there are, so that they reach further than the first check.
"""

from collections.abc import Iterator
from copy import deepcopy
from functools import cache
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st
from schemathesis import GenerationMode, checks
from schemathesis.core.failures import FailureGroup

from pitbook.ledger import MemoryStore
from pitbook.pit import Pit
from pitbook.web.app import create_app
from web.running import BOOKS, PATIENCE, Client, Served, least_wagers

DESCRIPTION = create_app(Pit(MemoryStore())).openapi()
OPERATIONS = [f"{method.upper()} {path}" for path, found in DESCRIPTION["paths"].items() for method in found]
FEW, SOME, MORE, MANY = 1, 2, 20, 300
EXPENSIVE = ("POST /api/odds", "GET /api/odds/par", "GET /api/drill", "GET /api/session/report")
CHECKS = [
    checks.not_a_server_error,
    checks.status_code_conformance,
    checks.content_type_conformance,
    checks.response_headers_conformance,
    checks.response_schema_conformance,
]
TABLES = st.sampled_from(["T1", "T2", "T3"])
KNOWN: dict[str, st.SearchStrategy[str]] = {
    "table": TABLES,
    "round_id": TABLES.map(lambda table: f"{table}-1"),
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


@cache
def _operation(name: str, port: int) -> Any:
    return _described(DESCRIPTION, name, port)


def _described(description: dict[str, Any], name: str, port: int) -> Any:
    method, path = name.split()
    schema = schemathesis.openapi.from_dict(description)
    schema.config.update(base_url=f"http://localhost:{port}")
    return schema[path][method]


def _point(case: Any, data: st.DataObject) -> None:
    """Let a request be for something that there is, in all of its parameters that are known."""
    for part in (case.path_parameters, case.query, case.body):
        if isinstance(part, dict):
            for name in part.keys() & KNOWN.keys():
                part[name] = data.draw(KNOWN[name], label=name)


def _ask(case: Any, headers: dict[str, str]) -> int:
    """Ask, and compare the answer with the description."""
    response = case.call(headers=headers, timeout=PATIENCE)
    case.validate_response(response, checks=CHECKS)
    return int(response.status_code)


def _try(ann: Client, name: str, examples: int) -> set[int]:
    """Ask so many times, and return the statuses that came back."""
    operation = _operation(name, ann.port)
    modes = (GenerationMode.POSITIVE, GenerationMode.NEGATIVE)
    statuses = set()

    @seed(1)
    @settings(
        max_examples=examples,
        deadline=None,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(
        case=st.one_of(*(operation.as_strategy(generation_mode=mode) for mode in modes)),
        known=st.booleans(),
        stranger=st.integers(0, 5).map(lambda number: not number),
        data=st.data(),
    )
    def answered(case: Any, known: bool, stranger: bool, data: st.DataObject) -> None:
        if known:
            _point(case, data)
        # Signing out would leave every other test without a session.
        out = name == "DELETE /api/session"
        statuses.add(_ask(case, {} if stranger or out else {"Authorization": f"Bearer {ann.token}"}))

    answered()
    return statuses


@pytest.mark.parametrize("name", OPERATIONS)
def test_every_answer_is_documented(ann: Client, name: str) -> None:
    assert _try(ann, name, FEW if name in EXPENSIVE else SOME) <= _documented(name)


@pytest.mark.prove
@pytest.mark.parametrize("name", OPERATIONS)
def test_every_answer_of_many_is_documented(ann: Client, name: str) -> None:
    assert _try(ann, name, MORE if name in EXPENSIVE else MANY) <= _documented(name)


def _documented(name: str) -> set[int]:
    """The statuses in the description; of failures of the server's own only what is stored and not confirmed."""
    method, path = name.split()
    found = {int(status) for status in DESCRIPTION["paths"][path][method.lower()]["responses"]}
    assert max(found - {503}) < 500
    return found


def _right_requests(ann: Client) -> Iterator[tuple[str, dict[str, Any]]]:
    """One request that has to succeed of every kind that chance does not find, at a table that chance has not found."""
    book = {"target": "md-four-card-poker"}
    table = ann.open(book["target"])
    yield "POST /api/tables", {"body": {**book, "seat": 2, "buy_in": "50.00"}}
    yield (
        "POST /api/tables/{table}/commands",
        {
            "path_parameters": {"table": table},
            "body": {"do": "buy_in", "amount": "5.00"},
        },
    )
    yield "POST /api/odds", {"body": book}
    for form in ("pdf", "html", "csv", "json"):
        yield "GET /api/odds/par", {"query": {**book, "format": form}}
    yield "GET /api/drill", {"query": {"target": "md-heads-up-holdem", "street": "river", "seed": 1}}
    drill = ann.http.get("/api/drill", params={"target": "md-heads-up-holdem", "street": "river", "seed": 1}).json()
    yield "POST /api/drill", {"body": {"id": drill["id"], "action": "fold"}}
    invited = ann.http.post(f"/api/tables/{table}/invitations", json={"role": "dealer"}).json()
    yield "POST /api/session/grants", {"body": {"invitation": invited["invitation"]}}


def test_right_requests_succeed_as_documented(ann: Client) -> None:
    for name, parts in _right_requests(ann):
        case = _operation(name, ann.port).Case(**parts)
        if "body" in parts:
            case.media_type = "application/json"
        assert _ask(case, {"Authorization": f"Bearer {ann.token}"}) in (200, 201), name


def test_a_wrong_description_is_noticed(ann: Client) -> None:
    wrong = deepcopy(DESCRIPTION)
    wrong["components"]["schemas"]["HealthDocument"]["properties"]["tables"]["type"] = "string"
    with pytest.raises(FailureGroup):
        _ask(_described(wrong, "GET /healthz", ann.port).Case(), {})
    del wrong["paths"]["/api/tables/{table}"]["get"]["responses"]["404"]
    nowhere = _described(wrong, "GET /api/tables/{table}", ann.port).Case(path_parameters={"table": "T999"})
    with pytest.raises(FailureGroup):
        _ask(nowhere, {})
