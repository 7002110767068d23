"""Launches of the merge with subscribed sensors on the ego.

Real-time factor, and lost measurements.
"""

from __future__ import annotations

import json
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Dict, List

import numpy as np

from bench.lib.processes import launch_file
from bench.lib.report import Figure, of_samples
from bench.lib.scenario import Scenario

DURATION = 30.0  # s of simulated time
RUNS = 3
COST_GOAL = 2.0
SET = "sensors_bench"
RATES = {
    "/ego/lidar/points": 10.0,
    "/ego/front/image_raw": 10.0,
    "/ego/imu/imu": 70.0,
    "/ego/wheel_speeds": 100.0,
}
MODEL = """<?xml version="1.0"?>
<sdf version="1.6">
  <model name="sensors_bench">
    <include><uri>model://vlp16</uri><name>lidar</name><pose>-0.25 0 1.9 0 0 0</pose></include>
    <include><uri>model://imu</uri><name>imu</name><pose>0 0 0.5 0 0 0</pose></include>
    <link name="front">
      <pose>0.9 0 1.45 0 0 0</pose>
      <sensor name="front" type="camera">
        <update_rate>10</update_rate>
        <camera>
          <horizontal_fov>1.2</horizontal_fov>
          <image><width>640</width><height>480</height></image>
          <clip><near>0.1</near><far>300</far></clip>
        </camera>
      </sensor>
    </link>
  </model>
</sdf>
"""


@dataclass(frozen=True)
class Heard:
    """Real-time factor of a launch, and received stamps by topic."""

    factor: float
    stamps: Dict[str, np.ndarray]

    def lost(self, topic: str) -> int:
        """Return the number of lost measurements between first and last."""
        stamps = self.stamps[topic]
        return round((stamps[-1] - stamps[0]) * RATES[topic]) + 1 - len(stamps)


def run(scenario: Scenario, topics: List[str], sensors: str = SET) -> Heard:
    """Launch the merge with a subscriber of these topics, or without."""
    folder = scenario.world.parent / SET
    folder.mkdir(exist_ok=True)
    (folder / "model.config").write_text(
        '<?xml version="1.0"?>\n<model><name>bench</name><sdf '
        'version="1.6">model.sdf</sdf></model>\n'
    )
    (folder / "model.sdf").write_text(MODEL)
    arguments = {
        "net": scenario.net,
        "world": scenario.world,
        "demand": scenario.demand,
        "warm_up": scenario.warm_up,
        "ego_lane": scenario.ego_lane,
        "sensors": sensors,
    }
    with tempfile.TemporaryDirectory() as place:
        path = Path(place) / "heard.json"
        listener = (
            [
                sys.executable,
                "-m",
                "bench.lib.sensor_listener",
                str(path),
                *topics,
            ]
            if topics
            else []
        )
        launched = launch_file(
            "hybrid_merge.launch",
            arguments,
            DURATION,
            "embedded",
            models=folder.parent,
            beside=listener,
        )
        heard = json.loads(path.read_text()) if topics else {}
    silent = [topic for topic, stamps in heard.items() if len(stamps) < 2]
    if silent:
        raise RuntimeError(
            f"nothing came on {', '.join(silent)}: " + " | ".join(launched.output.splitlines()[-5:])
        )
    return Heard(
        launched.summary["rtf"], {topic: np.array(stamps) for topic, stamps in heard.items()}
    )


def figures(scenario: Scenario) -> List[Figure]:
    """Return the figures of whole launches.

    Launches with a subscriber, without one and without sensors alternate.
    """
    bare, idle, busy = [], [], []
    for _ in range(RUNS):
        bare.append(run(scenario, [], ""))
        idle.append(run(scenario, []))
        busy.append(run(scenario, list(RATES)))
    lost = sum(heard.lost(topic) for heard in busy for topic in RATES)
    note = (
        f"{RUNS} launches of {DURATION:g} simulated s, physics 200 Hz, lane_follow, no GUI, "
        "all four heard by one process"
    )
    return [
        of_samples(
            "real-time factor, VLP-16 10 Hz, camera 640x480 10 Hz, IMU 70 Hz, wheel speeds 100 "
            "Hz, merge of 300, embedded",
            [heard.factor for heard in busy],
            "x",
            COST_GOAL,
            better="higher",
            note=note,
        ),
        of_samples(
            "the same with the sensors mounted and nobody listening",
            [heard.factor for heard in idle],
            "x",
            better="higher",
        ),
        of_samples(
            "the same without sensors", [heard.factor for heard in bare], "x", better="higher"
        ),
        Figure(
            "measurements that were lost in these runs",
            lost,
            "",
            0.0,
            note=f"of {sum(len(stamps) for heard in busy for stamps in heard.stamps.values())}, "
            "by their stamps",
        ),
    ]
