"""Reads recordings of all formats, and roads of SUMO networks."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Mapping, Optional

from sim.errors import InputError
from sim.openscenario.recorded.drone import TRACKS, read_drone
from sim.openscenario.recorded.plain import read_csv, read_fcd
from sim.openscenario.recorded.tracks import TrackRecording
from sim.traffic.roads.netconvert import run_converter

CSV = "csv"
FCD = "fcd"
DRONE = "drone"
FORMATS = (CSV, FCD, DRONE)


def read_recording(path: Path, form: Optional[str], columns: Mapping[str, str]) -> TrackRecording:
    """Read a recording by format, or by the file's name.

    ``columns`` map our names to a CSV file's.
    """
    if form is None:
        form = DRONE if path.name.endswith(TRACKS) else CSV if path.suffix == ".csv" else FCD
    if columns and form != CSV:
        raise InputError(
            "--columns", f"is for {CSV}; the columns of {form} have names of their own"
        )
    if form == CSV:
        return read_csv(path, columns)
    return read_fcd(path) if form == FCD else read_drone(path)


def roads_of(net: Path, out: Path) -> Path:
    """Write the roads of a network as OpenDRIVE, by SUMO's netconvert."""
    with tempfile.TemporaryDirectory() as folder:
        arguments = ["-s", str(net.resolve()), "--opendrive-output", str(out.resolve())]
        run_converter("netconvert", arguments, Path(folder) / "copy.net.xml", Path(folder))
    return out
