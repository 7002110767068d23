"""tf of the traffic travels as a TFMessage that genpy writes."""

from __future__ import annotations

import io

import numpy as np
from tf2_msgs.msg import TFMessage

from sim.ros.traffic.frames import TrafficFrames
from sim.traffic.state import TrafficState
from sim.transforms import quaternion_from_rpy

NAMES = ["car.0", "Lkw_ä.17", "gone", "person.3"]


def state(ids, yaw) -> TrafficState:
    count = len(ids)
    columns = np.arange(3.0 * count).reshape(count, 3)
    return TrafficState(
        time=12.25,
        step=0.1,
        id=np.array(ids, np.uint32),
        type=np.zeros(count, np.uint16),
        position=columns,
        yaw=np.array(yaw),
        pitch=np.full(count, 0.1),
        roll=np.full(count, -0.2),
        speed=np.zeros(count),
        acceleration=np.zeros(count),
        yaw_rate=np.zeros(count),
        signals=np.zeros(count, np.uint32),
    )


def test_sent_bytes_are_a_tf_message() -> None:
    frames = TrafficFrames()
    frames.message(state([0], [0.0]), NAMES, 1.0)
    sent = io.BytesIO()
    made = frames.message(state([0, 1, 3], [0.3, -3.0, 1.5]), NAMES, 12.25)
    made.serialize(sent)
    read = TFMessage().deserialize(sent.getvalue())
    again = io.BytesIO()
    read.serialize(again)
    assert again.getvalue() == sent.getvalue()
    assert [one.child_frame_id for one in read.transforms] == [
        "traffic/car.0",
        "traffic/Lkw_ä.17",
        "traffic/person.3",
    ]
    last = read.transforms[-1]
    assert (last.header.frame_id, last.header.stamp.to_sec()) == ("world", 12.25)
    assert (last.transform.translation.x, last.transform.translation.z) == (6.0, 8.0)
    turn = last.transform.rotation
    wanted = quaternion_from_rpy(np.array([-0.2]), np.array([0.1]), np.array([1.5]))[0]
    np.testing.assert_allclose([turn.x, turn.y, turn.z, turn.w], wanted)
