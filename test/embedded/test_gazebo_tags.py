"""Settings of links in a URDF's ``<gazebo>`` tags act in the physics."""

from __future__ import annotations

import numpy as np
import pytest

from sim.embedded.physics.physics import Physics
from sim.embedded.physics.self_collisions import meeting_links
from sim.sdf.reader import read_model_string
from sim.sdf.urdf.reader import read_urdf_string

LINK = """<link name="{}"><inertial><mass value="1"/><inertia ixx="0.01" iyy="0.01" izz="0.01"/>
</inertial><collision><geometry><box size="0.2 0.2 0.2"/></geometry></collision></link>"""
SLIDE = """<joint name="{0}" type="prismatic"><parent link="base"/><child link="{0}"/>
<origin xyz="{1} 0 0"/><axis xyz="1 0 0"/><limit lower="-9" upper="9" effort="9" velocity="9"/>
</joint>"""
FIXED = '<joint name="{1}_{0}" type="fixed"><parent link="{1}"/><child link="{0}"/></joint>'


def robot(tags: str = "", more: str = ""):
    """Return two sliders, 0.5 m apart, on a fixed base."""
    text = '<robot name="r"><link name="world"/>' + "".join(map(LINK.format, ("base", "a", "b")))
    text += FIXED.format("base", "world") + SLIDE.format("a", 0.0) + SLIDE.format("b", 0.5)
    return read_urdf_string(f"{text}{more}{tags}</robot>", "request")[0]


def pair(first: str, second: str):
    return frozenset((first, second))


@pytest.mark.parametrize("links, pushed", [((), False), (("a",), True), (("a", "b"), True)])
def test_links_with_self_collide_push_each_other(links, pushed):
    tags = (f'<gazebo reference="{one}"><selfCollide>true</selfCollide></gazebo>' for one in links)
    world = Physics((0.0, 0.0, 0.0), 0.001)
    world.add(robot("".join(tags)), "r", np.eye(4))
    world.data.qvel[world.joints.dof("r", "a")] = 1.0
    for _ in range(1000):
        world.step()
    a, b = (world.joints.state("r", name)[0] for name in "ab")
    # Two equal masses share the momentum, and the boxes of 0.2 m stay apart.
    assert (a < 0.5 + b - 0.2 + 1e-3) is pushed
    assert world.joints.state("r", "a")[1] + world.joints.state("r", "b")[1] == pytest.approx(
        1.0, abs=1e-6
    )


def test_links_joined_to_each_other_never_meet():
    tip = LINK.format("tip") + FIXED.format("tip", "a")
    tags = '<gazebo reference="tip"><selfCollide>true</selfCollide></gazebo>'
    assert meeting_links(robot(tags, tip)) == {pair("tip", "b")}
    every = "".join(tags.replace("tip", one) for one in ("base", "a", "b", "tip"))
    assert meeting_links(robot(every, tip)) == {pair("a", "b"), pair("tip", "b")}


def test_sdf_models_set_it_for_their_links():
    links = '<link name="a"><self_collide>false</self_collide></link><link name="b"/><link name='
    text = f'<sdf version="1.6"><model name="m">{{}}{links}"c"/></model></sdf>'
    model, messages = read_model_string(text.format("<self_collide>true</self_collide>"), [])
    assert [link.self_collide for link in model.links] == [False, True, True]
    assert meeting_links(model) == {pair("a", "b"), pair("a", "c"), pair("b", "c")}
    assert meeting_links(read_model_string(text.format(""), [])[0]) == set() and messages == []


def test_a_link_without_gravity_floats_and_a_static_robot_stays():
    free = f'<robot name="r">{LINK.format("base")}<gazebo{{}}</gazebo></robot>'
    for tag, height in (
        ('reference="base"><turnGravityOff>true</turnGravityOff>', 1.0),
        ("><static>true</static>", 1.0),
        ('reference="base"><turnGravityOff>false</turnGravityOff>', 1.0 - 9.81 * 0.1**2 / 2.0),
    ):
        world = Physics((0.0, 0.0, -9.81), 0.001)
        model, _ = read_urdf_string(free.format(f" {tag}"), "request")
        at = np.eye(4)
        at[2, 3] = 1.0
        world.add(model, "r", at)
        for _ in range(100):
            world.step()
        assert world.poses.model_pose("r")[2, 3] == pytest.approx(height, abs=1e-3)
