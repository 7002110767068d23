"""A chain of noise models on the messages of one topic: same seed and same messages, same results,
whatever the timing.

Every message has a generator of its own, made from the seed, the topic and the message's stamp, so
that a missed message changes no other.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from typing import Any, Dict, List, Mapping, Optional, Sequence, Tuple

import numpy as np

from sim.arrays import Array
from sim.errors import InputError
from sim.noise.faults import Fault
from sim.noise.models.model import Model
from sim.noise.parts import ONE_BASE, TYPES, WITH_COVARIANCE, Part, Reading

NANO = 1e-9
# Share of a report's period by which a clock may lag.
LAG = 0.3


@dataclass(frozen=True)
class Step:
    """One model of a chain; ``part`` of the message is what it works on, empty for models of
    timing."""

    name: str
    model: Model
    part: str = ""


@dataclass(frozen=True)
class ChainSpec:
    """What a profile says of a chain; ``topics`` are patterns, ``seed`` its own beside the
    profile's.

    ``rate`` in Hz is the most that it reports, 0: every message. ``draws_as`` is another topic of
    the same sensor that gets the very same draws.
    """

    name: str
    topics: Tuple[str, ...]
    type: str
    steps: Tuple[Step, ...] = ()
    seed: int = 0
    rate: float = 0.0
    draws_as: str = ""

    @property
    def bases(self) -> List[str]:
        """What of a reading the steps need, in their order."""
        return list(
            dict.fromkeys(TYPES[self.type][step.part].base for step in self.steps if step.part)
        )


@dataclass(frozen=True)
class Degraded:
    """A reading that was degraded and is to be reported ``delay`` s after its stamp; ``frozen``:
    the last message again in its place.

    ``variances``: by part, those of what the chain's models added at random, as
    :meth:`Model.variance` has them."""

    reading: Reading
    delay: float = 0.0
    frozen: bool = False
    variances: Mapping[str, Array] = field(default_factory=dict)


def topic_key(topic: str) -> int:
    """A topic as a number, the same on every machine."""
    return int.from_bytes(hashlib.sha256(topic.encode()).digest()[:8], "little")


def sibling(topic: str, name: str) -> str:
    """Another topic of a sensor, whose topics are ``/<model>/<sensor>/...``."""
    return "/".join([*topic.split("/")[:3], name])


def message_generator(seed: Sequence[int], stamp: int, repeat: int = 0) -> np.random.Generator:
    """The generator of one message of a chain; ``stamp`` in ns, ``repeat`` counts earlier messages
    with that very stamp."""
    return np.random.Generator(np.random.SFC64(np.random.SeedSequence([*seed, stamp, repeat])))


class Chain:
    """A spec at work on one topic; not to be called by two threads at once."""

    def __init__(self, spec: ChainSpec, topic: str, seed: int, factor: float = 1.0) -> None:
        self.spec, self.topic, self.factor = spec, topic, factor
        self.seed = [
            seed,
            spec.seed,
            topic_key(sibling(topic, spec.draws_as) if spec.draws_as else topic),
        ]
        self.lost = 0
        self._faults: List[Fault] = []
        self._last_report: Optional[int] = None
        self._last_stamp, self._repeat, self._last_time = -1, 0, -np.inf
        self._steps = [self._started(index, step) for index, step in enumerate(spec.steps)]

    def _started(self, index: int, step: Step) -> Tuple[Any, Optional[Part]]:
        model = step.model.scaled(self.factor)
        if model.kind == "timing":
            return model, None
        part = TYPES[self.spec.type][step.part]
        return (model.start([*self.seed, index]) if model.memory else model), part

    def due(self, time: float, coarse: bool = False) -> bool:
        """Whether a message of this time is to be reported: the first at or after each k / rate.

        A ``coarse`` time is of a clock that may lag behind the message, so that truth at about that
        rate would be left out now and then.
        """
        if not self.spec.rate:
            return True
        number = int(np.floor(time * self.spec.rate + (LAG if coarse else 1e-6)))
        if number == self._last_report:
            return False
        self._last_report = number
        return True

    def inject(self, fault: Fault) -> None:
        """Adds a fault, which acts at its time; InputError where it does not fit the messages."""
        self.check(fault)
        self._faults.append(fault)

    def check(self, fault: Fault) -> None:
        """InputError where a fault does not fit the messages."""
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
        """What of a reading it needs."""
        biased = [TYPES[self.spec.type][fault.part].base for fault in self._faults if fault.part]
        return list(dict.fromkeys([*self.spec.bases, *biased]))

    def take_over(self, former: Chain) -> None:
        """Goes on where another chain of the same topic stopped: its faults, what it reported
        last."""
        self._faults, self.lost = former._faults, former.lost
        self._last_report, self._last_stamp = former._last_report, former._last_stamp
        self._repeat, self._last_time = former._repeat, former._last_time

    def __call__(
        self, reading: Reading, stamp: int, time: Optional[float] = None
    ) -> Optional[Degraded]:
        """The degraded reading, None where it is lost; ``stamp`` in ns, ``time`` in s where the
        message itself has no stamp."""
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
            else Degraded(
                reading, delay, any(fault.kind == "freeze" for fault in active), variances
            )
        )

    def _active(self, time: float) -> List[Fault]:
        self._faults = [fault for fault in self._faults if time < fault.end]
        return [fault for fault in self._faults if fault.start <= time]
