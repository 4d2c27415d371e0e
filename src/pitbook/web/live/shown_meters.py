"""What the meters of all tables show: a table on a shared meter also sees the other tables' contributions."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from pitbook.web.live.projection import TableExtras, TableProjection


class ShownMeters:
    """Knows by stream what a meter shows, and which tables are on it."""

    def __init__(self) -> None:
        self._shown: dict[str, str] = {}
        self._tables: dict[str, set[str]] = {}
        self._streams: dict[str, frozenset[str]] = {}
        """Of each table."""
        self._moved: set[str] = set()
        """Meters of several tables that one of them has moved."""

    def take(self, table: str, extras: TableExtras) -> None:
        """A table's newest figures."""
        streams = frozenset(extras.streams.values())
        before = self._streams.get(table, frozenset())
        if streams != before:
            for stream in before:
                self._tables[stream].discard(table)
            for stream in streams:
                self._tables.setdefault(stream, set()).add(table)
            self._streams[table] = streams
        for meter, stream in extras.streams.items():
            if self._shown.get(stream) != extras.meters[meter]:
                self._shown[stream] = extras.meters[meter]
                if len(self._tables[stream]) > 1:
                    self._moved.add(stream)

    def of_tables(self, streams: Iterable[str]) -> set[str]:
        """Those of these meters that tables here show."""
        return {stream for stream in streams if self._tables.get(stream)}

    def hear(self, shown: Mapping[str, str]) -> None:
        """What meters show now, whoever has moved them."""
        self._moved |= {stream for stream, amount in shown.items() if self._shown.get(stream) != amount}
        self._shown |= shown

    def late(self, projections: Mapping[str, TableProjection]) -> Iterator[tuple[str, TableExtras]]:
        """The tables that show what a meter showed before another table moved it, and what they have to show."""
        moved, self._moved = self._moved, set()
        for name in {name for stream in moved for name in self._tables.get(stream, ())} & projections.keys():
            extras = projections[name].extras
            meters = {meter: self._shown[stream] for meter, stream in extras.streams.items()}
            if meters != extras.meters:
                yield name, replace(extras, meters=meters)
