"""Names the links of a URDF as their tf frames are called.

On tf the robot's name stands before each link's. What shows a robot by its description
alone, as a saved window of RViz that fits any robot, needs the links to bear the frames' names.
"""

from __future__ import annotations

from lxml import etree

# Elements of a robot or a joint that refer to a link, and the attribute.
NAMED = (("link", "name"), ("joint/parent", "link"), ("joint/child", "link"))


def links_as_frames(urdf: str, prefix: str) -> str:
    """Return a URDF with its links renamed to ``prefix/NAME``. Joints keep their names."""
    robot = etree.fromstring(urdf.encode())
    for path, attribute in NAMED:
        for element in robot.findall(path):
            element.set(attribute, f"{prefix}/{element.get(attribute)}")
    return etree.tostring(robot, encoding="unicode")
