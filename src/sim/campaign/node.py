"""User's node that drives in each run of a campaign.

As a launch file that ``./run scenario`` includes.
"""

from __future__ import annotations

import re
import shlex
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Dict, List, Mapping, Tuple
from xml.sax.saxutils import quoteattr

from sim.errors import InputError

KEYS = ("start", "participant", "arguments", "remap")
# File beside the assertions in the campaign's folder.
LAUNCH = "node.launch"
NAME = re.compile(r"[A-Za-z]\w*")
# Arguments passed to the user's launch file if it declares them.
KNOWN = ("entity", "desired_speed", "net", "scenario", "seed")


@dataclass(frozen=True)
class NodePlan:
    """User's node: ``start`` is a launch file or a command.

    The command is a package, an executable in it and its arguments; ``participant`` is its name in
    the lockstep, empty without.
    """

    start: Tuple[str, ...]
    participant: str
    arguments: Dict[str, str]
    remap: Dict[str, str]

    @property
    def launches(self) -> bool:
        return self.start[0].endswith(".launch")

    def document(self) -> str:
        """Return the launch file as text."""
        known = [f'  <arg name="{name}" default=""/>' for name in KNOWN]
        remaps = [
            f"  <remap from={quoteattr(old)} to={quoteattr(new)}/>"
            for old, new in self.remap.items()
        ]
        return "\n".join(["<launch>", *known, *remaps, *self._started(), "</launch>", ""])

    def _started(self) -> List[str]:
        if not self.launches:
            package, kind, *words = self.start
            words += [f"_{name}:={value}" for name, value in self.arguments.items()]
            name = self.participant or re.sub(r"\W", "_", Path(kind).stem)
            return [
                f'  <node name="{name}" pkg={quoteattr(package)} type={quoteattr(kind)} '
                f'args={quoteattr(shlex.join(words))} output="screen"/>'
            ]
        given = [
            f"    <arg name={quoteattr(name)} value={quoteattr(value)}/>"
            for name, value in self.arguments.items()
        ]
        return [
            f'  <include file={quoteattr(self.start[0])} pass_all_args="true">',
            *given,
            "  </include>",
        ]


def read_node(value: Any, where: str, folder: Path) -> NodePlan:
    """Read the key ``node`` of a campaign's file in a folder.

    Raises InputError that names the fault.
    """
    if not isinstance(value, dict):
        raise InputError(where, f"must be a mapping; it may have {', '.join(KEYS)}")
    for key in value:
        if key not in KEYS:
            raise InputError(f"{where}.{key}", f"is unknown; there are {', '.join(KEYS)}")
    participant = str(value.get("participant", ""))
    if participant and not NAME.fullmatch(participant):
        raise InputError(
            f"{where}.participant", f"must be a name of letters, digits and _, got '{participant}'"
        )
    return NodePlan(
        _start(value.get("start", ""), f"{where}.start", folder),
        participant,
        _names(value.get("arguments", {}), f"{where}.arguments"),
        _names(value.get("remap", {}), f"{where}.remap"),
    )


def _start(value: Any, where: str, folder: Path) -> Tuple[str, ...]:
    try:
        words = shlex.split(value) if isinstance(value, str) else []
    except ValueError as error:
        raise InputError(where, f"is not a shell command ({error})") from None
    if len(words) == 1 and words[0].endswith(".launch"):
        path = (folder / words[0]).resolve()
        if not path.is_file():
            raise InputError(where, f"file {path} not found")
        return (str(path),)
    if len(words) < 2:
        raise InputError(
            where, "must be a launch file, or 'PACKAGE EXECUTABLE' as for rosrun, with its words"
        )
    return tuple(words)


def _names(value: Any, where: str) -> Dict[str, str]:
    if not isinstance(value, Mapping):
        raise InputError(where, "must be a mapping of names to values")
    return {
        str(name): str(each).lower() if isinstance(each, bool) else str(each)
        for name, each in value.items()
    }
