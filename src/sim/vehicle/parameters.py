"""The numbers that make one vehicle, and their YAML file; what they mean physically is in
``docs/vehicle.md``.

SI units; positions are in ``base_link`` (centre of the footprint on the ground, x forward, y left,
z up).
"""

from __future__ import annotations

import dataclasses
import difflib
import math
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Dict, Mapping, Tuple, Type, TypeVar, Union, get_type_hints

import yaml

from sim.checks import number_hint
from sim.errors import InputError

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

# The model plugin that drives a car by these numbers.
PLUGIN = "libsim_vehicle.so"
GRAVITY = 9.81
T = TypeVar("T", bound="DataclassInstance")


def _within(lower: float, upper: float) -> Dict[str, Tuple[float, float]]:
    """What a field knows whose value must lie in [lower, upper]; the file must give it where it has
    no default."""
    return {"range": (lower, upper)}


def _list_within(most: int, lower: float, upper: float) -> Dict[str, object]:
    """Of a field whose value must be a list of up to ``most`` numbers in [lower, upper]."""
    return {**_within(lower, upper), "most": most}


@dataclass(frozen=True)
class Wheel:
    """One wheel; ``slip_time_constant`` is t of the paper's tyre, F_T = -m v_slip / t, ``rays`` how
    many rays feel the ground for its rim, and ``vertical_stiffness`` N/m of the tyre below it, 0
    where that is rigid. On a tyre that gives way, ``mass`` kg of the vehicle move with the
    wheel."""

    radius: float = field(metadata=_within(0.02, 2.0))
    inertia: float = field(metadata=_within(1e-6, 1000.0))
    friction: float = field(metadata=_within(0.0, 3.0))
    rolling_resistance: float = field(metadata=_within(0.0, 1.0))
    slip_time_constant: float = field(default=0.02, metadata=_within(1e-3, 1.0))
    standstill_speed: float = field(default=0.05, metadata=_within(1e-3, 1.0))
    rays: float = field(default=1.0, metadata=_within(1.0, 51.0))
    vertical_stiffness: float = field(default=0.0, metadata=_within(0.0, 1e8))
    mass: float = field(default=0.0, metadata=_within(0.0, 1e4))


@dataclass(frozen=True)
class Suspension:
    """Spring and damper of one wheel, those of the rear 0 where they are as in front;
    ``rest_length`` is from mount to hub without load. Anti-roll bars turn their axle back by so
    many N m/rad; after ``bump_travel`` from there, 0 is never, bump stops of another
    ``bump_stiffness`` meet. A wheel leans outwards at its top by its camber gain, rad/m, times the
    way by which its spring extends, and points inwards ahead by its toe, rad."""

    stiffness: float = field(metadata=_within(10.0, 1e7))
    damping: float = field(metadata=_within(0.0, 1e6))
    rest_length: float = field(metadata=_within(0.01, 5.0))
    rear_stiffness: float = field(default=0.0, metadata=_within(0.0, 1e7))
    rear_damping: float = field(default=0.0, metadata=_within(0.0, 1e6))
    front_anti_roll: float = field(default=0.0, metadata=_within(0.0, 1e7))
    rear_anti_roll: float = field(default=0.0, metadata=_within(0.0, 1e7))
    bump_travel: float = field(default=0.0, metadata=_within(0.0, 5.0))
    bump_stiffness: float = field(default=0.0, metadata=_within(0.0, 1e8))
    front_camber_gain: float = field(default=0.0, metadata=_within(-10.0, 10.0))
    rear_camber_gain: float = field(default=0.0, metadata=_within(-10.0, 10.0))
    front_toe: float = field(default=0.0, metadata=_within(-0.2, 0.2))
    rear_toe: float = field(default=0.0, metadata=_within(-0.2, 0.2))

    @property
    def springs(self) -> Tuple[float, float]:
        """Stiffness of one front and one rear wheel's."""
        return self.stiffness, self.rear_stiffness or self.stiffness


@dataclass(frozen=True)
class Steering:
    """Limits and dynamics of the bicycle-model steering angle; front wheels give way by
    ``compliance`` rad for each N to the side on their axle."""

    max_angle: float = field(metadata=_within(0.01, 1.5))
    max_rate: float = field(metadata=_within(0.01, 100.0))
    time_constant: float = field(default=0.0, metadata=_within(0.0, 10.0))
    delay: float = field(default=0.0, metadata=_within(0.0, 10.0))
    compliance: float = field(default=0.0, metadata=_within(0.0, 1e-4))


@dataclass(frozen=True)
class Drive:
    """Powertrain; ``max_torque`` is the sum over all wheels, of which the front axle gets
    ``front_share``, as is ``overrun_torque``, by which a motor without a map holds back.
    Differentials are open up to the N m that their locks transfer: of each axle, and between
    both."""

    max_torque: float = field(metadata=_within(0.1, 1e6))
    max_power: float = field(metadata=_within(1.0, 1e8))
    front_share: float = field(metadata=_within(0.0, 1.0))
    time_constant: float = field(default=0.0, metadata=_within(0.0, 10.0))
    delay: float = field(default=0.0, metadata=_within(0.0, 10.0))
    overrun_torque: float = field(default=0.0, metadata=_within(0.0, 1e6))
    front_lock: float = field(default=0.0, metadata=_within(0.0, 1e6))
    rear_lock: float = field(default=0.0, metadata=_within(0.0, 1e6))
    center_lock: float = field(default=0.0, metadata=_within(0.0, 1e6))


@dataclass(frozen=True)
class Engine:
    """An engine's or a motor's full torque in N m at its speeds in rad/s; none is a motor as
    :class:`Drive` has it. Without throttle it holds back with ``braking_torque`` at the highest of
    them and nothing at idle."""

    speeds: Tuple[float, ...] = field(default=(), metadata=_list_within(12, 0.1, 1e5))
    torques: Tuple[float, ...] = field(default=(), metadata=_list_within(12, 1e-3, 1e5))
    idle_speed: float = field(default=0.0, metadata=_within(0.0, 1e4))
    braking_torque: float = field(default=0.0, metadata=_within(0.0, 1e5))
    inertia: float = field(default=0.0, metadata=_within(0.0, 1e3))


@dataclass(frozen=True)
class Gearbox:
    """Ratios of the forward gears, first the lowest gear's; none is one of 1. Reverse, 0, has the
    first's. No torque flows for ``shift_time`` seconds."""

    ratios: Tuple[float, ...] = field(default=(), metadata=_list_within(16, 0.01, 1000.0))
    final_ratio: float = field(default=1.0, metadata=_within(0.01, 1000.0))
    reverse_ratio: float = field(default=0.0, metadata=_within(0.0, 1000.0))
    efficiency: float = field(default=1.0, metadata=_within(0.1, 1.0))
    shift_time: float = field(default=0.0, metadata=_within(0.0, 10.0))


@dataclass(frozen=True)
class Brake:
    """Brakes; ``max_torque`` is the sum over all wheels, of which the front axle gets
    ``front_share``. An anti-lock brake lets a wheel lose the share ``anti_lock_slip`` of its speed;
    1 is none. A car that stands stays braked for ``hill_hold`` seconds after the pedal was let
    go."""

    max_torque: float = field(metadata=_within(0.1, 1e6))
    front_share: float = field(metadata=_within(0.0, 1.0))
    time_constant: float = field(default=0.0, metadata=_within(0.0, 10.0))
    delay: float = field(default=0.0, metadata=_within(0.0, 10.0))
    anti_lock_slip: float = field(default=1.0, metadata=_within(0.01, 1.0))
    hill_hold: float = field(default=0.0, metadata=_within(0.0, 1e6))


@dataclass(frozen=True)
class StabilityControl:
    """Electronic stability control: it brakes single wheels for ``yaw_gain`` N m of yaw moment for
    each rad/s that the car turns otherwise than steered for, beyond ``yaw_threshold``, and for
    ``slip_gain`` for each rad of slip angle beyond ``slip_threshold``; without gains there is none.
    A car on that limit is taken to understeer by ``understeer_gradient`` rad for each m/s^2."""

    yaw_gain: float = field(default=0.0, metadata=_within(0.0, 1e8))
    slip_gain: float = field(default=0.0, metadata=_within(0.0, 1e8))
    yaw_threshold: float = field(default=0.05, metadata=_within(0.0, 10.0))
    slip_threshold: float = field(default=0.07, metadata=_within(0.0, 1.5))
    understeer_gradient: float = field(default=0.0, metadata=_within(-0.1, 0.1))
    time_constant: float = field(default=0.1, metadata=_within(0.0, 10.0))


@dataclass(frozen=True)
class SpeedControl:
    """PI gains from speed error to acceleration, and the set-point's limits where a command names
    none."""

    proportional_gain: float = field(metadata=_within(0.0, 100.0))
    integral_gain: float = field(metadata=_within(0.0, 100.0))
    max_speed: float = field(metadata=_within(0.1, 200.0))
    max_acceleration: float = field(metadata=_within(0.01, 100.0))
    max_deceleration: float = field(metadata=_within(0.01, 100.0))


@dataclass(frozen=True)
class TyreParameters:
    """A tyre's stiffness in N of force per N of load and unit of slip, how much of it and of its
    friction another nominal load would take, and its relaxation lengths; ``nominal_load`` 0 is a
    quarter of the vehicle's weight."""

    nominal_load: float = field(default=0.0, metadata=_within(0.0, 1e6))
    cornering_stiffness: float = field(default=20.0, metadata=_within(0.1, 200.0))
    longitudinal_stiffness: float = field(default=25.0, metadata=_within(0.1, 200.0))
    load_sensitivity: float = field(default=0.1, metadata=_within(0.0, 1.0))
    lateral_relaxation: float = field(default=0.4, metadata=_within(0.01, 5.0))
    longitudinal_relaxation: float = field(default=0.15, metadata=_within(0.01, 5.0))


@dataclass(frozen=True)
class Aerodynamics:
    """Drag C_d A in m^2, of air at the height of ``center`` m, and the same of the side force
    C_y A, 0 as drag, and of the lift C_l A of both axles, negative where it presses down."""

    drag_area: float = field(default=0.0, metadata=_within(0.0, 100.0))
    center: float = field(default=0.5, metadata=_within(0.0, 10.0))
    side_area: float = field(default=0.0, metadata=_within(0.0, 100.0))
    front_lift_area: float = field(default=0.0, metadata=_within(-100.0, 100.0))
    rear_lift_area: float = field(default=0.0, metadata=_within(-100.0, 100.0))


@dataclass(frozen=True)
class OdometryErrors:
    """What is wrong with odometry by the rear wheels: shares by which their radius is believed too
    large and the left one's larger than the right one's, and the track; m^2 of variance a metre of
    way."""

    radius_error: float = field(default=0.005, metadata=_within(-0.5, 0.5))
    radius_difference: float = field(default=0.0005, metadata=_within(-0.5, 0.5))
    track_error: float = field(default=0.01, metadata=_within(-0.5, 0.5))
    distance_noise: float = field(default=1e-5, metadata=_within(0.0, 1.0))


@dataclass(frozen=True)
class VehicleParameters:
    """A whole vehicle; ``command_timeout`` is the simulated time after which an uncommanded vehicle
    brakes, and ``payload`` what its model may weigh beyond ``mass``."""

    mass: float = field(metadata=_within(1.0, 1e6))
    front_axle_x: float = field(metadata=_within(-50.0, 50.0))
    rear_axle_x: float = field(metadata=_within(-50.0, 50.0))
    track: float = field(metadata=_within(0.05, 10.0))
    wheel: Wheel
    suspension: Suspension
    steering: Steering
    drive: Drive
    brake: Brake
    speed_control: SpeedControl
    center_of_mass_x: float = field(default=0.0, metadata=_within(-50.0, 50.0))
    command_timeout: float = field(default=0.5, metadata=_within(0.01, 1e6))
    payload: float = field(default=0.0, metadata=_within(0.0, 1e6))
    tyre: TyreParameters = TyreParameters()
    aerodynamics: Aerodynamics = Aerodynamics()
    engine: Engine = Engine()
    gearbox: Gearbox = Gearbox()
    stability_control: StabilityControl = StabilityControl()
    odometry: OdometryErrors = OdometryErrors()

    @property
    def wheelbase(self) -> float:
        return self.front_axle_x - self.rear_axle_x

    @property
    def wheel_masses(self) -> Tuple[float, float]:
        """The mass that one front and one rear wheel carry at rest."""
        front = (self.center_of_mass_x - self.rear_axle_x) / self.wheelbase
        return 0.5 * self.mass * front, 0.5 * self.mass * (1.0 - front)

    @property
    def mount_heights(self) -> Tuple[float, float]:
        """Heights of the front and rear suspension mounts that put ``base_link`` on flat ground at
        rest."""
        free = self.wheel.radius + self.suspension.rest_length
        front, rear = self.deflections
        return free - front, free - rear

    @property
    def deflections(self) -> Tuple[float, float]:
        """Of front and rear springs at rest, their tyres with them."""
        stiffness = self.wheel.vertical_stiffness
        tyre = 1.0 / stiffness if stiffness > 0.0 else 0.0
        front, rear = (
            GRAVITY * ((mass - self.wheel.mass) / spring + mass * tyre)
            for mass, spring in zip(self.wheel_masses, self.suspension.springs)
        )
        return front, rear


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
    _check_geometry(parameters, path)
    _check_engine(parameters.engine, path)
    _check_gearbox(parameters.gearbox, path)
    return parameters


def _build(kind: Type[T], values: object, path: str, prefix: str) -> T:
    """Make dataclass ``kind`` from a mapping, naming each bad key as ``prefix`` + key."""
    if not isinstance(values, Mapping):
        raise InputError(
            f"{path}: {prefix.rstrip('.') or 'top level'}",
            f"must be a mapping of keys to values, not {values!r}",
        )
    fields = {each.name: each for each in dataclasses.fields(kind)}
    for key in values:
        if key not in fields:
            raise InputError(
                f"{path}: {prefix}{key}", "unknown key" + _suggestion(str(key), fields)
            )
    hints = get_type_hints(kind)
    arguments = {}
    for name, each in fields.items():
        where = f"{path}: {prefix}{name}"
        if name not in values:
            if each.default is dataclasses.MISSING:
                raise InputError(where, "missing; add this key")
        elif dataclasses.is_dataclass(hints[name]):
            arguments[name] = _build(hints[name], values[name], path, f"{prefix}{name}.")
        elif "most" in each.metadata:
            arguments[name] = _list(values[name], each.metadata, where)
        else:
            arguments[name] = _number(values[name], each.metadata["range"], where)
    return kind(**arguments)


def _list(value: object, metadata: Mapping[str, Any], where: str) -> Tuple[float, ...]:
    most = metadata["most"]
    if not isinstance(value, list) or len(value) > most:
        raise InputError(where, f"must be a list of up to {most} numbers")
    return tuple(
        _number(each, metadata["range"], f"{where}[{index}]") for index, each in enumerate(value)
    )


def _number(value: object, allowed: Tuple[float, float], where: str) -> float:
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise InputError(where, f"must be a number, not {value!r}{number_hint(value)}")
    if not allowed[0] <= value <= allowed[1] or not math.isfinite(value):
        raise InputError(
            where, f"{value!r} is out of range; give a number from {allowed[0]:g} to {allowed[1]:g}"
        )
    return float(value)


def _suggestion(key: str, known: Mapping[str, object]) -> str:
    near = difflib.get_close_matches(key, list(known), n=1)
    return f"; did you mean '{near[0]}'?" if near else "; known keys: " + ", ".join(sorted(known))


def _check_geometry(parameters: VehicleParameters, path: Union[str, Path]) -> None:
    """Refuse vehicles that cannot stand on their four wheels."""
    if not parameters.wheel.rays.is_integer():
        raise InputError(
            f"{path}: wheel.rays",
            f"{parameters.wheel.rays:g} is not whole; give a number of rays",
        )
    if parameters.wheelbase <= 0.0:
        raise InputError(
            f"{path}: front_axle_x", f"must be ahead of rear_axle_x ({parameters.rear_axle_x:g})"
        )
    if not parameters.rear_axle_x < parameters.center_of_mass_x < parameters.front_axle_x:
        raise InputError(
            f"{path}: center_of_mass_x", "must lie between rear_axle_x and front_axle_x"
        )
    if parameters.wheel.mass > 0.0 and parameters.wheel.vertical_stiffness == 0.0:
        raise InputError(
            f"{path}: wheel.mass", "needs a tyre that gives way; give wheel.vertical_stiffness"
        )
    if parameters.wheel.mass >= min(parameters.wheel_masses):
        raise InputError(
            f"{path}: wheel.mass",
            f"must be less than the {min(parameters.wheel_masses):g} kg that a wheel carries",
        )
    if min(parameters.mount_heights) <= parameters.wheel.radius:
        raise InputError(
            f"{path}: suspension.rest_length",
            f"must exceed the deflection at rest, {max(parameters.deflections):.3f} m; lengthen or "
            "stiffen the spring",
        )


def _check_engine(engine: Engine, path: Union[str, Path]) -> None:
    """Refuse maps over engine speed that are none."""
    speeds = engine.speeds
    if any(before >= after for before, after in zip(speeds, speeds[1:])):
        raise InputError(f"{path}: engine.speeds", "must rise from each to the next")
    if len(engine.torques) != len(speeds):
        raise InputError(f"{path}: engine.torques", "must have a number for each of engine.speeds")
    if speeds and engine.idle_speed >= speeds[-1]:
        raise InputError(
            f"{path}: engine.idle_speed",
            f"must be below the highest of engine.speeds ({speeds[-1]:g})",
        )


def _check_gearbox(gearbox: Gearbox, path: Union[str, Path]) -> None:
    """Refuse gears that an automatic box could not shift through."""
    ratios = gearbox.ratios
    if any(before <= after for before, after in zip(ratios, ratios[1:])):
        raise InputError(f"{path}: gearbox.ratios", "must fall from each gear to the next")
