"""Trials as YAML files, checked against their layout.

Raises InputError with file and key. Keys: ``layout`` (a name in config, or a .yaml file),
``orders``, ``faults``, ``seed``, ``time_limit``, ``detector``, ``sensors``, ``prices`` (points that
differ from config/kitting/prices.yaml), ``domain`` (a PDDL file), ``name``. Files are relative to
the trial's own. Metres and simulated seconds from the trial's begin.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, Dict, List, Mapping, Tuple, Union

from sim.checks import mapping, number, read_yaml, sequence, text, whole
from sim.errors import InputError
from sim.kitting.trial.fields import one_of, read_faults, read_orders
from sim.kitting.trial.reachable import check_triggers
from sim.kitting.trial.spec import DETECTORS, Trial
from sim.resources import resource
from sim.workcell.bodies import Tray
from sim.workcell.layout import Layout, read_layout

DEFAULT_LAYOUT = "kitting_lab"
MOTION = "motion"
DOMAIN = resource("config", "kitting", "kitting.pddl")
KEYS = (
    "name",
    "layout",
    "seed",
    "time_limit",
    "detector",
    "sensors",
    "prices",
    "domain",
    "orders",
    "faults",
)
# A trial's name is that of its folder.
NAME = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.-]{0,99}")
MAX_TIME_LIMIT = 1e5  # s
MAX_PRICE = 1e4
ACTION = re.compile(r"\(\s*:(?:durative-)?action\s+([^\s()]+)", re.IGNORECASE)


def read_trial(path: Union[str, Path]) -> Trial:
    """Read the trial in a file."""
    path = Path(path)
    where = str(path)
    root = mapping(read_yaml(path), where, KEYS, ("orders",))
    layout_file = _layout(text(root.get("layout", DEFAULT_LAYOUT), f"{where}: layout"), path)
    layout = read_layout(layout_file)
    detector = one_of(
        root.get("detector", DETECTORS[0]), DETECTORS, f"{where}: detector", "detector"
    )
    sensors = sequence(root.get("sensors") or [], f"{where}: sensors")
    prices = _prices(root.get("prices"), sensors, f"{where}: prices")
    domain, actions = _domain(root.get("domain"), path)
    trial = Trial(
        name=_name(root.get("name", path.stem), f"{where}: name"),
        layout=str(layout_file),
        orders=read_orders(root["orders"], layout, f"{where}: orders"),
        faults=read_faults(root.get("faults"), layout, f"{where}: faults"),
        seed=whole(root.get("seed", 1), f"{where}: seed", 0, 2**31 - 1),
        time_limit=number(
            root.get("time_limit", 900.0), f"{where}: time_limit", 1.0, MAX_TIME_LIMIT
        ),
        detector=detector,
        sensors=_sensors(sensors, prices, f"{where}: sensors"),
        prices=prices,
        domain=domain,
    )
    check_triggers(trial, sorted(layout.robots), actions, where)
    return trial


def shortages(trial: Trial, layout: Layout) -> Tuple[str, ...]:
    """Return ordered parts that exceed the layout's supplies, as sentences.

    A trial may bring more while it runs.
    """
    wanted: Dict[str, int] = {}
    for kit in (kit for order in trial.orders for kit in order.kits):
        for part, count in kit.parts.items():
            wanted[part] = wanted.get(part, 0) + count
    return tuple(
        f"{count} {part} are ordered and the layout's supplies hold {supply}: the trial must bring "
        "more while it runs, or its orders cannot be met"
        for part, count in wanted.items()
        for supply in (_supply(layout, part),)
        if supply < count
    )


def default_prices() -> Dict[str, float]:
    """Return points of each sensor and motion from config/kitting/prices.yaml."""
    path = resource("config", "kitting", "prices.yaml")
    found = read_yaml(path)
    names = list(found) if isinstance(found, dict) else [MOTION]
    return {
        text(name, str(path)): number(price, f"{path}: {name}", 0.0, MAX_PRICE)
        for name, price in mapping(found, str(path), names, (MOTION,)).items()
    }


def _supply(layout: Layout, part: str) -> int:
    kits = {
        name
        for name, model in layout.models.items()
        if isinstance(model.part.body, Tray) and model.part.body.kit
    }
    return sum(
        model.part.name == part and model.slot.partition("/")[0] not in kits
        for model in layout.models.values()
    )


def _layout(value: str, trial: Path) -> Path:
    if value.endswith(".yaml"):
        return trial.resolve().parent / value
    found = resource("config") / f"{value}.yaml"
    if not found.is_file():
        raise InputError(
            f"{trial}: layout",
            f"{found} not found; name a layout in config, as {DEFAULT_LAYOUT}, or a .yaml file",
        )
    return found


def _prices(value: Any, sensors: List[Any], where: str) -> Dict[str, float]:
    """Return the package's prices, updated by the trial's.

    The trial may add prices of its own sensors.
    """
    prices = default_prices()
    known = [*prices, *(sensor for sensor in sensors if isinstance(sensor, str))]
    for name, price in mapping(value if value is not None else {}, where, known).items():
        prices[name] = number(price, f"{where}/{name}", 0.0, MAX_PRICE)
    return prices


def _sensors(sensors: List[Any], prices: Mapping[str, float], where: str) -> Tuple[str, ...]:
    priced = [name for name in prices if name != MOTION]
    return tuple(
        one_of(sensor, priced, f"{where}/{index}", "sensor")
        for index, sensor in enumerate(sensors, 1)
    )


def _name(value: Any, where: str) -> str:
    name = text(value, where)
    if not NAME.fullmatch(name):
        raise InputError(
            where,
            f"{name!r} cannot name the trial's folder; use letters, digits, _, - and ., up to 100",
        )
    return name


def _domain(value: Any, trial: Path) -> Tuple[str, Tuple[str, ...]]:
    """Return the trial's domain file and its actions' names.

    The file is empty for the package's.
    """
    where = f"{trial}: domain"
    own = trial.resolve().parent / text(value, where) if value is not None else None
    file = own or DOMAIN
    try:
        actions = tuple(name.lower() for name in ACTION.findall(file.read_text(encoding="utf-8")))
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(where, f"{file} cannot be read ({error})") from error
    if not actions:
        raise InputError(where, f"{file} has no (:action ...), so it is not a PDDL domain")
    return str(own or ""), actions
