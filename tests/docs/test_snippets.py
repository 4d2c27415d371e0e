"""Every command and every piece of code in the documentation is run, or says why not."""

from pathlib import Path

import pytest

from cli.conftest import run
from cli.running import Run
from docs.snippets import (
    ROOT,
    Block,
    Example,
    Runner,
    blocks_of,
    examples_of,
    looks_like_commands,
    matches,
    pages,
    read,
)

__all__ = ["run"]
PAGES = pages()
ELSEWHERE = {
    "docs/how-to/operations.md": ("tests/audit/test_docs.py", {"sh"}),
    "docs/how-to/witness.md": ("tests/witness/test_command.py", {"sh"}),
    "docs/explanation/ledger.md": ("tests/ledger/test_docs.py", {"python", "sql"}),
}
"""Pages whose blocks of these languages are run by a test of their own."""
NOT_RUN = 15
"""How many blocks nothing runs: servers that wait, proxies, keys that only their owner has."""


def _mine(block: Block) -> bool:
    """Whether this test runs a block."""
    if block.mark in ("not run", "run by") or block.language == "text":
        return False
    return block.language not in ELSEWHERE.get(block.page, ("", set()))[1]


@pytest.fixture
def runner(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, run: Run) -> Runner:
    """Runs blocks in a folder that has the examples; what they write stays out of the project."""
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    monkeypatch.chdir(tmp_path)
    return Runner(tmp_path, run)


def _pages_with(*, slow: bool) -> list[str]:
    return [page for page in PAGES if any(_mine(block) and (block.mark == "slow" or not slow) for block in read(page))]


@pytest.mark.parametrize("page", _pages_with(slow=False))
def test_the_blocks_of_a_page_work(page: str, runner: Runner) -> None:
    for block in read(page):
        if _mine(block) and block.mark != "slow":
            runner.do(block)


@pytest.mark.prove
@pytest.mark.parametrize("page", _pages_with(slow=True))
def test_the_slow_blocks_work_too(page: str, runner: Runner) -> None:
    for block in read(page):
        if _mine(block):
            runner.do(block)


@pytest.mark.parametrize("page", PAGES)
def test_every_block_is_run_or_says_why_not(page: str, runner: Runner) -> None:
    for block in read(page):
        if block.mark in ("not run", "slow"):
            assert len(block.said.split()) > 1, f"{block.place} gives no reason"
        elif block.mark == "run by":
            assert page.rsplit("/", 1)[-1] in (ROOT / block.said).read_text(encoding="utf-8"), block.place
        elif block.language == "text":
            assert not looks_like_commands(block), f"{block.place} is text but has commands in it"
        else:
            assert not _mine(block) or runner.knows(block.language), f"{block.place}: nothing runs {block.language!r}"


@pytest.mark.parametrize("page", ELSEWHERE)
def test_a_test_elsewhere_reads_its_page(page: str) -> None:
    test, languages = ELSEWHERE[page]
    assert page.rsplit("/", 1)[-1] in (ROOT / test).read_text(encoding="utf-8")
    assert {block.language for block in read(page)} >= languages


def test_blocks_that_nothing_runs_are_counted() -> None:
    left_out = [block.place for page in PAGES for block in read(page) if block.mark == "not run"]
    assert len(left_out) == NOT_RUN, "\n".join(left_out)


def test_blocks_are_read_as_people_read_them() -> None:
    text = (
        "```console\n$ make run\n$ pitbook a\none\n  two  \n...\n\nthree\n```\n"
        "<!-- not run: it waits -->\n   ```sh\n   pitbook b\n   ```\n"
    )
    first, second = blocks_of("page", text)
    assert examples_of(first) == [
        Example("make run", (), 2),
        Example("pitbook a", ("one", "  two", "...", "three"), 3),
    ]
    assert second == Block("page", 12, "sh", "pitbook b\n", "not run", "it waits")


@pytest.mark.parametrize(
    ("expected", "printed", "equal"),
    [
        ([], [], True),
        ([], ["a"], False),
        (["a"], ["a"], True),
        (["a"], [], False),
        (["a"], ["a", "b"], False),
        (["a", "..."], ["a"], True),
        (["a", "..."], ["a", "b", "c"], True),
        (["...", "c"], ["a", "b", "c"], True),
        (["a", "...", "c"], ["a", "b", "b"], False),
        (["a", "...", "c", "..."], ["a", "b", "c", "d"], True),
        (["b"], ["a"], False),
        (["holds: ... rounds."], ["holds: 3 rounds."], True),
        (["holds: ... rounds."], ["holds: 3 tables."], False),
    ],
)
def test_dots_stand_for_anything_and_everything_else_for_itself(
    expected: list[str], printed: list[str], equal: bool
) -> None:
    assert matches(expected, printed) is equal


@pytest.mark.parametrize(
    "text",
    [
        "```console\n$ pitbook --version\npitbook 99.0\n```\n",
        "```console\n$ echo one | cat\ntwo\n```\n",
        "```sh\npitbook nonsense\n```\n",
        "```python\nprint(1 + 1)  # 3\n```\n",
        "```toml\nnot = = toml\n```\n",
    ],
)
def test_a_wrong_block_is_found(text: str, runner: Runner) -> None:
    (block,) = blocks_of("page", text)
    with pytest.raises((AssertionError, ValueError)):
        runner.do(block)
