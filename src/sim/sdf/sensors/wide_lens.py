"""The ``<lens>`` of a wide-angle camera. Angles in rad."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Optional, Tuple

from sim.sdf.context import DocumentContext
from sim.sdf.xml.elements import Element, boolean, failure, number, positive, text_of

TYPES = (
    "gnomonical",
    "stereographic",
    "equidistant",
    "equisolid_angle",
    "orthographic",
    "custom",
)
FUNCTIONS = ("sin", "tan", "id")
_LENS = ("type", "scale_to_hfov", "custom_function", "cutoff_angle", "env_texture_size")
# Of the pictures that a wide one is put together from.
_MIN_TEXTURE_SIZE = 4  # pixels
_MAX_TEXTURE_SIZE = 2048  # pixels
# The largest angle that can be from an axis, as people round pi.
_MAX_CUTOFF_ANGLE = 3.1416  # rad
# SDF's own, a little above 2 pi.
_MAX_FIELD_OF_VIEW = 6.283186  # rad
# Pole of tan and maximum of sin, less a margin for the lens's law.
_QUARTER_TURN = 0.5 * math.pi - 1e-6  # rad
# c2 of the lenses with one of these functions.
_HALVED = {"gnomonical": 1.0, "orthographic": 1.0, "stereographic": 2.0}


@dataclass(frozen=True)
class WideLens:
    """A lens that maps a ray's angle to a radius in the image.

    A ray at an angle theta from the axis has the radius c1 f fun(theta / c2 + c3), in halves of the
    image's width; all types but custom follow from ``kind``. ``custom`` is c1, c2, c3, f; rays
    beyond ``cutoff`` have no pixel. The world is rendered on the sides of a cube of
    ``texture_size`` pixels each way.
    """

    kind: str = "stereographic"
    function: str = "tan"
    custom: Tuple[float, float, float, float] = (1.0, 1.0, 0.0, 1.0)
    scaled: bool = True
    cutoff: float = 1.5707
    texture_size: int = 256


def read_wide_lens(element: Optional[Element], context: DocumentContext) -> WideLens:
    """Return a ``<lens>``, or SDF's default."""
    if element is None:
        return WideLens()
    context.report.rest(element, _LENS)
    kind = _word(element.find("type"), WideLens.kind, TYPES)
    function, custom = WideLens.function, WideLens.custom
    given = element.find("custom_function")
    if kind == "custom" and given is not None:
        function = _word(given.find("fun"), function, FUNCTIONS)
        c1, c2, f = (_above_zero(given.find(tag)) for tag in ("c1", "c2", "f"))
        custom = c1, c2, number(given.find("c3"), 0.0), f
    return WideLens(
        kind,
        function,
        custom,
        boolean(element.find("scale_to_hfov"), WideLens.scaled),
        _within(element.find("cutoff_angle"), WideLens.cutoff, 0.0, _MAX_CUTOFF_ANGLE, "rad"),
        int(
            _within(
                element.find("env_texture_size"),
                WideLens.texture_size,
                _MIN_TEXTURE_SIZE,
                _MAX_TEXTURE_SIZE,
                "pixels",
            )
        ),
    )


def fov_limits(lens: WideLens) -> Tuple[float, float]:
    """Return the limits of the field of view of a scaled lens, rad.

    Between them the radius is above 0 and increases.
    """
    narrowest, widest = 0.0, _MAX_FIELD_OF_VIEW
    if lens.scaled and lens.kind == "custom":
        _, c2, c3, _ = lens.custom
        narrowest = max(0.0, -2.0 * c2 * c3)
        if lens.function != "id":
            widest = 2.0 * c2 * (_QUARTER_TURN - c3)
    elif lens.scaled and lens.kind in _HALVED:
        widest = 2.0 * _HALVED[lens.kind] * _QUARTER_TURN
    return narrowest, min(widest, _MAX_FIELD_OF_VIEW)


def _word(element: Optional[Element], usual: str, known: Tuple[str, ...]) -> str:
    word = text_of(element, usual)
    if element is not None and word not in known:
        raise failure(element, f"is {word!r}; write one of {', '.join(known)}")
    return word


def _above_zero(element: Optional[Element]) -> float:
    return 1.0 if element is None else positive(element, number(element, 1.0))


def _within(
    element: Optional[Element], usual: float, lowest: float, highest: float, unit: str
) -> float:
    value = number(element, usual)
    if element is not None and not lowest <= value <= highest:
        raise failure(element, f"is {value:g}; write {lowest:g} to {highest:.5g} {unit}")
    return value
