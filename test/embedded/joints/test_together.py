"""Steps of driven models in one call equal single ones exactly."""

from __future__ import annotations

import logging
from typing import List

import numpy as np
import pytest

from sim.embedded.joints.command import CommandPoint
from sim.embedded.joints.gripper import GripperOrder
from sim.sdf.types import Box, Collision, Inertial, Link, Model

from ..bodies import IDENTITY, pose
from .rigs import Stand, disc, rig
from .test_force_torque import arm

JOINTS = [f"joint_{k + 1}" for k in range(6)]
MODELS = ("fanuc", "hand", "cup")
# Simulated s between two looks.
LOOK = 0.25


def block() -> Model:
    hull = Collision("hull", IDENTITY, Box((0.3, 0.3, 0.3)))
    link = Link("link", IDENTITY, Inertial(1.0, IDENTITY, np.eye(3)), (hull,))
    return Model("block", IDENTITY, True, (link,))


def scene() -> Stand:
    """Return a robot before a box, a hand above a disc, and a cup."""
    stand = Stand(
        (arm("fanuc"), pose(x=-3.0, z=0.2)),
        (block(), pose(x=-2.9, z=0.15)),
        (disc(), pose()),
        (rig("hand"), IDENTITY),
        (rig("cup"), pose(x=3.0)),
    )
    stand.mechanisms.force_torque("fanuc").wanted = True
    return stand


def act(stand: Stand, look: int) -> None:
    """Send the requests of each look. Orders and commands begin between two looks."""
    mechanisms, now = stand.mechanisms, stand.physics.time
    if look == 0:
        mechanisms.order("hand", GripperOrder(now + 0.0533, 0.08))
        mechanisms.command("hand", now, ["height"], [CommandPoint(0.4, (-0.212,), (0.0,))])
    if look == 1:
        mechanisms.order("cup", GripperOrder(now + 0.0333, vacuum=True))
        mechanisms.command(
            "fanuc", now + 0.1, JOINTS, [CommandPoint(0.5, (0.4, 0.2, -0.2, 0.1, 0.5, 1.0))]
        )
    if look == 2:
        mechanisms.order("cup", GripperOrder(now + 0.0333, vacuum=False))
        mechanisms.order("hand", GripperOrder(now, 0.0))
    if look == 3:
        # Faster than it can, and into the box.
        to = (0.4, 1.6, -0.9, 0.1, 0.5, 1.0)
        mechanisms.command("fanuc", now, JOINTS, [CommandPoint(0.3, to, (0.0,) * 6)])
        mechanisms.force_torque("fanuc").wanted = False
    if look == 4:
        mechanisms.command("hand", now, ["height"], [CommandPoint(0.2, (0.0,), (0.0,))])
    if look == 6:
        mechanisms.order("hand", GripperOrder(now, 0.1))
        mechanisms.force_torque("fanuc").wanted = True


def bits(stand: Stand) -> List[str]:
    """Return everything that the next step depends on or that is reported."""
    data, mechanisms = stand.physics.data, stand.mechanisms
    kept = ("qpos", "qvel", "qacc_warmstart", "qfrc_applied")
    found = [getattr(data, name).tobytes().hex() for name in kept]
    found += [repr(mechanisms.states(name)) for name in MODELS]
    found += [repr(mechanisms.report(name)) for name in MODELS]
    stop = mechanisms.contact_stop("fanuc")
    found += [repr(stop.last), repr(stop.pressing()), repr(stop._places)]
    return [*found, repr(mechanisms.force_torque("fanuc").reading())]


@pytest.mark.not_quick
def test_steps_together_are_those_one_by_one(caplog):
    together, single = scene(), scene()
    seen, said, calls, stopped = ([], []), ([], []), [], False
    for which, stand in enumerate((together, single)):
        steps = round(LOOK / stand.physics.timestep)
        for look in range(8):
            act(stand, look)
            left = steps
            with caplog.at_level(logging.WARNING):
                while left:
                    made = stand.simulation.advance(left if stand is together else 1)
                    calls += [made] if stand is together else []
                    left -= made
            seen[which].append(bits(stand))
            said[which].extend(caplog.messages)
            caplog.clear()
        stopped = stand.mechanisms.contact_stop("fanuc").last is not None
    for one, other in zip(*seen):
        assert one == other
    assert said[0] == said[1] and any("velocity limit" in line for line in said[0])
    assert stopped and any("thing='disc'" in text for look in seen[1] for text in look)
    assert max(calls) > 20 and 1 in calls
    assert sum(calls) == 8 * steps
