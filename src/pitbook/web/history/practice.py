"""What people have practised in the drill: read from the record, each time only what was added."""

from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress
from threading import Lock
from typing import Final

from starlette.requests import HTTPConnection

from pitbook.coach.practice import Practice
from pitbook.exact import exact
from pitbook.ledger import Store
from pitbook.pit.drills import DrillAnswered, drill_stream, read_drill_event
from pitbook.problems import PitbookError
from pitbook.rulebooks import book_ids, load_book
from pitbook.web.history.rounds import history_of
from pitbook.web.responses.coach import DrillBook, DrillResults, DrillStreet, MissedDrill, OwnDrill

KEPT: Final = 256
"""How many people's results are remembered."""


class Practices:
    """What everybody has practised."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: OrderedDict[str, tuple[int, Practice]] = OrderedDict()
        self._lock = Lock()

    def version(self, player: str) -> int:
        """The number of somebody's answers."""
        return self._store.version(drill_stream(player))

    def results(self, player: str, ask: Callable[[DrillAnswered], OwnDrill]) -> DrillResults:
        """What somebody has practised, as a document; `ask` rebuilds the question of an answer."""
        with self._lock:
            return _document(self._read(drill_stream(player)), ask)

    def _read(self, stream: str) -> Practice:
        version, practice = self._known.pop(stream, (0, Practice()))
        for stored in self._store.read(stream, version):
            practice.follow(read_drill_event(stored), stored.event.time)
            version = stored.version
        self._known[stream] = version, practice
        if len(self._known) > KEPT:
            self._known.popitem(last=False)
        return practice


def _document(practice: Practice, ask: Callable[[DrillAnswered], OwnDrill]) -> DrillResults:
    """Leaves out books that this server no longer has, and questions that their rules do not ask."""
    missed: list[MissedDrill] = []
    for one in practice.missed.values():
        with suppress(PitbookError):
            missed.append({"question": ask(one.answer), "box": one.box, "due": one.due.isoformat()})
    return {
        "level": practice.level,
        "row": practice.row,
        "wrong": practice.wrong,
        "best": practice.best,
        "days": dict(practice.days),
        "results": {book: _book(practice, book) for book in practice.results if book in book_ids()},
        "missed": missed,
    }


def _book(practice: Practice, name: str) -> DrillBook:
    book = load_book(name)
    streets: dict[str, DrillStreet] = {
        street.name: {"when": street.title, "answered": found.answered, "right": found.right, "cost": exact(found.cost)}
        for street in book.flow.streets
        if (found := practice.results[name].get(street.name))
    }
    return {"title": book.title, "streets": streets}


def practice_of(request: HTTPConnection) -> Practices:
    """What was practised in the record of this server."""
    state = request.app.state
    if not hasattr(state, "practice"):
        state.practice = Practices(history_of(request).store)
    practice: Practices = state.practice
    return practice
