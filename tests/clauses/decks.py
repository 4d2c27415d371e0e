"""What the tests of opening, shuffling, cutting and changing decks share: each check plays at a table of its book."""

from datetime import timedelta

from clauses.procedures import (
    FOUR,
    MAIN,
    OPENING,
    Game,
    agenda,
    play_out,
    raises,
    recorded,
    refused,
    rules_of,
    seated,
    with_wagers,
)
from pitbook.fairness import shuffle
from pitbook.table import ALL, NONE, next_steps
from pitbook.table import commands as c
from pitbook.table import events as happened


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
    game.perform_until("shuffle")
    assert recorded(game.events) == OPENING
    refused(game, c.Do(c.dealer(), "open_round"), clauses["shuffle"])
    game.step("shuffle")
    assert game.events[-1] == happened.Shuffled(0, None, "dealer")
    game.perform_until("open_round")
    assert any(isinstance(event, happened.DeckCut) for event in game.events)
    refused(game, c.Do(c.dealer(), "open_round"))
    game.sit(1)
    game.step("open_round")
    assert game.state.round.number == 1


def check_two_decks(book: str, clause_backs: str) -> None:
    """Each deck is opened by itself; they have different backs, take turns, and only one lies in the rack."""
    rules = rules_of(book, "hand", decks=2)
    new = Game(rules, opened=False, automations=NONE)
    same = c.OpenTable(c.floorperson(), "T", rules.digest, "virtual", ("red", "red"))
    refused(new, same, clause_backs)
    for alike in (("red", "Red"), ("red", " red"), ("dark red", "Dark  red "), ("red", ""), (" ", "red")):
        refused(new, c.OpenTable(c.floorperson(), "T", rules.digest, "virtual", alike), clause_backs)
    one = c.OpenTable(c.floorperson(), "T", rules.digest, "virtual", ("red",))
    refused(new, one, clause_backs.rpartition("(")[0])
    new.do(c.OpenTable(c.floorperson(), "T", rules.digest, "virtual", ("red", "blue")))
    once = [*OPENING, ("shuffle", "device")]
    assert agenda(new) == [*once, *once, ("open_round", "dealer")]
    game = Game(rules, source="virtual")
    game.sit(1)
    for back in ("red", "RED", " red ", ""):
        refused(game, c.ChangeDeck(c.floorperson(), 1, back, "worn"), clause_backs)
    decks, racks = [], []
    for _ in range(4):
        game.wager(1, {"ante": 10_00} if book == FOUR else MAIN)
        game.table.automations = NONE
        game.deal()
        while game.state.round is not None:
            assert game.state.rack in (None, game.state.round.deck)
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


def check_other_deck_in_the_shuffler(book: str) -> None:
    """While one of two decks is in play the shuffler has the other: shuffled since it was used, and in no rack."""
    game = Game(rules_of(book, "hand", decks=2), source="virtual")
    game.sit(1)
    for number in range(4):
        used, other = number % 2, 1 - number % 2
        game.wager(1, {"ante": 10_00} if book == FOUR else MAIN)
        game.table.automations = NONE
        game.deal()
        assert game.state.round.deck == used
        while game.state.round is not None:
            assert game.state.decks[other].shuffles == 1
            assert game.state.rack != other
            assert all(step.deck != other for step in game.state.agenda)
            before = len(game.events)
            if game.state.agenda[0].do == "decide":
                game.decide(1, *raises(game))
            else:
                game.step(game.state.agenda[0].do)
            assert not any(isinstance(event, happened.Shuffled) for event in game.events[before:])
        assert game.state.decks[used].shuffles == 0
        refused(game, c.Do(c.dealer(), "open_round"))
        assert game.step("shuffle") == (happened.Shuffled(used, None, "device"),)
        game.table.automations = ALL
        game.step("open_round")


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


def check_clock_at_the_first_card(book: str, method: str, hours: int, clause: str) -> None:
    """Nothing is dealt after "no more bets" either; the deck is changed, the wagers stay, and the script says so."""
    wagers = {"ante": 10_00} if book == FOUR else MAIN
    game = seated(book, method, automations=NONE)
    game.wager(1, wagers)
    game.perform_until("no_more_bets")
    in_time, too_late = game.now + timedelta(hours=hours, seconds=-1), game.now + timedelta(hours=hours)
    assert next_steps(game.state, in_time)[0].do == "no_more_bets"
    (must,) = [line for line in next_steps(game.state, too_late) if line.must]
    assert (must.do, must.by, must.clauses) == ("change_deck", "floorperson", (clause,))
    game.step("no_more_bets")
    game.perform_until("deal")
    (problem,) = refused(game, c.ChangeDeck(c.floorperson(), 0, "green", "worn"))
    assert (problem.clause, problem.message) == (
        None,
        'a deck is changed before "no more bets", while it is being opened, '
        "or before the first card if it has reached its age limit",
    )
    game.now = too_late
    refused(game, c.Do(c.dealer(), "deal"), clause)
    assert [line.do for line in next_steps(game.state, game.now) if line.must] == ["change_deck"]
    left = agenda(game)
    events = game.do(c.ChangeDeck(c.floorperson(), 0, "green", "its time is over"))
    assert events[0] == happened.DeckRemoved(0, "overdue", "its time is over")
    game.perform_until("deal")
    assert (agenda(game), dict(game.state.round.wagers[1])) == (left, wagers)
    game.step("deal")
    game.later(hours=hours)
    game.step(game.state.agenda[0].do)
    play_out(game)
    assert game.state.last_round.void is None
    removed, _ = game.do(c.ChangeDeck(c.floorperson(), 0, "blue", "its time is over too"))
    assert removed == happened.DeckRemoved(0, "overdue", "its time is over too")
    assert agenda(game)[0][0] == "inspect"


def check_cut(book: str, clause: str, recut: str, cutting: str) -> None:
    """At least ten cards on either side; a floorperson may have the cards cut again until the first card is dealt."""
    game = Game(rules_of(book), source="entered", automations=NONE)
    game.perform_until(cutting)
    for depth in (9, 43, 0, 52, None):
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
    assert game.state.decks[0].cuts == [10, 42, 20]
    game.step("deal")
    refused(game, c.OrderRecut(c.floorperson(), "too late"), recut)


def check_cut_of_virtual_deck(book: str) -> None:
    """The cut of a virtual deck has at least ten cards on either side, and moves the cards above it to the bottom."""
    game = seated(book, source="virtual")
    game.wager(1, {"ante": 10_00} if book == FOUR else MAIN)
    game.deal()
    current = game.state.round
    (depth,) = game.state.decks[0].cuts
    assert 10 <= depth <= 42
    before = shuffle(game.secret(), current.id)
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
    assert happened.ReshuffleOrdered("to be sure", "floorperson") in game.events
    assert agenda(game)[0] == ("shuffle", "dealer")
    assert clause in game.state.agenda[0].clauses
    game.perform_until("no_more_bets")
    assert game.state.decks[0].shuffles == 2


def check_cut_deck_into_the_shoe(book: str, place: str, cut: str) -> None:
    """Until the cut stack is in the shoe "no more bets" is refused; the record says who put it in."""
    game = Game(rules_of(book), source="virtual", automations=NONE)
    game.perform_until("open_round")
    assert game.state.decks[0].cuts == [None]
    game.sit(1)
    game.step("open_round")
    game.wager(1, {"ante": 10_00} if book == FOUR else MAIN)
    step = game.state.agenda[0]
    assert (step.do, step.by, step.clauses) == ("place_in_shoe", "dealer", (place, cut))
    for later in ("no_more_bets", "deal"):
        refused(game, c.Do(c.dealer(), later), place)
    refused(game, c.Do(c.player("player 1"), "place_in_shoe"), place)
    assert game.step("place_in_shoe") == (happened.Performed(("place_in_shoe",), "dealer"),)
    assert game.state.agenda[0].do == "no_more_bets"
