"""Grids of the published study as rows of a grid file.

Facts: [Mattas2022], and the public code of its authors.
"""

from __future__ import annotations

from typing import Iterator, Tuple

from sim.drivers.reference.catalogue import CAR_FOLLOWING, CUT_IN, CUT_OUT

Row = Tuple[str, ...]


def _cells(*values: float) -> Iterator[str]:
    yield from (f"{value:g}" for value in values)


def car_following() -> Iterator[Row]:
    for step in range(1, 20):
        for speed in range(12, 130, 2):
            yield (CAR_FOLLOWING, *_cells(step * 0.05, speed), "", "")


def cut_out() -> Iterator[Row]:
    for speed in range(10, 131, 10):
        for distance in range(2, 148, 5):
            for step in range(15):
                yield (CUT_OUT, *_cells(speed, distance, -0.1 - step * 0.2), "")


def cut_in_fast() -> Iterator[Row]:
    for own in (70, 90, 110, 130):
        for other in range(10, own, 30):
            for gap in range(1, 120, 2):
                for step in range(18):
                    yield (CUT_IN, *_cells(own, other, gap, step * 0.1))


def cut_in_slow() -> Iterator[Row]:
    for own in range(10, 61, 10):
        for other in range(10, own, 10):
            for gap in range(1, 60):
                for step in range(18):
                    yield (CUT_IN, *_cells(own, other, gap, step * 0.1))
