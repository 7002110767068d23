"""A node on this machine: process, command line, topics and services."""

from __future__ import annotations

import contextlib
import os
import re
from dataclasses import dataclass
from http.client import HTTPException
from pathlib import Path
from typing import Any, Dict, List, Optional, Set, Tuple
from urllib.parse import urlparse
from xmlrpc.client import Error as XmlRpcError

import rosgraph

from sim.errors import InputError, SimulationError
from sim.ros.live.host import MODULE
from sim.ros.node.program import answer_of
from sim.ros.node.restart import ASK

CALLER = "/live"
PYTHON = re.compile(r"python(\d(\.\d+)?)?$")


@dataclass(frozen=True)
class Command:
    """Command of a process: interpreter, Python program, environment and folder."""

    interpreter: str
    program: Path
    environment: Dict[str, str]
    folder: str


@dataclass(frozen=True)
class Offer:
    """A node's XML-RPC address, and its topics and services.

    ``names`` are pairs of a kind, ``publishes``, ``hears`` or ``serves``, and a name.
    """

    uri: str
    names: Set[Tuple[str, str]]


def command_of(process: int) -> Command:
    """Return the command of a process. InputError if it is not a Python program."""
    folder = Path(f"/proc/{process}")
    try:
        words = _split(folder / "cmdline")
        there = os.readlink(str(folder / "cwd"))
        environment = dict(word.split("=", 1) for word in _split(folder / "environ") if "=" in word)
    except OSError as error:
        raise InputError(f"process {process}", f"cannot be looked at ({error})") from None
    program = next((word for word in words[1:] if not word.startswith("-") and word != MODULE), "")
    if not words or not PYTHON.search(words[0]) or not program:
        raise InputError(f"process {process}", f"is not a Python program: {' '.join(words[:3])}")
    return Command(words[0], Path(there, program), environment, there)


def takes_reload(process: int) -> bool:
    """Return whether a process handles the reload signal, which ends others."""
    with contextlib.suppress(OSError, StopIteration):
        lines = Path(f"/proc/{process}/status").read_text().splitlines()
        caught = next(line for line in lines if line.startswith("SigCgt:"))
        return bool(int(caught.split()[1], 16) >> (ASK - 1) & 1)
    return False


def lives(process: int) -> bool:
    """Return whether a process runs."""
    with contextlib.suppress(OSError):
        state = Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()[0]
        return state not in "ZX"
    return False


def process_of(node: str) -> int:
    """Return the process of a node. InputError if it does not run here."""
    uri = _node(node)
    if not uri:
        known = ", ".join(sorted(_names(_state()))) or "none"
        raise InputError(node, f"no node of this name runs; running nodes: {known}")
    host = urlparse(uri).hostname or ""
    if not rosgraph.network.is_local_address(host):
        raise InputError(node, f"runs on {host}: start live there")
    found = _process(uri)
    if found is None:
        raise InputError(node, f"does not answer at {uri}")
    return found


def name_of(process: int, likely: str = "") -> str:
    """Return the node of a process; empty if there is none yet.

    The ``likely`` one is checked first.
    """
    for name in sorted(_names(_state()), key=lambda name: name != likely):
        uri = _node(name)
        if uri and _process(uri) == process:
            return name
    return ""


def offer_of(node: str) -> Offer:
    """Return the topics and services of a node. They are empty if it has ended."""
    kinds = ("publishes", "hears", "serves")
    names = {
        (kind, name) for kind, each in zip(kinds, _state()) for name, nodes in each if node in nodes
    }
    return Offer(_node(node), names)


def _split(path: Path) -> List[str]:
    return path.read_bytes().decode(errors="surrogateescape").split("\0")[:-1]


def _names(state: List[List[Any]]) -> Set[str]:
    return {node for each in state for _, nodes in each for node in nodes}


def _state() -> List[List[Any]]:
    try:
        return rosgraph.Master(CALLER).getSystemState()
    except (rosgraph.MasterException, OSError):
        raise SimulationError(
            f"the ROS master at {os.environ.get('ROS_MASTER_URI')} does not answer"
        ) from None


def _node(name: str) -> str:
    try:
        return str(rosgraph.Master(CALLER).lookupNode(name))
    except rosgraph.MasterException:
        return ""
    except OSError:
        _state()
        return ""


def _process(uri: str) -> Optional[int]:
    with contextlib.suppress(OSError, HTTPException, XmlRpcError):
        return int(answer_of(uri, "getPid", CALLER))
    return None
