"""The saved windows of RViz and rqt use published topics."""

from __future__ import annotations

import ast
import json
from pathlib import Path

import pytest
import yaml

CONFIG = Path(__file__).resolve().parents[1] / "config"


def test_the_rqt_perspective_opens_its_plugins() -> None:
    manager = json.loads((CONFIG / "rqt/hybrid_merge.perspective").read_text())["groups"][
        "pluginmanager"
    ]
    running = ast.literal_eval(manager["keys"]["running-plugins"]["repr"])
    assert set(running) == {
        "rqt_robot_monitor/RobotMonitor",
        "rqt_runtime_monitor/RuntimeMonitor",
        "rqt_plot/Plot",
        "rqt_service_caller/ServiceCaller",
        "rqt_tf_tree/RosTfTree",
    }
    plots = [
        manager["groups"][f"plugin__rqt_plot__Plot__{number}"]["groups"]["plugin"]["keys"]
        for number in running["rqt_plot/Plot"]
    ]
    assert [ast.literal_eval(plot["topics"]["repr"]) for plot in plots] == [
        ["/ego/traffic/gap"],
        ["/ego/traffic/speed"],
    ]


PLUGINS = {
    *("rqt_robot_monitor/RobotMonitor", "rqt_runtime_monitor/RuntimeMonitor", "rqt_plot/Plot"),
    *("rqt_service_caller/ServiceCaller", "rqt_tf_tree/RosTfTree", "rqt_console/Console"),
}


@pytest.mark.parametrize("path", sorted((CONFIG / "rqt").glob("*")), ids=lambda path: path.stem)
def test_perspectives_have_settings_for_the_plots_that_they_open(path: Path) -> None:
    manager = json.loads(path.read_text())["groups"]["pluginmanager"]
    running = ast.literal_eval(manager["keys"]["running-plugins"]["repr"])
    assert set(running) <= PLUGINS
    plots = {f"plugin__rqt_plot__Plot__{number}" for number in running["rqt_plot/Plot"]}
    assert set(manager["groups"]) == plots
    for plot in plots:
        keys = manager["groups"][plot]["groups"]["plugin"]["keys"]
        # Settings restored by rqt_plot/plot.py and data_plot/__init__.py.
        assert set(keys) == {"autoscroll", "plot_type", "topics", "x_limits", "y_limits"}
        values = {name: ast.literal_eval(value["repr"]) for name, value in keys.items()}
        assert all(topic.startswith("/") for topic in values["topics"]) and values["topics"]
        assert all(low < high for low, high in (values["x_limits"], values["y_limits"]))


# Statuses as nodes name them, and the group of each.
STATUSES = {
    "gazebo: cameras": "Simulator",
    "traffic_bridge: traffic": "Traffic",
    "traffic_bridge: ego ego": "Traffic",
    "/ego_driver: traffic": "Drivers",
    "/sensor_noise: /ego/imu/imu": "Noise",
    "/fanuc/crcl_bridge: session": "Robots",
    "object_detector: detections": "Detections",
    "monitor: recording": "Monitor",
    "monitor: CRCL program of /fanuc": "Monitor",
}


def test_each_diagnostic_is_in_one_group_of_the_aggregators() -> None:
    groups = yaml.safe_load((CONFIG / "diagnostics.yaml").read_text())["analyzers"].values()
    assert {one["type"] for one in groups} == {"diagnostic_aggregator/GenericAnalyzer"}
    for name, wanted in STATUSES.items():
        # GenericAnalyzer::match: any of these, anywhere in the name.
        found = [one["path"] for one in groups if any(word in name for word in one["contains"])]
        assert found == [wanted], name


def test_rviz_shows_road_traffic_and_the_ego_in_the_world() -> None:
    manager = yaml.safe_load((CONFIG / "rviz/hybrid_merge.rviz").read_text())[
        "Visualization Manager"
    ]
    shown = {
        display.get("Marker Topic") or display.get("Reference Frame")
        for display in manager["Displays"]
        if display["Enabled"]
    }
    assert shown == {
        "/traffic/road",
        "/traffic/markers",
        "/scenario/markers",
        "/scene_spawner/markers",
        "ego/base_link",
    }
    assert manager["Global Options"]["Fixed Frame"] == "world"
    assert [view["Name"] for view in manager["Views"]["Saved"]] == [
        "Merge",
        "Merge from above",
        "Whole network from above",
        "Behind the ego",
    ]


def test_rviz_shows_the_scene_and_the_robot_that_patrols_it() -> None:
    shown = {}
    for name in ("scene", "patrol"):
        manager = yaml.safe_load((CONFIG / f"rviz/{name}.rviz").read_text())[
            "Visualization Manager"
        ]
        shown[name] = {
            display.get("Marker Topic") or display.get("Reference Frame")
            for display in manager["Displays"]
            if display["Enabled"]
        }
        assert manager["Global Options"]["Fixed Frame"] == "world"
    assert shown["scene"] == {"/scene_spawner/markers", "world"}
    assert shown["patrol"] == {
        "/scene_spawner/markers",
        "/mission_runner/robot_markers",
        "robot/base_link",
        "world",
    }


def test_rviz_shows_sensors_with_and_without_noise() -> None:
    manager = yaml.safe_load((CONFIG / "rviz/noise_demo.rviz").read_text())["Visualization Manager"]
    shown = {
        display.get("Image Topic") or display.get("Topic")
        for display in manager["Displays"]
        if display["Enabled"]
    } - {None}
    truth = {"/rig_camera/camera/image_raw", "/rig_lidar/vlp16/points"}
    assert shown == truth | {f"/noisy{topic}" for topic in truth}


def test_rviz_shows_the_robots_of_the_lab_and_a_single_one_of_any_name() -> None:
    robots = {}
    for name in ("agility_lab", "robot"):
        displays = yaml.safe_load((CONFIG / f"rviz/{name}.rviz").read_text())[
            "Visualization Manager"
        ]["Displays"]
        robots[name] = {
            (display["Robot Description"], display["TF Prefix"])
            for display in displays
            if display["Class"] == "rviz/RobotModel"
        }
        assert {"/workcell/standing", "/workcell/gears"} <= {
            display.get("Marker Topic") for display in displays
        }
    placed = yaml.safe_load((CONFIG / "agility_lab.yaml").read_text())["robots"]
    assert robots["agility_lab"] == {(f"/{robot}/robot_description", robot) for robot in placed}
    assert robots["robot"] == {("/shown_robot/robot_description", "")}
    launched = (CONFIG.parent / "launch/robot.launch").read_text()
    assert (
        'name="shown_robot/robot_description" command="$(find sim)/robot_urdf --frames' in launched
    )
