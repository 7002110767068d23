"""Maps finishes to image functions, and writes their model.

The model has images, material scripts, and ``model.config``.
"""

from __future__ import annotations

import zlib
from pathlib import Path
from typing import Callable, Dict, List, Sequence

import cv2
import numpy as np

from sim.arrays import Array
from sim.assets.surfaces import FINISHES, MODEL
from sim.assets.textures import facades, faces, ground, plants, walls
from sim.assets.textures.walls import tinted
from sim.errors import InputError
from sim.sdf.model_config import config_text

SEED = 1
# Of JPEG; signs are PNG, since their edges are sharp.
QUALITY = 77
DRAWN: Dict[str, Callable[[np.random.Generator], Array]] = {
    "lane": ground.lane,
    "asphalt": ground.asphalt,
    "concrete": ground.concrete,
    "slabs": ground.slabs,
    "cobbles": ground.cobbles,
    "grass": ground.grass,
    "earth": ground.earth,
    "gravel": ground.gravel,
    "paint": ground.paint,
    "water": ground.water,
    "plaster": walls.plaster,
    "brick": walls.brick,
    "tiles": walls.tiles,
    "roofing": walls.roofing,
    "planks": walls.planks,
    "steel": walls.steel,
    "bark": plants.bark,
    "leaves": plants.leaves,
    "needles": plants.needles,
    "hedge": plants.hedge,
    "facade_sand": facades.sand,
    "facade_brick": facades.bricks,
    "facade_white": facades.white,
    "facade_grey": facades.grey,
    "signs": faces.signs,
}


def texture(name: str, seed: int = SEED) -> Array:
    """Return the image of a finish with the finish's mean colour.

    (rows, columns, 3) uint8, r g b, the top row first.
    """
    if name not in DRAWN:
        raise InputError(f"texture '{name}'", f"not one of: {', '.join(DRAWN)}")
    rng = np.random.default_rng([seed, zlib.crc32(name.encode())])
    image = DRAWN[name](rng)
    if name != "signs":
        # Twice, since clipping takes from the brightest.
        for _ in range(3):
            image = np.clip(tinted(image, FINISHES[name].mean), 0.0, 1.0)
    pixels: Array = np.round(255.0 * np.clip(image, 0.0, 1.0)).astype(np.uint8)
    return pixels


def write_model(folder: Path, names: Sequence[str] = (), seed: int = SEED) -> List[Path]:
    """Write images, the scripts of all materials, and ``model.config``.

    ``names`` selects images, all by default. Return the images' files.
    """
    textures, scripts = folder / "materials" / "textures", folder / "materials" / "scripts"
    for place in (textures, scripts):
        place.mkdir(parents=True, exist_ok=True)
    written = []
    for name in names or DRAWN:
        path = textures / file_name(name)
        options = (
            [cv2.IMWRITE_PNG_COMPRESSION, 9]
            if path.suffix == ".png"
            else [cv2.IMWRITE_JPEG_QUALITY, QUALITY, cv2.IMWRITE_JPEG_PROGRESSIVE, 1]
        )
        good, data = cv2.imencode(path.suffix, texture(name, seed)[..., ::-1], options)
        if not good:
            raise InputError(path, "OpenCV cannot write this image; install opencv-python")
        path.write_bytes(data.tobytes())
        written.append(path)
    (scripts / "surfaces.material").write_text(_scripts(), encoding="utf-8")
    (folder / "model.config").write_text(config_text(MODEL, _DESCRIPTION), encoding="utf-8")
    (folder / "model.sdf").write_text(_SDF.format(name=MODEL), encoding="utf-8")
    return written


def file_name(name: str) -> str:
    """Return the name of the image's file."""
    return f"{name}.png" if name == "signs" else f"{name}.jpg"


def _scripts() -> str:
    return "\n".join(
        _SCRIPT.format(script=FINISHES[name].script, file=file_name(name)) for name in DRAWN
    )


_SCRIPT = """material {script}
{{
  technique
  {{
    pass
    {{
      ambient 1 1 1 1
      diffuse 1 1 1 1
      specular 0 0 0 1
      texture_unit
      {{
        texture {file}
        tex_address_mode wrap
        filtering trilinear
      }}
    }}
  }}
}}
"""
_DESCRIPTION = """Material scripts and images of generated worlds, drawn by a
  program (python3 -m sim.assets.textures)."""
_SDF = """<?xml version="1.0"?>
<sdf version="1.6">
  <model name="{name}">
    <static>1</static>
    <link name="none"/>
  </model>
</sdf>
"""
