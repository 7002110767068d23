"""Converts ROS 1 messages to ROS 2.

For a common layout, bytes are rearranged; for a different layout in ROS 2 (a marker has textures
there), fields are matched by name and missing ones are zero; a type missing in ROS 2 is defined as
in the bag. ROS 2 has no ``seq`` in a header.
"""

from __future__ import annotations

from typing import Any, Callable, Dict, Iterator, Set, Tuple

import numpy as np
from rosbags.interfaces import Nodetype
from rosbags.typesys import Stores, TypesysError, get_types_from_msg, get_typestore

from sim.bags.channel import Channel
from sim.bags.rosbags_names import DISTRIBUTIONS, field_definitions
from sim.bags.stamps import HEADER, StampCheck
from sim.errors import InputError

Convert = Callable[[bytes], Any]


class Ros2Types:
    """Types of a ROS 2 distribution.

    ``target`` also has the bag's types that the distribution lacks; ``differences`` has for each
    type with other fields a line on omitted and zero ones.
    """

    def __init__(self, distribution: str) -> None:
        self.target = get_typestore(DISTRIBUTIONS[distribution])
        self._source, self._rearranged = get_typestore(Stores.EMPTY), get_typestore(Stores.EMPTY)
        self._rearranged.register({HEADER: field_definitions(self.target)[HEADER]})
        self.differences: Dict[str, str] = {}

    def add(self, channel: Channel) -> Tuple[str, Convert]:
        """Return a channel's ROS 2 type name and a message converter.

        The converter makes ROS 2's bytes (CDR). InputError if the bag has two types of one name.
        """
        name = channel.kind.replace("/", "/msg/")
        types = get_types_from_msg(channel.definition, name)
        try:
            self._source.register(types)
            self._rearranged.register({key: one for key, one in types.items() if key != HEADER})
            self.target.register(
                {
                    key: one
                    for key, one in types.items()
                    if key not in field_definitions(self.target)
                }
            )
        except TypesysError:
            raise InputError(
                channel.topic,
                f"its type {channel.kind} has another definition than that of another topic of "
                "this bag; export them one at a time",
            ) from None
        different = [one for one in self._within(name) if self._differs(one)]
        if not different:
            return name, lambda data: self._rearranged.ros1_to_cdr(data, name)
        self.differences.update({one: self._difference(one) for one in different})
        return name, lambda data: self._by_names(data, name)

    def stamp_check(self, channel: Channel) -> StampCheck:
        """Return the search for late stamps of an added channel."""
        return StampCheck(self._source, channel.kind.replace("/", "/msg/"))

    def _within(self, name: str) -> Iterator[str]:
        """Yield a type and all the types in it."""
        found: Set[str] = set()
        left = [name]
        while left:
            one = left.pop()
            if one not in found:
                found.add(one)
                kinds = self._fields(self._source, one).values()
                left += [kind.split("[")[0] for kind in kinds if "/" in kind]
        yield from sorted(found)

    @staticmethod
    def _fields(store: Any, name: str) -> Dict[str, str]:
        """Return the fields of a type by lower-case name.

        Each has its ROS 2 type: ``uint8``, ``uint8[3]``, ``geometry_msgs/msg/Point[]``.
        """
        return {
            field.lower().rstrip("_"): _written(kind)
            for field, kind in field_definitions(store)[name][1]
        }

    def _differs(self, name: str) -> bool:
        if name == HEADER:
            return False
        ours, theirs = self._fields(self._source, name), self._fields(self.target, name)
        return list(ours.items()) != list(theirs.items())

    def _difference(self, name: str) -> str:
        ours, theirs = self._fields(self._source, name), self._fields(self.target, name)
        lost = [field for field in ours if field not in theirs]
        added = [field for field in theirs if field not in ours]
        said = [f"without {', '.join(lost)}"] if lost else []
        said += [f"{', '.join(added)} zero"] if added else []
        return "; ".join(said) or "fields of other types or in another order"

    def _by_names(self, data: bytes, name: str) -> Any:
        message = self._source.deserialize_ros1(data, name)
        return self.target.serialize_cdr(self._converted(message, name), name)

    def _converted(self, message: Any, name: str) -> Any:
        """Return a message of ROS 2's class; zeros without a source."""
        given = {}
        if message is not None:
            for field, _ in field_definitions(self._source)[name][1]:
                given[field.lower().rstrip("_")] = getattr(message, field)
        values = {
            field: self._value(given.get(field.lower().rstrip("_")), kind)
            for field, kind in field_definitions(self.target)[name][1]
        }
        return self.target.types[name](**values)

    def _value(self, value: Any, kind: Any) -> Any:
        what, inner = kind
        if what == Nodetype.NAME:
            return self._converted(value, inner)
        if what == Nodetype.BASE:
            return _zero(inner[0]) if value is None else value
        (element, element_kind), length = inner
        if value is None:
            value = [None] * (length if what == Nodetype.ARRAY else 0)
        if element == Nodetype.BASE and element_kind[0] != "string":
            numbers = [0 if one is None else one for one in value]
            return np.array(numbers, dtype=_same_width(element_kind[0]))
        return [self._value(one, (element, element_kind)) for one in value]


def _written(kind: Any) -> str:
    what, inner = kind
    if what == Nodetype.NAME:
        return str(inner)
    if what == Nodetype.BASE:
        return _same_width(inner[0])
    element, length = inner
    return f"{_written(element)}[{length if what == Nodetype.ARRAY else ''}]"


def _same_width(name: str) -> str:
    """Replace ROS 1's older names of bytes."""
    return {"byte": "uint8", "char": "uint8", "octet": "uint8"}.get(name, name)


def _zero(name: str) -> Any:
    zeros: Dict[str, Any] = {"string": "", "bool": False, "float32": 0.0, "float64": 0.0}
    return zeros.get(name, 0)
