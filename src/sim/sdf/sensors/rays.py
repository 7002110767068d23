"""Lidars and laser scanners. SI units, angles in rad."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Optional

from sim.sdf.context import DocumentContext
from sim.sdf.sensors.parts import check_range, part
from sim.sdf.sensors.sensor import SensorKind
from sim.sdf.xml.elements import Element, failure, number, required_child

_DEFAULT_SAMPLES = 640
_DEFAULT_RANGE_MIN = 0.0  # m
_DEFAULT_RANGE_MAX = 100.0  # m


@dataclass(frozen=True)
class Fan:
    """Directions from ``lower`` to ``upper``. Both are included if there are several."""

    samples: int
    lower: float = 0.0
    upper: float = 0.0


@dataclass(frozen=True)
class Rays(SensorKind):
    """A scanner of type ray or gpu_ray.

    ``horizontal`` about z, ``vertical`` above the xy plane; ``resolution`` of ranges, 0 for none.
    """

    horizontal: Fan
    vertical: Fan
    range_min: float
    range_max: float
    resolution: float = 0.0


def read_rays(element: Element, context: DocumentContext) -> Rays:
    ray = part(element, context, ("ray", "lidar"), ("scan", "range"))
    scan, span = ray.find("scan"), ray.find("range")
    horizontal = None if scan is None else scan.find("horizontal")
    vertical = None if scan is None else scan.find("vertical")
    lowest, highest, resolution = (
        number(None if span is None else span.find(tag), default)
        for tag, default in (
            ("min", _DEFAULT_RANGE_MIN),
            ("max", _DEFAULT_RANGE_MAX),
            ("resolution", 0.0),
        )
    )
    check_range(ray if span is None else span, lowest, highest)
    return Rays(
        _fan(horizontal, _DEFAULT_SAMPLES, context),
        _fan(vertical, 1, context),
        lowest,
        highest,
        resolution,
    )


def _fan(element: Optional[Element], default: int, context: DocumentContext) -> Fan:
    if element is None:
        return Fan(default)
    samples = number(element.find("samples"), float(default))
    if samples < 1.0 or samples != int(samples):
        raise failure(
            required_child(element, "samples"),
            f"is {samples:g}; it must be a whole number from 1 on",
        )
    resolution = element.find("resolution")
    if resolution is not None and number(resolution, 1.0) != 1.0:
        context.report.add(resolution, "is taken as 1: every sample is a ray")
    lower, upper = number(element.find("min_angle"), 0.0), number(element.find("max_angle"), 0.0)
    if upper < lower or (upper == lower and samples > 1.0):
        raise failure(
            element,
            f"goes from {lower:g} to {upper:g} rad with {samples:g} samples; max_angle must be "
            "above min_angle",
        )
    return Fan(int(samples), lower, upper)
