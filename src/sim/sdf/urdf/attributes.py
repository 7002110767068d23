"""Typed values of URDF attributes.

Errors name file, line and element.
"""

from __future__ import annotations

from typing import Optional, Tuple

import numpy as np

from sim.arrays import Array
from sim.sdf.xml.elements import Element, failure, parse_numbers
from sim.transforms import transform_from_rpy


def attribute(element: Element, name: str) -> str:
    """Return a required attribute, which must not be empty."""
    value = (element.get(name) or "").strip()
    if not value:
        raise failure(element, f'has no {name}; write <{element.tag} {name}="...">')
    return value


def numbers_of(
    element: Element, name: str, default: Optional[Tuple[float, ...]], names: str, count: int = 3
) -> Tuple[float, ...]:
    """Return ``count`` finite numbers of an attribute, or ``default``.

    Without a default the attribute is required.
    """
    if default is not None and not (element.get(name) or "").strip():
        return default
    return parse_numbers(
        element, attribute(element, name), [count], f"{count} numbers in {name}: {names}"
    )


def number_of(element: Element, name: str, default: Optional[float] = None) -> float:
    """Return one finite number of an attribute, or ``default``.

    Without a default the attribute is required.
    """
    return numbers_of(
        element, name, None if default is None else (default,), "one number", count=1
    )[0]


def origin(element: Element) -> Array:
    """Return ``parent_from_element`` (4, 4) of an ``<origin>``, by default identity."""
    child = element.find("origin")
    if child is None:
        return np.eye(4)
    zero = (0.0, 0.0, 0.0)
    return transform_from_rpy(
        numbers_of(child, "xyz", zero, "x y z"), numbers_of(child, "rpy", zero, "roll pitch yaw")
    )
