"""Estimated noise of a recording, and its numbers as profiles have them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Dict, List

from sim.noise.fit.interval import Intervals
from sim.noise.fit.panels import Panel

DIGITS = 4


@dataclass(frozen=True)
class NoiseEstimate:
    """Estimated noise of a recording.

    ``models`` are a chain's steps as in a profile, ``findings`` describe them in words, ``panels``
    show the fit against the data, ``intervals`` are 95 % intervals of the parameters.
    """

    models: Dict[str, Dict[str, Any]]
    findings: List[str] = field(default_factory=list)
    panels: List[Panel] = field(default_factory=list)
    intervals: Intervals = field(default_factory=dict)

    def interval_text(self, step: str) -> str:
        """Return the intervals of a step's parameters as text, empty without any."""
        texts = [
            f"{name} {found.low:.3g} to {found.high:.3g}"
            for (owner, name), found in self.intervals.items()
            if owner == step
        ]
        return f"95 % intervals: {', '.join(texts)}" if texts else ""


def round_to_digits(value: float) -> float:
    """Return a value rounded to the significant digits of an estimate."""
    return float(f"{float(value):.{DIGITS}g}")


def rounded_shares(weights: Any) -> List[float]:
    """Return weights rounded so that they still sum to 1."""
    found = [round(float(one), 6) for one in weights]
    return [round(1.0 - sum(found[1:]), 6), *found[1:]]
