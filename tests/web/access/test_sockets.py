"""The sockets on which a server listens."""

import asyncio
import socket
from contextlib import closing

from pitbook.web.access.sockets import SocketLimits, listen
from pitbook.web.settings import Settings


def test_small_answers_are_sent_at_once() -> None:
    """With Nagle's algorithm an answer in two parts waits until the client confirms the first one, after 40 ms."""

    async def no_delay() -> int:
        found: asyncio.Future[int] = asyncio.get_running_loop().create_future()

        async def accepted(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            found.set_result(writer.get_extra_info("socket").getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))
            writer.close()

        with closing(listen(socket.AF_INET, ("127.0.0.1", 0))) as here:
            here.places = SocketLimits(Settings())
            async with await asyncio.start_server(accepted, sock=here):
                _, writer = await asyncio.open_connection(*here.getsockname())
                try:
                    return await asyncio.wait_for(found, 60)
                finally:
                    writer.close()

    assert asyncio.run(no_delay()) == 1
