"""Starts one node of a launch file alone, with its parameters.

Used by the tests beside it.
"""

from __future__ import annotations

import os
import subprocess
from contextlib import suppress
from typing import Dict, List, Sequence

import rosgraph
from launched import PACKAGE, Launched
from roslaunch.config import ROSLaunchConfig
from roslaunch.core import Machine
from roslaunch.node_args import create_local_process_args
from roslaunch.xmlloader import XmlLoader


class Alone(Launched):
    """One node on the master of the test.

    Refusals of a node before it waits for others take a third of a launch.
    """

    def __init__(self, file: str, node: str, arguments: Dict[str, object]) -> None:
        self._node = node
        uri = os.environ["ROS_MASTER_URI"]
        self._master = rosgraph.Master("/test", master_uri=uri)
        self._set: List[str] = []
        super().__init__(file, arguments, environment={"ROS_MASTER_URI": uri})

    def command(self, file: str) -> List[str]:
        """Return the launch file; its arguments follow."""
        return [str(PACKAGE / "launch" / file)]

    def start(self, command: Sequence[str]) -> subprocess.Popen:
        file, *words = command
        config = ROSLaunchConfig()
        XmlLoader().load(file, config, argv=words, verbose=False)
        for name, parameter in config.params.items():
            self._master.setParam(name, parameter.value)
            self._set.append(name)
        (node,) = [one for one in config.nodes if one.name == self._node]
        self.environment.update(node.env_args)
        machine = Machine("localhost", "127.0.0.1")
        return super().start(create_local_process_args(node, machine, self.environment))

    def close(self) -> None:
        super().close()
        for name in self._set:
            with suppress(rosgraph.MasterError):
                self._master.deleteParam(name)
