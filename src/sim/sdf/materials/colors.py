"""Colours by the names of Gazebo's material scripts.

Their textures are Gazebo's own files, which are not read. RGBA in 0..1. The values are the diffuse
colours of the scripts, rounded.
"""

from __future__ import annotations

from typing import Dict, Optional

from sim.sdf.types import Color

DEFAULT: Color = (0.7, 0.7, 0.7, 1.0)
# Shares of red, green and blue in the luminance (ITU-R BT.601).
LUMINANCE = (0.299, 0.587, 0.114)

_NAMED: Dict[str, Color] = {
    "Grey": (0.7, 0.7, 0.7, 1.0),
    "Gray": (0.7, 0.7, 0.7, 1.0),
    "LightGrey": (0.85, 0.85, 0.85, 1.0),
    "DarkGrey": (0.175, 0.175, 0.175, 1.0),
    "DarkGray": (0.175, 0.175, 0.175, 1.0),
    "White": (1.0, 1.0, 1.0, 1.0),
    "Black": (0.0, 0.0, 0.0, 1.0),
    "FlatBlack": (0.1, 0.1, 0.1, 1.0),
    "Red": (1.0, 0.0, 0.0, 1.0),
    "RedBright": (0.87, 0.26, 0.07, 1.0),
    "Green": (0.0, 1.0, 0.0, 1.0),
    "Blue": (0.0, 0.0, 1.0, 1.0),
    "SkyBlue": (0.13, 0.44, 0.7, 1.0),
    "Yellow": (1.0, 1.0, 0.0, 1.0),
    "DarkYellow": (0.7, 0.7, 0.0, 1.0),
    "ZincYellow": (0.97, 0.95, 0.19, 1.0),
    "Orange": (1.0, 0.51, 0.12, 1.0),
    "Purple": (1.0, 0.0, 1.0, 1.0),
    "Turquoise": (0.0, 1.0, 1.0, 1.0),
    # Gazebo's own spelling.
    "Torquoise": (0.0, 1.0, 1.0, 1.0),
    "Indigo": (0.33, 0.0, 0.5, 1.0),
    "Gold": (0.8, 0.65, 0.12, 1.0),
    "Wood": (0.65, 0.5, 0.33, 1.0),
    "Road": (0.2, 0.2, 0.2, 1.0),
    "Residential": (0.45, 0.45, 0.42, 1.0),
    "Grass": (0.2, 0.45, 0.15, 1.0),
}
_TRANSPARENT = ("TransparentOverlay", "Transparent")


def named_color(script: str) -> Optional[Color]:
    """Return the RGBA of a script name such as ``Gazebo/RedTransparent``, or None."""
    family, _, name = script.strip().rpartition("/")
    if family != "Gazebo":
        return None
    for suffix in _TRANSPARENT:
        if name.endswith(suffix):
            base = _NAMED.get(name[: -len(suffix)])
            return (*base[:3], 0.5) if base else None
    return _NAMED.get(name)
