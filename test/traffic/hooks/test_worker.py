"""Calls in a thread of their own, with a budget."""
from __future__ import annotations

import threading

import pytest

from sim.traffic.hooks.worker import TooSlow, Worker


def test_results_come_in_order_from_one_other_thread():
    worker = Worker("test")
    threads = []
    for value in range(3):
        worker.begin(lambda value=value: (threads.append(threading.get_ident()), value)[1])
        assert worker.result(10.0) == value and worker.seconds < 10.0
    assert len(set(threads)) == 1 and threads[0] != threading.get_ident()
    worker.end()
    worker._thread.join(10.0)
    assert not worker._thread.is_alive()


def test_an_error_comes_out_where_the_result_is_taken():
    worker = Worker("test")
    worker.begin(lambda: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        worker.result(10.0)
    worker.end()


def test_one_that_hangs_is_given_up_and_ended():
    worker, turns = Worker("test"), []

    def hang():
        while True:
            turns.append(0)
            turns.clear()

    worker.begin(hang)
    with pytest.raises(TooSlow):
        worker.result(0.05)
    worker.end()
    worker._thread.join(30.0)
    assert not worker._thread.is_alive()


def test_one_that_came_too_late_is_too_slow_even_if_nobody_waited():
    worker, gate = Worker("test"), threading.Event()
    worker.begin(lambda: gate.wait(0.2))
    gate.wait(0.3)
    with pytest.raises(TooSlow):
        worker.result(0.1)
    worker.end()
