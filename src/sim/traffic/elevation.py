"""Height and tilt of the road surface.

Vehicles and persons follow the surface that the generated world shows. World frame, metres, rad;
R_z(yaw) R_y(pitch) R_x(roll), so that a positive pitch has the nose down.
"""

from __future__ import annotations

from typing import Tuple

import numpy as np

from sim.arrays import Array
from sim.traffic.roads.network import Network
from sim.traffic.scenery.facets import GriddedMesh
from sim.traffic.scenery.mesh import join
from sim.traffic.scenery.strips import edge_strips, node_mesh

# Distances from a body's centre to the points at which it touches the road.
AXLE_SHARE = 0.35  # of the length
WHEEL_SHARE = 0.4  # of the width
# Short pieces, so that few lie in the neighbourhood of a point.
MAX_PIECE_LENGTH = 20.0  # m


class RoadHeights:
    """Heights of a network's roads, junctions, and walking areas.

    ``flat`` networks are level at z = 0 and cost nothing.
    """

    def __init__(self, network: Network) -> None:
        self.flat = network.flat
        if not self.flat:
            self._facets = GriddedMesh(
                join(
                    [
                        *(strip.mesh for strip in edge_strips(network, MAX_PIECE_LENGTH)),
                        node_mesh(network),
                    ]
                )
            )

    def height(self, position: Array) -> Array:
        """Return the road's height (n,) at positions (n, 3).

        Of several levels it is the nearest to the position's z; off the road it is that z.
        """
        position = np.asarray(position, float)
        return (
            np.zeros(len(position))
            if self.flat
            else self._facets.height(position[:, :2], position[:, 2])
        )

    def attitude(
        self, position: Array, yaw: Array, length: Array, width: Array
    ) -> Tuple[Array, Array, Array]:
        """Return z, pitch, and roll (n,) of bodies on three wheels.

        ``position`` (n, 3) is the centre of the base.
        """
        position, yaw = np.asarray(position, float), np.asarray(yaw, float)
        n = len(position)
        if self.flat or not n:
            return np.zeros(n), np.zeros(n), np.zeros(n)
        ahead = (
            np.column_stack([np.cos(yaw), np.sin(yaw)])
            * (AXLE_SHARE * np.asarray(length, float))[:, None]
        )
        left = (
            np.column_stack([-np.sin(yaw), np.cos(yaw)])
            * (WHEEL_SHARE * np.asarray(width, float))[:, None]
        )
        centre = position[:, :2]
        points = np.concatenate([centre + ahead, centre - ahead + left, centre - ahead - left])
        front, rear_left, rear_right = self._facets.height(
            points, np.tile(position[:, 2], 3)
        ).reshape(3, n)
        rear = 0.5 * (rear_left + rear_right)
        pitch = -np.arctan2(front - rear, 2.0 * AXLE_SHARE * np.asarray(length, float))
        roll = np.arctan2(rear_left - rear_right, 2.0 * WHEEL_SHARE * np.asarray(width, float))
        return 0.5 * (front + rear), pitch, roll
