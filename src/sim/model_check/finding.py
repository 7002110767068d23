"""What one part of a model does on each simulator."""

from __future__ import annotations

from dataclasses import dataclass

RUNS = "runs"
OTHERWISE = "runs otherwise"
IGNORED = "ignored"


@dataclass(frozen=True)
class Finding:
    """``kind`` is plugin, sensor, joint, material or element; ``why`` is empty where it runs as the
    file says."""

    kind: str
    name: str
    embedded: str
    gazebo: str
    why: str = ""
