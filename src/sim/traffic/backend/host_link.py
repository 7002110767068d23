"""SUMO as a C++ library in this package's traffic host.

SUMO's own TraCI server answers calls, on a socket that the program is started with: no port is
opened. Context subscriptions alone are the host's: their vehicles and persons come through shared
memory, which costs SUMO less than their encoding for TraCI; see
:mod:`sim.traffic.backend.host_objects`. A host can be forked: the fork has the same simulation, at
the same instant.
"""

from __future__ import annotations

import array
import os
import signal
import socket
import struct
import tempfile
import threading
from dataclasses import replace
from pathlib import Path
from typing import Any, List, Sequence, Tuple, Union

import traci
from traci.domain import DOMAINS
from traci.step import StepManager

from sim.errors import InputError, SimulationError
from sim.laws.library import find_built
from sim.traffic.backend.host_objects import SharedObjects
from sim.traffic.backend.process_log import ForkedProcess, LoggedProcess
from sim.traffic.backend.traci_link import SocketLink
from sim.traffic.decoder import ContextDecoder, StepAnswer

PROGRAM = "sim_traffic_host"
# Command, TraCI's command of the subscription and of the members, radius, number of variables.
_CONTEXT = struct.Struct("=cBBdB")
_FORK = b"f"
_LONGEST_REPLY = 65536
_CARRIED_OUT = b"+"


class HostEnds:
    """Sockets and memory that a traffic host and its client share."""

    def __init__(self) -> None:
        self.objects = SharedObjects()
        self.calls, self._their_calls = _pair(socket.SOCK_STREAM)
        self.requests, self._their_requests = _pair(socket.SOCK_SEQPACKET)

    def theirs(self) -> List[int]:
        """Return the descriptors of the host: connection, requests, objects."""
        return [self._their_calls.fileno(), self._their_requests.fileno(), self.objects.file]

    def close_theirs(self) -> None:
        """Close the host's ends here, so that its end is noticed."""
        self._their_calls.close()
        self._their_requests.close()

    def close(self) -> None:
        self.close_theirs()
        self.calls.close()
        self.requests.close()
        self.objects.close()


class HostLink(SocketLink):
    """The only client of a traffic host."""

    def __init__(self, process: Union[LoggedProcess, ForkedProcess], ends: HostEnds) -> None:
        self._process, self._ends = process, ends
        self.connection = HostConnection(ends.calls, ends.requests)

    @classmethod
    def start(cls, arguments: Sequence[str]) -> HostLink:
        """Start a host with given arguments of SUMO."""
        program, ends = _program(), HostEnds()
        numbers = ends.theirs()
        process = LoggedProcess([str(program), *map(str, numbers), *arguments], pass_fds=numbers)
        ends.close_theirs()
        link = cls(process, ends)
        try:
            # Answered after SUMO has read its files.
            link.connection.getVersion()
        except (traci.FatalTraCIError, traci.TraCIException, OSError) as error:
            said = link.reason(str(error))
            link.close()
            raise SimulationError(said) from None
        return link

    def fork(self) -> HostLink:
        """Return a second host with the same simulation, at the same instant.

        It is not to be called while SUMO computes a step. SUMO's output files would be both hosts'.
        """
        self._process.check_owner()
        ends, log = HostEnds(), tempfile.TemporaryFile()  # noqa: SIM115 (closed with the process)
        try:
            pid = self.connection.request(_FORK, [*ends.theirs(), log.fileno()])
        except (traci.FatalTraCIError, traci.TraCIException, OSError) as error:
            ends.close()
            log.close()
            raise SimulationError(f"SUMO cannot be forked: {self._refusal(error)}") from None
        ends.close_theirs()
        return HostLink(ForkedProcess(int(pid), ends.requests, log), ends)

    def decode(self, answer: Tuple[bytes, int], decoder: ContextDecoder) -> StepAnswer:
        vehicles, persons = self._ends.objects.read(decoder)
        return replace(super().decode(answer, decoder), vehicles=vehicles, persons=persons)

    def close(self, patience: float = 0.0) -> None:
        """End SUMO within ``patience`` s for its outputs; kill a fork."""
        if isinstance(self._process, ForkedProcess):
            self.kill()
            return
        super().close(patience)
        self._ends.close()

    def kill(self) -> None:
        """End SUMO at once, without its outputs."""
        if self._process.owned and self.alive:
            os.kill(self.pid, signal.SIGKILL)
        super().close()
        self._ends.close()

    def _refusal(self, error: Exception) -> str:
        refused = isinstance(error, traci.TraCIException)
        return str(error) if refused else self.reason(str(error))


class HostConnection(traci.connection.Connection):  # type: ignore[misc]
    """TraCI's connection on a given socket; contexts are ``requests`` to the host."""

    def __init__(self, calls: socket.socket, requests: socket.socket) -> None:
        # As in TraCI's own, which would connect to a port.
        StepManager.__init__(self)
        self._socket, self._process, self._label = calls, None, None
        self._string, self._queue = b"", []  # type: Tuple[bytes, Any]
        self._subscriptionMapping: Any = {}
        self._lock = threading.Lock()
        for domain in DOMAINS:
            domain._register(self, self._subscriptionMapping)
        self._requests = requests

    def request(self, packet: bytes, files: Sequence[int] = ()) -> bytes:
        """Return the answer to a request beside TraCI, which may have descriptors.

        TraCIException where the host refuses it, FatalTraCIError where the host has ended.
        """
        rights = (socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", files))
        self._requests.sendmsg([packet], [rights] if files else [])
        reply = self._requests.recv(_LONGEST_REPLY)
        if not reply:
            raise traci.FatalTraCIError("Connection closed by SUMO.")
        if reply[:1] != _CARRIED_OUT:
            raise traci.TraCIException(reply[1:].decode(errors="replace"))
        return reply[1:]

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
        self.request(packet + bytes(variables) + name.encode())


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
