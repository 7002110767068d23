"""Folders of ROS packages, and their exports to gazebo_ros."""

from __future__ import annotations

import os
import subprocess
from typing import List

# Attributes of a <gazebo_ros ...> tag in package.xml: folders of models, media and plugins.
MODEL_PATH_ATTRIBUTE = "gazebo_model_path"
MEDIA_PATH_ATTRIBUTE = "gazebo_media_path"
PLUGIN_PATH_ATTRIBUTE = "plugin_path"


def package_folder(package: str) -> str:
    """Return the folder of a ROS package, for ``package://`` URIs.

    The package is found by the name in its package.xml, or as a folder of that name on
    ROS_PACKAGE_PATH; LookupError if neither exists.
    """
    found = _rospack("find", package)
    if found:
        return found
    for entry in filter(None, os.environ.get("ROS_PACKAGE_PATH", "").split(os.pathsep)):
        folder = os.path.join(entry, package)
        if os.path.isdir(folder):
            return folder
    raise LookupError(f"no ROS package {package} on ROS_PACKAGE_PATH")


def exported(attribute: str) -> List[str]:
    """Return the folders that packages export to gazebo_ros under an attribute.

    The attribute is of their ``<gazebo_ros>`` tag.
    """
    lines = _rospack("plugins", f"--attrib={attribute}", "gazebo_ros").splitlines()
    values = [line.partition(" ")[2].strip() for line in lines]
    return [folder for value in values for folder in value.split(os.pathsep) if folder]


def _rospack(*words: str) -> str:
    """Return the output of rospack; empty if it fails."""
    found = subprocess.run(["rospack", *words], capture_output=True, check=False, timeout=30)
    return "" if found.returncode else found.stdout.decode().strip()
