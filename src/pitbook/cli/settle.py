"""`pitbook settle`: pay one described hand."""

from pathlib import Path
from typing import Annotated

import typer

from pitbook.cards.hand import best_hand
from pitbook.cli.output import console, print_json, table
from pitbook.cli.target import Json, PaytableChoices, RowChoices, Target, house_rules_of
from pitbook.money import format_cents, format_exact
from pitbook.rulebooks.hands import in_words
from pitbook.rulebooks.models import Case
from pitbook.settlement import DealtRound, Seat, Settlement, SettlementLine, classify, read_hand_file, read_round
from pitbook.settlement import settle as settle_round
from pitbook.settlement.explain import (
    conditions,
    explained_document,
    explanation,
    readings_with_clauses,
    rule_behind,
    settled_document,
)
from pitbook.submission import HouseRules


def settle(
    target: Target,
    hand: Annotated[Path, typer.Argument(metavar="HAND.json", help="The hand: cards, wagers, decisions and meters.")],
    paytable: PaytableChoices = None,
    row: RowChoices = None,
    explain: Annotated[bool, typer.Option("--explain", help="Show which case of the book decided each line.")] = False,
    why_not: Annotated[
        bool, typer.Option("--why-not", help="Also show why each earlier case did not apply; implies --explain.")
    ] = False,
    as_json: Json = False,
) -> None:
    """Pay one described hand, line by line, with the clause behind every payout.

    HAND.json has the cards of the "dealer" and the "board", and "seats", each
    with "seat", "hole" (Four Card Poker: "cards"), "wagers" and, after a fold,
    "folded"; "all6_cards", "bonus_card" and "meters" if wagers need them;
    "void" in a void round:

    {"board": "As Ks Qs 2d 3c", "dealer": "2c 7d", "seats": [
    {"seat": 1, "hole": "Js Ts",
    "wagers": {"ante": "10.00", "odds": "10.00", "raise": "30.00"}}]}

    docs/reference/settle.md describes every key, the causes of a void round and the
    answer, with examples for each game.
    """
    rules = house_rules_of(target, paytable, row)
    cards = read_round(rules, read_hand_file(hand))
    settlement = settle_round(rules, cards)
    explain = explain or why_not
    if as_json:
        print_json(explained_document(settlement, why_not=why_not) if explain else settled_document(settlement))
        return
    _show(rules, cards, settlement)
    if explain:
        _show_cases(settlement, why_not=why_not)


def _show_cases(settlement: Settlement, *, why_not: bool) -> None:
    """Print the case that decided each line and, on demand, why the earlier cases did not hold."""
    console.print("\nWhich case decided:", markup=False)
    for line in settlement.lines:
        found = explanation(settlement, line)
        where = f"  seat {line.seat}, {settlement.rules.book.title_of(line.wager)}"
        if found is None:
            console.print(f"{where}: {rule_behind(settlement, line)}", markup=False)
            continue
        console.print(f"{where}: case {found.number} of {found.of}, {_conditions(found.case)}", markup=False)
        for one in found.passed_over if why_not else ():
            console.print(f"    not case {one.number}: {' and '.join(one.unmet)}", markup=False)


def _conditions(case: Case) -> str:
    """The conditions of a case, as the book writes them."""
    said = [f"{key} = {str(value).lower()}" for key, value in conditions(case).items()]
    return ", ".join(said) or "without conditions"


def _announced(rules: HouseRules, cards: DealtRound, own: Seat | None = None) -> str:
    """The hand as the dealer announces it: the player's, or the dealer's own."""
    held = own.cards if own else cards.dealer
    return str(best_hand((*held, *cards.board), rules.book.players_hand.order_of_hands))


def _dealer_says(rules: HouseRules, cards: DealtRound) -> str:
    """The dealer's hand, and whether it qualifies if that matters."""
    shown = f"Dealer {' '.join(map(str, cards.dealer))}"
    if cards.board:
        shown = f"Board {' '.join(map(str, cards.board))}. {shown}"
    if cards.void:
        return f"The round is void: {in_words(cards.void)}."
    says = f"{shown}: {_announced(rules, cards)}"
    if rules.book.qualifier is None:
        return f"{says}."
    qualifies = classify(rules.book, cards, cards.seats[0], ()).dealer_qualifies
    return f"{says}, which {'qualifies' if qualifies else 'does not qualify'}."


def _why(settlement: Settlement, line: SettlementLine) -> str:
    """The result as a dealer would announce it, followed by its clauses and readings."""
    said = f"{line.result.value}: {in_words(line.reason)}"
    if line.hand:
        said += f", {in_words(line.hand)}"
    if line.meter is not None and line.meter_before is not None and line.meter_after is not None:
        said += f"; {line.meter} {format_exact(line.meter_before)} to {format_exact(line.meter_after)}"
    numbers = ", ".join(str(reading.number) for reading in settlement.readings(line))
    clauses = ", ".join(clause.removeprefix(f"{settlement.rules.book.id} ") for clause in line.clauses)
    cited = "; ".join([*([clauses] if clauses else []), *([f"reading {numbers}"] if numbers else [])])
    return f"{said}\n[{cited}]" if cited else said


def _show(rules: HouseRules, cards: DealtRound, settlement: Settlement) -> None:
    console.print(f"{rules.book.title}\n{_dealer_says(rules, cards)}", markup=False)
    seats = {seat.seat: seat for seat in cards.seats}
    totals = settlement.totals()
    columns = ["wager", "stake", "what and why", "pays", "payout", "returned"]
    for number in dict.fromkeys(line.seat for line in settlement.lines):
        seat = seats[number]
        rows = [
            (
                rules.book.title_of(line.wager),
                format_cents(line.stake),
                _why(settlement, line),
                line.pays or "",
                format_cents(line.payout),
                format_cents(line.returned),
            )
            for line in settlement.lines
            if line.seat == number
        ]
        wagered, returned = totals[number]
        title = f"Seat {number}"
        if seat.cards:
            title += f": {' '.join(map(str, seat.cards))}"
        if seat.folded:
            title += ", folded"
        elif not cards.void:
            title += f", {_announced(rules, cards, seat)}"
        console.print(table(title, columns, rows, right=[1, 3, 4, 5]))
        console.print(
            f"Seat {number} wagered {format_cents(wagered)}, gets back {format_cents(returned)}: "
            f"{format_cents(returned - wagered)}\n",
            markup=False,
        )
    for name, amount in settlement.meters.items():
        console.print(f"The {name} meter shows {format_exact(amount)}.", markup=False)
    for reading, _ in readings_with_clauses(settlement):
        console.print(f"Reading {reading.number}: {reading.reading}", markup=False)
