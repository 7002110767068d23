"""Equipment of a workcell: tool holders, conveyors, light curtains.

Metres, seconds. The origin of each is in the middle of its foot. Fixed parts are made of boxes.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Iterator, Tuple

import numpy as np

from sim.arrays import Array
from sim.transforms import transform_from_rpy
from sim.workcell.boxes import YawedBox

# A holder: walls, and pins that keep a collar from sliding.
WALL_THICKNESS = 0.018  # m
PIN_SIZE = 0.008  # m
PLATE_THICKNESS = 0.01  # m
COLLAR_CLEARANCE = 0.002  # m
# A conveyor: the belt, what stands beside it and ends it, and legs.
BELT_THICKNESS = 0.02  # m
RAIL_SIZE = 0.015  # m
STOP_HEIGHT = 0.03  # m
LEG_WIDTH = 0.06  # m
POST_WIDTH = 0.05  # m
# A light curtain.
MIN_RAY_HEIGHT = 0.02  # m
EDGE_DISTANCE = 0.01  # m, from the emitter, at which its steepest ray meets the upper edge
BEAM_ANGLE = 0.0087  # rad, between rays
PLANE_MARGIN = 0.03  # m before the edge of the plane that do not count


@dataclass(frozen=True)
class ToolHolder:
    """A stand for end effectors, which hang by their mount's collar.

    They hang straight down. Each of the ``places`` (x, y) has two walls along x, ``opening`` apart,
    on which a collar of this radius and ``thickness`` lies at ``height``; the tool below it must be
    narrower along y.
    """

    places: Tuple[Tuple[float, float], ...]
    height: float = 0.2
    opening: float = 0.055
    collar: float = 0.032
    thickness: float = 0.02

    def boxes(self) -> Iterator[YawedBox]:
        for number, (x, y) in enumerate(self.places, 1):
            middle = 0.5 * (self.opening + WALL_THICKNESS)
            for side in (-1.0, 1.0):
                name = f"place_{number}_{'left' if side > 0 else 'right'}"
                centre = (x, y + side * middle, 0.5 * self.height)
                yield YawedBox(name, centre, (2.0 * self.collar, WALL_THICKNESS, self.height))
                for end in (-1.0, 1.0):
                    along, across = self._pin()
                    yield YawedBox(
                        f"{name}_{'front' if end > 0 else 'back'}",
                        (x + end * along, y + side * across, self.height + 0.25 * self.thickness),
                        (PIN_SIZE, PIN_SIZE, 0.5 * self.thickness),
                    )
        low, high = np.min(self.places, axis=0), np.max(self.places, axis=0)
        middle_x, middle_y = (0.5 * (low + high)).tolist()
        long, wide = (
            high - low + (2.0 * self.collar, self.opening + 2.0 * WALL_THICKNESS)
        ).tolist()
        yield YawedBox(
            "plate", (middle_x, middle_y, 0.5 * PLATE_THICKNESS), (long, wide, PLATE_THICKNESS)
        )

    def _pin(self) -> Tuple[float, float]:
        """Return x and y of a pin's middle relative to its place.

        Its inner corner is just outside the collar, and its inner face in line with the wall's.
        """
        inner = 0.5 * self.opening
        radius = self.collar + COLLAR_CLEARANCE
        along = float(np.sqrt(max(radius**2 - inner**2, 0.0)))
        return along + 0.5 * PIN_SIZE, inner + 0.5 * PIN_SIZE

    def rest(self, number: int) -> Array:
        """Return holder_from_tool (4, 4) of a hanging end effector.

        Places count from 1; its mount is up, its z axis down.
        """
        x, y = self.places[number - 1]
        return transform_from_rpy((x, y, self.height + self.thickness), (np.pi, 0.0, 0.0))


@dataclass(frozen=True)
class Conveyor:
    """A belt that carries objects along x at ``speed``.

    Between rails and up to a stop; ``size`` is length, width and height of the belt's top.
    """

    size: Tuple[float, float, float]
    speed: float = 0.0

    def boxes(self) -> Iterator[YawedBox]:
        """Yield the fixed parts."""
        length, width, height = self.size
        for side, name in ((-1.0, "right"), (1.0, "left")):
            centre = (
                0.0,
                side * 0.5 * (width + RAIL_SIZE),
                height - 0.5 * BELT_THICKNESS + 0.5 * RAIL_SIZE,
            )
            yield YawedBox(f"rail_{name}", centre, (length, RAIL_SIZE, BELT_THICKNESS + RAIL_SIZE))
        stop = (
            0.5 * length + 0.5 * RAIL_SIZE,
            0.0,
            height - 0.5 * BELT_THICKNESS + 0.5 * STOP_HEIGHT,
        )
        yield YawedBox(
            "stop", stop, (RAIL_SIZE, width + 2.0 * RAIL_SIZE, BELT_THICKNESS + STOP_HEIGHT)
        )
        bottom = height - BELT_THICKNESS
        for number, (along, across) in enumerate(((1, 1), (1, -1), (-1, 1), (-1, -1))):
            place = (
                along * 0.5 * (length - LEG_WIDTH),
                across * 0.5 * (width + 2.0 * RAIL_SIZE - LEG_WIDTH),
                0.5 * bottom,
            )
            yield YawedBox(f"leg_{number}", place, (LEG_WIDTH, LEG_WIDTH, bottom))

    @property
    def belt(self) -> YawedBox:
        length, width, height = self.size
        # A little shorter and narrower, so that it moves free of its frame.
        return YawedBox(
            "belt",
            (0.0, 0.0, height - 0.5 * BELT_THICKNESS),
            (length - 1e-3, width - 1e-3, BELT_THICKNESS),
        )


@dataclass(frozen=True)
class LightCurtain:
    """Two posts ``width`` apart along y, with a plane of light between.

    The plane is up to a ``height``; interrupting it stops ``robots``. With ``automatic`` reset they
    may move again as soon as it is clear, else once it was reset. Evaluated at ``rate`` in Hz of
    simulated time.
    """

    size: Tuple[float, float]
    robots: Tuple[str, ...] = ()
    automatic: bool = True
    rate: float = 50.0

    def boxes(self) -> Iterator[YawedBox]:
        width, height = self.size
        for side, name in ((-1.0, "emitter"), (1.0, "receiver")):
            centre = (0.0, side * 0.5 * (width + POST_WIDTH), 0.5 * height)
            yield YawedBox(name, centre, (POST_WIDTH, POST_WIDTH, height))

    @property
    def sensor(self) -> Tuple[float, ...]:
        """Pose x y z roll pitch yaw of the rays' origin.

        At the emitter's foot: its x is along the plane, to the receiver, and its y is up.
        """
        return (0.0, -0.5 * self.size[0], MIN_RAY_HEIGHT, np.pi / 2, 0.0, np.pi / 2)

    @property
    def angles(self) -> Tuple[float, float]:
        """The first and the last ray's angle, rad above the horizontal."""
        return 0.0, float(np.pi / 2 - np.arctan2(EDGE_DISTANCE, self.size[1]))

    @property
    def beams(self) -> int:
        return int(np.ceil(self.angles[1] / BEAM_ANGLE)) + 1

    @property
    def reach(self) -> float:
        """m, beyond the farthest corner."""
        return float(np.hypot(*self.size)) + 0.2

    def free_ranges(self) -> Array:
        """Return each ray's length (n,) within the plane, to the receiver or to the upper edge."""
        width, height = self.size
        angles = np.linspace(*self.angles, self.beams)
        with np.errstate(divide="ignore"):
            ways = np.minimum(width / np.cos(angles), (height - MIN_RAY_HEIGHT) / np.sin(angles))
        result: Array = ways
        return result

    def interrupted(self, ranges: Array) -> bool:
        """Return whether any measured range (n,) ends within the plane."""
        return bool((np.asarray(ranges) < self.free_ranges() - PLANE_MARGIN).any())
