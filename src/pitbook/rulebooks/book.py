"""A rule book as a whole, and how it is read from its folder.

All `*.toml` files of the folder but the register of clauses make up one book. Parts that a book is silent about can be
taken from another book by name: a house default, which keeps citing the book it comes from.
"""

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Annotated, Any, Self

from pydantic import Field, StrictInt, StringConstraints, ValidationError, model_validator

from pitbook.files import read_text
from pitbook.problems import MalformedError, Problem
from pitbook.rulebooks.consistency import inconsistencies
from pitbook.rulebooks.families import FamilyName, family_of
from pitbook.rulebooks.hands import DEALER, FLOP, PLAYER, HandRule, Piece, in_words
from pitbook.rulebooks.models import (
    Dealer,
    Decision,
    Envy,
    ExtraCards,
    Fixed,
    Name,
    Option,
    Part,
    PayoutLimit,
    Paytables,
    Player,
    Positions,
    Settlement,
    Street,
    Table,
    Wager,
)
from pitbook.rulebooks.procedures import (
    Conduct,
    Cut,
    Dealing,
    Deck,
    Idle,
    Inscription,
    Irregularity,
    Opening,
    Shuffle,
)

BOOKS = Path(__file__).parent / "books"
REGISTER = "clauses.toml"
DEEPEST_NESTING = 20
MOST_DOTS = 100


class InconsistentError(ValueError):
    """Parts of a book do not fit together: a sentence for each thing, which begins with its key."""

    def __init__(self, sentences: list[str]) -> None:
        super().__init__("; ".join(sentences))
        self.sentences = sentences


class RuleBook(Part):
    """Everything that a regulator's text fixes or offers."""

    id: Annotated[str, StringConstraints(pattern=r"^[a-z0-9][a-z0-9-]*$")]
    title: str
    authority: str
    house_default: str | None = None
    """The book whose procedures serve where this one is silent."""
    house_default_parts: tuple[Name, ...] = ()
    positions: Positions
    player: Player
    dealer: Dealer = Field(default_factory=Dealer)
    board: Annotated[StrictInt, Field(ge=0)] = 0
    extra_cards: ExtraCards | None = None
    hands: dict[Name, HandRule]
    """By name: those that are compared, `player` and `dealer`, and the others that tables look at."""
    wagers: tuple[Wager, ...]
    decision: Decision
    paytables: tuple[Paytables, ...]
    envy: Envy | None = None
    settlement: Settlement
    payout_limit: PayoutLimit | None = None
    options: tuple[Option, ...] = ()
    fixed: tuple[Fixed, ...] = ()
    """What the house can't choose here, though it can elsewhere."""
    deck: Deck
    opening: Opening
    shuffle: Shuffle
    cut: Cut
    idle: Idle
    conduct: Conduct = Field(default_factory=Conduct)
    dealing: tuple[Dealing, ...]
    irregularities: tuple[Irregularity, ...]
    layout: tuple[Inscription, ...] = Field(default=())

    @property
    def family(self) -> FamilyName:
        """The family of games that it belongs to."""
        return family_of(self)

    @property
    def own_cards(self) -> str:
        """What documents call a player's own cards: those beside community cards are hole cards."""
        return "hole" if self.board else "cards"

    def seen_at(self, street: Street) -> int:
        """How many cards besides the own ones a player sees at a street: of the board, and of the dealer's."""
        return street.board + self.dealer.face_up

    def wager(self, name: str) -> Wager:
        """The wager of this name; KeyError if the book has none."""
        for wager in self.wagers:
            if wager.name == name:
                return wager
        raise KeyError(name)

    def kind_of_table(self, name: str) -> Paytables | None:
        """All tables of one kind, such as `trips_plus`."""
        return next((tables for tables in self.paytables if tables.name == name), None)

    @property
    def players_hand(self) -> HandRule:
        """The player's hand that is compared with the dealer's, or that alone decides the main wagers."""
        return self.hands[PLAYER]

    @property
    def dealers_hand(self) -> HandRule | None:
        """The dealer's hand; a game without one has no showdown."""
        return self.hands.get(DEALER)

    @property
    def qualifier(self) -> str | None:
        """The lowest hand with which the dealer qualifies, in words; None where there is nothing to reach."""
        return self.dealers_hand.qualifies if self.dealers_hand else None

    def cards_in(self, pieces: Iterable[Piece]) -> int:
        """How many cards lie in all these places together."""
        return sum(self.number_of(piece) for piece in pieces)

    def number_of(self, piece: Piece) -> int:
        """How many cards lie there."""
        match piece:
            case "own":
                return self.player.cards
            case "flop":
                return min(FLOP, self.board)
            case "board":
                return self.board
            case "up":
                return self.dealer.face_up
            case "dealer":
                return self.dealer.cards
            case "extra":
                return self.extra_cards.cards if self.extra_cards else 0

    def hand_in_words(self, table: Table, hand: str) -> str:
        """A hand of a table as layouts, signs and sheets name it."""
        beside = self.hands[table.evaluates].beside
        return f"{in_words(hand)}, {beside}" if beside else in_words(hand)

    @model_validator(mode="after")
    def _fits_together(self) -> Self:
        if found := list(inconsistencies(self)):
            raise InconsistentError(found)
        return self


def _citation(clause: object, book_id: str) -> object:
    """The clause with its book in front, unless it already names one of the books."""
    if not isinstance(clause, str) or clause.split(" ")[0] in book_ids():
        return clause
    return f"{book_id} {clause}"


def _citations(clauses: object, book_id: str) -> object:
    """One clause or a list of them as full citations; what is neither is left for the models to refuse."""
    if isinstance(clauses, str):
        return [_citation(clauses, book_id)]
    return [_citation(clause, book_id) for clause in clauses] if isinstance(clauses, list) else clauses


def _cite(part: Any, book_id: str) -> Any:
    """The same data with every clause as a full citation."""
    if isinstance(part, Mapping):
        return {
            key: _citations(value, book_id)
            if key.startswith("clauses") or key.endswith("_clauses")
            else {reason: _citations(clauses, book_id) for reason, clauses in value.items()}
            if key == "rules" and isinstance(value, Mapping)
            else _cite(value, book_id)
            for key, value in part.items()
        }
    if isinstance(part, list):
        return [_cite(item, book_id) for item in part]
    return part


def read_toml(path: Path) -> dict[str, Any]:
    """A TOML file's content; an unreadable, broken or monstrous file gives a sentence."""
    text = read_text(path).removeprefix("\ufeff")
    # The parser's time grows with the square of a dotted key's parts.
    if any(line.count(".") > MOST_DOTS for line in text.splitlines()):
        raise MalformedError(Problem(f"{path} has a line with more than {MOST_DOTS} dots", str(path)))
    try:
        parts = tomllib.loads(text)
    except ValueError as error:
        reason = error if isinstance(error, tomllib.TOMLDecodeError) else "it has a number of too many digits"
        raise MalformedError(Problem(f"{path} is not TOML: {reason}", str(path))) from error
    except RecursionError as error:
        raise MalformedError(Problem(f"{path} is nested too deeply", str(path))) from error
    _refuse_monsters(parts, path)
    return parts


def _refuse_monsters(parts: Any, path: Path) -> None:
    """TOML has whole numbers of 64 bits; neither larger ones nor endless nesting can be printed back in a sentence."""
    level = [parts]
    for _ in range(DEEPEST_NESTING):
        if any(isinstance(value, int) and not -(2**63) <= value < 2**63 for value in level):
            raise MalformedError(Problem(f"{path} has a whole number of more than 64 bits", str(path)))
        level = [
            item
            for value in level
            if isinstance(value, dict | list)
            for item in (value.values() if isinstance(value, dict) else value)
        ]
        if not level:
            return
    raise MalformedError(Problem(f"{path} is nested too deeply", str(path)))


def _read_parts(folder: Path) -> tuple[dict[str, Any], dict[str, str]]:
    """The merged content of a book's files, and which file each top-level key came from."""
    files = sorted(path for path in folder.glob("*.toml") if path.name != REGISTER)
    if not files:
        raise MalformedError(Problem(f"{folder} holds no rule book: it has no .toml file", str(folder)))
    parts: dict[str, Any] = {}
    origin: dict[str, str] = {}
    for path in files:
        for key, value in read_toml(path).items():
            if key in parts:
                raise MalformedError(Problem(f"{path.name}: {key} is already in {origin[key]}", key))
            parts[key], origin[key] = value, path.name
    book_id = parts.get("id")
    if not isinstance(book_id, str):
        raise MalformedError(Problem(f"{folder}: the book has no id", str(folder)))
    return _cite(parts, book_id), origin


def load_folder(folder: Path) -> RuleBook:
    """Read a book from its folder; what is malformed is named by file, key and reason."""
    parts, origin = _read_parts(folder)
    if default := parts.get("house_default"):
        lender = book_folder(str(default))
        if lender is None:
            raise MalformedError(
                Problem(f"{origin['house_default']}: house_default: there is no book {default!r}", str(default))
            )
        lent, _ = _read_parts(lender)
        wanted = parts.get("house_default_parts")
        for key in lent.keys() - parts.keys():
            if isinstance(wanted, list) and key in wanted:
                parts[key], origin[key] = lent[key], f"the house default {default}"
    try:
        return RuleBook.model_validate(parts)
    except ValidationError as error:
        raise MalformedError(
            Problem(f"{_file(sentence, origin, folder)}: {sentence}", value)
            for found in error.errors()
            for sentence, value in _sentences(found)
        ) from error


def _sentences(found: Any) -> Iterator[tuple[str, str]]:
    """What is wrong, each beginning with its key, and the value that it is about."""
    cause = found.get("ctx", {}).get("error")
    if isinstance(cause, InconsistentError):
        yield from ((sentence, sentence.split(" ")[0].rstrip(":")) for sentence in cause.sentences)
        return
    key = ".".join(str(part) for part in found["loc"]) or "the book"
    yield f"{key}: {found['msg'].removeprefix('Value error, ')}", str(found["input"])[:80]


def _file(sentence: str, origin: Mapping[str, str], folder: Path) -> str:
    """The file that has the key with which a sentence begins."""
    return origin.get(sentence.split(" ", maxsplit=1)[0].split(".", maxsplit=1)[0].rstrip(":"), folder.name)


def book_ids() -> tuple[str, ...]:
    """The ids of the embedded books."""
    return tuple(sorted(path.name for path in BOOKS.iterdir() if path.is_dir()))


def book_folder(book_id: str) -> Path | None:
    """The folder of an embedded book."""
    return BOOKS / book_id if book_id in book_ids() else None


@cache
def load_book(book_id: str) -> RuleBook:
    """An embedded book by its id."""
    folder = book_folder(book_id)
    if folder is None:
        raise MalformedError(
            Problem(f"there is no rule book {book_id!r}; the books are {', '.join(book_ids())}", book_id)
        )
    return load_folder(folder)
