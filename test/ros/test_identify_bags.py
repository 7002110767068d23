"""Bags of drives, written by rosbag, as the identification reads them."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any, Sequence

import pytest
import rosbag
import rospy
from geometry_msgs.msg import Twist, TwistWithCovariance, Vector3
from nav_msgs.msg import Odometry
from sensor_msgs.msg import Imu
from std_msgs.msg import Header

from sim.identification.command import main
from sim.msg import AckermannDrive, AckermannDriveStamped, PedalCommand, VehicleState
from sim.ros.identification.bags import read_recording

# Yaw rate over steering of a car with ideal steering.
YAW_RATE_GAIN = 4.0  # 1/s
SPEED = 12.0  # m/s


def write(path: Path, seconds: float = 20.0, speed: float = SPEED, lacking: Sequence[str] = ()):
    """Write a bag of a car with sinusoidal steering, by Ackermann commands or by pedals."""
    with rosbag.Bag(str(path), "w") as bag:
        for step in range(round(50 * seconds)):
            time = rospy.Time.from_sec(1.0 + 0.02 * step)
            angle = 0.05 * math.sin(0.5 * step * 0.02 * 2.0 * math.pi)
            header = Header(stamp=time)
            twist = Twist(Vector3(speed, 0.1, 0.0), Vector3(0.0, 0.0, YAW_RATE_GAIN * angle))
            messages: Any = {
                "ground_truth": Odometry(header=header, twist=TwistWithCovariance(twist=twist)),
                "imu": Imu(
                    header=header,
                    angular_velocity=Vector3(0.0, 0.0, 9.0),
                    linear_acceleration=Vector3(0.0, speed * YAW_RATE_GAIN * angle, 9.81),
                ),
                "vehicle_state": VehicleState(
                    header=header,
                    steering_angle=angle,
                    drive_torque=[0.0, 0.0, 50.0, 60.0],
                    brake_torque=[1.0, 2.0, 3.0, 4.0],
                ),
                "ackermann_cmd": AckermannDriveStamped(
                    header=header, drive=AckermannDrive(steering_angle=angle)
                ),
                "pedal_cmd": PedalCommand(header=header, steering_angle=angle, throttle=0.3),
            }
            for name, message in messages.items():
                if name not in lacking:
                    bag.write(f"/ego/{name}", message, time)


def test_a_bag_is_read_by_types_and_names(tmp_path: Path):
    path = tmp_path / "drive.bag"
    write(path, lacking=["ackermann_cmd"])
    found = read_recording(str(path), "ego")
    assert len(found) == pytest.approx(1998, abs=3)
    assert found.speed[0] == SPEED and found.lateral_speed[5] == pytest.approx(0.1)
    assert found.yaw_rate == pytest.approx(YAW_RATE_GAIN * found.steering, abs=1e-9)
    assert found.drive_torque[3] == pytest.approx(110.0)
    assert found.brake_torque[3] == pytest.approx(10.0)
    assert found.drive_command.max() == 0.3 and found.brake_command.max() == 0.0
    assert found.lateral_acceleration == pytest.approx(SPEED * found.yaw_rate, abs=1e-9)


def test_an_imu_gives_the_yaw_rate_without_ground_truth(tmp_path: Path):
    path = tmp_path / "drive.bag"
    write(path, lacking=["ground_truth"])
    with rosbag.Bag(str(path), "a") as bag:
        for step in range(1000):
            time = rospy.Time.from_sec(1.0 + 0.02 * step)
            odometry = Odometry(header=Header(stamp=time))
            odometry.twist.twist.linear.x = SPEED
            bag.write("/ego/odom", odometry, time)
    assert read_recording(str(path), "ego").yaw_rate[7] == 9.0


def test_the_command_prints_a_table_and_writes_a_part_of_a_file(tmp_path: Path, capsys):
    path, part = tmp_path / "drive.bag", tmp_path / "part.yaml"
    write(path, lacking=["pedal_cmd"])
    assert main(read_recording, [str(path), "--out", str(part)]) == 0
    printed = capsys.readouterr().out
    assert "front cornering stiffness" in printed and "not determined by this recording" in printed
    assert "steering:" in part.read_text()


@pytest.mark.parametrize(
    "changes, words, said",
    [
        (None, [], "no such bag"),
        ({"seconds": 4.0}, [], "record 10 s or more of driving"),
        ({"speed": 0.1}, [], "shows a standing car"),
        ({"lacking": ["ground_truth"]}, [], "lacks speed"),
        ({"lacking": ["ackermann_cmd", "pedal_cmd"]}, [], "lacks steering_command"),
        ({}, ["--name", "bus"], "has no topic of /bus/; name one of: ego"),
        ({}, ["--parameters", "absent.yaml"], "absent.yaml"),
    ],
)
def test_unusable_bags_are_refused_with_a_reason(
    tmp_path: Path, capsys, changes: Any, words: list, said: str
):
    path = tmp_path / "drive.bag"
    if changes is not None:
        write(path, **changes)
    assert main(read_recording, [str(path), *words]) == 2
    message = capsys.readouterr().err
    assert said in message and message.count("\n") == 1


def test_a_file_that_is_no_bag_is_named(tmp_path: Path, capsys):
    path = tmp_path / "drive.bag"
    path.write_text("no bag")
    assert main(read_recording, [str(path)]) == 2
    assert "is not a readable bag" in capsys.readouterr().err


def test_a_part_that_cannot_be_written_is_named(tmp_path: Path, capsys):
    path, part = tmp_path / "drive.bag", tmp_path / "absent" / "part.yaml"
    write(path)
    assert main(read_recording, [str(path), "--out", str(part)]) == 2
    assert capsys.readouterr().err == f"{part}: No such file or directory\n"
