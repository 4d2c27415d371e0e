"""The pages' QR codes, read by a program that knows nothing of them."""

import json
import shutil
import subprocess
from pathlib import Path

import pytest

ENCODER = Path(__file__).parents[2] / "src" / "pitbook" / "web" / "pages" / "core" / "qr.js"
NODE, ZBAR = shutil.which("node"), shutil.which("zbarimg")
QUIET, SCALE = 4, 4
TEXTS = [
    "a",
    "http://pit.example/T1",
    "http://pit.example:8000/table/T1",
    *("http://pit.example/" + "x1Y-" * length for length in (5, 9, 14, 20, 23, 28, 35, 40)),
]
"""At least one for each version."""


def _codes(texts: list[str]) -> list[list[list[bool]] | None]:
    script = f"""import {{ qrCode }} from {json.dumps(ENCODER.as_uri())};
      console.log(JSON.stringify({json.dumps(texts)}.map(qrCode)))"""
    done = subprocess.run(
        [NODE or "", "--input-type=module", "--eval", script], capture_output=True, text=True, check=True, timeout=60
    )
    found: list[list[list[bool]] | None] = json.loads(done.stdout)
    return found


def _picture(code: list[list[bool]]) -> str:
    """A black and white picture as text (PBM), with the margin that readers want."""
    side = len(code) + 2 * QUIET
    rows = [[False] * side for _ in range(QUIET)]
    rows += [[*[False] * QUIET, *row, *[False] * QUIET] for row in code]
    rows += [[False] * side for _ in range(QUIET)]
    lines = [" ".join("1" if dark else "0" for dark in row for _ in range(SCALE)) for row in rows for _ in range(SCALE)]
    return f"P1\n{side * SCALE} {side * SCALE}\n" + "\n".join(lines) + "\n"


@pytest.mark.skipif(NODE is None, reason="Node is not installed: apt-get install nodejs")
@pytest.mark.skipif(ZBAR is None, reason="zbarimg is not installed: apt-get install zbar-tools")
def test_every_version_is_read_by_another_program(tmp_path: Path) -> None:
    codes = _codes(TEXTS)
    assert {len(code) for code in codes if code} == {17 + 4 * version for version in range(1, 10)}
    for number, (text, code) in enumerate(zip(TEXTS, codes, strict=True)):
        assert code is not None
        path = tmp_path / f"{number}.pbm"
        path.write_text(_picture(code), "ascii")
        read = subprocess.run(
            [ZBAR or "", "--quiet", "--raw", str(path)], capture_output=True, text=True, check=False, timeout=60
        )
        assert read.stdout.rstrip("\n") == text, (len(text), read.stderr)


@pytest.mark.skipif(NODE is None, reason="Node is not installed: apt-get install nodejs")
def test_a_text_that_is_too_long_has_no_code() -> None:
    assert [code is None for code in _codes(["x" * 180, "x" * 181])] == [False, True]
