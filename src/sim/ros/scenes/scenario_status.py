"""The latched topic ``~status`` (sim/ScenarioStatus) of a dynamic scenario."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import rospy

from sim.msg import ScenarioStatus
from sim.ros.conversions import header, stamp
from sim.scenes.dynamic.result import RunResult, plain


class StatusTopic:
    """Publishes that a run is active, and then its end."""

    def __init__(self, scenario: str, seed: int) -> None:
        self._scenario, self._seed = scenario, seed
        self._topic = rospy.Publisher("~status", ScenarioStatus, queue_size=2, latch=True)

    def running(self) -> None:
        self._publish(0.0, status=ScenarioStatus.RUNNING)

    def failed(self, reason: str) -> None:
        self._publish(0.0, status=ScenarioStatus.FAILED, reason=reason)

    def ended(self, result: RunResult, folder: Path) -> None:
        """Publish the end of a run with its results' folder."""
        series = set(result.series)
        values = [
            value[-1][1] if name in series and value else value
            for name, value in result.records.items()
        ]
        self._publish(
            result.began + result.duration,
            status=result.status,
            reason=result.reason,
            requirement=result.requirement,
            line=result.line,
            began=stamp(result.began),
            elapsed=rospy.Duration.from_sec(result.duration),
            steps=result.steps,
            folder=str(folder),
            records=list(result.records),
            values=[json.dumps(plain(value)) for value in values],
        )

    def _publish(self, time: float, **fields: Any) -> None:
        self._topic.publish(
            ScenarioStatus(header=header(time), scenario=self._scenario, seed=self._seed, **fields)
        )
