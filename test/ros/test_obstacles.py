"""Descriptions of an arm's obstacles by its controller."""

from __future__ import annotations

import pytest

pytest.importorskip("rospy")
from geometry_msgs.msg import Vector3, Wrench

from gazebo_msgs.msg import ContactsState, ContactState
from sim.ros.conversions import header
from sim.ros.robots.obstacles import Obstacles


def contacts(time: float, *touching: tuple) -> ContactsState:
    states = [
        ContactState(
            collision1_name=own,
            collision2_name=other,
            total_wrench=Wrench(force=Vector3(0.0, 0.0, force)),
        )
        for own, other, force in touching
    ]
    return ContactsState(header(time, "world"), states)


def test_the_strongest_obstacle_is_named_with_its_link() -> None:
    obstacles = Obstacles("fanuc", 0.02)
    obstacles.take(
        contacts(
            3.0,
            ("fanuc::link_5::shell", "crate::body::side", 4.0),
            ("gear_1::gear::disc", "gear_2::gear::hub", 31.2),
        )
    )
    assert (
        obstacles.words(3.05)
        == "the arm was held back by gear_2 (link gear): gear_1, which it holds, presses on it "
        "with 31 N"
    )
    obstacles.take(contacts(3.1, ("fanuc::link_5::shell", "crate::body::side", 4.0)))
    assert (
        obstacles.words(3.1)
        == "the arm was held back by crate (link body): link link_5 of the arm presses on it with "
        "4 N"
    )


def test_an_arm_that_touches_nothing_was_moved_from_outside() -> None:
    obstacles = Obstacles("fanuc", 0.02)
    moved = obstacles.words(3.0)
    assert (
        moved.startswith("the arm was moved by something else")
        and "set_model_configuration" in moved
    )
    obstacles.take(contacts(3.0, ("fanuc::link_5::shell", "crate::body::side", 400.0)))
    assert obstacles.words(3.5) == moved, "contacts of long ago hold nothing back"
    assert obstacles.in_the_way(3.5) == ""


def test_a_stopped_arm_takes_commands_again_after_a_silence() -> None:
    obstacles = Obstacles("fanuc", 0.02)
    assert not obstacles.stopped
    obstacles.sent(1.99)
    obstacles.stop(contacts(2.0, ("fanuc::left_finger::left", "traffic_7", 75.0)))
    assert obstacles.stopped and not obstacles.over(2.205) and obstacles.over(2.215)
    assert (
        obstacles.release()
        == "stopped: the arm was held back by traffic_7: link left_finger of the arm presses on "
        "it with 75 N"
    )
    assert not obstacles.stopped
