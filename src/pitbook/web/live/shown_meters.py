"""What the meters of all tables show: a table on a shared meter also sees the other tables' contributions."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from pitbook.web.live.projection import TableExtras, TableProjection


class ShownMeters:
    """Knows for each stream what its meter shows, and which tables are on it."""

    def __init__(self) -> None:
        self._shown: dict[str, str] = {}
        self._tables: dict[str, set[str]] = {}
        self._streams: dict[str, frozenset[str]] = {}
        """By table: the streams of its meters."""
        self._moved: set[str] = set()
        """Meters that have changed, so that some tables may show an old amount."""

    def take(self, table: str, extras: TableExtras) -> None:
        """Take in a table's newest figures."""
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
        """The streams among these whose meters tables here show."""
        return {stream for stream in streams if self._tables.get(stream)}

    def hear(self, shown: Mapping[str, str]) -> None:
        """Take in what meters show now, no matter who changed them."""
        self._moved |= {stream for stream, amount in shown.items() if self._shown.get(stream) != amount}
        self._shown |= shown

    def late(self, projections: Mapping[str, TableProjection]) -> Iterator[tuple[str, TableExtras]]:
        """The tables that still show the old amount of a meter, and what they have to show."""
        moved, self._moved = self._moved, set()
        for name in {name for stream in moved for name in self._tables.get(stream, ())} & projections.keys():
            extras = projections[name].extras
            meters = {meter: self._shown[stream] for meter, stream in extras.streams.items()}
            if meters != extras.meters:
                yield name, replace(extras, meters=meters)
