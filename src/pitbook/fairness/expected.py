"""Exact distributions for fair shuffles, as probabilities by outcome."""

from functools import cache
from math import comb, factorial


@cache
def rises(size: int) -> tuple[float, ...]:
    """The probability of each number of places where the next card is higher (Eulerian numbers over all orders)."""
    counts = [1]
    for length in range(2, size + 1):
        counts = [
            (k + 1) * (counts[k] if k < length - 1 else 0) + (length - k) * (counts[k - 1] if k else 0)
            for k in range(length)
        ]
    return tuple(count / factorial(size) for count in counts)


@cache
def kept_neighbours(size: int) -> tuple[float, ...]:
    """The probability of each number of cards that are followed by the same card as before the shuffle.

    Of `size` cards, `k` chosen ones keep their follower and no others do in D(size - k) + D(size - k - 1) orders,
    where D counts the orders that leave nothing in place.
    """
    derangements = [1, 0]
    for n in range(2, size + 1):
        derangements.append((n - 1) * (derangements[n - 1] + derangements[n - 2]))
    return tuple(
        comb(size - 1, k) * (derangements[size - k] + derangements[size - k - 1]) / factorial(size) for k in range(size)
    )


@cache
def draws_to_see_all(size: int, most: int) -> tuple[float, ...]:
    """The probability of each number of draws until all `size` cards were seen; the last entry is `most` or more."""
    seen = [1.0] + [0.0] * size  # Probabilities by the number of different cards seen so far.
    result = [0.0]
    for _ in range(1, most):
        result.append(seen[size - 1] / size)
        seen = [0.0, *(seen[k] * k / size + seen[k - 1] * (size - k + 1) / size for k in range(1, size)), 0.0]
    result.append(1 - sum(result))
    return tuple(result)
