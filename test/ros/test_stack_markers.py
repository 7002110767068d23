"""RViz markers of the example stack."""

from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("visualization_msgs")
from visualization_msgs.msg import Marker

from sim.driving_stack.obstacles import ObstacleBox
from sim.driving_stack.overlay import BOX_COLOR, PERSON_COLOR
from sim.driving_stack.tracks import ObjectTrack
from sim.ros.conversions import header
from sim.ros.driving_stack.markers import light_marker, plan_marker, track_marker

HEAD = header(2.0)


def colour(marker: Marker) -> list:
    return [round(255 * part) for part in (marker.color.r, marker.color.g, marker.color.b)]


def test_a_track_is_a_box_on_the_ground_in_the_colour_of_what_it_is() -> None:
    boxes = (
        ObstacleBox(10.0, 4.0, 0.5 * np.pi, 4.6, 1.8, 1.5),
        ObstacleBox(8.0, -3.0, 0.0, 0.5, 0.4, 1.75),
    )
    car, person = (
        track_marker(ObjectTrack(box, (0.0, 0.0), 2.0, 5, (0.0, 0.0)), number, HEAD)
        for number, box in enumerate(boxes)
    )
    at, turn = car.pose.position, car.pose.orientation
    assert (at.x, at.y, at.z, car.scale.x, car.scale.z) == (10.0, 4.0, 0.75, 4.6, 1.5)
    assert (turn.z, turn.w) == pytest.approx((np.sqrt(0.5), np.sqrt(0.5)))
    assert (colour(car), colour(person)) == (list(BOX_COLOR), list(PERSON_COLOR))
    assert (car.ns, car.id) == (person.ns, person.id - 1)


def test_a_plan_is_a_line_and_a_light_a_ball_of_its_colour() -> None:
    plan = plan_marker(np.array([[1.0, 2.0], [3.0, 4.0]]), HEAD)
    assert [(point.x, point.y) for point in plan.points] == [(1.0, 2.0), (3.0, 4.0)]
    assert plan.type == Marker.LINE_STRIP and all(0.0 < point.z < 0.3 for point in plan.points)
    red, unseen = (
        light_marker((np.array([5.0, 6.0, 5.5]), name), 0, HEAD) for name in ("red", "unknown")
    )
    assert red.pose.position.z == 5.5 and colour(red)[0] > 200 > colour(red)[1]
    assert len(set(colour(unseen))) == 1
