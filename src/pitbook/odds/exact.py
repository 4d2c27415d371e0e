"""Exact numbers as documents give them."""

from fractions import Fraction
from typing import Any


def exact(value: Fraction) -> dict[str, Any]:
    """An exact number as the contract gives it."""
    return {"fraction": str(value), "decimal": float(value)}
