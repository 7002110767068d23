"""Bodies of cars from their proportions.

A lower body with wheel arches along stations, and a cabin of pillars, windows, and a roof on it.
Distances along the body count from the front bumper backwards. Metres.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import List, Tuple

import numpy as np

from sim.arrays import Array
from sim.assets.traffic.surface import PartSurface

PAINT_PART = "body"
GLASS_PART = "glass"
TRIM_PART = "trim"
HEADLAMP_PART = "headlamp"
GRILLE_PART = "grille"
BRAKE_PART = "brake_lights"
# Columns across a bumper, shares of its half width, and across a pane.
FRONT_COLUMNS = (0.0, 0.32, 0.52, 0.84, 1.0)
REAR_COLUMNS = (0.0, 0.34, 0.6, 0.76, 1.0)
PANE_COLUMNS = (0.0, 0.5, 0.91, 1.0)
# Levels of a side between sill and the widest line, as shares.
BUMPER_LINE = 0.34
ARCH_GAP = 0.055  # m


@dataclass(frozen=True)
class CarShape:
    """Proportions of a car.

    ``axles`` from the front bumper; heights of nose, cowl (the foot of the windscreen), belt, deck
    (the foot of the rear window) and tail; the windscreen goes from ``cowl_at`` to ``roof_from``,
    the rear window from ``roof_to`` to ``deck_at``. ``windows`` are the side windows, from and to
    as fractions of the cabin's length. ``narrowing`` is the inward lean of the cabin's sides,
    ``nose_taper`` and ``tail_taper`` fractions of half the width.
    """

    length: float
    width: float
    height: float
    axles: Tuple[float, ...]
    wheel: float
    nose: float
    cowl: float
    belt: float
    deck: float
    tail: float
    cowl_at: float
    roof_from: float
    roof_to: float
    deck_at: float
    windows: Tuple[Tuple[float, float], ...]
    clearance: float = 0.17
    narrowing: float = 0.15
    nose_taper: float = 0.2
    tail_taper: float = 0.12
    roof_fall: float = 0.05
    tyre_width: float = 0.2
    bed: bool = False
    roof_bars: bool = False

    @property
    def track(self) -> float:
        """From the middle of one wheel to that of the other, m."""
        return self.width - self.tyre_width - 0.06


def car_surface(car: CarShape) -> PartSurface:
    """Return the body without wheels. Parts are named as visuals, or as their colours."""
    whole, half = PartSurface(), PartSurface()
    stations = _stations(car)
    sections = np.array([_section(car, at) for at in stations])
    _sides(car, half, stations, sections)
    _bumpers(car, half, sections)
    _cabin(car, half)
    _wells(car, half)
    whole.add(half)
    whole.add(half.mirrored())
    _details(car, whole)
    return whole


def _stations(car: CarShape) -> Array:
    """Return the places of sections (n,), m from the front."""
    arch = car.wheel + ARCH_GAP
    found = [0.0, 0.07, 0.2, car.cowl_at, car.deck_at, car.length - 0.2, car.length - 0.07]
    found.append(car.length)
    for axle in car.axles:
        around = axle - arch * np.cos(np.radians([0.0, 28.0, 62.0, 90.0, 118.0, 152.0, 180.0]))
        found = [at for at in found if not around[0] - 0.05 < at < around[-1] + 0.05]
        found += [around[0] - 0.01, *around.tolist(), around[-1] + 0.01]
    return np.array(sorted(found))


def _half_width(car: CarShape, at: float) -> float:
    """Return half the width at the widest line. Both ends are rounded as seen from above."""
    half, round_off = 0.5 * car.width, 1.0
    for distance, taper in ((at, car.nose_taper), (car.length - at, car.tail_taper)):
        reach = 0.75 if taper == car.nose_taper else 0.5
        round_off -= taper * max(0.0, 1.0 - distance / reach) ** 2.4
    return half * round_off


def _sill(car: CarShape, at: float) -> float:
    """Return the lower edge of the side.

    It consists of the sill, the bumpers, and the arches over the wheels.
    """
    ends = 0.06 * max(0.0, 1.0 - min(at, car.length - at) / 0.5)
    low = car.clearance + ends
    arch = car.wheel + ARCH_GAP
    for axle in car.axles:
        if abs(at - axle) <= arch:
            low = max(low, car.wheel + float(np.sqrt(max(arch**2 - (at - axle) ** 2, 0.0))))
    return low


def _top(car: CarShape, at: float) -> float:
    """Return the middle line of bonnet, cabin's foot, and boot."""
    places = [0.0, 0.12, 0.5 * car.cowl_at, car.cowl_at, car.deck_at]
    heights = [
        car.nose,
        car.nose + 0.3 * (car.cowl - car.nose),
        car.nose + 0.8 * (car.cowl - car.nose),
        car.cowl,
        car.deck,
    ]
    if car.length - car.deck_at > 0.3:
        places.append(car.length - 0.1)
        heights.append(car.deck - 0.3 * (car.deck - car.tail))
    return float(np.interp(at, [*places, car.length], [*heights, car.tail]))


def _shoulder(car: CarShape, at: float) -> float:
    """Return the upper edge of the side."""
    return min(
        float(
            np.interp(
                at,
                [0.0, car.cowl_at, car.deck_at, car.length],
                [car.nose - 0.06, car.belt, car.belt + 0.02, car.tail - 0.04],
            )
        ),
        _top(car, at) - 0.015,
    )


def _section(car: CarShape, at: float) -> Array:
    """Return half a section (7, 3). The well's edge, the side upwards, the bonnet to the middle."""
    half, low, top, shoulder = (
        _half_width(car, at),
        _sill(car, at),
        _top(car, at),
        _shoulder(car, at),
    )
    wide = max(min(0.62 * car.belt, shoulder - 0.12), low + 0.02)
    shoulder = max(shoulder, wide + 0.02)
    top = max(top, shoulder + 0.005)
    line = low + BUMPER_LINE * (wide - low)
    profile = [
        (half - 0.24, low),
        (0.97 * half, low),
        (0.993 * half, line),
        (half, wide),
        (0.965 * half, shoulder),
        (0.80 * half, shoulder + 0.75 * (top - shoulder)),
        (0.0, top),
    ]
    x = 0.5 * car.length - at
    return np.array([(x, y, z) for y, z in profile])


def _sides(car: CarShape, half: PartSurface, stations: Array, sections: Array) -> None:
    parts: List[List[str]] = []
    for before, after in zip(stations[:-1], stations[1:]):
        middle = 0.5 * (before + after)
        under_cabin = car.cowl_at + 0.25 < middle < car.deck_at - 0.15
        front, rear = after <= 0.21, before >= car.length - 0.21
        lamp = "blinker_left_front" if front else BRAKE_PART if rear else PAINT_PART
        bed = TRIM_PART if car.bed and car.deck_at < middle < car.length - 0.08 else PAINT_PART
        parts.append(
            [
                TRIM_PART
                if _sill(car, middle) > car.clearance + 0.07 and not (front or rear)
                else "",
                TRIM_PART
                if not (front or rear) and _sill(car, middle) < car.clearance + 0.03
                else PAINT_PART,
                PAINT_PART,
                lamp,
                PAINT_PART,
                "" if under_cabin else bed,
            ]
        )
    half.grid(sections, parts, (0.0, 0.6, 0.8))


def _bumpers(car: CarShape, half: PartSurface, sections: Array) -> None:
    """Add both ends between the last section and the middle."""
    for section, columns, sign in (
        (sections[0], FRONT_COLUMNS, 1.0),
        (sections[-1], REAR_COLUMNS, -1.0),
    ):
        rows = section[[1, 2, 3, 4, 5]]
        # The bonnet's edge is the last row's height at each column.
        grid = np.empty((len(rows), len(columns), 3))
        for j, share in enumerate(columns):
            grid[:, j] = rows * [1.0, share, 1.0]
        height = np.interp(columns, [0.0, 1.0], [section[6, 2], section[5, 2]])
        grid[-1, :, 1] = np.array(columns) * section[5, 1]
        grid[-1, :, 2] = height
        parts = (
            [
                [GRILLE_PART, GRILLE_PART, TRIM_PART, PAINT_PART],
                [PAINT_PART, PAINT_PART, PAINT_PART, PAINT_PART],
                [GRILLE_PART, GRILLE_PART, HEADLAMP_PART, "blinker_left_front"],
                [PAINT_PART, PAINT_PART, PAINT_PART, PAINT_PART],
            ]
            if sign > 0
            else [
                [TRIM_PART, TRIM_PART, TRIM_PART, PAINT_PART],
                [PAINT_PART, PAINT_PART, PAINT_PART, PAINT_PART],
                [PAINT_PART, PAINT_PART, "blinker_left_rear", BRAKE_PART],
                [PAINT_PART, PAINT_PART, PAINT_PART, PAINT_PART],
            ]
        )
        half.grid(grid, parts, (sign, 0.0, 0.0))


def _cabin(car: CarShape, half: PartSurface) -> None:
    """Add one side's pillars and windows, half the panes and roof."""
    base_y, top_y = 0.90 * 0.5 * car.width, 0.90 * 0.5 * car.width - car.narrowing
    edges = sorted({0.0, 1.0, *(edge for window in car.windows for edge in window)})
    shares = np.array(edges)
    base_z = np.interp(shares, [0.0, 1.0], [car.belt - 0.02, car.belt])
    base_d = car.cowl_at + shares * (car.deck_at - car.cowl_at)
    top_d = car.roof_from + shares * (car.roof_to - car.roof_from)
    base = np.stack([0.5 * car.length - base_d, np.full(len(shares), base_y), base_z], axis=1)
    top = np.array([_roof(car, at, 1.0, top_y) for at in top_d])
    levels = np.array([0.0, 0.1, 0.9, 1.0])
    grid = base + levels[:, None, None] * (top - base)
    # Sides bulge a little between belt and roof.
    grid[:, :, 1] += (0.035 * np.sin(np.pi * levels))[:, None]
    glazed = [
        GLASS_PART
        if any(start <= 0.5 * (a + b) <= end for start, end in car.windows)
        else PAINT_PART
        for a, b in zip(edges[:-1], edges[1:])
    ]
    plain = [PAINT_PART] * len(glazed)
    half.grid(grid, [plain, glazed, plain], (0.0, 1.0, 0.2))
    roof = np.array([[_roof(car, at, share, top_y) for share in PANE_COLUMNS] for at in top_d])
    half.grid(roof, PAINT_PART, (0.0, 0.0, 1.0))
    for foot, height, edge, sign in (
        (car.cowl_at, car.cowl, top_d[0], 1.0),
        (car.deck_at, car.deck, top_d[-1], -1.0),
    ):
        _pane(car, half, foot, height, edge, top_y, base_y, grid[:, 0 if sign > 0 else -1], sign)


def _pane(
    car: CarShape,
    half: PartSurface,
    foot: float,
    height: float,
    edge: float,
    top_y: float,
    base_y: float,
    corner: Array,
    sign: float,
) -> None:
    """Add half of the windscreen or of the rear window, framed."""
    levels = np.array([0.0, 0.07, 0.92, 1.0])
    grid = np.empty((len(levels), len(PANE_COLUMNS), 3))
    for j, share in enumerate(PANE_COLUMNS):
        room = foot if sign > 0 else car.length - foot
        bulge = sign * min(0.09, room) * (1.0 - share**2)
        low = np.array([0.5 * car.length - foot + bulge, share * base_y, height - 0.02])
        high = np.asarray(_roof(car, edge, share, top_y))
        grid[:, j] = low + levels[:, None] * (high - low)
    grid[:, -1] = corner
    rows = [[PAINT_PART] * 3, [GLASS_PART, GLASS_PART, PAINT_PART], [PAINT_PART] * 3]
    half.grid(grid, rows, (sign, 0.0, 0.3))


def _roof(car: CarShape, at: float, share: float, top_y: float) -> Tuple[float, float, float]:
    """Return a point of the roof, rounded towards its edges and ends.

    It is at ``share`` of half the roof's width.
    """
    middle = 0.45 * car.roof_from + 0.55 * car.roof_to
    reach = max(car.roof_to - middle, middle - car.roof_from)
    fall = car.roof_fall * ((at - middle) / reach) ** 2
    round_off = 0.075 * float(np.interp(share, [0.0, 0.5, 0.91, 1.0], [0.0, 0.09, 0.45, 1.0]))
    ends = abs(at - middle) / reach
    room = min(0.07, at, car.length - at)
    bulge = room * (1.0 - share**2) * ends * (1.0 if at < middle else -1.0)
    return (0.5 * car.length - at + bulge, share * top_y, car.height - fall - round_off)


def _wells(car: CarShape, half: PartSurface) -> None:
    """Add the dark parts behind the wheels and below the body."""
    inner = 0.5 * car.width - 0.26
    half.grid(
        np.array(
            [
                [
                    (0.5 * car.length - at, inner, height)
                    for height in (car.clearance + 0.02, 2.0 * car.wheel + ARCH_GAP + 0.03)
                ]
                for at in (0.12, car.length - 0.12)
            ]
        ),
        TRIM_PART,
        (0.0, 1.0, 0.0),
    )
    half.grid(
        np.array(
            [
                [(0.5 * car.length - at, y, car.clearance + 0.03) for y in (0.0, inner)]
                for at in (0.08, car.length - 0.08)
            ]
        ),
        TRIM_PART,
        (0.0, 0.0, -1.0),
    )


def _details(car: CarShape, whole: PartSurface) -> None:
    """Add mirrors, plates, handles, the third brake lamp, roof bars."""
    front, rear = 0.5 * car.length, -0.5 * car.length
    mirror_x = front - car.cowl_at - 0.28
    side = PartSurface()
    y = 0.90 * 0.5 * car.width
    side.box(
        PAINT_PART,
        (mirror_x - 0.09, y - 0.02, car.belt + 0.02),
        (mirror_x + 0.07, 0.5 * car.width + 0.04, car.belt + 0.14),
    )
    if car.roof_bars:
        top = y - car.narrowing
        side.box(
            TRIM_PART,
            (front - car.roof_to + 0.25, top - 0.10, car.height - 0.05),
            (front - car.roof_from - 0.25, top - 0.07, car.height),
        )
    for _, end in car.windows[: 2 if len(car.windows) > 1 else 1]:
        at = front - car.cowl_at - (end - 0.03) * (car.deck_at - car.cowl_at)
        side.box(
            TRIM_PART,
            (at - 0.08, 0.5 * car.width - 0.05, 0.86 * car.belt),
            (at + 0.08, 0.5 * car.width - 0.002, 0.86 * car.belt + 0.03),
        )
    whole.add(side)
    whole.add(side.mirrored())
    low = _sill(car, 0.0)
    wide = 0.62 * car.belt
    plate = low + 0.62 * (wide - low)
    whole.box("plate", (front - 0.01, -0.26, plate - 0.055), (front + 0.012, 0.26, plate + 0.055))
    whole.box("plate", (rear - 0.012, -0.26, plate - 0.02), (rear + 0.01, 0.26, plate + 0.09))
