"""Sensor faults with a begin and an end: blackout, freeze and bias."""

from __future__ import annotations

import difflib
import math
from dataclasses import dataclass
from typing import Tuple

import numpy as np

from sim.arrays import Array
from sim.errors import InputError
from sim.noise.parts import TYPES

KINDS = ("blackout", "freeze", "bias")


@dataclass(frozen=True)
class MessageFault:
    """Fault of messages with stamps in [start, start + duration), in s.

    ``blackout``: no messages; ``freeze``: the last measurement before it, with each message's own
    stamp; ``bias``: ``size`` is added to ``part``, one number for all of it or one per element.
    """

    kind: str
    start: float
    duration: float
    part: str = ""
    size: Tuple[float, ...] = ()

    def __post_init__(self) -> None:
        if self.kind not in KINDS:
            near = difflib.get_close_matches(self.kind, KINDS, 1)
            raise InputError(
                "fault/kind",
                f"unknown fault '{self.kind}'; "
                + (f"did you mean '{near[0]}'?" if near else f"must be one of: {', '.join(KINDS)}"),
            )
        if not (math.isfinite(self.start) and self.duration > 0.0):
            raise InputError(
                "fault/duration",
                f"{self.duration:g} s from {self.start:g} s; a duration above 0 is needed",
            )
        if self.kind == "bias" and not (self.size and np.isfinite(self.size).all()):
            raise InputError("fault/size", "a bias needs the finite number, or numbers, to add")

    @property
    def end(self) -> float:
        return self.start + self.duration

    def check(self, message_type: str) -> None:
        """Raise InputError unless the fault fits messages of this type.

        A bias needs a part of the message, and a ``size`` that fits the part.
        """
        if self.kind != "bias":
            if self.part:
                raise InputError(
                    "fault/part", f"a {self.kind} concerns whole messages; leave the part empty"
                )
            return
        parts = {
            name: part
            for name, part in TYPES[message_type].items()
            if part.kind not in ("objects", "lidar", "orientation")
        }
        if self.part not in parts:
            raise InputError(
                "fault/part",
                f"no part '{self.part}' to bias in {message_type}; parts: {', '.join(parts)}",
            )
        if len(self.size) not in (1, parts[self.part].length or 1):
            raise InputError(
                "fault/size",
                f"has {len(self.size)} numbers; part '{self.part}' takes one, or "
                f"{parts[self.part].length or 1}",
            )

    def moved(self, values: Array) -> Array:
        """Return values with the bias added. Integer images are clipped to their range."""
        moved = np.asarray(values, np.float64) + (self.size if len(self.size) > 1 else self.size[0])
        if np.issubdtype(values.dtype, np.integer):
            limits = np.iinfo(values.dtype)
            moved = np.clip(np.rint(moved), limits.min, limits.max)
        return moved.astype(values.dtype)
