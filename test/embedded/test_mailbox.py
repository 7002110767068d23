"""Functions run in the draining thread; callers get results or errors.

They never wait for ever.
"""

from __future__ import annotations

import logging
import threading

import pytest

from sim.embedded.mailbox import Mailbox
from sim.errors import InputError, SimulationError


class Caller(threading.Thread):
    """Thread that calls a function; ``answer`` is result or error."""

    def __init__(self, mailbox, function):
        super().__init__(daemon=True)
        self.mailbox, self.function, self.answer = mailbox, function, None
        self.start()

    def run(self):
        try:
            self.answer = self.mailbox.call(self.function)
        except Exception as error:  # noqa: BLE001 - the test looks at it
            self.answer = error


def test_a_call_runs_in_the_draining_thread_and_gives_its_result():
    mailbox = Mailbox()
    caller = Caller(mailbox, threading.get_ident)
    assert mailbox.drain(10.0)
    caller.join(60.0)
    assert caller.answer == threading.get_ident() != caller.ident


def test_errors_are_raised_in_the_caller_and_the_owner_goes_on():
    mailbox = Mailbox()

    def fail():
        raise InputError("door", "locked")

    caller = Caller(mailbox, fail)
    assert mailbox.drain(10.0)
    caller.join(60.0)
    assert isinstance(caller.answer, InputError) and str(caller.answer) == "door: locked"


def test_errors_of_posted_functions_are_logged(caplog):
    mailbox, ran = Mailbox(), []
    mailbox.post(lambda: [][1])
    mailbox.post(lambda: ran.append(1))
    assert mailbox.drain() and ran == [1]
    (record,) = caplog.records
    assert record.levelno == logging.ERROR and "IndexError" in caplog.text


def test_functions_run_in_the_order_of_their_arrival():
    mailbox, ran = Mailbox(), []
    for number in range(100):
        mailbox.post(lambda number=number: ran.append(number))
    assert mailbox.drain() and ran == list(range(100)) and not mailbox.drain()


def test_draining_an_empty_mailbox_waits_no_longer_than_asked():
    assert not Mailbox().drain() and not Mailbox().drain(0.01)


def test_a_function_may_post_another():
    mailbox, ran = Mailbox(), []
    mailbox.post(lambda: mailbox.post(lambda: ran.append(1)))
    mailbox.drain()
    assert ran == [1]


def test_closing_refuses_what_waits_and_what_comes():
    mailbox = Mailbox()
    caller = Caller(mailbox, lambda: 1)
    while mailbox._queue.empty():
        pass
    mailbox.close()
    caller.join(60.0)
    assert isinstance(caller.answer, SimulationError)
    with pytest.raises(SimulationError, match="shutting down"):
        mailbox.call(lambda: 1)


def test_calls_during_closing_are_refused_too():
    """The owner closes between a caller's look and its request."""
    mailbox = Mailbox()
    arrives = mailbox._queue

    class Closing:
        def put(self, item):
            mailbox._queue = arrives
            mailbox.close()
            arrives.put(item)

    mailbox._queue = Closing()
    caller = Caller(mailbox, lambda: 1)
    caller.join(10.0)
    assert isinstance(caller.answer, SimulationError)
