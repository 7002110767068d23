"""Displays of sensors' topics, added to a saved RViz perspective."""

from __future__ import annotations

import copy
from typing import Any, Dict, List, Mapping

# Ground truth published by the embedded simulator beside the measurements of cameras and lidars.
TRUTH = frozenset(["semantic", "instance", "flow"])
# Degraded copies of topics, which would be drawn over them.
COPIES = "/noisy/"
RETURNS = {
    "Alpha": 1,
    "Autocompute Intensity Bounds": True,
    "Axis": "Z",
    "Color Transformer": "AxisColor",
    "Autocompute Value Bounds": {"Value": True},
    "Decay Time": 0,
    "Position Transformer": "XYZ",
    "Style": "Points",
}
# The class of a type's display, its topic's property, and its further properties.
KINDS: Dict[str, Any] = {
    "sensor_msgs/Image": ("rviz/Image", "Image Topic", {"Transport Hint": "raw"}),
    "sensor_msgs/PointCloud2": ("rviz/PointCloud2", "Topic", {**RETURNS, "Size (Pixels)": 2}),
    "sensor_msgs/LaserScan": ("rviz/LaserScan", "Topic", {**RETURNS, "Size (Pixels)": 3}),
    "sensor_msgs/Range": ("rviz/Range", "Topic", {"Alpha": 0.5, "Buffer Length": 1}),
}


def is_measured(topic: str, types: Mapping[str, str]) -> bool:
    """Return whether a topic is a measured image, cloud, scan or range.

    Ground truth and degraded copies are not; ``types`` are all topics with their types.
    """
    *folders, name = topic.split("/")
    if types[topic] not in KINDS or topic.startswith(COPIES) or TRUTH & {*folders, name}:
        return False
    # A camera's depths are ground truth beside its images; those of a depth camera are measured.
    return folders[-1] != "depth" or "/".join([*folders[:-1], name]) not in types


def displays(types: Mapping[str, str]) -> List[Dict[str, Any]]:
    """Return a display for each sensor's topic among ``types``."""
    found = []
    for topic in sorted(types):
        if is_measured(topic, types):
            kind, where, more = KINDS[types[topic]]
            common = {"Class": kind, "Name": topic, "Enabled": True, "Value": True}
            found.append({**common, where: topic, "Queue Size": 2, **more})
    return found


def with_displays(perspective: Mapping[str, Any], types: Mapping[str, str]) -> Dict[str, Any]:
    """Return a perspective that shows all sensors.

    Its own displays of them are switched on, missing ones are added.
    """
    made = copy.deepcopy(dict(perspective))
    there = made["Visualization Manager"]["Displays"]
    wanted = {one["Name"]: one for one in displays(types)}
    for one in there:
        if wanted.pop(one.get("Topic", one.get("Image Topic", "")), None):
            one.update(Enabled=True, Value=True)
    there += wanted.values()
    return made
