"""Runs the cases of a rostest; an early end is a failure.

rosunit alone leaves an empty result, which rostest takes for success. rostest kills a test if a
required node of its launch ends; the failing result written here at the start then stays.
"""

from __future__ import annotations

import contextlib
import os
import signal
import sys
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Callable, Iterator, Optional, Sequence, Type

from sim.errors import SimError

if TYPE_CHECKING:
    from unittest import TestCase

OUTPUT = "--gtest_output=xml:"
CUT_SHORT = (
    "the test was ended before it was done: a required node of its launch has ended, or "
    "the launch was interrupted; its output says which"
)


def failing_result(name: str, message: str) -> str:
    """Return a JUnit document with one failure."""
    return (
        '<?xml version="1.0" encoding="utf-8"?>\n<testsuite tests="1" failures="1" errors="0" '
        f'time="0" name="{escape(name)}">\n'
        f'  <testcase classname="{escape(name)}" name="test_was_done" time="0">\n'
        f'    <failure type="failure" message="{escape(message)}">{escape(message)}</failure>\n  '
        "</testcase>\n</testsuite>\n"
    )


@contextlib.contextmanager
def cut_short_fails(name: str, words: Sequence[str] = tuple(sys.argv)) -> Iterator[None]:
    """Make an early end during a test's imports a failure.

    Imports take most of its start. Ctrl-C ends them silently.
    """
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    _leave_failure(_result(words), name)
    yield
    signal.signal(signal.SIGINT, signal.default_int_handler)


def _result(words: Sequence[str]) -> Optional[Path]:
    return next((Path(word[len(OUTPUT) :]) for word in words if word.startswith(OUTPUT)), None)


def _leave_failure(result: Optional[Path], name: str) -> None:
    if result is not None:
        result.parent.mkdir(parents=True, exist_ok=True)
        result.write_text(failing_result(name, CUT_SHORT), encoding="utf-8")


def run_cases(
    name: str,
    cases: Type[TestCase],
    prepare: Callable[[], None],
    words: Sequence[str] = tuple(sys.argv),
) -> None:
    """Run ``prepare``, then the cases, as ``rostest.rosrun`` does.

    A SimError of ``prepare`` is the result's failure.
    """
    import rostest

    result = _result(words)
    if result is None:
        prepare()
        rostest.rosrun("sim", name, cases, list(words))
        return
    _leave_failure(result, name)
    draft = result.with_name(f".{result.name}.{os.getpid()}")
    given = [f"{OUTPUT}{draft}" if word.startswith(OUTPUT) else word for word in words]
    try:
        prepare()
        rostest.rosrun("sim", name, cases, given)
        os.replace(draft, result)
    except SimError as error:
        result.write_text(failing_result(name, str(error)), encoding="utf-8")
        sys.exit(f"{name}: {error}")
    except SystemExit:
        # rosrun ends like this if a case has failed, and its result contains that.
        os.replace(draft, result)
        raise
    finally:
        if draft.exists():
            draft.unlink()
