"""Whole agility trials: share completed in truth, speed, recovery after failures."""

from __future__ import annotations

import os
import subprocess
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Dict, List, Optional, Sequence

import numpy as np
import yaml

from bench.lib.report import Figure, of_samples
from sim.kitting import events
from sim.kitting.trial.files import read_trial
from sim.kitting.trial.summary import Record, read
from sim.ports import free_port
from sim.process import end_child, start_child

TIMEOUT = 900.0
AT_ONCE = 2
FOUR = {"gear_large": 2, "gear_small": 2}
ONE_KIT = {"orders": [{"id": "one", "kits": {"fanuc_kit": FOUR}}]}
TWO_KITS = {
    "orders": [
        {"id": "fanuc", "kits": {"fanuc_kit": FOUR}},
        {"id": "motoman", "kits": {"motoman_kit": FOUR}},
    ]
}
# A recoverable fault of each kind, in a trial of one kit.
TAKEN = {"event": "action_done", "action": "take-part"}
FAULTS: Dict[str, Dict[str, object]] = {
    "dropped_part": {"when": {**TAKEN, "delay": 0.5}},
    "missing_part": {"target": "gear_small", "when": 1},
    "faulty_part": {"target": "gear_small", "when": 1},
    "flipped_part": {"target": "gear_small", "when": 1},
    "moved_part": {"target": "gear_small", "when": 1},
    "slipped_grasp": {"target": "fanuc", "when": 0},
    "detector_blackout": {"duration": 6, "when": {**TAKEN, "count": 2}},
    "robot_out_of_order": {"target": "fanuc", "duration": 6, "when": {**TAKEN, "count": 2}},
}


@dataclass(frozen=True)
class Ran:
    """Record of a trial, and its wall time in s.

    The record is None if the trial did not end.
    """

    record: Optional[Record]
    seconds: float
    output: str

    @property
    def complete(self) -> bool:
        return self.record is not None and self.record.score.complete


def run_trial(trial: Dict[str, object], simulator: str, seed: int, **words: object) -> Ran:
    """``agility_trial.launch`` without windows, as fast as possible."""
    port = free_port()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "trial.yaml").write_text(yaml.safe_dump({**trial, "seed": seed}))
        read_trial(folder / "trial.yaml")
        arguments = {
            "trial": folder / "trial.yaml",
            "simulator": simulator,
            "gui": "false",
            "rtf": 0,
            "fanuc_port": 0,
            "motoman_port": 0,
            "detector_ports": "fanuc:0,motoman:0",
            "seed": seed,
            "run_folder": folder / "run",
            **words,
        }
        environment = {
            **os.environ,
            "ROS_MASTER_URI": f"http://127.0.0.1:{port}/",
            "ROS_HOME": str(folder / "ros"),
        }
        command = ["roslaunch", "-p", str(port), "sim", "agility_trial.launch"]
        with (folder / "output").open("wb") as log:
            process = start_child(
                [*command, *(f"{key}:={value}" for key, value in arguments.items())],
                log,
                environment,
            )
            begun = _await(folder / "output", b"trial_begun")
            try:
                process.wait(TIMEOUT)
            except subprocess.TimeoutExpired:
                pass
            finally:
                end_child(process)
        file = folder / "run" / "trial.json"
        ended = file.stat().st_mtime if file.exists() else time.time()
        output = (folder / "output").read_text(errors="replace")
        return Ran(read(file) if file.exists() else None, ended - begun, output)


def speed(seeds: int) -> List[Figure]:
    """Run one trial at a time, without other load."""
    runs = [run_trial(ONE_KIT, "embedded", seed) for seed in range(1, seeds + 1)]
    factors = [_duration(run) / run.seconds for run in runs]
    return [of_samples("one trial: real-time factor", factors, "x", 3.0, better="higher")]


def completion(simulator: str, seeds: int) -> List[Figure]:
    """Kits of four gears with the detector's noise and without faults."""
    runs = _runs(ONE_KIT, simulator, seeds)
    return [
        _share(f"kit of 4 gears, {seeds} seeds, {simulator}: complete", runs, 100.0),
        of_samples("the same: simulated s", [_duration(run) for run in runs], "s"),
    ]


def recovery(seeds: int) -> List[Figure]:
    """Measure one recoverable fault of each kind."""
    figures, after = [], []
    for kind, fault in FAULTS.items():
        trial = {**ONE_KIT, "faults": [{"kind": kind, **fault}]}
        runs = _runs(trial, "embedded", seeds)
        figures.append(_share(f"{kind}, {seeds} seeds: recovered", runs, 95.0))
        after += [
            float(event.data["after"])
            for run in runs
            if run.record is not None
            for event in run.record.events
            if event.kind == events.RECOVERY
        ]
    if after:
        figures.append(of_samples("failure seen to next motion, simulated", after, "s", 1.0))
    return figures


def together(seeds: int) -> List[Figure]:
    """Two robots at once against one at a time, in turns."""
    ratios = []
    for seed in range(1, seeds + 1):
        alone = run_trial(TWO_KITS, "embedded", seed, one_at_a_time="true")
        both = run_trial(TWO_KITS, "embedded", seed)
        ratios.append(_duration(alone) / _duration(both))
    name = "two kits of 4 gears: one robot at a time / both at once"
    return [of_samples(name, ratios, "x", 1.6, better="higher")]


def _runs(trial: Dict[str, object], simulator: str, seeds: int) -> List[Ran]:
    """Run trials of seeds from 1, two at a time.

    In lockstep a busy machine changes nothing in them.
    """
    with ThreadPoolExecutor(AT_ONCE) as pool:
        return list(pool.map(lambda seed: run_trial(trial, simulator, seed), range(1, seeds + 1)))


def _share(name: str, runs: Sequence[Ran], goal: float) -> Figure:
    share = 100.0 * float(np.mean([run.complete for run in runs]))
    failed = [str(seed) for seed, run in enumerate(runs, 1) if not run.complete]
    note = f"not complete: seeds {', '.join(failed)}" if failed else ""
    return Figure(name, share, "%", goal, better="higher", note=note)


def _duration(run: Ran) -> float:
    return run.record.events[-1].time if run.record is not None else float("nan")


def _await(file: Path, word: bytes) -> float:
    """Return the wall time at which a word appears in a file."""
    end = time.monotonic() + TIMEOUT
    while time.monotonic() < end and word not in file.read_bytes():
        time.sleep(0.05)
    return time.time()
