"""A process that hears topics of sensors and says how often each came:
``bench.lib.sensor_listener FILE TOPIC...``; writes FILE as it is ended.

It takes the messages as bytes, since what a subscriber does with them is not the simulator's cost.
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
