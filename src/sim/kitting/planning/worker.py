"""Planning process, with unified-planning imported.

It plans each task in a child process with limits, so that a failing planner takes nothing with it.
Started by :mod:`sim.kitting.planning.planner` as ``python -m sim.kitting.planning.worker FD``;
pickled tasks come over a socket, pickled plans and errors go back.
"""

from __future__ import annotations

import os
import resource
import signal
import sys
import tempfile
import time
from multiprocessing.connection import Connection, Pipe
from typing import Any, List, Tuple, Union

from sim.errors import SimError
from sim.kitting.planning.domain import PddlProblem
from sim.kitting.planning.errors import OutOfMemory, PlannerFailed, PlanningTimeout
from sim.kitting.planning.pipeline import find_pddl_plan, find_plan
from sim.kitting.planning.plan import Plan
from sim.kitting.planning.settings import PlanningSettings
from sim.kitting.planning.solve import warm_up
from sim.kitting.task import PlanningTask
from sim.process import die_with_parent

MEGABYTE = 2**20
# s beyond the planner's own limit until a child is ended that does not end by itself.
GRACE = 10.0
Task = Union[PlanningTask, PddlProblem]
Request = Tuple[Task, PlanningSettings]


def plan(task: Task, settings: PlanningSettings) -> Plan:
    """Plan a task in this process; the plan has its costs."""
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
    """Return a Plan, or the error, from a child process with limits.

    In a separate folder, since Fast Downward writes files of fixed names into its current one.
    """
    with tempfile.TemporaryDirectory(prefix="sim_planning_") as folder:
        return _answer(request, folder)


def _answer(request: Request, folder: str) -> Any:
    settings = request[1]
    ours, its = Pipe(duplex=False)
    parent = os.getpid()
    child = os.fork()
    if child == 0:
        _child(parent, its, folder, request)
    its.close()
    try:
        if not ours.poll(settings.time_limit + GRACE):
            return PlanningTimeout(
                f"the planner {settings.planner} has found no plan within {settings.time_limit:g} s"
            )
        return ours.recv()
    except EOFError:
        return PlannerFailed(f"the planner {settings.planner} ended without a word")
    finally:
        ours.close()
        _end(child)


def _child(parent: int, its: Connection, folder: str, request: Request) -> None:
    """Answer a request and end this process."""
    try:
        die_with_parent(parent)
        os.chdir(folder)
        tempfile.tempdir = folder
        task, settings = request
        # A process that outlives all of us ends by itself.
        _limit(resource.RLIMIT_CPU, int(2.0 * settings.time_limit + GRACE) + 1)
        answer = _limited(task, settings)
        _limit(resource.RLIMIT_AS, resource.RLIM_INFINITY)
        its.send(answer)
    finally:
        os._exit(0)


def _limited(task: Task, settings: PlanningSettings) -> Union[Plan, SimError]:
    """Return a plan or an error, within the memory limit. Started programs inherit the limit."""
    needs = OutOfMemory(
        f"the planner {settings.planner} needs more than the {settings.memory_limit:g} MB that it "
        "may have: give it more, or take another planner"
    )
    size = int(settings.memory_limit * MEGABYTE)
    if size < _own_size():
        return needs
    _limit(resource.RLIMIT_AS, size)
    try:
        return plan(task, settings)
    except SimError as error:
        return error
    except MemoryError:
        return needs
    except Exception as error:  # noqa: BLE001 (the other end must hear of it)
        return PlannerFailed(f"planning failed: {type(error).__name__}: {error}")


def _limit(kind: int, value: int) -> None:
    """Limit this process, within its user's rights."""
    _, most = resource.getrlimit(kind)
    if most != resource.RLIM_INFINITY:
        value = most if value == resource.RLIM_INFINITY else min(value, most)
    resource.setrlimit(kind, (value, most))


def _own_size() -> int:
    """Return the size of this process's address space in bytes."""
    with open("/proc/self/statm", encoding="utf-8") as file:
        return int(file.read().split()[0]) * resource.getpagesize()


def _end(child: int) -> None:
    """End a child and all its descendants, in any process group."""
    for process in reversed(_family(child)):
        try:
            os.kill(process, signal.SIGKILL)
        except ProcessLookupError:
            continue
    os.waitpid(child, 0)


def _family(process: int) -> List[int]:
    """Return a process and its descendants."""
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
    """Serve requests until the other end is closed."""
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
