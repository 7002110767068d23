"""The law between knots, and how commands replace one another."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sim.embedded.joints.command import EFFORT, POSITION, VELOCITY, CommandPoint, knots_of
from sim.embedded.joints.trajectory import CUBIC, JointSpline, Sample, SplineKnot
from sim.errors import InputError

CONTROLS = {"a": POSITION, "b": POSITION, "v": VELOCITY, "e": EFFORT}
LINEAR = 1
QUINTIC = 5
NUMBERS = st.floats(-5.0, 5.0)


def command(trajectory: JointSpline, base: float, *points: CommandPoint, joint: str = "a") -> None:
    trajectory.merge(base, knots_of([joint], points, CONTROLS)[joint])


def standing(at: float = 0.0, falls: bool = False) -> JointSpline:
    trajectory = JointSpline(falls)
    trajectory.hold(0.0, at)
    return trajectory


def between(before: SplineKnot, after: SplineKnot, time: float) -> Sample:
    """Return the sample between two knots."""
    trajectory = JointSpline(False)
    trajectory.merge(0.0, [before, after])
    return trajectory.at(time)


# s after a knot that is beyond the resolution of times.
JUST = 1e-9


@settings(max_examples=50, deadline=None)
@given(NUMBERS, NUMBERS, NUMBERS, NUMBERS, NUMBERS, NUMBERS, st.floats(0.1, 3.0))
def test_polynomials_meet_their_ends(p0, v0, a0, p1, v1, a1, span):
    before = SplineKnot(1.0, CUBIC, p0, v0, a0)
    for degree, derivatives in ((LINEAR, 1), (CUBIC, 2), (QUINTIC, 3)):
        after = SplineKnot(1.0 + span, degree, p1, v1, a1)
        scale = 2e3 * JUST * max(1.0, span**-3)
        np.testing.assert_allclose(
            between(before, after, 1.0 + JUST)[:derivatives],
            (p0, v0, a0)[:derivatives],
            atol=scale,
        )
        np.testing.assert_allclose(
            between(before, after, 1.0 + span)[:derivatives],
            (p1, v1, a1)[:derivatives],
            atol=scale,
        )


def test_derivatives_are_those_of_the_value():
    before, after = (
        SplineKnot(0.0, QUINTIC, 1.0, -2.0, 3.0),
        SplineKnot(0.5, QUINTIC, 2.0, 1.0, -1.0),
    )
    h = 1e-5
    for t in (0.1, 0.25, 0.4):
        _value, slope, curvature = between(before, after, t)
        low, high = between(before, after, t - h), between(before, after, t + h)
        assert slope == pytest.approx((high[0] - low[0]) / (2 * h), abs=1e-6)
        assert curvature == pytest.approx((high[1] - low[1]) / (2 * h), abs=1e-6)


def test_positions_go_straight_and_hold_at_the_end():
    trajectory = standing(1.0)
    command(trajectory, 2.0, CommandPoint(1.0, (2.0,)), CommandPoint(2.0, (2.5,)))
    assert [trajectory.at(t)[0] for t in (0.0, 2.0, 2.5, 3.0, 3.5, 4.0, 9.0)] == pytest.approx(
        [1.0, 1.0, 1.5, 2.0, 2.25, 2.5, 2.5]
    )


def test_a_point_at_time_zero_is_a_jump_after_its_time():
    trajectory = standing()
    command(trajectory, 1.0, CommandPoint(0.0, (0.3,)))
    assert [trajectory.at(t)[0] for t in (0.5, 1.0, 1.001, 2.0)] == pytest.approx(
        [0.0, 0.0, 0.3, 0.3]
    )


@pytest.mark.parametrize(
    "joint, point",
    [
        ("v", lambda t, x: CommandPoint(t, velocities=(x,))),
        ("e", lambda t, x: CommandPoint(t, effort=(x,))),
    ],
)
def test_velocities_and_efforts_go_straight_and_fall(joint, point):
    trajectory = standing(falls=True)
    command(trajectory, 1.0, point(0.0, 2.0), point(1.0, 2.0), point(2.0, 4.0), joint=joint)
    assert [trajectory.at(t)[0] for t in (1.0, 1.01, 1.9, 2.5, 3.0, 3.01)] == pytest.approx(
        [0.0, 2.0, 2.0, 3.0, 4.0, 0.0]
    )
    command(trajectory, 5.0, point(1.0, 1.0), joint=joint)
    assert [trajectory.at(t)[0] for t in (4.0, 5.0, 5.5, 6.0, 6.1)] == pytest.approx(
        [0.0, 0.0, 0.5, 1.0, 0.0]
    )


def test_a_command_replaces_the_plan_from_its_first_point_on():
    trajectory = standing()
    command(trajectory, 0.0, *(CommandPoint(0.1 * k, (0.1 * k,)) for k in range(1, 11)))
    command(trajectory, 0.42, CommandPoint(0.13, (0.0,)))
    assert trajectory.at(0.5)[0] == pytest.approx(0.5)
    assert trajectory.at(0.525)[0] == pytest.approx(0.25)
    assert [trajectory.at(t)[0] for t in (0.55, 0.9)] == pytest.approx([0.0, 0.0])


@pytest.mark.parametrize(
    "points",
    [
        [CommandPoint(1.0, (1.0,))],
        [CommandPoint(1.0, (1.0,), (0.5,))],
        [CommandPoint(1.0, (1.0,), (0.5,), (-2.0,))],
    ],
)
def test_the_plan_before_a_command_stays_unchanged(points):
    whole, cut = standing(), standing()
    command(whole, 0.0, *points)
    command(cut, 0.0, *points)
    command(cut, 0.4, CommandPoint(0.3, (5.0,), (0.0,)))
    for t in np.linspace(0.0, 0.4, 21):
        np.testing.assert_allclose(cut.at(t), whole.at(t), atol=1e-9)
    value, slope, _ = whole.at(0.4)
    assert cut.at(0.4 + 1e-6)[0] == pytest.approx(value + 1e-6 * slope, abs=1e-9)


def test_chunks_of_one_motion_join_into_it():
    def place(t: float) -> CommandPoint:
        return CommandPoint(t, (math.sin(t),), (math.cos(t),))

    trajectory = standing()
    for chunk in range(50):
        base = 0.02 * chunk
        points = [place(base + 0.004 * k) for k in range(1, 6)]
        command(
            trajectory,
            base,
            *(
                CommandPoint(point.time - base, point.positions, point.velocities)
                for point in points
            ),
        )
        trajectory.forget(base - 0.02)
    errors = [abs(trajectory.at(t)[0] - math.sin(t)) for t in np.arange(0.97, 1.0, 0.001)]
    assert max(errors) < 1e-11


@settings(max_examples=100, deadline=None)
@given(
    st.lists(
        st.tuples(
            st.floats(0.0, 5.0), st.lists(st.floats(0.001, 1.0), min_size=1, max_size=4), NUMBERS
        ),
        min_size=1,
        max_size=6,
    )
)
def test_any_sequence_of_commands_stays_within_its_values(commands):
    trajectory = standing()
    for base, spans, value in commands:
        times = np.cumsum(spans)
        command(trajectory, base, *(CommandPoint(float(t), (value,)) for t in times))
    values = [value for _, _, value in commands] + [0.0]
    for t in np.linspace(0.0, 10.0, 101):
        assert min(values) - 1e-9 <= trajectory.at(t)[0] <= max(values) + 1e-9
    before = [trajectory.at(t) for t in np.linspace(4.0, 10.0, 61)]
    trajectory.forget(4.0)
    assert before == [trajectory.at(t) for t in np.linspace(4.0, 10.0, 61)]


NAN = float("nan")


@pytest.mark.parametrize(
    "joints, points, message",
    [
        (
            [],
            [CommandPoint(0.0, (1.0,))],
            "joint_names: must not be empty; the joints are a, b, v, e",
        ),
        (
            ["a", "x"],
            [CommandPoint(0.0, (1.0, 1.0))],
            r"joint_names\[1\]: no joint 'x' is driven here",
        ),
        (["a", "a"], [CommandPoint(0.0, (1.0, 1.0))], "named twice"),
        (["a"], [], "points: must not be empty"),
        (
            ["a", "b"],
            [CommandPoint(0.0, (1.0,))],
            r"points\[0\].positions: has 1 values for 2 joints",
        ),
        (
            ["a"],
            [CommandPoint(0.0, (1.0,)), CommandPoint(1.0, (NAN,))],
            r"points\[1\].positions: must be finite",
        ),
        (
            ["a"],
            [CommandPoint(0.0, (1.0,), (1.0,), (math.inf,))],
            r"points\[0\].accelerations: must be finite",
        ),
        (
            ["a"],
            [CommandPoint(0.5, (1.0,)), CommandPoint(0.5, (1.0,))],
            r"points\[1\].time_from_start: 0.5 s must be at least 0 and above",
        ),
        (["a"], [CommandPoint(-0.5, (1.0,))], r"points\[0\].time_from_start"),
        (
            ["a"],
            [CommandPoint(0.0, velocities=(1.0,))],
            "joint a is controlled by position; give positions",
        ),
        (["v"], [CommandPoint(0.0, (1.0,))], "joint v is controlled by velocity; give velocities"),
        (["e"], [CommandPoint(0.0)], "joint e is controlled by effort; give effort"),
        (["a", "v"], [CommandPoint(0.0, (1.0, 1.0))], "joint v is controlled by velocity"),
        (["a"], [CommandPoint(0.0, (1.0,), accelerations=(1.0,))], "need velocities"),
        (["v"], [CommandPoint(0.0, velocities=(1.0,), effort=(1.0,))], "or only velocities"),
        (["a"], [CommandPoint(0.0, (1.0,), effort=(1.0,))], "or only effort"),
        (["v"], [CommandPoint(0.0, (), (1.0,), (1.0,))], "or only velocities"),
    ],
)
def test_a_wrong_command_says_where_and_what(joints, points, message):
    with pytest.raises(InputError, match=message):
        knots_of(joints, points, CONTROLS)
