"""The part of the sheet with the rules that the odds depend on, and their clauses."""

from collections.abc import Iterable

from pitbook.money import format_dollars
from pitbook.odds.paper.par.numbers import NONE, clean, percent, times
from pitbook.odds.paper.par.sheet import Block, Column, Section, Table
from pitbook.rulebooks.cases import case_when, pays_a_tie, unqualified_case
from pitbook.rulebooks.flow import Bet, Street
from pitbook.rulebooks.hands import HandRule, in_words
from pitbook.rulebooks.hands import number_in_words as number
from pitbook.rulebooks.models import Wager
from pitbook.rulebooks.pays import ToOne
from pitbook.submission import HouseRules

_RESULTS = {"beats": "win", "ties": "tie", "loses": "loss"}


def rules_section(rules: HouseRules) -> Section:
    """The table, wagers, decisions, paytables, meters and options of this house."""
    blocks: list[Block] = [_table(rules), _wagers(rules), _decisions(rules), _tables(rules)]
    if rules.meters:
        blocks.append(_meters(rules))
    if rules.options:
        blocks.append(_options(rules))
    return Section("rules", "Rules that matter", tuple(blocks))


def _cited(rules: HouseRules, clauses: Iterable[str]) -> str:
    """The clauses; those of this sheet's book without its name."""
    return ", ".join(clean(clause).removeprefix(f"{rules.book.id} ") for clause in dict.fromkeys(clauses)) or NONE


def _table(rules: HouseRules) -> Table:
    book = rules.book
    boxes = "one position" if rules.adjacent_boxes == 1 else f"up to {rules.adjacent_boxes} adjacent positions"
    rows = [
        ("Cards", f"{book.deck.cards}, shuffled for every round", _cited(rules, book.deck.clauses)),
        ("Positions", f"{rules.positions}; one player: {boxes}", _cited(rules, book.positions.clauses)),
        ("Player's hand", _hand(rules, book.players_hand, book.player.cards, 0), _cited(rules, book.player.clauses)),
        (
            "Dealer's hand",
            _hand(rules, book.dealers_hand, book.dealer.cards, book.flow.up),
            _cited(rules, book.dealer.clauses),
        ),
        (
            "Dealer qualifies with",
            f"{book.qualifier} or better" if book.qualifier else "any hand",
            _cited(rules, book.dealer.clauses),
        ),
        ("Chip unit", format_dollars(rules.chip_unit), NONE),
    ]
    if rules.payout_limit is not None and book.payout_limit:
        rows.append(
            (
                "Payout limit",
                f"{format_dollars(rules.payout_limit)} for each player and round",
                _cited(rules, book.payout_limit.clauses),
            )
        )
    return Table("The table", (Column("Rule", True), Column("This house", True), Column("Clauses", True)), tuple(rows))


def _hand(rules: HouseRules, hand: HandRule | None, cards: int, face_up: int) -> str:
    if hand is None:
        return NONE
    shown = f", {face_up} of them face up" if face_up else ""
    size, chosen = number(hand.order_of_hands.size), number(cards)
    if "board" in hand.sources:
        return f"{cards} cards{shown}: the best {size} of {chosen} own and {number(rules.book.board)} community cards"
    return f"{cards} cards{shown}: the best {size} of {chosen} cards"


def _wagers(rules: HouseRules) -> Table:
    rows = tuple(
        (
            clean(wager.title),
            _placed(rules, wager),
            _paid(rules, wager),
            _between(rules, wager),
            _cited(rules, wager.clauses),
        )
        for wager in rules.wagers
    )
    columns = tuple(Column(title, words=True) for title in ("Wager", "Placed", "Paid", "Limits", "Clauses"))
    return Table("Wagers on offer", columns, rows)


def _title(rules: HouseRules, wager: str) -> str:
    return clean(rules.book.title_of(wager))


def _chosen_table(rules: HouseRules, name: str) -> str:
    """The title of a kind of paytable, and the table that this house has chosen."""
    kind = rules.book.kind_of_table(name)
    title = clean(kind.title) if kind else in_words(name)
    return f"{title} table {rules.tables[name].id}" if name in rules.tables else f"{title}, no table"


def _placed(rules: HouseRules, wager: Wager) -> str:
    if wager.is_bonus:
        return f"no wager of its own; with the {_title(rules, wager.on or '')}"
    if wager.decided:
        return "at a decision"
    if wager.equals:
        return f"before the deal, as much as the {_title(rules, wager.equals)}"
    return "before the deal" if wager.opens else "before the deal, if the player likes"


def _paid(rules: HouseRules, wager: Wager) -> str:
    if not wager.against_dealer:
        words = f"the hand alone, by {_chosen_table(rules, wager.table or '')}"
        return f"{words}, on the {_title(rules, wager.on or '')}" if wager.is_bonus else words
    if wager.tables:
        results = {case.table: case.result for case in wager.cases if case.by_row}
        paid = [kind for kind in wager.tables if kind in rules.tables]
        words = ", ".join(f"a {_RESULTS[results[kind] or 'beats']} by {_chosen_table(rules, kind)}" for kind in paid)
        lower = case_when(wager, "beats")
        return f"{words}, a lower win {lower.pays}" if lower and isinstance(lower.pays, ToOne) else words
    won, apart = case_when(wager, "beats"), unqualified_case(wager)
    words = f"{won.pays if won else 'nothing'} against the dealer"
    words += f"; a tie {'wins' if pays_a_tie(wager) else 'pushes'}"
    if apart is None:
        return words
    ends = {"push": "pushes", "lose": "loses"}.get(str(apart.pays), f"pays {apart.pays}")
    return f"{words}; {ends} unless the dealer qualifies"


def _between(rules: HouseRules, wager: Wager) -> str:
    if wager.progressive:
        return " or ".join(format_dollars(amount) for amount in rules.progressive_wagers)
    limits = rules.limits.get(wager.name)
    return f"{format_dollars(limits.least)} to {format_dollars(limits.most)}" if limits else NONE


def _decisions(rules: HouseRules) -> Table:
    rows = tuple(
        (
            in_words(street.name),
            str(street.board) if rules.book.board else NONE,
            _ways(rules, street),
            street.otherwise,
            _cited(rules, street.clauses),
        )
        for street in rules.streets
    )
    titles = ("Decision", "Community cards", "May wager or withdraw", "Otherwise", "Clauses")
    return Table("Decisions of the player", tuple(Column(title, words=True) for title in titles), rows)


def _ways(rules: HouseRules, street: Street) -> str:
    """What a player may do besides waiting or folding."""
    base = _title(rules, rules.book.flow.base)
    ways = [f"{_title(rules, bet.wager)}: {_multiples(bet)} the {base}" for bet in street.bets]
    return "; ".join([*ways, *(in_words(one.verb) for one in street.withdrawals)])


def _multiples(bet: Bet) -> str:
    if bet.any_amount_between:
        return f"any amount from {times(bet.least)} to {times(bet.most)}"
    return " or ".join(times(multiple) for multiple in sorted(bet.multiples))


def _tables(rules: HouseRules) -> Table:
    rows = tuple(
        (
            clean(kind.title),
            rules.tables[kind.name].id,
            ", ".join(table.id for table in kind.tables),
            _cited(rules, rules.tables[kind.name].clauses),
        )
        for kind in rules.book.paytables
        if kind.name in rules.tables
    )
    titles = ("Paytable", "Chosen", "The book offers", "Clauses")
    columns = tuple(Column(title, words=True) for title in titles)
    return Table("Tables chosen", columns, rows)


def _meters(rules: HouseRules) -> Table:
    rows = tuple(
        (
            _title(rules, name),
            f"{percent(terms.rate, 2)} of each progressive wager",
            format_dollars(terms.initial),
            format_dollars(terms.reset),
            NONE if terms.limit is None else format_dollars(terms.limit),
        )
        for name, terms in rules.meters.items()
    )
    titles = ("Meter", "Rate of progression", "Initial amount", "Reset amount", "Limit")
    return Table("Meters as submitted", tuple(Column(title, words=True) for title in titles), rows)


def _options(rules: HouseRules) -> Table:
    rows = tuple(
        (
            clean(option.says),
            "yes" if rules.options[option.name] else "no",
            "as the book" if rules.options[option.name] == option.default else "differs from the book",
            _cited(rules, option.clauses),
        )
        for option in rules.book.options
        if option.name in rules.options
    )
    titles = ("Option", "This house", "Compared with the book's default", "Clauses")
    return Table("Options", tuple(Column(title, words=True) for title in titles), rows)
