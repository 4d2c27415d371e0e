"""A fifth book of the family needs no code of its own at the table either."""

from pathlib import Path

from pitbook.settlement.wagers import placeable
from pitbook.submission import load_target
from table.play import Game

BOOK = Path(__file__).parent.parent / "books" / "ultimate-texas-holdem"


def test_rounds_of_ultimate_texas_holdem() -> None:
    rules = load_target(str(BOOK))
    game = Game(rules, source="virtual")
    game.sit(3)
    base = rules.book.flow.base
    wagers = {name: 10_00 if base in (name, wager.equals) else 5_00 for name, wager in placeable(rules).items()}
    for number in range(1, 6):
        for seat in (1, 2, 3):
            game.wager(seat, wagers)
        game.deal()
        while game.state.rounds < number:
            seat = game.state.round.to_act[0]
            street = next(one for one in rules.streets if one.name == game.state.round.street)
            raised = seat == number % 3 or street.otherwise == "fold"
            amount = street.multiples[-1] * 10_00
            game.decide(seat, rules.book.flow.wager if raised else street.otherwise, amount if raised else None)
    assert game.state.rounds == 5
