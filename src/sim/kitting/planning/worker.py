"""The planning process: has unified-planning imported, and plans each task in a child of its own
with limits, so that a planner that goes wrong takes nothing with it.

Started by :mod:`sim.kitting.planning.planner` as ``python -m sim.kitting.planning.worker FD``;
pickled tasks come over a socket, pickled plans and errors go back.
"""

from __future__ import annotations

import os
import resource
import signal
import sys
import time
from multiprocessing.connection import Connection, Pipe
from typing import Any, List, Tuple, Union

from sim.errors import SimError
from sim.kitting.planning.domain import PddlProblem
from sim.kitting.planning.errors import OutOfMemory, OutOfTime, PlannerFailed
from sim.kitting.planning.pipeline import find_pddl_plan, find_plan
from sim.kitting.planning.plan import Plan
from sim.kitting.planning.settings import Settings
from sim.kitting.planning.solve import warm_up
from sim.kitting.task import PlanningTask
from sim.process import die_with_parent

MEGABYTE = 2**20
# s beyond the planner's own limit until a child is ended that does not end by itself.
GRACE = 2.0
Task = Union[PlanningTask, PddlProblem]
Request = Tuple[Task, Settings]


def plan(task: Task, settings: Settings) -> Plan:
    """The plan of a task, made in this process, with what it took."""
    begun = time.monotonic()
    if isinstance(task, PddlProblem):
        found = find_pddl_plan(task, settings)
    else:
        found = find_plan(task, settings)
    return Plan(
        settings.planner,
        found.actions,
        found.schedule,
        found.seconds,
        time.monotonic() - begun,
        found.megabytes,
    )


def in_child(request: Request) -> Any:
    """A Plan, or the error that there was, from a child with limits."""
    task, settings = request
    ours, its = Pipe(duplex=False)
    parent = os.getpid()
    child = os.fork()
    if child == 0:
        _child(parent, its, task, settings)
    its.close()
    try:
        if not ours.poll(settings.time_limit + GRACE):
            return OutOfTime(
                f"the planner {settings.planner} has found no plan within {settings.time_limit:g} s"
            )
        return ours.recv()
    except EOFError:
        return PlannerFailed(f"the planner {settings.planner} ended without a word")
    finally:
        ours.close()
        _end(child)


def _child(parent: int, its: Connection, task: Task, settings: Settings) -> None:
    """Answers and ends this process."""
    try:
        die_with_parent(parent)
        size = int(settings.memory_limit * MEGABYTE)
        seconds = int(2.0 * settings.time_limit + GRACE) + 1
        # What outlives all of us ends by itself.
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
        resource.setrlimit(resource.RLIMIT_AS, (size, size))
        try:
            its.send(plan(task, settings))
        except SimError as error:
            its.send(error)
        except MemoryError:
            its.send(OutOfMemory(f"planning needs more than {settings.memory_limit:g} MB"))
        except Exception as error:  # noqa: BLE001 (the other end must hear of it)
            its.send(PlannerFailed(f"planning failed: {type(error).__name__}: {error}"))
    finally:
        os._exit(0)


def _end(child: int) -> None:
    """Ends a child and all that it started, whatever groups these are in."""
    for process in reversed(_family(child)):
        try:
            os.kill(process, signal.SIGKILL)
        except ProcessLookupError:
            continue
    os.waitpid(child, 0)


def _family(process: int) -> List[int]:
    """A process and its descendants."""
    parents = {}
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{name}/stat", encoding="utf-8", errors="replace") as file:
                parents[int(name)] = int(file.read().rpartition(")")[2].split()[1])
        except OSError:
            continue
    found = [process]
    for one in found:
        found += [child for child, parent in parents.items() if parent == one]
    return found


def main(argv: List[str]) -> int:
    """Serves requests until the other end is closed."""
    connection = Connection(int(argv[0]))
    warm_up()
    connection.send("ready")
    while True:
        try:
            request = connection.recv()
        except EOFError:
            return 0
        connection.send(in_child(request))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
