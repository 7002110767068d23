"""Runs on the workers of an existing dask cluster: ``--scheduler ADDRESS``.

A run is executed on a worker as it is here: its programs in their own process group, in a folder
that comes back as an archive. Paths of scenarios and networks must be the same on all machines.
"""

from __future__ import annotations

import hashlib
import io
import re
import shutil
import socket
import tarfile
import tempfile
import threading
from functools import lru_cache
from pathlib import Path
from typing import Any, Dict, List, NamedTuple, Optional, Sequence, Set

from sim.campaign.child import ProgramSequence, ProgramsOutcome
from sim.errors import InputError

PACKAGE = Path(__file__).resolve().parents[1]
# Wall s to wait for a scheduler, and for its first worker.
PATIENCE = 10.0
# Period of the check for a run's workers, wall s.
ASKED = 2.0
STOPPED = ProgramsOutcome(1, False, "stopped")
MISSING = (
    "dask is not installed: take ./run validate, or pip install -r setup/requirements/cluster.txt"
)


# Running runs of a worker, by their folders in the campaign.
RUNNING: Dict[str, ProgramSequence] = {}


class WorkerResult(NamedTuple):
    """Outcome, archived folder and output of a run on a worker."""

    outcome: ProgramsOutcome
    archive: bytes
    output: bytes


class Cluster:
    """Workers with the same package; thread-safe. Raises InputError without such workers."""

    def __init__(self, address: str) -> None:
        try:
            from distributed import Client
        except ImportError as error:
            raise InputError("--scheduler", f"{MISSING} ({error})") from error
        try:
            self._client = Client(address, timeout=PATIENCE, set_as_default=False)
        except (OSError, ValueError, TypeError) as error:
            raise InputError(
                "--scheduler",
                f"no scheduler at {address} ({str(error) or type(error).__name__}); start one "
                "with ./run dask scheduler",
            ) from error
        self._guard, self._stopped = threading.Lock(), False
        self._running: Set[str] = set()
        self.others: Dict[str, str] = {}
        try:
            self._client.wait_for_workers(1, PATIENCE)
        except Exception as error:
            self._client.close()
            raise InputError("--scheduler", f"{address} has no workers: {error}") from error
        if not self.workers():
            said = self.said()
            self._client.close()
            raise InputError("--scheduler", f"no worker of {address} has this package: {said}")

    @property
    def jobs(self) -> int:
        """Largest number of simultaneous runs."""
        threads = self._client.nthreads()
        count: int = sum(threads.get(each, 0) for each in self.workers())
        return max(1, count)

    def workers(self) -> List[str]:
        """Return the workers with the same package; note the ``others``."""
        with self._guard:
            found = self._client.run(_fingerprint_there, on_error="return")
            ours = fingerprint()
            for worker, other in found.items():
                if other != ours:
                    self.others[worker] = other if isinstance(other, str) else repr(other)
            return [worker for worker, other in found.items() if other == ours]

    def said(self) -> str:
        """Return a text about workers with a different package."""
        return "; ".join(
            f"worker {name} has another package ({other[:60]}, here {fingerprint()})"
            for name, other in self.others.items()
        )

    def make(
        self,
        folder: Path,
        programs: Sequence[Sequence[str]],
        files: Dict[str, bytes],
        timeout: float,
        environment: Dict[str, str],
    ) -> ProgramsOutcome:
        """Execute a run on a worker and unpack its folder.

        If a worker disappears, the run is repeated from its beginning on another.
        """
        with self._guard:
            if self._stopped:
                return STOPPED
            self._running.add(str(folder))
        try:
            outcome = None
            while outcome is None:
                ours = self.workers()
                if not ours:
                    raise InputError(
                        "--scheduler",
                        "no worker with this package is left; start one, and the same command goes "
                        "on with the campaign",
                    )
                future = self._submit(ours, folder, programs, files, timeout, environment)
                outcome = self._result(folder, ours, future)
            return outcome
        finally:
            with self._guard:
                self._running.discard(str(folder))

    def _submit(
        self,
        workers: List[str],
        folder: Path,
        programs: Sequence[Sequence[str]],
        files: Dict[str, bytes],
        timeout: float,
        environment: Dict[str, str],
    ) -> Any:
        return self._client.submit(
            _made_there,
            [list(program) for program in programs],
            str(folder),
            files,
            timeout,
            environment,
            pure=False,
            workers=workers,
            allow_other_workers=False,
        )

    def _result(self, folder: Path, workers: List[str], future: Any) -> Optional[ProgramsOutcome]:
        """Wait for the outcome; None if all possible ``workers`` are gone."""
        from distributed import KilledWorker, TimeoutError

        made: Optional[WorkerResult] = None
        try:
            while made is None and not self._stopped:
                try:
                    made = future.result(timeout=ASKED)
                except TimeoutError:
                    if not set(workers) & set(self._client.nthreads()):
                        return None
        except KilledWorker as error:
            return ProgramsOutcome(1, False, f"its workers went away: {error}")
        except InputError:
            raise
        except Exception as error:
            said = f"{type(error).__name__}: {error}"
            raise InputError("--scheduler", f"the cluster lost a run ({said})") from error
        finally:
            future.release()
        if made is None:
            return STOPPED
        with tarfile.open(fileobj=io.BytesIO(made.archive)) as archive:
            unpack(archive, folder)
        folder.with_suffix(".txt").write_bytes(made.output)
        return made.outcome

    def stop(self) -> None:
        """End all runs on workers."""
        with self._guard:
            self._stopped = True
            running = list(self._running)
        self._client.run(_stop_there, running, on_error="ignore")

    def close(self) -> None:
        self._client.close()


@lru_cache(maxsize=None)
def fingerprint() -> str:
    """Return a hash of this package's text programs."""
    digest = hashlib.sha256()
    for path in sorted(PACKAGE.rglob("*.py")):
        digest.update(str(path.relative_to(PACKAGE)).encode() + path.read_bytes())
    return digest.hexdigest()[:16]


def _fingerprint_there() -> str:
    return fingerprint()


def _made_there(
    programs: List[List[str]],
    folder: str,
    files: Dict[str, bytes],
    timeout: float,
    environment: Dict[str, str],
) -> WorkerResult:
    """Execute a run on a worker, in a temporary folder.

    Paths of the campaign's folder are replaced by the temporary one.
    """
    with tempfile.TemporaryDirectory(prefix="sim_campaign_") as text:
        ours = Path(text)
        here = ours / "runs" / Path(folder).name
        here.parent.mkdir()
        for name, content in files.items():
            (ours / name).write_bytes(content)
        theirs = str(Path(folder).parent.parent)
        home = re.compile(re.escape(theirs) + r"(?=/|$)")
        moved = [[home.sub(lambda _: text, word) for word in program] for program in programs]
        child = ProgramSequence(moved, here, timeout, environment=environment)
        RUNNING[folder] = child
        try:
            outcome = child.run()
        finally:
            del RUNNING[folder]
        buffer = io.BytesIO()
        with tarfile.open(fileobj=buffer, mode="w:gz") as archive:
            if here.is_dir():
                archive.add(str(here), arcname=".")
        output = here.with_suffix(".txt").read_bytes() + f"on {socket.gethostname()}\n".encode()
        return WorkerResult(outcome, buffer.getvalue(), output)


def _stop_there(folders: List[str]) -> None:
    for folder in folders:
        child = RUNNING.get(folder)
        if child is not None:
            child.stop()


def unpack(archive: Any, folder: Path) -> None:
    """Unpack an untrusted archive, never outside the folder."""
    for member in archive.getmembers():
        target = (folder / member.name).resolve()
        if folder.resolve() not in (target, *target.parents) or not (
            member.isfile() or member.isdir()
        ):
            continue
        if member.isdir():
            target.mkdir(parents=True, exist_ok=True)
            continue
        target.parent.mkdir(parents=True, exist_ok=True)
        source = archive.extractfile(member)
        if source is not None:
            with source, target.open("wb") as stream:
                shutil.copyfileobj(source, stream)
