"""Takes the addresses of sponsors, which npm copies, out of a lock file: `python tools/strip_addresses.py FILE`."""

import json
import sys
from pathlib import Path


def without_funding(text: str) -> str:
    """The lock file with names, versions and hashes alone."""
    lock = json.loads(text)
    for package in lock["packages"].values():
        package.pop("funding", None)
    return json.dumps(lock, indent=2) + "\n"


if __name__ == "__main__":
    path = Path(sys.argv[1])
    path.write_text(without_funding(path.read_text("utf-8")), "utf-8")
