"""SUMO as a library (libsumo) in a child process.

It runs one simulation per process and accepts no second client, but needs neither a socket nor a
port that others could reach. libsumo holds the interpreter's lock while it computes a step, which
would stop a node's other threads; in a child process it does not. Its data equal TraCI's to the
last bit.
"""

from __future__ import annotations

import contextlib
import importlib.util
import os
import socket
import sys
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, Callable, Sequence

import traci
import traci.constants as tc

from sim.errors import InputError, SimulationError
from sim.traffic.backend.process_log import LoggedProcess, ProcessLink
from sim.traffic.decoder import ContextDecoder, StepAnswer

SOURCE = Path(__file__).resolve().parents[3]


class LibsumoLink(ProcessLink):
    """Starts a child with SUMO in it."""

    def __init__(self, arguments: Sequence[str]) -> None:
        check_installed()
        ours, theirs = socket.socketpair()
        environment = {
            **os.environ,
            "PYTHONPATH": os.pathsep.join(
                filter(None, [str(SOURCE), os.environ.get("PYTHONPATH", "")])
            ),
        }
        with theirs:
            self._process = LoggedProcess(
                [
                    sys.executable,
                    "-m",
                    "sim.traffic.backend.libsumo_child",
                    str(theirs.fileno()),
                    *arguments,
                ],
                environment,
                [theirs.fileno()],
            )
        self._pipe = Connection(ours.detach())
        self.connection = RemoteConnection(self._ask)
        try:
            self._answer()
        except (traci.FatalTraCIError, traci.TraCIException) as error:
            said = self.reason(str(error))
            self._process.end()
            raise SimulationError(said) from None

    def begin_step(self) -> None:
        """Has SUMO compute a step; nothing but :meth:`end_step` may follow."""
        self._send("step")

    def end_step(self) -> Any:
        """Return the subscription results of the step."""
        return self._answer()

    def decode(self, answer: Any, decoder: ContextDecoder) -> StepAnswer:
        return read_step(answer, decoder)

    def exchange(self, message: bytes) -> bytes:
        reply: bytes = self._ask("exchange", message)
        return reply

    def close(self, patience: float = 0.0) -> None:
        """End SUMO; it has ``patience`` s to write its outputs."""
        with contextlib.suppress(OSError):
            self._pipe.send(("close",))
        self._process.end(patience)
        self._pipe.close()
        self._process.forget()

    def _ask(self, *request: Any) -> Any:
        self._send(*request)
        return self._answer()

    def _send(self, *request: Any) -> None:
        try:
            self._pipe.send(request)
        except OSError as error:
            raise traci.FatalTraCIError(str(error)) from None

    def _answer(self) -> Any:
        try:
            kind, value = self._pipe.recv()
        except (EOFError, OSError) as error:
            raise traci.FatalTraCIError(
                f"the process with libsumo has ended {error}".strip()
            ) from None
        if kind == "refused":
            raise traci.TraCIException(value)
        if kind == "fatal":
            raise traci.FatalTraCIError(value)
        return value


def read_step(answer: Any, decoder: ContextDecoder) -> StepAnswer:
    """Convert the result of ``Child.step`` to a step answer.

    See :meth:`sim.traffic.backend.libsumo_child.LibsumoChild.step`.
    """
    vehicles, persons, simulation, objects = answer
    return StepAnswer(
        decoder.members(tc.CMD_GET_VEHICLE_VARIABLE, *vehicles),
        decoder.members(tc.CMD_GET_PERSON_VARIABLE, *persons),
        simulation,
        objects,
    )


class RemoteConnection:
    """TraCI's domains by name; calls are executed in the child process."""

    def __init__(self, ask: Callable[..., Any]) -> None:
        self._ask = ask

    def __getattr__(self, domain: str) -> RemoteDomain:
        if domain.startswith("_"):
            raise AttributeError(domain)
        found = RemoteDomain(self._ask, domain)
        setattr(self, domain, found)
        return found


class RemoteDomain:
    def __init__(self, ask: Callable[..., Any], name: str) -> None:
        self._ask, self._name = ask, name

    def __getattr__(self, method: str) -> Callable[..., Any]:
        if method.startswith("_"):
            raise AttributeError(method)

        def call(*arguments: Any, **named: Any) -> Any:
            return self._ask("call", self._name, method, arguments, named)

        setattr(self, method, call)
        return call


def check_installed() -> None:
    """Raise InputError if libsumo is not installed."""
    if importlib.util.find_spec("libsumo") is None:
        hint = (
            "this release does not support Python 3.8; take sumo:=traci"
            if sys.version_info < (3, 9)
            else f"in the package's folder, run {sys.executable} -m pip install -r "
            "setup/requirements/batch.txt, or take sumo:=traci"
        )
        raise InputError("sumo", f"{sys.executable} has no module libsumo: {hint}")
