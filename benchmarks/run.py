"""Runs every benchmark in this folder, one after the other."""

import runpy
from pathlib import Path


def main() -> None:
    """Each module beside this one prints its own tables."""
    for path in sorted(Path(__file__).parent.glob("*.py")):
        if path.name != Path(__file__).name:
            runpy.run_path(str(path))["main"]()


if __name__ == "__main__":
    main()
