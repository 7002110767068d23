"""Random isotropic heights of a road by a class of ISO 8608.

Along any line the heights have the spectral density G(n) = G(n0) (n/n0)^-2 in m^3, n in cycles per
metre and n0 = 0.1 [ISO8608]; the correlation of two lines d apart follows from the surface being
isotropic: coherence 2 pi n d K1(2 pi n d) [Kamash].
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.special import k1

from sim.arrays import Array
from sim.errors import InputError

# Reference frequency of the classes, and the band of the unevenness.
REFERENCE_FREQUENCY = 0.1  # cycles/m
MIN_FREQUENCY = 0.011  # cycles/m
MAX_FREQUENCY = 2.83  # cycles/m
# m^3 in the middle of each class, bounded by half and twice of it [ISO8608, table C.1].
DENSITIES = {letter: 16e-6 * 4.0**step for step, letter in enumerate("ABCDEFGH")}
# Period of the heights, relative to the road's length.
PERIOD_RATIO = 1.25
PERIOD_PADDING = 100.0  # m


@dataclass(frozen=True)
class UnevenRoad:
    """Uneven road of ``grade`` A to H.

    Uneven for ``length`` m along x from 0 and ``width`` m about y = 0, with heights every ``along``
    and ``across`` m; before and after it flat for ``run_in`` m; the heights fade in over ``fade`` m
    of it.
    """

    grade: str
    length: float = 200.0
    width: float = 8.0
    seed: int = 1
    along: float = 0.1
    across: float = 0.5
    run_in: float = 30.0
    fade: float = 10.0

    def check(self) -> None:
        """Raise InputError for impossible dimensions."""
        if self.grade not in DENSITIES:
            raise InputError("class", f"'{self.grade}' is not one of: {', '.join(DENSITIES)}")
        for name, lower, upper in (
            ("length", 10.0, 5000.0),
            ("width", 1.0, 100.0),
            ("along", 0.02, 1.0),
            ("across", 0.05, 5.0),
            ("run_in", 10.0, 500.0),
            ("fade", 0.0, self.run_in),
        ):
            value = getattr(self, name)
            if not lower <= value <= upper:
                raise InputError(name, f"{value:g} m is out of range; give {lower:g} to {upper:g}")

    @property
    def places(self) -> Array:
        """x (n,) of the heights."""
        count = round((self.length + 2.0 * self.run_in) / self.along) + 1
        return np.linspace(-self.run_in, self.length + self.run_in, count)

    @property
    def lines(self) -> Array:
        """y (m,) of the heights."""
        return np.linspace(-0.5 * self.width, 0.5 * self.width, round(self.width / self.across) + 1)

    def heights(self) -> Array:
        """Return heights in m (n, m) at ``places`` and ``lines``."""
        x = self.places
        beyond = np.maximum(np.maximum(-x, x - self.length), 0.0)
        share = np.clip(beyond / max(self.fade, 1e-9), 0.0, 1.0)
        faded = 0.5 * (1.0 + np.cos(np.pi * share))
        heights: Array = faded[:, None] * rough(
            DENSITIES[self.grade], len(x), self.along, self.lines, np.random.default_rng(self.seed)
        )
        return heights


def coherence(frequency: Array, apart: Array) -> Array:
    """Return the coherence of two lines at a frequency in cycles/m.

    ``apart`` in m, 1 for 0. Arrays of compatible shapes.
    """
    x = np.maximum(2.0 * np.pi * np.asarray(frequency) * np.abs(apart), 1e-6)
    result: Array = x * k1(x)
    return result


def rough(
    density: float, count: int, step: float, lines: Array, random: np.random.Generator
) -> Array:
    """Return heights (count, m) every ``step`` m along ``lines`` (m,), of ``density`` G(n0).

    The heights are sums of waves with normal amplitudes, correlated from line to line.
    """
    total = count + round(((PERIOD_RATIO - 1.0) * count * step + PERIOD_PADDING) / step)
    frequency = np.fft.rfftfreq(total, step)
    waves = np.flatnonzero((frequency >= MIN_FREQUENCY) & (frequency <= MAX_FREQUENCY))
    apart = lines[:, None] - lines[None, :]
    together = coherence(frequency[waves, None, None], apart) + 1e-9 * np.eye(len(lines))
    mixed = np.linalg.cholesky(together)
    drawn = random.standard_normal((2, len(waves), len(lines), 1))
    cosines, sines = (mixed @ drawn)[..., 0]
    power = density * (frequency[waves] / REFERENCE_FREQUENCY) ** -2.0 * frequency[1]
    spectrum = np.zeros((len(frequency), len(lines)), complex)
    spectrum[waves] = 0.5 * total * np.sqrt(power)[:, None] * (cosines - 1j * sines)
    result: Array = np.fft.irfft(spectrum, total, axis=0)[:count]
    return result
