"""Runs one trial in the simulation.

At each boundary all nodes are synchronised, the trial makes its step, and the simulator continues.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass
from pathlib import Path
from typing import Callable, Dict, List, Mapping, Optional, Sequence

import rospy

from sim.arrays import Array
from sim.errors import SimError
from sim.kitting.detections import Detections
from sim.kitting.engine.engine import TrialEngine
from sim.kitting.events import MOTION, TrialEvent
from sim.kitting.execution.executor import ScheduleExecutor
from sim.kitting.execution.port import CrclPort
from sim.kitting.trial.kit import Truth
from sim.kitting.trial.spec import Trial
from sim.kitting.world.model import WorldModel
from sim.msg import LockstepBoundary
from sim.ros.kitting.halted import Halted
from sim.ros.kitting.injector import SimulatorInjector, held_models
from sim.ros.kitting.restore import restore
from sim.ros.kitting.sight import DetectorClient
from sim.ros.lockstep_client import LockstepClient, Membership
from sim.ros.scenes.live_simulator import LiveSimulator
from sim.workcell.bodies import Tray
from sim.workcell.layout import Layout

NODE_NAME = "agility_trial"
# Poses are noted for a trial that is killed.
NOTE_PERIOD = 1.0  # s of simulated time
BUSY_PERIOD = 0.1  # s of simulated time, while something waits to be seen
IDLE_PERIOD = 0.5  # s of simulated time, while nothing does


@dataclass(frozen=True)
class TrialParts:
    """Components of a trial; ``period`` in simulated s, ``timeout`` in wall s."""

    layout: Layout
    detector: str
    period: float
    timeout: float
    meshes: Path


class TrialRun:
    """A trial from :meth:`join` to :meth:`leave`.

    ``ended`` is set at the trial's end, or after an ``error``.
    """

    def __init__(
        self,
        trial: Trial,
        world: WorldModel,
        ports: Mapping[str, CrclPort],
        make_executor: Callable[[Mapping[str, CrclPort]], ScheduleExecutor],
        rig: TrialParts,
        sight: DetectorClient,
    ) -> None:
        self.trial, self._world, self._ports, self._rig = trial, world, ports, rig
        self.layout = rig.layout
        self._executor = make_executor(ports)
        self._models, self._sight = LiveSimulator(timeout=rig.timeout), sight
        self._halted = Halted(list(ports))
        self.injector = SimulatorInjector(
            rig.layout,
            self._models,
            self._held,
            lambda robot: self._executor.action(robot) == "take-part",
            {rig.detector: trial.detector},
            rig.meshes,
        )
        self.engine = TrialEngine(trial, world, self._executor, self.injector, self._warn)
        self.ended, self.error = threading.Event(), ""
        self._start: Optional[float] = None
        self._looked = self._kept = float("-inf")
        log = world.journal.events()
        self._begun_at = log[-1].time if log else 0.0
        self._shown = 0
        self._client = LockstepClient(
            Membership(NODE_NAME, rig.period, [], rig.timeout), self._boundary
        )

    def join(self) -> None:
        self._client.join()

    def leave(self) -> None:
        self._client.leave()
        for port in self._ports.values():
            port.close()

    @property
    def now(self) -> float:
        """Simulated s since the trial's begin."""
        log = self._world.journal.events()
        return log[-1].time if log else 0.0

    def events(self) -> Sequence[TrialEvent]:
        """Return the trial's log."""
        return self._world.journal.events()

    def truth(self) -> Truth:
        """Return the true poses of parts and trays."""
        trays = [
            name
            for name, placed in self._rig.layout.models.items()
            if isinstance(placed.part.body, Tray)
        ]
        return Truth(
            self._models.poses([*self.injector.parts, *trays]),
            dict(self.injector.parts),
            frozenset(self.injector.faulty),
            frozenset(self._held().values()),
        )

    def _boundary(self, message: LockstepBoundary) -> None:
        stamp = message.header.stamp.to_sec()
        if not self.ended.is_set():
            try:
                self._step(stamp)
            except SimError as error:
                self.error = str(error)
                self.ended.set()
            except Exception as error:
                rospy.logerr("agility_trial: %s: %s", type(error).__name__, error)
                self.error = f"unexpected {type(error).__name__}: {error}"
                self.ended.set()
                raise
            finally:
                self._client.done(stamp, stamp)
            return
        self._client.done(stamp, stamp)

    def _step(self, stamp: float) -> None:
        if self._start is None:
            self._start = stamp - self._begun_at
            restore(self._world, self._models, self.injector)
        now = round(stamp - self._start, 6)
        self._halted.reach(stamp)
        before, sent = self._halted.ids(), self._executor.sent
        self.engine.step(now, self._look(stamp, now))
        busy = [name for name, count in self._executor.sent.items() if count > sent[name]]
        if busy:
            self._halted.taken(before, busy)
        self._keep(now)
        self._tell()
        if self.engine.ended:
            self.ended.set()

    def _keep(self, now: float) -> None:
        if now - self._kept < NOTE_PERIOD - 1e-6:
            return
        self._kept = now
        poses = self._models.poses(list(self.injector.parts))
        self._world.journal.keep_truth(
            now, {name: (self.injector.parts[name], pose) for name, pose in poses.items()}
        )

    def _look(self, stamp: float, now: float) -> List[Detections]:
        needed = self._executor.looking
        pause = BUSY_PERIOD if needed else IDLE_PERIOD
        if now - self._looked < pause - 1e-6:
            return []
        self._looked = now
        assert self._start is not None
        return self._sight.look(stamp, self._start, needed)

    def _held(self) -> Dict[str, str]:
        places = self._executor.holding
        poses: Mapping[str, Array] = self._models.poses(list(self.injector.parts)) if places else {}
        return held_models(places, list(places), poses)

    def _tell(self) -> None:
        """Publish new entries of the log."""
        log = self._world.journal.events()
        for event in log[self._shown :]:
            if event.kind == MOTION:
                continue
            details = ", ".join(f"{key} {value}" for key, value in event.data.items())
            rospy.loginfo("%8.2f %s %s: %s", event.time, event.kind, event.subject, details)
        self._shown = len(log)

    def _warn(self, text: str) -> None:
        rospy.logwarn_throttle(5.0, "%s", text)
