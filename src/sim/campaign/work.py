"""Interface of a campaign's runs."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from pathlib import Path
from typing import Any, Collection, Dict, List, NamedTuple, Optional

from sim.campaign.child import ProgramsOutcome


class RunVerdict(NamedTuple):
    """Verdict of a finished run. Its status, the cause of a failure, and the findings, if any."""

    status: str
    cause: str = ""
    findings: Optional[List[Dict[str, Any]]] = None


class RunSource(ABC):
    """Runs by number. ``timeout`` in wall s of one; ``retries`` of crashed ones."""

    timeout: float = math.inf
    retries: int = 0

    @abstractmethod
    def numbers(self) -> Collection[int]:
        """Return the numbers of all runs."""

    @abstractmethod
    def folder(self, number: int) -> Path:
        """Return the folder of a run, which is emptied before."""

    @abstractmethod
    def commands(self, number: int) -> List[List[str]]:
        """Return the programs of a run, one after another."""

    @abstractmethod
    def judged(self, number: int, outcome: ProgramsOutcome) -> RunVerdict:
        """Judge a run by the files of its programs."""

    def prepare(self) -> None:
        """Prepare the runs; called before the first."""
        return

    def heard(self, number: int, line: str) -> None:
        """Handle a line that a run has just printed."""
        return

    def ended(self, number: int, judged: RunVerdict, wall: float) -> None:
        """Handle the final end of a run. After ``wall`` s; it will not be repeated."""
        return

    def files(self) -> Dict[str, bytes]:
        """Return input files of the campaign's folder by name, for machines without the folder."""
        return {}

    def environment(self) -> Dict[str, str]:
        """Return additional environment variables of a run's programs."""
        return {}
