"""State passed to the restarted program."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

PROGRAM = """
import logging, os, sys
from sim.live import hand_over, state
logging.basicConfig(format="%(message)s")
class Counter:
    count = 0
    def save_state(self):
        return {save}
    def load_state(self, got):
        self.count = got["count"]
counter = Counter()
hand_over(counter)
print(counter.count, flush=True)
counter.count += 5
starts = int(sys.argv[1])
if starts > 1:
    state.save()
    os.execv(sys.executable, [sys.executable, sys.argv[0], str(starts - 1)])
"""


def ran(folder: Path, save: str, starts: int) -> subprocess.CompletedProcess[str]:
    path = folder / "program.py"
    path.write_text(PROGRAM.format(save=save))
    return subprocess.run(
        [sys.executable, str(path), str(starts)],
        env={**os.environ, "TMPDIR": str(folder)},
        capture_output=True,
        text=True,
        timeout=60.0,
    )


def test_a_state_outlives_each_start_and_leaves_no_file(tmp_path: Path) -> None:
    done = ran(tmp_path, '{"count": self.count}', 3)
    assert done.stdout.split() == ["0", "5", "10"], done.stderr
    assert os.listdir(tmp_path) == ["program.py"]


@pytest.mark.parametrize(
    "save, said",
    [
        ("lambda: 0", "the state is not saved for this reload: "),
        ("1 / 0", "the state is not saved for this reload: ZeroDivisionError: division by zero"),
        ("5", "the state saved before the reload is refused: TypeError"),
    ],
)
def test_a_state_that_cannot_be_handed_over_is_reported(
    tmp_path: Path, save: str, said: str
) -> None:
    done = ran(tmp_path, save, 2)
    assert done.stdout.split() == ["0", "0"], done.stderr
    assert said in done.stderr
    assert os.listdir(tmp_path) == ["program.py"]
