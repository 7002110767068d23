"""Campaigns on dask workers, here two threads of this process."""

from __future__ import annotations

import io
import sys
import tarfile
import threading
import time
from pathlib import Path
from typing import Callable, Iterator, List

import pytest

from sim.campaign import cluster as clusters
from sim.campaign.campaign import Campaign
from sim.campaign.child import ProgramsOutcome
from sim.campaign.cluster import Cluster, unpack
from sim.campaign.plan import CampaignCell
from sim.campaign.store import CRASHED, PASSED, CampaignStore
from sim.campaign.work import RunSource, RunVerdict
from sim.errors import InputError

# Copies its argument beside its folder, by a path that must be the worker's.
PROGRAM = (
    "import os, sys, time; from pathlib import Path; run = Path(sys.argv[1]); run.mkdir()\n"
    "given = (run.parent.parent / 'given.txt').read_text(); (run / 'in').mkdir()\n"
    "(run / 'in' / 'left.txt').write_text(given + run.name + os.environ['MORE'])\n"
    "print(run); print(sys.argv[2]); sys.exit(3 if run.name == '2' else 0)"
)


class Copies(RunSource):
    timeout = 60.0

    def __init__(self, folder: Path, count: int) -> None:
        self._folder, self._count = folder, count

    def numbers(self) -> range:
        return range(1, self._count + 1)

    def folder(self, number: int) -> Path:
        return self._folder / "runs" / str(number)

    def commands(self, number: int) -> List[List[str]]:
        return [
            [sys.executable, "-S", "-c", PROGRAM, str(self.folder(number)), f"{self._folder}.xosc"]
        ]

    def files(self):
        return {"given.txt": b"given "}

    def environment(self):
        return {"MORE": " more"}

    def judged(self, number: int, outcome: ProgramsOutcome) -> RunVerdict:
        return RunVerdict(CRASHED if outcome.code else PASSED, outcome.last)


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    from distributed import LocalCluster

    with LocalCluster(
        n_workers=2, threads_per_worker=1, processes=False, dashboard_address=None, protocol="tcp"
    ) as local:
        yield local.scheduler_address


@pytest.mark.not_quick
def test_runs_are_made_on_workers_and_their_folders_come_back(tmp_path: Path, address: str):
    work, cluster = Copies(tmp_path, 4), Cluster(address)
    store = CampaignStore(tmp_path)
    try:
        assert cluster.jobs == 2 and len(cluster.workers()) == 2 and not cluster.others

        class Named:
            name, path, fingerprint = "n", tmp_path, "f"

        cells = [CampaignCell("a", 0, (), "", seed) for seed in range(4)]
        store.open(Named(), cells, [""] * 4)
        Campaign(work, store, cluster.jobs, cluster=cluster).run()
        rows = store.rows()
    finally:
        store.close()
        cluster.close()
    assert [row.status for row in rows] == ["passed", "crashed", "passed", "passed"]
    for number in (1, 2, 3, 4):
        text = (tmp_path / "runs" / str(number) / "in" / "left.txt").read_text()
        assert text == f"given {number} more"
        printed = (tmp_path / "runs" / f"{number}.txt").read_text()
        run, scenario, where = printed.splitlines()
        assert str(tmp_path) not in run and scenario == f"{tmp_path}.xosc"
        assert where.startswith("on ")


def until(condition: Callable[[], bool]) -> None:
    end = time.monotonic() + 60.0
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.02)


# The first time, reports its start and waits for the end of the test; then it only ends.
WAITING = (
    "import sys, time; from pathlib import Path; marks = Path(sys.argv[1])\n"
    "if not (marks / 'begun').exists():\n"
    "    (marks / 'begun').touch()\n"
    "    while not (marks / 'end').exists(): time.sleep(0.02)\n"
)


@pytest.mark.not_quick
def test_a_run_is_made_again_on_a_worker_that_came_later(tmp_path: Path, monkeypatch):
    """As if a worker restarts at another address. A request to the lost one would wait for ever."""
    from distributed import LocalCluster

    monkeypatch.setattr(clusters, "ASKED", 0.1)
    marks, home = tmp_path / "marks", tmp_path / "home"
    marks.mkdir()
    with LocalCluster(
        n_workers=1, threads_per_worker=1, processes=False, dashboard_address=None, protocol="tcp"
    ) as local:
        cluster = Cluster(local.scheduler_address)
        found = []
        program = [sys.executable, "-S", "-c", WAITING, str(marks)]
        thread = threading.Thread(
            target=lambda: found.append(cluster.make(home / "runs" / "1", [program], {}, 60.0, {}))
        )
        home.joinpath("runs").mkdir(parents=True)
        thread.start()
        try:
            until(lambda: (marks / "begun").exists())
            (old,) = local.scheduler_info["workers"]
            local.scale(2)
            until(lambda: len(cluster.workers()) == 2)
            (worker,) = (one for one in local.workers.values() if one.address == old)
            local.sync(worker.close, executor_wait=False)
            thread.join(60.0)
        finally:
            (marks / "end").touch()
            thread.join(60.0)
            cluster.close()
    assert [outcome.code for outcome in found] == [0]


@pytest.mark.not_quick
def test_a_worker_whose_package_differs_is_said(address: str, monkeypatch):
    monkeypatch.setattr(clusters, "_fingerprint_there", lambda: "another")
    with pytest.raises(InputError, match=r"no worker of .* has another package \(another, here"):
        Cluster(address)


@pytest.mark.not_quick
def test_a_scheduler_that_is_not_there_is_said(monkeypatch):
    monkeypatch.setattr(clusters, "PATIENCE", 0.5)
    with pytest.raises(InputError, match=r"no scheduler at tcp://127.0.0.1:9"):
        Cluster("tcp://127.0.0.1:9")


def test_an_archive_stays_in_its_folder(tmp_path: Path):
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w") as archive:
        for name in ("../outside.txt", "inside.txt"):
            member = tarfile.TarInfo(name)
            member.size = 2
            archive.addfile(member, io.BytesIO(b"ab"))
    buffer.seek(0)
    with tarfile.open(fileobj=buffer) as archive:
        unpack(archive, tmp_path / "run")
    assert [path.name for path in tmp_path.rglob("*.txt")] == ["inside.txt"]
