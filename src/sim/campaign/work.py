"""What the runs of a campaign are, whoever's they are."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from pathlib import Path
from typing import Any, Collection, Dict, List, NamedTuple, Optional

from sim.campaign.child import Outcome


class Judged(NamedTuple):
    """Of a run that has ended: its status, why it is not passed, and the findings, if it came to
    any."""

    status: str
    cause: str = ""
    findings: Optional[List[Dict[str, Any]]] = None


class Work(ABC):
    """Runs by number. ``timeout`` in wall s of one; ``retries`` of those that crashed."""

    timeout: float = math.inf
    retries: int = 0

    @abstractmethod
    def numbers(self) -> Collection[int]:
        """The runs that there are."""

    @abstractmethod
    def folder(self, number: int) -> Path:
        """Where a run writes; what is in it before goes away."""

    @abstractmethod
    def commands(self, number: int) -> List[List[str]]:
        """Programs that make a run, one after another."""

    @abstractmethod
    def judged(self, number: int, outcome: Outcome) -> Judged:
        """What a run came to, by what its programs have left."""

    def prepare(self) -> None:
        """Called before the first run."""
        return

    def heard(self, number: int, line: str) -> None:
        """A line that a run prints, soon after it did."""
        return

    def ended(self, number: int, judged: Judged, wall: float) -> None:
        """A run is over, after so many wall s, and will not be made again."""
        return

    def files(self) -> Dict[str, bytes]:
        """What runs read in the campaign's folder, by name, for machines that do not have it."""
        return {}

    def environment(self) -> Dict[str, str]:
        """What a run's programs get beyond the campaign's own environment."""
        return {}
