"""Behaviour of one part of a model on each simulator."""

from __future__ import annotations

from dataclasses import dataclass

RUNS = "runs"
OTHERWISE = "runs otherwise"
IGNORED = "ignored"


@dataclass(frozen=True)
class PartSupport:
    """Behaviour of one part on one simulator.

    ``why`` is the reason if it deviates.
    """

    does: str
    why: str = ""


AS_WRITTEN = PartSupport(RUNS)


@dataclass(frozen=True)
class ModelFinding:
    """Behaviour of one part: ``RUNS``, ``OTHERWISE`` or ``IGNORED`` for each simulator.

    ``kind`` is model, plugin, sensor, joint, transmission, mimic, material or element; ``why`` is
    empty if the part runs as the file says.
    """

    kind: str
    name: str
    embedded: str
    gazebo: str
    why: str = ""


def finding(kind: str, name: str, embedded: PartSupport, gazebo: PartSupport) -> ModelFinding:
    """Return the finding of verdicts that are independent of each other."""
    reasons = list(dict.fromkeys(filter(None, (embedded.why, gazebo.why))))
    if len(reasons) > 1:
        reasons = [f"embedded: {embedded.why}", f"Gazebo: {gazebo.why}"]
    return ModelFinding(kind, name, embedded.does, gazebo.does, "; ".join(reasons))
