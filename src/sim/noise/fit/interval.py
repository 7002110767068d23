"""Estimated quantities with their 95 % confidence intervals."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Callable, Dict, Tuple

import numpy as np

# Quantile of the normal distribution for 95 %, two-sided.
Z95 = 1.959964
# Quantile of the chi-squared distribution with one degree of freedom for 95 %.
CHI2_95 = 3.841459


@dataclass(frozen=True)
class Estimated:
    """Quantity with its 95 % interval.

    ``value`` is 0 if it does not differ from 0.
    """

    value: float
    low: float
    high: float

    def times(self, factor: float) -> Estimated:
        """Return the quantity in another unit."""
        return Estimated(factor * self.value, factor * self.low, factor * self.high)

    def mapped(self, change: Callable[[float], float]) -> Estimated:
        """Return a monotonic function of the quantity."""
        low, high = sorted((change(self.low), change(self.high)))
        return Estimated(change(self.value), low, high)

    def __str__(self) -> str:
        if self.value == 0.0:
            return f"not significant, at most {self.high:.3g}"
        return f"{self.value:.4g} ({self.low:.3g} to {self.high:.3g})"


# By the step of a profile and its parameter, in the parameter's unit.
Intervals = Dict[Tuple[str, str], Estimated]


def deviation_interval(value: float, freedom: float) -> Estimated:
    """Return a standard deviation with the interval of the chi-squared distribution.

    By Wilson and Hilferty's approximation for ``freedom`` degrees of freedom.
    """
    freedom = max(freedom, 1.0)
    share = 2.0 / (9.0 * freedom)

    def quantile(z: float) -> float:
        return freedom * max(1.0 - share + z * float(np.sqrt(share)), 1e-6) ** 3

    return Estimated(
        value,
        value * float(np.sqrt(freedom / quantile(Z95))),
        value * float(np.sqrt(freedom / quantile(-Z95))),
    )


def share_interval(hits: int, trials: int) -> Estimated:
    """Return a probability with Wilson's interval (1927)."""
    share, z2 = hits / trials, Z95**2
    middle = (share + z2 / (2.0 * trials)) / (1.0 + z2 / trials)
    half = Z95 / (1.0 + z2 / trials)
    half *= float(np.sqrt(share * (1.0 - share) / trials + z2 / (4.0 * trials**2)))
    return Estimated(share, max(middle - half, 0.0), min(middle + half, 1.0))
