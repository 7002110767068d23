"""Converts a reference driver's judgement to braking.

It has a delay, a jerk limit, and a memory. The discretisation is that of the published study's code
[Mattas2022]. SI units; arrays (n,), one row per driver.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from sim.arrays import Array

JUDGEMENT_RATE = 10.0  # Hz, in the published study
GRAVITY = 9.81  # m/s^2, as the study rounds it
# The hardest braking of the regulation's careful driver: [UNR157, Annex 4, App. 3].
CAREFUL_JERK = 12.65  # m/s^3
CAREFUL_DECELERATION = 0.774 * GRAVITY  # m/s^2


@dataclass(frozen=True)
class Judgement:
    """Judgement of a situation.

    ``unsafe`` (n,) bool; ``wanted`` (n,), the deceleration to reach, inf for the maximum;
    ``dismissed`` (n,) bool: the driver considers it harmless and ignores it from then on.
    """

    unsafe: Array
    wanted: Array
    dismissed: Array


def judgement(unsafe: Array) -> Judgement:
    """Return a judgement with full braking and without dismissals."""
    return Judgement(unsafe, np.full(unsafe.shape, np.inf), np.zeros(unsafe.shape, bool))


@dataclass(frozen=True)
class Reaction:
    """Reaction of a driver.

    ``delay`` s from the judgement to the brakes, ``coasting`` m/s^2 meanwhile; then a deceleration
    that grows with ``jerk`` up to ``strongest``.
    """

    delay: float
    coasting: float = 0.0
    jerk: float = CAREFUL_JERK
    strongest: float = CAREFUL_DECELERATION


@dataclass(frozen=True)
class ReactionState:
    """State of a driver between steps, (n,).

    Whether it has ``judged`` unsafe, the rest of its ``delay``, and its present ``deceleration``.
    """

    judged: Array
    delay: Array
    deceleration: Array

    def where(self, chosen: Array, otherwise: ReactionState) -> ReactionState:
        """Return this memory for the ``chosen`` (n,), the other for the rest."""
        return ReactionState(
            np.where(chosen, self.judged, otherwise.judged),
            np.where(chosen, self.delay, otherwise.delay),
            np.where(chosen, self.deceleration, otherwise.deceleration),
        )


def fresh(reaction: Reaction, count: int) -> ReactionState:
    """Return the memory of drivers before any danger."""
    return ReactionState(np.zeros(count, bool), np.full(count, reaction.delay), np.zeros(count))


@dataclass(frozen=True)
class ReactionStep:
    """Result of a reaction step.

    The ``speed`` (n,) for the next step, the memory, and ``braking`` (n,), the deceleration behind
    the speed.
    """

    speed: Array
    memory: ReactionState
    braking: Array


def react(
    reaction: Reaction,
    memory: ReactionState,
    speed: Array,
    judged: Judgement,
    rate: float = JUDGEMENT_RATE,
) -> ReactionStep:
    """Make one step of drivers at ``speed`` (n,).

    The step is 1 / ``rate`` s. A driver that judges unsafe first waits until its delay is used up,
    1 / rate s a judgement, and then brakes: d = min(d + jerk / rate, strongest, wanted). A driver
    that judges safe keeps its speed, and its deceleration and the rest of its delay for later.
    """
    waits = judged.unsafe & (memory.delay > 0.0)
    brakes = judged.unsafe & ~waits
    harder = np.minimum(
        np.minimum(memory.deceleration + reaction.jerk / rate, reaction.strongest), judged.wanted
    )
    reached = np.where(
        brakes,
        harder,
        np.where(waits & (reaction.coasting > 0.0), reaction.coasting, memory.deceleration),
    )
    braking = np.where(brakes, reached, np.where(waits, reaction.coasting, 0.0))
    memory = ReactionState(
        memory.judged | judged.unsafe,
        np.where(waits, memory.delay - 1.0 / rate, memory.delay),
        reached,
    )
    slower = np.maximum(speed - braking / rate, 0.0)
    return ReactionStep(np.where(braking > 0.0, slower, speed), memory, braking)
