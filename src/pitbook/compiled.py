"""Compiled kernels: one decorator, and a cache on disk that never serves stale code.

numba notices a change in a function's own file, but not in the functions it calls from other files. So the cache
lives in a folder named by the digest of every source file of the package that defines kernels.
"""

import os
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import numba

from pitbook.source_digest import PACKAGE, digest_of_files


def cache_folder() -> Path:
    """The folder for data that can be computed again: `PITBOOK_CACHE`, or the user's cache folder."""
    if chosen := os.environ.get("PITBOOK_CACHE"):
        return Path(chosen)
    base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(base) / "pitbook"


def kernel_digest() -> str:
    """A digest over all source files with kernels in them, by their place in the package."""
    this = Path(__file__)
    found = (path for path in PACKAGE.rglob("*.py") if path == this or b"pitbook.compiled" in path.read_bytes())
    return digest_of_files(found)


setattr(numba.config, "CACHE_DIR", str(cache_folder() / f"kernels-{kernel_digest()[:16]}"))  # noqa: B010 (numba declares its settings at run time)

kernel: Callable[..., Any] = partial(numba.njit, cache=True, nogil=True)
"""Compiles a function without the interpreter, keeps the result on disk, and lets threads run it side by side."""

borrowing_kernel: Callable[..., Any] = partial(kernel, _nrt=False)
"""The same for a function that makes and returns no array: it counts no references to those that it is handed.

Counting is atomic: in loops that look at many arrays it takes most of the time, and threads wait for each other.
"""

inlined_kernel: Callable[..., Any] = partial(borrowing_kernel, inline="always")
"""The same, put into every kernel that calls it: handing on many arrays costs more than a few look-ups in them."""
