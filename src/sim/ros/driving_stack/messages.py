"""Messages of the driving stack from and to :mod:`sim.driving_stack`."""

from __future__ import annotations

import math
from typing import List, Sequence, Tuple

import numpy as np
import rospy
from geometry_msgs.msg import Point, Pose, PoseStamped, Quaternion, Transform, Twist, Vector3
from nav_msgs.msg import Odometry, Path
from sensor_msgs.msg import Image, PointCloud2, PointField
from trajectory_msgs.msg import MultiDOFJointTrajectory, MultiDOFJointTrajectoryPoint

from sim.arrays import Array
from sim.driving_stack.obstacles import ObstacleBox
from sim.driving_stack.planner import DrivePlan
from sim.driving_stack.poses import advance_pose
from sim.errors import InputError
from sim.ros.conversions import WORLD_FRAME, header, yaw_from_pose
from vision_msgs.msg import Detection3D, Detection3DArray, ObjectHypothesisWithPose

# Channels of the encodings that cameras of this package have, and where red is.
ENCODINGS = {"rgb8": (3, 1), "bgr8": (3, -1), "mono8": (1, 1)}
_TYPES = {PointField.FLOAT32: "<f4", PointField.FLOAT64: "<f8", PointField.UINT16: "<u2"}


def rgb(message: Image) -> Array:
    """Return an image (rows, columns, 3) of red, green and blue."""
    if message.encoding not in ENCODINGS:
        raise InputError(
            "image", f"encoding {message.encoding!r} is not one of: {', '.join(ENCODINGS)}"
        )
    channels, order = ENCODINGS[message.encoding]
    rows = np.frombuffer(message.data, np.uint8).reshape(message.height, message.step)
    picture = rows[:, : message.width * channels].reshape(message.height, message.width, channels)
    if channels == 1:
        return np.repeat(picture, 3, axis=2)
    return np.ascontiguousarray(picture[:, :, ::order])


def image(picture: Array, head: rospy.Message) -> Image:
    """Convert an RGB image to a message."""
    return Image(
        header=head,
        height=picture.shape[0],
        width=picture.shape[1],
        encoding="rgb8",
        step=3 * picture.shape[1],
        data=picture.tobytes(),
    )


def cloud(message: PointCloud2) -> Tuple[Array, Array]:
    """Return points (n, 3) and times (n,) after the stamp. Times are 0 if the cloud has none."""
    fields = {field.name: field for field in message.fields}
    names = [name for name in ("x", "y", "z", "time") if name in fields]
    if names[:3] != ["x", "y", "z"]:
        raise InputError("points", "the cloud has no fields x, y and z")
    layout = np.dtype(
        {
            "names": names,
            "formats": [_TYPES[fields[name].datatype] for name in names],
            "offsets": [fields[name].offset for name in names],
            "itemsize": message.point_step,
        }
    )
    rows = np.frombuffer(message.data, layout, count=message.width * message.height)
    points = np.stack([rows[name] for name in "xyz"], axis=1).astype(float)
    return points, rows["time"].astype(float) if "time" in names else np.zeros(len(rows))


def line_message(points: Array, time: float, frame: str) -> Path:
    """Convert a line (n, 2) on the ground. One without points means none detected."""
    head = header(time, frame)
    poses = [
        PoseStamped(head, Pose(Point(float(x), float(y), 0.0), Quaternion(0.0, 0.0, 0.0, 1.0)))
        for x, y in points
    ]
    return Path(head, poses)


def line_from(message: Path) -> Array:
    """Return the points (n, 2) of a line."""
    points: Array = np.array(
        [(pose.pose.position.x, pose.pose.position.y) for pose in message.poses], float
    ).reshape(-1, 2)
    return points


def _turned(yaw: float) -> Quaternion:
    return Quaternion(0.0, 0.0, math.sin(0.5 * yaw), math.cos(0.5 * yaw))


def pose_message(
    pose: Tuple[float, float, float],
    covariance: Array,
    motion: Tuple[float, float],
    time: float,
    frame: str,
) -> Odometry:
    """Convert the car's pose and motion to odometry.

    x, y, yaw with their covariance (3, 3), speed and yaw rate.
    """
    message = Odometry(header=header(time), child_frame_id=frame)
    message.pose.pose = Pose(Point(pose[0], pose[1], 0.0), _turned(pose[2]))
    full = np.diag([0.0, 0.0, 1e6, 1e6, 1e6, 0.0])
    full[np.ix_((0, 1, 5), (0, 1, 5))] = covariance
    message.pose.covariance = full.ravel().tolist()
    message.twist.twist = Twist(Vector3(motion[0], 0.0, 0.0), Vector3(0.0, 0.0, motion[1]))
    return message


def pose_from(message: Odometry) -> Tuple[float, float, float]:
    """Return x, y and yaw."""
    place = message.pose.pose.position
    return place.x, place.y, yaw_from_pose(message.pose.pose)


def pose_at(message: Odometry, time: float) -> Tuple[float, float, float]:
    """Extrapolate x, y and yaw to a time near the message's.

    Uses the message's speed and yaw rate.
    """
    motion = message.twist.twist
    return advance_pose(
        pose_from(message),
        motion.linear.x,
        motion.angular.z,
        time - message.header.stamp.to_sec(),
    )


def boxes_message(boxes: Sequence[ObstacleBox], time: float) -> Detection3DArray:
    """Convert boxes in the world frame to a message."""
    head = header(time)
    found = Detection3DArray(header=head)
    for box in boxes:
        one = Detection3D(header=head)
        one.bbox.center = Pose(Point(box.x, box.y, 0.5 * box.height), _turned(box.yaw))
        one.bbox.size = Vector3(box.length, box.width, box.height)
        found.detections.append(one)
    return found


def boxes_from(message: Detection3DArray) -> List[ObstacleBox]:
    """Return a message's boxes in the world frame; InputError for another frame."""
    if message.header.frame_id != WORLD_FRAME:
        raise InputError(
            "obstacles",
            f"frame {message.header.frame_id!r} is not {WORLD_FRAME!r}, where boxes must be",
        )
    return [
        ObstacleBox(
            one.bbox.center.position.x,
            one.bbox.center.position.y,
            yaw_from_pose(one.bbox.center),
            one.bbox.size.x,
            one.bbox.size.y,
            one.bbox.center.position.z + 0.5 * one.bbox.size.z,
        )
        for one in message.detections
    ]


# Ids of the lights' detections.
COLOURS = ("unknown", "red", "yellow", "green")


def light_message(places: Sequence[Tuple[Array, str]], time: float) -> Detection3DArray:
    """Convert traffic light heads: centres (3,) in the world frame, and colours."""
    head = header(time)
    found = Detection3DArray(header=head)
    for place, colour in places:
        one = Detection3D(header=head)
        one.bbox.center = Pose(Point(*place.tolist()), Quaternion(0.0, 0.0, 0.0, 1.0))
        one.bbox.size = Vector3(0.3, 0.3, 0.9)
        one.results = [ObjectHypothesisWithPose(id=COLOURS.index(colour), score=1.0)]
        found.detections.append(one)
    return found


def lights_from(message: Detection3DArray) -> List[Tuple[Array, str]]:
    """Return the centres (3,) and colours of traffic light heads."""
    found = []
    for one in message.detections:
        place = one.bbox.center.position
        kind = one.results[0].id if one.results else 0
        colour = COLOURS[kind] if 0 <= kind < len(COLOURS) else COLOURS[0]
        found.append((np.array([place.x, place.y, place.z]), colour))
    return found


def plan_message(plan: DrivePlan, time: float) -> MultiDOFJointTrajectory:
    """Convert a plan: path of the car's centre, target speed and acceleration."""
    message = MultiDOFJointTrajectory(header=header(time), joint_names=["base_link"])
    motion = Twist(Vector3(plan.speed, 0.0, 0.0), Vector3())
    change = Twist(Vector3(plan.acceleration, 0.0, 0.0), Vector3())
    message.points = [
        MultiDOFJointTrajectoryPoint(
            [Transform(Vector3(x, y, 0.0), _turned(yaw))], [motion], [change], rospy.Duration(0)
        )
        for x, y, yaw in plan.points.tolist()
    ]
    return message


def plan_from(message: MultiDOFJointTrajectory) -> Tuple[Array, float, float]:
    """Return points (n, 2), speed and acceleration."""
    points = np.array(
        [
            (one.transforms[0].translation.x, one.transforms[0].translation.y)
            for one in message.points
        ],
        float,
    ).reshape(-1, 2)
    first = message.points[0] if message.points else None
    speed = first.velocities[0].linear.x if first and first.velocities else 0.0
    acceleration = first.accelerations[0].linear.x if first and first.accelerations else 0.0
    return points, speed, acceleration
