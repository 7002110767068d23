"""Poses sent by gzserver to its scene, for image tests on Gazebo."""

from __future__ import annotations

import contextlib
import os
import re
import subprocess
import tempfile
from pathlib import Path
from typing import Dict, Iterator, List

import rospy

from sim.gzserver import installation


class PosesSent:
    """The poses sent by this master's gzserver to its scene.

    They are received by Gazebo's own tool.
    """

    def __init__(self, world: str) -> None:
        master = os.environ["ROS_MASTER_URI"].rstrip("/")
        own = next(
            variables
            for variables in environments("gzserver")
            if variables.get("ROS_MASTER_URI", "").rstrip("/") == master
        )
        self._log = tempfile.NamedTemporaryFile("w")  # noqa: SIM115 (closed with the process)
        tool = str(installation.find(os.environ).usr / "bin" / "gz")
        self._process = subprocess.Popen(
            [tool, "topic", "-e", f"/gazebo/{world}/pose/local/info"],
            env=own,
            stdout=self._log,
            stderr=subprocess.DEVNULL,
            stdin=subprocess.DEVNULL,
        )

    def text(self) -> str:
        return Path(self._log.name).read_text()

    def names(self, stamp: rospy.Time) -> List[str]:
        """Return the models and links in the message of a time."""
        for message in re.split(r"(?m)^time \{", self.text())[1:]:
            if re.match(rf"\s*sec: {stamp.secs}\s*nsec: {stamp.nsecs}\s*\}}", message):
                return re.findall(r'name: "([^"]*)"', message)
        return []

    def close(self) -> None:
        self._process.terminate()
        self._process.wait()
        self._log.close()


def environments(program: str) -> Iterator[Dict[str, str]]:
    """Yield the environments of the running processes of a name."""
    for folder in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            if (folder / "cmdline").read_bytes().split(b"\0")[0].decode().endswith(program):
                words = (folder / "environ").read_bytes().decode(errors="replace").split("\0")
                yield dict(word.split("=", 1) for word in words if "=" in word)
