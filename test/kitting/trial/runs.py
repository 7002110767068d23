"""A trial with log and end, for records, reports and comparisons."""

from __future__ import annotations

from typing import Sequence

from sim.kitting.events import TrialEvent
from sim.kitting.trial.files import read_trial
from sim.kitting.trial.kit import Truth
from sim.kitting.trial.score import score
from sim.kitting.trial.summary import Record, record
from sim.resources import resource
from sim.workcell.layout import read_layout

SLOTS = (("gear_large", (1, 2)), ("gear_small", (3, 4)))


def action(
    kind: str, time: float, robot: str, number: int, name: str, **data: object
) -> TrialEvent:
    arguments = {"robot": robot, "sku": "gear_small", "kit": f"{robot}_kit"}
    return TrialEvent(
        time, kind, robot, {"number": number, "action": name, "arguments": arguments, **data}
    )


LOG = (
    TrialEvent(0.0, "trial_begun"),
    TrialEvent(0.0, "order_announced", "", {"order": "usual"}),
    TrialEvent(
        0.4, "plan_made", "", {"steps": 20, "seconds": 0.31, "megabytes": 52.0, "cause": "order"}
    ),
    TrialEvent(1.0, "fault_injected", "missing_part", {"models": ["fanuc_gear_large_2"]}),
    action("action_begun", 2.0, "fanuc", 1, "take-part"),
    TrialEvent(3.0, "waiting", "fanuc"),
    TrialEvent(4.5, "motion", "fanuc"),
    TrialEvent(5.5, "motion", "fanuc"),
    action("action_done", 7.0, "fanuc", 1, "take-part"),
    action("action_begun", 7.0, "fanuc", 2, "place-part"),
    TrialEvent(7.5, "motion", "fanuc"),
    action("action_done", 9.0, "fanuc", 2, "place-part"),
    TrialEvent(9.5, "order_announced", "", {"order": "urgent"}),
    TrialEvent(10.0, "fault_injected", "detector_blackout", {"duration": 8.0}),
    action("action_begun", 10.0, "fanuc", 3, "take-part"),
    action("action_begun", 10.5, "motoman", 4, "take-part"),
    TrialEvent(11.5, "fault_injected", "dropped_part", {"model": "fanuc_gear_small_3"}),
    action(
        "action_failed",
        12.0,
        "fanuc",
        3,
        "take-part",
        failure="part_dropped",
        reason="fanuc lost <gear_small> & more on its way",
    ),
    TrialEvent(12.2, "recovery", "fanuc", {"failure": "part_dropped", "way": "plan", "after": 0.2}),
    TrialEvent(
        12.6, "plan_made", "", {"steps": 9, "seconds": 0.28, "megabytes": 51.0, "cause": "part"}
    ),
    TrialEvent(14.0, "motion", "motoman"),
    action("action_done", 16.0, "motoman", 4, "take-part"),
    action("action_begun", 16.0, "motoman", 5, "place-part"),
    TrialEvent(18.0, "fault_cleared", "detector_blackout"),
    action("action_done", 20.0, "motoman", 5, "place-part"),
    TrialEvent(30.0, "order_complete", "", {"order": "urgent"}),
    TrialEvent(40.0, "order_complete", "", {"order": "usual"}),
    TrialEvent(41.0, "trial_ended"),
)


def made(events: Sequence[TrialEvent] = LOG, kits: Sequence[str] = ("fanuc", "motoman")) -> Record:
    """Return the record of three_faults.yaml with a log. The kits of some robots are full."""
    trial = read_trial(resource("config", "kitting", "trials", "three_faults.yaml"))
    layout = read_layout(trial.layout)
    poses = {f"{robot}_kit": layout.models[f"{robot}_kit"].world_from_model for robot in kits}
    parts = {}
    for robot in kits:
        for part, numbers in SLOTS:
            for number in numbers:
                name = f"{robot}_{part}_{number}"
                parts[name], poses[name] = part, layout.slot_pose(f"{robot}_kit/{number}")
    return record(
        trial, events, score(trial, layout, Truth(poses, parts), events), {"planner": "test 1"}
    )
