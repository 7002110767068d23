"""What brings a trial's faults about: the simulator, or whoever stands beside a real cell."""

from __future__ import annotations

from typing import Mapping, Protocol, Sequence

from sim.kitting.trial.spec import Fault


class Injector(Protocol):
    """Everything happens at once, at the time of the call; SimulationError where it fails."""

    def candidates(self, fault: Fault) -> Mapping[str, str]:
        """What a fault can hit: the part type by the model of parts, anything by the name of
        robots and detectors."""

    def inject(self, fault: Fault, targets: Sequence[str], seed: Sequence[int]) -> None:
        """Brings a fault about; ``seed`` is of what it draws at random."""

    def uphold(self, fault: Fault, targets: Sequence[str]) -> None:
        """Called at each step while a fault lasts, for those that act again and again."""

    def clear(self, fault: Fault, targets: Sequence[str]) -> None:
        """Ends a fault."""
