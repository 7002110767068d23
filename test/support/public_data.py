"""Public models, schemas and samples for comparison, not shipped with this package.

``SIM_TEST_DATA`` names their folder, CONTRIBUTING where to get them; without it, ``shared/data``
beside the checkout is taken. Tests skip, with a message, if their data are missing.
"""

from __future__ import annotations

import os
from pathlib import Path

DATA = Path(
    os.environ.get("SIM_TEST_DATA")
    or Path(os.path.realpath(__file__)).parents[3] / "shared" / "data"
)
MODELS = DATA / "gazebo_models"
CRCL_SAMPLES = DATA / "crcl" / "instances"
CRCL_SCHEMAS = DATA / "crcl" / "schemas"


def absent(path: Path) -> str:
    """Return the reason to skip a test that needs a path."""
    return f"no {path}: see SIM_TEST_DATA in CONTRIBUTING.md"
