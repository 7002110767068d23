"""SUMO as a C++ library in a program of this package, the traffic host.

SUMO's own TraCI server answers all calls, on a socket that the program is started with: no port is
opened. The vehicles and persons of a step come through shared memory instead, which costs SUMO less
than their encoding for TraCI; see :mod:`sim.traffic.backend.host_objects`.
"""

from __future__ import annotations

import socket
import struct
import subprocess
import threading
from dataclasses import replace
from pathlib import Path
from typing import Any, Sequence, Tuple

import traci
from traci.domain import DOMAINS
from traci.step import StepManager

from sim.errors import InputError, SimulationError
from sim.laws.library import find_built
from sim.traffic.backend.host_objects import SharedObjects
from sim.traffic.backend.process_log import LoggedProcess
from sim.traffic.backend.traci_link import SocketLink
from sim.traffic.decoder import ContextDecoder, StepAnswer

PROGRAM = "sim_traffic_host"
# Command, TraCI's command of the subscription and of the members, radius, number of variables.
_CONTEXT = struct.Struct("=cBBdB")
_LONGEST_REPLY = 65536
_CARRIED_OUT = b"+"


class HostLink(SocketLink):
    """Starts the traffic host with given arguments of SUMO and is its only client."""

    def __init__(self, arguments: Sequence[str]) -> None:
        program = _program()
        self._objects = SharedObjects()
        calls, their_calls = _pair(socket.SOCK_STREAM)
        requests, their_requests = _pair(socket.SOCK_SEQPACKET)
        with their_calls, their_requests:
            numbers = [their_calls.fileno(), their_requests.fileno(), self._objects.file]
            self._process = LoggedProcess(
                [str(program), *map(str, numbers), *arguments], pass_fds=numbers
            )
        self.connection = HostConnection(calls, requests, self._process.process)
        try:
            # Answered after SUMO has read its files.
            self.connection.getVersion()
        except (traci.FatalTraCIError, traci.TraCIException, OSError) as error:
            said = self.reason(str(error))
            self.close()
            raise SimulationError(said) from None

    def decode(self, answer: Tuple[bytes, int], decoder: ContextDecoder) -> StepAnswer:
        vehicles, persons = self._objects.read(decoder)
        return replace(super().decode(answer, decoder), vehicles=vehicles, persons=persons)

    def close(self, patience: float = 0.0) -> None:
        """End SUMO, which has ``patience`` s to write its outputs."""
        super().close(patience)
        self.connection.requests.close()
        self._objects.close()


class HostConnection(traci.connection.Connection):  # type: ignore[misc]
    """TraCI's connection on a given socket; contexts are ``requests`` to the traffic host."""

    def __init__(
        self, calls: socket.socket, requests: socket.socket, process: subprocess.Popen[bytes]
    ) -> None:
        # As in TraCI's own, which would connect to a port.
        StepManager.__init__(self)
        self._socket, self._process, self._label = calls, process, None
        self._string, self._queue = b"", []  # type: Tuple[bytes, Any]
        self._subscriptionMapping: Any = {}
        self._lock = threading.Lock()
        for domain in DOMAINS:
            domain._register(self, self._subscriptionMapping)
        self.requests = requests

    def _subscribeContext(
        self,
        command: int,
        begin: float,
        end: float,
        name: str,
        members: int,
        radius: float,
        variables: Sequence[int],
        parameters: Any = None,
    ) -> None:
        packet = _CONTEXT.pack(b"c", command, members, radius, len(variables))
        self.requests.send(packet + bytes(variables) + name.encode())
        reply = self.requests.recv(_LONGEST_REPLY)
        if not reply:
            raise traci.FatalTraCIError("Connection closed by SUMO.")
        if reply[:1] != _CARRIED_OUT:
            raise traci.TraCIException(reply[1:].decode(errors="replace"))


def host_built() -> bool:
    """Return whether this package's build has the traffic host."""
    return find_built(PROGRAM) is not None


def _pair(kind: socket.SocketKind) -> Tuple[socket.socket, socket.socket]:
    ours, theirs = socket.socketpair(socket.AF_UNIX, kind)
    # rospy sets a timeout for all sockets, which would prevent waiting.
    for end in (ours, theirs):
        end.setblocking(True)
    return ours, theirs


def _program() -> Path:
    program = find_built(PROGRAM)
    if program is None:
        raise InputError(
            "sumo",
            f"{PROGRAM} is not built: call ./run setup where Python's eclipse-sumo has SUMO's "
            "library, or take sumo:=traci",
        )
    return program
