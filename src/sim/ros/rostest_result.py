"""Runs the cases of a rostest so that an early end is a failure: rosunit alone leaves an empty
result, which rostest takes for success.

rostest kills a test where a required node of its launch ends. The failing result that is left here
from the start on stays then.
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
    """Around a test's imports, which take most of its start: an end in their midst is a failure,
    too, and Ctrl-C ends them without a word."""
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
    """Runs ``prepare``, then the cases, as ``rostest.rosrun`` does; a SimError of ``prepare`` is
    the result's failure."""
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
        # So rosrun ends where a case has failed, and its result says so.
        os.replace(draft, result)
        raise
    finally:
        if draft.exists():
            draft.unlink()
