"""Subscribes to sensor topics and writes their rates to a file.

Usage: ``bench.lib.sensor_listener FILE TOPIC...``; it writes FILE at its end. Messages stay bytes,
since their decoding is not the simulator's cost.
"""

from __future__ import annotations

import json
import struct
import sys
from typing import Dict, List

import rospy


def main() -> None:
    path, *topics = sys.argv[1:]
    stamps: Dict[str, List[float]] = {topic: [] for topic in topics}

    def hear(message: rospy.AnyMsg, topic: str) -> None:
        # A header's first words: seq, secs, nsecs.
        _, secs, nsecs = struct.unpack_from("<III", message._buff)
        stamps[topic].append(secs + 1e-9 * nsecs)

    rospy.init_node("sensor_listener")
    subscribers = [
        rospy.Subscriber(topic, rospy.AnyMsg, hear, topic, buff_size=2**24, tcp_nodelay=True)
        for topic in topics
    ]
    rospy.spin()
    del subscribers
    with open(path, "w", encoding="utf-8") as file:
        json.dump(stamps, file)


if __name__ == "__main__":
    main()
