"""Names of action failures, for reports and recovery policies."""

from __future__ import annotations

from sim.errors import SimulationError

PART_MISSING = "part_missing"
GRASP_SLIPPED = "grasp_slipped"
PART_DROPPED = "part_dropped"
SLOT_TAKEN = "slot_taken"
PLACEMENT_MISSED = "placement_missed"
MOTION_FAILED = "motion_failed"
ROBOT_OUT_OF_ORDER = "robot_out_of_order"
TOOL_CHANGER_STUCK = "tool_changer_stuck"
DETECTOR_SILENT = "detector_silent"
SERVER_LOST = "server_lost"
SPACE_BLOCKED = "space_blocked"

# Maximum retries in a row of unchanged actions before replanning.
RETRIES = {GRASP_SLIPPED: 1, MOTION_FAILED: 1, TOOL_CHANGER_STUCK: 10}
# Failures of the robot itself, which is left out of plans until it answers again.
OF_THE_ROBOT = (ROBOT_OUT_OF_ORDER, SERVER_LOST)


class ActionFailed(SimulationError):
    """``failure`` is one of the names of this module."""

    def __init__(self, failure: str, reason: str) -> None:
        super().__init__(reason)
        self.failure = failure
