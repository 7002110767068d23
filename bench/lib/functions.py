"""Time per function in a launch's Python processes, by py-spy.

Shares count the samples with a thread that held the interpreter.
"""

from __future__ import annotations

import re
import shutil
import tempfile
from collections import Counter
from pathlib import Path
from subprocess import DEVNULL, PIPE, Popen
from typing import Dict, List, Tuple

from bench.lib.cpu import named_processes
from sim.errors import SimulationError
from sim.process import end_child

# Looks of 0.1 s that a launch takes to start.
START_LOOKS = 90
SAMPLE_RATE = 250  # Hz
WRITE_TIMEOUT = 30.0  # s
LINE = re.compile(r":\d+\)")
PROCESSES = ("traffic_bridge", "embedded", "lane_follow")


class FunctionSamples:
    """Sampler of a launch's processes, from ``START_LOOKS`` looks on."""

    def __init__(self, folder: Path) -> None:
        self._folder = Path(tempfile.mkdtemp(dir=folder))
        self._looks = 0
        self._samplers: Dict[str, Popen] = {}

    def __call__(self, root: int) -> None:
        self._looks += 1
        if self._looks != START_LOOKS:
            return
        program = shutil.which("py-spy")
        if program is None:
            raise SimulationError("py-spy not found; ./run profile installs it")
        words = [program, "record", "--gil", "-r", str(SAMPLE_RATE), "-d", "3600", "-f", "raw"]
        for pid, name in named_processes(root).items():
            if name in PROCESSES:
                output = ["-o", str(self._folder / name), "-p", str(pid)]
                self._samplers[name] = Popen([*words, *output], stdout=DEVNULL, stderr=PIPE)

    def shares(self, least: float) -> Dict[str, List[Tuple[str, float]]]:
        """Return by process the package's functions with shares of samples.

        A share includes callees; functions of at least ``least``, the largest first.
        """
        return {name: self._shares(name, least) for name in self._samplers}

    def _shares(self, name: str, least: float) -> List[Tuple[str, float]]:
        sampler = self._samplers[name]
        try:
            _, said = sampler.communicate(timeout=WRITE_TIMEOUT)
        finally:
            end_child(sampler)
        file = self._folder / name
        if not file.exists():
            raise SimulationError(
                f"py-spy cannot look into {name}; it takes root, or kernel.yama.ptrace_scope=0: "
                f"{said.decode(errors='replace').strip()[-200:]}"
            )
        inside: Counter[str] = Counter()
        total = 0
        for line in file.read_text().splitlines():
            stack, _, count = line.rpartition(" ")
            total += int(count)
            for frame in {LINE.sub(")", frame) for frame in stack.split(";")}:
                if "(sim/" in frame:
                    inside[frame] += int(count)
        return [
            (frame, count / total)
            for frame, count in inside.most_common()
            if count >= least * total
        ]
