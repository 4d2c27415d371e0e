"""What each person is shown of a table: allow-lists from `pitbook.table.views`, in the form that pages take.

The part that everybody sees is made once for each change; what only one player sees is added to it.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from itertools import combinations
from typing import Final

from pitbook.cards import RANKINGS, Card, parse_cards
from pitbook.cards.lookup import strength_in
from pitbook.money import format_cents
from pitbook.pit.names import display_name, kind_of
from pitbook.rulebooks.actions import Action
from pitbook.rulebooks.flow import Check, Street, Withdraw, multiples_of
from pitbook.rulebooks.models import Reason
from pitbook.rulebooks.steps import StepName
from pitbook.settlement import Settlement, SettlementLine
from pitbook.settlement.classify import card_set
from pitbook.settlement.hand_limits import street_with
from pitbook.settlement.lines import Result
from pitbook.settlement.void import clauses_of
from pitbook.settlement.wagers import placeable
from pitbook.submission import HouseRules, Limits
from pitbook.table import next_steps
from pitbook.table.agenda import CUTTING
from pitbook.table.decide.steps import needs_cards, shuffler_counts, to_show
from pitbook.table.forfeits import progressive_chips
from pitbook.table.kinds import SourceName, TableStatus
from pitbook.table.narration import Sentence
from pitbook.table.round_seeds import why_not
from pitbook.table.state import Round, State, the_round, the_rules
from pitbook.table.stub import COUNTED, right_hands, right_stub
from pitbook.table.views import (
    HIDDEN,
    SharedPart,
    called_off_view,
    decks_view,
    own_cards,
    seats_view,
    shared_part,
)
from pitbook.web.access.roles import Role
from pitbook.web.live.bots import plays
from pitbook.web.live.projection import MAX_LINES, RoundExtras, TableProjection
from pitbook.web.responses import rounds as said
from pitbook.web.responses import views as seen

_MARKS: Final = re.compile(r"~(?:[0-9a-f]{32}|[a-z-]+~bot|guest|operator)\b")
COACH_MODES: Final[Mapping[str, tuple[seen.CoachMode, ...]]] = {"off": ("off",), "after_round": ("off", "after_round")}
_APPROVING: Final = frozenset({StepName.VERIFY_HAND, StepName.VERIFY_LIGHT, StepName.VALIDATE_PROGRESSIVE})
"""Steps that come before an award is paid."""
_REASONS: Final = {"win_below_straight": "a win with less than a straight"}
"""Reasons that people call by other words than their name."""
ALL_MODES: Final[tuple[seen.CoachMode, ...]] = ("off", "after_round", "after", "before")


OWN: Final = frozenset(
    "ask for role you round last_round decks inventory devices rulings_due irregularities asks due".split()
)
"""The parts of a view that may be the viewer's own; all others are those of the public view."""


@dataclass(frozen=True, slots=True)
class Audience:
    """Who looks at a table, and in which role."""

    role: Role
    player: str | None
    roles: tuple[Role, ...]


def plain(words: str) -> str:
    """Words without the marks that tell players of the same name apart."""
    return _MARKS.sub("", words)


def public_view(projection: TableProjection, connected: Iterable[str], now: datetime) -> seen.PublicView:
    """What everybody may see at this time."""
    state, arrangement = projection.state, projection.arrangement
    rules = the_rules(state)
    here = set(connected)
    current, last = state.round, state.last_round
    shown = None if current is None else present_round(rules, current, projection.now, over=False)
    if shown is not None and projection.reveal_by is not None and projection.reveal_by[0] == shown["round"]:
        shown["seeds"]["reveal_by"] = projection.reveal_by[1]
    return {
        "table": projection.name,
        "version": state.version,
        "rulebook": rules.book.id,
        "title": rules.book.title,
        "house_name": rules.house_name,
        "submission": {
            "digest": rules.digest,
            "approved": rules.approved.isoformat() if rules.approved else None,
        },
        "status": "closing" if state.closing else state.status,
        "idle": state.idle is not None,
        "dealing": arrangement.dealing,
        "source": state.source or "",
        "shared": projection.shared,
        "private": arrangement.private,
        "positions": rules.positions,
        "opener": display_name(projection.opener),
        "arrangement": {
            "decision_seconds": arrangement.decision_seconds,
            "betting_seconds": arrangement.betting_seconds,
            "coach": arrangement.coach,
        },
        "time_rule": projection.time_rule,
        "players": {
            name: {
                "name": display_name(name),
                "kind": kind_of(name),
                "plays": plays(name) if kind_of(name) == "bot" else None,
                "seats": list(found.seats),
                "stack": format_cents(found.stack),
                "left": found.left,
                "connected": name in here or kind_of(name) != "person",
                "ready": name in projection.extras.ready,
            }
            for name, found in sorted(state.players.items())
        },
        "meters": dict(projection.extras.meters),
        "wagering": _wagering(projection),
        "ask": None,
        "waiting_for": _waiting_for(projection),
        "round": shown,
        "last_round": None if last is None else _over(projection, rules, last, None),
        "called_off": None if state.called_off is None else called_off_view(state.called_off),
        "steps": [{**line.as_json(), "words": plain(line.words)} for line in next_steps(state, now)],
        "coach": {"mode_allowed": list(coach_modes(projection))},
    }


def personal_view(projection: TableProjection, public: seen.PublicView, audience: Audience) -> seen.View:
    """The public view, with what only this viewer sees."""
    state, player = projection.state, audience.player
    rules = the_rules(state)
    found = state.players.get(player) if player is not None else None
    seats = list(found.seats) if found is not None and not found.left else []
    held = [seat for seat, holder in projection.last.holders.items() if player is not None and holder == player]
    view: seen.View = {
        **public,
        "ask": _ask(projection, audience),
        "for": player or "public",
        "role": audience.role,
        "you": {
            "player": player,
            "seats": seats,
            "roles": list(audience.roles),
            "ready": player in projection.extras.ready,
            "no_seed": why_not(state, player) if player is not None and found is not None else None,
            "last_seats": sorted(held),
        },
    }
    if public["round"] is not None and state.round is not None and found is not None:
        view["round"] = _with_own(rules, public["round"], own_cards(state.round, found.seats))
    if player is not None and state.last_round is not None:
        view["last_round"] = _over(projection, rules, state.last_round, player)
    if audience.role in ("dealer", "floor"):
        view["decks"] = decks_view(state)
        view["inventory"] = format_cents(state.inventory)
        view["devices"] = dict(state.devices)
        view["rulings_due"] = state.rulings_due
        view["irregularities"] = _irregularities(rules)
        view["asks"] = _asks(state)
        view["due"] = _due(projection)
    return view


def _over(projection: TableProjection, rules: HouseRules, last: Round, player: str | None) -> seen.RoundWithScript:
    """The last round as a player, or everybody, sees it; it is made only once."""
    made = projection.last.presented
    key = (rules.digest, last.id, player)
    if key not in made:
        if player is None:
            made[key] = present_round(rules, last, projection.last, over=True)
        else:
            held = [seat for seat, holder in projection.last.holders.items() if holder == player]
            public = _over(projection, rules, last, None)
            made[key] = _with_own(rules, public, own_cards(last, held)) if held else public
    return made[key]


def present_round(rules: HouseRules, current: Round, extras: RoundExtras, *, over: bool) -> seen.RoundWithScript:
    """A round as everybody may see it, with its script and the lines that have been settled."""
    script = [_shown_sentence(extras, told) for told in extras.script]
    return {**round_on_table(rules, current, extras.settlement, over=over), "script": script}


def _shown_sentence(extras: RoundExtras, told: Sentence) -> said.Sentence:
    """A sentence of the script; it is made only once."""
    known = extras.told.get(id(told))
    if known is None:
        if len(extras.told) > 2 * MAX_LINES:
            extras.told.clear()
        known = extras.told[id(told)] = (told, sentence(told))
    return known[1]


def round_on_table(
    rules: HouseRules, current: Round, settlement: Settlement | None, *, over: bool
) -> seen.RoundOnTable:
    """A round as everybody may see it, with the lines that have been settled."""
    shared = shared_part(current, over=over)
    shown = settlement.lines[: current.paid] if settlement is not None and current.lines is not None else ()
    seats: dict[str, seen.SeatInRound] = {}
    for seat, part in seats_view(current).items():
        own = [line for line in shown if line.seat == seat]
        seats[str(seat)] = {
            **part,
            "hand": _hand_of(rules, part["cards"], shared["board"]),
            "hand_cards": _hand_cards(rules, part["cards"], shared["board"]),
            "settled": [paid_line(settlement, line, shown) for line in own] if settlement else [],
        }
    return {
        **shared,
        "dealer_hand": _dealer_hand(rules, shared) if shared["dealer_hand"] else None,
        "dealer_hand_cards": _dealer_hand_cards(rules, shared) if shared["dealer_hand"] else [],
        "seats": seats,
    }


def sentence(told: Sentence) -> said.Sentence:
    """Something that was done, in the form that pages take."""
    step, effect = told.did, told.answered
    answered: said.Answered | None = None
    if effect is not None:
        amount = format_cents(effect.amount)
        answered = {"wager": effect.wager, "amount": amount, "takes_back": effect.takes_back, "folds": effect.folds}
    did: said.Did | None = None
    if step is not None:
        did = {
            "do": step.do,
            "seat": step.seat,
            "to": step.to,
            "cards": step.cards,
            "face_up": step.face_up,
            "answered": answered,
        }
    return {"by": told.by, "words": plain(told.words), "clauses": list(told.clauses), "did": did}


def _with_own(rules: HouseRules, public: seen.RoundWithScript, own: Mapping[int, list[str]]) -> seen.RoundWithScript:
    """A round with the cards of a player's own seats; unchanged if they are face up or not dealt yet."""
    seats = public["seats"]
    hidden = {str(seat): cards for seat, cards in own.items() if seats[str(seat)]["cards"] != cards}
    if not hidden:
        return public
    shown: dict[str, seen.SeatInRound] = {
        seat: {
            **seats[seat],
            "cards": cards,
            "hand": _hand_of(rules, cards, public["board"]),
            "hand_cards": _hand_cards(rules, cards, public["board"]),
        }
        for seat, cards in hidden.items()
    }
    return {**public, "seats": seats | shown}


def paid_line(settlement: Settlement, line: SettlementLine, shown: Sequence[SettlementLine]) -> seen.PaidLine:
    """A settlement line that was paid or collected, with its clauses, words, and the readings that may be known."""
    return {
        **line.outcome(),
        "payout": format_cents(line.payout),
        "returned": format_cents(line.returned),
        **line.grounds(),
        "readings": [one.name for one in settlement.readings(line, shown)],
        "words": line_words(settlement.rules, line),
    }


def reason_words(line: SettlementLine) -> str:
    """Why a line was settled as it was, as people say it."""
    return _REASONS.get(line.reason) or line.reason.replace("_", " ")


@lru_cache(maxsize=256)
def _titles(rules: HouseRules) -> Mapping[str, str]:
    """The titles of wagers in the book that are more than the capitalized name."""
    titles = {wager.name: wager.title for wager in rules.wagers}
    return {name: title for name, title in titles.items() if title.lower() != name.replace("_", " ")}


def line_words(rules: HouseRules, line: SettlementLine) -> str:
    """A settlement line as a sentence."""
    wager = _titles(rules).get(line.wager) or line.wager.replace("_", " ").capitalize()
    hand = (line.hand or "").replace("_", " ")
    why = reason_words(line)
    match line.result:
        case Result.WIN:
            if line.is_open:
                return f"{wager} wins {line.pays}: {hand or why}."
            odds = f" at {line.pays}" if line.pays is not None else ""
            return f"{wager} wins {format_cents(line.payout)}{odds}: {hand or why}."
        case Result.PUSH:
            return f"{wager} pushes, {format_cents(line.returned)} back: {why}."
        case Result.VOID:
            return f"{wager} is returned, {format_cents(line.returned)}: {why}."
        case Result.ADJUST:
            return f"{wager} takes {format_cents(-line.payout)} back."
        case _:
            lost = " to the dealer" if line.reason == Reason.LOSES_TO_DEALER else f": {why}"
            return f"{wager} loses {format_cents(line.stake)}{lost}."


def _hand_of(rules: HouseRules, cards: list[str], board: list[str]) -> str | None:
    """The hand that cards make, if the viewer sees all of them and they make one."""
    if HIDDEN in cards or len(cards) != rules.book.player.cards:
        return None
    return hand_words(rules.book.players_hand.ranking or "", (*cards, *(card for card in board if card != HIDDEN)))


def _dealer_hand(rules: HouseRules, view: SharedPart) -> str | None:
    """The dealer's hand in words, from the cards that are face up; as announced if some were never shown."""
    open_cards = [card for card in (*view["dealer"], *view["board"]) if card != HIDDEN]
    ranking = rules.book.dealers_hand.ranking if rules.book.dealers_hand else None
    return hand_words(ranking or "", tuple(open_cards)) or str(view["dealer_hand"]).replace("_", " ")


def _hand_cards(rules: HouseRules, cards: list[str], board: list[str]) -> list[str]:
    """The cards that make the hand of `_hand_of`."""
    if HIDDEN in cards or len(cards) != rules.book.player.cards:
        return []
    ranking = rules.book.players_hand.ranking or ""
    return list(best_cards(ranking, (*cards, *(card for card in board if card != HIDDEN))))


def _dealer_hand_cards(rules: HouseRules, view: SharedPart) -> list[str]:
    """The cards that make the dealer's hand, as far as they are face up."""
    open_cards = tuple(card for card in (*view["dealer"], *view["board"]) if card != HIDDEN)
    return list(best_cards(rules.book.dealers_hand.ranking or "", open_cards)) if rules.book.dealers_hand else []


@lru_cache(maxsize=8192)
def best_cards(ranking: str, cards: tuple[str, ...]) -> tuple[str, ...]:
    """The open cards that make the best hand; none if there are too few."""
    strength, known = strength_in(ranking), dict(zip(cards, parse_cards(" ".join(cards)), strict=True))
    hands = combinations(cards, RANKINGS[ranking].size)
    return max(hands, key=lambda hand: strength(card_set([known[card] for card in hand])), default=())


@lru_cache(maxsize=8192)
def hand_words(ranking: str, cards: tuple[str, ...]) -> str | None:
    """The best hand of some open cards in words; None if there are too few or too many."""
    order = RANKINGS.get(ranking)
    if order is None or not order.accepts(len(cards)):
        return None
    known: list[Card] = list(parse_cards(" ".join(cards)))
    category, ranks = order.class_of(strength_in(ranking)(card_set(known)))
    words: str = order.shapes[category].sentence(ranks)
    return words


def _waiting_for(projection: TableProjection) -> seen.WaitingFor | None:
    """Whose decision is pending, for everybody at the table."""
    state, seat = projection.state, _to_decide(projection.state)
    if seat is None:
        return None
    street = the_rules(state).street(the_round(state).street).name
    return {"seat": seat, "player": state.seats[seat], "street": street, "deadline": projection.deadline}


def _to_decide(state: State) -> int | None:
    """The seat whose decision is pending."""
    if state.round is None or not state.agenda or state.agenda[0].do != StepName.DECIDE or not state.round.to_act:
        return None
    return state.round.to_act[0]


def _wagering(projection: TableProjection) -> seen.Wagering:
    """What may be wagered, and whether wagers are open."""
    state, rules = projection.state, the_rules(projection.state)
    is_open = state.status == TableStatus.OPEN and state.round is not None and not state.round.closed
    return {
        "open": is_open,
        "deadline": projection.deadline if is_open else None,
        "chip_unit": format_cents(rules.chip_unit),
        "wagers": list(wagers_on_offer(rules)),
        "decided": list(_decided(rules)),
    }


@lru_cache(maxsize=256)
def _decided(rules: HouseRules) -> tuple[seen.DecidedWager, ...]:
    """The wagers that are made after the deal: what they are multiples of, and the least and greatest multiple."""
    found: list[seen.DecidedWager] = []
    for name in rules.book.flow.decided:
        least, most = multiples_of(rules.streets, name)
        if most:
            label, base = rules.book.wager(name).title, rules.book.flow.base
            found.append({"wager": name, "label": label, "of": base, "least": least, "most": most})
    return tuple(found)


@lru_cache(maxsize=256)
def wagers_on_offer(rules: HouseRules) -> tuple[seen.WagerOnOffer, ...]:
    """Every wager that may be placed before the deal, with its limits and what it needs."""
    base = rules.book.flow.base
    offered: list[seen.WagerOnOffer] = []
    for name, wager in placeable(rules).items():
        amounts = rules.progressive_wagers if wager.progressive else ()
        limits = Limits(min(amounts), max(amounts)) if amounts else rules.limits[name]
        offered.append(
            {
                "name": name,
                "label": wager.title,
                "least": format_cents(limits.least),
                "most": format_cents(limits.most),
                "amounts": [format_cents(amount) for amount in amounts] or None,
                "required": base in (name, wager.equals),
                "opens": wager.opens,
                "equal_to": wager.equals,
                "needs": list(wager.needs_all),
                "needs_any": list(wager.needs_any),
                "clauses": list(wager.clauses),
            }
        )
    return tuple(offered)


def _ask(projection: TableProjection, audience: Audience) -> seen.Ask | None:
    """The decision in front of the viewer: the player whose turn it is, or a dealer who speaks for a guest."""
    state, seat = projection.state, _to_decide(projection.state)
    if seat is None:
        return None
    holder = state.seats[seat]
    if state.players[holder].left:
        return None
    mine = audience.player is not None and holder == audience.player
    spoken_for = audience.role in ("dealer", "floor") and "dealer" in audience.roles and may_speak_for(state, holder)
    return question(state, seat, projection.deadline, own=mine) if mine or spoken_for else None


def may_speak_for(state: State, player: str) -> bool:
    """Whether a dealer may speak for a player: for a guest, or at a table with entered cards for any person."""
    kind = kind_of(player)
    return kind == "guest" or (state.source == SourceName.ENTERED and kind == "person")


def question(state: State, seat: int, deadline: str | None, *, own: bool) -> seen.Ask:
    """What the player of a seat may do now with the chips at hand, and what the chips do not cover.

    The player is offered what the hand allows. A dealer, who does not know it, sees which hands an action needs.
    """
    rules, current = the_rules(state), the_round(state)
    street = rules.street(current.street)
    if own:
        street = street_with(rules.book, street, current.hands[seat], current.board)
    wagers, stack = current.wagers[seat], state.players[state.seats[seat]].stack
    base = wagers[rules.book.flow.base]
    at_stake = sum(wagers[one.wager] for one in street.withdrawals)
    possible: list[seen.OfferedAction] = []
    beyond: list[seen.OfferedAction] = []
    for action in reversed(list(street.names.values())):
        offer, amount = street.offer(action.verb), (street.times(action) or 0) * base
        moved = wagers[offer.wager] if isinstance(offer, Withdraw) else amount
        shown: seen.OfferedAction = {
            "action": action.name,
            "label": action.label,
            "needs_hand": None if own else street.needs(action),
            "amount": format_cents(moved) if moved else None,
            "takes_back": isinstance(offer, Withdraw),
            "stays": format_cents(at_stake) if at_stake and isinstance(offer, Check) else None,
        }
        (possible if amount <= stack else beyond).append(shown)
    return {
        "seat": seat,
        "street": street.name,
        "actions": possible,
        "beyond_chips": beyond,
        "any_amount": _any_amount(rules, street, base, stack),
        "deadline": deadline,
        "clauses": list(street.clauses),
    }


def _any_amount(rules: HouseRules, street: Street, base: int, stack: int) -> seen.AnyAmount | None:
    """A wager that may be made in any amount between two multiples, as far as the chips go."""
    bet = next((bet for bet in street.bets if bet.any_amount_between), None)
    if bet is None or stack < min(bet.multiples) * base:
        return None
    return {
        "action": bet.wager,
        "label": Action(bet.wager).label,
        "least": format_cents(min(bet.multiples) * base),
        "most": format_cents(min(max(bet.multiples) * base, stack // rules.chip_unit * rules.chip_unit)),
        "unit": format_cents(rules.chip_unit),
    }


def coach_modes(projection: TableProjection) -> tuple[seen.CoachMode, ...]:
    """When the coach may speak: if people share the table, only after the round; and never more than arranged."""
    modes = COACH_MODES.get(projection.arrangement.coach, ALL_MODES)
    shared = projection.shared
    return tuple(mode for mode in modes if not shared or mode in COACH_MODES["after_round"])


def _asks(state: State) -> seen.StepAsks:
    """What the next step asks the dealer for: missing cards, a count, the depth of a cut."""
    step = state.agenda[0] if state.agenda else None
    if step is None:
        return {}
    asks: seen.StepAsks = {}
    if needs_cards(state, step):
        asks["cards"] = step.cards if step.do == StepName.DEAL else to_show(the_round(state), step).count(None)
    if step.do in (StepName.COUNT_STUB, StepName.RESOLVE_STUB):
        current = the_round(state)
        asks["stub"] = right_stub(the_rules(state), current)
        asks["hands"] = right_hands(the_rules(state), current)
    if step.do == StepName.COUNT_PROGRESSIVE_CHIPS:
        asks["chips"] = progressive_chips(the_rules(state), the_round(state))
    if shuffler_counts(state, step):
        asks["deck"] = the_rules(state).book.deck.cards
    if step.do in CUTTING and state.source == SourceName.ENTERED:
        book = the_rules(state).book
        asks["cut"] = {"least": book.cut.fewest, "most": book.deck.cards - book.cut.fewest}
    if step.do == StepName.VALIDATE_PROGRESSIVE:
        asks["from_inventory"] = True
    return asks


def _due(projection: TableProjection) -> list[seen.DueLine]:
    """The lines that the next step pays or collects; the line of an award also while it is verified or validated."""
    state, current = projection.state, projection.state.round
    if current is None or current.lines is None or not state.agenda:
        return []
    step = state.agenda[0]
    first, last = (current.paid, current.paid + 1) if step.do in _APPROVING else step.lines
    settlement = projection.now.settlement
    if settlement is None:
        return []
    shown = settlement.lines[:last]
    return [_due_line(settlement, line, shown) for line in shown[first:]]


def _due_line(settlement: Settlement, line: SettlementLine, shown: Sequence[SettlementLine]) -> seen.DueLine:
    due: seen.DueLine = {**paid_line(settlement, line, shown), "seat": line.seat}
    return {**due, "payout": None, "returned": None} if line.is_open else due


@lru_cache(maxsize=64)
def _irregularities(rules: HouseRules) -> list[seen.Irregularity]:
    return [
        {
            "name": case.name,
            "words": case.name.replace("_", " ").capitalize(),
            "says": case.says,
            "outcome": case.outcome,
            "clauses": list(clauses_of(rules, case)),
            "device": list(case.device),
            "before_any_change": case.before_any_change,
        }
        for case in rules.book.irregularities
        if case.name not in COUNTED
    ]
