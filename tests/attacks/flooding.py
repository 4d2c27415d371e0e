"""Attacks on a server over loopback, each bounded in count and time: `python flooding.py KIND PORT SECONDS COUNT`.

Runs as a process of its own, so that whoever measures the server does not measure the attacker. Prints what it did.
"""

import asyncio
import json
import sys
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress

from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus, WebSocketException

TABLE = {"target": "md-four-card-poker", "seat": 1, "buy_in": "100.00"}


class Flood:
    """One attacker at one address."""

    def __init__(self, port: int, seconds: float, count: int, address: str) -> None:
        self.port = port
        self.end = time.monotonic() + seconds
        self.count = count
        self.address = address
        self.done: Counter[str] = Counter()

    async def open(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        return await asyncio.open_connection("127.0.0.1", self.port, local_addr=(self.address, 0))

    async def ask(self, method: str, path: str, body: object = None, token: str = "") -> tuple[int, bytes]:
        """One request on a connection of its own."""
        content = b"" if body is None else json.dumps(body).encode()
        bearer = f"Authorization: Bearer {token}\r\n" if token else ""
        head = (
            f"{method} {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n{bearer}"
            f"Content-Type: application/json\r\nContent-Length: {len(content)}\r\n\r\n"
        )
        reader, writer = await self.open()
        try:
            writer.write(head.encode() + content)
            answer = await reader.read()
        finally:
            writer.close()
        status = int(answer.split(b" ", 2)[1]) if answer else 0
        self.done[f"{method} {status}"] += 1
        return status, answer.partition(b"\r\n\r\n")[2]

    async def session(self, name: str) -> str:
        status, answer = await self.ask("POST", "/api/session", {"name": name})
        return str(json.loads(answer)["token"]) if status == 200 else ""

    async def held(self, sent: bytes) -> None:
        """A connection that sends something incomplete and waits until it is hung up on."""
        while time.monotonic() < self.end:
            with suppress(OSError, asyncio.IncompleteReadError):
                reader, writer = await self.open()
                self.done["held"] += 1
                writer.write(sent)
                with suppress(TimeoutError):
                    await asyncio.wait_for(reader.read(), max(0.01, self.end - time.monotonic()))
                writer.close()
            await asyncio.sleep(0.05)

    async def half_open(self) -> None:
        headers = b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: "
        body = b"POST /api/session HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{"
        sent = (b"", headers, headers, body)
        await asyncio.gather(*(self.held(sent[number % 4]) for number in range(self.count)))

    async def many(self, work: Callable[[int], Awaitable[object]], at_once: int = 20) -> None:
        numbers = iter(range(self.count))

        async def worker() -> None:
            for number in numbers:
                if time.monotonic() > self.end:
                    return
                with suppress(OSError):
                    await work(number)

        await asyncio.gather(*(worker() for _ in range(at_once)))

    async def sessions(self) -> None:
        await self.many(lambda number: self.session(f"Bot{number}"))

    async def tables(self) -> None:
        tokens = [await self.session(f"Eve{number}") for number in range(10)]
        await self.many(lambda number: self.ask("POST", "/api/tables", TABLE, tokens[number % 10]), 10)

    async def live(self) -> None:
        tokens = [await self.session(f"Eve{number}") for number in range(50)]
        opened = (await self.ask("POST", "/api/tables", TABLE, tokens[0]))[1]
        table = json.loads(opened)["table"]

        async def look(number: int) -> None:
            address = f"ws://127.0.0.1:{self.port}/api/tables/{table}/live?as=viewer"
            headers = {"Authorization": f"Bearer {tokens[number % 50]}"}
            try:
                here = (self.address, 0)
                async with connect(address, additional_headers=headers, compression=None, local_addr=here) as live:
                    self.done["live"] += 1
                    with suppress(TimeoutError):
                        async with asyncio.timeout(max(0.01, self.end - time.monotonic())):
                            while True:
                                await live.recv()
            except InvalidStatus as error:
                self.done[f"live {error.response.status_code}"] += 1
            except (OSError, WebSocketException, TimeoutError):
                self.done["live failed"] += 1

        await self.many(look, self.count)

    async def computing(self) -> None:
        async def solve(number: int) -> None:
            asked = {"target": "md-heads-up-holdem", "stakes": {"trips_plus": f"{number + 1}.00"}}
            await self.ask("POST", "/api/odds", asked)

        await self.many(solve, 8)


if __name__ == "__main__":
    kind, port, seconds, count, *address = sys.argv[1:]
    flood = Flood(int(port), float(seconds), int(count), *(address or ["127.0.0.1"]))
    asyncio.run(getattr(flood, kind)())
    print(json.dumps(flood.done))
