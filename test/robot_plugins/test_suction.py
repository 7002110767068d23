"""The suction cup acts on a link as upstream's does."""

from __future__ import annotations

import pytest
from plugin_settings import settings

from sim.errors import InputError
from sim.robot_plugins.settings import VACUUM_GRIPPER
from sim.robot_plugins.suction import Suction, suction

USUAL = {"bodyName": "hand", "topicName": "grasping"}


@pytest.mark.parametrize(
    "distance, wanted",
    [
        (0.06, Suction(False, False, 0.0)),
        (0.0501, Suction(False, False, 0.0)),
        (0.05, Suction(True, False, 20.0)),
        (0.01, Suction(True, True, 20.0)),
        (0.0, Suction(True, True, 0.0)),
    ],
)
def test_near_links_are_held_and_drawn(distance: float, wanted: Suction) -> None:
    assert suction(settings(VACUUM_GRIPPER, **USUAL), distance) == wanted


@pytest.mark.parametrize(
    "distance, wanted",
    [
        (0.31, Suction(False, False, 0.0)),
        (0.25, Suction(True, False, 4.0)),
        (0.1, Suction(True, False, 6.0)),
        (0.02, Suction(True, True, 6.0)),
    ],
)
def test_a_plugin_says_how_far_and_how_strongly(distance: float, wanted: Suction) -> None:
    given = {"maxForce": "6", "maxDistance": "0.3", "minDistance": "0.02"}
    assert suction(settings(VACUUM_GRIPPER, **USUAL, **given), distance) == wanted


def test_a_force_below_zero_is_refused() -> None:
    with pytest.raises(InputError, match="<maxForce> is '-1'; write a number of at least 0"):
        settings(VACUUM_GRIPPER, **USUAL, maxForce="-1")
