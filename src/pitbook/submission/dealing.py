"""Checks how the cards are shuffled and dealt."""

from typing import NamedTuple

from pitbook.problems import nearest
from pitbook.rulebooks.procedures import DealingOrder, DealingRule, Shuffler
from pitbook.submission.problem_collector import ProblemCollector


class DealingTerms(NamedTuple):
    """The method of dealing with its order of cards, the shuffler, the decks, and what was approved."""

    dealing: DealingRule
    order: DealingOrder
    shuffler: Shuffler
    decks: int
    device_approval: str | None
    shoe_location: str | None


def check_dealing(collector: ProblemCollector) -> DealingTerms:
    """Method, shuffler, decks and order fit together."""
    part = collector.form.dealing
    dealing, shuffler = _method(collector), _shuffler(collector)
    if dealing and shuffler and shuffler not in dealing.shufflers:
        fitting = " or ".join(dealing.shufflers)
        collector.report(
            f"dealing.method {dealing.method.value} needs the shuffler {fitting}, not {shuffler.value}",
            shuffler.value,
            dealing.shufflers_clauses,
        )
    _decks(collector, shuffler)
    order = _order(collector, dealing, shuffler) if dealing else _any_order(collector)
    return DealingTerms(
        dealing or collector.book.dealing[0],
        order,
        shuffler or Shuffler.MANUAL,
        part.decks,
        _text(part.device_approval),
        _text(part.shoe_location),
    )


def _text(filed: str | None) -> str | None:
    """The filed text, or None if it is blank."""
    return (filed or "").strip() or None


def _method(collector: ProblemCollector) -> DealingRule | None:
    methods = {dealing.method.value: dealing for dealing in collector.book.dealing}
    chosen = collector.form.dealing.method
    if chosen is None:
        collector.missing("dealing.method", f"one of {', '.join(methods)}")
    elif chosen not in methods:
        collector.report(f"dealing.method: there is no {chosen!r}; {nearest(chosen, list(methods))}", chosen)
    return methods.get(chosen or "")


def _shuffler(collector: ProblemCollector) -> Shuffler | None:
    shufflers = [shuffler.value for shuffler in collector.book.shuffle.shufflers]
    chosen = collector.form.dealing.shuffler
    if chosen is None:
        collector.missing("dealing.shuffler", f"one of {', '.join(shufflers)}")
    elif chosen not in shufflers:
        collector.report(
            f"dealing.shuffler: {collector.book.id} has no shuffler {chosen!r}; {nearest(chosen, shufflers)}",
            chosen,
            collector.book.shuffle.into_shoe_clauses,
        )
    return Shuffler(chosen) if chosen in shufflers else None


def _decks(collector: ProblemCollector, shuffler: Shuffler | None) -> None:
    """One deck, or as many as the book allows with an automated shuffler."""
    deck, decks = collector.book.deck, collector.form.dealing.decks
    automated = shuffler is not None and shuffler is not Shuffler.MANUAL
    if deck.decks < decks <= deck.decks_with_shuffler and not automated:
        collector.report(
            f"dealing.decks: {decks} decks need an automated shuffler", decks, deck.decks_with_shuffler_clauses
        )
    elif not 1 <= decks <= deck.decks_with_shuffler:
        right = "1" if deck.decks_with_shuffler == 1 else f"1 to {deck.decks_with_shuffler}"
        clauses = deck.decks_with_shuffler_clauses if automated and decks > 0 else deck.clauses
        collector.report(f"dealing.decks must be {right}, not {decks}", decks, clauses)


def _any_order(collector: ProblemCollector) -> DealingOrder:
    """Without a method, still report an order that no method has."""
    chosen, orders = (
        collector.form.dealing.order,
        [order for dealing in collector.book.dealing for order in dealing.orders],
    )
    names = list(dict.fromkeys(order.name for order in orders))
    if chosen is not None and chosen not in names:
        collector.report(f"dealing.order: {collector.book.id} has no {chosen!r}; {nearest(chosen, names)}", chosen)
    return orders[0]


def _order(collector: ProblemCollector, dealing: DealingRule, shuffler: Shuffler | None) -> DealingOrder:
    chosen = collector.form.dealing.order
    if chosen is None:
        return dealing.orders[0]
    order = dealing.order(chosen)
    if order is None:
        names = [order.name for order in dealing.orders]
        collector.report(
            f"dealing.order: {dealing.method.value} has no {chosen!r}; {nearest(chosen, names)}",
            chosen,
            dealing.orders_clauses or dealing.clauses,
        )
        return dealing.orders[0]
    if order.only_with and shuffler not in order.only_with:
        collector.report(
            f"dealing.order {chosen} needs the shuffler {' or '.join(order.only_with)}",
            chosen,
            order.clauses,
        )
    return order
