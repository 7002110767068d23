"""Semantic classes: data sets' numbers, name patterns, invalid files."""

from __future__ import annotations

import pytest

from sim.errors import InputError
from sim.rendering.classes import check_labels, read_classes, standard_classes
from sim.resources import resource
from sim.sdf.reader import read_world

CLASSES = standard_classes()


def test_all_classes_of_carla_and_cityscapes_exist():
    assert sorted(CLASSES.labels["carla"].tolist()) == list(range(29))
    assert sorted(set(CLASSES.labels["cityscapes"].tolist())) == [*range(19), 255]


@pytest.mark.parametrize(
    "model, link, visual, expected",
    [
        ("town_road", "road", "road", "Roads"),
        ("town_road", "road", "markings", "RoadLine"),
        ("town_buildings", "buildings", "walls_brick", "Building"),
        ("traffic_lights", "link", "lamp/A/0/red", "TrafficLight"),
        ("bicycle", "link", "torso", "Rider"),
        ("pedestrian", "link", "torso", "Pedestrian"),
        ("ego", "chassis", "body", "Car"),
        ("something", "link", "thing", "Other"),
    ],
)
def test_patterns_of_names(model, link, visual, expected):
    assert CLASSES.names[CLASSES.number(model, link, visual)] == expected


def test_all_that_the_town_shows_has_a_class():
    world, _ = read_world(
        resource("worlds", "town.world"), [str(resource("models")), str(resource("worlds"))]
    )
    other = {
        f"{model.name}/{link.name}/{visual.name}"
        for model in world.models
        for link in model.links
        for visual in link.visuals
        if CLASSES.names[CLASSES.number(model.name, link.name, visual.name)] == "Other"
    }
    assert other == set()


@pytest.mark.parametrize(
    "text, words",
    [
        ("classes: 3", "has no classes"),
        ("classes: {Sky: {carla: 1, cityscapes: 1, color: [1, 2, 3]}}", "Other"),
        (
            "classes: {Sky: &a {carla: 1, cityscapes: 1, color: [1, 2, 3]}, Other: *a}\n"
            "patterns: [{pattern: road*, class: Skye}]",
            "did you mean Sky",
        ),
        (
            "classes: {Sky: &a {carla: 1, cityscapes: 1, color: [1, 2, 3]}, Other: *a}\n"
            "boxes: [Outer]",
            "did you mean Other",
        ),
        (
            "classes: {Sky: {carla: 1, cityscapes: 1, color: [1, 2]}, Other: 3}",
            "a colour has three",
        ),
    ],
)
def test_files_that_are_wrong_are_refused(tmp_path, text, words):
    path = tmp_path / "classes.yaml"
    path.write_text(text)
    with pytest.raises(InputError, match=words):
        read_classes(str(path))


def test_a_data_set_that_is_not_known_is_refused():
    with pytest.raises(InputError, match="carla, cityscapes"):
        check_labels("coco")
