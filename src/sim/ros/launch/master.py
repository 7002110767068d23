"""Checks the address of ROS_MASTER_URI before roslaunch uses it.

roslaunch would wait for ever for an answer, print a traceback, or take over the nodes of a
simulation that runs there.
"""

from __future__ import annotations

import http.client
import os
import socket
import urllib.parse
import xmlrpc.client
from pathlib import Path
from typing import Sequence

from sim.errors import InputError
from sim.ros.node.program import answer_of

DEFAULT_URI = "http://localhost:11311"
CALLER_ID = "/look"
SIMULATOR_NODE = "/gazebo"
NO_ANSWER = (OSError, http.client.HTTPException, xmlrpc.client.Error, ValueError, TypeError)


def taken_by_another(uri: str, timeout: float = 5.0) -> bool:
    """Return whether a program other than a ROS master listens at ``uri``.

    A master that starts or is overloaded has ``timeout`` s to answer.
    """
    place = urllib.parse.urlparse(uri)
    try:
        socket.create_connection(
            (place.hostname or "localhost", place.port or 11311), timeout=timeout
        ).close()
    except OSError:
        return False
    try:
        answer_of(uri, "getPid", CALLER_ID, timeout=timeout)
        return False
    except NO_ANSWER:
        return True


def simulation_at(uri: str) -> str:
    """Describe the simulation on a master. The text is empty without one, or without a master."""
    try:
        state = answer_of(uri, "getParam", CALLER_ID, "/roslaunch/uris")
    except NO_ANSWER:
        state = {}
    for server in state.values() if isinstance(state, dict) else ():
        try:
            if any(
                name.rpartition("-")[0] == SIMULATOR_NODE.strip("/")
                for name in answer_of(server, "get_node_names")
            ):
                return _described(server, answer_of(server, "get_pid"))
        except NO_ANSWER:
            continue  # a roslaunch that was killed
    try:
        node = answer_of(uri, "lookupNode", CALLER_ID, SIMULATOR_NODE)
        return (
            f"node {SIMULATOR_NODE}, process {answer_of(node, 'getPid', CALLER_ID)} on "
            f"{urllib.parse.urlparse(node).hostname}"
        )
    except NO_ANSWER:
        return ""


def _described(server: str, pid: int) -> str:
    """Describe a roslaunch by its process and local launch file."""
    try:
        words = Path(f"/proc/{pid}/cmdline").read_bytes().decode(errors="replace").split("\0")
    except OSError:
        words = []
    file = next((os.path.basename(word) for word in words if word.endswith(".launch")), "a launch")
    return f"{file}, process {pid} on {urllib.parse.urlparse(server).hostname}"


def check_master(words: Sequence[str]) -> None:
    """Raise InputError if roslaunch cannot use its master.

    Also if it would disturb a simulation that runs there.
    """
    uri = os.environ.get("ROS_MASTER_URI") or DEFAULT_URI
    for option, value in zip(words, words[1:]):
        if option in ("-p", "--port"):
            uri = f"http://localhost:{value}"
    port = urllib.parse.urlparse(uri).port or 11311
    other = f"export ROS_MASTER_URI=http://localhost:{port + 1}"
    if taken_by_another(uri):
        raise InputError(
            f"ROS_MASTER_URI={uri}",
            f"port {port} is taken by a program other than a ROS master; "
            "free it or choose another: "
            f"{other}",
        )
    first = simulation_at(uri)
    if first:
        raise InputError(
            f"ROS_MASTER_URI={uri}",
            f"a simulation runs there already ({first}); end it, or give this one a master of its "
            f"own: {other}",
        )
