"""Animations of entities' parts and of pedestrians."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, Optional, Tuple, Union

from sim.openscenario.model.element import Element, part
from sim.openscenario.model.entities import File


@dataclass(frozen=True)
class VehicleComponent(Element):
    vehicle_component_type: Literal[
        "doorFrontLeft",
        "doorFrontRight",
        "doorRearLeft",
        "doorRearRight",
        "hood",
        "sideMirrorLeft",
        "sideMirrorRight",
        "sideMirrors",
        "trunk",
        "windowFrontLeft",
        "windowFrontRight",
        "windowRearLeft",
        "windowRearRight",
    ]


@dataclass(frozen=True)
class UserDefinedComponent(Element):
    user_defined_component_type: str


@dataclass(frozen=True)
class ComponentAnimation(Element):
    """Animation of a component; 1.2's schema needs one of both kinds."""

    components: Tuple[Union[VehicleComponent, UserDefinedComponent], ...]


@dataclass(frozen=True)
class PedestrianGesture(Element):
    gesture: Literal[
        "coffeeLeftHand",
        "coffeeRightHand",
        "crossArms",
        "phoneCallLeftHand",
        "phoneCallRightHand",
        "phoneTextLeftHand",
        "phoneTextRightHand",
        "sandwichLeftHand",
        "sandwichRightHand",
        "umbrellaLeftHand",
        "umbrellaRightHand",
        "wavingLeftArm",
        "wavingRightArm",
    ]


@dataclass(frozen=True)
class PedestrianAnimation(Element):
    gestures: Tuple[PedestrianGesture, ...] = ()
    motion: Optional[
        Literal[
            "bendingDown",
            "crawling",
            "cycling",
            "ducking",
            "jumping",
            "lying",
            "reeling",
            "running",
            "sitting",
            "squatting",
            "standing",
            "walking",
        ]
    ] = None
    user_defined_pedestrian_animation: str = ""


@dataclass(frozen=True)
class AnimationFile(Element):
    file: File
    time_offset: float = 0.0


@dataclass(frozen=True)
class UserDefinedAnimation(Element):
    user_defined_animation_type: str


@dataclass(frozen=True)
class AnimationState(Element):
    state: float


@dataclass(frozen=True)
class AnimationAction(Element):
    """Animation; the simulators' models have no moving parts for it."""

    animation: Union[
        ComponentAnimation, PedestrianAnimation, AnimationFile, UserDefinedAnimation
    ] = part(within="AnimationType")
    state: Optional[AnimationState] = None
    loop: bool = False
    animation_duration: Optional[float] = part(None, low=0.0)
