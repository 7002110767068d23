"""Forces, properties of bodies and joints, and physics by the simulator's API.

Cars and trailers without a driver are included.
"""

import importlib.util
import math
import unittest

import numpy as np
import rospy
from geometry_msgs.msg import Point, Vector3, Wrench
from simulator_client import (
    CAR,
    STEP,
    TRAILER,
    Subscription,
    begin,
    call,
    done,
    physics,
    place,
    pose,
    state,
    step,
    twist,
    values,
)

from gazebo_msgs.msg import ModelState, ODEJointProperties, PerformanceMetrics

ICE = (
    '<sdf version="1.6"><model name="ice"><static>1</static><link name="l"><collision name="c">'
    "<geometry><box><size>100 10 0.2</size></box></geometry><surface><friction><ode><mu>0.1</mu>"
    "<mu2>0.1</mu2></ode></friction></surface></collision></link></model></sdf>"
)
FORCE = Wrench(Vector3(8.0, 0.0, 0.0), Vector3())


class PhysicsApiTest(unittest.TestCase):
    """Cases that begin at time 0, paused, with the world's initial models."""

    def setUp(self) -> None:
        begin()

    def assert_near(self, found, wanted, tolerance: float = 1e-6) -> None:
        np.testing.assert_allclose(found, wanted, atol=tolerance)

    def test_a_wrench_accelerates_by_force_over_mass(self) -> None:
        physics(0.0)
        place("box", pose(0, 0, 5))
        done(
            "apply_body_wrench", "box::link", "", Point(), FORCE, rospy.Time(), rospy.Duration(0.5)
        )
        step(1.0)
        self.assert_near(state("box")[1], (8.0 / 2.0 * 0.5, 0, 0), 1e-3)
        done(
            "apply_body_wrench",
            "rail::cart",
            "",
            Point(),
            FORCE,
            rospy.Time(1.5),
            rospy.Duration(-1.0),
        )
        step(0.5)
        self.assertAlmostEqual(done("get_joint_properties", "rail::slider").rate[0], 0.0)
        step(1.0)
        self.assertAlmostEqual(
            done("get_joint_properties", "rail::slider").rate[0], 8.0 / 4.0 * 1.0, 3
        )

    def test_a_wrench_is_given_in_its_reference_frame(self) -> None:
        physics(0.0)
        place("box", pose(0, 0, 5, math.pi / 2))
        done(
            "apply_body_wrench",
            "box::link",
            "box::link",
            Point(),
            FORCE,
            rospy.Time(),
            rospy.Duration(0.1),
        )
        step(0.2)
        self.assert_near(state("box")[1], (0, 8.0 / 2.0 * 0.1, 0), 1e-3)

    def test_efforts_drive_a_joint_until_they_are_cleared(self) -> None:
        def speed() -> float:
            return float(done("get_joint_properties", "slider").rate[0])

        done("apply_joint_effort", "slider", 8.0, rospy.Time(0.5), rospy.Duration(0.5))
        step(1.5)
        self.assertAlmostEqual(speed(), 8.0 / 4.0 * 0.5, 3)
        for effort in (-3.0, -1.0):
            done("apply_joint_effort", "rail::slider", effort, rospy.Time(), rospy.Duration(-1))
        done(
            "apply_body_wrench", "rail::cart", "", Point(), FORCE, rospy.Time(), rospy.Duration(-1)
        )
        step(0.5)
        self.assertAlmostEqual(speed(), 1.0 + (8.0 - 4.0) / 4.0 * 0.5, 3)
        call("clear_joint_forces", "slider")
        call("clear_joint_forces", "knee")
        step(0.5)
        self.assertAlmostEqual(speed(), 1.5 + 8.0 / 4.0 * 0.5, 3)
        call("clear_body_wrenches", "rail::cart")
        step(0.5)
        self.assertAlmostEqual(speed(), 2.5, 3)

    def test_properties_of_a_link_are_read_and_written(self) -> None:
        was = done("get_link_properties", "box::link")
        self.assert_near([was.mass, was.ixx, was.ixy], [2.0, 0.0833, 0.0])
        self.assertTrue(was.gravity_mode)
        bob = done("get_link_properties", "pendulum::bob")
        self.assert_near(values(bob.com.position), (0, 0, -1))
        moments = (was.ixx, was.ixy, was.ixz, was.iyy, was.iyz, was.izz)
        try:
            done(
                "set_link_properties", "box::link", was.com, False, 8.0, *(4.0 * i for i in moments)
            )
            now_is = done("get_link_properties", "box::link")
            self.assert_near([now_is.mass, now_is.izz], [8.0, 4.0 * 0.0833])
            self.assertFalse(now_is.gravity_mode)
            place("box", pose(0, 0, 5))
            done(
                "apply_body_wrench",
                "box::link",
                "",
                Point(),
                FORCE,
                rospy.Time(),
                rospy.Duration(1),
            )
            step(2.0)
            self.assert_near(state("box")[1], (8.0 / 8.0, 0, 0), 1e-3)
        finally:
            done("set_link_properties", "box::link", was.com, True, was.mass, *moments)

    def test_a_joint_is_damped_and_stopped_as_its_properties_say(self) -> None:
        def push(seconds: float) -> None:
            done("apply_joint_effort", "slider", 8.0, rospy.Time(), rospy.Duration(seconds))

        try:
            done("set_joint_properties", "slider", ODEJointProperties(damping=[4.0]))
            self.assertEqual(list(done("get_joint_properties", "slider").damping), [4.0])
            push(0.5)
            step(0.5)
            before = done("get_joint_properties", "slider").rate[0]
            step(1.0)
            after = done("get_joint_properties", "slider").rate[0]
            self.assertAlmostEqual(after / before, math.exp(-4.0 / 4.0 * 1.0), delta=5e-3)
            call("reset_simulation")
            limits = ODEJointProperties(loStop=[-1.0], hiStop=[1.0])
            done("set_joint_properties", "slider", limits)
            push(-1.0)
            step(10.0)
            found = done("get_joint_properties", "slider")
            self.assert_near([found.position[0], found.rate[0]], [1.0, 0.0], 0.01)
        finally:
            free = ODEJointProperties(damping=[0.0], loStop=[-1e16], hiStop=[1e16])
            done("set_joint_properties", "slider", free)

    def test_performance_is_told_while_somebody_listens(self) -> None:
        metrics = Subscription("/gazebo/performance_metrics", PerformanceMetrics)
        physics(-9.8, 0.0)
        call("unpause_physics")
        message = metrics.wait(lambda message: message.real_time_factor > 0.0)
        self.assertGreater(message.header.stamp.to_sec(), 0.0)
        metrics.close()

    @unittest.skipIf(
        importlib.util.find_spec("dynamic_reconfigure") is None,
        "dynamic_reconfigure is not installed",
    )
    def test_physics_is_set_by_dynamic_reconfigure(self) -> None:
        from dynamic_reconfigure.client import Client

        client = Client("gazebo", timeout=60.0)
        self.assertAlmostEqual(client.get_configuration(60.0)["time_step"], STEP)
        names = [one["name"] for one in client.get_parameter_descriptions(60.0)]
        self.assertEqual((len(names), names[4]), (15, "gravity_z"))
        found = client.update_configuration({"gravity_z": -1.6, "time_step": 0.1})
        self.assertEqual((found["gravity_z"], found["time_step"]), (-1.6, STEP))
        self.assert_near(values(done("get_physics_properties").gravity), (0, 0, -1.6))
        client.close()

    def test_gravity_is_set(self) -> None:
        physics(-1.6)
        self.assert_near(values(done("get_physics_properties").gravity), (0, 0, -1.6))
        self.assertAlmostEqual(done("get_physics_properties").time_step, STEP)
        place("box", pose(0, 0, 50))
        step(2.0)
        self.assertAlmostEqual(state("box")[1][2], -1.6 * 2.0, 3)

    def test_a_joint_is_put_at_a_position_and_swings(self) -> None:
        done("set_model_configuration", "pendulum", "", ["hinge"], [0.1])
        found = done("get_joint_properties", "hinge")
        self.assertEqual(found.type, found.REVOLUTE)
        self.assert_near(found.position, [0.1])
        # A small swing of a point mass at 1 m: T = 2 pi sqrt(l / g) (1 + 0.1^2 / 16).
        period = 2 * math.pi * math.sqrt(1.0 / 9.8) * (1 + 0.1**2 / 16)
        step(period / 2)
        # ODE's iterations lose 5 % of the amplitude.
        self.assertAlmostEqual(
            done("get_joint_properties", "pendulum::hinge").position[0], -0.1, delta=0.006
        )
        kinds = (
            done("get_joint_properties", "slider").type,
            done("get_model_properties", "rail").joint_names,
        )
        self.assertEqual(kinds, (found.PRISMATIC, ["slider"]))

    def test_a_car_brakes_as_its_ground_lets_it(self) -> None:
        """It brakes with 4 m/s^2 without a command; on ice with 0.1 g, resistance and drag."""
        done("spawn_sdf_model", "ice", ICE, "", pose(0, 100, 0.1), "")
        places = {"on_ice": (-40, 100, 0.2), "on_asphalt": (-40, 80, 0)}
        for name, spot in places.items():
            done("spawn_sdf_model", name, CAR, "", pose(*spot), "")
            done("set_model_state", ModelState(name, pose(*spot), twist((10, 0, 0)), ""))
        step(2.0)
        speeds = {name: float(state(name)[1][0]) for name in places}
        self.assertTrue(0.93 < 0.5 * (10.0 - speeds["on_ice"]) < 1.03, speeds)
        self.assertAlmostEqual(speeds["on_asphalt"], 10.0 - 2.0 * 4.0, delta=0.8)
        done("delete_model", "ice")
        done("spawn_sdf_model", "ice", ICE.replace(">0.1<", ">1<"), "", pose(0, 100, 0.1), "")
        before = state("on_ice")[1][0]
        step(1.0)
        self.assertLess(state("on_ice")[1][0], before - 3.0, "another ice of that name")

    def test_a_trailer_follows_the_car_that_tows_it_and_brakes_when_that_has_gone(self) -> None:
        for name, model, x in (("trailer", TRAILER, -44.8), ("ego", CAR, -40.0)):
            done("spawn_sdf_model", name, model, "", pose(x, 60, 0), "")
            done("set_model_state", ModelState(name, pose(x, 60, 0), twist((10, 0, 0)), ""))
        step(1.0)
        (car, car_twist, _), (trailer, trailer_twist, _) = state("ego"), state("trailer")
        self.assertAlmostEqual(car.position.x - trailer.position.x, 4.8, delta=0.03)
        self.assertAlmostEqual(car_twist[0], trailer_twist[0], delta=0.1)
        self.assertLess(car_twist[0], 8.0)
        done("delete_model", "ego")
        step(5.0)
        self.assertAlmostEqual(state("trailer")[1][0], 0.0, delta=0.1)
