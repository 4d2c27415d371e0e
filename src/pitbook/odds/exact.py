"""Exact numbers as documents give them."""

from fractions import Fraction

from typing_extensions import TypedDict


class Exact(TypedDict):
    """An exact number, and a decimal near it."""

    fraction: str
    decimal: float


def exact(value: Fraction) -> Exact:
    """An exact number as the contract gives it."""
    return {"fraction": str(value), "decimal": float(value)}
