"""Surfaces of the world: names, image sizes, and mean colours.

The images are the model ``surfaces``, which ``sim.assets.textures`` draws; scenery names them by
their material scripts. SI units; colours are r g b from 0 to 1.
"""

from __future__ import annotations

from typing import Dict, NamedTuple, Tuple

MODEL = "surfaces"
PREFIX = "Surfaces/"
RGB = Tuple[float, float, float]


class Finish(NamedTuple):
    """Image that repeats every ``size`` (along, across or up), m. ``mean`` is its mean colour."""

    name: str
    size: Tuple[float, float]
    mean: RGB

    @property
    def script(self) -> str:
        """Its name as a material."""
        return PREFIX + self.name

    def tint(self, color: RGB) -> RGB:
        """Return the factor that gives the image this mean colour. It is at most 1."""
        red, green, blue = (min(want / mean, 1.0) for want, mean in zip(color, self.mean))
        return red, green, blue


FINISHES: Dict[str, Finish] = {
    finish.name: finish
    for finish in (
        # Across, the image of a lane is stretched over its width: wheel tracks are in it.
        Finish("lane", (16.0, 4.0), (0.50, 0.50, 0.51)),
        Finish("asphalt", (8.0, 8.0), (0.50, 0.50, 0.51)),
        Finish("concrete", (4.0, 4.0), (0.66, 0.65, 0.62)),
        Finish("slabs", (4.0, 4.0), (0.66, 0.65, 0.62)),
        Finish("cobbles", (2.4, 2.4), (0.60, 0.58, 0.55)),
        Finish("grass", (8.0, 8.0), (0.42, 0.52, 0.29)),
        Finish("earth", (6.0, 6.0), (0.58, 0.49, 0.38)),
        Finish("gravel", (3.0, 3.0), (0.60, 0.57, 0.53)),
        Finish("paint", (4.0, 4.0), (0.88, 0.88, 0.86)),
        Finish("water", (12.0, 12.0), (0.38, 0.55, 0.66)),
        Finish("plaster", (4.0, 4.0), (0.85, 0.84, 0.81)),
        Finish("brick", (2.0, 2.0), (0.66, 0.44, 0.36)),
        Finish("tiles", (3.2, 2.6), (0.66, 0.38, 0.30)),
        Finish("roofing", (6.0, 6.0), (0.56, 0.56, 0.57)),
        Finish("bark", (1.6, 3.2), (0.50, 0.41, 0.32)),
        Finish("leaves", (3.0, 3.0), (0.33, 0.47, 0.22)),
        Finish("needles", (3.0, 3.0), (0.24, 0.38, 0.25)),
        Finish("hedge", (2.0, 2.0), (0.28, 0.42, 0.20)),
        Finish("planks", (2.4, 2.4), (0.60, 0.47, 0.34)),
        Finish("steel", (4.0, 1.0), (0.72, 0.73, 0.74)),
        # Facades: four bays across; from below the ground storey, two others, and wall alone.
        Finish("facade_sand", (4.0, 4.0), (0.68, 0.63, 0.54)),
        Finish("facade_brick", (4.0, 4.0), (0.54, 0.39, 0.34)),
        Finish("facade_white", (4.0, 4.0), (0.73, 0.73, 0.71)),
        Finish("facade_grey", (4.0, 4.0), (0.52, 0.55, 0.58)),
        # Sixteen faces of signs in four rows; see ``sim.assets.signs``.
        Finish("signs", (4.0, 4.0), (0.6, 0.5, 0.5)),
    )
}
