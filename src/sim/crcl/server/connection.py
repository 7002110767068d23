"""One client's connection: bytes to documents, statuses back, and the signs by which a dead peer is told from a quiet one."""
from __future__ import annotations

import asyncio
import socket
from collections import deque
from typing import TYPE_CHECKING, Deque, Optional

from sim.crcl.framing import Framed, Framer

if TYPE_CHECKING:
    from sim.crcl.server.server import Server

# Bytes of statuses that a client has not read, past which it is sent no more and its requests wait.
UNREAD = 1 << 18
# Documents of one client that are taken in a row, while the others wait.
IN_A_ROW = 50
# The most that Linux takes for TCP_KEEPCNT and TCP_KEEPIDLE.
PROBES, IDLE = 127, 32767


class Connection(asyncio.Protocol):
    """``str`` of it is the peer's address, for messages."""

    def __init__(self, server: "Server") -> None:
        self._server = server
        self._framer = Framer(server.options.longest_document)
        self._transport: Optional[asyncio.Transport] = None
        self._waiting: Deque[Framed] = deque()
        self._name = "a client"
        self.since = self.heard = 0.0
        self.polls = False
        self.stuck_since: Optional[float] = None

    def __str__(self) -> str:
        return self._name

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = transport
        peer = transport.get_extra_info("peername") or ("unknown",)
        self._name = ":".join(str(part) for part in peer[:2])
        self.since = self.heard = self._server.time()
        transport.set_write_buffer_limits(high=UNREAD)
        _watch_peer(transport.get_extra_info("socket"), self._server.options.dead_timeout)
        self._server.joined(self)

    def data_received(self, data: bytes) -> None:
        self.heard = self._server.time()
        idle = not self._waiting
        self._waiting.extend(self._framer.feed(data))
        if idle:
            self._work()

    def _work(self) -> None:
        """Takes documents that have come; where they are many, no more are read until these are done, and others have their turn between."""
        for _ in range(IN_A_ROW):
            if not self._waiting or self.stuck_since is not None:
                break
            answer = self._server.take(self, self._waiting.popleft())
            if answer:
                self.send(answer)
        if self.stuck_since is not None:
            return
        if self._waiting:
            self._transport.pause_reading()
            asyncio.get_running_loop().call_soon(self._work)
        else:
            self._transport.resume_reading()

    def connection_lost(self, error: Optional[Exception]) -> None:
        self._waiting.clear()
        self._server.left(self, "" if error is None else str(error))

    def pause_writing(self) -> None:
        """It does not read what it asked for; what it asks further waits with it."""
        self.stuck_since = self._server.time()
        self._transport.pause_reading()

    def resume_writing(self) -> None:
        self.stuck_since = None
        self._work()

    def send(self, document: bytes) -> None:
        if not self._transport.is_closing():
            self._transport.write(document)

    def drop(self) -> None:
        """Ends the connection at once, with what is unsent."""
        self._transport.abort()


def _watch_peer(peer: socket.socket, dead_timeout: float) -> None:
    """Has the kernel end a connection whose other side does not answer for ``dead_timeout`` s, whether or not there is anything to send."""
    peer.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    peer.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    seconds = max(1, round(dead_timeout / 2))
    for name, value in (("TCP_KEEPIDLE", min(seconds, IDLE)), ("TCP_KEEPINTVL", 1), ("TCP_KEEPCNT", min(seconds, PROBES)),
                        ("TCP_USER_TIMEOUT", round(1e3 * dead_timeout))):
        if hasattr(socket, name):
            peer.setsockopt(socket.IPPROTO_TCP, getattr(socket, name), value)
