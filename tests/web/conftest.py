"""One server for all tests of a module; its record has to pass the audit when they are done."""

from collections.abc import Iterator

import pytest

from cli.conftest import run
from pitbook.audit import audit
from web.running import Served, served

__all__ = ["run", "server"]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("web") / "record.db") as found:
        yield found
        assert audit(found.pit.store).problems == ()
