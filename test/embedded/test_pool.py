"""Traffic slots: boxes that move, resize and collide without a recompile."""

from __future__ import annotations

import numpy as np
import pytest

from sim.embedded.physics.frames import quaternions_of_angles
from sim.embedded.physics.scene import Scene
from sim.errors import InputError

from .bodies import IDENTITY, arm, box, ground, pose

CAR = (4.0, 2.0, 1.5)


def turned(*yaws: float) -> np.ndarray:
    """Quaternions (k, 4) of boxes that stand upright."""
    return quaternions_of_angles(np.array(yaws)[:, None])


def street() -> Scene:
    scene = Scene((0.0, 0.0, -9.8), 0.002)
    scene.add_many([(ground(), "ground", IDENTITY), (box(), "box", pose(z=0.1))])
    return scene


def test_parked_slots_touch_nothing():
    scene = street()
    slots = scene.models.add_slots(5, CAR)
    scene.step(10)
    assert len(slots) == 5
    assert scene.contacts() == [("box", "ground")]
    np.testing.assert_array_equal(scene.data.xpos[slots.body_ids][:, 2], -1000.0)


def test_slot_pushes_a_dynamic_box():
    scene = street()
    slots = scene.models.add_slots(2, CAR)
    slots.labels[1] = "car7"
    met = set()
    for step in range(300):
        slots.set(np.array([1]), np.array([[-3.0 + 0.01 * step, 0.0, 0.75]]), turned(0.0))
        scene.step()
        met.update(scene.contacts())
    assert ("box", "car7") in met
    assert scene.model_pose("box")[0, 3] > 2.04


@pytest.mark.parametrize("other", ["box", "arm"])
def test_slot_hits_with_the_size_it_was_given(other):
    scene = street()
    scene.add(arm(True), "arm", pose(x=20.0, z=0.1))
    slots = scene.models.add_slots(1, (0.2, 0.2, 0.2))
    slots.labels[0] = "bus"
    x = scene.model_pose(other)[0, 3]
    slots.set(
        np.array([0]), np.array([[x - 5.9, 0.0, 1.5]]), turned(0.0), np.array([[6.0, 1.25, 1.5]])
    )
    assert tuple(sorted((other, "bus"))) in scene.contacts()
    slots.set(np.array([0]), np.array([[x - 5.9, 0.0, 1.5]]), turned(np.pi / 2))
    assert all("bus" not in pair for pair in scene.contacts())
    slots.set(np.array([0]), np.array([[x, -5.9, 1.5]]), turned(np.pi / 2))
    assert tuple(sorted((other, "bus"))) in scene.contacts()
    slots.park(np.array([0]))
    assert all("bus" not in pair for pair in scene.contacts())


def test_slots_do_not_touch_each_other_or_static_models():
    scene = street()
    scene.add(box((2.0, 2.0, 2.0), static=True), "wall", pose(x=30.0))
    slots = scene.models.add_slots(2, CAR)
    slots.set(np.array([0, 1]), np.array([[30.0, 0.0, 0.7], [31.0, 0.0, 0.7]]), turned(0.0, 0.0))
    assert scene.contacts() == [("box", "ground")]


def test_slots_survive_recompiles_and_grow():
    scene = street()
    slots = scene.models.add_slots(2, CAR)
    slots.labels[0] = "car"
    slots.set(
        np.array([0]), np.array([[1.9, 0.0, 0.75]]), turned(0.1), np.array([[2.5, 1.0, 0.75]])
    )
    assert scene.models.add_slots(3, CAR) is slots
    scene.add(box(), "other", pose(y=10.0, z=1.0))
    np.testing.assert_array_equal(
        scene.model.geom_size[scene.model.body_geomadr[slots.body_ids[0]]], (2.5, 1.0, 0.75)
    )
    np.testing.assert_array_equal(
        scene.data.mocap_pos[scene.model.body_mocapid[slots.body_ids[0]]], (1.9, 0.0, 0.75)
    )
    assert ("box", "car") in scene.contacts()
    assert slots.count == 5 and slots.used.tolist() == [True, False, False, False, False]
    scene.remove("box")
    assert all("car" not in pair for pair in scene.contacts())


def test_slot_writes_stay_within_their_slots():
    scene = street()
    slots = scene.models.add_slots(4, CAR)
    slots.set(np.array([2, 0]), np.array([[10.0, 0.0, 1.0], [20.0, 0.0, 1.0]]), turned(0.5, 0.0))
    scene.step()
    np.testing.assert_array_equal(scene.data.xpos[slots.body_ids][:, 0], (20.0, 0.0, 10.0, 0.0))
    np.testing.assert_allclose(
        scene.data.xquat[slots.body_ids[2]], (np.cos(0.25), 0.0, 0.0, np.sin(0.25))
    )


def test_reset_leaves_slots_to_their_owner():
    scene = street()
    slots = scene.models.add_slots(2, CAR)
    slots.label(["car"])
    slots.set(np.array([0]), np.array([[1.0, 0.0, 0.75]]), turned(0.0))
    scene.reset()
    assert scene.contacts() == [("box", "car"), ("box", "ground")]
    np.testing.assert_array_equal(scene.data.xpos[slots.body_ids][:, 2], (0.75, -1000.0))


@pytest.mark.parametrize("count", [0, -1])
def test_empty_pools_are_refused(count):
    with pytest.raises(InputError, match="slot"):
        street().models.add_slots(count, CAR)
