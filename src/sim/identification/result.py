"""Result of an identification, as a table and as ``vehicle.yaml``."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, Dict, List, Sequence

import numpy as np
import yaml

from sim.identification.fitting import FitQuality, ParameterEstimate
from sim.identification.lateral import identify_lateral, understeer_gradient
from sim.identification.longitudinal import combine_results, identify_longitudinal, identify_pedal
from sim.identification.recording import DriveRecording
from sim.vehicle.parameters import VehicleParameters


@dataclass(frozen=True)
class IdentificationResult:
    estimates: Sequence[ParameterEstimate]
    qualities: Sequence[FitQuality]

    def value(self, key: str) -> ParameterEstimate:
        """Return the estimate of a parameter by its key or name."""
        return next(each for each in self.estimates if each.key == key)


def identify(recording: DriveRecording, parameters: VehicleParameters) -> IdentificationResult:
    """Identify a car's parameters from a recording.

    Geometry, wheels and relaxation length are taken from ``parameters``.
    """
    lateral = identify_lateral(recording, parameters)
    spin = np.maximum(recording.speed / parameters.wheel.radius, 1e-3)
    power, unbounded = parameters.drive.max_power / spin, np.full(len(recording), np.inf)
    gradient = understeer_gradient(lateral[0], parameters)
    parts = [
        lateral,
        ([gradient] if gradient else [], []),
        identify_longitudinal(recording, parameters),
        identify_pedal("drive", recording.drive_command, recording.drive_torque, power),
        identify_pedal("brake", recording.brake_command, recording.brake_torque, unbounded),
    ]
    estimates, qualities = combine_results(parts)
    return IdentificationResult(estimates, qualities)


def table(result: IdentificationResult) -> str:
    """Return the result as text.

    Values with their intervals, the fit of each signal, and undetermined parameters with the
    reason.
    """
    known = [each for each in result.estimates if not each.doubt]
    lines = [f"{'parameter':<36} {'value':>11}  95 % interval"]
    for each in known:
        interval = f"{each.low:.4g} to {each.high:.4g} {each.unit}"
        lines.append(f"{each.key:<36} {each.value:11.4g}  {interval}")
    lines += ["", f"{'signal':<36} {'explained':>11}  left (rms)"]
    for quality in result.qualities:
        left = f"{quality.left:.3g} {quality.unit}"
        lines.append(f"{quality.signal:<36} {100.0 * quality.explained:9.1f} %  {left}")
    doubted = [each for each in result.estimates if each.doubt]
    if doubted:
        lines += ["", "not determined by this recording:"]
        lines += [f"  {each.key}: {each.doubt}{_about(each)}" for each in doubted]
    return "\n".join(lines)


def yaml_part(result: IdentificationResult, parameters: VehicleParameters) -> str:
    """Return the result as a part of ``vehicle.yaml``.

    The file has one cornering stiffness: the mean of both axles, weighted by their loads.
    """
    found = {each.key: each for each in result.estimates if not each.doubt}
    values: Dict[str, Any] = {}
    notes: List[str] = []
    for key, each in found.items():
        section, _, name = key.partition(".")
        if " " in key:
            continue
        rounded = float(f"{each.value:.4g}")
        if name:
            values.setdefault(section, {})[name] = rounded
        else:
            values[key] = rounded
    axles = [found.get(f"{axle} cornering stiffness") for axle in ("front", "rear")]
    if axles[0] and axles[1]:
        front_mass, rear_mass = parameters.wheel_masses
        mean = (axles[0].value * front_mass + axles[1].value * rear_mass) / (front_mass + rear_mass)
        values.setdefault("tyre", {})["cornering_stiffness"] = float(f"{mean:.4g}")
        notes.append(
            f"# tyre.cornering_stiffness: front {axles[0].value:.4g}, rear {axles[1].value:.4g} "
            "for each N of load"
        )
    text: str = yaml.safe_dump(values, sort_keys=False) if values else ""
    return "\n".join(["# Part of a vehicle.yaml, identified from a recording.", *notes, text])


def _about(estimate: ParameterEstimate) -> str:
    if not math.isfinite(estimate.value) or not math.isfinite(estimate.half):
        return ""
    return f" ({estimate.value:.4g} +- {estimate.half:.2g} {estimate.unit})".replace(" )", ")")
