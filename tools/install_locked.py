"""Installs what a lock file names, with its hashes: with uv, or with pip where uv cannot.

uv needs a sixth of the processor time. It does not read pip's settings, so it is told where pip looks for packages.

    .venv/bin/python tools/install_locked.py locks/runtime.txt
"""

import ast
import os
import subprocess
import sys
from pathlib import Path

LOCKS = Path(__file__).parents[1] / "locks"
PIP = (sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet")
# What is imported is compiled then; most of what is installed never is.
INSTALL = (*PIP, "install", "--no-compile", "--require-hashes", "-r")
SECTIONS = ("global", "install", ":env:")
"""Where pip finds a setting; a later one counts."""
NAMES = {"index-url": "UV_DEFAULT_INDEX", "extra-index-url": "UV_INDEX", "find-links": "UV_FIND_LINKS"}
"""Settings of pip, and the variables in which uv reads the same."""


def uv_settings(listed: str) -> dict[str, str]:
    """The variables for uv, from what `pip config list` prints."""
    found: dict[str, dict[str, str]] = {section: {} for section in SECTIONS}
    for line in listed.splitlines():
        name, _, value = line.partition("=")
        section, _, key = name.rpartition(".")
        if section in found and key in NAMES:
            separator = "," if key == "find-links" else " "
            found[section][NAMES[key]] = separator.join(str(ast.literal_eval(value)).split())
    # The hashes say which file it has to be, so any index may have it.
    merged = {"UV_INDEX_STRATEGY": "unsafe-best-match"}
    for section in SECTIONS:
        merged |= found[section]
    return merged


def install(lock: Path) -> int:
    """Install a lock file; the exit code of whoever did it."""
    uv = Path(sys.executable).with_name("uv")
    if not uv.exists():
        subprocess.run([*INSTALL, str(LOCKS / "uv.txt")], check=False)  # noqa: S603
    if uv.exists():
        listed = subprocess.run([*PIP, "config", "list"], capture_output=True, text=True, check=True).stdout  # noqa: S603
        command = [
            str(uv),
            "pip",
            "install",
            "--quiet",
            "--python",
            sys.executable,
            "--require-hashes",
            "-r",
            str(lock),
        ]
        if subprocess.run(command, check=False, env=uv_settings(listed) | os.environ).returncode == 0:  # noqa: S603
            return 0
        print(f"uv could not install {lock}; trying pip.")
    return subprocess.run([*INSTALL, str(lock)], check=False).returncode  # noqa: S603


if __name__ == "__main__":
    sys.exit(install(Path(sys.argv[1])))
