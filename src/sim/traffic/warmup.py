"""Runs SUMO alone to a point in time and saves the state.

The jam then exists when the 3D world appears.
"""

from __future__ import annotations

import hashlib
import math
import os
import tempfile
from dataclasses import replace
from pathlib import Path
from typing import Callable, Optional

import sumolib

from sim.errors import InputError, SimulationError
from sim.process import end_child, start_child
from sim.traffic.backend.process_log import sumo_errors
from sim.traffic.session import TRACI, SumoOptions
from sim.traffic.sumo_version import version_of

# SUMO's default of two decimals would move every vehicle a little when the state is loaded.
PRECISION = "9"


def cache_folder() -> Path:
    """Return ``sim`` in the user's cache folder (XDG base directories)."""
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "sim"


def warm_up(
    options: SumoOptions,
    seconds: float,
    folder: Optional[Path] = None,
    progress: Callable[[str], None] = lambda line: None,
) -> SumoOptions:
    """Return options that begin ``seconds`` into the run.

    The state is cached in ``folder`` and reused for the same run.
    """
    if seconds < 0:
        raise InputError("warm_up", f"{seconds:g} s is negative")
    if seconds == 0:
        return options
    # A state holds what SUMO has read.
    options = replace(options, ordered=())
    folder = (folder or cache_folder()) / "warm_starts"
    folder.mkdir(parents=True, exist_ok=True)
    state = folder / f"{_key(options, seconds)}.xml.gz"
    if state.is_file():
        progress(f"warm start: {seconds:g} s of traffic from {state}")
    else:
        progress(
            f"warm start: SUMO runs {seconds:g} s of traffic alone, once; the state is kept in "
            f"{state}"
        )
        _run(options, seconds, state)
    return replace(options, state=state)


def _run(options: SumoOptions, seconds: float, state: Path) -> None:
    with tempfile.TemporaryDirectory(
        dir=str(state.parent)
    ) as scratch, tempfile.TemporaryFile() as said:
        draft = Path(scratch) / state.name
        arguments = [
            sumolib.checkBinary("sumo"),
            *replace(options, gui=False, outputs=None, sumo=TRACI).arguments(),
            "--end",
            f"{options.begin + seconds + options.step:.12g}",
            "--save-state.times",
            f"{options.begin + seconds:.12g}",
            "--save-state.files",
            str(draft),
            "--save-state.rng",
            "true",
            "--save-state.transportables",
            "true",
            "--save-state.precision",
            PRECISION,
        ]
        process = start_child(arguments, said)
        try:
            process.wait()
        finally:
            end_child(process)
        if process.returncode or not draft.is_file():
            said.seek(0)
            lines = sumo_errors(said.read().decode(errors="replace"))
            raise SimulationError(
                f"SUMO's warm start failed: {lines or f'exit code {process.returncode}'}"
            )
        draft.replace(state)


def _key(options: SumoOptions, seconds: float) -> str:
    content = hashlib.sha256(version_of("sumo"))
    plain = replace(
        options,
        gui=False,
        outputs=None,
        sumo=TRACI,
        radius=math.inf,
        net=Path("net"),
        routes=tuple(Path(str(i)) for i in range(len(options.routes))),
        streamed=tuple(Path(str(options.routes.index(path))) for path in options.streamed),
    )
    for path in (options.net, *options.routes):
        content.update(Path(path).read_bytes())
    content.update(repr((plain, seconds)).encode())
    return content.hexdigest()[:20]
