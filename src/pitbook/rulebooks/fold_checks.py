"""Checks what a fold does to each wager: wagers against the dealer are forfeited, and no bonus is earned.

A wager that only the player's cards decide is either forfeited too, or stays as if nobody had folded. The table
collects forfeited wagers at the fold, before anybody knows the dealer's cards. So cases in which the forfeit depends on
those cards, or on the player's hand, are refused.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pitbook.rulebooks.cases import CaseSituation, deciding, situations
from pitbook.rulebooks.models import Case, Wager

if TYPE_CHECKING:
    from pitbook.rulebooks.book import RuleBook


def folding_problems(book: "RuleBook") -> Iterator[str]:
    """A sentence for each wager whose cases break this rule."""
    if not book.flow.folds:
        return
    for wager in book.wagers:
        if wager.decided and not any(case.folded for case in wager.cases):
            continue
        ends = [
            (at, case)
            for at in situations(book, wager, folds=(True,))
            if not wager.is_bonus or not any(name in at.made for name in book.flow.decided)
            if (case := deciding(wager, at)) is not None
        ]
        yield from _problems(book, wager, ends)


def _problems(book: "RuleBook", wager: Wager, ends: list[tuple[CaseSituation, Case]]) -> Iterator[str]:
    where = f"wagers.{wager.name}.cases"
    if wager.is_bonus:
        paying = next((case for _, case in ends if case.pays != "nothing"), None)
        if paying:
            number = wager.cases.index(paying) + 1
            yield f"{where}: case {number} pays a player who folded: a bonus is paid only to a player who did not fold"
        return
    main = wager.against_dealer or book.flow.base in (wager.name, wager.equals)
    for at, case in ends:
        if case.pays == "forfeit":
            continue
        number = wager.cases.index(case) + 1
        if main:
            yield f'{where}: case {number} decides for a player who folded: a fold can only "forfeit" this wager'
            return
        if case is not deciding(wager, at._replace(folded=False)):
            yield f"{where}: case {number} holds only after a fold: a fold forfeits a wager or does not change it"
            return
    for options in {tuple(at.options.items()) for at, _ in ends}:
        forfeits = {case.pays == "forfeit" for at, case in ends if tuple(at.options.items()) == options}
        if len(forfeits) > 1:
            yield f"{where}: a fold forfeits it with some hands but not with others: it must be all or none"
            return
