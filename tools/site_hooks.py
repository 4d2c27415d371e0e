"""What MkDocs calls while it builds the site: generated parts, and nothing that a page would fetch from elsewhere."""

import re
import shutil
import sys
from pathlib import Path
from typing import Any, Final

sys.path.insert(0, str(Path(__file__).parent))

from reference_pages import filled

OUTSIDE: Final = re.compile(
    r"https?://(?!www\.w3\.org/)[\w.-]+|^//# sourceMappingURL=.*$|/\*# sourceMappingURL=.*?\*/", re.MULTILINE
)
"""Addresses of other servers, but for the names of XML formats, and maps that are not there."""


def on_page_markdown(markdown: str, **_: Any) -> str:
    """Put generated parts where the page names them."""
    return filled(markdown)


def on_post_build(config: Any, **_: Any) -> None:
    """Take out of the theme's scripts what they could fetch from elsewhere: word lists, maps, and addresses."""
    assets = Path(config["site_dir"]) / "assets"
    shutil.rmtree(assets / "javascripts" / "lunr", ignore_errors=True)
    for file in assets.rglob("*"):
        if file.suffix == ".map":
            file.unlink()
        elif file.suffix in (".js", ".css"):
            text = file.read_text(encoding="utf-8")
            file.write_text(OUTSIDE.sub("", text), encoding="utf-8")
