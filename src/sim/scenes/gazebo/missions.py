"""Mission file: poses of the mission's entities by type.

As GzScenic writes it, with additions. ``heading`` is Scenic's (0 along +y) and ``yaw`` that of ROS
(0 along +x), both in rad; x, y, z are the entity's base in metres, in ``frame_id``.
"""

from __future__ import annotations

import os
from typing import Any, Dict, List

import yaml

from sim.scenes.scene import Scene

MISSIONS_FILE = "missions.yaml"
GZSCENIC_FILE = "poses.yaml"
FRAME_ID = "world"
_DUMPER = getattr(yaml, "CSafeDumper", yaml.SafeDumper)


def missions(
    scene: Scene, gzscenic: bool = False, frame_id: str = FRAME_ID
) -> Dict[str, List[Dict[str, Any]]]:
    """Return poses by type, in the scenario's order.

    ``gzscenic`` leaves out the additions to GzScenic's format.
    """
    result: Dict[str, List[Dict[str, Any]]] = {}
    for item in scene.mission():
        x, y, z, _, _, yaw = (float(value) for value in item.origin)
        entry: Dict[str, Any] = {"heading": float(item.orientation[2]), "x": x, "y": y, "z": z}
        if not gzscenic:
            entry.update(yaw=yaw, frame_id=frame_id, name=item.name)
        result.setdefault(item.model, []).append(entry)
    return result


def write_missions(scene: Scene, folder: str, gzscenic: bool = False) -> None:
    """Write the mission file of a scene into its folder."""
    text = yaml.dump(
        missions(scene, gzscenic), Dumper=_DUMPER, default_flow_style=False, sort_keys=False
    )
    with open(
        os.path.join(folder, GZSCENIC_FILE if gzscenic else MISSIONS_FILE), "w", encoding="utf-8"
    ) as stream:
        stream.write(text)
