"""Answers one client: queues frames and statuses, and runs answering coroutines."""

from __future__ import annotations

import asyncio
from typing import Any, Awaitable, Callable, Dict, Mapping, Set

from sim.errors import SimError
from sim.monitor import protocol
from sim.monitor.outbox import Outbox

# Handlers of requests by the name of their operation.
Operations = Mapping[str, Callable[[Dict[str, Any]], None]]


class ClientLink:
    """Return channel to one client: its outbox and answering tasks."""

    def __init__(self) -> None:
        self.outbox = Outbox()
        self._tasks: Set[asyncio.Task[None]] = set()

    def answer(self, op: str, **fields: Any) -> None:
        """Queue a text frame that must arrive."""
        self.outbox.answer(protocol.text(op, **fields))

    def status(self, level: int, message: str, name: str = "") -> None:
        """Show a message to the user; a name replaces its earlier message."""
        fields = {"id": name} if name else {}
        self.answer("status", level=level, message=message, **fields)

    def clear_status(self, name: str) -> None:
        """Remove the message of a name."""
        self.answer("removeStatus", statusIds=[name])

    def run(self, work: Callable[[], Awaitable[None]]) -> None:
        """Run a coroutine as a task; its SimError becomes a status."""

        async def guarded() -> None:
            try:
                await work()
            except SimError as error:
                self.status(protocol.ERROR, str(error))

        task = asyncio.ensure_future(guarded())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def close(self) -> None:
        """Cancel all tasks."""
        for task in list(self._tasks):
            task.cancel()
