"""CPU time of each process of a launch, by program."""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import Dict

from bench.lib.processes import family, processor_time

SAMPLES = 10
SAMPLE_PERIOD = 0.05  # s
RUNNERS = ("python", "bash", "sh", "env")


class CpuTimes:
    """Watch of a launch; ``seconds`` is CPU time by program name."""

    def __init__(self) -> None:
        self._of_process: Dict[int, float] = {}
        self._names: Dict[int, str] = {}

    def __call__(self, root: int) -> None:
        """Sample ten times, since time after the last sample is lost."""
        for _ in range(SAMPLES):
            self._look(root)
            time.sleep(SAMPLE_PERIOD)

    def _look(self, root: int) -> None:
        for pid in family(root):
            try:
                used = processor_time(pid)
                command = Path(f"/proc/{pid}/cmdline").read_bytes()
            except OSError:
                continue
            # An ended process has no command line, but its time still counts.
            if command:
                self._names[pid] = _name(command)
            if pid in self._names:
                self._of_process[pid] = used

    @property
    def seconds(self) -> Dict[str, float]:
        found: Dict[str, float] = {}
        for pid, used in self._of_process.items():
            found[self._names[pid]] = found.get(self._names[pid], 0.0) + used
        return found


def named_processes(root: int) -> Dict[int, str]:
    """Return the programs of a process and its descendants, by id."""
    found = {}
    for pid in family(root):
        try:
            command = Path(f"/proc/{pid}/cmdline").read_bytes()
        except OSError:
            continue
        if command:
            found[pid] = _name(command)
    return found


def _name(command_line: bytes) -> str:
    """Return the program, or the script of an interpreter."""
    words = [os.path.basename(word) for word in command_line.decode(errors="replace").split("\0")]
    programs = [word for word in words if word.isprintable() and word and not word.startswith("-")]
    return next((word for word in programs if not word.startswith(RUNNERS)), "?")
