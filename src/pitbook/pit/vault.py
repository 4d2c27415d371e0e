"""Where a pit's tables seal their seeds: with the keys of the house, which several processes share."""

from pitbook.house_keys import HouseKeys
from pitbook.ledger import Store
from pitbook.pit.record import Record
from pitbook.problems import MalformedError


class HouseVault:
    """Seals with the newest key that this process knows, and opens with any that the house has."""

    def __init__(self, store: Store, keys: HouseKeys) -> None:
        self._store = store
        self._keys = keys

    def seal(self, secret: bytes, context: str) -> str:
        """A secret that only the house opens, and only for this context."""
        return self._keys.seal(secret, context)

    def unseal(self, sealed: str, context: str) -> bytes:
        """What was sealed for this context."""
        try:
            return self._keys.unseal(sealed, context)
        except MalformedError:
            if not isinstance(self._store, Record):
                raise
        # Another process may have sealed it after the house got a newer key.
        self._keys = self._store.load_keys()
        return self._keys.unseal(sealed, context)
