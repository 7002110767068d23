"""RViz markers of a workcell's models.

Standing models are published once, gears at the poses given by the simulator.
"""

from __future__ import annotations

from typing import Dict, List, Mapping

from geometry_msgs.msg import Point, Pose
from std_msgs.msg import ColorRGBA
from visualization_msgs.msg import Marker, MarkerArray

from gazebo_msgs.msg import ModelStates
from sim.ros.conversions import WORLD_FRAME, header, pose_from_matrix
from sim.workcell.gear import Gear
from sim.workcell.imported import MeshBody, SdfModel
from sim.workcell.layout import Layout
from sim.workcell.mesh import Mesh, box, join
from sim.workcell.parts import LayoutPart
from sim.workcell.stations import Conveyor


class WorkcellMarkers:
    """The markers of a layout except models of SDF files.

    Gears and meshes move, the rest does not.
    """

    def __init__(self, layout: Layout) -> None:
        self._moving = {
            name: placed
            for name, placed in layout.models.items()
            if isinstance(placed.part.body, (Gear, MeshBody))
        }
        self._meshes: Dict[str, List[Point]] = {}
        self._rest = [
            placed
            for name, placed in layout.models.items()
            if name not in self._moving and not isinstance(placed.part.body, SdfModel)
        ]

    def standing(self) -> MarkerArray:
        """Return the markers of tables, trays, walls and equipment."""
        return MarkerArray(
            [
                self._marker(
                    number, placed.part, placed.name, pose_from_matrix(placed.world_from_model)
                )
                for number, placed in enumerate(self._rest)
            ]
        )

    def moving(self, states: ModelStates) -> MarkerArray:
        """Return the markers of the gears and meshes in a state."""
        poses: Mapping[str, Pose] = dict(zip(states.name, states.pose))
        return MarkerArray(
            [
                self._marker(number, placed.part, name, poses[name])
                for number, (name, placed) in enumerate(self._moving.items())
                if name in poses
            ]
        )

    def _marker(self, number: int, part: LayoutPart, name: str, pose: Pose) -> Marker:
        marker = Marker(
            header=header(0.0, WORLD_FRAME),
            ns="moving" if name in self._moving else "standing",
            id=number,
            type=Marker.TRIANGLE_LIST,
            pose=pose,
            color=ColorRGBA(*part.color, 1.0),
        )
        marker.scale.x = marker.scale.y = marker.scale.z = 1.0
        marker.points = self._points(part)
        return marker

    def _points(self, part: LayoutPart) -> List[Point]:
        if part.name not in self._meshes:
            self._meshes[part.name] = [
                Point(*corner) for corner in _mesh(part).reshape(-1, 3).tolist()
            ]
        return self._meshes[part.name]


def _mesh(part: LayoutPart) -> Mesh:
    if isinstance(part.body, Gear):
        return part.body.mesh()
    if isinstance(part.body, MeshBody):
        return part.body.triangles()
    assert not isinstance(part.body, SdfModel)
    belts = [part.body.belt] if isinstance(part.body, Conveyor) else []
    boxes = [*part.body.boxes(), *belts]
    return join([box(each.centre, each.size, each.yaw) for each in boxes])
