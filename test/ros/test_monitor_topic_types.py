"""Number of the monitor's requests for topic types."""

from __future__ import annotations

from typing import Dict, List

from sim.ros.monitor.topic_types import LOOKS, TopicTypes


def test_types_are_requested_for_new_topics_and_periodically() -> None:
    master: Dict[str, str] = {"/a": "std_msgs/String"}
    asked: List[int] = []

    def ask() -> Dict[str, str]:
        asked.append(len(asked))
        return dict(master)

    types = TopicTypes()
    assert types.of(["/a"], ask) == types.of(["/a"], ask) == (("/a", "std_msgs/String"),)
    assert len(asked) == 1
    # The master learns a type later than a name.
    master["/b"] = "*"
    assert types.of(["/b", "/a"], ask) == (("/a", "std_msgs/String"),)
    master["/b"] = "std_msgs/Int8"
    both = (("/a", "std_msgs/String"), ("/b", "std_msgs/Int8"))
    assert types.of(["/b", "/a"], ask) == both and len(asked) == 3
    # Its node was started again between two looks, with another type.
    master["/a"] = "std_msgs/Int8"
    seen = [types.of(["/a", "/b"], ask)[0][1] for _ in range(LOOKS)]
    assert seen == ["std_msgs/String"] * (LOOKS - 1) + ["std_msgs/Int8"] and len(asked) == 4
