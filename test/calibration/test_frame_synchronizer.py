"""Synchronised frames from a sequence of measurements."""

from __future__ import annotations

from typing import List, Optional

import numpy as np

from sim.calibration.frame_synchronizer import CLOUD, LEFT, RIGHT, FrameSynchronizer
from sim.calibration.recording import SensorFrame

TOPICS = {LEFT: "/left/image_rect", RIGHT: "/right/image_rect", CLOUD: "/points"}


def picture(value: int) -> np.ndarray:
    return np.full((2, 3), value, np.uint8)


def cloud(value: float) -> np.ndarray:
    return np.full(4, value)


def stamped(found: Optional[SensorFrame]) -> List[float]:
    """Return the values of the measurements in a frame."""
    assert found is not None
    right = [] if found.right is None else [float(found.right[0, 0])]
    return [float(found.left[0, 0]), *right, float(found.cloud[0])]


def test_a_picture_gets_the_cloud_that_is_nearest() -> None:
    moments = FrameSynchronizer(stereo=False, apart=0.1)
    assert moments.add(CLOUD, 0.92, cloud(92)) is None
    assert moments.add(LEFT, 1.0, picture(100)) is None
    assert stamped(moments.add(CLOUD, 1.02, cloud(102))) == [100, 102]


def test_both_pictures_of_a_pair_are_of_one_moment() -> None:
    moments = FrameSynchronizer(stereo=True, apart=0.1)
    moments.add(LEFT, 1.0, picture(100))
    moments.add(CLOUD, 1.0, cloud(100))
    assert moments.add(RIGHT, 1.1, picture(110)) is None
    moments.add(CLOUD, 1.1, cloud(110))
    assert stamped(moments.add(LEFT, 1.1, picture(111))) == [111, 110, 110]


def test_no_cloud_is_used_twice() -> None:
    moments = FrameSynchronizer(stereo=False, apart=0.1)
    moments.add(LEFT, 1.0, picture(1))
    assert stamped(moments.add(CLOUD, 1.0, cloud(1))) == [1, 1]
    assert moments.add(LEFT, 1.05, picture(2)) is None


def test_a_clock_that_is_set_back_begins_anew() -> None:
    moments = FrameSynchronizer(stereo=False, apart=0.1)
    moments.add(LEFT, 100.0, picture(1))
    moments.add(LEFT, 1.0, picture(2))
    assert stamped(moments.add(CLOUD, 1.0, cloud(2))) == [2, 2]


def test_it_says_what_is_lacking() -> None:
    moments = FrameSynchronizer(stereo=True, apart=0.1)
    moments.add(LEFT, 1.0, picture(1))
    assert moments.lacking(TOPICS) == "no message on /right/image_rect and /points"
    moments.add(RIGHT, 1.03, picture(1))
    moments.add(CLOUD, 1.0, cloud(1)[:0])
    assert moments.lacking(TOPICS) == "all messages on /points are empty"
    moments.add(CLOUD, 1.01, cloud(1))
    assert "are at least 0.03 s apart; a stereo pair is taken at one moment" in moments.lacking(
        TOPICS
    )
    late = FrameSynchronizer(stereo=False, apart=0.1)
    late.add(LEFT, 1.0, picture(1))
    late.add(CLOUD, 7.0, cloud(1))
    assert "are at least 6 s apart where 0.1 s are allowed" in late.lacking(TOPICS)
