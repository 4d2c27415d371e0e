"""Players' seeds by commit and reveal: the deck depends on each of them, and nothing is dealt while one is missing."""

from datetime import timedelta

import pytest

from clauses import procedures as p
from pitbook.fairness import Beacon, SeedContribution, commit_player, mixed_in, shuffle
from pitbook.problems import MalformedError, RefusedError
from pitbook.table import NONE, fold, public_view
from pitbook.table import commands as c
from pitbook.table.events import CardsOrdered, RoundOpened, Shuffled
from pitbook.table.narration import narrate
from pitbook.table.seed_events import RoundCalledOff, SeedListClosed, SeedRevealed
from table.looking import dump, leaks, there
from table.play import BOOKS, FOUR, MD, Game

ONE, TWO = c.player("player 1"), c.player("player 2")
LATER = {"seconds": 9}


def played_once(book: str = MD, *way: str, **more: object) -> Game:
    """A table whose two players have played a round and wager in the second one."""
    game = p.with_wagers(book, *way, source="virtual", **more)
    game.deal()
    finish(game)
    wager(game)
    return game


def wager(game: Game) -> None:
    for seat in (1, 2):
        game.wager(seat, p.every_wager(game.rules.book.id))


def finish(game: Game) -> None:
    number = game.state.round.number
    while game.state.round is not None and game.state.round.number == number:
        if game.state.agenda[0].do == "decide":
            game.decide(game.state.round.to_act[0], *p.raises(game))
        else:
            game.step(game.state.agenda[0].do)


def commits(game: Game, by: c.Actor, seed: str) -> None:
    game.do(c.CommitSeed(by, commit_player(seed, game.state.round.id, by.name)))


def listed(book: str = MD, *way: str, **more: object) -> Game:
    """The list is closed with the seeds of both players."""
    game = played_once(book, *way, **more)
    commits(game, TWO, "clover")
    commits(game, ONE, "seven")
    game.deal()
    return game


def after(game: Game, number: int) -> list[str]:
    return [event.type for event in game.events[number:]]


@pytest.mark.parametrize("book", BOOKS)
def test_the_deck_depends_on_every_listed_seed_and_is_fixed_by_the_last(book: str) -> None:
    game = listed(book)
    current = game.state.round
    assert current.listed == tuple(
        (name, commit_player(seed, current.id, name)) for name, seed in (("player 2", "clover"), ("player 1", "seven"))
    )
    assert game.state.agenda[0].do == "reveal_seeds"
    assert (current.order, current.cards_dealt, current.locked_out) == (None, 0, False)
    game.do(c.RevealSeed(ONE, "seven"))
    assert current.order is None
    assert game.state.agenda[0].do == "reveal_seeds"
    number = len(game.events)
    secret = game.secret()
    game.do(c.RevealSeed(TWO, "clover"))
    assert after(game, number)[:2] == ["seed_revealed", "cards_ordered"]
    mixed = ("player", "player 2", "clover", "player", "player 1", "seven")
    before = shuffle(secret, current.id, mixed)
    (depth,) = game.state.decks[current.deck].cuts
    assert [card.index for card in game.state.round.order] == [*before[depth:], *before[:depth]]
    finish(game)
    assert game.state.last_round.seed == secret.hex()


def test_no_list_no_step() -> None:
    """Bots and whoever adds nothing play as before."""
    game = played_once()
    number = len(game.events)
    game.deal()
    assert not {"seed_list_closed", "seed_revealed"} & set(after(game, number))
    assert game.state.round.cards_dealt


def test_newcomers_contribute_from_their_second_round() -> None:
    game = p.with_wagers(MD, source="virtual")
    with pytest.raises(RefusedError, match="from their second round"):
        commits(game, ONE, "seven")
    game.deal()
    finish(game)
    game.do(c.Sit(c.player("player 3"), 3, 1000_00))
    commits(game, ONE, "seven")
    with pytest.raises(RefusedError, match="from their second round"):
        commits(game, c.player("player 3"), "three")
    game.do(c.Leave(ONE))
    game.do(c.Sit(ONE, 1, 1000_00))
    with pytest.raises(RefusedError, match="from their second round"):
        commits(game, ONE, "back again")


def test_only_who_wagers_is_on_the_list_and_only_the_last_commitment_counts() -> None:
    game = played_once()
    commits(game, ONE, "first")
    commits(game, TWO, "two")
    commits(game, ONE, "second")
    game.do(c.PlaceWagers(TWO, 2, {}))
    number = len(game.events)
    commits(game, ONE, "second")
    assert after(game, number) == []
    game.deal()
    assert game.state.round.listed == (("player 1", commit_player("second", "T-2", "player 1")),)
    p.refused(game, c.RevealSeed(ONE, "first"))
    p.refused(game, c.RevealSeed(TWO, "two"))
    game.do(c.RevealSeed(ONE, "second"))
    assert game.state.round.cards_dealt


def test_each_in_its_time() -> None:
    """Commit after the close, reveal before it, twice, with a wrong seed, or too late: a sentence, and nothing lost."""
    game = played_once()
    for wrong in ("", "12", "zz" * 32):
        with pytest.raises(MalformedError):
            game.do(c.CommitSeed(ONE, wrong))
    p.refused(game, c.CommitSeed(c.player("nobody"), "00" * 32))
    p.refused(game, c.CommitSeed(c.dealer(), "00" * 32))
    commits(game, ONE, "seven")
    commits(game, TWO, "clover")
    with pytest.raises(RefusedError, match="no seeds are to be revealed now"):
        game.do(c.RevealSeed(ONE, "seven"))
    game.deal()
    with pytest.raises(RefusedError, match="no more bets"):
        commits(game, ONE, "eight")
    with pytest.raises(RefusedError, match="this is not the seed"):
        game.do(c.RevealSeed(ONE, "eight"))
    for wrong in ("", "x" * 200, "\ud800"):
        with pytest.raises(MalformedError):
            game.do(c.RevealSeed(ONE, wrong))
    game.do(c.RevealSeed(ONE, "seven"))
    number = len(game.events)
    game.do(c.RevealSeed(ONE, "seven"))
    assert after(game, number) == []
    p.refused(game, c.RevealSeed(ONE, "eight"))
    game.later(**LATER)
    game.do(c.RevealSeed(TWO, "clover"))  # late, but before anybody has called the round off
    assert game.state.round.cards_dealt
    p.refused(game, c.RevealSeed(TWO, "other"))


def test_a_missing_seed_calls_the_round_off() -> None:
    """Nothing is dealt, every wager goes back, who was missing is named and contributes no more here."""
    game = listed()
    stacks, secret, meters = game.stacks(), game.secret(), {name: one.displayed for name, one in game.meters.items()}
    game.do(c.RevealSeed(ONE, "seven"))
    early = c.Do(c.dealer(), "reveal_seeds")
    with pytest.raises(RefusedError, match="player 2 may reveal until 2026-01-31T12:00:08"):
        game.do(early)
    game.later(**LATER)
    number = len(game.events)
    game.do(early)
    called_off = game.events[number]
    assert called_off == RoundCalledOff("T-2", ("player 2",), secret.hex(), "dealer")
    assert after(game, number) == ["round_called_off", "round_opened", "performed"]
    assert {name: one.displayed for name, one in game.meters.items()} == meters
    back = sum(p.every_wager(MD).values()) / 100
    assert game.stacks() == {seat: f"{float(stack) + back:.2f}" for seat, stack in stacks.items()}
    assert game.state.round.id == "T-3"
    assert game.secret() != secret
    wager(game)
    commits(game, ONE, "again")
    with pytest.raises(RefusedError, match="did not reveal"):
        commits(game, TWO, "again")
    game.do(c.Leave(TWO))
    game.do(c.Sit(TWO, 2, 1000_00))
    game.wager(2, p.every_wager(MD))
    with pytest.raises(RefusedError, match="did not reveal"):
        commits(game, TWO, "as if new")
    game.deal()
    assert [name for name, _ in game.state.round.listed] == ["player 1"]
    game.do(c.RevealSeed(ONE, "again"))
    finish(game)


def test_nothing_goes_on_and_nothing_is_redrawn_while_seeds_are_missing() -> None:
    game = listed()
    for command in (
        c.Do(c.dealer(), "deal"),
        c.OrderRecut(c.floorperson(), "again"),
        c.OrderReshuffle(c.floorperson(), "again"),
        c.Report(c.dealer(), "face_up_card"),
        c.GiveBeacon(c.floorperson(), "pulse", game.now.isoformat()),
        c.DealRound(c.dealer()),
        c.PlaceWagers(ONE, 1, {}),
    ):
        before = dump(game.state)
        p.refused(game, command)
        assert dump(game.state) == before


def test_once_the_seeds_are_known_no_shuffle_and_no_cut_changes_the_deck() -> None:
    game = listed()
    game.table.automations = NONE
    for by, seed in ((ONE, "seven"), (TWO, "clover")):
        game.do(c.RevealSeed(by, seed))
    order = list(game.state.round.order)
    assert not game.state.round.cards_dealt
    p.refused(game, c.OrderRecut(c.floorperson(), "again"))
    p.refused(game, c.OrderReshuffle(c.floorperson(), "again"))
    game.perform_until("deal")
    game.step("deal")
    assert game.state.round.order == order


def test_a_jam_while_seeds_are_missing_does_not_draw_again() -> None:
    """The last to reveal knows what another shuffle would give: so it gives nothing, and verify finds the first."""
    game = listed(FOUR, "automated", "stacks", shuffler="reshuffling")
    game.do(c.RevealSeed(ONE, "seven"))
    game.do(c.Report(c.dealer(), "shuffler_jam"))
    assert (game.state.decks[0].shuffles, game.state.round.fixed) == (2, (1, 0, 0))
    secret = game.secret()
    game.do(c.RevealSeed(TWO, "clover"))
    mixed = ("player", "player 2", "clover", "player", "player 1", "seven")
    assert [card.index for card in game.state.round.order] == list(shuffle(secret, "T-2", mixed))


@pytest.mark.parametrize("seeds", [True, False])
def test_the_record_says_that_a_later_shuffle_leaves_the_order_of_the_seeds(seeds: bool) -> None:
    way = ("automated", "stacks")
    game = listed(FOUR, *way, shuffler="reshuffling") if seeds else played_once(FOUR, *way, shuffler="reshuffling")
    game.table.automations = NONE
    game.do(c.Report(c.dealer(), "shuffler_jam"))
    game.perform_until("shuffle")
    (said,) = narrate(game.state, Shuffled(0, None, "auto"))
    assert said.words.startswith("Shuffle the ")
    assert said.words.endswith("fixed the order of the cards, and this leaves it.") == seeds


def test_who_leaves_before_revealing_is_missing() -> None:
    game = listed()
    game.do(c.Leave(TWO))
    p.refused(game, c.RuleOnLeaving(c.floorperson(), "player 2", True, "gone"))
    game.do(c.RevealSeed(ONE, "seven"))
    game.later(**LATER)
    game.do(c.Do(c.dealer(), "reveal_seeds"))
    assert game.state.called_off.missing == ("player 2",)
    assert set(game.state.players) == {"player 1"}
    assert game.state.taken > 0


def test_who_leaves_after_revealing_is_not() -> None:
    game = listed()
    game.do(c.RevealSeed(TWO, "clover"))
    game.do(c.Leave(TWO))
    game.do(c.RevealSeed(ONE, "seven"))
    assert game.state.round.cards_dealt
    game.do(c.RuleOnLeaving(c.floorperson(), "player 2", False, "the wagers stand"))
    finish(game)
    assert game.state.last_round.id == "T-2"


def test_who_leaves_before_the_close_takes_the_commitment_along() -> None:
    game = played_once()
    commits(game, ONE, "seven")
    commits(game, TWO, "clover")
    game.do(c.Leave(TWO))
    game.deal()
    assert [name for name, _ in game.state.round.listed] == ["player 1"]


def test_a_void_round_waits_for_nobody_and_reveals_its_seed() -> None:
    """An irregularity while seeds are missing: nobody is named, and nobody loses the say."""
    game = listed()
    secret = game.secret()
    game.do(c.RevealSeed(ONE, "seven"))
    game.do(c.Report(c.dealer(), "face_up_cards"))
    assert game.state.last_round.void == "face_up_cards"
    assert (game.state.last_round.seed, game.state.last_round.missing) == (secret.hex(), ())
    assert game.state.silent == set()
    wager(game)
    commits(game, TWO, "again")


def test_a_table_that_is_closing_closes_when_its_round_is_called_off() -> None:
    game = listed()
    game.do(c.CloseTable(c.floorperson()))
    game.later(**LATER)
    game.do(c.Do(c.dealer(), "reveal_seeds"))
    assert (game.state.status, game.state.called_off.missing) == ("closed", ("player 2", "player 1"))


@pytest.mark.parametrize("reveals", [(), ((ONE, "seven"),), ((ONE, "seven"), (TWO, "clover"))])
def test_every_moment_can_be_folded_again(reveals: tuple[tuple[c.Actor, str], ...]) -> None:
    game = listed()
    for by, seed in reveals:
        game.do(c.RevealSeed(by, seed))
        assert leaks(game.state) == []
    again = fold(game.library, game.events)
    assert dump(again) == dump(game.state)


def test_views_show_the_list_and_no_seed_before_all_are_known() -> None:
    game = listed()
    game.do(c.RevealSeed(ONE, "seven"))
    shown = there(public_view(game.state)["round"])["seeds"]
    assert [(one["player"], one["revealed"], one["seed"]) for one in shown["listed"]] == [
        ("player 2", False, None),
        ("player 1", True, None),
    ]
    assert shown["reveal_by"] == (game.now + timedelta(seconds=8)).isoformat()
    assert leaks(game.state) == []
    game.do(c.RevealSeed(TWO, "clover"))
    shown = there(public_view(game.state)["round"])["seeds"]
    assert [one["seed"] for one in shown["listed"]] == ["clover", "seven"]


def test_a_beacon_is_no_older_than_the_commitment_and_joins_the_shuffle() -> None:
    game = played_once()
    opened = [event for event in game.events if isinstance(event, RoundOpened)][-1]
    game.later(minutes=1)
    for at, kind in (
        ("2026-01-31T11:59:59Z", RefusedError),
        ((game.now + timedelta(seconds=1)).isoformat(), RefusedError),
        ("2026-01-31T12:00:30", MalformedError),
        ("soon", MalformedError),
    ):
        with pytest.raises(kind):
            game.do(c.GiveBeacon(c.floorperson(), "pulse", at))
    for value in ("", "x" * 200):
        with pytest.raises((MalformedError, RefusedError)):
            game.do(c.GiveBeacon(c.floorperson(), value, game.now.isoformat()))
    p.refused(game, c.GiveBeacon(c.dealer(), "pulse", game.now.isoformat()))
    game.do(c.GiveBeacon(c.floorperson(), "pulse", opened.at))
    p.refused(game, c.GiveBeacon(c.floorperson(), "another", game.now.isoformat()))
    commits(game, ONE, "seven")
    game.deal()
    secret, current = game.secret(), game.state.round
    game.do(c.RevealSeed(ONE, "seven"))
    mixed = mixed_in([SeedContribution("player 1", "", "seven")], Beacon("pulse", opened.at))
    before = shuffle(secret, current.id, mixed)
    (depth,) = game.state.decks[0].cuts
    assert [card.index for card in current.order] == [*before[depth:], *before[:depth]]


def test_events_say_what_happened_in_their_order() -> None:
    game = listed()
    number = len(game.events)
    game.do(c.RevealSeed(TWO, "clover"))
    game.do(c.RevealSeed(ONE, "seven"))
    closed = next(event for event in game.events if isinstance(event, SeedListClosed))
    place = game.events.index(closed)
    assert game.events[place - 1].type == "no_more_bets"
    assert closed.until == "2026-01-31T12:00:08+00:00"
    (told,) = narrate(fold(game.library, game.events[:place]), closed)
    assert told.words == "The list of seeds is closed: the deal waits for player 2 and player 1 to reveal."
    revealed = [event for event in game.events[number:] if isinstance(event, SeedRevealed)]
    assert [(event.player, event.seed) for event in revealed] == [("player 2", "clover"), ("player 1", "seven")]
    ordered = [event for event in game.events if isinstance(event, CardsOrdered)]
    assert len(ordered) == 2
