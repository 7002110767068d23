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
# Elements with one action of each kind: 1.0's and 1.1's sets of a controller's actions, and a
# sequence in 1.2's schema.
SEVERAL = ("AppearanceAction", "ControllerAction")


def innermost(node: XmlNode) -> List[XmlNode]:
    """Return the actions in a node. One, or one of each kind in ``SEVERAL``."""
    if node.tag not in INSIDE:
        return [node]
    known = INSIDE[node.tag]
    children = node.children()
    for child in children:
        if child.tag not in known:
            raise child.wrong(f"is not an action of <{node.tag}>{suggestion(child.tag, known)}")
    kinds = {child.tag for child in children}
    most = len(kinds) if node.tag in SEVERAL else 1
    if not children or len(children) > most:
        each = " of each kind" if node.tag in SEVERAL else ""
        raise node.wrong(f"needs one action{each} in it; it has {len(children)}")
    return [each for child in children for each in innermost(child)]
