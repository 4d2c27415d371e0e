"""One round out of the record: shown again with its clauses, and its shuffle checked.

Only what is over can be shown: until then its record holds cards and a seed that nobody may see.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from pitbook import fairness
from pitbook.audit.damage import readable
from pitbook.cards import parse_cards
from pitbook.fairness import Cut, Proof, cut, prove
from pitbook.ledger import Store, StoredEvent
from pitbook.pit.library import Library
from pitbook.pit.records import read_table_event, table_of, table_stream
from pitbook.pit.snapshots import table_from
from pitbook.problems import MalformedError, Problem, RefusedError
from pitbook.settlement import Settlement
from pitbook.submission import HouseRules
from pitbook.table import Event, State, evolve
from pitbook.table import events as happened
from pitbook.table.cards import CARDS
from pitbook.table.decide.settling import settlement_of
from pitbook.table.state import Round, the_round, the_rules
from pitbook.table.transcript import describe


@dataclass(frozen=True, slots=True)
class Moment:
    """One event of a round: as it was stored, what it was, and in words."""

    stored: StoredEvent
    event: Event
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Recall:
    """A round that is over, complete and in its original sequence."""

    rules: HouseRules
    round: Round
    moments: tuple[Moment, ...]
    settlement: Settlement
    """What every wager came to, with the clauses."""

    @property
    def ended(self) -> str:
        """When the round was over."""
        return self.moments[-1].stored.event.time.isoformat()

    def as_json(self) -> dict[str, Any]:
        """The round as one document, marked as a replay."""
        return {
            "replay": True,
            "round": self.round.id,
            "rulebook": self.rules.book.id,
            "house_name": self.rules.house_name,
            "rules": self.rules.digest,
            "ended": self.ended,
            "void": self.round.void,
            "commitment": self.round.commitment,
            "seed": self.round.seed,
            "transcript": [line for moment in self.moments for line in moment.words],
            **self.settlement.as_json(),
            "events": [event_json(moment.stored) for moment in self.moments],
        }


def event_json(stored: StoredEvent) -> dict[str, Any]:
    """A stored event with its place, its time and its actor."""
    event = stored.event
    return {
        "commit": stored.commit,
        "stream": stored.stream,
        "version": stored.version,
        "type": event.type,
        "schema": event.schema,
        "time": event.time.isoformat(),
        "actor": event.actor,
        "reason": event.reason,
        "data": event.data,
    }


def until_round(store: Store, round_id: str) -> Iterator[tuple[State, StoredEvent, Event]]:
    """The table's events from the end of the round before to the end of this one, each before it is folded in."""
    name, number = table_of(round_id)
    stream = table_stream(name)
    state = table_from(store, stream, Library(store), before_round=number)
    ended = False
    for stored in store.read(stream, state.version):
        event = read_table_event(stored)
        before = _numbered(state)
        if before == number - 1:
            yield state, stored, event
        evolve(state, event)
        if before < _numbered(state) == number:
            if isinstance(event, happened.RoundWithdrawn):
                raise RefusedError(Problem(f"round {round_id} was withdrawn: nobody had wagered", round_id))
            ended = True
            break
    if not state.version:
        raise RefusedError(Problem(f"the record has no table {name}", name))
    if not ended:
        current = state.round
        if current is not None and current.number == number and state.status == "open":
            raise RefusedError(Problem(f"round {round_id} is not over: it can be shown when it is", round_id))
        raise RefusedError(Problem(f"there is no round {round_id}: table {name} has played {state.rounds}", round_id))


def _numbered(state: State) -> int:
    """The number of the last round that is over, or was withdrawn."""
    return state.rounds + state.withdrawn


def recall(store: Store, round_id: str) -> Recall:
    """A round that is over, whatever has become of its table since."""
    moments, settlement, rules, current = [], None, None, None
    with readable(f"round {round_id}"):
        for state, stored, event in until_round(store, round_id):
            moments.append(Moment(stored, event, tuple(describe(state, event))))
            if isinstance(event, happened.RoundEnded):
                current, rules = the_round(state), the_rules(state)
                settlement = settlement_of(state, current)
    if settlement is None or rules is None or current is None:
        raise RefusedError(Problem(f"round {round_id} was not finished", round_id))
    return Recall(rules, current, tuple(moments), settlement)


@dataclass(frozen=True, slots=True)
class Verification:
    """A round's proof, and what does not hold."""

    proof: Proof | None
    problems: tuple[Problem, ...]


def verify(store: Store, round_id: str) -> Verification:
    """Recompute the commitment, the deck and the cuts of a round from the record alone, and follow its deal."""
    with readable(f"round {round_id}"):
        return _verify(store, round_id)


def _cards(text: str) -> list[str]:
    return [text[at : at + 2] for at in range(0, len(text), 2)]


def _verify(store: Store, round_id: str) -> Verification:
    opened: happened.RoundOpened | None = None
    proof: Proof | None = None
    order, dealt = "", ""
    problems: list[Problem] = []
    for state, _, event in until_round(store, round_id):
        match event:
            case happened.RoundOpened():
                opened = event
            case happened.CardsOrdered():
                order = event.order
                try:
                    proof = _proof(state, event)
                except MalformedError as error:
                    problems += error.problems
            case happened.CardsDealt():
                dealt += event.cards
            case happened.CardSetAside():
                # It may have lain behind cards that were drawn in error, which are dealt all the same.
                order = "".join(card for card in _cards(order) if card != event.card)
    if opened is None or opened.seed is None or opened.commitment is None:
        message = f"the cards of round {round_id} were not shuffled here: there is nothing to recompute"
        raise RefusedError(Problem(message, round_id))
    if proof is None and not problems:
        seed = bytes.fromhex(opened.seed)
        proof = replace(prove(seed, round_id, (), shuffles=0), commitment=opened.commitment)
    if proof is not None:
        problems += fairness.verify(proof)
    if not order.startswith(dealt):
        place = next(at for at in range(0, len(dealt), 2) if order[at : at + 2] != dealt[at : at + 2])
        right, told = order[place : place + 2], dealt[place : place + 2]
        message = f"card {place // 2 + 1} that was dealt is {told}, and the deck has {right} there"
        problems.append(Problem(message, told))
    return Verification(proof, tuple(problems))


def _proof(state: State, ordered: happened.CardsOrdered) -> Proof:
    """The proof that the record makes: the last shuffle is the deck as it was dealt with its cuts taken back."""
    current, fewest = the_round(state), the_rules(state).book.cut.fewest
    deck = state.decks[current.deck]
    seed, seeds = bytes.fromhex(current.seed or ""), tuple(current.player_seeds.values())
    right = prove(seed, current.id, seeds, [fewest] * len(ordered.cuts), max(1, deck.shuffles))
    indices = tuple(card.index for card in parse_cards(ordered.order))
    for depth in reversed(ordered.cuts[deck.cuts_before :]):
        indices = cut(indices, CARDS - depth)
    return replace(
        right,
        commitment=current.commitment or "",
        decks=(*right.decks[:-1], indices),
        cuts=tuple(Cut(fewest, depth) for depth in ordered.cuts),
    )
