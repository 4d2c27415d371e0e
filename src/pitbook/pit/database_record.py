"""The record of a house in a database; loaded only when one is opened, because the driver is an extra."""

from pitbook.ledger.postgres import PostgresStore
from pitbook.pit.record import Record


class DatabaseRecord(PostgresStore, Record):
    """A record in a database."""
