"""Receiver of an external detector's lines; reconnects after a loss."""

from __future__ import annotations

import contextlib
import logging
import socket
import threading
from typing import Callable, Tuple

from sim.errors import InputError
from sim.kitting.detection.lines import LineObject, LineSplitter, read_line

log = logging.getLogger(__name__)
# Wall time between attempts, until a connection that brings nothing is made again, and that the
# thread has to end.
RETRY_PERIOD = 1.0  # s
READ_TIMEOUT = 30.0  # s
JOIN_TIMEOUT = 2.0  # s


class LineClient:
    """Receives lines in a thread.

    ``take`` gets the objects of each good line and may also refuse a line by an InputError;
    ``refused`` counts the bad ones, which are logged.
    """

    def __init__(
        self,
        address: str,
        take: Callable[[Tuple[LineObject, ...]], None],
        retry: float = RETRY_PERIOD,
    ) -> None:
        self.name, self._target = address, host_and_port(address)
        self.lines, self.refused, self.connected = 0, 0, False
        self._take, self._retry = take, retry
        self._stop = threading.Event()
        self._peer: socket.socket = socket.socket()
        self._thread = threading.Thread(target=self._run, name=f"lines of {address}", daemon=True)
        self._thread.start()

    def close(self) -> None:
        self._stop.set()
        with contextlib.suppress(OSError):
            self._peer.shutdown(socket.SHUT_RDWR)
        self._thread.join(JOIN_TIMEOUT)

    def _run(self) -> None:
        said = ""
        while not self._stop.is_set():
            try:
                self._receive()
                why = "it ended the connection"
            except OSError as error:
                why = error.strerror or str(error)
            if why != said and not self._stop.is_set():
                log.warning("no lines from %s (%s); connecting again", self.name, why)
                said = why
            self.connected = False
            self._stop.wait(self._retry)

    def _receive(self) -> None:
        with socket.create_connection(self._target, timeout=READ_TIMEOUT) as peer:
            self._peer, self.connected = peer, True
            splitter = LineSplitter()
            while not self._stop.is_set():
                data = peer.recv(1 << 16)
                if not data:
                    return
                for line in splitter.feed(data):
                    self._read(line)

    def _read(self, line: bytes) -> None:
        self.lines += 1
        try:
            self._take(read_line(line, f"{self.name} line {self.lines}"))
        except InputError as error:
            self.refused += 1
            log.warning("%s; the line is left out", error)


def host_and_port(address: str) -> Tuple[str, int]:
    """Split host:port; InputError for anything else."""
    host, _, port = address.strip().rpartition(":")
    if not host or not port.isdigit() or not 0 < int(port) <= 65535:
        raise InputError("external", f"{address!r} is not HOST:PORT with a port from 1 to 65535")
    return host, int(port)
