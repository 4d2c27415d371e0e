"""House rules in the ledger: stored as documents under their digest, and loaded from there.

A round names the digest of the rules that it was played by. They are read from the record and not from the books, so
that editing a book never changes what an old round meant.
"""

import json
from collections.abc import Iterator, Mapping
from datetime import date
from functools import lru_cache
from typing import Final

from pydantic import ValidationError

from pitbook.ledger import Store
from pitbook.money import parse_cents, parse_exact
from pitbook.problems import MalformedError, Problem, RefusedError
from pitbook.rulebooks import RuleBook
from pitbook.rulebooks.models import Paytable
from pitbook.settlement.highest_win import payout_limit_problems
from pitbook.submission import HouseRules, Limits, MeterTerms
from pitbook.submission.house_rules import FORMAT_VERSION

KEPT: Final = 32
"""How many texts of rules a process remembers."""


def write_rules(rules: HouseRules) -> str:
    """The rules as one text; its SHA-256 digest is the rules' digest."""
    return json.dumps(rules.as_json(), sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def read_rules(text: str, digest: str) -> HouseRules:
    """The rules of a stored text, under the digest by which they were stored."""
    try:
        return _rebuilt(_in_form(json.loads(text)), digest)
    except (ValidationError, LookupError, TypeError, ValueError, StopIteration, RecursionError) as error:
        what = type(error).__name__ if isinstance(error, ValidationError) else error
        message = f"the document {digest} does not hold house rules: {what}"
        raise MalformedError(Problem(message, digest)) from error


def _in_form(document: object) -> dict[str, object]:
    """The document, if it has the form that this code knows."""
    form = document.get("form") if isinstance(document, dict) else None
    if not isinstance(document, dict) or form != FORMAT_VERSION:
        raise ValueError(f"its format version is {form}; this code reads version {FORMAT_VERSION}")
    return document


def _rebuilt(data: dict[str, object], digest: str) -> HouseRules:
    document: Mapping[str, object] = data

    def at(name: str) -> dict[str, object]:
        part = document[name]
        if not isinstance(part, dict):
            raise TypeError(name)
        return part

    book = RuleBook.model_validate(document["book"])
    way = at("dealing")
    dealing = next(one for one in book.dealing if one.method.value == way["method"])
    shuffler = next(one for one in book.shuffle.shufflers if one.value == way["shuffler"])
    approved, limit = document["approved"], document["payout_limit"]
    rules = HouseRules(
        book=book,
        house_name=str(document["house_name"]),
        approved=None if approved is None else date.fromisoformat(str(approved)),
        positions=_number(document["positions"]),
        adjacent_boxes=_number(document["adjacent_boxes"]),
        wagers=tuple(book.wager(name) for name in _names(document["wagers"])),
        tables={kind: _table(book, kind, str(table)) for kind, table in at("paytables").items()},
        chip_unit=parse_cents(document["chip_unit"]),
        limits={name: Limits(*(parse_cents(one) for one in _names(ends))) for name, ends in at("limits").items()},
        dealing=dealing,
        order=next(one for one in dealing.orders if one.name == way["order"]),
        shuffler=shuffler,
        decks=_number(way["decks"]),
        device_approval=_text(way["device_approval"]),
        shoe_location=_text(way["shoe_location"]),
        progressive_wagers=tuple(parse_cents(amount) for amount in _names(document["progressive_wagers"])),
        meters={name: _terms(terms) for name, terms in at("meters").items()},
        payout_limit=None if limit is None else parse_cents(limit),
        options={name: value is True for name, value in at("options").items()},
    )
    # The stored name, so that it need not be computed; the digest of the document is checked where it is read.
    rules.__dict__["digest"] = digest
    return rules


def _number(value: object) -> int:
    if type(value) is not int:
        raise TypeError(f"{value!r} is not a whole number")
    return value


def _text(value: object) -> str | None:
    return None if value is None else str(value)


def _names(value: object) -> list[str]:
    if not isinstance(value, list):
        raise TypeError(f"{value!r} is not a list")
    return [str(one) for one in value]


def _table(book: RuleBook, kind: str, table_id: str) -> Paytable:
    tables = book.kind_of_table(kind)
    found = tables.table(table_id) if tables else None
    if found is None:
        raise KeyError(kind)
    return found


def _terms(terms: object) -> MeterTerms:
    if not isinstance(terms, dict):
        raise TypeError("terms of a meter")
    limit = terms["limit"]
    return MeterTerms(
        parse_cents(terms["initial"]),
        parse_cents(terms["reset"]),
        parse_exact(terms["rate"]),
        None if limit is None else parse_cents(limit),
    )


_read_once = lru_cache(maxsize=KEPT)(read_rules)
"""The same text always means the same rules, and checking a whole book takes as long as playing many rounds."""


class Library(Mapping[str, HouseRules]):
    """The house rules that a ledger keeps, by digest; each is read when somebody asks for it."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: dict[str, HouseRules] = {}

    def add(self, rules: HouseRules) -> str:
        """Store rules permanently, and return their digest; a payout limit below what the book allows is refused."""
        if problems := payout_limit_problems(rules):
            raise RefusedError(problems)
        digest = self._store.put_document(write_rules(rules))
        self._known.setdefault(digest, rules)
        return digest

    def __getitem__(self, digest: str) -> HouseRules:
        found = self._known.get(digest)
        if found is None:
            found = self._known[digest] = _read_once(self._store.get_document(digest), digest)
        return found

    def __iter__(self) -> Iterator[str]:
        return iter(self._known)

    def __len__(self) -> int:
        return len(self._known)
