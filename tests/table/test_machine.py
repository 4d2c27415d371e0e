"""Any commands in any order, legal and illegal, irregularities included: what must hold after each of them."""

import json
from datetime import timedelta
from typing import Any

import hypothesis.strategies as st
import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from kinds import one_of_each_kind
from pitbook.cards import DECK
from pitbook.fairness import commit_player
from pitbook.ledger import Snapshot
from pitbook.pit.snapshots import is_kept, read_table, written
from pitbook.problems import MalformedError, RefusedError
from pitbook.rulebooks import load_book
from pitbook.settlement.wagers import least_amount, placeable
from pitbook.submission.devices import without_device
from pitbook.table import ALL, NONE, fold, next_steps, read_event
from pitbook.table import commands as c
from pitbook.table.card_places import places
from pitbook.table.dealing_method import blocked_by, method_due
from pitbook.table.decide.steps import first_player, needs_cards, to_show
from pitbook.table.evolve import evolve
from pitbook.table.state import State, chips
from pitbook.table.step_words import WORDS
from table.looking import dump, leaks
from table.play import BOOKS, FOUR, HOUSE_BOOKS, HOUSE_METHODS, MD, METHODS, Game, right_count, rules_of

NAMES = ("ann", "bob", "cid")
SEATS = st.integers(0, 8)
BASE = 1000
AMOUNTS = st.sampled_from((-100, 0, 1, 50, 100, 500, 1000, 1500, 2000, 3000, 50_000, 10**9))
SOME = st.sets(st.sampled_from(sorted(WORDS))).map(frozenset)
IRREGULARITIES = (
    "face_up_card",
    "face_up_cards",
    "card_drawn_in_error",
    "wrong_number_of_cards",
    "dealer_card_exposed",
    "player_or_community_card_exposed",
    "stub_count_misdeal",
    "stub_count_wrong_deck",
    "shuffler_jam",
    "shoe_jam",
    "device_out_of_order",
    "earthquake",
)


class TableMachine(RuleBasedStateMachine):
    """One table under one book."""

    book = MD

    @initialize(data=st.data(), automations=st.sampled_from((ALL, ALL, NONE)))
    def open_table(self, data: st.DataObject, automations: frozenset[str]) -> None:
        way = data.draw(st.sampled_from([way for way in (*METHODS, *HOUSE_METHODS) if way[0] == self.book]))
        shuffler = data.draw(st.sampled_from(("", "", "automatic_counting")))
        allowed = load_book(way[0]).deck.decks_with_shuffler
        decks = data.draw(st.integers(1, allowed)) if shuffler or way[1] == "hand" else 1
        if way[0] == MD and way[2] == "board_first":
            shuffler, decks = "", 1
        edits = "adjacent_boxes=2" if self.book == FOUR else ""
        self.game = Game(
            rules_of(*way, shuffler, decks, edits),
            source=data.draw(st.sampled_from(("virtual", "virtual", "entered"))),
            automations=automations,
            preshuffled=data.draw(st.booleans()),
        )
        self.shadow = State(self.game.library)
        self.seen = 0

    def command(self, command: c.Command) -> None:
        """A command that is refused leaves no trace."""
        before = dump(self.game.state)
        try:
            self.game.do(command)
        except (RefusedError, MalformedError):
            assert dump(self.game.state) == before
        self.game.later(seconds=20)

    @rule(name=st.sampled_from(NAMES), seat=SEATS, stack=AMOUNTS)
    def sit(self, name: str, seat: int, stack: int) -> None:
        self.command(c.Sit(c.player(name), seat, stack))

    @rule(seat=st.integers(1, 6), name=st.sampled_from(NAMES))
    def sit_well(self, seat: int, name: str) -> None:
        self.command(c.Sit(c.player(name), seat, 100_000))

    @rule(name=st.sampled_from(NAMES), amount=AMOUNTS, buys=st.booleans())
    def change_stack(self, name: str, amount: int, buys: bool) -> None:
        self.command((c.BuyIn if buys else c.CashOut)(c.player(name), amount))

    @precondition(lambda self: self.game.state.round is not None and self.game.state.round.closed)
    @rule(name=st.sampled_from(NAMES))
    def leave(self, name: str) -> None:
        self.command(c.Leave(c.player(name)))

    @rule(name=st.sampled_from(NAMES), abandoned=st.booleans())
    def rule_on_leaving(self, name: str, abandoned: bool) -> None:
        self.command(c.RuleOnLeaving(c.floorperson(), name, abandoned, "left"))

    @rule(name=st.sampled_from(NAMES), seat=SEATS, data=st.data())
    def wager_anything(self, name: str, seat: int, data: st.DataObject) -> None:
        known = sorted(placeable(self.game.rules))
        wagers = data.draw(st.dictionaries(st.sampled_from([*known, "raise", "tip"]), AMOUNTS, max_size=6))
        self.command(c.PlaceWagers(c.player(name), seat, wagers))

    def every_wager(self) -> dict[str, int]:
        """Every wager: the base and what equals it, and the least of the others."""
        rules = self.game.rules
        base, known = rules.book.flow.base, placeable(rules)
        return {name: BASE if base in (name, one.equals) else least_amount(rules, one) for name, one in known.items()}

    @rule(data=st.data())
    def wager_well(self, data: st.DataObject) -> None:
        if not self.game.state.seats:
            return
        seat, name = data.draw(st.sampled_from(sorted(self.game.state.seats.items())))
        every = self.every_wager()
        needed = {name for name, amount in every.items() if amount == BASE}
        chosen = data.draw(st.sets(st.sampled_from(sorted(every)))) | needed
        if self.book == FOUR and "six_card_bonus" in chosen:
            chosen.add("aces_up")
        wagers = {name: every[name] for name in sorted(chosen)}
        self.command(c.PlaceWagers(c.player(name), seat, wagers))

    @rule(data=st.data(), cards=st.integers(0, 12))
    def start_round(self, data: st.DataObject, cards: int) -> None:
        """A round of everybody who is seated, and some of its cards."""
        state = self.game.state
        if not state.seats:
            self.command(c.Sit(c.player("ann"), 1, 100_000))
            self.command(c.Sit(c.player("bob"), 3, 100_000))
        for _ in range(60):
            if state.round is not None or not state.agenda or state.idle is not None:
                break
            self.go_on(1, data)
        for seat, name in sorted(state.seats.items()):
            self.command(c.PlaceWagers(c.player(name), seat, self.every_wager()))
            if data.draw(st.booleans()):
                self.command(c.Acknowledge(c.device(), seat))
        self.deal()
        self.go_on(cards, data)

    @rule(data=st.data())
    def finish_round(self, data: st.DataObject) -> None:
        """What is left of a round, with rulings where somebody left."""
        state = self.game.state
        for _ in range(100):
            if state.round is None or not state.round.closed or not state.agenda:
                return
            for name in [name for name, found in state.players.items() if found.left]:
                self.command(c.RuleOnLeaving(c.floorperson(), name, data.draw(st.booleans()), "left"))
            self.go_on(1, data)

    @rule(seat=SEATS)
    def acknowledge(self, seat: int) -> None:
        self.command(c.Acknowledge(c.device(), seat))

    @rule(name=st.sampled_from(NAMES), seed=st.sampled_from(("one", "other", "")))
    def commit_seed(self, name: str, seed: str) -> None:
        current = self.game.state.round
        commitment = commit_player(seed, current.id, name) if seed and current else seed
        self.command(c.CommitSeed(c.player(name), commitment))

    @rule(name=st.sampled_from(NAMES), seed=st.sampled_from(("one", "other", "")))
    def reveal_seed(self, name: str, seed: str) -> None:
        self.command(c.RevealSeed(c.player(name), seed))

    @rule(value=st.sampled_from(("", "pulse")), late=st.integers(-2, 2))
    def give_beacon(self, value: str, late: int) -> None:
        at = self.game.now + timedelta(minutes=late)
        self.command(c.GiveBeacon(c.floorperson(), value, at.isoformat()))

    @rule()
    def deal(self) -> None:
        self.command(c.DealRound(c.dealer()))

    @precondition(lambda self: self.game.state.agenda)
    @rule(times=st.integers(0, 12), data=st.data())
    def go_on(self, times: int, data: st.DataObject) -> None:
        """Do what comes next, as whoever should, with cards where they have to be entered."""
        for _ in range(times):
            if not self.game.state.agenda:
                return
            step = self.game.state.agenda[0]
            if step.do == "decide":
                self.decide_well(data)
                return
            by = c.Actor(step.by, first_player(self.game.state) or "somebody")
            count = right_count(self.game.state, step) if self.game.state.source == "entered" else None
            self.command(c.Do(by, step.do, self.unseen(step), count))

    def unseen(self, step: Any) -> str | None:
        """Cards that a dealer could enter at this step, if any have to be."""
        current = self.game.state.round
        if not needs_cards(self.game.state, step):
            return None
        known = {card for cards in places(current).values() for card in cards}
        number = step.cards if step.do == "deal" else to_show(current, step).count(None)
        return " ".join(str(card) for card in [card for card in DECK if card not in known][:number])

    @rule(
        step=st.sampled_from(sorted(WORDS)),
        role=st.sampled_from(("dealer", "floorperson", "player", "device")),
        count=st.none() | st.integers(-1, 53),
        depth=st.none() | st.integers(-1, 53),
        misdealt=st.none() | st.sampled_from(({}, {"1": 3}, {"1": 2}, {"dealer": 5}, {"9": 3}, {"1": -1}, True)),
        cards=st.none() | st.sampled_from(("", "As", "As Ks", "As As", "zz")),
    )
    def do_anything(self, step: str, role: Any, **more: Any) -> None:
        self.command(c.Do(c.Actor(role, role), step, **more))

    @rule(data=st.data())
    def decide_well(self, data: st.DataObject) -> None:
        state = self.game.state
        if not state.agenda or state.agenda[0].do != "decide":
            return
        seat = state.round.to_act[0]
        name = state.seats[seat]
        if state.players[name].left:
            self.command(c.Do(c.dealer(), "decide"))
            return
        street = next(one for one in self.game.rules.streets if one.name == state.round.street)
        action = data.draw(st.sampled_from(list(street.names.values())))
        wagered = state.round.wagers[seat][self.game.rules.book.flow.base]
        amount = action.multiple * wagered if isinstance(action.multiple, int) else None
        self.command(c.Decide(c.player(name), seat, action.verb, amount))

    @rule(
        name=st.sampled_from(NAMES),
        seat=SEATS,
        action=st.sampled_from(("raise", "play", "check", "fold", "ride", "withdraw_bet_1", "")),
        amount=st.none() | AMOUNTS,
    )
    def decide_anything(self, name: str, seat: int, action: str, amount: int | None) -> None:
        self.command(c.Decide(c.player(name), seat, action, amount))

    @rule(
        name=st.sampled_from(IRREGULARITIES),
        detail=st.sampled_from(
            (
                {},
                {"place": 1},
                {"place": 6},
                {"found_later": True},
                {"exposed": True},
                {"ruling": True},
                {"device": "shuffler", "made": "covered"},
                {"device": "shuffler", "made": "removed"},
                {"device": "shoe", "made": "marked"},
                {"device": "shoe", "made": "removed"},
                {"device": "shoe", "made": "removed", "works": True},
                {"device": "shuffler", "made": "removed", "works": True},
                {"device": "shoe"},
            )
        ),
    )
    def report(self, name: str, detail: dict[str, Any]) -> None:
        self.command(c.Report(c.dealer(), name, detail))

    @rule(
        order=st.sampled_from(
            (
                c.OrderRecut(c.floorperson(), "uneven"),
                c.OrderReshuffle(c.floorperson(), "to be sure"),
                c.CallStubCount(c.floorperson()),
                c.ChangeDeck(c.floorperson(), 0, "green", "worn"),
                c.ChangeDeck(c.floorperson(), 1, "red", "worn", True),
                c.GoIdle(c.dealer()),
                c.GoIdle(c.dealer(), face_up=True, asked_by="Ann"),
                c.PlayerArrives(c.player("ann")),
                c.Rule(c.floorperson(), "as you were"),
                c.RestoreDevice(c.floorperson(), "shuffler"),
                c.RestoreDevice(c.floorperson(), "shoe"),
                c.Do(c.device(), "place_in_shoe"),
                c.OrderRecut(c.dealer(), "not the dealer's to order"),
            )
        )
    )
    def order(self, order: c.Command) -> None:
        self.command(order)

    @precondition(lambda self: self.game.state.round is not None)
    @rule(by=st.sampled_from((c.dealer(), c.floorperson())), at=st.integers(0, 51), to=st.integers(0, 51))
    def correct_cards(self, by: c.Actor, at: int, to: int) -> None:
        """A card that lies somewhere is really another, which may lie somewhere too."""
        lying = [card for cards in places(self.game.state.round).values() for card in cards if card is not None]
        if lying:
            self.command(c.CorrectCards(by, str(lying[at % len(lying)]), str(DECK[to]), "misread"))

    @rule(without=st.sampled_from(("", "shuffler", "shoe")))
    def change_method(self, without: str) -> None:
        """By what is out of use, or in spite of it."""
        state = self.game.state
        rules = without_device(state.filed, without) if without else method_due(state)
        self.game.library[rules.digest] = rules
        self.command(c.AdoptRules(c.floorperson(), rules.digest))

    @precondition(lambda self: self.game.state.rounds > 2)
    @rule()
    def close(self) -> None:
        self.command(c.CloseTable(c.floorperson()))

    @rule(automations=st.sampled_from((ALL, NONE)) | SOME)
    def automate(self, automations: frozenset[str]) -> None:
        self.game.table.automations = automations

    @invariant()
    def the_record_is_the_state(self) -> None:
        """Every event, read back from its stored form, makes the same state."""
        for event in self.game.events[self.seen :]:
            evolve(self.shadow, read_event(event.type, json.loads(json.dumps(event.to_data()))))
        self.seen = len(self.game.events)
        assert dump(self.shadow) == dump(self.game.state)

    @invariant()
    def a_snapshot_is_the_state(self) -> None:
        """Looked at once in a while, for it takes as long as everything else."""
        state = self.game.state
        if state.version % 5:
            return
        kept = read_table(Snapshot("table:T", state.version, "", written(state)), self.game.library)
        assert kept is not None
        assert dump(kept) == dump(state)
        assert is_kept(Snapshot("table:T", state.version, "", written(kept)), state)

    @invariant()
    def no_chip_is_lost_or_made(self) -> None:
        state = self.game.state
        assert chips(state) == 0
        assert all(player.stack >= 0 for player in state.players.values())

    @invariant()
    def nothing_leaks(self) -> None:
        assert leaks(self.game.state) == []

    @invariant()
    def the_script_says_what_comes_next(self) -> None:
        state = self.game.state
        lines = next_steps(state)
        assert all(line.words.endswith(".") for line in lines)
        if state.agenda:
            blocked = blocked_by(state, state.agenda[0])
            spread = lines[0].do == "go_idle"
            assert not spread or (lines[0].must and not state.seats and state.idle is None)
            unruled = lines[0].do == "rule_on_leaving" and state.agenda[0].do == "decide"
            assert spread or unruled or lines[0].do == ("change_method" if blocked else state.agenda[0].do)

    @invariant()
    def what_is_out_of_use_holds_no_cards(self) -> None:
        state = self.game.state
        assert not [deck.held_by for deck in state.decks if deck.held_by in state.devices]

    def teardown(self) -> None:
        if hasattr(self, "game"):
            assert dump(fold(self.game.library, self.game.events)) == dump(self.game.state)


@pytest.mark.parametrize("book", one_of_each_kind(BOOKS))
def test_machine(book: str) -> None:
    _run(book, 8)


@pytest.mark.prove
@pytest.mark.parametrize("book", [*BOOKS, *HOUSE_BOOKS])
def test_machine_at_length(book: str) -> None:
    _run(book, 400)


def _run(book: str, examples: int) -> None:
    machine: Any = type(f"Machine{book}", (TableMachine,), {"book": book})
    case = machine.TestCase
    case.settings = settings(
        max_examples=examples,
        stateful_step_count=40,
        deadline=None,
        derandomize=True,
        suppress_health_check=list(HealthCheck),
        print_blob=False,
        database=None,
        phases=(Phase.generate,),  # shrinking takes minutes; to look into a failure, add Phase.shrink
    )
    case("runTest").runTest()
