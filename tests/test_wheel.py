"""The built wheel and sdist: everything is inside, and the wheel works in an empty environment without a network."""

import json
import os
import subprocess
import sys
import sysconfig
import tarfile
import tomllib
import venv
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src"
OFFLINE = {"PIP_NO_INDEX": "1", "PIP_DISABLE_PIP_VERSION_CHECK": "1", "PIP_NO_INPUT": "1", "PIP_NO_CACHE_DIR": "1"}
DATA = {".toml", ".typed"}
PATIENCE = 600
"""Seconds after which a program hangs, even on a busy machine."""


def call(*words: str | Path, cwd: Path) -> str:
    """Run a program away from the project and without what could lead back to it."""
    settings = {
        name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "PIP_", "VIRTUAL_ENV"))
    }
    done = subprocess.run(
        words, capture_output=True, text=True, check=False, cwd=cwd, env=settings | OFFLINE, timeout=PATIENCE
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built by the project's own build backend."""
    folder = tmp_path_factory.mktemp("wheel")
    call(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", folder, cwd=ROOT)
    wheels = list(folder.glob("*.whl"))
    assert len(wheels) == 1
    return wheels[0]


@pytest.fixture(scope="module")
def scripts(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The scripts of an empty environment with the wheel in it; what it depends on is lent by this one."""
    home = tmp_path_factory.mktemp("empty") / "venv"
    venv.create(home, with_pip=False, symlinks=True)
    names = {"base": str(home), "platbase": str(home)}
    packages = Path(sysconfig.get_path("purelib", "venv", vars=names))
    programs = Path(sysconfig.get_path("scripts", "venv", vars=names))
    call(
        *(sys.executable, "-m", "pip", "--quiet", "--python", programs / "python"),
        *("install", "--no-deps", "--no-compile", wheel),
        cwd=home,
    )
    # A plain path, and not a site folder: the .pth file there that leads to the project's source is not followed.
    lent = {sysconfig.get_path("purelib"), sysconfig.get_path("platlib")}
    (packages / "lent.pth").write_text("\n".join(sorted(lent)) + "\n", encoding="utf-8")
    return programs


def test_every_source_and_every_data_file_is_inside(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        inside = {name: archive.read(name) for name in archive.namelist() if name.startswith("pitbook/")}
    wanted = {
        path.relative_to(SOURCE).as_posix(): path.read_bytes()
        for path in (SOURCE / "pitbook").rglob("*")
        if path.is_file() and "__pycache__" not in path.parts and path.suffix not in (".nbi", ".nbc")
    }
    assert {Path(name).suffix for name in wanted} >= DATA
    assert sorted(inside) == sorted(wanted)
    assert inside == wanted


@pytest.mark.prove
def test_a_release_is_built_and_the_sdist_has_the_tests(tmp_path: Path) -> None:
    """`python -m build`, as the guide says: the wheel is made from the sdist, so that has to be complete."""
    call(sys.executable, "-m", "build", "--no-isolation", "--outdir", tmp_path, ROOT, cwd=tmp_path)
    (sdist,) = tmp_path.glob("*.tar.gz")
    assert len(list(tmp_path.glob("*.whl"))) == 1
    with tarfile.open(sdist) as archive:
        inside = {name.partition("/")[2] for name in archive.getnames()}
    tracked = call("git", "ls-files", cwd=ROOT).splitlines() if (ROOT / ".git").exists() else []
    wanted = {name for name in tracked if not name.startswith((".gitignore", ".npmrc"))}
    assert wanted - inside == set()
    assert not {
        name for name in inside if "__pycache__" in name or name.startswith(("site/", ".venv/", "node_modules/"))
    }


def test_the_metadata(wheel: Path) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    with zipfile.ZipFile(wheel) as archive:
        name = next(name for name in archive.namelist() if name.endswith(".dist-info/METADATA"))
        metadata = archive.read(name).decode().split("\n\n")[0].splitlines()
        assert any(name.endswith("/licenses/LICENSE") for name in archive.namelist())
    assert f"Version: {project['version']}" in metadata
    assert "License-Expression: MIT" in metadata
    assert "Requires-Python: >=3.11" in metadata
    required = [line for line in metadata if line.startswith("Requires-Dist:") and "extra ==" not in line]
    assert len(required) == len(project["dependencies"])


def test_it_comes_from_the_wheel(scripts: Path, tmp_path: Path) -> None:
    where = call(scripts / "python", "-c", "import pitbook; print(pitbook.__file__)", cwd=tmp_path).strip()
    assert Path(where).is_relative_to(scripts.parent), where
    assert not Path(where).is_relative_to(ROOT), where


def test_it_shows_the_books(scripts: Path, tmp_path: Path) -> None:
    books = json.loads(call(scripts / "pitbook", "rulebooks", "--json", cwd=tmp_path))["books"]
    assert [(book["id"], book["clauses"] > 0) for book in books] == [
        ("galaxy-heads-up-holdem", True),
        ("ma-heads-up-holdem", True),
        ("md-four-card-poker", True),
        ("md-heads-up-holdem", True),
        ("let-it-ride", True),
        ("three-card-poker", True),
        ("ultimate-texas-holdem", True),
    ]


def test_it_makes_and_checks_a_submission(scripts: Path, tmp_path: Path) -> None:
    text = call(scripts / "pitbook", "submission", "new", "md-four-card-poker", cwd=tmp_path)
    (tmp_path / "house.toml").write_text(text, encoding="utf-8")
    document = json.loads(call(scripts / "pitbook", "submission", "check", "house.toml", "--json", cwd=tmp_path))
    assert document["ok"] is True


@pytest.mark.prove
def test_it_is_the_same_as_the_source(scripts: Path, tmp_path: Path) -> None:
    here = json.loads(call(sys.executable, "-m", "pitbook", "selfcheck", "--json", cwd=tmp_path))
    assert json.loads(call(scripts / "pitbook", "selfcheck", "--json", cwd=tmp_path)) == here
