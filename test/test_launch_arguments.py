"""Launch arguments of one name have one meaning.

Each has a doc, and one default.
"""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path
from typing import Dict, List
from xml.etree import ElementTree

import pytest

LAUNCH = Path(__file__).resolve().parents[1] / "launch"
FILES = sorted(LAUNCH.rglob("*.launch"))
# Content and place of a launch: the reason for more than one launch file.
CONTENT = {
    *("crcl_cell", "demand", "destination", "ego_lane", "ego_pos", "layout", "net", "noise"),
    *("robot", "rviz", "scenario", "scene", "sensors", "via", "warm_up", "world"),
}
# The same meaning with another default, and why.
ANOTHER = {
    "camera_quality": "a data set's pictures are drawn once and looked at often",
    "detector": "a trial needs one",
    "ego": "of a scenario it is who drives its entity under test",
    "driver": "the development environment is there for its stack; a model car has none of its own",
    "ego_model": "an arena is a tenth as large as a town",
    "mode": "a pedestrian that is timed by the ego's way needs lockstep",
    "joint_states_rate": "the controllers of the agility lab report no more often",
    "joints": "follows the robot of this launch",
    "monitor": "a launch that shows no window has none that a page could stand in for",
    "output": "a calibration is a file, and the suite's results are a folder",
    "real_joints": "follows the robot of this launch",
    "rtf": "arms are watched and commanded in real time; drives are not, where nobody watches",
    "scene_settle": "a scene alone is looked at for a second",
    "seed": "a scenario has no demand whose seed -1 could stand for",
    "time_of_day": "in the town and in data sets pictures have sun, sky and shadows",
    "stay": "a demonstration stays, a test ends",
}


def arguments(file: Path) -> List[ElementTree.Element]:
    """Return the arguments that a user can set. An ``arg`` with a ``value`` is a constant."""
    found = ElementTree.parse(file).getroot().findall("arg")
    return [argument for argument in found if "value" not in argument.attrib]


def test_arguments_of_one_name_have_one_default() -> None:
    found: Dict[str, Dict[str, List[str]]] = defaultdict(lambda: defaultdict(list))
    for file in FILES:
        for argument in arguments(file):
            if "default" in argument.attrib:
                found[argument.attrib["name"]][argument.attrib["default"]].append(file.stem)
    different = {name for name, defaults in found.items() if len(defaults) > 1}
    assert {name: dict(found[name]) for name in different - CONTENT - set(ANOTHER)} == {}


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(LAUNCH)))
def test_each_argument_says_what_it_is(file: Path) -> None:
    assert [one.attrib["name"] for one in arguments(file) if not one.get("doc")] == []
