"""Planning in a separate process, with limits of time and memory.

The process stays alive, since importing unified-planning takes longer than planning: a plan needed
while robots wait comes at once.
"""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from multiprocessing.connection import Connection, Pipe
from pathlib import Path
from typing import Optional, Union

import sim
from sim.errors import SimError
from sim.kitting.planning.domain import PddlProblem
from sim.kitting.planning.engines import require_engine
from sim.kitting.planning.errors import PlannerFailed, PlanningTimeout
from sim.kitting.planning.plan import Plan
from sim.kitting.planning.settings import PlanningSettings
from sim.kitting.task import PlanningTask
from sim.process import end_child, start_child

# s for the process to import its modules, on a busy machine.
START = 60.0
# s beyond the time limit after which the process is given up.
PATIENCE = 10.0
Task = Union[PlanningTask, PddlProblem]


class Planner:
    """Client of the planning process.

    The process starts on first use, or by :meth:`start`. Linux ends that process with the thread
    that started it; the next plan then starts another.
    """

    def __init__(self, settings: Optional[PlanningSettings] = None) -> None:
        self.settings = settings or PlanningSettings()
        self._process: Optional[subprocess.Popen[bytes]] = None
        self._connection: Optional[Connection] = None
        self._lock = threading.Lock()

    def __enter__(self) -> Planner:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def start(self) -> None:
        """Start the process, without waiting until it is ready.

        Raises InputError if a module of setup/requirements/planning.txt is missing.
        """
        with self._lock:
            self._start()

    def plan(self, task: Task, settings: Optional[PlanningSettings] = None) -> Plan:
        """Return the validated plan of a task.

        Raises a kind of NoPlan if none is found, InputError for an invalid task, domain or
        installation.
        """
        settings = settings or self.settings
        require_engine(settings.planner)
        with self._lock:
            connection = self._start()
            try:
                connection.send((task, settings))
                answer = self._answer(connection, settings.time_limit + START + PATIENCE)
            except (EOFError, OSError) as error:
                self._stop()
                raise PlannerFailed(
                    "the planning process ended; the next plan starts it again"
                ) from error
        if isinstance(answer, SimError):
            raise answer
        assert isinstance(answer, Plan)
        return answer

    def close(self) -> None:
        """End the process."""
        with self._lock:
            self._stop()

    def _start(self) -> Connection:
        if self._connection is not None and self._process is not None:
            if self._process.poll() is None:
                return self._connection
            self._stop()
        require_engine(self.settings.planner)
        ours, its = Pipe()
        source = str(Path(sim.__file__).resolve().parents[1])
        paths = os.pathsep.join([source, *filter(None, [os.environ.get("PYTHONPATH")])])
        self._process = start_child(
            [sys.executable, "-m", "sim.kitting.planning.worker", str(its.fileno())],
            environment={**os.environ, "PYTHONPATH": paths},
            pass_fds=[its.fileno()],
        )
        its.close()
        self._connection = ours
        return ours

    def _answer(self, connection: Connection, seconds: float) -> object:
        """Return the answer, after the process's ready message."""
        while True:
            if not connection.poll(seconds):
                self._stop()
                raise PlanningTimeout(f"the planning process has not answered within {seconds:g} s")
            answer = connection.recv()
            if answer != "ready":
                return answer

    def _stop(self) -> None:
        if self._connection is not None:
            self._connection.close()
        if self._process is not None:
            end_child(self._process)
        self._process = self._connection = None
