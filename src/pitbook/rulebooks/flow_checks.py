"""Checks that a book's flow can be played: known wagers, answerable decisions, and dealing orders that match."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pitbook.problems import nearest
from pitbook.rulebooks.actions import FOLD, Action, is_withdrawal
from pitbook.rulebooks.flow import Bet, Check, Fold, HandLimit, RevealStep, ShowStep, Street, Withdraw, limit_of
from pitbook.rulebooks.hands import strengths_between
from pitbook.rulebooks.key_problems import not_in_book
from pitbook.rulebooks.procedures import DealingOrder

if TYPE_CHECKING:
    from pitbook.rulebooks.book import RuleBook


TAKEN_BY_LIMITS = ("side", "wagers")
"""Keys of a submission's limits beside that of the unit."""


def flow_problems(book: "RuleBook") -> Iterator[str]:
    """A sentence for each problem with the flow."""
    flow = book.flow
    wagers = {wager.name: wager for wager in book.wagers}
    if flow.base not in wagers:
        yield f"flow.base names {not_in_book(flow.base, wagers)}"
    elif not wagers[flow.base].opens:
        yield f"flow.base: {flow.base} does not open, so a player could take part without it"
    if flow.unit in TAKEN_BY_LIMITS:
        yield f"flow.unit: {flow.unit} has another meaning among the limits of a submission"
    if not flow.streets:
        yield "flow.steps has no decision"
    names = [street.name for street in flow.streets]
    yield from (f"two decisions are called {name}" for name in sorted(set(names)) if names.count(name) > 1)
    for street in flow.streets:
        yield from _street(book, street)
    yield from _shown(book)
    yield from _orders(book)


def _street(book: "RuleBook", street: Street) -> Iterator[str]:
    where = f"flow.{street.name}"
    wagers, options = {wager.name: wager for wager in book.wagers}, {option.name for option in book.options}
    waiting = [offer for offer in street.offers if isinstance(offer, Check)]
    folds = [offer for offer in street.offers if isinstance(offer, Fold)]
    if not waiting and not folds:
        yield f"{where} has neither check nor fold: every player would have to wager"
    if len(waiting) > 1 or len(folds) > 1:
        yield f"{where} has check or fold more than once"
    if len(street.offers) == len(waiting) + len(folds) and not (waiting and folds):
        yield f"{where} has nothing to decide"
    for offer in street.offers:
        if isinstance(offer, Bet | Withdraw) and offer.wager not in wagers:
            yield f"{where} names {not_in_book(offer.wager, wagers)}"
        if isinstance(offer, Bet):
            if offer.option is not None and offer.option not in options:
                yield f"{where} names the option {not_in_book(offer.option, options)}"
            if offer.adds and len([one for one in book.flow.streets if one.bets_of(offer.wager)]) == 1:
                yield f"{where}: {offer.wager} adds to itself, and no other decision makes it"
            if any(offer.adds != bet.adds for one in book.flow.streets for bet in one.bets_of(offer.wager)):
                yield f"{where}: {offer.wager} adds to itself at some bets and not at others"
            if offer.any_amount_between and len(offer.multiples) == 1:
                yield f"{where}: between needs two different multiples, not only {offer.multiples[0]}"
        if (limit := limit_of(offer)) is not None:
            yield from (f"{where}: if_hand of {offer.verb} {what}" for what in _limit(book, street, limit))
        if isinstance(offer, Withdraw):
            if offer.wager == book.flow.base:
                yield f"{where}: {offer.wager} is the base wager and cannot be withdrawn"
            elif offer.wager in book.flow.decided:
                yield f"{where}: {offer.wager} is made at a decision and cannot be taken back at another"
            elif offer.wager in wagers and wagers[offer.wager].equals != book.flow.base:
                yield f"{where}: {offer.wager} can be withdrawn, so every player must make it: equals must be the base"
    yield from _verbs(where, street)


def _limit(book: "RuleBook", street: Street, limit: HandLimit) -> Iterator[str]:
    """A limit refers to a hand that the player has at the decision, in words that the ranking knows."""
    hand = book.hands.get(limit.hand)
    if hand is None:
        yield f"names the hand {not_in_book(limit.hand, book.hands)}"
    elif hand.ranking is None:
        yield f"compares {limit.hand}, which has no ranking"
    elif other := [source for source in hand.sources if source not in ("own", "board")]:
        yield f"evaluates {limit.hand}, but the player does not see its {other[0]} cards"
    else:
        seen = sum({"own": street.own, "board": street.board}[source] for source in hand.sources)
        if not hand.order_of_hands.accepts(seen):
            yield f"evaluates {limit.hand}, of which the player sees only {seen} cards, too few for a hand"
        try:
            strengths_between(hand.ranking, limit.at_least, limit.at_most)
        except ValueError as error:
            yield f"is not a limit: {error}"


def _verbs(where: str, street: Street) -> Iterator[str]:
    """Every action name is unique and can be parsed back."""
    kinds: dict[str, str] = {}
    for offer in street.offers:
        if kinds.setdefault(offer.verb, offer.do) != offer.do:
            yield f"{where}: {offer.verb!r} is the name of two different actions"
        if isinstance(offer, Check) and offer.verb == FOLD:
            yield f"{where}: the check cannot be called {FOLD}"
        if isinstance(offer, Bet) and is_withdrawal(offer.wager):
            yield f"{where}: the bet {offer.wager} reads like a withdrawal"
    for name, action in street.names.items():
        if Action.parse(name) != action:
            yield f"{where}: {name!r} cannot be distinguished from another action"


def _shown(book: "RuleBook") -> Iterator[str]:
    """The flow shows every card that the book deals, and no others."""
    shown = [step.own for step in book.flow.steps if isinstance(step, ShowStep)]
    revealed = [step for step in book.flow.steps if isinstance(step, RevealStep)]
    extra = book.extra_cards.cards if book.extra_cards else 0
    for whose, number, dealt in (
        ("own cards", sum(shown), book.player.cards),
        ("community cards", sum(step.board for step in revealed), book.board),
        ("dealer's cards", sum(step.dealer for step in revealed), book.dealer.cards),
        ("extra cards", sum(step.extra for step in revealed), extra),
    ):
        if number != dealt:
            yield f"flow.steps: {number} {whose} are shown, but {dealt} are dealt"


def _orders(book: "RuleBook") -> Iterator[str]:
    """Each dealing order has every decision once, in the flow's order, after the cards that the flow shows by then."""
    names = [street.name for street in book.flow.streets]
    for dealing in book.dealing:
        for order in dealing.orders:
            where = f"dealing.{dealing.method.value}.{order.name}"
            asked = [step.street or "" for step in order.steps if step.do == "decide"]
            yield from (
                f"{where} names {name!r}, which the flow does not have; {nearest(name, names)}"
                for name in asked
                if name not in names
            )
            if set(names) - set(asked):
                yield f"{where} does not have every decision"
            elif [name for name in asked if name in names] != names:
                yield f"{where} does not have the decisions in the flow's order"
            elif asked == names:
                yield from _dealt(book, where, order)


def _dealt(book: "RuleBook", where: str, order: DealingOrder) -> Iterator[str]:
    """The cards on the table at each decision and at the end."""
    streets = {street.name: street for street in book.flow.streets}
    dealt = dict.fromkeys(("each_player", "dealer", "board", "extra"), 0)
    board_up = up = 0
    revealed = False
    for step in order.steps:
        match step.do:
            case "deal" if step.to is not None:
                dealt[step.to] += step.cards
                board_up = dealt["board"] if step.to == "board" and step.face == "up" else board_up
                up += step.cards if step.to == "dealer" and step.face == "up" else 0
            case "turn_up":
                board_up += step.cards
            case "reveal_dealer":
                revealed = True
            case "decide":
                street = streets[step.street or ""]
                said = (street.own, street.board, street.up)
                if (lying := (dealt["each_player"], board_up, up)) != said:
                    yield f"{where}: at {street.name} {_cards(*lying)} are seen, but the flow says {_cards(*said)}"
    extra = book.extra_cards.cards if book.extra_cards else 0
    wanted = {"each_player": book.player.cards, "dealer": book.dealer.cards, "board": book.board, "extra": extra}
    for place, number in dealt.items():
        if number != wanted[place]:
            yield f"{where} deals {number} cards to {place.replace('_', ' ')}, not {wanted[place]}"
    if board_up != dealt["board"]:
        yield f"{where} leaves {dealt['board'] - board_up} community cards face down"
    if revealed != bool(book.dealer.cards):
        yield f"{where} {'has no dealer to reveal' if revealed else 'never reveals the cards of the dealer'}"


def _cards(own: int, board: int, up: int) -> str:
    return f"{own} own, {board} community and {up} dealer's cards"
