"""Messages in JSON from the monitor's clients, against genpy's serialization."""

from __future__ import annotations

import json
import re
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from geometry_msgs.msg import PoseStamped
from sensor_msgs.msg import CameraInfo, Image
from std_msgs.msg import Duration, Float32, Float64, String

from sim.errors import InputError
from sim.ros.monitor.json_messages import from_json, to_json
from sim.ros.monitor.opening import PANELS

PAGE = Path(__file__).resolve().parents[2] / "monitor" / "src" / "main.ts"


def serialized(message: Any) -> bytes:
    buffer = BytesIO()
    message.serialize(buffer)
    return buffer.getvalue()


def pose() -> PoseStamped:
    message = PoseStamped()
    message.header.stamp.secs, message.header.stamp.nsecs = 12, 345
    message.header.frame_id = "map"
    message.pose.position.x, message.pose.orientation.w = 1.5, 1.0
    return message


def camera() -> CameraInfo:
    return CameraInfo(height=480, D=[0.1, 0.2], K=[float(i) for i in range(9)])


@pytest.mark.parametrize(
    "message",
    [
        pose(),
        camera(),
        Image(width=2, encoding="mono8", data=bytes([0, 128, 255])),
        String("grüße"),
        Duration(pose().header.stamp - pose().header.stamp),
    ],
    ids=lambda message: message._type,
)
def test_a_message_comes_back_from_its_json(message: Any) -> None:
    data = to_json(message).encode()
    assert from_json(type(message), data, "/topic") == serialized(message)


def test_missing_fields_have_defaults_and_bytes_may_be_numbers() -> None:
    text = b'{"header": {"stamp": {"sec": 12}}, "pose": {"position": {"x": 2}}}'
    found = PoseStamped().deserialize(from_json(PoseStamped, text, "/goal"))
    assert (found.header.stamp.secs, found.pose.position.x, found.pose.position.y) == (12, 2.0, 0)
    assert Image().deserialize(from_json(Image, b'{"data": [1, 2]}', "/i")).data == b"\x01\x02"


def test_numbers_that_json_has_not_become_null() -> None:
    assert json.loads(to_json(Float64(float("nan")))) == {"data": None}


@pytest.mark.parametrize(
    ("kind", "text", "words"),
    [
        (String, "{", "/topic: is not JSON"),
        (String, "[]", "an object with the fields of std_msgs/String"),
        (String, '{"date": "x"}', r"/topic\.date: std_msgs/String has no such field, but data"),
        (String, '{"data": 1}', r"/topic\.data: must be string, not 1"),
        (Float64, '{"data": "1"}', r"must be float64"),
        (Float64, '{"data": true}', r"must be float64"),
        (PoseStamped, '{"pose": {"position": {"x": null}}}', r"/topic\.pose\.position\.x: must be"),
        (PoseStamped, '{"header": {"stamp": 3}}', "a time as"),
        (PoseStamped, '{"header": {"seq": -1}}', "is not a geometry_msgs/PoseStamped"),
        (CameraInfo, '{"K": [1]}', "a list of 9 float64"),
        (CameraInfo, '{"D": 1}', "a list of any number of float64"),
        (Float32, '{"data": 1e300}', "is not a std_msgs/Float32"),
        (String, '{"data": "\\ud800"}', "is not a std_msgs/String"),
        (PoseStamped, '{"header": {"stamp": {"sec": -1}}}', r"stamp: is not a time: .*positive"),
        (Image, '{"data": "%%"}', "is not base64"),
        (Image, '{"data": [300]}', "bytes lie between 0 and 255"),
    ],
)
def test_errors_name_the_field(kind: Any, text: str, words: str) -> None:
    with pytest.raises(InputError, match=words):
        from_json(kind, text.encode(), "/topic")


def test_the_service_opens_the_panels_that_the_page_has() -> None:
    kinds = re.findall(r"^  (\w+): \{ title:", PAGE.read_text(), re.MULTILINE)
    assert sorted(kinds) == sorted(PANELS)
