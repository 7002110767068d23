"""What a plugin of a user's own is in the embedded simulator, which loads no C++: a class derived
from :class:`ModelPlugin`, in a file that is named as the library is (``docs/plugins.md``)."""

from __future__ import annotations

from typing import List, Mapping, Sequence, Tuple

from sim.arrays import Array
from sim.embedded.efforts import Effort, Efforts
from sim.embedded.physics.physics import Physics
from sim.embedded.robot_plugins.pushed import push


class PluggedModel:
    """The model that a plugin belongs to, in the physics. World axes, m, rad, s, N and N m;
    InputError for a link or joint that the model has not."""

    def __init__(self, physics: Physics, efforts: Efforts, name: str) -> None:
        self.name = name
        self._physics, self._efforts = physics, efforts

    @property
    def links(self) -> List[str]:
        return self._physics.models.link_names(self.name)

    @property
    def joints(self) -> List[str]:
        return self._physics.models.joint_names(self.name)

    def pose(self, link: str) -> Array:
        """world_from_link (4, 4)."""
        return self._physics.poses.link_pose(self.name, link)

    def twist(self, link: str) -> Tuple[Array, Array]:
        """Linear velocity (3,) of a link's origin, and its angular velocity (3,)."""
        return self._physics.poses.link_twist(self.name, link)

    def joint(self, joint: str) -> Tuple[float, float]:
        """Position and velocity of a joint, in rad and rad/s, or m and m/s."""
        position, velocity, _ = self._physics.joints.state(self.name, joint)
        return position, velocity

    def push(
        self, link: str, force: Sequence[float], torque: Sequence[float] = (0.0, 0.0, 0.0)
    ) -> None:
        """A force (3,) at a link's centre of mass and a torque (3,), for the coming step."""
        push(self._physics, self.name, link, force, torque)

    def turn(self, joint: str, effort: float) -> None:
        """An effort on a joint, in N m or N, for the coming step; InputError for one that cannot
        move."""
        self._physics.joints.dof(self.name, joint)
        now = self._physics.time
        end = now + self._physics.timestep
        self._efforts.add(Effort(self.name, joint, effort, now, end))


class ModelPlugin:
    """What stands in for a library. All methods are called in the thread of the physics, in the
    simulator's ROS node; one that raises ends the plugin, not the simulation."""

    def load(self, model: PluggedModel, parameters: Mapping[str, str]) -> None:
        """When the model is there, with the texts of the ``<plugin>``'s elements by tag, those of
        elements in elements as ``outer/inner``."""
        raise NotImplementedError

    def update(self, time: float) -> None:
        """Before each physics step, at a simulated time in s."""

    def reset(self) -> None:
        """The world begins again."""

    def close(self) -> None:
        """The model has gone, or the simulator ends."""
