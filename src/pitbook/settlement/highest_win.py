"""The highest win of one player in a round at the minimum wagers, over hands that can occur together.

All outcomes are priced by `pay` and tried from the dearest down; the first one for which real cards are found, checked
by `classify`, is the answer.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations, islice, product

from pitbook.cards.rankings import category_by_strength
from pitbook.money import format_cents
from pitbook.problems import Problem
from pitbook.rulebooks.examples import examples, sizes_of
from pitbook.rulebooks.flow import multiples_of
from pitbook.rulebooks.hands import PLAYER
from pitbook.settlement.classify import HandComparison, HandOutcome, classify, strength_of
from pitbook.settlement.dealt_round import DealtRound, Seat
from pitbook.settlement.pay import pay
from pitbook.submission import HouseRules

_SEARCH = 100_000
"""How many sets of cards are tried before an outcome counts as impossible."""


def _smallest_wagers(rules: HouseRules) -> dict[str, int]:
    """Every limited wager at its minimum, and the decision at its highest multiple."""
    never = rules.book.payout_limit.never_limits if rules.book.payout_limit else ()
    wagers = {
        wager.name: rules.limits[wager.name].least
        for wager in rules.wagers
        if wager.name in rules.limits and wager.name not in never
    }
    base = wagers[rules.book.flow.base]
    return wagers | {name: base * multiples_of(rules.streets, name)[1] for name in rules.book.flow.decided}


def _hands(rules: HouseRules, wagers: Iterable[str]) -> tuple[str, ...]:
    """The player's hand, and those that the tables of these wagers and of bonuses look at."""
    tables = [
        rules.tables[kind].evaluates
        for wager in rules.wagers
        if (wager.on or wager.name) in wagers
        for kind in wager.tables
        if kind in rules.tables
    ]
    return tuple(dict.fromkeys([PLAYER, *tables]))


def _outcomes(rules: HouseRules, hands: Sequence[str]) -> Iterator[HandOutcome]:
    """Every combination of names and comparison, whether it can happen or not."""
    known = rules.book.hands
    by_strength = category_by_strength(known[PLAYER].ranking or "")
    met = (*reversed(HandComparison),) if rules.book.dealers_hand else (None,)
    qualified = (True, False) if rules.book.qualifier else (True,)
    others = [(*known[name].order, None) for name in hands if name != PLAYER]
    for mine, rest in product(known[PLAYER].order, product(*others)):
        category = known[PLAYER].category_of(mine) or mine
        names: dict[str, str | None] = dict(zip(hands, (mine, *rest), strict=True))
        for comparison, qualifies in product(met, qualified):
            yield HandOutcome(comparison, qualifies, by_strength.index(category), category, names)


def _happens(rules: HouseRules, wanted: HandOutcome) -> bool:
    """Whether there are cards, the dealer's included, with this outcome."""
    book = rules.book
    hands = {name: (book.hands[name], called) for name, called in wanted.names.items()}
    deck = book.deck.playing_cards
    for laid in islice(examples(deck, sizes_of(book), hands, strength_of), _SEARCH):
        taken = {card for cards in laid for card in cards}
        rest = [card for card in deck if card not in taken]
        seat = Seat(1, "", laid.own, {})
        for dealer in islice(combinations(rest, book.dealer.cards - len(laid.dealer)), _SEARCH):
            cards = DealtRound((*dealer, *laid.dealer), (), laid.board, laid.extra)
            if classify(book, cards, seat, wanted.names)._replace(strength=wanted.strength) == wanted:
                return True
    return False


@lru_cache(maxsize=64)
def highest_win(rules: HouseRules) -> int:
    """The highest win of one player at the minimum wagers, in cents, from everything that a limit may cap."""
    wagers = _smallest_wagers(rules)
    priced: dict[int, list[HandOutcome]] = {}
    for outcome in _outcomes(rules, _hands(rules, wagers)):
        lines = pay(rules, 1, outcome, wagers, folded=False, meters={})
        priced.setdefault(sum(line.payout for line in lines), []).append(outcome)
    return next(won for won in sorted(priced, reverse=True) if any(_happens(rules, one) for one in priced[won]))


def _is_complete(rules: HouseRules) -> bool:
    """Whether all limits and tables that the question needs are there; a check reports those that are missing."""
    kinds = {kind for wager in rules.wagers for kind in wager.tables}
    limited = {wager.name for wager in rules.wagers if not (wager.decided or wager.is_bonus or wager.progressive)}
    return kinds <= set(rules.tables) and limited <= set(rules.limits)


def payout_limit_problems(rules: HouseRules) -> list[Problem]:
    """A payout limit is at least what one player can win in a round at the minimum wagers."""
    rule, limit = rules.book.payout_limit, rules.payout_limit
    if rule is None or limit is None or limit < rule.least or not _is_complete(rules):
        return []
    highest = highest_win(rules)
    if limit >= highest:
        return []
    return [
        Problem(
            f"payout_limit: {format_cents(limit)} is below {format_cents(highest)}, "
            f"which one player can win in a round at the minimum wagers",
            format_cents(limit),
            rule.least_clauses[0],
        )
    ]
