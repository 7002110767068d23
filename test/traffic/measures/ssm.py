"""SUMO vehicle measured by SUMO's SSM device and by ours.

Our measures treat it as an ego.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Dict, List, Optional, Tuple

import numpy as np
from nets import built_once, netconvert
from small_runs import row_of, running

from sim.traffic.ego_state import EgoState
from sim.traffic.measures.boxes import Boxes
from sim.traffic.measures.closeness import closeness
from sim.traffic.measures.ego_steps import one_step
from sim.traffic.measures.encroachment import Encroachments


def ego_trip(
    folder: Path, position: float, speed: float, start: str = "road", end: str = "road"
) -> str:
    """Return a trip of a car with SUMO's device. The device's output is ``ssm.xml``."""
    parameters = {
        "has.ssm.device": "true",
        "device.ssm.measures": "TTC DRAC PET",
        "device.ssm.thresholds": "1000 0 1000",
        "device.ssm.file": folder / "ssm.xml",
        "device.ssm.range": 150,
        "device.ssm.trajectories": "true",
    }
    inside = "".join(f'<param key="{key}" value="{value}"/>' for key, value in parameters.items())
    return (
        f'<trip id="ego" type="car" depart="0" from="{start}" to="{end}" departLane="0" '
        f'departPos="{position}" departSpeed="{speed}">'
        f"{inside}</trip>"
    )


@built_once
def build_crossing(folder: Path) -> Path:
    """Build two one-way roads of 400 m that cross at a right angle.

    West to east has priority over south to north.
    """
    ends = "".join(
        f'<node id="{name}" x="{x}" y="{y}"/>'
        for name, x, y in (("w", -200, 0), ("e", 200, 0), ("s", 0, -200), ("n", 0, 200))
    )
    (folder / "c.nod.xml").write_text(
        f'<nodes><node id="c" x="0" y="0" type="priority"/>{ends}</nodes>'
    )
    edges = "".join(
        f'<edge id="{a}{b}" from="{a}" to="{b}" numLanes="1" speed="14" priority="{p}" '
        'spreadType="center"/>'
        for a, b, p in (("w", "c", 3), ("c", "e", 3), ("s", "c", 1), ("c", "n", 1))
    )
    (folder / "c.edg.xml").write_text(f"<edges>{edges}</edges>")
    out = folder / "crossing.net.xml"
    netconvert(folder, "c", out, "--precision", "6")
    return out


def measured(net: Path, routes: Path, steps: int) -> Tuple[Dict[str, np.ndarray], List[float]]:
    """Return our measures of the vehicle ``ego`` step by step.

    The second result are its post-encroachment times.
    """
    rows: Dict[str, List[float]] = {"time": [], "ttc": [], "drac": [], "drac_of_others": []}
    with running(net, routes) as session:
        encroachments = Encroachments(session.options.step)
        for _ in range(steps):
            state = session.step()
            row = row_of(session, state, "ego")
            if row < 0:
                continue
            length, width = (
                np.array([getattr(kind, size) for kind in session.types])[state.type]
                for size in ("length", "width")
            )
            others = np.arange(len(state)) != row
            ego = EgoState(
                "ego",
                tuple(state.position[row, :2]),
                float(state.yaw[row]),
                float(state.speed[row]),
                0.0,
                float(length[row]),
                float(width[row]),
                1.5,
            )
            traffic = Boxes(state.position[:, :2], state.yaw, state.speed, length, width)[others]
            near = closeness(ego, traffic)
            encroachments.take(one_step(state.time, ego, state.id[others], traffic))
            for name, value in zip(
                rows,
                (
                    state.time,
                    near.time_to_collision,
                    near.deceleration,
                    near.deceleration_of_others,
                ),
            ):
                rows[name].append(value)
        # SUMO writes its own measures as it ends.
        session.link.close(30.0)
    return {name: np.array(values) for name, values in rows.items()}, encroachments.all()


def sumo_measures(folder: Path) -> Dict[str, Optional[float]]:
    """Return the extremes of SUMO's device; None if missing."""
    text = (folder / "ssm.xml").read_text()
    found = {
        name: re.search(rf'<{name} [^>]*\bvalue="([^"]*)"', text)
        for name in ("minTTC", "maxDRAC", "PET")
    }
    return {
        name: None if match is None or match.group(1) == "NA" else float(match.group(1))
        for name, match in found.items()
    }
