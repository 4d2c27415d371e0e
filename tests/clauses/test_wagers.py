"""Wagers, judged alike at the live table, in a described hand and in a simulation; and progressives of $1 and $5."""

from fractions import Fraction
from typing import Any

import pytest

from clauses import procedures as p
from clauses.four_card import FOUR_SEVENS, KING_HIGH, NOTHING
from pitbook.money import format_cents
from pitbook.odds.paper.par.rules_part import rules_section
from pitbook.odds.wagers import default_stake
from pitbook.pit.bot_wagers import least_wagers
from pitbook.problems import MalformedError, PitbookError, RefusedError
from pitbook.rulebooks import load_book
from pitbook.settlement import read_round, settle
from pitbook.simulator.setup import SimulationRequest, default_wagers, players_of
from pitbook.submission import HouseRules, house_rules, stock_submission
from pitbook.table import NONE
from pitbook.table import commands as c
from pitbook.table import events as happened
from pitbook.web.live.views import wagers_on_offer
from table.play import FOUR, GALAXY, MA, MD, Game, stacked

MAIN = {"ante": 10_00, "odds": 10_00}
HANDS: dict[str, dict[str, Any]] = {
    FOUR: {"dealer": KING_HIGH, "bonus_card": "8s"},
    GALAXY: {"board": p.BOARD, "dealer": p.DEALER, "all6_cards": p.ALL6},
    MA: {"board": p.BOARD, "dealer": p.DEALER},
    MD: {"board": p.BOARD, "dealer": p.DEALER},
}
CARDS = {FOUR: ("cards", NOTHING)}


def offering(book: str, wagers: str | None = None, **progressive: Any) -> HouseRules:
    """The stock rules with only these optional wagers, or with something else filed for the progressive."""
    data: dict[str, Any] = stock_submission(load_book(book))
    if wagers is not None:
        everything, data["wagers"] = data["wagers"], wagers.split()
        for name in set(everything) - set(data["wagers"]):
            data["paytables"].pop(name)
            data.pop(name, None)
    if progressive:
        data["progressive"] |= progressive
    return house_rules(data)


def objections(attempt: Any, kind: type[PitbookError]) -> set[tuple[str, str | None]]:
    """What an attempt is refused for: sentences, without the place in the hand, and clauses."""
    with pytest.raises(kind) as caught:
        attempt()
    assert caught.type is kind
    said = [(one.message.removeprefix("seat 1: "), one.clause) for one in caught.value.problems]
    return {(message.partition("': ")[-1] or message, clause) for message, clause in said}


def at_the_table(rules: HouseRules, wagers: dict[str, int]) -> Any:
    """Somebody places these wagers at the live table."""
    game = Game(rules)
    game.sit(1, 5000_00)
    return lambda: game.wager(1, wagers)


def in_a_hand(rules: HouseRules, wagers: dict[str, int]) -> Any:
    """A hand with these wagers is settled; whoever has an ante folds it."""
    name, cards = CARDS.get(rules.book.id, ("hole", "9h 4d"))
    seat = {"seat": 1, name: cards, "folded": "ante" in wagers, "wagers": _words(wagers)}
    meters = dict.fromkeys(rules.meters, "9999.00")
    return lambda: settle(rules, read_round(rules, HANDS[rules.book.id] | {"seats": [seat], "meters": meters}))


def in_a_simulation(rules: HouseRules, wagers: dict[str, int]) -> Any:
    """A simulation is asked for with these wagers."""
    text = ",".join(f"{name}={amount}" for name, amount in _words(wagers).items())
    return lambda: players_of(rules, SimulationRequest(1, 1, (text,)))


def _words(wagers: dict[str, int]) -> dict[str, str]:
    return {name: format_cents(amount) for name, amount in wagers.items()}


def case(book: str, offered: str | None, wagers: dict[str, int], words: str, clause: str | None) -> Any:
    """One breach, with the clause that it is refused by."""
    cited = None if clause is None else f"{book} {clause}"
    marks = [] if cited is None else [pytest.mark.clause(cited)]
    return pytest.param(book, offered, wagers, words, cited, id=f"{book}-{words}", marks=marks)


NOT_OFFERED = [
    case(MD, "trips_plus progressive", MAIN | {"pocket_bonus": 5_00}, "pocket_bonus", "7.F(2)"),
    case(MD, "pocket_bonus progressive", MAIN | {"trips_plus": 5_00}, "trips_plus", "7.F(3)"),
    case(MD, "", MAIN | {"progressive": 1_00}, "progressive", "7.F(4)"),
    case(MA, "trips_plus", MAIN | {"pocket_bonus": 5_00}, "pocket_bonus", "11(i)"),
    case(MA, "", MAIN | {"trips_plus": 5_00}, "trips_plus", "11(g)"),
    case(GALAXY, "", MAIN | {"all6": 5_00}, "all6", "All 6"),
    case(GALAXY, "all6", MAIN | {"progressive": 1_00}, "progressive", "Progressive"),
    case(FOUR, "six_card_bonus", {"aces_up": 5_00, "progressive": 1_00}, "progressive", "7.E(4)"),
    case(FOUR, "", {"ante": 5_00, "aces_up": 5_00, "six_card_bonus": 1_00}, "six_card_bonus", "7.E(5)"),
]
NEEDED = [
    case(MD, None, {"ante": 10_00, "odds": 5_00}, "ante and odds must be equal, not 10.00 and 5.00", "7.F(1)"),
    case(MA, None, {"ante": 10_00, "odds": 5_00}, "ante and odds must be equal, not 10.00 and 5.00", "6(c)"),
    case(GALAXY, None, {"ante": 10_00, "odds": 5_00}, "ante and odds must be equal, not 10.00 and 5.00", "2"),
    case(FOUR, None, {"aces_up": 5_00, "six_card_bonus": 1_00}, "six_card_bonus needs ante", "7.E(5)(a)"),
    case(FOUR, None, {"ante": 5_00, "six_card_bonus": 1_00}, "six_card_bonus needs aces_up", "7.E(5)(a)"),
]
ALONE = [
    case(MD, None, {"pocket_bonus": 5_00}, "pocket_bonus needs ante and odds", "7.F(2)"),
    case(MD, None, {"trips_plus": 5_00}, "trips_plus needs ante and odds", "7.F(3)"),
    case(MD, None, {"progressive": 1_00}, "progressive needs ante and odds", "7.F(4)(a)"),
    case(MA, None, {"trips_plus": 5_00}, "trips_plus needs ante and odds", "6(d)"),
    case(GALAXY, None, {"all6": 5_00}, "all6 needs ante and odds", "2"),
    case(FOUR, None, {"progressive": 1_00}, "progressive needs ante or aces_up", "7.E(4)(a)"),
]
TAKE_PART = {
    MD: ("a player needs ante to take part", f"{MD} 7.F(1)"),
    MA: ("a player needs ante to take part", f"{MA} 10(b)"),
    GALAXY: ("a player needs ante to take part", f"{GALAXY} 2"),
    FOUR: ("a player needs ante or aces_up to take part", f"{FOUR} 7.E(1)"),
}
OUTSIDE = [
    case(MD, None, {"ante": 501_00, "odds": 501_00}, "500.00", None),
    case(MA, None, {"ante": 4_00, "odds": 4_00}, "500.00", "10(b)"),
    case(GALAXY, None, {"ante": 501_00, "odds": 501_00}, "500.00", "2"),
    case(FOUR, None, {"ante": 501_00}, "500.00", None),
    case(MA, None, MAIN | {"trips_plus": 101_00}, "100.00", None),
]


@pytest.mark.parametrize(("book", "offered", "wagers", "name", "clause"), NOT_OFFERED)
def test_a_wager_that_the_submission_does_not_offer(
    book: str, offered: str, wagers: dict[str, int], name: str, clause: str
) -> None:
    rules, expected = offering(book, offered), {(f"{name} is not offered by this submission", clause)}
    for way in (at_the_table, in_a_hand, in_a_simulation):
        assert objections(way(rules, wagers), RefusedError) == expected
        unknown = objections(way(rules, wagers | {"side_pot": 5_00}), MalformedError)
        assert {cited for message, cited in unknown if message.startswith(f"{book} has no wager 'side_pot'")} == {None}


@pytest.mark.parametrize(("book", "offered", "wagers", "words", "clause"), [*NEEDED, *ALONE])
def test_a_wager_without_what_it_needs(
    book: str, offered: None, wagers: dict[str, int], words: str, clause: str
) -> None:
    rules, expected = offering(book, offered), {(words, clause)}
    if not {"ante", "aces_up"} & wagers.keys():
        expected.add(TAKE_PART[book])
    for way in (at_the_table, in_a_hand, in_a_simulation):
        assert objections(way(rules, wagers), RefusedError) == expected


@pytest.mark.parametrize(("book", "offered", "wagers", "most", "clause"), OUTSIDE)
def test_a_wager_outside_the_limits_is_not_accepted_and_stands_once_it_was(
    book: str, offered: None, wagers: dict[str, int], most: str, clause: str | None
) -> None:
    rules = offering(book, offered)
    for way in (at_the_table, in_a_simulation):
        found = objections(way(rules, wagers), RefusedError)
        assert {cited for _, cited in found} == {clause}
        assert all(message.endswith(f" to {most}") for message, _ in found)
    in_a_hand(rules, wagers)()


@pytest.mark.parametrize(
    ("book", "name", "clause"),
    [(MD, "raise", "7.F(1)"), (MA, "raise", "6(d)"), (GALAXY, "raise", "5"), (FOUR, "play", "7.E(1)")],
)
def test_the_wager_of_the_decision_is_not_placed_before_the_deal(book: str, name: str, clause: str) -> None:
    wagers = ({"ante": 10_00} if book == FOUR else MAIN) | {name: 10_00}
    words = f"{name} is placed when the player is asked to decide, not before the deal"
    for way in (at_the_table, in_a_simulation):
        assert objections(way(offering(book), wagers), RefusedError) == {(words, f"{book} {clause}")}


# Progressive wagers of $1 and of $5 at one table

CHIPS = [
    (MD, "manual_shoe", "8.C(3)"),
    (MD, "hand", "9.A(3)(b)"),
    (MD, "automated", "10.A(2)(b)(ii)"),
    (FOUR, "manual_shoe", "8.C(2)(b)"),
    (FOUR, "hand", "9.A(4)(b)"),
    (FOUR, "automated", "10.A(3)(b)"),
]


def both_amounts(book: str, method: str = "", paytable: str | None = None) -> HouseRules:
    """A house that takes $1 and $5 on the progressive."""
    data: dict[str, Any] = stock_submission(load_book(book))
    if method:
        dealing = next(one for one in load_book(book).dealing if one.method.value == method)
        shuffler = "automatic" if method == "hand" else "manual"
        data["dealing"] |= {"method": method, "order": dealing.orders[0].name, "shuffler": shuffler}
    if paytable:
        data["paytables"]["progressive"] = paytable
    data["progressive"]["wager"] = ["1.00", "5.00"]
    return house_rules(data)


def wagers_of(book: str, amount: int) -> dict[str, int]:
    return ({"ante": 10_00} if book == FOUR else MAIN) | {"progressive": amount}


@pytest.mark.parametrize(
    ("book", "method", "clause"),
    [pytest.param(*one, id="-".join(one[:2]), marks=pytest.mark.clause(f"{one[0]} {one[2]}")) for one in CHIPS],
)
def test_chips_are_counted_and_not_dollars(book: str, method: str, clause: str) -> None:
    """A chip of $1 and one of $5: two wagers were accepted, so two chips lie there, worth $6."""
    game = Game(both_amounts(book, method))
    game.sit(2)
    game.table.automations = NONE
    for seat, amount in ((1, 1_00), (2, 5_00)):
        game.wager(seat, wagers_of(book, amount))
        game.do(c.Acknowledge(c.device(), seat))
    game.perform_until("count_progressive_chips")
    # A tenth of $1 and a tenth of $5 have gone to the meter.
    assert game.meters["progressive"].displayed == Fraction("5000.60")
    for count in (1, 3, 5, 6):
        p.refused(game, c.Do(c.dealer(), "count_progressive_chips", count=count), f"{book} {clause}")
    assert game.step("count_progressive_chips", count=2) == (happened.ChipsCounted(2, "dealer"),)
    before = game.state.inventory
    game.step("chips_to_inventory")
    assert game.state.inventory - before == 6_00


@pytest.mark.clause(f"{FOUR} 7.E(4)", f"{FOUR} 7.E(4)(a)", f"{MD} 7.F(4)", f"{MD} 7.F(4)(a)")
@pytest.mark.parametrize(("book", "clause"), [(MD, "7.F(4)"), (FOUR, "7.E(4)"), (GALAXY, "Progressive")])
def test_a_progressive_wager_is_one_chip_of_an_amount_that_was_filed(book: str, clause: str) -> None:
    rules = both_amounts(book)
    game = Game(rules)
    game.sit(1)
    for amount in (1_00, 5_00, 1_00):
        game.wager(1, wagers_of(book, amount))
        assert game.state.round.wagers[1]["progressive"] == amount
    for amount in (2_00, 6_00, 50, 10_00):
        words = f"progressive is one chip of $1 or $5 here, not {format_cents(amount)}"
        for way in (at_the_table, in_a_simulation):
            assert objections(way(rules, wagers_of(book, amount)), RefusedError) == {(words, f"{book} {clause}")}


@pytest.mark.clause(f"{FOUR} 12.E(1)", f"{FOUR} 12.F", f"{FOUR} 12.G", f"{FOUR} 12.F(1)(b)", f"{FOUR} 12.G(1)(b)")
def test_envy_goes_by_the_amount_of_the_player_who_receives_it() -> None:
    """Four sevens with $1: 300 for 1. Of the others, $1 gets $10 by F and $5 gets $50 by G."""
    rules = both_amounts(FOUR)
    hands = [FOUR_SEVENS, NOTHING, "Qc Qd 9s 5d 3h"]
    game = Game(rules, deck=stacked(rules, hands, KING_HIGH, extra="8s"))
    game.sit(3)
    for seat, amount in ((1, 1_00), (2, 1_00), (3, 5_00)):
        game.wager(seat, wagers_of(FOUR, amount))
    game.deal()
    for seat in (1, 2, 3):
        game.decide(seat, "play", 10_00)
    paid = [
        (line.seat, line.wager, line.payout)
        for line in game.state.last_round.lines
        if line.wager in ("progressive", "envy")
    ]
    assert paid == [
        (3, "progressive", 0),
        (2, "progressive", 0),
        (1, "progressive", 300_00),
        (3, "envy", 50_00),
        (2, "envy", 10_00),
    ]
    seats = [
        {"seat": number, "cards": cards, "wagers": _words(wagers_of(FOUR, amount) | {"play": 10_00})}
        for number, cards, amount in zip((1, 2, 3), hands, (1_00, 1_00, 5_00), strict=True)
    ]
    hand = {"dealer": KING_HIGH, "seats": seats, "meters": {"progressive": "9999.00"}}
    lines = {line.seat: line for line in settle(rules, read_round(rules, hand)).lines if line.wager == "envy"}
    assert {f"{FOUR} 12.E(1)", f"{FOUR} 12.F(1)(b)"} <= set(lines[2].clauses)
    assert {f"{FOUR} 12.E(1)", f"{FOUR} 12.G(1)(b)"} <= set(lines[3].clauses)


@pytest.mark.clause(f"{FOUR} 12.D(1)(a)(ii)", f"{FOUR} 12.G(1)(b)")
def test_a_five_dollar_holder_is_paid_five_times_and_envied_by_the_amount_of_the_others() -> None:
    rules = both_amounts(FOUR)
    seats = [
        {"seat": 1, "cards": FOUR_SEVENS, "wagers": {"aces_up": "5.00", "progressive": "5.00"}},
        {"seat": 2, "cards": NOTHING, "wagers": {"aces_up": "5.00", "progressive": "1.00"}},
    ]
    hand = {"dealer": KING_HIGH, "seats": seats, "meters": {"progressive": "9999.00"}}
    paid = {(line.seat, line.wager): line.payout for line in settle(rules, read_round(rules, hand)).lines}
    assert (paid[1, "progressive"], paid[2, "envy"]) == (1500_00, 10_00)


@pytest.mark.clause(f"{MD} 12.D-2(6)(a)")
@pytest.mark.parametrize(("amount", "envy"), [("1.00", 100_00), ("5.00", 500_00)])
def test_holdem_envy_and_dollar_awards_go_by_the_wager_and_shares_do_not(amount: str, envy: int) -> None:
    """Table J: a royal flush takes the meter, whatever the wager; envy is $100 for $1; a full house is $11 for $1."""
    rules = both_amounts(MD, paytable="J")
    main = {"ante": "10.00", "odds": "10.00", "raise": "10.00"}
    seats = [
        {"seat": 1, "hole": "As Ks", "wagers": main | {"progressive": "1.00"}},
        {"seat": 2, "hole": "Ah Ad", "wagers": main | {"progressive": amount}},
    ]
    board = {"board": "Qs Js Ts Td Th", "dealer": "2c 3c", "meters": {"progressive": "4000.00"}}
    result = settle(rules, read_round(rules, board | {"seats": seats}))
    paid = {(line.seat, line.wager): line.payout for line in result.lines}
    assert paid[2, "progressive"] == 11 * (envy // 100)
    assert paid[1, "progressive"] == 4000_00
    assert paid[2, "envy"] == envy


@pytest.mark.parametrize("filed", [["1.00", "5.00"], ["5.00", "1.00"]])
def test_the_first_amount_filed_is_the_one_taken_where_none_is_named(filed: list[str]) -> None:
    rules = offering(FOUR, wager=filed)
    first = rules.progressive_wagers[0]
    assert format_cents(first) == filed[0]
    assert least_wagers(rules)["progressive"] == default_wagers(rules)["progressive"] == first
    assert default_stake(rules, "progressive") == Fraction(first, 100)
    (shown,) = [wager for wager in wagers_on_offer(rules) if wager["name"] == "progressive"]
    assert (shown["least"], shown["most"], shown["amounts"]) == ("1.00", "5.00", filed)
    assert {wager["amounts"] for wager in wagers_on_offer(rules) if wager["name"] != "progressive"} == {None}
    words = [row for block in rules_section(rules).blocks for row in getattr(block, "rows", ())]
    assert any("$1 or $5" in row or "$5 or $1" in row for row in words)
