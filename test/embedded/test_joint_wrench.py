"""Wrench of a joint from weight and external loads.

It is in the child's axes about its anchor.
"""

from __future__ import annotations

import numpy as np
import pytest

from sim.embedded.physics.physics import Physics
from sim.embedded.robot_plugins.joint_wrench import JointWrench
from sim.sdf.types import Axis, Inertial, Joint, Link, Model
from sim.transforms import transform_from_rpy

MASS = 2.0  # kg
LEVER_ARM = 0.5  # m


def arm(kind: str) -> Model:
    """Return a link along x from its joint at the world. It is turned by a quarter about x."""
    centre = np.eye(4)
    centre[0, 3] = LEVER_ARM
    inertial = Inertial(MASS, centre, 0.01 * np.eye(3))
    axis = None if kind == "fixed" else Axis((0.0, 1.0, 0.0))
    turned = transform_from_rpy((0.0, 0.0, 1.0), (np.pi / 2, 0.0, 0.0))
    return Model(
        "arm",
        np.eye(4),
        False,
        (Link("link", turned, inertial),),
        (Joint("wrist", kind, "world", "link", np.eye(4), axis),),
    )


@pytest.mark.parametrize("kind", ["fixed", "revolute"])
def test_a_joint_feels_weight_and_what_pushes(kind: str) -> None:
    physics = Physics(timestep=0.002)
    physics.add(arm(kind), "arm", np.eye(4))
    wrench = JointWrench(physics, "arm", "wrist")
    wrench.wanted = True
    point = np.array([2 * LEVER_ARM, 0.0, 1.0])
    physics.apply_wrench("arm", "link", (0.0, 3.0, 0.0), (0.0, 0.0, 0.0), point)
    physics.step()
    # The world's z is the link's y, its y the link's -z. The axis of the hinge is level.
    weight = MASS * 9.8
    turning = -weight * LEVER_ARM if kind == "fixed" else None
    np.testing.assert_allclose(wrench.force[[0, 1]], (0.0, -weight), atol=1e-6)
    in_parent = wrench.parent_from_child @ wrench.force
    np.testing.assert_allclose(in_parent[[0, 2]], (0.0, -weight), atol=1e-6)
    if kind == "fixed":
        np.testing.assert_allclose(wrench.force[2], -3.0, atol=1e-6)
        np.testing.assert_allclose(wrench.torque, (0.0, 3.0 * 2 * LEVER_ARM, turning), atol=1e-6)
    else:
        assert wrench.torque[1] == pytest.approx(0.0, abs=1e-6)
        assert wrench.torque[2] == pytest.approx(-weight * LEVER_ARM, abs=1e-6)


def test_nothing_is_worked_out_that_nobody_wants() -> None:
    physics = Physics(timestep=0.002)
    physics.add(arm("fixed"), "arm", np.eye(4))
    wrench = JointWrench(physics, "arm", "wrist")
    physics.step()
    assert not wrench.force.any() and not physics.force_readers
