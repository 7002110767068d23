"""World model: reports, queries, and persistence."""

from __future__ import annotations

import sqlite3

import numpy as np
import pytest

from sim.errors import InputError
from sim.kitting.detections import KIT_TRAY, PART, TRUTH, Detection, Detections
from sim.kitting.events import TrialEvent
from sim.kitting.trial.spec import KitOrder, Order
from sim.kitting.world.cell import cell_of
from sim.kitting.world.database import create, resume
from sim.kitting.world.model import WorldModel
from sim.kitting.world.order_book import COMPLETE, OPEN
from sim.kitting.world.rows import HELD, LOST, PRESENT, Slot
from sim.kitting.world.sightings import MAX_MISSED_REPORTS
from sim.resources import resource
from sim.transforms import transform_from_rpy
from sim.workcell.layout import read_layout

SIGMA = 3e-4


@pytest.fixture(scope="module")
def cell():
    return cell_of(read_layout(resource("config", "kitting_lab.yaml")))


@pytest.fixture
def world(cell):
    found = WorldModel(create(":memory:"), cell)
    yield found
    found.close()


def seen(part, pose, kind=PART, sigma=SIGMA, score=0.95, faulty=False):
    covariance = np.diag([sigma**2] * 3 + [1e-6] * 3)
    return Detection(part, kind, pose, covariance, score, faulty)


def lying(cell, slots):
    """Detections of gears in slots (TRAY/NUMBER)."""
    found = []
    for slot in slots:
        tray, number = slot.split("/")
        part = cell.trays[tray].slots[int(number) - 1].part
        found.append(seen(part, cell.layout.slot_pose(slot)))
    return found


def test_parts_are_known_by_the_slots_in_which_they_lie(world, cell):
    slots = ["fanuc_small_gear_tray/1", "fanuc_small_gear_tray/3", "motoman_kit/2"]
    assert world.sightings.observe(Detections(1.0, "truth", tuple(lying(cell, slots)))) == []
    found = {f"{one.tray}/{one.slot}": one.part for one in world.objects()}
    assert found == {
        "fanuc_small_gear_tray/1": "gear_small",
        "fanuc_small_gear_tray/3": "gear_small",
        "motoman_kit/2": "gear_large",
    }
    assert [slot.number for slot in world.free_slots("motoman_kit", "gear_large")] == [1]
    assert [slot.number for slot in world.free_slots("fanuc_small_gear_tray", "gear_small")] == [
        2,
        4,
    ]
    assert world.objects()[0].sigma == pytest.approx(SIGMA)


def test_a_part_keeps_its_identity_until_it_is_lost(world, cell):
    slots = ["fanuc_small_gear_tray/1", "fanuc_small_gear_tray/2"]
    world.sightings.observe(Detections(1.0, "truth", tuple(lying(cell, slots))))
    ids = [one.id for one in world.objects()]
    moved = [
        seen(one.part, transform_from_rpy((1e-3, 0.0, 0.0)) @ one.world_from_object)
        for one in world.objects()
    ]
    world.sightings.observe(Detections(2.0, "truth", tuple(reversed(moved))))
    assert [one.id for one in world.objects()] == ids
    for number in range(MAX_MISSED_REPORTS):
        assert world.known(ids[1]).state == PRESENT
        world.sightings.observe(Detections(3.0 + number, "truth", tuple(moved[:1])))
    assert world.known(ids[1]).state == LOST
    # A report of another detector without the first part leaves it unchanged.
    world.sightings.observe(Detections(9.0, "other", ()))
    assert world.known(ids[0]).state == PRESENT


def test_a_held_part_is_not_taken_for_another_part(world, cell):
    world.sightings.observe(
        Detections(1.0, "truth", tuple(lying(cell, ["fanuc_small_gear_tray/1"])))
    )
    (one,) = world.objects()
    world.take("fanuc", one.id)
    place = one.world_from_object.copy()
    place[2, 3] += 0.3
    world.move_robot("fanuc", place[:3, 3] + (0.0, 0.0, 0.03))
    world.sightings.observe(Detections(2.0, "truth", (seen("gear_small", place),)))
    assert [(each.id, each.state) for each in world.objects()] == [(one.id, HELD)]
    rest = cell.layout.slot_pose("fanuc_kit/3")
    world.release("fanuc", rest)
    world.settle(one.id, Slot("fanuc_kit", 3, "gear_small"), rest)
    assert world.robot("fanuc").holds == 0
    assert [each.tray for each in world.objects()] == ["fanuc_kit"]


def test_flipped_and_faulty_parts_are_not_sound(world, cell):
    over = cell.layout.slot_pose("fanuc_small_gear_tray/1") @ transform_from_rpy(
        (0.0, 0.0, 0.04), (np.pi, 0.0, 0.0)
    )
    bad = seen("gear_small", cell.layout.slot_pose("fanuc_small_gear_tray/2"), faulty=True)
    world.sightings.observe(Detections(1.0, "truth", (seen("gear_small", over), bad)))
    assert [one.sound for one in world.objects()] == [False, False]


@pytest.mark.parametrize(
    "change, why",
    [
        (dict(pose=np.full((4, 4), np.nan)), "its pose is not finite"),
        (dict(pose=transform_from_rpy((9.0, 0.0, 0.8))), "more than 2 m from every robot"),
        (dict(pose=transform_from_rpy((0.0, 0.0, -0.5))), "its height is -0.500 m"),
        (dict(part="cog"), "part 'cog' not found in the layout"),
        (dict(sigma=0.05), "its place is known to 50.0 mm only"),
        (dict(score=0.1), "its score is 0.10"),
    ],
)
def test_a_detection_that_cannot_be_is_left_out_with_the_reason(world, change, why):
    given = {"part": "gear_small", "pose": transform_from_rpy((0.1, 0.0, 0.76)), **change}
    (refused,) = world.sightings.observe(Detections(1.0, "truth", (seen(**given),)))
    assert why in refused
    assert world.objects() == []


def test_trays_are_where_they_are_measured(world, cell):
    pose = cell.tray_pose("fanuc_kit") @ transform_from_rpy((0.004, -0.003, 0.0), (0, 0, 0.02))
    world.sightings.observe(Detections(1.0, "truth", (seen("kit_s2l2", pose, KIT_TRAY),)))
    np.testing.assert_allclose(world.places.tray_pose("fanuc_kit"), pose, atol=1e-9)
    np.testing.assert_allclose(world.places.tray_pose("motoman_kit"), cell.tray_pose("motoman_kit"))


def test_reach_is_that_of_the_arms(world):
    assert world.places.reach(Slot("handover_tray", 1, "gear_large")) == ("fanuc", "motoman")
    assert world.places.reach(Slot("fanuc_kit", 1, "gear_large")) == ("fanuc",)
    assert world.free_slots("motoman_kit", "gear_small", "fanuc") == []


def test_orders_come_by_priority(world):
    world.book.add(Order("usual", (KitOrder("fanuc_kit", {"gear_small": 2}),)), 1.0)
    world.book.add(Order("urgent", (KitOrder("motoman_kit", {"gear_large": 1}),), priority=1), 2.0)
    assert [order.id for order in world.book.orders(OPEN)] == ["urgent", "usual"]
    world.book.close("urgent", COMPLETE)
    (left,) = world.book.orders(OPEN)
    assert left.kits == (KitOrder("fanuc_kit", {"gear_small": 2}),)


def test_a_database_goes_on_where_a_run_was_killed(tmp_path, cell):
    path = tmp_path / "world.sqlite"
    first = WorldModel(create(path), cell)
    first.sightings.observe(Detections(1.0, "truth", tuple(lying(cell, ["fanuc_kit/1"]))))
    first.journal.log(TrialEvent(1.5, "motion", "fanuc", {"n": 1}))
    first.journal.keep_truth(2.0, {"gear": ("gear_large", np.eye(4))})
    # As after a kill: nothing is closed.
    again = WorldModel(resume(path), cell)
    assert [one.tray for one in again.objects()] == ["fanuc_kit"]
    assert list(again.journal.events()) == [TrialEvent(1.5, "motion", "fanuc", {"n": 1})]
    part, pose = again.journal.truth()["gear"]
    assert part == "gear_large" and np.allclose(pose, np.eye(4))
    again.close()
    first.close()


def test_a_damaged_or_missing_database_is_refused(tmp_path, cell):
    with pytest.raises(InputError, match="is not there"):
        resume(tmp_path / "none.sqlite")
    path = tmp_path / "text.sqlite"
    path.write_text("no database " * 1000)
    with pytest.raises(InputError, match="is not a database, or damaged"):
        resume(path)
    other = tmp_path / "other.sqlite"
    sqlite3.connect(other).execute("CREATE TABLE t (x)").connection.commit()
    with pytest.raises(InputError, match="has version 0"):
        resume(other)
    full = tmp_path / "full.sqlite"
    WorldModel(create(full), cell).close()
    data = bytearray(full.read_bytes())
    data[4096:12288] = b"\xff" * 8192
    full.write_bytes(data)
    with pytest.raises(InputError, match="damaged"):
        resume(full)
    with pytest.raises(InputError, match="is there already"):
        create(full)


def moving(world: WorldModel, time: float, x: float) -> bool:
    """Return whether a part seen at a place counts as moving."""
    pose, covariance = transform_from_rpy((x, -0.5, 0.75)), np.diag([1e-8] * 6)
    seen = Detection("gear_medium", PART, pose, covariance, 0.9)
    world.sightings.observe(Detections(time, "truth", (seen,)))
    return max(world.objects("gear_medium"), key=lambda one: one.measured).moving


def test_a_part_that_moves_counts_as_lying_half_a_second_after(cell) -> None:
    world = WorldModel(create(":memory:"), cell)
    # 0.02 m/s, seen each 0.04 s.
    seen = [moving(world, 0.04 * step, 0.0008 * step) for step in range(60)]
    assert not seen[0] and all(seen[10:])
    assert moving(world, 2.6, 0.0472)
    assert not moving(world, 3.2, 0.0473)


def test_a_part_from_elsewhere_lies_still_half_a_second_after(cell) -> None:
    world = WorldModel(create(":memory:"), cell)
    # 0.1 m/s, seen each 0.5 s: each report is of another part.
    seen = [moving(world, 0.5 * step, 0.05 * step) for step in range(5)]
    assert seen == [False, True, True, True, True]
    assert not moving(world, 2.5, 0.2)


def test_a_report_from_above_says_nothing_of_what_an_arm_is_over(world, cell):
    near, far = "fanuc_kit/1", "fanuc_small_gear_tray/1"
    world.sightings.observe(Detections(1.0, "camera", tuple(lying(cell, [near, far]))))
    world.move_robot("fanuc", cell.layout.slot_pose(near)[:3, 3] + (0.0, 0.0, 0.1))
    assert world.sightings.hidden(cell.layout.slot_pose(near)[:3, 3])
    assert not world.sightings.hidden(cell.layout.slot_pose(far)[:3, 3])
    # A part in the gripper looks as if it lay below.
    held = seen("gear_small", cell.layout.slot_pose("fanuc_kit/3"))
    for number in range(MAX_MISSED_REPORTS):
        world.sightings.observe(Detections(2.0 + number, "camera", (held,)))
    states = {f"{one.tray}/{one.slot}": one.state for one in world.objects()}
    assert states == {near: PRESENT, far: LOST}
    for number in range(MAX_MISSED_REPORTS):
        world.sightings.observe(Detections(6.0 + number, TRUTH, ()))
    assert not world.sightings.hidden(cell.layout.slot_pose(near)[:3, 3])
