"""Hostile input over TCP to a server with other clients."""

from __future__ import annotations

from sim.crcl.client.connection import Connection
from sim.errors import InputError, SimulationError


class ServerTrial:
    """Sends each input over a new connection.

    Afterwards a second connection, open throughout, must still get its status.
    """

    def __init__(self, host: str, port: int, patience: float = 5.0) -> None:
        self._address = (host, port, patience)
        self._witness = Connection(host, port, patience)

    def __call__(self, data: bytes) -> bool:
        """Send one input to the server.

        Raises InputError if the server hung up; any other error means that the server no longer
        serves other clients.
        """
        with Connection(*self._address) as connection:
            try:
                connection.send_bytes(data)
                connection.read(0.0)
                refused = None
            except SimulationError as error:
                # The answer is ignored: a server may well hang up on such a client.
                refused = str(error)
        try:
            self._witness.ask()
        except SimulationError as error:
            raise RuntimeError(f"the server no longer serves others: {error}") from None
        if refused:
            raise InputError("input", refused)
        return True
