"""Lockstep: physics waits at the period boundaries of its participants.

A boundary is the first step at or after a multiple of the period. A participant sends
``done(stamp)`` once all its inputs up to ``stamp`` are published; one that works ahead (for t +
period while the simulator continues from t) costs no time.
"""

from __future__ import annotations

import math
import time
from dataclasses import dataclass, field
from typing import Dict, List, Sequence, Set, Tuple

from sim.errors import InputError

EPSILON = 1e-6
DEFAULT_TIMEOUT = 30.0


@dataclass
class LockstepParticipant:
    """Participant of the lockstep.

    ``boundary`` counts the reached multiples of ``period``; ``contacts`` are pairs of its models
    and the models touched between that boundary and the one before, ``contacts_since`` those after
    it.
    """

    name: str
    period: float
    timeout: float
    models: Tuple[str, ...]
    boundary: int
    done: float = -math.inf
    inputs: Tuple[str, ...] = ()
    waited_since: float = math.inf
    announced_at: float = math.inf
    repeats: int = 0
    contacts: Tuple[Tuple[str, str], ...] = ()
    contacts_since: Set[Tuple[str, str]] = field(default_factory=set)


class Lockstep:
    """State of the participants: boundaries, published inputs, timeouts."""

    def __init__(self) -> None:
        self._participants: Dict[str, LockstepParticipant] = {}
        self._inputs: Dict[str, float] = {}
        # Before this time no participant is missing or reaches a boundary.
        self._quiet_until = -math.inf

    def quiet(self, now: float) -> bool:
        """Return whether no participant reaches a boundary at ``now`` or is missing.

        This holds in most steps.
        """
        if now >= self._quiet_until and not self.missing():
            self._quiet_until = min(
                (
                    (participant.boundary + 1 - 2.0 * EPSILON) * participant.period
                    for participant in self._participants.values()
                ),
                default=math.inf,
            )
        return now < self._quiet_until

    def quiet_until(self, now: float) -> float:
        """Return a time before which no participant reaches a boundary.

        It is ``now`` if one does now or is missing; messages make it invalid.
        """
        return self._quiet_until if self.quiet(now) else now

    @property
    def names(self) -> List[str]:
        return list(self._participants)

    def join(
        self,
        name: str,
        period: float,
        timeout: float,
        models: Tuple[str, ...],
        now: float,
        step: float,
    ) -> float:
        """Add or renew a participant; return its first boundary in s."""
        if not name:
            raise InputError(
                "lockstep join", "name is empty; give each participant a name of its own"
            )
        if not period >= step - EPSILON:
            raise InputError(
                "lockstep join", f"period {period} s is below the physics step of {step} s"
            )
        boundary = math.ceil(now / period - EPSILON)
        first = boundary * period
        self._quiet_until = -math.inf
        self._participants[name] = LockstepParticipant(
            name, period, timeout or DEFAULT_TIMEOUT, models, boundary - 1
        )
        return first

    def leave(self, name: str) -> bool:
        """Remove a participant; return whether it existed."""
        self._quiet_until = -math.inf
        return self._participants.pop(name, None) is not None

    def done(self, name: str, stamp: float, inputs: Tuple[str, ...]) -> None:
        """Store a participant's ``done``; unknown (perhaps dropped) ones are ignored."""
        participant = self._participants.get(name)
        self._quiet_until = -math.inf
        if participant:
            participant.done, participant.inputs = stamp, inputs

    def input(self, topic: str, stamp: float) -> None:
        """Note that an input with this stamp arrived on a topic."""
        self._quiet_until = -math.inf
        self._inputs[topic] = stamp

    @property
    def models(self) -> Set[str]:
        """Models in the contact reports of participants."""
        return {name for each in self._participants.values() for name in each.models}

    def note_contacts(self, model: str, touched: Sequence[str]) -> None:
        """Note the names that a model touched in the step just made."""
        for participant in self._participants.values():
            if model in participant.models:
                participant.contacts_since.update((model, name) for name in touched)

    def due(self, now: float) -> List[LockstepParticipant]:
        """Return the participants at a boundary at ``now``, once for each boundary."""
        reached = []
        for participant in self._participants.values():
            boundary = math.floor(now / participant.period + EPSILON)
            if boundary > participant.boundary:
                participant.boundary, participant.repeats = boundary, 0
                participant.contacts = tuple(sorted(participant.contacts_since))
                participant.contacts_since.clear()
                participant.waited_since = participant.announced_at = time.monotonic()
                reached.append(participant)
        return reached

    def missing(self) -> List[LockstepParticipant]:
        """Return the participants that physics has to wait for."""
        return [
            participant
            for participant in self._participants.values()
            if not self._ready(participant)
        ]

    def unheard(self, patience: float) -> List[LockstepParticipant]:
        """Return participants still missing ``patience`` wall s after their boundary's message.

        It is to be sent again, as messages can be lost.
        """
        now = time.monotonic()
        unheard = [
            participant
            for participant in self.missing()
            if now - participant.announced_at > patience
        ]
        for participant in unheard:
            participant.announced_at, participant.repeats = now, participant.repeats + 1
        return unheard

    def late(self) -> List[LockstepParticipant]:
        """Return the participants with an expired timeout."""
        now = time.monotonic()
        return [
            participant
            for participant in self.missing()
            if now - participant.waited_since > participant.timeout
        ]

    def reset(self) -> None:
        """Delete all boundaries and stamps, as the clock restarts at 0."""
        self._inputs.clear()
        self._quiet_until = -math.inf
        for participant in self._participants.values():
            participant.boundary, participant.done, participant.inputs = -1, -math.inf, ()
            participant.contacts = ()
            participant.contacts_since.clear()

    def _ready(self, participant: LockstepParticipant) -> bool:
        at = participant.boundary * participant.period - EPSILON
        if participant.boundary < 0 or participant.waited_since == math.inf:
            return True
        heard = all(
            self._inputs.get(topic, -math.inf) >= participant.done - EPSILON
            for topic in participant.inputs
        )
        return participant.done >= at and heard
