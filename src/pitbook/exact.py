"""Exact numbers as documents give them."""

from fractions import Fraction

from pitbook.documents import Document


class Exact(Document):
    """An exact number, and a decimal near it."""

    fraction: str
    decimal: float


def exact(value: Fraction) -> Exact:
    """An exact number as the contract gives it."""
    return {"fraction": str(value), "decimal": float(value)}
