"""A reset world continues exactly like a fresh one.

There is a case for each kind of part of the step loop, after any requests.
"""

from __future__ import annotations

from pathlib import Path
from typing import Callable, List, NamedTuple, Sequence

import numpy as np
import pytest

from sim.embedded.efforts import Effort
from sim.embedded.model_plugin import ModelPlugin, PluggedModel
from sim.embedded.robot_plugins.controlled import BY_EFFORT, BY_POSITION, BY_VELOCITY
from sim.embedded.robot_plugins.joint_wrench import JointWrench
from sim.embedded.robot_plugins.pushed import AppliedWrench, PushedLink
from sim.embedded.robot_plugins.vacuum_cup import VacuumCup
from sim.embedded.robot_plugins.wheel_slips import LATERAL_PARAMETER
from sim.embedded.sensors.contact import Bumper
from sim.embedded.sensors.hub import Direct, SensorHub, Station
from sim.embedded.sensors.schedule import SensorSchedule
from sim.embedded.wrenches import TimedWrench
from sim.errors import SimulationError
from sim.robot_plugins.settings import FORCE, PLANAR_MOVE, VACUUM_GRIPPER
from sim.sdf.reader import read_model
from sim.sdf.sensors.contact import Contact
from sim.sdf.types import Axis, Model

from .bodies import IDENTITY, arm, box, hanging, pose
from .joints.rigs import disc, rig
from .joints.test_contact_stop import STOPS
from .joints.test_tool_changer import AT, BARE, CHANGER, end_effector
from .mounted import carrying, mount, sensor
from .resets import FOLDERS, STEP, Placed, World, with_plugin
from .test_controlled import Commands, pendulum
from .test_wheel_slips import rover

UPRIGHT = pose(z=0.1)


class Case(NamedTuple):
    """Models of a world, requests around a reset, and readings."""

    models: Callable[[], Sequence[Placed]]
    before: Callable[[World], None]
    after: Callable[[World], None]
    # Prepares a new world, as nodes do.
    prepare: Callable[[World], None] = lambda world: None


def rest(world: World) -> None:
    world.run(0.05)


def slip(world: World) -> None:
    world.subsystems.wheel_slips.set(world.plugin("rover", 1), LATERAL_PARAMETER, 0.5)
    drive(world)


def drive(world: World) -> None:
    world.subsystems.wheel_drives.get("rover", world.plugin("rover")).command(0.5, 0.2)
    world.run(0.1)


def drive_once(world: World) -> None:
    world.subsystems.wheel_drives.get("rover", world.plugin("rover")).command(0.1, 0.0)
    world.run(STEP)


def slide(world: World) -> None:
    law = world.subsystems.sliders.get("box", world.plugin("box"))
    law.command(1.0, 0.5, 0.3, world.physics.time)
    world.run(0.05)


def push(world: World) -> None:
    world.subsystems.wrenches.add(
        TimedWrench("box", "link", (3.0, 0.0, 40.0), (0.0, 0.0, 1.0), (0.0, 0.0, 0.0), 0.0)
    )
    world.run(0.05)


def turn(world: World) -> None:
    world.subsystems.efforts.add(Effort("arm", "elbow", 5.0, 0.0))
    world.run(0.05)


def hold_pushed(world: World) -> None:
    world.pushed = PushedLink(world.physics, "box", "link")
    world.part("box", world.pushed)


def push_on(world: World) -> None:
    world.pushed.push((3.0, 0.0, 0.0), (0.0, 0.0, 1.0))
    world.run(0.05)


def read_applied(world: World) -> None:
    """Read the wrenches that others apply, as ``f3d`` does."""
    world.applied = AppliedWrench(world.physics, "box", "link")
    world.subsystems.readings.add("box", world.plugin("box"), world.applied)


def note_applied(world: World) -> None:
    world.read(world.applied.force, world.applied.torque)
    world.run(0.01)
    world.read(world.applied.force, world.applied.torque)


def cup(world: World) -> None:
    world.cup = VacuumCup(world.physics, "cup", world.plugin("cup"))
    world.part("cup", world.cup)


def suck(world: World) -> None:
    world.cup.on = True
    world.run(0.05)
    assert world.cup.holds


def note_cup(world: World) -> None:
    world.read(world.cup.holds)
    world.run(0.02)


def feel_joint(world: World) -> None:
    world.wrench = JointWrench(world.physics, "hanging", "hinge")
    world.subsystems.readings.add("hanging", world.plugin("hanging"), world.wrench)


def want_joint(world: World) -> None:
    world.wrench.wanted = True
    world.read(world.wrench.known)
    world.run(0.01)
    world.read(world.wrench.known, world.wrench.force, world.wrench.torque)


def control(driven: int, value: float) -> Callable[[World], None]:
    def prepare(world: World) -> None:
        world.commands = Commands(driven, lambda time: value)
        world.subsystems.controlled.add("arm", "control", world.commands, 0.01)

    return prepare


def note_control(world: World) -> None:
    del world.commands.readings[:]
    world.run(0.05)
    world.read(*(reading for _, reading in world.commands.readings))


def car() -> List[Placed]:
    made = [read_model(f"{FOLDERS[k]}/{name}/model.sdf", FOLDERS)[0] for k, name in CARS]
    return [(made[0], IDENTITY), (made[1], pose(x=-4.8))]


CARS = ((0, "plain_car"), (1, "trailer"))


def ride(world: World) -> None:
    name = next(iter(world.simulation.vehicles.names()))
    world.simulation.vehicles.get(name).command(0.0, 0.05, 5.0)
    world.run(0.4)
    reading = world.simulation.vehicles.get(name)
    world.read(reading.wheel_speeds, reading.odometry.x, reading.wheel_odometry.x)


def swing(world: World) -> None:
    """Load the elbow beyond its limit."""
    world.read(world.mechanisms.states("arm").efforts)
    world.go("arm", "elbow", -1.9, 0.05)
    world.run(0.15)
    world.read(world.mechanisms.states("arm").efforts)


def hand(**changes: str) -> Callable[[], Sequence[Placed]]:
    assist = ("<grasp_assist>false", "<grasp_assist>true")
    return lambda: [(disc(), pose(z=0.22)), (rig("hand", assist, *changes.items()), IDENTITY)]


def open_hand(world: World) -> None:
    world.order("hand", 0.07)
    world.run(0.4)


def close_from_outside(world: World) -> None:
    """Place the fingers on the disc without an order."""
    world.read(world.mechanisms.report("hand"), world.mechanisms.states("hand").efforts)
    for finger in ("left_finger", "right_finger"):
        world.physics.joints.set_position("hand", finger, 0.0199)
    world.run(0.02)
    world.read(world.mechanisms.report("hand"))


def suck_disc(world: World) -> None:
    world.order("cup", vacuum=True)
    world.run(0.3)
    assert world.mechanisms.report("cup").thing


def note_gripper(world: World) -> None:
    world.read(world.mechanisms.report("cup"))
    world.run(0.02)


def press(world: World) -> None:
    world.go("hand", "height", -0.245, 0.3)
    world.run(0.5)
    assert world.mechanisms.contact_stop("hand").last is not None


def note_stop(world: World) -> None:
    stop = world.mechanisms.contact_stop("hand")
    world.read(stop.last, stop.pressing())
    world.go("hand", "height", -0.1, 0.1)
    world.run(0.05)


def with_changer() -> List[Placed]:
    given = BARE.replace("/>", f">{CHANGER.format('tool=' + chr(34) + 'jaw' + chr(34))}</plugin>")
    return [(rig("arm", (BARE, given)), IDENTITY), (end_effector("jaw"), AT)]


def let_go(world: World) -> None:
    world.mechanisms.force_torque("arm").wanted = True
    world.go("arm", "elbow", 0.3, 0.1)
    world.run(0.1)
    world.mechanisms.changer("arm").order(world.physics.time, False)
    world.run(0.1)
    world.mechanisms.changer("arm").order(world.physics.time + 1.0, True)


def note_wrist(world: World) -> None:
    sensor = world.mechanisms.force_torque("arm")
    sensor.wanted = True
    world.read(sensor.reading() is None)
    world.run(0.004)
    force, torque = sensor.reading()
    world.read(force, torque, world.mechanisms.changer("arm").report().commanded)
    world.run(0.05)


CASES = {
    "wheel_slips": Case(lambda: [(rover(0.1, 0.1), IDENTITY)], slip, drive),
    "wheel_drives": Case(lambda: [(rover(), IDENTITY)], drive, rest),
    "wheel_drives: at a rate": Case(lambda: [(rover(rate=10.0), IDENTITY)], drive_once, drive),
    "sliders": Case(lambda: [(with_plugin(box(), PLANAR_MOVE), UPRIGHT)], slide, rest),
    "wrenches": Case(lambda: [(box(), UPRIGHT)], push, rest),
    "efforts": Case(lambda: [(arm(True), UPRIGHT)], turn, rest),
    "parts: a force": Case(
        lambda: [(with_plugin(box(), FORCE, bodyName="link", topicName="force"), UPRIGHT)],
        push_on,
        rest,
        hold_pushed,
    ),
    "parts: a vacuum cup": Case(
        lambda: [
            (
                with_plugin(
                    Model("cup", IDENTITY, False, box().links),
                    VACUUM_GRIPPER,
                    bodyName="link",
                    topicName="grasping",
                    maxDistance="0.4",
                ),
                UPRIGHT,
            ),
            (box(), pose(x=0.03, z=0.35)),
        ],
        suck,
        note_cup,
        cup,
    ),
    "readings": Case(
        lambda: [(with_plugin(box(), FORCE, bodyName="link", topicName="force"), UPRIGHT)],
        push,
        note_applied,
        read_applied,
    ),
    "readings: of a joint": Case(
        lambda: [
            (
                with_plugin(
                    hanging("revolute", Axis((0.0, 1.0, 0.0))),
                    FORCE,
                    bodyName="arm",
                    topicName="force",
                ),
                pose(z=3.0),
            )
        ],
        want_joint,
        want_joint,
        feel_joint,
    ),
    **{
        f"controlled: {name}": Case(
            lambda: [(pendulum(), pose(z=2.0))],
            rest,
            note_control,
            control(driven, value),
        )
        for name, driven, value in (
            ("position", BY_POSITION, 0.3),
            ("velocity", BY_VELOCITY, -0.5),
            ("effort", BY_EFFORT, -8.0),
        )
    },
    "vehicles": Case(car, ride, ride),
    "driven joints": Case(
        lambda: [(rig("arm", ("<effort>80", "<effort>20")), IDENTITY)], swing, swing
    ),
    "parallel gripper": Case(hand(), open_hand, close_from_outside),
    "vacuum gripper": Case(
        lambda: [(rig("cup"), IDENTITY), (disc(), pose(z=0.229))], suck_disc, note_gripper
    ),
    "contact stop": Case(
        lambda: [(rig("hand", STOPS), IDENTITY), (box((0.2, 0.2, 0.1), static=True), IDENTITY)],
        press,
        note_stop,
    ),
    "tool changer and wrist": Case(with_changer, let_go, note_wrist),
}


@pytest.mark.parametrize("name", CASES)
@pytest.mark.parametrize("seconds", [0.0, 0.1])
def test_a_reset_equals_a_fresh_start(name: str, seconds: float) -> None:
    case = CASES[name]
    fresh, again = World(case.models()), World(case.models())
    for world in (fresh, again):
        case.prepare(world)
    case.before(again)
    again.run(seconds)
    again.simulation.reset(with_time=True)
    del again.readings[:]
    for world in (fresh, again):
        case.after(world)
    assert again.readings == fresh.readings


def test_an_effort_of_a_step_that_failed_is_forgotten() -> None:
    world = World([(box(), UPRIGHT), (arm(True), pose(x=2.0, z=0.1))])
    world.subsystems.efforts.add(Effort("arm", "elbow", 5.0, 0.0))
    world.physics.poses.set_model_twist("box", np.array([1e200, 0.0, 0.0]), np.zeros(3))
    with pytest.raises(SimulationError, match="diverged"):
        world.run(0.1)
    world.simulation.reset(with_time=True)
    world.physics.remove("arm")
    push(world)
    assert world.physics.poses.model_twist("box")[0][2] > 0.5


@pytest.mark.parametrize("with_time", [True, False])
def test_forces_of_a_user_plugins_reset_act(with_time: bool) -> None:
    world = World([(arm(True), UPRIGHT)])

    class Kicked(ModelPlugin):
        def reset(self) -> None:
            PluggedModel(world.physics, world.subsystems.efforts, "arm").turn("elbow", 50.0)

    loaded = world.subsystems.stand_ins._loaded
    loaded["arm", "plugin"] = world.physics.models.sdf("arm"), Path("kicked.py"), Kicked()
    rest(world)
    world.simulation.reset(with_time)
    world.run(STEP)
    assert world.physics.joints.state("arm", "elbow")[1] > 0.5


def test_contacts_of_before_a_reset_are_not_those_of_a_step_after_it() -> None:
    world = World([(box(), UPRIGHT)])
    physics = world.physics
    physics.step(9)
    physics.contacts.keep()
    physics.step()
    assert physics.contacts.solved() is not None
    physics.reset()
    physics.step(10)
    assert physics.contacts.solved() is None


@pytest.mark.parametrize("with_time", [True, False])
def test_a_contact_sensor_forgets_touches_of_before_a_reset(with_time: bool) -> None:
    carrier = carrying(box(), [sensor(Contact(("collision",)), "contact")], "box")
    world = World([(carrier, pose(z=0.101)), (disc(), pose(z=3.0))])
    world.physics.poses.set_model_pose("disc", pose(x=2.0))
    bumper = Bumper(world.physics, mount(carrier))
    world.simulation.on_step.append(lambda now: bumper.watch())
    world.physics.poses.set_model_pose("box", UPRIGHT)
    world.run(0.1)
    world.simulation.reset(with_time)
    world.run(2 * STEP)
    assert bumper.measure() == {}


def test_a_sensor_measures_again_after_a_reset_of_time() -> None:
    hub, measured = SensorHub(), []
    hub.add(
        Station(
            "sensor", SensorSchedule("sensor", 10.0, STEP), lambda: True, Direct(), measured.append
        )
    )
    for now in (0.0, STEP, 0.0, STEP):
        hub(now)
    assert measured == [0.0, 0.0]
