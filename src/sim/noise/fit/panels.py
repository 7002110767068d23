"""Plots of estimates as data; ``sim.noise.pictures`` draws them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Optional, Tuple, Union

from sim.arrays import Array
from sim.noise.fit.clusters import Clusters


@dataclass(frozen=True)
class HistogramPanel:
    """Histogram of values (n,), with the fitted density if given."""

    title: str
    values: Array
    label: str
    clusters: Optional[Clusters] = None


@dataclass(frozen=True)
class ScatterPanel:
    """Scatter plot of x, y (n,)."""

    title: str
    x: Array
    y: Array
    label: str


@dataclass(frozen=True)
class Curve:
    """One line, or points if ``points``."""

    label: str
    x: Array
    y: Array
    points: bool = False


@dataclass(frozen=True)
class CurvesPanel:
    """Several lines over each other."""

    title: str
    x_label: str
    y_label: str
    curves: Tuple[Curve, ...]
    logarithmic: bool = False


@dataclass(frozen=True)
class ImagePanel:
    """An image (h, w) or (h, w, 3) uint8."""

    title: str
    image: Array


Panel = Union[HistogramPanel, ScatterPanel, CurvesPanel, ImagePanel]
