"""Falling, sliding and swinging bodies on both simulators against mechanics.

It prints a table; docs/simulators.md quotes the measured differences.
"""

from __future__ import annotations

import math
import sys
import tempfile
from pathlib import Path
from typing import Dict, List

import numpy as np

from bench.lib.on_simulator import PHYSICS_STEP, Child, flat_world, run_child

SIMULATORS = ("embedded", "gazebo")
GRAVITY = 9.8  # m/s^2
FRICTION_COEFFICIENT = 0.9
SPEED = 5.0  # m/s
DROP_HEIGHT = 1.0  # m
SWING_ANGLE = 0.1  # rad
BODIES = f"""
    <model name="cube">
      <pose>0 0 {DROP_HEIGHT + 0.25} 0 0 0</pose>
      <link name="link">
        <inertial><mass>2</mass><inertia><ixx>0.0833</ixx><iyy>0.0833</iyy><izz>0.0833</izz><ixy>0</ixy><ixz>0</ixz><iyz>0</iyz></inertia></inertial>
        <collision name="hull"><geometry><box><size>0.5 0.5 0.5</size></box></geometry></collision>
      </link>
    </model>
    <model name="slab">
      <pose>0 20 0.1 0 0 0</pose>
      <link name="link">
        <inertial><mass>20</mass><inertia><ixx>1.73</ixx><iyy>1.73</iyy><izz>3.33</izz><ixy>0</ixy><ixz>0</ixz><iyz>0</iyz></inertia></inertial>
        <collision name="hull">
          <geometry><box><size>1 1 0.2</size></box></geometry>
          <surface><friction><ode><mu>0.9</mu><mu2>0.9</mu2></ode></friction></surface>
        </collision>
      </link>
    </model>
    <model name="pendulum">
      <pose>0 -20 3 0 0 0</pose>
      <link name="bob">
        <inertial>
          <pose>0 0 -1 0 0 0</pose>
          <mass>1</mass>
          <inertia><ixx>0.0001</ixx><iyy>0.0001</iyy><izz>0.0001</izz><ixy>0</ixy><ixz>0</ixz><iyz>0</iyz></inertia>
        </inertial>
      </link>
      <joint name="hinge" type="revolute"><parent>world</parent><child>bob</child><axis>
      <xyz>0 1 0</xyz></axis></joint>
    </model>"""


def drop(child: Child) -> Dict[str, List[float]]:
    """Height of the cube's bottom at each step for 3 s."""
    child.reset()
    heights = []
    for _ in range(round(3.0 / child.step_size)):
        heights.append(child.call("get_model_state", "cube", "").pose.position.z - 0.25)
        child.call("step_world", 1)
    return {"heights": heights}


def slide(child: Child, direction: float) -> float:
    """Return a slab's distance from 5 m/s to rest.

    It rests before the start.
    """
    from geometry_msgs.msg import Twist, Vector3

    from gazebo_msgs.msg import ModelState

    child.reset()
    child.step(1.0)
    begin = child.call("get_model_state", "slab", "").pose
    push = Twist(Vector3(SPEED * math.cos(direction), SPEED * math.sin(direction), 0.0), Vector3())
    child.call("set_model_state", ModelState("slab", begin, push, ""))
    child.step(3.0)
    end = child.call("get_model_state", "slab", "").pose.position
    return math.hypot(end.x - begin.position.x, end.y - begin.position.y)


def swing(child: Child) -> Dict[str, List[float]]:
    """Return hinge angles each 5 ms for 21 s from 0.1 rad."""
    child.reset()
    child.call("set_model_configuration", "pendulum", "", ["hinge"], [SWING_ANGLE])
    angles = []
    for _ in range(4200):
        angles.append(child.call("get_joint_properties", "hinge").position[0])
        child.step(0.005)
    return {"angles": angles}


def measure(child: Child) -> Dict[str, object]:
    return {
        **drop(child),
        "along": slide(child, 0.0),
        "diagonal": slide(child, math.pi / 4),
        **swing(child),
    }


def report(step: float, found: Dict[str, dict]) -> None:
    print(f"step {step:g} s{'':46} {'mechanics':>10}" + "".join(f" {name:>10}" for name in found))

    def row(what: str, expected: float, values: List[float]) -> None:
        print(
            f"{what:58} {expected:10.4f}" + "".join(f" {value:10.4f}" for value in values),
            flush=True,
        )

    each = list(found.values())
    row(
        "cube dropped from 1 m: height after 0.4 s, m",
        DROP_HEIGHT - GRAVITY * 0.4**2 / 2,
        [data["heights"][round(0.4 / step)] for data in each],
    )
    row("  lowest, mm", 0.0, [1e3 * min(data["heights"]) for data in each])
    row(
        "  highest after the impact, mm",
        0.0,
        [1e3 * max(data["heights"][round(0.5 / step) :]) for data in each],
    )
    row("  at rest after 3 s, mm", 0.0, [1e3 * data["heights"][-1] for data in each])
    way = SPEED**2 / (2 * FRICTION_COEFFICIENT * GRAVITY)
    row("slab from 5 m/s, mu 0.9: way along x, m", way, [data["along"] for data in each])
    row("  at 45 degrees to x, m", way, [data["diagonal"] for data in each])
    period = 2 * math.pi * math.sqrt(1.0 / GRAVITY) * (1 + SWING_ANGLE**2 / 16)
    for half in (1, 20):
        at = round(half * period / 2 / 0.005)
        row(
            f"pendulum from 0.1 rad: amplitude after {half / 2:g} periods, rad",
            SWING_ANGLE,
            [
                float(np.abs(np.array(data["angles"][max(0, at - 60) : at + 60])).max())
                for data in each
            ],
        )
    row(
        "  period (of the first ten), s",
        period,
        [_period(np.array(data["angles"])) for data in each],
    )


def _period(angles: np.ndarray) -> float:
    """From the first to the tenth later downward zero crossing, between samples."""
    at = np.flatnonzero((angles[:-1] > 0) & (angles[1:] <= 0))
    times = 0.005 * (at + angles[at] / (angles[at] - angles[at + 1]))
    return float(times[9] - times[0]) / 9


def main() -> None:
    for step in [float(word) for word in sys.argv[1:]] or [PHYSICS_STEP]:
        with tempfile.TemporaryDirectory() as folder:
            world = flat_world(Path(folder), step, BODIES)
            report(
                step,
                {simulator: run_child(__spec__.name, simulator, world) for simulator in SIMULATORS},
            )


if __name__ == "__main__":
    Child.main(measure) if Child.wanted() else main()
