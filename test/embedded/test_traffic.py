"""Traffic in the physics: all poses, and boxes near moving models."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from sim.embedded.physics.physics import Physics
from sim.embedded.traffic.traffic import FIRST_SLOTS, REACH, Traffic
from sim.traffic.interpolation import Interpolator
from sim.traffic.state import VehicleType

from .bodies import IDENTITY, box, ground, pose
from .traffic import state

DT = 0.005
TYPES = {0: VehicleType("car", "car", 5.0, 2.0, 1.5), 1: VehicleType("bus", "bus", 12.0, 2.5, 3.0)}


def street(*boxes: float) -> Physics:
    """Return a flat world with dynamic boxes of 0.2 m at these x."""
    physics = Physics((0.0, 0.0, -9.8), DT)
    physics.add_many(
        [
            (ground(), "ground", IDENTITY),
            *((box(), f"box{k}", pose(x=x, z=0.1)) for k, x in enumerate(boxes)),
        ]
    )
    return physics


def filled(physics: Physics, *states) -> Traffic:
    pool = Traffic(physics)
    pool.set_types(TYPES)
    for given in states:
        pool.add(given)
    return pool


def run(physics: Physics, pool: Traffic, seconds: float) -> None:
    for _ in range(round(seconds / DT)):
        pool.update()
        physics.step()
    pool.update()


def boxes_in_use(physics: Physics, pool: Traffic):
    slots = pool._slots
    return (
        {}
        if slots is None
        else {slots.labels[k]: slots.positions[k] for k in np.flatnonzero(slots.used)}
    )


def test_poses_are_those_of_the_interpolation():
    physics, interpolator = street(0.0), Interpolator()
    pool = filled(physics)
    for k in range(10):
        given = state(0.1 * k, [3, 5, 8], [k * 1.0, 40.0 + k, 500.0 + k])
        pool.add(given)
        interpolator.add(given, physics.time)
        for _ in range(20):
            pool.update()
            interpolator.advance(physics.time)
            expected = interpolator.poses(physics.time, np.arange(len(interpolator.state)))
            np.testing.assert_array_equal(pool.poses().position, expected.position)
            np.testing.assert_array_equal(pool.poses().yaw, expected.yaw)
            physics.step()
    assert pool.names() == ["traffic_3", "traffic_5", "traffic_8"]
    one, size = pool.pose("traffic_8")
    np.testing.assert_array_equal(one.position, pool.poses().position[2:])
    np.testing.assert_array_equal(size, [[5.0, 2.0, 1.5]])


def test_only_vehicles_near_a_dynamic_model_have_boxes():
    edge = REACH + 2.5
    physics = street(0.0, 300.0)
    pool = filled(
        physics,
        state(
            0.0,
            range(6),
            [edge - 0.5, edge + 0.5, 100.0, 300.0 - edge + 0.5, 300.0 + edge + 0.5, 1000.0],
            speed=0.0,
        ),
    )
    run(physics, pool, 0.2)
    assert set(boxes_in_use(physics, pool)) == {"traffic_0", "traffic_3"}
    np.testing.assert_allclose(
        boxes_in_use(physics, pool)["traffic_3"], [300.0 - edge + 0.5, 0.0, 0.75]
    )
    assert len(pool.names()) == 6


def test_boxes_that_are_where_they_belong_are_not_moved_again():
    physics = street(0.0)
    pool = filled(physics, state(0.0, [1], [5.0]), state(0.1, [1], [6.0]))
    run(physics, pool, 0.15)
    moment = physics.moment
    # The next state changes nothing before it is due.
    pool.add(state(0.2, [1], [7.0]))
    pool.update()
    assert physics.moment == moment
    run(physics, pool, DT)
    assert physics.moment != moment


def test_a_long_vehicle_reaches_further():
    physics = street(0.0)
    pool = filled(physics, state(0.0, [0], [REACH + 5.0], speed=0.0, kind=1))
    run(physics, pool, 0.2)
    assert list(boxes_in_use(physics, pool)) == ["traffic_0"]
    np.testing.assert_array_equal(pool._slots.half_sizes[0], [6.0, 1.25, 1.5])


def test_without_dynamic_models_there_is_no_box():
    physics = street()
    pool = filled(physics, state(0.0, range(50), np.arange(50.0), speed=0.0))
    run(physics, pool, 0.2)
    assert pool._slots is None and len(pool.poses().yaw) == 50


def test_boxes_come_and_go_as_vehicles_pass():
    physics = street(0.0)
    pool = filled(physics)
    used = []
    for k in range(60):
        pool.add(state(0.1 * k, [7], [-60.0 + 2.0 * k], speed=20.0))
        run(physics, pool, 0.1)
        used.append(len(boxes_in_use(physics, pool)))
    assert used[0] == 0 and used[30] == 1 and used[-1] == 0
    assert np.abs(np.diff(used)).sum() == 2


def test_boxes_have_the_sizes_of_who_is_near():
    physics = street(0.0)
    pool = filled(physics, state(0.0, [1], [5.0]))

    def half_sizes():
        run(physics, pool, 0.1)
        slots = pool._slots
        return slots.half_sizes[slots.used].tolist()

    run(physics, pool, 0.1)
    assert half_sizes() == [[2.5, 1.0, 0.75]]
    pool.add(state(0.2, [2], [5.0], kind=1))
    run(physics, pool, 0.1)
    assert half_sizes() == [[6.0, 1.25, 1.5]]
    pool.set_types({1: VehicleType("van", "van", 6.0, 2.2, 2.6)})
    assert half_sizes() == [[3.0, 1.1, 1.3]]


def test_a_vehicle_that_leaves_takes_its_box_along():
    physics = street(0.0)
    pool = filled(
        physics, state(0.0, [1, 2], [5.0, 12.0], speed=0.0), state(0.1, [2], [12.0], speed=0.0)
    )
    run(physics, pool, 0.15)
    assert set(boxes_in_use(physics, pool)) == {"traffic_1", "traffic_2"}
    run(physics, pool, 0.1)
    assert set(boxes_in_use(physics, pool)) == {"traffic_2"} and pool.names() == ["traffic_2"]
    pool.clear()
    pool.update()
    assert boxes_in_use(physics, pool) == {} and pool.names() == []


def test_a_repeated_early_stamp_empties_the_road_until_due():
    physics = street(0.0)
    pool = filled(
        physics,
        state(0.0, [1, 2], [5.0, 12.0], speed=0.0),
        state(0.1, [1, 2], [5.0, 12.0], speed=0.0),
    )
    run(physics, pool, 0.15)
    assert len(boxes_in_use(physics, pool)) == 2
    pool.add(state(0.1, [3], [6.0], speed=0.0))
    for _ in range(2):
        pool.update()
        assert boxes_in_use(physics, pool) == {} and pool.names() == []
        physics.step()
    run(physics, pool, 0.1)
    assert set(boxes_in_use(physics, pool)) == {"traffic_3"}


def test_the_pool_grows_with_what_is_near_and_keeps_its_boxes():
    physics = street(0.0)
    pool, sizes = filled(physics), []
    for k, count in enumerate((3, FIRST_SLOTS, FIRST_SLOTS + 1, 200, 5)):
        pool.add(state(0.1 * k, range(count), np.linspace(-25.0, 25.0, count), speed=0.0, y=5.0))
        run(physics, pool, 0.1)
        sizes.append((len(boxes_in_use(physics, pool)), pool._slots.count))
    assert sizes == [
        (3, FIRST_SLOTS),
        (FIRST_SLOTS, FIRST_SLOTS),
        (FIRST_SLOTS + 1, 2 * FIRST_SLOTS),
        (200, 200),
        (5, 200),
    ]


def test_a_model_that_moves_next_to_traffic_meets_it_at_once():
    physics = street(0.0)
    pool = filled(physics, state(0.0, [4], [200.0], speed=0.0))
    run(physics, pool, 0.2)
    assert boxes_in_use(physics, pool) == {}
    physics.poses.set_model_pose("box0", pose(x=197.45, z=0.1))
    pool.touch()
    pool.update()
    assert ("box0", "traffic_4") in physics.contacts.pairs()


def test_a_traffic_vehicle_pushes_a_dynamic_box():
    physics = street(6.0)
    pool, met = filled(physics), set()
    for k in range(20):
        pool.add(state(0.1 * k, [9], [0.5 * k], speed=5.0))
        for _ in range(20):
            pool.update()
            physics.step()
            met.update(physics.contacts.pairs())
    front = pool.poses().position[0, 0] + 2.5
    assert ("box0", "traffic_9") in met
    assert physics.poses.model_pose("box0")[0, 3] > front and front > 8.0


def test_a_vehicle_on_a_slope_has_its_box_on_the_slope():
    """Uphill along +x at 10 %, the box's lower rear edge is on the slope.

    Its centre is above it along the slope's normal.
    """
    physics, slope = street(100.0), -np.arctan(0.1)
    up = replace(
        state(0.0, [4], [100.0], speed=0.0), pitch=np.array([slope]), roll=np.array([0.03])
    )
    pool = filled(physics, up, replace(up, time=0.1))
    run(physics, pool, 0.15)
    body = pool._slots.body_ids[0]
    physics.refresh()
    rotation, place = physics.data.xmat[body].reshape(3, 3), physics.data.xpos[body]
    np.testing.assert_allclose(rotation[:, 0], [np.cos(slope), 0.0, -np.sin(slope)], atol=1e-9)
    assert rotation[2, 1] == pytest.approx(np.sin(0.03) * np.cos(slope))
    np.testing.assert_allclose(place - 0.75 * rotation[:, 2], [100.0, 0.0, 0.0], atol=1e-9)


def test_a_vehicle_of_a_type_not_yet_known_is_a_car():
    physics = street(0.0)
    pool = Traffic(physics)
    pool.add(state(0.0, [0], [5.0], speed=0.0, kind=7))
    run(physics, pool, 0.2)
    np.testing.assert_array_equal(2.0 * pool._slots.half_sizes[0], [4.6, 1.8, 1.5])


@pytest.mark.parametrize(
    "name",
    ["traffic_99", "traffic_", "traffic_x", "traffic_²", "traffic_" + 5000 * "9", "box0", ""],
)
def test_a_stranger_has_no_pose(name):
    physics = street(0.0)
    pool = filled(physics, state(0.0, [0], [5.0]))
    run(physics, pool, 0.15)
    assert len(pool.pose(name)[0].yaw) == 0
