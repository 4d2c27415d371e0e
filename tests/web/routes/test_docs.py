"""docs/reference/api.md names every address of the application with its method, and none that is not there."""

import re
from pathlib import Path

from pitbook.ledger import MemoryStore
from pitbook.pit import Pit
from pitbook.web.app import create_app

DOCS = (Path(__file__).parents[3] / "docs" / "reference" / "api.md").read_text(encoding="utf-8")
NAMED = re.compile(r"`(GET|POST|DELETE|PUT|PATCH|WS) (/[^`? ]*)")
LIVE = ("WS", "/api/tables/{}/live")


def told(address: str) -> str:
    """An address without what its parts are called."""
    return re.sub(r"\{[^}]*\}", "{}", address)


def test_the_page_and_the_application_have_the_same_addresses() -> None:
    paths = create_app(Pit(MemoryStore())).openapi()["paths"]
    routes = {(method.upper(), told(path)) for path, methods in paths.items() for method in methods}
    assert len(routes) > 20
    named = {(method, told(path)) for method, path in NAMED.findall(DOCS)}
    assert routes - named == set()
    assert named - routes == {LIVE}
