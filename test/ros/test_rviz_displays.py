"""RViz displays of sensors added to a perspective."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from sim.ros.sensors.rviz_displays import displays, with_displays

RVIZ = Path(__file__).resolve().parents[2] / "config" / "rviz"
IMAGE_TYPE = "sensor_msgs/Image"
CLOUD_TYPE = "sensor_msgs/PointCloud2"
TYPES = {
    "/ego/front/image_raw": IMAGE_TYPE,
    "/ego/front/depth/image_raw": IMAGE_TYPE,
    "/ego/front/semantic/image_raw": IMAGE_TYPE,
    "/ego/front/flow": IMAGE_TYPE,
    "/ego/near/depth/points": CLOUD_TYPE,
    "/ego/lidar/points": CLOUD_TYPE,
    "/ego/lidar/semantic/points": CLOUD_TYPE,
    "/noisy/ego/lidar/points": CLOUD_TYPE,
    "/ego/laser/scan": "sensor_msgs/LaserScan",
    "/ego/sonar/range": "sensor_msgs/Range",
    "/ego/odom": "nav_msgs/Odometry",
    "/clock": "rosgraph_msgs/Clock",
}
SHOWN = {
    "/ego/front/image_raw": "rviz/Image",
    "/ego/near/depth/points": "rviz/PointCloud2",
    "/ego/lidar/points": "rviz/PointCloud2",
    "/ego/laser/scan": "rviz/LaserScan",
    "/ego/sonar/range": "rviz/Range",
}


def test_measured_topics_have_displays_and_other_ones_not() -> None:
    assert {one["Name"]: one["Class"] for one in displays(TYPES)} == SHOWN


@pytest.mark.parametrize("path", sorted(RVIZ.glob("*.rviz")), ids=lambda path: path.stem)
def test_a_perspective_keeps_what_it_has_and_shows_nothing_twice(path: Path) -> None:
    perspective = yaml.safe_load(path.read_text())
    made = with_displays(perspective, TYPES)
    before = perspective["Visualization Manager"]["Displays"]
    after = made["Visualization Manager"]["Displays"]
    for one, other in zip(before, after):
        shows = one.get("Topic", one.get("Image Topic")) in SHOWN
        assert other == ({**one, "Enabled": True, "Value": True} if shows else one)
    theirs = {one.get("Topic", one.get("Image Topic")) for one in before}
    more = sorted(one["Name"] for one in after[len(before) :])
    assert more == sorted(SHOWN.keys() - theirs)
    assert with_displays(made, TYPES) == made
