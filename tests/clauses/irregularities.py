"""What the tests of stub counts and irregularities share: each check plays at a table of the book that it is given."""

import re
from typing import Any

from clauses.procedures import (
    FOUR,
    MAIN,
    Game,
    agenda,
    cited,
    play_out,
    raises,
    recorded,
    refused,
    seated,
    step_on,
    with_wagers,
)
from pitbook.table import NONE, player_view, public_view
from pitbook.table import commands as c
from pitbook.table import events as happened
from pitbook.table.narration import tell
from table.play import rules_of
from table.playthroughs import SLOWLY


def check_stub_count(book: str, method: str, clauses: list[str]) -> None:
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
    step_on(count, "count_stub")
    assert list(count.state.agenda[0].clauses) == clauses
    assert agenda(count)[0] == ("count_stub", "dealer")
    counting = seated(book, method, shuffler="automatic_counting")
    counting.state.since_count = 100
    counting.wager(1, {"ante": 10_00} if book == FOUR else MAIN)
    counting.deal()
    counting.decide(1, *raises(counting))
    assert not any(isinstance(event, happened.StubCounted) for event in counting.events)


def at_the_count(book: str, method: str) -> Game:
    """Every wager is made, all cards are dealt, and the stub, which somebody wants counted, is next."""
    game = with_wagers(book, method)
    game.do(c.CallStubCount(c.floorperson()))
    game.table.automations = SLOWLY - {"count_stub"}
    game.deal()
    step_on(game, "count_stub")
    return game


def check_right_stub(book: str, method: str, cards_left: int, clauses: list[str]) -> None:
    """52 cards are there: the stub goes to the discard rack, nobody has seen it, and the round goes on."""
    game = at_the_count(book, method)
    game.table.automations = NONE
    game.step("count_stub", count=cards_left)
    assert game.events[-1] == happened.StubCounted(cards_left, "dealer")
    assert agenda(game)[0] == ("stub_to_rack", "dealer")
    assert list(game.state.agenda[0].clauses) == clauses
    assert game.state.rack != 0
    order = game.state.round.order
    stub = {str(card) for card in order[game.state.round.cards_dealt :]}
    assert len(stub) == cards_left
    assert game.step("stub_to_rack") == (happened.Performed(("stub_to_rack",), "dealer"),)
    rack, void = game.state.rack, game.state.round.void
    assert (rack, void) == (0, None)
    for view in (public_view(game.state), player_view(game.state, "player 1")):
        assert not stub & set(re.findall(r"\b[2-9TJQKA][cdhs]\b", str(view["round"])))
    play_out(game)
    assert game.state.last_round.void is None
    assert game.state.last_round.lines


def report(book: str, irregularity: str, *way: str, dealt_cards: int = 3, **detail: Any) -> Game:
    """Something goes wrong in a round with every wager, after this many steps of dealing; nothing happens by itself."""
    game = with_wagers(book, *way, automations=NONE)
    game.deal()
    game.perform_until("deal")
    for _ in range(dealt_cards):
        game.step(game.state.agenda[0].do)
    game.do(c.Report(c.dealer(), irregularity, detail))
    return game


def check_reshuffled(
    game: Game, back: str, again: str, *, out: str | None = None, stacks: tuple[str, str] = ("1000.00", "1000.00")
) -> None:
    """A void round: wagers go back, and no other opens before all cards, also of a device, are shuffled together."""
    assert any(isinstance(event, happened.RoundVoided) for event in game.events)
    refused(game, c.Report(c.dealer(), "dealer_card_exposed"))
    assert back in cited(game, "reckon")
    deck = game.state.round.deck
    game.perform_until("return_wagers")
    assert back in cited(game, "return_wagers")
    if out is not None:
        assert cited(game, "remove_cards") == {out}
    ended = play_out(game)
    assert [step for step in recorded(ended) if step[0] == "remove_cards"] == [("remove_cards", "dealer")] * bool(out)
    assert game.stacks() == dict(enumerate(stacks, 1))
    assert all(float(meter.displayed) == 5000 for meter in game.meters.values())
    (rack,) = [event for event in ended if isinstance(event, happened.CardsDiscarded)]
    lay = {cards[at : at + 2] for _, cards in rack.order for at in range(0, len(cards), 2)}
    last = game.state.last_round
    assert lay == {str(card) for card in last.order[: last.cards_dealt]}
    assert game.state.rack == deck
    assert game.state.agenda[0].do == "shuffle"
    assert again in cited(game, "shuffle")
    refused(game, c.Do(c.dealer(), "open_round"), game.state.agenda[0].clauses[0])
    before = len(game.events)
    game.perform_until("open_round")
    assert [event.deck for event in game.events[before:] if isinstance(event, happened.Shuffled)] == [deck]
    assert game.state.rack is None
    game.step("open_round")


def check_void_and_reshuffled(
    book: str, irregularity: str, back: str, again: str, *way: str, out: str | None = None, **more: Any
) -> None:
    """Everything goes back to the cent, and all cards are shuffled together before another round may open."""
    check_reshuffled(report(book, irregularity, *way, **more), back, again, out=out)


def check_one_face_up(book: str, first: list[str], instead: str) -> None:
    """The card that lay face up is in nobody's hand, lies with the discards, and the round is played with the next."""
    game = report(book, "face_up_card", dealt_cards=0)
    up = first[0]
    assert game.events[-1] == happened.CardSetAside(up)
    game.perform_until("decide")
    play_out(game)
    last = game.state.last_round
    assert last.void is None
    used = [
        *last.dealer,
        *last.board,
        *last.extra,
        *last.burned,
        *(card for hand in last.hands.values() for card in hand),
    ]
    assert up not in map(str, used)
    assert instead in map(str, used)
    assert last.discarded[-1] == ("set aside", up)


def check_not_before_the_deal(book: str, irregularity: str, clause: str) -> None:
    """What goes wrong with cards that are being dealt can't have gone wrong before any is dealt."""
    game = with_wagers(book, automations=NONE)
    refused(game, c.Report(c.dealer(), irregularity), clause)
    refused(game, c.Report(c.player("player 1"), irregularity))


def check_drawn_in_error(book: str, clause: str, hands: list[str]) -> None:
    """The card is dealt as the next one, and the record says who reported it; nothing else changes.

    No card can be drawn before the deck lies in the shoe; then one can, also before "no more bets".
    """
    game = Game(rules_of(book), automations=NONE)
    game.perform_until("open_round")
    game.sit(1)
    game.step("open_round")
    assert game.state.agenda[0].do == "place_in_shoe"
    refused(game, c.Report(c.dealer(), "card_drawn_in_error"), clause)
    game = with_wagers(book, automations=NONE)
    early = game.do(c.Report(c.dealer("Dee"), "card_drawn_in_error"))
    assert early == (happened.IrregularityReported("card_drawn_in_error", {}, "Dee"),)
    game.deal()
    game.perform_until("deal")
    game.step("deal")
    ahead, dealt_before = agenda(game), game.state.round.cards_dealt
    told = list(tell(game.state, happened.IrregularityReported("card_drawn_in_error", {}, "Dee")))
    assert [(line.by, line.clauses) for line in told] == [("dealer", (clause,))]
    events = game.do(c.Report(c.dealer("Dee"), "card_drawn_in_error"))
    assert events == (happened.IrregularityReported("card_drawn_in_error", {}, "Dee"),)
    assert (agenda(game), game.state.round.cards_dealt) == (ahead, dealt_before)
    play_out(game)
    last = game.state.last_round
    assert last.void is None
    assert [" ".join(map(str, last.hands[seat])) for seat in (1, 2)] == hands
    refused(game, c.Report(c.dealer(), "card_drawn_in_error"), clause)
