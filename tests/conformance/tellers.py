"""Others that say what a round pays: the simulator's kernels, and the live table with forced cards."""

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from typing import Any

from conformance.slow import PLACES, Standing, cards_of
from conformance.walking import action_names
from pitbook.cards import Card
from pitbook.odds.deck import Deck
from pitbook.rulebooks.flow import DecisionStep
from pitbook.settlement import DealtRound
from pitbook.submission import HouseRules
from pitbook.table import player_view
from pitbook.table.views import HIDDEN
from pitbook.web.live.views import question
from simulator.given_rounds import settle_by_kernels
from table.looking import leaks, there
from table.play import Game

CHIPS = 10**10
SEAT = 1


class Kernels:
    """What the simulator's kernels pay: for each choice of wagers, all deals of a deck are settled in one go."""

    def __init__(self, rules: HouseRules, deck: Deck) -> None:
        self.rules, self.cards = rules, [1 << card for card in deck.cards]
        self._known: dict[object, dict[tuple[object, ...], dict[str, int]]] = {}

    def __call__(self, end: Standing) -> Mapping[str, int]:
        """By wager: what goes back."""
        key = end.wagers, end.folded
        if key not in self._known:
            deals = list(self._deals(end))
            settled = settle_by_kernels(self.rules, [one.round() for one in deals])
            self._known[key] = {
                one[:PLACES]: {line.wager: line.returned for line in lines}
                for one, (lines, _) in zip(deals, settled, strict=True)
            }
        return self._known[key][end[:PLACES]]

    def _deals(self, like: Standing) -> list[Standing]:
        """Every deal with as many cards in each place."""
        found = [like._replace(own=0, board=0, up=0, hidden=0, extra=0)]
        for place in ("own", "board", "up", "hidden", "extra"):
            number = getattr(like, place).bit_count()
            found = [
                one._replace(**dict[str, Any]({place: sum(more)}))
                for one in found
                for more in combinations([card for card in self.cards if not card & one.cards], number)
            ]
        return found


class LiveTable:
    """What the live table pays, with cards in the order that deals them; it is looked at before every decision."""

    def __init__(self, rules: HouseRules, played_by: HouseRules | None = None) -> None:
        """A table that is expected to play by these rules; for tests of the tests, it plays by others."""
        self.rules = rules
        self.game = Game(played_by or rules)
        self.meters: Mapping[str, Fraction] = {}
        self.game.sit(SEAT, CHIPS)
        self.decisions = {step.name: step for step in rules.book.flow.steps if isinstance(step, DecisionStep)}

    def __call__(self, end: Standing) -> Mapping[str, int]:
        """By wager: what goes back; all of it has come to the player."""
        game, number = self.game, self.game.state.rounds
        before = game.state.players[f"player {SEAT}"].stack
        game.deck = deck_for(self.rules, end)
        game.wager(SEAT, self._placed(end))
        game.deal()
        self.meters = {name: meter.displayed for name, meter in game.meters.items()}
        for taken in end.taken:
            assert game.state.round is not None, f"the round is over, and {taken.street} was not asked"
            assert game.state.round.street == taken.street
            self._look(end, self.decisions[taken.street])
            game.decide(SEAT, taken.verb, taken.amount)
        assert game.state.rounds == number + 1, "the table asks for more than the flow"
        lines = game.state.last_round.lines
        back: dict[str, int] = {}
        for line in lines:
            back[line[1]] = back.get(line[1], 0) + line[7]
        moved = game.state.players[f"player {SEAT}"].stack - before
        assert moved == sum(back.values()) - sum(dict(end.wagers).values())
        return back

    def settled(self, end: Standing) -> DealtRound:
        """The last round as settlement is given it, with what the meters showed."""
        return replace(end.round(), meters=self.meters)

    def _placed(self, end: Standing) -> dict[str, int]:
        """The wagers before the deal: those that were not decided, and those that were taken back."""
        made = {name: amount for name, amount in end.wagers if not self.rules.book.wager(name).decided}
        base = made.get(self.rules.book.flow.base, 0)
        verbs = {taken.verb for taken in end.taken}
        return made | {name: base for name in self.rules.book.flow.withdrawable if f"withdraw_{name}" in verbs}

    def _look(self, end: Standing, decide: DecisionStep) -> None:
        """The player is offered what the flow offers, and sees the cards that it has shown, and nobody sees more."""
        state = self.game.state
        asked = question(state, SEAT, None, own=True)
        assert {one["action"] for one in asked["actions"]} == action_names(self.rules, decide, end)
        street = self.rules.street(decide.name)
        view = there(player_view(state, f"player {SEAT}")["round"])
        assert sorted(view["seats"][str(SEAT)]["cards"]) == sorted(map(str, cards_of(end.own)))
        shown = [[card for card in view[place] if card != HIDDEN] for place in ("board", "dealer")]
        assert list(map(len, shown)) == [street.board, street.up]
        assert leaks(state) == []


def deck_for(rules: HouseRules, end: Standing) -> str:
    """A deck that deals these cards to one player, by the steps of the order; other cards are burned or left over."""
    left: dict[str | None, list[Card]] = {
        "each_player": list(cards_of(end.own)),
        "board": list(cards_of(end.board)),
        "up": list(cards_of(end.up)),
        "dealer": list(cards_of(end.hidden)),
        "extra": list(cards_of(end.extra)),
    }
    left[None] = spare = [card for card in rules.book.deck.playing_cards if not end.cards >> card.index & 1]
    order: list[Card] = []
    for step in rules.order.steps:
        if step.do not in ("deal", "burn") or (step.to == "extra" and not end.extra):
            continue
        place = "up" if step.to == "dealer" and step.face == "up" else step.to
        order += [left[place].pop(0) for _ in range(step.cards)]
    assert not any(cards for cards in left.values() if cards is not spare)
    return " ".join(map(str, [*order, *spare]))
