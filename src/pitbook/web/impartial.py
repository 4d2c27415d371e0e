"""Nobody judges a round that they play in.

At a table that the house deals, who opened it may sit down and still be its dealer and floorperson. Among others that
would let somebody who has seen cards have the round void, or somebody's wagers abandoned. So from "no more bets" to
the end of the round the house alone judges there; who plays alone, or with bots, may try out everything.
"""

from collections.abc import Collection
from typing import Final

from pitbook.pit import Arrangement
from pitbook.problems import Problem, RefusedError
from pitbook.table import State
from pitbook.web import asking
from pitbook.web.sessions import kind_of

_JUDGING: Final = (
    asking.CorrectCards,
    asking.Report,
    asking.Rule,
    asking.RuleOnLeaving,
    asking.CallStubCount,
    asking.OrderRecut,
    asking.OrderReshuffle,
    asking.ChangeDeck,
)
"""What a dealer or floorperson does to a round. Closing is none of it: the round in progress is finished first."""
FAIR_SECONDS: Final = 30
"""So long, at least, whoever looks at the table may think when another player sets the time during a round."""


def must_not_judge(state: State, arrangement: Arrangement, asked: asking.Asked, player: str) -> None:
    """Refuse what only somebody who does not play here may do now."""
    if isinstance(asked, _JUDGING) and _others(state, arrangement, player):
        message = "others play here too: until this round is over, nobody who plays at the table judges it"
        raise RefusedError(Problem(message, asked.do))


def must_not_hurry(
    state: State, arrangement: Arrangement, asked: asking.Arrange, player: str, here: Collection[str]
) -> None:
    """Refuse a time for decisions that is over before somebody can decide; who is not there may be passed over."""
    seconds = asked.decision_seconds
    thinking = any(name in here for name in _others(state, arrangement, player))
    if thinking and seconds is not None and seconds < FAIR_SECONDS and seconds != arrangement.decision_seconds:
        message = f"others play here too: until this round is over, they have at least {FAIR_SECONDS} seconds to decide"
        raise RefusedError(Problem(message, str(seconds)))


def _others(state: State, arrangement: Arrangement, player: str) -> list[str]:
    """Who plays with somebody in a round under way that the house deals; who left is still in the round."""
    under_way = state.round is not None and state.round.closed
    if arrangement.dealing != "house" or not under_way or player not in state.players:
        return []
    return [name for name in state.players if name != player and kind_of(name) != "bot"]
