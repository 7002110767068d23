"""External trajectories: followed in their time, stopped, refused with a reason."""

from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("ruckig")

from robot_arms import robot

from sim.errors import InputError
from sim.robots.motion.follow import FollowJoints
from sim.robots.mover import DONE, READY, WORKING, Mover


def begun() -> Mover:
    return Mover(robot("fanuc"), robot("fanuc").start)


def swing(mover: Mover, seconds: float = 2.0, by: float = 0.4, points: int = 5) -> FollowJoints:
    """Return a quintic swing of the first joint, an external trajectory."""
    start = np.asarray(mover.robot.start, dtype=float)
    t = np.linspace(0.0, 1.0, points)[:, None]
    way = np.zeros(len(start))
    way[0] = by
    return FollowJoints(
        seconds * t[:, 0],
        start + (10 * t**3 - 15 * t**4 + 6 * t**5) * way,
        (30 * t**2 - 60 * t**3 + 30 * t**4) * way / seconds,
        (60 * t - 180 * t**2 + 120 * t**3) * way / seconds**2,
    )


def test_a_trajectory_is_followed_in_its_own_time() -> None:
    mover = begun()
    mover.take(swing(mover), 1.0)
    times = np.linspace(1.0, 3.0, 101)
    t = (times - 1.0) / 2.0
    positions, velocities, _ = mover.setpoints(times)
    np.testing.assert_allclose(
        positions[:, 0] - mover.robot.start[0],
        0.4 * (10 * t**3 - 15 * t**4 + 6 * t**5),
        atol=1e-9,
    )
    np.testing.assert_allclose(
        velocities[:, 0], 0.2 * (30 * t**2 - 60 * t**3 + 30 * t**4), atol=1e-7
    )
    assert mover.state == WORKING
    for time in np.arange(1.0, 4.0, 0.01):
        report = mover.measure(time, mover.planned(time))
        if report.state != WORKING:
            break
    assert (report.state, time >= 3.0 - 1e-9) == (DONE, True)


def test_a_first_point_that_is_aside_is_no_jump() -> None:
    mover = begun()
    aside = swing(mover)
    aside.positions[0, 0] += 0.008
    mover.take(aside, 1.0)
    found = mover.setpoints([1.0, 1.004, 3.0])[0] - mover.robot.start
    np.testing.assert_allclose(found[:, 0], (0.0, 0.0, 0.4), atol=1e-4)


def test_it_stops_on_its_path() -> None:
    mover = begun()
    mover.take(swing(mover), 0.0)
    mover.stop(1.0, "Fast")
    end = mover.planned(5.0)[0] - mover.robot.start[0]
    assert 0.2 < end < 0.4
    np.testing.assert_allclose(mover.planned(5.0)[1:], mover.robot.start[1:], atol=1e-9)


@pytest.mark.parametrize(
    "change, reason",
    [
        (lambda one: {"times": one.times[::-1]}, "each later than the last"),
        (lambda one: {"times": one.times / 100.0}, "give it more time"),
        (lambda one: {"times": one.times + 1.7e9}, "later than 3600 s; header.stamp is"),
        (lambda one: {"positions": one.positions + 0.1}, "the trajectory begins at"),
        (lambda one: {"positions": one.positions * np.nan}, "not finite"),
        (lambda one: {"velocities": one.velocities + 0.1}, "must end at 0"),
        (
            lambda one: {"positions": one.positions + 100.0, "times": one.times + 1e3},
            "its limits are",
        ),
    ],
)
def test_an_invalid_trajectory_is_refused(change, reason: str) -> None:
    mover = begun()
    right = swing(mover)
    given = {name: getattr(right, name) for name in ("times", "positions", "velocities")}
    with pytest.raises(InputError, match=reason):
        mover.take(FollowJoints(**{**given, **change(right)}), 0.0)
    mover.hold(0.0, mover.robot.start)
    assert mover.state == READY
