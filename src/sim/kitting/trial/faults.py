"""Faults of a trial: kinds, targets, ends, and choice by the seed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Mapping, Optional, Tuple

import numpy as np

from sim.kitting.trial.spec import Fault

# Kinds of targets.
PART = "part"
ROBOT = "robot"
DETECTOR = "detector"
# Possible targets among these: parts in grippers, parts in supply trays, all.
HELD = "held"
LYING = "lying"
ANY = "any"
# End of a fault: at once, after its duration, after as many attempts as its amount, never within
# the trial.
AT_ONCE = "at once"
TIMED = "timed"
ATTEMPTS = "attempts"
LASTING = "lasting"


@dataclass(frozen=True)
class FaultKind:
    """A kind of fault.

    ``counted``: its amount has a meaning; ``recoverable``: every order can still be met as long as
    other parts and robots are there.
    """

    target: str
    among: str
    end: str
    meaning: str
    counted: bool = False
    recoverable: bool = True


KINDS: Mapping[str, FaultKind] = {
    "dropped_part": FaultKind(PART, HELD, AT_ONCE, "a gripper loses the part that it holds"),
    "missing_part": FaultKind(PART, LYING, LASTING, "parts are gone from their trays", True),
    "faulty_part": FaultKind(
        PART, LYING, LASTING, "parts have a defect, which makes them worthless in a kit", True
    ),
    "flipped_part": FaultKind(PART, LYING, LASTING, "parts lie upside down", True),
    "slipped_grasp": FaultKind(ROBOT, ANY, ATTEMPTS, "a gripper closes and holds nothing", True),
    "insufficient_parts": FaultKind(
        PART,
        LYING,
        LASTING,
        "so many parts of one type are gone that too few may be left",
        True,
        False,
    ),
    "detector_blackout": FaultKind(DETECTOR, ANY, TIMED, "a detector reports nothing"),
    "robot_out_of_order": FaultKind(ROBOT, ANY, TIMED, "a robot stops and takes no command"),
    "tool_changer_stuck": FaultKind(
        ROBOT, ANY, ATTEMPTS, "a tool changer neither takes nor gives an end effector", True
    ),
    "moved_part": FaultKind(PART, LYING, LASTING, "parts are moved by some distance", True),
}


def generator(seed: int, number: int) -> np.random.Generator:
    """Return the random generator of a trial's fault ``number``.

    Independent of the faults before it.
    """
    return np.random.default_rng([seed, number])


def choose(
    fault: Fault, candidates: Mapping[str, str], rng: np.random.Generator
) -> Tuple[str, ...]:
    """Choose a fault's targets from ``candidates``.

    The part type by the model of parts, anything by name of robots and detectors. Parts are as many
    as the fault's amount, or all existing ones; a robot is one; detectors are all unless one is
    named. Empty if nothing fits, as while no gripper holds the part: the fault then waits.
    """
    kind = KINDS[fault.kind]
    fitting = sorted(name for name, part in candidates.items() if fault.target in ("", name, part))
    if kind.target == DETECTOR:
        return tuple(fitting)
    count = fault.amount if kind.target == PART else 1
    order = rng.permutation(len(fitting))[:count]
    return tuple(fitting[index] for index in sorted(order))


def ends_at(fault: Fault, injected: float) -> Optional[float]:
    """Return the end of a fault that came at ``injected``, or None.

    None without a duration: for a fault that lasts or ends with attempts.
    """
    end = KINDS[fault.kind].end
    if end == AT_ONCE:
        return injected
    return injected + fault.duration if end == TIMED and fault.duration > 0.0 else None


def cleared(fault: Fault, injected: float, now: float, attempts: int = 0) -> bool:
    """Return whether a fault is over, after ``attempts`` failed actions."""
    if KINDS[fault.kind].end == ATTEMPTS:
        return attempts >= fault.amount
    end = ends_at(fault, injected)
    return end is not None and now >= end
