"""Bad files: the error names file, line, element and remedy."""

from __future__ import annotations

import pytest

from sim.errors import InputError
from sim.sdf.reader import read_model_string, read_world

from .documents import BOX, read_body, read_world_body, world_file

LINK = '<model name="m"><link name="l">{}</link></model>'
COLLISION = LINK.format('<collision name="c"><geometry>{}</geometry></collision>')


def test_a_missing_file_says_so(tmp_path):
    with pytest.raises(InputError, match=r"none.world: no such file"):
        read_world(tmp_path / "none.world", [])


def test_a_folder_is_no_file(tmp_path):
    with pytest.raises(InputError, match="cannot be read"):
        read_world(tmp_path, [])


def test_the_message_names_file_line_and_element(tmp_path):
    path = world_file(tmp_path, LINK.format("\n\n<pose>1 2 x 0 0 0</pose>"))
    with pytest.raises(InputError) as error:
        read_world(path, [])
    assert str(error.value) == (
        f"{path}:6: world/model[m]/link[l]/pose: 'x' is not a number in '1 2 x 0 0 0': "
        "write 6 numbers: x y z roll pitch yaw"
    )


def test_lines_count_from_a_leading_blank_line():
    text = (
        '\n\n<?xml version="1.0"?>\n<sdf version="1.6">\n<model name="m"><link '
        'name="l"><pose>1</pose></link></model></sdf>'
    )
    with pytest.raises(InputError, match=r"^spawn:5: "):
        read_model_string(text, [], "spawn")


@pytest.mark.parametrize("folder", ["a b", "50%20", "h#1?x", "süd"])
def test_odd_file_names_stay_readable(tmp_path, folder):
    (tmp_path / folder).mkdir()
    path = world_file(tmp_path / folder, LINK.format("<pose>1</pose>"))
    with pytest.raises(InputError) as error:
        read_world(path, [])
    assert str(error.value).startswith(f"{path}:4: ")


@pytest.mark.parametrize(
    "body, message",
    [
        ("<model><link name='l'/></model>", 'world/model: has no name; write <model name="...">'),
        ("<model name='m'/>", "has no links"),
        ("<model name='m'><link/></model>", "link: has no name"),
        ("<model name='m'><link name='l'/><link name='l'/></model>", "the name 'l' is used twice"),
        (
            "<model name='m'><link name='l'/></model><model name='m'><link name='l'/></model>",
            "two models named 'm'",
        ),
        (LINK.format("<pose>1 2 3</pose>"), "'1 2 3' has 3 numbers; write 6 numbers"),
        (LINK.format("<pose>1 2 inf 0 0 0</pose>"), "is not finite"),
        (LINK.format("<pose>1 2 nan 0 0 0</pose>"), "'nan' is not a number"),
        (LINK.format("<pose>1 2 1_0 0 0 0</pose>"), "'1_0' is not a number"),
        (LINK.format("<pose relative_to='k'/>"), "frame 'k' not found; frames: __model__, l"),
        (LINK.format("<gravity>yes</gravity>"), "'yes' is not a truth value; write true or false"),
        (
            LINK.format("<inertial><mass>-1</mass></inertial>"),
            "the mass is -1; it must be greater than 0",
        ),
        (LINK.format("<inertial><mass>heavy</mass></inertial>"), "'heavy' is not a number"),
        (LINK.format("<collision name='c'/>"), "has no <geometry>"),
        (LINK.format(f"<collision>{BOX}</collision>"), "collision: has no name"),
        (COLLISION.format(""), "must contain one of: box, cylinder, sphere, plane, mesh"),
        (COLLISION.format("<box/>"), "has no <size>"),
        (COLLISION.format("<box><size>1 1</size></box>"), "has 2 numbers"),
        (COLLISION.format("<box><size>1 0 1</size></box>"), "is 0; it must be greater than 0"),
        (COLLISION.format("<sphere><radius/></sphere>"), "is empty"),
        (COLLISION.format("<cylinder><radius>1</radius></cylinder>"), "has no <length>"),
        (COLLISION.format("<plane><normal>0 0 0</normal></plane>"), "is zero"),
        (COLLISION.format("<mesh><uri>a.stl</uri></mesh>"), "'a.stl': no such file; searched"),
        (COLLISION.format("<mesh><uri>http://x/a.stl</uri></mesh>"), "has the scheme http://"),
        (
            "<include><uri>model://nowhere</uri></include>",
            "model 'nowhere' not found; searched no folder at all",
        ),
        ("<include/>", "has no <uri>"),
        ("<physics><max_step_size>0</max_step_size></physics>", "is 0; it must be greater than 0"),
        ("<physics><real_time_factor>-1</real_time_factor></physics>", "is -1; write 0"),
        ("<gravity>9.8</gravity>", "has 1 numbers; write 3 numbers: x y z"),
        ("<plugin name='p'/>", "has no filename"),
    ],
)
def test_bad_worlds(tmp_path, body, message):
    with pytest.raises(InputError) as error:
        read_world_body(tmp_path, body)
    assert message in str(error.value)
    assert str(error.value).startswith(f"{tmp_path / 'test.world'}:4: ")


@pytest.mark.parametrize(
    "text, message",
    [
        ("", "is empty"),
        ("hello", "request:1: not well-formed XML"),
        ("<sdf version='1.6'>\n<model name='m'>\n</sdf>", "request:3: not well-formed XML"),
        ("<sdf version='1.6'/>", "has no <model>"),
        ("<sdf><model name='m'><link name='l'/></model></sdf>", "has no version"),
        ("<sdf version='1.9'><model name='m'/></sdf>", "SDF 1.9 is not read"),
        ("<sdf version='new'><model name='m'/></sdf>", "'new' is not a version"),
        ("<robot name='r'/>", "the root is <robot>"),
        (
            "<!DOCTYPE sdf [<!ENTITY a 'b'>]><sdf version='1.6'><model name='&a;'/></sdf>",
            "has a DOCTYPE",
        ),
    ],
)
def test_bad_documents(text, message):
    with pytest.raises(InputError) as error:
        read_model_string(text, [])
    assert message in str(error.value)


def test_entities_do_not_read_files(tmp_path):
    secret = tmp_path / "secret"
    secret.write_text("12345")
    text = (
        f'<!DOCTYPE sdf [<!ENTITY s SYSTEM "file://{secret}">]><sdf version="1.6"><model '
        'name="m"><link name="l">'
        "<pose>&s;</pose></link></model></sdf>"
    )
    with pytest.raises(InputError) as error:
        read_model_string(text, [])
    assert "12345" not in str(error.value)


def test_a_world_without_world_and_a_frame_of_no_use(tmp_path):
    path = tmp_path / "x.world"
    path.write_text('<sdf version="1.6"><model name="m"/></sdf>')
    with pytest.raises(InputError, match="has no <world>"):
        read_world(path, [])
    with pytest.raises(InputError, match="the name 'l' is used twice"):
        read_body('<link name="l"/><frame name="l"/>', "1.7")
