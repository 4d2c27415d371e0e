"""The decks of a table as somebody would write them down who watches only what is done with them.

Nothing here asks the table's agenda what is due. It is what the books say of every deck: it is opened before it is
shuffled, shuffled before it is dealt, cut unless a device has shuffled it, and put where it is dealt from after that.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pitbook.rulebooks.procedures import Method, Shuffler
from pitbook.table import State, TableEvent
from pitbook.table import events as happened
from pitbook.table.evolve import evolve
from table.play import MA

PLACED = ("place_in_shoe", "take_deck_in_hand")
OPENED = ("inspect", "verify_inspection", "spread_face_up", "first_player_inspects", "turn_face_down", "wash", "stack")
REOPENED = ("spread_idle", "first_player_inspects", "turn_face_down", "wash", "stack")


@dataclass
class PaperDeck:
    """One deck, since it came to the table."""

    wanted: Sequence[str] = ()
    """What has to be done with it before its next shuffle."""
    order: str = ""
    """Who made its order: preshuffled, dealer, device; or nobody, if it has to be shuffled."""
    cut: bool = False
    placed: bool = False
    owed: str = ""
    """A shuffle or a cut that was ordered."""
    face: str = ""


class PaperTable:
    """Follows the events of a table, and says what is wrong with them."""

    def __init__(self, state: State, book: str) -> None:
        self._state, self._book = state, book
        self._decks: dict[int, PaperDeck] = {}
        self._rack: int | None = None
        self._last: int | None = None
        self._several = False

    def follow(self, event: TableEvent) -> list[str]:
        """What is wrong with an event."""
        found = list(self._problems(event))
        evolve(self._state, event)
        return found

    def _problems(self, event: TableEvent) -> Iterator[str]:
        state, current = self._state, self._state.round
        match event:
            case happened.DeckReceived():
                skips = OPENED if self._book != MA else OPENED[2:]
                wanted = tuple(name for name in OPENED if not (event.preshuffled and name in skips))
                self._decks[event.deck] = PaperDeck(wanted, order="preshuffled" if event.preshuffled else "")
            case happened.DeckRemoved():
                self._decks[event.deck] = PaperDeck()
                self._rack = None if self._rack == event.deck else self._rack
            case happened.WentIdle() if state.idle is None:
                self._decks.update((at, PaperDeck(REOPENED)) for at, one in enumerate(state.decks) if not one.removed)
            case happened.RulesAdopted() if state.library[event.rules].shuffler is Shuffler.RESHUFFLING:
                for paper in self._decks.values():
                    # Cards of such a device are not cut, also where a cut had been ordered.
                    paper.owed = "" if paper.owed == "cut" else paper.owed
            case happened.RecutOrdered():
                self._decks[state.in_play].owed = "cut"
            case happened.ReshuffleOrdered():
                self._decks[state.in_play].owed = "shuffle"
            case happened.DeckJammed():
                self._decks[event.deck].owed = "shuffle"
            case happened.Shuffled():
                yield from self._shuffled(event)
            case happened.DeckCut():
                deck = self._decks[event.deck]
                deck.cut, deck.placed = True, False
                deck.owed = "" if deck.owed == "cut" else deck.owed
            case happened.StackInserted():
                yield from self._placed(event.deck)
                if self._decks[event.deck].order != "device":
                    yield f"the shuffler inserts deck {event.deck}, which it has not shuffled"
            case happened.Performed():
                for name, step in zip(event.steps, state.agenda, strict=False):
                    yield from self._performed(name, step.deck, face_up=step.face_up)
            case happened.RoundOpened():
                several = state.rules is not None and state.rules.decks > 1
                if several and self._several and self._last == event.deck:
                    yield f"deck {event.deck} is dealt twice in a row"
                self._several = several
            case happened.CardsDealt() if current is not None and current.cards_dealt <= len(current.set_aside):
                yield from self._dealt(current.deck)
            case happened.CardSetAside() | happened.CardsDiscarded() if current is not None:
                yield from self._to_rack(current.deck)
                if isinstance(event, happened.CardsDiscarded) and state.decks[current.deck].removed:
                    self._rack = None
            case happened.RoundEnded() if current is not None:
                self._last = current.deck
                self._decks[current.deck] = PaperDeck(self._decks[current.deck].wanted)

    def _shuffled(self, event: happened.Shuffled) -> Iterator[str]:
        deck, by = self._decks[event.deck], self._state.agenda[0].by
        if deck.wanted:
            yield f"deck {event.deck} is shuffled, and {', '.join(deck.wanted)} were not done"
        if by == "device" and "shuffler" in self._state.devices:
            yield "a shuffler that is out of use shuffles"
        self._decks[event.deck] = PaperDeck(order=str(by))
        self._rack = None if self._rack == event.deck else self._rack

    def _placed(self, number: int) -> Iterator[str]:
        deck = self._decks[number]
        if deck.wanted or deck.owed or not deck.order:
            yield f"deck {number} goes into play before it is ready: {deck}"
        deck.placed = True

    def _performed(self, name: str, number: int | None, *, face_up: bool) -> Iterator[str]:
        current = self._state.round
        if name in PLACED and current is not None:
            yield from self._placed(current.deck)
        if name in ("stub_to_rack", "discard_folded_cards") and current is not None:
            yield from self._to_rack(current.deck)
        if name == "store_in_shuffler" and "shuffler" in self._state.devices:
            yield "a deck is stored in a shuffler that is out of use"
        if number is None:
            return
        deck = self._decks[number]
        if name in ("spread_face_up", "turn_face_up", "turn_face_down"):
            deck.face = "down" if name == "turn_face_down" else "up"
        if name == "spread_idle":
            deck.face = "up" if face_up else "down"
        if name == "first_player_inspects" and deck.face != "up":
            yield f"deck {number} is looked at while it lies face {deck.face}"
        if name == "remove_cards" and not self._state.decks[number].removed:
            self._decks[number] = PaperDeck()
        elif deck.wanted and deck.wanted[0] == name:
            deck.wanted = deck.wanted[1:]

    def _to_rack(self, number: int) -> Iterator[str]:
        if self._rack not in (None, number):
            yield f"deck {number} goes to the rack, where deck {self._rack} is"
        self._rack = number

    def _dealt(self, number: int) -> Iterator[str]:
        rules, deck = self._state.rules, self._decks[number]
        if rules is None:
            return
        if deck.wanted or deck.owed or not deck.order or not deck.placed:
            yield f"deck {number} is dealt before it is ready: {deck}"
        by_hand = deck.order in ("dealer", "preshuffled")
        if by_hand and not deck.cut and rules.shuffler is not Shuffler.RESHUFFLING:
            yield f"deck {number} is dealt uncut: {deck}"
        if rules.dealing.method is Method.HAND and deck.order == "dealer":
            yield f"deck {number} is dealt from the hand after the dealer's shuffle"
