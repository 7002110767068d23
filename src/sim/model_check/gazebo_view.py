"""Parts of a URDF that Gazebo leaves out.

It merges links at fixed joints, and leaves out a merged link without mass with all links below.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Dict, Set

from sim.model_check.outline import ModelOutline, masses
from sim.sdf.types import Model

WORLD = "world"
# Joint types of URDF that become no joint of SDF.
_WITHOUT_JOINT = ("floating", "planar")


class GazeboView:
    """Links and joints of a model as in Gazebo.

    An SDF model keeps all of them.
    """

    def __init__(self, outline: ModelOutline) -> None:
        model = outline.model
        self._outline = outline
        self._merged = {
            joint.name
            for joint in model.joints
            if outline.urdf
            and joint.kind == "fixed"
            and joint.parent != WORLD
            and joint.name not in outline.kept
        }
        self._body = self._bodies(model)
        self._dropped = self._without_mass(model) if outline.urdf else {}

    def _bodies(self, model: Model) -> Dict[str, str]:
        """Return the link that each link is merged with."""
        parent = {joint.child: joint.parent for joint in model.joints if joint.name in self._merged}
        body = {}
        for link in model.links:
            name, seen = link.name, {link.name}
            while name in parent and parent[name] not in seen:
                name = parent[name]
                seen.add(name)
            body[link.name] = name
        return body

    def _without_mass(self, model: Model) -> Dict[str, str]:
        """Return the left out bodies, each with the massless one above."""
        total: Dict[str, float] = {}
        for name, mass in masses(model).items():
            body = self._body[name]
            total[body] = total.get(body, 0.0) + mass
        above = {
            self._body.get(joint.child, joint.child): self._body.get(joint.parent, joint.parent)
            for joint in model.joints
            if joint.name not in self._merged
        }
        dropped: Dict[str, str] = {}
        for body in total:
            name, seen = body, set()
            while name not in seen and name != WORLD:
                if total.get(name, 1.0) <= 0.0:
                    dropped[body] = name
                seen.add(name)
                name = above.get(name, WORLD)
        return dropped

    @property
    def refused(self) -> str:
        """Reason why no model appears, or empty."""
        if self._outline.refused:
            return f"Gazebo refuses the model: {self._outline.refused}"
        links = {name for name in self._body if name != WORLD}
        if links and all(self.without(name) for name in links):
            return self.without(next(iter(links)))
        return ""

    def without(self, link: str) -> str:
        """Return the reason why a link is left out, or empty."""
        massless = self._dropped.get(self._body.get(link, link))
        if massless is None:
            return ""
        return f"Gazebo leaves out link {massless}, which has no mass, with all that hangs on it"

    def without_joint(self, name: str) -> str:
        """Return the reason why a joint is left out, or empty."""
        joint = next((one for one in self._outline.model.joints if one.name == name), None)
        if joint is None:
            return "the model has no such joint"
        if joint.kind in _WITHOUT_JOINT:
            return f"joints of type {joint.kind} are left out: its links move freely"
        return self.without(joint.child)

    def merges(self, joint: str) -> bool:
        """Return whether a fixed joint disappears, its links merged."""
        return joint in self._merged

    def model(self, full: Model) -> Model:
        """Return a model with the links and joints of Gazebo alone."""
        joints: Set[str] = {
            joint.name
            for joint in full.joints
            if not self.merges(joint.name) and not self.without_joint(joint.name)
        }
        return replace(
            full,
            links=tuple(link for link in full.links if not self.without(link.name)),
            joints=tuple(joint for joint in full.joints if joint.name in joints),
        )
