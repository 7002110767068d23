"""Traffic lights of a session: states after each step and commands.

Times are the session's. The step's answer contains the states of all lights; only changed states
are decoded.
"""

from __future__ import annotations

import math
from functools import partial
from typing import Dict, List, Sequence, Tuple

import numpy as np
import traci.constants as tc

from sim.errors import InputError
from sim.traffic.control.names import finite, known
from sim.traffic.decoder import read_values
from sim.traffic.session import SumoSession

LETTERS = "ryGguoOs"
ONLINE_PROGRAM = "online"
OFF_PROGRAM = "off"
UNKNOWN_TIME = -1.0  # s
_VARIABLES = (tc.TL_RED_YELLOW_GREEN_STATE, tc.TL_NEXT_SWITCH, tc.TL_CURRENT_PROGRAM)


class Lights:
    """States of all traffic lights.

    Per link (n,) ``letters`` (bytes) and ``switch``, the next switching time (s, or -1); per light
    ``programs`` and ``states`` (a letter per link). ``version`` counts changes from 1; it is 0
    before the first step and without lights.
    """

    def __init__(self, session: SumoSession, links: Sequence[Tuple[str, int]]) -> None:
        self._session, self._domain = session, session.connection.trafficlight
        self.names: List[str] = list(session.ask(self._domain.getIDList))
        self._first = {
            light: session.ask(partial(self._domain.getProgram, light)) for light in self.names
        }
        self._own = dict(self._first)
        self._until: Dict[str, float] = {}
        self.version = 0
        self.programs: Dict[str, str] = {}
        self._seen: Dict[bytes, bytes] = {}
        self.states = {
            light: session.ask(partial(self._domain.getRedYellowGreenState, light))
            for light in self.names
        }
        self._switches = dict.fromkeys(self.names, UNKNOWN_TIME)
        # Offset of each light's letters in the joined text of all lights.
        starts = dict(zip(self.names, np.cumsum([0, *map(len, self.states.values())]).tolist()))
        rows = {light: row for row, light in enumerate(self.names)}
        self._places = np.array([starts[light] + link for light, link in links], int)
        self._lights = np.array([rows[light] for light, _ in links], int)
        self._spread()
        for light in self.names:
            session.ask(partial(self._domain.subscribe, light, _VARIABLES))

    def before_step(self) -> None:
        """Release the lights with expired holds."""
        now = self._session.time + 1e-6
        for light in [light for light, until in self._until.items() if until <= now]:
            self.release(light)

    def after_step(self) -> None:
        """Update the states from the step's answer."""
        changed = False
        for (response, name), body in self._session.answer.objects.items():
            if response == tc.RESPONSE_SUBSCRIBE_TL_VARIABLE and self._seen.get(name) != body:
                self._seen[name] = body
                self._take(name.decode(), body)
                changed = True
        if changed:
            self.version += 1
            self._spread()

    def _take(self, light: str, body: bytes) -> None:
        values = read_values(body)
        program = self.programs[light] = values[tc.TL_CURRENT_PROGRAM]
        self.states[light] = values[tc.TL_RED_YELLOW_GREEN_STATE]
        if program == ONLINE_PROGRAM:
            until = self._until.get(light, math.inf)
            self._switches[light] = until if math.isfinite(until) else UNKNOWN_TIME
        else:
            self._switches[light] = (
                UNKNOWN_TIME
                if program == OFF_PROGRAM
                else values[tc.TL_NEXT_SWITCH] - self._session.begin
            )

    def _spread(self) -> None:
        """Copy the states of lights to their links."""
        self.letters = np.frombuffer("".join(self.states.values()).encode(), "S1")[self._places]
        self.switch = np.array(list(self._switches.values()), float)[self._lights]

    def hold(self, light: str, state: str, duration: float) -> None:
        """Hold a light in a state for ``duration`` s, 0 for ever.

        The state has one letter per link, or one letter for all.
        """
        known(light, self.names, "light", "traffic light")
        finite(duration, "duration", 0.0)
        links = len(self.states[light])
        wrong = sorted(set(state) - set(LETTERS))
        if wrong:
            raise InputError(
                "state",
                f"'{state}' has the letter '{wrong[0]}'; known letters: {' '.join(LETTERS)}",
            )
        if len(state) not in (1, links):
            raise InputError(
                "state",
                f"'{state}' has {len(state)} letters; '{light}' has {links} links: give {links} "
                "letters, or one for all",
            )
        self._session.ask(
            lambda: self._domain.setRedYellowGreenState(
                light, state if len(state) == links else state * links
            )
        )
        self._until[light] = self._session.time + duration if duration > 0 else math.inf
        self._seen.pop(light.encode(), None)

    def release(self, light: str) -> None:
        """Return a held light to its program."""
        known(light, self.names, "light", "traffic light")
        if self._until.pop(light, None) is not None:
            self._session.ask(lambda: self._domain.setProgram(light, self._own[light]))

    def run_program(self, light: str, program: str) -> None:
        """Run a program on a light and end any hold. An empty ``program`` is the initial one."""
        known(light, self.names, "light", "traffic light")
        program = program or self._first[light]
        known(program, self.available(light), "program", f"program of '{light}'")
        self._session.ask(lambda: self._domain.setProgram(light, program))
        self._own[light] = program
        self._until.pop(light, None)

    def available(self, light: str) -> List[str]:
        """Return the programs that a light can run."""
        logics = self._session.ask(lambda: self._domain.getAllProgramLogics(light))
        return sorted({logic.programID for logic in logics} - {ONLINE_PROGRAM} | {OFF_PROGRAM})
