"""What a folded player loses at once, what stays alive, and where the chips go."""

from functools import lru_cache

from pitbook.rulebooks.models import Settles
from pitbook.settlement.pay import stays_on_table
from pitbook.submission import HouseRules
from pitbook.table.state import Round, State


@lru_cache(maxsize=256)
def progressive_name(rules: HouseRules) -> str:
    """The name of the progressive wager, or nothing where none is offered."""
    return next((wager.name for wager in rules.wagers if wager.settles is Settles.PROGRESSIVE), "")


@lru_cache(maxsize=256)
def forfeited(rules: HouseRules) -> frozenset[str]:
    """The wagers that do not survive a fold."""
    return frozenset(wager.name for wager in rules.wagers if not stays_on_table(rules, {wager.name: 1}))


def fold_seat(rules: HouseRules, current: Round, seat: int) -> None:
    """The player is out; the cards stay while any side wager is alive."""
    current.folded.add(seat)
    if not forfeited(rules).issuperset(current.wagers[seat]):
        current.kept.add(seat)


def collect_forfeits(state: State, rules: HouseRules, current: Round, seat: int) -> None:
    """The forfeited wagers go into the table inventory."""
    lost = forfeited(rules)
    for name, amount in current.wagers[seat].items():
        if name in lost and (seat, name) not in current.collected:
            current.collected.add((seat, name))
            state.inventory += amount
