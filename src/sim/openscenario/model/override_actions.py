"""Overrides of pedals, steering wheel and gear.

Shares are from 0 to 1, angles in rad.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, Optional, Union

from sim.openscenario.model.element import Element, part


@dataclass(frozen=True)
class BrakePercent(Element):
    value: float = part(low=0.0)
    max_rate: Optional[float] = part(None, low=0.0)


@dataclass(frozen=True)
class BrakeForce(Element):
    value: float = part(low=0.0)
    max_rate: Optional[float] = part(None, low=0.0)


BrakeInput = Union[BrakePercent, BrakeForce]


@dataclass(frozen=True)
class ManualGear(Element):
    number: int


@dataclass(frozen=True)
class AutomaticGear(Element):
    gear: Literal["d", "n", "p", "r"]


@dataclass(frozen=True)
class ThrottlePedal(Element):
    TAG = "Throttle"
    active: bool
    value: float = part(low=0.0)
    max_rate: Optional[float] = part(None, low=0.0)


@dataclass(frozen=True)
class Clutch(Element):
    active: bool
    value: float = part(low=0.0)
    max_rate: Optional[float] = part(None, low=0.0)


@dataclass(frozen=True)
class BrakePedal(Element):
    TAG = "Brake"
    active: bool
    value: Optional[float] = part(None, low=0.0)
    brake: Optional[BrakeInput] = None


@dataclass(frozen=True)
class ParkingBrake(Element):
    active: bool
    value: Optional[float] = part(None, low=0.0)
    brake: Optional[BrakeInput] = None


@dataclass(frozen=True)
class SteeringWheel(Element):
    active: bool
    value: float
    max_rate: Optional[float] = part(None, low=0.0)
    max_torque: Optional[float] = part(None, low=0.0)


@dataclass(frozen=True)
class GearLever(Element):
    TAG = "Gear"
    active: bool
    number: Optional[float] = None
    gear: Union[ManualGear, AutomaticGear, None] = None


@dataclass(frozen=True)
class OverrideControllerValueAction(Element):
    throttle: Optional[ThrottlePedal] = None
    brake: Optional[BrakePedal] = None
    clutch: Optional[Clutch] = None
    parking_brake: Optional[ParkingBrake] = None
    steering_wheel: Optional[SteeringWheel] = None
    gear: Optional[GearLever] = None

    @property
    def overrides(self) -> bool:
        """True if it takes over at least one control."""
        controls = (self.throttle, self.brake, self.clutch, self.parking_brake)
        return any(each and each.active for each in (*controls, self.steering_wheel, self.gear))
