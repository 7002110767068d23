"""Parameters of a vehicle and their YAML file.

``docs/vehicle.md`` explains their physics. SI units; positions are in ``base_link`` (centre of the
footprint on the ground, x forward, y left, z up).
"""

from __future__ import annotations

import ctypes
import dataclasses
import difflib
import functools
import math
from dataclasses import dataclass
from pathlib import Path
from typing import (
    TYPE_CHECKING,
    Any,
    Dict,
    List,
    Mapping,
    NamedTuple,
    Tuple,
    Type,
    TypeVar,
    Union,
    get_type_hints,
)

import yaml

from sim.checks import number_hint
from sim.errors import InputError
from sim.laws.library import COUNT, NUMBER, POINTER, Laws, refusal

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

# The model plugin that drives a car by these numbers.
PLUGIN = "libsim_vehicle.so"
GRAVITY = 9.81
T = TypeVar("T", bound="DataclassInstance")
LAWS = Laws(
    "sim_laws",
    {
        "sim_vehicle_parameter": (ctypes.c_char_p, [COUNT, POINTER]),
        "sim_vehicle_check_parameters": (
            COUNT,
            [POINTER, ctypes.c_char_p, ctypes.c_char_p, COUNT],
        ),
        "sim_vehicle_wheel_masses": (None, [POINTER, POINTER]),
    },
)


class Number(NamedTuple):
    """Number of a vehicle, or list of up to ``most``.

    It has a range, a default, and whether it is required.
    """

    lower: float
    upper: float
    default: float
    required: bool
    most: int


@dataclass(frozen=True)
class Wheel:
    """Wheel of a vehicle.

    ``slip_time_constant`` is t of the paper's tyre, F_T = -m v_slip / t, ``rays`` the number of
    rays that sense the ground for its rim, and ``vertical_stiffness`` N/m of the tyre below it, 0
    if rigid. On a compliant tyre, ``mass`` kg of the vehicle move with the wheel.
    """

    radius: float
    inertia: float
    friction: float
    rolling_resistance: float
    slip_time_constant: float
    standstill_speed: float
    rays: float
    vertical_stiffness: float
    mass: float


@dataclass(frozen=True)
class Suspension:
    """Spring and damper of one wheel.

    Rear values of 0 equal those in front; ``rest_length`` is from mount to hub without load.
    Anti-roll bars turn their axle back by so many N m/rad; after ``bump_travel`` from there, 0 is
    never, bump stops of another ``bump_stiffness`` meet. A wheel leans outwards at its top by its
    camber gain, rad/m, times the extension of its spring, and points inwards ahead by its toe, rad.
    """

    stiffness: float
    damping: float
    rest_length: float
    rear_stiffness: float
    rear_damping: float
    front_anti_roll: float
    rear_anti_roll: float
    bump_travel: float
    bump_stiffness: float
    front_camber_gain: float
    rear_camber_gain: float
    front_toe: float
    rear_toe: float


@dataclass(frozen=True)
class Steering:
    """Limits and dynamics of the bicycle-model steering angle.

    Front wheels give way by ``compliance`` rad for each N of lateral force on their axle.
    """

    max_angle: float
    max_rate: float
    time_constant: float
    delay: float
    compliance: float


@dataclass(frozen=True)
class Powertrain:
    """Powertrain.

    ``max_torque`` is the sum over all wheels; the front axle gets ``front_share``. The same holds
    for ``overrun_torque``, the drag of a motor without a map. Differentials are open up to the N m
    that their locks transfer: of each axle, and between both.
    """

    max_torque: float
    max_power: float
    front_share: float
    time_constant: float
    delay: float
    overrun_torque: float
    front_lock: float
    rear_lock: float
    center_lock: float


@dataclass(frozen=True)
class Engine:
    """Full-load torque in N m of an engine by speed in rad/s.

    An empty map is a motor as in :class:`Powertrain`. The engine drags without throttle, with
    ``braking_torque`` at the highest speed and with nothing at idle.
    """

    speeds: Tuple[float, ...]
    torques: Tuple[float, ...]
    idle_speed: float
    braking_torque: float
    inertia: float


@dataclass(frozen=True)
class Gearbox:
    """Ratios of the forward gears, lowest gear first.

    Without ratios there is a single gear of 1. Reverse, 0, has the first's. No torque flows for
    ``shift_time`` seconds.
    """

    ratios: Tuple[float, ...]
    final_ratio: float
    reverse_ratio: float
    efficiency: float
    shift_time: float


@dataclass(frozen=True)
class Brake:
    """Brakes of a vehicle.

    ``max_torque`` is the sum over all wheels; the front axle gets ``front_share``. An anti-lock
    brake (ABS) limits a wheel's slip to ``anti_lock_slip``; 1 disables it. A standing car stays
    braked for ``hill_hold`` seconds after the pedal is released.
    """

    max_torque: float
    front_share: float
    time_constant: float
    delay: float
    anti_lock_slip: float
    hill_hold: float


@dataclass(frozen=True)
class StabilityControl:
    """Electronic stability control (ESC).

    It brakes single wheels for ``yaw_gain`` N m of yaw moment for each rad/s of yaw rate error
    beyond ``yaw_threshold``, and for ``slip_gain`` for each rad of slip angle beyond
    ``slip_threshold``; zero gains disable it. A car on that limit is taken to understeer by
    ``understeer_gradient`` rad for each m/s^2.
    """

    yaw_gain: float
    slip_gain: float
    yaw_threshold: float
    slip_threshold: float
    understeer_gradient: float
    time_constant: float


@dataclass(frozen=True)
class SpeedControl:
    """PI gains from speed error to acceleration, and default set-point limits."""

    proportional_gain: float
    integral_gain: float
    max_speed: float
    max_acceleration: float
    max_deceleration: float


@dataclass(frozen=True)
class TyreParameters:
    """Stiffness, load sensitivity, and relaxation lengths of a tyre.

    Stiffness is in N of force per N of load and unit of slip; load sensitivities scale it and the
    friction with the nominal load. ``nominal_load`` 0 is a quarter of the vehicle's weight.
    """

    nominal_load: float
    cornering_stiffness: float
    longitudinal_stiffness: float
    load_sensitivity: float
    lateral_relaxation: float
    longitudinal_relaxation: float


@dataclass(frozen=True)
class Aerodynamics:
    """Drag area C_d A in m^2 at the height of ``center`` m.

    The side force area C_y A, 0 as drag, and the lift area C_l A of both axles, negative for
    downforce, are also in m^2.
    """

    drag_area: float
    center: float
    side_area: float
    front_lift_area: float
    rear_lift_area: float


@dataclass(frozen=True)
class OdometryErrors:
    """Errors of odometry by the rear wheels.

    Relative errors of the radius, of the left radius over the right one, and of the track; m^2 of
    variance per metre driven.
    """

    radius_error: float
    radius_difference: float
    track_error: float
    distance_noise: float


@dataclass(frozen=True)
class VehicleParameters:
    """Complete vehicle.

    ``command_timeout`` is the simulated time after which an uncommanded vehicle brakes, and
    ``payload`` the allowed mass of its model beyond ``mass``.
    """

    mass: float
    front_axle_x: float
    rear_axle_x: float
    track: float
    wheel: Wheel
    suspension: Suspension
    steering: Steering
    drive: Powertrain
    brake: Brake
    speed_control: SpeedControl
    center_of_mass_x: float
    command_timeout: float
    payload: float
    tyre: TyreParameters
    aerodynamics: Aerodynamics
    engine: Engine
    gearbox: Gearbox
    stability_control: StabilityControl
    odometry: OdometryErrors

    @property
    def wheelbase(self) -> float:
        return self.front_axle_x - self.rear_axle_x

    @property
    def wheel_masses(self) -> Tuple[float, float]:
        """Mass carried by one front and one rear wheel at rest, kg."""
        masses = (NUMBER * 2)()
        LAWS().sim_vehicle_wheel_masses(numbers_of(self), masses)
        return masses[0], masses[1]


@functools.lru_cache(maxsize=None)
def table() -> Dict[str, Number]:
    """Return the law's table of a vehicle's numbers, by name (``wheel.radius``)."""
    rows: Dict[str, Number] = {}
    values = (NUMBER * 5)()
    while True:
        name = LAWS().sim_vehicle_parameter(len(rows), values)
        if name is None:
            return rows
        lower, upper, default, required, most = values
        rows[name.decode()] = Number(lower, upper, default, bool(required), int(most))


def numbers_of(parameters: VehicleParameters) -> Any:
    """Return all numbers of a vehicle for C functions. They are in the table's order."""
    numbers: List[float] = []
    for name, number in table().items():
        value: Any = parameters
        for part in name.split("."):
            value = getattr(value, part)
        if number.most:
            numbers += [*value, *[0.0] * (number.most - len(value))]
        else:
            numbers.append(value)
    return (NUMBER * len(numbers))(*numbers)


def load_parameters(path: Union[str, Path]) -> VehicleParameters:
    """Read a vehicle's YAML file, checking every key, type and range."""
    try:
        values = yaml.safe_load(Path(path).read_text(encoding="utf-8"))
    except OSError as error:
        raise InputError(
            path, f"cannot read the vehicle parameters: {error.strerror or error}"
        ) from None
    except (yaml.YAMLError, UnicodeDecodeError) as error:
        raise InputError(path, "is not valid YAML: " + " ".join(str(error).split())) from None
    parameters = _build(VehicleParameters, values, str(path), "")
    message = ctypes.create_string_buffer(1024)
    numbers = numbers_of(parameters)
    where = str(path).encode()
    if not LAWS().sim_vehicle_check_parameters(numbers, where, message, len(message)):
        raise refusal(message.value)
    return parameters


def _build(kind: Type[T], values: object, path: str, prefix: str) -> T:
    """Build dataclass ``kind`` from a mapping. Errors name each bad key as ``prefix`` + key."""
    if not isinstance(values, Mapping):
        raise InputError(
            f"{path}: {prefix.rstrip('.') or 'top level'}",
            f"must be a mapping of keys to values, not {values!r}",
        )
    hints = get_type_hints(kind)
    for key in values:
        if key not in hints:
            raise InputError(f"{path}: {prefix}{key}", "unknown key" + _suggestion(str(key), hints))
    arguments: Dict[str, object] = {}
    for name, hint in hints.items():
        where = f"{path}: {prefix}{name}"
        if name not in values and _required(f"{prefix}{name}"):
            raise InputError(where, "missing; add this key")
        if dataclasses.is_dataclass(hint):
            section: Any = hint
            arguments[name] = _build(section, values.get(name, {}), path, f"{prefix}{name}.")
            continue
        number = table()[f"{prefix}{name}"]
        if name not in values:
            arguments[name] = () if number.most else number.default
        elif number.most:
            arguments[name] = _list(values[name], number, where)
        else:
            arguments[name] = _number(values[name], number, where)
    return kind(**arguments)


def _required(name: str) -> bool:
    """Return whether a number, or one in a section, is required."""
    return any(
        number.required
        for each, number in table().items()
        if each == name or each.startswith(f"{name}.")
    )


def _list(value: object, allowed: Number, where: str) -> Tuple[float, ...]:
    if not isinstance(value, list) or len(value) > allowed.most:
        raise InputError(where, f"must be a list of up to {allowed.most} numbers")
    return tuple(_number(each, allowed, f"{where}[{index}]") for index, each in enumerate(value))


def _number(value: object, allowed: Number, where: str) -> float:
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise InputError(where, f"must be a number, not {value!r}{number_hint(value)}")
    if not allowed.lower <= value <= allowed.upper or not math.isfinite(value):
        raise InputError(
            where,
            f"{value!r} is out of range; give a number from {allowed.lower:g} to {allowed.upper:g}",
        )
    return float(value)


def _suggestion(key: str, known: Mapping[str, object]) -> str:
    near = difflib.get_close_matches(key, list(known), n=1)
    return f"; did you mean '{near[0]}'?" if near else "; known keys: " + ", ".join(sorted(known))
