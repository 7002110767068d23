"""Speed of the embedded simulator's lidars in the merge with traffic.

It is ms a scan, with their cost for the physics. The head is on the roof of the vehicle with the
most others ahead of it. Every scan is of another simulated time.
"""

from __future__ import annotations

import time
from dataclasses import replace
from typing import List, Tuple

import numpy as np

from bench.lib.cameras import Jam
from bench.lib.report import Figure, of_samples
from bench.lib.scenario import Scenario
from sim.embedded.lidar.exposure import ExposureRecorder
from sim.embedded.lidar.scanner import Scanner
from sim.embedded.lidar.snapshot import SnapshotTaker
from sim.embedded.lidar.targets import RayTargets
from sim.embedded.sensors.mount import SensorMount
from sim.ros.conversions import header
from sim.ros.sensors.ray_messages import points_message
from sim.sdf.reader import read_model
from sim.transforms import transform_from_rpy

SCANS = 60
SKIPPED_SCANS = 10
GOALS = {"vlp16": 15.0, "hdl32": None, "hdl64": 60.0}
# Above the camera's place on the front of a vehicle, on its roof.
ROOF = (-2.6, 0.0, 0.8)


def scans(jam: Jam, name: str, distorted: bool = True) -> Tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return wall s of scans, messages, and physics' copies.

    The lidar is one of the package's.
    """
    path = jam.model_path.model_file(f"model://sensors/{name}", where="bench")
    model, _ = read_model(path, jam.model_path.paths)
    jam.physics.add(replace(model, static=True), name, jam.in_the_jam() @ transform_from_rpy(ROOF))
    link = next(link for link in model.links if link.sensors)
    scanner = Scanner(
        RayTargets(jam.model_path), SensorMount(name, link.name, link.sensors[0]), distorted
    )
    times = []
    for _ in range(SCANS + SKIPPED_SCANS):
        jam.rewind()
        recorder, copying = (
            ExposureRecorder(SnapshotTaker(jam.physics, jam.pool), jam.physics.timestep),
            0.0,
        )
        recorder.take()
        for _ in range(round(1.0 / (link.sensors[0].rate * jam.physics.timestep))):
            jam.step()
            begin = time.perf_counter()
            if distorted:
                recorder.note(1.0 / link.sensors[0].rate)
            copying += time.perf_counter() - begin
        begin = time.perf_counter()
        exposure = recorder.take()
        copied = time.perf_counter()
        scan = scanner.scan(exposure)
        scanned = time.perf_counter()
        message = points_message(scan, header(exposure.last.time, name))
        times.append((scanned - copied, time.perf_counter() - scanned, copying + copied - begin))
    assert message.width > 1000
    jam.physics.remove(name)
    return tuple(np.array(times[SKIPPED_SCANS:]).T)


def figures(scenario: Scenario) -> List[Figure]:
    """Return all figures of lidars."""
    jam, found = Jam(scenario), []
    for name, goal in GOALS.items():
        scan, message, copy = (1e3 * spent for spent in scans(jam, name))
        found.append(
            of_samples(
                f"{name}, a scan with its message, merge of {jam.vehicles}, embedded",
                scan + message,
                "ms",
                goal,
                note=f"the message {np.median(message):.2g} ms of it; the physics thread is held "
                f"{np.median(copy):.2g} ms",
            )
        )
    scan, message, copy = (1e3 * spent for spent in scans(jam, "vlp16", False))
    found.append(
        of_samples(
            f"vlp16 without motion distortion, merge of {jam.vehicles}, embedded",
            scan + message,
            "ms",
            note=f"the physics thread is held {np.median(copy):.2g} ms",
        )
    )
    return found
