"""How a game is played, in a minute: sentences made from the house rules, each with the clauses that it comes from."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from pitbook.cards.rankings import category_names
from pitbook.coach import documents
from pitbook.layout.sign import SignNote
from pitbook.rulebooks.actions import FOLD, Action
from pitbook.rulebooks.cases import case_when, pays_a_tie, unqualified_case
from pitbook.rulebooks.flow import Bet, Street, Withdraw
from pitbook.rulebooks.hands import HandRule, in_words, with_article
from pitbook.rulebooks.hands import number_in_words as number
from pitbook.rulebooks.models import Case, PaytableRow, Wager
from pitbook.rulebooks.pays import Nothing
from pitbook.submission import HouseRules


@dataclass(frozen=True, slots=True)
class Step:
    """A part of a round, under a heading."""

    part: documents.LessonPart
    title: str
    notes: tuple[SignNote, ...]
    street: str | None = None
    """The street, if this part is a decision."""

    def as_json(self) -> documents.LessonStep:
        """The step in JSON types."""
        return {
            "part": self.part,
            "street": self.street,
            "title": self.title,
            "says": [note.as_json() for note in self.notes],
        }


@dataclass(frozen=True, slots=True)
class SideWager:
    """A wager that is not needed to play."""

    name: str
    label: str
    notes: tuple[SignNote, ...]

    def as_json(self) -> documents.LessonWager:
        """The wager in JSON types."""
        return {"name": self.name, "label": self.label, "says": [note.as_json() for note in self.notes]}


@dataclass(frozen=True, slots=True)
class Lesson:
    """Everything that somebody needs for the first hand, and the side wagers for later."""

    steps: tuple[Step, ...]
    hands: tuple[str, ...]
    """The kinds of hands, the highest first."""
    side_wagers: tuple[SideWager, ...]

    @property
    def words(self) -> int:
        """How many words the steps have."""
        return sum(len(note.text.split()) for step in self.steps for note in step.notes)

    def as_json(self) -> documents.LessonParts:
        """The lesson in JSON types."""
        return {
            "steps": [step.as_json() for step in self.steps],
            "hands": list(self.hands),
            "side_wagers": [wager.as_json() for wager in self.side_wagers],
        }


def lesson_of(rules: HouseRules) -> Lesson:
    """The game by these house rules."""
    decisions = [
        Step("decision", street_title(rules, street), tuple(_decision(rules, street)), street.name)
        for street in rules.streets
    ]
    return Lesson(
        (
            Step("wager", "Wager", tuple(_opening(rules))),
            Step("cards", "Cards", (_deal(rules),)),
            *decisions,
            Step("showdown", _met(rules), (compared_note(rules), *_meeting(rules))),
            Step("paid", "Paid", tuple(_paid(rules))),
        ),
        tuple(in_words(name) for name in category_names(rules.book.players_hand.ranking or "")),
        tuple(_side_wagers(rules)),
    )


def listed(words: Iterable[str], last: str = "and") -> str:
    """Several things, with a word before the last: "1, 2 or 3"."""
    *first, end = words
    return f"{', '.join(first)} {last} {end}" if first else end


def cited(*groups: Sequence[str]) -> tuple[str, ...]:
    """Clauses, each once, in their order."""
    return tuple(dict.fromkeys(clause for group in groups for clause in group))


def _the(wagers: Iterable[Wager], last: str = "and") -> str:
    return listed(map(_in_sentence, wagers), last)


def _in_sentence(wager: Wager) -> str:
    """A wager's title in a sentence: "the Ante", but "Bet 1"."""
    return f"the {wager.title}" if wager.title[-1].isalpha() else wager.title


def _opening(rules: HouseRules) -> Iterator[SignNote]:
    """What is needed to be dealt in."""
    opens = [wager for wager in rules.wagers if wager.opens]
    choice = ", or both" if len(opens) > 1 else ""
    yield SignNote(f"Wager on {_the(opens, 'or')}{choice}.", cited(*(wager.clauses for wager in opens)))
    for wager in rules.wagers:
        if wager.equals:
            base = _wager(rules, wager.equals)
            yield SignNote(f"Put as much on {_in_sentence(wager)} as on {_in_sentence(base)}.", wager.clauses)


def _met(rules: HouseRules) -> str:
    """The heading after the decisions: without a dealer's hand nothing is compared."""
    return "Showdown" if rules.book.dealers_hand else "Your hand"


def _deal(rules: HouseRules) -> SignNote:
    book = rules.book
    text = f"You get {number(book.player.cards)} cards, the dealer {number(book.dealer.cards)}"
    if not book.dealer.cards:
        text = f"You get {number(book.player.cards)} cards; the dealer has none"
    if book.flow.up:
        text += f", {number(book.flow.up)} of them face up"
    if book.board:
        text += f". {number(book.board).capitalize()} community cards belong to everybody"
    return SignNote(f"{text}.", cited(book.player.clauses, book.dealer.clauses))


def street_title(rules: HouseRules, street: Street) -> str:
    """When a decision comes, by the community cards that are face up."""
    if not rules.book.board:
        return "You decide"
    if not street.board:
        return "Before the community cards"
    if street.board == 1:
        return "With one community card up"
    up = "All" if street.board == rules.book.board else "With"
    return f"{up} {number(street.board)} community cards up"


def multiples(bets: Sequence[Bet]) -> str:
    """How much bets may be: "3 times", "1 to 3 times", "as much as, or with a flush or better 3 times"."""
    free = [bet for bet in bets if bet.if_hand is None]
    found = [_times(free)] if free else []
    found += [f"with {bet.if_hand.words} {_times([bet])}" for bet in bets if bet.if_hand]
    return ", or ".join(found)


def _times(bets: Sequence[Bet]) -> str:
    found = sorted({multiple for bet in bets for multiple in bet.multiples})
    if any(bet.any_amount_between for bet in bets):
        return f"{found[0]} to {found[-1]} times"
    if found == [1]:
        return "as much as"
    return f"{listed(map(str, found), 'or')} times"


def decision_note(rules: HouseRules, street: Street) -> SignNote:
    """What may be done at a decision."""
    base = _wager(rules, rules.book.flow.base).title
    ways = [
        f"{_wager(rules, name).title} {multiples(street.bets_of(name))} the {base}"
        for name in dict.fromkeys(bet.wager for bet in street.bets)
    ]
    ways += [f"withdraw {_in_sentence(_wager(rules, one.wager))}" for one in street.withdrawals]
    others = [Action(one.verb).words for one in street.offers if not isinstance(one, Bet | Withdraw)]
    text = f"{', '.join(ways)}, or {', or '.join(others)}."
    return SignNote(text[:1].upper() + text[1:], cited(street.clauses, *(one.clauses for one in street.offers)))


def _decision(rules: HouseRules, street: Street) -> Iterator[SignNote]:
    """What may be done at a decision, and what happens to a player who wagers early or folds."""
    yield decision_note(rules, street)
    if street.otherwise == FOLD:
        folded = (wager.forfeit_clauses for wager in _forfeited(rules))
        yield SignNote(f"Folding loses {_the(_forfeited(rules))}.", cited(street.clauses_of(FOLD), *folded))
    elif street is rules.streets[0] and len(rules.streets) > 1 and _made_once(rules):
        (name,) = rules.book.flow.decided
        wager, said = _wager(rules, name).title.lower(), street.clauses_of(name)
        yield SignNote(f"You {wager} once at most; then you wait for the showdown.", said or street.clauses)


def _made_once(rules: HouseRules) -> bool:
    """Whether decisions make only one wager, and only once."""
    return len(rules.book.flow.decided) == 1 and not any(bet.adds for street in rules.streets for bet in street.bets)


def _wager(rules: HouseRules, name: str) -> Wager:
    return next(wager for wager in rules.wagers if wager.name == name)


def _forfeited(rules: HouseRules) -> list[Wager]:
    """The wagers that a fold loses: the one that decisions are multiples of, and those that equal it."""
    base = rules.book.flow.base
    return [wager for wager in rules.wagers if base in (wager.name, wager.equals)]


def compared_note(rules: HouseRules) -> SignNote:
    """Which hands are compared."""
    mine = _chosen(rules, rules.book.players_hand)
    text = f"Your {mine} cards decide."
    if rules.book.dealers_hand:
        text = f"Your {mine} cards meet the dealer's {_chosen(rules, rules.book.dealers_hand)}."
    return SignNote(text, cited(rules.book.player.clauses, rules.book.dealer.clauses))


def _chosen(rules: HouseRules, hand: HandRule) -> str:
    """How many cards make a hand, and how many it is chosen from."""
    size, cards = hand.order_of_hands.size, rules.book.cards_in(hand.sources)
    return number(cards) if size == cards else f"best {number(size)} of {number(cards)}"


def _meeting(rules: HouseRules) -> tuple[SignNote, ...]:
    """What the dealer needs, if there is a dealer's hand."""
    return (qualifying_note(rules),) if rules.book.dealers_hand else ()


def qualifying_note(rules: HouseRules) -> SignNote:
    """What the dealer needs, and what happens without it."""
    if rules.book.dealers_hand is None:
        return SignNote("There is no dealer's hand.", rules.book.player.clauses)
    least = rules.book.qualifier
    if least is None:
        return SignNote("The dealer always plays.", rules.book.dealer.clauses)
    apart = {wager.name: case for wager in rules.wagers if (case := unqualified_case(wager))}
    text = f"The dealer qualifies with {with_article(least)} or better."
    for pays, alike in _alike(rules, apart).items():
        text += f" With less, {_the(alike)} {_end(pays, alike)}."
    return SignNote(text, cited(rules.book.dealer.clauses, *(case.clauses for case in apart.values())))


def _alike(rules: HouseRules, cases: Mapping[str, Case]) -> dict[str, list[Wager]]:
    """The wagers grouped by what their cases pay."""
    found: dict[str, list[Wager]] = {}
    for wager in rules.wagers:
        if wager.name in cases:
            found.setdefault(str(cases[wager.name].pays), []).append(wager)
    return found


def _end(pays: str, wagers: Sequence[Wager]) -> str:
    """What happens to wagers, as it follows their names in a sentence."""
    one = len(wagers) == 1
    match pays:
        case "push":
            return "pushes" if one else "push"
        case "lose":
            return "loses" if one else "lose"
    return f"{'pays' if one else 'pay'} {pays}"


def _paid(rules: HouseRules) -> Iterator[SignNote]:
    """What the main wagers win, lose and push."""
    even = [wager for wager in rules.wagers if wager.against_dealer and not wager.tables]
    won = {wager.name: case for wager in even if (case := case_when(wager, "beats"))}
    for pays, alike in _alike(rules, won).items():
        text = f"Beat the dealer, and {_the(alike)} {_end(pays, alike)}."
        yield SignNote(text, cited(*(_won_clauses(one) for one in alike)))
    if won:
        yield tie_note(rules)
    yield from _by_hand(rules)
    for wager in rules.wagers:
        if wager.against_dealer and wager.tables:
            yield from _by_tables(rules, wager)
        if wager.is_bonus and (rows := _paying(rules, wager.table)):
            yield SignNote(f"The {wager.title} is paid for {_least(rows)} or better, even if you lose.", wager.clauses)


def _by_hand(rules: HouseRules) -> Iterator[SignNote]:
    """The main wagers of a game without a dealer's hand: a table pays each one that was not withdrawn."""
    alike = [wager for wager in rules.wagers if wager.by_hand_alone and not rules.book.is_side_wager(wager)]
    if alike and (rows := _paying(rules, alike[0].table)):
        clauses = cited(*(case.clauses for wager in alike for case in wager.cases))
        least, most = (f"{in_words(row.hand)} ({row.pays})" for row in (rows[-1], rows[0]))
        yield SignNote(f"{_the(alike)[0].upper()}{_the(alike)[1:]} pay from {least} up to {most}.", clauses)
        yield SignNote("With less, every one of them that is left loses.", clauses)


def _paying(rules: HouseRules, table: str | None) -> list[PaytableRow]:
    """The rows of a table that pay anything, the highest hand first; none if the house does not offer the table."""
    found = rules.tables.get(table or "")
    return [row for row in found.rows if not isinstance(row.pays, Nothing)] if found else []


def _least(rows: Sequence[PaytableRow]) -> str:
    """The lowest hand that is paid, as it reads in a sentence."""
    return with_article(in_words(rows[-1].hand))


def tie_note(rules: HouseRules) -> SignNote:
    """What happens on a tie."""
    if rules.book.dealers_hand is None:
        return SignNote("–", ())
    ties = {one.name: case for one in rules.wagers if one.against_dealer and (case := case_when(one, "ties"))}
    ends, base = _alike(rules, ties), _wager(rules, rules.book.flow.base)
    if len(ends) == 1:
        return SignNote("A tie pays like a win." if pays_a_tie(base) else "A tie pushes.", ties[base.name].clauses)
    text = " ".join(f"On a tie {_the(alike)} {_end(pays, alike)}." for pays, alike in ends.items())
    return SignNote(text, cited(*(case.clauses for case in ties.values())))


def _won_clauses(wager: Wager) -> tuple[str, ...]:
    """The clauses of a win with a hand that is in all tables of the wager's cases."""
    tables = {case.table for case in wager.cases if case.table}
    case = case_when(wager, "beats", tables=tables)
    return case.clauses if case else ()


def _by_tables(rules: HouseRules, wager: Wager) -> Iterator[SignNote]:
    """The wins and the losses of a wager that tables pay."""
    for kind in wager.tables:
        rows, title = _paying(rules, kind), in_words(kind)
        if not rows:
            continue
        won, lost = (case_when(wager, result, tables={kind}) for result in ("beats", "loses"))
        if won and won.table == kind:
            below = case_when(wager, "beats")
            end = _end(str(below.pays), [wager]) if below else ""
            text = f"The {wager.title} pays by its table for a win with {_least(rows)} or better, and {end} below."
            yield SignNote(text, cited(won.clauses, below.clauses if below else ()))
        if lost and lost.table == kind:
            text = f"Lose with {_least(rows)} or better, and the {wager.title} still pays, by the {title} table."
            yield SignNote(text, lost.clauses)


def _side_wagers(rules: HouseRules) -> Iterator[SideWager]:
    for wager in rules.wagers:
        table = rules.tables.get(wager.table or "")
        if not rules.book.is_side_wager(wager) or table is None:
            continue
        highest, *_, lowest = (
            f"{rules.book.hand_in_words(table, row.hand)} ({row.pays})" for row in _paying(rules, wager.table)
        )
        text = f"Pays from {lowest} up to {highest}."
        if rules.book.dealers_hand:
            text = f"Pays from {lowest} up to {highest}, whoever wins."
        notes = [SignNote(text, cited(wager.clauses, table.clauses))]
        if needs := [_wager(rules, name) for name in (*wager.needs_all, *wager.needs_any) if name in rules.wager_names]:
            last = "or" if wager.needs_any else "and"
            notes.append(SignNote(f"Only with {_the(needs, last)}.", wager.needs_clauses or wager.clauses))
        if rules.book.flow.folds:
            notes.append(after_fold_note(rules, wager))
        yield SideWager(wager.name, wager.title, tuple(notes))


def after_fold_note(rules: HouseRules, wager: Wager) -> SignNote:
    """Whether a side wager is still alive after a fold."""
    if wager.stays_after_fold(rules.options):
        return SignNote("It stays alive when you fold.", wager.stays_clauses)
    return SignNote("Folding loses it.", wager.forfeit_clauses)
