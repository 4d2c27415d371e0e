"""The operator wants to choose the deck: with the file, the key, and players of his own beside one honest player.

Everything that a coalition can vary is tried: server seeds before they are committed to, commitments that come last,
copied commitments, extra seats, seeds that are withheld once the deck is known, and reveals that are dropped. A deck is
good for the house if an ace lies on top, which chance gives to one deck in thirteen.
"""

import itertools
import math
import os
import random
from base64 import b64encode
from collections.abc import Callable
from pathlib import Path

import pytest

from pitbook.audit import audit
from pitbook.cards import DECK, Rank
from pitbook.fairness import commit_player, cut, cut_depth, shuffle
from pitbook.pit import Pit, open_record
from pitbook.problems import RefusedError
from pitbook.table import commands as c
from table.play import FOUR, Game, rules_of

HONEST = c.player("honest")
BY_CHANCE = 1 / 13
CERTAINTY = 0.001
"""What chance does less often than this is an advantage."""


def seat(game: Game, by: c.Actor) -> None:
    free = next(place for place in range(1, 7) if place not in game.state.seats)
    game.do(c.Sit(by, free, 10**9))


def wager(game: Game) -> None:
    for place, name in sorted(game.state.seats.items()):
        game.do(c.PlaceWagers(c.player(name), place, {"ante": 10_00}))


def finish(game: Game) -> None:
    """Everybody folds until the next round is open."""
    number = game.state.round.number
    while game.state.round.number == number:
        place = game.state.round.to_act[0]
        game.do(c.Decide(c.player(game.state.seats[place]), place, "fold"))


def is_good(deck: tuple[int, ...]) -> bool:
    return DECK[deck[0]].rank is Rank.ACE


class Coalition:
    """The operator and some cronies at one table, where everybody has played a first round.

    The honest player commits first and reveals first, which leaves the coalition every choice that there is.
    """

    def __init__(self, cronies: int, chance: random.Random) -> None:
        self.game = Game(rules_of(FOUR), source="virtual")
        self.chance = chance
        self.tried = 0
        self.game.entropy = (self._server_seed() for _ in itertools.count())
        self.called_off = 0
        for by in (HONEST, *(c.player(f"crony {number}") for number in range(cronies))):
            seat(self.game, by)
        wager(self.game)
        self.game.deal()
        finish(self.game)

    def _server_seed(self) -> bytes:
        """One that gives a good deck if nobody adds a seed: ground before its commitment is published."""
        number = self.game.state.rounds + self.game.state.withdrawn + 1
        for _ in range(200):
            seed, self.tried = self.chance.randbytes(32), self.tried + 1
            if is_good(self._cut(seed, f"T-{number}", ())):
                break
        return seed

    def _cut(self, seed: bytes, round_id: str, mixed: tuple[str, ...]) -> tuple[int, ...]:
        return cut(shuffle(seed, round_id, mixed), cut_depth(seed, round_id, mixed, 10))

    def cronies(self) -> list[c.Actor]:
        """Those who may contribute, in another order each time."""
        state = self.game.state
        names = [
            name
            for name, found in state.players.items()
            if name != HONEST.name and found.rounds and name not in state.silent
        ]
        return [c.player(name) for name in self.chance.sample(names, len(names))]

    def one_round(self, *, withholds: bool) -> bool:
        """Play until a round is dealt, as well as the coalition can; whether its deck was good."""
        game = self.game
        while True:
            wager(game)
            round_id, honest = game.state.round.id, os.urandom(32).hex()
            game.do(c.CommitSeed(HONEST, commit_player(honest, round_id, HONEST.name)))
            cronies = self.cronies()
            seeds = self._ground(cronies)
            for by in cronies:
                game.do(c.CommitSeed(by, commit_player(seeds[by.name], round_id, by.name)))
            secret = game.secret()
            game.deal()
            game.do(c.RevealSeed(HONEST, honest))
            seeds[HONEST.name] = honest
            mixed = [text for name, _ in game.state.round.listed for text in ("player", name, seeds[name])]
            deck = self._cut(secret, round_id, tuple(mixed))
            if withholds and cronies and not is_good(deck):
                self._withhold(cronies, seeds)
                continue
            for by in cronies:
                game.do(c.RevealSeed(by, seeds[by.name]))
            assert [card.index for card in game.state.round.order] == list(deck)
            finish(game)
            return is_good(deck)

    def _ground(self, cronies: list[c.Actor]) -> dict[str, str]:
        """Seeds with which the deck would be good if the honest seed were one that the coalition can only guess."""
        round_id, secret = self.game.state.round.id, self.game.secret()
        for _ in range(20):
            seeds = {by.name: self.chance.randbytes(8).hex() for by in cronies}
            mixed = ["player", HONEST.name, self.chance.randbytes(32).hex()]
            mixed += [text for name, seed in seeds.items() for text in ("player", name, seed)]
            if is_good(self._cut(secret, round_id, tuple(mixed))):
                break
        return seeds

    def _withhold(self, cronies: list[c.Actor], seeds: dict[str, str]) -> None:
        """The first of the cronies says nothing: a redraw, which costs that crony the say."""
        game, silent = self.game, cronies[0]
        for by in cronies[1:]:
            game.do(c.RevealSeed(by, seeds[by.name]))
        game.later(seconds=10)
        game.do(c.Do(c.dealer(), "reveal_seeds"))
        assert game.state.called_off.missing == (silent.name,)
        self.called_off += 1


def at_least(hits: int, number: int, probability: float) -> float:
    """The probability of so many hits or more, exactly."""
    logs = (math.lgamma(number + 1) - math.lgamma(k + 1) - math.lgamma(number - k + 1) for k in range(hits, number + 1))
    terms = zip(logs, range(hits, number + 1), strict=True)
    return sum(math.exp(one + k * math.log(probability) + (number - k) * math.log1p(-probability)) for one, k in terms)


def check_no_advantage(rounds: int, cronies: int, seed: int) -> None:
    coalition = Coalition(cronies, random.Random(seed))
    hits = sum(coalition.one_round(withholds=False) for _ in range(rounds))
    assert coalition.tried > 5 * rounds, "server seeds were ground"
    assert coalition.called_off == 0
    tail = at_least(hits, rounds, BY_CHANCE)
    print(f"{cronies} cronies, {rounds:,} rounds: {hits:,} good decks, chance {rounds * BY_CHANCE:,.1f}, p {tail:.3f}")
    assert tail > CERTAINTY


def check_bound(tables: int, cronies: int, seed: int) -> None:
    chance, hits, most = random.Random(seed), 0, 0
    for _ in range(tables):
        coalition = Coalition(cronies, chance)
        hits += coalition.one_round(withholds=True)
        most = max(most, coalition.called_off)
        for _ in range(2):  # there is nothing left to withhold, or it is still there; the sum stays bounded
            coalition.one_round(withholds=True)
        assert coalition.called_off <= cronies
    bound = 1 - (1 - BY_CHANCE) ** (cronies + 1)
    tail, other = at_least(hits, tables, bound), 1 - at_least(hits + 1, tables, bound)
    print(f"{cronies} cronies, {tables:,} tables: {hits / tables:.3f} good, bound {bound:.3f}, p {tail:.3f}")
    assert tail > CERTAINTY, "more than the bound"
    assert other > CERTAINTY, "the attack is carried out: withholding gets what the bound says"
    assert most == cronies


def test_with_one_honest_player_grinding_gets_what_chance_gives() -> None:
    check_no_advantage(250, 3, 1)


@pytest.mark.prove
@pytest.mark.parametrize("cronies", [0, 1, 3, 5])
def test_with_one_honest_player_grinding_gets_what_chance_gives_in_many_rounds(cronies: int) -> None:
    check_no_advantage(10_000, cronies, 2)


def test_withholding_stays_within_its_bound() -> None:
    check_bound(60, 2, 3)


@pytest.mark.prove
@pytest.mark.parametrize("cronies", [1, 2, 3, 5])
def test_withholding_stays_within_its_bound_at_many_tables(cronies: int) -> None:
    check_bound(1_500, cronies, 4)


def test_without_an_honest_seed_the_operator_chooses() -> None:
    """What the document says can still be done, and how much the honest seed is worth."""
    coalition = Coalition(0, random.Random(5))
    hits = 0
    for _ in range(20):
        wager(coalition.game)
        coalition.game.deal()
        hits += coalition.game.state.round.order[0].rank is Rank.ACE
        finish(coalition.game)
    assert hits >= 18


def test_extra_seats_give_no_say_before_they_have_played_a_round() -> None:
    """However many sit down in the round that matters, none of them is on its list."""
    coalition = Coalition(1, random.Random(6))
    game = coalition.game
    for number in range(4):
        seat(game, c.player(f"extra {number}"))
    wager(game)
    for number in range(4):
        by = c.player(f"extra {number}")
        with pytest.raises(RefusedError, match="from their second round"):
            game.do(c.CommitSeed(by, commit_player("x", game.state.round.id, by.name)))
    game.deal()
    assert game.state.round.listed == ()


def test_late_and_copied_commitments_give_nothing() -> None:
    """A copy of the honest commitment cannot be opened, and so is a seed that is missing: its sender is named."""
    coalition = Coalition(1, random.Random(7))
    game, crony = coalition.game, c.player("crony 0")
    wager(game)
    honest = commit_player("honest seed", game.state.round.id, HONEST.name)
    game.do(c.CommitSeed(HONEST, honest))
    game.do(c.CommitSeed(crony, honest))
    game.deal()
    with pytest.raises(RefusedError):
        game.do(c.CommitSeed(crony, commit_player("late", game.state.round.id, crony.name)))
    game.do(c.RevealSeed(HONEST, "honest seed"))
    for seed in ("honest seed", "late"):
        with pytest.raises(RefusedError, match="this is not the seed"):
            game.do(c.RevealSeed(crony, seed))
    game.later(seconds=10)
    game.do(c.Do(c.dealer(), "reveal_seeds"))
    assert game.state.called_off.missing == (crony.name,)


def test_a_dropped_reveal_is_one_redraw_and_names_the_honest_player() -> None:
    """The operator gets no second one from the same player; that player's page says what happened (tests/browser)."""
    coalition = Coalition(0, random.Random(8))
    game = coalition.game
    wager(game)
    game.do(c.CommitSeed(HONEST, commit_player("mine", game.state.round.id, HONEST.name)))
    game.deal()
    game.later(seconds=10)
    game.do(c.Do(c.dealer(), "reveal_seeds"))
    assert game.state.called_off.missing == (HONEST.name,)
    wager(game)
    with pytest.raises(RefusedError, match="did not reveal"):
        game.do(c.CommitSeed(HONEST, commit_player("mine", game.state.round.id, HONEST.name)))


def searched(path: Path, seed: bytes) -> list[str]:
    """The files of a record in which a seed stands, in whatever form."""
    forms = (seed, seed.hex().encode(), seed.hex().upper().encode(), b64encode(seed).rstrip(b"="))
    files = [file for file in path.parent.iterdir() if file.is_file()]
    return [file.name for file in files if any(form in file.read_bytes() for form in forms)]


def test_the_record_has_no_seed_before_its_reveal(tmp_path: Path) -> None:
    """In no file and in no form, from the opening of the round to its last card; then in the event that ends it."""
    path = tmp_path / "record.db"
    with open_record(path, create=True) as store:
        pit = Pit(store)
        pit.open_table("T1", rules_of(FOUR), c.floorperson())
        pit.handle("T1", c.Sit(HONEST, 1, 1000_00))
        ready: list[Callable[[], c.Command]] = [
            lambda: c.PlaceWagers(HONEST, 1, {"ante": 10_00}),
            lambda: c.DealRound(c.dealer()),
            lambda: c.Decide(HONEST, 1, "fold"),
        ]
        for step in ready:
            pit.handle("T1", step())
        current = pit.state("T1").round
        assert current is not None
        assert current.sealed is not None
        own = "a seed of my own"
        seed = pit.keys.unseal(current.sealed, current.id)
        assert searched(path, seed) == []
        commitment = commit_player(own, current.id, HONEST.name)
        moments: list[c.Command] = [
            c.CommitSeed(HONEST, commitment),
            c.PlaceWagers(HONEST, 1, {"ante": 10_00}),
            c.DealRound(c.dealer()),
            c.RevealSeed(HONEST, own),
        ]
        for command in moments:
            assert not any(own.encode() in file.read_bytes() for file in path.parent.iterdir())
            pit.handle("T1", command)
            assert searched(path, seed) == []
        pit.handle("T1", c.Decide(HONEST, 1, "fold"))
        assert searched(path, seed) != []
        assert audit(store).holds
