"""Behaviour of one part of a model on each simulator."""

from __future__ import annotations

from dataclasses import dataclass

RUNS = "runs"
OTHERWISE = "runs otherwise"
IGNORED = "ignored"


@dataclass(frozen=True)
class ModelFinding:
    """Behaviour of one part: ``RUNS``, ``OTHERWISE`` or ``IGNORED`` for each simulator.

    ``kind`` is plugin, sensor, joint, material or element; ``why`` is empty if the part runs as the
    file says.
    """

    kind: str
    name: str
    embedded: str
    gazebo: str
    why: str = ""
