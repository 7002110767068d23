"""Traffic signals and their controllers as a scenario sets them: phases that follow each other, and
states set by actions, which hold until a controller of the signal begins its next phase."""

from __future__ import annotations

import math
from typing import Dict, Optional, Sequence, Tuple

from sim.openscenario.model.document import Phase, TrafficSignalController


class Signals:
    def __init__(self, controllers: Sequence[TrafficSignalController]) -> None:
        self._controllers = {each.name: each for each in controllers}
        # States that actions have set, and when.
        self._set: Dict[str, Tuple[str, float]] = {}
        # When each controller's first phase began, s; a delay counts from its reference's start.
        self._since = {each.name: self._delay(each) for each in controllers}

    def _delay(self, controller: TrafficSignalController) -> float:
        """Its delay and those of the controllers that it refers to."""
        total, seen = 0.0, set()
        each: Optional[TrafficSignalController] = controller
        while each is not None and each.name not in seen:
            seen.add(each.name)
            total += each.delay
            each = self._controllers.get(each.reference)
        return total

    def phase(self, name: str, time: float) -> Optional[Phase]:
        """The phase of a controller at a time; None before it begins, and without phases."""
        running = self._running(name, time)
        return running[0] if running else None

    def _running(self, name: str, time: float) -> Optional[Tuple[Phase, float]]:
        """A controller's phase at a time, and since when it runs."""
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
        """Let a controller begin a phase."""
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
        """Let a signal show a state."""
        self._set[name] = state, time

    def state(self, name: str, time: float) -> str:
        """Of a signal: what was set since its controller's phase began, else what that has; empty
        where nothing is known."""
        state, since = self._set.get(name, ("", -math.inf))
        for controller in self._controllers:
            running = self._running(controller, time)
            for each in running[0].states if running else ():
                if each.traffic_signal_id == name and running and running[1] > since + 1e-9:
                    return each.state
        return state
