"""The most that one player can win in a round at the minimum wagers, over hands that can really happen together.

All outcomes are priced by `pay` and tried from the dearest down; the first one for which real cards are found, checked
by `classify`, is the answer.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import cache, lru_cache
from itertools import combinations, islice, product
from typing import Any

from pitbook.cards import DECK, FIVE_CARD, FOUR_CARD, Card, Ranking, Suit
from pitbook.money import format_cents
from pitbook.problems import Problem
from pitbook.rulebooks.families import FamilyName
from pitbook.rulebooks.hands import NAMES, Evaluation, names_of
from pitbook.rulebooks.models import Settles
from pitbook.settlement.classify import SIX_HIGHEST, Comparison, Outcome, classify, name_of
from pitbook.settlement.pay import pay
from pitbook.settlement.round import Round, Seat
from pitbook.settlement.settle import evaluations_needed
from pitbook.submission import HouseRules

Cards = tuple[Card, ...]
Hands = tuple[frozenset[Card], ...]
_RANKINGS: Mapping[int, Ranking[Any]] = {4: FOUR_CARD, 5: FIVE_CARD}


@cache
def _hands_of(size: int, name: str) -> Hands:
    """All sets of four or five cards that are exactly a hand of this category."""
    ranking = _RANKINGS[size]
    hands = []
    for category, ranks in ranking.classes:
        if category.value != name:
            continue
        shape = ranking.shapes[category]
        copies = Counter(shape.ranks_of_cards(ranks))
        if shape.suited:
            hands += [frozenset(Card(4 * rank + suit) for rank in copies) for suit in Suit]
            continue
        for suits in product(*(combinations(Suit, number) for number in copies.values())):
            chosen = zip(copies, suits, strict=True)
            cards = frozenset(Card(4 * rank + suit) for rank, several in chosen for suit in several)
            if len({card.suit for card in cards}) > 1:
                hands.append(cards)
    return tuple(hands)


def _hands_of_six(name: str | None) -> Hands:
    """The cards that a hand made of six cards needs: all six of a six-card royal, five of any other."""
    if name is None:
        return (frozenset(),)
    if "six_card_royal" in name or "super_royal" in name:
        diamonds = name.endswith("diamonds")
        suits = [suit for suit in Suit if (suit is Suit.DIAMONDS) == diamonds]
        return tuple(frozenset(Card(4 * rank + suit) for rank in SIX_HIGHEST) for suit in suits)
    return _hands_of(5, names_of(name)[-1])


def _fill(cards: frozenset[Card], number: int, without: frozenset[Card]) -> Cards | None:
    """The cards, and as many low ones as are missing; None if there are already too many."""
    if len(cards) > number:
        return None
    spare = (card for card in DECK if card not in cards and card not in without)
    return (*cards, *(next(spare) for _ in range(number - len(cards))))


def _holdem_cards(rules: HouseRules, wanted: Outcome) -> Iterator[tuple[Round, Seat]]:
    """Cards of a player, of the board and of All 6 in which the wanted hands are at hand."""
    book = rules.book
    extras = book.extra_cards.cards if book.extra_cards else 0
    pocket = Evaluation.HOLE_CARDS
    for hole in combinations(reversed(DECK), book.player.cards):
        seat = Seat(1, "", hole, {})
        if pocket in wanted.names and name_of(pocket, seat, Round((), ())) != wanted.names[pocket]:
            continue
        own = frozenset(hole)
        for made in _hands_of(5, wanted.hand):
            for others in _hands_of_six(wanted.names.get(Evaluation.HOLE_AND_ALL6)):
                extra = _fill(others - own, extras, own | made)
                board = None if extra is None else _fill(made - own, book.board, own | set(extra))
                if extra is not None and board is not None and not set(board) & set(extra):
                    yield Round((), (), board, extra), seat


def _four_card_cards(rules: HouseRules, wanted: Outcome) -> Iterator[tuple[Round, Seat]]:
    """Cards of a player and a bonus card in which the wanted hands are at hand."""
    name = wanted.names[Evaluation.FOUR_OF_FIVE] or ""
    for made in _hands_of(4, names_of(name)[-1]):
        for others in _hands_of_six(wanted.names.get(Evaluation.FIVE_AND_BONUS)):
            cards = _fill(made | others, rules.book.player.cards + 1, frozenset())
            for bonus in cards or ():
                own = tuple(card for card in cards or () if card != bonus)
                yield Round((), (), (), (bonus,)), Seat(1, "", own, {})


_CARDS: Mapping[str, Callable[[HouseRules, Outcome], Iterator[tuple[Round, Seat]]]] = {
    FamilyName.BOARD_DEALER: _holdem_cards,
    FamilyName.OWN_DEALER: _four_card_cards,
}
_SEARCH = 100_000
"""How many sets of cards are tried before an outcome counts as one that can't happen."""


def _smallest_wagers(rules: HouseRules) -> dict[str, int]:
    """Every limited wager at its minimum, and the decision at its most."""
    never = rules.book.payout_limit.never_limits if rules.book.payout_limit else ()
    wagers = {
        wager.name: rules.limits[wager.name].least
        for wager in rules.wagers
        if wager.name in rules.limits and wager.name not in never
    }
    decision = rules.book.decision
    most = max(multiple for street in rules.streets for multiple in street.multiples)
    return wagers | {decision.wager: wagers[decision.of] * most}


def _outcomes(rules: HouseRules) -> Iterator[Outcome]:
    """Every combination of names and comparison, whether it can happen or not."""
    evaluations = [e for e in evaluations_needed(rules) if e is not Evaluation.HOLE_AND_BOARD_FLOPPED]
    ranking = FOUR_CARD if rules.book.player.hand == "four_of_five" else FIVE_CARD
    own = Evaluation.FOUR_OF_FIVE if ranking is FOUR_CARD else Evaluation.HOLE_AND_BOARD
    free = [evaluation for evaluation in evaluations if evaluation not in (own, Evaluation.ALL_FIVE)]
    for name in NAMES[own]:
        hand = names_of(name)[-1]
        for names in product(*((*NAMES[evaluation], None) for evaluation in free)):
            for comparison, qualifies in product(reversed(Comparison), (True, False)):
                yield Outcome(comparison, qualifies, hand, {own: name} | dict(zip(free, names, strict=True)))


def _happens(rules: HouseRules, wanted: Outcome) -> bool:
    """Whether there are cards, the dealer's included, with this outcome."""
    number = rules.book.dealer.cards
    for cards, seat in islice(_CARDS[rules.book.family](rules, wanted), _SEARCH):
        if any(name_of(evaluation, seat, cards) != name for evaluation, name in wanted.names.items()):
            continue
        taken = {*seat.cards, *cards.board, *cards.extra}
        rest = [card for card in DECK if card not in taken]
        for dealer in islice(combinations(rest, number), _SEARCH):
            if classify(rules.book, replace(cards, dealer=dealer), seat, wanted.names) == wanted:
                return True
    return False


@lru_cache(maxsize=64)
def most_one_player_can_win(rules: HouseRules) -> int:
    """The most, in cents, that one player can win at the minimum wagers from everything that a limit may cap."""
    wagers = _smallest_wagers(rules)
    priced: dict[int, list[Outcome]] = {}
    for outcome in _outcomes(rules):
        lines = pay(rules, 1, outcome, wagers, folded=False, meters={})
        priced.setdefault(sum(line.payout for line in lines), []).append(outcome)
    return next(won for won in sorted(priced, reverse=True) if any(_happens(rules, one) for one in priced[won]))


def _is_complete(rules: HouseRules) -> bool:
    """Whether the limits and tables are there that the question needs; a check reports those that are not."""
    kinds = {kind for wager in rules.wagers for kind in (wager.table, wager.win_table, wager.loss_table) if kind}
    unlimited = (Settles.BONUS, Settles.PROGRESSIVE)
    limited = {wager.name for wager in rules.wagers if not wager.decided and wager.settles not in unlimited}
    return kinds <= set(rules.tables) and limited <= set(rules.limits)


def payout_limit_problems(rules: HouseRules) -> list[Problem]:
    """A payout limit is at least what one player can win in a round at the minimum wagers."""
    rule, limit = rules.book.payout_limit, rules.payout_limit
    if rule is None or limit is None or limit < rule.least or not _is_complete(rules):
        return []
    most = most_one_player_can_win(rules)
    if limit >= most:
        return []
    return [
        Problem(
            f"payout_limit: {format_cents(limit)} is below {format_cents(most)}, "
            f"which one player can win in a round at the minimum wagers",
            format_cents(limit),
            rule.least_clauses[0],
        )
    ]
