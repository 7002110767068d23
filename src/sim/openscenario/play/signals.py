"""Traffic signals and their controllers as a scenario sets them: phases that follow each other."""

from __future__ import annotations

from typing import Dict, Optional, Sequence

from sim.openscenario.model.document import Phase, TrafficSignalController


class Signals:
    def __init__(self, controllers: Sequence[TrafficSignalController]) -> None:
        self._controllers = {each.name: each for each in controllers}
        self.states: Dict[str, str] = {}
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
        phases = self._controllers[name].phases
        cycle = sum(each.duration for each in phases)
        since = time - self._since[name]
        if not phases or since < 0.0:
            return None
        if cycle <= 0.0:
            return phases[0]
        since %= cycle
        for each in phases:
            if since < each.duration - 1e-9:
                return each
            since -= each.duration
        return phases[0]

    def set_phase(self, name: str, phase: str, time: float) -> None:
        """Let a controller begin a phase."""
        since = time
        for each in self._controllers[name].phases:
            if each.name == phase:
                break
            since -= each.duration
        self._since[name] = since

    def state(self, name: str, time: float) -> str:
        """Of a signal: what was set, else what its controller has; empty where nothing is known."""
        if name in self.states:
            return self.states[name]
        for controller in self._controllers:
            phase = self.phase(controller, time)
            for each in phase.states if phase else ():
                if each.traffic_signal_id == name:
                    return each.state
        return ""
