"""Cameras of the embedded simulator in the merge: pictures per second.

Also their cost for the physics. The camera is on the front of a vehicle in the jam, and once high
above it all. Every picture is of another simulated time.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from typing import List, Sequence, Tuple

import numpy as np

from bench.lib.report import ROOT, Figure, of_samples
from bench.lib.scenario import STEP, Scenario
from sim.embedded.cameras import CameraFrame, Shot
from sim.embedded.cameras.cameras import CameraSensors
from sim.embedded.physics.physics import Physics
from sim.embedded.traffic.lamps import Lamps
from sim.embedded.traffic.traffic import Traffic
from sim.rendering.types import Quality
from sim.sdf.model_path import ModelPath
from sim.sdf.reader import read_world
from sim.sdf.sensors.cameras import Camera
from sim.traffic.session import SumoSession
from sim.transforms import transform_from_rpy

PHYSICS_STEP = 0.005  # s
PICTURES = 60
SKIPPED_PICTURES = 10
GOAL = 20.0
EYE_PLACE = (2.4, 0.0, 1.4)  # m
BASELINE = 0.12  # m


@dataclass(frozen=True)
class Run:
    """Timing of pictures.

    Wall s between pictures (n,), and from the first capture to the first picture.
    """

    intervals: np.ndarray
    first: float


class Jam:
    """World of the merge with its traffic, after SUMO has ended."""

    def __init__(self, scenario: Scenario) -> None:
        self.model_path = ModelPath([str(ROOT / "models"), str(scenario.world.parent)])
        world, _ = read_world(scenario.world, self.model_path.paths)
        self.look = world.look
        self.physics = Physics(world.gravity, PHYSICS_STEP)
        self.physics.add_many(
            [(model, model.name, model.world_from_model) for model in world.models]
        )
        self.pool, self.lamps = Traffic(self.physics), Lamps(self.physics)
        session = SumoSession(scenario.sumo, scenario.network.offset)
        first, second = (replace(session.step(), time=number * STEP) for number in range(2))
        self.pool.set_types(dict(enumerate(session.types)))
        session.close()
        self.pool.add(first)
        self.pool.add(second)
        self.vehicles = len(first)
        while self.physics.time < 1.5 * STEP:
            self.step()
        assert len(self.pool.names()) == self.vehicles > 250
        self.state, self._states = first, (first, second)

    def step(self) -> None:
        """One physics step."""
        self.pool.update()
        self.physics.step()

    def rewind(self) -> None:
        """Has the traffic begin its step between two states again."""
        self.pool.clear()
        for number, state in enumerate(self._states):
            self.pool.add(replace(state, time=self.physics.time + (number - 1) * STEP))
        self.pool.update()

    def in_the_jam(self) -> np.ndarray:
        """Return world_from_camera (4, 4) of the densest place.

        It is on the front of the vehicle with the most others in the 150 m ahead.
        """
        state = self.state
        apart = state.position[None, :, :2] - state.position[:, None, :2]
        ahead = (
            apart[..., 0] * np.cos(state.yaw)[:, None] + apart[..., 1] * np.sin(state.yaw)[:, None]
        )
        aside = np.abs(
            apart[..., 1] * np.cos(state.yaw)[:, None] - apart[..., 0] * np.sin(state.yaw)[:, None]
        )
        row = int(((ahead > 0.0) & (ahead < 150.0) & (aside < ahead)).sum(axis=1).argmax())
        return transform_from_rpy(
            state.position[row], (0.0, 0.0, float(state.yaw[row]))
        ) @ transform_from_rpy(EYE_PLACE)

    def above_it_all(self) -> np.ndarray:
        """world_from_camera (4, 4) from which nearly all vehicles are in the picture."""
        middle, size = (
            self.state.position.mean(axis=0),
            float(np.ptp(self.state.position[:, :2], axis=0).max()),
        )
        return transform_from_rpy(middle + np.array([0.0, 0.0, 0.75 * size]), (0.0, np.pi / 2, 0.0))


def run(jam: Jam, shots: Sequence[Shot], quality: Quality) -> Run:
    """Pictures as fast as they come."""
    cameras = CameraSensors(jam.physics, jam.pool, jam.lamps, jam.model_path, jam.look, quality)
    delivered: List[float] = []

    def deliver(frames: List[CameraFrame]) -> None:
        assert len(frames) == len(shots)
        delivered.append(time.perf_counter())

    started = time.perf_counter()
    for _ in range(PICTURES + SKIPPED_PICTURES):
        cameras.capture(shots, deliver)
        jam.step()
    cameras.finish()
    first = delivered[0] - started
    cameras.close()
    return Run(np.diff(delivered)[SKIPPED_PICTURES:], first)


def alone(jam: Jam, shot: Shot) -> np.ndarray:
    """Wall s that ``capture`` takes while no picture is under way."""
    cameras = CameraSensors(jam.physics, jam.pool, jam.lamps, jam.model_path, jam.look)
    spent = []
    for _ in range(SKIPPED_PICTURES + 20):
        before = time.perf_counter()
        cameras.capture([shot], lambda frames: None)
        spent.append(time.perf_counter() - before)
        cameras.finish()
        jam.step()
    cameras.close()
    return np.array(spent[SKIPPED_PICTURES:])


def figures(scenario: Scenario) -> List[Figure]:
    """Return all figures of cameras."""
    jam = Jam(scenario)
    vga, large = (
        Camera("front", np.eye(4), *size, 1.2, 0.1, 300.0) for size in ((640, 480), (1280, 960))
    )
    street, sky = jam.in_the_jam(), jam.above_it_all()
    right = street @ transform_from_rpy((0.0, -BASELINE, 0.0))
    high = Camera("above", np.eye(4), 640, 480, 1.2, 1.0, 5000.0)
    sharp, smooth, everything = Quality(), Quality(samples=4), Quality(smallest=0.0)
    cases: List[Tuple[str, Sequence[Shot], Quality, float]] = [
        ("camera 640x480 with depth", [Shot(vga, street, True)], sharp, GOAL),
        (
            "camera 640x480 with depth, smooth edges (samples 4)",
            [Shot(vga, street, True)],
            smooth,
            0.0,
        ),
        ("camera 640x480, colour alone", [Shot(vga, street)], sharp, 0.0),
        ("stereo pair 2 x 640x480", [Shot(vga, street), Shot(vga, right)], sharp, 0.0),
        ("camera 1280x960 with depth", [Shot(large, street, True)], sharp, 0.0),
        ("camera 640x480 with depth above all vehicles", [Shot(high, sky, True)], everything, 0.0),
    ]
    found, firsts = [], []
    for name, shots, quality, goal in cases:
        done = run(jam, shots, quality)
        firsts.append(done.first)
        found.append(
            of_samples(
                f"{name}, merge of {jam.vehicles}, embedded",
                1.0 / done.intervals,
                "fps",
                goal or None,
                better="higher",
                note="software rendering, one physics step between pictures",
            )
        )
    return [
        *found,
        of_samples(
            "physics thread held by a camera's capture",
            1e3 * alone(jam, Shot(vga, street, True)),
            "ms",
        ),
        of_samples("first picture after the first capture", firsts, "s"),
    ]
