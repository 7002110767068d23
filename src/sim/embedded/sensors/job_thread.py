"""A thread beside physics for sensors that take long."""

from __future__ import annotations

import logging
import threading
from queue import Queue
from typing import Callable, Optional

log = logging.getLogger(__name__)
Job = Callable[[], None]


class JobThread:
    """Runs jobs in order in a thread, which starts with the first.

    Jobs handle their errors; other exceptions are logged, and the next job runs.
    """

    def __init__(self, name: str) -> None:
        self._name = name
        self._jobs: Queue[Optional[Job]] = Queue(maxsize=1)
        self._thread: Optional[threading.Thread] = None

    def do(self, job: Job) -> None:
        """Queue a job; wait while one runs and another is queued."""
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name=self._name, daemon=True)
            self._thread.start()
        self._jobs.put(job)

    def finish(self) -> None:
        """Wait until every job is done."""
        self._jobs.join()

    def close(self) -> None:
        """Finish the queued jobs and end the thread."""
        if self._thread is not None:
            self._jobs.put(None)
            self._thread.join()
            self._thread = None

    def _run(self) -> None:
        while True:
            job = self._jobs.get()
            try:
                if job is None:
                    return
                job()
            except Exception:  # the caller of the next job would wait for ever
                log.exception("a job of the thread %s failed", self._name)
            finally:
                self._jobs.task_done()
