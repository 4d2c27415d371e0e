"""House rules from the choices that golden hands and the oracle are written with."""

from dataclasses import replace
from functools import lru_cache
from typing import Any

from pitbook.money import parse_cents
from pitbook.rulebooks import load_book
from pitbook.submission import HouseRules, house_rules, stock_submission
from pitbook.submission.stock import choose_table


def rules_of(book_id: str, choices: dict[str, Any]) -> HouseRules:
    """The stock submission with these choices made; a payout limit may be lower than a regulator would take."""
    book = load_book(book_id)
    chosen = choices.get("paytables", {})
    tables = {kind.name: chosen.get(kind.name) or kind.tables[0].id for kind in book.paytables if not kind.default_from}
    tables |= {kind: table for kind, table in chosen.items() if _is_offered(book_id, kind, tables.get("progressive"))}
    rules = _with_tables(book_id, tuple(tables.items()), tuple(choices.get("dealing", {}).items()))
    known = {name: value for name, value in choices.get("options", {}).items() if name in rules.options}
    meters = dict(rules.meters)
    for name, terms in choices.get("meters", {}).items():
        if name in meters:
            meters[name] = replace(meters[name], reset=parse_cents(terms["reset"]))
    limit = choices.get("payout_limit") if book.payout_limit else None
    return replace(
        rules,
        options={**rules.options, **known},
        meters=meters,
        payout_limit=parse_cents(limit) if limit else None,
    )


def _is_offered(book_id: str, kind: str, progressive: str | None) -> bool:
    """Whether a kind of table goes with the chosen progressive: envy goes with some only."""
    envy = load_book(book_id).envy
    if kind != "envy":
        return True
    return envy is not None and (not envy.with_progressive or progressive in envy.with_progressive)


@lru_cache(maxsize=10_000)
def _with_tables(book_id: str, tables: tuple[tuple[str, str], ...], dealing: tuple[tuple[str, Any], ...]) -> HouseRules:
    """The stock submission with these tables and this way of dealing, checked as any submission is."""
    book = load_book(book_id)
    data = stock_submission(book)
    for kind, table in sorted(tables, key=lambda choice: choice[0] == "envy"):
        choose_table(book, data, kind, table)
    data["dealing"] = dict(dealing) or data["dealing"]
    return house_rules(data)
