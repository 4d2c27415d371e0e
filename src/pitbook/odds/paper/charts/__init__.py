"""Charts as SVG, drawn by plain functions: the same drawing is used in a page and in a PDF."""

from pitbook.odds.paper.charts.bands import BandPoint, bands_chart
from pitbook.odds.paper.charts.distribution import Bar, distribution_chart
from pitbook.odds.paper.charts.grid import Cell, grid_chart

__all__ = ["BandPoint", "Bar", "Cell", "bands_chart", "distribution_chart", "grid_chart"]
