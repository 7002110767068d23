"""The page's parsing of lists that users write as JSON."""

from __future__ import annotations

import json
import subprocess

import pytest

from monitor.npm import FOLDER, missing


def test_lists_are_made_whole_and_what_does_not_fit_is_named() -> None:
    reason = missing()
    if reason:
        pytest.skip(reason)
    words = ["node", "test/values.mjs"]
    done = subprocess.run(words, cwd=FOLDER, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    found = json.loads(done.stdout)
    assert found["integers"] == [0, 255] and found["least"] == [-128, 127]
    assert found["large"] == "values[1]: must be a whole number from 0 to 255, not 300"
    assert found["negative"].startswith("values[0]: must be a whole number from 0 to 4294967295")
    assert found["long"] == ["5n"]
    assert found["times"] == [
        {"sec": 2, "nsec": 300_000_000},
        {"sec": -1, "nsec": 750_000_000},
        {"sec": 4, "nsec": 0},
    ]
    assert found["fewer"] == "values: has 2 elements, not 1"
    assert found["empty"] == [[False] * 2, [""] * 2, [{"sec": 0, "nsec": 0}] * 2, [0.0] * 2]
