#!/usr/bin/env python3
"""Lamps of traffic lights and vehicles in images of a camera.

They are lit by SUMO's letters and signals.
"""

import os
import sys
import time
import unittest

import numpy as np
import rospy
import rostest
from sensor_msgs.msg import Image

from sim.msg import TrafficLights, TrafficStates, TrafficTypes
from sim.ros.conversions import header

sys.path.insert(0, os.path.dirname(os.path.realpath(__file__)))
from simulator_client import call, step, until

PICTURE_SIZE = (320, 240)  # pixels
FOCAL_LENGTH = 160.0 / np.tan(0.5)  # pixels
EYE_HEIGHT = 1.5  # m
TIME_STEP = 0.005  # s
TRAFFIC_STEP = 0.1  # s
HEADS = {("A", 0): 1.0, ("A", 1): 0.0, ("my/light", 0): -1.0}
LAMPS = {"red": 2.6, "yellow": 2.3, "green": 2.0}
# y, z of the car's lamps when it stands 10 m ahead.
CAR = 10.0
REAR = {
    "brake_left": (0.5, 0.6),
    "brake_right": (-0.5, 0.6),
    "blinker_left": (0.8, 0.6),
    "blinker_right": (-0.8, 0.6),
    "blue": (0.0, 0.9),
}


def pixel(x: float, y: float, z: float):
    """Return column and row of a point."""
    return round(PICTURE_SIZE[0] / 2 - 0.5 - FOCAL_LENGTH * y / x), round(
        PICTURE_SIZE[1] / 2 - 0.5 - FOCAL_LENGTH * (z - EYE_HEIGHT) / x
    )


@unittest.skipIf(
    rospy.get_param("/SIMULATOR", "gazebo") != "gazebo", "the embedded simulator has no cameras"
)
class LampsTest(unittest.TestCase):
    """Cases in a world without physics between images.

    Each look makes one step of physics and waits for the image of its end.
    """

    @classmethod
    def setUpClass(cls) -> None:
        rospy.init_node("lamps_test")
        cls.pictures = []
        rospy.Subscriber("/eye/camera/image_raw", Image, cls.pictures.append, buff_size=2**24)
        cls.lights = rospy.Publisher("/traffic/lights", TrafficLights, queue_size=10, latch=True)
        cls.states = rospy.Publisher("/traffic/states", TrafficStates, queue_size=10)
        cls.types = rospy.Publisher("/traffic/types", TrafficTypes, queue_size=10, latch=True)
        cls.types.publish(
            TrafficTypes(
                type=[0],
                name=["car"],
                model=["car"],
                length=[4.2],
                width=[1.8],
                height=[1.0],
                peak=[1],
            )
        )
        until(
            lambda: cls.lights.get_num_connections() and cls.states.get_num_connections(),
            "traffic's subscribers",
        )

    def setUp(self) -> None:
        call("reset_simulation")
        self.now = 0.0

    def look(self) -> np.ndarray:
        """Return the image (h, w, 3) after the next step with one."""
        end = time.monotonic() + 200.0
        while not self._taken():
            assert time.monotonic() < end, f"no picture of {self.now} s"
        return (
            np.frombuffer(self.pictures[-1].data, np.uint8)
            .reshape(PICTURE_SIZE[1], PICTURE_SIZE[0], 3)
            .astype(int)
        )

    def _taken(self) -> bool:
        """Make a step and return whether its image comes soon.

        A camera that has just been woken leaves some out.
        """
        self.now, end = step(TIME_STEP), time.monotonic() + 10.0
        while time.monotonic() < end:
            if (
                self.pictures
                and abs(self.pictures[-1].header.stamp.to_sec() - self.now) < 0.5 * TIME_STEP
            ):
                return True
            time.sleep(0.002)
        return False

    def shines(self, picture: np.ndarray, x: float, y: float, z: float) -> bool:
        column, row = pixel(x, y, z)
        return picture[row, column].max() > 200

    def lit(self, picture: np.ndarray) -> dict:
        """Return the letters of the colours that shine, by head."""
        return {
            head: "".join(color[0] for color, z in LAMPS.items() if self.shines(picture, 5.0, y, z))
            for head, y in HEADS.items()
        }

    def rear(self, picture: np.ndarray) -> set:
        return {name for name, (y, z) in REAR.items() if self.shines(picture, CAR - 2.1, y, z)}

    def publish(
        self, letters: str = "", signals: int = 0, ahead: float = 0.0, kind: int = 0
    ) -> float:
        """Publish SUMO's state ``ahead`` of the present; return its time.

        The lights and a standing car.
        """
        stamp, keys = self.now + ahead, list(HEADS)
        if letters:
            self.lights.publish(
                TrafficLights(
                    header=header(stamp),
                    light=[light for light, _ in keys],
                    link=[link for _, link in keys],
                    state=list(letters),
                )
            )
        self.states.publish(
            TrafficStates(
                header=header(stamp),
                step=TRAFFIC_STEP,
                id=[1],
                type=[kind],
                x=[CAR],
                y=[0.0],
                z=[0.0],
                yaw=[0.0],
                pitch=[0.0],
                roll=[0.0],
                speed=[0.0],
                acceleration=[0.0],
                yaw_rate=[0.0],
                signals=[signals],
            )
        )
        return stamp + TRAFFIC_STEP

    def sees(self, condition, what: str) -> None:
        """Step until the image is as expected, at most a simulated second."""
        for _ in range(200):
            picture = self.look()
            if condition(picture):
                return
        self.fail(f"no {what}; heads {self.lit(picture)}, car {self.rear(picture)}")

    def heads_are(self, *shown: str) -> None:
        self.sees(lambda picture: tuple(self.lit(picture).values()) == shown, f"heads {shown}")

    def car_shows(self, *lamps: str) -> None:
        self.sees(lambda picture: self.rear(picture) == set(lamps), f"lamps {lamps}")

    def test_heads_shine_by_their_letters(self) -> None:
        for letters, shown in (
            ("rGu", ("r", "g", "ry")),
            ("yrO", ("y", "r", "")),
            ("Ggs", ("g", "g", "")),
            ("rrr", ("r", "r", "r")),
        ):
            self.publish(letters)
            self.heads_are(*shown)

    def test_a_state_is_shown_one_step_after_its_stamp(self) -> None:
        self.publish("rrr")
        self.heads_are("r", "r", "r")
        due = self.publish("GGG", ahead=0.15)
        while self.now < due - 2.5 * TIME_STEP:
            self.assertEqual(
                set(self.lit(self.look()).values()), {"r"}, f"{self.now} s, due at {due} s"
            )
        self.heads_are("g", "g", "g")

    def test_amber_blinks_once_a_second(self) -> None:
        self.publish("ooo")
        for _ in range(2):
            self.heads_are("y", "y", "y")
            self.heads_are("", "", "")

    def test_brake_lamps_blinkers_and_blue_lights(self) -> None:
        self.publish(signals=8)
        self.car_shows("brake_left", "brake_right")
        self.publish(signals=0)
        self.car_shows()
        for signals, lamps in (
            (2, ["blinker_left"]),
            (1, ["blinker_right"]),
            (4, ["blinker_left", "blinker_right"]),
            (2048, ["blue"]),
        ):
            self.publish(signals=signals)
            for _ in range(2):
                self.car_shows(*lamps)
                self.car_shows()
        self.publish(signals=8 | 2)
        self.car_shows("brake_left", "brake_right", "blinker_left")

    def test_an_id_that_comes_back_as_another_type_leaves_its_model(self) -> None:
        self.publish(signals=8)
        self.car_shows("brake_left", "brake_right")
        self.publish(signals=8, kind=1)
        self.car_shows()
        self.publish(signals=8)
        self.car_shows("brake_left", "brake_right")

    def test_a_state_that_comes_twice_empties_the_road_until_it_is_due(self) -> None:
        self.publish(signals=8)
        self.car_shows("brake_left", "brake_right")
        for _ in range(2):
            self.publish(signals=8)
        self.car_shows()
        self.car_shows("brake_left", "brake_right")


if __name__ == "__main__":
    rostest.rosrun("sim", "lamps_test", LampsTest)
