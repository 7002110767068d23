"""The frames of models with sensors: parents and poses."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from sim.embedded.physics.physics import Physics
from sim.ros.conversions import matrix_from_pose
from sim.ros.sensors.camera_topics import baseline
from sim.ros.sensors.link_frames import ModelFrames, link_frame, rigid_links
from sim.sdf.reader import read_model_string

TEXT = """<sdf version="1.6"><model name="robot"><link name="trunk"><pose>0 0 0.2 0 0 0</pose>
  <sensor name="imu" type="imu"><pose>0.1 0 0 0 0 0</pose></sensor></link>
  <link name="mast"><pose>0 0 1 0 0 0</pose><sensor name="eyes" type="multicamera">
  <pose>0.3 0 0 0 0 0</pose><camera name="left"><pose>0 0.1 0 0 0 0</pose></camera>
    <camera name="right"><pose>0 -0.1 0 0 0 0</pose></camera></sensor></link>
  <link name="arm"><pose>1 0 1 0 0 0</pose><sensor name="front" type="camera"><camera/></sensor>
  </link>
  <joint name="bolt" type="fixed"><parent>trunk</parent><child>mast</child></joint>
  <joint name="hinge" type="revolute"><parent>mast</parent><child>arm</child><axis><xyz>0 1 0</xyz>
  </axis></joint></model></sdf>"""


@pytest.fixture
def world():
    model, _ = read_model_string(TEXT, [])
    physics = Physics((0, 0, 0))
    physics.add(model, "robot", np.eye(4))
    return physics, physics.models.sdf("robot")


def tree(transforms):
    found = {}
    for each in transforms:
        assert each.child_frame_id not in found
        pose = matrix_from_pose(
            type(
                "Pose",
                (),
                {"position": each.transform.translation, "orientation": each.transform.rotation},
            )
        )
        found[each.child_frame_id] = (each.header.frame_id, pose)
    return found


def test_links_fixed_to_the_first_are_static_and_others_move(world):
    physics, model = world
    frames = ModelFrames(physics, model, driven=False)
    assert (
        rigid_links(model) == ["trunk", "mast"] and link_frame(model, "trunk") == "robot/base_link"
    )
    static, moving = tree(frames.static(0.0)), tree(frames.moving(0.0))
    assert {child: parent for child, (parent, _) in static.items()} == {
        "robot/imu": "robot/base_link",
        "robot/mast": "robot/base_link",
        "robot/eyes": "robot/mast",
        "robot/eyes/left": "robot/eyes",
        "robot/eyes/right": "robot/eyes",
        "robot/eyes/left_optical": "robot/eyes/left",
        "robot/eyes/right_optical": "robot/eyes/right",
        "robot/front": "robot/arm",
        "robot/front_optical": "robot/front",
    }
    assert {child: parent for child, (parent, _) in moving.items()} == {
        "robot/base_link": "map",
        "robot/arm": "robot/base_link",
    }
    assert static["robot/mast"][1][:3, 3] == pytest.approx([0, 0, 0.8])
    # An optical frame looks along its z axis, with x to the right.
    assert static["robot/front_optical"][1][:3, :3] @ np.array(
        [[0, 0], [0, 1], [1, 0.0]]
    ) == pytest.approx(np.array([[1, 0], [0, 0], [0, -1.0]]))


def test_frames_end_where_the_links_are(world):
    physics, model = world
    physics.joints.set_position("robot", "hinge", 0.7)
    frames = ModelFrames(physics, model, driven=False)
    every = {**tree(frames.static(0.0)), **tree(frames.moving(0.0))}
    place, frame = np.eye(4), "robot/front"
    while frame != "map":
        frame, pose = every[frame]
        place = pose @ place
    assert place == pytest.approx(physics.poses.link_pose("robot", "arm"))


def test_parents_of_first_links_of_driven_and_static_models(
    world,
):
    physics, model = world
    assert "robot/base_link" not in tree(ModelFrames(physics, model, driven=True).moving(0.0))
    still = replace(model, name="still", static=True, joints=())
    physics.add(still, "still", np.eye(4))
    frames = ModelFrames(physics, physics.models.sdf("still"), driven=False)
    assert tree(frames.static(0.0))["still/base_link"][0] == "map" and frames.moving(0.0) == []


def test_the_baseline_of_a_stereo_pair(world):
    left, right = world[1].links[1].sensors[0].kind.cameras
    assert baseline(left, right) == pytest.approx(0.2)
