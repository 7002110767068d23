"""Geographic coordinates on the roads of an OpenDRIVE file [OpenDRIVE, header].

The file has a projection in ``<geoReference>``, named as in PROJ, and an ``<offset>`` in its
header. Supported is transverse Mercator, also UTM's, on WGS84 or GRS80, which differ by 0.2 mm. SI
units, rad.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Dict, NamedTuple, Tuple

from sim.errors import InputError
from sim.wgs84 import FLATTENING, SEMI_MAJOR_AXIS, SQUARED_ECCENTRICITY

KNOWN = "+proj=utm +zone=N, or +proj=tmerc +lat_0=.. +lon_0=.. +k=.. +x_0=.. +y_0=.."
ELLIPSOIDS = ("WGS84", "GRS80")
# Krueger's series in the third flattening, to its 4th power [Karney2011, eq. 35].
_N = FLATTENING / (2.0 - FLATTENING)
_RADIUS = SEMI_MAJOR_AXIS / (1.0 + _N) * (1.0 + _N**2 / 4.0 + _N**4 / 64.0)
_ALPHA = (
    _N / 2.0 - 2.0 * _N**2 / 3.0 + 5.0 * _N**3 / 16.0 + 41.0 * _N**4 / 180.0,
    13.0 * _N**2 / 48.0 - 3.0 * _N**3 / 5.0 + 557.0 * _N**4 / 1440.0,
    61.0 * _N**3 / 240.0 - 103.0 * _N**4 / 140.0,
    49561.0 * _N**4 / 161280.0,
)


def transverse_mercator(latitude: float, east: float) -> Tuple[float, float]:
    """Project to x and y by transverse Mercator, scale 1.

    y from the equator, x ``east`` of the meridian.
    """
    eccentricity, sine = math.sqrt(SQUARED_ECCENTRICITY), math.sin(latitude)
    conformal = math.sinh(math.atanh(sine) - eccentricity * math.atanh(eccentricity * sine))
    xi = math.atan2(conformal, math.cos(east))
    eta = math.asinh(math.sin(east) / math.hypot(conformal, math.cos(east)))
    x, y = eta, xi
    for i, factor in enumerate(_ALPHA, 1):
        x += factor * math.cos(2 * i * xi) * math.sinh(2 * i * eta)
        y += factor * math.sin(2 * i * xi) * math.cosh(2 * i * eta)
    return _RADIUS * x, _RADIUS * y


class Offset(NamedTuple):
    """Offset of the file's axes from the projection. Added to places, which are then turned."""

    x: float = 0.0
    y: float = 0.0
    heading: float = 0.0


NO_OFFSET = Offset()


@dataclass(frozen=True)
class GeoReference:
    """Geographic reference of a file; ``where`` locates its text in errors."""

    where: str
    text: str
    offset: Offset = NO_OFFSET

    def place(self, latitude: float, longitude: float) -> Tuple[float, float]:
        """Convert latitude and longitude to x and y in the file's axes.

        Raises InputError for an unsupported projection.
        """
        given = self._words()
        kind = given.get("proj", "")
        if kind == "utm" and 1 <= self._number(given, "zone") <= 60:
            origin = 0.0, math.radians(6.0 * self._number(given, "zone") - 183.0)
            scale, shift = 0.9996, (500000.0, 10000000.0 if "south" in given else 0.0)
        elif kind == "tmerc":
            origin = (
                math.radians(self._number(given, "lat_0")),
                math.radians(self._number(given, "lon_0")),
            )
            scale = self._number(given, "k" if "k" in given else "k_0", 1.0)
            shift = self._number(given, "x_0"), self._number(given, "y_0")
        else:
            raise self._unknown()
        x, y = transverse_mercator(latitude, longitude - origin[1])
        y -= transverse_mercator(origin[0], 0.0)[1]
        return self._local(shift[0] + scale * x, shift[1] + scale * y)

    def _local(self, x: float, y: float) -> Tuple[float, float]:
        cos, sin = math.cos(self.offset.heading), math.sin(self.offset.heading)
        return cos * x + sin * y - self.offset.x, cos * y - sin * x - self.offset.y

    def _words(self) -> Dict[str, str]:
        words = [word.lstrip("+").partition("=") for word in self.text.split()]
        given = {name: value for name, _, value in words}
        ellipsoid = given.get("ellps", given.get("datum", ELLIPSOIDS[0]))
        if ellipsoid not in ELLIPSOIDS or given.get("units", "m") != "m":
            raise self._unknown()
        return given

    def _number(self, given: Dict[str, str], name: str, default: float = 0.0) -> float:
        try:
            return float(given.get(name, default))
        except ValueError:
            raise self._unknown() from None

    def _unknown(self) -> InputError:
        return InputError(
            self.where,
            f"<geoReference> is '{self.text}', by which positions of latitude and longitude are "
            f"not found; {KNOWN}, on {' or '.join(ELLIPSOIDS)} in m, is",
        )
