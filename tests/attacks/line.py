"""A line to a database that goes wrong when a test says so."""

import asyncio
import random
import threading
from typing import Literal, TypeAlias

How: TypeAlias = Literal["whole", "delayed", "split", "cut", "silent"]


class Line:
    """A TCP proxy between the servers and the database that drops, delays, splits or holds what it carries."""

    def __init__(self, port: int) -> None:
        self._to = port
        self.how: How = "whole"
        self.last_words: bytes | None = None
        """Once these were carried to the database, the line is silent."""
        self._writers: set[asyncio.StreamWriter] = set()
        ready = threading.Event()
        self._thread = threading.Thread(target=lambda: asyncio.run(self._serve(ready)), daemon=True)
        self._thread.start()
        ready.wait()

    async def _serve(self, ready: threading.Event) -> None:
        self._loop, self._over = asyncio.get_running_loop(), asyncio.Event()
        async with await asyncio.start_server(self._carry, "127.0.0.1", 0) as server:
            self.port = server.sockets[0].getsockname()[1]
            ready.set()
            await self._over.wait()
            self._abort()
            server.close()

    def _abort(self) -> None:
        for writer in list(self._writers):
            writer.transport.abort()

    def drop(self) -> None:
        """Cut every connection at once, wherever it is in what it carries."""
        self._loop.call_soon_threadsafe(self._abort)

    def stop(self) -> None:
        if self._thread.is_alive():
            self._loop.call_soon_threadsafe(self._over.set)
            self._thread.join()

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            if self.how == "cut":
                return
            to_reader, to_writer = await asyncio.open_connection("127.0.0.1", self._to)
            self._writers |= {writer, to_writer}
            await asyncio.gather(self._copy(reader, to_writer, asks=True), self._copy(to_reader, writer, asks=False))
        except (OSError, asyncio.CancelledError):
            pass
        finally:
            writer.transport.abort()
            self._writers.discard(writer)

    async def _copy(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, *, asks: bool) -> None:
        try:
            while data := await reader.read(65_536):
                while self.how == "silent" and not self._over.is_set():
                    await asyncio.sleep(0.02)
                if self.how == "delayed":
                    await asyncio.sleep(random.uniform(0, 0.1))
                parts = [data]
                if self.how == "split":
                    cuts = sorted(random.sample(range(len(data) + 1), min(4, len(data))))
                    parts = [data[start:end] for start, end in zip([0, *cuts], [*cuts, len(data)], strict=True)]
                for part in parts:
                    writer.write(part)
                    await writer.drain()
                    await asyncio.sleep(0)
                if asks and self.last_words is not None and self.last_words in data:
                    self.how, self.last_words = "silent", None
        except OSError:
            pass
        finally:
            writer.transport.abort()
            self._writers.discard(writer)
