"""Load balancing of a plan over the robots (hill climbing).

Planners count actions, and give all of them to one robot as readily as half of them to each of two.
A job is a robot's actions from free gripper to free gripper. Jobs that bring a part from a tray
into a kit may go to any robot that reaches a tray with such a part and the kit, with the end
effector that it has on at that point of the plan; hill climbing minimises the makespan.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Dict, Iterator, List, Mapping, Sequence, Tuple

from sim.kitting.actions import GroundedAction
from sim.kitting.planning.counts import Counts, check_counts
from sim.kitting.planning.errors import InvalidPlan
from sim.kitting.planning.schedule import makespan, timetable
from sim.kitting.task import PlanningTask

# Timetables that are tried, about a quarter of a millisecond each.
TRIALS = 600
ENDS = ("place-part", "put-part", "attach-endEffector", "detach-endEffector")


@dataclass(frozen=True)
class Job:
    """A robot's actions from free gripper to free gripper.

    ``first`` is the index of its first action in the plan.
    """

    robot: str
    actions: Tuple[GroundedAction, ...]
    first: int

    @property
    def movable(self) -> bool:
        """True if another robot could do it. It brings a part from a tray into a kit."""
        names = [action.name for action in self.actions]
        return names.count("take-part") == names.count("place-part") == 1

    def argument(self, action: str, name: str) -> str:
        """Return an argument of one of its actions."""
        return next(one.arguments[name] for one in self.actions if one.name == action)

    def given_to(self, robot: str, end_effector: str, tray: str) -> Job:
        """Return the job for another robot, from another tray."""
        changed = {"robot": robot, "endeffector": end_effector, "tray": tray}
        actions = tuple(
            replace(
                one,
                arguments={key: changed.get(key, value) for key, value in one.arguments.items()},
            )
            for one in self.actions
        )
        return replace(self, robot=robot, actions=actions)


def balanced(
    task: PlanningTask, actions: Sequence[GroundedAction], durations: Mapping[str, float]
) -> Tuple[GroundedAction, ...]:
    """Return the plan with its jobs spread over the robots.

    Valid by count of parts; the plan itself if it is already the best.
    """
    first = tuple(jobs(actions))
    if not _valid(task, first):
        return tuple(actions)
    best = _climbed(task, first, durations)
    if _cost(best, durations)[0] >= makespan(timetable(actions, durations)):
        return tuple(actions)
    return _flat(best)


def _climbed(
    task: PlanningTask, best: Tuple[Job, ...], durations: Mapping[str, float]
) -> Tuple[Job, ...]:
    """Return a local optimum (first-improvement hill climbing)."""
    cost = _cost(best, durations)
    neighbours = _neighbours(task, best)
    for _ in range(TRIALS):
        other = next(neighbours, None)
        if other is None:
            break
        if _valid(task, other):
            its = _cost(other, durations)
            if its < cost:
                best, cost, neighbours = other, its, _neighbours(task, other)
    return best


def jobs(actions: Sequence[GroundedAction]) -> List[Job]:
    """Return the plan's jobs in the order of taking parts."""
    open_jobs: Dict[str, List[int]] = {}
    found = []
    for index, action in enumerate(actions):
        robot = action.arguments.get("robot", "")
        mine = open_jobs.setdefault(robot, [])
        mine.append(index)
        if action.name in ENDS:
            found.append(_job(robot, actions, open_jobs.pop(robot)))
    found += [_job(robot, actions, rest) for robot, rest in open_jobs.items()]
    return sorted(found, key=lambda job: job.first)


def _job(robot: str, actions: Sequence[GroundedAction], indices: Sequence[int]) -> Job:
    takes = [index for index in indices if actions[index].name == "take-part"]
    return Job(robot, tuple(actions[index] for index in indices), (takes or indices)[0])


def _flat(some: Sequence[Job]) -> Tuple[GroundedAction, ...]:
    return tuple(action for job in some for action in job.actions)


def _valid(task: PlanningTask, some: Sequence[Job]) -> bool:
    try:
        check_counts(task, _flat(some))
    except InvalidPlan:
        return False
    return True


def _cost(some: Sequence[Job], durations: Mapping[str, float]) -> Tuple[float, float]:
    """Return the makespan, and the imbalance of the robots' ends.

    The latter decides between equal makespans.
    """
    actions = _flat(some)
    times = timetable(actions, durations)
    ends: Dict[str, float] = {}
    for one in times:
        ends[actions[one.index].arguments.get("robot", "")] = one.end
    return round(makespan(times), 6), round(sum(end**2 for end in ends.values()), 3)


def _neighbours(task: PlanningTask, some: Tuple[Job, ...]) -> Iterator[Tuple[Job, ...]]:
    """Yield plans with one job moved: to another robot, to another tray, or to an earlier time."""
    yield from _moved(task, some)
    for index in range(1, len(some)):
        for place in sorted({0, index - 1}):
            rest = (*some[:index], *some[index + 1 :])
            yield (*rest[:place], some[index], *rest[place:])


def _moved(task: PlanningTask, some: Tuple[Job, ...]) -> Iterator[Tuple[Job, ...]]:
    mounted = _mounted(task, some)
    for index, job in enumerate(some):
        if not job.movable:
            continue
        sku = job.argument("take-part", "sku")
        kit = job.argument("place-part", "kit")
        for robot, tray in _places(task, sku, kit):
            if (robot, tray) != (job.robot, job.argument("take-part", "tray")):
                other = job.given_to(robot, mounted[index][robot], tray)
                yield (*some[:index], other, *some[index + 1 :])


def _places(task: PlanningTask, sku: str, kit: str) -> Iterator[Tuple[str, str]]:
    reach = next(one.reach for one in task.kits if one.name == kit)
    for robot in task.robots:
        if robot.working and robot.name in reach:
            for tray in task.supplies:
                if robot.name in tray.reach and (tray.stock.get(sku) or sku in tray.spare):
                    yield robot.name, tray.name


def _mounted(task: PlanningTask, some: Sequence[Job]) -> List[Dict[str, str]]:
    """Return each robot's end effector before each job."""
    counts = Counts(task)
    found = []
    for job in some:
        found.append({robot.name: counts.mounted(robot.name) for robot in task.robots})
        for action in job.actions:
            counts.do(action)
    return found
