"""A process that appends for ever and prints the number of each commit once it is acknowledged: appender.py FILE."""

import sys
from itertools import count

from ledger.samples import event, one
from pitbook.ledger import SqliteStore


def main() -> None:
    """Goes on after what the file has."""
    with SqliteStore(sys.argv[1]) as store:
        print("ready", flush=True)
        for version in count(store.version("count")):
            receipt = store.append(one("count", version, event(version + 1), key=f"key-{version}"))
            print(receipt.number, store.tree_head(), flush=True)


if __name__ == "__main__":
    main()
