"""Measures models: exact boxes, footprints and convex pieces."""

from sim.sdf.measure.measurement import (
    EMPTY,
    ERROR,
    OK,
    UNBOUNDED,
    ModelMeasurement,
    PlacedGeometry,
    measure_model,
)

__all__ = [
    "EMPTY",
    "ERROR",
    "OK",
    "UNBOUNDED",
    "ModelMeasurement",
    "PlacedGeometry",
    "measure_model",
]
