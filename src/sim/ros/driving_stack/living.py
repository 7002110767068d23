"""Liveness of the nodes that publish some topics.

Publishers are looked up at the master, then called through their own XML-RPC API.
"""

from __future__ import annotations

import time
from typing import Any, Dict, List, Sequence
from xmlrpc.client import Error as XmlRpcError
from xmlrpc.client import ServerProxy

import rosgraph
import rospy

from sim.errors import SimulationError


class Living:
    """The nodes behind ``topics``."""

    def __init__(self, topics: Sequence[str]) -> None:
        self._topics = list(topics)
        self._uris: Dict[str, str] = {}

    def wait(self, timeout: float) -> None:
        """Wait until each topic has a publisher; SimulationError after ``timeout`` wall s."""
        master, end = rosgraph.Master(rospy.get_name()), time.monotonic() + timeout
        while not rospy.is_shutdown():
            publishers = dict(master.getSystemState()[0])
            lacking = [topic for topic in self._topics if not publishers.get(topic)]
            if not lacking:
                names = {name for topic in self._topics for name in publishers[topic]}
                self._uris = {name: master.lookupNode(name) for name in names}
                return
            if time.monotonic() > end:
                raise SimulationError(f"no node publishes {', '.join(lacking)}")
            time.sleep(0.1)

    def dead(self) -> List[str]:
        """Return the nodes that have died since the last call."""
        gone = [name for name, uri in sorted(self._uris.items()) if not _answers(uri)]
        for name in gone:
            del self._uris[name]
        return gone


def _answers(uri: str) -> bool:
    node: Any = ServerProxy(uri)
    try:
        return bool(node.getPid(rospy.get_name())[0] == 1)
    except (OSError, XmlRpcError):
        return False
