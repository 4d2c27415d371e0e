"""All languages of strategies."""

from typing import Final

from pitbook.rulebooks import RuleBook
from pitbook.strategy.conditions import Language
from pitbook.strategy.families.board_dealer import BOARD
from pitbook.strategy.families.no_dealer import KNOWN
from pitbook.strategy.families.own_dealer import HELD, UP_CARD

LANGUAGES: Final[dict[str, Language]] = {language.game: language for language in (BOARD, UP_CARD, HELD, KNOWN)}
"""By the name of the language in strategy files."""


def language_of(book: RuleBook) -> Language:
    """The language of the strategies for a book."""
    return next(language for language in LANGUAGES.values() if language.fits(book))
