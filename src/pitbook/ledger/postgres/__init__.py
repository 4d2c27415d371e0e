"""The ledger in PostgreSQL: the same guarantees for several processes at once. It needs the extra `postgres`."""

from pitbook.ledger.postgres.schema import initialize, migrate
from pitbook.ledger.postgres.store import PostgresStore

__all__ = ["PostgresStore", "initialize", "migrate"]
