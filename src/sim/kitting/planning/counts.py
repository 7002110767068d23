"""Independent validation of plans by counting parts, without PDDL.

It covers the actions that move something; other actions are left to the domain.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Callable, Dict, Iterable, Mapping, Optional, Tuple

from sim.kitting.actions import GroundedAction
from sim.kitting.planning.errors import InvalidPlan
from sim.kitting.task import PlanningTask

Before = Optional[Tuple[int, int]]


class Counts:
    """Place of each part and end effector; :meth:`do` applies an action."""

    def __init__(self, task: PlanningTask) -> None:
        self._task = task
        self._stock = {tray.name: Counter(tray.stock) for tray in task.supplies}
        self._spare = {tray.name: dict(tray.spare) for tray in task.supplies}
        self._wanted = {kit.name: Counter(kit.wanted) for kit in task.kits}
        self._holds = {robot.name: robot.holds for robot in task.robots}
        self._mounted = {robot.name: robot.end_effector for robot in task.robots}
        self._working = {robot.name for robot in task.robots if robot.working}
        self._reach = {
            **{tray.name: tray.reach for tray in task.supplies},
            **{kit.name: kit.reach for kit in task.kits},
        }
        self._end_effectors = {one.name: one for one in task.end_effectors}
        self._effects: Dict[str, Callable[[Mapping[str, str]], Before]] = {
            "take-part": self._take,
            "put-part": self._put,
            "place-part": self._place,
            "attach-endEffector": self._attach,
            "detach-endEffector": self._detach,
        }

    def do(self, action: GroundedAction) -> Before:
        """Apply an action; return the counts before and after.

        Of its tray or kit, if one changes; raises InvalidPlan if it is impossible.
        """
        effect = self._effects.get(action.name)
        if effect is None:
            return None
        try:
            robot = action.arguments["robot"]
            _demand(robot in self._working, f"{robot} is not a working robot")
            return effect(action.arguments)
        except KeyError as error:
            raise InvalidPlan(f"{action}: no such thing in the task: {error}") from error
        except InvalidPlan as error:
            raise InvalidPlan(f"{action}: {error}") from error

    def mounted(self, robot: str) -> str:
        """Return the end effector on a robot, or ""."""
        return self._mounted[robot]

    def stock(self, tray: str, sku: str) -> int:
        """Return the number of a SKU's parts in a tray."""
        return self._stock[tray][sku]

    def missing(self) -> Dict[str, Dict[str, int]]:
        """Return the missing parts of kits, by kit and SKU."""
        lacks = {
            kit: {sku: number for sku, number in wanted.items() if number}
            for kit, wanted in self._wanted.items()
        }
        return {kit: wanted for kit, wanted in lacks.items() if wanted}

    def task(self) -> PlanningTask:
        """Return the remaining task."""
        old = self._task
        return replace(
            old,
            robots=tuple(
                replace(one, holds=self._holds[one.name], end_effector=self._mounted[one.name])
                for one in old.robots
            ),
            supplies=tuple(
                replace(one, stock=dict(self._stock[one.name]), spare=dict(self._spare[one.name]))
                for one in old.supplies
            ),
            kits=tuple(replace(one, wanted=dict(self._wanted[one.name])) for one in old.kits),
        )

    def _take(self, given: Mapping[str, str]) -> Before:
        robot, sku, tray = given["robot"], given["sku"], given["tray"]
        _demand(robot in self._reach[tray], f"{robot} does not reach {tray}")
        _demand(not self._holds[robot], f"{robot} already holds {self._holds[robot]}")
        self._with_mounted(given)
        mounted = self._end_effectors.get(self._mounted[robot])
        _demand(mounted is not None and sku in mounted.handles, f"{robot} cannot grasp {sku}")
        before = self._stock[tray][sku]
        _demand(before > 0, f"{tray} has no {sku}")
        self._stock[tray][sku] -= 1
        if sku in self._spare[tray]:
            self._spare[tray][sku] += 1
        self._holds[robot] = sku
        return before, before - 1

    def _put(self, given: Mapping[str, str]) -> Before:
        sku, tray = given["sku"], given["tray"]
        self._release(given, tray)
        _demand(self._spare[tray].get(sku, 0) > 0, f"{tray} has no place for {sku}")
        before = self._stock[tray][sku]
        self._spare[tray][sku] -= 1
        self._stock[tray][sku] += 1
        return before, before + 1

    def _place(self, given: Mapping[str, str]) -> Before:
        sku, kit = given["sku"], given["kit"]
        self._release(given, kit)
        before = self._wanted[kit][sku]
        _demand(before > 0, f"{kit} lacks no {sku}")
        self._wanted[kit][sku] -= 1
        return before, before - 1

    def _with_mounted(self, given: Mapping[str, str]) -> None:
        mounted = self._mounted[given["robot"]]
        named = given.get("endeffector", mounted)
        _demand(named == mounted, f"{given['robot']} has {mounted or 'nothing'} on it")

    def _release(self, given: Mapping[str, str], into: str) -> None:
        robot, sku = given["robot"], given["sku"]
        self._with_mounted(given)
        _demand(robot in self._reach[into], f"{robot} does not reach {into}")
        holds = self._holds[robot]
        _demand(holds == sku, f"{robot} holds {holds or 'nothing'}")
        self._holds[robot] = ""

    def _attach(self, given: Mapping[str, str]) -> Before:
        robot, name = given["robot"], given["endeffector"]
        self._at_holder(robot, name)
        _demand(not self._mounted[robot], f"{robot} has {self._mounted[robot]} on it")
        _demand(name not in self._mounted.values(), f"{name} is on a robot")
        self._mounted[robot] = name
        return None

    def _detach(self, given: Mapping[str, str]) -> Before:
        robot, name = given["robot"], given["endeffector"]
        self._at_holder(robot, name)
        _demand(self._mounted[robot] == name, f"{robot} has no {name}")
        _demand(not self._holds[robot], f"{robot} holds {self._holds[robot]}")
        holder = self._end_effectors[name].holder
        _demand(
            all(
                one.holder != holder or one.name in self._mounted.values()
                for one in self._end_effectors.values()
            ),
            f"{holder} is occupied",
        )
        self._mounted[robot] = ""
        return None

    def _at_holder(self, robot: str, name: str) -> None:
        one = self._end_effectors[name]
        _demand(
            self._task.station is not None and bool(one.holder) and robot in one.reach,
            f"{robot} does not reach the holder of {name}",
        )


def _demand(condition: bool, otherwise: str) -> None:
    if not condition:
        raise InvalidPlan(otherwise)


def check_counts(task: PlanningTask, actions: Iterable[GroundedAction]) -> None:
    """Raise InvalidPlan for an impossible action or an incomplete kit.

    Impossible: it takes, puts or places an absent part. Kits are checked at the end.
    """
    counts = Counts(task)
    for number, action in enumerate(actions, 1):
        try:
            counts.do(action)
        except InvalidPlan as error:
            raise InvalidPlan(f"step {number}: {error}") from error
    lacks = [
        f"{kit} still lacks {number} {sku}"
        for kit, wanted in counts.missing().items()
        for sku, number in wanted.items()
    ]
    if lacks:
        raise InvalidPlan(f"after the last step {', '.join(lacks)}")
