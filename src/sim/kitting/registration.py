"""Registration of a workcell by the four-point procedure.

A robot learns the detector's frame in its own [AgileRobots, Calibration]. A marker is placed, the
detector reports its middle, the robot touches it; each place gives an offset, and Eq. 1
interpolates between them (:mod:`sim.noise.registration`). Metres, radians.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any, Callable, Dict, List, Sequence, Tuple, Union

import numpy as np
import yaml

from sim import checks
from sim.arrays import Array
from sim.errors import InputError
from sim.files import drafted
from sim.noise.registration import RegistrationOffsets, best_fit, check_points
from sim.transforms import inverse, transform_from_pose

KEYS = ("points", "offsets", "rotations", "frame")
POSE = ("x", "y", "z", "roll", "pitch", "yaw")
# As many places as the procedure needs, near the corners of the work volume.
FEWEST = 4


@dataclass(frozen=True)
class MarkerStop:
    """One place of the marker.

    Its middle (3,) as reported by the detector, the mean of ``reports``, and as touched by the
    robot.
    """

    detected: Array
    touched: Array
    reports: int = 1

    @property
    def offset(self) -> Array:
        return self.touched - self.detected


@dataclass(frozen=True)
class CellRegistration:
    """A registration, with its points' frame.

    The frame is a pose (x y z roll pitch yaw) in the frame of the reports or of the robot's
    workstation.
    """

    registration: RegistrationOffsets
    frame: Tuple[float, ...] = (0.0,) * 6

    def offset(self, place: Array) -> Array:
        """Return the offset (3,) of a reported place (3,), in its frame."""
        reports_from_frame = transform_from_pose(self.frame)
        own = inverse(reports_from_frame) @ np.append(place, 1.0)
        found: Array = reports_from_frame[:3, :3] @ self.registration.offset(own[None, :3])[0]
        return found


@dataclass(frozen=True)
class FrameFit:
    """Transform between two frames, with its residuals.

    ``target_from_source`` (4, 4) and each touched point's (n,) distance, m, from its transformed
    partner.
    """

    target_from_source: Array
    residuals: Array

    @property
    def rms(self) -> float:
        return float(np.sqrt(np.square(self.residuals).mean()))


def measure(
    places: Sequence[Any],
    place_marker: Callable[[Any], None],
    detect: Callable[[], Array],
    touch: Callable[[], Array],
    reports: int = 1,
) -> Tuple[MarkerStop, ...]:
    """Run the procedure and return its stops.

    At each place the marker is placed, detected ``reports`` times and touched. ``detect`` gives its
    middle (3,) in the detector's coordinates, ``touch`` in the robot's.
    """
    if len(places) < FEWEST:
        raise InputError(
            "registration/places",
            f"got {len(places)}; the procedure needs at least {FEWEST}, near the corners of "
            "the work volume",
        )
    if reports < 1:
        raise InputError("registration/reports", f"{reports} must be at least 1")
    stops: List[MarkerStop] = []
    for number, place in enumerate(places, 1):
        place_marker(place)
        seen = [_point(detect(), f"place {number}: detector") for _ in range(reports)]
        touched = _point(touch(), f"place {number}: robot")
        stops.append(MarkerStop(np.mean(seen, axis=0), touched, reports))
    check_points(np.array([stop.detected for stop in stops]), "registration/places", FEWEST)
    return tuple(stops)


def registration_of(stops: Sequence[MarkerStop], planar: bool = True) -> RegistrationOffsets:
    """Return the offsets at the stops. ``planar``: distances between places ignore height."""
    points = np.array([stop.detected for stop in stops])
    return RegistrationOffsets(
        points[:, :2] if planar else points, np.array([stop.offset for stop in stops])
    )


def fit_frames(source: Array, target: Array) -> FrameFit:
    """Fit the transform between two robots' frames (Horn's method [Horn]).

    Least squares on points (n, 3) that both have touched.
    """
    target_from_source = best_fit(source, target, "frames")
    moved = np.asarray(source) @ target_from_source[:3, :3].T + target_from_source[:3, 3]
    return FrameFit(target_from_source, np.linalg.norm(moved - np.asarray(target), axis=1))


def write_registration(path: Path, found: CellRegistration, comment: str = "") -> None:
    """Write a registration file.

    crcl_bridge and object_detector (parameter ``registration``) and :func:`read_registration` read
    it.
    """
    text = "".join(f"# {line}\n" for line in comment.splitlines())
    with drafted(path) as draft:
        draft.write_text(text + yaml.safe_dump(_values(found), sort_keys=False), encoding="utf-8")


def write_profile(path: Path, found: CellRegistration, source: str) -> None:
    """Write a noise profile with this registration's error."""
    step = {"model": "registration", **_values(found), "source": source}
    chain = {
        "topic": "/gazebo/model_states",
        "type": "gazebo_msgs/ModelStates",
        "models": {"registration": step},
    }
    values = {"description": source, "source": source, "chains": {"objects": chain}}
    with drafted(path) as draft:
        draft.write_text(yaml.safe_dump(values, sort_keys=False), encoding="utf-8")


def read_registration(path: Union[str, Path]) -> CellRegistration:
    """Read a registration file; InputError names file and key."""
    given = checks.mapping(checks.read_yaml(path), str(path), KEYS, KEYS[:2])
    frame = checks.sequence(given.get("frame", [0.0] * 6), f"{path}/frame")
    if len(frame) != len(POSE):
        raise InputError(
            f"{path}/frame", f"six numbers are needed, x y z roll pitch yaw, not {len(frame)}"
        )
    return CellRegistration(
        RegistrationOffsets(given["points"], given["offsets"], given.get("rotations"), str(path)),
        tuple(checks.number(value, f"{path}/frame/{name}") for value, name in zip(frame, POSE)),
    )


def _values(found: CellRegistration) -> Dict[str, Any]:
    registration = found.registration
    values: Dict[str, Any] = {
        "points": registration.points.tolist(),
        "offsets": registration.offsets.tolist(),
    }
    if registration.rotations is not None and np.any(registration.rotations):
        values["rotations"] = registration.rotations.tolist()
    if any(found.frame):
        values["frame"] = list(found.frame)
    return values


def _point(value: Array, where: str) -> Array:
    point = np.asarray(value, float)
    if point.shape != (3,) or not np.isfinite(point).all():
        raise InputError(where, f"{value!r} is not a point; must be three finite numbers, in m")
    return point
