"""Command line: ``python3 -m sim.calibration suite ...``."""

from __future__ import annotations

import sys

from sim.calibration.command import main

if __name__ == "__main__":
    sys.exit(main())
