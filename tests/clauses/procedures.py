"""What the tests of the clauses on procedures share: each check plays at a table of the book that it is given."""

from typing import Any

import pytest

from pitbook.problems import Problem, RefusedError
from pitbook.table import ALL, NONE, Event
from pitbook.table import commands as c
from pitbook.table import events as happened
from table.play import FOUR, GALAXY, Game, rules_of, stacked
from table.playthroughs import ALL6, BOARD, BONUS, DEALER, DEALER_OF_FOUR, EVERY_FOUR, MAIN, SIDES, SLOWLY

__all__ = [
    "ALL6",
    "BOARD",
    "BONUS",
    "DEALER",
    "DEALER_OF_FOUR",
    "EVERY_FOUR",
    "FOUR",
    "MAIN",
    "Game",
    "rules_of",
    "stacked",
]

FIRST_STEPS = [("manual_shoe", "place_in_shoe"), ("hand", "take_deck_in_hand"), ("automated", "place_in_shoe")]
"""What each way of dealing begins with."""

OPENING = [
    ("inspect", "dealer"),
    ("verify_inspection", "floorperson"),
    ("spread_face_up", "dealer"),
    ("first_player_inspects", "player"),
    ("turn_face_down", "dealer"),
    ("wash", "dealer"),
    ("stack", "dealer"),
]


def refused(game: Game, command: c.Command, clause: str | None = None) -> tuple[Problem, ...]:
    """The command is refused, for this clause, and nothing happens."""
    before = len(game.events)
    with pytest.raises(RefusedError) as caught:
        game.do(command)
    assert len(game.events) == before
    if clause is not None:
        assert clause in {problem.clause for problem in caught.value.problems}, caught.value
    return caught.value.problems


def every_wager(book: str) -> dict[str, int]:
    """All wagers of a book before the deal."""
    return dict(EVERY_FOUR) if book == FOUR else MAIN | SIDES[book]


def raises(game: Game) -> tuple[str, int]:
    """The decision that wagers most at the first street, on an ante of ten dollars."""
    street = game.rules.streets[0]
    return game.rules.book.decision.wager, street.multiples[-1] * 10_00


def two_hands(game: Game) -> str:
    """A deck for two seats: two pairs and three nines, or a pair of aces and three queens."""
    book = game.rules.book.id
    if book == FOUR:
        return stacked(game.rules, ["Ah Ad 9h 6d 4s", "Qh Qd Qs 8c 6h"], DEALER_OF_FOUR, extra=BONUS)
    return stacked(game.rules, ["9h 4d", "9d 9c"], DEALER, BOARD, ALL6 if book == GALAXY else "")


def seated(
    book: str,
    *way: str,
    automations: frozenset[str] = ALL,
    source: str = "scripted",
    decks: int = 1,
    shuffler: str = "",
    edits: str = "",
) -> Game:
    """Two players at a table with a round open for wagers."""
    method, order = (*way, "", "")[:2]
    game = Game(rules_of(book, method, order, shuffler, decks, edits), source=source, automations=ALL)
    game.deck = two_hands(game)
    game.sit(2)
    game.table.automations = automations
    return game


def with_wagers(book: str, *way: str, **more: Any) -> Game:
    """Both players have every wager; the progressive ones are accepted."""
    game = seated(book, *way, **more)
    for seat in (1, 2):
        game.wager(seat, every_wager(book))
        if game.rules.progressive_wager and not game.state.round.accepted >= {seat}:
            game.do(c.Acknowledge(c.device(), seat))
    return game


def play_out(game: Game) -> list[Event]:
    """Both raise at once, and everything else is performed step by step."""
    before = len(game.events)
    number = game.state.round.number
    while game.state.round is not None and game.state.round.number == number:
        step = game.state.agenda[0]
        if step.do == "decide":
            game.decide(game.state.round.to_act[0], *raises(game))
        else:
            game.step(step.do)
    return game.events[before:]


def agenda(game: Game) -> list[tuple[str, str]]:
    """What is still to be done: step and who does it."""
    return [(step.do, step.by) for step in game.state.agenda]


def dealt(game: Game) -> list[tuple[str, int | None, int, bool]]:
    """The dealing steps ahead: where to, which seat, how many cards, face up or not."""
    return [
        (step.to or "", step.seat, step.cards, step.face_up)
        for step in game.state.agenda
        if step.do in ("deal", "burn", "turn_up")
    ]


def check_opening(book: str, clauses: dict[str, str], cut: list[tuple[str, str]]) -> None:
    """New cards: inspected, verified, spread, seen by the first player, washed, stacked, shuffled, cut, in order."""
    game = Game(rules_of(book), source="virtual", automations=NONE)
    assert agenda(game) == [*OPENING, ("shuffle", "dealer"), *cut, ("open_round", "dealer")]
    for step in game.state.agenda:
        if step.do in clauses:
            assert clauses[step.do] in step.clauses
    refused(game, c.Do(c.dealer(), "shuffle"), clauses["inspect"])
    game.step("inspect")
    refused(game, c.Do(c.dealer(), "verify_inspection"), clauses["verify_inspection"])
    game.step("verify_inspection")
    game.step("spread_face_up")
    refused(game, c.Do(c.dealer(), "first_player_inspects"), clauses["first_player_inspects"])
    game.perform_until("open_round")
    refused(game, c.Do(c.dealer(), "open_round"))
    game.sit(1)
    game.step("open_round")
    assert [event.by for event in game.events if isinstance(event, happened.Performed)][:2] == ["dealer", "floorperson"]


def check_preshuffled(book: str, left: list[tuple[str, str]], cut: list[tuple[str, str]], clause: str) -> None:
    """A preshuffled deck skips what the book lets it skip, and is cut all the same."""
    game = Game(rules_of(book), source="virtual", automations=NONE, preshuffled=True)
    assert agenda(game) == [*left, *cut, ("open_round", "dealer")]
    assert any(clause in step.clauses for step in game.state.agenda)


def check_two_decks(book: str, clause_backs: str) -> None:
    """Each deck is opened by itself; they have different backs, take turns, and only one lies in the rack."""
    rules = rules_of(book, "hand", decks=2)
    new = Game(rules, opened=False, automations=NONE)
    same = c.OpenTable(c.floorperson(), "T", rules.digest, "virtual", ("red", "red"))
    refused(new, same, clause_backs)
    new.do(c.OpenTable(c.floorperson(), "T", rules.digest, "virtual", ("red", "blue")))
    once = [*OPENING, ("shuffle", "device")]
    assert agenda(new) == [*once, *once, ("open_round", "dealer")]
    game = Game(rules, source="virtual")
    game.sit(1)
    decks, racks = [], []
    for _ in range(4):
        game.wager(1, {"ante": 10_00} if book == FOUR else MAIN)
        game.table.automations = NONE
        game.deal()
        while game.state.round is not None:
            if game.state.agenda[0].do == "decide":
                game.decide(1, *raises(game))
                continue
            if game.state.agenda[0].do == "discard":
                decks.append(game.state.round.deck)
            game.step(game.state.agenda[0].do)
        racks.append(game.state.rack)
        assert game.state.agenda[0].do == "shuffle"
        assert game.state.agenda[0].by == "device"
        assert game.state.agenda[0].deck == decks[-1]
        refused(game, c.Do(c.dealer(), "open_round"))
        game.step("shuffle")
        assert game.state.rack is None
        game.table.automations = ALL
        game.step("open_round")
    assert decks == racks == [0, 1, 0, 1]


def check_clock(book: str, method: str, hours: int, clause: str) -> None:
    """No round begins, and none is dealt, with a deck that should have been changed; a changed one is opened anew."""
    game = seated(book, method)
    game.wager(1, {"ante": 10_00} if book == FOUR else MAIN)
    game.later(hours=hours)
    refused(game, c.DealRound(c.dealer()), clause)
    game.do(c.ChangeDeck(c.floorperson(), 0, "green", "its time is over"))
    assert game.state.decks[0].back == "green"
    game.later(hours=hours, seconds=-1)
    game.deal()
    game.later(seconds=1)
    game.decide(1, *raises(game))
    assert (game.state.rounds, game.state.round) == (1, None)
    refused(game, c.Do(c.dealer(), "open_round"), clause)
    game.do(c.ChangeDeck(c.floorperson(), 0, "blue", "its time is over"))
    assert game.state.round.number == 2


def check_cut(book: str, clause: str, recut: str, cutting: str) -> None:
    """At least ten cards on either side; a floorperson may have the cards cut again until the first card is dealt."""
    game = Game(rules_of(book), source="entered", automations=NONE)
    game.perform_until(cutting)
    for depth in (9, 43, 0, 52):
        refused(game, c.Do(c.dealer(), cutting, depth=depth), clause)
    game.step(cutting, depth=10)
    game.perform_until("open_round")
    game.sit(2)
    refused(game, c.OrderRecut(c.dealer(), "uneven"), recut)
    game.do(c.OrderRecut(c.floorperson(), "uneven"))
    game.perform_until(cutting)
    game.step(cutting, depth=42)
    game.perform_until("open_round")
    assert game.state.decks[0].cuts == [10, 42]
    game.step("open_round")
    game.wager(1, {"ante": 10_00} if book == FOUR else MAIN)
    game.perform_until("deal")
    game.do(c.OrderRecut(c.floorperson(), "once more"))
    game.perform_until("deal")
    assert game.state.decks[0].cuts == [10, 42, None]
    game.step("deal")
    refused(game, c.OrderRecut(c.floorperson(), "too late"), recut)


def check_cut_of_virtual_deck(book: str) -> None:
    """The cut of a virtual deck has at least ten cards on either side, and moves the cards above it to the bottom."""
    from pitbook.fairness import shuffle

    game = seated(book, source="virtual")
    game.wager(1, {"ante": 10_00} if book == FOUR else MAIN)
    game.deal()
    current = game.state.round
    (depth,) = game.state.decks[0].cuts
    assert 10 <= depth <= 42
    before = shuffle(bytes.fromhex(current.seed), current.id)
    assert [card.index for card in current.order] == [*before[depth:], *before[:depth]]


def check_no_cut_with_a_shuffler(book: str) -> None:
    """After an automated shuffle the cards are dealt without a cut."""
    game = Game(rules_of(book, shuffler="automatic"), source="virtual", automations=NONE)
    assert agenda(game) == [*OPENING, ("shuffle", "device"), ("open_round", "dealer")]
    game.perform_until("open_round")
    game.sit(1)
    refused(game, c.OrderRecut(c.floorperson(), "why not"))


def check_counting_shuffler(book: str, clause: str) -> None:
    """A shuffler that counts and finds another number than 52 has the deck removed; others have no say."""
    game = Game(rules_of(book, shuffler="automatic_counting"), source="virtual", automations=NONE)
    game.perform_until("shuffle")
    game.step("shuffle", count=51)
    assert game.state.decks[0].removed
    assert agenda(game)[0] == ("receive_deck", "floorperson")
    refused(game, c.Do(c.floorperson(), "receive_deck"))
    game.do(c.ChangeDeck(c.floorperson(), 0, "blue", "51 cards"))
    assert agenda(game)[0] == ("inspect", "dealer")
    game.perform_until("shuffle")
    game.step("shuffle", count=52)
    assert agenda(game) == [("open_round", "dealer")]
    plain = Game(rules_of(book, shuffler="automatic"), source="virtual", automations=NONE)
    plain.perform_until("shuffle")
    refused(plain, c.Do(c.device(), "shuffle", count=51), clause)


def check_shuffled_after_each_round(book: str, clause: str) -> None:
    """The cards are shuffled after every round before another one opens."""
    game = with_wagers(book)
    game.table.automations = NONE
    game.deal()
    play_out(game)
    assert game.state.agenda[0].do == "shuffle"
    assert clause in game.state.agenda[0].clauses
    refused(game, c.Do(c.dealer(), "open_round"))


def check_reshuffle_on_order(book: str, clause: str) -> None:
    """A floorperson may have the cards shuffled again, the dealer may not."""
    game = seated(book, automations=NONE)
    refused(game, c.OrderReshuffle(c.dealer(), "to be sure"), clause)
    game.do(c.OrderReshuffle(c.floorperson(), "to be sure"))
    assert agenda(game)[0] == ("shuffle", "dealer")
    game.perform_until("no_more_bets")
    assert game.state.decks[0].shuffles == 2


def idle_table(book: str, face_up: bool = False) -> Game:
    """A table that went idle after its only player left."""
    game = Game(rules_of(book), source="virtual")
    game.sit(1)
    game.table.automations = NONE
    game.wager(1, {"ante": 10_00} if book == FOUR else MAIN)
    game.deal()
    play_out(game)
    game.perform_until("open_round")
    refused(game, c.GoIdle(c.dealer()))
    game.do(c.Leave(c.player("player 1")))
    game.do(c.GoIdle(c.dealer(), face_up))
    return game


def check_stub_count(book: str, method: str, clause: str) -> None:
    """Counted in every fifth round when no device counts, and never when one does."""
    game = seated(book, method)
    counted = []
    for number in range(1, 11):
        game.wager(1, {"ante": 10_00} if book == FOUR else MAIN)
        before = len(game.events)
        game.deal()
        game.decide(1, *raises(game))
        if any(isinstance(event, happened.StubCounted) for event in game.events[before:]):
            counted.append(number)
    assert counted == [5, 10]
    count = seated(book, method, automations=SLOWLY - {"count_stub"})
    count.state.since_count = 4
    count.wager(1, {"ante": 10_00} if book == FOUR else MAIN)
    count.deal()
    _on_to_the_stub(count)
    assert clause in count.state.agenda[0].clauses
    assert agenda(count)[0] == ("count_stub", "dealer")
    counting = seated(book, method, shuffler="automatic_counting")
    counting.state.since_count = 100
    counting.wager(1, {"ante": 10_00} if book == FOUR else MAIN)
    counting.deal()
    counting.decide(1, *raises(counting))
    assert not any(isinstance(event, happened.StubCounted) for event in counting.events)


def _on_to_the_stub(game: Game) -> None:
    while game.state.agenda[0].do != "count_stub":
        step = game.state.agenda[0]
        if step.do == "decide":
            game.decide(game.state.round.to_act[0], *raises(game))
        else:
            game.step(step.do)


def check_wrong_stub(book: str, method: str, cards_left: int) -> None:
    """A wrong number: with a misdeal everything goes back; without one the deck is removed besides."""
    for misdealt in (True, False):
        game = with_wagers(book, method)
        game.do(c.CallStubCount(c.floorperson()))
        game.table.automations = SLOWLY - {"count_stub"}
        game.deal()
        _on_to_the_stub(game)
        assert 52 - game.state.round.cards_dealt == cards_left
        count = cards_left - 1
        refused(game, c.Do(c.dealer(), "count_stub", count=count))
        game.step("count_stub", count=count, misdealt=misdealt)
        assert game.stacks() == {1: "1000.00", 2: "1000.00"}
        assert game.state.decks[0].removed is not misdealt
        assert all(str(float(meter.displayed)) == "5000.0" for meter in game.meters.values())
        head = ("receive_deck", "floorperson") if not misdealt else None
        assert head is None or agenda(game)[0] == head
    right = with_wagers(book, method)
    right.do(c.CallStubCount(c.floorperson()))
    right.table.automations = SLOWLY - {"count_stub"}
    right.deal()
    _on_to_the_stub(right)
    right.step("count_stub", count=cards_left)
    assert right.state.round.void is None


def check_nothing_after_no_more_bets(book: str, clause: str) -> None:
    """After "no more bets" no wager is made, increased or withdrawn."""
    game = with_wagers(book, automations=NONE)
    more = every_wager(book)
    game.wager(1, more | {"ante": 20_00} | ({"odds": 20_00} if "odds" in more else {}))
    game.wager(1, {})
    game.wager(1, more)
    game.deal()
    for wagers in (more | {"ante": 20_00} | ({"odds": 20_00} if "odds" in more else {}), {}):
        refused(game, c.PlaceWagers(c.player("player 1"), 1, wagers), clause)
    game.do(c.Sit(c.player("late"), 3, 1000_00))
    refused(game, c.PlaceWagers(c.player("late"), 3, {"ante": 10_00}), clause)


def check_before_the_deal(book: str, method: str, steps: list[str]) -> None:
    """What is done before the first card, in order; the progressive chips are counted against the accepted wagers."""
    game = with_wagers(book, method, automations=NONE)
    assert steps[0] in [name for event in game.events if isinstance(event, happened.Performed) for name in event.steps]
    refused(game, c.Do(c.dealer(), "deal"))
    game.step("no_more_bets")
    ahead = [do for do, _ in agenda(game)]
    done = ["no_more_bets", *ahead[: ahead.index("deal")]]
    assert done == steps[1:]
    if "count_progressive_chips" in steps:
        refused(game, c.Acknowledge(c.device(), 1))
        game.perform_until("count_progressive_chips")
        problems = refused(game, c.Do(c.dealer(), "count_progressive_chips", count=1))
        assert "1 chips lie there, and 2 wagers were accepted" in problems[0].message
        game.step("count_progressive_chips", count=2)
        before = game.state.inventory
        game.step("chips_to_inventory")
        assert game.state.inventory - before == 2_00


def check_lock_out(book: str, acknowledge: str, lock_out: str) -> None:
    """Each device acknowledges its wager until the lock-out; a chip that was not accepted goes back."""
    game = seated(book, automations=NONE)
    for seat in (1, 2):
        game.wager(seat, every_wager(book))
    refused(game, c.Acknowledge(c.device(), 3), acknowledge)
    refused(game, c.Acknowledge(c.dealer(), 1), acknowledge)
    game.do(c.Acknowledge(c.device(), 1))
    game.perform_until("no_more_bets")
    game.step("no_more_bets")
    refused(game, c.Acknowledge(c.device(), 2), lock_out)
    before = game.state.players["player 2"].stack
    game.step("lock_out_progressive")
    assert game.state.players["player 2"].stack - before == 1_00
    assert "progressive" not in game.state.round.wagers[2]
    assert float(game.meters["progressive"].displayed) == 5000.10


def check_leaving(book: str, clauses: list[str]) -> None:
    """Before "no more bets" a player takes the wagers along; later the floorperson rules on them."""
    game = with_wagers(book)
    game.do(c.Leave(c.player("player 1")))
    assert game.state.taken == 1000_00
    game.deal()
    assert game.state.round.participants == (2,)
    for abandoned in (True, False):
        game = with_wagers(book)
        game.deal()
        staked = sum(every_wager(book).values())
        game.do(c.Leave(c.player("player 2")))
        game.decide(1, *raises(game))
        assert game.state.round.number == 1
        for clause in clauses[:1]:
            refused(game, c.RuleOnLeaving(c.dealer(), "player 2", True, "went away"), clause)
        game.do(c.RuleOnLeaving(c.floorperson("Flo"), "player 2", abandoned, "went away"))
        ruling = next(event for event in game.events if isinstance(event, happened.LeavingRuled))
        assert (ruling.by, ruling.abandoned, ruling.reason) == ("Flo", abandoned, "went away")
        assert game.state.rounds == 1
        assert "player 2" not in game.state.players
        if abandoned:
            assert game.state.taken == 1000_00 - staked
        else:
            # A pocket pair pays 5 to 1 and three nines 3 to 1 though the player folded; three queens pay aces up 9 to 1
            # and the six card bonus 5 to 1.
            back = 5_00 * (1 + 9 + 1 + 5) if book == FOUR else 5_00 * (1 + 5 + 1 + 3)
            assert game.state.taken == 1000_00 - staked + back


def check_seated_players_only(book: str, clause: str) -> None:
    """Only who is seated wagers, and only at their own position."""
    game = seated(book)
    refused(game, c.PlaceWagers(c.player("stranger"), 1, MAIN), clause)
    refused(game, c.PlaceWagers(c.player("player 1"), 2, MAIN), clause)
    refused(game, c.PlaceWagers(c.dealer(), 1, MAIN), clause)


def check_chips_only(book: str, clause: str) -> None:
    """A wager is made of chips that the player has: no cash, and nothing by word."""
    game = seated(book)
    game.do(c.CashOut(c.player("player 1"), 985_00))
    wagers = {"ante": 20_00} if book == FOUR else MAIN
    problems = refused(game, c.PlaceWagers(c.player("player 1"), 1, wagers), clause)
    assert problems[-1].message == "the wagers come to 20.00, and player 1 has 15.00"


def check_void_and_reshuffled(book: str, irregularity: str, *way: str, dealt_cards: int = 3, **detail: Any) -> Game:
    """Everything goes back to the cent, and all cards are shuffled together."""
    game = with_wagers(book, *way, automations=SLOWLY)
    game.deal()
    for _ in range(dealt_cards):
        game.step(game.state.agenda[0].do)
    game.do(c.Report(c.dealer(), irregularity, detail))
    assert game.stacks() == {1: "1000.00", 2: "1000.00"}
    assert all(float(meter.displayed) == 5000 for meter in game.meters.values())
    assert isinstance(next(e for e in reversed(game.events) if e.type == "shuffled"), happened.Shuffled)
    return game
