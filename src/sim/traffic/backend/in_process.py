"""SUMO as a library in this very process, for programs that do nothing while it computes.

It is one simulation per process; another begins when it is closed. libsumo holds the interpreter's
lock during a step, so that a node is better off with a child process.
"""

from __future__ import annotations

import contextlib
import os
from typing import Any, Sequence

import traci

from sim.errors import InputError, SimulationError
from sim.traffic.backend.libsumo_link import RemoteConnection, check_installed, read_step
from sim.traffic.decoder import ContextDecoder, StepAnswer

# The process in which SUMO runs; 0: none.
_running_in = 0


class InProcessLink:
    """Starts SUMO here; InputError where it runs already."""

    def __init__(self, arguments: Sequence[str]) -> None:
        check_installed()
        import libsumo

        from sim.traffic.backend.libsumo_child import Child

        _claim()
        self._libsumo = libsumo
        try:
            libsumo.start(["sumo", *arguments])
        except (libsumo.TraCIException, libsumo.FatalTraCIError) as error:
            self.close()
            raise SimulationError(f"SUMO did not start: {error}") from None
        self._child = Child()
        self.connection = RemoteConnection(self._ask)
        self._owner = os.getpid()
        self.alive = True

    def begin_step(self) -> None:
        """Nothing yet: SUMO computes in :meth:`end_step`."""

    def end_step(self) -> Any:
        """Computes a step; what SUMO's subscriptions give then."""
        return self._ask("step")

    def decode(self, answer: Any, decoder: ContextDecoder) -> StepAnswer:
        return read_step(answer, decoder)

    def exchange(self, message: bytes) -> bytes:
        reply: bytes = self._ask("exchange", message)
        return reply

    def reason(self, error: str) -> str:
        """Why it ended."""
        return error

    def close(self, patience: float = 0.0) -> None:
        """Ends SUMO, which first writes its outputs."""
        global _running_in
        if _running_in == os.getpid():
            with contextlib.suppress(self._libsumo.TraCIException, self._libsumo.FatalTraCIError):
                self._libsumo.close()
            _running_in = 0
        self.alive = False

    def _ask(self, request: str, *details: Any) -> Any:
        if os.getpid() != self._owner:
            raise SimulationError(
                "SUMO was started before this process was forked; start it in each process, or "
                "spawn processes"
            )
        try:
            return getattr(self._child, request)(*details)
        except self._libsumo.TraCIException as error:
            raise traci.TraCIException(str(error)) from None
        except self._libsumo.FatalTraCIError as error:
            self.alive = False
            raise traci.FatalTraCIError(str(error)) from None


def _claim() -> None:
    global _running_in
    if _running_in == os.getpid():
        raise InputError(
            "sumo",
            "runs in this process already; close what has it, or run the other in a process of its "
            "own",
        )
    _running_in = os.getpid()
