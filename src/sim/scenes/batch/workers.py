"""Processes for numbered jobs, one after the other.

They end with the parent, at Ctrl-C, and after an error of one of them.
"""

from __future__ import annotations

import errno
import multiprocessing
import os
import signal
import sys
import traceback
from multiprocessing.connection import Connection, wait
from typing import Any, Callable, Dict, Iterator, List, Optional, Sequence, Tuple

from sim.errors import SimError, SimulationError
from sim.process import die_with_parent

Make = Callable[[int], Any]


class WorkerProcesses:
    """``count`` forked processes, each with a separate ``make``.

    A count of 1 or less works in this process.
    """

    def __init__(self, maker: Callable[[], Make], count: int) -> None:
        self._maker, self._count = maker, count
        self._processes: List[Any] = []

    def __enter__(self) -> WorkerProcesses:
        return self

    def __exit__(self, *error: object) -> None:
        for process in self._processes:
            process.kill()
        for process in self._processes:
            process.join()

    def results(self, numbers: Sequence[int]) -> Iterator[Tuple[int, Any]]:
        """Yield numbers with their results, as they arrive.

        Raises the error of the first failed job.
        """
        if self._count <= 1:
            if numbers:
                make = self._maker()
                yield from ((number, _explained(make, number)) for number in numbers)
            return
        todo = iter(numbers)
        busy: Dict[Connection, int] = {}
        for _ in range(self._count):
            self._give(self._start(), todo, busy)
        while busy:
            for connection in wait(list(busy)):
                assert isinstance(connection, Connection)
                number = busy.pop(connection)
                yield number, _received(connection, number)
                self._give(connection, todo, busy)

    def _start(self) -> Connection:
        context = multiprocessing.get_context("fork")
        ours, theirs = context.Pipe()
        process = context.Process(
            target=_work, args=(self._maker, theirs, os.getpid()), daemon=True
        )
        sys.stdout.flush()
        sys.stderr.flush()
        process.start()
        theirs.close()
        self._processes.append(process)
        return ours

    @staticmethod
    def _give(connection: Connection, todo: Iterator[int], busy: Dict[Connection, int]) -> None:
        number = next(todo, None)
        if number is None:
            connection.close()
            return
        connection.send(number)
        busy[connection] = number


def _received(connection: Connection, number: int) -> Any:
    try:
        kind, value = connection.recv()
    except EOFError:
        raise SimulationError(
            f"the process that made scene {number} ended without a word; was it out of memory?"
        ) from None
    if kind == "made":
        return value
    if isinstance(value, SimError):
        raise value
    raise SimulationError(f"scene {number}: {value}")


def _work(maker: Callable[[], Make], connection: Connection, parent: int) -> None:
    """Run a worker; it ignores Ctrl-C and ends with its parent."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    die_with_parent(parent)
    make: Optional[Make] = None
    while True:
        try:
            number = connection.recv()
        except EOFError:
            os._exit(0)
        try:
            make = make or maker()
            connection.send(("made", _explained(make, number)))
        except SimError as error:
            connection.send(("failed", SimulationError(str(error))))
        except Exception:  # noqa: BLE001 - the parent tells it, and no half of a batch goes on unseen
            connection.send(("failed", traceback.format_exc()))


def _explained(make: Make, number: int) -> Any:
    try:
        return make(number)
    except OSError as error:
        if error.errno in (errno.ENOSPC, errno.EDQUOT):
            raise SimulationError(
                f"scene {number}: no space is left on the disk; make room and ask for the same "
                "batch again to go on"
            ) from error
        raise SimulationError(
            f"scene {number}: {error.filename or 'a file'}: {error.strerror or error}"
        ) from error
