"""Bodies of cars driven in 3D.

Meshes of a painted body, of the rest, and of a wheel. Their ``model.sdf``, with collisions and
plugins, is written by hand and names these meshes; a body just fills the collision's box.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Callable, Dict, Tuple

from sim.assets.traffic.car_body import PAINT_PART, CarShape, car_surface
from sim.assets.traffic.cars import COLORS, LAMPS, PLAIN, SALOON
from sim.assets.traffic.files import Color, obj_files, write_text
from sim.assets.traffic.heavy import BUSES, LorryShape, lorry_surface, lorry_wheel
from sim.assets.traffic.model_car import MODEL_CAR_COLORS, model_car_parts
from sim.assets.traffic.surface import PartSurface
from sim.assets.traffic.wheels import wheel

_BUS = BUSES["bus"][1]
_CARS: Dict[str, CarShape] = {
    "ego_car": replace(SALOON, axles=(0.95, 3.65), tyre_width=0.22, clearance=0.16),
    "bmw_320i": CarShape(
        4.508, 1.61, 1.40, (0.9645, 3.5435), 0.344, 0.66, 0.93, 0.88, 0.98, 0.92,
        1.42, 2.08, 3.20, 3.83, ((0.07, 0.46), (0.5, 0.86)), clearance=0.16, tyre_width=0.2,
    ),
    "ford_escort": CarShape(
        4.298, 1.674, 1.39, (0.9527, 3.3453), 0.344, 0.68, 0.94, 0.88, 0.94, 0.87,
        1.32, 1.98, 3.60, 4.14, ((0.07, 0.46), (0.5, 0.86)), clearance=0.2, tyre_width=0.18,
    ),
    "vw_vanagon": CarShape(
        4.569, 1.844, 1.95, (1.0485, 3.5205), 0.344, 0.95, 1.08, 1.04, 1.10, 0.60,
        0.14, 0.70, 4.38, 4.52, ((0.09, 0.26), (0.29, 0.5), (0.53, 0.72), (0.75, 0.93)),
        clearance=0.19, narrowing=0.13, nose_taper=0.12, tail_taper=0.04, tyre_width=0.2,
    ),
    "city_bus": replace(
        _BUS, height=2.95, axles=(2.2, 9.384), wheel=0.545, clearance=0.25, nose=1.0
    ),
}  # fmt: skip
_LORRY = LorryShape(
    (8.0, 2.5, 2.86), (1.45, 5.95), 2.4, 1.4, PAINT_PART,
    CarShape(
        2.3, 2.5, 2.86, (1.45,), 0.629, 1.50, 1.80, 1.72, 1.80, 1.50,
        0.06, 0.36, 2.16, 2.29, ((0.08, 0.55),), clearance=0.52, narrowing=0.08, nose_taper=0.05,
        tail_taper=0.02, roof_fall=0.03, tyre_width=0.32,
    ),
)  # fmt: skip
# Body without wheels, with the visual's colour for the part ``PAINT_PART``, and a wheel.
Parts = Tuple[PartSurface, PartSurface]


def _car(shape: CarShape) -> Callable[[], Parts]:
    return lambda: (car_surface(shape), wheel(shape.wheel, shape.tyre_width))


EGOS: Dict[str, Callable[[], Parts]] = {
    **{name: _car(shape) for name, shape in _CARS.items()},
    "lorry": lambda: (lorry_surface(_LORRY), lorry_wheel(_LORRY)),
    "bfmc_car": model_car_parts,
}


def write_ego(name: str, models: Path) -> None:
    """Write the meshes of one of ``EGOS`` into its folder of ``models``."""
    surface, tyre = EGOS[name]()
    parts = surface.by_part()
    body = {PAINT_PART: parts.pop(PAINT_PART)}
    colors: Dict[str, Color] = {**COLORS, **LAMPS, **MODEL_CAR_COLORS, PAINT_PART: PLAIN}
    folder = models / name / "meshes"
    folder.mkdir(parents=True, exist_ok=True)
    for stem, surfaces in (("body", body), ("details", parts), ("wheel", tyre.by_part())):
        for suffix, text in obj_files(stem, surfaces, colors).items():
            write_text(folder / f"{stem}.{suffix}", text)
