"""Recordings from bags, one for each place of the board."""

from __future__ import annotations

import argparse
from contextlib import contextmanager
from pathlib import Path
from typing import Dict, Iterator, List, Sequence

import rosbag

from sim.calibration.recording import RigRecording
from sim.errors import InputError
from sim.ros.calibration.rig_topics import FrameCollector, RigTopics, info_topic, raw_topic

IMAGES = ("sensor_msgs/Image", "sensor_msgs/CompressedImage")
CLOUD = "sensor_msgs/PointCloud2"


def read_bags(paths: Sequence[Path], options: argparse.Namespace) -> RigRecording:
    """Read the recordings of bags, one for each place of the board.

    Uses the command's options ``left``, ``right``, ``points``, ``frames`` and ``apart``; InputError
    names the bag and the missing topic or frame.
    """
    if options.frames < 1:
        raise InputError("--frames", "must be at least 1")
    found = []
    for path in paths:
        with _opened(path) as bag:
            topics = _topics(bag, path, options)
            found.append(FrameCollector(topics, options.frames, options.apart))
            _gather(bag, path, found[-1])
    recordings = tuple(one.recording() for one in found)
    for path, one, recording in zip(paths, found, recordings):
        if (one.camera_frame, one.lidar_frame) != (found[0].camera_frame, found[0].lidar_frame):
            raise InputError(path, "its sensors have other frames than those of the first bag")
        if recording.optics != recordings[0].optics:
            raise InputError(path, "its camera_info is another than that of the first bag")
    return RigRecording(recordings, found[0].camera_frame, found[0].lidar_frame, optical=True)


def read_bag(path: Path, gathering: FrameCollector) -> None:
    """Pass a bag's messages to a gathering. InputError if they give no frame."""
    with _opened(path) as bag:
        _gather(bag, path, gathering)


def _gather(bag: rosbag.Bag, path: Path, gathering: FrameCollector) -> None:
    infos = {topic: role for role, topic in gathering.topics.infos.items()}
    roles = {topic: role for role, topic in gathering.topics.roles.items()}
    _check_topics(bag, path, [*infos, *roles])
    for topic, message, _ in bag.read_messages([*infos, *roles]):
        if topic in infos:
            gathering.take_info(infos[topic], message)
        else:
            gathering.take(roles[topic], message)
        if gathering.complete:
            break
    lacking = gathering.lacking()
    if lacking:
        raise InputError(path, lacking)


@contextmanager
def _opened(path: Path) -> Iterator[rosbag.Bag]:
    if not path.is_file():
        raise InputError(path, "no such bag")
    try:
        with rosbag.Bag(str(path)) as bag:
            yield bag
    except (rosbag.ROSBagException, OSError) as error:
        raise InputError(
            path,
            f"is not a readable bag ({error}); one that was not closed needs 'rosbag reindex'",
        ) from None


def _check_topics(bag: rosbag.Bag, path: Path, wanted: Sequence[str]) -> None:
    known = _kinds(bag)
    lacking = [topic for topic in wanted if topic not in known]
    if lacking:
        raise InputError(
            path,
            f"has no topic {' and '.join(lacking)}; it has {', '.join(sorted(known)) or 'none'}",
        )


def _topics(bag: rosbag.Bag, path: Path, options: argparse.Namespace) -> RigTopics:
    """Return the topics named by the options. Others must be unique in the bag."""
    kinds = _kinds(bag)
    images = [
        topic
        for topic, kind in kinds.items()
        if kind in IMAGES
        and "depth" not in topic.lower()
        and (raw_topic(topic) == topic or raw_topic(topic) not in kinds)
    ]
    images = [topic for topic in images if _rectified(topic)] or images
    lefts = [topic for topic in images if "left" in topic] or images
    clouds = [topic for topic, kind in kinds.items() if kind == CLOUD]
    left = options.left or _only(lefts, path, "--left")
    partner = left.replace("left", "right")
    right = options.right or (partner if partner != left and partner in kinds else "")
    points = options.points or _only(clouds, path, "--points")
    return RigTopics(left, right, points, info_topic(left), info_topic(right))


def _kinds(bag: rosbag.Bag) -> Dict[str, str]:
    """Return the types of messages by their topics."""
    topics = bag.get_type_and_topic_info().topics
    return {topic: found.msg_type for topic, found in topics.items()}


def _rectified(topic: str) -> bool:
    return "rect" in raw_topic(topic).rpartition("/")[2]


def _only(topics: List[str], path: Path, option: str) -> str:
    if len(topics) != 1:
        raise InputError(
            path,
            f"name one of its topics with {option}: {', '.join(sorted(topics)) or 'it has none'}",
        )
    return topics[0]
