"""The checker of histories: against histories by hand, and against trying every order."""

from fractions import Fraction
from itertools import permutations

import hypothesis.strategies as st
from hypothesis import given, settings

from pit.linearizable import RESET, Operation, after, first_unexplained

TENTH = Fraction(1, 10)


def add(begun: int, ended: int | None, amount: int = 1) -> Operation:
    return Operation("contribute", begun, ended, Fraction(amount))


def read(begun: int, ended: int, shown: int) -> Operation:
    return Operation("read", begun, ended, shown=Fraction(shown))


def hit(begun: int, ended: int | None, shown: int | None, share: Fraction = TENTH) -> Operation:
    return Operation("hit", begun, ended, share, None if shown is None else Fraction(shown))


def test_one_after_the_other() -> None:
    history = [add(1, 2), read(3, 4, 5001), hit(5, 6, 5001, Fraction(1)), read(7, 8, 5000)]
    assert first_unexplained(history) is None


def test_a_look_that_lacks_what_was_answered_before() -> None:
    late = read(3, 4, 5000)
    assert first_unexplained([add(1, 2), late]) == late
    assert first_unexplained([add(1, 3), late._replace(begun=2)]) is None


def test_a_hit_that_lacks_what_a_look_had_shown() -> None:
    """The contribution and the hit overlap, but somebody saw the one and not the other."""
    history = [add(1, 4), hit(2, 9, 5000), read(5, 6, 5001)]
    assert first_unexplained(history) is not None
    assert first_unexplained(history[:2]) is None


def test_two_hits_of_the_same_money() -> None:
    assert first_unexplained([hit(1, 4, 5000), hit(2, 3, 5000)]) is not None
    assert first_unexplained([hit(1, 4, 5000), hit(2, 3, 4500)]) is None


def test_what_was_never_answered_may_have_happened_or_not() -> None:
    for shown in (5000, 5001):
        assert first_unexplained([add(1, None), read(5, 6, shown)]) is None
    assert first_unexplained([add(1, None), read(5, 6, 5001), read(7, 8, 5000)]) is not None
    assert first_unexplained([hit(1, None, None), read(5, 6, 4500)]) is None


_OPERATIONS = st.builds(
    lambda kind, begun, lasts, amount, shown: (
        add(begun, begun + lasts, amount)
        if kind == "contribute"
        else read(begun, begun + lasts, shown)
        if kind == "read"
        else hit(begun, begun + lasts, shown, Fraction(1))
    ),
    st.sampled_from(["contribute", "read", "hit"]),
    st.integers(0, 8),
    st.integers(1, 8),
    st.integers(1, 2),
    st.integers(5000, 5003),
)


@settings(max_examples=200, deadline=None)
@given(st.lists(_OPERATIONS, min_size=1, max_size=5))
def test_it_agrees_with_trying_every_order(history: list[Operation]) -> None:
    assert (first_unexplained(history) is None) == any(map(explains, permutations(history)))


def explains(order: tuple[Operation, ...]) -> bool:
    value: Fraction | None = RESET
    for place, one in enumerate(order):
        # It was begun before every later one ended; where the two moments are one, they overlap.
        if any(later.ended is not None and later.ended < one.begun for later in order[place + 1 :]):
            return False
        value = None if value is None else after(one, value)
    return value is not None
