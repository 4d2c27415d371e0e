"""The layout and the sign of a table, generated from the house rules, so they always agree with the paytables."""

from pitbook.layout.drawing import felt_svg
from pitbook.layout.felt import Felt, felt_of
from pitbook.layout.pages import layout_page, sign_page
from pitbook.layout.plan import LayoutPlan, plan_of
from pitbook.layout.sheet import LayoutSheet
from pitbook.layout.sign import Sign, sign_of

__all__ = [
    "Felt",
    "LayoutPlan",
    "LayoutSheet",
    "Sign",
    "felt_of",
    "felt_svg",
    "layout_page",
    "plan_of",
    "sign_of",
    "sign_page",
]
