"""The verifier in Go: built with Debian's packages, offline, and asked by JSON."""

import atexit
import functools
import json
import os
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Any

import pytest

PACKAGES = Path("/usr/share/gocode")
"""Where Debian puts the sources of Go packages."""
INSTALL = "the verifier in Go needs: apt-get install golang-go golang-golang-x-mod-dev"


@functools.cache
def _built() -> str:
    go = shutil.which("go")
    if go is None or not (PACKAGES / "src/golang.org/x/mod/sumdb/tlog").is_dir():
        pytest.skip(INSTALL)
    folder = Path(tempfile.mkdtemp(prefix="pitbook-verify-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    source = Path(__file__).parent / "verify.go"
    settings = {"GO111MODULE": "off", "GOPATH": str(PACKAGES), "GOFLAGS": "", "GOCACHE": str(folder / "cache")}
    words = [go, "build", "-o", str(folder / "verify"), str(source)]
    subprocess.run(words, check=True, env=os.environ | settings, timeout=600)
    return str(folder / "verify")


def verify(**asked: Any) -> dict[str, Any]:
    """What the verifier says; for each check an empty string if it holds, and the reason otherwise."""
    done = subprocess.run([_built()], input=json.dumps(asked), capture_output=True, text=True, check=True, timeout=600)
    found: dict[str, Any] = json.loads(done.stdout)
    return found
