"""Pitbook's own books at the table: a golden playthrough each, and rounds of every way to deal them."""

import pytest

from pitbook.settlement.wagers import placeable
from rulebooks.house_facts import HOUSE_DEALING
from table.house_playthroughs import FOLDER, STACKS, path_of, play
from table.play import Game, rules_of


@pytest.mark.parametrize("book", STACKS)
def test_golden_playthrough(book: str) -> None:
    head, _, text = path_of(book).read_text(encoding="utf-8").partition("\n\n")
    stacks, told = play(book)
    assert stacks == head == STACKS[book]
    assert told == text


def test_every_book_has_one() -> None:
    assert sorted(FOLDER.iterdir()) == sorted(map(path_of, HOUSE_DEALING))


@pytest.mark.parametrize(
    ("book", "method", "order"), [(book, *way) for book, ways in HOUSE_DEALING.items() for way in ways]
)
def test_rounds_by_every_way_of_dealing(book: str, method: str, order: str) -> None:
    """Each action of each decision is taken by somebody."""
    game = Game(rules_of(book, method, order), source="virtual")
    game.sit(3)
    base = game.rules.book.flow.base
    wagers = {name: 10_00 if base in (name, one.equals) else 5_00 for name, one in placeable(game.rules).items()}
    taken: dict[str, list[str]] = {street.name: [] for street in game.rules.streets}
    for number in range(1, 6):
        for seat in (1, 2, 3):
            game.wager(seat, wagers)
        game.deal()
        while game.state.rounds < number:
            street = next(one for one in game.rules.streets if one.name == game.state.round.street)
            seat = game.state.round.to_act[0]
            action = street.names[street.actions[len(taken[street.name]) % len(street.actions)]]
            times = street.times(action)
            game.decide(seat, action.verb, times and times * 10_00)
            taken[street.name].append(action.name)
    assert {name: set(actions) for name, actions in taken.items()} == {
        street.name: set(street.actions) for street in game.rules.streets
    }
