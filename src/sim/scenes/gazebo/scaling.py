"""Stretching of a whole model along its own axes.

Poses, sizes and masses change; the model's origin stays. Every part moves to its stretched position
and keeps its orientation: in a frame F that is turned by R against the model, the stretch is R^T A
R. Density is kept (``inertia``); limits of a prismatic joint grow with the stretch along its axis;
other quantities (efforts, springs, sensors' ranges) are unchanged.
"""

from __future__ import annotations

from typing import Mapping, Optional, Tuple

import numpy as np

from sim.arrays import Array
from sim.scenes.gazebo.inertia import scale_inertial
from sim.scenes.gazebo.numbers import number_text, numbers_text
from sim.scenes.gazebo.shapes import scale_geometry
from sim.sdf.xml.elements import Element, number, text_of, vector
from sim.sdf.xml.poses import POSE_NAMES, pose_frame
from sim.transforms import rotation_from_rpy

PARTS = {
    "link",
    "collision",
    "visual",
    "sensor",
    "light",
    "frame",
    "joint",
    "model",
    "audio_source",
    "projector",
    "camera",
    "particle_emitter",
}
# From this version on a joint's axis is in the joint's frame, before in the model's.
AXIS_IN_JOINT = (1, 5)


class ScaleTransform:
    """One stretch (3, 3) of a document, in the outermost model's axes.

    ``frames`` are poses (4, 4) of named frames in that model.
    """

    def __init__(
        self, matrix: Array, frames: Mapping[str, Array], version: Tuple[int, ...], who: str
    ) -> None:
        self.matrix, self.frames, self.version, self.who = matrix, frames, version, who
        self.uniform = bool(np.allclose(matrix, matrix[0, 0] * np.eye(3), rtol=1e-12, atol=0.0))

    def within(self, turn: Array) -> Array:
        """Return the stretch in rotated axes.

        They are turned by ``turn`` (3, 3) against the model's.
        """
        return self.matrix if self.uniform else turn.T @ self.matrix @ turn

    def model(self, element: Element, turn: Array, prefix: str = "") -> None:
        """Stretch all parts of a ``<model>``."""
        for child in element:
            if child.tag in PARTS:
                self._part(child, turn, prefix)

    def _part(self, element: Element, turn: Array, prefix: str) -> None:
        base = turn
        if element.tag == "joint":
            base = self._turn_of(text_of(element.find("child")), turn, prefix)
        elif element.tag == "frame":
            base = self._turn_of(element.get("attached_to"), turn, prefix)
        own = self._move(element, base, prefix)
        if element.tag == "model":
            self.model(element, own, f"{prefix}{element.get('name')}::")
            return
        for child in element:
            if child.tag in PARTS:
                self._part(child, own, prefix)
            elif child.tag == "inertial":
                scale_inertial(child, self.within(self._move(child, own, prefix)))
            elif child.tag == "geometry":
                scale_geometry(child, self.within(own), self.who, exact=element.tag != "visual")
            elif child.tag in ("axis", "axis2"):
                self._axis(element, child, own, turn, prefix)

    def _move(self, element: Element, base: Array, prefix: str) -> Array:
        """Move an element by the stretch; return its axes' rotation.

        Relative to the model's axes.
        """
        pose = element.find("pose")
        if pose is None or text_of(pose) is None:
            return self._turn_of(pose_frame(pose), base, prefix)
        values = vector(pose, (0.0,) * 6, POSE_NAMES)
        base = self._turn_of(pose_frame(pose), base, prefix)
        pose.text = numbers_text((*(self.within(base) @ values[:3]), *values[3:]))
        return base if self.uniform else base @ rotation_from_rpy(*values[3:])

    def _turn_of(self, name: Optional[str], default: Array, prefix: str) -> Array:
        if self.uniform or not name or prefix + name not in self.frames:
            return default
        return self.frames[prefix + name][:3, :3]

    def _axis(self, joint: Element, axis: Element, own: Array, model: Array, prefix: str) -> None:
        """Turn a joint's axis, and scale the limits of a prismatic one."""
        xyz = axis.find("xyz")
        flag = (text_of(axis.find("use_parent_model_frame"), "") or "").lower()
        in_model = self.version < AXIS_IN_JOINT or flag in ("1", "true")
        turn = self._turn_of(
            xyz.get("expressed_in") if xyz is not None else None, model if in_model else own, prefix
        )
        direction = np.array(vector(xyz, (0.0, 0.0, 1.0), "x y z"))
        stretched = self.within(turn) @ direction
        factor = float(np.linalg.norm(stretched) / max(float(np.linalg.norm(direction)), 1e-12))
        if xyz is not None and np.linalg.norm(stretched - factor * direction) > 1e-9 * factor:
            xyz.text = numbers_text(stretched / np.linalg.norm(stretched))
        if joint.get("type") == "prismatic":
            for limit in (axis.find("limit/lower"), axis.find("limit/upper")):
                if limit is None or text_of(limit) is None:
                    continue
                if abs(number(limit, 0.0, finite=False)) < 1e15:
                    limit.text = number_text(number(limit, 0.0) * factor)
