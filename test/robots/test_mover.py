"""Execution of motions: setpoints, stops, overrides, preemption and arrival.

The arm here follows its setpoints exactly, or lags.
"""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Callable, List, Tuple

import numpy as np
import pytest

pytest.importorskip("ruckig")
import contextlib

from robot_arms import NAMES, robot

from sim.errors import InputError
from sim.rate import Rate
from sim.robot_orders import JointGoal, MotionWaypoint, Move, MoveJoints, Tolerance
from sim.robots.errors import MotionError
from sim.robots.mover import DONE, ERROR, READY, WORKING, MotionReport, Mover
from sim.robots.settling import between
from sim.transforms import rotation_from_rotvec

CYCLE = 0.004
SETTINGS = dict(trans_speed=Rate(0.25), trans_accel=Rate(1.0))


def begun(name: str = "fanuc") -> Mover:
    return Mover(robot(name), robot(name).start)


def away(mover: Mover, x: float, y: float, z: float) -> np.ndarray:
    """The start pose of the mover's robot, elsewhere."""
    pose = mover.ring.controlled(mover.robot.kinematics.forward(mover.robot.start)).copy()
    pose[:3, 3] += (x, y, z)
    return pose


def line(mover: Mover, x: float, y: float, z: float, **settings) -> Move:
    return Move((MotionWaypoint.at(away(mover, x, y, z), **{**SETTINGS, **settings}),))


def until_over(
    mover: Mover,
    time: float,
    measured: Callable[[np.ndarray], np.ndarray] = lambda positions: positions,
) -> Tuple[float, MotionReport, np.ndarray]:
    """Run cycles until the motion ends.

    Returns the time then, the last report, and all setpoints (n, k).
    """
    track: List[np.ndarray] = []
    for _ in range(20000):
        positions, velocities, _ = mover.setpoints([time])[:, 0]
        track.append(positions)
        report = mover.measure(time, measured(positions), velocities)
        if report.state != WORKING:
            return time, report, np.array(track)
        time += CYCLE
    raise AssertionError(f"still {report.state} after {time} s")


@pytest.mark.parametrize("name", NAMES)
def test_a_motion_works_until_it_is_measured_at_its_end(name) -> None:
    mover = begun(name)
    assert mover.measure(0.0, mover.robot.start).state == READY
    mover.take(line(mover, 0.0, 0.2, -0.05), 10.0)
    assert mover.measure(10.0, mover.robot.start).state == WORKING
    time, report, _ = until_over(mover, 10.0)
    assert report.state == DONE and report.description == ""
    assert report.pose == pytest.approx(away(mover, 0.0, 0.2, -0.05), abs=1e-6)
    # L / v + v / a + a / j along the way, then two measurements.
    assert time - 10.0 == pytest.approx(math.hypot(0.2, 0.05) / 0.25 + 0.25 + 0.1, abs=4 * CYCLE)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("length", [1e-8, 2e-7, 5e-7, 1.9e-6, 2.1e-6, 5e-6, 1e-4])
def test_the_shortest_lines_are_done_instead_of_refused(name: str, length: float) -> None:
    for direction in np.random.default_rng(0).normal(size=(5, 3)):
        mover = begun(name)
        way = length / np.linalg.norm(direction) * direction
        mover.take(line(mover, *way, trans_speed=Rate(0.5)), 0.0)
        time, report, _ = until_over(mover, 0.0)
        assert report.state == DONE and time < 0.2
        assert report.pose == pytest.approx(away(mover, *way), abs=3e-6)


def test_setpoints_ahead_are_those_that_come() -> None:
    ahead, now = begun(), begun()
    for mover in (ahead, now):
        mover.take(line(mover, 0.05, 0.2, 0.0), 0.0)
    times = np.arange(0.0, 2.0, CYCLE)
    early = ahead.setpoints(times)[0]
    late = np.array([now.setpoints([time])[0, 0] for time in times])
    assert early == pytest.approx(late) and early.shape == (len(times), 6)
    assert ahead.setpoints(times[:5])[0] == pytest.approx(late[:5]), (
        "what was asked for ahead does not hide what was before"
    )


def test_the_twist_is_that_of_the_controlled_point() -> None:
    mover = begun("motoman")
    mover.take(line(mover, 0.0, 0.2, 0.0), 0.0)
    positions, velocities, _ = mover.setpoints([0.5])[:, 0]
    report = mover.measure(0.5, positions, velocities)
    assert report.twist == pytest.approx([0.0, 0.25, 0.0, 0.0, 0.0, 0.0], abs=1e-5)


@pytest.mark.parametrize("condition", ["Normal", "Fast", "Immediate"])
def test_a_stop_ends_on_the_path(condition) -> None:
    mover = begun()
    mover.take(line(mover, 0.0, 0.3, 0.0), 0.0)
    mover.setpoints([0.8])
    begin = mover.ring.controlled(mover.robot.kinematics.forward(mover.setpoints([0.6])[0, 0]))
    mover.stop(0.6, condition)
    time, report, track = until_over(mover, 0.6)
    poses = mover.ring.controlled(mover.robot.kinematics.forward(track))
    assert report.state == DONE
    assert np.abs(poses[:, [0, 2], 3] - away(mover, 0, 0, 0)[[0, 2], 3]).max() < 1e-6, (
        "it stays on the line"
    )
    way = poses[-1, 1, 3] - begin[1, 3]
    # 0.25 m/s with 1 m/s2 and 10 m/s3 takes 44 mm; the joints could do it in a few.
    assert (
        way == pytest.approx(0.125 * 0.35, rel=0.02) if condition == "Normal" else 0.0 < way < 0.035
    )
    assert not mover.moving(time)


def test_a_stop_may_come_earlier_than_what_was_asked_for_ahead() -> None:
    mover = begun()
    mover.take(line(mover, 0.0, 0.3, 0.0), 0.0)
    times = np.arange(0.0, 3.0, CYCLE)
    promised = mover.setpoints(times)[0]
    mover.stop(0.5)
    positions, velocities, _ = mover.setpoints(times)
    same = times <= 0.5
    assert positions[same] == pytest.approx(promised[same])
    assert np.abs(np.diff(velocities, axis=0)).max() < 0.1 and np.abs(velocities[-1]).max() == 0.0


def test_another_motion_preempts_after_a_stop_on_the_path() -> None:
    mover = begun()
    mover.take(line(mover, 0.0, 0.3, 0.0), 0.0)
    mover.setpoints([1.0])
    mover.take(line(mover, 0.1, 0.0, 0.05), 0.6)
    _, report, track = until_over(mover, 0.6)
    assert report.state == DONE and report.pose == pytest.approx(
        away(mover, 0.1, 0.0, 0.05), abs=1e-6
    )
    assert np.abs(np.diff(track, axis=0)).max() < CYCLE * 2.0, "no jump on the way"


def test_the_override_slows_down_and_holds() -> None:
    mover, speed = (
        begun(),
        lambda time: float(
            np.linalg.norm(
                (
                    mover.robot.kinematics.jacobian(mover.setpoints([time])[0, 0])
                    @ mover.setpoints([time])[1, 0]
                )[:3]
            )
        ),
    )
    mover.take(line(mover, 0.0, 0.3, 0.0), 0.0)
    assert speed(0.6) == pytest.approx(0.25, rel=1e-3)
    mover.override(0.6, 0.4)
    assert speed(1.2) == pytest.approx(0.1, rel=1e-3)
    mover.override(1.2, 0.0)
    assert (
        speed(2.0) == 0.0
        and mover.moving(100.0)
        and mover.measure(100.0, mover.setpoints([100.0])[0, 0]).state == WORKING
    )
    mover.override(100.0, 1.0)
    assert until_over(mover, 100.0)[1].state == DONE
    for wrong in (-0.1, 1.1, math.nan):
        with pytest.raises(InputError, match="between 0 and 1"):
            mover.override(101.0, wrong)


def test_the_override_holds_for_legs_and_motions_to_come() -> None:
    mover = begun()
    mover.override(0.0, 0.5)
    corner = MotionWaypoint.at(
        away(mover, 0.0, 0.1, 0.0), tolerance=Tolerance((0.0, 0.0, 0.0)), **SETTINGS
    )
    mover.take(Move((corner, MotionWaypoint.at(away(mover, 0.1, 0.1, 0.0), **SETTINGS))), 0.0)
    _, report, track = until_over(mover, 0.0, lambda positions: positions + 1e-5)
    poses = mover.ring.controlled(mover.robot.kinematics.forward(track))
    assert np.linalg.norm(np.diff(poses[:, :3, 3], axis=0), axis=1).max() / CYCLE == pytest.approx(
        0.125, rel=1e-3
    )
    assert report.state == DONE


def test_motions_queue_as_they_are_appended() -> None:
    mover = begun()
    mover.append(line(mover, 0.0, 0.1, 0.0), 0.0)
    mover.append(line(mover, 0.0, 0.1, 0.1), 0.1)
    with pytest.raises(MotionError):
        mover.append(line(mover, 5.0, 0.0, 0.0), 0.2)
    assert mover.state == WORKING
    _, report, track = until_over(mover, 0.0)
    poses = mover.ring.controlled(mover.robot.kinematics.forward(track))
    assert report.state == DONE and report.pose == pytest.approx(
        away(mover, 0.0, 0.1, 0.1), abs=1e-6
    )
    assert (
        np.linalg.norm(poses[:, :3, 3] - away(mover, 0.0, 0.1, 0.0)[:3, 3], axis=1).min() < 1e-6
    ), "by way of the first"


def test_an_impossible_motion_is_an_error_and_the_arm_stays() -> None:
    mover = begun()
    with pytest.raises(MotionError, match="out of reach"):
        mover.take(line(mover, 3.0, 0.0, 0.0), 0.0)
    report = mover.measure(0.0, mover.robot.start)
    assert report.state == ERROR and "out of reach" in report.description
    assert mover.setpoints([5.0])[0, 0] == pytest.approx(mover.robot.start)
    mover.take(line(mover, 0.0, 0.1, 0.0), 1.0)
    assert until_over(mover, 1.0)[1].state == DONE


def test_a_motion_that_fails_still_stops_the_one_before() -> None:
    mover = begun()
    mover.take(line(mover, 0.0, 0.3, 0.0), 0.0)
    with pytest.raises(MotionError):
        mover.take(line(mover, 3.0, 0.0, 0.0), 0.6)
    assert mover.moving(0.7) and not mover.moving(1.2)


def test_done_waits_for_the_measured_arm() -> None:
    """It lags by 0.1 s: setpoints arrive before the arm."""
    mover, late = begun(), []
    mover.take(line(mover, 0.0, 0.2, 0.0), 0.0)

    def measured(positions: np.ndarray) -> np.ndarray:
        late.append(positions)
        return late[max(0, len(late) - 26)]

    prompt = begun()
    prompt.take(line(prompt, 0.0, 0.2, 0.0), 0.0)
    assert until_over(mover, 0.0, measured)[0] > until_over(prompt, 0.0)[0] + 0.05


@pytest.mark.parametrize("tolerance, state", [(0.01, DONE), (0.001, ERROR), (math.inf, DONE)])
def test_an_arm_that_stays_off_its_goal_is_judged_by_the_tolerance(tolerance, state) -> None:
    """It ends 3 mm short: patience, then the tolerance decides; without one, done with a remark."""
    mover = begun()
    mover.take(line(mover, 0.0, 0.2, 0.0, tolerance=Tolerance((tolerance,) * 3)), 0.0)
    bent = np.array([0.003 / 0.385, 0, 0, 0, 0, 0])
    time, report, _ = until_over(mover, 0.0, lambda positions: positions - bent)
    assert report.state == state
    assert "the end pose is off by" in report.description and "mm" in report.description
    settling = mover.robot.settling
    assert time - 1.15 == pytest.approx(
        settling.patience if tolerance == 0.01 else settling.timeout, abs=0.05
    )


def test_a_waypoint_that_the_arm_misses_is_an_error() -> None:
    mover = begun()
    corner = MotionWaypoint.at(
        away(mover, 0.0, 0.15, 0.0), tolerance=Tolerance((0.002,) * 3), **SETTINGS
    )
    motion = Move((corner, MotionWaypoint.at(away(mover, 0.15, 0.15, 0.0), **SETTINGS)))
    mover.take(motion, 0.0)
    assert until_over(mover, 0.0)[1].state == DONE
    mover = begun()
    mover.take(motion, 0.0)
    goal = mover.setpoints([60.0])[0, 0]

    # Off by 4 mm sideways except at its end.
    def bend(positions):
        return positions + (0.0 if np.abs(positions - goal).max() < 0.02 else 1.0) * np.array(
            [0, 0.012, 0, 0, 0, 0]
        )

    report = until_over(mover, 0.0, bend)[1]
    assert report.state == ERROR and "waypoint 1 was passed off by" in report.description


def test_a_waypoint_passed_between_two_measurements_is_not_missed() -> None:
    """3 rad/s, measurements 24 mrad apart, a tolerance of 3 mrad. Measurements come every 8 ms."""
    mover = begun()
    turned = [away(mover, 0.0, 0.0, 0.0) for _ in range(2)]
    for pose, yaw in zip(turned, (0.4, 0.8)):
        pose[:3, :3] = rotation_from_rotvec(np.array([0.0, 0.0, yaw])) @ pose[:3, :3]
    fast = dict(rot_speed=Rate(3.0), rot_accel=Rate(60.0))
    mover.take(
        Move(
            (
                MotionWaypoint.at(
                    turned[0], tolerance=Tolerance((0.001,) * 3, 0.003, 0.003), **fast
                ),
                MotionWaypoint.at(turned[1], **fast),
            )
        ),
        0.0,
    )
    for time in 0.0037 + 0.008 * np.arange(400):
        report = mover.measure(time, mover.setpoints([time])[0, 0])
    assert report.state == DONE, report.description


def test_the_pose_between_two_measurements_has_its_own_rotation() -> None:
    before, after, wanted = np.eye(4), np.eye(4), np.eye(4)
    for pose, share in ((after, 1.0), (wanted, 0.3)):
        pose[:3, :3], pose[:3, 3] = (
            rotation_from_rotvec(share * np.array([0.01, 0.02, -0.03])),
            share * np.array([0.004, 0.0, 0.001]),
        )
    assert between(before, after, wanted) == pytest.approx(wanted, abs=1e-9)
    after[:3, 3] = wanted[:3, 3] = 0.0
    assert between(before, after, wanted) == pytest.approx(wanted, abs=1e-9), "it turns on the spot"
    assert between(after, after, wanted) == pytest.approx(after)


def test_joints_without_a_tolerance_are_done_with_a_remark() -> None:
    for tolerances, state in (
        ((math.inf, math.inf), DONE),
        ((0.05, math.inf), DONE),
        ((0.001, math.inf), ERROR),
    ):
        mover = begun()
        mover.take(
            MoveJoints(
                tuple(
                    JointGoal(index, 0.1, tolerance=tolerance)
                    for index, tolerance in enumerate(tolerances)
                )
            ),
            0.0,
        )
        report = until_over(mover, 0.0, lambda positions: positions + 0.01)[1]
        assert report.state == state and "is 0.01 from its goal" in report.description


def test_joints_are_judged_by_their_own_tolerances() -> None:
    mover = begun()
    mover.take(MoveJoints((JointGoal(0, 0.3, tolerance=0.05),)), 0.0)
    assert until_over(mover, 0.0, lambda positions: positions * 0.9)[1].state == DONE
    mover.take(MoveJoints((JointGoal(0, 0.1, tolerance=0.001),)), 50.0)
    report = until_over(mover, 50.0, lambda positions: positions + 0.01)[1]
    assert report.state == ERROR and report.description == "joint_1 is 0.01 from its goal"


def test_a_joint_stops_at_the_effort_that_it_may_use() -> None:
    mover = begun()
    mover.take(MoveJoints((JointGoal(1, 0.5, effort=7.0),)), 0.0)
    holding = mover.robot.loads.holding(mover.robot.start, np.array([0.0, 0.0, 1.0]))
    payload = np.array([0.0, 5.0, 0, 0, 0, 0])
    assert mover.measure(0.0, mover.robot.start, efforts=holding + payload).state == WORKING, (
        "what it holds at rest does not count"
    )
    assert mover.measure(0.1, mover.robot.start, efforts=holding + payload + 6.9).state == WORKING
    report = mover.measure(0.104, mover.robot.start, efforts=holding + payload - 9.0)
    assert (
        report.state == ERROR
        and "joint_2 met 9 beyond what holds the arm, more than the 7" in report.description
    )
    assert not mover.moving(1.0) and mover.setpoints([9.0])[0, 0, 1] < 0.1


def test_a_joint_with_an_effort_moves_gently_enough_for_it() -> None:
    """Half of the effort suffices for the moved mass on a rail of the gantry: 7 N, 13 N/s."""
    mover = begun("gantry")
    mass = mover.robot.loads.inertias(mover.robot.start)[2]
    mover.take(
        MoveJoints(
            (
                JointGoal(0, 3.8, speed=3.7, acceleration=11.0),
                JointGoal(2, 3.8, effort=7.0, effort_rate=13.0),
            )
        ),
        0.0,
    )
    positions, _, accelerations = mover.setpoints(np.arange(0.0, 30.0, CYCLE))
    push, twitch = (
        mass * np.abs(accelerations[:, 2]),
        mass * np.abs(np.diff(accelerations[:, 2])) / CYCLE,
    )
    assert push.max() == pytest.approx(3.5, rel=1e-2) and twitch.max() == pytest.approx(
        6.5, rel=1e-2
    )
    assert positions[-1, [0, 2]] == pytest.approx([3.8, 3.8])
    for effort in (0.0, -1.0, math.nan):
        with pytest.raises(InputError, match="joint_3: is to use the effort"):
            mover.take(MoveJoints((JointGoal(2, 1.0, effort=effort),)), 40.0)


def test_another_tool_is_another_controlled_point() -> None:
    mover = begun()
    pose = away(mover, 0.0, 0.1, 0.0)
    for tool in ("", "vacuum_cup", "nist_gripper"):
        mover.use_tool(tool)
        time = 100.0 * len(tool)
        mover.take(Move((MotionWaypoint.at(pose),), straight=False), time)
        assert until_over(mover, time)[1].pose == pytest.approx(pose, abs=1e-6)
    with pytest.raises(InputError, match="tool 'spoon' not found"):
        mover.use_tool("spoon")


def test_after_a_reset_the_arm_holds_where_it_is() -> None:
    mover = begun()
    mover.take(line(mover, 0.0, 0.2, 0.0), 5.0)
    mover.setpoints([6.0])
    elsewhere = mover.robot.start + 0.1
    mover.hold(0.0, elsewhere)
    assert mover.state == READY and mover.setpoints([0.0, 9.0])[0] == pytest.approx(
        np.array([elsewhere, elsewhere])
    )


def test_an_arm_that_is_there_already_is_done_at_once() -> None:
    mover = begun()
    mover.take(line(mover, 0.0, 0.0, 0.0), 3.0)
    assert until_over(mover, 3.0)[0] <= 3.0 + 3 * CYCLE


def test_the_path_of_a_moved_base_is_the_same_in_the_workstation() -> None:
    """A turned and shifted base gives the same line with other joints.

    Turned by 2 rad; the line is in the workstation's axes.
    """
    base = np.eye(4)
    base[:2, :2] = [[math.cos(2.0), -math.sin(2.0)], [math.sin(2.0), math.cos(2.0)]]
    base[:3, 3] = (1.0, 2.0, 0.3)
    placed = replace(robot("fanuc"), ring=replace(robot("fanuc").ring, world_from_base=base))
    mover = Mover(placed, placed.start)
    begin = mover.ring.controlled(placed.kinematics.forward(placed.start))
    goal = begin.copy()
    goal[0, 3] += 0.1
    mover.take(Move((MotionWaypoint.at(goal, **SETTINGS),)), 0.0)
    _, report, track = until_over(mover, 0.0)
    poses = mover.ring.controlled(placed.kinematics.forward(track))
    assert np.abs(poses[:, 1:3, 3] - begin[1:3, 3]).max() < 1e-6 and report.pose == pytest.approx(
        goal, abs=1e-6
    )


@pytest.mark.parametrize("seed", range(10))
def test_random_requests_keep_the_joints_within_their_limits(seed) -> None:
    """Random motions, stops and overrides pass no limit and never jump.

    Some are impossible; limits are of speed, acceleration and jerk.
    """
    rng = np.random.default_rng(seed)
    mover = begun(("fanuc", "motoman")[seed % 2])
    joints, time = mover.robot.arm, 0.0

    def motion() -> Move:
        waypoints = [
            MotionWaypoint.at(
                away(mover, *rng.uniform(-0.15, 0.15, 3)),
                trans_speed=Rate(rng.uniform(0.05, 1.0)),
                coordinated=bool(rng.random() < 0.5),
            )
            for _ in range(rng.integers(1, 4))
        ]
        return Move(tuple(waypoints), bool(rng.random() < 0.6))

    for _ in range(5):
        with contextlib.suppress(MotionError):
            [
                lambda time=time: mover.stop(time, rng.choice(["Normal", "Fast", "Immediate"])),
                lambda time=time: mover.override(time, rng.uniform(0.3, 1.0)),
                lambda time=time: mover.take(motion(), time),
                lambda time=time: mover.append(motion(), time),
            ][rng.choice(4, p=[0.15, 0.25, 0.4, 0.2])]()
        mover.setpoints([time + 0.02])
        time += rng.uniform(0.0, 0.8)
    positions, velocities, accelerations = mover.setpoints(np.arange(0.0, time + 3.0, CYCLE))
    assert (np.abs(velocities) <= joints.limits("speed") * 1.01).all()
    assert (np.abs(accelerations) <= joints.limits("acceleration") * 1.02).all()
    assert (np.abs(np.diff(accelerations, axis=0)) / CYCLE <= joints.limits("jerk") * 1.1).all()
    mean = (velocities[1:] + velocities[:-1]) / 2.0
    assert np.abs(np.diff(positions, axis=0) / CYCLE - mean).max() < 2e-3
