"""Requests to a process that draws, and its reading of them.

Cases are reused numbers of things, more cameras than are kept, small and large arrays, and lines of
the log.
"""

from __future__ import annotations

import logging
import pickle
from multiprocessing import Pipe
from typing import List, Sequence

import numpy as np
import pytest

from sim.embedded.cameras import Shot, instances, request
from sim.embedded.cameras.drawing_child import LARGE, Lines, send
from sim.embedded.cameras.instances import Instances
from sim.embedded.cameras.moment import Moment, ShownVehicles, VisibleLink
from sim.embedded.cameras.request import RequestReader, RequestWriter
from sim.rendering.conditions import Conditions
from sim.rendering.lighting import lighting_of
from sim.sdf.types import Box

from .pictures import PLAIN, RED, camera, seen, visual

LIGHTING = lighting_of(PLAIN, Conditions())
BODIES = tuple(
    VisibleLink(name, seen(name, visual(Box((1.0, 1.0, 1.0)), RED)).links[0])
    for name in ("wall", "tree")
)


class Pair:
    """Writer and reader of requests."""

    def __init__(self) -> None:
        self.numbers = Instances()
        self.writer, self.reader = RequestWriter(self.numbers), RequestReader()

    def sent(self, ids: Sequence[int], shots: Sequence[Shot] = ()) -> List[Shot]:
        """Return the shots that arrive with a moment of these vehicles."""
        nothing = np.empty(0)
        traffic = ShownVehicles(
            nothing, nothing, nothing, nothing, nothing, nothing, np.array(ids, np.uint32)
        )
        moment = Moment(0.0, BODIES, np.zeros((2, 3)), np.zeros((2, 3, 3)), traffic, {}, 0, {})
        asked = self.writer.write(moment, LIGHTING, shots)
        taken, arrived = self.reader.read(pickle.loads(pickle.dumps(asked)))
        assert [body.model for body in taken.bodies] == ["wall", "tree"]
        return [shot for shot, _ in arrived]


def test_reused_numbers_stay_unique_and_equal_on_both_sides(monkeypatch):
    monkeypatch.setattr(instances, "MOST", 6)
    pair, models = Pair(), ["wall", "tree"]
    for first in range(30):
        ids = np.arange(first, first + 3)
        pair.sent(ids.tolist())
        here = np.concatenate(pair.numbers.of_things(models, ids)).tolist()
        there = np.concatenate(pair.reader.instances.of_things(models, ids)).tolist()
        assert here == there and len(set(here)) == 5 and max(here) <= 6
        assert pair.reader.instances.names[here[0]] == "wall"
        if first % 5 == 4:
            # As by a lidar, which requests in between models that no camera shows.
            pair.numbers.of_models([f"beside_{first}"])


def test_the_side_that_draws_gives_no_numbers_of_its_own():
    with pytest.raises(LookupError, match="no number of wall was sent"):
        RequestReader().instances.of_models(["wall"])


def test_cameras_beyond_those_that_are_kept_are_still_told_apart(monkeypatch):
    monkeypatch.setattr(request, "MOST_CAMERAS", 2)
    pair = Pair()
    shots = [Shot(camera(10 + n, 10), np.eye(4), depth=True) for n in range(7)]
    for _ in range(2):
        assert [shot.camera.width for shot in pair.sent([], shots)] == list(range(10, 17))
    # One that both sides keep is the same object, which flow is kept by.
    first, second = pair.sent([], [shots[0]] * 2)
    assert first.camera is second.camera


def test_only_large_arrays_are_messages_of_their_own():
    ours, theirs = Pipe()
    small, large = np.arange(3.0), np.arange(LARGE, dtype=np.uint8)
    with ours, theirs:
        send(theirs, (small, large))
        data, count = ours.recv()
        assert count == 1
        arrived = pickle.loads(data, buffers=[ours.recv_bytes()])
        assert not ours.poll()
    assert np.array_equal(arrived[0], small) and np.array_equal(arrived[1], large)


def test_lines_of_the_log_keep_their_logger_level_and_traceback():
    lines, logger = Lines(), logging.getLogger("test_request")
    logger.addHandler(lines)
    try:
        logger.warning("%s is odd", "it")
        try:
            raise ValueError("why")
        except ValueError:
            logger.exception("failed")
    finally:
        logger.removeHandler(lines)
    first, second = lines.taken()
    assert first == ("test_request", logging.WARNING, "it is odd")
    assert second[:2] == ("test_request", logging.ERROR)
    assert second[2].startswith("failed\nTraceback") and second[2].endswith("ValueError: why")
    assert lines.taken() == []
