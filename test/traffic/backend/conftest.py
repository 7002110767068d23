"""Lets these tests use the roads and nets of the folder above, also when they run alone."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
