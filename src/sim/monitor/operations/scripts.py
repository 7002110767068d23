"""Starts and stops a client's scripts, and sends their output."""

from __future__ import annotations

from typing import Any, Dict, Optional, Sequence

from sim.errors import InputError
from sim.monitor import protocol
from sim.monitor.hub import MonitorHub
from sim.monitor.operations.link import ClientLink, Operations
from sim.monitor.scripts import Scripts

# Output of scripts is queued like messages, under a subscription number that clients cannot have.
SCRIPTS = -1
REFUSED = 2  # exit status of a script that was not started


class ScriptRequests:
    """A client's requests about scripts; ``command`` runs their code."""

    def __init__(self, hub: MonitorHub, link: ClientLink, command: Sequence[str]) -> None:
        self._hub, self._link = hub, link
        self._scripts = Scripts(command, self._report)
        self.operations: Operations = {"runScript": self._start, "stopScript": self._stop}

    def close(self) -> None:
        """Stop all scripts."""
        self._scripts.close()

    def _start(self, request: Dict[str, Any]) -> None:
        number, code = request.get("id"), request.get("code")
        if not isinstance(number, int) or not isinstance(code, str):
            raise InputError("runScript", "needs a number 'id' and a text 'code'")
        self._hub.check_writable()
        try:
            self._scripts.start(number, code)
        except InputError as error:
            # Its panel waits for an end.
            self._report(number, f"{error}\n", REFUSED)
            raise

    def _stop(self, request: Dict[str, Any]) -> None:
        number = request.get("id")
        if not isinstance(number, int):
            raise InputError("stopScript", "needs a number 'id'")
        self._scripts.stop(number)

    def _report(self, number: int, text: str, status: Optional[int]) -> None:
        fields = {} if status is None else {"status": status}
        self._link.outbox.message(SCRIPTS, protocol.text("script", id=number, text=text, **fields))
