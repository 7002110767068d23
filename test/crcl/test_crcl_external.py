"""Client mode: a second CRCL server is the real robot."""

from __future__ import annotations

import math
import queue
import socket
import time
from dataclasses import replace

import pytest
from crcl_controller import Controller, at
from crcl_robot import Robot, until

from sim.crcl import (
    ActuateJoint,
    ActuateJoints,
    CloseToolChanger,
    CommandStatus,
    CRCLCommandInstance,
    CRCLStatus,
    Dwell,
    EnableGripper,
    EndCanon,
    InitCanon,
    JointForceTorque,
    JointPositionsTolerances,
    JointPositionToleranceSetting,
    JointSpeedAccel,
    JointStatus,
    JointStatuses,
    Message,
    MoveScrew,
    MoveThroughTo,
    MoveTo,
    ParameterSetting,
    Point,
    PoseAndSet,
    PoseTolerance,
    RunProgram,
    SetEndEffector,
    SetLengthUnits,
    SetRobotParameters,
    SetTransSpeed,
    StopMotion,
    TransSpeedAbsolute,
)
from sim.crcl.external import ExternalOptions, ExternalRobot
from sim.crcl.external.commands import commands
from sim.crcl.external.measured import measured
from sim.crcl.session import Session, SessionState
from sim.robot_orders import RobotOrder

HOME = at(0.4, 0.0, 0.3)
FULL = PoseAndSet(
    point=HOME.point,
    x_axis=HOME.x_axis,
    z_axis=HOME.z_axis,
    coordinated=False,
    trans_speed=TransSpeedAbsolute(0.1),
    tolerance=PoseTolerance(0.001, z_axis_tolerance=0.1),
)
COMMANDS = [
    MoveTo(2, True, HOME, name="home"),
    MoveThroughTo(2, False, (HOME, FULL), 2),
    MoveScrew(2, 0.02, 6.28, axis_point=Point(0.4, 0.0, 0.2)),
    MoveScrew(2, 0.02, -1.0, start_position=FULL, axial_distance_free=0.01),
    Dwell(2, 0.5),
    SetEndEffector(2, 0.25),
    Message(2, "hello"),
    ActuateJoints(
        2,
        (
            ActuateJoint(1, 0.5, JointSpeedAccel(0.1, 0.2)),
            ActuateJoint(3, 0.1, JointForceTorque(5.0, 1.0)),
        ),
        joint_tolerances=JointPositionsTolerances((JointPositionToleranceSetting(1, 0.01),)),
    ),
    StopMotion(2, "Fast"),
    RunProgram(2, "MOVJ"),
    EnableGripper(2, "jaws", gripper_option=(ParameterSetting("force", "3"),)),
    CloseToolChanger(2),
    SetRobotParameters(2, (ParameterSetting("mood", "good"),)),
    EndCanon(2),
]


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: type(command).__name__)
def test_an_order_survives_the_way_through_a_second_session(command) -> None:
    """The second session gives the same order as the first. The client of the first uses inches."""
    first, second = Controller(), Controller()
    first.done(InitCanon(1))
    first.give(command)
    order = first.last
    second.done(InitCanon(1000))
    for one in commands(order, iter(range(2000, 3000)).__next__, 6):
        second.done(one)
    arrived = second.last
    assert replace(arrived, id=0, command_id=0) == replace(order, id=0, command_id=0)


@pytest.mark.parametrize(
    "command", [SetLengthUnits(2, "inch"), SetTransSpeed(2, TransSpeedAbsolute(0.1))]
)
def test_commands_that_only_set_values_are_not_sent(command) -> None:
    controller = Controller()
    controller.done(InitCanon(1), command)
    assert commands(controller.last, iter(range(9)).__next__, 6) == []


def status(*joints: JointStatus, **parts) -> CRCLStatus:
    return CRCLStatus(
        command_status=CommandStatus(1, 1, "CRCL_Done"),
        joint_statuses=JointStatuses(joints),
        **parts,
    )


def test_joints_are_ordered_by_number_and_unreported_is_not_zero() -> None:
    told = measured(
        status(JointStatus(2, 0.2, joint_velocity=1.0), JointStatus(1, 0.1)),
        1.0,
        0,
        SessionState.READY,
        "",
    )
    assert (told.joints, told.velocities, told.efforts) == ((0.1, 0.2), (), ())
    assert (
        measured(
            status(JointStatus(1, 0.1), JointStatus(3, 0.3)), 1.0, 0, SessionState.READY, ""
        ).joints
        == ()
    )


@pytest.fixture()
def pair():
    """Session with a real robot as its controller, and that robot."""
    with Robot(slow=0.05) as real:
        session = Session(lambda order: external.take(order) or True)
        external = ExternalRobot(
            ExternalOptions("127.0.0.1", real.server.port, retry=0.05, joints=6),
            session.hear,
            time.monotonic,
        )
        until(lambda: session.feedback and session.feedback.joints, "status of the real robot")
        yield session, real, external
        external.close()


def give(session: Session, command, words: str = "") -> str:
    """Gives a command and waits for its end."""
    session.take(CRCLCommandInstance(crcl_command=command))
    until(lambda: not session.working, f"end of {command}")
    return f"{session.standing.state.name} {session.standing.description}".strip()


def test_a_real_robot_is_driven_and_measured_as_a_simulated_one(pair) -> None:
    session, real, _ = pair
    until(lambda: "SetTorqueUnits" in real.types, "units of the real robot")
    assert real.types[:5] == [
        "InitCanon",
        "SetLengthUnits",
        "SetAngleUnits",
        "SetForceUnits",
        "SetTorqueUnits",
    ]
    assert give(session, InitCanon(1)) == "DONE"
    assert give(session, SetLengthUnits(2, "millimeter")) == "DONE"
    assert give(session, MoveTo(3, True, at(400.0, 0.0, 300.0))) == "DONE"
    assert real.orders[-1].type == "MoveTo" and real.orders[-1].motion.waypoints[
        0
    ].position == pytest.approx((0.4, 0.0, 0.3))
    assert session.feedback.position == pytest.approx(
        (0.4, 0.0, 0.3)
    ) and session.feedback.joints == pytest.approx((0.1,) * 6)
    assert session.feedback.gripper.width == pytest.approx(
        0.05
    ) and session.feedback.orientation == pytest.approx((1.0, 0.0, 0.0, 0.0))


def test_a_refusal_of_the_real_robot_is_an_error_with_its_text(pair) -> None:
    session, real, _ = pair
    give(session, InitCanon(1))
    real.server.call(lambda: setattr(real.session, "active", False))
    assert give(session, MoveTo(2, True, HOME)).startswith(
        "ERROR MoveTo: is refused outside of a session"
    )


def test_a_stop_reaches_the_real_robot_while_it_moves(pair) -> None:
    session, real, _ = pair
    give(session, InitCanon(1))
    real.slow = 1000.0
    session.take(CRCLCommandInstance(crcl_command=MoveTo(2, True, HOME)))
    until(lambda: real.types[-1] == "MoveTo", "motion")
    assert give(session, StopMotion(3, "Immediate")) == "DONE"
    assert (real.types[-1], real.orders[-1].text) == ("StopMotion", "Immediate")


def test_a_real_robot_that_is_lost_is_an_error_and_is_found_again() -> None:
    told = []
    with Robot(slow=1000.0) as real:
        port = real.server.port
        external = ExternalRobot(
            ExternalOptions("127.0.0.1", port, retry=0.05), told.append, time.monotonic
        )
        until(lambda: told, "status")
        controller = Controller()
        controller.done(InitCanon(1))
        controller.give(MoveTo(2, True, HOME))
        external.take(replace(controller.last, id=7))
        until(lambda: real.types[-1] == "MoveTo", "motion")
    until(lambda: told[-1].state == SessionState.ERROR, "error")
    assert told[-1].id == 7 and f"external robot 127.0.0.1:{port}" in told[-1].description
    assert told[-1].position == pytest.approx((0.4, 0.0, 0.3)) and told[-1].joints == pytest.approx(
        (0.1,) * 6
    ), "what was measured last"
    external.take(replace(controller.last, id=8))
    until(lambda: told[-1].id == 8, "answer")
    assert told[-1].state == SessionState.ERROR
    with Robot(port=port) as real:
        until(lambda: told[-1].state != SessionState.ERROR or real.server.port, "server")
        until(lambda: external.error == "", "connection")
        external.take(replace(controller.last, id=9, type="Dwell", motion=None, value=0.01))
        until(lambda: (told[-1].id, told[-1].state) == (9, SessionState.DONE), "end of the dwell")
    external.close()
    assert told[-1].joints == pytest.approx((0.1,) * 6)


def test_a_missing_real_robot_gives_a_reason_and_no_pose() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port = taken.getsockname()[1]
    heard = queue.Queue()
    external = ExternalRobot(
        ExternalOptions("127.0.0.1", port, retry=0.05), heard.put, time.monotonic
    )
    session = Session(lambda order: external.take(order) or True)
    session.take(CRCLCommandInstance(crcl_command=InitCanon(1)))
    while session.working:
        session.hear(heard.get(timeout=120.0))
    external.close()
    assert (
        session.standing.state == SessionState.ERROR and "refused" in session.standing.description
    )
    assert session.status().pose_status is None


@pytest.mark.parametrize(
    "order",
    [
        RobotOrder("Levitate", 2),
        RobotOrder("MoveTo", 2),
        RobotOrder("StopMotion", 2, text="Softly"),
        RobotOrder("Dwell", 2, value=math.nan),
    ],
    ids=lambda order: order.type,
)
def test_an_order_that_cannot_be_sent_is_an_error_of_that_order_alone(order) -> None:
    told = []
    with Robot() as real:
        external = ExternalRobot(
            ExternalOptions("127.0.0.1", real.server.port), told.append, time.monotonic
        )
        external.take(replace(order, id=7))
        until(lambda: told and (told[-1].id, told[-1].state) == (7, SessionState.ERROR), "error")
        assert f"{order.type} cannot be sent" in told[-1].description
        external.take(RobotOrder("Dwell", 3, id=8, value=0.01))
        until(lambda: (told[-1].id, told[-1].state) == (8, SessionState.DONE), "end of the dwell")
        external.close()


def test_an_order_that_cannot_be_sent_ends_the_motion_under_way(pair) -> None:
    session, real, external = pair
    give(session, InitCanon(1))
    real.slow = 1000.0
    session.take(CRCLCommandInstance(crcl_command=MoveTo(2, True, HOME)))
    until(lambda: real.types[-1] == "MoveTo", "motion")
    external.take(RobotOrder("MoveTo", 3, id=900))
    until(lambda: real.types[-1] == "StopMotion", "stop")


def test_a_stop_does_not_wait_for_a_robot_that_does_not_get_ready() -> None:
    told = []
    with Robot() as real:
        real.server.call(lambda: setattr(real.session, "hear", lambda feedback: None))
        external = ExternalRobot(
            ExternalOptions("127.0.0.1", real.server.port), told.append, time.monotonic
        )
        until(lambda: real.types == ["InitCanon"] and told, "beginning")
        external.take(RobotOrder("Dwell", 2, id=6, value=0.01))
        external.take(RobotOrder("StopMotion", 2, id=7, text="Fast"))
        until(lambda: real.types[-1] == "StopMotion", "stop")
        real.server.call(lambda: delattr(real.session, "hear"))
        until(lambda: (told[-1].id, told[-1].state) == (7, SessionState.DONE), "end of the stop")
        external.take(RobotOrder("Dwell", 3, id=8, value=0.01))
        until(lambda: (told[-1].id, told[-1].state) == (8, SessionState.DONE), "end of the dwell")
        assert real.types[real.types.index("StopMotion") + 1 :] == [
            "InitCanon",
            "SetLengthUnits",
            "SetAngleUnits",
            "SetForceUnits",
            "SetTorqueUnits",
            "ConfigureJointReports",
            "Dwell",
        ]
        external.close()
