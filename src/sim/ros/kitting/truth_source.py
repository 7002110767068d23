"""Detections from ``/gazebo/model_states``."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Callable, Optional

import rospy

from gazebo_msgs.msg import ModelStates
from sim.kitting.detection.truth import TOPIC, TruthDetector, chain_spec
from sim.kitting.detections import Detections
from sim.noise.profile import read_profile
from sim.resources import resource
from sim.ros.conversions import matrix_from_pose
from sim.ros.kitting.options import DetectorParameters
from sim.ros.scenes.live_simulator import LiveSimulator
from sim.workcell.layout import Layout

# s between requests with different noise.
LOOK = 1e-3


class TruthSource:
    """Reports the first state in each 1 / rate of simulated time."""

    def __init__(
        self, options: DetectorParameters, layout: Layout, report: Callable[[Detections], None]
    ) -> None:
        folders = [Path(name).expanduser() for name in options.profile_path.split(":") if name]
        profile = read_profile(options.profile, [*folders, resource("config", "noise")])
        seed = profile.seed if options.seed < 0 else options.seed
        self._detector = TruthDetector(
            layout, chain_spec(profile, options.registration), seed, options.noise_factor
        )
        rospy.loginfo("object_detector: truth with profile %s, seed %d", profile.name, seed)
        self._models = LiveSimulator()
        self._rate, self._report = options.rate, report
        self._last: Optional[int] = None
        self._subscriber = rospy.Subscriber(
            TOPIC, ModelStates, self._see, queue_size=1, tcp_nodelay=True
        )

    def __str__(self) -> str:
        return TOPIC

    def look(self, after: float) -> Optional[Detections]:
        """Report the simulator's state, stamped with the requested time.

        The simulator halts at that time in lockstep.
        """
        names = [name for name in self._models.names() if self._detector.part(name)]
        poses = self._models.poses(names)
        seen = self._detector.see(after, math.floor(after / LOOK + 1e-6), poses)
        self._report(seen)
        return seen

    def close(self) -> None:
        self._subscriber.unregister()

    def _see(self, message: ModelStates) -> None:
        time = rospy.get_time()
        number = math.floor(time * self._rate + 1e-6)
        if number == self._last:
            return
        self._last = number
        poses = {
            name: matrix_from_pose(pose)
            for name, pose in zip(message.name, message.pose)
            if self._detector.part(name)
        }
        self._report(self._detector.see(time, number, poses))
