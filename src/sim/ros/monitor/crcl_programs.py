"""Executes CRCL programs sent by a page: service ``run_crcl``.

It is a client of the robot's bridge; the progress is in ``/diagnostics``.
"""

from __future__ import annotations

import threading
import time
from typing import Any, Dict

import rospy
from diagnostic_msgs.msg import DiagnosticArray, DiagnosticStatus

from sim.crcl.client import CommandFailed, Connection, FinishedCommand, Runner
from sim.crcl.codec import read_program
from sim.crcl.documents import CRCLProgram
from sim.crcl.status import CRCLStatus
from sim.errors import InputError, SimError
from sim.ros.conversions import header
from sim.srv import RunCrcl, RunCrclResponse

NAME = "monitor: CRCL program of "
# Bridges listen where the monitor runs.
HOST = "127.0.0.1"
# Wall s to stop robots when the monitor ends.
PARTING = 2.0


class _Stoppable(Runner):
    """A runner that another thread than its own ends."""

    def __init__(self, connection: Connection) -> None:
        super().__init__(connection)
        self.stopped = threading.Event()
        self.thread = threading.Thread()

    def _next(self) -> CRCLStatus:
        if self.stopped.is_set():
            self.stop()
            raise CommandFailed("stopped")
        return super()._next()


class CrclPrograms:
    """The service; one program for each robot at a time."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._running: Dict[str, _Stoppable] = {}
        self._publisher = rospy.Publisher("/diagnostics", DiagnosticArray, queue_size=50)
        rospy.Service("~run_crcl", RunCrcl, self._run)

    def close(self) -> None:
        """Stop the running programs."""
        with self._lock:
            running = list(self._running.values())
        for runner in running:
            runner.stopped.set()
        end = time.monotonic() + PARTING
        for runner in running:
            runner.thread.join(max(0.0, end - time.monotonic()))

    def _run(self, request: Any) -> RunCrclResponse:
        try:
            return RunCrclResponse(True, self._begin(request.robot, request.program))
        except SimError as error:
            return RunCrclResponse(False, str(error))

    def _begin(self, robot: str, text: str) -> str:
        with self._lock:
            running = self._running.get(robot)
            if not text.strip():
                if running is None:
                    raise InputError(robot, "no program of this monitor runs")
                running.stopped.set()
                return f"{robot}: stop requested"
            if running is not None:
                raise InputError(robot, "a program runs already; stop it first")
            program = read_program(text.encode())
            port = rospy.get_param(f"{robot}/crcl_bridge/bound_port", None)
            if not isinstance(port, int):
                raise InputError(robot, "has no listening crcl_bridge; start with crcl:=fanuc")
            runner = _Stoppable(Connection(HOST, port))
            runner.thread = threading.Thread(
                target=self._carry_out, args=(robot, runner, program), daemon=True
            )
            self._running[robot] = runner
            runner.thread.start()
        return f"{len(program.commands)} commands go to {robot}"

    def _carry_out(self, robot: str, runner: _Stoppable, program: CRCLProgram) -> None:
        def report(step: FinishedCommand) -> None:
            kind = type(step.command).__name__
            done = f"command {step.index + 1} of {step.length} ({kind}) is done"
            self._say(robot, DiagnosticStatus.OK, done)

        try:
            with runner.connection:
                runner.run(program, report=report)
        except SimError as error:
            level, text = DiagnosticStatus.ERROR, str(error)
        else:
            level, text = (
                DiagnosticStatus.OK,
                f"program of {len(program.commands)} commands is done",
            )
        finally:
            with self._lock:
                del self._running[robot]
        self._say(robot, level, text)

    def _say(self, robot: str, level: Any, text: str) -> None:
        status = DiagnosticStatus(level, NAME + robot, text, "monitor", [])
        self._publisher.publish(DiagnosticArray(header(rospy.get_time(), ""), [status]))
