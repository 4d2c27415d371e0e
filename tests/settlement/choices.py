"""House rules from the choices that golden hands and the oracle are written with."""

import json
from dataclasses import replace
from functools import cache
from typing import Any

from pitbook.money import parse_cents
from pitbook.rulebooks import load_book
from pitbook.submission import HouseRules, house_rules, stock_submission
from pitbook.submission.stock import choose_table


def rules_of(book_id: str, choices: dict[str, Any]) -> HouseRules:
    """The stock submission with these choices made; a payout limit may be lower than a regulator would take."""
    return _rules(book_id, json.dumps(choices, sort_keys=True))


@cache
def _rules(book_id: str, text: str) -> HouseRules:
    choices = json.loads(text)
    book = load_book(book_id)
    data = stock_submission(book)
    tables = choices.get("paytables", {})
    for kind in sorted(tables, key=lambda kind: kind == "envy"):
        progressive = tables.get("progressive", data["paytables"].get("progressive"))
        if kind == "envy" and (
            book.envy is None or (book.envy.with_progressive and progressive not in book.envy.with_progressive)
        ):
            continue
        choose_table(book, data, kind, tables[kind])
    known = {option.name for option in book.options}
    data["options"] |= {name: value for name, value in choices.get("options", {}).items() if name in known}
    data["dealing"] = choices.get("dealing", data["dealing"])
    rules = house_rules(data)
    meters = dict(rules.meters)
    for name, terms in choices.get("meters", {}).items():
        if name in meters:
            meters[name] = replace(meters[name], reset=parse_cents(terms["reset"]))
    limit = choices.get("payout_limit") if book.payout_limit else None
    return replace(rules, meters=meters, payout_limit=parse_cents(limit) if limit else None)
