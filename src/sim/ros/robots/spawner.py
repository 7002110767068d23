"""Spawns the models and robots of a layout in a running simulator."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Dict, Sequence

import rospy

from gazebo_msgs.srv import SpawnModel
from sim.arrays import Array
from sim.errors import SimulationError
from sim.robots.assembly import folder, tool_text
from sim.ros.conversions import pose_from_matrix
from sim.ros.node.waiting import Wait
from sim.ros.robots.placed import placed_arm
from sim.workcell.layout import Layout
from sim.workcell.models import model_text, write_meshes

SERVICES = {
    "spawn_sdf_model": SpawnModel,
    "spawn_urdf_model": SpawnModel,
}


class Spawner:
    """Spawns parts of a layout.

    ``timeout`` in wall s for a simulator without a known starting process.
    """

    def __init__(self, timeout: float) -> None:
        for name in SERVICES:
            Wait(f"/gazebo/{name}", timeout).until_offered()
        self._services = {
            name: rospy.ServiceProxy(f"/gazebo/{name}", kind, persistent=True)
            for name, kind in SERVICES.items()
        }

    def models(self, layout: Layout, names: Sequence[str], folder: Path) -> None:
        """Spawn models in the layout's order.

        Gears' meshes are written into a folder that the simulator reads.
        """
        meshes = write_meshes(layout, folder)
        for name in names:
            placed = layout.models[name]
            self._spawn(
                "spawn_sdf_model",
                name,
                model_text(name, placed.part, meshes),
                placed.world_from_model,
            )

    def tools(self, layout: Layout, names: Sequence[str], grasp_assist: bool) -> None:
        """Spawn end effectors at their initial poses.

        Call it before the robots are spawned: their tool changers attach them in the first step.
        """
        for name in names:
            tool = layout.tools[name]
            pose = tool.world_from_tool
            if tool.robot:
                robot = placed_arm(layout, tool.robot).robot
                pose = robot.ring.world_from_base @ robot.kinematics.forward(robot.start)
            file = folder() / f"{tool.gripper}.urdf"
            self._spawn("spawn_urdf_model", name, tool_text(name, file, grasp_assist), pose)

    def robot(self, layout: Layout, name: str, grasp_assist: bool) -> None:
        """Spawn a robot at its base pose, in its initial joint positions."""
        robot = placed_arm(layout, name).robot
        self._spawn(
            "spawn_urdf_model",
            name,
            robot.urdf(grasp_assist=grasp_assist),
            layout.robots[name].world_from_base,
        )

    def _spawn(self, service: str, name: str, text: str, world_from_model: Array) -> None:
        self._call(service, name, text, f"/{name}", pose_from_matrix(world_from_model), "world")

    def _call(self, name: str, *fields: Any) -> None:
        try:
            answer = self._services[name](*fields)
        except rospy.ServiceException as error:
            raise SimulationError(
                f"the simulator does not answer /gazebo/{name} ({error})"
            ) from None
        if not answer.success:
            raise SimulationError(answer.status_message)


def selected(known: Dict[str, Any], wanted: Sequence[str], what: str) -> Sequence[str]:
    """Return all names, or the wanted ones. The word ``none`` selects no name."""
    if not wanted:
        return list(known)
    if list(wanted) == ["none"]:
        return []
    lacking = [name for name in wanted if name not in known]
    if lacking:
        raise SimulationError(
            f"the layout has no {what} {lacking[0]!r}; it has {', '.join(known) or 'none'}"
        )
    return list(wanted)
