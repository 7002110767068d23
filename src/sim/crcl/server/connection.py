"""Connection of one client: bytes to documents, and statuses back.

Distinguishes a dead peer from a quiet one.
"""

from __future__ import annotations

import asyncio
import socket
from collections import deque
from typing import Deque, Optional, Protocol

from sim.crcl.framing import Framed, Framer
from sim.crcl.server.options import ServerOptions

# Answers that a client has not read, past which its further requests wait.
MAX_UNREAD = 1 << 18  # bytes
# Documents of one client that are taken in a row, while the others wait.
MAX_DOCUMENTS_IN_A_ROW = 50
# The most that Linux takes for TCP_KEEPCNT and TCP_KEEPIDLE.
MAX_KEEPALIVE_PROBES = 127
MAX_KEEPALIVE_IDLE = 32767  # s
# Linux's number of the option, which Python names from 3.12 on.
NOTSENT_LOWAT = getattr(socket, "TCP_NOTSENT_LOWAT", 25)


class Serving(Protocol):
    """Interface of the server that a connection uses."""

    options: ServerOptions

    def time(self) -> float: ...

    def joined(self, client: ClientConnection) -> None: ...

    def left(self, client: ClientConnection, why: str) -> None: ...

    def take(self, client: ClientConnection, framed: Framed) -> Optional[bytes]: ...


class ClientConnection(asyncio.Protocol):
    """Connection of one client; ``str`` gives the peer's address for messages.

    ``polls``: the client has sent a GetStatus. ``commands``: it has sent a command or a program
    (StopMotion does not count: every client may send it), first at ``commanding_since``. A waiting
    streamed status is replaced by a newer one; answers to requests are all sent.
    """

    def __init__(self, server: Serving) -> None:
        self._server = server
        self._framer = Framer(server.options.longest_document)
        self._transport: asyncio.Transport
        self._waiting: Deque[Framed] = deque()
        self._name = "a client"
        self.address, self.reserve = "", False
        self.heard = 0.0
        self.polls = self.commands = False
        self.commanding_since: Optional[float] = None
        self._newest: Optional[bytes] = None
        self.stuck_since: Optional[float] = None

    def __str__(self) -> str:
        return self._name

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        # The server listens on sockets of streams.
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        peer = transport.get_extra_info("peername") or ("unknown",)
        self.address, self._name = str(peer[0]), ":".join(str(part) for part in peer[:2])
        self.heard = self._server.time()
        transport.set_write_buffer_limits(high=0)
        _configure(transport.get_extra_info("socket"), self._server.options.dead_timeout)
        self._server.joined(self)

    def data_received(self, data: bytes) -> None:
        self.heard = self._server.time()
        idle = not self._waiting
        self._waiting.extend(self._framer.feed(data))
        if idle:
            self._work()

    def _work(self) -> None:
        """Process received documents.

        If there are many, reading pauses until these are done, and other clients have their turn
        between.
        """
        for _ in range(MAX_DOCUMENTS_IN_A_ROW):
            if not self._waiting or self._full:
                break
            answer = self._server.take(self, self._waiting.popleft())
            if answer:
                self.send(answer)
        if self._full:
            self._transport.pause_reading()
        elif self._waiting:
            self._transport.pause_reading()
            asyncio.get_running_loop().call_soon(self._work)
        else:
            self._transport.resume_reading()

    @property
    def _full(self) -> bool:
        return self._transport.get_write_buffer_size() >= MAX_UNREAD

    def connection_lost(self, error: Optional[Exception]) -> None:
        self._waiting.clear()
        self._server.left(self, "" if error is None else str(error))

    def pause_writing(self) -> None:
        """Handle a client that does not read its statuses.

        Its documents are still accepted, since one may be a StopMotion, as long as answers do not
        pile up.
        """
        self.stuck_since = self._server.time()

    def resume_writing(self) -> None:
        self.stuck_since = None
        newest, self._newest = self._newest, None
        if newest is not None:
            self.send(newest)
        self._work()

    def send(self, document: bytes) -> None:
        """Send a status after all waiting ones. It replaces a waiting streamed one."""
        self._newest = None
        if not self._transport.is_closing():
            self._transport.write(document)

    def stream(self, document: bytes) -> None:
        """Send an unrequested status.

        While earlier data is unsent, the status is kept in place of an older one.
        """
        if self.stuck_since is None:
            self.send(document)
        else:
            self._newest = document

    def drop(self) -> None:
        """Abort the connection and discard unsent data."""
        self._transport.abort()


def _configure(peer: socket.socket, dead_timeout: float) -> None:
    """Shorten the kernel's send queue and set its dead-peer timeout.

    The kernel closes a connection when the peer does not acknowledge for ``dead_timeout`` s.
    """
    peer.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    # Statuses wait here, where newer ones replace them, and not by thousands in the kernel's send
    # buffer.
    peer.setsockopt(socket.IPPROTO_TCP, NOTSENT_LOWAT, 1)
    peer.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    seconds = max(1, round(dead_timeout / 2))
    for name, value in (
        ("TCP_KEEPIDLE", min(seconds, MAX_KEEPALIVE_IDLE)),
        ("TCP_KEEPINTVL", 1),
        ("TCP_KEEPCNT", min(seconds, MAX_KEEPALIVE_PROBES)),
        ("TCP_USER_TIMEOUT", round(1e3 * dead_timeout)),
    ):
        if hasattr(socket, name):
            peer.setsockopt(socket.IPPROTO_TCP, getattr(socket, name), value)
