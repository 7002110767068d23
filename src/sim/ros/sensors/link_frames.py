"""tf frames of a model with sensors.

``<model>/base_link`` is its first link, ``<model>/<link>`` any other, ``<model>/<sensor>`` a
sensor. Links fixed to the first link by joints are static; if the model is not driven, ``map`` is
the parent of its first link.
"""

from __future__ import annotations

from typing import List, Tuple

from geometry_msgs.msg import TransformStamped

from sim.embedded.physics.physics import Physics
from sim.ros.conversions import transform
from sim.ros.sensors.kinds.cameras import camera_transforms
from sim.sdf.sensors.cameras import Cameras
from sim.sdf.sensors.sensor import Sensor
from sim.sdf.types import Model
from sim.transforms import inverse

MAP = "map"


def link_frame(model: Model, link: str) -> str:
    """Return the frame of a link."""
    return (
        f"{model.name}/base_link"
        if link == model.links[0].name
        else f"{model.name}/{link.replace('::', '/')}"
    )


def sensor_links(model: Model) -> List[Tuple[str, Sensor]]:
    """Return the model's sensors with their links' names."""
    return [(link.name, sensor) for link in model.links for sensor in link.sensors]


def rigid_links(model: Model) -> List[str]:
    """Return the links that do not move relative to the first one.

    All links of a static model, otherwise those connected by fixed joints.
    """
    if model.static:
        return [link.name for link in model.links]
    found = [model.links[0].name]
    ties = [(joint.parent, joint.child) for joint in model.joints if joint.kind == "fixed"]
    for link in found:
        neighbours = [b if a == link else a for a, b in ties if link in (a, b)]
        found += [name for name in neighbours if name not in found and name != "world"]
    return found


class ModelFrames:
    """The transforms of one model.

    The first link's frame of ``driven`` models is published elsewhere.
    """

    def __init__(self, physics: Physics, model: Model, driven: bool) -> None:
        self._physics, self._model = physics, model
        rigid, carrying = rigid_links(model), dict.fromkeys(link for link, _ in sensor_links(model))
        first = model.links[0]
        self._static = [
            (link_frame(model, link.name), inverse(first.model_from_link) @ link.model_from_link)
            for link in model.links
            if link.name in carrying and link.name in rigid and link is not first
        ]
        self._moving = [link for link in carrying if link not in rigid]
        self._first = None if driven else first.name

    def static(self, now: float) -> List[TransformStamped]:
        """Return the model's transforms for tf_static.

        The pose of a static model is used until it is moved.
        """
        model, base = self._model, link_frame(self._model, self._model.links[0].name)
        transforms = [
            transform(base, frame, base_from_link, now) for frame, base_from_link in self._static
        ]
        transforms += [
            transform(
                link_frame(model, link), f"{model.name}/{sensor.name}", sensor.link_from_sensor, now
            )
            for link, sensor in sensor_links(model)
        ]
        for _, sensor in sensor_links(model):
            if isinstance(sensor.kind, Cameras):
                transforms += camera_transforms(f"{model.name}/{sensor.name}", sensor, now)
        if model.static and self._first:
            transforms.append(
                transform(MAP, base, self._physics.poses.link_pose(model.name, self._first), now)
            )
        return transforms

    def moving(self, now: float) -> List[TransformStamped]:
        """Return the model's transforms for tf at ``now``."""
        physics, model = self._physics, self._model
        if model.static:
            return []
        first = model.links[0].name
        base, world_from_base = link_frame(model, first), physics.poses.link_pose(model.name, first)
        transforms = [
            transform(
                base,
                link_frame(model, link),
                inverse(world_from_base) @ physics.poses.link_pose(model.name, link),
                now,
            )
            for link in self._moving
        ]
        return transforms + ([transform(MAP, base, world_from_base, now)] if self._first else [])
