"""Summary of a run: figures gathered step by step, written as JSON.

The file is written atomically.
"""

from __future__ import annotations

import json
import math
import statistics
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Dict, List

from sim.errors import SimulationError
from sim.files import drafted


@dataclass
class Summary:
    """Figures of a run.

    Times in s of simulated time unless a name says otherwise; ego figures are for the worst ego, or
    for all together. ``status`` is ok, interrupted or failed, and running until the end; ``cause``
    is the reason. ``trajectories``, a fingerprint of all motion, ``egos``, ``delay`` and
    ``detectors`` are since the last reset.
    """

    simulator: str
    seed: int
    mode: str
    duration_asked_s: float = math.inf
    duration_s: float = 0.0
    rtf: float = 0.0
    vehicles_max: int = 0
    vehicles_departed: int = 0
    vehicles_arrived: int = 0
    vehicles_teleported: int = 0
    vehicles_cleared: int = 0
    vehicles_not_inserted: int = 0
    sumo_step_ms: float = 0.0
    overhead_ms: float = 0.0
    lag_max_s: float = 0.0
    ego_min_gap_m: float = math.inf
    ego_min_ttc_s: float = math.inf
    ego_collisions: int = 0
    ego_off_road_s: float = 0.0
    sumo_collisions: int = 0
    resets: int = 0
    trajectories: str = ""
    status: str = "ok"
    cause: str = ""
    egos: Dict[str, Any] = field(default_factory=dict)
    delay: Dict[str, Any] = field(default_factory=dict)
    detectors: Dict[str, Any] = field(default_factory=dict)
    _sumo_steps: List[float] = field(default_factory=list, repr=False)
    _overheads: List[float] = field(default_factory=list, repr=False)

    def add_step(self, vehicles: int, sumo_seconds: float, overhead_seconds: float) -> None:
        """Add one SUMO step."""
        self.vehicles_max = max(self.vehicles_max, vehicles)
        self._sumo_steps.append(sumo_seconds)
        self._overheads.append(overhead_seconds)

    def add_lag(self, lag: float) -> None:
        self.lag_max_s = max(self.lag_max_s, lag)

    def document(self) -> Dict[str, Any]:
        """Return the figures by name, medians computed, infinities as null."""
        if self._sumo_steps:
            self.sumo_step_ms = 1e3 * statistics.median(self._sumo_steps)
            self.overhead_ms = 1e3 * statistics.median(self._overheads)
        figures = {name: value for name, value in asdict(self).items() if not name.startswith("_")}
        return {name: _plain(value) for name, value in figures.items()}

    def write(self, folder: Path) -> Path:
        """Write ``summary.json`` into a folder.

        SimulationError if that fails, as on a full disk.
        """
        path = folder / "summary.json"
        try:
            folder.mkdir(parents=True, exist_ok=True)
            with drafted(path) as draft:
                draft.write_text(json.dumps(self.document(), indent=2) + "\n", encoding="utf-8")
        except OSError as error:
            raise SimulationError(
                f"{path}: cannot be written ({error.strerror or error})"
            ) from None
        return path


def _plain(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _plain(inner) for name, inner in value.items()}
    if isinstance(value, float):
        return round(value, 6) if math.isfinite(value) else None
    return value
