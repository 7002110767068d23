"""Paths: straight lines, corners within tolerance, limits.

Limits of all joints and of the controlled point.
"""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

pytest.importorskip("ruckig")
from robot_arms import NAMES, robot

from sim.errors import InputError
from sim.rate import Rate
from sim.robot_orders import JointGoal, MotionWaypoint, Move, MoveJoints, Screw, Tolerance
from sim.robots.errors import MotionError
from sim.robots.motion.planner import MotionPlanner
from sim.robots.motion.profile import VelocityProfile
from sim.transforms import rotation_from_rotvec, rotvec_from_rotation

SPEED = 0.25  # m/s
ACCELERATION = 1.0  # m/s^2
SETTINGS = dict(trans_speed=Rate(SPEED), trans_accel=Rate(ACCELERATION))
CYCLE = 0.004


def planner(name: str) -> MotionPlanner:
    return MotionPlanner(robot(name).kinematics, robot(name).ring, robot(name).speeds)


def start_pose(name: str) -> np.ndarray:
    return robot(name).ring.controlled(robot(name).kinematics.forward(robot(name).start))


def moved(name: str, x: float, y: float, z: float, yaw: float = 0.0) -> np.ndarray:
    """The start pose elsewhere, turned about the upright axis."""
    pose = start_pose(name).copy()
    pose[:3, 3] += (x, y, z)
    pose[:3, :3] = rotation_from_rotvec(np.array([[0.0, 0.0, yaw]]))[0] @ pose[:3, :3]
    return pose


def executed(name: str, motion, start=None):
    """Return positions, velocities and accelerations (n, k) and tool poses (n, 4, 4) each cycle."""
    tables = [[], [], []]
    for leg in planner(name).plan(motion, robot(name).start if start is None else start):
        profile = VelocityProfile(leg.limits, edge_speed=leg.edge_speed)
        for time in np.arange(0.0, profile.duration + CYCLE, CYCLE):
            s, v, a = profile.at(time)
            tables[0].append(leg.spline(s))
            tables[1].append(leg.spline(s, 1) * v)
            tables[2].append(leg.spline(s, 2) * v**2 + leg.spline(s, 1) * a)
    positions, velocities, accelerations = map(np.array, tables)
    return (
        positions,
        velocities,
        accelerations,
        robot(name).ring.controlled(robot(name).kinematics.forward(positions)),
    )


def check_joint_limits(name: str, positions, velocities, accelerations) -> None:
    joints = robot(name).arm
    assert (positions >= joints.limits("lower")).all() and (
        positions <= joints.limits("upper")
    ).all()
    assert (np.abs(velocities) <= joints.limits("speed") * 1.001).all()
    assert (np.abs(accelerations) <= joints.limits("acceleration") * 1.01).all()
    assert (np.abs(np.diff(accelerations, axis=0)) / CYCLE <= joints.limits("jerk") * 1.05).all()
    assert np.diff(positions, axis=0) / CYCLE == pytest.approx(
        (velocities[1:] + velocities[:-1]) / 2.0, abs=2e-3
    )


@pytest.mark.parametrize("coordinated", [True, False])
@pytest.mark.parametrize("name", NAMES)
def test_a_straight_line_is_straight_and_as_fast_as_it_may_be(name, coordinated) -> None:
    goal = moved(name, 0.06, 0.2, -0.1, 0.8)
    positions, velocities, accelerations, poses = executed(
        name,
        Move(
            (
                MotionWaypoint.at(
                    goal,
                    coordinated=coordinated,
                    rot_speed=Rate(1.5),
                    rot_accel=Rate(3.0),
                    **SETTINGS,
                ),
            )
        ),
    )
    check_joint_limits(name, positions, velocities, accelerations)
    assert poses[-1] == pytest.approx(goal, abs=1e-8)
    way = poses[:, :3, 3] - poses[0, :3, 3]
    along = (goal - poses[0])[:3, 3]
    along /= np.linalg.norm(along)
    assert np.linalg.norm(way - np.outer(way @ along, along), axis=1).max() < 1e-6
    speed = np.linalg.norm(np.diff(poses[:, :3, 3], axis=0), axis=1) / CYCLE
    assert speed.max() == pytest.approx(SPEED, rel=1e-3)
    assert (np.abs(np.diff(speed)) / CYCLE).max() < 1.02 * ACCELERATION


def test_only_coordinated_rotation_and_translation_end_together() -> None:
    goal = moved("fanuc", 0.0, 0.3, 0.0, 0.3)
    shares = {}
    for coordinated in (True, False):
        *_, poses = executed(
            "fanuc",
            Move(
                (
                    MotionWaypoint.at(
                        goal,
                        coordinated=coordinated,
                        rot_speed=Rate(2.0),
                        rot_accel=Rate(10.0),
                        **SETTINGS,
                    ),
                )
            ),
        )
        turned = (
            np.linalg.norm(rotvec_from_rotation(poses[0, :3, :3].T @ poses[:, :3, :3]), axis=1)
            / 0.3
        )
        gone = (poses[:, 1, 3] - poses[0, 1, 3]) / 0.3
        shares[coordinated] = np.abs(turned - gone).max()
        if not coordinated:
            assert np.argmax(turned > 0.999) < 0.4 * np.argmax(gone > 0.999)
    assert shares[True] < 1e-6 < 0.5 < shares[False]


@pytest.mark.parametrize("straight", [True, False])
@pytest.mark.parametrize("name", NAMES)
def test_corners_are_rounded_within_their_tolerances(name, straight) -> None:
    tolerance = Tolerance((0.004, 0.002, 0.003), x_axis=0.05, z_axis=0.05)
    corner = MotionWaypoint.at(moved(name, 0.05, 0.1, -0.05, 0.4), tolerance=tolerance, **SETTINGS)
    motion = Move(
        (
            corner,
            MotionWaypoint.at(moved(name, 0.05, -0.1, -0.1), **SETTINGS),
            MotionWaypoint.at(moved(name, -0.03, -0.1, 0.0), **SETTINGS),
        ),
        straight,
    )
    legs = planner(name).plan(motion, robot(name).start)
    assert len(legs) == 1, "it does not stop on the way"
    positions, velocities, accelerations, poses = executed(name, motion)
    check_joint_limits(name, positions, velocities, accelerations)
    off = np.abs(poses[:, :3, 3] - corner.pose[:3, 3]) / tolerance.point
    nearest = int(np.argmin(np.linalg.norm(off, axis=1)))
    assert np.linalg.norm(off[nearest]) < 1.0
    assert (
        np.linalg.norm(rotvec_from_rotation(poses[nearest, :3, :3].T @ corner.pose[:3, :3])) < 0.05
    )
    assert np.linalg.norm(velocities, axis=1)[20:-20].min() > 0.01 and poses[-1] == pytest.approx(
        motion.waypoints[-1].pose, abs=1e-7
    )


@pytest.mark.parametrize("straight", [True, False])
@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(
    "tolerance, most", [(Tolerance(), 0.005), (Tolerance((0.002, 0.002, 0.002)), 0.002)]
)
def test_corners_keep_to_their_distance_in_the_norm(name, straight, tolerance, most) -> None:
    """Components alone would allow 41 % more at this right angle."""
    corner = MotionWaypoint.at(moved(name, 0.1, 0.1, 0.0), tolerance=tolerance, **SETTINGS)
    motion = Move((corner, MotionWaypoint.at(moved(name, 0.2, 0.0, 0.0), **SETTINGS)), straight)
    *_, poses = executed(name, motion)
    missed = np.linalg.norm(poses[:, :3, 3] - corner.pose[:3, 3], axis=1).min()
    assert 0.5 * most < missed <= most


def test_a_corner_without_tolerance_to_spare_is_a_stop() -> None:
    corner = MotionWaypoint.at(
        moved("fanuc", 0.0, 0.1, 0.0), tolerance=Tolerance((0.0, 0.0, 0.0)), **SETTINGS
    )
    motion = Move((corner, MotionWaypoint.at(moved("fanuc", 0.1, 0.1, 0.0), **SETTINGS)))
    assert len(planner("fanuc").plan(motion, robot("fanuc").start)) == 2
    *_, poses = executed("fanuc", motion)
    assert np.linalg.norm(poses[:, :3, 3] - corner.pose[:3, 3], axis=1).min() < 1e-9


def test_each_way_has_the_speed_of_its_waypoint() -> None:
    fast, slow = (
        MotionWaypoint.at(
            moved("fanuc", 0.0, y, 0.0), trans_speed=Rate(speed), trans_accel=Rate(2.0)
        )
        for y, speed in ((0.15, 0.4), (0.3, 0.05))
    )
    *_, poses = executed("fanuc", Move((fast, slow)))
    gone, speed = (
        poses[1:, 1, 3] - poses[0, 1, 3],
        np.linalg.norm(np.diff(poses[:, :3, 3], axis=0), axis=1) / CYCLE,
    )
    assert speed[gone < 0.1].max() == pytest.approx(0.4, rel=1e-2) and speed[
        gone > 0.23
    ].max() == pytest.approx(0.05, rel=1e-2)


def test_relative_rates_scale_the_robot_s_maximum_rates() -> None:
    assert (
        Rate(0.5, relative=True).of(2.0) == 1.0
        and Rate(7.0).of(2.0) == 2.0
        and Rate().of(2.0) == 2.0
    )


@pytest.mark.parametrize("name", NAMES)
def test_a_screw_turns_about_its_axis_and_advances_along_it(name) -> None:
    pose = start_pose(name)
    through = pose[:3, 3] + pose[:3, :3] @ (0.03, 0.0, 0.0)
    motion = Screw(
        MotionWaypoint.at(pose, **SETTINGS),
        turn=-1.2,
        distance=0.04,
        free=0.02,
        axis_point=tuple(through),
    )
    positions, velocities, accelerations, poses = executed(name, motion)
    check_joint_limits(name, positions, velocities, accelerations)
    axis = pose[:3, 2]
    away = poses[:, :3, 3] - through
    radius = np.linalg.norm(away - np.outer(away @ axis, axis), axis=1)
    assert radius == pytest.approx(np.full(len(poses), 0.03), abs=1e-6)
    assert (poses[-1] - pose)[:3, 3] @ axis == pytest.approx(0.06, abs=1e-8)
    assert rotvec_from_rotation(poses[-1, :3, :3] @ pose[:3, :3].T) == pytest.approx(
        -1.2 * axis, abs=1e-7
    )
    turned = rotvec_from_rotation(poses[:, :3, :3] @ pose[:3, :3].T) @ axis
    advanced = (poses[:, :3, 3] - pose[:3, 3]) @ axis
    assert advanced[advanced > 0.021] == pytest.approx(
        0.02 - 0.04 / 1.2 * turned[advanced > 0.021], abs=1e-6
    )


def test_joints_go_together_no_faster_than_asked() -> None:
    motion = MoveJoints((JointGoal(0, 0.5, speed=0.4, acceleration=2.0), JointGoal(2, 0.3)))
    positions, velocities, accelerations, _ = executed("fanuc", motion)
    check_joint_limits("fanuc", positions, velocities, accelerations)
    assert (
        np.abs(velocities[:, 0]).max() == pytest.approx(0.4, rel=1e-2)
        and np.abs(accelerations[:, 0]).max() < 2.01
    )
    assert (
        positions[-1, [0, 2]] == pytest.approx([0.5, 0.3])
        and positions[-1, 1] == robot("fanuc").start[1]
    )


def test_free_motions_take_the_branch_reached_soonest() -> None:
    """Behind the base the arm may turn around or reach over. The shorter one is taken."""
    pose = moved("fanuc", 0.05, 0.25, 0.05, 0.5)
    positions, *_, poses = executed("fanuc", Move((MotionWaypoint.at(pose),), straight=False))
    assert poses[-1] == pytest.approx(pose, abs=1e-8)
    others = robot("fanuc").kinematics.inverse(robot("fanuc").ring.flange(pose))

    def far(goal):
        return (np.abs(goal - positions[0]) / robot("fanuc").arm.limits("speed")).max()

    assert far(positions[-1]) <= min(far(other.positions) for other in others) + 1e-9


def test_the_ring_moves_with_base_and_tool() -> None:
    """The controlled point follows the chain with another base and tool.

    The joints are the same.
    """
    ring = robot("motoman").ring
    base = np.eye(4)
    base[:3, 3] = (1.0, -2.0, 0.5)
    base[:3, :3] = rotation_from_rotvec(np.array([[0.0, 0.0, 1.0]]))[0]
    flange = robot("motoman").kinematics.forward(robot("motoman").start)
    elsewhere = replace(ring, world_from_base=base).with_tool("vacuum_cup")
    assert elsewhere.controlled(flange) == pytest.approx(base @ flange @ ring.tools["vacuum_cup"])
    assert elsewhere.flange(elsewhere.controlled(flange)) == pytest.approx(flange)
    shifted = replace(elsewhere, world_from_workstation=base)
    assert shifted.controlled(flange) == pytest.approx(flange @ ring.tools["vacuum_cup"])
    with pytest.raises(InputError, match=r"tool 'spoon' not found; tools: .*vacuum_cup"):
        ring.with_tool("spoon")


def test_a_goal_already_reached_needs_no_legs() -> None:
    for straight in (True, False):
        assert (
            planner("fanuc").plan(
                Move((MotionWaypoint.at(start_pose("fanuc")),), straight), robot("fanuc").start
            )
            == []
        )
    assert planner("fanuc").plan(MoveJoints((JointGoal(1, 0.0),)), robot("fanuc").start) == []


@pytest.mark.parametrize(
    "motion, error, said",
    [
        (
            lambda: Move((MotionWaypoint.at(moved("fanuc", 2.0, 0, 0)),)),
            MotionError,
            "out of reach",
        ),
        (
            lambda: Move((MotionWaypoint.at(moved("fanuc", 2.0, 0, 0)),), straight=False),
            MotionError,
            "out of reach",
        ),
        (
            lambda: Move((MotionWaypoint.at(moved("fanuc", math.nan, 0, 0)),)),
            InputError,
            "not finite",
        ),
        (lambda: Move((MotionWaypoint.at(2.0 * np.eye(4)),)), InputError, "not square"),
        (lambda: Move(()), InputError, "has no pose"),
        (
            lambda: MoveJoints((JointGoal(0, 3.8),)),
            MotionError,
            "joint_1 is to go to 3.8, its range is -2.967 to 2.967",
        ),
        (lambda: MoveJoints((JointGoal(6, 0.0),)), InputError, "joints 1 to 6"),
        (lambda: MoveJoints((JointGoal(0, math.nan),)), MotionError, "joint_1"),
        (
            lambda: Screw(MotionWaypoint.at(start_pose("fanuc")), turn=math.inf, distance=0.1),
            InputError,
            "not finite",
        ),
        (
            lambda: Screw(MotionWaypoint.at(start_pose("fanuc")), turn=1.0, distance=5.0),
            MotionError,
            "out of reach",
        ),
        (
            lambda: Screw(MotionWaypoint.at(start_pose("fanuc")), turn=40.0, distance=0.01),
            MotionError,
            "out of range.*joint_6",
        ),
        (
            lambda: Screw(MotionWaypoint.at(start_pose("fanuc")), turn=-1e6, distance=0.01),
            InputError,
            "-1e[+]06 rad is more than 50 turns, 314.2 rad",
        ),
        (
            lambda: Screw(MotionWaypoint.at(start_pose("fanuc")), turn=1.0, distance=1e9),
            MotionError,
            "out of reach",
        ),
        (
            lambda: Screw(
                MotionWaypoint.at(start_pose("fanuc")),
                turn=1.0,
                distance=0.01,
                axis_point=(1e9, 0.0, 0.0),
            ),
            MotionError,
            "out of reach",
        ),
    ],
)
def test_an_impossible_motion_raises_an_error_with_its_reason(motion, error, said) -> None:
    with pytest.raises(error, match=said):
        planner("fanuc").plan(motion(), robot("fanuc").start)


def test_a_very_slow_motion_is_planned_as_small_as_any() -> None:
    """1 mm a minute along 0.3 m is 5 h. The rotation of 0.3 rad takes half a second of them."""
    goal = moved("fanuc", 0.0, 0.3, 0.0, 0.3)
    slow = MotionWaypoint.at(
        goal,
        coordinated=False,
        trans_speed=Rate(0.001 / 60.0),
        rot_speed=Rate(2.0),
        rot_accel=Rate(10.0),
    )
    (leg,) = planner("fanuc").plan(Move((slow,)), robot("fanuc").start)
    assert len(leg.spline.x) <= 2001 and leg.spline.x[-1] == pytest.approx(18000.0, rel=1e-3)
    ring, forward = robot("fanuc").ring, robot("fanuc").kinematics.forward
    early, half = (ring.controlled(forward(leg.positions(at))) for at in (1.0, 9000.0))
    assert (
        np.linalg.norm(rotvec_from_rotation(goal[:3, :3].T @ early[:3, :3])) < 1e-6
        and np.linalg.norm((early - start_pose("fanuc"))[:3, 3]) < 1e-4
    )
    assert half[:3, 3] == pytest.approx(moved("fanuc", 0.0, 0.15, 0.0)[:3, 3], abs=1e-4)


def test_an_elbow_that_cannot_stay_swings() -> None:
    """A line that leaves a joint's range takes another arm angle. It stays straight."""
    solver, ring = robot("motoman").kinematics, robot("motoman").ring
    begin, goal = start_pose("motoman"), moved("motoman", -0.1, -0.5, 0.1)
    start = solver.nearest(ring.flange(begin), robot("motoman").start, angle=-1.5)
    path = np.tile(begin, (100, 1, 1))
    path[:, :3, 3] += np.linspace(0, 1, 100)[:, None] * (goal - begin)[:3, 3]
    with pytest.raises(MotionError, match="range"):
        solver.follow(ring.flange(path), start)
    positions, velocities, accelerations, poses = executed(
        "motoman", Move((MotionWaypoint.at(goal, **SETTINGS),)), start
    )
    check_joint_limits("motoman", positions, velocities, accelerations)
    assert poses[-1] == pytest.approx(goal, abs=1e-7)
    way = poses[:, :3, 3] - poses[0, :3, 3]
    along = (goal - poses[0])[:3, 3] / np.linalg.norm((goal - poses[0])[:3, 3])
    assert np.linalg.norm(way - np.outer(way @ along, along), axis=1).max() < 1e-5
    assert abs(float(solver.arm_angle(positions[-1])) + 1.5) > 0.1
