"""What a folded player loses at once, what stays alive, and where the chips go."""

from collections.abc import Collection
from functools import lru_cache

from pitbook.rulebooks.models import Wager
from pitbook.rulebooks.steps import ActorRole, StepName
from pitbook.settlement.pay import stays_on_table
from pitbook.submission import HouseRules
from pitbook.table.agenda import AgendaStep, alternating
from pitbook.table.state import Round, State


@lru_cache(maxsize=256)
def progressive_name(rules: HouseRules) -> str:
    """The name of the progressive wager, or nothing where none is offered."""
    return next((wager.name for wager in rules.wagers if wager.progressive), "")


def progressive_chips(rules: HouseRules, current: Round) -> int:
    """How many chips of accepted progressive wagers lie on the layout; those ruled abandoned have been taken."""
    name = progressive_name(rules)
    return sum((seat, name) not in current.collected for seat in current.accepted)


@lru_cache(maxsize=256)
def forfeited(rules: HouseRules) -> frozenset[str]:
    """The wagers that do not survive a fold."""
    return frozenset(wager.name for wager in rules.wagers if not stays_on_table(rules, {wager.name: 1}))


def fold_seat(rules: HouseRules, current: Round, seat: int) -> None:
    """The player is out; the cards stay while any side wager is alive."""
    current.folded.add(seat)
    if not forfeited(rules).issuperset(current.wagers[seat]):
        current.cards_stay.add(seat)


def side_wagers_alive(rules: HouseRules, current: Round, seat: int) -> list[Wager]:
    """The wagers of a folded seat that stay in action."""
    return _alive(rules, current.wagers[seat])


def _alive(rules: HouseRules, names: Collection[str]) -> list[Wager]:
    lost = forfeited(rules)
    return [wager for wager in rules.wagers if wager.name in names and wager.name not in lost]


def side_wagers_lost(rules: HouseRules, current: Round, seat: int) -> list[Wager]:
    """The side wagers of a seat that a fold forfeits with the others."""
    lost = forfeited(rules)
    return [wager for wager in rules.wagers if wager.optional and wager.name in lost & current.wagers[seat].keys()]


def forfeit_clauses(rules: HouseRules, current: Round, seat: int) -> tuple[str, ...]:
    """The clauses by which a folded seat forfeits its wagers."""
    names = forfeited(rules) & current.wagers[seat].keys()
    lost = [wager.forfeit_clauses for wager in rules.wagers if wager.name in names]
    return tuple(dict.fromkeys(clause for clauses in lost for clause in clauses))


def alive_clauses(rules: HouseRules, current: Round, seat: int) -> tuple[str, ...]:
    """The clauses by which a folded seat's cards stay until its side wagers are settled."""
    return _alive_clauses(rules, tuple(current.wagers[seat]))


@lru_cache(maxsize=1024)
def _alive_clauses(rules: HouseRules, names: tuple[str, ...]) -> tuple[str, ...]:
    alive = [wager.stays_clauses for wager in _alive(rules, names)]
    return tuple(dict.fromkeys(clause for clauses in alive for clause in clauses))


def fold_steps(rules: HouseRules, current: Round, seat: int) -> list[AgendaStep]:
    """What the dealer does at a fold: collects the forfeits, and lays the cards aside or under a side wager."""
    collect = AgendaStep(StepName.COLLECT_FOLD, ActorRole.DEALER, rules.book.conduct.collect_forfeits_clauses, seat)
    if seat in current.cards_stay:
        return [
            collect,
            AgendaStep(StepName.KEEP_FOLDED_CARDS, ActorRole.DEALER, alive_clauses(rules, current, seat), seat),
        ]
    return [collect, discard_fold_step(rules, seat)]


def collect_forfeits_step(rules: HouseRules, current: Round) -> AgendaStep:
    """Forfeited wagers are collected when everybody has decided; cards stay where a side wager is alive."""
    conduct, decided = rules.book.conduct, rules.book.flow.decided
    played = any(name in wagers for wagers in current.wagers.values() for name in decided)
    found = (
        conduct.collect_forfeits_clauses,
        conduct.forfeits_after_play_clauses if played else (),
        *(alive_clauses(rules, current, seat) for seat in sorted(current.cards_stay)),
        alternating(rules, "one_deck_in_rack") if current.folded - current.cards_stay else (),
    )
    return AgendaStep(
        StepName.COLLECT_FORFEITS,
        ActorRole.DEALER,
        tuple(dict.fromkeys(clause for clauses in found for clause in clauses)),
    )


def discard_fold_step(rules: HouseRules, seat: int) -> AgendaStep:
    """Discarding folded cards that no side wager needs."""
    clauses = rules.book.conduct.folded_cards_clauses + alternating(rules, "one_deck_in_rack")
    return AgendaStep(StepName.DISCARD_FOLDED_CARDS, ActorRole.DEALER, clauses, seat)


def collect_forfeits(state: State, rules: HouseRules, current: Round, seat: int) -> None:
    """The forfeited wagers go into the table inventory."""
    lost = forfeited(rules)
    for name, amount in current.wagers[seat].items():
        if name in lost and (seat, name) not in current.collected:
            current.collected.add((seat, name))
            state.inventory += amount
