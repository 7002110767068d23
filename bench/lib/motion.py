"""Motion of traffic in the embedded simulator at 200 Hz against SUMO.

The states of a SUMO session go through the ROS message's bytes into the pool at the simulation
times at which the bridge publishes them (design 4.3). SUMO itself is read beside that with plain
TraCI getters in the same step.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from io import BytesIO
from typing import Dict, List, Tuple

import numpy as np

from bench.lib.report import Figure
from bench.lib.scenario import STEP, Scenario
from sim.embedded.physics.physics import Physics
from sim.embedded.traffic.traffic import Traffic
from sim.ros.conversions import NumpyTrafficStates, state_from_message, states_message
from sim.sdf.types import Box, Collision, Inertial, Link, Model
from sim.traffic.frames import centre_from_bumper, wrap, yaw_from_angle
from sim.traffic.session import SumoSession
from sim.traffic.state import MODEL_PREFIX, TrafficState

PHYSICS = 0.005
WRITES = round(STEP / PHYSICS)
SLACK = 1.5
SETTLE_STEPS = 10


@dataclass
class Motion:
    """Errors (n,) of vehicles at steps, and motion between pose writes."""

    position: List[np.ndarray] = field(default_factory=list)
    yaw: List[np.ndarray] = field(default_factory=list)
    writes: int = 0
    beyond: int = 0
    excess: float = -np.inf
    yaw_rate: float = 0.0
    handling: List[Tuple[int, int, float]] = field(default_factory=list)
    recompiles: int = 0

    @property
    def changed(self) -> Tuple[int, int]:
        """Vehicles that appeared and that left."""
        return sum(row[0] for row in self.handling), sum(row[1] for row in self.handling)


class Shown:
    """Poses of each vehicle at the last pose write, by id."""

    def __init__(self) -> None:
        self._position, self._yaw, self._write = np.zeros((1, 3)), np.zeros(1), np.full(1, -2)

    def moved(
        self, ids: np.ndarray, position: np.ndarray, yaw: np.ndarray, write: int
    ) -> Tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Return the rows (k,) shown one write ago, their distances and turns.

        It stores the new poses.
        """
        short = (int(ids.max()) + 1 if len(ids) else 0) - len(self._write)
        if short > 0:
            self._position, self._yaw = (
                np.pad(self._position, ((0, short), (0, 0))),
                np.pad(self._yaw, (0, short)),
            )
            self._write = np.pad(self._write, (0, short), constant_values=-2)
        known = np.flatnonzero(self._write[ids] == write - 1)
        distance = np.linalg.norm(position[known] - self._position[ids[known]], axis=1)
        turn = np.abs(wrap(yaw[known] - self._yaw[ids[known]]))
        self._position[ids], self._yaw[ids], self._write[ids] = position, yaw, write
        return known, distance, turn


class Watch:
    """One SUMO session and one pool, stepped together."""

    def __init__(self, scenario: Scenario) -> None:
        self._network = scenario.network
        self._session = SumoSession(scenario.sumo, scenario.network.offset)
        self._physics = Physics((0.0, 0.0, 0.0), PHYSICS)
        self._pool = Traffic(self._physics)
        self._shown = Shown()
        self._lengths: Dict[str, float] = {}
        self.motion = Motion()

    def run(self, steps: int) -> Motion:
        """Make a number of SUMO steps."""
        self._physics.add(bystander(), "bystander", self._beside_the_road())
        states, truths = [], []
        for step in range(steps):
            state, spent = self._next(step)
            states, truths = [*states[-2:], state], [*truths[-2:], self._truth(state)]
            spent += self._hand_over(state)
            if step == SETTLE_STEPS:
                generation = self._physics.models.generation
            if step > SETTLE_STEPS:
                appeared, left = (
                    len(np.setdiff1d(state.id, states[-2].id)),
                    len(np.setdiff1d(states[-2].id, state.id)),
                )
                self.motion.handling.append((appeared, left, spent))
            # The bridge publishes the state of t + dt at t, when the simulator begins to show that
            # of t - dt.
            if step >= 2:
                self._compare(truths[0])
                self._show(states[0], states[1], step)
            elif step == 1:
                self._physics.step(WRITES)
        self.motion.recompiles = self._physics.models.generation - generation
        self._session.close()
        return self.motion

    def _next(self, step: int) -> Tuple[TrafficState, float]:
        """Return the simulator's next state, and the session's time beside SUMO.

        The stamp is ``step`` steps after the first.
        """
        started = time.perf_counter()
        state = self._session.step()
        spent = time.perf_counter() - started - self._session.step_seconds
        buffer = BytesIO()
        states_message(state, step * STEP).serialize(buffer)
        return state_from_message(NumpyTrafficStates().deserialize(buffer.getvalue())), spent

    def _hand_over(self, state: TrafficState) -> float:
        """Pass a state to the simulator; return its wall s."""
        started = time.perf_counter()
        self._pool.add(state)
        self._pool.update()
        return time.perf_counter() - started

    def _show(self, former: TrafficState, state: TrafficState, step: int) -> None:
        """Make one SUMO step of pose writes, from ``former`` to ``state``.

        It begins when ``former`` is due.
        """
        ids = np.array([int(name[len(MODEL_PREFIX) :]) for name in self._pool.names()])
        row, ahead = former.rows(ids), state.rows(ids)
        begin = former.speed[row]
        end = np.where(ahead >= 0, state.speed[ahead], begin)
        for i in range(WRITES):
            self._pool.update()
            poses = self._pool.poses()
            known, distance, turn = self._shown.moved(
                ids, poses.position, poses.yaw, step * WRITES + i
            )
            # The interval that ends at a segment's first write belongs to the segment before, with
            # its end speed.
            share = max(i - 0.5, 0.0) / WRITES
            self._judge(distance, (begin + share * (end - begin))[known], turn)
            self._physics.step()

    def _judge(self, distance: np.ndarray, speed: np.ndarray, turn: np.ndarray) -> None:
        motion = self.motion
        if len(distance):
            over = distance - (speed + SLACK) * PHYSICS
            motion.writes += len(distance)
            motion.beyond += int(np.count_nonzero(over > 1e-9))
            motion.excess = max(motion.excess, float(over.max()))
            motion.yaw_rate = max(motion.yaw_rate, float(np.degrees(turn.max())) / PHYSICS)

    def _truth(self, state: TrafficState) -> Dict[str, Tuple[np.ndarray, float]]:
        """Return centre (3,) and yaw of every vehicle, read from SUMO.

        Keys are the names in the simulator.
        """
        vehicle, names = self._session.connection.vehicle, self._session.names
        found = {}
        for number in state.id.tolist():
            name = names[number]
            if name not in self._lengths:
                self._lengths[name] = vehicle.getLength(name)
            bumper, yaw = (
                np.array(vehicle.getPosition3D(name)),
                float(yaw_from_angle(vehicle.getAngle(name))),
            )
            centre = centre_from_bumper(
                bumper[None, :2],
                np.array([yaw]),
                np.array([self._lengths[name]]),
                self._network.offset,
            )[0]
            found[f"{MODEL_PREFIX}{number}"] = np.append(centre, bumper[2]), yaw
        return found

    def _compare(self, truth: Dict[str, Tuple[np.ndarray, float]]) -> None:
        """Compare the pool's models with SUMO one step ago."""
        names, poses = self._pool.names(), self._pool.poses()
        if set(names) != set(truth):
            raise RuntimeError(f"the simulator shows {len(names)} vehicles, SUMO had {len(truth)}")
        centres, yaws = (
            np.array([truth[name][0] for name in names]),
            np.array([truth[name][1] for name in names]),
        )
        self.motion.position.append(np.linalg.norm(poses.position - centres, axis=1))
        self.motion.yaw.append(np.degrees(np.abs(wrap(poses.yaw - yaws))))

    def _beside_the_road(self) -> np.ndarray:
        """Return a pose 12 m beside the longest lane's end.

        It is off the road and near the traffic.
        """
        shape = max(self._network.lanes, key=lambda lane: lane.length).shape
        along = (shape[-1] - shape[-2]) / np.linalg.norm(shape[-1] - shape[-2])
        pose = np.eye(4)
        pose[:3, 3] = shape[-1] + 12.0 * np.array([-along[1], along[0], 0.0]) + [0.0, 0.0, 0.5]
        return pose


def bystander() -> Model:
    """Return a light floating box, near which traffic gets collision boxes.

    The bench's scenes have no gravity.
    """
    part = Collision("box", np.eye(4), Box((0.5, 0.5, 0.5)))
    return Model(
        "bystander",
        np.eye(4),
        False,
        (Link("link", np.eye(4), Inertial(10.0, np.eye(4), 0.4 * np.eye(3)), (part,)),),
    )


def comparison(motion: Motion, where: str, with_goal: bool = True) -> List[Figure]:
    """Compare model(t) with SUMO(t - dt).

    Where SUMO turns vehicles on the spot, the limits on motion come first.
    """
    found = []
    rows = (
        ("position", 1e3 * np.concatenate(motion.position), "mm", 10.0),
        ("yaw", np.concatenate(motion.yaw), "deg", 0.1),
    )
    for what, errors, unit, goal in rows:
        note = (
            f"{len(errors)} comparisons at step instants, median {np.median(errors):.2g} {unit}, "
            f"{np.count_nonzero(errors > goal)} beyond "
            f"{goal:g} {unit}; pool.poses() against plain TraCI getters (position3D, angle) of "
            "the same SUMO step, "
            "bumper to centre with SUMO's own angle"
        )
        found.append(
            Figure(
                f"model(t) against SUMO(t - dt), worst {what}, {where}",
                float(errors.max()),
                unit,
                goal if with_goal else None,
                note=note,
            )
        )
    return found


def smoothness(motion: Motion, where: str) -> List[Figure]:
    """Motion between two pose writes."""
    return [
        Figure(
            f"pose writes that move beyond (speed + 1.5 m/s) dt, {where}",
            motion.beyond,
            "writes",
            0.0,
            note=f"of {motion.writes}, 5 ms apart; speed is SUMO's, linear between its steps; the "
            "nearest to or furthest beyond "
            f"the bound is at {1e3 * motion.excess:.2f} mm",
        ),
        Figure(f"largest yaw rate between pose writes, {where}", motion.yaw_rate, "deg/s", 90.0),
    ]


def population(motion: Motion) -> List[Figure]:
    """Measure the cost of a vehicle that appears or leaves."""
    appeared, left = motion.changed
    quiet = [spent for a, b, spent in motion.handling if not a + b]
    busy = [(a, spent) for a, b, spent in motion.handling if a]
    added = None
    if quiet and busy:
        added = (
            1e6
            * (np.median([spent for _, spent in busy]) - np.median(quiet))
            / np.mean([a for a, _ in busy])
        )
    return [
        Figure(
            "recompiles of the physics as vehicles appear and leave",
            motion.recompiles,
            "times",
            0.0,
            note=f"{appeared} appeared and {left} left in {len(motion.handling)} SUMO steps, far "
            "from a dynamic model in the traffic",
        ),
        Figure(
            "added time per vehicle that appears",
            added,
            "us",
            note="session and pool, beside SUMO's own step; difference of medians of steps with "
            "and without",
            why="" if added is not None else "every step or none had a vehicle appear",
        ),
    ]
