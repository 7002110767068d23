"""What ROS packages are where, and what they export to gazebo_ros."""

from __future__ import annotations

import os
import subprocess
from typing import List

# What a package.xml exports in a <gazebo_ros ...> tag: folders of models, media and plugins.
MODEL_PATH_ATTRIBUTE = "gazebo_model_path"
MEDIA_PATH_ATTRIBUTE = "gazebo_media_path"
PLUGIN_PATH_ATTRIBUTE = "plugin_path"


def package_folder(package: str) -> str:
    """The folder of a ROS package, for ``package://`` URIs: as its package.xml is named, or a
    folder of that name on ROS_PACKAGE_PATH; LookupError where there is none."""
    found = _rospack("find", package)
    if found:
        return found
    for entry in filter(None, os.environ.get("ROS_PACKAGE_PATH", "").split(os.pathsep)):
        folder = os.path.join(entry, package)
        if os.path.isdir(folder):
            return folder
    raise LookupError(f"no ROS package {package} on ROS_PACKAGE_PATH")


def exported(attribute: str) -> List[str]:
    """The folders that the packages which depend on gazebo_ros export under an attribute of their
    ``<gazebo_ros>`` tag."""
    lines = _rospack("plugins", f"--attrib={attribute}", "gazebo_ros").splitlines()
    values = [line.partition(" ")[2].strip() for line in lines]
    return [folder for value in values for folder in value.split(os.pathsep) if folder]


def _rospack(*words: str) -> str:
    """What rospack answers; empty where it finds nothing."""
    found = subprocess.run(["rospack", *words], capture_output=True, check=False, timeout=30)
    return "" if found.returncode else found.stdout.decode().strip()
