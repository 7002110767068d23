"""What a cup does to a link is upstream's."""

from __future__ import annotations

import pytest

from sim.robot_plugins.suction import Suction, suction


@pytest.mark.parametrize(
    "distance, wanted",
    [
        (0.06, Suction(False, False, 0.0)),
        (0.05, Suction(False, False, 0.0)),
        (0.049, Suction(True, False, 20.0)),
        (0.009, Suction(True, True, 20.0)),
        (0.0, Suction(True, True, 0.0)),
    ],
)
def test_what_is_near_is_held_and_drawn(distance: float, wanted: Suction) -> None:
    assert suction(distance) == wanted
