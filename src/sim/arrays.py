"""Type of numpy arrays in annotations.

Docstrings give shapes, units, and types other than float.
"""

from __future__ import annotations

from typing import Any

from numpy.typing import NDArray

Array = NDArray[Any]
