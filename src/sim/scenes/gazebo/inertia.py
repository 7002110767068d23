"""Mass and inertia of a stretched body of constant density.

With the second moments S = integral of rho r r^T dV, the inertia is I = tr(S) 1 - S. A linear map A
turns S into det(A) A S A^T for any shape, so that the result is exact.
"""

from __future__ import annotations

import numpy as np

from sim.arrays import Array
from sim.scenes.gazebo.numbers import number_text
from sim.sdf.readers.links import inertia_matrix
from sim.sdf.xml.elements import Element, number

MOMENTS = (("ixx", 0, 0), ("iyy", 1, 1), ("izz", 2, 2), ("ixy", 0, 1), ("ixz", 0, 2), ("iyz", 1, 2))


def stretched_inertia(inertia: Array, stretch: Array) -> Array:
    """Return the inertia (3, 3) after the linear map ``stretch`` (3, 3).

    About the centre of mass, both in the same axes. A physically impossible inertia (a negative
    second moment) grows as for a uniform stretch.
    """
    volume = np.linalg.det(stretch)
    moments = np.trace(inertia) / 2.0 * np.eye(3) - inertia
    if np.linalg.eigvalsh(moments)[0] < -1e-6 * abs(np.trace(moments)):
        result: Array = inertia * volume ** (5.0 / 3.0)
        return result
    moments = volume * stretch @ moments @ stretch.T
    result = np.trace(moments) * np.eye(3) - moments
    return result


def scale_inertial(element: Element, stretch: Array) -> None:
    """Scale mass and moments of an ``<inertial>``.

    ``stretch`` (3, 3) is in the inertial's axes. Omitted values have SDF's default, 1.
    """
    set_number(element, "mass", number(element.find("mass"), 1.0) * np.linalg.det(stretch))
    inertia = element.find("inertia")
    if inertia is None:
        inertia = element.makeelement("inertia")
        element.append(inertia)
    values = {
        tag: number(inertia.find(tag), 1.0 if row == column else 0.0)
        for tag, row, column in MOMENTS
    }
    scaled = stretched_inertia(inertia_matrix(**values), stretch)
    for tag, row, column in MOMENTS:
        set_number(inertia, tag, scaled[row, column])


def set_number(parent: Element, tag: str, value: float) -> None:
    """Write a number into a child element, added if missing."""
    child = parent.find(tag)
    if child is None:
        child = parent.makeelement(tag)
        parent.append(child)
    child.text = number_text(value)
