"""The sheet as one page: no scripts, nothing from outside, legible on a phone, and printed with its identity.

The page is well-formed XML too. In print, a frame around the content repeats the identity on every page in every
browser, and page numbers stand in the margin where the browser can put them there.
"""

from html import escape

from pitbook.odds.paper.par.sheet import Block, Chart, Column, Identity, ParSheet, Section, Table, Text

_SHORT = 14
"""In print, a table with no more rows than this stays on one page."""
_STYLE = """
:root { color-scheme: light; }
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; }
body { margin: 0; background: #fff; color: #1a1a1a; font: 16px/1.5 system-ui, "Segoe UI", Roboto, Arial, sans-serif; }
.frame, .frame > tbody, .frame > tbody > tr, .frame > tbody > tr > td { display: block; padding: 0; border: 0; }
.frame > thead, .frame > tfoot { display: none; }
header, main { max-width: 62rem; margin: 0 auto; padding: 0 1.25rem; }
header { padding-top: 1.5rem; border-bottom: 2px solid #1a1a1a; padding-bottom: 1rem; }
h1 { font-size: 1.7rem; line-height: 1.2; margin: 0 0 .4rem; }
h2 { font-size: 1.3rem; margin: 2.6rem 0 .6rem; padding-top: .6rem; border-top: 1px solid #bbb; }
section:first-of-type h2 { border-top: 0; }
p { margin: .5rem 0 1rem; max-width: 46rem; }
nav ul { margin: .6rem 0 0; padding: 0; list-style: none; display: flex; flex-wrap: wrap; gap: .2rem 1.1rem; }
a { color: #14507f; }
.scroll { overflow-x: auto; margin: 1rem 0 1.6rem; }
.scroll > table { border-collapse: collapse; min-width: 24rem; font-size: .9rem; }
caption { text-align: left; font-weight: 600; padding: 0 0 .4rem; }
.scroll th, .scroll td { padding: .28rem .95rem .28rem 0; text-align: right; vertical-align: top;
  border-bottom: 1px solid #ddd; font-variant-numeric: tabular-nums; white-space: nowrap; font-weight: 400; }
.scroll thead th { border-bottom: 1.5px solid #1a1a1a; white-space: normal; vertical-align: bottom; font-weight: 600; }
.scroll tfoot th, .scroll tfoot td { border-bottom: 0; border-top: 1.5px solid #1a1a1a; font-weight: 600; }
.scroll .w { text-align: left; white-space: normal; overflow-wrap: break-word; min-width: 7.5rem; max-width: 24rem; }
.scroll tr > * + .w { padding-left: .4rem; }
#identity .w, h1, header div { overflow-wrap: anywhere; }
.scroll th:last-child, .scroll td:last-child { padding-right: 0; }
figure { margin: 1rem 0 1.6rem; }
figure .scroll { margin: 0; }
figure svg { display: block; width: 100%; min-width: 34rem; max-width: 52rem; height: auto; }
figcaption { font-weight: 600; font-size: .9em; margin-bottom: .4rem; }
@media (max-width: 40rem) {
  body { font-size: 15px; }
  header, main { padding-left: .9rem; padding-right: .9rem; }
  h1 { font-size: 1.4rem; }
}
@page { size: A4; margin: 14mm 13mm 16mm; @bottom-right { content: counter(page) " / " counter(pages);
  font: 8pt Arial, sans-serif; color: #333; } }
@media print {
  body { font-size: 9pt; line-height: 1.35; }
  .frame { display: table; width: 100%; border-collapse: collapse; table-layout: fixed; }
  .frame > tbody { display: table-row-group; } .frame > tbody > tr { display: table-row; }
  .frame > tbody > tr > td { display: table-cell; }
  .frame > thead { display: table-header-group; } .frame > tfoot { display: table-footer-group; }
  .frame > thead td, .frame > tfoot td { font-size: 8pt; color: #333; padding: 0; text-align: left; }
  .frame > thead div { border-bottom: .5pt solid #333; padding-bottom: 1.5mm; margin-bottom: 4mm; }
  .frame > tfoot td { padding-top: 3mm; }
  header { padding-top: 3mm; } header, main { max-width: none; padding-left: 0; padding-right: 0; }
  nav { display: none; }
  a { color: inherit; text-decoration: none; }
  h1 { font-size: 16pt; } h2 { font-size: 12pt; margin-top: 7mm; break-after: avoid; }
  caption, figcaption { break-after: avoid; }
  .scroll { overflow: visible; margin: 2mm 0 5mm; }
  .scroll > table { font-size: 7.2pt; min-width: 0; }
  .scroll th, .scroll td { padding: .5mm 2.6mm .5mm 0; }
  .scroll .w { min-width: 0; max-width: 72mm; }
  .short, tr, figure { break-inside: avoid; }
  p:has(+ figure) { break-after: avoid; }
  .scroll thead { display: table-header-group; } .scroll tfoot { display: table-row-group; }
  figure svg { min-width: 0; max-width: 165mm; max-height: 225mm; }
  p { max-width: none; orphans: 3; widows: 3; }
}
"""


def html_page(sheet: ParSheet) -> str:
    """The whole page."""
    identity = sheet.identity
    title = f"PAR sheet: {identity.title}, {identity.house}"
    links = "".join(f'<li><a href="#{part.name}">{escape(part.title)}</a></li>' for part in sheet.sections)
    running = escape(f"{identity.title} · {identity.house} · {identity.approval}")
    return (
        f'<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8"/>\n'
        f'<meta name="viewport" content="width=device-width, initial-scale=1"/>\n<title>{escape(title)}</title>\n'
        f"<style>{_STYLE}</style>\n</head>\n<body>\n"
        f'<table class="frame" role="presentation">\n'
        f'<thead aria-hidden="true"><tr><td><div>PAR sheet · {running}</div></td></tr></thead>\n'
        f'<tfoot aria-hidden="true"><tr><td>{running} · rules {identity.short_digest}</td></tr></tfoot>\n'
        f"<tbody><tr><td>\n{_header(identity, links)}\n<main>\n"
        + "\n".join(_section(part) for part in sheet.sections)
        + "\n</main>\n</td></tr></tbody>\n</table>\n</body>\n</html>\n"
    )


def _header(identity: Identity, links: str) -> str:
    return (
        f"<header>\n<h1>PAR sheet: {escape(identity.title)}</h1>\n"
        f"<div>{escape(identity.house)} · <strong>{escape(identity.approval)}</strong></div>\n"
        f'<nav aria-label="Sections"><ul>{links}</ul></nav>\n</header>'
    )


def _section(section: Section) -> str:
    blocks = "\n".join(_block(block) for block in section.blocks)
    return (
        f'<section id="{section.name}" aria-labelledby="{section.name}-heading">\n'
        f'<h2 id="{section.name}-heading">{escape(section.title)}</h2>\n{blocks}\n</section>'
    )


def _block(block: Block) -> str:
    match block:
        case Text(words):
            return f"<p>{escape(words)}</p>"
        case Chart(svg, caption):
            words = f"<figcaption>{escape(caption)}</figcaption>"
            return f'<figure>\n{words}\n<div class="scroll" tabindex="0">{svg}</div>\n</figure>'
        case Table():
            return _table(block)


def _table(table: Table) -> str:
    head = "".join(f'<th scope="col"{_words(column)}>{escape(column.title)}</th>' for column in table.columns)
    body = "\n".join(_row(table.columns, row) for row in table.rows)
    kind = "scroll short" if len(table.rows) <= _SHORT else "scroll"
    foot = f"\n<tfoot>{_row(table.columns, table.total)}</tfoot>" if table.total else ""
    return (
        f'<div class="{kind}" tabindex="0" role="region" aria-label="{escape(table.caption)}">\n<table>\n'
        f"<caption>{escape(table.caption)}</caption>\n<thead><tr>{head}</tr></thead>\n"
        f"<tbody>\n{body}\n</tbody>{foot}\n</table>\n</div>"
    )


def _row(columns: tuple[Column, ...], row: tuple[str, ...]) -> str:
    first, *others = (
        f"<{tag}{scope}{_words(column)}>{escape(cell)}</{tag}>"
        for column, cell, tag, scope in zip(
            columns,
            row,
            ("th", *["td"] * (len(row) - 1)),
            (' scope="row"', *[""] * (len(row) - 1)),
            strict=True,
        )
    )
    return f"<tr>{first}{''.join(others)}</tr>"


def _words(column: Column) -> str:
    return ' class="w"' if column.words else ""
