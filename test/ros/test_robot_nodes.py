"""Nodes under the names of others' packages follow the documentation of those."""

from __future__ import annotations

import pytest

from sim.errors import InputError
from sim.ros.robot_nodes.described_joints import DescribedJoints
from sim.ros.robot_nodes.twist_keys import KeyCommand
from sim.ros.robot_nodes.twist_priority import PrioritySource, TwistPriority, read_sources


def source(name: str, priority: int, timeout: float = 0.5) -> PrioritySource:
    return PrioritySource(name, name, priority, timeout)


def test_the_higher_priority_counts_until_its_timeout() -> None:
    low, high = source("nav", 10), source("joy", 100)
    mux = TwistPriority([low, high], [])
    assert mux.passes(low, 0.0)
    assert mux.passes(high, 0.1)
    assert not mux.passes(low, 0.2) and not mux.passes(low, 0.6)
    assert mux.passes(low, 0.61)


def test_a_source_without_timeout_counts_for_ever_once_it_spoke() -> None:
    low, high = source("nav", 10), source("joy", 100, timeout=0.0)
    mux = TwistPriority([low, high], [])
    assert mux.passes(low, 0.0)
    assert mux.passes(high, 1.0)
    assert not mux.passes(low, 1000.0)


@pytest.mark.parametrize("priority, passes", [(9, True), (10, True), (11, False)])
def test_a_lock_stops_sources_below_its_priority(priority: int, passes: bool) -> None:
    low, lock = source("nav", 10), source("pause", priority, timeout=0.0)
    mux = TwistPriority([low], [lock])
    assert mux.passes(low, 0.0)
    lock.stamp, lock.locked = 1.0, True
    assert mux.passes(low, 1.0) is passes
    lock.locked = False
    assert mux.passes(low, 2.0)


def test_a_lock_that_is_silent_for_its_timeout_holds() -> None:
    low, lock = source("nav", 10), source("safety", 255, timeout=0.5)
    mux = TwistPriority([low], [lock])
    assert not mux.passes(low, 0.0)
    lock.stamp = 1.0
    assert mux.passes(low, 1.5) and not mux.passes(low, 1.6)


@pytest.mark.parametrize(
    "given, message",
    [
        ({"a": 1}, "must be a list of sources"),
        ([3], r"topics\[0\]: must have name"),
        ([{"name": "a", "topic": "b", "timeout": 1}], "has no priority"),
        ([{"name": "a", "topic": "b", "timeout": -1, "priority": 1}], "timeout: must be a number"),
        ([{"name": "a", "topic": "b", "timeout": 1, "priority": 256}], "from 0 to 255, not 256"),
        ([{"name": "a", "topic": "b", "timeout": 1, "priority": True}], "not True"),
    ],
)
def test_wrong_sources_are_refused(given: object, message: str) -> None:
    with pytest.raises(InputError, match=message):
        read_sources("topics", given)


@pytest.mark.parametrize(
    "key, linear, angular",
    [
        ("i", (0.5, 0.0, 0.0), 0.0),
        ("u", (0.5, 0.0, 0.0), 1.0),
        ("o", (0.5, 0.0, 0.0), -1.0),
        ("j", (0.0, 0.0, 0.0), 1.0),
        (",", (-0.5, 0.0, 0.0), 0.0),
        ("m", (-0.5, 0.0, 0.0), -1.0),
        ("J", (0.0, 0.5, 0.0), 0.0),
        ("O", (0.5, -0.5, 0.0), 0.0),
        ("t", (0.0, 0.0, 0.5), 0.0),
        ("k", (0.0, 0.0, 0.0), 0.0),
    ],
)
def test_keys_of_teleop_twist_keyboard(key: str, linear: tuple, angular: float) -> None:
    after = KeyCommand().after("i").after(key)
    assert (after.linear, after.angular) == (linear, angular)


def test_keys_change_the_speeds_by_a_tenth() -> None:
    command = KeyCommand().after("i")
    assert command.after("q").linear[0] == pytest.approx(0.55)
    assert command.after("z").turn == pytest.approx(0.9)
    assert (command.after("w").turn, command.after("w").speed) == (1.0, pytest.approx(0.55))
    assert (command.after("c").turn, command.after("c").speed) == (pytest.approx(0.9), 0.5)
    assert command.after("q").motion == command.motion


JOINT = '<joint name="{}" type="{}">{}</joint>'


def joints(zeros=None, dependent=None, mimic=True) -> DescribedJoints:
    limit = '<limit lower="0.5" upper="1.5"/>'
    text = JOINT.format("a", "revolute", '<limit lower="-1" upper="2"/>')
    text += JOINT.format("b", "prismatic", limit) + JOINT.format("wheel", "continuous", "")
    text += JOINT.format("f", "fixed", "")
    text += JOINT.format("c", "revolute", limit + '<mimic joint="b" multiplier="-2" offset="1"/>')
    return DescribedJoints(f'<robot name="r">{text}</robot>', zeros or {}, dependent or {}, mimic)


def test_joints_begin_at_zero_or_in_the_middle_of_their_limits() -> None:
    assert joints().all() == [("a", 0.0), ("b", 1.0), ("wheel", 0.0), ("c", -1.0)]
    assert dict(joints(mimic=False).all())["c"] == 1.0
    assert dict(joints(zeros={"a": 0.3}).all())["a"] == 0.3


def test_states_of_sources_replace_positions() -> None:
    found = joints(dependent={"wheel": {"parent": "a", "factor": 3}})
    found.take(["a", "other", "b"], [0.5, 9.0, 0.75], [1.0], [])
    assert dict(found.all()) == {"a": 0.5, "b": 0.75, "wheel": 1.5, "c": -0.5}
    assert found.velocities == {"a": 1.0} and found.efforts == {}


def test_a_joint_that_depends_on_itself_is_refused() -> None:
    with pytest.raises(InputError, match="depends on itself"):
        joints(dependent={"a": {"parent": "b"}, "b": {"parent": "a"}}).all()
    with pytest.raises(InputError, match="factor: must be a finite number, not 'x'"):
        joints(dependent={"a": {"parent": "b", "factor": "x"}})
