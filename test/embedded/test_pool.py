"""Traffic slots: boxes that move, resize and collide without a recompile."""

from __future__ import annotations

import numpy as np
import pytest

from sim.embedded.physics.frames import quaternions_of_angles, rotate
from sim.embedded.physics.physics import Physics
from sim.errors import InputError
from sim.traffic.interpolation import CubicMotion

from .bodies import IDENTITY, arm, box, ground, pair_of_boxes, pose

CAR = (4.0, 2.0, 1.5)


def turned(*yaws: float) -> np.ndarray:
    """Return quaternions (k, 4) of upright boxes."""
    return quaternions_of_angles(np.array(yaws)[:, None])


def street() -> Physics:
    physics = Physics((0.0, 0.0, -9.8), 0.002)
    physics.add_many([(ground(), "ground", IDENTITY), (box(), "box", pose(z=0.1))])
    return physics


def test_parked_slots_touch_nothing():
    physics = street()
    slots = physics.models.add_slots(5, CAR)
    physics.step(10)
    assert len(slots) == 5
    assert physics.contacts.pairs() == [("box", "ground")]
    np.testing.assert_array_equal(physics.data.xpos[slots.body_ids][:, 2], -1000.0)


@pytest.mark.parametrize("body", [box(), pair_of_boxes()], ids=["one geom", "several"])
def test_slot_pushes_a_dynamic_box(body):
    physics = Physics((0.0, 0.0, -9.8), 0.002)
    physics.add_many([(ground(), "ground", IDENTITY), (body, "box", pose(z=0.1))])
    slots = physics.models.add_slots(2, CAR)
    slots.labels[1] = "car7"
    met = set()
    for step in range(300):
        slots.set(np.array([1]), np.array([[-3.0 + 0.01 * step, 0.0, 0.75]]), turned(0.0))
        physics.step()
        met.update(physics.contacts.pairs())
    assert ("box", "car7") in met
    assert physics.poses.model_pose("box")[0, 3] > 2.04


@pytest.mark.parametrize("columns", [4, 6])
def test_boxes_stand_with_their_base_on_what_moves(columns):
    physics = street()
    slots = physics.models.add_slots(4, CAR)
    halves = np.array([[2.0, 1.0, 0.7], [6.0, 1.2, 1.6], [1.0, 0.4, 0.8]])
    coefficients = np.random.default_rng(1).normal(size=(4, 3, columns))
    slots.use(np.arange(3), halves)
    for time in (0.0, 0.04, 0.3):
        slots.move(CubicMotion(0.1, 0.2, coefficients), 0.1 + time, halves[:, 2].copy())
        x, y, z, *angles = np.einsum("p,pkc->ck", min(time, 0.1) ** np.arange(4), coefficients)
        turn = quaternions_of_angles(np.stack(angles, axis=1))
        up = rotate(turn, halves * [0.0, 0.0, 1.0])
        np.testing.assert_allclose(slots.positions[:3], np.stack([x, y, z], axis=1) + up)
        np.testing.assert_allclose(slots.quaternions[:3], turn)
        physics.refresh()
        np.testing.assert_allclose(physics.data.xpos[slots.body_ids[:3]], slots.positions[:3])
    np.testing.assert_array_equal(slots.positions[3], [0.0, 0.0, -1000.0])


@pytest.mark.parametrize("other", ["box", "arm"])
def test_slot_hits_with_the_size_it_was_given(other):
    physics = street()
    physics.add(arm(True), "arm", pose(x=20.0, z=0.1))
    slots = physics.models.add_slots(1, (0.2, 0.2, 0.2))
    slots.labels[0] = "bus"
    x = physics.poses.model_pose(other)[0, 3]
    slots.set(
        np.array([0]), np.array([[x - 5.9, 0.0, 1.5]]), turned(0.0), np.array([[6.0, 1.25, 1.5]])
    )
    assert tuple(sorted((other, "bus"))) in physics.contacts.pairs()
    slots.set(np.array([0]), np.array([[x - 5.9, 0.0, 1.5]]), turned(np.pi / 2))
    assert all("bus" not in pair for pair in physics.contacts.pairs())
    slots.set(np.array([0]), np.array([[x, -5.9, 1.5]]), turned(np.pi / 2))
    assert tuple(sorted((other, "bus"))) in physics.contacts.pairs()
    slots.park(np.array([0]))
    assert all("bus" not in pair for pair in physics.contacts.pairs())


def test_slots_do_not_touch_each_other_or_static_models():
    physics = street()
    physics.add(box((2.0, 2.0, 2.0), static=True), "wall", pose(x=30.0))
    slots = physics.models.add_slots(2, CAR)
    slots.set(np.array([0, 1]), np.array([[30.0, 0.0, 0.7], [31.0, 0.0, 0.7]]), turned(0.0, 0.0))
    assert physics.contacts.pairs() == [("box", "ground")]


def test_slots_survive_recompiles_and_grow():
    physics = street()
    slots = physics.models.add_slots(2, CAR)
    slots.labels[0] = "car"
    slots.set(
        np.array([0]), np.array([[1.9, 0.0, 0.75]]), turned(0.1), np.array([[2.5, 1.0, 0.75]])
    )
    assert physics.models.add_slots(3, CAR) is slots
    physics.add(box(), "other", pose(y=10.0, z=1.0))
    np.testing.assert_array_equal(
        physics.model.geom_size[physics.model.body_geomadr[slots.body_ids[0]]], (2.5, 1.0, 0.75)
    )
    np.testing.assert_array_equal(
        physics.data.mocap_pos[physics.model.body_mocapid[slots.body_ids[0]]], (1.9, 0.0, 0.75)
    )
    assert ("box", "car") in physics.contacts.pairs()
    assert slots.count == 5 and slots.used.tolist() == [True, False, False, False, False]
    physics.remove("box")
    assert all("car" not in pair for pair in physics.contacts.pairs())


def test_slot_writes_stay_within_their_slots():
    physics = street()
    slots = physics.models.add_slots(4, CAR)
    slots.set(np.array([2, 0]), np.array([[10.0, 0.0, 1.0], [20.0, 0.0, 1.0]]), turned(0.5, 0.0))
    physics.step()
    np.testing.assert_array_equal(physics.data.xpos[slots.body_ids][:, 0], (20.0, 0.0, 10.0, 0.0))
    np.testing.assert_allclose(
        physics.data.xquat[slots.body_ids[2]], (np.cos(0.25), 0.0, 0.0, np.sin(0.25))
    )


def test_reset_leaves_slots_to_their_owner():
    physics = street()
    slots = physics.models.add_slots(2, CAR)
    slots.label(["car"])
    slots.set(np.array([0]), np.array([[1.0, 0.0, 0.75]]), turned(0.0))
    physics.reset()
    assert physics.contacts.pairs() == [("box", "car"), ("box", "ground")]
    np.testing.assert_array_equal(physics.data.xpos[slots.body_ids][:, 2], (0.75, -1000.0))


@pytest.mark.parametrize("count", [0, -1])
def test_empty_pools_are_refused(count):
    with pytest.raises(InputError, match="slot"):
        street().models.add_slots(count, CAR)
