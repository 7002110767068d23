"""Independent blocks of a program.

Objects that share a random value are in one block and drawn together. A block gives proposals of
its objects' boxes and, for a requested proposal, Scenic's values of its content.
"""

from __future__ import annotations

from typing import Any, Callable, Dict, List, Optional, Sequence, Set, Tuple

import numpy as np

from sim.arrays import Array
from sim.scenes.sampling.arrays import Expressions, Turn
from sim.scenes.sampling.draws import Draws, NotUnderstood, Vec

POINTS = ("Point", "Point2D", "OrientedPoint", "OrientedPoint2D")
SIZES = ("width", "length", "height")


def random_nodes(root: Any, seen: Optional[Dict[int, Any]] = None) -> Dict[int, Any]:
    """Return all random values that a value depends on, by identity. Itself included."""
    from scenic.core.distributions import needsSampling

    seen = {} if seen is None else seen
    if id(root) not in seen and needsSampling(root):
        seen[id(root)] = root
        for child in root._conditioned._dependencies:
            random_nodes(child, seen)
    return seen


def independent(roots: Sequence[Any]) -> List[List[Any]]:
    """Group the random roots into sets without common random values.

    The order is that of first members. Random values cannot be compared by ``==``, so that groups
    are joined by identity.
    """
    groups: List[Tuple[List[Any], Set[int]]] = []
    for root in dict((id(root), root) for root in roots).values():
        nodes = set(random_nodes(root))
        if nodes:
            joined = [number for number, group in enumerate(groups) if group[1] & nodes]
            place = joined[0] if joined else len(groups)
            members = [item for number in joined for item in groups[number][0]]
            merged = nodes.union(*(groups[number][1] for number in joined))
            kept = [group for number, group in enumerate(groups) if number not in joined]
            groups = [*kept[:place], ([*members, root], merged), *kept[place:]]
    return [members for members, _ in groups]


def needed(roots: Sequence[Any], objects: Sequence[Any], named: Set[int]) -> List[Any]:
    """Return the roots without points used only by objects.

    Such a point draws nothing that the objects do not draw, and no requirement or parameter
    (``named``, by identity) refers to it.
    """
    drawn: Dict[int, Any] = {}
    for item in objects:
        random_nodes(item, drawn)
    own = {id(item) for item in objects} | named
    return [
        root
        for root in roots
        if id(root) in own
        or type(root).__name__ not in POINTS
        or not set(random_nodes(root)) - {id(root)} <= set(drawn)
    ]


def box_of(item: Any) -> Tuple[Array, bool]:
    """Return a sampled object's box (7,) and whether it is exact.

    A tilted object has a cube around it.
    """
    half = (item.width / 2.0, item.length / 2.0, item.height / 2.0)
    yaw, pitch, roll = item.orientation.eulerAngles
    if pitch == 0.0 and roll == 0.0:
        return np.array([*item.position, yaw, *half], dtype=float), is_box(item)
    return np.array([*item.position, 0.0, *[float(np.linalg.norm(half))] * 3], dtype=float), False


def is_box(item: Any) -> bool:
    """Return whether an object's shape is its box.

    Classes derived from BoxShape may have another shape.
    """
    from scenic.core.shapes import BoxShape

    return type(item.shape) is BoxShape


class ScenicBlock:
    """A block that Scenic draws itself, a proposal at a time. Its ``form`` is unique."""

    cheap = False

    def __init__(self, roots: Sequence[Any], objects: Sequence[Any]) -> None:
        self.roots, self.objects, self.form = list(roots), list(objects), ("scenic", id(self))
        self._stored: List[Any] = []

    def clear(self) -> None:
        self._stored.clear()

    def propose(
        self, rng: np.random.Generator, count: int, reject: Callable[[str], None]
    ) -> Tuple[Array, Array, Array]:
        """Return boxes (n, k, 7), their exactness (n, k) and rows (n,).

        Rows identify proposals in later calls; n may be below ``count``.
        """
        from scenic.core.distributions import RejectionException, Samplable

        boxes, exact, rows = [], [], []
        for _ in range(count):
            try:
                values = Samplable.sampleAll(self.roots)
            except RejectionException as error:
                reject(f"a value could not be drawn ({error})")
                continue
            found = [box_of(values[item]) for item in self.objects]
            boxes.append([box for box, _ in found])
            exact.append([sharp for _, sharp in found])
            rows.append(len(self._stored))
            self._stored.append(values)
        size = (len(rows), len(self.objects))
        return (
            np.array(boxes, dtype=float).reshape(*size, 7),
            np.array(exact, dtype=bool).reshape(size),
            np.array(rows, dtype=int),
        )

    def values(self, row: int, block: ScenicBlock) -> Any:
        """Return Scenic's values of the block's content."""
        return self._stored[row]


class ArrayBlock:
    """A block with boxes computed as arrays.

    Blocks of the same ``form`` are drawn from the same distribution.
    """

    def __init__(self, roots: Sequence[Any], objects: Sequence[Any], named: Set[int]) -> None:
        self.roots, self.objects, self.wanted = (
            list(roots),
            list(objects),
            needed(roots, objects, named),
        )
        self._expressions = Expressions()
        compiled = [self._box(item) for item in self.objects]
        self._boxes = [terms for terms, _, _ in compiled]
        self._exact = np.array([sharp for _, sharp, _ in compiled], dtype=bool)
        self.cheap = bool(self._exact.all())
        self.form: Any = ("arrays", tuple((form, sharp) for _, sharp, form in compiled))
        self._drawn: List[Tuple[int, List[Any]]] = []
        self._count = 0
        self.propose(np.random.default_rng(0), 4, lambda text: None)
        self.clear()

    @property
    def leaves(self) -> List[Any]:
        return self._expressions.leaves

    def clear(self) -> None:
        self._drawn.clear()
        self._count = 0

    def _box(self, item: Any) -> Tuple[List[Any], bool, Any]:
        from scenic.core.distributions import needsSampling

        if needsSampling(item.shape):
            raise NotUnderstood("a random shape")
        pairs = [
            self._expressions.compile(value)
            for value in (item.position, item.orientation, *(getattr(item, name) for name in SIZES))
        ]
        return [term for term, _ in pairs], is_box(item), tuple(form for _, form in pairs)

    def propose(
        self, rng: np.random.Generator, count: int, reject: Callable[[str], None]
    ) -> Tuple[Array, Array, Array]:
        """Return proposals like :meth:`ScenicBlock.propose`."""
        drawn = [draw(rng, count) for draw in self._expressions.draw]
        draws = Draws(drawn)
        boxes = np.empty((count, len(self.objects), 7))
        for number, (position, turn, *sizes) in enumerate(self._boxes):
            place, facing = position(draws), turn(draws)
            if not isinstance(place, Vec) or not isinstance(facing, Turn):
                raise NotUnderstood("a position or orientation of an unknown kind")
            for column, value in enumerate((place.x, place.y, place.z, facing.yaw)):
                boxes[:, number, column] = value
            for column, size in enumerate(sizes):
                boxes[:, number, 4 + column] = size(draws) / 2.0
        rows = np.arange(self._count, self._count + count)
        self._drawn.append((self._count, drawn))
        self._count += count
        return boxes, np.broadcast_to(self._exact, boxes.shape[:2]), rows

    def values(self, row: int, block: ArrayBlock) -> Any:
        """Return Scenic's values of a block of the same form.

        Its leaves have the drawn values; Scenic computes the rest.
        """
        from scenic.core.utils import DefaultIdentityDict

        start, drawn = next(chunk for chunk in reversed(self._drawn) if chunk[0] <= row)
        values = DefaultIdentityDict()
        for leaf, value, array in zip(block.leaves, self._expressions.values, drawn):
            values[leaf] = value(array, row - start)
        for root in block.wanted:
            if root not in values:
                values[root] = root.sample(values)
        return values
