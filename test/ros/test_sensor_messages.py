"""Content of the sensors' messages, as read by subscribers."""

from __future__ import annotations

import io
from dataclasses import replace

import numpy as np
import pytest
from sensor_msgs.msg import LaserScan, PointCloud2, Range

from sim.embedded.lidar.scanner import Scan, ScanLabels
from sim.embedded.physics.solved import Contacts
from sim.embedded.sensors.imu import InertialReading
from sim.rendering.classes import standard_classes
from sim.ros.conversions import header
from sim.ros.sensors.messages import contacts_message, fix_message, imu_message, odometry_message
from sim.ros.sensors.ray_messages import (
    POINT,
    labelled_message,
    points_message,
    range_message,
    scan_message,
)
from sim.ros.sensors.truth_messages import Labelling
from sim.sdf.sensors.rays import Fan, Rays
from sim.transforms import transform_from_rpy

HEAD = header(1.25, "ego/lidar")


def received(message):
    buffer = io.BytesIO()
    message.serialize(buffer)
    return type(message)().deserialize(buffer.getvalue())


def scan(ranges, rings=2):
    count = len(ranges)
    angles = np.linspace(0.0, 1.0, count)
    return Scan(
        np.array(ranges),
        np.arange(count) * 10.0,
        np.column_stack([np.cos(angles), np.sin(angles), np.zeros(count)]),
        np.arange(count)[::-1] % rings,
        np.linspace(-0.1, -0.01, count),
    )


def test_a_cloud_has_the_returns_in_firing_order_in_32_bytes_each():
    made = scan([1.0, np.inf, 2.0, -np.inf, 3.0, 4.0])
    message = received(points_message(made, HEAD))
    assert [
        (field.name, field.offset, field.datatype, field.count) for field in message.fields
    ] == [
        ("x", 0, 7, 1),
        ("y", 4, 7, 1),
        ("z", 8, 7, 1),
        ("intensity", 16, 7, 1),
        ("ring", 20, 4, 1),
        ("time", 24, 7, 1),
    ]
    assert (
        message.height,
        message.width,
        message.point_step,
        message.row_step,
        message.is_dense,
        message.header.frame_id,
    ) == (1, 4, 32, 128, True, "ego/lidar")
    points = np.frombuffer(message.data, POINT)
    hit = [0, 2, 4, 5]
    assert np.column_stack([points["x"], points["y"], points["z"]]) == pytest.approx(
        made.directions[hit] * made.ranges[hit, None], rel=1e-6
    )
    assert (
        points["intensity"].tolist() == [0.0, 20.0, 40.0, 50.0]
        and points["ring"].tolist() == made.rings[hit].tolist()
    )
    assert points["time"] == pytest.approx(made.times[hit])


def test_a_labelled_cloud_has_the_fields_of_carla_s_semantic_lidar():
    """x y z CosAngle ObjIdx ObjTag, 24 bytes a point, as CARLA's ROS bridge publishes them."""
    labels = ScanLabels(
        np.array([1.0, 0.0, 0.5]), np.array([14, 0, 1], np.uint8), np.array([7, 0, 65535])
    )
    made = replace(scan([1.0, np.inf, 2.0]), labels=labels)
    message = received(labelled_message(made, HEAD, Labelling(standard_classes(), "cityscapes")))
    assert [(field.name, field.offset, field.datatype) for field in message.fields] == [
        ("x", 0, 7),
        ("y", 4, 7),
        ("z", 8, 7),
        ("CosAngle", 12, 7),
        ("ObjIdx", 16, 6),
        ("ObjTag", 20, 6),
    ]
    assert (message.point_step, message.width) == (24, 2)
    words = np.frombuffer(message.data, "<u4").reshape(2, 6)
    # Cityscapes counts a car as 13, a road as 0.
    np.testing.assert_array_equal(words[:, 4:], [[7, 13], [65535, 0]])
    np.testing.assert_allclose(words[:, 3].copy().view("<f4"), [1.0, 0.5])


def test_an_organised_cloud_is_a_row_per_ring_with_gaps():
    message = received(points_message(scan([1.0, np.inf, 2.0, 3.0, 4.0, 5.0]), HEAD, 2))
    points = np.frombuffer(message.data, POINT).reshape(message.height, message.width)
    assert (message.height, message.width, message.is_dense) == (2, 3, False)
    assert points["ring"].tolist() == [[0, 0, 0], [1, 1, 1]]
    assert np.hypot(points["x"], points["y"]) == pytest.approx(
        np.array([[np.nan, 3.0, 5.0], [1.0, 2.0, 4.0]]), nan_ok=True
    )


def test_a_laser_scan():
    made = replace(scan([1.0, np.inf, -np.inf]), times=np.array([-0.05, -0.03, -0.01]))
    message = received(scan_message(made, Rays(Fan(3, -0.5, 0.5), Fan(1), 0.1, 30.0), 0.05, HEAD))
    assert isinstance(message, LaserScan) and list(message.ranges) == [1.0, np.inf, -np.inf]
    assert (message.angle_min, message.angle_max, message.angle_increment) == (-0.5, 0.5, 0.5)
    assert message.time_increment == pytest.approx(0.02)
    at_once = replace(made, times=np.zeros(3))
    assert (
        received(
            scan_message(at_once, Rays(Fan(3, -0.5, 0.5), Fan(1), 0.1, 30.0), 0.05, HEAD)
        ).time_increment
        == 0.0
    )
    assert (
        message.scan_time == pytest.approx(0.05) and message.header.stamp.to_nsec() == 1_250_000_000
    )


def test_a_range_and_an_empty_cloud():
    message = received(range_message(np.inf, (0.2, 5.0), 0.5, False, HEAD))
    assert (message.radiation_type, message.range, message.field_of_view) == (
        Range.ULTRASOUND,
        np.inf,
        0.5,
    )
    assert received(points_message(scan([np.inf]), HEAD)).width == 0 and PointCloud2 is type(
        points_message(scan([np.inf]), HEAD)
    )


def test_an_imu_s_reading_and_a_fix_in_degrees():
    message = received(
        imu_message(
            InertialReading(
                transform_from_rpy((0, 0, 0), (0, 0, np.pi / 2))[:3, :3],
                np.array([1.0, 2, 3]),
                np.array([4.0, 5, 6]),
            ),
            HEAD,
        )
    )
    assert (message.orientation.z, message.orientation.w) == pytest.approx(
        (np.sqrt(0.5), np.sqrt(0.5))
    )
    assert (message.angular_velocity.y, message.linear_acceleration.z) == (2.0, 6.0)
    fix = received(fix_message((np.pi / 4, -np.pi / 2, 12.0), HEAD))
    assert (fix.latitude, fix.longitude, fix.altitude, fix.status.status) == (45.0, -90.0, 12.0, 0)


def test_odometry_has_its_twist_in_the_body_s_axes():
    message = received(
        odometry_message(
            transform_from_rpy((1, 2, 3), (0, 0, np.pi / 2)),
            np.array([0.0, 5.0, 1.0]),
            np.array([1.0, 0.0, 0.2]),
            header(1.0),
            "ego/base_link",
        )
    )
    velocity, spin = message.twist.twist.linear, message.twist.twist.angular
    assert (velocity.x, velocity.y, velocity.z, spin.x, spin.y, spin.z) == pytest.approx(
        (5.0, 0.0, 1.0, 0.0, -1.0, 0.2)
    )
    assert (message.header.frame_id, message.child_frame_id, message.pose.pose.position.y) == (
        "world",
        "ego/base_link",
        2.0,
    )


def test_contacts_of_a_pair_of_collisions():
    contacts = Contacts(
        np.zeros((2, 2)),
        np.array([[0.0, 0, 0], [1.0, 0, 0]]),
        np.array([[0.0, 0, 1]] * 2),
        np.array([0.001, 0.002]),
        np.array([[0.0, 0, 3], [0.0, 1, 4]]),
    )
    (state,) = received(
        contacts_message({("ego::l::c", "wall::l::c"): contacts}, header(1.0))
    ).states
    assert (state.collision1_name, state.collision2_name, list(state.depths)) == (
        "ego::l::c",
        "wall::l::c",
        [0.001, 0.002],
    )
    assert (
        state.total_wrench.force.y,
        state.total_wrench.force.z,
        state.contact_positions[1].x,
    ) == (1.0, 7.0, 1.0)
