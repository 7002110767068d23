"""Noise of object detectors: positions, rotations, lost and wrong objects."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar, Tuple

import numpy as np

from sim.arrays import Array
from sim.noise.models import fields, nist
from sim.noise.models.axis_mixtures import AxisMixtures
from sim.noise.models.model import NoiseModel
from sim.noise.models.rotations import perturbed_rotations


@dataclass(frozen=True)
class Objects:
    """Detected objects by ``names``, in any one frame.

    ``positions`` (n, 3) in m and ``rotations`` (n, 4) x y z w.
    """

    names: Tuple[str, ...]
    positions: Array
    rotations: Array

    def __len__(self) -> int:
        return len(self.names)

    def chosen(self, indices: Array) -> Objects:
        """Return some of the objects, in the order of the indices."""
        return Objects(
            tuple(self.names[index] for index in indices),
            self.positions[indices],
            self.rotations[indices],
        )


@dataclass(frozen=True)
class ObjectPosition(AxisMixtures):
    """Position noise: Gaussian mixtures along x and y, normal along z.

    The default is the NIST detector (``nist``). Metres.
    """

    kind: ClassVar[str] = "objects"
    x_weights: Tuple[float, ...] = fields.weights(nist.X.weights)
    x_means: Tuple[float, ...] = fields.numbers(nist.X.means, scales=True)
    x_sigmas: Tuple[float, ...] = fields.sigmas(nist.X.sigmas)
    y_weights: Tuple[float, ...] = fields.weights(nist.Y.weights)
    y_means: Tuple[float, ...] = fields.numbers(nist.Y.means, scales=True)
    y_sigmas: Tuple[float, ...] = fields.sigmas(nist.Y.sigmas)
    z_sigma: float = fields.sigma(0.0)

    def variance(self, values: Objects) -> Array:
        return np.square(
            [self.mixture("x").deviation, self.mixture("y").deviation, self.z_sigma, 0.0, 0.0, 0.0]
        )

    def __call__(self, objects: Objects, rng: np.random.Generator) -> Objects:
        count = (len(objects),)
        noise = np.stack(
            [
                self.mixture("x").draw(rng, count),
                self.mixture("y").draw(rng, count),
                self.z_sigma * rng.standard_normal(count),
            ],
            axis=1,
        )
        return replace(objects, positions=objects.positions + noise)


@dataclass(frozen=True)
class ObjectRotation(NoiseModel):
    """Rotation noise exp(e) q about the axes of the frame.

    e = (tilt_sigma z, tilt_sigma z, yaw_sigma z), rad: an overhead camera sees yaw alone.
    """

    kind: ClassVar[str] = "objects"
    yaw_sigma: float = fields.sigma()
    tilt_sigma: float = fields.sigma(0.0)

    def variance(self, values: Objects) -> Array:
        return np.square([0.0, 0.0, 0.0, self.tilt_sigma, self.tilt_sigma, self.yaw_sigma])

    def __call__(self, objects: Objects, rng: np.random.Generator) -> Objects:
        return replace(
            objects,
            rotations=perturbed_rotations(objects.rotations, self.tilt_sigma, self.yaw_sigma, rng),
        )


@dataclass(frozen=True)
class ObjectLost(NoiseModel):
    """Lost objects: each is missing from a report with this probability."""

    kind: ClassVar[str] = "objects"
    probability: float = fields.share()

    def __call__(self, objects: Objects, rng: np.random.Generator) -> Objects:
        return objects.chosen(np.flatnonzero(rng.random(len(objects)) >= self.probability))


@dataclass(frozen=True)
class ObjectDuplicated(NoiseModel):
    """Duplicated objects: each is reported again with this probability.

    Under the same name, ``sigma`` z away along x and y (m); second reports come last.
    """

    kind: ClassVar[str] = "objects"
    probability: float = fields.share()
    sigma: float = fields.sigma(0.0)

    def __call__(self, objects: Objects, rng: np.random.Generator) -> Objects:
        again = objects.chosen(np.flatnonzero(rng.random(len(objects)) < self.probability))
        moved = again.positions + rng.standard_normal((len(again), 3)) * (
            self.sigma,
            self.sigma,
            0.0,
        )
        return Objects(
            objects.names + again.names,
            np.concatenate([objects.positions, moved]),
            np.concatenate([objects.rotations, again.rotations]),
        )


@dataclass(frozen=True)
class ObjectMislabelled(NoiseModel):
    """Mislabelled objects: each gets another's name with this probability.

    Drawn uniformly from the objects in the message with a different name.
    """

    kind: ClassVar[str] = "objects"
    probability: float = fields.share()

    def __call__(self, objects: Objects, rng: np.random.Generator) -> Objects:
        labels = sorted(set(objects.names))
        names = list(objects.names)
        wrong, others = rng.random(len(names)) < self.probability, rng.random(len(names))
        for index in np.flatnonzero(wrong) if len(labels) > 1 else ():
            choice = [label for label in labels if label != names[index]]
            names[index] = choice[int(others[index] * len(choice))]
        return replace(objects, names=tuple(names))
