"""Trajectories have the curves of their shapes, and are followed by their times or by a speed."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest

from sim.errors import InputError
from sim.openscenario.model import positions as given
from sim.openscenario.model.element import SourceLocation
from sim.openscenario.model.entities import ExternalObjectReference, ScenarioObject
from sim.openscenario.model.private_actions import (
    FollowTrajectoryAction,
    Timing,
    TrajectoryFollowingMode,
    Untimed,
)
from sim.openscenario.play.entity import Entity
from sim.openscenario.play.mover import EntityMover, TrajectoryMotion
from sim.openscenario.play.roads import RoadPose, Roads
from sim.openscenario.play.trajectories import TrajectoryPath, trajectory_path

HERE = SourceLocation(Path("test.xosc"), 1)


def at(x: float, y: float) -> given.WorldPosition:
    return given.WorldPosition(HERE, x, y)


def placed(position: given.WorldPosition) -> RoadPose:
    return RoadPose(position.x, position.y, 0.0, position.h)


def made(shape: object) -> TrajectoryPath:
    return trajectory_path(given.Trajectory(HERE, "t", False, shape), placed, timed=True)


def polyline(*points: tuple) -> given.Polyline:
    return given.Polyline(HERE, tuple(given.Vertex(HERE, at(x, y), t) for x, y, t in points))


def test_a_rational_curve_of_the_second_degree_is_a_circle():
    weights = (1.0, math.sqrt(0.5), 1.0)
    points = tuple(
        given.ControlPoint(HERE, at(*place), None, weight)
        for place, weight in zip(((10, 0), (10, 10), (0, 10)), weights)
    )
    knots = tuple(given.Knot(HERE, value) for value in (0, 0, 0, 1, 1, 1))
    found = made(given.Nurbs(HERE, 3, points, knots))
    assert np.abs(np.hypot(*found.points.T) - 10.0).max() < 1e-9
    assert found.length == pytest.approx(5.0 * math.pi, abs=1e-3)


def test_a_clothoid_turns_by_the_integral_of_its_curvature():
    found = made(given.Clothoid(HERE, 0.0, 0.001, 50.0, at(3, 4)))
    assert found.at(0.0)[:2] == pytest.approx((3.0, 4.0))
    assert found.length == pytest.approx(50.0, abs=1e-3)
    assert found.at(50.0)[2] == pytest.approx(0.001 * 50.0**2 / 2.0, abs=0.01)


@pytest.mark.parametrize(
    ("shape", "said"),
    [
        (polyline((0, 0, 0.0), (1, 0, None)), "all or none"),
        (polyline((0, 0, 1.0), (1, 0, 0.5)), "do not rise"),
        (given.Nurbs(HERE, 4, (), ()), "needs 4 knots"),
    ],
)
def test_trajectories_without_a_path_are_refused(shape: object, said: str):
    with pytest.raises(InputError, match=said):
        made(shape)


def driven(time_reference: object, points: tuple, speed: float = 0.0) -> list:
    """Return x, y and speed each 0.1 s along a polyline. The entity follows it from 1 s on."""
    body = ExternalObjectReference(HERE, "thing")
    entity = Entity(ScenarioObject(HERE, "A", body))
    mover = EntityMover(entity, Roads({}))
    mover.place(*placed(at(points[0][0], points[0][1])), None)
    entity.speed = speed
    shape = given.Trajectory(HERE, "t", False, polyline(*points))
    mode = TrajectoryFollowingMode(HERE, "position")
    motion = TrajectoryMotion(
        FollowTrajectoryAction(HERE, shape, time_reference, mode), made(shape.shape), 1.0
    )
    mover.follow(motion)
    rows = []
    for i in range(1, 31):
        mover.advance(1.0 + 0.1 * i, 0.1)
        rows.append((entity.x, entity.y, entity.speed, motion.progress.value))
    return rows


def test_times_rule_where_they_are_asked_for():
    points = ((0.0, 0.0, 0.0), (10.0, 0.0, 1.0), (10.0, 20.0, 2.0))
    rows = driven(Timing(HERE, "relative", 0.0, 1.0), points)
    assert rows[4][:3] == pytest.approx((5.0, 0.0, 10.0), abs=1e-6)
    assert rows[14][:3] == pytest.approx((10.0, 10.0, 20.0), abs=1e-6)
    assert (rows[18][3], rows[19][3]) == ("running", "ended")
    # Beyond its end the entity goes straight on.
    assert rows[29][:3] == pytest.approx((10.0, 40.0, 20.0), abs=1e-6)


def test_without_times_the_entitys_speed_rules():
    points = ((0.0, 0.0, None), (10.0, 0.0, None), (10.0, 20.0, None))
    rows = driven(Untimed(HERE), points, speed=10.0)
    assert rows[4][:2] == pytest.approx((5.0, 0.0)) and rows[14][:2] == pytest.approx((10.0, 5.0))
    assert (rows[28][3], rows[29][3]) == ("running", "ended")
