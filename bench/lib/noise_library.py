"""Cost of the noise models per message, as in the node.

Each message has a separate Generator.
"""

from __future__ import annotations

import time
from typing import Any, Callable, List, Sequence

import cv2
import numpy as np

from bench.lib.report import Figure
from sim.noise.models import nist
from sim.noise.models.beams import POINT, beams_of_points, points_of_beams
from sim.noise.models.image import SIGMAS, ImageGaussian, ImageShot
from sim.noise.models.lidar import (
    LidarAngles,
    LidarDropout,
    LidarIntensity,
    LidarOutliers,
    LidarRange,
    LidarResolution,
    LidarRingBias,
)
from sim.noise.models.lidar_edges import LidarMixedPixels
from sim.noise.models.objects import (
    ObjectDuplicated,
    ObjectLost,
    ObjectMislabelled,
    ObjectPosition,
    ObjectRotation,
    Objects,
)

FRAMES = 60
SWEEPS = 200
REPORTS = 500
WIDTH = 1280  # pixels
HEIGHT = 960  # pixels
FRAME_RATE = 30.0
VLP_16 = [
    LidarMixedPixels(0.003),
    LidarAngles(1e-4, 1e-4),
    LidarRange(0.008, 0.0002),
    LidarDropout(0.001, 120.0),
    LidarOutliers(1e-4),
    LidarIntensity(1.0, 0.05),
    LidarResolution(0.002),
]
DETECTOR = [
    ObjectPosition(),
    ObjectRotation(0.01),
    ObjectLost(0.01),
    ObjectDuplicated(0.01, 1e-3),
    ObjectMislabelled(0.01),
]


def generator(stamp: int) -> np.random.Generator:
    """Return the Generator of a message."""
    return np.random.Generator(np.random.SFC64(np.random.SeedSequence([1, 2, stamp])))


def timed(calls: Sequence[Callable[[int], Any]], rounds: int) -> List[List[float]]:
    """Seconds (calls, rounds) that each call took of the processor's, in turns."""
    taken: List[List[float]] = [[] for _ in calls]
    for stamp in range(-3, rounds):
        for call, seconds in zip(calls, taken):
            start = time.process_time()
            call(stamp + 3)
            if stamp >= 0:
                seconds.append(time.process_time() - start)
    return taken


def scene() -> np.ndarray:
    """Return an image (960, 1280, 3) uint8 with all greys in it."""
    x, y = np.meshgrid(np.arange(WIDTH), np.arange(HEIGHT))
    return np.stack([(x + y) % 256, (x - y) % 256, (x // 2 + 3 * y) % 256], axis=2).astype(np.uint8)


def plain(image: np.ndarray, sigma: float, rng: np.random.Generator) -> np.ndarray:
    """Return the same noise from numpy's float32 draws."""
    noise = rng.standard_normal(image.shape, dtype=np.float32)
    noise *= np.float32(255.0 * sigma)
    return cv2.add(image, noise, dtype=cv2.CV_8U)


def images() -> List[Figure]:
    """Frames a second on one core."""
    cv2.setNumThreads(1)
    image, decent, high, shot = (
        scene(),
        ImageGaussian(SIGMAS["decent"]),
        ImageGaussian(SIGMAS["high"]),
        ImageShot(full_well=10_000.0, read_sigma=0.003),
    )
    names = [
        "Gaussian, sigma 0.007",
        "Gaussian, sigma 0.3",
        "shot and read noise",
        "Gaussian by float32 draws, for comparison",
    ]
    taken = timed(
        [
            lambda stamp: decent(image, generator(stamp)),
            lambda stamp: high(image, generator(stamp)),
            lambda stamp: shot(image, generator(stamp)),
            lambda stamp: plain(image, decent.sigma, generator(stamp)),
        ],
        FRAMES,
    )
    return [
        Figure(
            f"{WIDTH}x{HEIGHT} RGB, {name}, one core",
            1.0 / float(np.median(seconds)),
            "fps",
            goal,
            "higher",
            1.0 / max(seconds),
            1.0 / min(seconds),
            note="independent noise for each pixel, channel and frame",
        )
        for name, seconds, goal in zip(names, taken, (60.0, 60.0, None, None))
    ]


def sweep() -> np.ndarray:
    """Return a turn of a VLP-16 in a room with pillars.

    It has 29 000 points in firing order.
    """
    azimuth, elevation = (
        np.repeat(np.arange(1813) * 2.0 * np.pi / 1813, 16),
        np.tile(np.radians(np.arange(-15.0, 16.0, 2.0)), 1813),
    )
    distance = np.where((azimuth * 5.0).astype(int) % 3 == 0, 4.0, 5.5) + np.cos(azimuth)
    points = np.zeros(azimuth.size, POINT)
    level = distance * np.cos(elevation)
    for name, values in (
        ("x", level * np.cos(azimuth)),
        ("y", level * np.sin(azimuth)),
        ("z", distance * np.sin(elevation)),
        ("intensity", 120.0),
        ("ring", np.tile(np.arange(16), 1813)),
        ("time", -0.1 + azimuth / (20.0 * np.pi)),
    ):
        points[name] = values
    return points


def lidar() -> List[Figure]:
    """Measure a whole chain, from a message's points to the next's."""
    points, ring_bias = sweep(), LidarRingBias(0.005).start(1)

    def chain(stamp: int) -> np.ndarray:
        rng = generator(stamp)
        beams = ring_bias(beams_of_points(points), 0.1 * stamp, rng)
        for model in VLP_16:
            beams = model(beams, rng)
        return points_of_beams(beams, points)

    seconds = np.array(timed([chain], SWEEPS)[0]) * 1e3
    return [
        Figure(
            "VLP-16, full chain",
            float(np.median(seconds)),
            "ms",
            3.0,
            low=float(seconds.min()),
            high=float(seconds.max()),
            note=f"{points.size} points, {len(VLP_16) + 1} models, from points to points",
        )
    ]


def detector() -> List[Figure]:
    """Measure a report of 200 objects through all models of objects."""
    places, upright = (
        np.tile([nist.MEAN_X, nist.MEAN_Y, 0.0], (200, 1)),
        np.tile([0.0, 0.0, 0.0, 1.0], (200, 1)),
    )
    objects = Objects(tuple(f"gear_{index}" for index in range(200)), places, upright)

    def report(stamp: int) -> Objects:
        rng, reported = generator(stamp), objects
        for model in DETECTOR:
            reported = model(reported, rng)
        return reported

    share = np.array(timed([report], REPORTS)[0]) * FRAME_RATE * 100.0
    return [
        Figure(
            f"poses of 200 objects at {FRAME_RATE:g} Hz, share of a core, library alone",
            float(np.median(share)),
            "%",
            30.0,
            low=float(share.min()),
            high=float(share.max()),
            note=f"{len(DETECTOR)} models",
        )
    ]


def correlations() -> List[Figure]:
    """Return the largest correlation between frames, channels and pixels.

    Pixels are neighbours; the unit is the standard deviation by chance.
    """
    rng = generator(0)
    truth = np.full((HEIGHT, WIDTH, 3), 128, np.uint8)
    first, second = (
        ImageGaussian(SIGMAS["moderate"])(truth, one).astype(np.float32) - 128.0
        for one in (rng, generator(33_333_333))
    )
    pairs = [
        (first, second),
        (first[..., 0], first[..., 1]),
        (first[..., 1], first[..., 2]),
        (first[..., 0], first[..., 2]),
    ]
    pairs += [(first[:, lag:], first[:, :-lag]) for lag in range(1, 9)] + [
        (first[lag:], first[:-lag]) for lag in range(1, 9)
    ]
    sizes = [
        abs(float(np.corrcoef(one.ravel(), other.ravel())[0, 1])) * np.sqrt(one.size)
        for one, other in pairs
    ]
    return [
        Figure(
            "largest correlation of image noise, in sigmas of chance",
            float(max(sizes)),
            "sigma",
            4.0,
            note=f"of {len(pairs)} pairs: frames, channels, pixels up to 8 columns and rows apart",
        )
    ]
