"""Closed forms: branches, agreement with pinocchio, continuity along paths.

Every branch reaches the pose.
"""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from robot_arms import NAMES, arm, kinematics, random_positions

from sim.robots.description import read_arm
from sim.robots.errors import MotionError
from sim.robots.kinematics.chain import Chain
from sim.robots.kinematics.elbow_circle import ElbowCircle
from sim.robots.kinematics.kinematics import kinematics_of
from sim.robots.kinematics.ortho_parallel import OrthoParallel
from sim.robots.kinematics.rails import Rails

pinocchio = pytest.importorskip("pinocchio")
from sim.robots.kinematics.numeric import Numeric, pinocchio_model  # noqa: E402

KINDS = {"fanuc": (OrthoParallel, 8), "motoman": (ElbowCircle, 8), "gantry": (Rails, 2)}
PLANAR = """<robot name="planar"><link name="base_link"/><link name="a"/><link name="b"/>
<link name="tool0"/>
<joint name="one" type="revolute"><parent link="base_link"/><child link="a"/><axis xyz="0 0 1"/>
<limit lower="-3" upper="3" velocity="2" effort="3"/></joint>
<joint name="two" type="revolute"><parent link="a"/><child link="b"/><origin xyz="0.5 0 0"/>
<axis xyz="0 0 1"/><limit lower="-3" upper="3" velocity="2" effort="3"/></joint>
<joint name="f" type="fixed"><parent link="b"/><child link="tool0"/><origin xyz="0.4 0 0"/></joint>
</robot>"""


def turned(pose: np.ndarray, axis: int, angle: float) -> np.ndarray:
    vector = np.zeros(3)
    vector[axis] = angle
    result = pose.copy()
    result[:3, :3] = pose[:3, :3] @ pinocchio.exp3(vector)
    return result


@pytest.mark.parametrize("name", NAMES)
def test_the_form_fits_the_arm(name) -> None:
    kind, count = KINDS[name]
    assert (
        isinstance(kinematics(name).form, kind)
        and len(kind.branches) == len(set(kind.branches)) == count
    )


@pytest.mark.parametrize("name", NAMES)
def test_forward_kinematics_and_jacobian_are_pinocchio_s(name) -> None:
    model = pinocchio_model(arm(name))
    data = model.createData()
    for positions in random_positions(name, 50):
        pinocchio.framesForwardKinematics(model, data, positions)
        assert kinematics(name).forward(positions) == pytest.approx(
            data.oMf[model.nframes - 1].homogeneous, abs=1e-12
        )
        frame = pinocchio.ReferenceFrame.LOCAL_WORLD_ALIGNED
        expected = pinocchio.computeFrameJacobian(model, data, positions, model.nframes - 1, frame)
        assert kinematics(name).jacobian(positions) == pytest.approx(expected, abs=1e-12)
        velocities = np.cos(np.arange(len(positions)))
        pose, twist = kinematics(name).state(positions, velocities)
        assert pose == pytest.approx(
            kinematics(name).forward(positions), abs=1e-12
        ) and twist == pytest.approx(expected @ velocities, abs=1e-12)


@pytest.mark.parametrize("name", NAMES)
def test_every_branch_leads_to_the_pose_and_one_is_the_arm_s_own(name) -> None:
    solver, positions = kinematics(name), random_positions(name, 3000)
    poses = solver.forward(positions)
    angle = solver.arm_angle(positions) if solver.redundant else 0.0
    solutions = solver.branch_solutions(poses, angle)
    reached = np.isfinite(solutions).all(axis=2)
    assert np.abs(solver.forward(solutions) - poses[:, None])[reached].max() < 1e-9
    own = [
        np.nanmin(np.abs(solver.near(found, at) - at).max(axis=1))
        for found, at in zip(solutions, positions)
    ]
    assert max(own) < 1e-6


@pytest.mark.parametrize("name", NAMES)
def test_one_pose_at_a_time_gives_the_branches_within_the_ranges(name) -> None:
    solver, joints = kinematics(name), arm(name)
    for positions in random_positions(name, 100, seed=1):
        pose = solver.forward(positions)
        angle = float(solver.arm_angle(positions)) if solver.redundant else 0.0
        found = solver.inverse(pose, angle)
        assert any(
            np.abs(np.sin((other.positions - positions) / 2.0)).max() < 1e-7 for other in found
        )
        batch = solver.branch_solutions(pose[None], angle)[0]
        for solution in found:
            assert (joints.limits("lower") - 1e-8 <= solution.positions).all() and (
                solution.positions <= joints.limits("upper") + 1e-8
            ).all()
            same = batch[solver.form.branches.index(solution.branch)]
            assert np.cos(solution.positions[-3:] - same[-3:]) == pytest.approx(
                np.ones(3), abs=1e-9
            )


@settings(max_examples=40)
@given(st.lists(st.floats(-1.0, 1.0), min_size=7, max_size=7), st.floats(-math.pi, math.pi))
def test_the_elbow_goes_around_its_circle(shares, angle) -> None:
    solver, joints = kinematics("motoman"), arm("motoman")
    pose = solver.forward(np.array(shares) * joints.limits("upper"))
    for solution in solver.branch_solutions(pose[None], angle)[0]:
        assert solver.forward(solution) == pytest.approx(pose, abs=1e-9)
        if 0.01 < abs(solution[3]) < 3.0 and abs(math.sin(solution[1])) > 1e-3:
            assert math.cos(float(solver.arm_angle(solution)) - angle) == pytest.approx(
                1.0, abs=1e-6
            )


@pytest.mark.parametrize("name", NAMES)
def test_along_a_line_the_branch_is_kept(name) -> None:
    """No joint jumps and every pose is met along a line.

    From anywhere 50 mm and 0.2 rad further; the branch at the end is that of the begin.
    """
    solver = kinematics(name)
    followed = 0
    for start in random_positions(name, 40, seed=2):
        begin = solver.forward(start)
        poses = np.array([turned(begin, 0, 0.2 * share) for share in np.linspace(0, 1, 60)])
        poses[:, 2, 3] += np.linspace(0, 0.05, 60)
        try:
            path = solver.follow(poses, start)
        except MotionError as error:
            assert "range" in str(error) or "reach" in str(error) or "singularity" in str(error)
            continue
        followed += 1
        assert (
            path[0] == pytest.approx(start, abs=1e-6) and np.abs(np.diff(path, axis=0)).max() < 0.5
        )
        assert np.abs(solver.forward(path) - poses).max() < 1e-8
        assert solver.branch(path[-1]) == solver.branch(start)
    assert followed > 15


def test_whole_turns_of_the_last_joint_are_those_nearest() -> None:
    solver = kinematics("fanuc")
    positions = np.array([0.1, 0.2, 0.1, 0.3, -1.0, 5.9])
    assert solver.nearest(solver.forward(positions), positions) == pytest.approx(
        positions, abs=1e-9
    )
    assert solver.nearest(solver.forward(positions), np.zeros(6))[5] == pytest.approx(
        5.9 - 2 * math.pi, abs=1e-9
    )


def test_a_straight_wrist_keeps_its_outer_joints() -> None:
    solver = kinematics("fanuc")
    positions = np.array([0.3, 0.2, -0.1, 0.7, 0.0, -0.4])
    assert solver.nearest(solver.forward(positions), positions) == pytest.approx(
        positions, abs=1e-9
    )


def test_out_of_reach_says_what_reaches_how_far() -> None:
    solver = kinematics("fanuc")
    pose = solver.forward(np.zeros(6))
    pose[0, 3] = 2.0
    assert solver.inverse(pose) == []
    with pytest.raises(
        MotionError,
        match=r"\(2.0000, 0.0000, 0.6950\).*out of reach.*1.905 m from joint 2 and joints 2 and 3 "
        r"reach from",
    ):
        solver.nearest(pose, np.zeros(6))
    pose[0, 3] = math.nan
    with pytest.raises(MotionError, match="not finite"):
        solver.nearest(pose, np.zeros(6))
    far = kinematics("motoman").forward(np.zeros(7))
    far[2, 3] += 0.5
    with pytest.raises(MotionError, match="joint 4 reaches"):
        kinematics("motoman").nearest(far, np.zeros(7))


def test_out_of_range_names_the_joint_and_its_range() -> None:
    pose = kinematics("gantry").forward(np.zeros(6))
    pose[1, 3] = 9.0
    with pytest.raises(MotionError, match=r"joint_2 would be at 9 m, its range is -4 to 4 m"):
        kinematics("gantry").nearest(pose, np.zeros(6))


def test_a_line_through_a_straight_wrist_is_refused_by_name() -> None:
    """Joints 4 and 6 would have to turn oppositely by 180 degrees."""
    solver = kinematics("fanuc")
    middle = np.array([0.0, 0.1, 0.2, 0.0, 0.0, 0.0])
    pose = solver.forward(middle)
    poses = np.array(
        [turned(turned(pose, 0, 0.15 * share), 1, 1e-5) for share in np.linspace(1, -1, 40)]
    )
    start = solver.nearest(poses[0], middle)
    with pytest.raises(MotionError, match=r"singularity.*joint_[46] would have to turn"):
        solver.follow(poses, start)


def test_other_arms_are_solved_by_iteration() -> None:
    solver = Numeric(Chain(arm("fanuc")))
    closed, rng = kinematics("fanuc"), np.random.default_rng(4)
    for positions in random_positions("fanuc", 20, seed=3) * 0.7:
        pose = closed.forward(positions)
        near = positions + rng.uniform(-0.1, 0.1, 6)
        found = solver.nearest(
            pose, np.clip(near, arm("fanuc").limits("lower"), arm("fanuc").limits("upper"))
        )
        assert np.abs(closed.forward(found) - pose).max() < 1e-9
    pose[0, 3] = 5.0
    with pytest.raises(MotionError, match="is not reached"):
        solver.nearest(pose, np.zeros(6))


def test_an_arm_that_no_form_fits_comes_with_pinocchio() -> None:
    solver = kinematics_of(read_arm(PLANAR, "planar"))
    assert isinstance(solver, Numeric)
    poses = solver.forward(np.column_stack([np.linspace(0.2, 0.6, 30), np.linspace(1.0, 0.5, 30)]))
    path = solver.follow(poses, np.array([0.2, 1.0]))
    assert path[-1] == pytest.approx([0.6, 0.5], abs=1e-8)
    assert len(solver.inverse(poses[0])) == 1, "orientation leaves one of the two elbows"
    with pytest.raises(MotionError, match="out of r"):
        solver.follow(
            solver.forward(np.column_stack([np.linspace(2.5, 3.5, 30), np.ones(30)])),
            np.array([2.5, 1.0]),
        )
