"""SVG elements as text."""

from pitbook.svg import element, number, start_tag


def test_coordinates_have_at_most_two_decimals() -> None:
    assert [number(value) for value in (12, 12.5, 12.504, 100.0)] == ["12", "12.5", "12.5", "100"]


def test_attributes_are_escaped_and_none_is_left_out() -> None:
    written = element("rect", class_="spot", stroke_width=0.75, fill=None, data_wager='a"<b')
    assert written == '<rect class="spot" stroke-width="0.75" data-wager="a&quot;&lt;b"/>'


def test_content_stands_between_the_tags() -> None:
    assert (
        start_tag("g", id="all") + element("title", "Ante &amp; Odds") == '<g id="all"><title>Ante &amp; Odds</title>'
    )
