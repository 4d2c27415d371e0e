"""The hands of a book: the cards that each is made from, its ranking, and the names that paytables use.

A hand's plainest name is its category. A book gives finer names with conditions, from the finest and highest down; the
first whose conditions hold is the hand's name. A paytable that does not list that name pays by the next broader one, so
a flopped royal flush in spades is a royal flush in a table without flopped hands.
"""

from collections.abc import Callable, Mapping
from functools import cache, cached_property
from typing import Annotated, Any, Literal, Self

from pydantic import BeforeValidator, ConfigDict, Field, StrictBool, field_validator, model_validator

from pitbook.cards import RANKINGS, Rank, Ranking, Suit
from pitbook.cards.rankings import Strengths, category_names, strengths_called
from pitbook.problems import nearest
from pitbook.rulebooks.models import BookPart, Name

PLAYER, DEALER = "player", "dealer"
"""The two hands that are compared."""
Source = Literal["own", "board", "dealer", "up", "extra"]
"""The sources of cards: the player's own, the community cards, the dealer's, the dealer's face-up ones, and the cards
of an optional wager."""
Piece = Literal["own", "flop", "board", "up", "dealer", "extra"]
"""The same, and the flop: the first three community cards."""
PIECES: tuple[Piece, ...] = ("own", "flop", "board", "up", "dealer", "extra")
FLOP = 3
_SINGLE = ("pair", "straight", "flush", "full house", "royal flush")
"""Hands that take an article; the others are several of a kind, or a high card."""
_NUMBERS = "no one two three four five six seven eight nine".split()
_SYMBOLS = {rank.symbol: rank for rank in Rank}


class HandCondition(BookPart):
    """A condition on some cards: all given fields must hold."""

    cards: tuple[Piece, ...] = ()
    """The cards that it applies to; empty means all cards of the hand."""
    hand: str | None = None
    """The best hand in them, in words."""
    at_least: str | None = None
    """The lowest hand allowed, in words."""
    at_most: str | None = None
    """The highest hand allowed, in words."""
    ranks: tuple[str, ...] = ()
    """Their ranks are exactly one of these, such as "AA" or "AKQJT9"."""
    suited: StrictBool | None = None
    """Whether all are of one suit."""
    suit: Literal["clubs", "diamonds", "hearts", "spades"] | None = None
    """The suit of the best hand; for cards without a ranking, the suit of all cards."""

    @field_validator("ranks")
    @classmethod
    def _are_ranks(cls, ranks: tuple[str, ...]) -> tuple[str, ...]:
        for one in ranks:
            if unknown := [symbol for symbol in one if symbol not in _SYMBOLS]:
                raise ValueError(f'"{one}" has {unknown[0]!r}, which is not a rank (2 to 9, T, J, Q, K, A)')
        return ranks

    @model_validator(mode="after")
    def _says_something(self) -> Self:
        if not (self.asks_strength or self.ranks or self.suited is not None or self.suit):
            raise ValueError("a condition needs at least one requirement")
        if self.hand is not None and (self.at_least is not None or self.at_most is not None):
            raise ValueError("a condition has either hand, or at_least and at_most")
        if self.suited is False and self.suit:
            raise ValueError("cards of one suit cannot be unsuited")
        return self

    @cached_property
    def asks_strength(self) -> bool:
        """Whether it depends on the strength of the best hand."""
        return any(words is not None for words in (self.hand, self.at_least, self.at_most))

    @property
    def only_strength(self) -> bool:
        """Whether it depends only on the strength of the whole hand."""
        return self.asks_strength and not (self.cards or self.ranks or self.suited is not None or self.suit)

    @cached_property
    def sorted_ranks(self) -> frozenset[tuple[Rank, ...]]:
        """The ranks, each choice in ascending order."""
        return frozenset(tuple(sorted(_SYMBOLS[symbol] for symbol in one)) for one in self.ranks)

    def strengths(self, ranking: str) -> Strengths:
        """The allowed strengths."""
        return strengths_between(ranking, self.hand or self.at_least, self.hand or self.at_most)


@cache
def strengths_between(ranking: str, least: str | None, most: str | None) -> Strengths:
    """The strengths from one hand in words to another; ValueError if there are none, or if the words name no hand."""
    lowest = strengths_called(ranking, least).lowest if least else 1
    highest = strengths_called(ranking, most).highest if most else len(RANKINGS[ranking].classes)
    if lowest > highest:
        raise ValueError(f"no hand is at least {least} and at most {most}")
    return Strengths(lowest, highest)


class BroaderName(BookPart):
    """A name that a finer one falls back to."""

    name: Name
    option: Name | None = None
    """The house option that must be on."""


def _broader(value: object) -> object:
    return {"name": value} if isinstance(value, str) else value


class NameRule(BookPart):
    """A name for some hands of a category, or for some cards that have no ranking."""

    name: Name
    of: Name | None = None
    """The category of all hands with this name."""
    when: tuple[HandCondition, ...] = Field(min_length=1)
    """The conditions, all of which must hold."""
    falls_back_to: tuple[Annotated[BroaderName, BeforeValidator(_broader)], ...] = ()
    """Broader names for tables that do not list this one, in order; the category follows automatically."""


class HandRule(BookPart):
    """One hand of a book."""

    model_config = ConfigDict(serialize_by_alias=True)

    ranking: str | None = None
    """The name of the ranking; cards without one have only the names that the book gives them."""
    sources: tuple[Source, ...] = Field(alias="from", min_length=1)
    """The cards from which the best hand is chosen."""
    qualifies: str | None = None
    """The lowest hand with which the dealer qualifies, in words; None if every hand does."""
    beside: str | None = None
    """What to add to its names where another hand of the game has the same ones."""
    names: tuple[NameRule, ...] = ()
    """From the finest and highest down."""

    @field_validator("ranking")
    @classmethod
    def _is_known(cls, ranking: str | None) -> str | None:
        if ranking is not None and ranking not in RANKINGS:
            raise ValueError(f"there is no ranking {ranking!r}; the rankings are {', '.join(RANKINGS)}")
        return ranking

    @model_validator(mode="after")
    def _makes_sense(self) -> Self:
        if repeated := [source for source in self.sources if self.sources.count(source) > 1]:
            raise ValueError(f"from lists {repeated[0]} twice")
        if {"dealer", "up"} <= set(self.sources):
            raise ValueError("from lists the face-up cards twice: the dealer's cards include them")
        if self.qualifies is not None:
            if self.ranking is None:
                raise ValueError("qualifies needs a ranking")
            strengths_called(self.ranking, self.qualifies)
        if self.ranking is None and not self.names:
            raise ValueError("a hand needs a ranking, or names")
        known = set(self.order)
        if len(known) != len(self.order):
            raise ValueError(f"{next(one for one in self.order if self.order.count(one) > 1)} names two hands")
        for rule in self.names:
            self._check(rule, known)
        return self

    def _check(self, rule: NameRule, known: set[str]) -> None:
        if self.ranking is None and rule.of is not None:
            raise ValueError(f"{rule.name} is of {rule.of}, but there is no ranking: leave `of` out, or add a ranking")
        if self.ranking is not None and rule.of not in (categories := category_names(self.ranking)):
            if rule.of is None:
                raise ValueError(f"{rule.name} needs `of`: one of {', '.join(categories)}")
            hint = nearest(rule.of, categories)
            raise ValueError(f"{rule.name} is of {rule.of}, which is not a category of {self.ranking}; {hint}")
        for broader in rule.falls_back_to:
            if broader.name not in known or broader.name in (rule.name, rule.of):
                raise ValueError(
                    f"{rule.name} cannot fall back to {broader.name}, which is not another name of this hand"
                )
        for condition in rule.when:
            if condition.asks_strength:
                if self.ranking is None:
                    raise ValueError(
                        f"{rule.name} compares a hand, but there is no ranking: use `ranks`, or add a ranking"
                    )
                condition.strengths(self.ranking)

    @property
    def order_of_hands(self) -> Ranking[Any]:
        """The ranking; ValueError if there is none."""
        if self.ranking is None:
            raise ValueError("these cards have no ranking")
        return RANKINGS[self.ranking]

    @cached_property
    def order(self) -> tuple[str, ...]:
        """All names, from the finest and highest down: those of each category before the category itself."""
        if self.ranking is None:
            return tuple(rule.name for rule in self.names)
        categories = category_names(self.ranking)
        return tuple(
            name
            for category in categories
            for name in (*(rule.name for rule in self.names if rule.of == category), category)
        )

    @cached_property
    def rules_of(self) -> Mapping[str, tuple[NameRule, ...]]:
        """By category ("" without a ranking): the finer names, in order."""
        found: dict[str, tuple[NameRule, ...]] = {}
        for rule in self.names:
            found[rule.of or ""] = (*found.get(rule.of or "", ()), rule)
        return found

    @cached_property
    def rules_by_ranks(self) -> Mapping[tuple[Rank, ...], tuple[NameRule, ...]] | None:
        """The candidate names by the ranks of all cards; None if some name does not state its ranks."""
        found: dict[tuple[Rank, ...], tuple[NameRule, ...]] = {}
        for rule in self.names:
            asked = next((one.sorted_ranks for one in rule.when if one.ranks and not one.cards), None)
            if asked is None:
                return None
            for ranks in asked:
                found[ranks] = (*found.get(ranks, ()), rule)
        return found

    @cached_property
    def _rules(self) -> Mapping[str, NameRule]:
        return {rule.name: rule for rule in self.names}

    @cached_property
    def qualifying_strength(self) -> int:
        """The lowest strength with which the dealer qualifies."""
        if self.ranking is None or self.qualifies is None:
            return 0
        return strengths_called(self.ranking, self.qualifies).lowest

    def category_of(self, name: str) -> str | None:
        """The category of a name; None if there is no ranking."""
        rule = self._rules.get(name)
        return rule.of if rule else name

    def names_of(self, name: str, option: Callable[[str], bool]) -> tuple[str, ...]:
        """A hand's name and the broader ones it falls back to under the house's options, finest first."""
        rule = self._rules.get(name)
        if rule is None:
            return (name,)
        broader = (one.name for one in rule.falls_back_to if one.option is None or option(one.option))
        return (name, *broader, *((rule.of,) if rule.of else ()))


def in_words(hand: str) -> str:
    """A hand's name as a person writes it."""
    return hand.replace("_", " ")


def with_article(hand: str) -> str:
    """A hand with its article, if it takes one: "a pair of kings", "two pairs"."""
    return f"a {hand}" if hand.startswith(_SINGLE) else hand


def number_in_words(count: int) -> str:
    """A small number of cards in words."""
    return _NUMBERS[count] if count < len(_NUMBERS) else str(count)


SUITS: Mapping[str, Suit] = {suit.name.lower(): suit for suit in Suit}
"""By the word that books use."""
