"""Content of a world and a model.

Physics, mass, friction, colours, plugins, and reports.
"""

from __future__ import annotations

import math

import numpy as np
import pytest

from sim.sdf.reader import read_model, read_model_string
from sim.sdf.types import Friction

from .documents import BOX, read_body, read_world_body


def visual_color(material: str):
    model, messages = read_body(f'<link name="l"><visual name="v">{BOX}{material}</visual></link>')
    return model.links[0].visuals[0].color, messages


def test_an_empty_world_has_gazebos_defaults(tmp_path):
    world, messages = read_world_body(tmp_path, "")
    assert (world.name, world.gravity, world.models, messages) == ("w", (0.0, 0.0, -9.8), (), [])
    assert (world.physics.max_step_size, world.physics.real_time_update_rate) == (0.001, 1000.0)


def test_physics_and_gravity(tmp_path):
    world, _ = read_world_body(
        tmp_path,
        """<gravity>0 0  -1.62</gravity>
        <physics type="ode" name="a"><max_step_size>0.1</max_step_size></physics>
        <physics type="ode" name="b" default="1"><max_step_size>0.004</max_step_size>
        <real_time_factor>2</real_time_factor><real_time_update_rate>0</real_time_update_rate></physics>""",
    )
    assert world.gravity == (0.0, 0.0, -1.62)
    assert (
        world.physics.max_step_size,
        world.physics.real_time_factor,
        world.physics.real_time_update_rate,
    ) == (0.004, 2, 0)


def test_wind(tmp_path):
    world, messages = read_world_body(
        tmp_path, "<wind><linear_velocity>3 -4 0</linear_velocity><gusts>1</gusts></wind>"
    )
    assert world.wind == (3.0, -4.0, 0.0)
    assert len(messages) == 1 and "gusts" in messages[0]


def test_gravity_is_in_physics_up_to_sdf_1_5(tmp_path):
    world, messages = read_world_body(
        tmp_path, "<physics type='ode'><gravity>0 0 -3.7</gravity></physics>", "1.4"
    )
    assert world.gravity == (0.0, 0.0, -3.7) and messages == []


def test_inertial_defaults_are_those_of_the_specification():
    model, _ = read_body(
        '<link name="a"/><link name="b"><inertial><mass>4</mass><pose>0 0 0.5 0 0 0</pose>'
        "<inertia><ixx>2</ixx><ixy>0.1</ixy></inertia></inertial></link>"
    )
    assert model.links[0].inertial.mass == 1.0
    np.testing.assert_array_equal(model.links[0].inertial.inertia, np.eye(3))
    inertial = model.links[1].inertial
    assert (inertial.mass, inertial.link_from_inertial[2, 3]) == (4.0, 0.5)
    np.testing.assert_array_equal(inertial.inertia, [[2, 0.1, 0], [0.1, 1, 0], [0, 0, 1]])


def test_an_inertia_that_no_body_has_is_reported_not_refused():
    _, messages = read_body(
        '<link name="l"><inertial><inertia><ixx>0</ixx></inertia></inertial></link>'
    )
    assert messages == [
        "request: model[m]/link[l]/inertial: the inertia's principal moments are 0, 1, 1; "
        "all should be greater than 0"
    ]


def test_static_and_link_gravity():
    model, _ = read_body('<static>true</static><link name="l"><gravity>0</gravity></link>')
    assert model.static and not model.links[0].gravity
    model, _ = read_body('<link name="l"/>')
    assert not model.static and model.links[0].gravity


def test_friction():
    surface = "<surface><friction><ode><mu>0.6</mu><mu2>0.5</mu2></ode></friction></surface>"
    model, _ = read_body(
        f'<link name="l"><collision name="a">{BOX}{surface}</collision>'
        f'<collision name="b">{BOX}</collision></link>'
    )
    assert [collision.friction for collision in model.links[0].collisions] == [
        Friction(0.6, 0.5),
        Friction(1.0, 1.0),
    ]


def test_friction_below_0_is_without_bound() -> None:
    surface = "<surface><friction><ode><mu>-1</mu><mu2>-1</mu2></ode></friction></surface>"
    model, _ = read_body(f'<link name="l"><collision name="a">{BOX}{surface}</collision></link>')
    assert model.links[0].collisions[0].friction == Friction(math.inf, math.inf)


@pytest.mark.parametrize(
    "name, color",
    [
        ("Red", (1, 0, 0, 1)),
        ("Green", (0, 1, 0, 1)),
        ("Blue", (0, 0, 1, 1)),
        ("White", (1, 1, 1, 1)),
        ("Black", (0, 0, 0, 1)),
        ("Yellow", (1, 1, 0, 1)),
        ("Grey", (0.7, 0.7, 0.7, 1)),
        ("RedTransparent", (1, 0, 0, 0.5)),
    ],
)
def test_gazebo_material_scripts(name, color):
    assert visual_color(f"<material><script><name>Gazebo/{name}</name></script></material>") == (
        color,
        [],
    )


def test_diffuse_wins_over_ambient_and_script():
    material = (
        "<material><script><name>Gazebo/Red</name></script><ambient>1 1 1 1</ambient>"
        "<diffuse>0.1 0.2 0.3</diffuse></material><transparency>0.75</transparency>"
    )
    assert visual_color(material)[0] == (0.1, 0.2, 0.3, 0.25)
    assert visual_color("<material><ambient>0 1 0 0.5</ambient></material>")[0] == (0, 1, 0, 0.5)


def test_an_unknown_script_is_grey_and_said():
    color, messages = visual_color("<material><script><name>Shop/Floor</name></script></material>")
    assert color == (0.7, 0.7, 0.7, 1.0)
    assert messages == [
        "request: model[m]/link[l]/visual[v]/material/script/name: material 'Shop/Floor' not found "
        "in its script's folders, shown grey"
    ]


def test_plugins_of_world_and_model(tmp_path):
    world, _ = read_world_body(
        tmp_path,
        """<plugin name="a" filename="liba.so"/>
        <model name="m"><link name="l"/><plugin name="drive" filename="libsim_vehicle.so">
        <rate> 50 </rate><ros><namespace>/ego</namespace></ros></plugin></model>""",
    )
    assert world.plugins[0].filename == "liba.so"
    plugin = world.models[0].plugins[0]
    assert (plugin.name, plugin.filename) == ("drive", "libsim_vehicle.so")
    assert plugin.parameters == {"rate": "50", "ros": "", "ros/namespace": "/ego"}


def test_unsupported_elements_are_reported_once_per_kind_and_place(tmp_path):
    world, messages = read_world_body(
        tmp_path,
        """<state world_name="w"><sim_time>1 2</sim_time></state>
        <light name="sun" type="directional"/><gui fullscreen="0"/><scene><shadows>1</shadows>
        </scene>
        <model name="ego"><self_collide>0</self_collide><link name="base">
        <sensor name="front" type="altimeter"/><sensor name="back" type="altimeter"/></link>
        </model>""",
    )
    assert messages == [
        "test.world: world/state: not supported, ignored",
        "test.world: world/model[ego]/link[base]/sensor: not supported, ignored (type altimeter)",
    ]
    assert [model.name for model in world.models] == ["ego"]


def test_unsupported_geometry_leaves_the_collision_out():
    model, messages = read_body(
        '<link name="l"><collision name="c"><geometry><heightmap><uri>x</uri></heightmap>'
        f'</geometry></collision><collision name="d">{BOX}</collision></link>'
    )
    assert [collision.name for collision in model.links[0].collisions] == ["d"]
    assert messages == [
        "request: model[m]/link[l]/collision[c]/geometry/heightmap: not supported, ignored"
    ]


@pytest.mark.parametrize(
    "text",
    [
        '\n\n<?xml version="1.0" encoding="ISO-8859-1"?>\n<sdf version="1.6"><model '
        'name="m"><link name="l"/></model></sdf>',
        '<gazebo version="1.2"><model name="m"><link name="l"/></model></gazebo>',
        '<model name="m"><link name="l"/></model>',
        '<sdf version="1.6"><world name="w"><model name="m"><link name="l"/></model></world></sdf>',
        '\ufeff<sdf version="1.5"><model name="m"><link name="l"/></model></sdf>',
    ],
)
def test_documents_that_a_spawn_request_may_send(text):
    model, messages = read_model_string(text, [])
    assert (model.name, [link.name for link in model.links], messages) == ("m", ["l"], [])


def test_a_request_spawns_one_model_and_says_so():
    model, messages = read_model_string(
        '<sdf version="1.6"><model name="a"><link name="l"/></model>'
        '<model name="b"><link name="l"/></model></sdf>',
        [],
        "spawn",
    )
    assert model.name == "a"
    assert messages == ["spawn: model[b]: only the first model of a request is read, ignored"]


def test_a_models_own_pose_is_kept(tmp_path):
    path = tmp_path / "thing.sdf"
    path.write_text(
        '<sdf version="1.6"><model name="m"><pose>1 2 3 0 0 0</pose><link name="l"/></model></sdf>'
    )
    np.testing.assert_allclose(read_model(path, [])[0].world_from_model[:3, 3], [1, 2, 3])
