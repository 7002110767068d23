"""SUMO as a separate program, connected over TraCI's socket."""

from __future__ import annotations

import contextlib
import struct
import subprocess
import time
from typing import Sequence, Tuple

import sumolib
import traci
import traci.constants as tc

from sim.errors import SimulationError
from sim.ports import free_port
from sim.traffic.backend.process_log import LoggedProcess, ProcessLink
from sim.traffic.decoder import ContextDecoder, StepAnswer, read_length

_STEP = struct.pack("!iBBd", 14, 10, tc.CMD_SIMSTEP, 0.0)


class SocketLink(ProcessLink):
    """Steps a SUMO that speaks TraCI's protocol on the connection's socket."""

    connection: traci.connection.Connection

    def begin_step(self) -> None:
        """Has SUMO compute a step; nothing but :meth:`end_step` may follow."""
        self._process.check_owner()
        self.connection._socket.sendall(_STEP)

    def end_step(self) -> Tuple[bytes, int]:
        """Return SUMO's answer to the step, and where its subscriptions begin."""
        reply = self._receive()
        position, end = read_length(reply, 0)
        if reply[position + 1] != tc.RTYPE_OK:
            raise traci.TraCIException(reply[position + 6 : end].decode(errors="replace"))
        return reply, end

    def decode(self, answer: Tuple[bytes, int], decoder: ContextDecoder) -> StepAnswer:
        return decoder.decode(*answer)

    def exchange(self, message: bytes) -> bytes:
        self._process.check_owner()
        self.connection._socket.sendall(message)
        return self._receive()

    def _receive(self) -> bytes:
        reply = self.connection._recvExact()
        if reply is None:
            raise traci.FatalTraCIError("Connection closed by SUMO.")
        content: bytes = reply._content
        return content

    def close(self, patience: float = 0.0) -> None:
        """End SUMO, by TraCI if it still listens. It has ``patience`` s to write its outputs.

        Does nothing in a process forked after SUMO's start.
        """
        if not self._process.owned:
            return
        with contextlib.suppress(
            traci.TraCIException, traci.FatalTraCIError, OSError, AttributeError
        ):
            self.connection.close(wait=False)
        self._process.end(patience)
        self._process.forget()


class TraciLink(SocketLink):
    """Starts ``sumo`` or ``sumo-gui`` with given arguments and is its only client."""

    def __init__(self, arguments: Sequence[str], gui: bool = False) -> None:
        port = free_port()
        program = sumolib.checkBinary("sumo-gui" if gui else "sumo")
        started = LoggedProcess(
            [program, *arguments, "--remote-port", str(port), "--num-clients", "1"]
        )
        self._process = started
        try:
            self.connection = self._connected(port, started.process)
        except SimulationError as error:
            said = self.reason(str(error))
            self._process.end()
            raise SimulationError(said) from None

    def _connected(
        self, port: int, process: subprocess.Popen[bytes], patience: float = 120.0
    ) -> traci.connection.Connection:
        end = time.monotonic() + patience
        while time.monotonic() < end:
            try:
                return traci.connect(port, numRetries=0, proc=process)
            except (traci.FatalTraCIError, traci.TraCIException):
                if not self.alive:
                    raise SimulationError("SUMO did not start") from None
                time.sleep(0.02)
        raise SimulationError(f"SUMO opened no TraCI port within {patience:.0f} s")
