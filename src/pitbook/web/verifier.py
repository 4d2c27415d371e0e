"""The verifier: one HTML file that checks proofs, receipts and checkpoints from disk, without a server.

It is built from the modules of the pages when it is requested, so there is no second copy of them. Each module becomes
a function that returns its exports, and each import reads from such a result.
"""

import base64
import hashlib
import posixpath
import re
from pathlib import Path
from typing import Final

from pitbook import __version__

FILE_NAME: Final = "pitbook-verifier.html"
_PAGES: Final = Path(__file__).parent / "pages"
_MODULES: Final = (
    *("core/bytes.js", "words/proof.js", "history/sha256.js", "history/commitments.js", "history/fairness.js"),
    *("verifier/sha512.js", "verifier/ed25519.js", "verifier/notes.js", "verifier/vouching.js"),
    *("verifier/receipt.js", "verifier/documents.js", "verifier/page.js"),
)
"""Each module comes after those that it imports."""
_STYLES: Final = ("style/base.css", "style/parts.css", "verifier/verifier.css")
_POLICY: Final = re.compile(r'<meta http-equiv="Content-Security-Policy" content="([^"]*)">')
_IMPORT: Final = re.compile(r'^import \{([^}]*)\} from "([^"]+)";$', re.MULTILINE)
_EXPORT: Final = re.compile(r"^export (?=(?:const|class|function) (\w+))", re.MULTILINE)


def verifier_page() -> str:
    """The verifier as one HTML text; its policy allows only this script and this style, and no requests."""
    script = "".join(['"use strict";\nconst modules = {};\n', *(_as_function(path) for path in _MODULES)])
    style = "".join(_read(path) for path in _STYLES)
    policy = f"default-src 'none'; script-src '{_hash(script)}'; style-src '{_hash(style)}'"
    page = Path(__file__).with_suffix(".html").read_text(encoding="utf-8")
    parts = {"POLICY": policy, "STYLE": style, "ICON": _read("icon.svg"), "VERSION": __version__, "SCRIPT": script}
    return re.sub("|".join(parts), lambda found: parts[found[0]], page)


def policy_of(page: str) -> str:
    """The policy in a verifier's own page, for the server that sends it; no frame may show it."""
    return f"{_POLICY.findall(page)[0]}; frame-ancestors 'none'"


def _as_function(path: str) -> str:
    folder = posixpath.dirname(path)

    def taken(found: re.Match[str]) -> str:
        return f'const {{{found[1]}}} = modules["{posixpath.normpath(posixpath.join(folder, found[2]))}"];'

    text = _IMPORT.sub(taken, _read(path))
    names = ", ".join(_EXPORT.findall(text))
    return f'modules["{path}"] = (() => {{\n{_EXPORT.sub("", text)}return {{ {names} }};\n}})();\n'


def _hash(text: str) -> str:
    return f"sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}"


def _read(path: str) -> str:
    return (_PAGES / path).read_text(encoding="utf-8")
