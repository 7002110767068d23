"""Numbers vehicles, persons, and their types in the order of appearance.

A number is never reused in a run. Persons and vehicles share the numbering, since the simulator
shows both in the same way.
"""

from __future__ import annotations

from functools import partial
from itertools import repeat
from typing import Collection, Dict, FrozenSet, Iterable, List, Optional, Sequence, Set, Tuple

import numpy as np
import traci
import traci.constants as tc
from traci.domain import Domain

from sim.arrays import Array
from sim.traffic.ask import Ask
from sim.traffic.control.batch import RequestBatch
from sim.traffic.lamps import BLUE_SIGNAL
from sim.traffic.limiter import PERSON_YAW_RATE, YAW_RATE
from sim.traffic.looks import LookTable, is_person, looks_of
from sim.traffic.state import PEDESTRIAN, VehicleType

AMBULANCE = "ambulance"
# By SUMO's vehicle classes and gui shapes (``bus/coach`` by its first word if not listed itself).
# Rail vehicles do not have their own model.
MODELS = {
    "passenger": "car",
    "passenger/van": "van",
    "passenger/sedan": "saloon",
    "passenger/hatchback": "hatchback",
    "passenger/wagon": "estate",
    "taxi": "car",
    "police": "car",
    "evehicle": "car",
    "delivery": "van",
    "truck": "truck",
    "trailer": "truck",
    "firebrigade": "truck",
    "truck/semitrailer": "semitrailer",
    "truck/trailer": "semitrailer",
    "bus": "bus",
    "bus/coach": "coach",
    "coach": "coach",
    "tram": "bus",
    "rail": "bus",
    "rail_urban": "bus",
    "rail_electric": "bus",
    "rail_fast": "bus",
    "subway": "bus",
    "cable_car": "bus",
    "motorcycle": "motorcycle",
    "moped": "motorcycle",
    "scooter": "motorcycle",
    "bicycle": "bicycle",
    "pedestrian": PEDESTRIAN,
    "emergency": AMBULANCE,
}
PREFIX = "person_"


def vehicle_model(vehicle_class: str, shape: str = "") -> str:
    """Return the 3D model of a gui shape or a vehicle class.

    The class counts without a shape of this name; the default is a car.
    """
    if (vehicle_class, shape) == ("emergency", "delivery"):
        # SUMO's default, not chosen by the file.
        return AMBULANCE
    return (
        MODELS.get(shape) or MODELS.get(shape.partition("/")[0]) or MODELS.get(vehicle_class, "car")
    )


class Registry:
    """Numbers of road users and types.

    ``names`` are by id and ``types`` by number; ``ask`` makes a TraCI call and reports errors. With
    a ``seed`` a type of SUMO has a number for each of its looks, in the order of
    :func:`sim.traffic.looks.looks_of`; each vehicle draws one.

    Per type number: ``reach`` (m from SUMO's point back to the centre), ``size`` (length and width,
    m), ``turn`` (rad/s at most), ``lamps`` (signals that always show).
    """

    def __init__(
        self, connection: traci.connection.Connection, ask: Ask, seed: Optional[int] = None
    ) -> None:
        self._connection, self._ask, self._seed = connection, ask, seed
        self.names: List[str] = []
        self.types: List[VehicleType] = []
        self.type_of = np.zeros(1024, np.uint16)
        self.reach, self.turn, self.lamps = np.zeros(64), np.zeros(64), np.zeros(64, np.uint32)
        self.size = np.zeros((64, 2))
        self._vehicles: Dict[bytes, int] = {}
        self._persons: Dict[bytes, int] = {}
        self._walking: Set[int] = set()
        # Of each type of SUMO its first number, and which look a vehicle has.
        self._numbers: Dict[str, int] = {}
        self._looks: Dict[str, LookTable] = {}
        self._painted: FrozenSet[str] = frozenset()

    def vehicle(self, name: bytes) -> int:
        """Return a vehicle's id."""
        known = self._vehicles.get(name)
        return self._add(name, self._vehicles, self._connection.vehicle) if known is None else known

    def number_vehicles(self, names: Iterable[bytes], batch: RequestBatch) -> None:
        """Number new vehicles in their order, with one message to SUMO."""
        new = [name for name in names if name not in self._vehicles]
        for name in new:
            batch.get(tc.VAR_TYPE, name.decode())
        for name, answer in zip(new, batch.send()):
            if answer.error:
                raise traci.TraCIException(answer.error)
            self._number(name, _shared_type(answer.value, name.decode()), self._vehicles)

    def outsider(self, name: bytes, kind: str) -> int:
        """Return the id of an object that SUMO does not move. The object has a type of SUMO."""
        known = self._vehicles.get(name)
        return self._number(name, kind, self._vehicles) if known is None else known

    def seen_vehicles(self, names: Sequence[bytes]) -> Array:
        """Return ids (n,) of vehicles; -1 if in no state yet."""
        return np.fromiter(map(self._vehicles.get, names, repeat(-1)), int, len(names))

    def person(self, name: bytes) -> int:
        """Return a person's id.

        If a vehicle has the same name, the person is named ``person_<name>``.
        """
        known = self._persons.get(name)
        return self._add(name, self._persons, self._connection.person) if known is None else known

    def has_vehicle(self, name: str) -> bool:
        """Return whether a vehicle of this name has appeared."""
        return name.encode() in self._vehicles

    def type(self, name: str) -> int:
        """Return the number of a type, or of its first look."""
        if name not in self._numbers:
            domain = self._connection.vehicletype
            length, width, height = (
                self._ask(partial(get, name))
                for get in (domain.getLength, domain.getWidth, domain.getHeight)
            )
            vehicle_class, shape = (
                self._ask(partial(get, name))
                for get in (domain.getVehicleClass, domain.getShapeClass)
            )
            model = vehicle_model(vehicle_class, shape)
            kind = VehicleType(name, model, length, width, height, self._paint(name))
            looks = ((kind, 1.0),) if self._seed is None else looks_of(kind)
            self._numbers[name] = len(self.types)
            self._looks[name] = LookTable(self._seed or 0, [share for _, share in looks])
            for look, _ in looks:
                self._describe(look)
        return self._numbers[name]

    def register_types(self, names: Iterable[str], painted: Collection[str] = ()) -> None:
        """Number these types before their vehicles appear.

        ``painted`` types are shown in their SUMO colour.
        """
        self._painted = frozenset(painted)
        for name in names:
            self.type(name)

    def _paint(self, name: str) -> Optional[Tuple[float, float, float]]:
        if name not in self._painted:
            return None
        red, green, blue = self._ask(lambda: self._connection.vehicletype.getColor(name))[:3]
        return red / 255.0, green / 255.0, blue / 255.0

    def behind(self, number: int) -> Tuple[Domain, str]:
        """Return TraCI's domain of a vehicle or person, and its name there."""
        name = self.names[number]
        if not self.walks(number):
            return self._connection.vehicle, name
        return self._connection.person, name if self._persons.get(
            name.encode()
        ) == number else name[len(PREFIX) :]

    @property
    def anybody_walks(self) -> bool:
        """True if a person has appeared."""
        return bool(self._persons)

    def walks(self, number: int) -> bool:
        """Return whether an id is a person's."""
        return number in self._walking

    def _add(self, name: bytes, known: Dict[bytes, int], domain: Domain) -> int:
        text = name.decode()
        kind = self._ask(lambda: domain.getTypeID(text))
        return self._number(name, _shared_type(kind, text), known)

    def _number(self, name: bytes, kind: str, known: Dict[bytes, int]) -> int:
        text, number, other = name.decode(), len(self.names), self._persons.get(name)
        if number == len(self.type_of):
            self.type_of = _doubled(self.type_of)
        self.type_of[number] = self.type(kind) + self._looks[kind].draw(text)
        if known is self._persons:
            self._walking.add(number)
            self.names.append(PREFIX + text if name in self._vehicles else text)
        else:
            self.names.append(text)
            if other is not None:
                self.names[other] = PREFIX + text
        known[name] = number
        return number

    def _describe(self, kind: VehicleType) -> None:
        number = len(self.types)
        if number == len(self.reach):
            self.reach, self.turn = _doubled(self.reach), _doubled(self.turn)
            self.lamps, self.size = _doubled(self.lamps), _doubled(self.size)
        walks = is_person(kind.model)
        self.reach[number] = 0.0 if walks else 0.5 * kind.length
        self.size[number] = kind.length, kind.width
        self.turn[number] = PERSON_YAW_RATE if walks else YAW_RATE
        # SUMO turns an emergency vehicle's blue light off every other second, which is how its
        # window makes it flash.
        self.lamps[number] = BLUE_SIGNAL if kind.model == AMBULANCE else 0
        self.types.append(kind)


def _shared_type(kind: str, name: str) -> str:
    """Return the type of a vehicle without its own parameters.

    SUMO gives a vehicle with changed parameters a separate type, type@vehicle.
    """
    own = f"@{name}"
    return kind[: -len(own)] if kind.endswith(own) else kind


def _doubled(values: Array) -> Array:
    return np.concatenate([values, np.zeros_like(values)])
