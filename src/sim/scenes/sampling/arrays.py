"""Scenic's expressions for many proposals at once, as numpy arrays.

Unsupported ones raise NotUnderstood and are left to Scenic. An expression has a *form*, the same
for expressions that differ only in their Scenic objects, and its random leaves in a fixed order, so
that draws of one can be given to Scenic as values of the leaves of another of the same form.
"""

from __future__ import annotations

import math
from typing import Any, Callable, Dict, List, NamedTuple, Sequence, Tuple

import numpy as np

from sim.scenes.sampling.draws import Draws, NotUnderstood, Scalar, Vec, drawing, of_scenic

Value = Any
Term = Callable[[Draws], Value]
TAU = 2.0 * math.pi


class Turn(NamedTuple):
    """An orientation about z alone."""

    yaw: Scalar


class Expressions:
    """Compiles the expressions of one block.

    ``leaves`` are its random leaves, each drawn once per proposal.
    """

    def __init__(self) -> None:
        self.leaves: List[Any] = []
        self.draw: List[Callable[[np.random.Generator, int], Any]] = []
        self.values: List[Callable[[Any, int], Any]] = []
        self._compiled: Dict[int, Tuple[Any, Term, Any]] = {}

    def compile(self, node: Any) -> Tuple[Term, Any]:
        """Return the term of an expression, and its form."""
        if id(node) not in self._compiled:
            self._compiled[id(node)] = (node, *self._compile(node))
        return self._compiled[id(node)][1:]

    def _compile(self, node: Any) -> Tuple[Term, Any]:
        from scenic.core.distributions import needsSampling

        if not needsSampling(node):
            constant = _constant(node)
            return (lambda draws: constant), ("constant", constant)
        actual = node._conditioned
        drawn = drawing(actual)
        if drawn is not None:
            draw, value, form = drawn
            number = len(self.leaves)
            self.leaves.append(node)
            self.draw.append(draw)
            self.values.append(value)
            return (lambda draws: draws.of(number)), ("leaf", number, form)
        handler = getattr(self, f"_{type(actual).__name__}", None) if of_scenic(actual) else None
        if handler is None:
            raise NotUnderstood(type(actual).__name__)
        compiled: Tuple[Term, Any] = handler(actual)
        return compiled

    def _terms(self, nodes: Sequence[Any]) -> Tuple[List[Term], Tuple[Any, ...]]:
        pairs = [self.compile(node) for node in nodes]
        return [term for term, _ in pairs], tuple(form for _, form in pairs)

    def _Vector(self, node: Any) -> Tuple[Term, Any]:
        (x, y, z), forms = self._terms(node.coordinates)
        return (lambda draws: Vec(x(draws), y(draws), z(draws))), ("vector", forms)

    def _TypecheckedDistribution(self, node: Any) -> Tuple[Term, Any]:
        term, form = self.compile(node._dist)
        wanted = {"Vector": Vec, "Orientation": Turn, "float": None}.get(
            getattr(node._valueType, "__name__", ""), False
        )
        if wanted is False:
            raise NotUnderstood(f"a check for {node._valueType}")
        return _checked(term, wanted), ("checked", form)

    def _Options(self, node: Any) -> Tuple[Term, Any]:
        index, form = self.compile(node.index)
        terms, forms = self._terms(node.options)

        def choose(draws: Draws) -> Value:
            chosen = index(draws)
            return _choose(chosen, [term(draws) for term in terms])

        return choose, ("options", form, forms)

    def _AttributeDistribution(self, node: Any) -> Tuple[Term, Any]:
        name = node.attribute
        if name not in ("x", "y", "z", "yaw"):
            raise NotUnderstood(f"the attribute {name}")
        term, form = self.compile(node.object)

        def attribute(draws: Draws) -> Value:
            value = term(draws)
            if not hasattr(value, name):
                raise NotUnderstood(f"the attribute {name}")
            return getattr(value, name)

        return attribute, ("attribute", name, form)

    def _OperatorDistribution(self, node: Any) -> Tuple[Term, Any]:
        if node.__dict__.get("kwoperands") or node.operator not in OPERATORS:
            raise NotUnderstood(f"the operator {node.operator}")
        terms, forms = self._terms([node.object, *node.operands])
        apply = OPERATORS[node.operator]
        return (lambda draws: apply(*[term(draws) for term in terms])), (node.operator, forms)

    _VectorOperatorDistribution = _OperatorDistribution

    def _VectorMethodDistribution(self, node: Any) -> Tuple[Term, Any]:
        name = node.method.__name__
        if node.kwargs or name not in OPERATORS:
            raise NotUnderstood(f"the method {name}")
        terms, forms = self._terms([node.object, *node.arguments])
        apply = OPERATORS[name]
        return (lambda draws: apply(*[term(draws) for term in terms])), (name, forms)

    def _FunctionDistribution(self, node: Any) -> Tuple[Term, Any]:
        from scenic.core.geometry import normalizeAngle
        from scenic.core.vectors import Orientation

        if node.kwargs:
            raise NotUnderstood(node.function.__name__)
        if node.function is normalizeAngle.__wrapped__:
            (angle,), form = self._terms(node.arguments)
            return (lambda draws: _normal(angle(draws))), ("normalizeAngle", form)
        if (
            node.function is Orientation.__dict__["fromEuler"].__func__.__wrapped__
            and node.arguments[0] is Orientation
        ):
            (yaw, pitch, roll), form = self._terms(node.arguments[1:])
            return (lambda draws: _turn(yaw(draws), pitch(draws), roll(draws))), ("fromEuler", form)
        if node.function is Orientation.localAnglesFor.__wrapped__:
            (parent, turn), form = self._terms(node.arguments)
            return (lambda draws: (_normal(_yaw(turn(draws)) - _yaw(parent(draws))), 0.0, 0.0)), (
                "localAnglesFor",
                form,
            )
        if (
            node.function.__qualname__.endswith("makeContactOffset")
            and node.function.__module__ == "scenic.syntax.veneer"
        ):
            distance, tolerance = node.arguments
            return self.compile(0.0 if distance is not None else tolerance / 2.0)
        if (
            node.function.__qualname__ == "_stood"
            and node.function.__module__ == "sim.scenes.scenic_objects"
        ):
            (position, height), form = self._terms(node.arguments[:2])
            return _stood(position, height, bool(node.arguments[2])), (
                "stood",
                form,
                bool(node.arguments[2]),
            )
        raise NotUnderstood(f"the function {node.function.__qualname__}")


def _stood(position: Term, height: Term, always: bool) -> Term:
    """Return an object's centre when it stands on the ground.

    Its own height counts if it has one (``sim.scenes.scenic_objects.stand``).
    """

    def stood(draws: Draws) -> Value:
        place, half = position(draws), height(draws) / 2.0
        if not isinstance(place, Vec):
            raise NotUnderstood("a position of an unknown kind")
        return Vec(
            place.x,
            place.y,
            half if always else np.where(np.asarray(place.z) == 0.0, half, place.z),
        )

    return stood


def _constant(node: Any) -> Value:
    if isinstance(node, bool) or node is None:
        raise NotUnderstood(repr(node))
    if isinstance(node, (int, float, np.floating, np.integer)):
        return float(node)
    if hasattr(node, "eulerAngles"):
        yaw, pitch, roll = node.eulerAngles
        return _turn(yaw, pitch, roll)
    if hasattr(node, "toVector"):
        return Vec(*map(float, node.toVector()))
    if isinstance(node, (tuple, list)) and len(node) in (2, 3):
        return Vec(*map(float, [*node, 0.0][:3]))
    raise NotUnderstood(f"a value of type {type(node).__name__}")


def _checked(term: Term, wanted: Any) -> Term:
    def check(draws: Draws) -> Value:
        value = term(draws)
        if wanted is Turn and not isinstance(value, tuple):
            return Turn(value)  # Scenic takes a number as a heading
        if (wanted is None and isinstance(value, tuple)) or (
            wanted is not None and not isinstance(value, wanted)
        ):
            raise NotUnderstood("a change of type")
        return value

    return check


def _choose(chosen: Any, options: Sequence[Value]) -> Value:
    kinds = {type(option) for option in options if isinstance(option, tuple)}
    if not kinds:
        return np.choose(
            np.asarray(chosen, dtype=int),
            np.broadcast_arrays(np.zeros(np.shape(chosen)), *options)[1:],
        )
    if len(kinds) > 1 or not all(isinstance(option, tuple) for option in options):
        raise NotUnderstood("a choice of several types")
    return kinds.pop()(
        *(_choose(chosen, [option[axis] for option in options]) for axis in range(len(options[0])))
    )


def _normal(angle: Scalar) -> Scalar:
    if isinstance(angle, tuple):
        raise NotUnderstood("an angle of an unknown kind")
    normal: Scalar = angle - TAU * np.round(np.asarray(angle) / TAU)
    return normal


def _turn(yaw: Scalar, pitch: Scalar, roll: Scalar) -> Turn:
    if np.ndim(pitch) or np.ndim(roll) or pitch != 0.0 or roll != 0.0 or isinstance(yaw, tuple):
        raise NotUnderstood("an orientation that is not about z alone")
    return Turn(yaw)


def _item(values: Value, index: Value) -> Value:
    if type(values) is not tuple or np.ndim(index) or not 0 <= index < len(values):
        raise NotUnderstood("an index")
    return values[int(index)]


def _add(a: Value, b: Value) -> Value:
    if isinstance(a, Vec) and isinstance(b, Vec):
        return Vec(a.x + b.x, a.y + b.y, a.z + b.z)
    if isinstance(a, Turn) or isinstance(b, Turn):
        return Turn(_yaw(a) + _yaw(b))
    return _scalar(a) + _scalar(b)


def _subtract(a: Value, b: Value) -> Value:
    if isinstance(a, Vec) and isinstance(b, Vec):
        return Vec(a.x - b.x, a.y - b.y, a.z - b.z)
    return _scalar(a) - _scalar(b)


def _multiply(a: Value, b: Value) -> Value:
    if isinstance(a, Turn) and isinstance(b, Turn):
        return Turn(a.yaw + b.yaw)
    if isinstance(a, Vec):
        return Vec(a.x * _scalar(b), a.y * _scalar(b), a.z * _scalar(b))
    return _scalar(a) * _scalar(b)


def _offset(position: Value, turn: Value, offset: Value) -> Vec:
    if not isinstance(position, Vec) or not isinstance(offset, Vec):
        raise NotUnderstood("an offset of an unknown kind")
    yaw = _yaw(turn)
    c, s = np.cos(yaw), np.sin(yaw)
    return Vec(
        position.x + c * offset.x - s * offset.y,
        position.y + s * offset.x + c * offset.y,
        position.z + offset.z,
    )


def _yaw(value: Value) -> Scalar:
    return value.yaw if isinstance(value, Turn) else _scalar(value)


def _scalar(value: Value) -> Scalar:
    if isinstance(value, tuple):
        raise NotUnderstood("an operator on an unknown kind")
    scalar: Scalar = value
    return scalar


def _divide(a: Value, b: Value) -> Scalar:
    if np.ndim(_scalar(b)) or b == 0.0:
        raise NotUnderstood("a division by what may be zero")
    quotient: Scalar = _scalar(a) / b
    return quotient


OPERATORS: Dict[str, Callable[..., Value]] = {
    "__add__": _add,
    "__radd__": lambda a, b: _add(b, a),
    "__sub__": _subtract,
    "__rsub__": lambda a, b: _subtract(b, a),
    "__mul__": _multiply,
    "__rmul__": lambda a, b: _multiply(b, a),
    "__truediv__": _divide,
    "__rtruediv__": lambda a, b: _divide(b, a),
    "__getitem__": _item,
    "__neg__": lambda a: -_scalar(a),
    "__abs__": lambda a: np.abs(_scalar(a)),
    "offsetLocally": _offset,
    "offsetRotated": _offset,
}
