"""The payout limit: one line takes back what a player wins above it in one round."""

from collections.abc import Iterator, Sequence

from pitbook.rulebooks.models import Reason
from pitbook.settlement.dealt_round import Seat
from pitbook.settlement.lines import Result, SettlementLine
from pitbook.submission import HouseRules


def limited(rules: HouseRules, seats: Sequence[Seat], lines: Sequence[SettlementLine]) -> Iterator[SettlementLine]:
    """The lines, with one that adjusts a player's winnings to the limit.

    It comes after the player's last limited wager. Progressive and envy are never limited.
    """
    rule, limit = rules.book.payout_limit, rules.payout_limit
    if limit is None or rule is None:
        yield from lines
        return
    player_at = {seat.seat: seat.player for seat in seats}
    won: dict[str, int] = {}
    last: dict[str, int] = {}
    for place, line in enumerate(lines):
        if line.wager not in rule.never_limits:
            player = player_at[line.seat]
            won[player] = won.get(player, 0) + line.payout
            last[player] = place
    cut = {last[player]: limit - amount for player, amount in won.items() if amount > limit}
    for place, line in enumerate(lines):
        yield line
        if place in cut:
            yield SettlementLine(
                line.seat,
                "payout_limit",
                0,
                Result.ADJUST,
                Reason.PAYOUT_LIMIT,
                None,
                None,
                cut[place],
                cut[place],
                rule.clauses,
            )
