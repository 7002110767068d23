"""Models with sensors that are spawned and deleted, their costs and faults.

Cases of sensors_test.
"""

from __future__ import annotations

import unittest

import numpy as np
import rospy
from sensor_msgs.msg import (
    Image,
    LaserScan,
    MagneticField,
    PointCloud2,
    Range,
)
from sensors_room import (
    FOCAL,
    SPHERES,
    Listener,
    centroid,
    picture,
    pixel,
    sample,
)
from simulator_client import (
    Subscription,
    call,
    done,
    pose,
    resident_bytes,
    step,
    until,
)

from sim.transforms import transform_from_rpy

VISITOR = """<sdf version="1.6"><model name="visitor"><static>1</static><link name="link">
  <sensor name="eye" type="camera"><update_rate>20</update_rate><camera>
  <horizontal_fov>1.0</horizontal_fov>
    <image><width>320</width><height>240</height></image><clip><near>0.05</near><far>100</far></clip></camera></sensor>
  <sensor name="feeler" type="ray"><update_rate>20</update_rate><ray><scan><horizontal>
  <samples>1</samples><min_angle>0</min_angle>
    <max_angle>0</max_angle></horizontal></scan><range><min>0.1</min><max>30</max></range></ray></sensor>
  <sensor name="compass" type="magnetometer"><pose>0 0 0 0 0 1.5707963</pose></sensor>
  </link></model></sdf>"""


class VisitorsTest(unittest.TestCase):
    def test_a_model_with_sensors_comes_and_goes_and_comes_back(self) -> None:
        images, scans = [], []
        for x in (0.0, 1.0, 2.0):
            done("spawn_sdf_model", "visitor", VISITOR, "", pose(x, 0.0, 1.5), "")
            images.append(Listener("/visitor/eye/image_raw", Image))
            scans.append(Listener("/visitor/feeler/scan", LaserScan))
            self.assertAlmostEqual(scans[-1].sample().ranges[0], 10.0 - x, 3)
            expected = pixel(transform_from_rpy((x, 0.0, 1.5)), SPHERES["red"], FOCAL, (320, 240))
            np.testing.assert_allclose(
                centroid(picture(images[-1].sample()), "red"), expected, atol=0.5
            )
            if not images[1:]:
                self._feel_the_earth_s_field()
            # With listeners that stay.
            done("delete_model", "visitor")
            step(0.2)
        for heard in images + scans:
            heard.close()

    def _feel_the_earth_s_field(self) -> None:
        """Turned left by a quarter; the field is the default of worlds."""
        message = sample("/visitor/compass/magnetic_field", MagneticField)
        field = message.magnetic_field
        np.testing.assert_allclose(
            (field.x, field.y, field.z), (23.0e-6, -6.0e-6, -42.0e-6), atol=1e-9
        )
        self.assertEqual(message.header.frame_id, "visitor/compass")


WIDE_LIDAR = """<sdf version="1.6"><model name="wide"><static>1</static><link name="link">
  <sensor name="eye" type="ray"><update_rate>10</update_rate><ray><scan><horizontal>
  <samples>1800</samples><min_angle>-3.14159</min_angle><max_angle>3.14159</max_angle></horizontal>
  <vertical><samples>16</samples><min_angle>-0.26</min_angle><max_angle>0.26</max_angle></vertical>
  </scan><range><min>0.1</min><max>30</max></range></ray></sensor></link></model></sdf>"""


class MemoryTest(unittest.TestCase):
    def test_rays_are_not_collisions_that_take_gigabytes(self) -> None:
        before = resident_bytes("/gazebo")
        done("spawn_sdf_model", "wide", WIDE_LIDAR, "", pose(0.0, 0.0, 1.5), "")
        points = Listener("/wide/eye/points", PointCloud2)
        try:
            scan = points.sample()
            self.assertEqual(scan.width * scan.height, 1800 * 16)
            self.assertLess(resident_bytes("/gazebo") - before, 0.5e9)
        finally:
            points.close()
            done("delete_model", "wide")


SONARS = (
    '<sdf version="1.6"><model name="sonars"><static>1</static><link name="link">'
    + "".join(
        f'<sensor name="sonar_{i}" type="sonar"><update_rate>10</update_rate><sonar>'
        "<min>0.1</min><max>20</max><radius>2</radius></sonar></sensor>"
        for i in range(60)
    )
    + "</link></model></sdf>"
)


class SonarsTest(unittest.TestCase):
    def test_sonars_that_see_something_are_deleted_while_physics_goes_on(self) -> None:
        for _ in range(5):
            done("spawn_sdf_model", "sonars", SONARS, "", pose(0.0, 0.0, 1.5), "")
            self.assertLess(sample("/sonars/sonar_59/range", Range).range, 10.1)
            call("unpause_physics")
            done("delete_model", "sonars")
            call("pause_physics")
        self.assertNotIn("sonars", done("get_world_properties").model_names)


class BadSensorsTest(unittest.TestCase):
    def test_a_rate_above_that_of_the_physics_is_named(self) -> None:
        said = Subscription("/rosout", rospy.AnyMsg)
        model = (
            '<sdf version="1.6"><model name="hasty"><static>1</static><link name="link"><sensor '
            'name="eager" type="imu">'
            "<update_rate>1000</update_rate></sensor></link></model></sdf>"
        )
        answer = call("spawn_sdf_model", "hasty", model, "", pose(0, 0, 20), "")

        def fits(text):
            return b"eager" in text and b"1000" in text and b"200" in text

        until(
            lambda: (
                fits(answer.status_message.encode())
                or any(fits(message._buff) for message in list(said.messages))
            ),
            "error",
            120.0,
        )
        said.close()
        self.assertGreater(len(sample("/rig/laser/scan", LaserScan).ranges), 0, "the others go on")
        if answer.success:
            done("delete_model", "hasty")
