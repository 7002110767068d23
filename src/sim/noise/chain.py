"""Chain of noise models on the messages of one topic.

The same seed and the same messages give the same results, whatever the timing. Every message has
its own random generator, made from the seed, the topic and the message's stamp, so that a missed
message changes no other.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from typing import Any, Dict, List, Mapping, Optional, Sequence, Tuple

import numpy as np

from sim.arrays import Array
from sim.errors import InputError
from sim.noise.faults import MessageFault
from sim.noise.models.model import NoiseModel
from sim.noise.parts import ONE_BASE, TYPES, WITH_COVARIANCE, Reading, ReadingPart

NANO = 1e-9
# Allowed lag of a clock, as a share of a report's period.
LAG = 0.3


@dataclass(frozen=True)
class ChainStep:
    """One model of a chain.

    ``part`` names the part of the message to degrade; it is empty for models of timing.
    """

    name: str
    model: NoiseModel
    part: str = ""


@dataclass(frozen=True)
class ChainSpec:
    """Description of a chain in a profile.

    ``topics`` are patterns. ``seed`` is the chain's seed beside the profile's. ``rate`` in Hz is
    the highest rate of reports, 0 for every message. ``draws_as`` names another topic of the same
    sensor that gets the same random draws.
    """

    name: str
    topics: Tuple[str, ...]
    type: str
    steps: Tuple[ChainStep, ...] = ()
    seed: int = 0
    rate: float = 0.0
    draws_as: str = ""

    @property
    def bases(self) -> List[str]:
        """Bases of a reading that the steps need, in their order."""
        return list(
            dict.fromkeys(TYPES[self.type][step.part].base for step in self.steps if step.part)
        )


@dataclass(frozen=True)
class DegradedReading:
    """Degraded reading, to be reported ``delay`` s after its stamp.

    If ``frozen``, the last message is reported again in its place. ``variances``: by part, the
    variances of the random errors that the chain's models added (:meth:`NoiseModel.variance`).
    """

    reading: Reading
    delay: float = 0.0
    frozen: bool = False
    variances: Mapping[str, Array] = field(default_factory=dict)


def topic_key(topic: str) -> int:
    """Return a topic as a number, the same on every machine."""
    return int.from_bytes(hashlib.sha256(topic.encode()).digest()[:8], "little")


def sibling(topic: str, name: str) -> str:
    """Return another topic of a sensor with topics ``/<model>/<sensor>/...``."""
    return "/".join([*topic.split("/")[:3], name])


def message_generator(seed: Sequence[int], stamp: int, repeat: int = 0) -> np.random.Generator:
    """Return the random generator of one message of a chain.

    ``stamp`` in ns; ``repeat`` counts earlier messages with the same stamp.
    """
    return np.random.Generator(np.random.SFC64(np.random.SeedSequence([*seed, stamp, repeat])))


class NoiseChain:
    """Running chain of one topic; not thread-safe."""

    def __init__(self, spec: ChainSpec, topic: str, seed: int, factor: float = 1.0) -> None:
        self.spec, self.topic, self.factor = spec, topic, factor
        self.seed = [
            seed,
            spec.seed,
            topic_key(sibling(topic, spec.draws_as) if spec.draws_as else topic),
        ]
        self.lost = 0
        self._faults: List[MessageFault] = []
        self._last_report: Optional[int] = None
        self._last_stamp, self._repeat, self._last_time = -1, 0, -np.inf
        self._steps = [self._started(index, step) for index, step in enumerate(spec.steps)]

    def _started(self, index: int, step: ChainStep) -> Tuple[Any, Optional[ReadingPart]]:
        model = step.model.scaled(self.factor)
        if model.kind == "timing":
            return model, None
        part = TYPES[self.spec.type][step.part]
        return (model.start([*self.seed, index]) if model.memory else model), part

    def due(self, time: float, coarse: bool = False) -> bool:
        """Return whether to report a message.

        Reported is the first at or after each k / rate. A ``coarse`` time comes from a clock that
        may lag behind the message; without the allowance, truth at about that rate would be left
        out now and then.
        """
        if not self.spec.rate:
            return True
        number = int(np.floor(time * self.spec.rate + (LAG if coarse else 1e-6)))
        if number == self._last_report:
            return False
        self._last_report = number
        return True

    def inject(self, fault: MessageFault) -> None:
        """Add a fault, which acts at its time.

        Raises InputError if it does not fit the messages.
        """
        self.check(fault)
        self._faults.append(fault)

    def check(self, fault: MessageFault) -> None:
        """Raise InputError if a fault does not fit the messages."""
        fault.check(self.spec.type)
        bases = self.spec.bases
        if (
            fault.part
            and self.spec.type in ONE_BASE
            and bases
            and TYPES[self.spec.type][fault.part].base not in bases
        ):
            raise InputError(
                "fault/part",
                f"chain {self.spec.name} works on {bases[0]}, and a message of type "
                f"{self.spec.type} "
                f"has no {fault.part} beside it",
            )

    @property
    def bases(self) -> List[str]:
        """Bases of a reading that the chain and its faults need."""
        biased = [TYPES[self.spec.type][fault.part].base for fault in self._faults if fault.part]
        return list(dict.fromkeys([*self.spec.bases, *biased]))

    def take_over(self, former: NoiseChain) -> None:
        """Continue another chain of the same topic: its faults and last report."""
        self._faults, self.lost = former._faults, former.lost
        self._last_report, self._last_stamp = former._last_report, former._last_stamp
        self._repeat, self._last_time = former._repeat, former._last_time

    def __call__(
        self, reading: Reading, stamp: int, time: Optional[float] = None
    ) -> Optional[DegradedReading]:
        """Return the degraded reading, or None if the message is lost.

        ``stamp`` in ns; ``time`` in s for messages without a stamp.
        """
        time = stamp * NANO if time is None else time
        self._repeat = (
            self._repeat + 1 if stamp == self._last_stamp and time >= self._last_time else 0
        )
        self._last_stamp, self._last_time = stamp, time
        rng = message_generator(self.seed, stamp, self._repeat)
        reading, delay, lost = dict(reading), 0.0, False
        variances: Dict[str, Any] = {}
        for (model, part), step in zip(self._steps, self.spec.steps):
            if part is None:
                delay += model.delay(rng) if hasattr(model, "delay") else 0.0
                lost = (model.lost(rng) if hasattr(model, "lost") else False) or lost
            else:
                values = part.get(reading)
                part.put(
                    reading, model(values, time, rng) if step.model.memory else model(values, rng)
                )
                if step.part in WITH_COVARIANCE.get(self.spec.type, ()) and hasattr(
                    model, "variance"
                ):
                    variances[step.part] = variances.get(step.part, 0.0) + np.asarray(
                        model.variance(values)
                    )
        active = self._active(time)
        for fault in active:
            if fault.kind == "bias":
                part = TYPES[self.spec.type][fault.part]
                part.put(reading, fault.moved(part.get(reading)))
        lost = lost or any(fault.kind == "blackout" for fault in active)
        self.lost += lost
        return (
            None
            if lost
            else DegradedReading(
                reading, delay, any(fault.kind == "freeze" for fault in active), variances
            )
        )

    def _active(self, time: float) -> List[MessageFault]:
        self._faults = [fault for fault in self._faults if time < fault.end]
        return [fault for fault in self._faults if fault.start <= time]
