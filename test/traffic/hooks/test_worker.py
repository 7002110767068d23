"""Calls in a worker thread with a budget."""

from __future__ import annotations

import sys
import threading

import pytest

from sim.traffic.hooks.worker import CallThread, TooSlow


def test_results_come_in_order_from_one_other_thread():
    worker = CallThread("test")
    threads = []
    for value in range(3):
        worker.begin(lambda value=value: (threads.append(threading.get_ident()), value)[1])
        assert worker.result(10.0) == value and worker.seconds < 10.0
    assert len(set(threads)) == 1 and threads[0] != threading.get_ident()
    worker.end()
    worker._thread.join(10.0)
    assert not worker._thread.is_alive()


def test_an_error_comes_out_where_the_result_is_taken():
    worker = CallThread("test")
    worker.begin(lambda: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        worker.result(10.0)
    worker.end()


def test_an_exit_is_an_error_like_any_other():
    worker = CallThread("test")
    worker.begin(lambda: sys.exit(3))
    with pytest.raises(SystemExit):
        worker.result(10.0)
    worker.begin(lambda: "goes on")
    assert worker.result(10.0) == "goes on"
    worker.end()


def test_one_that_is_ended_twice_ends_nobody_else():
    worker, gate, reused = CallThread("test"), threading.Event(), False
    worker.end()
    worker._thread.join(10.0)
    for _ in range(10):
        # Threads reuse the identity of ended ones; of several at once, one takes that of the
        # worker.
        others = [CallThread("other") for _ in range(5)]
        reused = reused or any(other._thread.ident == worker._thread.ident for other in others)
        for other in others:
            other.begin(lambda: gate.wait(0.02))
        worker.end()
        for other in others:
            other.result(10.0)
            assert other._thread.is_alive()
        for other in others:
            other.end()
            other._thread.join(10.0)
    assert reused


def test_one_that_hangs_is_given_up_and_ended():
    worker, turns = CallThread("test"), []

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
    worker, gate = CallThread("test"), threading.Event()
    worker.begin(lambda: gate.wait(0.2))
    gate.wait(0.3)
    with pytest.raises(TooSlow):
        worker.result(0.1)
    worker.end()
