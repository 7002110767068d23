"""Packages, programs and controllers of this machine."""

from __future__ import annotations

import contextlib
import os
from functools import lru_cache
from typing import List, Mapping, Sequence

import rospkg
from roslib.packages import find_node

from sim.errors import InputError, SimError
from sim.gzserver.environment import PLUGIN_PATH, search_paths
from sim.gzserver.installation import find
from sim.model_check.plugins import OF_SENSORS, PLUGIN_PREFIX, PLUGIN_SUFFIX
from sim.robot_plugins.settings import kinds
from sim.ros.control.description import controller_types
from sim.ros.gazebo_ros.server import environment_of
from sim.ros.launch_check.report import LaunchSurroundings
from sim.ros.packages import package_folder
from sim.sdf.xml.elements import parse_file

_DEPENDENCES = ("depend", "build_depend", "exec_depend", "run_depend", "build_export_depend")


def surroundings(environ: Mapping[str, str]) -> LaunchSurroundings:
    """Return the look-ups of this machine."""
    environment = environment_of(environ)
    with contextlib.suppress(SimError):
        environment = search_paths(find(environment), environment)
    folders = [folder for folder in environment.get(PLUGIN_PATH, "").split(os.pathsep) if folder]
    own = {*kinds(), *(f"{PLUGIN_PREFIX}{name}{PLUGIN_SUFFIX}" for name in OF_SENSORS)}

    def runs(library: str) -> bool:
        return library in own or any(
            os.path.isfile(os.path.join(folder, library)) for folder in folders
        )

    return LaunchSurroundings(_folder, _has_program, _messages, runs, controller_types())


def launch_file(names: Sequence[str], there: LaunchSurroundings) -> str:
    """Return the path of PACKAGE FILE or FILE, as roslaunch finds it."""
    if len(names) == 1:
        return names[0]
    if len(names) != 2:
        raise InputError("check_launch", f"takes PACKAGE FILE, or FILE; got {' '.join(names)}")
    package, file = names
    try:
        folder = there.folder_of(package)
    except LookupError as error:
        raise InputError(package, f"{error}; source its workspace") from None
    direct = os.path.join(folder, file)
    if os.path.isfile(direct):
        return direct
    # As roslaunch: a file of that name in any folder of the package.
    found = [os.path.join(base, file) for base, _, files in os.walk(folder) if file in files]
    if not found:
        raise InputError(package, f"has no file {file} in {folder}; check its name")
    return min(found, key=len)


@lru_cache(maxsize=None)
def _folder(package: str) -> str:
    return package_folder(package)


def _has_program(package: str, program: str) -> bool:
    try:
        return bool(find_node(package, program))
    except rospkg.ResourceNotFound:
        return False


def _messages(package: str) -> List[str]:
    """Return the message packages in a package's package.xml."""
    try:
        root = parse_file(os.path.join(_folder(package), "package.xml"))
    except (InputError, LookupError):
        return []
    names = [(element.text or "").strip() for tag in _DEPENDENCES for element in root.iterfind(tag)]
    return [name for name in dict.fromkeys(names) if name.endswith("_msgs")]
