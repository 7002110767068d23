"""Reader of Collada files after Gazebo classic's loader.

It deviates from Collada's specification. ``<unit>`` and node transforms apply, ``<up_axis>`` does
not. Of a node's transforms a matrix counts alone; else the first translation, all rotations and the
first scale, in this order. Positions shared by several nodes stay where the first of them put them.
A skin's bind shape acts on lists of polygons, not on triangles, after the node's transform.
Materials are read in ``dae_skins``; skeletons, fans and strips are not. Vertices are in metres, in
the file's own axes.
"""

from __future__ import annotations

from pathlib import Path
from typing import Dict, Iterator, List, NamedTuple, Optional, Tuple

import numpy as np

from sim.arrays import Array
from sim.errors import InputError
from sim.sdf.xml.elements import Element, local_name
from sim.sdf.xml.tinyxml import parse_bytes

Part = Tuple[str, Array, Array]
_DEEPEST = 100


class Primitive(NamedTuple):
    """A part with its source elements.

    Its list of triangles, polygons or lines, and the node's reference to its geometry.
    """

    name: str
    vertices: Array
    faces: Array
    element: Element
    reference: Element


def read_dae(path: str) -> List[Part]:
    """Return the parts of a Collada file in Gazebo's order.

    Each is node name, vertices (n, 3), faces (m, 3), or (m, 2) of lines.
    """
    document = open_dae(path)
    parts = list(document.parts())
    if not parts:
        raise InputError(
            path,
            "holds no triangles in its scene; export the mesh again, as triangles or a list of "
            "polygons",
        )
    meter = _meter(document.root, path)
    return [(part.name, part.vertices * meter, part.faces) for part in parts]


def open_dae(path: str) -> Document:
    """Return a Collada file, parsed."""
    return Document(path, _open(path))


def _open(path: str) -> Element:
    data = Path(path).read_bytes()
    if data.lstrip(b"\xef\xbb\xbf \t\r\n")[:1] != b"<" or b"<!ENTITY" in data:
        raise InputError(
            path, "is not a plain Collada document; it must be XML in UTF-8 without entities"
        )
    try:
        root = parse_bytes(data, path)
    except InputError as error:
        raise InputError(
            path, f"is not a readable Collada file: {error}; export the mesh again"
        ) from None
    if local_name(root) != "COLLADA":
        raise InputError(
            path,
            f"is not a readable Collada file: its root is <{local_name(root)}>; export the mesh "
            "again",
        )
    return root


def _meter(root: Element, path: str) -> float:
    unit = child_of(child_of(root, "asset"), "unit")
    text = unit.get("meter") if unit is not None else None
    try:
        return float(text) if text else 1.0
    except ValueError:
        raise InputError(path, f"its unit is {text!r} meter; write a number") from None


class Document:
    """One Collada file while it is read; its parts come once."""

    def __init__(self, path: str, root: Element) -> None:
        self.path, self.root = path, root
        self._by_id: Dict[str, Element] = {}
        for element in root.iter():
            for key in (element.get("id"), element.get("sid")):
                if key:
                    self._by_id.setdefault(key, element)
        self._placed: Dict[str, Array] = {}
        self._bind_shape = np.eye(4)
        self._name = ""

    def parts(self) -> Iterator[Primitive]:
        """Yield the parts in Gazebo's order, in the file's own unit."""
        for node in children(self._scene(), "node"):
            yield from self._node(node, np.eye(4), 0)

    def _scene(self) -> Element:
        instance = child_of(child_of(self.root, "scene"), "instance_visual_scene")
        scene = self.find(instance.get("url") if instance is not None else None)
        if scene is None:
            scenes = [
                element for element in self.root.iter() if local_name(element) == "visual_scene"
            ]
            if not scenes:
                raise InputError(self.path, "scene not found; export the mesh again")
            scene = scenes[0]
        return scene

    def find(self, url: Optional[str]) -> Optional[Element]:
        """Return the element of an id, with or without # before it."""
        return self._by_id.get((url or "").lstrip("#"))

    def _node(self, node: Element, root_from_parent: Array, depth: int) -> Iterator[Primitive]:
        """Yield the primitives of a node, its children's first.

        Its name holds for all following ones until the next name.
        """
        if depth > _DEEPEST:
            raise InputError(
                self.path,
                "its nodes are instances of each other without end; export the mesh again",
            )
        root_from_node = root_from_parent @ self._transform(node)
        self._name = node.get("name") or self._name
        for child in children(node, "node"):
            yield from self._node(child, root_from_node, depth + 1)
        instance = child_of(node, "instance_node")
        if instance is not None:
            other = self.find(instance.get("url"))
            if other is not None:
                yield from self._node(other, root_from_node, depth + 1)
            return
        for kind in ("instance_geometry", "instance_controller"):
            for reference in children(node, kind):
                geometry = self.find(reference.get("url"))
                if geometry is not None and kind == "instance_controller":
                    geometry = self._skinned(geometry)
                if geometry is not None:
                    yield from self._geometry(geometry, root_from_node, reference)

    def _skinned(self, controller: Element) -> Optional[Element]:
        """Return the geometry of a controller.

        Its bind shape holds for all later lists of polygons.
        """
        skin = child_of(controller, "skin")
        matrix = child_of(skin, "bind_shape_matrix")
        if matrix is not None:
            self._bind_shape = self._numbers(matrix, 16).reshape(4, 4)
        return self.find(skin.get("source") if skin is not None else None)

    def _transform(self, node: Element) -> Array:
        matrix = child_of(node, "matrix")
        if matrix is not None:
            return self._numbers(matrix, 16).reshape(4, 4)
        result = np.eye(4)
        translate, scale = child_of(node, "translate"), child_of(node, "scale")
        if translate is not None:
            result[:3, 3] = self._numbers(translate, 3)
        for rotate in children(node, "rotate"):
            *axis, angle = self._numbers(rotate, 4)
            result[:3, :3] = result[:3, :3] @ _turn(np.array(axis), np.radians(angle))
        if scale is not None:
            result[:3, :3] = result[:3, :3] * self._numbers(scale, 3)
        return result

    def _geometry(
        self, geometry: Element, root_from_node: Array, reference: Element
    ) -> Iterator[Primitive]:
        mesh = child_of(geometry, "mesh")
        for kind in ("triangles", "polylist", "lines"):
            for primitive in children(mesh, kind):
                faces = self.faces(primitive, "VERTEX")
                vertices = self._positions(primitive, root_from_node)
                if kind == "polylist":
                    vertices = vertices @ self._bind_shape[:3, :3].T + self._bind_shape[:3, 3]
                if len(faces) and len(vertices):
                    yield Primitive(self._name, vertices, faces, primitive, reference)

    def faces(self, primitive: Element, semantic: str) -> Array:
        """Return indices (m, 3) of triangles, or (m, 2) of lines.

        Into the source of an input; (0, 3) without it.
        """
        indices, offset, stride = self._indices(primitive, semantic)
        corners = indices[: len(indices) // stride * stride].reshape(-1, stride)[:, offset]
        if local_name(primitive) == "polylist":
            return self._fans(primitive, corners)
        sides = 2 if local_name(primitive) == "lines" else 3
        return corners[: len(corners) // sides * sides].reshape(-1, sides)

    def _indices(self, primitive: Element, semantic: str) -> Tuple[Array, int, int]:
        """Return a primitive's indices, an input's offset, and the group size."""
        offsets = {
            item.get("semantic"): int(item.get("offset") or 0)
            for item in children(primitive, "input")
        }
        numbers = child_of(primitive, "p")
        if semantic not in offsets or numbers is None:
            return np.zeros(0, np.int64), 0, 1
        stride = max(int(item.get("offset") or 0) for item in children(primitive, "input")) + 1
        return self.array(numbers, np.int64), offsets[semantic], stride

    def _fans(self, primitive: Element, corners: Array) -> Array:
        """Triangulate polygons as fans around their first corner, (m, 3)."""
        numbers = child_of(primitive, "vcount")
        counts = self.array(numbers, np.int64) if numbers is not None else np.zeros(0, np.int64)
        starts = np.concatenate([[0], np.cumsum(counts)[:-1]]) if len(counts) else counts
        if (counts < 0).any() or counts.sum() > len(corners):
            raise InputError(
                self.path,
                f"a list of polygons has {len(corners)} corners and speaks of {counts.sum()}; "
                "export the mesh again",
            )
        repeats = np.maximum(counts - 2, 0)
        first = np.repeat(starts, repeats)
        step = np.arange(repeats.sum()) - np.repeat(np.cumsum(repeats) - repeats, repeats)
        triangles: Array = corners[np.column_stack([first, first + step + 1, first + step + 2])]
        return triangles

    def _positions(self, primitive: Element, root_from_node: Array) -> Array:
        """Return the vertices (n, 3) of a primitive.

        Gazebo places them once for all nodes that use them.
        """
        vertices = self.find(input_of(primitive, "VERTEX"))
        source = input_of(vertices, "POSITION") if vertices is not None else None
        if source is None:
            return np.zeros((0, 3))
        if source not in self._placed:
            numbers = child_of(self.find(source), "float_array")
            values = self.array(numbers, float) if numbers is not None else np.zeros(0)
            points = values[: len(values) // 3 * 3].reshape(-1, 3)
            self._placed[source] = points @ root_from_node[:3, :3].T + root_from_node[:3, 3]
        return self._placed[source]

    def _numbers(self, element: Element, count: int) -> Array:
        values = self.array(element, float)
        if len(values) != count:
            raise InputError(
                self.path,
                f"<{local_name(element)}> of line {element.sourceline} has {len(values)} numbers, "
                f"not {count}; "
                "export the mesh again",
            )
        return values

    def array(self, element: Element, kind: type) -> Array:
        try:
            return np.array((element.text or "").split(), dtype=kind)
        except (ValueError, OverflowError):
            raise InputError(
                self.path,
                f"<{local_name(element)}> of line {element.sourceline} contains an invalid "
                "number; export the mesh again",
            ) from None


def _turn(axis: Array, angle: float) -> Array:
    """Return the rotation (3, 3) about an axis of any length."""
    length = float(np.linalg.norm(axis))
    x, y, z = axis / length if length > 0.0 else (0.0, 0.0, 1.0)
    skew = np.array([[0.0, -z, y], [z, 0.0, -x], [-y, x, 0.0]])
    turn: Array = np.eye(3) + np.sin(angle) * skew + (1.0 - np.cos(angle)) * skew @ skew
    return turn


def children(element: Optional[Element], tag: str) -> List[Element]:
    return [child for child in element if local_name(child) == tag] if element is not None else []


def child_of(element: Optional[Element], tag: str) -> Optional[Element]:
    return next(iter(children(element, tag)), None)


def input_of(element: Element, semantic: str) -> Optional[str]:
    return next(
        (
            item.get("source")
            for item in children(element, "input")
            if item.get("semantic") == semantic
        ),
        None,
    )
