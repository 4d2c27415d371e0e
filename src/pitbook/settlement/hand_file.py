"""Reading a described hand, and refusing what can't have happened: all problems together, each with its clause."""

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

from pitbook.cards import Card
from pitbook.cards.card import read_cards
from pitbook.files import read_text
from pitbook.money import format_cents, parse_cents, parse_exact
from pitbook.problems import MalformedError, Problem, RefusedError, nearest
from pitbook.rulebooks.flow import Bet, Street
from pitbook.rulebooks.procedures import IrregularityRule
from pitbook.settlement.dealt_round import DealtRound, Seat
from pitbook.settlement.decision_paths import DecisionPath, paths_through
from pitbook.settlement.hand_limits import street_with
from pitbook.settlement.void import settled_anyway, voids
from pitbook.settlement.wagers import box_problem, placeable, unknown_wagers, wager_problems
from pitbook.submission import HouseRules

EXTRA_KEYS = ("all6_cards", "bonus_card")


class _Reader:
    """Reads one described hand, and collects what is malformed and what is refused."""

    def __init__(self, rules: HouseRules) -> None:
        self.rules = rules
        self.book = rules.book
        self.malformed: list[Problem] = []
        self.refused: list[Problem] = []
        self.seen: Counter[Card] = Counter()
        self.board: tuple[Card, ...] = ()

    def not_understood(self, message: str, value: object = None) -> None:
        """Note something that is not what it claims to be."""
        self.malformed.append(Problem(message, None if value is None else str(value)[:60]))

    def not_allowed(self, message: str, value: object = None, clauses: tuple[str, ...] = ()) -> None:
        """Note something that the rules do not allow, with the first clause that says so."""
        self.refused.append(
            Problem(message, None if value is None else str(value)[:60], clauses[0] if clauses else None)
        )

    def cards(
        self, where: str, text: object, count: int, clauses: tuple[str, ...] = (), *, void: bool
    ) -> tuple[Card, ...]:
        """Read `count` different cards; in a void round there may be fewer or more."""
        if text is None:
            text = ""
        if not isinstance(text, str):
            self.not_understood(f'{where} must be cards in one string, like "Ah Kd"', text)
            return ()
        cards, problems = read_cards(text)
        self.malformed += [Problem(f"{where}: {problem.message}", problem.value) for problem in problems]
        self.seen.update(cards)
        for card in self.book.deck.outside(cards):
            self.not_allowed(f"{where}: {card} is not a card of this deck", str(card), self.book.deck.clauses)
        if not problems and len(cards) != count and not void:
            message = f"{where} must be {count} card{'s' * (count != 1)}, not {len(cards)}"
            self.not_allowed(message, text or "none", clauses)
        return cards

    def keys(self, where: str, document: Mapping[str, object], known: tuple[str, ...]) -> None:
        """Note unknown keys."""
        for key in document:
            if key not in known:
                self.not_understood(f"{where}{key} is not a known key; {nearest(str(key), list(known))}", key)

    def amount(self, where: str, text: object) -> int | None:
        """An amount of money of at least a cent."""
        try:
            cents = parse_cents(text)
        except MalformedError as error:
            self.malformed += [Problem(f"{where}: {problem.message}", problem.value) for problem in error.problems]
            return None
        if cents == 0:
            self.not_understood(f"{where}: a wager of nothing is no wager; leave it out", text)
            return None
        return cents

    def wagers(self, where: str, document: object) -> dict[str, int | None]:
        """A seat's wagers, checked; None for a wager that was made in an amount that can't be read."""
        if not isinstance(document, dict):
            self.not_understood(f'{where}.wagers must be an object like {{"ante": "10.00"}}', document)
            return dict.fromkeys(placeable(self.rules))
        wagers = {name: self.amount(f"{where}.{name}", text) for name, text in document.items()}
        for found, problems in (
            (self.malformed, unknown_wagers(self.rules, wagers)),
            (self.refused, wager_problems(self.rules, wagers, settled=True)),
        ):
            found += [replace(problem, message=f"{where}: {problem.message}") for problem in problems]
        return {name: amount for name, amount in wagers.items() if name in self.rules.wager_names}

    def seat(self, place: int, document: object, *, void: bool) -> Seat | None:
        """One seat, checked by itself."""
        if not isinstance(document, dict):
            self.not_understood(f"seats[{place}] must be an object", document)
            return None
        number = document.get("seat")
        if not isinstance(number, int) or isinstance(number, bool):
            self.not_understood(f"seats[{place}].seat must be a whole number", number)
            number = 0
        where = f"seat {number}" if number else f"seats[{place}]"
        key = self.book.own_cards
        self.keys(f"{where}.", document, ("seat", key, "folded", "abandoned", "wagers", "player"))
        folded, abandoned = (self.yes_or_no(where, document, name) for name in ("folded", "abandoned"))
        player = document.get("player", f"seat {number}")
        if not isinstance(player, str):
            self.not_understood(f"{where}.player must be a name in quotes", player)
            player = ""
        cards = self.cards(
            f"{where}.{key}", document.get(key), self.book.player.cards, self.book.player.clauses, void=void
        )
        wagers = self.wagers(where, document.get("wagers"))
        if number and not 1 <= number <= self.rules.positions:
            self.not_allowed(
                f"{where}: the table has positions 1 to {self.rules.positions}",
                number,
                self.book.positions.clauses,
            )
        amounts = {name: amount for name, amount in wagers.items() if amount is not None}
        if not {self.book.flow.base, *self.book.flow.decided} & (wagers.keys() - amounts.keys()):
            self._decision(where, cards, amounts, folded=folded, may_be_open=void or abandoned)
        return Seat(number, player, cards, amounts, folded, abandoned)

    def yes_or_no(self, where: str, document: Mapping[str, object], key: str) -> bool:
        """A key that is true or false; false if it is left out."""
        value = document.get(key, False)
        if isinstance(value, bool):
            return value
        self.not_understood(f"{where}.{key} must be true or false", value)
        return False

    def _decision(
        self, where: str, cards: Sequence[Card], wagers: Mapping[str, int], *, folded: bool, may_be_open: bool
    ) -> None:
        """A player with the base wager answers every decision: with a wager that the hand allows, or otherwise.

        Decisions may be open in a void round, and if the player left.
        """
        flow, streets = self.book.flow, self._streets(cards)
        base = wagers.get(flow.base)
        made = [name for name in flow.decided if name in wagers]
        if base is None:
            if made or folded:
                what = made[0] if made else "a fold"
                self.not_allowed(f"{where}: {what} needs {flow.base}", what, streets[-1].clauses)
            return
        ends = paths_through(streets)
        if folded and not any(end.folded and end.made == set(made) for end in ends):
            self._folded(where, wagers, made)
        elif not folded and not may_be_open and not any(not end.folded and end.made == set(made) for end in ends):
            lacking = next((bet.wager for bet in streets[-1].bets if bet.wager not in made), streets[-1].name)
            message = f"{where}: neither folded nor made the {lacking} wager"
            self.not_allowed(message, lacking, streets[-1].clauses)
        else:
            times = {name: Fraction(wagers[name], base) for name in made}
            paths = [end for end in ends if may_be_open or end.folded == folded]
            if not any(end.allows(times) for end in paths):
                self._amounts(where, times, base, paths)

    def _streets(self, cards: Sequence[Card]) -> tuple[Street, ...]:
        """The decisions as the cards allow them; without restrictions if too few cards are known."""
        book, streets = self.book, self.rules.streets
        if len(cards) != book.player.cards or len(self.board) != book.board:
            return streets
        return tuple(street_with(book, street, cards, self.board) for street in streets)

    def _folded(self, where: str, wagers: Mapping[str, int], made: Sequence[str]) -> None:
        clauses = self.rules.streets[-1].clauses
        if made:
            message = f"{where}: a player who folded has made no {made[-1]}"
            self.not_allowed(message, format_cents(wagers[made[-1]]), clauses)
        else:
            self.not_allowed(f"{where}: nobody folds in {self.book.id}", "folded", clauses)

    def _amounts(self, where: str, times: Mapping[str, Fraction], base: int, paths: Sequence[DecisionPath]) -> None:
        """Note wagers in amounts that no path through the decisions leads to."""
        noted = len(self.refused)
        for name, each in times.items():
            if any(least <= each <= most for path in paths for wager, (least, most) in path.wagers if wager == name):
                continue
            bets = [street.bets_of(name) for street in self.rules.streets if street.bets_of(name)]
            word = " and " if bets[0][0].adds else " or "
            allowed, amount = word.join(map(_in_words, bets)), format_cents(int(each * base))
            message = f"{where}: {name} must be {allowed} the {self.book.flow.base} of {format_cents(base)}"
            clauses = next(street.clauses for street in self.rules.streets if street.bets_of(name))
            self.not_allowed(f"{message}, not {amount}", amount, clauses)
        if len(self.refused) == noted:
            words = " and ".join(f"{name} {format_cents(int(each * base))}" for name, each in times.items())
            self.not_allowed(f"{where}: no way through the decisions leaves {words}", words)

    def meters(self, document: object, *, needed: bool) -> dict[str, Fraction]:
        """The reading of each meter that the progressive table has."""
        names = list(self.rules.meters)
        if document is None:
            document = {}
        if not isinstance(document, dict):
            self.not_understood('meters must be an object like {"progressive": "12345.67"}', document)
            return {}
        meters = {}
        for name, text in document.items():
            if name not in names:
                self.not_understood(f"meters: there is no meter {name!r} here; {nearest(name, names)}", name)
                continue
            try:
                meters[name] = parse_exact(text)
            except MalformedError as error:
                self.malformed += [Problem(f"meters.{name}: {p.message}", p.value) for p in error.problems]
        if needed:
            table = self.rules.tables["progressive"]
            for name in names:
                if name not in document:
                    self.not_allowed(f"meters.{name} is missing, and a progressive wager was made", name, table.clauses)
        return meters

    def round(self, document: object) -> DealtRound:
        """The whole hand."""
        if not isinstance(document, dict):
            raise MalformedError(Problem("a hand is a JSON object", str(document)[:60]))
        book = self.book
        void = self._void(document.get("void"))
        known = ("board", "dealer", "seats", "meters", "void", *EXTRA_KEYS)
        self.keys("", document, known)
        board = self.cards("board", document.get("board"), book.board, book.player.clauses, void=void is not None)
        self.board = board
        dealer = self.cards(
            "dealer", document.get("dealer"), book.dealer.cards, book.dealer.clauses, void=void is not None
        )
        documents = document.get("seats")
        if not isinstance(documents, list) or not documents:
            self.not_understood("seats must be a list with at least one seat", documents)
            documents = []
        seats = [
            seat
            for place, one in enumerate(documents[: self.rules.positions + 1])
            if (seat := self.seat(place, one, void=void is not None))
        ]
        if len(documents) > self.rules.positions:
            self.not_allowed(
                f"{len(documents)} seats are too many; the table has {self.rules.positions}",
                len(documents),
                book.positions.clauses,
            )
        self._seats_differ(seats)
        extra = self._extra(document, seats, void=void is not None)
        progressive = any(
            wager.progressive and wager.name in seat.wagers for seat in seats for wager in self.rules.wagers
        )
        meters = self.meters(document.get("meters"), needed=progressive and void is None)
        for card, times in self.seen.items():
            if times > 1:
                self.not_understood(f"{card} is given {times} times, and a deck has only one", card)
        cards = DealtRound(dealer, tuple(seats), board, extra, meters, void)
        self._void_needs(cards)
        if self.malformed:
            raise MalformedError(self.malformed + self.refused)
        if self.refused:
            raise RefusedError(self.refused)
        return cards

    def _void(self, cause: object) -> str | None:
        if cause is None:
            return None
        causes = voids(self.rules)
        if not isinstance(cause, str) or cause not in causes:
            known: dict[str, IrregularityRule] = {case.name: case for case in self.book.irregularities}
            if isinstance(cause, str) and cause in known:
                self.not_allowed(f"void: {cause} voids no round in {self.book.id}", cause, known[cause].clauses)
            else:
                self.not_understood(
                    f"void: {str(cause)[:40]!r} is no cause; {nearest(str(cause), list(causes))}", cause
                )
            return None
        return cause

    def _void_needs(self, cards: DealtRound) -> None:
        """A wager that is settled in a void round needs its cards."""
        if cards.void is None:
            return
        for name, clauses in settled_anyway(self.rules, cards, voids(self.rules)[cards.void]).items():
            placed = [seat for seat in cards.seats if name in seat.wagers and not seat.abandoned]
            table = self.rules.tables.get(self.book.wager(name).table or "") if placed else None
            if any(len(seat.cards) != self.book.player.cards for seat in placed):
                self.not_allowed(f"void: {name} is settled, so its players' cards are needed", name, clauses)
            if table and "board" in self.book.hands[table.evaluates].sources and len(cards.board) != self.book.board:
                self.not_allowed(f"void: {name} is settled, so the whole board is needed", name, clauses)

    def _seats_differ(self, seats: list[Seat]) -> None:
        for number, times in Counter(seat.seat for seat in seats).items():
            if times > 1:
                self.not_understood(f"seat {number} is given {times} times", number)
        boxes: dict[str, set[int]] = {}
        for seat in seats:
            boxes.setdefault(seat.player, set()).add(seat.seat)
        for player, places in boxes.items():
            if problem := box_problem(self.rules, player, places):
                self.refused.append(problem)

    def _extra(self, document: Mapping[str, object], seats: list[Seat], *, void: bool) -> tuple[Card, ...]:
        rule = self.book.extra_cards
        for key in EXTRA_KEYS:
            if document.get(key) is not None and (rule is None or rule.name != key):
                self.not_understood(f"{key}: {self.book.id} deals no such cards", document[key])
        if rule is None:
            return ()
        text = document.get(rule.name)
        wagered = any(rule.wager in seat.wagers for seat in seats)
        if text is None and (void or not wagered):
            return ()
        return self.cards(rule.name, text, rule.cards, rule.clauses, void=void)


def _in_words(bets: Sequence[Bet]) -> str:
    """The multiples that some bets of a wager allow, with the hands that some of them need."""
    free = [bet for bet in bets if bet.if_hand is None]
    word = " to " if any(bet.any_amount_between for bet in free) else " or "
    found = [word.join(f"{multiple}x" for multiple in sorted({one for bet in free for one in bet.multiples}))]
    for bet in bets:
        if bet.if_hand is not None:
            word = " to " if bet.any_amount_between else " or "
            multiples = word.join(f"{multiple}x" for multiple in sorted(bet.multiples))
            found.append(f"{multiples} with {bet.if_hand.words}")
    return " or ".join(filter(None, found))


def read_round(rules: HouseRules, document: object) -> DealtRound:
    """A round from its described form; malformed and refused input is reported with all its problems."""
    return _Reader(rules).round(document)


def read_hand_file(path: Path) -> object:
    """The content of a hand file; an unreadable or broken one gives a sentence."""
    try:
        return json.loads(read_text(path))
    except ValueError as error:
        raise MalformedError(Problem(f"{path} is not JSON: {error}", str(path))) from error
    except RecursionError as error:
        raise MalformedError(Problem(f"{path} is nested too deeply", str(path))) from error
