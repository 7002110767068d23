"""Drives the ego through the same manoeuvres on both simulators, and compares.

They run in lockstep with stamped commands. ``figures()`` starts each simulator by
launch/include/run_simulator.launch on a flat world; as a program, prints a table.
"""

from __future__ import annotations

import math
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Callable, Dict, List, Tuple

import numpy as np

from bench.lib.on_simulator import LOCKSTEP_PERIOD, PHYSICS_STEP, Child, flat_world, run_child
from bench.lib.report import ROOT, Figure
from sim.manoeuvres.drives import dwell_steering

SIMULATORS = ("embedded", "gazebo")
DEFAULT_MODEL = "ego_car"
SPINNING_MODEL = "bmw_320i"
LANE_SPACING = 100.0  # m, between cars
# At first the car sinks into its springs.
SETTLING_TIME = 1.0  # s
DISTANCE_GOAL = 5.0  # cm per 100 m
RELATIVE_GOAL = 1.0  # %
YAW_RATE_GOAL = 5.0  # % of the largest yaw rate
Command = Tuple[float, float, float]


@dataclass(frozen=True)
class Manoeuvre:
    """Manoeuvre of a car model.

    ``command`` returns speed, steering angle and acceleration (0: the car's limits) at a time after
    settling.
    """

    name: str
    duration: float
    command: Callable[[float], Command]
    model: str = DEFAULT_MODEL


def _straight(time: float) -> Command:
    return 10.0, 0.0, 0.0


def _circle(time: float) -> Command:
    return 5.0, 0.1, 0.0


def _brake(time: float) -> Command:
    return (10.0, 0.0, 0.0) if time < 6.0 else (0.0, 0.0, 6.0)


def _sine(time: float) -> Command:
    """Two lane changes to the left, each a period of 4 s."""
    return 10.0, 0.03 * math.sin(2.0 * math.pi * (time - 4.0) / 4.0) if time >= 4.0 else 0.0, 0.0


def _slide(time: float) -> Command:
    """Return a curve that needs twice the available grip."""
    return 15.0, 0.2 if time >= 6.0 else 0.0, 0.0


def _spin(time: float) -> Command:
    """Return a sine with dwell, six times the amplitude of 0.3 g."""
    return 22.0, 0.095 * dwell_steering(time - 12.0) if time >= 12.0 else 0.0, 0.0


MANOEUVRES = (
    Manoeuvre("straight, 0 to 10 m/s", 12.0, _straight),
    Manoeuvre("circle at 5 m/s, 0.1 rad", 24.0, _circle),
    Manoeuvre("braking from 10 m/s at 6 m/s^2", 10.0, _brake),
    Manoeuvre("sine steer of 0.03 rad at 10 m/s", 12.0, _sine),
    Manoeuvre("sliding: 0.2 rad at 15 m/s", 12.0, _slide),
    Manoeuvre("spinning: sine with dwell at 22 m/s", 17.0, _spin, SPINNING_MODEL),
)


@dataclass(frozen=True)
class Track:
    """Track of the ego each 0.1 s (n, 4).

    Columns: x, y, yaw, speed along the heading.
    """

    rows: np.ndarray

    @property
    def driven(self) -> np.ndarray:
        """Metres driven (n,)."""
        return np.append(0.0, np.cumsum(np.linalg.norm(np.diff(self.rows[:, :2], axis=0), axis=1)))

    @property
    def quantities(self) -> Tuple[float, float, float]:
        """Metres driven, top speed and radians turned in all."""
        return (
            float(self.driven[-1]),
            float(np.abs(self.rows[:, 3]).max()),
            float(np.abs(np.diff(np.unwrap(self.rows[:, 2]))).sum()),
        )

    @property
    def yaw_rate(self) -> float:
        """The largest mean of 0.1 s, rad/s."""
        return float(np.abs(np.diff(np.unwrap(self.rows[:, 2]))).max() / LOCKSTEP_PERIOD)


@dataclass(frozen=True)
class Comparison:
    """Difference of two tracks.

    cm of largest distance at equal times per 100 m driven; % of distance, speed and turn; % of the
    largest yaw rate; rad turned in all by the first.
    """

    manoeuvre: str
    driven: float
    apart: float
    relative: float
    yaw_rate: float
    turned: float

    @classmethod
    def of(cls, manoeuvre: str, first: Track, second: Track) -> Comparison:
        apart = np.linalg.norm(first.rows[:, :2] - second.rows[:, :2], axis=1).max()
        driven = first.driven[-1]
        relative = max(
            abs(b - a) / a for a, b in zip(first.quantities, second.quantities) if a > 0.1
        )
        return cls(
            manoeuvre,
            float(driven),
            float(100.0 * apart / driven * 100.0),
            float(100.0 * relative),
            100.0 * abs(second.yaw_rate / max(first.yaw_rate, 1e-9) - 1.0),
            first.quantities[2],
        )


def tracks(simulator: str, step: float = PHYSICS_STEP) -> Dict[str, Track]:
    """Drive all manoeuvres on one simulator."""
    with tempfile.TemporaryDirectory() as folder:
        world = flat_world(Path(folder), step)
        found = run_child(__spec__.name, simulator, world)
    return {name: Track(np.array(rows)) for name, rows in found.items()}


def comparisons(step: float = PHYSICS_STEP) -> List[Comparison]:
    """Gazebo against embedded."""
    driven = {simulator: tracks(simulator, step) for simulator in SIMULATORS}
    return [
        Comparison.of(
            manoeuvre.name, *(driven[simulator][manoeuvre.name] for simulator in SIMULATORS)
        )
        for manoeuvre in MANOEUVRES
    ]


def figures() -> List[Figure]:
    """Return two figures per manoeuvre, with their goals."""
    found, rows = [], comparisons()
    for row in rows:
        note = (
            f"{row.driven:.1f} m driven, step {PHYSICS_STEP:g} s, stamped commands every "
            f"{LOCKSTEP_PERIOD:g} s "
            "in lockstep"
        )
        found += [
            Figure(
                f"ego {row.manoeuvre}: largest distance, Gazebo to embedded",
                row.apart,
                "cm/100m",
                DISTANCE_GOAL,
                note=note,
            ),
            Figure(
                f"ego {row.manoeuvre}: way, top speed, turn, Gazebo to embedded",
                row.relative,
                "%",
                RELATIVE_GOAL,
                note=note,
            ),
        ]
    spin = rows[-1]
    return [
        *found,
        Figure(
            f"{spin.manoeuvre}: largest yaw rate, Gazebo to embedded",
            spin.yaw_rate,
            "%",
            YAW_RATE_GOAL,
            note=f"turned by {spin.turned:.1f} rad in all",
        ),
    ]


def drive(child: Child) -> Dict[str, List[List[float]]]:
    """Return rows x, y, yaw, speed of each manoeuvre.

    It runs in a process that is a node of the simulator's master.
    """
    import rospy
    from std_srvs.srv import SetBool

    from sim.msg import AckermannDrive, AckermannDriveStamped
    from sim.ros.conversions import header, yaw_from_pose

    publishers = {}
    for lane, model in enumerate((DEFAULT_MODEL, SPINNING_MODEL)):
        publishers[model] = rospy.Publisher(
            f"/{model}/ackermann_cmd", AckermannDriveStamped, queue_size=10, tcp_nodelay=True
        )
        child.spawn(model, (ROOT / "models" / model / "model.sdf").read_text(), LANE_SPACING * lane)
    rospy.wait_for_service(f"/{SPINNING_MODEL}/set_stability_control", 60.0)
    rospy.ServiceProxy(f"/{SPINNING_MODEL}/set_stability_control", SetBool)(False)
    found: Dict[str, List[List[float]]] = {}
    for manoeuvre in MANOEUVRES:
        rows: Dict[float, List[float]] = {}
        publisher = publishers[manoeuvre.model]

        def act(
            now: float,
            pose: object,
            twist: object,
            rows: Dict[float, List[float]] = rows,
            manoeuvre: Manoeuvre = manoeuvre,
            publisher: rospy.Publisher = publisher,
        ) -> None:
            yaw = yaw_from_pose(pose)
            rows[now] = [
                pose.position.x,
                pose.position.y,
                yaw,
                twist.linear.x * math.cos(yaw) + twist.linear.y * math.sin(yaw),
            ]
            due = now + LOCKSTEP_PERIOD
            speed, angle, acceleration = (
                manoeuvre.command(due - SETTLING_TIME)
                if due >= SETTLING_TIME - 1e-6
                else (0.0, 0.0, 0.0)
            )
            publisher.publish(
                AckermannDriveStamped(
                    header(due),
                    AckermannDrive(steering_angle=angle, speed=speed, acceleration=acceleration),
                )
            )

        child.reset()
        child.lockstep(manoeuvre.model, act, publisher, manoeuvre.duration + SETTLING_TIME)
        found[manoeuvre.name] = [rows[now] for now in sorted(rows)]
    return found


def main() -> None:
    step = float(sys.argv[1]) if len(sys.argv) > 1 else PHYSICS_STEP
    print(
        f"step {step:g} s; manoeuvre, m driven, cm apart per 100 m (goal {DISTANCE_GOAL:g}), % "
        "(goal "
        f"{RELATIVE_GOAL:g}), % of the largest yaw rate, rad turned"
    )
    for row in comparisons(step):
        print(
            f"{row.manoeuvre:36} {row.driven:8.2f} {row.apart:9.2g} {row.relative:9.2g} "
            f"{row.yaw_rate:9.2g} {row.turned:6.2f}",
            flush=True,
        )


if __name__ == "__main__":
    Child.main(drive) if Child.wanted() else main()
