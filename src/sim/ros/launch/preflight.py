"""Checks of ``./run NAME`` before it starts roslaunch.

A launch that cannot work is refused in one line. The words for roslaunch name the run's folder,
which belongs to this run from then on.
"""

from __future__ import annotations

import datetime
import os
import tempfile
from pathlib import Path
from typing import Dict, List, Mapping, Sequence
from xml.etree import ElementTree

import rospkg

from sim.errors import InputError
from sim.launch_arguments import declared
from sim.ros.launch.left_hand import is_left_hand, left_hand_words
from sim.ros.launch.master import check_master
from sim.ros.launch.verdict import ONLY_PRINT
from sim.ros.launch.words import ASSIGNED, prepared
from sim.ros.openscenario.words import is_scenario, scenario_words
from sim.run_folder import claim

WINDOWS = {"gui": "RViz", "gzclient": "Gazebo's window", "sumo_gui": "SUMO's window"}


def values(file: Path, words: Sequence[str]) -> Dict[str, str]:
    """Return the launch file's arguments: defaults, replaced by the words."""
    defaults = {
        argument.get("name", ""): argument.get("default", argument.get("value", ""))
        for argument in ElementTree.parse(str(file)).getroot().findall("arg")
    }
    set_here = {match.group(1): match.group(2) for match in map(ASSIGNED.fullmatch, words) if match}
    return {**defaults, **set_here}


def with_run_folder(file: Path, words: Sequence[str], home: str) -> List[str]:
    """Add a folder for the run to the words.

    Only if the launch file takes one and the user names none.
    """
    if not declared(file).get("run_folder") or any(
        word.startswith("run_folder:=") for word in words
    ):
        return list(words)
    stamp = datetime.datetime.now().strftime("%Y%m%d-%H%M%S-%f")
    return [*words, f"run_folder:={Path(home) / 'sim' / 'runs' / stamp}"]


def check_writable(folder: str, setting: str) -> None:
    """Raise InputError if no file can be created in a folder."""
    try:
        os.makedirs(folder, exist_ok=True)
        tempfile.TemporaryFile(dir=folder).close()
    except OSError as error:
        raise InputError(
            f"{setting} {folder}",
            f"cannot be written ({error.strerror or error}), and ROS keeps its logs there; "
            f"name a folder of yours: export {setting}=/tmp/ros_of_{os.getuid()}",
        ) from None


def check_display(given: Mapping[str, str], environ: Mapping[str, str]) -> None:
    """Raise InputError if a window is requested without a display.

    ``gui`` alone opens no window in launch files with an argument ``rviz``.
    """
    wanted = [
        name for name in WINDOWS if given.get(name) == "true" and (name != "gui" or "rviz" in given)
    ]
    if wanted and not environ.get("DISPLAY"):
        raise InputError(
            f"{wanted[0]}:=true",
            f"no display for {WINDOWS[wanted[0]]} (DISPLAY is not set); add {wanted[0]}:=false",
        )


def check_record(path: str) -> None:
    """Raise InputError if a bag cannot be created or would be overwritten."""
    bag = Path(path if path.endswith(".bag") else f"{path}.bag")
    if not bag.parent.is_dir():
        raise InputError(f"record:={path}", f"no folder {bag.parent}; create it first")
    if not os.access(bag.parent, os.W_OK):
        raise InputError(f"record:={path}", f"{bag.parent} cannot be written")
    if bag.exists():
        raise InputError(
            f"record:={path}", f"{bag} is there already; name another, or remove it first"
        )


def ready(file: Path, caller: Path, words: Sequence[str], environ: Mapping[str, str]) -> List[str]:
    """Return the words for roslaunch; InputError if the launch cannot work."""
    found = prepared(file, caller, words)
    if any(word in ONLY_PRINT for word in found):
        return found
    found = with_run_folder(file, found, rospkg.get_ros_home())
    given = values(file, found)
    check_writable(rospkg.get_ros_home(), "ROS_HOME")
    check_writable(rospkg.get_log_dir(), "ROS_LOG_DIR")
    check_display(given, environ)
    if given.get("record"):
        check_record(given["record"])
    check_master(found)
    if given.get("run_folder"):
        claim(given["run_folder"])
    if is_left_hand(given):
        found = left_hand_words(file, given, found)
    return scenario_words(given, found) if is_scenario(given) else found
