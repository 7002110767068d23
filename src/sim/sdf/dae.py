"""Reads Collada files as Gazebo classic's loader does, which is not what Collada's specification says.

``<unit>`` and node transforms apply, ``<up_axis>`` does not. Of a node's transforms a matrix counts alone; else the first translation, all
rotations and the first scale, in this order. Positions that several nodes share stay where the first of them put them. A skin's bind shape
acts on lists of polygons, not on triangles, after the node's transform. Materials, skeletons, fans and strips are not read.
Vertices come out in metres, in the file's own axes.
"""
from __future__ import annotations

from pathlib import Path
from typing import Dict, Iterator, List, Optional, Tuple

import numpy as np

from sim.errors import InputError
from sim.sdf.tinyxml import parse_bytes
from sim.sdf.xml import Element, local_name

Part = Tuple[str, np.ndarray, np.ndarray]
_DEEPEST = 100


def read_dae(path: str) -> List[Part]:
    """The parts (node name, vertices (n, 3), faces (m, 3), or (m, 2) of lines) of a Collada file, in Gazebo's order."""
    root = _open(path)
    parts = list(_Document(path, root).parts())
    if not parts:
        raise InputError(path, "holds no triangles in its scene; export the mesh again, as triangles or a list of polygons")
    meter = _meter(root, path)
    return [(name, vertices * meter, faces) for name, vertices, faces in parts]


def _open(path: str) -> Element:
    data = Path(path).read_bytes()
    if data.lstrip(b"\xef\xbb\xbf \t\r\n")[:1] != b"<" or b"<!ENTITY" in data:
        raise InputError(path, "is not a plain Collada document; it must be XML in UTF-8 without entities")
    try:
        root = parse_bytes(data, path)
    except InputError as error:
        raise InputError(path, f"is not a readable Collada file: {error}; export the mesh again") from None
    if local_name(root) != "COLLADA":
        raise InputError(path, f"is not a readable Collada file: its root is <{local_name(root)}>; export the mesh again")
    return root


def _meter(root: Element, path: str) -> float:
    unit = _child(_child(root, "asset"), "unit")
    text = unit.get("meter") if unit is not None else None
    try:
        return float(text) if text else 1.0
    except ValueError:
        raise InputError(path, f"its unit is {text!r} meter; write a number") from None


class _Document:
    """One Collada file while it is read."""

    def __init__(self, path: str, root: Element) -> None:
        self.path, self.root = path, root
        self._by_id: Dict[str, Element] = {}
        for element in root.iter():
            for key in (element.get("id"), element.get("sid")):
                if key:
                    self._by_id.setdefault(key, element)
        self._placed: Dict[str, np.ndarray] = {}
        self._bind_shape = np.eye(4)
        self._name = ""

    def parts(self) -> Iterator[Part]:
        for node in _children(self._scene(), "node"):
            yield from self._node(node, np.eye(4), 0)

    def _scene(self) -> Element:
        instance = _child(_child(self.root, "scene"), "instance_visual_scene")
        scene = self._find(instance.get("url") if instance is not None else None)
        if scene is None:
            scenes = [element for element in self.root.iter() if local_name(element) == "visual_scene"]
            if not scenes:
                raise InputError(self.path, "has no scene, so it shows nothing; export the mesh again")
            scene = scenes[0]
        return scene

    def _find(self, url: Optional[str]) -> Optional[Element]:
        return self._by_id.get((url or "").lstrip("#"))

    def _node(self, node: Element, root_from_parent: np.ndarray, depth: int) -> Iterator[Part]:
        """A node's children come before its own geometry; its name holds for all that follow, until the next name."""
        if depth > _DEEPEST:
            raise InputError(self.path, "its nodes are instances of each other without end; export the mesh again")
        root_from_node = root_from_parent @ self._transform(node)
        self._name = node.get("name") or self._name
        for child in _children(node, "node"):
            yield from self._node(child, root_from_node, depth + 1)
        instance = _child(node, "instance_node")
        if instance is not None:
            other = self._find(instance.get("url"))
            if other is not None:
                yield from self._node(other, root_from_node, depth + 1)
            return
        for kind in ("instance_geometry", "instance_controller"):
            for reference in _children(node, kind):
                geometry = self._find(reference.get("url"))
                if geometry is not None and kind == "instance_controller":
                    geometry = self._skinned(geometry)
                if geometry is not None:
                    yield from self._geometry(geometry, root_from_node)

    def _skinned(self, controller: Element) -> Optional[Element]:
        """The geometry that a controller moves; its bind shape holds for all lists of polygons from then on."""
        skin = _child(controller, "skin")
        matrix = _child(skin, "bind_shape_matrix")
        if matrix is not None:
            self._bind_shape = self._numbers(matrix, 16).reshape(4, 4)
        return self._find(skin.get("source") if skin is not None else None)

    def _transform(self, node: Element) -> np.ndarray:
        matrix = _child(node, "matrix")
        if matrix is not None:
            return self._numbers(matrix, 16).reshape(4, 4)
        result = np.eye(4)
        translate, scale = _child(node, "translate"), _child(node, "scale")
        if translate is not None:
            result[:3, 3] = self._numbers(translate, 3)
        for rotate in _children(node, "rotate"):
            *axis, angle = self._numbers(rotate, 4)
            result[:3, :3] = result[:3, :3] @ _turn(np.array(axis), np.radians(angle))
        if scale is not None:
            result[:3, :3] = result[:3, :3] * self._numbers(scale, 3)
        return result

    def _geometry(self, geometry: Element, root_from_node: np.ndarray) -> Iterator[Part]:
        mesh = _child(geometry, "mesh")
        for kind in ("triangles", "polylist", "lines"):
            for primitive in _children(mesh, kind):
                indices, offset, stride = self._indices(primitive)
                vertices = self._positions(primitive, root_from_node)
                corners = indices[:len(indices) // stride * stride].reshape(-1, stride)[:, offset]
                sides = 2 if kind == "lines" else 3
                faces = self._fans(primitive, corners) if kind == "polylist" else corners[:len(corners) // sides * sides].reshape(-1, sides)
                if kind == "polylist":
                    vertices = vertices @ self._bind_shape[:3, :3].T + self._bind_shape[:3, 3]
                if len(faces) and len(vertices):
                    yield self._name, vertices, faces

    def _indices(self, primitive: Element) -> Tuple[np.ndarray, int, int]:
        """All indices of a primitive, the place of the vertex in each group, and the size of a group."""
        offsets = {item.get("semantic"): int(item.get("offset") or 0) for item in _children(primitive, "input")}
        numbers = _child(primitive, "p")
        if "VERTEX" not in offsets or numbers is None:
            return np.zeros(0, np.int64), 0, 1
        stride = max(int(item.get("offset") or 0) for item in _children(primitive, "input")) + 1
        return self._array(numbers, np.int64), offsets["VERTEX"], stride

    def _fans(self, primitive: Element, corners: np.ndarray) -> np.ndarray:
        """Triangles (m, 3) of polygons, each as a fan around its first corner."""
        counts = _child(primitive, "vcount")
        counts = self._array(counts, np.int64) if counts is not None else np.zeros(0, np.int64)
        starts = np.concatenate([[0], np.cumsum(counts)[:-1]]) if len(counts) else counts
        if (counts < 0).any() or counts.sum() > len(corners):
            raise InputError(self.path, f"a list of polygons has {len(corners)} corners and speaks of {counts.sum()}; "
                             "export the mesh again")
        repeats = np.maximum(counts - 2, 0)
        first = np.repeat(starts, repeats)
        step = np.arange(repeats.sum()) - np.repeat(np.cumsum(repeats) - repeats, repeats)
        return corners[np.column_stack([first, first + step + 1, first + step + 2])]

    def _positions(self, primitive: Element, root_from_node: np.ndarray) -> np.ndarray:
        """The vertices (n, 3) of a primitive; Gazebo places them once for all nodes that use them."""
        vertices = self._find(_input(primitive, "VERTEX"))
        source = _input(vertices, "POSITION") if vertices is not None else None
        if source is None:
            return np.zeros((0, 3))
        if source not in self._placed:
            numbers = _child(self._find(source), "float_array")
            values = self._array(numbers, float) if numbers is not None else np.zeros(0)
            points = values[:len(values) // 3 * 3].reshape(-1, 3)
            self._placed[source] = points @ root_from_node[:3, :3].T + root_from_node[:3, 3]
        return self._placed[source]

    def _numbers(self, element: Element, count: int) -> np.ndarray:
        values = self._array(element, float)
        if len(values) != count:
            raise InputError(self.path, f"<{local_name(element)}> of line {element.sourceline} has {len(values)} numbers, not {count}; "
                             "export the mesh again")
        return values

    def _array(self, element: Element, kind: type) -> np.ndarray:
        try:
            return np.array((element.text or "").split(), dtype=kind)
        except (ValueError, OverflowError):
            raise InputError(self.path, f"<{local_name(element)}> of line {element.sourceline} has something that is no number; "
                             "export the mesh again") from None


def _turn(axis: np.ndarray, angle: float) -> np.ndarray:
    """Rotation (3, 3) about an axis, which need not have unit length."""
    length = float(np.linalg.norm(axis))
    x, y, z = axis / length if length > 0.0 else (0.0, 0.0, 1.0)
    skew = np.array([[0.0, -z, y], [z, 0.0, -x], [-y, x, 0.0]])
    return np.eye(3) + np.sin(angle) * skew + (1.0 - np.cos(angle)) * skew @ skew


def _children(element: Optional[Element], tag: str) -> List[Element]:
    return [child for child in element if local_name(child) == tag] if element is not None else []


def _child(element: Optional[Element], tag: str) -> Optional[Element]:
    return next(iter(_children(element, tag)), None)


def _input(element: Element, semantic: str) -> Optional[str]:
    return next((item.get("source") for item in _children(element, "input") if item.get("semantic") == semantic), None)
