"""The server that attacks are made on; its record has to pass the audit when they are done."""

from web.conftest import server

__all__ = ["server"]
