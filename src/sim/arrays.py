"""The type of numpy arrays in annotations; docstrings say shapes, units and what is not a float."""

from __future__ import annotations

from typing import Any

from numpy.typing import NDArray

Array = NDArray[Any]
