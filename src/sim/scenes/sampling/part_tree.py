"""A program as a tree of independent parts with their requirements."""

from __future__ import annotations

import contextlib
from dataclasses import dataclass
from typing import Any, Callable, Dict, Iterable, List, Sequence, Set, Tuple

import numpy as np

from sim.arrays import Array
from sim.scenes.sampling.blocks import (
    ArrayBlock,
    ScenicBlock,
    box_of,
    independent,
    is_box,
    random_nodes,
)
from sim.scenes.sampling.boxes import Footprint
from sim.scenes.sampling.draws import NotUnderstood
from sim.scenes.sampling.requirements import about, is_plain_sight, linked
from sim.scenes.sampling.tree import (
    FixedRegionContact,
    InsideRegion,
    Leaf,
    NoFixedOverlap,
    NoOverlap,
    Pair,
    ScenePart,
    ScenicRequirement,
    costly,
    count_uses,
    pairs_within,
    tree,
)


class NotByParts(Exception):
    """A program that only Scenic's own loop samples correctly. The message is the reason."""


@dataclass(frozen=True)
class PartRequirement:
    """A requirement on objects of a part.

    Their columns among its objects, Scenic's requirement, and Scenic's own verdict on the sampled
    objects.
    """

    columns: Tuple[int, ...]
    requirement: Any
    holds: Callable[..., bool]


class PartTree:
    """Parts of a program. ``order`` are the program's blocks in the order of the root's rows."""

    def __init__(self, program: Any) -> None:
        self._program = program
        _refuse(program)
        self._fixed = [
            item for item in program.objects if not random_nodes(item) and not item.allowCollisions
        ]
        boxes = [box_of(item) for item in self._fixed]
        self._fixed_boxes = np.array([box for box, _ in boxes]).reshape(-1, 7)
        self._fixed_exact = np.array([sharp for _, sharp in boxes], dtype=bool)
        self._containers = {
            id(item.obj): item
            for item in program.defaultRequirements
            if type(item).__name__ == "ContainmentRequirement"
        }
        self._footprints: Dict[int, Any] = {}
        self._layered = any(
            getattr(item, "model_pieces", None) is not None for item in program.objects
        )
        sights = [item for item in program.defaultRequirements if is_plain_sight(item)]
        self._seen = {
            id(item.target): (item, Footprint(item.source.visibleRegion.polygons))
            for item in sights
        }
        named = {id(item) for item in program.dependencies[len(program._instances) :]}
        self._blocks = [
            _block(roots, _objects(roots, program.objects), named)
            for roots in independent(program.dependencies)
        ]
        if not self._blocks:
            raise NotByParts("nothing is random")
        if len(self._blocks) == 1 and isinstance(self._blocks[0], ScenicBlock):
            # Parts would be the whole scene, and estimating their acceptance may take minutes.
            raise NotByParts("all random values depend on each other")
        self._build()

    @property
    def said(self) -> str:
        """The parts in words."""
        scenics = sum(isinstance(block, ScenicBlock) for block in self._blocks)
        return f"by parts: {len(self._blocks)} independent" + (
            f", {scenics} of which Scenic draws" if scenics else ""
        )

    def clear(self) -> None:
        """Forget the last scene."""
        for part in self.parts:
            part.clear()
        for block in self._blocks:
            block.clear()
        self._cache.clear()

    def values(self, rows: Array) -> Any:
        """Return Scenic's values of a row for the program's own objects."""
        found = [
            self._values(kept, own, int(row))
            for kept, own, row in zip(self.root.blocks, self.order, rows)
        ]
        return _merged(found)

    def _build(self) -> None:
        """Build leaves, trees of equal leaves, and requirements.

        Leaves of the same distribution are built once; requirements on several leaves are where
        these come together.
        """
        self._cache: Dict[Tuple[int, int], Any] = {}
        asked = self._asked()
        alone = {number for numbers, _ in asked for number in numbers}
        leaves: Dict[Any, Leaf] = {}
        groups: Dict[Any, List[int]] = {}
        for number, block in enumerate(self._blocks):
            form = self._form(block) if number not in alone else ("alone", number)
            if form not in leaves:
                leaves[form] = self._leaf(block)
            groups.setdefault(form, []).append(number)
        self._pairs: Dict[Tuple[int, int], ScenePart] = {}
        clusters = linked([numbers for numbers, _ in asked], len(self._blocks))
        trees: List[Tuple[ScenePart, List[int]]] = []
        for cluster in clusters:
            trees.append(
                (tree([leaves[("alone", number)] for number in cluster], self._pair), cluster)
            )
        for form, numbers in groups.items():
            if form[0] != "alone":
                trees.append((tree([leaves[form]] * len(numbers), self._pair), numbers))
        self.root = tree([part for part, _ in trees], self._pair)
        self.order = [self._blocks[number] for _, numbers in trees for number in numbers]
        for together, requirement in asked:
            self._attach({id(leaves[("alone", number)]) for number in together}, requirement)
        count_uses(self.root)
        costly(self.root)
        self.parts = list({id(part): part for part in _parts(self.root)}.values())

    def _form(self, block: Any) -> Any:
        """Return a block's form.

        Two blocks of one form have the same distribution and the same requirements with everything
        else.
        """
        return ("form", block.form, tuple(map(self._object_form, block.objects)))

    def _object_form(self, item: Any) -> Any:
        seen = self._seen[id(item)][1].form if id(item) in self._seen else None
        return (
            bool(item.allowCollisions),
            self._region_form(item),
            seen,
            _shape_form(item),
            _height_form(item) if self._layered else None,
        )

    def _region_form(self, item: Any) -> Any:
        requirement = self._containers.get(id(item))
        if requirement is None:
            return None
        footprint = self._footprint(requirement)
        return id(requirement.container) if footprint is None else footprint.form

    def _footprint(self, requirement: Any) -> Any:
        container = requirement.container
        if type(container).__name__ != "PolygonalFootprintRegion":
            return None
        if id(container) not in self._footprints:
            self._footprints[id(container)] = Footprint(container.polygons)
        return self._footprints[id(container)]

    def _leaf(self, block: Any) -> Leaf:
        leaf, objects = Leaf(block), block.objects
        contained = [
            (number, self._containers[id(item)])
            for number, item in enumerate(objects)
            if id(item) in self._containers
        ]
        inside = [
            (
                number,
                self._footprint(requirement),
                PartRequirement((number,), requirement, requirement.container.containsObject),
            )
            for number, requirement in contained
            if not random_nodes(requirement.container)
        ]
        if inside:
            leaf.checks.append(InsideRegion(inside, self._ask))
        seen = [
            (number, self._seen[id(item)][1], self._sight(number, item))
            for number, item in enumerate(objects)
            if id(item) in self._seen
        ]
        if seen:
            leaf.checks.append(FixedRegionContact(seen, self._ask))
        fixed = [
            (
                number,
                place,
                self._overlap(
                    (number,), item, other, lambda mine, other=other: not mine.intersects(other)
                ),
            )
            for number, item in enumerate(objects)
            if not item.allowCollisions
            for place, other in enumerate(self._fixed)
        ]
        if fixed:
            leaf.checks.append(
                NoFixedOverlap(fixed, self._fixed_boxes, self._fixed_exact, self._ask)
            )
        within = [
            (i, j, self._overlap((i, j), objects[i], objects[j], _apart))
            for i, j in pairs_within(len(objects))
            if not objects[i].allowCollisions and not objects[j].allowCollisions
        ]
        if within:
            leaf.checks.append(NoOverlap(within, self._ask))
        return leaf

    def _pair(self, first: ScenePart, second: ScenePart) -> ScenePart:
        key = (id(first), id(second))
        if key not in self._pairs:
            pair, offset = Pair(first, second), len(first.objects)
            across = [
                (i, offset + j, self._overlap((i, offset + j), a, b, _apart))
                for i, a in enumerate(first.objects)
                for j, b in enumerate(second.objects)
                if not a.allowCollisions and not b.allowCollisions
            ]
            if across:
                pair.checks.append(NoOverlap(across, self._ask))
            self._pairs[key] = pair
        return self._pairs[key]

    def _sight(self, number: int, item: Any) -> PartRequirement:
        requirement = self._seen[id(item)][0]
        return PartRequirement((number,), requirement, requirement.source.canSee)

    def _overlap(
        self, columns: Tuple[int, ...], a: Any, b: Any, holds: Callable[..., bool]
    ) -> PartRequirement:
        from scenic.core.requirements import IntersectionRequirement

        return PartRequirement(columns, IntersectionRequirement(a, b), holds)

    def _asked(self) -> List[Tuple[Set[int], Any]]:
        """Return the requirements that only Scenic can check, with their blocks."""
        owners = {
            key: number
            for number, block in enumerate(self._blocks)
            for root in block.roots
            for key in random_nodes(root)
        }
        found = []
        for requirement in (*self._program.defaultRequirements, *self._program.userRequirements):
            values = about(requirement, self._program.objects)
            nodes = [key for value in values for key in random_nodes(value)]
            if values:
                found.append(({owners[key] for key in nodes if key in owners}, requirement))
        return found

    def _attach(self, leaves: Set[int], requirement: Any) -> None:
        part: ScenePart = self.root
        while isinstance(part, Pair):
            inner = [
                child
                for child in (part.first, part.second)
                if leaves and leaves <= {id(leaf) for leaf in _parts(child)}
            ]
            if not inner:
                break
            part = inner[0]
        part.asked.append(ScenicRequirement(requirement, self._ask))

    def _ask(self, part: ScenePart, rows: Array, cause: Any) -> bool:
        """Return Scenic's own verdict on a row of a part."""
        if isinstance(cause, PartRequirement):
            return bool(cause.holds(*(self._item(part, rows, column) for column in cause.columns)))
        return not cause.falsifiedBy(
            _merged([self._values(block, block, int(row)) for block, row in zip(part.blocks, rows)])
        )

    def _item(self, part: ScenePart, rows: Array, column: int) -> Any:
        """Return a sampled object of a row."""
        for block, row in zip(part.blocks, rows):
            if column < len(block.objects):
                return self._values(block, block, int(row))[block.objects[column]]
            column -= len(block.objects)
        raise IndexError(column)

    def _values(self, kept: Any, own: Any, row: int) -> Any:
        key = (id(own), row)
        if key not in self._cache:
            self._cache[key] = kept.values(row, own)
        return self._cache[key]


def _refuse(program: Any) -> None:
    from scenic.core.distributions import needsSampling

    if program.externalSampler is not None:
        raise NotByParts("the program has parameters of an external sampler")
    for item in program._instances:
        if needsSampling(item.mutationScale) or item.mutationScale != 0:
            raise NotByParts("the program mutates objects")
    if any(needsSampling(item.allowCollisions) for item in program.objects):
        raise NotByParts("whether an object allows collisions is random")


def _objects(roots: Sequence[Any], objects: Sequence[Any]) -> List[Any]:
    own = {id(root) for root in roots}
    return [item for item in objects if id(item) in own]


def _block(roots: Sequence[Any], objects: Sequence[Any], named: Set[int]) -> Any:
    if objects:
        # An expression may be anything; Scenic draws it, and reports its errors.
        wrong = (NotUnderstood, TypeError, ValueError, AttributeError, ArithmeticError)
        with contextlib.suppress(*wrong):
            return ArrayBlock(roots, objects, named)
    return ScenicBlock(roots, objects)


def _shape_form(item: Any) -> Any:
    """Return the form of an object's shape.

    Boxes are defined by position, yaw and sizes; any other shape is unique.
    """
    return "box" if is_box(item) else id(item)


def _height_form(item: Any) -> Any:
    """Return the form of property z in 2D mode. It counts against models of pieces (FlatModel)."""
    from scenic.core.distributions import needsSampling

    z = item.z if "z" in item.properties else None
    return id(item) if needsSampling(z) else z


def _apart(a: Any, b: Any) -> bool:
    return not a.intersects(b)


def _merged(found: Sequence[Any]) -> Any:
    from scenic.core.utils import DefaultIdentityDict

    if len(found) == 1:
        return found[0]
    merged = DefaultIdentityDict()
    for values in found:
        merged.storage.update(values.storage)
    return merged


def _parts(part: ScenePart) -> Iterable[ScenePart]:
    yield part
    if isinstance(part, Pair):
        yield from _parts(part.first)
        yield from _parts(part.second)
