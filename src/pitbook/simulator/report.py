"""A run as one HTML page with charts: no scripts, nothing from outside."""

from collections.abc import Iterable, Sequence
from html import escape

from pitbook.money import format_cents
from pitbook.rulebooks.hands import in_words
from pitbook.simulator.charts import edges_chart, shifts_chart
from pitbook.simulator.document import QUANTILES, meters_json, ruin_json, shifts_json
from pitbook.simulator.figures import WagerFigures
from pitbook.simulator.simulation import Simulation
from pitbook.simulator.testing import LEVELS

_STYLE = """
:root { color-scheme: light; }
body { margin: 0 auto; max-width: 62rem; padding: 1.2rem; color: #1a1a1a; background: #fff;
  font: 16px/1.5 system-ui, "Segoe UI", Roboto, Arial, sans-serif; }
h1 { font-size: 1.6rem; line-height: 1.2; } h2 { font-size: 1.2rem; margin: 2rem 0 .5rem; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; font-size: .9rem; }
th, td { padding: .25rem .8rem .25rem 0; text-align: right; border-bottom: 1px solid #ddd; white-space: nowrap;
  font-variant-numeric: tabular-nums; }
th.w, td.w { text-align: left; }
thead th { border-bottom: 1.5px solid #1a1a1a; }
svg { display: block; width: 100%; min-width: 36rem; max-width: 52rem; height: auto; margin-bottom: 1rem; }
.scroll + .scroll { margin-top: 1rem; }
th.w:first-child, td.w:first-child { position: sticky; left: 0; background: #fff; }
"""


def _table(columns: Sequence[str], rows: Iterable[Sequence[object]], words: int = 1) -> str:
    """A table whose first columns are words, and the others numbers."""
    aligned = [' class="w"' if place < words else "" for place in range(len(columns))]
    head = "".join(f'<th scope="col"{w}>{escape(name)}</th>' for w, name in zip(aligned, columns, strict=True))
    body = "\n".join(
        "<tr>" + "".join(f"<td{w}>{escape(str(cell))}</td>" for w, cell in zip(aligned, row, strict=True)) + "</tr>"
        for row in rows
    )
    content = f"<thead><tr>{head}</tr></thead>\n<tbody>\n{body}\n</tbody>"
    return f'<div class="scroll" tabindex="0"><table>\n{content}</table></div>'


def _chart(svg: str) -> str:
    """A chart, which can be moved sideways where a window is too narrow for its words."""
    return f'<div class="scroll" tabindex="0">{svg}</div>'


def _section(title: str, *content: str) -> str:
    return f"<section>\n<h2>{escape(title)}</h2>\n" + "\n".join(content) + "\n</section>"


def _percent(value: float | None) -> str:
    return "" if value is None else f"{value:.3%}"


def _number(value: float | None, places: int = 2) -> str:
    return "" if value is None else f"{round(value, places) + 0.0:,.{places}f}"


def _wager_row(one: WagerFigures) -> tuple[str, ...]:
    edge = one.edge
    bands = [""] * 2 if edge is None else [f"± {_percent(edge.interval(x)[1] - edge.value)}" for x in LEVELS]
    return (
        in_words(one.name),
        f"{one.rounds:,}",
        format_cents(one.wagered),
        format_cents(one.returned),
        _percent(None if edge is None else edge.value),
        *bands,
        _number(one.deviation, 3),
        _percent(None if one.exact is None else float(one.exact)),
        _number(one.z),
        _number(one.p, 4),
    )


def html_report(run: Simulation) -> str:
    """The whole page."""
    everything = [*run.wagers, *([run.main] if run.main else []), run.everything]
    columns: tuple[str, ...] = (
        "wager",
        "made",
        "wagered",
        "returned",
        "house edge",
        "95 %",
        "99 %",
        "deviation",
        "exact",
        "z",
        "p of hits",
    )
    parts = [_section("Wagers", _chart(edges_chart(everything)), _table(columns, map(_wager_row, everything)))]
    parts += [f"<p>{escape(note)}</p>" for note in run.notes]
    ended = [
        (
            in_words(one.name),
            end.ending.words,
            end.ending.stake,
            end.ending.pays or "",
            f"{end.count:,}",
            _number(end.expected),
            _number(end.z),
        )
        for one in run.wagers
        for end in one.results
    ]
    if ended:
        columns = ("wager", "result", run.rules.book.flow.units, "pays", "rounds", "expected", "largest z of a seat")
        parts.append(_section("Results", _table(columns, ended, words=2)))
    hits = [
        (in_words(one.name), in_words(hit.hand), f"{hit.count:,}", _number(hit.expected), _number(hit.z))
        for one in run.wagers
        for hit in one.hits
        if not one.results
    ]
    if hits:
        columns = ("wager", "hand", "hits", "expected", "largest z of a seat")
        parts.append(_section("Hits", _table(columns, hits, words=2)))
    parts += _shifts(run) + _ruin(run) + _meters(run)
    if len(run.players) > 1:
        seats = range(1, len(run.players) + 1)
        rows = [(seat, *(_number(value, 3) for value in run.correlation[seat - 1])) for seat in seats]
        parts.append(_section("Correlation between seats", _table(("seat", *map(str, seats)), rows)))
    title = f"Simulation: {run.rules.book.title}"
    asked = "" if run.stopped is None else f" of {run.asked.rounds:,} (stopped)"
    seats_said = "; ".join(
        f"seat {number}: {player.strategy}" + (f", errs {player.error_rate:.2%}" if player.error_rate else "")
        for number, player in enumerate(run.players, 1)
    )
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8"/>\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1"/>\n'
        f"<title>{escape(title)}</title>\n<style>{_STYLE}</style>\n</head>\n<body>\n<main>\n<h1>{escape(title)}</h1>\n"
        f"<p>{escape(run.rules.house_name)} · {run.totals.rounds:,} rounds{asked} · seed {run.seed} · "
        f"rules {run.rules.digest[:16]}<br/>{escape(seats_said)}</p>\n"
        + "\n".join(parts)
        + "\n</main>\n</body>\n</html>\n"
    )


def _shifts(run: Simulation) -> list[str]:
    shifts = shifts_json(run)
    if not shifts["count"]:
        return []
    rows = [(f"{part:.0%}", shifts["quantiles"][str(part)]) for part in QUANTILES]
    rows += [("mean", shifts["mean"]), ("standard deviation", shifts["standard_deviation"])]
    rows += [("least", shifts["least"]), ("most", shifts["most"])]
    title = f"Win of the house per shift of {shifts['rounds']:,} rounds"
    return [
        _section(title, _chart(shifts_chart(run.totals.shifts, run.asked.shift)), _table(("quantile", "win"), rows))
    ]


def _ruin(run: Simulation) -> list[str]:
    ruin = ruin_json(run)
    if ruin is None or not ruin["sessions"]:
        return []
    rows = [
        (seat["seat"], f"{seat['ruined']:,}", _percent(seat["share"]), *(_percent(end) for end in seat["interval_95"]))
        for seat in ruin["seats"]
    ]
    title = f"Ruin with {ruin['bankroll']} in {ruin['sessions']:,} sessions of {ruin['rounds']:,} rounds"
    return [_section(title, _table(("seat", "ruined", "risk", "from (95 %)", "to"), rows))]


def _meters(run: Simulation) -> list[str]:
    course = run.totals.meters
    meters = {name: meter for name, meter in meters_json(run).items() if course.contribution[name]}
    if not meters:
        return []
    keys = ("contributed", "seeded", "paid", "shows", "mean", "highest")
    rows = [(name, *(f"{float(meter[key]):,.2f}" for key in keys)) for name, meter in meters.items()]
    lines = [
        (in_words(line), name, f"{hits['hits']:,}", hits["paid"], _number(hits["rounds_between"]["mean"], 0))
        for name, meter in meters.items()
        for line, hits in meter["lines"].items()
    ]
    tables = [_table(("meter", *keys), rows)]
    if lines:
        tables.append(_table(("line", "meter", "hits", "paid", "rounds between"), lines, words=2))
    return [_section("Meters", *tables)]
