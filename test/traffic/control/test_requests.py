"""Functions that other threads have run by the owner of SUMO."""

from __future__ import annotations

import subprocess
import sys
import threading

import pytest

from sim.errors import InputError, SimulationError
from sim.traffic.control.requests import Requests


def called(requests, function):
    """Return a thread that calls, and the list for its outcome."""
    outcome = []

    def call():
        try:
            outcome.append(requests.call(function))
        except Exception as error:  # noqa: BLE001 - the test looks at it
            outcome.append(error)

    thread = threading.Thread(target=call)
    thread.start()
    return thread, outcome


def test_a_function_runs_in_the_serving_thread_and_returns():
    requests = Requests()
    thread, outcome = called(requests, threading.get_ident)
    assert requests.serve(10.0)
    thread.join()
    assert outcome == [threading.get_ident()] and not requests.serve()


def test_an_error_is_raised_only_in_the_calling_thread():
    requests = Requests()
    thread, outcome = called(requests, lambda: 1 / 0)
    assert requests.serve(10.0)
    thread.join()
    assert isinstance(outcome[0], ZeroDivisionError)


def test_posted_functions_keep_order_and_raise_in_the_server():
    requests, order = Requests(), []
    requests.post(lambda: order.append(1))
    requests.post(lambda: order.append(2))
    requests.post(lambda: 1 / 0)
    assert requests.serve() and requests.serve() and order == [1, 2]
    with pytest.raises(ZeroDivisionError):
        requests.serve()


def test_the_next_function_keeps_its_turn():
    requests, order = Requests(), []
    assert requests.peek() is None
    first = lambda: order.append(1)  # noqa: E731
    requests.post(first)
    requests.post(lambda: order.append(2))
    assert requests.peek() is first and requests.peek() is first and order == []
    assert requests.serve(10.0) and requests.serve(10.0) and order == [1, 2]


def test_a_peeked_function_is_refused_after_the_end():
    requests = Requests()
    thread, outcome = called(requests, lambda: 1)
    while requests.peek() is None:
        pass
    requests.close()
    thread.join()
    assert isinstance(outcome[0], SimulationError) and not requests.serve()


def test_patience_ends_and_what_was_given_up_is_never_done():
    requests, done = Requests(patience=0.02), []
    with pytest.raises(SimulationError, match=r"did not serve .* within 0.02 s.*nothing was done"):
        requests.call(lambda: done.append(1))
    assert requests.serve() and done == []


def test_closing_refuses_what_waits_and_what_comes():
    requests = Requests()
    thread, outcome = called(requests, lambda: 1)
    while requests._queue.empty():
        pass
    requests.close("traffic has ended")
    thread.join()
    assert isinstance(outcome[0], SimulationError)
    with pytest.raises(SimulationError, match="traffic has ended"):
        requests.call(lambda: InputError)


WAKING = """
import signal, sys, time
from sim.traffic.control.requests import Requests

requests = Requests()

def handle(number, frame):
    time.sleep(0.6)
    requests.wake()

signal.signal(signal.SIGALRM, handle)
signal.setitimer(signal.ITIMER_REAL, 0.1)
requests.serve(0.3)
print("served")
"""


@pytest.mark.not_quick
def test_a_slow_signal_handler_wakes_the_waiting_owner():
    ran = subprocess.run(
        [sys.executable, "-c", WAKING],
        stdout=subprocess.PIPE,
        text=True,
        timeout=60,
        check=True,
    )
    assert ran.stdout == "served\n"
