"""Cards that were entered wrongly at a physical table are put right, on the record; the round continues."""

from collections import Counter

from pitbook.cards import Card, parse_cards
from pitbook.money import format_cents
from pitbook.rulebooks.steps import ActorRole
from pitbook.table.card_places import place_of
from pitbook.table.card_text import write_slots
from pitbook.table.commands import CorrectCards
from pitbook.table.context import Context
from pitbook.table.corrections import settled_by
from pitbook.table.decide.checks import refuse, require_of_the_deck, require_open, require_role
from pitbook.table.event import TableEvent
from pitbook.table.events import CardsCorrected
from pitbook.table.forfeits import progressive_name
from pitbook.table.kinds import SourceName
from pitbook.table.lines import Lines
from pitbook.table.state import Round, State, the_round, the_rules


def correct_cards(state: State, command: CorrectCards, context: Context) -> tuple[TableEvent, ...]:
    """The dealer corrects cards until a decision or settlement depends on them, a floorperson until the round ends."""
    require_role(command, ActorRole.DEALER, ActorRole.FLOORPERSON)
    require_open(state)
    current = state.round
    if state.source != SourceName.ENTERED:
        refuse("the cards of this table are not entered by hand")
    if current is None:
        refuse("no round is in progress")
    entered, right = parse_cards(command.entered), parse_cards(command.right)
    require_of_the_deck(state, right)
    _require_possible(current, entered, right)
    if not command.reason.strip():
        refuse("say why the cards are corrected")
    if command.by.role == ActorRole.DEALER and (relied := relied_on(current, entered)):
        refuse(
            f"a decision or the settlement depends on {_named(relied)}: a floorperson has to correct it",
            value=str(relied[0]),
        )
    _require_chips(state, settled_by(state, entered))
    return (CardsCorrected(write_slots(entered), write_slots(right), command.reason, command.by.role, command.by.name),)


def relied_on(current: Round, cards: tuple[Card, ...]) -> list[Card]:
    """Those of the cards that a decision or the settlement depends on."""
    return [card for card in cards if card in current.relied_on]


def _require_possible(current: Round, entered: tuple[Card, ...], right: tuple[Card, ...]) -> None:
    """Each corrected card was entered, and its replacement is another card that lies nowhere else."""
    if not entered or len(entered) != len(right):
        refuse(f"{len(entered)} cards were entered wrongly, and {len(right)} are given for them", value=str(len(right)))
    if unknown := [card for card in entered if place_of(current, card) is None]:
        refuse(f"{_named(unknown)} was not entered in this round", value=str(unknown[0]))
    if same := [card for card, other in zip(entered, right, strict=True) if card == other]:
        refuse(f"{_named(same)} is what was entered", value=str(same[0]))
    if lying := [card for card in right if card not in entered and place_of(current, card) is not None]:
        refuse(f"{_named(lying)} already lies on the table", value=str(lying[0]))


def _require_chips(state: State, settled: Lines) -> None:
    """Refuse to take back an award from a meter or from elsewhere, or chips that a player no longer has."""
    elsewhere, name = the_round(state).not_from_inventory, progressive_name(the_rules(state))
    if any(line.meter is not None or (line.wager == name and line.seat in elsewhere) for line in settled):
        refuse(
            "an award has been paid, to this player or to one who was settled later: "
            "the casino has to decide what to do about it"
        )
    back: Counter[str] = Counter()
    for line in settled:
        back[state.seats[line.seat]] += line.returned
    for name, amount in back.items():
        if amount > state.players[name].stack:
            have = format_cents(state.players[name].stack)
            refuse(f"{name} was paid {format_cents(amount)} for these cards and has {have} left", value=have)


def _named(cards: list[Card]) -> str:
    return " and ".join(map(str, cards))
