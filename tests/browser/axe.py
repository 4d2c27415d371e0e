"""Axe, which finds what people with disabilities could not use; a page that has it already does not get it again."""

from axe_playwright_python.base import AXE_SCRIPT  # type: ignore[import-untyped]
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]

AXE = Axe(f"if (!window.axe) {{ {AXE_SCRIPT} }}")
