"""Commands to cars as ackermann_msgs, which are equal on the wire."""

from __future__ import annotations

import pytest

from sim.msg import AckermannDrive, AckermannDriveStamped

others = pytest.importorskip("ackermann_msgs.msg")


@pytest.mark.parametrize("ours", [AckermannDrive, AckermannDriveStamped])
def test_a_command_of_ackermann_msgs_is_one_of_ours(ours: type) -> None:
    theirs = getattr(others, ours.__name__)
    assert ours._md5sum == theirs._md5sum
