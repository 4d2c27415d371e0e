"""A side wager of one's own on suited hole cards: what its author does right is obeyed, what is wrong is explained."""

from pathlib import Path

import pytest

from cli.running import Run, runner
from pitbook.problems import MalformedError
from pitbook.rulebooks import load_folder
from pitbook.rulebooks.register import load_with_register
from pitbook.settlement import read_round, settle
from pitbook.settlement.lines import SettlementLine
from pitbook.submission import load_target

SUITED = """
id = "suited-holdem"
title = "Hold'em with Suited Pair Bonus"
authority = "this test"
based_on = "md-heads-up-holdem"

[hands.suited_hole]
from = ["own"]
names = [
    { name = "suited_ace_king", when = [{ ranks = ["AK"], suited = true }] },
    { name = "other_suited", when = [{ suited = true }] },
]

[[wagers]]
name = "suited_bonus"
title = "Suited Pair Bonus"
optional = true
needs_all = ["ante", "odds"]
clauses = ["S1"]
cases = [
    { table = "suited_bonus", clauses = ["S2"] },
    { pays = "lose", clauses = ["S2"] },
]

[[paytables]]
name = "suited_bonus"
title = "Suited pair bonus"
clauses = ["S3"]
[[paytables.tables]]
id = "A"
evaluates = "suited_hole"
clauses = ["S3"]
rows = [
    { hand = "suited_ace_king", pays = "20 to 1", clauses = ["S3(1)"] },
    { hand = "other_suited", pays = "2 to 1", clauses = ["S3(2)"] },
]

[settlement]
order = ["ante", "odds", "raise", "pocket_bonus", "trips_plus", "suited_bonus", "progressive"]

[[irregularities]]
name = "dealer_card_exposed"
settled = [
    { wager = "pocket_bonus", when = "always", clauses = "md-heads-up-holdem 13.G" },
    { wager = "trips_plus", when = "always", clauses = "md-heads-up-holdem 13.G" },
    { wager = "suited_bonus", when = "always", clauses = "S2" },
]
"""
CLAUSES = "".join(
    f'["{clause}"]\nsays = "What {clause} says."\ncoverage = "performed"\n'
    for clause in ("S1", "S2", "S3", "S3(1)", "S3(2)")
)


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    return runner(monkeypatch, capsys)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "book.toml").write_text(SUITED, encoding="utf-8")
    (tmp_path / "clauses.toml").write_text(CLAUSES, encoding="utf-8")
    return tmp_path


def _edit(folder: Path, old: str, new: str, file: str = "book.toml") -> None:
    path = folder / file
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


def _problems(folder: Path) -> list[str]:
    with pytest.raises(MalformedError) as failure:
        load_with_register(folder)
    return [problem.message for problem in failure.value.problems]


def _lines(folder: Path, hole: str, *, void: str | None = None) -> dict[str, SettlementLine]:
    rules = load_target(str(folder))
    wagers = {"ante": "5.00", "odds": "5.00", "raise": "5.00", "suited_bonus": "5.00"}
    hand = {
        "board": "2c 3d 9h Jc 4s",
        "dealer": "7d 8h",
        "void": void,
        "seats": [{"seat": 1, "hole": hole, "wagers": wagers}],
    }
    return {line.wager: line for line in settle(rules, read_round(rules, hand)).lines}


@pytest.mark.parametrize(
    ("hole", "payout", "clauses"),
    [("As Ks", 10000, ["S2", "S3(1)"]), ("5h 6h", 1000, ["S2", "S3(2)"]), ("5h 6s", 0, ["S2", "S3"])],
)
def test_it_is_paid_by_its_table(folder: Path, hole: str, payout: int, clauses: list[str]) -> None:
    line = _lines(folder, hole)["suited_bonus"]
    assert (line.payout, list(line.clauses)) == (payout, [f"suited-holdem {clause}" for clause in clauses])


def test_a_void_round_settles_it_and_returns_the_others_by_their_own_clauses(folder: Path) -> None:
    """What the change leaves alone still cites Maryland; no clause is cited twice."""
    lines = _lines(folder, "As Ks", void="dealer_card_exposed")
    assert lines["ante"].clauses == lines["odds"].clauses == ("md-heads-up-holdem 13.F",)
    assert lines["suited_bonus"].clauses == ("suited-holdem S2", "suited-holdem S3(1)")
    assert lines["suited_bonus"].payout == 10000


def test_a_changed_value_without_clauses_still_replaces_those_of_its_entry(folder: Path) -> None:
    _edit(folder, 'name = "dealer_card_exposed"', 'name = "dealer_card_exposed"\nuntil = "reveal"')
    case = next(one for one in load_folder(folder).irregularities if one.name == "dealer_card_exposed")
    assert case.clauses == ("suited-holdem 5",)
    assert case.settled[0].clauses == ("md-heads-up-holdem 13.G",)


def test_the_changes_as_sentences(folder: Path) -> None:
    assert [change.says for change in load_folder(folder).changes] == [
        "hands.suited_hole is added.",
        "wagers.suited_bonus is added.",
        "paytables.suited_bonus is added.",
        "settlement.order is ante, odds, raise, pocket_bonus, trips_plus, suited_bonus, progressive, "
        "not ante, odds, raise, pocket_bonus, trips_plus, progressive.",
        "irregularities.dealer_card_exposed.settled is replaced.",
    ]


def test_the_id_of_the_base_book_is_one_problem(folder: Path) -> None:
    _edit(folder, 'id = "suited-holdem"', 'id = "md-heads-up-holdem"')
    assert _problems(folder) == [
        "book.toml: id: 'md-heads-up-holdem' is the id of the book that this one is based on; give yours another"
    ]


ODDS = '(write "3 to 2", "300 for 1", "$1,000", "10% of meter", "push" or "nothing")'


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        (
            'name = "suited_bonus"\ntitle = "Suited Pair Bonus"',
            'name = "suited_bonus"\ntitel = "Suited Pair Bonus"\ntitle = "Suited Pair Bonus"',
            "book.toml: wagers.suited_bonus.titel is not a known key; did you mean 'title'?",
        ),
        (
            "[hands.suited_hole]",
            "[hands.suited_hole]\nfromm = 1",
            "book.toml: hands.suited_hole.fromm is not a known key; did you mean 'from'?",
        ),
        (
            "{ suited = true }] },\n]",
            "{ suitd = true }] },\n]",
            "book.toml: hands.suited_hole.names.other_suited.when.1.suitd is not a known key; did you mean 'suited'?",
        ),
        (
            "[settlement]\n",
            '[settlement]\nordr = ["ante"]\n',
            "book.toml: settlement.ordr is not a known key; did you mean 'order'?",
        ),
        (
            'needs_all = ["ante", "odds"]',
            'needs_all = ["anty"]',
            "book.toml: wagers.suited_bonus names 'anty', which the book does not have; did you mean 'ante'?",
        ),
        (
            'table = "suited_bonus"',
            'table = "suited_bonuss"',
            "book.toml: wagers.suited_bonus.cases: case 1 names 'suited_bonuss', which the book does not have; "
            "did you mean 'suited_bonus'?",
        ),
        (
            '"trips_plus", "suited_bonus"',
            '"trip_plus", "trips_plus", "suited_bonus"',
            "book.toml: settlement.order names 'trip_plus', which the book does not have; did you mean 'trips_plus'?",
        ),
        (
            'evaluates = "suited_hole"',
            'evaluates = "suited_whole"',
            "book.toml: paytables.suited_bonus.A.evaluates: 'suited_whole' is not a player's hand in this book; "
            "did you mean 'suited_hole'?",
        ),
        (
            'hand = "other_suited"',
            'hand = "others_suited"',
            "book.toml: paytables.suited_bonus.A: others_suited is not a name of hands.suited_hole; "
            "did you mean 'other_suited'?",
        ),
        (
            'pays = "2 to 1"',
            "pays = 3",
            f"book.toml: paytables.suited_bonus.tables.A.rows.other_suited.pays: 3 is not odds {ODDS}",
        ),
        ('pays = "lose"', "pays = 3", f"book.toml: wagers.suited_bonus.cases.2.pays: 3 is not odds {ODDS}"),
        (
            'needs_all = ["ante", "odds"]',
            'needs_all = "ante"',
            "book.toml: wagers.suited_bonus.needs_all must be a list, like [\"ante\"] (got 'ante')",
        ),
        ("[hands.suited_hole]", "[board]\n[hands.suited_hole]", "book.toml: board must be a whole number (got '{}')"),
        ("optional = true", "optional = 1", "book.toml: wagers.suited_bonus.optional must be true or false (got '1')"),
        (
            'name = "suited_bonus"\ntitle = "Suited Pair Bonus"',
            'name = "Suited Bonus"\ntitle = "Suited Pair Bonus"',
            "book.toml: wagers.Suited Bonus.name must be a name of small letters, digits and underscores, "
            "such as \"pair_plus\" (got 'Suited Bonus')",
        ),
        (
            'name = "suited_ace_king", when',
            'name = "suited_ace_king", of = "pair", when',
            "book.toml: hands.suited_hole: suited_ace_king is of pair, but there is no ranking: "
            "leave `of` out, or add a ranking",
        ),
        (
            'ranks = ["AK"], suited = true',
            'hand = "pair"',
            "book.toml: hands.suited_hole: suited_ace_king compares a hand, but there is no ranking: "
            "use `ranks`, or add a ranking",
        ),
        (
            '{ table = "suited_bonus", clauses = ["S2"] },',
            '{ table = "suited_bonus", result = "beats", clauses = ["S2"] },',
            "book.toml: wagers.suited_bonus.cases: no case says what a fold does to it: "
            "a wager against the dealer needs one with folded = true",
        ),
    ],
)
def test_a_mistake_is_explained(folder: Path, old: str, new: str, sentence: str) -> None:
    _edit(folder, old, new)
    assert sentence in _problems(folder)


def test_a_name_needs_a_category_if_the_hand_has_a_ranking(folder: Path) -> None:
    _edit(folder, 'from = ["own"]', 'ranking = "three_card"\nfrom = ["own"]')
    assert _problems(folder)[0] == (
        "book.toml: hands.suited_hole: suited_ace_king needs `of`: one of "
        "straight_flush, three_of_a_kind, straight, flush, pair, high_card"
    )


def test_mistakes_in_the_register_are_explained(folder: Path) -> None:
    _edit(folder, 'says = "What S1 says."', 'say = "What S1 says."', "clauses.toml")
    _edit(folder, 'coverage = "performed"', 'coverage = "preformed"', "clauses.toml")
    assert _problems(folder) == [
        "clauses.toml: S1.says is missing",
        "clauses.toml: S1.coverage must be 'enforced', 'performed', 'recorded', 'displayed', 'physical' or 'pending' "
        "(got 'preformed')",
        "clauses.toml: S1.say is not a known key; did you mean 'says'?",
    ]


def test_a_book_that_the_check_refuses_is_not_settled(folder: Path, run: Run) -> None:
    _edit(folder, '["S2"]', '["S4"]', "clauses.toml")
    hand = folder / "hand.json"
    hand.write_text(
        '{"board": "2c 3d 9h Jc 4s", "dealer": "7d 8h", "seats": '
        '[{"seat": 1, "hole": "As Ks", "wagers": {"ante": "5.00", "odds": "5.00", "raise": "5.00"}}]}',
        encoding="utf-8",
    )
    missing = "clauses.toml has no entry for suited-holdem S2, which the book cites\n"
    checked, settled = run("rulebooks", "check", str(folder)), run("settle", str(folder), str(hand))
    assert (checked.code, checked.err) == (1, missing)
    assert (settled.code, settled.err) == (2, missing)
