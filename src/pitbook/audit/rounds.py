"""Replays one round from the record with its clauses, and verifies its shuffle.

Only a finished round can be shown: until then its record has cards and a seed that nobody may see.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from pitbook import fairness
from pitbook.audit.damage import readable
from pitbook.cards import parse_cards
from pitbook.fairness import Cut, Proof, ProofTerms, cut, prove
from pitbook.ledger import Store, StoredEvent
from pitbook.pit.library import Library
from pitbook.pit.records import read_table_event, table_of, table_stream
from pitbook.pit.snapshots import table_from
from pitbook.problems import MalformedError, Problem, RefusedError
from pitbook.settlement import Settlement
from pitbook.submission import HouseRules
from pitbook.table import State, TableEvent, evolve
from pitbook.table import events as happened
from pitbook.table.decide.settlement import nothing_settled, settlement_of
from pitbook.table.kinds import TableStatus
from pitbook.table.round_seeds import beacon_of, contributions_of, made_ready
from pitbook.table.seed_events import RoundCalledOff
from pitbook.table.state import Round, the_round, the_rules
from pitbook.table.transcript import describe


@dataclass(frozen=True, slots=True)
class Moment:
    """One event of a round: as it was stored, as an event of the table, and in words."""

    stored: StoredEvent
    event: TableEvent
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Recall:
    """A round that is over, complete and in its original sequence."""

    rules: HouseRules
    round: Round
    moments: tuple[Moment, ...]
    settlement: Settlement
    """The result of every wager, with its clauses."""

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
            "missing": list(self.round.missing),
            "commitment": self.round.commitment,
            "seed": self.round.seed,
            "transcript": [line for moment in self.moments for line in moment.words],
            **self.settlement.as_json(),
            "events": [event_json(moment.stored) for moment in self.moments],
        }


def event_json(stored: StoredEvent) -> dict[str, object]:
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


def until_round(store: Store, round_id: str) -> Iterator[tuple[State, StoredEvent, TableEvent]]:
    """The table's events from the end of the previous round to the end of this one, each before it is folded in."""
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
        if current is not None and current.number == number and state.status == TableStatus.OPEN:
            raise RefusedError(Problem(f"round {round_id} is not over yet: it can be shown afterwards", round_id))
        raise RefusedError(Problem(f"there is no round {round_id}: table {name} has played {state.rounds}", round_id))


def _numbered(state: State) -> int:
    """The number of the last round that is over, or was withdrawn."""
    return state.rounds + state.withdrawn


def recall(store: Store, round_id: str) -> Recall:
    """A round that is over, whatever happened to its table since."""
    moments, settlement, rules, current = [], None, None, None
    with readable(f"round {round_id}"):
        for state, stored, event in until_round(store, round_id):
            moments.append(Moment(stored, event, tuple(describe(state, event))))
            if isinstance(event, happened.RoundEnded):
                current, rules = the_round(state), the_rules(state)
                settlement = settlement_of(state, current)
            elif isinstance(event, RoundCalledOff):
                current, rules = the_round(state), the_rules(state)
                settlement = nothing_settled(rules)
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
    terms: ProofTerms | None = None
    current: Round | None = None
    made: _Made | None = None
    order, dealt = "", ""
    for state, _, event in until_round(store, round_id):
        current = state.round or current
        match event:
            case happened.RoundOpened():
                terms = ProofTerms(event.round, event.rules, state.library[event.rules].par_digest, event.at)
            case happened.CardsOrdered():
                order, (shuffles, _, cuts_before) = event.order, made_ready(state)
                made = _Made(event, shuffles, cuts_before, the_rules(state).book.cut.fewest)
            case happened.CardsDealt():
                dealt += event.cards
            case happened.CardSetAside():
                # It may have been behind cards that were drawn in error, which are still dealt.
                order = "".join(card for card in _cards(order) if card != event.card)
    if terms is None or current is None or current.seed is None or current.commitment is None:
        message = f"the cards of round {round_id} were not shuffled here: there is nothing to recompute"
        raise RefusedError(Problem(message, round_id))
    problems: list[Problem] = []
    proof: Proof | None = None
    try:
        proof = _proof(terms, current, made)
        problems += fairness.verify(proof)
    except MalformedError as error:
        problems += error.problems
    if not order.startswith(dealt):
        place = next(at for at in range(0, len(dealt), 2) if order[at : at + 2] != dealt[at : at + 2])
        right, recorded = order[place : place + 2], dealt[place : place + 2]
        message = f"card {place // 2 + 1} that was dealt is {recorded}, and the deck has {right} there"
        problems.append(Problem(message, recorded))
    return Verification(proof, tuple(problems))


class _Made(NamedTuple):
    """How the order of a round's cards was made: the shuffles, the cuts, and the cuts before the last shuffle."""

    ordered: happened.CardsOrdered
    shuffles: int
    cuts_before: int
    fewest: int


def _proof(terms: ProofTerms, current: Round, made: _Made | None) -> Proof:
    """The proof that the record gives: the dealt deck, with its cuts undone, is the last shuffle."""
    seed, given = bytes.fromhex(current.seed or ""), (contributions_of(current), beacon_of(current))
    if made is None:
        return replace(prove(seed, terms, *given, shuffles=0), commitment=current.commitment or "")
    indices = tuple(card.index for card in parse_cards(made.ordered.order))
    right = prove(seed, terms, *given, [made.fewest] * len(made.ordered.cuts), made.shuffles, len(indices))
    for depth in reversed(made.ordered.cuts[made.cuts_before :]):
        indices = cut(indices, len(indices) - depth)
    return replace(
        right,
        commitment=current.commitment or "",
        decks=(*right.decks[:-1], indices),
        cuts=tuple(Cut(made.fewest, depth) for depth in made.ordered.cuts),
    )
