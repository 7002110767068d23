"""Traffic signals and their controllers in a scenario.

Phases follow each other; states set by actions hold until a controller of the signal begins its
next phase.
"""

from __future__ import annotations

import math
from typing import Dict, Optional, Sequence, Tuple

from sim.openscenario.model.document import Phase, TrafficSignalController


class Signals:
    def __init__(self, controllers: Sequence[TrafficSignalController]) -> None:
        self._controllers = {each.name: each for each in controllers}
        # States that actions have set, and when.
        self._set: Dict[str, Tuple[str, float]] = {}
        # Begin of each controller's first phase, s; a delay counts from its reference's start.
        self._since = {each.name: self._delay(each) for each in controllers}

    def _delay(self, controller: TrafficSignalController) -> float:
        """Return a controller's delay plus its references' delays."""
        total, seen = 0.0, set()
        each: Optional[TrafficSignalController] = controller
        while each is not None and each.name not in seen:
            seen.add(each.name)
            total += each.delay
            each = self._controllers.get(each.reference)
        return total

    def phase(self, name: str, time: float) -> Optional[Phase]:
        """Return a controller's phase at a time. None before it begins, and without phases."""
        running = self._running(name, time)
        return running[0] if running else None

    def _running(self, name: str, time: float) -> Optional[Tuple[Phase, float]]:
        """Return a controller's phase at a time, and its begin."""
        phases = self._controllers[name].phases
        cycle = sum(each.duration for each in phases)
        since = time - self._since[name]
        if not phases or since < 0.0:
            return None
        if cycle <= 0.0:
            return phases[0], self._since[name]
        since %= cycle
        for each in phases:
            if since < each.duration - 1e-9:
                return each, time - since
            since -= each.duration
        return phases[0], time

    def set_phase(self, name: str, phase: str, time: float) -> None:
        """Start a phase of a controller."""
        since = time
        for each in self._controllers[name].phases:
            if each.name == phase:
                break
            since -= each.duration
        self._since[name] = since
        for each in self._controllers[name].phases:
            for signal in each.states:
                self._set.pop(signal.traffic_signal_id, None)

    def set_state(self, name: str, state: str, time: float) -> None:
        """Set the state of a signal."""
        self._set[name] = state, time

    def state(self, name: str, time: float) -> str:
        """Return the state of a signal; empty if unknown.

        The state set since its controller's phase began, else the phase's.
        """
        state, since = self._set.get(name, ("", -math.inf))
        for controller in self._controllers:
            running = self._running(controller, time)
            for each in running[0].states if running else ():
                if each.traffic_signal_id == name and running and running[1] > since + 1e-9:
                    return each.state
        return state
