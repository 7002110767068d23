"""Writes a recording as a ROS 2 bag.

rosbag2, SQLite storage, metadata of version 8, for ``ros2 bag play``; times are as recorded.
"""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Callable, Dict, Tuple

from rosbags.convert.converter import LATCH
from rosbags.interfaces import Connection

from sim.bags.channel import Channel
from sim.bags.progress import ExportProgress
from sim.bags.ros2_types import Convert, Ros2Types
from sim.bags.rosbags_names import NO_QOS, rosbag2_writer
from sim.bags.source import ExportSource
from sim.bags.stamps import LAST_STAMP, StampCheck
from sim.errors import InputError, SimulationError


def write_rosbag2(
    recording: ExportSource,
    folder: Path,
    distribution: str,
    progress: ExportProgress,
    say: Callable[[str], None],
) -> None:
    """Write a recording to a folder.

    ``say`` receives a line for each type that differs in ROS 2.
    """
    _check_topics(recording)
    types = Ros2Types(distribution)
    try:
        with rosbag2_writer(folder) as writer:
            streams: Dict[Channel, Tuple[Connection, Convert, StampCheck]] = {}
            for channel in recording.channels:
                name, convert = types.add(channel)
                connection = writer.add_connection(
                    channel.topic,
                    name,
                    typestore=types.target,
                    offered_qos_profiles=LATCH if channel.latched else NO_QOS,
                )
                streams[channel] = connection, convert, types.stamp_check(channel)
            for name, difference in types.differences.items():
                say(f"{name} differs in ROS 2 {distribution.capitalize()}: {difference}")
            for channel, time, data in recording.messages():
                connection, convert, stamps = streams[channel]
                try:
                    late, converted = stamps.late(data), convert(data)
                except Exception:  # noqa: BLE001 - the library has no error of its own for this
                    raise InputError(
                        recording.path,
                        f"{channel.topic} has a message at {1e-9 * time:.3f} s that is not a "
                        f"{channel.kind}",
                    ) from None
                if late is not None:
                    raise _late_stamp(recording, channel, time, *late)
                writer.write(connection, time, converted)
                progress.one_more()
    except sqlite3.Error as error:
        raise SimulationError(f"{folder}: cannot be written ({error})") from None


def _late_stamp(
    recording: ExportSource, channel: Channel, time: int, field: str, seconds: int
) -> InputError:
    return InputError(
        recording.path,
        f"{channel.topic} has a message at {1e-9 * time:.3f} s with a {field} of {seconds} s; ROS "
        f"2 allows at most {LAST_STAMP} s, leave the topic out (--without)",
    )


def _check_topics(recording: ExportSource) -> None:
    kinds: Dict[str, str] = {}
    for channel in recording.channels:
        other = kinds.setdefault(channel.topic, channel.kind)
        if other != channel.kind:
            raise InputError(
                recording.path,
                f"{channel.topic} has messages of two types, {other} and {channel.kind}, which ROS "
                "2 does not allow; leave it out (--without)",
            )
