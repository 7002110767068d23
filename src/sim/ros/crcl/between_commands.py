"""Runs functions between two commands of a CRCL session."""

from __future__ import annotations

import concurrent.futures
from typing import Any, Callable, List, Tuple

from sim.crcl.server import Server

Waiting = Tuple[Callable[[], Any], "concurrent.futures.Future[Any]"]


class BetweenCommands:
    """Queue of functions for the server's thread while no command is active.

    After ``patience`` wall s they run anyway, and refuse then.
    """

    def __init__(self, server: Server, patience: float) -> None:
        self._server, self._patience = server, patience
        self._waiting: List[Waiting] = []

    def call(self, function: Callable[[], Any]) -> Any:
        """Return the function's result or raise its error.

        Do not call it in the server's thread.
        """
        answer: concurrent.futures.Future[Any] = concurrent.futures.Future()
        self._server.call(lambda: self._add((function, answer)))
        try:
            return answer.result(self._patience)
        except concurrent.futures.TimeoutError:
            self._server.call(self._run)
            return answer.result()

    def changed(self) -> None:
        """Handle a change of a command's state. Call it in the server's thread."""
        if self._waiting:
            # Later, since the session is not done with the change.
            self._server.post(self._run_idle)

    def _add(self, waiting: Waiting) -> None:
        self._waiting.append(waiting)
        self._run_idle()

    def _run_idle(self) -> None:
        if not self._server.session.working:
            self._run()

    def _run(self) -> None:
        waiting, self._waiting = self._waiting, []
        for function, answer in waiting:
            try:
                answer.set_result(function())
            except BaseException as error:  # noqa: BLE001 - goes to who asked
                answer.set_exception(error)
