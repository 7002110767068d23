"""Nine settings of camera and lidar of the velo2cam suite.

[Velo2Cam, Table I]. World frame, m and rad; a pose is x y z roll pitch yaw. Both sensors look along
+x. Table I has the angles of the lidar in the camera's frame, in the order yaw, pitch, roll.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Tuple

from sim.arrays import Array
from sim.transforms import inverse, transform_from_pose

Pose = Tuple[float, float, float, float, float, float]
# Models beside board and lidar, and where the wall behind the board is.
CAMERA = "stereo_bumblebee"
WALL: Pose = (5.9, 0.0, 0.0, 0.0, 0.0, 0.0)
# Lidars that look down.
LOW = "hdl64"
LEVEL: Pose = (0.0, 0.0, 1.5, 0.0, 0.0, 0.0)


@dataclass(frozen=True)
class SuiteSetting:
    """Poses of left camera, lidar and board in the world.

    The board's is at the middle of its face.
    """

    camera: Pose
    lidar: Pose
    board: Pose = (2.19, 0.0, 1.5, 0.0, 0.0, 3.141592653589793)

    @property
    def camera_from_lidar(self) -> Array:
        """True pose (4, 4) of the lidar in the left camera's frame. x forward, z up."""
        return inverse(transform_from_pose(self.camera)) @ transform_from_pose(self.lidar)


SETTINGS = {
    1: SuiteSetting(LEVEL, (-0.8, -0.1, 1.9, 0.0, 0.0, 0.0)),
    2: SuiteSetting(LEVEL, (0.0, 0.0, 1.5, 0.0, 0.0, 0.5)),
    3: SuiteSetting(LEVEL, (0.0, 0.0, 1.5, 0.2, 0.1, 0.3)),
    4: SuiteSetting(LEVEL, (-0.3, 0.2, 1.3, 0.2, -0.1, 0.3)),
    5: SuiteSetting(LEVEL, (0.0, 0.0, 1.5, 0.0, 0.1, 0.0)),
    6: SuiteSetting(LEVEL, (0.0, 0.0, 1.5, 0.4, 0.0, 0.0)),
    7: SuiteSetting(LEVEL, LEVEL),
    8: SuiteSetting((0.0, -0.2, 1.6, 0.0, 0.1, 0.1), (-0.2, 0.2, 1.3, 0.1, -0.2, 0.0)),
    9: SuiteSetting((0.0, -0.3, 0.8, 0.0, -0.2, 0.2), (-0.8, 0.4, 1.8, 0.2, 0.1, -0.45)),
}


def setting_for(number: int, lidar: str) -> SuiteSetting:
    """Return a setting, adapted to a lidar. A device that looks down has the board lower."""
    setting = SETTINGS[number]
    return _lowered(setting) if lidar.startswith(LOW) else setting


def _lowered(setting: SuiteSetting) -> SuiteSetting:
    """Lower the board for an HDL-64, which looks down.

    A lidar that would not see the whole of it is raised, as in the published worlds.
    """
    x, y, z, roll, pitch, yaw = setting.lidar
    lifted = (x, y, 1.9 if z == LEVEL[2] else z, roll, pitch, yaw)
    return replace(setting, lidar=lifted, board=(*setting.board[:2], 1.25, *setting.board[3:]))
