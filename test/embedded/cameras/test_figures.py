"""Traffic models as meshes: lit lamps of bodies, and swing of limbs."""

from __future__ import annotations

import numpy as np

from sim.embedded.cameras.figures import figure_of, limb_poses, type_figure
from sim.embedded.cameras.moment import ShownVehicles
from sim.sdf.reader import read_model
from sim.traffic.lamps import vehicle_lamps
from sim.traffic.state import VehicleType

from .pictures import MODELS

STRIDE_LENGTH = 1.4  # m
SWING_ANGLE = 0.4  # rad


def figure(model: str):
    return figure_of(read_model(MODELS.resolve(f"model://{model}"), MODELS.paths)[0])


def test_each_lamp_combination_has_a_body():
    bodies = figure("car").bodies
    for bits, body in enumerate(bodies):
        colors = np.concatenate([mesh.colors for mesh in body])
        for number, (_, lit) in enumerate(list(vehicle_lamps().items())[:2]):
            assert bool(bits >> number & 1) <= bool(
                (np.abs(colors - lit[:3]) < 1e-6).all(axis=1).any()
            )
        # The car lacks blue lamps.
        assert body is bodies[bits & 7]
    # One mesh for everything but lamps, and one for each sum of lamps.
    assert len({mesh.key for body in bodies for mesh in body}) == 9 and len(bodies) == 16
    assert len(figure("bicycle").bodies) == 1


def test_a_type_has_its_own_size_and_colour():
    kind = VehicleType("semi", "truck", 16.5, 2.55, 4.0, (0.2, 0.5, 0.3))
    shown = [
        np.concatenate([mesh.corners.reshape(-1, 3) for mesh in type_figure(one, MODELS).bodies[0]])
        for one in (kind, VehicleType("t", "truck", 9.0, 2.5, 3.6))
    ]
    np.testing.assert_allclose(
        np.ptp(shown[0], axis=0) / np.ptp(shown[1], axis=0),
        np.array((16.5, 2.55, 4.0)) / (9.0, 2.5, 3.6),
        rtol=1e-3,
    )
    colors = np.concatenate([mesh.colors for mesh in type_figure(kind, MODELS).bodies[0]])
    assert (np.abs(colors - kind.color) < 1e-3).all(axis=1).any()


def test_limbs_swing_by_the_way_walked():
    """Legs hang from fixed hips; the left leg swings with the right arm.

    The maximum is a quarter of a step after the middle.
    """
    limbs = figure("pedestrian").limbs
    assert sorted(limb.forward for limb in limbs) == [-1.0, -1.0, 1.0, 1.0]
    count = 3
    along = np.array([0.0, STRIDE_LENGTH / 4, STRIDE_LENGTH / 4])
    traffic = ShownVehicles(
        np.zeros(count),
        np.zeros(count),
        np.array([2.0, 2.0, 0.0]),
        np.stack([along, np.zeros(count), np.zeros(count)], axis=1),
        np.zeros(count),
        np.tile(np.eye(3), (count, 1, 1)),
    )
    for limb in limbs:
        places, turns = limb_poses(limb, traffic, np.arange(count))
        joints = places + limb.reach * turns[:, :, 2] - traffic.position
        np.testing.assert_allclose(joints, np.tile(limb.joint, (count, 1)), atol=1e-12)
        pitch = np.arctan2(turns[:, 0, 2], turns[:, 0, 0])
        np.testing.assert_allclose(pitch, [0.0, -SWING_ANGLE * limb.forward, 0.0], atol=1e-12)


def test_riders_do_not_swing_their_limbs():
    assert figure("bicycle").limbs == ()
