"""Massachusetts and Galaxy: the wording of odds, posted limits, and the areas that their rules speak of."""

from pathlib import Path

import pytest

from layout.reading import STYLE, card_places, drawing, offering, sign_sections, wagers_at, words_of, written
from pitbook.layout import felt_of, layout_page, sign_of, sign_page
from pitbook.problems import RefusedError
from pitbook.rulebooks import load_folder
from pitbook.rulebooks.known_books import BOOKS
from pitbook.submission import load_target
from submission.edits import GALAXY, MA, checked, edited


@pytest.mark.clause(f"{MA} 11(a)")
@pytest.mark.parametrize("bad_beat", ["A"])
@pytest.mark.parametrize("trips_plus", ["A", "B", "C", "D"])
@pytest.mark.parametrize("pocket_bonus", ["A", "B", "C"])
def test_massachusetts_states_odds_with_to_and_never_with_for(
    bad_beat: str, trips_plus: str, pocket_bonus: str
) -> None:
    rules = load_target(MA, [("bad_beat", bad_beat), ("trips_plus", trips_plus), ("pocket_bonus", pocket_bonus)])
    for page in (sign_page(rules, STYLE), layout_page(rules, STYLE)):
        assert "for" not in words_of(page)
    odds = [pays for name, rows in sign_sections(rules).items() if name != "Clauses" for _, pays in rows]
    assert all(pays == "push" or " to " in pays for pays in odds)
    assert sign_of(rules).clauses[0] == f"{MA} 11(a)"


@pytest.mark.clause(f"{MA} 11(a)")
def test_massachusetts_refuses_a_sign_whose_odds_are_stated_with_for(tmp_path: Path) -> None:
    """A book that had such a table can't print it; without the clause the same table is printed."""
    for path in (BOOKS / MA).glob("*.toml"):
        text = path.read_text(encoding="utf-8").replace('id = "ma-heads-up-holdem"', 'id = "doctored"')
        if path.name == "paytables.toml":
            assert '"100 to 1"' in text
            text = text.replace('"100 to 1"', '"101 for 1"')
        (tmp_path / path.name).write_text(text, encoding="utf-8")
    load_folder(tmp_path)
    with pytest.raises(RefusedError, match=r'101 for 1 cannot be shown on a sign or layout here.* "to" or "win"'):
        sign_of(load_target(str(tmp_path)))
    procedures = tmp_path / "procedures.toml"
    allowed = procedures.read_text(encoding="utf-8").replace('forbidden_words = ["for"]', "")
    procedures.write_text(allowed, encoding="utf-8")
    assert ("royal flush", "101 for 1") in sign_sections(load_target(str(tmp_path)))["Trips Plus"]


@pytest.mark.clause(f"{GALAXY} Progressive")
def test_galaxy_states_its_progressive_with_for_1() -> None:
    """The only odds that the other books' signs may state so."""
    sections = sign_sections(load_target(GALAXY))
    assert [pays for _, pays in sections["Progressive"]][4:] == ["200 for 1", "50 for 1", "10 for 1", "5 for 1"]
    assert not any("for" in pays for name, rows in sections.items() if name != "Progressive" for *_, pays in rows)


@pytest.mark.clause(f"{GALAXY} Progressive")
def test_galaxys_sign_says_by_which_clause_the_meter_is_reset() -> None:
    (schedule,) = [one for one in sign_of(load_target(GALAXY)).schedules if one.wager == "progressive"]
    assert [note.clauses for note in schedule.notes if "is reset to $5,000" in note.text] == [
        (f"{GALAXY} Progressive",)
    ]


@pytest.mark.parametrize(
    ("book", "clause"),
    [
        pytest.param(MA, "10(b)", marks=pytest.mark.clause(f"{MA} 10(b)")),
        pytest.param(GALAXY, "2", marks=pytest.mark.clause(f"{GALAXY} 2")),
    ],
)
def test_the_limits_of_ante_and_odds_are_posted(book: str, clause: str) -> None:
    rules, problems = checked(
        edited(book, ('ante = { least = "5.00", most = "500.00" }', 'ante = { least = "25.00", most = "1500.00" }'))
    )
    assert not problems
    rows = sign_sections(rules)["Table limits"]
    assert rows[:2] == [("Ante", "$25 to $1,500"), ("Odds", "$25 to $1,500")]
    ante, odds, *_ = sign_of(rules).limits
    assert ante.clauses == odds.clauses == (f"{book} {clause}",)


@pytest.mark.parametrize("book", [MA, GALAXY])
def test_every_wager_on_offer_has_an_area_at_every_position(book: str) -> None:
    rules = load_target(book)
    optional = {MA: ["pocket_bonus", "trips_plus"], GALAXY: ["progressive", "pocket_bonus", "trips_plus", "all6"]}[book]
    for position in range(1, 7):
        assert wagers_at(rules, position) == ["ante", "odds", "raise", *optional]
    assert felt_of(rules).position_reading == 13
    assert len(card_places(rules, "community")) == 5
    assert len(card_places(rules, "dealer")) == 2


@pytest.mark.clause(f"{GALAXY} 3")
def test_the_four_cards_of_the_all_6_bonus_lie_to_the_dealers_right() -> None:
    """The dealer looks down from above: the right hand is on the left of the drawing."""
    rules = load_target(GALAXY)
    extra, dealer = card_places(rules, "extra"), card_places(rules, "dealer")
    assert len(extra) == 4
    assert max(x for x, _ in extra) < min(x for x, _ in dealer)
    assert card_places(offering(GALAXY, "pocket_bonus", "trips_plus"), "extra") == []


def test_galaxys_felt_says_that_the_ante_pushes_as_marylands_does() -> None:
    assert "Ante pushes if the dealer has less than a pair" in written(drawing(load_target(GALAXY)))
