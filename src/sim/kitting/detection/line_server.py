"""Sends lines to all clients that connect. One that reads slowly gets newer lines in place of those
that it had no time for, and does not delay the others."""

from __future__ import annotations

import contextlib
import selectors
import socket
import threading
import time
from typing import Dict, Optional

from sim.errors import SimulationError

MAX_CLIENTS = 50
WRITE_TIMEOUT = 30.0  # s of wall time, after which a client that takes nothing is disconnected
POLL_PERIOD = 1.0  # s


class _Client:
    """A connected client.

    ``unsent`` is the rest of a line on its way, ``newest`` the one after it.
    """

    def __init__(self) -> None:
        self.unsent, self.newest = b"", b""
        self.progress = time.monotonic()


class LineServer:
    """Serves lines to clients from its start on. ``port`` is the actual one if 0 was requested."""

    def __init__(self, address: str, port: int) -> None:
        self._selector = selectors.DefaultSelector()
        self._clients: Dict[socket.socket, _Client] = {}
        self._line: Optional[bytes] = None
        self._lock, self._closing = threading.Lock(), False
        self._listener = _listening(address, port)
        self.port = int(self._listener.getsockname()[1])
        self._waker, self._wakes = socket.socketpair()
        for one in (self._listener, self._wakes):
            one.setblocking(False)
            self._selector.register(one, selectors.EVENT_READ)
        self._thread = threading.Thread(target=self._serve, name="lines", daemon=True)
        self._thread.start()

    @property
    def clients(self) -> int:
        return len(self._clients)

    def send(self, line: str) -> None:
        """Send an unterminated line to all clients; return at once."""
        with self._lock:
            self._line = line.encode() + b"\n"
        self._wake()

    def close(self) -> None:
        """End all connections."""
        self._closing = True
        self._wake()
        self._thread.join()

    def _wake(self) -> None:
        with contextlib.suppress(OSError):
            self._waker.send(b".")

    def _serve(self) -> None:
        while not self._closing:
            for key, events in self._selector.select(POLL_PERIOD):
                if key.fileobj is self._listener:
                    self._accept()
                elif key.fileobj is self._wakes:
                    self._wakes.recv(4096)
                    self._offer()
                elif isinstance(key.fileobj, socket.socket):
                    self._attend(key.fileobj, events)
            self._drop_stuck()
        for one in [*self._clients, self._listener, self._wakes, self._waker]:
            one.close()
        self._selector.close()

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            peer, _ = self._listener.accept()
            if len(self._clients) >= MAX_CLIENTS:
                peer.close()
                return
            peer.setblocking(False)
            self._clients[peer] = _Client()
            self._selector.register(peer, selectors.EVENT_READ)

    def _offer(self) -> None:
        with self._lock:
            line, self._line = self._line, None
        if line is None:
            return
        for peer, client in list(self._clients.items()):
            if not client.unsent:
                client.progress = time.monotonic()
            client.newest = line
            self._flush(peer, client)

    def _attend(self, peer: socket.socket, events: int) -> None:
        client = self._clients.get(peer)
        if client is None:
            return
        if events & selectors.EVENT_READ and not self._heard(peer):
            self._drop(peer)
        elif events & selectors.EVENT_WRITE:
            self._flush(peer, client)

    def _heard(self, peer: socket.socket) -> bool:
        """Return whether a client that sent data is still connected. The data is ignored."""
        try:
            return bool(peer.recv(4096))
        except BlockingIOError:
            return True
        except OSError:
            return False

    def _flush(self, peer: socket.socket, client: _Client) -> None:
        try:
            while client.unsent or client.newest:
                if not client.unsent:
                    client.unsent, client.newest = client.newest, b""
                sent = peer.send(client.unsent)
                client.unsent, client.progress = client.unsent[sent:], time.monotonic()
        except BlockingIOError:
            pass
        except OSError:
            self._drop(peer)
            return
        waits = selectors.EVENT_WRITE if client.unsent else 0
        self._selector.modify(peer, selectors.EVENT_READ | waits)

    def _drop_stuck(self) -> None:
        limit = time.monotonic() - WRITE_TIMEOUT
        for peer, client in list(self._clients.items()):
            if client.unsent and client.progress < limit:
                self._drop(peer)

    def _drop(self, peer: socket.socket) -> None:
        self._selector.unregister(peer)
        del self._clients[peer]
        peer.close()


def _listening(address: str, port: int) -> socket.socket:
    try:
        family = socket.getaddrinfo(address, port, type=socket.SOCK_STREAM)[0][0]
        listener = socket.socket(family, socket.SOCK_STREAM)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((address, port))
        listener.listen()
    except OSError as error:
        raise SimulationError(
            f"cannot listen on {address}:{port} ({error.strerror or error}); another port, or 0 "
            "for any that is free, may do"
        ) from None
    return listener
