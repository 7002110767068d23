"""Demand in SUMO's own files, with the interface of ``demand.Demand``.

These are route files, additional files, or a configuration that names them. SUMO itself checks
routes and names; only inputs that this package would misinterpret are checked here.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Dict, List, Optional, Tuple

from sim.errors import InputError
from sim.files import file_hash
from sim.traffic.demand.flows import DAY
from sim.traffic.demand.sumo_config import SumoConfig, read_config
from sim.traffic.demand.sumo_elements import contents_of, place_of, root_tag, write_copies

CONFIG = (".sumocfg", ".sumo.cfg")
ENDINGS = (*CONFIG, ".rou.xml", ".add.xml", ".xml", ".rou.xml.gz", ".add.xml.gz", ".xml.gz")


@dataclass(frozen=True)
class SumoDemand:
    """Demand in SUMO's files.

    ``config`` names the files and sets the run; ``types`` are all types that occur, in the
    simulators' numbering; ``painted`` have a colour in the files; ``notes`` list unsupported
    elements; ``source`` names the files in errors.
    """

    source: str
    config: SumoConfig
    types: Tuple[str, ...]
    painted: Tuple[str, ...] = ()
    notes: Tuple[str, ...] = ()
    # Detectors of this package; SUMO handles those in its own files.
    detectors: Tuple[Any, ...] = ()

    @property
    def seed(self) -> int:
        """SUMO's, where a run is given none."""
        return self.config.seed

    @property
    def sumo_options(self) -> Dict[str, Any]:
        """Settings of :class:`sim.traffic.session.SumoOptions`."""
        return {**self.config.limits, "begin": self.config.begin, "more": self.config.more}

    def owner_of(self, vehicle: str) -> str:
        """Return file and line of the element that creates a vehicle, now or later, or ""."""
        return place_of(self.config.files, vehicle)

    def check(self, net: Path, step: Optional[float] = None, until: float = 0.0) -> None:
        """Raise InputError if the configuration contradicts the run.

        It may name another network, another ``step``, or an end before ``until`` s of the run.
        """
        config = self.config
        if config.net is not None and file_hash(config.net) != file_hash(net):
            raise InputError(
                self.source,
                f"is for the network {config.net}, and this run has {net}; give "
                f"net:={config.net}, and world:= with its world",
            )
        if config.step is not None and step is not None and abs(config.step - step) > 1e-9:
            raise InputError(
                self.source,
                f"step-length is {config.step:g} s, and this run's step {step:g} s; give "
                f"step:={config.step:g}, "
                "or leave it out there",
            )
        if math.isfinite(until) and config.begin + until > config.end + 1e-9:
            raise InputError(
                self.source,
                f"ends at {config.end:g} s, and this run, warm_up and duration, lasts until "
                f"{config.begin + until:g} s; "
                f"at most {config.end - config.begin:g} s are left, or take the end out there",
            )

    def write(self, folder: Path) -> Dict[str, Tuple[Path, ...]]:
        """Copy the files to a run's folder; paths by field of SumoOptions."""
        config = self.config
        end = min(config.end, config.begin + DAY)
        additional, routes = (
            write_copies(files, Path(folder), stem, end)
            for files, stem in ((config.additional, "additional"), (config.routes, "routes"))
        )
        return {
            "routes": (*additional, *routes),
            "ordered": tuple(path for path in routes if path.name.endswith(".rou.xml")),
        }


def is_sumo(demand: str) -> bool:
    """Return whether a demand is in SUMO's own files."""
    words = _words(demand)
    return len(words) > 1 or any(word.endswith(ENDINGS) for word in words)


def read_sumo_demand(demand: str) -> SumoDemand:
    """Return a demand from comma-separated files, or from one configuration."""
    words = _words(demand)
    configs = [word for word in words if word.endswith(CONFIG)]
    if configs and len(words) > 1:
        raise InputError(demand, f"{configs[0]} already names its files; give it alone")
    for word in words:
        if word.endswith((".yaml", ".yml")):
            raise InputError(
                word,
                "a demand in YAML cannot be joined with other files; give it alone, or SUMO's "
                "files alone",
            )
        if not Path(word).expanduser().is_file():
            raise InputError(word, "no such file")
    paths = tuple(Path(word).expanduser().resolve() for word in words)
    config = (
        read_config(paths[0])
        if configs
        else SumoConfig(routes=_loaded_last(paths), additional=_loaded_first(paths))
    )
    if not config.files:
        raise InputError(
            demand,
            "names neither route-files nor additional-files, so that traffic is missing",
        )
    contents = contents_of(config.files)
    return SumoDemand(
        demand, config, contents.known, tuple(contents.painted), (*config.notes, *contents.notes)
    )


def _words(demand: str) -> List[str]:
    return [word.strip() for word in demand.split(",") if word.strip()]


def _loaded_first(paths: Tuple[Path, ...]) -> Tuple[Path, ...]:
    """Return the files for SUMO's additional files: all but route files."""
    return tuple(path for path in paths if root_tag(path) != "routes")


def _loaded_last(paths: Tuple[Path, ...]) -> Tuple[Path, ...]:
    return tuple(path for path in paths if root_tag(path) == "routes")
