"""The PAR sheet of a game as one house plays it: as a page, a PDF, a flat table or a JSON document."""

from pitbook.odds.paper.par.build import build_sheet
from pitbook.odds.paper.par.sheet import ParSheet
from pitbook.odds.paper.par.write import FORMATS, check_destination, write_par

__all__ = ["FORMATS", "ParSheet", "build_sheet", "check_destination", "write_par"]
