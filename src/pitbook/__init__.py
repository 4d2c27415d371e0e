"""Pitbook: the executable rule book of dealer-banked poker."""

__version__ = "0.1.0"
