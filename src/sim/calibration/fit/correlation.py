"""Cross-correlation of many small shapes with one grid, by FFT.

The shapes' transforms are computed once for all grids.
"""

from __future__ import annotations

from typing import Iterator

import numpy as np
from scipy.fft import irfft2, next_fast_len, rfft2

from sim.arrays import Array


class Correlation:
    """Cross-correlation with shapes (k, m, m), m odd.

    Grids are square, of ``size`` cells a side, with 0 beyond.
    """

    def __init__(self, shapes: Array, size: int) -> None:
        extent = shapes.shape[1]
        half = extent // 2
        self._size = size
        # Wrap-around at the border reaches no cell that is kept.
        self._padded = (next_fast_len(max(size + half, extent), real=True),) * 2
        self._spectra = []
        for shape in shapes:
            centred = np.zeros(self._padded, np.float32)
            centred[:extent, :extent] = shape
            self._spectra.append(np.conj(rfft2(np.roll(centred, (-half, -half), (0, 1)))))

    def with_grid(self, grid: Array) -> Iterator[Array]:
        """Yield each shape's correlation (size, size) with a grid (size, size).

        The sum of products with the shape's middle at each cell.
        """
        spectrum = rfft2(grid, self._padded)
        for shape in self._spectra:
            yield irfft2(spectrum * shape, self._padded)[: self._size, : self._size]
