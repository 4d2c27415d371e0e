"""Awards that are a share of a meter: each is taken when it is that player's turn to be paid."""

from pitbook.rulebooks.pays import MeterShare
from pitbook.settlement import SettlementLine
from pitbook.table.agenda import AgendaStep
from pitbook.table.events import AwardTaken
from pitbook.table.lines import Lines, RecordedLine
from pitbook.table.state import Round, exact


def open_award(current: Round, step: AgendaStep) -> tuple[RecordedLine, MeterShare] | None:
    """The line and the meter share that a step of settlement takes, if there is one."""
    first, last = step.lines
    if first == last or not current.lines:
        return None
    for line in current.lines[first:last]:
        if line.is_open and (share := line.meter_share):
            return line, share
    return None


def with_award(current: Round, taken: AwardTaken) -> Lines:
    """The lines of a round with the amount of an award that was taken."""
    lines = list(current.lines or ())
    place = next(place for place, line in enumerate(lines) if line.seat == taken.seat and line.is_open)
    lines[place] = lines[place]._replace(
        payout=taken.amount,
        returned=taken.amount,
        meter=taken.meter,
        meter_before=taken.before,
        meter_after=taken.after,
    )
    return tuple(lines)


def with_recorded_award(line: SettlementLine, recorded: RecordedLine) -> SettlementLine:
    """A line with the amount that the round recorded as taken from its meter."""
    if not line.is_open or recorded.meter_before is None or recorded.meter_after is None:
        return line
    shown = exact({"before": recorded.meter_before, "after": recorded.meter_after})
    return line._replace(
        payout=recorded.payout,
        returned=recorded.returned,
        meter_before=shown["before"],
        meter_after=shown["after"],
    )
