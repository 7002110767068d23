"""Labels of returns by the visuals that gzserver names."""

from __future__ import annotations

import numpy as np
from sensor_msgs.msg import PointCloud2

from sim.embedded.cameras.instances import Instances
from sim.msg import ScanParts
from sim.rendering.classes import standard_classes
from sim.ros.ground_truth.lidar_labels import LidarLabels
from sim.ros.sensors.ray_messages import LABELLED
from sim.ros.sensors.truth_messages import Labelling
from sim.traffic.state import VehicleType


def test_returns_have_classes_and_object_numbers() -> None:
    instances = Instances()
    rider, bus = instances.of_vehicles(np.array([40, 41])).tolist()
    (town,) = instances.of_models(["town"]).tolist()
    points = np.zeros(5, LABELLED)
    points["x"], points["CosAngle"], points["ObjIdx"] = [1, 2, 3, 4, 5], 0.5, [0, 3, 1, 0, 2]
    message = ScanParts(
        points=PointCloud2(data=points.tobytes()),
        visual=[
            "town::ground::road_0",
            "traffic_pool_3_0::link::torso",
            "traffic_pool_5_2::link::body",
            "town::nested::link::crowns_2",
        ],
        traffic=bytes([0, 1, 1, 0]),
        vehicle=[0, 40, 41, 0],
        type=[0, 3, 5, 0],
    )
    labels = LidarLabels(Labelling(standard_classes()), instances)
    labels.set_types(
        {
            3: VehicleType("b", "bicycle_woman", 1.8, 0.6, 1.8),
            5: VehicleType("c", "city_bus", 12.0, 2.5, 3.1),
        }
    )
    found = np.frombuffer(labels.cloud(message).data, LABELLED)
    # CARLA's numbers: roads, vegetation, riders, buses.
    assert found["ObjTag"].tolist() == [1, 9, 13, 1, 16]
    assert found["ObjIdx"].tolist() == [town, town, rider, town, bus]
    for name in ("x", "CosAngle"):
        np.testing.assert_array_equal(found[name], points[name])


def test_a_scan_that_met_nothing_is_an_empty_cloud() -> None:
    labels = LidarLabels(Labelling(standard_classes()), Instances())
    assert labels.cloud(ScanParts()).data == b""
