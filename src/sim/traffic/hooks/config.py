"""Reads the assignment of driver modules to vehicles from YAML.

It also loads their classes.
"""

from __future__ import annotations

import fnmatch
import hashlib
import importlib
import inspect
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Dict, Tuple, Union

from sim import checks
from sim.errors import InputError

SHIPPED = {
    "imperfect_human": "sim.traffic.hooks.imperfect_human:ImperfectHuman",
    "aggressive_merger": "sim.traffic.hooks.aggressive_merger:AggressiveMerger",
    "gap_maker": "sim.traffic.hooks.gap_maker:GapMaker",
    "reference_driver": "sim.drivers.reference.traffic_module:ReferenceTraffic",
}
BUDGET = 0.5


@dataclass(frozen=True)
class ModuleSpec:
    """Driver module and the vehicles that it drives.

    It drives the ``share`` of the vehicles with a name that matches ``vehicles`` and a type among
    ``types``, if any.
    """

    name: str
    driver: type
    vehicles: str = "*"
    share: float = 1.0
    types: Tuple[str, ...] = ()
    parameters: Dict[str, Any] = field(default_factory=dict)
    budget: float = BUDGET

    def wants(self, vehicle: str, kind: str, seed: int) -> bool:
        """Return whether the module drives a vehicle.

        The share is drawn from the seed and the names alone, whenever the vehicles appear.
        """
        if not fnmatch.fnmatchcase(vehicle, self.vehicles) or (
            self.types and kind not in self.types
        ):
            return False
        digest = hashlib.blake2b(f"{seed}/{self.name}/{vehicle}".encode(), digest_size=8).digest()
        return int.from_bytes(digest, "big") / 2.0**64 < self.share


def read_modules(path: Union[str, Path]) -> Tuple[ModuleSpec, ...]:
    """Read the driver modules of a YAML file, in order of precedence."""
    return parse_modules(checks.read_yaml(path), str(path))


def parse_modules(document: Any, source: str) -> Tuple[ModuleSpec, ...]:
    """Return the driver modules of a YAML document. Each is instantiated once to check it."""
    top = checks.mapping(document, source, ("drivers",), required=("drivers",))
    specs = tuple(
        _module(entry, f"{source}: drivers[{i}]")
        for i, entry in enumerate(checks.sequence(top["drivers"], f"{source}: drivers"))
    )
    names = [spec.name for spec in specs]
    for i, name in enumerate(names):
        if name in names[:i]:
            raise InputError(f"{source}: drivers[{i}].name", f"driver '{name}' exists already")
    return specs


def made(spec: ModuleSpec, where: str = "") -> Any:
    """Instantiate a module's class."""
    try:
        return spec.driver(**spec.parameters)
    except InputError as error:
        raise InputError(f"{where or spec.name}.parameters", str(error)) from None
    except (Exception, SystemExit) as error:  # noqa: BLE001 - the class is the user's
        raise InputError(
            where or spec.name,
            f"{spec.driver.__name__} cannot be made ({type(error).__name__}: {error})",
        ) from None


def _module(entry: Any, where: str) -> ModuleSpec:
    given = checks.mapping(
        entry,
        where,
        ("name", "class", "vehicles", "share", "types", "parameters", "budget"),
        required=("class",),
    )
    word = checks.text(given["class"], f"{where}.class")
    driver = _loaded(word, f"{where}.class")
    parameters = given.get("parameters") or {}
    _check_parameters(driver, parameters, f"{where}.parameters")
    spec = ModuleSpec(
        checks.text(given.get("name", word.rpartition(":")[2]), f"{where}.name"),
        driver,
        checks.text(given.get("vehicles", "*"), f"{where}.vehicles"),
        checks.number(given.get("share", 1.0), f"{where}.share", 0.0, 1.0),
        tuple(
            checks.text(kind, f"{where}.types")
            for kind in checks.sequence(given.get("types", []), f"{where}.types")
        ),
        parameters,
        checks.number(given.get("budget", BUDGET), f"{where}.budget", 0.001, 60.0),
    )
    made(spec, where)
    return spec


def _loaded(word: str, where: str) -> type:
    module, _, name = SHIPPED.get(word, word).partition(":")
    if not name:
        raise InputError(
            where,
            f"'{word}' is not one of: {', '.join(SHIPPED)}; a class of your own is named "
            "module:Class",
        )
    try:
        found = getattr(importlib.import_module(module), name, None)
    except (Exception, SystemExit) as error:  # noqa: BLE001 - the module is the user's
        raise InputError(
            where,
            f"module '{module}' cannot be imported ({type(error).__name__}: {error}); it must be "
            "on PYTHONPATH",
        ) from None
    if not inspect.isclass(found) or not callable(getattr(found, "control", None)):
        raise InputError(
            where, f"module '{module}' has no class '{name}' with a method control(view)"
        )
    return found


def _check_parameters(driver: type, parameters: Any, where: str) -> None:
    known = [
        name
        for name, parameter in inspect.signature(driver).parameters.items()
        if parameter.kind is not parameter.VAR_KEYWORD
    ]
    open_ended = len(known) < len(inspect.signature(driver).parameters)
    if not (open_ended and isinstance(parameters, dict)):
        checks.mapping(parameters, where, known)
