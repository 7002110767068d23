"""Planning task as a PDDL problem of the kitting domain.

The domain is ``config/kitting/kitting.pddl``. Counts become objects with a successor relation,
since small planners take no numbers.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Dict, FrozenSet, Iterator, List, Tuple

from sim.kitting.planning.domain import Domain
from sim.kitting.planning.names import PddlNames
from sim.kitting.task import EndEffectorTask, PlanningTask, RobotTask, SupplyTask

NAME = "kitting-problem"
COUNT = "Count"
HELD = "part-has-physicalLocation-refObject-endEffector"
Fact = Tuple[str, ...]


@dataclass(frozen=True)
class PlanningProblem:
    """A problem's text, and its names for the cell's."""

    text: str
    names: PddlNames


def count_name(names: PddlNames, number: int) -> str:
    """Return the object for a number."""
    return names.pddl(COUNT, f"n{number}")


def write_problem(task: PlanningTask, domain: Domain) -> PlanningProblem:
    """Return the problem of a task.

    :func:`sim.kitting.planning.trim.trimmed` makes it small; raises InputError for a missing
    predicate of the domain.
    """
    writer = _Writer(task, PddlNames({*domain.identifiers, NAME}))
    objects = writer.objects()
    facts = list(writer.facts())
    domain.check_predicates({fact[0] for fact in facts})
    costs = "total-cost" in domain.identifiers
    lines = [
        f"(define (problem {NAME})",
        f"  (:domain {domain.name})",
        "  (:objects",
        *(f"    {' '.join(names)} - {kind}" for kind, names in objects.items() if names),
        "  )",
        "  (:init",
        *(f"    ({' '.join(fact)})" for fact in facts),
        *(["    (= (total-cost) 0)"] if costs else []),
        "  )",
        "  (:goal (and",
        *(f"    ({' '.join(fact)})" for fact in writer.goal()),
        "  ))",
        *(["  (:metric minimize (total-cost))"] if costs else []),
        ")",
    ]
    return PlanningProblem("\n".join(lines) + "\n", writer.names)


class _Writer:
    """Facts of a task by the names of its problem."""

    def __init__(self, task: PlanningTask, names: PddlNames) -> None:
        self._task = task
        self.names = names
        self._mounted = {robot.end_effector: robot for robot in task.robots}
        self._occupied = {one.holder for one in task.end_effectors if one.name not in self._mounted}
        numbers = [number for kit in task.kits for number in kit.wanted.values()]
        numbers += [
            tray.stock.get(sku, 0) + tray.spare.get(sku, 0)
            for tray in task.supplies
            for sku in (*tray.stock, *tray.spare)
        ]
        self._largest = max(numbers, default=0)

    def objects(self) -> Dict[str, List[str]]:
        """Return names by type."""
        task = self._task
        kinds = {
            "Robot": [robot.name for robot in task.robots],
            "EndEffector": [one.name for one in task.end_effectors],
            "EndEffectorHolder": sorted({one.holder for one in task.end_effectors} - {""}),
            "EndEffectorChangingStation": [] if task.station is None else [task.station],
            "PartsTray": [tray.name for tray in task.supplies],
            "Kit": [kit.name for kit in task.kits],
            "WorkTable": sorted({kit.work_table for kit in task.kits}),
            "StockKeepingUnit": self._skus(),
        }
        named = {kind: [self.names.pddl(kind, one) for one in ones] for kind, ones in kinds.items()}
        return {**named, COUNT: [self._count(number) for number in range(self._largest + 1)]}

    def facts(self) -> Iterator[Fact]:
        for robot in self._task.robots:
            yield from self._robot(robot)
        for one in self._task.end_effectors:
            yield from self._end_effector(one)
        for tray in self._task.supplies:
            yield from self._supply(tray)
        for kit in self._task.kits:
            name = self.names.pddl("Kit", kit.name)
            yield "workTable-has-kit", self.names.pddl("WorkTable", kit.work_table), name
            for robot_name in self._robots(kit.reach):
                yield "robot-reaches-kit", robot_name, name
            for sku, number in kit.wanted.items():
                yield "kit-lacks-parts", name, self._sku(sku), self._count(number)
        for number in range(self._largest):
            yield "next", self._count(number), self._count(number + 1)

    def goal(self) -> Iterator[Fact]:
        for kit in self._task.kits:
            name = self.names.pddl("Kit", kit.name)
            for sku in kit.wanted:
                yield "kit-lacks-parts", name, self._sku(sku), self._count(0)

    def _robot(self, robot: RobotTask) -> Iterator[Fact]:
        name = self.names.pddl("Robot", robot.name)
        if not robot.end_effector:
            yield "robot-has-no-endEffector", name
            return
        mounted = self.names.pddl("EndEffector", robot.end_effector)
        yield "robot-has-endEffector", name, mounted
        if robot.holds:
            yield HELD, self._sku(robot.holds), mounted
        else:
            yield "endEffector-is-free", mounted

    def _end_effector(self, one: EndEffectorTask) -> Iterator[Fact]:
        name = self.names.pddl("EndEffector", one.name)
        for sku in sorted(one.handles):
            yield "endEffector-handles-part", name, self._sku(sku)
        if one.name not in self._mounted:
            yield "endEffector-is-free", name
        if not one.holder:
            return
        holder = self.names.pddl("EndEffectorHolder", one.holder)
        yield "endEffectorHolder-fits-endEffector", holder, name
        if one.name not in self._mounted:
            yield "endEffectorHolder-has-endEffector", holder, name
        elif one.holder not in self._occupied:
            yield "endEffectorHolder-is-empty", holder
        if self._task.station is not None:
            station = self.names.pddl("EndEffectorChangingStation", self._task.station)
            yield "endEffectorChangingStation-has-endEffectorHolder", station, holder
        for robot in self._robots(one.reach):
            yield "robot-reaches-endEffectorHolder", robot, holder

    def _supply(self, tray: SupplyTask) -> Iterator[Fact]:
        name = self.names.pddl("PartsTray", tray.name)
        for robot in self._robots(tray.reach):
            yield "robot-reaches-partsTray", robot, name
        for sku in sorted({*tray.stock, *tray.spare}):
            stock = tray.stock.get(sku, 0)
            yield "partsVessel-has-parts", name, self._sku(sku), self._count(stock)
            if sku in tray.spare:
                for number in range(1, stock + tray.spare[sku] + 1):
                    place = self._count(number)
                    yield "partsVessel-has-place-for", name, self._sku(sku), place

    def _skus(self) -> List[str]:
        task = self._task
        found = {sku for kit in task.kits for sku in kit.wanted}
        found |= {sku for tray in task.supplies for sku in (*tray.stock, *tray.spare)}
        found |= {sku for one in task.end_effectors for sku in one.handles}
        return sorted(found | {robot.holds for robot in task.robots if robot.holds})

    def _robots(self, reach: FrozenSet[str]) -> List[str]:
        return [
            self.names.pddl("Robot", robot.name)
            for robot in self._task.robots
            if robot.name in reach
        ]

    def _sku(self, name: str) -> str:
        return self.names.pddl("StockKeepingUnit", name)

    def _count(self, number: int) -> str:
        return count_name(self.names, number)
