"""Scenarios of the golden playthroughs: what is played, and what it must come to, worked out by hand from the books.

Run as a module to write the transcripts anew; the figures at the head of each file come from the tables below.
"""

from collections.abc import Callable, Iterator
from pathlib import Path

from pitbook.submission import HouseRules
from pitbook.submission.devices import without_devices
from pitbook.table import ALL, chips
from pitbook.table import commands as c
from pitbook.table.transcript import transcript
from table.play import FOUR, GALAXY, MA, MD, METHODS, Game, rules_of, stacked

FOLDER = Path(__file__).parent.parent / "golden" / "playthroughs"
SLOWLY = ALL - {"deal", "burn"}
"""All automations but the deal."""
HELD = SLOWLY - {"take_deck_in_hand", "place_in_shoe"}
"""The deck stays in the shuffler until somebody takes it out."""

BOARD, DEALER = "9s 4c 7h 2c Kd", "Ks Qd"  # the dealer has a pair of kings
ALL6 = "3c 5h 8s 8h"
DEALER_OF_FOUR, BONUS = "Kd Ks 7c 5h 3d 2s", "9c"  # the best four are a pair of kings
MAIN = {"ante": 10_00, "odds": 10_00}
SIDES = {
    MD: {"pocket_bonus": 5_00, "trips_plus": 5_00, "progressive": 1_00},
    MA: {"pocket_bonus": 5_00, "trips_plus": 5_00},
    GALAXY: {"pocket_bonus": 5_00, "trips_plus": 5_00, "all6": 5_00, "progressive": 1_00},
}
EVERY_FOUR = {"ante": 10_00, "aces_up": 5_00, "six_card_bonus": 5_00, "progressive": 1_00}

HOLES = ["9h 4d", "Ah Ad", "Ac Kc", "Jh Td", "9d 9c", "Qc 8d"]
FIVES = [
    "Ah Ad 9h 6d 4s",
    "Qh Qd Qs 8c 6h",
    "Jh Td 8h 6s 4c",
    "5c 5d 4h 3h 8d",
    "7h 7d 6c 5s 4d",
    "Ts 9s 8s 7s 2h",
    "Jc Tc 9d 3s 2d",
]

# Final stacks from 1,000.00 each, and the meter from 5,000.00, by hand.
#
# plain: hold'em, two pairs against a pair of kings, raised 30: ante +10, raise +30, odds push.
#        Four Card: a pair of kings against queen high, play 10: ante +10, play +10.
# full, hold'em (ante and odds 10, pocket bonus 5, trips plus 5, progressive 1, in Galaxy all 6 5):
#   1 two pairs, raise 30:       ante +10, raise +30, pocket -5, trips -5, progressive -1
#   2 aces, raise 20 on flop:    ante +10, raise +20, pocket 30 to 1 +150, trips -5, progressive -1
#   3 kings and an ace, 30:      ante +10, raise +30, pocket 20 to 1 +100, trips -5, progressive -1
#   4 jack and ten, folded:      ante -10, odds -10, pocket -5, trips -5, progressive -1
#   5 three nines, raise 30:     ante +10, raise +30, pocket 5 to 1 +25, trips 3 to 1 +15, progressive -1
#   6 king high, raise 10:       ante -10, odds -10, raise -10, pocket -5, trips -5, progressive -1
#   Massachusetts has no progressive: 1 more each. Galaxy's all 6: -5, but seat 6 has three eights, 5 to 1: +25.
#   The meter gets 10 % of six dollars.
# full, Four Card (ante 10, aces up 5, six card bonus 5, progressive 1):
#   1 aces, play 30:             ante +10, play +30, aces up +5, six card -5, progressive -1, envy +5
#   2 three queens, play 10:     ante +10, play +10, ante bonus +20, aces up 9 to 1 +45, six card 5 to 1 +25,
#                                progressive 9 for 1 +8, envy +5
#   3 folded:                    ante -10, progressive -1, aces up -5, six card -5, envy +5
#   4 aces up only, pair of 5s:  aces up -5, progressive -1, envy +5
#   5 straight, play 20:         ante +10, play +20, aces up 4 to 1 +20, six card -5, progressive -1, envy +5
#   6 straight flush, play 30:   ante +10, play +30, ante bonus 20 to 1 +200, aces up 30 to 1 +150, six card -5,
#                                progressive 100 for 1 +99; seat 6's hand pays the others an envy bonus of 5
#   7 jack high, play 10:        ante -10, play -10, aces up -5, six card -5, progressive -1, envy +5
#   The meter gets 10 % of seven dollars.
PLAIN = {MD: "1040.00", MA: "1040.00", GALAXY: "1040.00", FOUR: "1020.00"}
FULL = {
    MD: ("1029.00 1174.00 1134.00 969.00 1079.00 959.00", "5000.60"),
    MA: ("1030.00 1175.00 1135.00 970.00 1080.00 960.00", ""),
    GALAXY: ("1024.00 1169.00 1129.00 964.00 1074.00 984.00", "5000.60"),
    FOUR: ("1044.00 1123.00 984.00 999.00 1049.00 1484.00 974.00", "5000.70"),
}
# Irregularities: two seats with every wager, 9h 4d and 9d 9c (Four Card: the aces and the three queens, play 10 each).
# A round that is played out comes to +29 and +79 (as seats 1 and 5 above), Massachusetts +30 and +80, Galaxy +24 and
# +74; Four Card: aces +10 +10 +5 -5 -1 = +19, queens +10 +10 +20 +45 +25 +8 = +118. The meter gets 20 cents.
PLAYED = {MD: (29_00, 79_00), MA: (30_00, 80_00), GALAXY: (24_00, 74_00), FOUR: (19_00, 118_00)}
# A void round gives everything back, but in Maryland hold'em (and Galaxy, by house default): after several face-up
# cards, once all first cards lie, pocket bonuses are settled: -5 and +25; after a dealer's card was seen, trips plus
# too: -5 -5 = -10 and +25 +15 = +40.
POCKET, POCKET_AND_TRIPS = (-5_00, 25_00), (-10_00, 40_00)
# Cards in the stub: two players, the dealer and the board leave 41; by hand in Maryland two are burned; Galaxy's
# all 6 takes four. Four Card: two hands of five, the dealer's six, one bonus.
STUB = {MD: 41, MA: 41, GALAXY: 37, FOUR: 35}
BURNED = {(MD, "hand"): 2}
# A dealer's card seen when one player has folded, one has left and lost the wagers, and one is asked: in Maryland
# hold'em the first loses pocket bonus and trips plus (-10), the second's are lost too and the rest waits for who has
# left, the third has an ace and a king of one suit, 20 to 1, and no trips: +100 - 5. Elsewhere all goes back.
SEEN_LATE = (-10_00, 95_00)

Scenario = Callable[[str, str, str], Iterator[tuple[str, Game]]]


def _deck(game: Game, seats: int) -> str:
    rules = game.rules
    if rules.book.id == FOUR:
        return stacked(rules, FIVES[:seats], DEALER_OF_FOUR, extra=BONUS)
    holes = HOLES if seats == len(HOLES) else ["9h 4d", "9d 9c", "Ac Kc"][:seats]
    return stacked(rules, holes, DEALER, BOARD, ALL6 if rules.book.id == GALAXY else "")


def plain(book: str, method: str, order: str) -> Iterator[tuple[str, Game]]:
    """One player, the required wagers, a win."""
    rules = rules_of(book, method, order)
    extra = {GALAXY: ALL6, FOUR: "Ts"}.get(book, "")
    hands = (["Kh Ks 3d 6h 8c"], "2c 5d 7h 9s Jc Qd") if book == FOUR else (["9h 4d"], DEALER)
    game = Game(rules, deck=stacked(rules, *hands, "" if book == FOUR else BOARD, extra))
    game.sit(1)
    game.wager(1, {"ante": 10_00} if book == FOUR else MAIN)
    game.deal()
    game.decide(1, rules.book.flow.wager, 10_00 if book == FOUR else 30_00)
    yield "a plain round", game


def full(book: str, method: str, order: str) -> Iterator[tuple[str, Game]]:
    """A full table with every wager."""
    game = Game(rules_of(book, method, order))
    seats = game.rules.positions
    game.deck = _deck(game, seats)
    game.sit(seats)
    for seat in range(1, seats + 1):
        if book != FOUR:
            game.wager(seat, MAIN | SIDES[book])
        else:
            game.wager(seat, EVERY_FOUR if seat != 4 else {"aces_up": 5_00, "progressive": 1_00})
    game.deal()
    if book == FOUR:
        for seat, amount in ((1, 30_00), (2, 10_00), (3, 0), (5, 20_00), (6, 30_00), (7, 10_00)):
            game.decide(seat, *(("play", amount) if amount else ("fold", None)))
    else:
        for seat, action in enumerate(("raise", "check", "raise", "check", "raise", "check"), 1):
            game.decide(seat, action, 30_00 if action == "raise" else None)
        game.decide(2, "raise", 20_00)
        game.decide(4, "check")
        game.decide(6, "check")
        game.decide(4, "fold")
        game.decide(6, "raise", 10_00)
    yield "a full table with every wager", game


def _play_out(game: Game) -> None:
    """Both players raise or play at the first opportunity."""
    while game.state.round is not None and game.state.agenda[0].do in ("deal", "burn"):
        game.step(game.state.agenda[0].do)
    four = game.rules.book.id == FOUR
    for seat in (1, 2):
        game.decide(seat, game.rules.book.flow.wager, 10_00 if four else 30_00)
    while game.state.round is not None and game.state.agenda[0].do in ("deal", "burn"):
        game.step(game.state.agenda[0].do)


def _wager(game: Game) -> None:
    """Both seats have every wager in the open round."""
    book = game.rules.book.id
    for seat in (1, 2):
        game.wager(seat, EVERY_FOUR if book == FOUR else MAIN | SIDES[book])


def _begin(game: Game) -> None:
    """The next round's wagers are placed and closed; no card is dealt yet."""
    _wager(game)
    game.deal()


def _until_last_deal(game: Game) -> None:
    """All first cards are dealt, as far as more cards are to come."""
    players = game.rules.book.player.cards
    while len([step for step in game.state.agenda if step.do == "deal"]) > 1 and not (
        len(game.state.round.dealer) == game.rules.book.dealer.cards
        and all(len(hand) == players for hand in game.state.round.hands.values())
    ):
        game.step(game.state.agenda[0].do)


def _report(game: Game, name: str, **detail: int | str) -> None:
    game.do(c.Report(c.dealer(), name, detail))
    while game.state.round is not None and game.state.round.void and game.state.agenda[0].do in ("deal", "burn"):
        game.step(game.state.agenda[0].do)


def _deal_all(game: Game) -> None:
    while game.state.agenda[0].do in ("deal", "burn"):
        game.step(game.state.agenda[0].do)


def irregularities(book: str, method: str, order: str) -> Iterator[tuple[str, Game]]:
    """Every irregularity that can happen with this way of dealing, each in a round of its own."""
    game = Game(rules_of(book, method, order), automations=SLOWLY)
    normal = _deck(game, 2)
    last = normal.rsplit(" ", 1)
    game.deck = f"{last[1]} {last[0]}"
    game.sit(2)

    _begin(game)
    _report(game, "face_up_card")
    _play_out(game)
    yield "face_up_card", game

    game.deck = normal
    _begin(game)
    _until_last_deal(game)
    _report(game, "face_up_cards")
    yield "face_up_cards", game

    _begin(game)
    game.step("deal")
    _report(game, "card_drawn_in_error")
    _play_out(game)
    yield "card_drawn_in_error", game

    _begin(game)
    _deal_all(game)
    _report(game, "wrong_number_of_cards")
    yield "wrong_number_of_cards", game

    _begin(game)
    _deal_all(game)
    _report(game, "dealer_card_exposed", place=1)
    yield "dealer_card_exposed", game

    _begin(game)
    _deal_all(game)
    _report(game, "player_or_community_card_exposed", seat=1)
    game.do(c.Rule(c.floorperson(), "Play goes on."))
    game.table.automations = SLOWLY if game.rules.shuffler == "manual" else HELD
    _play_out(game)
    yield "player_or_community_card_exposed", game

    if game.rules.shuffler != "manual":
        _wager(game)
        number = game.state.round.number
        game.table.automations = SLOWLY
        _report(game, "shuffler_jam")
        if game.state.round.number == number:
            game.deal()
            _play_out(game)
        yield "shuffler_jam", game
    game.table.automations = SLOWLY

    if method == "automated":
        _begin(game)
        game.step("deal")
        _report(game, "shoe_jam")
        yield "shoe_jam", game

    device = "shoe" if method == "automated" else "shuffler" if game.rules.shuffler != "manual" else None
    if device is not None:
        game.table.automations = SLOWLY - {"open_round"}
        _begin(game)
        _play_out(game)
        made = "removed" if book == MA else "covered"
        game.do(c.Report(c.floorperson(), "device_out_of_order", {"device": device, "made": made}))
        game.do(c.RestoreDevice(c.floorperson(), device))
        yield "device_out_of_order", game


def _on(game: Game, until: str) -> None:
    """Everything up to this step of the round, or to its end; whoever is asked raises or plays at once."""
    amount = 10_00 if game.rules.book.id == FOUR else 30_00
    while game.state.round is not None and game.state.round.closed and game.state.agenda[0].do != until:
        if game.state.agenda[0].do == "decide":
            game.decide(game.state.round.to_act[0], game.rules.book.flow.wager, amount)
        else:
            game.step(game.state.agenda[0].do)


def stub(book: str, method: str, order: str) -> Iterator[tuple[str, Game]]:
    """Every row of what a count of the stub can come to, each in a round of its own."""
    game = Game(rules_of(book, method, order), automations=SLOWLY - {"count_stub"})
    game.deck = _deck(game, 2)
    game.sit(2)
    right, hand = STUB[book] - BURNED.get((book, method), 0), {FOUR: 5}.get(book, 2)
    rows: dict[str, tuple[list[int], dict[str, int]]] = {
        "right": ([right], {}),
        "counted again": ([right - 1, right], {}),
        "wrong, misdealt, 52 in all": ([right - 1], {"2": hand + 1}),
        "wrong, not misdealt": ([right - 1], {}),
        "wrong, misdealt, 51 in all": ([right - 2], {"2": hand + 1}),
        "right, misdealt": ([], {"1": hand + 1, "2": hand - 1}),
    }
    for name, (counts, misdealt) in rows.items():
        game.do(c.CallStubCount(c.floorperson()))
        _begin(game)
        _on(game, "count_stub")
        for count in counts:
            game.do(c.Do(c.dealer(), "count_stub", count=count))
        if not counts:
            game.step("count_stub", count=right, misdealt=misdealt)
        elif game.state.agenda[0].do == "resolve_stub":
            game.step("resolve_stub", misdealt=misdealt)
        else:
            _on(game, "")
        if game.state.decks[0].removed:
            game.do(c.ChangeDeck(c.floorperson(), 0, "blue", "the old one was short"))
        yield name, game


def voids(book: str, method: str, order: str) -> Iterator[tuple[str, Game]]:
    """When a round is void, and whose wagers go back: after the last decision, after the reckoning, after a fold."""
    game = Game(rules_of(book, method, order), automations=SLOWLY - {"reveal_dealer", "settle"})
    game.deck = _deck(game, 2)
    game.sit(2)

    _begin(game)
    _on(game, "reveal_dealer")
    _report(game, "dealer_card_exposed", place=1)
    if game.state.rulings_due:
        game.do(c.Rule(c.floorperson(), "Play goes on."))
        _on(game, "")
    yield "exposed after the last decision", game

    _begin(game)
    _on(game, "settle")
    _report(game, "wrong_number_of_cards")
    yield "wrong number found before the first player is settled", game

    _begin(game)
    _on(game, "settle")
    game.step("settle")
    _report(game, "wrong_number_of_cards")
    game.do(c.Rule(c.floorperson(), "The round stands."))
    _on(game, "")
    yield "wrong number found after the first player was settled", game

    game.deck = _deck(game, 3)
    game.do(c.Sit(c.player("player 3"), 3, 1000_00))
    game.wager(3, EVERY_FOUR if book == FOUR else MAIN | SIDES[book])
    _begin(game)
    while game.state.agenda[0].do != "decide":
        game.step(game.state.agenda[0].do)
    game.do(c.Leave(c.player("player 2")))
    game.do(c.RuleOnLeaving(c.floorperson(), "player 2", True, "went away"))
    while game.state.round.to_act != [3] or not game.state.round.folded:
        if game.state.agenda[0].do == "decide":
            seat, last = game.state.round.to_act[0], game.state.round.street == game.rules.streets[-1].name
            game.decide(seat, "fold" if last else "check")
        else:
            game.step(game.state.agenda[0].do)
    _report(game, "dealer_card_exposed", place=1)
    yield "exposed after a fold and an abandoned hand", game


def _by(game: Game, rules: HouseRules) -> None:
    """The floorperson has the game go on by these rules, and the cards come as they deal them."""
    game.library[rules.digest] = game.rules = rules
    game.do(c.AdoptRules(c.floorperson(), rules.digest))
    game.deck = _deck(game, 2)


def _out(game: Game, device: str, made: str) -> None:
    """A device is taken out of use."""
    made = "removed" if game.rules.book.id == MA else made
    game.do(c.Report(c.floorperson(), "device_out_of_order", {"device": device, "made": made}))


def _back(game: Game, filed: HouseRules) -> None:
    """Every device is restored, and the game goes back to what was filed; a second deck is received again."""
    while game.state.devices:
        game.do(c.RestoreDevice(c.floorperson(), next(iter(game.state.devices))))
    _by(game, filed)
    if game.state.agenda[0].do == "receive_deck":
        game.do(c.ChangeDeck(c.floorperson(), 0, "green", "two decks are used again"))


def devices(book: str, method: str, order: str) -> Iterator[tuple[str, Game]]:
    """A device fails and is taken out of use: the game goes on without it, and goes back when it is restored.

    By hand: Maryland has two decks and a jam of the one that is not in play; elsewhere the deck in play jams while
    wagers are open, which voids the round in Galaxy alone. From a manual shoe, a shuffler has put the stack into it.
    """
    decks = 2 if (book, method) == (MD, "hand") else 1
    filed = rules_of(book, method, order, "automatic" if method == "manual_shoe" else "", decks)
    game = Game(filed, automations=HELD - {"shuffle"})
    game.deck = _deck(game, 2)
    game.sit(2)
    while game.state.round is None:
        game.step("shuffle")

    _wager(game)
    if method == "manual_shoe":
        game.do(c.Do(c.device("shuffler"), "place_in_shoe"))
    game.deal()
    if method == "automated":
        game.step("deal")
        _report(game, "shoe_jam")
        _out(game, "shoe", "marked")
    else:
        _play_out(game)
    yield "with the device", game

    if method != "automated":
        if decks == 1:
            game.step("shuffle")
            _wager(game)
        game.do(c.Report(c.dealer(), "shuffler_jam"))
        _out(game, "shuffler", "covered")
    game.table.automations = SLOWLY
    _by(game, without_devices(filed, game.state.devices))
    if not (game.state.round and game.state.round.wagers):
        _wager(game)
    game.deal()
    _play_out(game)
    yield "without it", game

    game.table.automations = SLOWLY - {"open_round"}
    _begin(game)
    _play_out(game)
    game.table.automations = SLOWLY
    _back(game, filed)
    _begin(game)
    _play_out(game)
    yield "restored", game


SCENARIOS: dict[str, Scenario] = {
    "plain": plain,
    "full": full,
    "irregularities": irregularities,
    "stub": stub,
    "voids": voids,
    "devices": devices,
}


def _money(cents: int) -> str:
    return f"{cents / 100:.2f}"


def expected(book: str, method: str, order: str, scenario: str) -> list[str]:
    """The lines at the head of a playthrough: after each part, what every seat has and what the meter shows."""
    meter = "" if book == MA else "5000.00"
    if scenario == "plain":
        return [f"a plain round: {PLAIN[book]} | {meter}".strip(" |")]
    if scenario == "full":
        stacks, meter = FULL[book]
        return [f"a full table with every wager: {stacks} | {meter}".strip(" |")]
    played, nothing = PLAYED[book], (0, 0)
    settles = book in (MD, GALAXY)
    # With the board first, the dealer's cards are the last ones: before them not all first cards lie.
    pocket = POCKET if settles and order != "board_first" else nothing
    parts = {
        "face_up_card": (played, 20),
        "face_up_cards": (pocket, 0),
        "card_drawn_in_error": (played, 20),
        "wrong_number_of_cards": (nothing, 0),
        "dealer_card_exposed": (POCKET_AND_TRIPS if settles else nothing, 0),
        "player_or_community_card_exposed": (played, 20),
    }
    if method == "hand" or (book, order) == (MD, "board_first"):
        parts["shuffler_jam"] = (nothing, 0) if settles else (played, 20)
    if method == "automated":
        parts["shoe_jam"] = (nothing, 0)
    if method != "manual_shoe":
        parts["device_out_of_order"] = (played, 20)
    if scenario == "stub":
        parts = dict.fromkeys(("right", "counted again"), (played, 20))
        empty = ("wrong, misdealt, 52 in all", "wrong, not misdealt", "wrong, misdealt, 51 in all", "right, misdealt")
        parts |= dict.fromkeys(empty, (nothing, 0))
    if scenario == "voids":
        parts = {
            "exposed after the last decision": (played, 20) if settles else (nothing, 0),
            "wrong number found before the first player is settled": (nothing, 0),
            "wrong number found after the first player was settled": (played, 20),
        }
    if scenario == "devices":
        first = (nothing, 0) if method == "automated" else (played, 20)
        twice = (2 * played[0], 2 * played[1])
        parts = {"with the device": first, "without it": (played, 20), "restored": (twice, 40)}
    one = two = 1000_00
    shown, lines = 5000_00, []
    for name, (change, contributed) in parts.items():
        one, two, shown = one + change[0], two + change[1], shown + contributed
        lines.append(f"{name}: {_money(one)} {_money(two)} | {_money(shown) if book != MA else ''}".strip(" |"))
    if scenario == "voids":
        change = SEEN_LATE if settles else nothing
        left = f"{_money(one + change[0])} {_money(1000_00 + change[1])} | {_money(shown) if book != MA else ''}"
        lines.append(f"exposed after a fold and an abandoned hand: {left}".strip(" |"))
    return lines


def found(game: Game) -> str:
    """What the seats have and the meter shows, as a playthrough's head has it."""
    meters = " ".join(f"{float(meter.displayed):.2f}" for meter in game.meters.values())
    return f"{' '.join(game.stacks().values())} | {meters}".strip(" |")


def play(book: str, method: str, order: str, scenario: str) -> tuple[list[str], str]:
    """Play a scenario: what it came to after each part, and its transcript."""
    heads: list[str] = []
    game: Game | None = None
    for name, game in SCENARIOS[scenario](book, method, order):
        heads.append(f"{name}: {found(game)}")
    assert game is not None
    assert chips(game.state) == 0
    return heads, "\n".join(transcript(game.library, game.events)) + "\n"


def path_of(book: str, method: str, order: str, scenario: str) -> Path:
    """Where a playthrough is kept."""
    return FOLDER / book / f"{method}-{order}-{scenario}.txt"


def main() -> None:
    """Write every transcript anew."""
    for book, method, order in METHODS:
        for scenario in SCENARIOS:
            path = path_of(book, method, order, scenario)
            path.parent.mkdir(parents=True, exist_ok=True)
            heads, text = "\n".join(expected(book, method, order, scenario)), play(book, method, order, scenario)[1]
            path.write_text(f"{heads}\n\n{text}", encoding="utf-8")
    from table import awards

    awards.main()


if __name__ == "__main__":
    main()
