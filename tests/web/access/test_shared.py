"""Sessions and invitations that servers on several machines share: each has a copy, and the database decides."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from datetime import UTC, datetime
from pathlib import Path

import pytest

from pitbook.ledger.postgres import PostgresStore
from pitbook.problems import RefusedError
from pitbook.web.access.sessions import Session, new_session, person_of
from pitbook.web.access.shared import SharedAccessStore
from pitbook.web.access.store import AccessStore
from postgresql import Server, tamperer

NOON = datetime(2026, 3, 14, 12, tzinfo=UTC)
Machine = Callable[[str], SharedAccessStore]


@pytest.fixture
def machine(postgres: Server, tmp_path: Path) -> Iterator[Machine]:
    """A server on the machine of this name; those of the same name share a copy."""
    with ExitStack() as stack:
        store = stack.enter_context(PostgresStore(postgres.ledger("access")))
        yield lambda name: stack.enter_context(closing(SharedAccessStore(store, tmp_path / name)))


def _signed_in(access: AccessStore, name: str = "Ann") -> Session:
    session = new_session(name)
    access.apply(lambda one: one.sign_in(session, NOON))
    return session


def test_what_is_changed_on_one_machine_holds_on_the_others(machine: Machine) -> None:
    one, beside, other = machine("one"), machine("one"), machine("other")
    ann, bob = _signed_in(one), _signed_in(other, "Bob")
    assert beside.find(ann.id, NOON) == ann
    assert other.find(ann.id, NOON) == ann  # It had to know before it could sign in Bob.
    assert one.find(bob.id, NOON) is None
    one.follow()
    assert one.find(bob.id, NOON) == bob
    made = one.apply(lambda access: access.invite("T1", "dealer", ann, NOON))
    assert other.apply(lambda access: access.redeem(made, bob, NOON)) == "T1"
    one.follow()
    found = one.find(bob.id, NOON)
    assert found is not None
    assert found.grants == {"T1": ("dealer",)}
    before = other.changed()
    assert one.apply(lambda access: access.end(person_of(bob.id)))
    other.follow()
    assert other.changed() != before
    assert other.find(bob.id, NOON) is None
    assert not other.apply(lambda access: access.end(person_of(bob.id)))


def test_an_invitation_is_redeemed_on_one_machine(machine: Machine) -> None:
    """The other one has decided on an older copy, and decides again."""
    one, other = machine("one"), machine("other")
    ann, bob, eve = (_signed_in(one, name) for name in ("Ann", "Bob", "Eve"))
    made = one.apply(lambda access: access.invite("T1", "dealer", ann, NOON))
    tries = []

    def redeem(access: AccessStore) -> str:
        tries.append(access)
        if len(tries) == 1:
            one.apply(lambda faster: faster.redeem(made, bob, NOON))
        return access.redeem(made, eve, NOON)

    with pytest.raises(RefusedError, match="has already been redeemed"):
        other.apply(redeem)
    assert len(tries) == 2
    assert [access.find(eve.id, NOON) for access in (one, other)] == [eve, eve]


def test_a_change_that_is_refused_is_nowhere(machine: Machine) -> None:
    one, other = machine("one"), machine("other")
    ann = _signed_in(one)

    def change(access: AccessStore) -> None:
        access.end(person_of(ann.id))
        raise RefusedError(())

    with pytest.raises(RefusedError):
        one.apply(change)
    other.follow()
    assert [access.find(ann.id, NOON) for access in (one, other)] == [ann, ann]


def test_a_copy_of_a_newer_database_is_made_again(machine: Machine, postgres: Server) -> None:
    """Somebody has restored an older one, or made a new one under the same name."""
    one = machine("one")
    ann, bob = _signed_in(one), _signed_in(one, "Bob")
    with tamperer(postgres.url("access")) as connection:
        connection.execute("DELETE FROM kept WHERE version > 1; UPDATE last_kept SET version = 1")
    one.follow()
    assert one.find(ann.id, NOON) == ann
    assert one.find(bob.id, NOON) is None
    _signed_in(one, "Eve")
    assert [found.player[:3] for found in machine("new").sessions(NOON)] == [
        found.player[:3] for found in one.sessions(NOON)
    ]
