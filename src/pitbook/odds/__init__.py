"""Exact odds: both games solved by counting, with integers; figures are fractions, not estimates."""
