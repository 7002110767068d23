"""SUMO as a library (libsumo) in this process.

It suits programs that are idle while SUMO computes. Only one simulation can run per process; the
next begins after the first is closed. libsumo holds the interpreter's lock during a step, so that a
child process suits a node better.
"""

from __future__ import annotations

import contextlib
import os
from typing import Any, Sequence

import traci

from sim.errors import InputError, SimulationError
from sim.traffic.backend.libsumo_link import RemoteConnection, check_installed, read_step
from sim.traffic.decoder import ContextDecoder, StepAnswer

# Id of the process that runs SUMO; 0 if SUMO does not run.
_running_in = 0


class InProcessLink:
    """SUMO in this process; raises InputError if it already runs."""

    def __init__(self, arguments: Sequence[str]) -> None:
        check_installed()
        import libsumo

        from sim.traffic.backend.libsumo_child import LibsumoChild

        _claim()
        self._libsumo = libsumo
        try:
            libsumo.start(["sumo", *arguments])
        except (libsumo.TraCIException, libsumo.FatalTraCIError) as error:
            self.close()
            raise SimulationError(f"SUMO did not start: {error}") from None
        self._child = LibsumoChild()
        self.connection = RemoteConnection(self._ask)
        self._owner = os.getpid()
        self.alive = True

    def begin_step(self) -> None:
        """Do nothing: SUMO computes in :meth:`end_step`."""

    def end_step(self) -> Any:
        """Compute a step and return SUMO's subscription results."""
        return self._ask("step")

    def decode(self, answer: Any, decoder: ContextDecoder) -> StepAnswer:
        return read_step(answer, decoder)

    def exchange(self, message: bytes) -> bytes:
        reply: bytes = self._ask("exchange", message)
        return reply

    def reason(self, error: str) -> str:
        """Return the reason why SUMO ended."""
        return error

    def close(self, patience: float = 0.0) -> None:
        """End SUMO, which first writes its outputs."""
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
