"""Faults of a sensor that begin and end at given times: it is silent, it repeats itself, or it is
off by a step."""

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
class Fault:
    """Acts on messages whose stamps are in [start, start + duration), in s.

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
                f"there is no fault '{self.kind}'; "
                + (f"did you mean '{near[0]}'?" if near else f"known: {', '.join(KINDS)}"),
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
        """InputError unless a message of this type has the part that is biased, and ``size`` fits
        it."""
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
                f"{message_type} has no part '{self.part}' to be biased; it has {', '.join(parts)}",
            )
        if len(self.size) not in (1, parts[self.part].length or 1):
            raise InputError(
                "fault/size",
                f"has {len(self.size)} numbers; part '{self.part}' takes one, or "
                f"{parts[self.part].length or 1}",
            )

    def moved(self, values: Array) -> Array:
        """Values with the bias added; those of integer images stay in their range."""
        moved = np.asarray(values, np.float64) + (self.size if len(self.size) > 1 else self.size[0])
        if np.issubdtype(values.dtype, np.integer):
            limits = np.iinfo(values.dtype)
            moved = np.clip(np.rint(moved), limits.min, limits.max)
        return moved.astype(values.dtype)
