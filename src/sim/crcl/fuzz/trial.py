"""Trial of hostile inputs on the codec and the framing, with counts.

Any result but a document or an InputError, and any excessive work, is a crash.
"""

from __future__ import annotations

import time
from collections import Counter
from dataclasses import dataclass, field
from typing import Callable, Iterator, List, Tuple

import numpy as np

from sim.crcl.codec import read_document, write_command, write_program, write_status
from sim.crcl.documents import CRCLCommandInstance, CRCLProgram, Document
from sim.crcl.framing import Framer
from sim.crcl.fuzz.inputs import KINDS, RARE
from sim.crcl.fuzz.seeds import seeds
from sim.errors import InputError

# Processor time that any input may take, and that each of its bytes may.
MAX_TIME = 1.0  # s
MAX_TIME_PER_BYTE = 1e-6  # s


@dataclass
class FuzzTally:
    """Counts of results by kind of input, and crashes with their inputs.

    It also keeps the slowest input, in s of processor time.
    """

    tried: Counter[str] = field(default_factory=Counter)
    read: Counter[str] = field(default_factory=Counter)
    crashes: List[Tuple[str, str, bytes]] = field(default_factory=list)
    slowest: float = 0.0

    def table(self, refused: str = "refused", read: str = "read") -> str:
        """Return a line for each kind of input.

        The caller names the two results of an attempt, ``refused`` and ``read``.
        """
        rows = [
            f"{kind:18} {self.tried[kind]:8} {self.tried[kind] - self.read[kind]:12} "
            f"{self.read[kind]:12}"
            for kind in KINDS
        ]
        total = (
            f"{'all':18} {sum(self.tried.values()):8} "
            f"{sum(self.tried.values()) - sum(self.read.values()):12} "
            f"{sum(self.read.values()):12}"
        )
        return "\n".join(
            [
                f"{'kind of input':18} {'tried':>8} {refused:>12} {read:>12}",
                *rows,
                total,
                f"crashes {len(self.crashes)}, slowest {1e3 * self.slowest:.0f} ms",
            ]
        )


def inputs(count: int, seed: int) -> Iterator[Tuple[str, bytes]]:
    """Yield hostile inputs with their kinds, reproducible by the seed."""
    random, sound = np.random.default_rng(seed), seeds()
    weights = np.array([0.05 if kind in RARE else 1.0 for kind in KINDS])
    names = list(KINDS)
    for choice in random.choice(len(names), count, p=weights / weights.sum()):
        yield names[choice], KINDS[names[choice]](random, sound[int(random.integers(len(sound)))])


def try_inputs(count: int, seed: int, attempt: Callable[[bytes], bool]) -> FuzzTally:
    """Run ``attempt`` on ``count`` inputs and count the results.

    ``attempt`` returns whether it accepted the input, or raises InputError to refuse it.
    """
    tally = FuzzTally()
    for kind, data in inputs(count, seed):
        begin = time.process_time()
        tally.tried[kind] += 1
        try:
            tally.read[kind] += attempt(data)
        except InputError:
            pass
        except Exception as error:  # noqa: BLE001 - what a reader must never raise is what is looked for
            tally.crashes.append((kind, f"{type(error).__name__}: {error}", data))
        spent = time.process_time() - begin
        tally.slowest = max(tally.slowest, spent)
        if spent > MAX_TIME + MAX_TIME_PER_BYTE * len(data):
            tally.crashes.append((kind, f"took {spent:.1f} s", data))
    return tally


def codec(data: bytes) -> bool:
    """Read a document alone and from a stream, write and reread it."""
    framer = Framer()
    for piece in (data[: len(data) // 2], data[len(data) // 2 :]):
        for framed in framer.feed(piece):
            if isinstance(framed, bytes):
                _attempt(framed)
    if not _attempt(data):
        raise InputError("input", "refused")
    return True


def _attempt(data: bytes) -> bool:
    try:
        document = read_document(data)
    except InputError:
        return False
    if read_document(_written(document)) != document:
        raise AssertionError("what was read does not come back after writing")
    return True


def _written(document: Document) -> bytes:
    if isinstance(document, CRCLCommandInstance):
        return write_command(document)
    return write_program(document) if isinstance(document, CRCLProgram) else write_status(document)
