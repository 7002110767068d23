"""Brings a trial's faults about in the running simulator."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Callable, Dict, List, Mapping, Sequence, Set

import numpy as np
import rospy
from std_srvs.srv import SetBool

from sim.arrays import Array
from sim.errors import SimulationError
from sim.kitting.trial.faults import DETECTOR, HELD, KINDS, ROBOT
from sim.kitting.trial.spec import Fault
from sim.ros.scenes.live_simulator import LiveSimulator
from sim.transforms import transform_from_rpy
from sim.workcell.bodies import CellTable, Tray
from sim.workcell.gear import Gear
from sim.workcell.layout import Layout
from sim.workcell.models import model_text, write_meshes

# The service of a robot's controller, or of the detector, that a fault of some duration switches.
SWITCHES = {
    "robot_out_of_order": "/{}/robot_controller/out_of_order",
    "tool_changer_stuck": "/{}/robot_controller/tool_changer_stuck",
    "detector_blackout": "/{}/blackout",
}
# Name and appearance of a gear with a defect: half of its colour is missing.
FAULTY_SUFFIX = "_faulty"
# A lost part falls from below the gripper, with an offset, if it was high enough above a table. A
# grasp slips after this lift; the part is then put this high above its former place.
DROP_DEPTH = 0.03  # m
DROP_OFFSET = 0.05  # m
MIN_DROP_HEIGHT = 0.06  # m
SLIP_HEIGHT = 0.04  # m
RETURN_HEIGHT = 0.002  # m


class SimulatorInjector:
    """Injects the faults of a trial into the simulator.

    ``held`` returns the model held by each robot; ``taking`` whether a robot is taking a part;
    ``detectors`` are detection methods by node.
    """

    def __init__(
        self,
        layout: Layout,
        models: LiveSimulator,
        held: Callable[[], Mapping[str, str]],
        taking: Callable[[str], bool],
        detectors: Mapping[str, str],
        meshes: Path,
    ) -> None:
        self._layout, self._models, self._held, self._taking = layout, models, held, taking
        self._detectors = detectors
        self._meshes = write_meshes(layout, meshes)
        self.parts: Dict[str, str] = {
            name: placed.part.name
            for name, placed in layout.models.items()
            if isinstance(placed.part.body, Gear)
        }
        self.faulty: Set[str] = set()
        # Former pose of the part that a robot is taking, by robot.
        self._lay: Dict[str, Array] = {}
        self._tops = [
            float(placed.world_from_model[2, 3] + placed.part.body.size[2])
            for placed in layout.models.values()
            if isinstance(placed.part.body, CellTable)
        ]

    def candidates(self, fault: Fault) -> Mapping[str, str]:
        kind = KINDS[fault.kind]
        if kind.target == ROBOT:
            return {name: name for name in self._layout.robots}
        if kind.target == DETECTOR:
            return self._detectors
        held = set(self._held().values())
        there = set(self._models.names())
        kits = self._in_kits()
        return {
            name: part
            for name, part in self.parts.items()
            if name in there
            and (name in held) == (kind.among == HELD)
            and (self._high(name) if kind.among == HELD else name not in kits)
        }

    def inject(self, fault: Fault, targets: Sequence[str], seed: Sequence[int]) -> None:
        rng = np.random.default_rng(list(seed))
        if fault.kind in SWITCHES:
            self._switch(fault.kind, targets, True)
            return
        actions: Dict[str, Callable[[str, Fault, np.random.Generator], None]] = {
            "dropped_part": self._drop,
            "missing_part": self._remove,
            "insufficient_parts": self._remove,
            "faulty_part": self._damage,
            "flipped_part": self._flip,
            "moved_part": self._shift,
        }
        for target in targets:
            if fault.kind in actions:
                actions[fault.kind](target, fault, rng)

    def clear(self, fault: Fault, targets: Sequence[str]) -> None:
        if fault.kind in SWITCHES:
            self._switch(fault.kind, targets, False)

    def uphold(self, fault: Fault, targets: Sequence[str]) -> None:
        """Let a grasp slip: a part just lifted falls back."""
        if fault.kind != "slipped_grasp":
            return
        held = self._held()
        for robot in targets:
            if robot not in held or not self._taking(robot):
                self._lay.pop(robot, None)
                continue
            pose = self._pose(held[robot])
            lay = self._lay.setdefault(robot, pose)
            if pose[2, 3] - lay[2, 3] > SLIP_HEIGHT:
                back = lay.copy()
                back[2, 3] += RETURN_HEIGHT
                self._models.move(held[robot], back)

    def _switch(self, kind: str, targets: Sequence[str], on: bool) -> None:
        for target in targets:
            name = SWITCHES[kind].format(target)
            try:
                answer = rospy.ServiceProxy(name, SetBool)(on)
            except rospy.ServiceException as error:
                raise SimulationError(f"{name} does not answer ({error})") from None
            if not answer.success:
                raise SimulationError(answer.message)

    def _drop(self, model: str, fault: Fault, rng: np.random.Generator) -> None:
        pose = self._pose(model)
        angle = rng.uniform(0.0, 2.0 * np.pi)
        pose[:3, 3] += (DROP_OFFSET * np.cos(angle), DROP_OFFSET * np.sin(angle), -DROP_DEPTH)
        self._models.move(model, pose)

    def _remove(self, model: str, fault: Fault, rng: np.random.Generator) -> None:
        self._models.delete(model)

    def _damage(self, model: str, fault: Fault, rng: np.random.Generator) -> None:
        """Replace a model by one of its kind with a visible defect."""
        pose, part = self._pose(model), self.parts[model]
        self._models.delete(model)
        self.add_damaged(f"{part}_{model}{FAULTY_SUFFIX}", part, pose)

    def add_damaged(self, name: str, part: str, pose: Array) -> None:
        """Spawn a part with a defect."""
        sound = self._layout.parts[part]
        red, green, blue = (0.5 * value for value in sound.color)
        damaged = replace(sound, color=(red, green, blue))
        self._models.spawn(name, model_text(name, damaged, self._meshes), pose)
        self.parts[name] = part
        self.faulty.add(name)

    def _flip(self, model: str, fault: Fault, rng: np.random.Generator) -> None:
        gear = self._layout.parts[self.parts[model]].body
        assert isinstance(gear, Gear)
        pose = self._pose(model)
        over = pose @ transform_from_rpy((0.0, 0.0, gear.height + 0.002), (np.pi, 0.0, 0.0))
        self._models.move(model, over)

    def _shift(self, model: str, fault: Fault, rng: np.random.Generator) -> None:
        angle, pose = rng.uniform(0.0, 2.0 * np.pi), self._pose(model)
        pose[:3, 3] += (
            fault.distance * np.cos(angle),
            fault.distance * np.sin(angle),
            0.02,
        )
        self._models.move(model, pose)

    def _pose(self, model: str) -> Array:
        found = self._models.poses([model])
        if model not in found:
            raise SimulationError(f"the model {model} is not in the simulator")
        return found[model]

    def _high(self, model: str) -> bool:
        return self._pose(model)[2, 3] > max(self._tops, default=0.0) + MIN_DROP_HEIGHT

    def _in_kits(self) -> Set[str]:
        """Return the parts that lie on kit trays."""
        kits = {
            name: placed.part.body.size
            for name, placed in self._layout.models.items()
            if isinstance(placed.part.body, Tray) and placed.part.body.kit
        }
        trays = [(pose, kits[name]) for name, pose in self._models.poses(list(kits)).items()]
        found = set()
        for name, pose in self._models.poses(list(self.parts)).items():
            for world_from_tray, (length, width) in trays:
                at = (np.linalg.inv(world_from_tray) @ pose)[:2, 3]
                if abs(at[0]) <= 0.5 * length and abs(at[1]) <= 0.5 * width:
                    found.add(name)
        return found


def held_models(
    places: Mapping[str, Array], holding: Sequence[str], poses: Mapping[str, Array]
) -> Dict[str, str]:
    """Return the model in each gripper of the robots in ``holding``.

    The nearest model within 8 cm of the controlled point.
    """
    found: Dict[str, str] = {}
    for robot in holding:
        nearest: List[str] = sorted(
            poses, key=lambda name: float(np.linalg.norm(poses[name][:3, 3] - places[robot]))
        )
        if nearest and np.linalg.norm(poses[nearest[0]][:3, 3] - places[robot]) < 0.08:
            found[robot] = nearest[0]
    return found
