"""The coach after the decisions: what each was worth, and what it cost against the best one."""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from pitbook.coach import documents
from pitbook.coach.advice import Advice, advice_on, why
from pitbook.coach.outlook import outlook_of
from pitbook.coach.table_history import PlayerDecision
from pitbook.exact import exact
from pitbook.money import format_cents


@dataclass(frozen=True, slots=True)
class ReviewedDecision:
    """A decision and what every action would have been worth."""

    decision: PlayerDecision
    advice: Advice

    @property
    def cost(self) -> Fraction:
        """How much less than the best action this one was worth, in antes."""
        chosen = self.advice.value_of(self.decision.action, self.decision.multiple)
        return self.advice.values[self.advice.best] - chosen

    @property
    def cost_money(self) -> Fraction:
        """The same in dollars."""
        return self.cost * self.decision.ante / 100

    def as_json(self) -> documents.JudgedDecision:
        """The review in JSON types."""
        made, spot = self.decision, self.decision.spot
        return {
            "seat": made.seat,
            "street": spot.street.name,
            "when": spot.street.title,
            "units": spot.rules.book.flow.units,
            "cards": [str(card) for card in spot.cards],
            "board": [str(card) for card in spot.board],
            "up": [str(card) for card in spot.up],
            "dead": [str(card) for card in spot.dead],
            "action": made.action,
            "amount": None if made.multiple is None else format_cents(int(made.multiple * made.ante)),
            "ante": format_cents(made.ante),
            "actions": {action: {"value": exact(value)} for action, value in self.advice.values.items()},
            "best": self.advice.best,
            "cost": exact(self.cost),
            "cost_money": money(self.cost_money),
            "why": why(self.advice, made.action, made.multiple),
            "outlook": outlook_of(spot).as_json(),
        }


def money(dollars: Fraction) -> str:
    """A mean amount of money, rounded to the cent."""
    return format_cents(round(dollars * 100))


def review(decisions: Iterable[PlayerDecision]) -> list[ReviewedDecision]:
    """What every one of these decisions was worth."""
    return [ReviewedDecision(decision, advice_on(decision.spot)) for decision in decisions]
