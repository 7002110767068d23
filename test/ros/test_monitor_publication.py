"""Messages of a monitor's client published before there are subscribers."""

from __future__ import annotations

from typing import Any, List

import pytest

from sim.ros.monitor import source


def late(early: source._Early) -> List[Any]:
    """Return the messages received by a late subscriber."""
    got: List[Any] = []
    early.peer_subscribe("/topic", None, got.append)
    return got


def test_early_subscribers_get_the_first_messages() -> None:
    early = source._Early()
    early.note("first")
    early.note("second")
    assert late(early) == ["first", "second"]
    early.forget()
    assert late(early) == []


def test_nothing_is_kept_beyond_the_first_moments(monkeypatch: pytest.MonkeyPatch) -> None:
    early = source._Early()
    early.note("first")
    monkeypatch.setattr(early, "_until", 0.0)
    early.note("second")
    assert early._messages == []
