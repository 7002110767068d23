"""Every test gives back the OpenGL contexts that it made."""

from __future__ import annotations

from typing import Iterator

import pytest

from .pictures import Watched


@pytest.fixture(autouse=True)
def closed() -> Iterator[None]:
    yield
    while Watched.made:
        Watched.made.pop().cameras.close()
