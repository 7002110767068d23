"""The node spawn_model puts a model on a lane.

Position, height, any name.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("gazebo_msgs.srv")

from sim.ros.gazebo_ros.spawn_arguments import parse
from sim.ros.gazebo_ros.spawn_model import pose_of
from sim.traffic.roads.network import Network

ROOT = Path(__file__).resolve().parents[2]
TOWN = ROOT / "networks" / "town" / "town.net.xml"


def options(*words: str) -> argparse.Namespace:
    return parse(["-sdf", "-database", "ego_car", "-model", "ego", *words], "/")


@pytest.mark.parametrize("above", [0.0, 1.5])
def test_a_model_stands_at_the_height_of_its_lane(above):
    lane = next(
        lane for lane in Network.read(TOWN).edges["bridge_north"] if "passenger" in lane.allowed
    )
    top = int(lane.shape[:, 2].argmax())
    along = float(np.hypot(*np.diff(lane.shape[: top + 1, :2], axis=0).T).sum())
    pose = pose_of(
        options(
            "-net",
            str(TOWN),
            f"-lane={lane.id}",
            "-pos",
            f"{along:.3f}",
            "-z",
            str(above),
        )
    )
    np.testing.assert_allclose(pose[:3, 3], lane.shape[top] + (0, 0, above), atol=0.01)
    assert lane.shape[top, 2] > 5.0


def test_a_lane_may_be_called_like_an_option():
    """Lanes in the format of launch/include/ego.launch.

    Maps have edges of both directions as 12 and -12. Paths may have spaces.
    """
    assert (
        "-net '$(arg net)' '-lane=$(arg ego_lane)'"
        in (ROOT / "launch" / "include" / "ego.launch").read_text()
    )
    assert options("-lane=-12#0_0").lane == "-12#0_0"
