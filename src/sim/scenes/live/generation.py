"""Sampling of one scene in a separate process.

Scenic keeps global state, takes seconds, and runs the user's Python code.
"""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import tempfile
import threading
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Mapping, Tuple

from sim.errors import InputError, SimulationError
from sim.process import end_child, start_child
from sim.scenes import manifest
from sim.scenes.scene import Scene

REQUEST_FILE = "request.json"
REFUSAL_FILE = "refusal.json"
WARNINGS_FILE = "warnings.json"
OUTPUT_FILE = "output"
MAX_SHOWN_OUTPUT = 600  # characters of a process that died


@dataclass(frozen=True)
class SamplingInput:
    """Input of the sampling process: files by their absolute paths."""

    program: str
    descriptor: str
    seed: int
    mode: str = "2D"
    params: Mapping[str, Any] = field(default_factory=dict)
    max_iterations: int = 20000


class Generator:
    """Samples scenes one at a time; ``timeout`` s each."""

    def __init__(self, timeout: float = 120.0) -> None:
        self._timeout = timeout
        self._turn = threading.Lock()

    def scene(self, sample: SamplingInput) -> Tuple[Scene, Tuple[str, ...]]:
        """Return the scene, and warnings of its program.

        Raises the program's own error, or SimulationError if the process died.
        """
        with self._turn, tempfile.TemporaryDirectory(prefix="sim_scene_") as name:
            folder = Path(name)
            (folder / REQUEST_FILE).write_text(json.dumps(asdict(sample)), encoding="utf-8")
            with (folder / OUTPUT_FILE).open("wb") as output:
                child = start_child(
                    [sys.executable, "-m", "sim.scenes.live.sampling_process", str(folder)], output
                )
                try:
                    child.wait(self._timeout)
                except subprocess.TimeoutExpired:
                    raise SimulationError(
                        f"{sample.program}: no scene within {self._timeout:g} s (parameter "
                        "~generate_timeout); "
                        "lower max_iterations, or ask less of the scenario"
                    ) from None
                finally:
                    end_child(child)
            return self._answer(folder, sample, child.returncode)

    @staticmethod
    def _answer(folder: Path, sample: SamplingInput, code: int) -> Tuple[Scene, Tuple[str, ...]]:
        refusal = folder / REFUSAL_FILE
        if refusal.exists():
            said = json.loads(refusal.read_text(encoding="utf-8"))
            raise (
                InputError(said["where"], said["what"])
                if said["where"]
                else SimulationError(said["what"])
            )
        if code == 0 and (folder / manifest.FILE).exists():
            return manifest.read(folder), tuple(
                json.loads((folder / WARNINGS_FILE).read_text(encoding="utf-8"))
            )
        words = (folder / OUTPUT_FILE).read_text(errors="replace").strip()[-MAX_SHOWN_OUTPUT:]
        why = (
            f"was killed ({signal.Signals(-code).name})" if code < 0 else f"ended with code {code}"
        )
        raise SimulationError(
            f"{sample.program}: the process that samples "
            f"{why}{': ' + words if words else '; perhaps memory ran out'}"
        )
