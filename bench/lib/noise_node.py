"""Whole node sensor_noise between a publisher of truth and a subscriber.

All run on one machine in wall time.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from contextlib import contextmanager
from typing import Any, Callable, Iterator, List

import numpy as np

from bench.lib.processes import master, processor_time
from bench.lib.report import ROOT, Figure, of_samples
from sim.process import end_child, start_child

CAMERA_TOPIC = "/ego/camera/image_raw"
STATES_TOPIC = "/gazebo/model_states"
PICTURE_SIZE = (960, 1280)  # pixels, rows and columns
IMAGE_RATE = 30.0  # Hz
OBJECTS = 200
STATES_PERIOD = 0.002  # s
REPORT_RATE = 30.0  # Hz
# Of each turn, turns of each way, and the time of poses.
IMAGES_PER_TURN = 60
TURNS = 3
POSES_TIME = 10.0  # s
TIMEOUT = 60.0


def figures() -> List[Figure]:
    """Measure the latency added to images, and the cost of reporting objects.

    The latency is in turns with the truth itself.
    """
    import rospy

    with master(), tempfile.TemporaryDirectory() as folder, open(os.devnull, "wb") as log:
        os.environ.update(ROS_HOSTNAME="127.0.0.1", ROS_HOME=folder)
        rospy.init_node("listener", disable_signals=True, anonymous=True)
        try:
            return [*_images(log), *_poses(log)]
        finally:
            rospy.signal_shutdown("done")


@contextmanager
def node(profile: str, truth: str, log: Any) -> Iterator[subprocess.Popen]:
    """sensor_noise with a shipped profile, and the process that publishes its truth."""
    command = [
        sys.executable,
        str(ROOT / "nodes" / "sensor_noise"),
        f"_profile:={profile}",
        f"_profile_path:={ROOT / 'config' / 'noise'}",
    ]
    noise = start_child(command, log)
    source = start_child([sys.executable, "-m", __spec__.name, truth], log)
    try:
        yield noise
    finally:
        end_child(source)
        end_child(noise)


def _images(log: Any) -> List[Figure]:
    from sensor_msgs.msg import Image

    with node("decent_camera", "camera", log):
        direct, noisy = [], []
        for _ in range(TURNS):
            direct += _ages(CAMERA_TOPIC, Image)
            noisy += _ages("/noisy" + CAMERA_TOPIC, Image)
    through = of_samples(
        "1280x960 RGB at 30 Hz from publisher to listener through the node", noisy, "ms"
    )
    added = Figure(
        "whole node, 1280x960 at 30 Hz, added latency",
        float(np.median(noisy) - np.median(direct)),
        "ms",
        35.0,
        note=f"medians of {len(noisy)} images through the node and {len(direct)} without it "
        f"({np.median(direct):.1f} ms), in turns",
    )
    return [through, added]


def _ages(topic: str, kind: Any) -> List[float]:
    """Return the ages of images at their arrival, in ms."""
    import rospy

    ages: List[float] = []
    subscriber = rospy.Subscriber(
        topic,
        kind,
        lambda message: ages.append(1e3 * (time.time() - message.header.stamp.to_sec())),
        buff_size=2**24,
        tcp_nodelay=True,
    )
    _until(lambda: len(ages) >= IMAGES_PER_TURN + 5, f"images on {topic}")
    subscriber.unregister()
    # The first ones come while the connections are being made.
    return ages[5 : IMAGES_PER_TURN + 5]


def _poses(log: Any) -> List[Figure]:
    import rospy

    from gazebo_msgs.msg import ModelStates

    with node("nist_motoman", "poses", log) as noise:
        heard: List[float] = []
        rospy.Subscriber(
            "/noisy" + STATES_TOPIC,
            ModelStates,
            lambda message: heard.append(time.monotonic()),
            tcp_nodelay=True,
        )
        _until(lambda: len(heard) >= 2 * REPORT_RATE, "reports of objects")
        begin, used, first = time.monotonic(), processor_time(noise.pid), len(heard)
        time.sleep(POSES_TIME)
        span, share = time.monotonic() - begin, processor_time(noise.pid) - used
        reports = len(heard) - first
    note = (
        f"registration error and detector noise on {OBJECTS} objects, "
        f"{1.0 / STATES_PERIOD:.0f} messages/s of truth"
    )
    return [
        Figure(
            "whole node, poses of 200 objects every 2 ms, share of a core",
            100.0 * share / span,
            "%",
            30.0,
            note=note,
        ),
        Figure(
            "whole node, reports of 200 objects at 30 Hz",
            reports / span,
            "Hz",
            29.5,
            "higher",
            note=note,
        ),
    ]


def _until(condition: Callable[[], bool], what: str) -> None:
    end = time.monotonic() + TIMEOUT
    while not condition():
        if time.monotonic() > end:
            raise RuntimeError(f"no {what} within {TIMEOUT:.0f} s")
        time.sleep(0.02)


def publish(what: str) -> None:
    """Publish truth at its rate until the process is ended.

    Messages are made beforehand, so that only the node costs time.
    """
    import rospy
    from geometry_msgs.msg import Point, Pose, Quaternion, Twist
    from sensor_msgs.msg import Image

    from gazebo_msgs.msg import ModelStates

    rospy.init_node(what, disable_signals=True)
    if what == "camera":
        pixels = (
            np.random.default_rng(1).integers(0, 256, (*PICTURE_SIZE, 3)).astype(np.uint8).tobytes()
        )
        image = Image(
            height=PICTURE_SIZE[0],
            width=PICTURE_SIZE[1],
            encoding="rgb8",
            step=3 * PICTURE_SIZE[1],
            data=pixels,
        )
        publisher, period = (
            rospy.Publisher(CAMERA_TOPIC, Image, queue_size=2, tcp_nodelay=True),
            1.0 / IMAGE_RATE,
        )
    else:
        places = np.random.default_rng(1).uniform(0.0, 1.0, (OBJECTS, 3)).tolist()
        states = ModelStates(
            [f"object_{number}" for number in range(OBJECTS)],
            [Pose(Point(*place), Quaternion(0, 0, 0, 1)) for place in places],
            [Twist() for _ in places],
        )
        image = _as_bytes(states)
        publisher, period = (
            rospy.Publisher(STATES_TOPIC, ModelStates, queue_size=50, tcp_nodelay=True),
            STATES_PERIOD,
        )
    due = time.monotonic()
    while not rospy.is_shutdown():
        due = max(due + period, time.monotonic() - 10 * period)
        time.sleep(max(0.0, due - time.monotonic()))
        if what == "camera":
            image.header.stamp = rospy.Time.from_sec(time.time())
        publisher.publish(image)


def _as_bytes(message: Any) -> Any:
    """Return a message that is sent without being serialized again."""
    from io import BytesIO

    import rospy

    buffer, raw = BytesIO(), rospy.AnyMsg()
    message.serialize(buffer)
    raw._buff = buffer.getvalue()
    return raw


if __name__ == "__main__":
    publish(sys.argv[1])
