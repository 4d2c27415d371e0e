"""What the tests of the clauses on procedures share: each check plays at a table of the book that it is given."""

from typing import Any

import pytest

from pitbook.audit.windows import Windows
from pitbook.cards import DECK
from pitbook.problems import MalformedError, Problem, RefusedError
from pitbook.table import ALL, NONE, TableEvent
from pitbook.table import commands as c
from pitbook.table import events as happened
from table.play import FOUR, GALAXY, Game, rules_of, stacked
from table.playthroughs import ALL6, BOARD, BONUS, DEALER, DEALER_OF_FOUR, EVERY_FOUR, MAIN, SIDES

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


def one_deck_anew(book: str, clause: str, wagers: dict[str, int], *moves: tuple[Any, ...]) -> None:
    """A table takes one deck, and all 52 cards of it are put in a new order for every round."""
    rules = rules_of(book)
    two = c.OpenTable(c.floorperson(), "T", rules.digest, "virtual", ("red", "blue"))
    refused(Game(rules, opened=False), two, clause)
    game = Game(rules, source="virtual")
    game.sit(1)
    orders = []
    for _ in range(2):
        game.wager(1, wagers)
        game.deal()
        orders.append(list(game.state.round.order))
        for move in moves:
            game.decide(1, *move)
    assert sorted(orders[0]) == sorted(orders[1]) == list(DECK)
    assert orders[0] != orders[1]


def every_wager(book: str) -> dict[str, int]:
    """All wagers of a book before the deal."""
    return dict(EVERY_FOUR) if book == FOUR else MAIN | SIDES[book]


def raises(game: Game) -> tuple[str, int]:
    """The decision that wagers most at the first street, on an ante of ten dollars."""
    street = game.rules.streets[0]
    return game.rules.book.flow.wager, street.multiples[-1] * 10_00


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
    while source == "entered" and game.state.round is None:
        game.step(game.state.agenda[0].do)
    game.table.automations = automations
    return game


def with_wagers(book: str, *way: str, **more: Any) -> Game:
    """Both players have every wager; the progressive ones are accepted."""
    game = seated(book, *way, **more)
    for seat in (1, 2):
        game.wager(seat, every_wager(book))
        if game.rules.progressive_wagers and not game.state.round.accepted >= {seat}:
            game.do(c.Acknowledge(c.device(), seat))
    return game


def with_progressives(hands: list[str], dealer: str, extra: str, until: tuple[str, int]) -> Game:
    """Four Card Poker up to this step of this seat; each player has an ante and an accepted progressive wager."""
    rules = rules_of(FOUR)
    game = Game(rules, automations=NONE, deck=stacked(rules, hands, dealer, extra=extra))
    game.perform_until("open_round")
    game.sit(len(hands))
    game.step("open_round")
    for seat in range(1, len(hands) + 1):
        game.wager(seat, {"ante": 10_00, "progressive": 1_00})
        game.do(c.Acknowledge(c.device(), seat))
    game.deal()
    while (game.state.agenda[0].do, game.state.agenda[0].seat) != until:
        if game.state.agenda[0].do == "decide":
            game.decide(game.state.round.to_act[0], "play", 10_00)
        else:
            game.step(game.state.agenda[0].do)
    return game


def play_out(game: Game) -> list[TableEvent]:
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


def cited(game: Game, do: str, to: str | None = None) -> set[str]:
    """The clauses of the steps of this name that are ahead; of a deal, those to one place."""
    found = [step for step in game.state.agenda if step.do == do and to in (None, step.to)]
    assert found, f"no {do} is ahead"
    return {clause for step in found for clause in step.clauses}


def void_outside(game: Game) -> list[str]:
    """The voids of a game that the audit finds outside the window of their clause."""
    windows = Windows(game.library)
    return [problem for event in game.events if (problem := windows.note(event))]


def recorded(events: list[TableEvent]) -> list[tuple[str, str]]:
    """The steps that these events confirm, each with who did it."""
    return [(name, event.by) for event in events if isinstance(event, happened.Performed) for name in event.steps]


def step_on(game: Game, *until: str) -> None:
    """Perform every step, raising at once where a decision is asked for, until one of these is next."""
    while game.state.agenda[0].do not in until:
        step = game.state.agenda[0]
        if step.do == "decide":
            game.decide(game.state.round.to_act[0], *raises(game))
        else:
            game.step(step.do)


def dealt(game: Game) -> list[tuple[str, int | None, int, bool]]:
    """The dealing steps ahead: where to, which seat, how many cards, face up or not."""
    return [
        (step.to or "", step.seat, step.cards, step.face_up)
        for step in game.state.agenda
        if step.do in ("deal", "burn", "turn_up")
    ]


def check_nothing_after_no_more_bets(book: str, before: str, clause: str) -> None:
    """After "no more bets" no wager is made, increased or withdrawn, and none is made before a round is open."""
    new = Game(rules_of(book), source="virtual", automations=NONE)
    new.sit(1)
    refused(new, c.PlaceWagers(c.player("player 1"), 1, MAIN), before)
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


def check_before_the_deal(book: str, method: str, steps: dict[str, str]) -> None:
    """What is done before the first card, in order, each by its clause; chips are counted against accepted wagers."""
    game = with_wagers(book, method, automations=NONE)
    names = list(steps)
    new = Game(game.rules, source="virtual", automations=NONE)
    new.perform_until("open_round")
    new.sit(1)
    new.step("open_round")
    assert [do for do, _ in agenda(new)] == names[:2]
    for name in names[:2]:
        assert steps[name] in cited(new, name)
    refused(new, c.Do(c.dealer(), names[1]), steps[names[0]])
    assert new.step(names[0]) == (happened.Performed((names[0],), "dealer"),)
    refused(game, c.Do(c.dealer(), "deal"), steps["no_more_bets"])
    assert game.step("no_more_bets") == (happened.NoMoreBets("dealer"),)
    ahead = [do for do, _ in agenda(game)]
    assert ahead[: ahead.index("deal")] == names[2:]
    for name in names[2:]:
        assert steps[name] in cited(game, name)
        refused(game, c.Do(c.dealer(), "deal"), steps[name])
        assert not game.state.round.cards_dealt
        if name == "lock_out_progressive":
            refused(game, c.Acknowledge(c.device(), 1))
        if name == "count_progressive_chips":
            problems = refused(game, c.Do(c.dealer(), name, count=1), steps[name])
            assert "1 chips lie there, and 2 wagers were accepted" in problems[0].message
            assert game.step(name, count=2) == (happened.ChipsCounted(2, "dealer"),)
            continue
        before = game.state.inventory
        game.step(name)
        assert game.state.inventory - before == (2_00 if name == "chips_to_inventory" else 0)


def check_dealt_as_planned(game: Game) -> None:
    """Played out, the steps ahead have put the cards of the deck where they say, one step after the other."""
    planned = dealt(game)
    play_out(game)
    last = game.state.last_round
    top = iter(last.order)
    lay: dict[tuple[str, int | None], list[object]] = {}
    for to, seat, cards, _ in planned:
        lay.setdefault((to, seat), [])
        if len(lay[to, seat]) < {"board": game.rules.book.board}.get(to, 52):
            lay[to, seat] += [next(top) for _ in range(cards)]
    assert {seat: hand for (to, seat), hand in lay.items() if to == "player"} == last.hands
    assert lay["dealer", None] == last.dealer
    assert lay.get(("board", None), []) == last.board
    assert lay.get(("extra", None), []) == last.extra
    assert lay.get(("burn", None), []) == last.burned


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


def check_settlement_waits_for_the_ruling(book: str, clause: str | None) -> None:
    """Nothing is settled while a player who left waits for the floorperson's ruling."""
    game = with_wagers(book, automations=NONE)
    game.deal()
    step_on(game, "reckon")
    game.do(c.Leave(c.player("player 2")))
    refused(game, c.Do(c.dealer(), "reckon"), clause)
    game.do(c.RuleOnLeaving(c.floorperson(), "player 2", False, "called away"))
    refused(game, c.RuleOnLeaving(c.floorperson(), "player 2", True, "once more"), clause)
    game.step("reckon")
    assert game.state.round.lines


def check_envy_for_a_holder_who_left(
    game: Game, wagers: dict[str, int], holds: dict[str, int], amount: int, *, abandoned: bool
) -> None:
    """A player who left with a hand that earns envy is its holder, unless the wagers were ruled abandoned.

    Player 2 has nothing left to decide at the end; player 1 folds there, and still receives.
    """
    streets = [street.otherwise for street in game.rules.streets]
    game.sit(2)
    game.wager(1, wagers | {"progressive": 1_00})
    game.wager(2, holds | {"progressive": 1_00})
    game.deal()
    if game.rules.book.flow.base in holds:
        game.decide(1, streets.pop(0))
        game.decide(2, *raises(game))
    game.do(c.Leave(c.player("player 2")))
    game.do(c.RuleOnLeaving(c.floorperson(), "player 2", abandoned, "went away"))
    for action in streets:
        game.decide(1, action)
    paid = [line for line in game.state.last_round.lines if line.wager == "envy"]
    assert [(line.seat, line.payout) for line in paid] == ([] if abandoned else [(1, amount)])


def check_leaving_is_recorded(book: str, clause: str) -> None:
    """Who goes with cards on the table is on the record as having left in the round, and the place stays taken."""
    game = with_wagers(book)
    game.deal()
    game.do(c.Leave(c.player("player 2")))
    assert game.events[-1] == happened.PlayerLeft("player 2", in_round=True)
    assert game.state.seats[2] == "player 2"
    refused(game, c.Sit(c.player("other"), 2, 100_00))
    refused(game, c.Sit(c.player("player 2"), 3, 100_00), clause)
    refused(game, c.CashOut(c.player("player 2"), 1_00))
    assert game.state.taken == 0
    game.do(c.RuleOnLeaving(c.floorperson(), "player 2", True, "went away"))
    game.decide(1, *raises(game))
    assert (game.state.rounds, 2 in game.state.seats) == (1, False)
    game.do(c.Sit(c.player("player 2"), 2, 100_00))


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
    assert problems[0].message == "the wagers add up to 20.00, and player 1 has 15.00"


def check_no_words_and_no_cash(book: str) -> None:
    """A wager by word is no wager; cash counts for nothing until it has bought chips, before the deal and after it."""
    game = seated(book)
    for spoken in ("ten", "10.00", 10.0, True):
        with pytest.raises(MalformedError):
            game.do(c.PlaceWagers(c.player("player 1"), 1, every_wager(book) | {"ante": spoken}))  # type: ignore[arg-type]
    game.do(c.CashOut(c.player("player 1"), 985_00))
    wagers = {"ante": 20_00} if book == FOUR else MAIN
    refused(game, c.PlaceWagers(c.player("player 1"), 1, wagers))
    assert game.state.round.wagers == {}
    game.do(c.BuyIn(c.player("player 1"), 5_00))
    game.wager(1, wagers)
    assert game.state.players["player 1"].stack == 0
    game.deal()
    action, amount = raises(game)
    refused(game, c.Decide(c.player("player 1"), 1, action, amount))
    game.do(c.BuyIn(c.player("player 1"), amount))
    game.decide(1, action, amount if book != FOUR else 2 * 10_00)
