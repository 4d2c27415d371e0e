"""What each book says, typed from the sources: every number, order and choice that its data must have.

`check_book` fails if any of it is different. Paytables are compared with those of the oracle, which were typed in
independently; the other facts stand here.
"""

from fractions import Fraction
from itertools import combinations

from oracle import paytables as typed
from pitbook import cards
from pitbook.cards import Card, Rank
from pitbook.rulebooks import RuleBook
from pitbook.rulebooks.flow import Street
from pitbook.rulebooks.hand_names import Pieces, name_of
from pitbook.rulebooks.models import ENDS, PaytableKind, PaytableRow, Wager
from pitbook.rulebooks.pays import Dollars, ForOne, MeterShare, Nothing, Pays, ToOne
from pitbook.rulebooks.procedures import DealingOrder, DealingStep
from rulebooks.house_facts import HOUSE_DEALING

MD, MA, GALAXY, FOUR = typed.MD, typed.MA, typed.GALAXY, typed.FOUR

POSITIONS = {MD: (6, "one"), MA: (6, "one"), GALAXY: (6, "one"), FOUR: (7, "as_filed")}
# player's cards, dealer's cards, dealer's cards face up, community cards, extra cards
CARDS = {MD: (2, 2, 0, 5, None), MA: (2, 2, 0, 5, None), GALAXY: (2, 2, 0, 5, 4), FOUR: (5, 6, 1, 0, 1)}
QUALIFIES = {MD: "pair", MA: "pair", GALAXY: "pair", FOUR: None}
# name, community cards seen, multiples, optional multiples, any amount between, otherwise
STREETS: dict[str, list[tuple[str, int, tuple[int, ...], tuple[int, ...], bool, str]]] = {
    MD: [
        ("pre_flop", 0, (3,), (), False, "check"),
        ("flop", 3, (2,), (), False, "check"),
        ("river", 5, (1,), (), False, "fold"),
    ],
    MA: [
        ("pre_flop", 0, (1, 2, 3), (), False, "check"),
        ("flop", 3, (1, 2), (), False, "check"),
        ("river", 5, (1,), (), False, "fold"),
    ],
    GALAXY: [
        ("pre_flop", 0, (3,), (1, 2), False, "check"),
        ("flop", 3, (2,), (), False, "check"),
        ("river", 5, (1,), (), False, "fold"),
    ],
    FOUR: [("play", 0, (1, 3), (), True, "fold")],
}
# wager: optional, opens, equals, needs all, needs any, survives a fold
Conditions = tuple[bool, bool, str | None, tuple[str, ...], tuple[str, ...], bool | str]
_MAIN: dict[str, Conditions] = {
    "ante": (False, True, None, (), (), False),
    "odds": (False, False, "ante", (), (), False),
    "raise": (False, False, None, (), (), False),
    "pocket_bonus": (True, False, None, ("ante", "odds"), (), True),
    "trips_plus": (True, False, None, ("ante", "odds"), (), True),
}
_PROGRESSIVE: dict[str, Conditions] = {
    "progressive": (True, False, None, ("ante", "odds"), (), "progressive_survives_fold")
}
WAGERS: dict[str, dict[str, Conditions]] = {
    MD: _MAIN | _PROGRESSIVE,
    MA: _MAIN,
    GALAXY: _MAIN | {"all6": (True, False, None, ("ante", "odds"), (), True)} | _PROGRESSIVE,
    FOUR: {
        "ante": (False, True, None, (), (), False),
        "play": (False, False, None, (), (), False),
        "ante_bonus": (False, False, None, ("ante", "play"), (), False),
        "aces_up": (False, True, None, (), (), True),
        "six_card_bonus": (True, False, None, ("ante", "aces_up"), (), True),
        "progressive": (True, False, None, (), ("ante", "aces_up"), False),
    },
}
ORDER = {
    MD: "ante odds raise pocket_bonus trips_plus progressive",
    MA: "ante odds raise pocket_bonus trips_plus",
    GALAXY: "ante odds raise pocket_bonus trips_plus all6 progressive",
    FOUR: "ante play ante_bonus aces_up six_card_bonus progressive",
}
# cards, decks, decks with a shuffler, cover cards, hours by hand, hours from a shoe
DECK = {
    MD: (52, 1, 2, 2, 4, 8),
    MA: (52, 1, 2, 1, None, None),
    GALAXY: (52, 1, 1, 2, 4, 8),
    FOUR: (52, 1, 2, 1, 4, 8),
}
CUT_FEWEST = 10
STUB_COUNT_EVERY = 5
PAYOUT_LIMIT = {MD: 50_000_00, MA: None, GALAXY: None, FOUR: None}
OPTIONS: dict[str, dict[str, tuple[bool, int | None]]] = {
    MD: {
        "progressive_survives_fold": (True, 3),
        "flopped_royal_is_flopped_straight_flush": (True, 6),
        "flopped_straight_flush_stays": (False, 6),
    },
    MA: {"trips_plus_before_main": (False, None)},
    GALAXY: {
        "smaller_raises": (False, None),
        "trips_plus_before_main": (False, None),
        "progressive_survives_fold": (True, 3),
        "flopped_royal_is_flopped_straight_flush": (True, 6),
        "flopped_straight_flush_stays": (True, 6),
    },
    FOUR: {},
}
# P players, D dealer, B board, X extra cards, each with the number of cards, ^ face up; ? a decision, T turned up,
# C a cover card over the dealer's cards, rest: what is left is taken out of the automated shoe.
_AS_NEEDED = "P1 D1 P1 D1 ?pre_flop B3^ ?flop B2^ ?river reveal"
_COVERED = "P1 D1 C P1 D1 C"
_BURNED = "P1 D1 P1 D1 ?pre_flop burn1 B3^ ?flop burn1 B2^ ?river reveal"
_TURNED = "?pre_flop T3 ?flop T2 ?river reveal"
_FOUR_SINGLE = "X1 P1 D1 P1 D1 P1 D1 P1 D1 P1 D1 D1^ ?play reveal"
DEALING: dict[str, dict[tuple[str, str], str]] = {
    MD: {
        ("manual_shoe", "as_needed"): _AS_NEEDED,
        ("hand", "as_needed"): _BURNED,
        ("automated", "board_face_down"): f"P2 D2 rest B5 {_TURNED}",
        ("automated", "board_first"): f"B5 P2 D2 rest {_TURNED}",
    },
    MA: {
        ("manual_shoe", "board_first"): f"B5 {_COVERED} {_TURNED}",
        ("manual_shoe", "as_needed"): f"{_COVERED} ?pre_flop B3^ ?flop B2^ ?river reveal",
        ("hand", "board_first"): f"B5 {_COVERED} {_TURNED}",
        ("hand", "as_needed"): f"{_COVERED} ?pre_flop B3^ ?flop B2^ ?river reveal",
        ("automated", "board_first"): f"B5 P2 C D2 {_TURNED}",
    },
    GALAXY: {
        ("manual_shoe", "as_needed"): f"X4 {_AS_NEEDED}",
        ("manual_shoe", "board_face_down"): f"X4 P1 D1 P1 D1 B5 {_TURNED}",
        ("hand", "as_needed"): f"X4 {_AS_NEEDED}",
        ("hand", "board_face_down"): f"X4 P1 D1 P1 D1 B5 {_TURNED}",
        ("automated", "board_face_down"): f"X4 P2 D2 rest B5 {_TURNED}",
    },
    FOUR: {
        ("manual_shoe", "single_cards"): _FOUR_SINGLE,
        ("hand", "single_cards"): _FOUR_SINGLE,
        ("automated", "stacks"): "X1 D5 D1^ P5 ?play reveal",
    },
}
DEALING |= HOUSE_DEALING
_DEVICES = {"manual", "automatic", "automatic_counting", "reshuffling"}
SHUFFLERS = {MD: _DEVICES, MA: _DEVICES - {"reshuffling"}, GALAXY: _DEVICES, FOUR: _DEVICES}
VOIDS_EVERYWHERE = {
    "face_up_cards",
    "wrong_number_of_cards",
    "dealer_card_exposed",
    "stub_count_misdeal",
    "stub_count_wrong_deck",
    "stub_count_misdeal_wrong_deck",
    "shoe_jam",
}
SETTLED_ANYWAY = {"face_up_cards": ["pocket_bonus"], "dealer_card_exposed": ["pocket_bonus", "trips_plus"]}
READINGS_OF_IRREGULARITIES: dict[str, tuple[int, ...]] = {
    "face_up_cards": (35,),
    "card_drawn_in_error": (24,),
    "wrong_number_of_cards": (32, 35),
    "dealer_card_exposed": (18, 32, 35),
    "player_or_community_card_exposed": (24,),
    "stub_count_misdeal": (20, 35, 39),
    "stub_count_wrong_deck": (20, 35, 39),
    "stub_count_misdeal_wrong_deck": (20, 35, 39),
    "shuffler_jam": (21,),
    "shoe_jam": (35,),
    "device_out_of_order": (38,),
}
"""Where a book differs, it is in one of the next two."""
IN_MARYLAND_HOLDEM: dict[str, tuple[int, ...]] = {
    "face_up_card": (17,),
    "face_up_cards": (17, 35),
    "wrong_number_of_cards": (32, 35, 39),
    "dealer_card_exposed": (18, 24, 35),
    "shuffler_jam": (21, 35),
}
IN_MASSACHUSETTS: dict[str, tuple[int, ...]] = {"face_up_card": (43,), "wrong_number_of_cards": (19, 32, 35, 39)}


def _pays(pay: typed.Pay) -> Pays:
    match pay:
        case typed.To(units, each):
            return ToOne(units, each)
        case typed.For(units):
            return ForOne(units)
        case typed.Dollars(amount):
            return Dollars(amount * 100)
        case typed.Share(percent, meter):
            return MeterShare(Fraction(percent, 100), meter)


def _token(step: DealingStep) -> str:
    where = {"each_player": "P", "dealer": "D", "board": "B", "extra": "X"}
    match step.do:
        case "deal":
            return f"{where[step.to or '']}{step.cards}{'^' if step.face == 'up' else ''}"
        case "burn":
            return f"burn{step.cards}"
        case "decide":
            return f"?{step.street}"
        case "turn_up":
            return f"T{step.cards}"
        case "cover_dealer_cards":
            return "C"
        case "remove_rest":
            return "rest"
        case _:
            return "reveal"


def _multiples(street: Street, *, optional: bool) -> tuple[int, ...]:
    """What may be wagered in every house, or where an option allows it."""
    return tuple(one for bet in street.bets if (bet.option is not None) is optional for one in bet.multiples)


def sequence(order: DealingOrder) -> str:
    """An order of dealing in these letters."""
    return " ".join(_token(step) for step in order.steps)


def _check_envy(rows: tuple[PaytableRow, ...], one: dict[str, int], five: dict[str, int] | None) -> None:
    paying = {row.hand: row for row in rows if not isinstance(row.pays, Nothing)}
    assert {hand: row.pays for hand, row in paying.items()} == {hand: Dollars(a * 100) for hand, a in one.items()}
    for hand, row in paying.items():
        assert row.pays_for_5 == (Dollars(five[hand] * 100) if five else None)


def _check_paytables(book: RuleBook, kind: PaytableKind) -> None:
    if kind.name == "envy":
        one, five = (
            (typed.FOUR_ENVY_ONE_DOLLAR, typed.FOUR_ENVY_FIVE_DOLLARS) if book.id == FOUR else (typed.HOLDEM_ENVY, None)
        )
        assert [table.id for table in kind.tables] == list(one)
        for table in kind.tables:
            _check_envy(table.rows, one[table.id], five[table.id] if five else None)
        return
    expected = typed.PAYTABLES[book.id][kind.name]
    assert [table.id for table in kind.tables] == list(expected)
    for table in kind.tables:
        assert {row.hand: row.pays for row in table.rows} == {h: _pays(p) for h, p in expected[table.id].items()}
        if kind.name == "progressive":
            resets = {meter.name: meter.stock_amount // 100 for meter in table.meters}
            assert resets == typed.MINIMUM_RESETS[book.id][table.id]
            assert all(meter.stock_amount % 100 == 0 for meter in table.meters)
            assert all((meter.minimum is None) == (book.id == GALAXY) for meter in table.meters)


def survives_fold(wager: Wager) -> str | bool:
    """Whether a wager stays in action after a fold, or the option that says so."""
    forfeits = [case for case in wager.cases if case.pays == "forfeit"]
    options = [name for case in forfeits for name in case.options]
    return options[0] if options else not forfeits and not any(case.result for case in wager.cases)


def _pocket(one: Card, two: Card) -> str | None:
    """What the player's two cards are called in the pocket bonus."""
    high, low = sorted((one, two), key=lambda card: card.rank, reverse=True)
    if high.rank == low.rank:
        return "pair_of_aces" if high.rank == Rank.ACE else "pair_of_twos_to_kings"
    if high.rank == Rank.ACE and low.rank >= Rank.JACK:
        return "suited_ace_and_face" if high.suit == low.suit else "unsuited_ace_and_face"
    return None


def _check_pockets(book: RuleBook) -> None:
    hand = book.hands.get("hole_cards")
    assert (hand is None) == (book.id == FOUR)
    if hand is not None:
        for one, two in combinations(cards.DECK, 2):
            assert name_of(hand, Pieces(one.mask | two.mask), lambda _ranking, _cards: 0) == _pocket(one, two)


def check_book(book: RuleBook) -> None:
    """Every fact of the book; an AssertionError names the first that is different."""
    assert (book.positions.most, book.positions.per_player) == POSITIONS[book.id]
    assert book.positions.reading == (13 if book.id in (MA, GALAXY) else None)
    extra = book.extra_cards.cards if book.extra_cards else None
    cards = (book.player.cards, book.dealer.cards, book.flow.up, book.board, extra)
    assert cards == CARDS[book.id]
    assert book.qualifier == QUALIFIES[book.id]
    assert [
        (s.name, s.board, *(_multiples(s, optional=one) for one in (False, True)), s.any_amount_between, s.otherwise)
        for s in book.flow.streets
    ] == STREETS[book.id]
    assert {
        w.name: (
            w.optional,
            w.opens,
            w.equals,
            w.needs_all + w.beside,
            w.needs_any,
            survives_fold(w),
        )
        for w in book.wagers
    } == WAGERS[book.id]
    odds = {str(case.pays) for w in book.wagers for case in w.cases if not case.by_row and case.pays not in ENDS}
    assert odds == {"1 to 1"}
    assert list(book.settlement.order) == ORDER[book.id].split()
    assert book.settlement.reading == (4 if book.id in (MA, GALAXY) else None)
    assert book.settlement.folded == ("same_pass" if book.id == FOUR else "second_pass")
    assert {kind.name for kind in book.paytables} - {"envy"} == set(typed.PAYTABLES[book.id])
    assert (book.envy is not None) == (book.id in (MD, FOUR)) == any(k.name == "envy" for k in book.paytables)
    for kind in book.paytables:
        # Galaxy prints bare numbers in all its tables, and says of the progressive that the wager is not returned.
        assert kind.stake_stated == ((kind.name == "progressive") if book.id == GALAXY else None)
        _check_paytables(book, kind)
    if book.envy:
        assert book.envy.with_progressive == (("J",) if book.id == MD else ())
        assert book.envy.folded_holder == (book.id == MD)
    deck = book.deck
    assert (
        deck.cards,
        deck.decks,
        deck.decks_with_shuffler,
        deck.cover_cards,
        deck.change_after_hours_by_hand,
        deck.change_after_hours_from_shoe,
    ) == DECK[book.id]
    assert (book.payout_limit.least if book.payout_limit else None) == PAYOUT_LIMIT[book.id]
    assert {o.name: (o.default, o.reading) for o in book.options} == OPTIONS[book.id]
    _check_procedures(book)
    _check_pockets(book)


def _check_procedures(book: RuleBook) -> None:
    assert book.cut.fewest == CUT_FEWEST
    assert {shuffler.value for shuffler in book.shuffle.shufflers} == SHUFFLERS[book.id]
    assert {
        (dealing.method.value, order.name): sequence(order) for dealing in book.dealing for order in dealing.orders
    } == DEALING[book.id]
    for dealing in book.dealing:
        assert dealing.stub_count.every_rounds == STUB_COUNT_EVERY
        by_shuffler = {duty.do for duty in dealing.before if duty.or_shuffler}
        by_dealer = dealing.method == "hand" or (book.id, dealing.method) == (FOUR, "automated")
        assert by_shuffler == (set() if by_dealer else {"place_in_shoe"})
        allowed = {shuffler.value for shuffler in dealing.shufflers}
        assert allowed == SHUFFLERS[book.id] - ({"manual"} if dealing.method == "hand" else set())
    voids = {case.name for case in book.irregularities if case.outcome == "void"}
    assert voids == VOIDS_EVERYWHERE | ({"shuffler_jam"} if book.id in (MD, GALAXY) else set())
    for case in book.irregularities:
        settled = SETTLED_ANYWAY.get(case.name, []) if book.id in (MD, GALAXY) else []
        assert [exception.wager for exception in case.settled] == settled
        own = {MD: IN_MARYLAND_HOLDEM, GALAXY: IN_MARYLAND_HOLDEM, MA: IN_MASSACHUSETTS}.get(book.id, {})
        expected = (READINGS_OF_IRREGULARITIES | own).get(case.name, ())
        assert case.readings == expected
        assert case.silent_on_wagers is (book.id == MA and case.outcome == "void")
        named = case.name == "dealer_card_exposed" and book.id in (MD, GALAXY)
        assert case.returns == (("ante", "odds", "raise") if named else ())
        removed = ("removed",) if book.id == MA else ("covered", "marked")
        assert case.device == (removed if case.name == "device_out_of_order" else ())
        assert case.before_any_change == (book.id == MA and case.name == "device_out_of_order")
        until = {MD: "last_decision", GALAXY: "last_decision"}.get(book.id, "reveal")
        assert case.until == (until if case.name == "dealer_card_exposed" else None)
    _check_conduct(book)


def _check_conduct(book: RuleBook) -> None:
    conduct = book.conduct
    assert conduct.forfeits_collected == ("after_decisions" if book.id == FOUR else "at_once")
    steps = [] if book.id == MA else ["verify_hand", "verify_light", "validate_progressive", "pay_progressive"]
    assert [duty.do for duty in conduct.progressive_win] == steps
    assert [duty.by for duty in conduct.progressive_win] == ["dealer", "dealer", "floorperson", "dealer"][: len(steps)]
    assert conduct.whole_meter_from_inventory == (book.id != FOUR)
