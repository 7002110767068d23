"""Figures of motion and handling, at the tool in the embedded simulator.

Straight lines, end poses, pick and place.
"""

from __future__ import annotations

import math
from typing import List

import numpy as np

from bench.lib.crcl_cell import Cell
from bench.lib.report import ROOT, Figure
from sim.rate import Rate
from sim.robot_orders import MotionWaypoint, Move
from sim.transforms import transform_from_rpy
from sim.workcell.handling import picking, placing
from sim.workcell.layout import read_layout

SPEED = 0.25  # m/s
TRAVEL_SPEED = 0.4  # m/s
SEED = 7
LINES = 20
TRIALS = 100
MAX_PLACE_ERROR = 0.002  # m
LAB = ROOT / "config" / "agility_lab.yaml"
OPEN_WIDTH = 0.05  # m
GRIP_FORCE = 40.0  # N
PLACES = {
    "fanuc": ((0.05, 0.35), (-0.25, 0.25), (0.9, 1.15)),
    "motoman": ((0.05, 0.4), (1.6, 2.2), (0.95, 1.2)),
}


def lines() -> List[Figure]:
    """Measure straight lines between random poses, with both arms.

    The tool points down within 20 degrees.
    """
    aside, far, turned = [], [], []
    for robot in ("fanuc", "motoman"):
        cell, random = Cell(read_layout(LAB), robot, []), np.random.default_rng(SEED)
        cell.move(_straight(_pose(robot, random), False))
        for _ in range(LINES):
            goal = _pose(robot, random)
            start, places = cell.tool(), []
            cell.on_step = lambda time, places=places, cell=cell: places.append(cell.tool()[:3, 3])
            cell.move(_straight(goal))
            cell.on_step = None
            along = (goal - start)[:3, 3] / np.linalg.norm((goal - start)[:3, 3])
            away = np.array(places) - start[:3, 3]
            aside.append(1e3 * np.linalg.norm(away - np.outer(away @ along, along), axis=1).max())
            far.append(1e3 * np.linalg.norm((cell.tool() - goal)[:3, 3]))
            turned.append(math.degrees(_angle(cell.tool(), goal)))
    note = (
        f"largest of {2 * LINES} lines, both arms, {SPEED:g} m/s, tool link of the simulator "
        "at each step of 2 ms"
    )
    return [
        Figure(
            "deviation from a straight line at 0.25 m/s",
            max(aside),
            "mm",
            1.0,
            low=min(aside),
            high=max(aside),
            note=note,
        ),
        Figure(
            "end pose error at Done, position",
            max(far),
            "mm",
            0.2,
            low=min(far),
            high=max(far),
            note=note,
        ),
        Figure(
            "end pose error at Done, orientation",
            max(turned),
            "deg",
            0.05,
            low=min(turned),
            high=max(turned),
            note=note,
        ),
    ]


def handling() -> List[Figure]:
    """Measure pick and place of gears without grasp assist.

    Gears of all three sizes go from their trays into slots; the given poses of gear and slot have
    errors.
    """
    layout, random = read_layout(LAB), np.random.default_rng(SEED)
    jobs = [
        ("fanuc_gear_large_1", "fanuc_kit/1"),
        ("fanuc_gear_small_1", "fanuc_kit/3"),
        ("fanuc_gear_medium_1", "fanuc_medium_gear_tray/2"),
    ]
    models = [
        "fanuc_table",
        "fanuc_kit",
        "fanuc_small_gear_tray",
        "fanuc_medium_gear_tray",
        "fanuc_large_gear_tray",
        *(gear for gear, _ in jobs),
    ]
    cell, failed = Cell(layout, "fanuc", models), []
    for number in range(TRIALS):
        gear, slot = jobs[number % len(jobs)]
        cell.physics.poses.set_model_pose(
            gear,
            layout.models[gear].world_from_model
            @ transform_from_rpy((0, 0, 1e-3), (0, 0, random.uniform(0, 2 * math.pi))),
        )
        cell.run(0.2)
        try:
            why = _handled(
                cell, gear, slot, *random.uniform(-MAX_PLACE_ERROR, MAX_PLACE_ERROR, (2, 2))
            )
        except RuntimeError as error:
            why = str(error)
        if why:
            failed.append(f"try {number}: {gear}: {why}")
            cell.grip(OPEN_WIDTH)
    return [
        Figure(
            f"pick and place without grasp assist that succeed, of {TRIALS}",
            TRIALS - len(failed),
            "",
            0.98 * TRIALS,
            "higher",
            note="gears of 23, 44 and 82 g, errors of +-2 mm in x and y of gear and of slot, no "
            f"grasp assist, {GRIP_FORCE:g} N{'; '.join(['', *failed[:5]])}",
        )
    ]


def _handled(
    cell: Cell, gear: str, slot: str, gear_error: np.ndarray, slot_error: np.ndarray
) -> str:
    """Return the failure; empty if the gear lies in its slot."""
    body, rest = cell.layout.models[gear].part.body, cell.layout.slot_pose(slot)
    pick = picking(_shifted(cell.physics.poses.model_pose(gear), gear_error), body)
    place = placing(_shifted(rest, slot_error), body)
    cell.grip(OPEN_WIDTH, 0.3)
    for pose, straight in ((pick.above, False), (pick.at, True)):
        cell.move(_straight(pose, straight, TRAVEL_SPEED))
    cell.grip(0.0, force=GRIP_FORCE)
    if cell.holds() != gear:
        return "not held"
    for pose, straight in ((pick.above, True), (place.above, False), (place.at, True)):
        cell.move(_straight(pose, straight, TRAVEL_SPEED))
    if cell.holds() != gear:
        return "lost on the way"
    cell.grip(OPEN_WIDTH)
    cell.move(_straight(place.above, True, TRAVEL_SPEED))
    away = cell.physics.poses.model_pose(gear) @ np.linalg.inv(rest)
    off = (cell.physics.poses.model_pose(gear) - rest)[:3, 3]
    clearance = cell.layout.models[slot.split("/")[0]].part.body.clearance
    lies = np.hypot(*off[:2]) < clearance + 1e-3 and abs(off[2]) < 1e-3 and away[2, 2] > 0.999
    return "" if lies else f"lies {np.round(1e3 * off, 1)} mm beside its slot"


def _straight(pose: np.ndarray, straight: bool = True, speed: float = SPEED) -> Move:
    return Move(
        (
            MotionWaypoint.at(
                pose,
                trans_speed=Rate(speed),
                trans_accel=Rate(0.5, True),
                rot_speed=Rate(0.5, True),
                rot_accel=Rate(0.5, True),
            ),
        ),
        straight,
    )


def _pose(robot: str, random: np.random.Generator) -> np.ndarray:
    place = [random.uniform(*span) for span in PLACES[robot]]
    tilt = random.uniform(-math.radians(20), math.radians(20), 2)
    return transform_from_rpy(place, (math.pi + tilt[0], tilt[1], random.uniform(-0.5, 0.5)))


def _shifted(pose: np.ndarray, by: np.ndarray) -> np.ndarray:
    moved = pose.copy()
    moved[:2, 3] += by
    return moved


def _angle(first: np.ndarray, second: np.ndarray) -> float:
    """Return the angle between orientations in rad, from the sine.

    The sine is exact for small angles.
    """
    turn = first[:3, :3].T @ second[:3, :3]
    axis = 0.5 * np.array(
        [turn[2, 1] - turn[1, 2], turn[0, 2] - turn[2, 0], turn[1, 0] - turn[0, 1]]
    )
    return math.atan2(float(np.linalg.norm(axis)), 0.5 * (float(np.trace(turn)) - 1.0))
