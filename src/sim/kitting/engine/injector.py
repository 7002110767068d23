"""Interface for injecting faults.

Implemented by the simulator, or by an operator of a real cell.
"""

from __future__ import annotations

from typing import Mapping, Protocol, Sequence

from sim.kitting.trial.spec import Fault


class Injector(Protocol):
    """Injects faults immediately, at the time of the call. Raises SimulationError on failure."""

    def candidates(self, fault: Fault) -> Mapping[str, str]:
        """Return the possible targets of a fault.

        The part type by the model of parts, anything by the name of robots and detectors.
        """

    def inject(self, fault: Fault, targets: Sequence[str], seed: Sequence[int]) -> None:
        """Inject a fault; ``seed`` is for its random draws."""

    def uphold(self, fault: Fault, targets: Sequence[str]) -> None:
        """Repeat the effect of an active fault. Called at each step, for repeating faults."""

    def clear(self, fault: Fault, targets: Sequence[str]) -> None:
        """End a fault."""
