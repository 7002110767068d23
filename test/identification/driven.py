"""Noisy recording of a known car, driven in the embedded physics."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any, Callable, Dict, List, Tuple

import numpy as np
import yaml

from sim.arrays import Array
from sim.manoeuvres.track import Pedals, SimulatedCar

MODELS = Path(__file__).resolve().parents[2] / "models"
# Standard deviations: m/s, rad/s, m/s^2, rad, N m.
NOISE = {
    "speed": 0.03,
    "lateral_speed": 0.03,
    "yaw_rate": 0.005,
    "lateral_acceleration": 0.1,
    "steering": 0.001,
    "drive_torque": 10.0,
    "brake_torque": 10.0,
}


def made(folder: Path, **changes: Dict[str, Any]) -> str:
    """Write a changed BMW with Fiala tyres; return the model's name.

    Flat on the ground, with sections of ``vehicle.yaml`` changed, on the path ``folder``.
    """
    model = folder / "driven"
    model.mkdir()
    for name in ("model.config", "model.sdf", "vehicle.yaml"):
        text = (MODELS / "bmw_320i" / name).read_text().replace("bmw_320i", "driven")
        text = text.replace("model://driven/meshes", "model://bmw_320i/meshes")
        text = text.replace("0.1332607 0 0.5748690", "0.1332607 0 0.15")
        text = text.replace("magic_formula", "fiala")
        lines = [line for line in text.splitlines() if "<tir>" not in line]
        (model / name).write_text("\n".join(lines))
    values = yaml.safe_load((model / "vehicle.yaml").read_text())
    values["tyre"] = {"load_sensitivity": 0.0, "lateral_relaxation": 0.35}
    for section, numbers in changes.items():
        values.setdefault(section, {}).update(numbers)
    (model / "vehicle.yaml").write_text(yaml.safe_dump(values))
    return "driven"


def drive(
    folder: Path, model: str, pedals: Callable[[float], Pedals], seconds: float, seed: int
) -> Dict[str, Tuple[Array, Array]]:
    """Return samples (n,) of each signal of ``base_link`` at 100 Hz, from 1 s on."""
    track = SimulatedCar(model, [str(folder), str(MODELS)], speed=15.0)
    vehicle = track.vehicle
    asked: List[Pedals] = []
    torques: List[Tuple[float, float]] = []

    def driver(time: float) -> Pedals:
        asked.append(pedals(time))
        return asked[-1]

    def note() -> bool:
        torques.append(vehicle.torques)
        return False

    track.run(seconds, driver, note)
    motion = track.motion.after(1e-6)
    # An order holds for two steps.
    asked = [each for each in asked for _ in range(2)]
    turned = np.gradient(motion.yaw_rate, motion.time)
    columns = np.array(torques)
    signals = {
        "speed": motion.velocity[:, 0],
        "lateral_speed": motion.velocity[:, 1] - _offset(track) * motion.yaw_rate,
        "yaw_rate": motion.yaw_rate,
        "lateral_acceleration": motion.lateral_acceleration
        - _offset(track) * turned
        + 9.81 * np.sin(motion.roll),
        "steering": motion.steering,
        "drive_torque": columns[:, 0],
        "brake_torque": columns[:, 1],
        "steering_command": np.array([each.steering for each in asked]),
        "drive_command": np.array([each.throttle for each in asked]),
        "brake_command": np.array([each.brake for each in asked]),
    }
    random = np.random.default_rng(seed)
    return {
        name: (
            motion.time[200::2],
            (values + random.normal(0.0, NOISE.get(name, 0.0), len(values)))[200::2],
        )
        for name, values in signals.items()
    }


def _offset(track: SimulatedCar) -> float:
    """Return the centre of mass ahead of ``base_link`` in m."""
    return track.vehicle.parameters.center_of_mass_x


def lively(time: float) -> Pedals:
    """Return the pedals of a drive of a minute and a half.

    Half a minute of steering steps and sines up to the tyres' limit, then straight on, with
    throttle, coasting and brakes; and again.
    """
    part = time % 45.0
    if part < 25.0:
        swing = 0.01 + 0.0035 * part
        wave = math.sin(2.0 * math.pi * (0.3 + 0.02 * part) * part)
        steering = swing * (wave if part < 15.0 else math.copysign(1.0, 2.5 - part % 5.0))
        return Pedals(steering, throttle=0.12)
    for end, pedals in (
        (32.0, Pedals(0.0, throttle=0.45)),
        (38.0, Pedals(0.0)),
        (39.5, Pedals(0.0, brake=0.3)),
        (42.0, Pedals(0.0, throttle=0.2)),
    ):
        if part < end:
            return pedals
    return Pedals(0.0)
