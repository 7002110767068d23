"""Output of ``./run export`` for MCAP's ROS 1 and ROS 2 decoders.

The inputs are rosbag's bags.
"""

from __future__ import annotations

import re
import sqlite3
from io import BytesIO
from pathlib import Path
from typing import Any, Dict, List, Tuple

import numpy as np
import pytest
import rosbag
import rospy
import yaml
from geometry_msgs.msg import Point, Vector3
from mcap.reader import make_reader
from mcap.records import Schema
from mcap.writer import IndexType, Writer
from mcap_ros1.decoder import DecoderFactory as Ros1Decoder
from mcap_ros2.decoder import DecoderFactory as Ros2Decoder
from rosgraph_msgs.msg import Clock
from sensor_msgs.msg import Image, Imu, JointState, PointCloud2, PointField
from std_msgs.msg import Header, String
from visualization_msgs.msg import Marker, MarkerArray

from sim.bags.__main__ import main
from sim.msg import CrclStatus

MESSAGES = 40


def messages(number: int) -> Dict[str, Any]:
    header = Header(number, rospy.Time(10, 1000 * number), "base_link")
    cloud = np.arange(12, dtype="<f4") + number
    return {
        "/imu": Imu(header=header, linear_acceleration=Vector3(0.1, -0.2, 9.81 + number)),
        "/image": Image(header, 2, 3, "rgb8", 0, 9, bytes(range(number, number + 18))),
        "/points": PointCloud2(
            header=header,
            height=1,
            width=3,
            fields=[PointField(name, 4 * place, 7, 1) for place, name in enumerate("xyz")],
            point_step=16,
            row_step=48,
            data=cloud.tobytes(),
        ),
        "/markers": MarkerArray([Marker(header=header, id=number, points=[Point(1.0, 2.0, 3.0)])]),
        "/crcl/status": CrclStatus(
            header=header, id=number, joints=JointState(name=["joint_1"], position=[0.5])
        ),
        "/latched": String(f"Grüße {number}"),
        "/point": Point(1.0, 2.0, float(number)),
        "/vector": Vector3(3.0, 4.0, float(number)),
    }


@pytest.fixture(scope="module", params=["none", "lz4"])
def bag(request, tmp_path_factory) -> Path:
    path = tmp_path_factory.mktemp("bags") / "run 1.bag"
    with rosbag.Bag(str(path), "w", compression=request.param, chunk_threshold=4096) as written:
        for number in range(MESSAGES):
            for topic, message in messages(number).items():
                latched = {"latching": "1", "callerid": "/test"} if topic == "/latched" else {}
                described = {
                    "topic": topic,
                    "type": message._type,
                    "md5sum": message._md5sum,
                    "message_definition": message._full_text,
                    **latched,
                }
                written.write(topic, message, rospy.Time(20, number), connection_header=described)
    return path


def test_mcap_has_the_messages_as_they_were(bag: Path, tmp_path: Path, capsys) -> None:
    out = tmp_path / "run.mcap"
    assert main([str(bag), "--out", str(out)]) == 0
    assert capsys.readouterr().out == f"{out}\n"
    with open(out, "rb") as stream:
        found = [
            (channel.topic, schema.name, message.log_time, decoded)
            for schema, channel, message, decoded in make_reader(
                stream, decoder_factories=[Ros1Decoder()]
            ).iter_decoded_messages()
        ]
    wanted = [
        (topic, message, 20 * 10**9 + number)
        for number in range(MESSAGES)
        for topic, message in messages(number).items()
    ]
    assert len(found) == len(wanted)
    for (topic, kind, time, decoded), (_, message, written) in zip(
        sorted(found, key=lambda one: (one[2], one[0])),
        sorted(wanted, key=lambda one: (one[2], one[0])),
    ):
        assert (kind, time, str(decoded)) == (message._type, written, str(message)), topic


@pytest.mark.parametrize(
    "message, field",
    [
        (Imu(header=Header(1, rospy.Time(2200000000, 5), "a")), "header.stamp"),
        (
            MarkerArray([Marker(), Marker(header=Header(1, rospy.Time(2**31), "a"))]),
            "markers.header.stamp",
        ),
        (Clock(rospy.Time(2**32 - 1)), "clock"),
    ],
)
def test_stamps_past_the_end_of_ros_2_are_refused(
    message: Any, field: str, tmp_path: Path, capsys: pytest.CaptureFixture
) -> None:
    """ROS 2's builtin_interfaces/Time has an int32 of seconds: at most 2147483647."""
    path = tmp_path / "late.bag"
    with rosbag.Bag(str(path), "w") as written:
        written.write("/late", message, rospy.Time(10))
    assert main([str(path), "--to", "rosbag2", "--out", str(tmp_path / "out")]) == 2
    said = capsys.readouterr().err
    assert f"/late has a message at 10.000 s with a {field} of " in said
    assert "ROS 2 allows at most 2147483647 s" in said
    assert not (tmp_path / "out").exists()


def test_the_last_stamp_of_ros_2_is_written(tmp_path: Path) -> None:
    path = tmp_path / "last.bag"
    with rosbag.Bag(str(path), "w") as written:
        header = Header(1, rospy.Time(2**31 - 1), "a")
        written.write("/last", Imu(header=header), rospy.Time(10))
        written.write("/all", MarkerArray([Marker(header=header)]), rospy.Time(10))
    assert main([str(path), "--to", "rosbag2", "--out", str(tmp_path / "out")]) == 0
    found = read_rosbag2(tmp_path / "out")
    assert found["/last"][1][0].header.stamp.sec == 2**31 - 1
    assert found["/all"][1][0].markers[0].header.stamp.sec == 2**31 - 1


def read_rosbag2(folder: Path) -> Dict[str, Tuple[str, List[Any]]]:
    """Return type and messages of each topic, by MCAP's decoder."""
    (path,) = folder.glob("*.db3")
    database = sqlite3.connect(str(path))
    definitions = dict(
        database.execute("SELECT topic_type, encoded_message_definition FROM message_definitions")
    )
    found = {}
    for number, topic, kind in database.execute("SELECT id, name, type FROM topics").fetchall():
        schema = Schema(id=number, name=kind, encoding="ros2msg", data=definitions[kind].encode())
        decode = Ros2Decoder().decoder_for("cdr", schema)
        rows = database.execute(
            "SELECT data FROM messages WHERE topic_id = ? ORDER BY timestamp", (number,)
        )
        found[topic] = kind, [decode(data) for (data,) in rows]
    database.close()
    return found


def test_a_bag_of_ros_2_has_what_the_messages_said(bag: Path, tmp_path: Path, capsys) -> None:
    out = tmp_path / "run"
    assert main([str(bag), "--to", "rosbag2", "--out", str(out)]) == 0
    assert (
        "visualization_msgs/msg/Marker differs in ROS 2 Humble: texture_resource, texture, "
        "uv_coordinates, mesh_file zero" in capsys.readouterr().err
    )
    found = read_rosbag2(out)
    assert {topic: kind for topic, (kind, _) in found.items()} == {
        topic: message._type.replace("/", "/msg/") for topic, message in messages(0).items()
    }
    for number in range(MESSAGES):
        said = {topic: several[number] for topic, (_, several) in found.items()}
        meant = messages(number)
        stamp, frame = said["/imu"].header.stamp, said["/imu"].header.frame_id
        assert (stamp.sec, stamp.nanosec, frame) == (10, 1000 * number, "base_link")
        assert not hasattr(said["/imu"].header, "seq")
        assert said["/imu"].linear_acceleration.z == 9.81 + number
        assert bytes(said["/image"].data) == meant["/image"].data
        assert bytes(said["/points"].data) == meant["/points"].data
        (marker,) = said["/markers"].markers
        assert (marker.id, marker.points[0].z, marker.texture_resource) == (number, 3.0, "")
        status = said["/crcl/status"]
        assert (status.id, list(status.joints.position)) == (number, [0.5])
        assert said["/latched"].data == f"Grüße {number}"
    information = yaml.safe_load((out / "metadata.yaml").read_text())["rosbag2_bagfile_information"]
    topics = [one["topic_metadata"] for one in information["topics_with_message_count"]]
    assert {one["name"] for one in topics if "durability: 1" in one["offered_qos_profiles"]} == {
        "/latched"
    }


@pytest.mark.parametrize("to", ["mcap", "rosbag2"])
def test_topics_are_chosen(bag: Path, tmp_path: Path, to: str, capsys) -> None:
    out = tmp_path / "some"
    assert main([str(bag), "--to", to, "--out", str(out), "--topics", "/imu", "/image"]) == 0
    assert "80 messages of 2 topics" in capsys.readouterr().err
    others = [topic for topic in messages(0) if topic != "/latched"]
    assert main([str(bag), "--to", to, "--out", f"{out}2", "--without", *others]) == 0
    assert "40 messages of 1 topic" in capsys.readouterr().err


def two_types(path: Path) -> None:
    """Write a bag of two publishers of one topic with different types.

    ``rosbag record`` keeps both.
    """
    with rosbag.Bag(str(path), "w") as bag:
        bag.write("/a", String("x"), rospy.Time(1))
        bag._topic_connections.clear()
        bag.write("/a", Header(), rospy.Time(2))


def test_unexportable_input_is_reported_and_leaves_nothing(
    bag: Path, tmp_path: Path, capsys
) -> None:
    def fails(*words: str) -> str:
        before = sorted(tmp_path.iterdir())
        assert main(list(words)) == 2
        assert sorted(tmp_path.iterdir()) == before
        return capsys.readouterr().err.strip()

    out = ["--out", str(tmp_path / "o")]
    assert "no.bag: is not a file; a recording of ROS 1 is needed" in fails(
        str(tmp_path / "no.bag")
    )
    assert "has no topic '/imus'; did you mean '/imu'?" in fails(
        str(bag), *out, "--topics", "/imus"
    )
    (tmp_path / "text.bag").write_text("hello")
    assert "text.bag: is neither a bag of ROS 1" in fails(str(tmp_path / "text.bag"))
    (tmp_path / "short.bag").write_bytes(bag.read_bytes()[: bag.stat().st_size // 2])
    short = fails(str(tmp_path / "short.bag"))
    assert "short.bag: is not a complete bag of ROS 1" in short
    assert "'./run export FILE --repair' keeps what is there" in short
    (tmp_path / "there").mkdir()
    assert "exists already" in fails(str(bag), "--out", str(tmp_path / "there"))
    assert "is not a folder to write into" in fails(str(bag), "--out", str(tmp_path / "p" / "q"))
    two_types(tmp_path / "two.bag")
    assert "/a has messages of two types, std_msgs/String and std_msgs/Header" in fails(
        str(tmp_path / "two.bag"), "--to", "rosbag2"
    )
    with rosbag.Bag(str(tmp_path / "empty.bag"), "w"):
        pass
    assert "empty.bag: has no messages" in fails(str(tmp_path / "empty.bag"))


def test_a_bag_that_was_not_closed_is_named_with_what_mends_it(tmp_path: Path, capsys) -> None:
    written = rosbag.Bag(str(tmp_path / "killed.bag"), "w")
    written.write("/a", String("x"), rospy.Time(1))
    written._file.flush()
    (tmp_path / "killed.bag").rename(tmp_path / "killed.bag.active")
    assert main([str(tmp_path / "killed.bag.active"), "--out", str(tmp_path / "o")]) == 2
    assert (
        "was not closed when it was recorded; './run export FILE --repair' keeps what is there"
        in (capsys.readouterr().err)
    )
    written.close()


@pytest.mark.parametrize("to", ["mcap", "rosbag2"])
def test_a_message_that_is_not_of_its_type_is_said(tmp_path: Path, to: str, capsys) -> None:
    """MCAP takes a message as it is."""
    with rosbag.Bag(str(tmp_path / "wrong.bag"), "w") as bag:
        bag.write("/a", String("x"), rospy.Time(1))
        bag.write("/a", Header(), rospy.Time(2))
    wanted = 0 if to == "mcap" else 2
    assert main([str(tmp_path / "wrong.bag"), "--to", to, "--out", str(tmp_path / "o")]) == wanted
    if to == "rosbag2":
        assert "wrong.bag: /a has a message at 2.000 s that is not a std_msgs/String" in (
            capsys.readouterr().err
        )
        assert not (tmp_path / "o").exists()


def test_damage_in_the_middle_is_said(bag: Path, tmp_path: Path, capsys) -> None:
    data = bytearray(bag.read_bytes())
    place = data.index(b"op=\x05", len(data) // 3)
    data[place : place + 400] = bytes(400)
    (tmp_path / "hurt.bag").write_bytes(data)
    assert main([str(tmp_path / "hurt.bag")]) == 2
    assert "hurt.bag: is not a complete bag of ROS 1" in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == ["hurt.bag"]


def said(path: Path) -> List[Tuple[str, int, str]]:
    """Return topic, time and text of messages by rosbag."""
    with rosbag.Bag(str(path)) as read:
        return sorted((topic, time.to_nsec(), str(one)) for topic, one, time in read)


def test_a_bag_goes_to_mcap_and_back(bag: Path, tmp_path: Path) -> None:
    assert main([str(bag), "--out", str(tmp_path / "run.mcap")]) == 0
    assert main([str(tmp_path / "run.mcap")]) == 0
    assert said(tmp_path / "run.bag") == said(bag)
    with rosbag.Bag(str(tmp_path / "run.bag")) as read, rosbag.Bag(str(bag)) as before:
        for topic, kind in before.get_type_and_topic_info()[1].items():
            found = read.get_type_and_topic_info()[1][topic]
            assert (found.msg_type, found.message_count) == (kind.msg_type, kind.message_count)
    out = ["--to", "rosbag2", "--out", str(tmp_path / "ros2")]
    assert main([str(tmp_path / "run.mcap"), *out, "--topics", "/imu"]) == 0
    kind, several = read_rosbag2(tmp_path / "ros2")["/imu"]
    assert kind == "sensor_msgs/msg/Imu" and len(several) == MESSAGES


def foreign_mcap(path: Path, **words: Any) -> None:
    """Write channels of ROS 1 (without MD5) and JSON by MCAP's writer."""
    with path.open("wb") as stream:
        writer = Writer(stream, **words)
        writer.start(profile="ros1", library="test")
        schema = writer.register_schema("sensor_msgs/Imu", "ros1msg", Imu._full_text.encode())
        imu = writer.register_channel("/imu", "ros1", schema)
        text = writer.register_channel("/json", "json", 0)
        for number in range(MESSAGES):
            buffer = BytesIO()
            messages(number)["/imu"].serialize(buffer)
            time = 20 * 10**9 + number
            writer.add_message(imu, log_time=time, publish_time=time, data=buffer.getvalue())
            writer.add_message(text, log_time=time, publish_time=time, data=b"{}")
        writer.finish()


NO_SUMMARY = {
    "index_types": IndexType.NONE,
    "use_statistics": False,
    "use_summary_offsets": False,
    "repeat_channels": False,
    "repeat_schemas": False,
}


@pytest.mark.parametrize("words", [{}, NO_SUMMARY, {"use_chunking": False}])
def test_an_mcap_of_another_writer_becomes_a_bag(
    words: Dict[str, Any], tmp_path: Path, capsys
) -> None:
    foreign_mcap(tmp_path / "run.mcap", **words)
    assert main([str(tmp_path / "run.mcap")]) == 0
    assert "left out /json: its encoding is json, not ros1" in capsys.readouterr().err
    wanted = [("/imu", 20 * 10**9 + i, str(messages(i)["/imu"])) for i in range(MESSAGES)]
    assert said(tmp_path / "run.bag") == sorted(wanted)
    with rosbag.Bag(str(tmp_path / "run.bag")) as read:
        assert {one.md5sum for one in read._get_connections()} == {Imu._md5sum}


def test_a_cut_mcap_is_repaired_up_to_the_cut(tmp_path: Path, capsys) -> None:
    foreign_mcap(tmp_path / "whole.mcap", chunk_size=2048)
    whole = (tmp_path / "whole.mcap").read_bytes()
    (tmp_path / "cut.mcap").write_bytes(whole[: len(whole) // 2])
    assert main([str(tmp_path / "cut.mcap")]) == 2
    assert "was not closed when it was recorded" in capsys.readouterr().err
    assert main([str(tmp_path / "cut.mcap"), "--repair", "--to", "bag"]) == 0
    assert "lost: what follows" in capsys.readouterr().err
    kept = said(tmp_path / "cut_repaired.bag")
    assert 0 < len(kept) < MESSAGES
    assert [time for _, time, _ in kept] == [20 * 10**9 + i for i in range(len(kept))]


def test_a_damaged_mcap_is_repaired_up_to_the_damage(tmp_path: Path, capsys) -> None:
    path = tmp_path / "hurt.mcap"
    foreign_mcap(path, chunk_size=2048)
    data = bytearray(path.read_bytes())
    # Within the compressed messages of a later chunk.
    place = [found.start() for found in re.finditer(b"zstd", data)][1] + 40
    data[place : place + 100] = bytes(100)
    path.write_bytes(data)
    assert main([str(path)]) == 2
    assert "is damaged" in capsys.readouterr().err
    assert main([str(path), "--repair"]) == 0
    assert "lost: what follows" in capsys.readouterr().err
    kept = said(tmp_path / "hurt_repaired.bag")
    assert 0 < len(kept) < MESSAGES
    assert [time for _, time, _ in kept] == [20 * 10**9 + i for i in range(len(kept))]


@pytest.mark.parametrize("field", [b"conn=", b"time=", b"topic="])
def test_a_record_without_its_fields_ends_its_chunk(field: bytes, tmp_path: Path, capsys) -> None:
    path = tmp_path / "hurt.bag"
    with rosbag.Bag(str(path), "w", chunk_threshold=3000) as written:
        for number in range(MESSAGES):
            written.write("/latched", messages(number)["/latched"], rospy.Time(20, number))
            written.write("/imu", messages(number)["/imu"], rospy.Time(20, number))
    whole = said(path)
    data = bytearray(path.read_bytes())
    place = data.index(field, data.index(b"op=\x02"))
    data[place : place + 4] = b"lost"
    path.write_bytes(data)
    assert main([str(path), "--repair", "--to", "bag"]) == 0
    assert "lost: 0 bytes" not in capsys.readouterr().err
    kept = said(tmp_path / "hurt_repaired.bag")
    assert set(kept) < set(whole)
    # All but the rest of the first chunk: the index has the topics once more.
    assert len(kept) > 0.8 * len(whole)
    assert {topic for topic, _, _ in kept} == {"/latched", "/imu"}


@pytest.mark.parametrize("compression", ["none", "bz2", "lz4"])
def test_a_killed_recorders_bag_is_repaired(compression: str, tmp_path: Path, capsys) -> None:
    path = tmp_path / "killed.bag.active"
    written = rosbag.Bag(str(path), "w", compression=compression, chunk_threshold=3000)
    try:
        for number in range(MESSAGES):
            for topic, message in messages(number).items():
                written.write(topic, message, rospy.Time(20, number))
        written._file.flush()
        (tmp_path / "cut.bag").write_bytes(path.read_bytes()[:-7])
    finally:
        written.close()
    whole = said(path)
    assert main([str(tmp_path / "cut.bag"), "--repair", "--to", "bag"]) == 0
    kept = said(tmp_path / "cut_repaired.bag")
    assert f"kept {len(kept)} messages" in capsys.readouterr().err
    assert set(kept) <= set(whole)
    # All but the last chunk, or the last message of an uncompressed one.
    assert len(kept) >= len(whole) - (2 if compression == "none" else 3000 // 50)


@pytest.mark.parametrize("compression", ["none", "bz2", "lz4"])
def test_bytes_lost_in_a_cut_chunk_are_reported(compression: str, tmp_path: Path, capsys) -> None:
    """The second chunk is cut; it has two messages of 1000 characters."""
    path = tmp_path / "cut.bag"
    with rosbag.Bag(str(path), "w", compression=compression, chunk_threshold=1500) as written:
        for number in range(4):
            text = np.random.default_rng(number).integers(33, 126, 1000, dtype=np.uint8)
            written.write("/a", String(text.tobytes().decode()), rospy.Time(1 + number))
    whole = path.read_bytes()
    path.write_bytes(whole[: whole.rfind(b"op=\x05") + 600])
    assert main([str(path), "--repair"]) == 0
    reported = capsys.readouterr().err
    assert "kept 2 messages" in reported
    lost = re.search(r"lost: (\d+) bytes", reported)
    assert lost is not None and 2000 <= int(lost.group(1)) < 2400


def test_times_past_the_end_of_ros_1_are_refused(tmp_path: Path, capsys) -> None:
    """A bag has 32 bits for seconds, without a sign."""
    for name, seconds, wanted in (("last", 2**32 - 1, 0), ("late", 2**32, 2)):
        path = tmp_path / f"{name}.mcap"
        with path.open("wb") as stream:
            writer = Writer(stream)
            writer.start("ros1")
            schema = writer.register_schema("std_msgs/String", "ros1msg", b"string data")
            channel = writer.register_channel("/a", "ros1", schema)
            writer.add_message(channel, seconds * 10**9, b"\1\0\0\0x", seconds * 10**9)
            writer.finish()
        assert main([str(path)]) == wanted
    reported = capsys.readouterr().err
    assert "/a: has a message recorded at 4294967296.000 s" in reported
    assert "allows at most 4294967295 s" in reported


def test_a_closed_bag_is_repaired_to_itself(bag: Path, tmp_path: Path, capsys) -> None:
    assert main([str(bag), "--repair", "--to", "bag", "--out", str(tmp_path / "again.bag")]) == 0
    assert "lost: 0 bytes" in capsys.readouterr().err
    assert said(tmp_path / "again.bag") == said(bag)


def test_a_bag_of_ros_2_is_named(bag: Path, tmp_path: Path, capsys) -> None:
    out = tmp_path / "ros2"
    assert main([str(bag), "--to", "rosbag2", "--out", str(out), "--topics", "/imu"]) == 0
    capsys.readouterr()
    assert main([str(out)]) == 2
    assert "ros2: is a bag of ROS 2; a recording of ROS 1 is needed" in capsys.readouterr().err
