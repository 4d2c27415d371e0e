"""What a hand can still become: shares of the deals, draws, and outs by their reason, all of them counted."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import comb
from typing import Final, Literal

from pitbook.cards import Card, Rank, Suit, best_five_card_hand
from pitbook.cards.five_card import FIVE_CARD, FiveCard
from pitbook.cards.ranking import run_below
from pitbook.cards.rankings import category_names
from pitbook.coach import documents
from pitbook.coach.spot import Spot, briefly, hand_in_words
from pitbook.exact import exact
from pitbook.odds.families.protocol import LOSE, TIE, WIN, KnownCards
from pitbook.odds.families.registry import family_of
from pitbook.rulebooks.cases import pays_a_tie
from pitbook.rulebooks.hands import with_article

FLUSH: Final = FIVE_CARD.size
_BY_RANK: Final = (FiveCard.PAIR, FiveCard.THREE_OF_A_KIND)
_NUMBERS: Final = "no one two three four five six seven eight nine ten eleven twelve".split()
_KEPT: Final = 1_000


@dataclass(frozen=True, slots=True)
class Draw:
    """A flush or a straight that one of these cards completes."""

    words: str
    """The draw with its article: "a king-high flush draw"."""
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Outs:
    """Cards that make the same hand."""

    hand: str
    cards: tuple[Card, ...]


@dataclass(frozen=True)
class Outlook:
    """How a hand compares with the dealer's, over all deals that are still possible, if nobody folds."""

    deals: int
    lose: Fraction
    tie: Fraction
    win: Fraction
    qualifies: Fraction | None
    """How often the dealer qualifies; None if there is no qualifying hand."""
    beaten_by: Mapping[str, Fraction]
    """The share of the deals that each kind of dealer's hand wins, the strongest kind first."""
    draws: tuple[Draw, ...]
    completed: Fraction | None
    """How often one of the draws is completed."""
    outs: tuple[Outs, ...]
    whose: Literal["player", "dealer"] | None
    """`player` until the board is complete, `dealer` once only the dealer's cards are unknown."""
    cards: Mapping[Card, tuple[int, int, int]]
    """By card: how many of the deals with it are lost, tied and won."""

    def as_json(self) -> documents.Outlook:
        """The outlook in JSON types."""
        return {
            "deals": self.deals,
            "win": exact(self.win),
            "tie": exact(self.tie),
            "lose": exact(self.lose),
            "qualifies": None if self.qualifies is None else exact(self.qualifies),
            "beaten_by": [{"hand": hand, "share": exact(share)} for hand, share in self.beaten_by.items()],
            "draws": [{"words": one.words, "cards": _names(one.cards)} for one in self.draws],
            "completed": None if self.completed is None else exact(self.completed),
            "outs": [{"hand": with_article(one.hand), "cards": _names(one.cards)} for one in self.outs],
            "whose": self.whose,
            "cards": {
                str(card): {"lose": lost, "tie": tied, "win": won} for card, (lost, tied, won) in self.cards.items()
            },
        }


def _names(cards: Iterable[Card]) -> list[str]:
    return [str(card) for card in cards]


@lru_cache(maxsize=_KEPT)
def outlook_of(spot: Spot) -> Outlook:
    """Count every deal that is still possible."""
    rules = spot.rules
    found = family_of(rules).deals(rules, KnownCards(spot.cards, spot.seen, spot.dead))
    deals = int(found.by_level.sum())
    lose, tie, win = (Fraction(int(number), deals) for number in found.by_level.sum(axis=0))
    known = {*spot.cards, *spot.seen, *spot.dead}
    live = [card for card in rules.book.deck.playing_cards if card not in known]
    cards: dict[Card, tuple[int, int, int]] = {}
    if found.by_card is not None:
        for card in live:
            lost, tied, won = found.by_card[card.index].tolist()
            cards[card] = (lost, tied, won)
    to_come = rules.book.board - len(spot.board)
    drawing = bool(cards) and to_come > 0
    draws = tuple(_draws(spot, live)) if drawing else ()
    completing = {card for draw in draws for card in draw.cards}
    missed = Fraction(comb(len(live) - len(completing), to_come), comb(len(live), to_come)) if drawing else None
    levels = list(enumerate(reversed(category_names(rules.book.players_hand.ranking or ""))))
    return Outlook(
        deals=deals,
        lose=lose,
        tie=tie,
        win=win,
        qualifies=Fraction(int(found.qualified.sum()), deals) if rules.book.qualifier else None,
        beaten_by={
            category.replace("_", " "): Fraction(number, deals)
            for level, category in reversed(levels)
            if rules.book.dealers_hand and (number := int(found.by_level[level, LOSE]))
        },
        draws=draws,
        completed=1 - missed if draws and missed is not None else None,
        outs=tuple(_grouped(_own_outs(spot, cards, win) if drawing else _dealer_outs(spot, cards))),
        whose=None if not cards else "player" if drawing else "dealer",
        cards=cards,
    )


def _draws(spot: Spot, live: Sequence[Card]) -> Iterator[Draw]:
    """Flushes and straights that one more card completes, if the hand is lower than that."""
    all_cards = (*spot.cards, *spot.seen)
    made = best_five_card_hand(all_cards).category
    if made < FiveCard.FLUSH:
        for suit in Suit:
            suited = [card for card in all_cards if card.suit == suit]
            if len(suited) == FLUSH - 1:
                top = max(card.rank for card in suited)
                cards = tuple(card for card in live if card.suit == suit)
                yield Draw(f"{_a(top.singular)}-high flush draw", cards)
    if made < FiveCard.STRAIGHT:
        ranks = {card.rank for card in all_cards}
        of_deck = sorted({card.rank for card in spot.rules.book.deck.playing_cards} - ranks)
        wanted = [rank for rank in of_deck if _has_run({*ranks, rank})]
        cards = tuple(card for card in live if card.rank in wanted)
        if cards:
            yield Draw(f"{_straight_draw(ranks, wanted)} straight draw", cards)


def _a(word: str) -> str:
    return f"{'an' if word[0] in 'aeiou' else 'a'} {word}"


def _has_run(ranks: set[Rank], length: int = FIVE_CARD.size) -> bool:
    return any(set(run_below(top, length)) <= ranks for top in Rank if top >= length - 2)


def _straight_draw(ranks: set[Rank], wanted: Sequence[Rank]) -> str:
    """Open-ended if a card at either end of four in a row completes it, one-ended if the ace blocks one end."""
    if _has_run(ranks, FIVE_CARD.size - 1):
        return "an open-ended" if len(wanted) > 1 else "a one-ended"
    return "a double gutshot" if len(wanted) > 1 else "a gutshot"


def _own_outs(spot: Spot, cards: Mapping[Card, tuple[int, int, int]], win: Fraction) -> Iterator[tuple[str, Card]]:
    """Cards that lift the hand into a higher category, thanks to the player's own cards, and make it win more often.

    A pair on the board belongs to everybody, so a card that makes one does not count.
    """
    now = best_five_card_hand((*spot.cards, *spot.seen)).category
    for card, deals in cards.items():
        hand = best_five_card_hand((*spot.cards, *spot.seen, card))
        if hand.category > max(now, _category_of_few((*spot.seen, card))) and Fraction(deals[WIN], sum(deals)) > win:
            yield briefly(hand) if hand.category in _BY_RANK else hand.category.value.replace("_", " "), card


def _category_of_few(cards: Sequence[Card]) -> FiveCard:
    """The category of cards that are too few for a hand: only cards of equal rank count."""
    ranks = [card.rank for card in cards]
    sizes = sorted((ranks.count(rank) for rank in set(ranks)), reverse=True)
    by_sizes = {4: FiveCard.FOUR_OF_A_KIND, 3: FiveCard.THREE_OF_A_KIND, 2: FiveCard.PAIR, 1: FiveCard.HIGH_CARD}
    return FiveCard.TWO_PAIRS if sizes[:2] == [2, 2] else by_sizes[sizes[0]]


def _dealer_outs(spot: Spot, cards: Mapping[Card, tuple[int, int, int]]) -> Iterator[tuple[str, Card]]:
    """Cards with which the dealer beats the hand, whatever the dealer's other cards are."""
    for card, deals in cards.items():
        if not deals[TIE] and not deals[WIN]:
            yield _least_hand(spot, card), card


def _least_hand(spot: Spot, card: Card) -> str:
    """The lowest hand that the dealer can have with this card and those that are seen."""
    if spot.board:
        hand = best_five_card_hand((*spot.board, card))
        low = hand.category in (*_BY_RANK, FiveCard.HIGH_CARD)
        return briefly(hand) if low else hand.category.value.replace("_", " ")
    high = max((card, *spot.seen), key=lambda one: one.rank).rank
    paired = any(card.rank == one.rank for one in spot.seen)
    return f"pair of {card.rank.plural}" if paired else f"{high.singular} high"


def _grouped(outs: Iterable[tuple[str, Card]]) -> Iterator[Outs]:
    """The outs by the hand that they make, the largest groups first."""
    groups: dict[str, list[Card]] = {}
    for hand, card in outs:
        groups.setdefault(hand, []).append(card)
    for hand, cards in sorted(groups.items(), key=lambda group: -len(group[1])):
        yield Outs(hand, tuple(cards))


def outlook_in_words(spot: Spot) -> str:
    """Two sentences: what the hand is and draws to, and how often it wins."""
    found = outlook_of(spot)
    return f"{hand_in_words(spot)}{_drawing(found)}. {_shares(spot, found)}"


def _drawing(found: Outlook) -> str:
    if not found.draws:
        return ""
    number = len({card for draw in found.draws for card in draw.cards})
    outs = _NUMBERS[number] if number < len(_NUMBERS) else str(number)
    draws = " and ".join(draw.words for draw in found.draws)
    return f" with {draws}, {outs} {'out' if number == 1 else 'outs'}"


def _shares(spot: Spot, found: Outlook) -> str:
    said = [f"wins {percent(found.win)}", f"ties {percent(found.tie)}", f"loses {percent(found.lose)}"]
    some = [words for words, share in zip(said, (found.win, found.tie, found.lose), strict=True) if share]
    shares = some[0].replace("100 %", "every time") if len(some) == 1 else f"{', '.join(some[:-1])} and {some[-1]}"
    base = next(wager for wager in spot.rules.wagers if wager.name == spot.rules.book.flow.base)
    paid = "; a tie pays like a win" if found.tie and pays_a_tie(base) else ""
    qualifies = "" if found.qualifies is None else f"; the dealer qualifies {percent(found.qualifies)} of the time"
    return f"It {shares}{paid}{qualifies}."


def percent(share: Fraction) -> str:
    """A share in percent with one decimal; only exact shares of 0 and 1 are shown as 0 % and 100 %."""
    if share in (0, 1):
        return f"{int(100 * share)} %"
    if share * 2_000 < 1:
        return "under 0.1 %"
    if (1 - share) * 2_000 <= 1:
        return "over 99.9 %"
    return f"{float(100 * share):.1f} %"
