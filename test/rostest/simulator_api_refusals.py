"""Refused requests of the simulator's API, and the words of their answers."""

import math

import rospy
from geometry_msgs.msg import Point, Vector3, Wrench
from simulator_client import BOX, CAR, TRAILER, pose, twist
from std_msgs.msg import ColorRGBA

from gazebo_msgs.msg import LinkState, ModelState, ODEJointProperties, ODEPhysics

NAN = float("nan")
DRIVEN = (
    '<sdf version="1.6"><model name="m"><link name="a"/><plugin name="v" '
    'filename="libsim_vehicle.so"/></model></sdf>'
)
LEVEL_POSE = pose(0, 0, 0)
ROUND_INERTIA = (0.1, 0.0, 0.0, 0.1, 0.0, 0.1)  # kg m^2
FORCE = Wrench(Vector3(8.0, 0.0, 0.0), Vector3())

# Service, its fields, and words of the answer.
REFUSED = [
    ("spawn_sdf_model", ("box", BOX, "", pose(0, 0, 5), ""), "box.*already there"),
    (
        "spawn_sdf_model",
        ("x", "<sdf version='1.6'><model", "", pose(0, 0, 5), ""),
        "request:1.*not well-formed",
    ),
    ("spawn_sdf_model", ("x", "", "", pose(0, 0, 5), ""), "request"),
    ("spawn_sdf_model", ("x", '<sdf version="1.6"/>', "", pose(0, 0, 5), ""), "no <model>"),
    ("spawn_sdf_model", ("x", BOX.replace("<mass>1<", "<mass>-1<"), "", pose(0, 0, 5), ""), "mass"),
    (
        "spawn_sdf_model",
        ("x", BOX.replace("1 1 1", "1 one 1"), "", pose(0, 0, 5), ""),
        "box: 'one' is not a number",
    ),
    ("spawn_sdf_model", ("x", BOX, "", pose(NAN, 0, 5), ""), "pose.*finite"),
    ("spawn_sdf_model", ("x", BOX, "", pose(0, 0, 5), "nobody"), "nobody.*no such model"),
    ("spawn_sdf_model", ("a::b", BOX, "", pose(0, 0, 5), ""), "a::b"),
    ("spawn_sdf_model", ("x", DRIVEN, "", pose(0, 0, 5), ""), "parameters"),
    (
        "spawn_sdf_model",
        ("x", TRAILER.replace("<ball>-2.4 0 0.42</ball>", ""), "", pose(0, 0, 5), ""),
        "<ball> must be x y z in m",
    ),
    (
        "spawn_sdf_model",
        ("x", CAR.replace("<mass>1093.295<", "<mass>2500<"), "", pose(0, 0, 5), ""),
        "mass: the model's links weigh 2500 kg, not the 1093.3 kg",
    ),
    (
        "spawn_sdf_model",
        ("x", CAR.replace("<radius>0.344<", "<radius>0.4<", 1), "", pose(0, 0, 5), ""),
        "front_left_wheel: the model shows it with a radius of 0.4 m, not the 0.344 m",
    ),
    (
        "spawn_sdf_model",
        ("x", CAR.replace("1.2894564 -0.687705", "1.2894564 -0.9", 1), "", pose(0, 0, 5), ""),
        "front_right_wheel: the model shows it at x = 1.28946 m, y = -0.9 m",
    ),
    (
        "spawn_sdf_model",
        ("x", CAR.replace("<plugin", '<link name="wheel"/><plugin', 1), "", pose(0, 0, 5), ""),
        "link wheel: no joints lead from it to base_link",
    ),
    (
        "spawn_sdf_model",
        ("x", CAR.replace("<link", "<static>1</static><link", 1), "", pose(0, 0, 5), ""),
        "is static and cannot be driven",
    ),
    (
        "spawn_sdf_model",
        ("x", CAR.replace(">magic_formula<", ">magic<"), "", pose(0, 0, 5), ""),
        "tyre: 'magic' is not one of",
    ),
    (
        "spawn_sdf_model",
        ("x", CAR.replace("tyre.tir", "vehicle.yaml"), "", pose(0, 0, 5), ""),
        "vehicle.yaml: fnomin is missing",
    ),
    (
        "spawn_sdf_model",
        (
            "x",
            '<sdf version="1.6"><include><uri>model://nope</uri></include></sdf>',
            "",
            pose(0, 0, 5),
            "",
        ),
        "nope",
    ),
    ("spawn_urdf_model", ("x", "<robot", "", pose(0, 0, 5), ""), "request"),
    ("spawn_urdf_model", ("x", BOX, "", pose(0, 0, 5), ""), "robot"),
    ("delete_model", ("nobody",), "nobody.*no such model; models: ground, box"),
    ("delete_model", ("",), "no such model"),
    ("get_model_state", ("nobody", ""), "nobody.*no such model"),
    ("get_model_state", ("box", "nobody"), "nobody.*no such model"),
    ("get_model_state", ("box::nope", ""), "box::nope.*box has link"),
    (
        "set_model_state",
        (ModelState("nobody", pose(0, 0, 1), twist(), ""),),
        "nobody.*no such model",
    ),
    ("set_model_state", (ModelState("box", pose(0, NAN, 1), twist(), ""),), "pose.*finite"),
    (
        "set_model_state",
        (ModelState("box", pose(0, 0, 1), twist((math.inf, 0, 0)), ""),),
        "twist.*finite",
    ),
    (
        "set_model_state",
        (ModelState("box", pose(0, 0, 1), twist(), "nobody"),),
        "nobody.*no such model",
    ),
    ("get_model_properties", ("nobody",), "nobody.*no such model"),
    ("get_joint_properties", ("nope",), "nope.*no model has a joint"),
    ("get_joint_properties", ("box::hinge",), "box::hinge"),
    ("get_link_state", ("box::nope", ""), "box::nope.*box has link"),
    ("get_link_state", ("nobody::link", ""), "nobody::link.*no such link"),
    ("get_link_state", ("box::link", "nobody"), "nobody.*no such model"),
    (
        "set_link_state",
        (LinkState("box::nope", pose(0, 0, 1), twist(), ""),),
        "box::nope.*box has link",
    ),
    ("set_link_state", (LinkState("box::link", pose(NAN, 0, 1), twist(), ""),), "pose.*finite"),
    (
        "apply_body_wrench",
        ("box::nope", "", Point(), FORCE, rospy.Time(), rospy.Duration(1)),
        "box::nope.*box has link",
    ),
    (
        "apply_body_wrench",
        ("box::link", "nobody", Point(), FORCE, rospy.Time(), rospy.Duration(1)),
        "nobody.*no such model",
    ),
    (
        "apply_body_wrench",
        ("box::link", "", Point(), FORCE, rospy.Time(), rospy.Duration(0)),
        "duration.*0 s",
    ),
    (
        "apply_body_wrench",
        ("box::link", "", Point(NAN, 0, 0), FORCE, rospy.Time(), rospy.Duration(1)),
        "finite",
    ),
    (
        "apply_body_wrench",
        (
            "box::link",
            "",
            Point(),
            Wrench(Vector3(NAN, 0, 0), Vector3()),
            rospy.Time(),
            rospy.Duration(1),
        ),
        "finite",
    ),
    ("set_model_configuration", ("nobody", "", ["hinge"], [0.0]), "nobody.*no such model"),
    ("set_model_configuration", ("pendulum", "", ["nope"], [0.0]), "no joint nope; it has hinge"),
    ("set_model_configuration", ("pendulum", "", ["hinge"], []), "0 positions for 1 joints"),
    ("set_model_configuration", ("pendulum", "", ["hinge"], [NAN]), "hinge.*finite"),
    ("set_physics_properties", (0.001, 0.0, Vector3(0, 0, -9.8), ODEPhysics()), "time_step.*0.005"),
    (
        "set_physics_properties",
        (0.0, -1.0, Vector3(0, 0, -9.8), ODEPhysics()),
        "max_update_rate.*-1",
    ),
    (
        "set_physics_properties",
        (0.0, NAN, Vector3(0, 0, -9.8), ODEPhysics()),
        "max_update_rate.*finite",
    ),
    ("set_physics_properties", (0.0, 0.0, Vector3(0, 0, NAN), ODEPhysics()), "gravity.*finite"),
    ("lockstep/join", ("", rospy.Duration(1), rospy.Duration(1), []), "name is empty"),
    ("lockstep/join", ("x", rospy.Duration(0), rospy.Duration(1), []), "period 0.0 s"),
    ("lockstep/leave", ("nobody",), "nobody.*not a participant"),
    ("apply_joint_effort", ("knee", 1.0, rospy.Time(), rospy.Duration(1)), "knee.*no model has"),
    ("apply_joint_effort", ("hinge", NAN, rospy.Time(), rospy.Duration(1)), "effort.*finite"),
    ("apply_joint_effort", ("hinge", 1.0, rospy.Time(), rospy.Duration(0)), "duration.*0 s"),
    ("get_link_properties", ("box::lid",), "box::lid.*no such link; box has link"),
    (
        "set_link_properties",
        ("box::link", LEVEL_POSE, True, -1.0, *ROUND_INERTIA),
        "mass -1.*above 0",
    ),
    (
        "set_link_properties",
        ("box::link", LEVEL_POSE, True, 1.0, 1, 2, 0, 1, 0, 1),
        "inertia.*positive definite",
    ),
    ("set_link_properties", ("ground::link", LEVEL_POSE, True, 1.0, *ROUND_INERTIA), "static"),
    (
        "set_joint_properties",
        ("slider", ODEJointProperties(damping=[1.0, 2.0])),
        "damping.*(one number|a joint of 1 axes)",
    ),
    (
        "set_joint_properties",
        ("slider", ODEJointProperties(damping=[-1.0])),
        "must not be negative",
    ),
    (
        "set_joint_properties",
        ("slider", ODEJointProperties(loStop=[1.0], hiStop=[-1.0])),
        "loStop 1.* is above hiStop -1",
    ),
    ("get_light_properties", ("moon",), "moon.*no such light; lights: sun, lamp"),
    ("delete_light", ("moon",), "moon.*no such light"),
    (
        "set_light_properties",
        ("lamp", False, ColorRGBA(-1, 0, 0, 1), ColorRGBA(), 1, 0, 0, Vector3(), LEVEL_POSE),
        "diffuse.*not negative",
    ),
    (
        "set_light_properties",
        ("lamp", False, ColorRGBA(), ColorRGBA(), 0, 0, 0, Vector3(0, 0, -1), LEVEL_POSE),
        "attenuation.*0 at all distances",
    ),
]
