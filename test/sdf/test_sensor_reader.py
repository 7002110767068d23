"""Sensors of the SDF reader, and errors with file, line and element."""

from __future__ import annotations

import math
import re

import pytest

from sim.errors import InputError
from sim.sdf.reader import read_model_string, read_world
from sim.sdf.sensors.cameras import Camera, Lens
from sim.sdf.sensors.contact import Contact
from sim.sdf.sensors.gps import Gps
from sim.sdf.sensors.imu import Imu
from sim.sdf.sensors.magnetometer import Magnetometer
from sim.sdf.sensors.rays import Fan, Rays
from sim.sdf.sensors.sonar import Sonar
from sim.sdf.sensors.wide_lens import WideLens
from sim.sdf.types import Spherical
from sim.transforms import transform_from_rpy

BOX = "<geometry><box><size>1 1 1</size></box></geometry>"


def read(sensors, version="1.6"):
    return read_model_string(
        f'<sdf version="{version}"><model name="m"><link name="l"><collision '
        f'name="c">{BOX}</collision>{sensors}</link></model></sdf>',
        [],
    )


def one(sensor, version="1.6"):
    model, messages = read(sensor, version)
    return model.links[0].sensors[0], messages


def test_a_camera_with_all_that_it_may_say():
    sensor, messages = one("""<sensor name="front" type="camera"><pose>1 2 3 0 0.1 0.2</pose>
        <update_rate>20</update_rate><always_on>1</always_on>
        <visualize>1</visualize><topic>t</topic><camera name="c"><pose>0 0 0.5 0 0 0</pose>
        <horizontal_fov>1.2</horizontal_fov>
        <image><width>640</width><height>480</height><format>B8G8R8</format></image><clip><near>0.2</near><far>50</far></clip>
        <distortion><k1>0.1</k1><k2>0.2</k2><k3>0.3</k3><p1>0.4</p1><p2>0.5</p2>
        <center>0.4 0.6</center></distortion></camera></sensor>""")
    assert messages == []
    assert (sensor.name, sensor.type, sensor.rate) == ("front", "camera", 20.0)
    assert sensor.link_from_sensor == pytest.approx(transform_from_rpy((1, 2, 3), (0, 0.1, 0.2)))
    camera = sensor.kind.cameras[0]
    assert camera.sensor_from_camera == pytest.approx(transform_from_rpy((0, 0, 0.5)))
    assert (
        camera.name,
        camera.width,
        camera.height,
        camera.horizontal_fov,
        camera.near,
        camera.far,
        camera.format,
    ) == ("c", 640, 480, 1.2, 0.2, 50.0, "B8G8R8")
    assert camera.lens == Lens((0.1, 0.2, 0.4, 0.5, 0.3), (0.4, 0.6))
    assert not sensor.kind.depth


@pytest.mark.parametrize("kind", ["depth", "depth_camera", "rgbd_camera"])
def test_cameras_that_measure_depth(kind):
    sensor, _ = one(f'<sensor name="s" type="{kind}"><camera/></sensor>')
    assert sensor.kind.depth and sensor.rate == 30.0
    assert sensor.kind.cameras[0].width == Camera.width


def test_a_multicamera_has_its_cameras_by_name():
    sensor, _ = one(
        '<sensor name="s" type="multicamera"><camera name="left"/><camera name="right"><pose>0 '
        "-0.2 0 0 0 0</pose></camera></sensor>"
    )
    assert [camera.name for camera in sensor.kind.cameras] == ["left", "right"]
    assert sensor.kind.cameras[1].sensor_from_camera[1, 3] == -0.2


@pytest.mark.parametrize(
    "kind, tag", [("ray", "ray"), ("gpu_ray", "ray"), ("lidar", "lidar"), ("gpu_lidar", "lidar")]
)
def test_scanners(kind, tag):
    sensor, _ = (
        one(f"""<sensor name="s" type="{kind}"><{tag}><scan><horizontal><samples>181</samples>
        <resolution>1</resolution><min_angle>-1.5</min_angle>
        <max_angle>1.5</max_angle></horizontal><vertical><samples>16</samples><min_angle>-0.2</min_angle><max_angle>0.2</max_angle></vertical></scan>
        <range><min>0.1</min><max>30</max><resolution>0.01</resolution></range></{tag}></sensor>""")
    )
    assert (
        sensor.kind == Rays(Fan(181, -1.5, 1.5), Fan(16, -0.2, 0.2), 0.1, 30.0, 0.01)
        and sensor.rate == 10.0
    )


def test_other_kinds_with_their_defaults():
    model, messages = read("""<sensor name="a" type="imu"/><sensor name="b" type="gps"/>
        <sensor name="c" type="sonar"/>
        <sensor name="d" type="sonar"><sonar><min>0.2</min><max>5</max><radius>1.3</radius></sonar>
        </sensor>
        <sensor name="e" type="contact"><contact><collision>m::l::c</collision></contact>
        </sensor><sensor name="f" type="magnetometer"/>""")
    assert messages == []
    assert [sensor.kind for sensor in model.links[0].sensors] == [
        Imu(),
        Gps(),
        Sonar(0.0, 1.0, 0.5),
        Sonar(0.2, 5.0, 1.3),
        Contact(("c",)),
        Magnetometer(),
    ]
    assert [sensor.rate for sensor in model.links[0].sensors] == [70.0, 5.0, 10.0, 10.0, 50.0, 50.0]


def test_a_contact_sensor_ignores_a_collision_that_is_missing():
    named = "<collision>{}</collision>"
    sensor, messages = one(
        f'<sensor name="s" type="contact"><contact>{named.format("d")}{named.format("c")}</contact>'
        "</sensor>"
    )
    assert sensor.kind == Contact(("c",))
    assert len(messages) == 1
    assert "collision 'd' of the link not found, ignored; collisions: c" in messages[0]


def test_a_rate_of_zero_is_the_default_with_a_warning():
    sensor, messages = one('<sensor name="s" type="imu"><update_rate>0</update_rate></sensor>')
    assert sensor.rate == 70.0
    assert messages == [
        "request: model[m]/link[l]/sensor[s]/update_rate: is 0, which would be each physics step; "
        "70 Hz are taken"
    ]


def test_noise_is_said_to_be_left_to_sensor_noise_once():
    noise = "<noise><type>gaussian</type><mean>0</mean><stddev>1</stddev></noise>"
    _, messages = read(
        '<sensor name="s" '
        f'type="ray"><ray><range><min>0</min><max>9</max></range>{noise}</ray></sensor>'
        '<sensor name="t" '
        f'type="imu"><imu><angular_velocity><x>{noise}</x><y>{noise}</y></angular_velocity></imu></sensor>'
        f'<sensor name="u" type="camera"><camera>{noise}</camera></sensor>'
    )
    assert [message.partition(": noise")[0] for message in messages] == [
        "request: model[m]/link[l]/sensor[s]/ray",
        "request: model[m]/link[l]/sensor[t]/imu",
        "request: model[m]/link[l]/sensor[u]/camera",
    ]


def test_sensor_poses_in_other_frames_and_names_of_nested_ones():
    text = """<sdf version="1.7"><model name="m"><frame name="mast"><pose>0 0 2 0 0 0</pose></frame>
    <link name="l"><pose>1 0 0 0 0 0</pose>
        <sensor name="top" type="imu"><pose relative_to="mast">0 0 0.5 0 0 0</pose></sensor></link>
        <model name="n"><pose>5 0 0 0 0 0</pose><link name="l"><sensor name="low" type="imu"/>
        </link></model></model></sdf>"""
    model, _ = read_model_string(text, [])
    assert model.links[0].sensors[0].link_from_sensor[:3, 3] == pytest.approx([-1, 0, 2.5])
    assert (model.links[1].name, model.links[1].sensors[0].name) == ("n::l", "low")


def test_plugins_of_sensors_are_kept():
    sensor, _ = one(
        '<sensor name="s" type="ray"><plugin name="lidar" '
        'filename="libsim_lidar.so"><device>VLP-16</device></plugin></sensor>'
    )
    assert [(plugin.filename, plugin.parameters) for plugin in sensor.plugins] == [
        ("libsim_lidar.so", {"device": "VLP-16"})
    ]


def test_unsupported_elements_are_reported():
    model, messages = read('<sensor name="s" type="altimeter"/>')
    assert model.links[0].sensors == () and messages == [
        "request: model[m]/link[l]/sensor: not supported, ignored (type altimeter)"
    ]


@pytest.mark.parametrize("kind", ["triggered_camera", "thermal", "logical_camera"])
def test_a_camera_that_is_no_pinhole_is_reported_and_all_else_is_read(kind):
    model, messages = read(
        '<sensor name="s" '
        f'type="{kind}"><camera><lens><type>stereographic</type></lens></camera></sensor>'
        '<sensor name="t" type="imu"/>'
    )
    assert [sensor.name for sensor in model.links[0].sensors] == ["t"]
    assert messages == [f"request: model[m]/link[l]/sensor: not supported, ignored (type {kind})"]


def test_a_wide_angle_camera_has_its_lens_or_sdfs_defaults():
    lens = (
        "<type>custom</type><scale_to_hfov>0</scale_to_hfov><custom_function><c1>1.5</c1>"
        "<c3>0.1</c3><fun>sin</fun></custom_function><cutoff_angle>2</cutoff_angle>"
        "<env_texture_size>512</env_texture_size>"
    )
    model, messages = read(
        '<sensor name="s" type="wideanglecamera"><camera><horizontal_fov>6</horizontal_fov>'
        f"<lens>{lens}</lens></camera></sensor>"
        '<sensor name="t" type="wideanglecamera"><camera/></sensor>'
    )
    given, usual = (sensor.kind.cameras[0] for sensor in model.links[0].sensors)
    assert messages == [] and given.horizontal_fov == 6.0
    assert given.wide == WideLens("custom", "sin", (1.5, 1.0, 0.1, 1.0), False, 2.0, 512)
    assert usual.wide == WideLens("stereographic", "tan", (1.0, 1.0, 0.0, 1.0), True, 1.5707, 256)


@pytest.mark.parametrize(
    "fov, kind, message",
    [
        (3.2, "gnomonical", "above 0 and below 3.14"),
        (3.2, "orthographic", "above 0 and below 3.14"),
        (6.2832, "equidistant", "above 0 and below 6.28"),
        (6.283185, "stereographic", "above 0 and below 6.28"),
        (2.0, "custom", "above 0 and below 1.88"),
    ],
)
def test_a_lens_has_no_picture_of_a_field_of_view_beyond_its_own(fov, kind, message):
    custom = "<custom_function><c2>0.6</c2><fun>tan</fun></custom_function>"
    lens = f"<lens><type>{kind}</type>{custom}</lens>"
    with pytest.raises(
        InputError, match=re.escape(f"horizontal_fov: is {fov:g} rad; it must be {message}")
    ):
        read(
            '<sensor name="s" type="wideanglecamera"><camera>'
            f"<horizontal_fov>{fov}</horizontal_fov>{lens}</camera></sensor>"
        )


@pytest.mark.parametrize(
    "lens, message",
    [
        ("<type>fish</type>", "lens/type: is 'fish'; write one of gnomonical, stereographic"),
        ("<cutoff_angle>4</cutoff_angle>", "cutoff_angle: is 4; write 0 to 3.1416 rad"),
        ("<env_texture_size>2</env_texture_size>", "is 2; write 4 to 2048 pixels"),
        (
            "<type>custom</type><custom_function><fun>cos</fun></custom_function>",
            "fun: is 'cos'; write one of sin, tan, id",
        ),
        (
            "<type>custom</type><custom_function><c2>0</c2><fun>id</fun></custom_function>",
            "c2: is 0; it must be greater than 0",
        ),
    ],
)
def test_a_lens_that_is_none_is_refused(lens, message):
    with pytest.raises(InputError, match=re.escape(message)):
        read(
            f'<sensor name="s" type="wideanglecamera"><camera><lens>{lens}</lens></camera></sensor>'
        )


@pytest.mark.parametrize(
    "sensor, message",
    [
        (
            '<sensor name="s" type="eye"/>',
            "sensor[s]: unknown sensor type 'eye'; must be one of: camera, depth",
        ),
        ('<sensor name="s"/>', "unknown sensor type ''"),
        ('<sensor type="imu"/>', "has no name"),
        (
            '<sensor name="s" type="imu"/><sensor name="s" type="gps"/>',
            "there are two sensors named 's' here; rename one",
        ),
        (
            '<sensor name="s" type="imu"><update_rate>-5</update_rate></sensor>',
            "update_rate: is -5 Hz; it must be greater than 0",
        ),
        ('<sensor name="s" type="camera"/>', "has no <camera>"),
        (
            '<sensor name="s" '
            'type="camera"><camera><image><width>0</width></image></camera></sensor>',
            "width: is 0; it must be a whole number of pixels from 1 on",
        ),
        (
            '<sensor name="s" '
            'type="camera"><camera><horizontal_fov>3.2</horizontal_fov></camera></sensor>',
            "horizontal_fov: is 3.2 rad; it must be above 0 and below 3.12",
        ),
        (
            '<sensor name="s" '
            'type="camera"><camera><clip><near>5</near><far>1</far></clip></camera></sensor>',
            "goes from 5 to 1 m; near must be below far",
        ),
        (
            '<sensor name="s" type="camera"><camera/><camera/></sensor>',
            'has 2 cameras; write type="multicamera"',
        ),
        (
            '<sensor name="s" type="multicamera"><camera name="a"/><camera name="a"/></sensor>',
            "give each a name of its own",
        ),
        (
            '<sensor name="s" '
            'type="ray"><ray><range><min>5</min><max>1</max></range></ray></sensor>',
            "goes from 5 to 1 m; min must be at least 0 and below max",
        ),
        (
            '<sensor name="s" '
            'type="ray"><ray><scan><horizontal><samples>0</samples></horizontal></scan></ray></sensor>',
            "samples: is 0; it must be a whole number from 1 on",
        ),
        (
            '<sensor name="s" '
            'type="ray"><ray><scan><horizontal><samples>9</samples><min_angle>1</min_angle><max_angle>0</max_angle></horizontal></scan></ray></sensor>',
            "max_angle must be above min_angle",
        ),
        (
            '<sensor name="s" '
            'type="sonar"><sonar><min>0</min><max>1</max><radius>0</radius></sonar></sensor>',
            "is 0; it must be greater than 0",
        ),
        ('<sensor name="s" type="contact"/>', "has no <contact>; add one"),
    ],
)
def test_errors_name_the_element_and_the_remedy(sensor, message):
    with pytest.raises(InputError) as raised:
        read(sensor)
    assert message in str(raised.value) and str(raised.value).startswith(
        "request:1: model[m]/link[l]"
    )


def test_two_sensors_of_one_name_on_different_links_are_refused():
    link = '<link name="{}"><sensor name="s" type="imu"/></link>'
    with pytest.raises(
        InputError, match=r"model\[m\]: there are two sensors named 's', on a and b; rename one"
    ):
        read_model_string(
            '<sdf version="1.6"><model '
            f'name="m">{link.format("a")}{link.format("b")}</model></sdf>',
            [],
        )


def test_a_world_has_its_place_on_earth(tmp_path):
    path = tmp_path / "earth.world"
    path.write_text("""<sdf version="1.6"><world name="w"><spherical_coordinates>
    <surface_model>EARTH_WGS84</surface_model><latitude_deg>45</latitude_deg>
        <longitude_deg>-90</longitude_deg><elevation>12</elevation><heading_deg>180</heading_deg></spherical_coordinates></world></sdf>""")
    world, messages = read_world(path, [])
    assert world.spherical == Spherical(math.pi / 4, -math.pi / 2, 12.0, math.pi) and messages == []
    path.write_text(
        '<sdf version="1.6"><world '
        'name="w"><spherical_coordinates><latitude_deg>91</latitude_deg></spherical_coordinates></world></sdf>'
    )
    with pytest.raises(InputError, match="latitude_deg: is 91; it must be from -90 to 90"):
        read_world(path, [])
