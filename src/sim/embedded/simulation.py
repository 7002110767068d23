"""Main loop of the embedded simulator.

One thread steps physics, vehicles and traffic, and serves requests in between.
"""

from __future__ import annotations

import logging
import math
import time
from dataclasses import dataclass
from typing import Any, Callable, List, Sequence, Set, Tuple

from sim.embedded.lockstep import Lockstep, LockstepParticipant
from sim.embedded.mailbox import ENDING, Mailbox
from sim.embedded.physics.physics import Physics
from sim.embedded.physics.stretch import MOST, StepBatch
from sim.embedded.subsystems import Subsystems
from sim.embedded.traffic.lamps import Lamps
from sim.embedded.traffic.traffic import Traffic
from sim.embedded.vehicles import Vehicles
from sim.errors import SimulationError

log = logging.getLogger(__name__)
IDLE = 0.05
REPEAT = 1.0
PARTING = 2.0
# Wall time in s by which physics may be ahead of its pace: waking for each short step would cost a
# tenth of it.
AHEAD = 0.004
# Longest wall time in s of steps without a check for requests.
LONGEST = 0.002
EPSILON = 1e-9


@dataclass(frozen=True)
class LoopOptions:
    """Options of the loop.

    ``real_time_factor`` 0 is as fast as possible; ``duration`` is in simulated s; the wait lists
    delay the first step.
    """

    real_time_factor: float = 1.0
    duration: float = math.inf
    paused: bool = False
    wait_for: Tuple[str, ...] = ()
    wait_for_models: Tuple[str, ...] = ()
    patience: float = 120.0


class Simulation:
    """Loop of the simulator; listeners are called in its physics thread.

    ``on_step(time)`` is called after each step, and after requests between steps;
    ``on_boundary(participants)`` at lockstep boundaries; ``on_rest()`` before step_world answers,
    time is reset or the run ends, to finish pending work.

    A step listener with a method ``next(time)`` is called with the first step at or after the
    returned time, and possibly earlier. :meth:`advance` returns after the first step in which a
    ``watched`` model, or a participant's model, touches something.
    """

    def __init__(self, physics: Physics, options: LoopOptions, vehicles: Vehicles) -> None:
        self.physics, self.options, self.vehicles = physics, options, vehicles
        self.pool, self.lamps, self.lockstep, self.mailbox = (
            Traffic(physics),
            Lamps(physics),
            Lockstep(),
            Mailbox(),
        )
        self.subsystems = Subsystems(physics, vehicles)
        self._mechanisms = self.subsystems.mechanisms
        self.watched: Set[str] = set()
        self._stretch = StepBatch(physics)
        self.real_time_factor = options.real_time_factor
        self.paused = options.paused
        self.on_step: List[Callable[[float], None]] = []
        self.on_boundary: List[Callable[[Sequence[LockstepParticipant]], None]] = []
        self.on_rest: List[Callable[[], None]] = []
        self._stopped = False
        self._waiting_to_start = bool(options.wait_for or options.wait_for_models)
        self._pace_from = (time.monotonic(), 0.0)

    def run(self) -> None:
        """Step until :meth:`stop` or the end of ``duration``."""
        self._announce()
        started = time.monotonic()
        while not self._stopped and not self.complete:
            if self.mailbox.drain() and (self._waiting_to_start or self.paused):
                self._announce()
            if self._waiting_to_start:
                self._waiting_to_start = self._lacks(time.monotonic() - started)
                self._idle(0.01)
            elif self.paused:
                self._idle(IDLE)
            else:
                self._advance_or_pause()
                self._pace()
        self._let_finish()
        self._rest()
        self.subsystems.stand_ins.close()
        self.mailbox.close()

    @property
    def complete(self) -> bool:
        """True once the simulated time reaches ``duration``."""
        return self.physics.time >= self.options.duration - EPSILON

    def stop(self) -> None:
        """End :meth:`run` after the current step; callable from any thread."""
        self._stopped = True
        # CPython's SimpleQueue forgets its timeout where a signal's handler outlasts it, and then
        # waits for an item.
        self.mailbox.wake()

    def advance(self, most: int = 1) -> int:
        """Make one step, or up to ``most`` in C++; return how many.

        It waits for the participants of the boundary. Several steps are made while only the parts
        that :class:`StepBatch` handles act in them.
        """
        self._await_participants()
        if self._stopped:
            return 0
        self.pool.update()
        self.lamps.update(self.pool.shown)
        made = self._together(most) or self._alone()
        self._note_contacts()
        self._announce()
        return made

    def _together(self, most: int) -> int:
        now = self.physics.time
        update = now if most == 1 or self.physics.single_steps else self.subsystems.next_update(now)
        if update <= now:
            return 0
        until = min(update, self._calls_at(now))
        steps = self._steps_until(until, most)
        # A single step is cheaper alone, except with driven joints, which C++ steps too.
        if steps == 1 and (until <= now or not self._mechanisms.follow()):
            return 0
        made = self._stretch.run(
            steps,
            LONGEST,
            self.vehicles.driven(self.physics),
            self.pool.movement(),
            self.watched | self.lockstep.models,
            self._mechanisms.prepare(),
        )
        if made:
            self._mechanisms.settle_together(made, self._stretch.outcome)
        return made

    def _alone(self) -> int:
        self.subsystems.before_step()
        self.physics.step()
        self.subsystems.after_step()
        return 1

    def _calls_at(self, now: float) -> float:
        """Return the time until which only subsystems are called."""
        return min(
            self.options.duration - EPSILON,
            self.lockstep.quiet_until(now),
            self.pool.changes_at,
            *(_next(listener, now) for listener in self.on_step),
        )

    def _steps_until(self, time: float, most: int) -> int:
        """Return the number of steps to ``time``, from one to ``most``."""
        steps, timestep = self.physics.steps, self.physics.timestep
        if (steps + most) * timestep < time:
            return most
        count = max(math.ceil(time / timestep) - steps, 1) if time > 0.0 else 1
        while count > 1 and (steps + count - 1) * timestep >= time:
            count -= 1
        while (steps + count) * timestep < time:
            count += 1
        return count

    def _advance_or_pause(self) -> None:
        """Advance; pause if physics diverges, to remain open for requests."""
        try:
            self.advance(self._most())
        except SimulationError as error:
            log.error("%s; paused", error)
            self.paused = True

    def step_world(self, steps: int) -> None:
        """Make exactly ``steps`` steps; call it in the physics thread (see mailbox)."""
        if not self.paused:
            raise SimulationError(
                "step_world works on a paused simulator; call /gazebo/pause_physics first"
            )
        while steps > 0:
            steps -= self.advance(steps)
            if self._stopped:
                raise SimulationError(ENDING)
        self._rest()

    def reset(self, with_time: bool) -> None:
        """Move every model to its spawn pose, at rest.

        ``with_time`` sets the clock to 0 and deletes the traffic.
        """
        self._rest()
        if with_time:
            self.physics.reset_time()
        self.physics.reset_models()
        self.subsystems.reset()
        if with_time:
            self.pool.clear()
            self.lamps.clear()
            self.lockstep.reset()
        self.pool.touch()
        self._pace_from = (time.monotonic(), self.physics.time)
        self._announce()

    def set_pace(self, real_time_factor: float) -> None:
        """Set the real-time factor; 0 is as fast as possible."""
        self.real_time_factor = real_time_factor
        self._pace_from = (time.monotonic(), self.physics.time)

    def _note_contacts(self) -> None:
        """Report contacts to the lockstep; wheels are rays and make none."""
        if self.physics.data.ncon:
            for name in self.lockstep.models:
                self.lockstep.note_contacts(name, self.physics.contacts.touching(name))

    def _announce(self) -> None:
        for listener in self.on_step:
            listener(self.physics.time)

    def _rest(self) -> None:
        for listener in self.on_rest:
            listener()

    def _boundary(self) -> None:
        due = self.lockstep.due(self.physics.time) + self.lockstep.unheard(REPEAT)
        if due:
            self.pool.update()
            for listener in self.on_boundary:
                listener(due)

    def _await_participants(self) -> None:
        if self.lockstep.quiet(self.physics.time):
            return
        self._boundary()
        while self.lockstep.missing() and not self._stopped:
            self.mailbox.drain(IDLE)
            self._drop_late()
            self._boundary()

    def _let_finish(self) -> None:
        """Wait for participants that work ahead, so that runs end alike."""
        self.lockstep.due(self.physics.time)
        end = time.monotonic() + PARTING
        while self.lockstep.missing() and not self._stopped and time.monotonic() < end:
            self.mailbox.drain(IDLE)

    def _drop_late(self) -> None:
        for participant in self.lockstep.late():
            self.lockstep.leave(participant.name)
            log.error(
                "lockstep: %s was silent for %.1f s at %.3f s; the simulation continues without it",
                participant.name,
                participant.timeout,
                self.physics.time,
            )

    def _lacks(self, waited: float) -> bool:
        lacking = [name for name in self.options.wait_for if name not in self.lockstep.names]
        lacking += [
            name for name in self.options.wait_for_models if not self.physics.models.has(name)
        ]
        if lacking and waited > self.options.patience:
            log.error("waited %.0f s for %s; starting without", waited, ", ".join(lacking))
            return False
        return bool(lacking)

    def _idle(self, seconds: float) -> None:
        if self.mailbox.drain(seconds):
            self._announce()
        self._pace_from = (time.monotonic(), self.physics.time)

    def _pace(self) -> None:
        ahead = self._ahead()
        if ahead < -0.1:
            self._pace_from = (time.monotonic(), self.physics.time)
        if ahead < AHEAD:
            return
        while ahead > 0.0005 and not self._stopped:
            self.mailbox.drain(ahead)
            ahead = self._ahead()

    def _most(self) -> int:
        """Return the number of steps that the pace allows at once."""
        if self.real_time_factor <= 0:
            return MOST
        free = (AHEAD - self._ahead()) * self.real_time_factor
        return min(max(round(free / self.physics.timestep), 1), MOST)

    def _ahead(self) -> float:
        """Return wall s until the pace allows the next step.

        A request may change the pace meanwhile.
        """
        if self.real_time_factor <= 0:
            return 0.0
        wall, sim = self._pace_from
        return wall + (self.physics.time - sim) / self.real_time_factor - time.monotonic()


def _next(listener: Any, now: float) -> float:
    ask = getattr(listener, "next", None)
    return now if ask is None else float(ask(now))
