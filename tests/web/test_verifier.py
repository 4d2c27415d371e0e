"""The verifier as a file: one page without an outside address, the same from the server and from the command."""

import base64
import hashlib
import re
from pathlib import Path

import pytest

from cli.running import Run, runner
from pitbook.transparency.notes import Verifier
from pitbook.web.verifier import FILE_NAME, verifier_page
from web.running import Served


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    return runner(monkeypatch, capsys)


def test_it_is_one_file_that_reaches_for_nothing() -> None:
    page = verifier_page()
    assert re.findall(r"\b(?:src|href|action)=|\burl\(|https?://(?!www\.w3\.org/2000/svg)", page) == []
    assert re.findall(r"\bfetch\(|XMLHttpRequest|WebSocket|sendBeacon|\bimport *\(|\beval\(|innerHTML", page) == []
    (script,) = re.findall(r"<script>(.*)</script>", page, re.DOTALL)
    (style,) = re.findall(r"<style>(.*)</style>", page, re.DOTALL)
    assert re.findall(r"^(?:import|export)\b|</script|<!--", script, re.MULTILINE) == []
    assert "@import" not in style
    digests = [base64.b64encode(hashlib.sha256(one.encode()).digest()).decode() for one in (script, style)]
    policy = f"default-src 'none'; script-src 'sha256-{digests[0]}'; style-src 'sha256-{digests[1]}'"
    assert f'<meta http-equiv="Content-Security-Policy" content="{policy}">' in page
    assert not re.findall("POLICY|STYLE|ICON|VERSION|SCRIPT", page.replace(script, "").replace(style, ""))


def test_the_server_gives_it_to_keep(server: Served) -> None:
    """As a download: on the server's own address its inline script would not run, and need not."""
    answer = server.plain().get(f"/{FILE_NAME}")
    assert (answer.status_code, answer.text) == (200, verifier_page())
    assert answer.headers["content-disposition"] == f'attachment; filename="{FILE_NAME}"'
    assert "script-src 'self'" in answer.headers["content-security-policy"]


def test_the_command_writes_it(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "verifier.html"
    assert run("receipt", "--verifier", str(file)).code == 0
    assert file.read_text(encoding="utf-8") == verifier_page()
    for wrong in (
        ("T1-1", "--verifier", str(file)),
        ("--verifier", str(file), "--check", str(file)),
        ("--verifier", str(file), "--key", "x"),
        ("--verifier", str(tmp_path / "nowhere" / "x.html")),
    ):
        assert run("receipt", *wrong).code == 2, wrong


def test_the_keys_of_the_house_are_there_for_everybody(server: Served) -> None:
    answer = server.plain().get("/api/keys")
    assert answer.status_code == 200
    (line,) = answer.text.splitlines()
    assert Verifier.parse(line).vkey == line == server.pit.store.house.key  # type: ignore[attr-defined]
