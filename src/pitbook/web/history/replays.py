"""A round that is over as a replay: step by step, what was said and what everybody could see, with its proof."""

from pitbook.audit import verify
from pitbook.audit.damage import readable
from pitbook.audit.rounds import until_round
from pitbook.fairness.proof import ShuffleProof
from pitbook.ledger import Store
from pitbook.problems import RefusedError
from pitbook.table import State, TableEvent
from pitbook.table import events as happened
from pitbook.table.decide.settlement import nothing_settled, settlement_of
from pitbook.table.narration import Sentence, narrate
from pitbook.table.round_seeds import CALLED_OFF
from pitbook.table.seed_events import RoundCalledOff
from pitbook.table.state import Round, Slot, the_round, the_rules
from pitbook.table.step_words import step_in_words
from pitbook.web.live.projection import RoundExtras
from pitbook.web.live.views import plain, reason_words, round_on_table, sentence
from pitbook.web.responses.replays import Dealt, Frame, Replay, ReplayEnd, ReplayStart
from pitbook.web.responses.rounds import Line
from pitbook.web.responses.views import RoundOnTable

UNKNOWN = "unknown"


def replay(store: Store, round_id: str) -> Replay:
    """The document of a finished round; a round in progress is refused, because its record has hidden cards."""
    with readable(f"round {round_id}"):
        return _replay(store, round_id)


def _replay(store: Store, round_id: str) -> Replay:
    frames: list[Frame] = []
    extras, state = RoundExtras(), None
    start: ReplayStart | None = None
    end: ReplayEnd | None = None
    # The state is the one before each event; the effect of an event is seen when the next one comes.
    for state, stored, event in until_round(store, round_id):
        if frames:
            frames[-1]["view"] = _seen(state, extras)
        time = stored.event.time.isoformat()
        words = [sentence(told) for told in _told(state, event)]
        frames.append({"type": event.type, "time": time, "words": words, "view": None})
        if isinstance(event, happened.RoundOpened):
            published = time if event.commitment else None
            start = {
                "number": event.number,
                "opened": event.at,
                "commitment": event.commitment,
                "commitment_published": published,
            }
        elif isinstance(event, happened.RoundEnded | RoundCalledOff):
            end = _ended(state, event, time)
    over = None if state is None else state.called_off or state.last_round
    if state is None or over is None or start is None or end is None:
        raise LookupError(f"the record of round {round_id} has no beginning or no end")
    frames[-1]["view"] = round_on_table(the_rules(state), over, extras.settlement, over=True)
    proof = _proof(store, round_id)
    return {"replay": True, "round": round_id, **start, **end, "frames": frames, "proof": proof}


def _told(state: State, event: TableEvent) -> list[Sentence]:
    """An event in words, even one that live views show in other ways."""
    told = list(narrate(state, event))
    if told:
        return told
    step = state.agenda[0]
    return [Sentence(step.by, step_in_words(state, step), step.clauses)]


def _ended(state: State, event: happened.RoundEnded | RoundCalledOff, time: str) -> ReplayEnd:
    """What is known of a round when it is over."""
    rules, current = the_rules(state), the_round(state)
    called_off = isinstance(event, RoundCalledOff)
    settled = nothing_settled(rules) if called_off else settlement_of(state, current)
    found = settled.as_json()
    lines: list[Line] = [
        {**document, "why": reason_words(line)} for document, line in zip(found["lines"], settled.lines, strict=True)
    ]
    return {
        "rulebook": rules.book.id,
        "title": rules.book.title,
        "house_name": rules.house_name,
        "rules": rules.digest,
        "positions": rules.positions,
        "ended": time,
        "void": CALLED_OFF if called_off else current.void,
        "players": {str(seat): plain(state.seats[seat]) for seat in current.participants},
        "dealt": _dealt(current),
        "lines": lines,
        "totals": found["totals"],
        "meters": found["meters"],
    }


def _seen(state: State, extras: RoundExtras) -> RoundOnTable | None:
    """What everybody sees of the round in progress."""
    current = state.round
    if current is None:
        return None
    known = extras.settlement.lines if extras.settlement else ()
    if len(current.lines or ()) != len(known) or any(line.is_open for line in known):
        extras.settlement = settlement_of(state, current)
    return round_on_table(the_rules(state), current, extras.settlement, over=False)


def _proof(store: Store, round_id: str) -> ShuffleProof | None:
    """The proof of the shuffle; None if the cards were not shuffled here."""
    try:
        found = verify(store, round_id)
    except RefusedError:
        return None
    return found.proof.as_json() if found.proof else None


def _dealt(current: Round) -> Dealt:
    """Every card that was dealt, even if nobody turned it up: once the seed is revealed, no card is secret."""
    return {
        "board": _named(current.board),
        "dealer": _named(current.dealer),
        "extra": _named(current.extra),
        "seats": {str(seat): _named(cards) for seat, cards in current.hands.items()},
        "drawn": current.drawn,
    }


def _named(cards: list[Slot]) -> list[str]:
    return [UNKNOWN if card is None else str(card) for card in cards]
