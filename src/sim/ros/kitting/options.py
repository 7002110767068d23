"""The parameters of object_detector."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Dict

import rospy

from sim.errors import InputError
from sim.ros.node.node import words

METHODS = ("truth", "camera", "external")


@dataclass(frozen=True)
class DetectorParameters:
    """Parameters of object_detector.

    ``method``: the simulator's truth with noise, the cameras' images, or an external detector at
    ``external`` (host:port, several comma-separated).

    For truth: ``profile`` (of noise), ``profile_path``, ``noise_factor``, ``registration`` (a file)
    and ``seed`` (negative: the profile's). For camera: ``images`` (prefix of the cameras' topics)
    and ``frames`` (images to average). ``rate`` in Hz of simulated time. ``ports``: robots and the
    TCP ports for their side of the cell, as fanuc:5001,motoman:5002 (0: any free port).
    """

    layout: str
    method: str = "truth"
    profile: str = "nist_detector"
    profile_path: str = ""
    noise_factor: float = 1.0
    registration: str = ""
    seed: int = -1
    rate: float = 10.0
    images: str = "/noisy"
    frames: int = 1
    external: str = ""
    address: str = "127.0.0.1"
    ports: str = ""

    def check(self) -> None:
        """Raise InputError for an invalid parameter."""
        if self.method not in METHODS:
            _refuse("method", f"{self.method!r} is not one of: {', '.join(METHODS)}")
        if not 0.0 < self.rate <= 1000.0:
            _refuse("rate", f"{self.rate:g} Hz is not above 0 and at most 1000")
        if not 1 <= self.frames <= 1000:
            _refuse("frames", f"{self.frames} is not from 1 to 1000")
        if self.method == "external" and not self.external:
            _refuse("external", "is empty; the external detector's host:port is needed")

    def sides(self) -> Dict[str, int]:
        """Return the ports by robot."""
        found = {}
        for word in words(self.ports):
            robot, _, port = word.partition(":")
            if not robot or not port.isdigit() or int(port) > 65535:
                _refuse("ports", f"{word!r} is not ROBOT:PORT with a port from 0 to 65535")
            found[robot] = int(port)
        return found


def _refuse(name: str, what: str) -> None:
    raise InputError(rospy.resolve_name(f"~{name}"), what)
