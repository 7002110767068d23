"""The sensors of a link as data; what is read from ``<sensor>`` elements is in
``readers.sensors``.

SI units and radians. A sensor looks along +x, with y to the left and z up, as SDF has it; optical
frames are made where messages are.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Tuple, Union

from sim.arrays import Array
from sim.sdf.plugins import Plugin


@dataclass(frozen=True)
class Lens:
    """Brown's distortion as in ROS's plumb_bob: k1, k2, p1, p2, k3; ``center`` of distortion as
    shares of width and height."""

    coefficients: Tuple[float, float, float, float, float] = (0.0, 0.0, 0.0, 0.0, 0.0)
    center: Tuple[float, float] = (0.5, 0.5)


@dataclass(frozen=True)
class Camera:
    """A pinhole of square pixels, f = width / (2 tan(horizontal_fov / 2)); ``format`` is SDF's
    (R8G8B8, B8G8R8, L8); ``name`` counts in multicameras."""

    name: str
    sensor_from_camera: Array
    width: int = 320
    height: int = 240
    horizontal_fov: float = 1.047
    near: float = 0.1
    far: float = 100.0
    format: str = "R8G8B8"
    lens: Lens = Lens()


@dataclass(frozen=True)
class Cameras:
    """The cameras of a sensor of type camera (one), depth (one) or multicamera; ``depth``: it
    measures distances along its axis too."""

    cameras: Tuple[Camera, ...]
    depth: bool = False


@dataclass(frozen=True)
class Fan:
    """Directions from ``lower`` to ``upper``, both included where there are more than one."""

    samples: int
    lower: float = 0.0
    upper: float = 0.0


@dataclass(frozen=True)
class Rays:
    """A scanner of type ray or gpu_ray: ``horizontal`` about z, ``vertical`` above the xy plane;
    ``resolution`` of ranges, 0 for none."""

    horizontal: Fan
    vertical: Fan
    range_min: float
    range_max: float
    resolution: float = 0.0


@dataclass(frozen=True)
class Imu:
    """Angular velocity and specific force in the sensor's own frame, orientation in the world's."""


@dataclass(frozen=True)
class Sonar:
    """The nearest distance in a cone about +x: at ``range_max`` it has this ``radius``."""

    range_min: float
    range_max: float
    radius: float


@dataclass(frozen=True)
class Gps:
    """A position as latitude, longitude and altitude, by the world's
    ``<spherical_coordinates>``."""


@dataclass(frozen=True)
class Contact:
    """Contacts of the named collisions of the sensor's link."""

    collisions: Tuple[str, ...]


Kind = Union[Cameras, Rays, Imu, Sonar, Gps, Contact]


@dataclass(frozen=True)
class Sensor:
    """``type`` is SDF's; ``rate`` in Hz of simulated time; ``plugins`` are the sensor's own, as of
    gazebo_ros."""

    name: str
    type: str
    link_from_sensor: Array
    rate: float
    kind: Kind
    plugins: Tuple[Plugin, ...] = ()
