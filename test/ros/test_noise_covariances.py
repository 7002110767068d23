"""Covariances of degraded messages.

Fields that have them, existing values are kept, and marks of no measurement stay.
"""

import numpy as np
from nav_msgs.msg import Odometry
from sensor_msgs.msg import Imu, MagneticField, NavSatFix, Range

from sim.ros.noise.covariances import write_covariances


def diagonal(covariance, size: int) -> list:
    matrix = np.reshape(covariance, (size, size))
    assert not (matrix - np.diag(np.diag(matrix))).any()
    return np.diag(matrix).tolist()


def test_an_imu_has_three() -> None:
    message = Imu()
    write_covariances(
        message,
        "sensor_msgs/Imu",
        {
            "imu": np.arange(1.0, 7.0),
            "angular_velocity": np.float64(10.0),
            "orientation": np.array([0.1, 0.1, 0.3]),
        },
    )
    assert diagonal(message.angular_velocity_covariance, 3) == [11.0, 12.0, 13.0]
    assert diagonal(message.linear_acceleration_covariance, 3) == [4.0, 5.0, 6.0]
    assert diagonal(message.orientation_covariance, 3) == [0.1, 0.1, 0.3]


def test_unmeasured_marks_stay_and_other_variances_add_up() -> None:
    message = Imu(
        orientation_covariance=[-1.0] + [0.0] * 8,
        angular_velocity_covariance=[1.0, 0.5, 0.0, 0.5, 1.0, 0.0, 0.0, 0.0, 1.0],
    )
    write_covariances(message, "sensor_msgs/Imu", {"imu": np.ones(6), "orientation": np.ones(3)})
    assert message.orientation_covariance == [-1.0] + [0.0] * 8
    assert list(message.angular_velocity_covariance) == [
        2.0,
        0.5,
        0.0,
        0.5,
        2.0,
        0.0,
        0.0,
        0.0,
        2.0,
    ]


def test_a_magnetic_field_has_its_noise_on_the_diagonal() -> None:
    message = MagneticField()
    write_covariances(message, "sensor_msgs/MagneticField", {"magnetic_field": np.full(3, 4e-16)})
    assert (
        np.reshape(message.magnetic_field_covariance, (3, 3)).tolist()
        == np.diag([4e-16] * 3).tolist()
    )


def test_a_fix_declares_its_diagonal_as_known() -> None:
    message = NavSatFix()
    write_covariances(message, "sensor_msgs/NavSatFix", {"fix": np.array([4.0, 4.0, 9.0])})
    assert diagonal(message.position_covariance, 3) == [4.0, 4.0, 9.0]
    assert message.position_covariance_type == NavSatFix.COVARIANCE_TYPE_DIAGONAL_KNOWN


def test_odometry_has_those_of_pose_and_twist() -> None:
    message = Odometry()
    write_covariances(
        message,
        "nav_msgs/Odometry",
        {
            "objects": np.arange(6.0),
            "position": np.full((1, 3), 10.0),
            "linear_velocity": np.array([1.0, 2.0, 3.0]),
        },
    )
    assert diagonal(message.pose.covariance, 6) == [10.0, 11.0, 12.0, 3.0, 4.0, 5.0]
    assert diagonal(message.twist.covariance, 6) == [1.0, 2.0, 3.0, 0.0, 0.0, 0.0]


def test_a_message_without_such_fields_is_left_alone() -> None:
    message = Range(range=2.0)
    write_covariances(message, "sensor_msgs/Range", {})
    assert message == Range(range=2.0)
