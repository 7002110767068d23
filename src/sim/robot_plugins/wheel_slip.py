"""Settings of wheels that slip (``laws/robot_plugins/wheel_slip.h``), read from the rows of
``libgazebo_ros_wheel_slip.so``. SI units.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Tuple

import numpy as np

from sim.arrays import Array
from sim.errors import InputError
from sim.laws.library import COUNT, POINTER, Laws, address
from sim.robot_plugins.settings import WHEEL_SLIP, PluginSettings
from sim.sdf.types import Cylinder, Link, Model, Sphere

LAWS = Laws("sim_laws", {"sim_slip_wheel": (None, [POINTER, COUNT, POINTER])})


@dataclass(frozen=True)
class SlipWheel:
    """Wheel that slips under force.

    ``axle`` (3,) is in the link's frame; ``normal_force`` is the configured load in N; ``lateral``
    (along the axle) and ``longitudinal`` are slip compliances per N of force and N of load.
    """

    link: str
    axle: Array
    radius: float
    normal_force: float
    lateral: float
    longitudinal: float


def slip_wheels(settings: PluginSettings, model: Model) -> Tuple[SlipWheel, ...]:
    """Return the slipping wheels of a plugin, if it is of this kind.

    Raises InputError for a link that is not a wheel.
    """
    if settings.filename != WHEEL_SLIP:
        return ()
    return tuple(_wheel(settings, row, model) for row in range(settings.rows))


def _wheel(settings: PluginSettings, row: int, model: Model) -> SlipWheel:
    name = settings.text(f"wheel/{row}/link_name")
    where = f"{model.name}: wheel {name} of wheel_slip"
    link = next(one for one in model.links if one.name == name)
    joints = [joint for joint in model.joints if joint.child == name]
    if len(link.collisions) != 1:
        raise InputError(where, f"has {len(link.collisions)} collisions; a wheel has one")
    if len(joints) != 1 or joints[0].axis is None or joints[0].kind == "fixed":
        raise InputError(where, "must be the child of one joint with one axis")
    numbers = np.zeros(4)
    LAWS().sim_slip_wheel(settings.law, row, address(numbers))
    radius, normal_force, lateral, longitudinal = numbers.tolist()
    radius = radius or _radius(link)
    if radius <= 0.0:
        raise InputError(where, "needs <wheel_radius>: its collision is not a cylinder or a sphere")
    axle = joints[0].child_from_joint[:3, :3] @ np.asarray(joints[0].axis.xyz)
    return SlipWheel(name, axle, radius, normal_force, lateral, longitudinal)


def _radius(link: Link) -> float:
    shape = link.collisions[0].geometry
    return shape.radius if isinstance(shape, (Cylinder, Sphere)) else 0.0
