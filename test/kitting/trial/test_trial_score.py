"""Values of kits from true gear poses, by ARIAC's formula and in physics."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

# Gears are dropped in the embedded simulator's physics.
pytest.importorskip("mujoco")

from sim.embedded.physics.physics import Physics
from sim.errors import InputError
from sim.kitting.events import TrialEvent
from sim.kitting.trial.kit import (
    ASKEW,
    EMPTY,
    FAULTY,
    FLIPPED,
    RIGHT,
    VARIETY,
    WRONG,
    Truth,
    score_kit,
)
from sim.kitting.trial.score import score
from sim.kitting.trial.spec import KitOrder, Order, Trial
from sim.resources import resource
from sim.sdf.reader import read_model_string
from sim.transforms import transform_from_rpy
from sim.workcell.layout import Layout, LayoutPart, read_layout
from sim.workcell.models import model_text, write_meshes

KIT = KitOrder("fanuc_kit", {"gear_large": 2, "gear_small": 2})
FULL = {
    "a": ("gear_large", "fanuc_kit/1"),
    "b": ("gear_large", "fanuc_kit/2"),
    "c": ("gear_small", "fanuc_kit/3"),
    "d": ("gear_small", "fanuc_kit/4"),
}


@pytest.fixture(scope="module")
def layout() -> Layout:
    """The kitting lab, with a second colour of small gears."""
    lab = read_layout(resource("config", "kitting_lab.yaml"))
    red = LayoutPart("gear_red", lab.parts["gear_small"].body, (1.0, 0.0, 0.0))
    return replace(lab, parts={**lab.parts, "gear_red": red})


def truth(layout: Layout, gears=FULL, **changes) -> Truth:
    """Trays where the layout has them, and gears in the slots named."""
    poses = {name: model.world_from_model for name, model in layout.models.items()}
    poses = {name: pose for name, pose in poses.items() if "gear_" not in name or "tray" in name}
    poses.update({name: layout.slot_pose(slot) for name, (_, slot) in gears.items()})
    parts = {name: part for name, (part, _) in gears.items()}
    return replace(Truth(poses, parts), **changes)


def moved(known: Truth, model: str, **by: float) -> Truth:
    """Return the truth with one model displaced by x, y, z in the world, or turned by ``roll``."""
    shift = transform_from_rpy([by.get(axis, 0.0) for axis in "xyz"])
    turn = transform_from_rpy((0.0, 0.0, 0.0), (by.get("roll", 0.0), 0.0, 0.0))
    return replace(known, poses={**known.poses, model: shift @ known.poses[model] @ turn})


def states(layout: Layout, known: Truth):
    return [slot.state for slot in score_kit(KIT, layout, known).slots]


def test_a_full_kit_of_four_is_worth_17(layout) -> None:
    kit = score_kit(KIT, layout, truth(layout))
    assert kit.points == kit.best == 1 + 4 * 3 + 4
    assert kit.complete and kit.extra == 0 and [slot.model for slot in kit.slots] == list("abcd")


def test_an_empty_kit_is_worth_nothing(layout) -> None:
    kit = score_kit(KIT, layout, truth(layout, {}))
    assert kit.points == 0 and not kit.complete and kit.best == 17


@pytest.mark.parametrize(
    "state, points, change",
    [
        (EMPTY, 10, lambda known: replace(known, held=frozenset("d"))),
        (FAULTY, 10, lambda known: replace(known, faulty=frozenset("d"))),
        (VARIETY, 12, lambda known: replace(known, parts={**known.parts, "d": "gear_red"})),
        (WRONG, 10, lambda known: replace(known, parts={**known.parts, "d": "gear_medium"})),
        (FLIPPED, 10, lambda known: moved(known, "d", z=0.04, roll=np.pi)),
        (ASKEW, 10, lambda known: moved(known, "d", x=0.008)),
        (ASKEW, 10, lambda known: moved(known, "d", z=0.008)),
        (ASKEW, 10, lambda known: moved(known, "d", roll=np.radians(7.0))),
        (EMPTY, 10, lambda known: moved(known, "d", z=0.3)),
        (EMPTY, 10, lambda known: moved(known, "d", y=1.0)),
        (RIGHT, 17, lambda known: moved(known, "d", x=0.0035, y=0.0035)),
        (RIGHT, 17, lambda known: moved(known, "d", roll=np.radians(2.0))),
    ],
)
def test_a_fault_of_one_part_costs_its_points_and_the_bonus(layout, state, points, change) -> None:
    kit = score_kit(KIT, layout, change(truth(layout)))
    assert kit.slots[3].state == state and [slot.state for slot in kit.slots[:3]] == [RIGHT] * 3
    assert kit.points == points and kit.complete == (state == RIGHT)


def test_each_extra_part_costs_a_point_and_completeness(layout) -> None:
    two = KitOrder("fanuc_kit", {"gear_large": 2})
    kit = score_kit(two, layout, truth(layout))
    assert kit.extra == 2 and kit.points == 1 + 2 * 3 + 2 - 2 and not kit.complete


def test_extra_parts_never_make_a_kit_worth_less_than_nothing(layout) -> None:
    one = KitOrder("fanuc_kit", {"gear_small": 1})
    gears = {name: FULL[name] for name in "ab"}
    kit = score_kit(one, layout, truth(layout, {**gears, "e": gears["a"], "f": gears["a"]}))
    assert kit.extra == 3 and kit.points == 0


def test_of_more_slots_than_are_ordered_the_best_count(layout) -> None:
    one = KitOrder("fanuc_kit", {"gear_small": 1})
    known = moved(truth(layout, {name: FULL[name] for name in "cd"}), "c", x=0.01)
    kit = score_kit(one, layout, known)
    assert [slot.model for slot in kit.slots] == ["d"] and kit.points == 1 + 3 + 1 - 1


def test_a_kit_counts_only_at_its_destination(layout) -> None:
    def carried(y: float) -> Truth:
        known = truth(layout)
        for name in ("fanuc_kit", *FULL):
            known = moved(known, name, y=y)
        return known

    assert score_kit(KIT, layout, carried(0.2)).points == 17
    away = score_kit(KIT, layout, carried(0.4))
    assert away.points == 0 and not away.complete and away.slots[0].state == RIGHT
    left = score_kit(KIT, layout, moved(truth(layout), "fanuc_kit", x=0.24))
    assert left.points == 0, "a tray drawn from under its parts holds none of them"


def test_a_kit_tray_that_is_gone_or_tipped_over_is_worth_nothing(layout) -> None:
    known = truth(layout)
    gone = replace(
        known, poses={name: pose for name, pose in known.poses.items() if name != "fanuc_kit"}
    )
    assert score_kit(KIT, layout, gone).points == 0
    assert score_kit(KIT, layout, moved(known, "fanuc_kit", roll=0.5)).points == 0


def test_an_order_for_no_tray(layout) -> None:
    with pytest.raises(InputError, match="is not a tray"):
        score_kit(KitOrder("table", {"gear_small": 1}), layout, truth(layout))


def fallen(layout: Layout, folder, slot: str, part: str, x: float, y: float, roll: float = 0.0):
    """Drop a gear above a slot; return world_from_gear (4, 4). After a second, (x, y) aside."""
    meshes, tray = write_meshes(layout, folder), layout.models[slot.split("/")[0]]
    physics = Physics((0.0, 0.0, -9.8), 0.002)
    height = 0.012 + (layout.parts[part].body.height if roll else 0.0)
    start = transform_from_rpy((x, y, height)) @ layout.slot_pose(slot)
    texts = {"tray": tray.part, "gear": layout.parts[part]}
    poses = {
        "tray": tray.world_from_model,
        "gear": start @ transform_from_rpy((0.0, 0.0, 0.0), (roll, 0.0, 0.0)),
    }
    physics.add_many(
        [
            (read_model_string(model_text(name, texts[name], meshes), [])[0], name, poses[name])
            for name in texts
        ]
    )
    physics.step(500)
    return physics.poses.model_pose("gear")


@pytest.mark.not_quick
@pytest.mark.parametrize(
    "model, x, y, roll, state",
    [
        ("a", 0.0, 0.0, 0.0, RIGHT),
        ("a", 0.004, 0.0, 0.0, RIGHT),
        ("c", 0.0, -0.004, 0.0, RIGHT),
        ("c", 0.0, 0.012, 0.0, ASKEW),
        ("a", -0.015, 0.0, 0.0, ASKEW),
        ("c", 0.0, 0.0, np.pi, FLIPPED),
    ],
)
def test_gears_that_fell_in_physics_are_judged_as_one_sees_them(
    layout, tmp_path, model, x, y, roll, state
) -> None:
    part, slot = FULL[model]
    known = truth(layout)
    pose = fallen(layout, tmp_path, slot, part, x, y, roll)
    judged = score_kit(KIT, layout, replace(known, poses={**known.poses, model: pose}))
    assert {one.model: one.state for one in judged.slots}[model] == state


LOG = [
    TrialEvent(0.0, "trial_begun"),
    TrialEvent(0.0, "order_announced", "", {"order": "one"}),
    TrialEvent(0.5, "plan_made", "", {"steps": 20, "seconds": 0.2, "cause": "order"}),
    TrialEvent(1.0, "action_begun", "fanuc", {"number": 1, "action": "take-part"}),
    TrialEvent(1.0, "waiting", "fanuc"),
    TrialEvent(3.0, "motion", "fanuc"),
    TrialEvent(5.0, "fault_injected", "dropped_part", {"model": "a"}),
    TrialEvent(5.5, "motion", "fanuc"),
    TrialEvent(
        6.0,
        "action_failed",
        "fanuc",
        {"number": 1, "action": "take-part", "failure": "part_dropped", "reason": "it fell"},
    ),
    TrialEvent(
        6.1, "recovery", "fanuc", {"failure": "part_dropped", "way": "detect", "after": 0.1}
    ),
    TrialEvent(6.4, "recovery", "fanuc", {"failure": "part_dropped", "way": "plan", "after": 0.4}),
    TrialEvent(6.4, "plan_made", "", {"steps": 18, "seconds": 0.2, "cause": "part_dropped"}),
    TrialEvent(8.0, "motion", "fanuc"),
    TrialEvent(9.0, "action_done", "fanuc", {"number": 1, "action": "take-part"}),
    TrialEvent(20.0, "order_announced", "", {"order": "two"}),
    TrialEvent(30.0, "order_complete", "", {"order": "one"}),
    TrialEvent(31.0, "fault_injected", "missing_part", {"models": ["x"]}),
    TrialEvent(40.0, "order_impossible", "", {"order": "two", "reason": "no gear_small is left"}),
    TrialEvent(41.0, "trial_ended"),
]
TRIAL = Trial(
    "t",
    "",
    (
        Order("one", (KIT,)),
        Order("two", (KitOrder("motoman_kit", {"gear_small": 2}),), priority=1),
    ),
    sensors=("camera", "camera", "break_beam"),
    prices={"camera": 0.3, "break_beam": 0.1, "motion": 0.01},
)


def test_the_total_is_the_kits_less_the_prices(layout) -> None:
    found = score(TRIAL, layout, truth(layout), LOG)
    assert found.sensors == pytest.approx(0.7) and found.motions == pytest.approx(0.03)
    assert found.total == pytest.approx(17 - 0.7 - 0.03)
    assert found.best == 17 + 3 * (1 + 2 * 3 + 2)
    assert not found.complete and found.completion == pytest.approx(4 / 6)


def test_a_priority_order_counts_three_times(layout) -> None:
    gears = {**FULL, "e": ("gear_small", "motoman_kit/3"), "f": ("gear_small", "motoman_kit/4")}
    found = score(TRIAL, layout, truth(layout, gears), LOG)
    assert [order.points for order in found.orders] == [17, 27] and found.complete
    assert found.completion == 1.0


def test_an_order_is_judged_by_truth_and_not_by_what_was_reported(layout) -> None:
    found = score(TRIAL, layout, truth(layout, {name: FULL[name] for name in "abc"}), LOG)
    one = found.orders[0]
    assert one.reported == 30.0 and not one.complete and one.points == 1 + 9
    assert found.orders[1].reason == "no gear_small is left" and found.orders[1].seconds is None


def test_faults_count_as_recovered_where_what_was_open_is_complete(layout) -> None:
    def recovered(gears):
        faults = score(TRIAL, layout, truth(layout, gears), LOG).faults
        return {kind: (fault.injected, fault.recovered) for kind, fault in faults.items()}

    both = {**FULL, "e": ("gear_small", "motoman_kit/3"), "f": ("gear_small", "motoman_kit/4")}
    assert recovered(both) == {"dropped_part": (1, 1), "missing_part": (1, 1)}
    assert recovered(FULL) == {"dropped_part": (1, 0), "missing_part": (1, 0)}
    second = {name: both[name] for name in "ef"}
    assert recovered(second) == {"dropped_part": (1, 0), "missing_part": (1, 1)}


def test_the_figures_of_a_log(layout) -> None:
    found = score(TRIAL, layout, truth(layout), LOG)
    figures = found.figures
    assert (figures.duration, figures.moves, figures.plans, figures.replans) == (41.0, 3, 2, 1)
    assert figures.waiting == {"fanuc": 2.0} and figures.actions == {"fanuc": 1}
    assert figures.recoveries == {"part_dropped": {"detect": 1, "plan": 1}}
    (failure,) = figures.failures
    assert (failure.robot, failure.action, failure.reason) == ("fanuc", "take-part", "it fell")
    assert failure.ways == ("detect", "plan") and failure.after == 0.1
    assert found.orders[0].seconds == 30.0


def test_motions_may_be_reported_at_the_end(layout) -> None:
    log = [*LOG[:-1], replace(LOG[-1], data={"motions": {"fanuc": 7, "motoman": 4}})]
    assert score(TRIAL, layout, truth(layout), log).figures.moves == 11


def test_a_plan_that_failed_is_mended_by_the_next_one(layout) -> None:
    log = [
        TrialEvent(1.0, "plan_failed", "", {"cause": "order", "reason": "no part is seen"}),
        TrialEvent(3.0, "plan_made", "", {"steps": 4}),
        TrialEvent(9.0, "plan_failed", "", {"cause": "part", "reason": "nothing is left"}),
    ]
    first, second = score(TRIAL, layout, truth(layout), log).figures.failures
    assert (first.failure, first.reason, first.ways) == (
        "plan_failed",
        "no part is seen",
        ("plan",),
    )
    assert first.after == 2.0 and second.ways == () and second.after is None


def test_an_empty_log_has_figures(layout) -> None:
    found = score(TRIAL, layout, truth(layout), [])
    assert found.figures.duration == 0.0 and found.figures.replans == 0
    assert found.orders[0].announced is None and found.total == pytest.approx(16.3)
