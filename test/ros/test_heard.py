"""Waiting for a status of a time."""

from __future__ import annotations

import threading

from sim.ros.crcl.heard import Heard


def test_a_wait_ends_with_the_first_status_of_its_time_or_later():
    heard, answers = Heard(lambda: 3.0), []
    thread = threading.Thread(target=lambda: answers.append(heard.wait(2.0, 60.0)))
    thread.start()
    heard.note(1.0)
    assert not heard.wait(2.0, 0.01) and not answers
    assert heard.words == "the last is of 1 s"
    heard.note(2.5)
    thread.join()
    assert answers == [True] and heard.wait(2.5, 0.0)


def test_statuses_from_before_a_time_reset_do_not_count():
    clock = [100.0]
    heard = Heard(lambda: clock[0])
    heard.note(100.0)
    assert heard.wait(1.0, 0.01)
    clock[0] = 0.0
    assert not heard.wait(0.05, 0.01)
    heard.note(0.1)
    assert heard.wait(0.05, 0.01)
    assert not heard.wait(1.0, 0.01)


def test_the_end_of_the_bridge_ends_a_wait():
    heard, answers = Heard(lambda: 3.0), []
    thread = threading.Thread(target=lambda: answers.append(heard.wait(2.0, 60.0)))
    thread.start()
    heard.close()
    thread.join()
    assert answers == [False]
