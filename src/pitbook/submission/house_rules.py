"""The house rules: a book with all the operator's choices, checked. All later code reads only these."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from functools import cached_property
from typing import Final

from pitbook.money import format_cents, format_exact
from pitbook.rulebooks import RuleBook
from pitbook.rulebooks.flow import Street
from pitbook.rulebooks.models import Paytable, Wager
from pitbook.rulebooks.procedures import DealingOrder, DealingRule, Method, Shuffler

FORMAT_VERSION: Final = 1
"""The version of the stored document. After a release, a change that makes older documents unreadable needs the next
number and a conversion of the old format."""
PAR_FORMAT_VERSION: Final = 1
_PAR_KEYS: Final = ("book", "positions", "wagers", "paytables", "progressive_wagers", "meters", "options")


@dataclass(frozen=True, slots=True)
class Limits:
    """The least and the most that may be wagered, in cents."""

    least: int
    most: int


@dataclass(frozen=True, slots=True)
class MeterTerms:
    """What the operator filed for one meter; amounts in cents, the rate as a fraction of each progressive wager."""

    initial: int
    reset: int
    rate: Fraction
    limit: int | None


# Compared by identity: rules are keys of caches, and hashing a whole book on each look-up would be slow.
@dataclass(frozen=True, eq=False)
class HouseRules:
    """A rule book with every choice made."""

    book: RuleBook
    house_name: str
    approved: date | None
    positions: int
    adjacent_boxes: int
    wagers: tuple[Wager, ...]
    """The wagers on offer, in order of settlement, including bonuses that are settled like wagers."""
    tables: Mapping[str, Paytable]
    chip_unit: int
    limits: Mapping[str, Limits]
    dealing: DealingRule
    order: DealingOrder
    shuffler: Shuffler
    decks: int
    device_approval: str | None
    """The approval of a device that needs one, as filed."""
    shoe_location: str | None
    """The location of the manual dealing shoe on the table, as filed."""
    progressive_wagers: tuple[int, ...]
    """The amounts that a player can choose for the progressive wager; empty if it is not offered."""
    meters: Mapping[str, MeterTerms]
    payout_limit: int | None
    options: Mapping[str, bool]

    def option(self, name: str, *, default: bool = False) -> bool:
        """The setting of an option; its default if the book does not have it."""
        return self.options.get(name, default)

    @cached_property
    def wager_names(self) -> frozenset[str]:
        """The names of all wagers on offer."""
        return frozenset(wager.name for wager in self.wagers)

    @cached_property
    def streets(self) -> tuple[Street, ...]:
        """The decisions, each with the actions that this house allows."""
        return self.book.flow.streets_with(self.options)

    @cached_property
    def _streets_by_name(self) -> Mapping[str, Street]:
        return {street.name: street for street in self.streets}

    def street(self, name: str | None) -> Street:
        """The decision of this name; KeyError if the game has none, or if no decision is being made (None)."""
        return self._streets_by_name[name or ""]

    @property
    def shuffler_count_clauses(self) -> tuple[str, ...]:
        """The clauses by which a shuffler counts the cards and a wrong number removes the deck."""
        return self.dealing.shuffler_count_clauses or self.book.shuffle.wrong_count_removes_deck_clauses

    @property
    def stub_count_clauses(self) -> tuple[str, ...]:
        """The clauses by which the stub has to be counted; empty if the shuffler counts the cards itself."""
        count = self.dealing.stub_count
        return () if self.shuffler in count.excused_by else count.clauses

    @property
    def counting_clauses(self) -> tuple[str, ...]:
        """The clauses about a count, even one that is not required."""
        return self.stub_count_clauses or self.dealing.stub_count.anyway_clauses

    def clauses_after_count(self, clauses: tuple[str, ...]) -> tuple[str, ...]:
        """The clauses about the result of a count, without the duty to count if the shuffler counts automatically."""
        count = self.dealing.stub_count
        excused = set(count.clauses) - set(count.anyway_clauses) if self.shuffler in count.excused_by else set()
        return tuple(clause for clause in clauses if clause not in excused)

    @property
    def hours_clauses(self) -> tuple[str, ...]:
        """The clauses about how long a deck may be used under this dealing method, if the book has any."""
        return self.book.deck.hours_clauses(by_hand=self.dealing.method is Method.HAND)

    @property
    def envy_table(self) -> Paytable | None:
        """The envy table that goes with the progressive, if there is one."""
        return self.tables.get(self.book.envy.paytables) if self.book.envy else None

    def as_json(self) -> dict[str, object]:
        """The complete rules in JSON types; equal rules give equal documents."""
        return {
            "form": FORMAT_VERSION,
            "book": self.book.model_dump(mode="json"),
            "house_name": self.house_name,
            "approved": self.approved.isoformat() if self.approved else None,
            "positions": self.positions,
            "adjacent_boxes": self.adjacent_boxes,
            "wagers": [wager.name for wager in self.wagers],
            "paytables": {kind: table.id for kind, table in sorted(self.tables.items())},
            "chip_unit": format_cents(self.chip_unit),
            "limits": {
                name: [format_cents(limits.least), format_cents(limits.most)]
                for name, limits in sorted(self.limits.items())
            },
            "dealing": {
                "method": self.dealing.method.value,
                "order": self.order.name,
                "shuffler": self.shuffler.value,
                "decks": self.decks,
                "device_approval": self.device_approval,
                "shoe_location": self.shoe_location,
            },
            "progressive_wagers": [format_cents(amount) for amount in self.progressive_wagers],
            "meters": {
                name: {
                    "initial": format_cents(terms.initial),
                    "reset": format_cents(terms.reset),
                    "rate": format_exact(terms.rate),
                    "limit": None if terms.limit is None else format_cents(terms.limit),
                }
                for name, terms in sorted(self.meters.items())
            },
            "payout_limit": None if self.payout_limit is None else format_cents(self.payout_limit),
            "options": dict(sorted(self.options.items())),
        }

    @cached_property
    def digest(self) -> str:
        """A digest of the complete rules."""
        return _digest(self.as_json())

    @cached_property
    def par_digest(self) -> str:
        """A digest of the inputs of the PAR sheet: the book and the terms of its wagers.

        It leaves out the house's name, its limits and its way of dealing, because they affect no figure.
        """
        document = self.as_json()
        return _digest({"par": PAR_FORMAT_VERSION} | {name: document[name] for name in _PAR_KEYS})


def _digest(document: Mapping[str, object]) -> str:
    canonical = json.dumps(document, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(canonical.encode()).hexdigest()
