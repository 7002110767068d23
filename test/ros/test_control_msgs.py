"""The actions of the nested control_msgs equal ROS Noetic's."""

from __future__ import annotations

import pytest

msg = pytest.importorskip("control_msgs.msg")
# As rosserial's headers of control_msgs 1.5 have them.
ACTIONS = {
    "FollowJointTrajectoryAction": "bc4f9b743838566551c0390c65f1a248",
    "FollowJointTrajectoryResult": "493383b18409bfb604b4e26c676401d2",
    "GripperCommandAction": "950b2a6ebe831f5d4f4ceaba3d8be01e",
}


@pytest.mark.parametrize("name, checksum", ACTIONS.items())
def test_an_action_is_wire_compatible_with_noetic(name: str, checksum: str) -> None:
    assert getattr(msg, name)._md5sum == checksum
