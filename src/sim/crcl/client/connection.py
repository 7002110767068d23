"""One TCP connection to a CRCL server: documents out, statuses in. Wall time, the session's
units."""

from __future__ import annotations

import socket
import time
from collections import deque
from typing import Any, Deque, Optional

from sim.crcl.codec import read_status, write_command, write_program
from sim.crcl.commands.base import GetStatus
from sim.crcl.documents import CRCLProgram
from sim.crcl.framing import Framed, Framer
from sim.crcl.status import CRCLStatus
from sim.errors import InputError, SimulationError

# Id that NIST's own clients give to a command without an echoed id.
ASKING = GetStatus(0)


class Connection:
    """TCP connection to a CRCL server.

    ``patience``: timeout in s of the server for accepting a connection, for reading and for
    answering a GetStatus.
    """

    def __init__(self, host: str, port: int, patience: float = 5.0) -> None:
        self.name = f"{host}:{port}"
        self.patience = patience
        self._framer = Framer()
        self._waiting: Deque[Framed] = deque()
        try:
            self._socket = socket.create_connection((host, port), timeout=patience)
        except (OSError, OverflowError) as error:
            raise SimulationError(
                f"{self.name}: cannot be reached ({_reason(error)}); is a CRCL server there?"
            ) from None
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def __enter__(self) -> Connection:
        return self

    def __exit__(self, *error: Any) -> None:
        self.close()

    def close(self) -> None:
        self._socket.close()

    def send(self, document: Any) -> None:
        """Send a command, a CRCLCommandInstance or a CRCLProgram.

        Raises InputError if the document is invalid, SimulationError if the connection is lost.
        """
        self.send_bytes(
            write_program(document)
            if isinstance(document, CRCLProgram)
            else write_command(document)
        )

    def send_bytes(self, data: bytes) -> None:
        """Send a document that is written already."""
        try:
            self._socket.settimeout(self.patience)
            self._socket.sendall(data)
        except OSError as error:
            raise SimulationError(
                f"{self.name}: the connection is lost ({_reason(error)})"
            ) from None

    def read(self, timeout: float) -> Optional[CRCLStatus]:
        """Return the next status, or None after ``timeout`` s.

        Raises SimulationError if the connection is lost or the server sends anything but a status.
        """
        end = time.monotonic() + timeout
        while not self._waiting:
            if not self._receive(max(0.0, end - time.monotonic())):
                return None
        framed = self._waiting.popleft()
        try:
            if isinstance(framed, InputError):
                raise framed
            return read_status(framed)
        except InputError as error:
            raise SimulationError(f"{self.name}: sent an invalid CRCL status: {error}") from None

    def ask(self) -> CRCLStatus:
        """Request a status and return it.

        Statuses that were already on their way are skipped. Raises SimulationError if none arrives.
        """
        while self.read(0.0) is not None:
            pass
        self.send(ASKING)
        status = self.read(self.patience)
        if status is None:
            raise SimulationError(
                f"{self.name}: does not answer GetStatus within {self.patience:g} s"
            )
        return status

    def _receive(self, timeout: float) -> bool:
        """Receive available bytes; return False on timeout."""
        try:
            # 0 would be "do not wait at all" and another exception.
            self._socket.settimeout(max(timeout, 1e-4))
            data = self._socket.recv(1 << 16)
        except socket.timeout:
            return False
        except OSError as error:
            raise SimulationError(
                f"{self.name}: the connection is lost ({_reason(error)})"
            ) from None
        if not data:
            raise SimulationError(f"{self.name}: the server closed the connection")
        self._waiting.extend(self._framer.feed(data))
        return True


def _reason(error: Exception) -> str:
    return getattr(error, "strerror", None) or str(error) or type(error).__name__
