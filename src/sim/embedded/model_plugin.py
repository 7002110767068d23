"""User plugins of the embedded simulator, which cannot load C++ libraries.

A plugin is a class derived from :class:`ModelPlugin`, in a Python file named like the library
(``docs/plugins.md``).
"""

from __future__ import annotations

from typing import List, Mapping, Sequence, Tuple

from sim.arrays import Array
from sim.embedded.efforts import Effort, Efforts
from sim.embedded.physics.physics import Physics
from sim.embedded.robot_plugins.pushed import push


class PluggedModel:
    """Model of a plugin, in the physics.

    World axes, m, rad, s, N and N m. Methods raise InputError for an unknown link or joint.
    """

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
        """Return world_from_link (4, 4)."""
        return self._physics.poses.link_pose(self.name, link)

    def twist(self, link: str) -> Tuple[Array, Array]:
        """Return a link's linear velocity (3,) at its origin, and angular velocity (3,)."""
        return self._physics.poses.link_twist(self.name, link)

    def joint(self, joint: str) -> Tuple[float, float]:
        """Return a joint's position and velocity (rad, rad/s or m, m/s)."""
        position, velocity, _ = self._physics.joints.state(self.name, joint)
        return position, velocity

    def push(
        self, link: str, force: Sequence[float], torque: Sequence[float] = (0.0, 0.0, 0.0)
    ) -> None:
        """Apply a force (3,) and torque (3,) to a link.

        The force acts at the link's centre of mass, for one step.
        """
        push(self._physics, self.name, link, force, torque)

    def turn(self, joint: str, effort: float) -> None:
        """Apply an effort in N m or N to a joint.

        It acts for one step. Raises InputError for a joint that cannot move.
        """
        self._physics.joints.dof(self.name, joint)
        now = self._physics.time
        end = now + self._physics.timestep
        self._efforts.add(Effort(self.name, joint, effort, now, end))


class ModelPlugin:
    """Python replacement of a plugin library.

    All methods are called in the physics thread, in the simulator's ROS node; one that raises ends
    the plugin, not the simulation.
    """

    def load(self, model: PluggedModel, parameters: Mapping[str, str]) -> None:
        """Start with a model that has been spawned.

        ``parameters`` are the texts of the ``<plugin>``'s elements by tag, nested ones as
        ``outer/inner``.
        """
        raise NotImplementedError

    def update(self, time: float) -> None:
        """Act before each physics step; ``time`` is simulated, in s."""

    def reset(self) -> None:
        """Return to the initial state when the world is reset."""

    def close(self) -> None:
        """Clean up when the model is deleted or the simulator ends."""
