"""Draws a montage of camera pictures by weather, time and simulator.

A world with traffic at noon, dusk and night, in rain and fog, in each quality of the embedded
simulator and on Gazebo: ``./run exec python3 -m bench.lib.weather_montage town
docs/images/weather_both.jpg``, and ``loop`` for the other world.
"""

from __future__ import annotations

import base64
import os
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any, List, Tuple

import cv2
import numpy as np

from bench.lib.on_simulator import Child, run_child
from sim.rendering.types import LEVELS
from sim.sdf.measure.bounds import model_bounds
from sim.sdf.reader import read_model

ROOT = Path(__file__).resolve().parents[2]
# Weather and hour of each row.
ROWS = (("clear", "12"), ("clear", "19"), ("clear", "23"), ("rain", "12"), ("fog", "12"))
COLUMNS = (*(("embedded", level) for level in LEVELS), ("gazebo", "cheap"))
PLACE = "SIM_MONTAGE_PLACE"
PICTURE_SIZE = (640, 480)  # pixels
TILE_SIZE = (300, 225)  # pixels
EYE_HEIGHT = 1.5  # m
STEP_PERIOD = 0.1  # s
CAMERA = f"""<sdf version="1.6"><model name="eye"><static>1</static><link name="link">
  <sensor name="front" type="camera"><update_rate>10</update_rate><camera>
    <horizontal_fov>1.3</horizontal_fov>
    <image><width>{PICTURE_SIZE[0]}</width><height>{PICTURE_SIZE[1]}</height></image>
    <clip><near>0.1</near><far>400</far></clip></camera></sensor></link></model></sdf>"""


@dataclass(frozen=True)
class Place:
    """World with the camera's place on its road, in m and rad."""

    world: str
    x: float
    y: float
    yaw: float


PLACES = {
    "town": Place("town.world", -150.0, -3.2, 0.0),
    "loop": Place("loop.world", 60.0, 0.0, 3.14),
}
# Models with distance ahead and to the left, m, and heading relative to the camera.
TRAFFIC: Tuple[Tuple[str, float, float, float], ...] = (
    ("saloon", 14.0, 0.0, 0.0),
    ("city_bus", 34.0, 0.0, 0.0),
    ("suv", 20.0, 6.4, np.pi),
    ("lorry", 40.0, 6.4, np.pi),
    ("pedestrian", 12.0, -4.6, 0.0),
    ("pedestrian_coat", 17.0, -5.2, np.pi),
    ("bicycle", 9.0, -2.0, 0.0),
    ("hatchback", 52.0, 0.0, 0.0),
)


def draw(name: str, path: Path) -> None:
    """Run the simulators one after another and write the picture."""
    os.environ[PLACE] = name
    columns = []
    for simulator, quality in COLUMNS:
        words = {"camera_quality": quality, "later_models": "depth_camera"}
        world = ROOT / "worlds" / PLACES[name].world
        found = run_child(__spec__.name, simulator, world, words)
        title = simulator if simulator == "gazebo" else f"{simulator}, {quality}"
        columns.append(np.vstack([_tile(text, title) for text in found]))
    cv2.imwrite(str(path), np.hstack(columns), [cv2.IMWRITE_JPEG_QUALITY, 78])


def _tile(text: str, title: str) -> np.ndarray:
    picture = cv2.imdecode(np.frombuffer(base64.b64decode(text), np.uint8), cv2.IMREAD_COLOR)
    tile = cv2.resize(picture, TILE_SIZE, interpolation=cv2.INTER_AREA)
    for color, width in ((0, 3), (255, 1)):
        cv2.putText(
            tile, title, (6, 16), cv2.FONT_HERSHEY_SIMPLEX, 0.45, (color,) * 3, width, cv2.LINE_AA
        )
    return tile


def pictures(child: Child) -> List[str]:
    """Return a picture of each weather as PNG in base64."""
    import rospy
    from geometry_msgs.msg import Point, Pose, Quaternion
    from sensor_msgs.msg import Image

    from sim.srv import SetWeather

    place = PLACES[os.environ[PLACE]]
    traffic = _Traffic(place)
    turn = Quaternion(0.0, 0.0, np.sin(place.yaw / 2), np.cos(place.yaw / 2))
    at = Pose(Point(place.x, place.y, EYE_HEIGHT), turn)
    child.call("spawn_sdf_model", "eye", CAMERA, "", at, "")
    heard: List[Any] = []
    rospy.Subscriber("/eye/front/image_raw", Image, heard.append, buff_size=2**24)
    traffic.show(child)
    change = rospy.ServiceProxy("/gazebo/set_weather", SetWeather)
    found = []
    for weather, hour in ROWS:
        answer = change(weather=weather, time_of_day=hour)
        if not answer.success:
            raise RuntimeError(answer.status_message)
        # The second picture after it, so that whatever is shown late is there.
        begin = child.step(2 * STEP_PERIOD)
        message = _next(child, heard, begin)
        pixels = np.frombuffer(message.data, np.uint8).reshape(*PICTURE_SIZE[::-1], 3)[..., ::-1]
        found.append(base64.b64encode(cv2.imencode(".png", pixels)[1].tobytes()).decode())
    return found


def _next(child: Child, heard: List[Any], begin: float) -> Any:
    import rospy

    for _ in range(600):
        child.step(STEP_PERIOD)
        rospy.rostime.wallsleep(0.1)
        fresh = [each for each in list(heard) if each.header.stamp.to_sec() > begin + 1e-6]
        if fresh:
            return fresh[0]
    raise RuntimeError("the camera took no picture")


class _Traffic:
    """Standing vehicles and persons around the camera's view, as from SUMO."""

    def __init__(self, place: Place) -> None:
        import rospy

        from sim.msg import TrafficStates, TrafficTypes

        self._place, self._states = place, TrafficStates
        paths = [str(ROOT / "models")]
        names = [name for name, *_ in TRAFFIC]
        sizes = [
            np.ptp(model_bounds(read_model(ROOT / "models" / name, paths)[0]), axis=0)
            for name in names
        ]
        length, width, height = np.array(sizes).T.tolist()
        self._publisher = rospy.Publisher("/traffic/states", TrafficStates, queue_size=10)
        self._types = rospy.Publisher("/traffic/types", TrafficTypes, queue_size=1, latch=True)
        self._types.publish(
            TrafficTypes(
                type=list(range(len(names))),
                name=names,
                model=names,
                length=length,
                width=width,
                height=height,
                peak=[1] * len(names),
            )
        )

    def show(self, child: Child) -> None:
        """Until all are there; Gazebo adds a model for each."""
        import rospy
        from std_msgs.msg import Header

        from gazebo_msgs.srv import GetModelState

        while not (self._types.get_num_connections() and self._publisher.get_num_connections()):
            rospy.rostime.wallsleep(0.1)
        now = child.step(STEP_PERIOD)
        count, place = len(TRAFFIC), self._place
        _, ahead, left, yaw = zip(*TRAFFIC)
        along, aside, none = np.array(ahead), np.array(left), [0.0] * count
        cosine, sine = np.cos(place.yaw), np.sin(place.yaw)
        self._publisher.publish(
            self._states(
                header=Header(stamp=rospy.Time(now)),
                step=STEP_PERIOD,
                id=list(range(count)),
                type=list(range(count)),
                x=(place.x + cosine * along - sine * aside).tolist(),
                y=(place.y + sine * along + cosine * aside).tolist(),
                z=none,
                yaw=(place.yaw + np.array(yaw)).tolist(),
                pitch=none,
                roll=none,
                speed=[1.0] * count,
                acceleration=none,
                yaw_rate=none,
                signals=[0] * count,
            )
        )
        state = rospy.ServiceProxy("/gazebo/get_model_state", GetModelState)
        for _ in range(600):
            child.step(STEP_PERIOD)
            if all(state(f"traffic_{number}", "").success for number in range(count)):
                break
            rospy.rostime.wallsleep(0.1)
        else:
            raise RuntimeError("not all of the traffic is shown")
        # Gazebo draws a model that it has added some pictures later.
        for _ in range(30):
            child.step(STEP_PERIOD)
            rospy.rostime.wallsleep(0.1)


if __name__ == "__main__":
    if Child.wanted():
        Child.main(pictures)
    else:
        draw(sys.argv[1], Path(sys.argv[2]))
