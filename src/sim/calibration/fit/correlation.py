"""How well many small shapes fit anywhere on one grid, by their Fourier transforms, which are made
once and serve each grid."""

from __future__ import annotations

from typing import Iterator

import numpy as np
from scipy.fft import irfft2, next_fast_len, rfft2

from sim.arrays import Array


class Correlation:
    """Of shapes (k, m, m), m odd, with square grids of ``size`` cells a side, beyond which all is
    0."""

    def __init__(self, shapes: Array, size: int) -> None:
        extent = shapes.shape[1]
        half = extent // 2
        self._size = size
        # What comes around the border reaches into no cell that is kept.
        self._padded = (next_fast_len(max(size + half, extent), real=True),) * 2
        self._spectra = []
        for shape in shapes:
            centred = np.zeros(self._padded, np.float32)
            centred[:extent, :extent] = shape
            self._spectra.append(np.conj(rfft2(np.roll(centred, (-half, -half), (0, 1)))))

    def with_grid(self, grid: Array) -> Iterator[Array]:
        """For each shape its sum of products (size, size) with the grid (size, size), where its
        middle is at that cell."""
        spectrum = rfft2(grid, self._padded)
        for shape in self._spectra:
            yield irfft2(spectrum * shape, self._padded)[: self._size, : self._size]
