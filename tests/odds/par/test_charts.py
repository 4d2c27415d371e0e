"""The drawings: well-formed, with words for those who can't see them, and drawn to scale."""

from math import log10
from xml.etree import ElementTree as Tree

import pytest

from odds.par.sheets import FOUR, MD, sheet
from pitbook.drawing import GAIN, LOSS, Drawing, even_steps, powers_of_ten
from pitbook.odds.paper.charts import BandPoint, Bar, Cell, bands_chart, distribution_chart, grid_chart
from pitbook.odds.paper.charts.grid import MIXED, fills
from pitbook.odds.paper.par.sheet import Chart

SVG = "{http://www.w3.org/2000/svg}"


def parsed(svg: str) -> Tree.Element:
    tree = Tree.fromstring(svg)  # noqa: S314 (our own drawing)
    title, description = tree.find(f"{SVG}title"), tree.find(f"{SVG}desc")
    assert title is not None
    assert title.text
    assert description is not None
    assert description.text
    assert tree.get("aria-labelledby") == f"{title.get('id')} {description.get('id')}"
    _, _, width, height = map(float, (tree.get("viewBox") or "").split())
    for text in tree.iter(f"{SVG}text"):
        assert 0 <= float(text.get("x", "")) <= width
        assert 0 <= float(text.get("y", "")) <= height
    return tree


@pytest.mark.parametrize("target", [FOUR, MD])
def test_the_charts_of_a_sheet_are_well_formed(target: str) -> None:
    blocks = [block for section in sheet(target).sections for block in section.blocks]
    charts = [block for block in blocks if isinstance(block, Chart)]
    assert [parsed(chart.svg).get("aria-labelledby", "").split("-title")[0] for chart in charts] == [
        "distribution",
        "bands",
        "decisions" if target == FOUR else "pre-flop",
    ]


def test_bars_are_as_long_as_the_logarithm_says() -> None:
    bars = [Bar(-1, "-1", 0.1, ""), Bar(2, "+2", 0.001, "")]
    rects = parsed(distribution_chart(bars, "Result", "antes")).findall(f"{SVG}rect")
    assert [rect.get("fill") for rect in rects] == [LOSS, GAIN]
    lengths = [float(rect.get("width", "")) for rect in rects]
    assert lengths[1] == pytest.approx(0, abs=0.01)
    assert lengths[0] == pytest.approx((log10(0.1) - log10(0.001)) * (640 - 58 - 112) / 3, abs=0.01)


def test_bands_narrow_with_the_root_of_the_rounds() -> None:
    tree = parsed(bands_chart(0.97, [BandPoint("95 %", 2.0)], [1000, 100_000], "Return"))
    area = tree.find(f"{SVG}path")
    assert area is not None
    heights = [
        float(word) for word in area.get("d", "").replace("M", "").replace("L", "").replace("Z", "").split()[1::2]
    ]
    first, last = heights[-1] - heights[0], heights[len(heights) // 2] - heights[len(heights) // 2 - 1]
    assert first / last == pytest.approx(10, rel=0.02)


def test_a_cell_says_in_words_what_its_colour_means() -> None:
    colours = fills(("check", "raise_3"))
    cells = [Cell("AA", "3x", colours["raise_3"]), Cell("72", "check", colours["check"]), Cell("A & <B>", "", MIXED)]
    tree = parsed(grid_chart("grid", "Title", "Words", ["A", "B", "C"], [("A", cells)], [(MIXED, "either")]))
    assert {"AA", "3x", "check", "A & <B>", "either"} <= {text.text for text in tree.iter(f"{SVG}text")}
    assert len(set(fills(("fold", "play_1", "play_2", "play_3", "play_4")).values())) == 5


def test_scales() -> None:
    assert powers_of_ten(0.002, 1) == [-3, -2, -1, 0]
    assert even_steps(0.7, 1.2, 7) == pytest.approx([0.7, 0.8, 0.9, 1.0, 1.1, 1.2])
    assert even_steps(0.0, 40.0, 4) == pytest.approx([0, 10, 20, 30, 40])


def test_words_are_escaped() -> None:
    drawing = Drawing("d", 10, 10, 'A & "B"', "<i>")
    drawing.text((1, 1), "<script>")
    assert [text.text for text in parsed(drawing.svg()).iter(f"{SVG}text")] == ["<script>"]
