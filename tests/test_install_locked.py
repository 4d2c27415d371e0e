"""What a lock file names is installed from where pip is told to look, by uv or, where uv cannot, by pip."""

import sys
from pathlib import Path

import pytest

import install_locked
from install_locked import LOCKS, install, uv_settings

LISTED = """\
:env:.find-links='/wheels /more wheels'
global.default-timeout='60'
global.extra-index-url='file:///one/simple\\nhttps://two.example/simple'
global.find-links='/elsewhere'
global.index-url='https://first.example/simple'
install.index-url='https://second.example/simple'
"""


def test_uv_is_told_where_pip_looks() -> None:
    assert uv_settings(LISTED) == {
        "UV_DEFAULT_INDEX": "https://second.example/simple",
        "UV_FIND_LINKS": "/wheels,/more,wheels",
        "UV_INDEX": "file:///one/simple https://two.example/simple",
        "UV_INDEX_STRATEGY": "unsafe-best-match",
    }
    assert uv_settings("") == {"UV_INDEX_STRATEGY": "unsafe-best-match"}


@pytest.mark.parametrize(
    ("uv", "calls"),
    [(None, ["pip install"] * 2), (1, ["pip config", "uv pip", "pip install"]), (0, ["pip config", "uv pip"])],
)
def test_pip_installs_what_uv_can_not(
    uv: int | None, calls: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """Without uv pip is asked for it first; what it cannot get is done without."""
    monkeypatch.setattr(sys, "executable", str(tmp_path / "python"))
    told = tmp_path / "told"
    for name, code in {"pip": 0, "uv": uv}.items():
        if code is not None:
            tool = tmp_path / name
            tool.write_text(f"#!/bin/sh\necho {name} $1 >> {told}\nexit {code}\n")
            tool.chmod(0o755)
    monkeypatch.setattr(install_locked, "PIP", (str(tmp_path / "pip"),))
    monkeypatch.setattr(install_locked, "INSTALL", (str(tmp_path / "pip"), "install", "-r"))
    assert install(LOCKS / "runtime.txt") == 0
    assert told.read_text().splitlines() == calls
    assert ("trying pip" in capfd.readouterr().out) == (uv == 1)


def test_the_lock_of_uv_has_hashes_and_no_address() -> None:
    text = (LOCKS / "uv.txt").read_text()
    assert text.count("--hash=sha256:") > 10
    assert "://" not in text
