"""Peak number of vehicles and persons of each type in SUMO's files.

SUMO runs the demand alone, once, since SUMO has the defaults that its files omit: sizes by class,
shares of distributions, routes. The result is cached in ``demands`` in the user's cache folder.
"""

from __future__ import annotations

import fcntl
import hashlib
import json
import math
import tempfile
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Callable, Dict, Iterable, List, Optional, Sequence, Tuple

import numpy as np

from sim.errors import InputError, SimulationError
from sim.files import drafted, writing
from sim.traffic.backend.traci_link import TraciLink
from sim.traffic.demand.sumo_demand import SumoDemand
from sim.traffic.measures.outputs import TRIPS_FILE, WALKS_FILE, attribute, rows
from sim.traffic.registry import Registry
from sim.traffic.session import SumoOptions
from sim.traffic.state import VehicleType
from sim.traffic.sumo_version import version_of
from sim.traffic.warmup import cache_folder

# s; which vehicles are there at once hardly depends on it.
STEP = 0.5
# Change it with the content of the cache.
FORMAT = 2


@dataclass(frozen=True)
class Count:
    """Vehicle type and its peak number of simultaneous vehicles."""

    kind: VehicleType
    most: int

    @property
    def room(self) -> int:
        """Expected number if egos hold up the traffic.

        It is a fifth and 3 sigma of a Poisson number more.
        """
        return math.ceil(1.2 * self.most + 3.0 * math.sqrt(self.most)) if self.most else 0


def counts(
    demand: SumoDemand,
    net: Path,
    horizon: float,
    folder: Optional[Path] = None,
    progress: Callable[[str], None] = lambda line: None,
) -> Tuple[Count, ...]:
    """Return each type of ``demand.types`` with its peak until ``horizon`` s.

    SimulationError with SUMO's error text if it fails.
    """
    place = (folder or cache_folder()) / "demands"
    with writing(place):
        place.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=str(place)) as scratch:
            files = demand.write(Path(scratch))
            options = SumoOptions(
                Path(net),
                step=STEP,
                seed=demand.seed,
                outputs=Path(scratch),
                routes=files["routes"],
                ordered=files["ordered"],
                **demand.sumo_options,
            )
            kept = place / f"{_key(options, demand, horizon)}.json"
            with (place / f"{kept.stem}.lock").open("w") as lock:
                # Bridge and simulator request the same at the same time.
                fcntl.flock(lock, fcntl.LOCK_EX)
                if not kept.is_file():
                    progress(
                        f"demand: SUMO runs {horizon:g} s of it alone, once, to count its "
                        f"vehicles; kept in {kept}"
                    )
                    found = _counted(options, demand, horizon)
                    with drafted(kept) as draft:
                        draft.write_text(
                            json.dumps([asdict(count) for count in found]), encoding="utf-8"
                        )
    return tuple(
        Count(_kind(**count["kind"]), count["most"])
        for count in json.loads(kept.read_text(encoding="utf-8"))
    )


def _kind(color: Optional[Sequence[float]], **fields: Any) -> VehicleType:
    """Return a type from its JSON form, which has lists for tuples."""
    if color is None:
        return VehicleType(**fields)
    red, green, blue = color
    return VehicleType(color=(red, green, blue), **fields)


def most_at_once(spans: Iterable[Tuple[float, float]]) -> int:
    """Return the maximum number of overlapping spans (begin, end)."""
    edges = np.array(list(spans), float).reshape(-1, 2)
    times = np.concatenate([edges[:, 0], edges[:, 1]])
    change = np.repeat([1, -1], len(edges))
    # Begins count before ends at the same time.
    order = np.lexsort((-change, times))
    return int(np.cumsum(change[order]).max(initial=0))


def _counted(options: SumoOptions, demand: SumoDemand, horizon: float) -> Tuple[Count, ...]:
    try:
        link = TraciLink(options.arguments())
    except SimulationError as error:
        raise InputError(demand.source, str(error)) from None
    try:
        registry = Registry(link.connection, lambda request: request())
        registry.register_types(demand.types, demand.painted)
        link.connection.simulationStep(options.begin + horizon)
    except Exception as error:  # noqa: BLE001 - whatever SUMO makes of the user's files
        raise InputError(demand.source, link.reason(str(error))) from None
    finally:
        link.close(60.0)
    assert options.outputs is not None
    spans = _spans(options.outputs)
    return tuple(Count(kind, most_at_once(spans.get(kind.name, ()))) for kind in registry.types)


def _spans(folder: Path) -> Dict[str, List[Tuple[float, float]]]:
    """Return begin and end of each vehicle's and person's trip, by type."""
    found: Dict[str, List[Tuple[float, float]]] = {}
    for row in rows(folder / TRIPS_FILE, "tripinfo"):
        begin, end = float(attribute(row, "depart")), float(attribute(row, "arrival"))
        if begin >= 0.0:
            spans = found.setdefault(attribute(row, "vType"), [])
            spans.append((begin, end if end >= 0.0 else math.inf))
    for row in rows(folder / WALKS_FILE, "personinfo"):
        ends = [float(stage.get("arrival", -1.0)) for stage in row]
        begin = float(attribute(row, "depart"))
        if begin >= 0.0:
            found.setdefault(attribute(row, "type"), []).append(
                (begin, ends[-1] if ends and min(ends) >= 0.0 else math.inf)
            )
    return found


def _key(options: SumoOptions, demand: SumoDemand, horizon: float) -> str:
    content = hashlib.sha256(version_of("sumo"))
    for path in (options.net, *options.routes):
        content.update(hashlib.sha256(Path(path).read_bytes()).digest())
    content.update(
        repr(
            (
                FORMAT,
                options.seed,
                options.begin,
                options.more,
                options.max_depart_delay,
                options.lateral_resolution,
                demand.types,
                demand.painted,
                horizon,
            )
        ).encode()
    )
    return content.hexdigest()[:20]
