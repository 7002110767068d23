"""Scaling of a vehicle's model to the size and colour of a type.

One model shows types of many sizes. The model's own size is the box around its collisions. Lengths
along the model's axes are multiplied by the ratio of the sizes; a rotated shape is stretched along
its own axes by the same ratio as these. Wheels that are meshes scale with the height. SI units.
"""

from __future__ import annotations

import os
from typing import Optional, Sequence, Tuple

import numpy as np
from lxml import etree

from sim.arrays import Array
from sim.errors import InputError
from sim.sdf.measure.bounds import model_bounds
from sim.sdf.model_path import split_uri
from sim.sdf.reader import read_model, read_model_string
from sim.sdf.types import Model
from sim.sdf.xml.elements import Element, parse_file, text_of
from sim.sdf.xml.poses import pose_frame, pose_matrix
from sim.transforms import pose_from_transform

# m; what differs by less is left as it is.
SAME = 1e-4
# Prefix of the names of rotating visuals.
WHEEL = "wheel_"
# Visuals in the colour of a vehicle: the first of these in the model, and all visuals of the same
# colour.
PAINTED = ("body", "cab", "frame", "torso")
Color = Tuple[float, float, float]


def fitted_element(
    path: str,
    model_path: Sequence[str],
    size: Optional[Sequence[float]] = None,
    color: Optional[Color] = None,
) -> Element:
    """Return the ``<model>`` of a file in another size and colour.

    ``size`` (3,) is long, wide and high, its paint is in ``color``; URIs are absolute.
    """
    model = parse_file(path).find("model")
    if model is None:
        raise InputError(path, "has no <model>; traffic needs one")
    absolute_uris(model, os.path.dirname(path))
    if size is not None:
        bounds = model_bounds(read_model(path, model_path)[0])
        own = np.zeros(3) if bounds is None else bounds[1] - bounds[0]
        if np.all(own > 0.0) and np.abs(own - size).max() > SAME:
            _stretch(model, np.asarray(size, float) / own)
    if color is not None:
        _paint(model, color)
    return model


def fitted_model(
    path: str, model_path: Sequence[str], size: Sequence[float], color: Optional[Color] = None
) -> Model:
    """Return the model of :func:`fitted_element` as data."""
    element = fitted_element(path, model_path, size, color)
    version = element.getroottree().getroot().get("version", "1.6")
    text = f'<sdf version="{version}">{etree.tostring(element, encoding="unicode")}</sdf>'
    return read_model_string(text, model_path, path)[0]


def absolute_uris(root: Element, folder: str) -> None:
    """Make relative URIs, which start at the file's folder, absolute."""
    for element in root.iter("uri", "parameters"):
        text = text_of(element, "")
        scheme, rest = split_uri(text)
        if scheme in ("", "file") and rest and not os.path.isabs(rest):
            path = os.path.join(folder, rest)
            if os.path.exists(path):
                # <include> takes plain paths, the others take both.
                element.text = os.path.abspath(path)


def _stretch(model: Element, factors: Array) -> None:
    """Scale the model along its axes by ``factors`` (3,).

    Parts placed in another frame than the model's are unchanged.
    """
    for link in model.findall("link"):
        if pose_frame(link.find("pose")):
            continue
        model_from_link = pose_matrix(link.find("pose"))
        moved = _moved(link, model_from_link, factors * model_from_link[:3, 3])
        for part in link.findall("visual") + link.findall("collision"):
            if pose_frame(part.find("pose")):
                continue
            link_from_part = pose_matrix(part.find("pose"))
            turn = model_from_link[:3, :3]
            _moved(part, link_from_part, turn.T @ (factors * (turn @ link_from_part[:3, 3])))
            own = np.linalg.norm(
                factors[:, None] * (moved[:3, :3] @ link_from_part[:3, :3]), axis=0
            )
            # Rotating parts have to stay round.
            turns = (
                part.get("name", "").startswith(WHEEL) and part.find("geometry/mesh") is not None
            )
            _stretch_shape(part.find("geometry"), np.full(3, factors[2]) if turns else own)


def _moved(element: Element, pose: Array, position: Array) -> Array:
    """Move an element to another position; return its new pose."""
    pose = pose.copy()
    if not np.allclose(pose[:3, 3], position, rtol=0.0, atol=1e-12):
        pose[:3, 3] = position
        _child(element, "pose").text = " ".join(
            f"{value:.9g}" for value in pose_from_transform(pose)
        )
    return pose


def _stretch_shape(geometry: Optional[Element], factors: Array) -> None:
    """Multiply a shape along its own axes; round shapes stay round."""
    for shape in () if geometry is None else geometry:
        if shape.tag == "box":
            _multiply(shape.find("size"), factors)
        elif shape.tag == "sphere":
            _multiply(shape.find("radius"), np.cbrt(factors.prod()))
        elif shape.tag == "cylinder":
            _multiply(shape.find("radius"), np.sqrt(factors[0] * factors[1]))
            _multiply(shape.find("length"), factors[2])
        elif shape.tag == "mesh":
            scale = _child(shape, "scale")
            scale.text = text_of(scale, "") or "1 1 1"
            _multiply(scale, factors)


def _multiply(element: Optional[Element], factors: Array) -> None:
    if element is not None:
        values = np.array(text_of(element, "").split(), float) * factors
        element.text = " ".join(f"{value:.9g}" for value in values)


def _paint(model: Element, color: Color) -> None:
    visuals = {visual.get("name", ""): visual for visual in model.iter("visual")}
    first = next((visuals[name] for name in PAINTED if name in visuals), None)
    paint = None if first is None else _diffuse(first)
    for visual in visuals.values() if paint else ():
        material = visual.find("material")
        if material is not None and _diffuse(visual) == paint:
            for tag in ("ambient", "diffuse"):
                _child(material, tag).text = "{:.4g} {:.4g} {:.4g} 1".format(*color)


def _diffuse(visual: Element) -> Optional[str]:
    return text_of(visual.find("material/diffuse"), "") or None


def _child(parent: Element, tag: str) -> Element:
    found = parent.find(tag)
    if found is None:
        found = parent.makeelement(tag)
        parent.append(found)
    return found
