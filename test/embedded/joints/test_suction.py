"""A cup holds an object on its mouth, within its limits.

They are a weight and a force.
"""

from __future__ import annotations

import numpy as np
import pytest

from ..bodies import IDENTITY, box, pose
from .rigs import DISC_HEIGHT, Stand, disc, rig

# m: the mouth is at 0.25 above the ground.
TOUCHING = DISC_HEIGHT + 0.001 - 0.25


def sucking(mass: float = 0.5, to: float = TOUCHING, at: np.ndarray = IDENTITY) -> Stand:
    """Return the cup brought down to a disc with its vacuum on."""
    stand = Stand((disc(mass), at), (rig("cup"), IDENTITY))
    stand.grip("cup", vacuum=True)
    stand.move("cup", "height", to)
    return stand


def test_a_cup_lifts_an_object_and_drops_it_when_switched_off():
    stand = sucking()
    report = stand.report("cup")
    assert (report.kind, report.vacuum, report.holding, report.thing, report.assisted) == (
        "vacuum",
        True,
        True,
        "disc",
        True,
    )
    stand.move("cup", "height", 0.0)
    assert stand.at("disc")[2] == pytest.approx(0.25 - DISC_HEIGHT - 0.001, abs=5e-3)
    assert stand.report("cup").force == pytest.approx(0.5 * 9.8, rel=0.02)
    stand.physics.add(box(), "box", pose(2.0, 2.0, 0.1))
    stand.move("cup", "along", 0.25)
    assert stand.at("disc")[0] == pytest.approx(0.25, abs=1e-3)
    stand.grip("cup", vacuum=False)
    stand.run(0.4)
    assert not stand.report("cup").holding and stand.at("disc")[2] == pytest.approx(0.0, abs=1e-3)


@pytest.mark.parametrize(
    "mass, to, at, holds",
    [
        (0.9, TOUCHING, IDENTITY, True),
        (1.1, TOUCHING, IDENTITY, False),
        (0.5, TOUCHING + 0.003, IDENTITY, True),
        (0.5, TOUCHING + 0.006, IDENTITY, False),
        (0.5, TOUCHING, pose(x=0.015), True),
        (0.5, TOUCHING, pose(x=0.019), False),
    ],
)
def test_payload_reach_and_a_mouth_half_open(mass, to, at, holds):
    assert sucking(mass, to, at).report("cup").holding == holds


@pytest.mark.parametrize("tilt, holds", [(0.15, True), (0.25, False)])
def test_only_what_lies_across_the_cup_closes_it(tilt, holds):
    stand = Stand((rig("cup"), IDENTITY))
    stand.physics.set_gravity(np.zeros(3))
    stand.physics.add(
        box((0.1, 0.1, 0.1), 0.2), "box", pose(z=0.248) @ pose(pitch=tilt) @ pose(z=-0.05)
    )
    stand.grip("cup", vacuum=True)
    stand.run(0.1)
    assert stand.report("cup").holding == holds


@pytest.mark.not_quick
def test_it_breaks_loose_by_pull_and_by_shear_but_not_by_pressing(caplog):
    for force, holds in (
        ((0.0, 0.0, 12.0), True),
        ((0.0, 0.0, 60.0), True),
        ((0.0, 0.0, -8.0), True),
        ((0.0, 0.0, -14.0), False),
        ((11.0, 0.0, 0.0), True),
        ((16.0, 0.0, 0.0), False),
    ):
        stand = sucking()
        stand.move("cup", "height", 0.0)
        for _ in range(50):
            stand.physics.apply_wrench(
                "disc", "link", force, (0.0, 0.0, 0.0), stand.at("disc", "link")
            )
            stand.run(stand.physics.timestep)
        assert stand.report("cup").holding == holds, force
    assert "disc breaks loose from the cup" in caplog.text
    # A lost object is taken again when it is requested and near.
    assert stand.report("cup").vacuum


def test_walls_are_not_taken():
    stand = Stand((rig("cup"), IDENTITY))
    stand.physics.add(box((0.1, 0.1, 0.1), static=True), "wall", pose(z=0.199))
    stand.grip("cup", vacuum=True)
    stand.run(0.1)
    assert not stand.report("cup").holding
