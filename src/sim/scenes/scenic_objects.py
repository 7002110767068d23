"""Base classes of the generated Scenic classes.

:mod:`sim.scenes.classes` generates their text. ``FlatModel`` is for 2D mode: models of several
pieces collide piece by piece. ``SolidModel`` is for 3D mode: models stand on the ground. Object
frame (see :mod:`sim.scenes.scene`), metres. Names in camel case are Scenic's.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, ClassVar, Optional, Sequence, Tuple

import numpy as np
import shapely
from scenic.core.distributions import distributionFunction, needsSampling, supportInterval
from scenic.core.lazy_eval import DelayedArgument
from scenic.core.regions import (
    MeshVolumeRegion,
    PointInRegionDistribution,
    PolygonalRegion,
    RectangularRegion,
)
from scenic.core.shapes import BoxShape, MeshShape
from scenic.core.specifiers import ModifyingSpecifier, Specifier
from scenic.core.type_support import toVector
from scenic.core.vectors import Vector

from sim.arrays import Array
from sim.scenes.pieces import ConvexPart, solid

if TYPE_CHECKING:
    # Scenic's is a property with a cache.
    cached_property = property

    class _ScenicObject:
        """Typed interface of Scenic's own untyped classes for the models below."""

        position: Any
        orientation: Any
        shape: Any
        width: float
        length: float
        height: float
        z: float

        @classmethod
        def _prepareSpecifiers(cls, specifiers: Any) -> Any: ...

        def intersects(self, other: Any) -> bool: ...

        @property
        def _isPlanarBox(self) -> bool: ...

        @property
        def _boundingPolygon(self) -> Any: ...

else:
    from scenic.core.utils import cached_property

    _ScenicObject = object

# Two things that touch in height do not collide.
TOUCH = 1e-6
# Scenic's specifiers of places with an optional height, and of places beside others, at the height
# of their centres.
_PLACES = (
    "At",
    "In",
    "ContainedIn",
    "Visible/VisibleFrom",
    "NotVisible/NotVisibleFrom",
    "Following",
)
_RELATIVE = ("OffsetBy", "OffsetAlong", "Beyond", "Left of", "Right of", "Ahead of", "Behind")
# The walls in the east and west are 0.4 m shorter than the room.
SMALLEST_ROOM = 0.5


class Floor(RectangularRegion):
    """The ground, z = 0, as a region for ``on floor``."""

    def projectVector(self, point: Any, onDirection: Any) -> Any:
        return Vector(point.x, point.y, 0.0)


class FlatShape(BoxShape):
    """Pieces typed as a box, which Scenic requires in 2D mode."""

    def __init__(
        self, pieces: Sequence[ConvexPart], dimensions: Tuple[float, float, float]
    ) -> None:
        MeshShape.__init__(self, solid(pieces), dimensions)


def solid_shape(pieces: Sequence[ConvexPart], dimensions: Tuple[float, float, float]) -> MeshShape:
    """Return pieces as a shape for 3D mode."""
    return MeshShape(solid(pieces), dimensions)


def check_room(length: Any, width: Any, sides: Any) -> None:
    """Refuse sizes that ``create_room`` cannot make walls of.

    Random sizes are judged by their minimum.
    """
    if needsSampling(sides):
        raise ValueError(
            "create_room: sides is random, and the number of walls is fixed; write letters out of "
            "NSWE"
        )
    unknown = [side for side in sides if side not in "NSWE"]
    if unknown:
        raise ValueError(f"create_room: sides has {unknown[0]!r}; write letters out of NSWE")
    for name, size in (("length", length), ("width", width)):
        least = supportInterval(size)[0]
        if least is not None and least < SMALLEST_ROOM:
            raise ValueError(
                f"create_room: a {name} of {least:g} m is too small for a room; write at least "
                f"{SMALLEST_ROOM:g}"
            )


class ResizableModel(_ScenicObject):
    """A model that can be resized.

    ``round_sizes``: the properties with one common factor, with their measures; the others follow
    the first, or the one that is set.
    """

    round_sizes: ClassVar[Sequence[Tuple[str, float]]] = ()

    @classmethod
    def _prepareSpecifiers(cls, specifiers: Any) -> Any:
        found = list(super()._prepareSpecifiers(specifiers))
        given = [
            (name, measured)
            for name, measured in cls.round_sizes
            if any(name in spec.priorities for spec in found)
        ]
        if not given or given[0] == cls.round_sizes[0]:
            return found
        leader, factor = cls.round_sizes[0][0], cls.round_sizes[0][1] / given[0][1]
        value = DelayedArgument(
            {given[0][0]},
            lambda context: {leader: factor * getattr(context, given[0][0])},
            _internal=True,
        )
        return [*found, Specifier(f"With({leader})", {leader: 1}, value)]


def _clearer(cached: Any) -> Any:
    """Return a function that clears one of Scenic's cached properties."""
    return cached.fget._scenic_cache_clearer


class FlatModel(ResizableModel):
    """A model in 2D mode.

    ``model_pieces`` is None for a box, which collides in the plane at any height, as in GzScenic.
    Models of pieces collide if a footprint of one meets a footprint of the other at the same
    height. ``z`` is the height of the model's origin, and ``model_bottom`` the lowest point against
    it as a fraction of the height.
    """

    model_pieces: ClassVar[Optional[Sequence[ConvexPart]]] = None
    model_bottom: ClassVar[float] = 0.0

    @classmethod
    def _prepareSpecifiers(cls, specifiers: Any) -> Any:
        """Drop the class's random heading if the program sets a facing.

        A fixed object is then recognised as fixed.
        """
        found = list(super()._prepareSpecifiers(specifiers))
        if not any("yaw" in spec.priorities for spec in found) or any(
            "parentOrientation" in spec.priorities for spec in found
        ):
            return found
        return [
            *found,
            Specifier(
                "With(parentOrientation)", {"parentOrientation": 1}, {"parentOrientation": 0}
            ),
        ]

    def intersects(self, other: Any) -> bool:
        """Return whether two objects collide; plane regions see the footprint."""
        if self.model_pieces is not None and isinstance(other, PolygonalRegion):
            covered: bool = self._boundingPolygon.intersects(other.polygons)
            return covered
        if not isinstance(other, FlatModel) or (
            self.model_pieces is None and other.model_pieces is None
        ):
            return super().intersects(other)
        if not self._boundingPolygon.intersects(other._boundingPolygon):
            return False
        low, high, outlines = (values[:, None] for values in self._layers)
        other_low, other_high, other_outlines = other._layers
        level = (low < other_high - TOUCH) & (other_low < high - TOUCH)
        return bool(np.any(level & shapely.intersects(outlines, other_outlines)))

    @property
    def _isPlanarBox(self) -> bool:
        return self.model_pieces is None and super()._isPlanarBox

    @cached_property
    def _layers(self) -> Tuple[Array, Array, Array]:
        """Return bottom and top (n,) and world footprint of each piece."""
        base = self.z + self.model_bottom * self.height
        if self.model_pieces is None:
            return (
                np.array([base]),
                np.array([base + self.height]),
                np.array([self._boundingPolygon]),
            )
        low, high = np.array([(piece.low, piece.high) for piece in self.model_pieces]).T
        cosine, sine = math.cos(self.orientation.yaw), math.sin(self.orientation.yaw)
        world_from_unit = np.array(
            [[self.width * cosine, -self.length * sine], [self.width * sine, self.length * cosine]]
        )
        place = np.array([self.position.x, self.position.y])
        outlines = shapely.transform(
            np.array([piece.outline for piece in self.model_pieces]),
            lambda points: points @ world_from_unit.T + place,
        )
        return base + low * self.height, base + high * self.height, outlines

    @cached_property
    def _boundingPolygon(self) -> Any:
        return (
            super()._boundingPolygon
            if self.model_pieces is None
            else shapely.unary_union(self._layers[2])
        )

    @cached_property
    def occupiedSpace(self) -> Any:
        """The space at the model's true height.

        Scenic's quick test of surfaces then rejects only objects that :meth:`intersects` rejects.
        """
        center = Vector(
            self.position.x, self.position.y, self.z + (self.model_bottom + 0.5) * self.height
        )
        return MeshVolumeRegion(
            mesh=self.shape.mesh,
            dimensions=(self.width, self.length, self.height),
            position=center,
            rotation=self.orientation,
            centerMesh=False,
            _internal=True,
            _isConvex=self.shape.isConvex,
            _shape=self.shape,
        )

    # Scenic clears these at each step of a dynamic simulation, but only in its own classes.
    _cache_clearers: ClassVar = {
        name: _clearer(value)
        for name, value in (
            ("_layers", _layers),
            ("_boundingPolygon", _boundingPolygon),
            ("occupiedSpace", occupiedSpace),
        )
    }


class SolidModel(ResizableModel):
    """A model in 3D mode, which stands on the ground by default.

    It stands if the program gives a place in the plane. A given height is kept: ``on``, ``above``
    and ``below``, a position with z other than 0, a region in space, ``with stands False``.
    """

    @classmethod
    def _prepareSpecifiers(cls, specifiers: Any) -> Any:
        found = list(super()._prepareSpecifiers(specifiers))
        on = any(
            isinstance(spec, ModifyingSpecifier) and "position" in spec.priorities for spec in found
        )
        return (
            found
            if on or any(_set_free(spec) for spec in found)
            else [
                _standing(spec) if spec.name in (*_PLACES, *_RELATIVE) else spec for spec in found
            ]
        )


def _set_free(spec: Specifier) -> bool:
    """Return whether a specifier is ``with stands False``, with a fixed value."""
    if spec.name != "With(stands)" or not isinstance(spec.value, dict):
        return False
    stands = spec.value["stands"]
    return not needsSampling(stands) and not stands


def _standing(spec: Specifier) -> Specifier:
    """Return a specifier with its position lifted by half the object's height.

    The position is kept where the object's property ``stands`` is false.
    """

    def values(context: Any) -> Any:
        found = dict(spec.getValuesFor(context))
        given = found["position"]
        if not needsSampling(context.stands) and not context.stands:
            return found
        lifted = stand(given, context.height, spec.name in _RELATIVE)
        if needsSampling(context.stands):
            lifted = _either(context.stands, lifted, toVector(given))
        return {**found, "position": lifted}

    return Specifier(
        spec.name,
        spec.priorities,
        DelayedArgument({*spec.requiredProperties, "height", "stands"}, values, _internal=True),
    )


def stand(position: Any, height: Any, always: bool = False) -> Any:
    """Return the centre of an object that stands at ``position``.

    On the ground, with ``height``; a position with z other than 0 is kept unless ``always``.
    """
    position = toVector(position)
    region = position.region if isinstance(position, PointInRegionDistribution) else None
    level = isinstance(region, PolygonalRegion) and not needsSampling(region.z) and region.z == 0
    if not always and level:
        return position + Vector(0, 0, height / 2.0)  # in this form Scenic can prune the region
    if not needsSampling(position) and not always and position.z != 0:
        return position
    return _stood(position, height, always)


@distributionFunction  # type: ignore[untyped-decorator]  # Scenic has no types.
def _stood(position: Any, height: float, always: bool) -> Vector:
    return Vector(position.x, position.y, height / 2.0) if always or position.z == 0 else position


@distributionFunction  # type: ignore[untyped-decorator]  # Scenic has no types.
def _either(stands: Any, lifted: Vector, given: Vector) -> Vector:
    return lifted if stands else given
