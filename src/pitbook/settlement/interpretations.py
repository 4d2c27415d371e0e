"""Which readings decided a line: those that concern its book and apply to its case."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from pitbook.cards import RANKINGS, Card
from pitbook.cards.hand import best_hand
from pitbook.rulebooks import Interpretation, interpretations
from pitbook.rulebooks.models import Reason, Wager
from pitbook.rulebooks.pays import Dollars, MeterShare
from pitbook.settlement.classify import HandComparison, name_of
from pitbook.settlement.dealt_round import DealtRound, Seat
from pitbook.settlement.envy import ENVY, earns_envy
from pitbook.settlement.lines import Result, SettlementLine
from pitbook.settlement.pay import DOLLAR, stays_on_table
from pitbook.settlement.void import voids
from pitbook.submission import HouseRules


class Settled(NamedTuple):
    """A line among the lines of its round, and what they were settled from."""

    rules: HouseRules
    cards: DealtRound
    lines: Sequence[SettlementLine]
    line: SettlementLine
    reading: Interpretation

    @property
    def seat(self) -> Seat:
        """Whose line it is."""
        return self._at(self.line.seat)

    @property
    def holder(self) -> Seat:
        """The player for whose hand an envy bonus is paid: it comes after this player's own lines."""
        return self._at(next(line.seat for line in reversed(self.before) if line.wager != ENVY))

    @property
    def before(self) -> Sequence[SettlementLine]:
        """The lines before this one; two players' envy bonuses may be equal lines."""
        return self.lines[: next(place for place, line in enumerate(self.lines) if line is self.line)]

    @property
    def is_progressive(self) -> bool:
        """Whether it is a progressive wager's line."""
        return self.wager(self.line) in _progressives(self.rules)

    @property
    def cites(self) -> bool:
        """Whether the line cites a clause that the reading interprets."""
        return not set(self.line.clauses).isdisjoint(self.reading.interprets)

    def wager(self, line: SettlementLine) -> Wager | None:
        """The wager of a line, if it has one."""
        return next((wager for wager in self.rules.wagers if wager.name == line.wager), None)

    def name(self, hand: str) -> str | None:
        """The finest name of the seat's cards in a hand of the book."""
        return name_of(self.rules.book, hand, self.seat, self.cards)

    def _at(self, number: int) -> Seat:
        return next(seat for seat in self.cards.seats if seat.seat == number)


def _progressives(rules: HouseRules) -> tuple[Wager, ...]:
    return tuple(wager for wager in rules.wagers if wager.progressive)


_BY_HAND: Final = frozenset({Reason.QUALIFYING_HAND, Reason.NO_QUALIFYING_HAND})
"""The reasons of lines that the player's cards alone decide."""
_PAIRS: Final = frozenset({"pair_of_aces", "pair_of_twos_to_kings"})


def _kicker_says_otherwise(at: Settled) -> bool:
    """Hands of one category that would rank differently by the highest card that they do not share."""
    wager = at.wager(at.line)
    if wager is None or not wager.against_dealer:
        return False
    if at.line.reason not in {case.reason for case in wager.cases if case.result}:
        return False
    ranking, board = RANKINGS[at.rules.book.players_hand.ranking or ""], at.cards.board
    mine, dealers = (best_hand((*cards, *board), ranking) for cards in (at.seat.cards, at.cards.dealer))
    ranked = HandComparison((mine.strength > dealers.strength) - (mine.strength < dealers.strength) + 1)
    return mine.category == dealers.category and _by_highest_card(mine.cards, dealers.cards) is not ranked


def _by_highest_card(mine: Sequence[Card], dealers: Sequence[Card]) -> HandComparison:
    """The comparison by the highest rank that only one of two hands has, to the letter."""
    one, other = Counter(card.rank for card in mine), Counter(card.rank for card in dealers)
    differing = [rank for rank in one.keys() | other.keys() if one[rank] != other[rank]]
    if not differing:
        return HandComparison.TIE
    highest = max(differing)
    return HandComparison.WIN if one[highest] > other[highest] else HandComparison.LOSE


def _cards_that_the_text_collects(at: Settled) -> bool:
    """A folded player's side wager was settled by cards that the text says were collected at the fold.

    Maryland hold'em keeps them for one side wager, and collects them where the other was not made.
    """
    if not at.seat.folded or at.line.reason not in _BY_HAND or at.cards.void:
        return False
    kept_for = [wager.name for wager in at.rules.book.wagers if wager.by_hand_alone and not wager.forfeit_clauses]
    always = at.rules.book.conduct.forfeits_collected == "after_decisions"
    return always or not at.seat.wagers.keys() >= set(kept_for)


def _side_wager_after_a_fold(at: Settled) -> bool:
    """A folded player's side wager, if the book does not say whether it stays or goes."""
    return at.seat.folded and at.cites


def _order_moves_a_meter(at: Settled) -> bool:
    """Another player takes from the same meter, and the order between the two is not the book's own.

    Where the book has an order, only a folded player's place in it is a reading: after a raiser to the left.
    """
    if at.line.meter is None:
        return False
    others = {line.seat for line in at.lines if line.meter == at.line.meter} - {at.line.seat}
    if at.rules.book.settlement.reading == at.reading.number:
        return bool(others)
    folded = {seat.seat for seat in at.cards.seats if seat.folded}
    pairs = [sorted((at.line.seat, other)) for other in others]
    return any(left not in folded and right in folded for left, right in pairs)


def _meter_moves(at: Settled) -> bool:
    """A share was taken out of a meter."""
    return at.line.meter is not None


def _later_share(at: Settled) -> bool:
    """A share of a meter from which another player of the round was paid before."""
    return at.line.meter is not None and any(line.meter == at.line.meter for line in at.before)


def _flopped_or_royal(at: Settled) -> bool:
    """A finely named hand that the table does not list, if the house says which of its rows pays it."""
    if not at.is_progressive or at.line.reason not in _BY_HAND:
        return False
    table = at.rules.tables["progressive"]
    rows, hand = {row.hand for row in table.rows}, at.rules.book.hands[table.evaluates]
    chosen = {broader.name for rule in hand.names for broader in rule.falls_back_to if broader.option}
    name = at.name(table.evaluates) if chosen & rows else None
    return name is not None and name not in rows and name != hand.category_of(name)


def _envy_beyond_the_text(at: Settled) -> bool:
    """An envy bonus for a hand that won no award or was folded, or for a wager whose amount no table lists."""
    if at.line.wager != ENVY:
        return False
    holder = at.holder
    progressives = _progressives(at.rules)
    awarded = {line.seat for line in at.lines if line.result is Result.WIN and at.wager(line) in progressives}
    listed = isinstance(at.line.pays, Dollars) and at.line.pays.cents == at.line.payout
    return holder.folded or holder.seat not in awarded or not listed


def _holder_with_two_boxes(at: Settled) -> bool:
    """An envy bonus for a player who holds such a hand in another box too."""
    if at.line.wager != ENVY:
        return False
    shown, holder = {line.seat for line in at.lines}, at.holder
    return any(
        seat.player == holder.player and seat.seat != holder.seat and earns_envy(at.rules, seat, at.cards)
        for seat in at.cards.seats
        if seat.seat in shown
    )


def _several_wagers_limited(at: Settled) -> bool:
    """The payout limit was reached by the sum of several wagers."""
    if at.line.result is not Result.ADJUST or at.rules.book.payout_limit is None:
        return False
    boxes = {seat.seat for seat in at.cards.seats if seat.player == at.seat.player}
    exempt = at.rules.book.payout_limit.never_limits
    return sum(line.seat in boxes and line.payout > 0 and line.wager not in exempt for line in at.lines) > 1


def _award_for_another_wager(at: Settled) -> bool:
    """An amount or a share, as the table states it, on a progressive wager other than $1."""
    return at.is_progressive and at.line.stake != DOLLAR and isinstance(at.line.pays, Dollars | MeterShare)


def _stake_not_stated(at: Settled) -> bool:
    """A winning line of a table that does not say whether the stake comes back: amounts, shares, bare numbers."""
    line = at.line
    wager = at.wager(line)
    if wager is None or line.pays is None or not line.stake:
        return False
    case = next((case for case in wager.cases if case.reason == line.reason and case.by_row), None)
    kind = at.rules.book.kind_of_table(case.table or "") if case else None
    if kind is None:
        return False
    if kind.stake_stated is not None:
        return not kind.stake_stated
    return isinstance(line.pays, Dollars | MeterShare)


def _six_card_royal(at: Settled) -> bool:
    """Six cards of one suit from ace to nine: a finer name of a hand that counts the extra cards."""
    hands = [hand for hand in at.rules.book.hands.values() if "extra" in hand.sources]
    return any(at.line.hand == rule.name for hand in hands for rule in hand.names)


def _pair_as_pocket_bonus(at: Settled) -> bool:
    """A pair is paid by a clause that leaves pairs out."""
    return at.cites and at.line.hand in _PAIRS


def _void_round(at: Settled) -> bool:
    """A line of a void round, where another book's irregularities serve as the house default."""
    return at.cards.void is not None and at.rules.book.house_default is not None


def _settled_among_face_up_cards(at: Settled) -> bool:
    """A wager that is settled although face-up cards void the round."""
    return at.cards.void == "face_up_cards" and at.line.result is not Result.VOID


def _dealer_card_exposed(at: Settled) -> bool:
    """A line of a round that a dealer's card voids."""
    return at.cards.void == "dealer_card_exposed"


def _wrong_dealer_or_board(at: Settled) -> bool:
    """The wrong number of cards is not a player's."""
    wrong = any(len(seat.cards) != at.rules.book.player.cards for seat in at.cards.seats)
    return at.cards.void == "wrong_number_of_cards" and not wrong


def _cited(at: Settled) -> bool:
    """The line cites a clause that can only be understood by the reading."""
    return at.cites


def _progressive_without_a_clause(at: Settled) -> bool:
    """A progressive wager goes back, and the clause that voids the round does not name it."""
    return at.line.result is Result.VOID and at.is_progressive and not at.line.clauses


def _returned_or_not(at: Settled) -> bool:
    """A void round's wager, if the clause does not say that it goes back: not named, collected, abandoned."""
    if at.cards.void is None:
        return False
    case = voids(at.rules)[at.cards.void]
    forfeited = at.seat.folded and not stays_on_table(at.rules, {at.line.wager: 1})
    unsaid = case.silent_on_wagers or forfeited or not at.line.clauses
    return at.seat.abandoned or (at.line.result is Result.VOID and unsaid)


def _irregularity_without_a_clause(at: Settled) -> bool:
    """A line of a round that is void by the reading alone."""
    case = voids(at.rules).get(at.cards.void or "")
    return case is not None and not case.clauses and at.reading.number in case.readings


def _abandoned(at: Settled) -> bool:
    """A wager that was ruled abandoned is lost."""
    return at.line.reason == Reason.ABANDONED


def _fraction_of_a_cent(at: Settled) -> bool:
    """A share that does not come out in cents was rounded up."""
    line = at.line
    if line.meter_before is None or not isinstance(line.pays, MeterShare):
        return False
    return line.meter_before * line.pays.share * DOLLAR != line.payout


def _bonus_for_a_beaten_hand(at: Settled) -> bool:
    """The seat lost to the dealer and was still paid a bonus, or has a progressive and no ante to forfeit."""
    own = [line for line in at.lines if line.seat == at.line.seat]
    if at.is_progressive:
        return at.rules.book.flow.base not in at.seat.wagers and at.line.reason in _BY_HAND
    beaten = any(line.reason == Reason.LOSES_TO_DEALER for line in own)
    bonus = any(line.stake == 0 and line.reason == Reason.QUALIFYING_HAND for line in own)
    return beaten and bonus and at.cites


def _five_cards(at: Settled) -> bool:
    """A progressive, or an envy bonus, that is decided by all five cards of a four-card game."""
    if at.line.wager == ENVY:
        table = at.rules.tables[ENVY]
    elif at.is_progressive and at.line.reason in _BY_HAND:
        table = at.rules.tables["progressive"]
    else:
        return False
    book = at.rules.book
    return book.hands[table.evaluates].ranking != book.players_hand.ranking


CASES: Final[Mapping[str, Callable[[Settled], bool]]] = {
    "kicker_says_otherwise": _kicker_says_otherwise,
    "cards_that_the_text_collects": _cards_that_the_text_collects,
    "side_wager_after_a_fold": _side_wager_after_a_fold,
    "order_moves_a_meter": _order_moves_a_meter,
    "meter_moves": _meter_moves,
    "later_share": _later_share,
    "flopped_or_royal": _flopped_or_royal,
    "envy_beyond_the_text": _envy_beyond_the_text,
    "holder_with_two_boxes": _holder_with_two_boxes,
    "several_wagers_limited": _several_wagers_limited,
    "award_for_another_wager": _award_for_another_wager,
    "stake_not_stated": _stake_not_stated,
    "six_card_royal": _six_card_royal,
    "pair_as_pocket_bonus": _pair_as_pocket_bonus,
    "void_round": _void_round,
    "settled_among_face_up_cards": _settled_among_face_up_cards,
    "dealer_card_exposed": _dealer_card_exposed,
    "wrong_dealer_or_board": _wrong_dealer_or_board,
    "cited": _cited,
    "progressive_without_a_clause": _progressive_without_a_clause,
    "returned_or_not": _returned_or_not,
    "irregularity_without_a_clause": _irregularity_without_a_clause,
    "abandoned": _abandoned,
    "fraction_of_a_cent": _fraction_of_a_cent,
    "bonus_for_a_beaten_hand": _bonus_for_a_beaten_hand,
    "five_cards": _five_cards,
}
"""The cases that a reading may name as the ones that it decides."""


def readings_behind(
    rules: HouseRules, cards: DealtRound, lines: Sequence[SettlementLine], line: SettlementLine
) -> tuple[Interpretation, ...]:
    """The readings that decided a line; `lines` are all lines of its round."""
    book = rules.book
    lender = book.house_default if cards.void is not None or line.reason == Reason.ABANDONED else None
    return tuple(
        reading
        for reading in _concerning(book.id, lender or book.id, book.based_on or book.id)
        if CASES[reading.decides or ""](Settled(rules, cards, lines, line, reading))
    )


@lru_cache(maxsize=64)
def _concerning(*books: str) -> tuple[Interpretation, ...]:
    """The readings that can decide a line of a book: they interpret it or, in its place, its house default."""
    starts = tuple(f"{book} " for book in books)
    return tuple(
        reading
        for reading in interpretations()
        if reading.decides and any(clause.startswith(starts) for clause in reading.interprets)
    )
