"""Whether a book's flow can be played: wagers known, decisions answerable, every order of dealing fit for it."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pitbook.rulebooks.actions import FOLD, Action, withdrawal_of
from pitbook.rulebooks.flow import Bet, Check, Fold, Street, Withdraw

if TYPE_CHECKING:
    from pitbook.rulebooks.book import RuleBook


def flow_problems(book: "RuleBook") -> Iterator[str]:
    """A sentence for each thing about the flow that does not fit."""
    flow = book.flow
    wagers = {wager.name: wager for wager in book.wagers}
    if flow.base not in wagers:
        yield f"flow.base names {flow.base!r}, which the book does not have"
    elif not wagers[flow.base].opens:
        yield f"flow.base: {flow.base} does not open, so that a player could be without it"
    if not flow.streets:
        yield "flow.steps has no decision"
    names = [street.name for street in flow.streets]
    yield from (f"two decisions are called {name}" for name in sorted(set(names)) if names.count(name) > 1)
    for street in flow.streets:
        yield from _street(book, street)
    yield from _orders(book)


def _street(book: "RuleBook", street: Street) -> Iterator[str]:
    where = f"flow.{street.name}"
    wagers, options = {wager.name: wager for wager in book.wagers}, {option.name for option in book.options}
    waiting = [offer for offer in street.offers if isinstance(offer, Check)]
    folds = [offer for offer in street.offers if isinstance(offer, Fold)]
    if not waiting and not folds:
        yield f"{where} has neither check nor fold: nobody could answer without a wager"
    if len(waiting) > 1 or len(folds) > 1:
        yield f"{where} has check or fold more than once"
    if len(street.offers) == len(waiting) + len(folds) and not (waiting and folds):
        yield f"{where} has nothing to decide"
    for offer in street.offers:
        if isinstance(offer, Bet | Withdraw) and offer.wager not in wagers:
            yield f"{where} names {offer.wager!r}, which the book does not have"
        if isinstance(offer, Bet):
            if offer.option is not None and offer.option not in options:
                yield f"{where} names the option {offer.option!r}, which the book does not have"
            if offer.any_amount_between and len(offer.multiples) == 1:
                yield f"{where}: between {offer.multiples[0]} and {offer.multiples[0]} times there is no amount"
        if isinstance(offer, Withdraw):
            if offer.wager == book.flow.base:
                yield f"{where}: {offer.wager} is the base and stays: it can't be withdrawn"
            elif offer.wager in book.flow.decided:
                yield f"{where}: {offer.wager} is made at a decision, and is not taken back at another"
            elif offer.wager in wagers and wagers[offer.wager].equals != book.flow.base:
                yield f"{where}: {offer.wager} is withdrawn, so everybody has to have it: equals has to be the base"
    yield from _verbs(where, street)


def _verbs(where: str, street: Street) -> Iterator[str]:
    """Every name stands for one thing, and can be read again."""
    kinds: dict[str, str] = {}
    for offer in street.offers:
        if kinds.setdefault(offer.verb, offer.do) != offer.do:
            yield f"{where}: {offer.verb!r} is the name of two different actions"
        if isinstance(offer, Check) and offer.verb == FOLD:
            yield f"{where}: to check can't be called {FOLD}"
        if isinstance(offer, Bet) and offer.wager.startswith(withdrawal_of("")):
            yield f"{where}: the bet {offer.wager} reads like a withdrawal"
    for name, action in street.names.items():
        if Action.parse(name) != action:
            yield f"{where}: {name!r} can't be told from another action"


def _orders(book: "RuleBook") -> Iterator[str]:
    """Each order of dealing asks every decision once, in the order of the flow."""
    names = [street.name for street in book.flow.streets]
    for dealing in book.dealing:
        for order in dealing.orders:
            where = f"dealing.{dealing.method.value}.{order.name}"
            asked = [step.street or "" for step in order.steps if step.do == "decide"]
            yield from (f"{where} names {name!r}, which the flow does not have" for name in asked if name not in names)
            if set(names) - set(asked):
                yield f"{where} does not have every decision"
            elif [name for name in asked if name in names] != names:
                yield f"{where} does not have the decisions in the order of the flow"
