"""The tools for the pages' JavaScript: their lock names no address, and the pages' types are those of the API."""

import json
import re
import subprocess
from pathlib import Path

import pytest

from strip_addresses import without_funding
from write_page_types import TYPES, page_types, type_of

ROOT = Path(__file__).parents[2]
PAGES = ROOT / "src" / "pitbook" / "web" / "pages"
LOCK = json.loads((ROOT / "package-lock.json").read_text("utf-8"))
ALLOWED = {
    "bin",
    "cpu",
    "dev",
    "engines",
    "integrity",
    "libc",
    "license",
    "optional",
    "optionalDependencies",
    "os",
    "version",
}


def test_the_lock_has_names_versions_and_hashes_and_no_address() -> None:
    packages = {name: found for name, found in LOCK["packages"].items() if name}
    assert {key for found in packages.values() for key in found} <= ALLOWED
    assert all(re.fullmatch(r"[0-9]+\.[0-9]+\.[0-9]+", found["version"]) for found in packages.values())
    assert all(re.fullmatch(r"sha512-[A-Za-z0-9+/]{86}==", found["integrity"]) for found in packages.values())


@pytest.mark.parametrize("name", [".npmrc", "biome.json", "package-lock.json", "package.json", "tsconfig.json"])
def test_no_configuration_names_an_address(name: str) -> None:
    text = (ROOT / name).read_text("utf-8")
    assert "://" not in text
    assert not re.search(r"registry\s*=", text)
    assert "resolved" not in text.replace("omit-lockfile-registry-resolved=true", "")


def test_npm_writes_no_address_into_the_lock_and_refuses_an_old_node() -> None:
    settings = (ROOT / ".npmrc").read_text("utf-8")
    assert settings.split() == ["engine-strict=true", "omit-lockfile-registry-resolved=true"]


def test_every_tool_is_pinned_and_locked() -> None:
    wanted = json.loads((ROOT / "package.json").read_text("utf-8"))["devDependencies"]
    assert wanted == LOCK["packages"][""]["devDependencies"]
    assert wanted == {name: LOCK["packages"][f"node_modules/{name}"]["version"] for name in wanted}


def test_addresses_of_sponsors_are_taken_out_of_a_lock() -> None:
    package = {"version": "1.0.0", "integrity": "sha512-0"}
    lock = {"packages": {"node_modules/a": package | {"funding": {"url": "https://a.test"}}}}
    assert json.loads(without_funding(json.dumps(lock))) == {"packages": {"node_modules/a": package}}


def test_the_types_of_the_pages_are_current() -> None:
    """Otherwise run `python tools/write_page_types.py`."""
    assert TYPES.read_text("utf-8") == page_types()


@pytest.mark.parametrize(
    ("schema", "written"),
    [
        ({"type": "string"}, "string"),
        ({"type": "integer", "minimum": 1}, "number"),
        ({"$ref": "#/components/schemas/Report-Output"}, "ReportOutput"),
        ({"anyOf": [{"type": "string"}, {"type": "null"}]}, "string | null"),
        ({"enum": ["win", "lose"], "type": "string"}, '"win" | "lose"'),
        ({"const": True}, "true"),
        ({"type": "array", "items": {"type": "string"}}, "string[]"),
        ({"type": "array", "items": {"anyOf": [{"type": "string"}, {"type": "null"}]}}, "(string | null)[]"),
        ({"type": "object", "additionalProperties": {"type": "boolean"}}, "Record<string, boolean>"),
        ({"type": "object", "additionalProperties": True}, "Record<string, any>"),
        ({}, "any"),
    ],
)
def test_a_schema_as_a_type(schema: dict[str, object], written: str) -> None:
    assert type_of(schema) == written


def test_the_pages_need_no_build_step() -> None:
    """Browsers load every module as it is written: all imports are of files beside it."""
    for path in PAGES.rglob("*.js"):
        if path.parent.name == "vendor":
            continue
        text = path.read_text("utf-8")
        for target in re.findall(r"""(?:^import[^;]*?from |^\} from |\bimport\()["']([^"']+)["']""", text, re.M):
            assert target.startswith(("./", "../")), f"{path.name}: {target}"
            wanted = (path.parent / target).resolve()
            assert wanted.is_file() or wanted == TYPES.with_name("api.js"), f"{path.name}: {target}"


@pytest.mark.parametrize(("ci", "code"), [("", 0), ("true", 1)])
def test_where_node_cannot_be_installed_it_is_asked_for(ci: str, code: int, tmp_path: Path) -> None:
    """Without it the checks are left out, but not by a continuous integration."""
    environment = {"PATH": str(tmp_path), "CI": ci}
    done = subprocess.run(
        ["/bin/sh", ROOT / "tools" / "install-node"], capture_output=True, text=True, check=False, env=environment
    )
    assert (done.returncode, done.stderr) == (code, "")
    assert "install the packages nodejs and npm" in done.stdout
