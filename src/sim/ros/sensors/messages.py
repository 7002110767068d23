"""Converts sensor readings to ROS messages.

Cameras are in ``camera_messages``, ray sensors in ``ray_messages``.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, List, Mapping, Tuple

from geometry_msgs.msg import Quaternion, Wrench
from nav_msgs.msg import Odometry
from sensor_msgs.msg import Imu, NavSatFix, NavSatStatus, PointCloud2, PointField
from std_msgs.msg import Header

from gazebo_msgs.msg import ContactsState, ContactState
from sim.arrays import Array
from sim.ros.conversions import pose_from_matrix, twist, vector
from sim.transforms import quaternion_from_rotation

if TYPE_CHECKING:
    # Nodes beside Gazebo have no MuJoCo to load.
    from sim.embedded.physics.solved import Contacts
    from sim.embedded.sensors.imu import InertialReading


def cloud_message(
    cloud: Array, fields: List[PointField], header: Header, dense: bool
) -> PointCloud2:
    """Convert points (h, w) of the structured type described by ``fields``."""
    return PointCloud2(
        header=header,
        height=cloud.shape[0],
        width=cloud.shape[1],
        fields=fields,
        is_bigendian=False,
        point_step=cloud.itemsize,
        row_step=cloud.itemsize * cloud.shape[1],
        data=cloud.tobytes(),
        is_dense=dense,
    )


def imu_message(reading: InertialReading, header: Header) -> Imu:
    """Convert an IMU's reading; covariances of zeros mean unknown."""
    return Imu(
        header=header,
        orientation=Quaternion(*quaternion_from_rotation(reading.orientation[:3, :3].tolist())),
        angular_velocity=vector(reading.angular_velocity),
        linear_acceleration=vector(reading.specific_force),
    )


def fix_message(position: Tuple[float, float, float], header: Header) -> NavSatFix:
    """Convert latitude, longitude (rad, to degrees) and ellipsoidal altitude."""
    latitude, longitude, altitude = position
    return NavSatFix(
        header=header,
        status=NavSatStatus(NavSatStatus.STATUS_FIX, NavSatStatus.SERVICE_GPS),
        latitude=math.degrees(latitude),
        longitude=math.degrees(longitude),
        altitude=altitude,
        position_covariance_type=NavSatFix.COVARIANCE_TYPE_UNKNOWN,
    )


def contacts_message(touches: Mapping[Tuple[str, str], Contacts], header: Header) -> ContactsState:
    """Convert contacts: one state per pair of collisions, forces in world axes.

    Torques, which depend on the chosen point, are zero.
    """
    return ContactsState(
        header=header, states=[_contact(pair, contacts) for pair, contacts in touches.items()]
    )


def _contact(pair: Tuple[str, str], contacts: Contacts) -> ContactState:
    total = contacts.forces.sum(axis=0)
    return ContactState(
        info=f"{len(contacts.points)} contacts",
        collision1_name=pair[0],
        collision2_name=pair[1],
        wrenches=[Wrench(force=vector(force)) for force in contacts.forces],
        total_wrench=Wrench(force=vector(total)),
        contact_positions=[vector(point) for point in contacts.points],
        contact_normals=[vector(normal) for normal in contacts.normals],
        depths=contacts.depths.tolist(),
    )


def odometry_message(
    world_from_body: Array, linear: Array, angular: Array, header: Header, child: str
) -> Odometry:
    """Convert a pose and twist to odometry.

    The pose is in the header's frame; the twist (3,), (3,) in its axes is rotated into the body's.
    """
    message = Odometry(header=header, child_frame_id=child)
    message.pose.pose = pose_from_matrix(world_from_body)
    turn = world_from_body[:3, :3].T
    message.twist.twist = twist(turn @ linear, turn @ angular)
    return message
