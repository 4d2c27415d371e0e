"""After a jam: wagers go back, the cards are taken out of the device, and all are shuffled again, with the clauses."""

import pytest

from clauses import procedures as p
from pitbook.table import NONE
from pitbook.table import commands as c
from pitbook.table import events as happened
from table.play import FOUR, GALAXY, MA, MD, Game, rules_of

SHOE = [
    (MD, f"{MD} 13.I(1)", f"{MD} 13.I(2)", f"{MD} 13.I(3)"),
    (GALAXY, f"{MD} 13.I(1)", f"{MD} 13.I(2)", f"{MD} 13.I(3)"),
    (MA, f"{MA} 12(f)", f"{MA} 12(f)", f"{MA} 12(f)"),
    (FOUR, f"{FOUR} 13.G", f"{FOUR} 13.G", f"{FOUR} 13.G"),
]


def _until_shuffled(game: Game) -> list[tuple[str, tuple[str, ...]]]:
    """What is done from now on, up to the shuffle, with the clauses."""
    found: list[tuple[str, tuple[str, ...]]] = []
    while not found or found[-1][0] != "shuffle":
        step = game.state.agenda[0]
        found.append((step.do, step.clauses))
        game.step(step.do)
    return found


def _jammed(book: str, name: str, method: str) -> Game:
    """The shoe jams at its second card, the shuffler while wagers are open and it still has the deck."""
    game = p.with_wagers(book, method, automations=NONE) if name == "shoe_jam" else _in_the_shuffler(book, method)
    if name == "shoe_jam":
        game.deal()
        game.perform_until("deal")
        game.step("deal")
    game.do(c.Report(c.dealer(), name))
    return game


def _in_the_shuffler(book: str, method: str) -> Game:
    game = Game(rules_of(book, method), automations=NONE)
    game.sit(2)
    game.perform_until("open_round")
    game.step("open_round")
    for seat in (1, 2):
        game.wager(seat, p.every_wager(book))
    return game


@pytest.mark.parametrize(("book", "back", "out", "again"), SHOE)
def test_a_shoe_that_jams(book: str, back: str, out: str, again: str) -> None:
    game = _jammed(book, "shoe_jam", "automated")
    steps = _until_shuffled(game)
    names = ["reckon", "return_wagers", "return_wagers", "remove_cards", "discard", "shuffle"]
    assert [do for do, _ in steps] == names
    assert steps[1][1] == steps[2][1] == (back,)
    assert steps[3][1] == (out,)
    assert steps[5][1][0] == again
    assert happened.Performed(("remove_cards",), "dealer") in game.events


@pytest.mark.parametrize("book", [MD, GALAXY])
def test_a_shuffler_that_jams_in_a_round(book: str) -> None:
    steps = _until_shuffled(_jammed(book, "shuffler_jam", "hand"))
    cited = {do: clauses for do, clauses in steps if do in ("return_wagers", "remove_cards")}
    assert cited == {"return_wagers": (f"{MD} 13.H(2)",), "remove_cards": (f"{MD} 13.H(3)",)}
    assert [do for do, _ in steps][-3:] == ["remove_cards", "discard", "shuffle"]
    assert steps[-1][1][:2] == (f"{MD} 13.H(1)", f"{MD} 13.H(3)")


def test_a_shuffler_that_jams_between_rounds() -> None:
    """In the shuffle itself, or found afterwards: nothing is void, the cards come out and are shuffled again."""
    game = Game(rules_of(MD, "hand"), automations=NONE)
    game.perform_until("shuffle")
    game.do(c.Report(c.dealer(), "shuffler_jam"))
    assert [(step.do, step.deck) for step in game.state.agenda] == [
        ("remove_cards", 0),
        ("shuffle", 0),
        ("open_round", None),
    ]
    game.step("remove_cards")
    game.step("shuffle")
    game.do(c.Report(c.dealer(), "shuffler_jam"))
    assert [step.do for step in game.state.agenda] == ["remove_cards", "shuffle", "open_round"]


@pytest.mark.parametrize(("book", "clause"), [(MA, f"{MA} 12(e)"), (FOUR, f"{FOUR} 13.F")])
def test_books_that_only_have_the_cards_reshuffled(book: str, clause: str) -> None:
    game = Game(rules_of(book, "hand"), automations=NONE)
    game.perform_until("open_round")
    game.do(c.Report(c.dealer(), "shuffler_jam"))
    assert [(step.do, step.clauses[0]) for step in game.state.agenda][:1] == [("shuffle", clause)]


@pytest.mark.parametrize(
    ("book", "name", "clause"),
    [
        (MD, "wrong_number_of_cards", f"{MD} 13.E"),
        (MD, "dealer_card_exposed", f"{MD} 13.F"),
        (MA, "wrong_number_of_cards", f"{MA} 12(c)"),
        (MA, "dealer_card_exposed", f"{MA} 12(d)"),
        (FOUR, "wrong_number_of_cards", f"{FOUR} 13.D"),
        (FOUR, "dealer_card_exposed", f"{FOUR} 13.E"),
        (MD, "face_up_cards", f"{MD} 13.B"),
        (MA, "face_up_cards", f"{MA} 12(a)"),
        (FOUR, "face_up_cards", f"{FOUR} 13.B"),
    ],
)
def test_the_shuffle_after_a_void_round_cites_what_voided_it(book: str, name: str, clause: str) -> None:
    game = p.with_wagers(book, automations=NONE)
    game.deal()
    game.perform_until("deal")
    while not game.state.round.dealer:
        game.step("deal")
    game.do(c.Report(c.dealer(), name))
    steps = _until_shuffled(game)
    assert "remove_cards" not in [do for do, _ in steps]
    assert steps[-1][1][0] == clause


def test_the_shuffle_that_a_floorperson_orders_cites_the_order() -> None:
    game = p.seated(MD, automations=NONE)
    game.do(c.OrderReshuffle(c.floorperson(), "to be sure"))
    assert game.state.agenda[0].clauses[0] == f"{MD} 5.A(3)"
