"""Events of a kitting trial, in their order.

The log for reports, scores and comparisons.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Mapping

# Orders: data has order; IMPOSSIBLE also reason.
ORDER_ANNOUNCED = "order_announced"
ORDER_COMPLETE = "order_complete"
ORDER_IMPOSSIBLE = "order_impossible"
# Plans: data has steps, seconds and megabytes of the planner, makespan, cause.
PLAN_MADE = "plan_made"
PLAN_FAILED = "plan_failed"
# Actions: subject is the robot; data has number, action, arguments; FAILED also failure and reason.
ACTION_BEGUN = "action_begun"
ACTION_DONE = "action_done"
ACTION_FAILED = "action_failed"
# Recovery from a failure: data has failure, way (retry, detect, plan), after (s).
RECOVERY = "recovery"
# Faults: subject is the kind; data has the targets.
FAULT_INJECTED = "fault_injected"
FAULT_CLEARED = "fault_cleared"
# subject is the robot: it waits for space that the other one has; a robot's motion begins.
WAITING = "waiting"
MOTION = "motion"
TRIAL_BEGUN = "trial_begun"
TRIAL_ENDED = "trial_ended"


@dataclass(frozen=True)
class TrialEvent:
    """An event of a trial.

    ``time`` in simulated s since the trial's begin; ``data`` holds texts, numbers, lists and
    mappings alone, as JSON has them.
    """

    time: float
    kind: str
    subject: str = ""
    data: Mapping[str, Any] = field(default_factory=dict)
