"""The dealer's hand, as it is announced, and whether it qualifies."""

from pitbook.cards.lookup import strength_in
from pitbook.cards.rankings import category_by_strength
from pitbook.settlement.classify import card_set, qualifies
from pitbook.submission import HouseRules
from pitbook.table.state import Round


def _strength(ranking: str, current: Round) -> int:
    return strength_in(ranking)(card_set([card for card in (*current.dealer, *current.board) if card is not None]))


def dealer_hand(rules: HouseRules, current: Round) -> str | None:
    """The category of the dealer's hand; None in a game without one."""
    ranking = rules.book.dealers_hand.ranking if rules.book.dealers_hand else None
    return category_by_strength(ranking)[_strength(ranking, current)] if ranking else None


def dealer_qualifies(rules: HouseRules, current: Round) -> bool:
    """Whether the dealer's revealed hand qualifies by the book."""
    ranking = rules.book.dealers_hand.ranking if rules.book.dealers_hand else None
    return ranking is None or qualifies(rules.book, _strength(ranking, current))


def dealt_face_up(rules: HouseRules) -> set[int]:
    """The places of the dealer's cards that are dealt face up, which everybody is meant to see."""
    faces = [step.face for step in rules.order.steps if step.to == "dealer" for _ in range(step.cards)]
    return {place for place, face in enumerate(faces) if face == "up"}
