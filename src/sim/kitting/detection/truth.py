"""Detection from the simulator's truth with noise.

Registration error, then the noise of a profile [AgileRobots, Ground truth with noise]. World frame;
metres, radians.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Dict, List, Mapping, Optional, Tuple

import numpy as np

from sim.arrays import Array
from sim.errors import InputError
from sim.kitting.detection.classes import ObjectClass, classes_of
from sim.kitting.detections import TRUTH, Detection, Detections
from sim.kitting.registration import read_registration
from sim.noise.chain import NANO, ChainSpec, ChainStep, NoiseChain
from sim.noise.models.objects import Objects
from sim.noise.parts import TYPES
from sim.noise.profile import NoiseProfile
from sim.noise.registration_model import RegistrationError
from sim.transforms import quaternions_from_rotations, rotation_from_quaternion, transform
from sim.workcell.bodies import Tray
from sim.workcell.gear import Gear
from sim.workcell.layout import Layout

TOPIC = "/gazebo/model_states"
MESSAGE_TYPE = "gazebo_msgs/ModelStates"
# Suffix of the names of parts with a visible defect.
FAULTY_NAME = "_faulty"
# Score of a well-seen object.
SCORE = 0.95


class TruthDetector:
    """Reports the layout's gears and trays from the truth.

    Also models with the name of one of its parts (``gear_small_7``). Report ``number`` draws from a
    separate generator, so equal worlds give equal reports, whatever their order.
    """

    def __init__(self, layout: Layout, spec: ChainSpec, seed: int = 0, factor: float = 1.0) -> None:
        self._parts = {
            name: model.part.name
            for name, model in layout.models.items()
            if isinstance(model.part.body, (Gear, Tray))
        }
        self._classes: Dict[str, ObjectClass] = {
            one.part: one for one in classes_of(layout) if not one.faulty
        }
        self._chain = NoiseChain(spec, TOPIC, seed, factor)
        self._spec, self._factor = spec, factor

    def see(
        self,
        time: float,
        number: int,
        poses: Mapping[str, Array],
    ) -> Detections:
        """Return the report at a time (s).

        ``poses``: world_from_model (4, 4) by the names of models.
        """
        names = [name for name in sorted(poses) if self.part(name)]
        degraded = self._chain({"objects": _objects(names, poses)}, number, time)
        if degraded is None:
            return Detections(time, TRUTH, ())
        covariance = covariance_of(self._spec, self._factor)
        reported: Objects = degraded.reading["objects"]
        return Detections(
            time,
            TRUTH,
            tuple(
                self._detection(name, position, quaternion, covariance)
                for name, position, quaternion in zip(
                    reported.names, reported.positions, reported.rotations
                )
            ),
        )

    def part(self, model: str) -> Optional[str]:
        """Return a model's part; None for robots, tables and the like."""
        return self._parts.get(model) or next(
            (part for part in sorted(self._classes, reverse=True) if model.startswith(f"{part}_")),
            None,
        )

    def _detection(
        self,
        name: str,
        position: Array,
        quaternion: Array,
        covariance: Array,
    ) -> Detection:
        part = self.part(name)
        assert part is not None
        return Detection(
            part,
            self._classes[part].kind,
            transform(position, rotation_from_quaternion(quaternion)),
            covariance,
            SCORE,
            name.endswith(FAULTY_NAME),
        )


def chain_spec(profile: NoiseProfile, registration: str = "") -> ChainSpec:
    """Return the chain of detected objects in a noise profile.

    After the error of a registration file, if given.
    """
    spec = profile.chain_for(TOPIC, MESSAGE_TYPE)
    if spec is None or spec.type != MESSAGE_TYPE:
        raise InputError(
            f"profile {profile.name}",
            f"has no chain for {TOPIC} of type {MESSAGE_TYPE}; nist_detector and nist_motoman "
            "have one",
        )
    if not registration:
        return spec
    found = read_registration(Path(registration))
    error = RegistrationError(
        found.registration.points,
        found.registration.offsets,
        found.registration.rotations,
        found.frame,
    )
    return replace(spec, steps=(ChainStep("registration", error, "objects"), *spec.steps))


def covariance_of(spec: ChainSpec, factor: float = 1.0) -> Array:
    """Return the covariance (6, 6) of a chain's random noise. Its steps' variances add up."""
    variances = np.zeros(6)
    nothing = Objects((), np.zeros((0, 3)), np.zeros((0, 4)))
    for step in spec.steps:
        if not step.part:
            continue
        part = TYPES[spec.type][step.part]
        added = np.asarray(
            step.model.scaled(factor).variance(part.get({"objects": nothing})), float
        )
        variances[_AXES[step.part]] += added if added.size in (1, 3, 6) else 0.0
    return np.diag(variances)


_AXES = {"objects": slice(0, 6), "position": slice(0, 3), "rotation": slice(3, 6)}


def _objects(names: List[str], poses: Mapping[str, Array]) -> Objects:
    stacked = np.stack([poses[name] for name in names]) if names else np.zeros((0, 4, 4))
    return Objects(
        tuple(names), stacked[:, :3, 3].copy(), quaternions_from_rotations(stacked[:, :3, :3])
    )


def still_reports(spec: ChainSpec, place: Tuple[float, float], draws: int, seed: int) -> Array:
    """Return reported x and y (draws, 2) of one still object in m, as in [AgileRobots, Fig. 11].

    Benchmarks use the statistics of a chain.
    """
    chain = NoiseChain(spec, TOPIC, seed)
    still = Objects(("still",), np.array([[*place, 0.0]]), np.array([[0.0, 0.0, 0.0, 1.0]]))
    reports = (chain({"objects": still}, number, number * NANO) for number in range(draws))
    return np.array(
        [
            one.reading["objects"].positions[0, :2]
            for one in reports
            if one is not None and len(one.reading["objects"].names)
        ]
    )
