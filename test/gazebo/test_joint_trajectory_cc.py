"""The Gazebo plugin makes the knots of a command that the library makes, whatever is commanded, and
refuses the same commands."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Dict, List, Sequence

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.cpp import COMPILED, compiled, output
from support.parts import ROOT

from sim.embedded.joints.command import EFFORT, POSITION, VELOCITY, Point, knots_of
from sim.embedded.joints.trajectory import Trajectory
from sim.errors import InputError

CONTROLS: Dict[str, str] = {"a": POSITION, "b": POSITION, "v": VELOCITY, "e": EFFORT}
FIELDS = ("positions", "velocities", "accelerations", "effort")
pytestmark = [pytest.mark.not_quick, COMPILED]


@pytest.fixture(scope="module")
def probe(tmp_path_factory) -> str:
    sources = [
        Path(__file__).with_name("trajectory_probe.cc"),
        *(ROOT / "laws/joints").glob("*.cc"),
    ]
    return compiled(tmp_path_factory.mktemp("probe") / "probe", sources)


class Script:
    """Tells both the same, and keeps what Python's makes of it."""

    def __init__(self) -> None:
        self.trajectories = {
            joint: Trajectory(control != POSITION) for joint, control in CONTROLS.items()
        }
        self.lines = [f"joint {joint} {control}" for joint, control in CONTROLS.items()]
        self.expected: List[object] = []

    def command(self, base: float, joints: Sequence[str], points: Sequence[Point]) -> None:
        rows = [
            f"{point.time!r} "
            + " ".join(
                f"{len(values)} {' '.join(map(repr, values))}"
                for values in (getattr(point, field) for field in FIELDS)
            )
            for point in points
        ]
        self.lines.append(
            f"command {base!r} {len(joints)} {' '.join(joints)} {len(points)} {' '.join(rows)}"
        )
        try:
            for joint, knots in knots_of(joints, points, CONTROLS).items():
                self.trajectories[joint].merge(base, knots)
            self.expected.append("taken")
        except InputError as error:
            self.expected.append("refused " + str(error).partition(": ")[0])

    def hold(self, joint: str, time: float, value: float) -> None:
        self.trajectories[joint].hold(time, value)
        self.lines.append(f"hold {list(CONTROLS).index(joint)} {time!r} {value!r}")

    def forget(self, time: float) -> None:
        for trajectory in self.trajectories.values():
            trajectory.forget(time)
        self.lines.append(f"forget {time!r}")

    def show(self, time: float) -> None:
        self.expected.append(
            [value for trajectory in self.trajectories.values() for value in trajectory.at(time)]
        )
        self.lines.append(f"at {time!r}")

    def compare(self, probe: str) -> List[str]:
        said = output(probe, lines=self.lines).splitlines()
        assert len(said) == len(self.expected)
        for line, expected in zip(said, self.expected):
            if isinstance(expected, str):
                assert line.partition(": ")[0] == expected
            else:
                np.testing.assert_allclose(
                    np.array(line.split(), float), expected, rtol=1e-9, atol=1e-9
                )
        return said


def _points(rng: np.random.Generator, control: str, joints: int) -> List[Point]:
    """Return points of the form that a control takes, now and then without derivatives."""
    times = np.cumsum(rng.choice([0.004, 0.05, 0.3], rng.integers(1, 5))) - (
        0.004 if rng.random() < 0.3 else 0.0
    )
    names = {POSITION: FIELDS[: rng.integers(1, 4)], VELOCITY: FIELDS[1:2], EFFORT: FIELDS[3:]}[
        control
    ]
    return [
        Point(
            max(float(time), 0.0),
            **{name: tuple(rng.uniform(-2, 2, joints).tolist()) for name in names},
        )
        for time in times
    ]


@given(st.integers(0, 10**6))
@settings(max_examples=15, deadline=None)
def test_both_make_the_same_of_a_command(probe, seed):
    """Commands of every form, early and late, to one joint or two, between steps of all lengths."""
    rng, script, now = np.random.default_rng(seed), Script(), 0.0
    for _ in range(int(rng.integers(5, 40))):
        joints = [["a"], ["b"], ["b", "a"], ["v"], ["e"]][rng.integers(5)]
        script.command(
            now + float(rng.choice([0.0, 0.02, 0.5])),
            joints,
            _points(rng, CONTROLS[joints[0]], len(joints)),
        )
        if rng.random() < 0.1:
            script.hold(["a", "v"][rng.integers(2)], now, float(rng.uniform(-1, 1)))
        for _ in range(int(rng.integers(1, 10))):
            script.show(now)
            script.forget(now)
            now += float(rng.choice([0.001, 0.004, 0.1]))
    script.compare(probe)


NAN = math.nan
WRONG = [
    ([], [Point(0.0, (1.0,))]),
    (["a", "x"], [Point(0.0, (1.0, 1.0))]),
    (["a", "a"], [Point(0.0, (1.0, 1.0))]),
    (["a"], []),
    (["a", "b"], [Point(0.0, (1.0,))]),
    (["a"], [Point(0.0, (1.0,)), Point(1.0, (NAN,))]),
    (["a"], [Point(0.0, (1.0,), (1.0,), (math.inf,))]),
    (["a"], [Point(0.5, (1.0,)), Point(0.5, (1.0,))]),
    (["a"], [Point(-0.5, (1.0,))]),
    (["a"], [Point(0.0, velocities=(1.0,))]),
    (["v"], [Point(0.0, (1.0,))]),
    (["e"], [Point(0.0)]),
    (["a", "v"], [Point(0.0, (1.0, 1.0))]),
    (["a"], [Point(0.0, (1.0,), accelerations=(1.0,))]),
    (["v"], [Point(0.0, velocities=(1.0,), effort=(1.0,))]),
    (["v"], [Point(0.0, velocities=(1.0,), accelerations=(1.0,))]),
    (["a"], [Point(0.0, (1.0,), effort=(1.0,))]),
]


def test_both_refuse_the_same_for_the_same_place(probe):
    script = Script()
    for joints, points in WRONG:
        script.command(0.0, joints, points)
    script.show(1.0)
    said = script.compare(probe)
    assert all(line.startswith("refused ") for line in said[:-1])
    assert set(map(float, said[-1].split())) == {0.0}
