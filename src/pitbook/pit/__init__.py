"""The pit connects tables, meters and the ledger, and provides bots."""

from pitbook.pit.batch import Batch
from pitbook.pit.bots import Bot, Situation, simple
from pitbook.pit.host import Host
from pitbook.pit.library import Library, read_rules, write_rules
from pitbook.pit.outcome import Outcome
from pitbook.pit.pit import Pit
from pitbook.pit.record import Record, open_record
from pitbook.pit.records import default_path
from pitbook.pit.table_settings import TableSettings

__all__ = [
    "Batch",
    "Bot",
    "Host",
    "Library",
    "Outcome",
    "Pit",
    "Record",
    "Situation",
    "TableSettings",
    "default_path",
    "open_record",
    "read_rules",
    "simple",
    "write_rules",
]
