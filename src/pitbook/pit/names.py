"""Names of players in the record: a mark at the end says what kind of player it is."""

from typing import Final, Literal

MARK: Final = "~"
BOT: Final = "~bot"
GUEST: Final = "~guest"
OPERATOR: Final = "~operator"
PlayerKind = Literal["person", "bot", "guest"]


def display_name(player: str) -> str:
    """What pages show of a player's name."""
    return player.partition(MARK)[0]


def kind_of(player: str) -> PlayerKind:
    """Whether a player is a person with a session, a bot of the house, or a guest of the dealer's."""
    return "bot" if player.endswith(BOT) else "guest" if player.endswith(GUEST) else "person"
