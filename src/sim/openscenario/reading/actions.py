"""Wrapper elements around actions of the standard, from outside to inside."""

from __future__ import annotations

from typing import Dict, List, Tuple

from sim.openscenario.reading.node import XmlNode, suggestion

INSIDE: Dict[str, Tuple[str, ...]] = {
    "PrivateAction": (
        "LongitudinalAction",
        "LateralAction",
        "VisibilityAction",
        "SynchronizeAction",
        "ActivateControllerAction",
        "ControllerAction",
        "TeleportAction",
        "RoutingAction",
        "AppearanceAction",
        "TrailerAction",
    ),
    "LongitudinalAction": ("SpeedAction", "LongitudinalDistanceAction", "SpeedProfileAction"),
    "LateralAction": ("LaneChangeAction", "LaneOffsetAction", "LateralDistanceAction"),
    "ControllerAction": (
        "AssignControllerAction",
        "OverrideControllerValueAction",
        "ActivateControllerAction",
    ),
    "RoutingAction": (
        "AssignRouteAction",
        "FollowTrajectoryAction",
        "AcquirePositionAction",
        "RandomRouteAction",
    ),
    "AppearanceAction": ("LightStateAction", "AnimationAction"),
    "TrailerAction": ("ConnectTrailerAction", "DisconnectTrailerAction"),
    "GlobalAction": (
        "EnvironmentAction",
        "EntityAction",
        "InfrastructureAction",
        "SetMonitorAction",
        "ParameterAction",
        "TrafficAction",
        "VariableAction",
    ),
    "InfrastructureAction": ("TrafficSignalAction",),
    "TrafficSignalAction": ("TrafficSignalStateAction", "TrafficSignalControllerAction"),
    "UserDefinedAction": ("CustomCommandAction",),
}
OUTERMOST = ("GlobalAction", "UserDefinedAction", "PrivateAction")


def innermost(node: XmlNode) -> List[XmlNode]:
    """Return the actions in a node: one, or several of 1.0's ControllerAction."""
    if node.tag not in INSIDE:
        return [node]
    known = INSIDE[node.tag]
    children = node.children()
    for child in children:
        if child.tag not in known:
            raise child.wrong(f"is not an action of <{node.tag}>{suggestion(child.tag, known)}")
    if len(children) != 1 and not (children and node.tag == "ControllerAction"):
        raise node.wrong(f"needs one action in it; it has {len(children)}")
    return [each for child in children for each in innermost(child)]
