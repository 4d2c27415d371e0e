"""A run as one HTML page with charts: no scripts, nothing from outside."""

from html import escape

from pitbook.simulator.charts import edges_chart, shifts_chart
from pitbook.simulator.simulation import Simulation
from pitbook.simulator.tables import ResultTable, result_tables, titled_figures

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


def _table(table: ResultTable) -> str:
    aligned = [' class="w"' if place < table.words else "" for place in range(len(table.columns))]
    head = "".join(f'<th scope="col"{w}>{escape(name)}</th>' for w, name in zip(aligned, table.columns, strict=True))
    body = "\n".join(
        "<tr>" + "".join(f"<td{w}>{escape(cell)}</td>" for w, cell in zip(aligned, row, strict=True)) + "</tr>"
        for row in table.rows
    )
    content = f"<thead><tr>{head}</tr></thead>\n<tbody>\n{body}\n</tbody>"
    return f'<div class="scroll" tabindex="0"><table>\n{content}</table></div>'


def _chart(svg: str) -> str:
    """A chart that scrolls sideways in a window that is too narrow for its words."""
    return f'<div class="scroll" tabindex="0">{svg}</div>'


def _section(run: Simulation, table: ResultTable) -> str:
    """A table under its title, with the chart of the same figures and the notes."""
    content = [f"<h2>{escape(table.title)}</h2>"]
    if table.name == "edges":
        content.append(_chart(edges_chart(titled_figures(run))))
    if table.name == "shifts":
        content.append(_chart(shifts_chart(run.totals.shifts, run.asked.shift)))
    content += [_table(table), *(f"<p>{escape(note)}</p>" for note in table.notes)]
    return "<section>\n" + "\n".join(content) + "\n</section>"


def html_report(run: Simulation) -> str:
    """The whole page."""
    book = run.rules.book
    title = f"Simulation: {book.title}"
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
        + "\n".join(_section(run, table) for table in result_tables(run))
        + "\n</main>\n</body>\n</html>\n"
    )
