"""The ledger: stores opaque, versioned records in hash chains and a Merkle tree, and never loses one."""

from pitbook.ledger.backup import back_up, restore
from pitbook.ledger.copying import copy_ledger
from pitbook.ledger.memory import MemoryStore
from pitbook.ledger.places import Address, Place, open_store, place_of
from pitbook.ledger.records import (
    BRANCH,
    GENESIS,
    Append,
    Commit,
    Event,
    Lease,
    Receipt,
    Snapshot,
    StoredCommit,
    StoredEvent,
    Touch,
    TreeHead,
)
from pitbook.ledger.sqlite import SqliteStore
from pitbook.ledger.store import Store
from pitbook.ledger.upcasting import Upcast, Upcasters

__all__ = [
    "BRANCH",
    "GENESIS",
    "Address",
    "Append",
    "Commit",
    "Event",
    "Lease",
    "MemoryStore",
    "Place",
    "Receipt",
    "Snapshot",
    "SqliteStore",
    "Store",
    "StoredCommit",
    "StoredEvent",
    "Touch",
    "TreeHead",
    "Upcast",
    "Upcasters",
    "back_up",
    "copy_ledger",
    "open_store",
    "place_of",
    "restore",
]
