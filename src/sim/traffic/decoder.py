"""Decodes TraCI's answer to a simulation step into numpy arrays.

The client library parses value by value in Python, which costs as much as SUMO's own step. The
layout of a context subscription is fixed per vehicle except for the name and for texts, which come
last, so that one structured dtype reads it. Source: TraCI protocol, "Object Context Subscription"
and "Variable Subscription".
"""

from __future__ import annotations

import ctypes
import struct
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Dict, List, Sequence, Tuple

import numpy as np
import traci.constants as tc

from sim.arrays import Array
from sim.errors import SimulationError
from sim.laws.library import COUNT, LONG, POINTER, Laws, address

LAWS = Laws(
    "sim_laws",
    {
        "sim_has_frame": (COUNT, [COUNT, POINTER, LONG, POINTER, POINTER]),
        "sim_gather": (None, [COUNT, COUNT, POINTER, LONG, POINTER, POINTER]),
        "sim_traci_objects": (COUNT, [*[COUNT] * 3, *[POINTER] * 2, *[LONG] * 2, *[POINTER] * 2]),
    },
)
_FORMATS = {tc.TYPE_DOUBLE: ">f8", tc.TYPE_INTEGER: ">i4", tc.POSITION_3D: "(3,)>f8"}
_KINDS = {tc.CMD_GET_VEHICLE_VARIABLE: "vehicle", tc.CMD_GET_PERSON_VARIABLE: "person"}
_CONTEXT_RESPONSES = range(0x90, 0xA0)


@dataclass(frozen=True)
class Variable:
    """A TraCI variable, the field it fills and its value type."""

    field: str
    id: int
    type: int


VEHICLE_VARIABLES = (
    Variable("bumper", tc.VAR_POSITION3D, tc.POSITION_3D),
    Variable("angle", tc.VAR_ANGLE, tc.TYPE_DOUBLE),
    Variable("slope", tc.VAR_SLOPE, tc.TYPE_DOUBLE),
    Variable("speed", tc.VAR_SPEED, tc.TYPE_DOUBLE),
    Variable("acceleration", tc.VAR_ACCELERATION, tc.TYPE_DOUBLE),
    Variable("signals", tc.VAR_SIGNALS, tc.TYPE_INTEGER),
)


def needed(
    variables: Sequence[Variable], flat: bool = False, known_speeds: bool = False
) -> Tuple[Variable, ...]:
    """Return the ``variables`` that must be subscribed.

    Each costs SUMO half a microsecond per vehicle. The slope is omitted if all roads are level, the
    acceleration if all vehicles' speeds of the last step are known.
    """
    spare = {tc.VAR_SLOPE: flat, tc.VAR_ACCELERATION: known_speeds}
    return tuple(variable for variable in variables if not spare.get(variable.id))


PERSON_VARIABLES = (
    Variable("position", tc.VAR_POSITION3D, tc.POSITION_3D),
    Variable("angle", tc.VAR_ANGLE, tc.TYPE_DOUBLE),
    Variable("speed", tc.VAR_SPEED, tc.TYPE_DOUBLE),
    Variable("vehicle", tc.VAR_VEHICLE, tc.TYPE_STRING),
)


@dataclass
class VehicleRecords:
    """Vehicles or persons: ``names`` (n,), ``records`` (n,) and ``texts`` (n,) by field."""

    names: List[bytes]
    records: Array
    texts: Dict[str, List[bytes]]


@dataclass
class StepAnswer:
    """Result of one step.

    It has vehicles, persons, values of the simulation by variable, and the undecoded values of
    other objects by response and name, for :func:`read_values`.
    """

    vehicles: VehicleRecords
    persons: VehicleRecords
    simulation: Dict[int, Any] = field(default_factory=dict)
    objects: Dict[Tuple[int, bytes], bytes] = field(default_factory=dict)

    @property
    def names(self) -> List[bytes]:
        return self.vehicles.names

    @property
    def records(self) -> Array:
        return self.vehicles.records

    @property
    def texts(self) -> Dict[str, List[bytes]]:
        return self.vehicles.texts


class ContextDecoder:
    """Reads vehicles, persons, and other results of subscriptions.

    The number of context subscriptions is arbitrary.
    """

    def __init__(
        self,
        variables: Sequence[Variable] = VEHICLE_VARIABLES,
        of_persons: Sequence[Variable] = PERSON_VARIABLES,
    ) -> None:
        self._layouts = {
            domain: _Layout(kind, wanted)
            for (domain, kind), wanted in zip(_KINDS.items(), (variables, of_persons))
        }
        self.variables, self.of_persons = tuple(variables), tuple(of_persons)

    def empty(self) -> StepAnswer:
        """Return the answer before the first step."""
        vehicles, persons = (layout.joined([]) for layout in self._layouts.values())
        return StepAnswer(vehicles, persons)

    def decode(self, answer: bytes, position: int) -> StepAnswer:
        """Decode an answer with subscriptions from ``position`` on."""
        (count,) = struct.unpack_from("!i", answer, position)
        position += 4
        contexts: Dict[int, List[VehicleRecords]] = {domain: [] for domain in self._layouts}
        simulation: Dict[int, Any] = {}
        objects: Dict[Tuple[int, bytes], bytes] = {}
        for _ in range(count):
            response, name, body, end = _open_subscription(answer, position)
            if response in _CONTEXT_RESPONSES:
                layout = self._layouts[answer[body]]
                contexts[answer[body]].append(layout.read(answer, body + 1, end, name))
            elif response == tc.RESPONSE_SUBSCRIBE_SIM_VARIABLE:
                simulation.update(read_values(answer, body))
            else:
                objects[response, name] = answer[body:end]
            position = end
        vehicles, persons = (
            layout.joined(contexts[domain]) for domain, layout in self._layouts.items()
        )
        return StepAnswer(vehicles, persons, simulation, objects)


@dataclass(frozen=True)
class _Known:
    """Cached byte layout of a context's objects.

    ``frame`` are the bytes (size,) without values; ``fixed`` (size,) is 0xff outside values; the
    values of each object begin at ``starts`` (n,).
    """

    names: List[bytes]
    frame: Array
    fixed: Array
    starts: Array

    @cached_property
    def addresses(self) -> Tuple[int, ...]:
        """Memory addresses of frame, fixed, and starts."""
        return tuple(map(address, (self.frame, self.fixed, self.starts)))


class _Layout:
    """Layout of one object's values in a context subscription.

    Successive steps mostly contain the same objects; then only their values are read.
    """

    def __init__(self, kind: str, variables: Sequence[Variable]) -> None:
        self._kind, self._count = kind, len(variables)
        self._numbers = tuple(variable for variable in variables if variable.type != tc.TYPE_STRING)
        self._texts = tuple(variables[len(self._numbers) :])
        if any(variable.type != tc.TYPE_STRING for variable in self._texts):
            raise ValueError("variables with texts must come last")
        self._record = _record_dtype(self._numbers)
        heads = np.zeros(1, self._record)
        for variable in self._numbers:
            heads[variable.field + "_head"] = 0xFF
        self._fixed = heads.view(np.uint8).copy()
        for variable in self._numbers:
            heads[variable.field + "_head"] = (variable.id, 0, variable.type)
        self._heads = heads.view(np.uint8) & self._fixed
        self._text_ids = bytes(variable.id for variable in self._texts)
        self._known: Dict[bytes, _Known] = {}
        # The names of each context as they came last.
        self._names: Dict[bytes, List[bytes]] = {}

    def read(self, answer: bytes, position: int, end: int, context: bytes) -> VehicleRecords:
        """Read a context's objects; the variable count is at ``position``."""
        known, size = self._known.get(context), end - position
        if known is not None and len(known.frame) == size:
            frame, fixed, begins = known.addresses
            if LAWS().sim_has_frame(size, answer, position, fixed, frame):
                records = self._values(answer, position, len(known.names), begins)
                return VehicleRecords(known.names, records, {})
        members, starts = self._read_anew(answer, position, context)
        if members.names and not self._texts:
            body = np.frombuffer(answer, np.uint8, size, position)
            self._known[context] = self._frame(members.names, body, starts - position)
        return members

    def _frame(self, names: List[bytes], body: Array, starts: Array) -> _Known:
        fixed = np.full(len(body), 0xFF, np.uint8)
        fixed[starts[:, None] + np.arange(self._record.itemsize)] = self._fixed
        return _Known(names, body & fixed, fixed, starts)

    def _values(self, source: bytes, begin: int, count: int, starts: int) -> Array:
        """Return records (count,) from the bytes of ``source``.

        They begin at byte offsets (count,) from ``begin``; ``starts`` is the memory address of the
        offsets.
        """
        records = np.empty(count, self._record)
        size, place = self._record.itemsize, address(records)
        LAWS().sim_gather(count, size, source, begin, starts, place)
        return records

    def _read_anew(
        self, answer: bytes, position: int, context: bytes
    ) -> Tuple[VehicleRecords, Array]:
        """Return the objects and the offsets (n,) of their values."""
        variable_count, count = struct.unpack_from("!Bi", answer, position)
        if count and variable_count != self._count:
            raise SimulationError(
                f"SUMO sent {variable_count} variables per {self._kind}, {self._count} were asked "
                "for"
            )
        begins, ends, starts, *bounds = self._bounds(answer, position + 5, count)
        names, *texts = (
            [answer[begin:end] for begin, end in zip(first.tolist(), last.tolist())]
            for first, last in zip((begins, *bounds[::2]), (ends, *bounds[1::2]))
        )
        names = self._kept(names, context)
        records = self._values(answer, 0, count, address(starts))
        self._check(names, records)
        fields = [variable.field for variable in self._texts]
        return VehicleRecords(names, records, dict(zip(fields, texts))), starts

    def _kept(self, names: List[bytes], context: bytes) -> List[bytes]:
        """Return the same list object while a context's names are unchanged.

        Callers compare the list's identity.
        """
        if names != self._names.get(context):
            self._names[context] = names
        return self._names[context]

    def _bounds(self, answer: bytes, position: int, count: int) -> Array:
        """Return bounds of names and texts and starts of values.

        The array is (3 + 2 texts, count).
        """
        # Each takes at least four bytes, even in a broken answer.
        found = np.empty((3 + 2 * len(self._texts), min(count, len(answer))), np.int64)
        wrong = COUNT()
        read = LAWS().sim_traci_objects(
            found.shape[1],
            self._record.itemsize,
            len(self._texts),
            self._text_ids,
            answer,
            position,
            len(answer),
            address(found),
            ctypes.addressof(wrong),
        )
        if read == count:
            return found
        if wrong.value < 0:
            raise SimulationError(f"SUMO's answer ends within a {self._kind}")
        name = answer[found[0, read] : found[1, read]].decode()
        raise SimulationError(
            f"SUMO sent no valid {self._texts[wrong.value].field} for {self._kind} {name}"
        )

    def joined(self, parts: List[VehicleRecords]) -> VehicleRecords:
        """Return the objects of several contexts, each once."""
        if len(parts) < 2:
            return parts[0] if parts else self._nobody()
        names = [name for part in parts for name in part.names]
        rows = list({name: row for row, name in enumerate(names)}.values())
        records = np.concatenate([np.empty(0, self._record), *(part.records for part in parts)])[
            np.array(rows, np.intp)
        ]
        texts = {
            variable.field: [text for part in parts for text in part.texts[variable.field]]
            for variable in self._texts
        }
        return VehicleRecords(
            [names[row] for row in rows],
            records,
            {name: [values[row] for row in rows] for name, values in texts.items()},
        )

    def _nobody(self) -> VehicleRecords:
        return VehicleRecords(
            [], np.empty(0, self._record), {variable.field: [] for variable in self._texts}
        )

    def _check(self, names: List[bytes], records: Array) -> None:
        raw = records.view(np.uint8).reshape(len(records), self._record.itemsize)
        if np.array_equal(raw & self._fixed, np.broadcast_to(self._heads, raw.shape)):
            return
        for variable in self._numbers:
            head = records[variable.field + "_head"]
            wrong = np.flatnonzero(np.any(head != (variable.id, 0, variable.type), axis=1))
            if len(wrong):
                raise SimulationError(
                    f"SUMO sent no valid {variable.field} for {self._kind} "
                    f"{names[wrong[0]].decode()}"
                )


def _record_dtype(variables: Sequence[Variable]) -> np.dtype[np.void]:
    fields: List[Tuple[str, str]] = []
    for variable in variables:
        fields += [(variable.field + "_head", "(3,)u1"), (variable.field, _FORMATS[variable.type])]
    return np.dtype(fields)


def _open_subscription(answer: bytes, position: int) -> Tuple[int, bytes, int, int]:
    """Return response id, object name, start of the body, and its end."""
    position, end = read_length(answer, position)
    response = answer[position]
    (name_length,) = struct.unpack_from("!i", answer, position + 1)
    body = position + 5 + name_length
    return response, answer[body - name_length : body], body, end


def read_length(message: bytes, position: int) -> Tuple[int, int]:
    """Return start behind the length and end of a command or response.

    A length of 0 is followed by a longer one.
    """
    length = message[position]
    if length:
        return position + 1, position + length
    (length,) = struct.unpack_from("!i", message, position + 1)
    return position + 5, position + length


def read_values(answer: bytes, position: int = 0) -> Dict[int, Any]:
    """Return the values of a variable subscription by variable. Its body starts at ``position``."""
    count = answer[position]
    position += 1
    values = {}
    for _ in range(count):
        variable, status, kind = answer[position : position + 3]
        if status:
            raise SimulationError(f"SUMO sent no valid variable 0x{variable:02x}")
        values[variable], position = read_value(answer, position + 3, kind)
    return values


def read_value(answer: bytes, position: int, kind: int) -> Tuple[Any, int]:
    """Return a value of a TraCI type and its end. A compound becomes a list."""
    if kind == tc.TYPE_DOUBLE:
        return struct.unpack_from("!d", answer, position)[0], position + 8
    if kind not in (tc.TYPE_INTEGER, tc.TYPE_STRING, tc.TYPE_STRINGLIST, tc.TYPE_COMPOUND):
        raise SimulationError(f"SUMO sent a value of the unexpected type 0x{kind:02x}")
    (number,) = struct.unpack_from("!i", answer, position)
    position += 4
    if kind == tc.TYPE_INTEGER:
        return number, position
    if kind == tc.TYPE_STRING:
        return answer[position : position + number].decode(), position + number
    values = []
    for _ in range(number):
        inner = tc.TYPE_STRING
        if kind == tc.TYPE_COMPOUND:
            inner, position = answer[position], position + 1
        value, position = read_value(answer, position, inner)
        values.append(value)
    return values, position
