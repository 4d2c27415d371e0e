"""Tables that are led into trouble on purpose: decks changed, devices out of order, players who leave, two decks.

Every event is followed on paper, somebody can always act, and the record of each table can be read and audited.
"""

import sys
from collections.abc import Iterator
from random import Random
from typing import Any, NoReturn

import pytest

from clauses import procedures as p
from pitbook.problems import MalformedError, Problem, RefusedError
from pitbook.submission.devices import without_device
from pitbook.table import NONE, State, next_steps
from pitbook.table import commands as c
from pitbook.table.dealing_method import method_due
from pitbook.table.decide.settlement import settlement_of
from pitbook.table.decide.steps import first_player
from pitbook.table.transcript import transcript
from table.decks_on_paper import PLACED, PaperTable
from table.play import BOOKS, FOUR, GALAXY, MA, MD, Game, rules_of

STEPS = 160
NAMES = ("ann", "bob", "cid")
WAYS = [
    (method, shuffler, decks)
    for method in ("manual_shoe", "hand", "automated")
    for shuffler in ("manual", "automatic", "automatic_counting", "reshuffling")
    for decks in (1, 2, 2)
    if shuffler != "manual" or (decks == 1 and method != "hand")
]


class Walk:
    """One table, and somebody who looks for trouble."""

    def __init__(self, book: str, seed: int) -> None:
        self.chance = Random(f"{book} {seed}")
        allowed = [
            (method, shuffler, decks)
            for method, shuffler, decks in WAYS
            if (book != MA or shuffler != "reshuffling") and (book != GALAXY or decks == 1)
        ]
        method, shuffler, decks = self.chance.choice(allowed)
        rules = rules_of(book, method, "", shuffler, decks)
        self.game = Game(rules, source="virtual", automations=NONE, preshuffled=self.chance.random() < 0.3)
        self.paper = PaperTable(State(self.game.library), book)
        self.seen = 0
        self.backs = (f"back {number}" for number in range(10_000))

    @property
    def state(self) -> Any:
        return self.game.state

    def tried(self, command: c.Command) -> bool:
        """Whether a command is accepted; each of its events is followed on paper."""
        try:
            self.game.do(command)
        except (RefusedError, MalformedError):
            return False
        found = [problem for event in self.game.events[self.seen :] for problem in self.paper.follow(event)]
        self.seen = len(self.game.events)
        if found:
            raise AssertionError("\n".join([*found, self.told()]))
        return True

    def told(self) -> str:
        """The end of the transcript, for whoever has to look at what went wrong."""
        return "\n".join([*transcript(self.game.library, self.game.events)][-25:])

    def change(self, deck: int) -> c.Command:
        return c.ChangeDeck(c.floorperson(), deck, next(self.backs), "worn", self.chance.random() < 0.4)

    def due(self) -> c.Command:
        rules = method_due(self.state)
        self.game.library[rules.digest] = rules
        return c.AdoptRules(c.floorperson(), rules.digest)

    def next_step(self) -> Iterator[c.Command]:
        """What whoever's turn it is may do, the likeliest first."""
        step, current = self.state.agenda[0], self.state.round
        if step.do == "decide":
            seat = current.to_act[0]
            player, street = self.state.seats[seat], self.state.rules.street(current.street)
            raises = p.raises(self.game)
            if self.chance.random() < 0.5 and street is self.state.rules.streets[0]:
                yield c.Decide(c.player(player), seat, *raises)
            yield c.Decide(c.player(player), seat, street.otherwise)
            yield c.Do(c.dealer(), "decide")
        elif step.do == "first_player_inspects":
            yield c.Do(c.player(first_player(self.state) or "dan"), step.do)
        else:
            if step.do in (*PLACED, "no_more_bets"):
                self.wager()
            if step.do == "shuffle" and self.chance.random() < 0.1:
                yield c.Do(c.device(), step.do, count=51)
            if step.do == "count_stub" and self.chance.random() < 0.2:
                yield c.Do(c.dealer(), step.do, count=30)
            if step.do == "place_in_shoe" and self.chance.random() < 0.3:
                yield c.Do(c.device(), step.do)
            yield c.Do(c.Actor(step.by, step.by), step.do)
        for name in NAMES:
            yield c.RuleOnLeaving(c.floorperson(), name, self.chance.random() < 0.5, "went away")
        for deck in (0, 1):
            if any(one.do == "receive_deck" and one.deck == deck for one in self.state.agenda):
                yield self.change(deck)
        yield self.due()

    def wager(self) -> None:
        """Wagers for seats that have none; the progressive ones are accepted."""
        current = self.state.round
        main = {"ante": 10_00} if self.game.rules.book.id == FOUR else p.MAIN
        for seat, player in self.state.seats.items():
            if seat not in current.wagers:
                side = self.chance.choice(({}, p.every_wager(self.game.rules.book.id)))
                self.tried(c.PlaceWagers(c.player(player), seat, main | side))
                self.tried(c.Acknowledge(c.device(), seat))

    def trouble(self) -> c.Command:
        """Something that nobody planned."""
        floor, dealer, chance = c.floorperson(), c.dealer(), self.chance
        name, device = chance.choice(NAMES), chance.choice(("shuffler", "shoe"))
        made = "removed" if self.game.rules.book.id == MA else chance.choice(("covered", "marked"))
        reported = chance.choice(
            (
                *("face_up_card", "face_up_cards", "card_drawn_in_error", "wrong_number_of_cards"),
                *("dealer_card_exposed", "shoe_jam", "shuffler_jam", "shuffler_jam"),
            )
        )
        detail: dict[str, Any] = {"other_deck": True} if reported == "shuffler_jam" and chance.random() < 0.5 else {}
        return chance.choice(
            (
                c.Sit(c.player(name), chance.randint(1, 3), 2000_00),
                c.Sit(c.player(name), chance.randint(1, 3), 2000_00),
                c.Leave(c.player(name)),
                c.OrderReshuffle(floor, "a card was bent"),
                c.OrderRecut(floor, "the cut was too deep"),
                self.change(chance.randint(0, 1)),
                c.Report(dealer, reported, detail),
                c.Report(dealer, reported, detail),
                c.Report(floor, "device_out_of_order", {"device": device, "made": made}),
                c.RestoreDevice(floor, device),
                self.due(),
                c.GoIdle(dealer, *((True, "Quinn") if chance.random() < 0.5 else ())),
                c.PlayerArrives(c.player(name)),
                c.CallStubCount(dealer),
            )
        )

    def go(self) -> None:
        """A walk, after which the whole record can be told, settled and audited."""
        for _ in range(STEPS):
            before = self.seen
            if self.chance.random() < 0.1:
                self.game.later(hours=self.chance.choice((1, 3)))
            if not self.state.agenda or self.chance.random() < 0.3:
                self.tried(self.trouble())
            elif not any(map(self.tried, self.next_step())) and self.seen == before:
                assert self.can_go_on(), f"nobody can act\n{self.told()}"
            if self.state.last_round is not None:
                settlement_of(self.state, self.state.last_round).as_json()
        self.told()
        assert p.void_outside(self.game) == []

    def can_go_on(self) -> bool:
        """Whether somebody can act: the script names someone, or the deck or the method is changed."""
        if not any(line.must for line in next_steps(self.state, self.game.now)):
            return self.state.round is None and not self.state.seats
        if not self.state.seats and (self.tried(self.sit()) or self.tried(c.GoIdle(c.dealer()))):
            return True
        return any(map(self.tried, (self.change(0), self.change(1), self.fewer())))

    def sit(self) -> c.Command:
        return c.Sit(c.player("dan"), next((seat for seat in range(1, 7) if seat not in self.state.seats), 1), 2000_00)

    def fewer(self) -> c.Command:
        """The filed rules without any device."""
        rules = without_device(without_device(self.game.rules, "shuffler"), "shoe")
        self.game.library[rules.digest] = rules
        return c.AdoptRules(c.floorperson(), rules.digest)


def _many(book: str, seeds: range) -> None:
    for seed in seeds:
        Walk(book, seed).go()


@pytest.mark.parametrize("book", BOOKS)
def test_walks(book: str) -> None:
    _many(book, range(6))


@pytest.mark.prove
@pytest.mark.parametrize("part", range(10))
@pytest.mark.parametrize("book", BOOKS)
def test_many_walks(book: str, part: int) -> None:
    _many(book, range(1000 + 100 * part, 1100 + 100 * part))


def test_a_deck_that_is_not_shuffled_again_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The control: a table that leaves out the shuffle after a round."""
    monkeypatch.setattr(sys.modules["pitbook.table.evolve"], "shuffle_steps", lambda *_, **__: ())
    with pytest.raises(AssertionError, match="goes into play before it is ready"):
        _many(MD, range(20))


def test_a_table_at_which_nobody_can_act_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The control: devices break, and no other method may be used."""

    def never(*_: object) -> NoReturn:
        raise RefusedError(Problem("not today"))

    monkeypatch.setitem(sys.modules["pitbook.table.decide"]._DECIDERS, c.AdoptRules, never)
    monkeypatch.setitem(sys.modules["pitbook.table.decide"]._DECIDERS, c.RestoreDevice, never)
    monkeypatch.setitem(sys.modules["pitbook.table.decide"]._DECIDERS, c.ChangeDeck, never)
    with pytest.raises(AssertionError, match="nobody can act"):
        _many(MD, range(40))
