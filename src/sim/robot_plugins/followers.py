"""Joints with a URDF ``<mimic>`` that no plugin moves."""

from __future__ import annotations

from typing import Dict

from sim.robot_plugins.settings import MIMIC, MIMIC_UPATRAS, ROS_CONTROL
from sim.sdf.types import Model


def under_ros_control(model: Model) -> bool:
    """Return whether a model has the plugin of ros_control."""
    return any(plugin.filename == ROS_CONTROL for plugin in model.plugins)


def loose_followers(model: Model) -> Dict[str, str]:
    """Return the mimic joints that move freely, each with the reason."""
    moved = {
        plugin.parameters.get("mimicJoint", "").strip()
        for plugin in model.plugins
        if plugin.filename in (MIMIC, MIMIC_UPATRAS)
    }
    if not under_ros_control(model):
        why = f"neither {ROS_CONTROL} nor {MIMIC} moves it; it moves freely"
        return {
            joint.name: why for joint in model.joints if joint.mimics and joint.name not in moved
        }
    driven = {*model.transmissions, *moved}
    waiting = [joint for joint in model.joints if joint.mimics and joint.name not in driven]
    while any(joint.mimics in driven for joint in waiting):
        driven |= {joint.name for joint in waiting if joint.mimics in driven}
        waiting = [joint for joint in waiting if joint.name not in driven]
    return {joint.name: f"{joint.mimics} has no transmission; it moves freely" for joint in waiting}
