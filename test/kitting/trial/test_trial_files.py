"""Files of trials: the examples, and errors with the allowed values."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from sim.errors import InputError
from sim.kitting.trial.files import default_prices, read_trial, shortages
from sim.kitting.trial.spec import TrialTrigger
from sim.resources import resource
from sim.workcell.layout import read_layout

TRIALS = sorted(resource("config", "kitting", "trials").glob("*.yaml"))
KIT = {"gear_large": 2, "gear_small": 2}
ORDER = {"id": "one", "kits": {"fanuc_kit": KIT}}


def write(folder: Path, **entries) -> Path:
    path = folder / "trial.yaml"
    path.write_text(yaml.safe_dump({"orders": [ORDER], **entries}), encoding="utf-8")
    return path


def fault(**entries):
    return [{"kind": "dropped_part", "when": 1, **entries}]


@pytest.mark.parametrize("path", TRIALS, ids=lambda path: path.stem)
def test_the_examples_can_be_met_from_their_supplies(path) -> None:
    trial = read_trial(path)
    assert trial.name == path.stem
    assert shortages(trial, read_layout(trial.layout)) == ()


def test_the_examples_differ_in_their_faults() -> None:
    faults, kits = (
        read_trial(resource("config", "kitting", "trials", f"{name}.yaml"))
        for name in ("three_faults", "two_kits")
    )
    assert kits.faults == () and [order.priority for order in kits.orders] == [0, 0]
    assert sorted(fault.kind for fault in faults.faults) == [
        "detector_blackout",
        "dropped_part",
        "missing_part",
    ]
    urgent = faults.orders[1]
    assert urgent.priority == 1 and urgent.announced == TrialTrigger(
        event="action_done", action="place-part", count=2
    )
    assert urgent.kits[0].parts == KIT


def test_defaults(tmp_path) -> None:
    trial = read_trial(write(tmp_path))
    assert (trial.name, trial.seed, trial.time_limit, trial.detector) == (
        "trial",
        1,
        900.0,
        "truth",
    )
    assert trial.orders[0].announced.time == 0.0 and trial.faults == () and trial.domain == ""
    assert trial.prices == default_prices()


def test_prices_keep_the_ratios_of_ariac() -> None:
    prices = default_prices()
    assert [round(10 * prices[name]) for name in ("break_beam", "laser_curtain", "camera")] == [
        1,
        2,
        3,
    ]
    assert prices["logical_camera"] == 5 * prices["break_beam"]


def test_a_trial_may_bring_a_sensor_with_its_price_and_a_domain(tmp_path) -> None:
    (tmp_path / "own.pddl").write_text("(define (domain d) (:action Take :parameters ()))")
    trial = read_trial(
        write(
            tmp_path,
            sensors=["scale", "camera"],
            prices={"scale": 0.7},
            domain="own.pddl",
            faults=fault(when={"event": "action_done", "action": "take", "delay": 2}),
        )
    )
    assert trial.prices["scale"] == 0.7 and trial.prices["camera"] == default_prices()["camera"]
    assert trial.domain == str(tmp_path / "own.pddl")
    assert trial.faults[0].trigger == TrialTrigger(event="action_done", action="take", delay=2.0)


def test_missing_supplies_are_reported_without_an_error(tmp_path) -> None:
    layout = yaml.safe_load(resource("config", "kitting_lab.yaml").read_text(encoding="utf-8"))
    layout["models"] = {
        name: model
        for name, model in layout["models"].items()
        if not (model["part"] == "gear_small" and name[-1] != "1")
    }
    layout["robots"] = {}
    (tmp_path / "few.yaml").write_text(yaml.safe_dump(layout, sort_keys=False), encoding="utf-8")
    two = [ORDER, {"id": "two", "kits": {"motoman_kit": KIT}}]
    trial = read_trial(write(tmp_path, layout="few.yaml", orders=two))
    (shortage,) = shortages(trial, read_layout(trial.layout))
    assert shortage.startswith("4 gear_small are ordered and the layout's supplies hold 2")


WRONG = [
    ({"sead": 3}, "trial.yaml: unknown key 'sead'; did you mean 'seed'?"),
    ({"seed": -1}, "seed: -1 is out of range"),
    ({"time_limit": "long"}, "time_limit: a number is needed"),
    ({"name": "../up"}, "name: '../up' cannot name the trial's folder"),
    ({"layout": "kiting_lab"}, "name a layout in config, as kitting_lab"),
    ({"layout": "none.yaml"}, "none.yaml: cannot be read"),
    ({"detector": "camra"}, "detector: detector 'camra' not found; did you mean 'camera'?"),
    ({"sensors": ["camra"]}, "sensors/1: sensor 'camra' not found; did you mean 'camera'?"),
    ({"sensors": "camera"}, "sensors: a list is needed"),
    ({"prices": {"camra": 1}}, "prices: unknown key 'camra'; did you mean 'camera'?"),
    ({"prices": {"camera": -1}}, "prices/camera: -1 is out of range"),
    ({"domain": "none.pddl"}, "none.pddl cannot be read"),
    ({"domain": "trial.yaml"}, "trial.yaml has no (:action ...)"),
    ({"orders": []}, "orders: a trial needs an order"),
    ({"orders": [{"id": "one"}]}, "orders/1: the key 'kits' is missing"),
    ({"orders": [ORDER, ORDER]}, "orders/2/id: 'one' is an earlier order's id"),
    (
        {"orders": [ORDER, {**ORDER, "id": "two"}]},
        "orders/2/kits/fanuc_kit: is a kit of the order 'one' already",
    ),
    (
        {"orders": [{"id": "one", "kits": {"fanuc_kti": KIT}}]},
        "orders/1/kits: kit tray 'fanuc_kti' not found; did you mean 'fanuc_kit'?",
    ),
    (
        {"orders": [{"id": "one", "kits": {"handover_tray": {"gear_small": 1}}}]},
        "kit tray 'handover_tray' not found",
    ),
    ({"orders": [{"id": "one", "kits": {}}]}, "kits: fanuc_kit, motoman_kit"),
    (
        {"orders": [{"id": "one", "kits": {"fanuc_kit": {"gear_smal": 1}}}]},
        "kits/fanuc_kit: part 'gear_smal' not found; did you mean 'gear_small'?",
    ),
    (
        {"orders": [{"id": "one", "kits": {"fanuc_kit": {"gear_small": 3}}}]},
        "gear_small: 3 are ordered and fanuc_kit has 2 slots for them; fanuc_kit takes",
    ),
    (
        {"orders": [{"id": "one", "kits": {"fanuc_kit": {"gear_small": 0}}}]},
        "gear_small: 0 is out of range",
    ),
    ({"orders": [{**ORDER, "priority": 0.5}]}, "priority: a whole number is needed"),
    (
        {"faults": fault(kind="droped_part")},
        "faults/1/kind: fault 'droped_part' not found; did you mean 'dropped_part'?",
    ),
    ({"faults": [{"kind": "dropped_part"}]}, "faults/1: the key 'when' is missing"),
    (
        {"faults": fault(duration=3)},
        "duration: a dropped_part has none; it is for detector_blackout",
    ),
    ({"faults": fault(amount=2)}, "amount: a dropped_part has none; it is for missing_part"),
    ({"faults": fault(distance=0.1)}, "distance: a dropped_part has none; it is for moved_part"),
    ({"faults": fault(kind="detector_blackout")}, "a detector_blackout needs a duration"),
    ({"faults": fault(kind="insufficient_parts")}, "insufficient_parts needs the part"),
    ({"faults": fault(target="gear_smal")}, "target: part 'gear_smal' not found; did you mean"),
    (
        {"faults": fault(kind="robot_out_of_order", target="fanc")},
        "target: robot 'fanc' not found; did you mean 'fanuc'?",
    ),
    (
        {"faults": fault(kind="detector_blackout", duration=1, target="fanuc_camra")},
        "did you mean 'fanuc_camera'?",
    ),
    ({"faults": fault(when=-1)}, "when: -1 is out of range"),
    ({"faults": fault(when=950)}, "when: never comes: 950 s is not before the trial's time_limit"),
    ({"faults": fault(when={"event": "action_don"})}, "did you mean 'action_done'?"),
    ({"faults": fault(when={"event": "trial_ended"})}, "event to wait for 'trial_ended' not found"),
    (
        {"faults": fault(when={"event": "action_done", "subject": "motomann"})},
        "subject: subject of action_done 'motomann' not found; did you mean 'motoman'?",
    ),
    (
        {"faults": fault(when={"event": "order_complete", "subject": "two"})},
        "subject of order_complete 'two' not found",
    ),
    (
        {"faults": fault(when={"event": "motion", "action": "take"})},
        "action: motion has no action",
    ),
    (
        {"faults": fault(when={"event": "order_complete", "count": 2})},
        "faults/1/when: never comes: it waits for order_complete number 2, and there are at most 1",
    ),
    (
        {"faults": fault(when={"event": "fault_injected", "subject": "dropped_part"})},
        "never comes: it waits for fault_injected of dropped_part number 1",
    ),
    (
        {
            "faults": [
                *fault(kind="missing_part"),
                *fault(when={"event": "fault_cleared", "subject": "missing_part"}),
            ]
        },
        "faults that last are not cleared",
    ),
    (
        {"orders": [{**ORDER, "announced": {"event": "order_complete", "subject": "one"}}]},
        "orders/1/announced: never comes",
    ),
    (
        {"orders": [{**ORDER, "announced": {"event": "action_done"}}]},
        "action_done needs an order that is announced before it",
    ),
    (
        {
            "orders": [
                {**ORDER, "announced": {"event": "order_complete", "subject": "two"}},
                {
                    "id": "two",
                    "kits": {"motoman_kit": KIT},
                    "announced": {"event": "order_complete", "subject": "one"},
                },
            ]
        },
        "orders/1/announced: never comes",
    ),
]


@pytest.mark.parametrize("entries, message", WRONG, ids=[message[:50] for _, message in WRONG])
def test_wrong_entries_are_named_with_what_would_be_right(tmp_path, entries, message) -> None:
    with pytest.raises(InputError) as error:
        read_trial(write(tmp_path, **entries))
    assert message in str(error.value) and str(tmp_path) in str(error.value)


def test_an_action_that_the_domain_lacks(tmp_path) -> None:
    (tmp_path / "own.pddl").write_text("(:action take-part) (:durative-action put-part)")
    path = write(
        tmp_path,
        domain="own.pddl",
        faults=fault(when={"event": "action_done", "action": "put-prt"}),
    )
    with pytest.raises(InputError, match="did you mean 'put-part'"):
        read_trial(path)


def test_the_packages_own_domain_has_the_actions(tmp_path) -> None:
    path = write(tmp_path, faults=fault(when={"event": "action_done", "action": "place-prt"}))
    with pytest.raises(InputError, match="did you mean 'place-part'"):
        read_trial(path)


def test_orders_that_follow_one_another_come(tmp_path) -> None:
    chain = [
        {"id": "two", "kits": {"motoman_kit": KIT}, "announced": {"event": "order_complete"}},
        ORDER,
    ]
    later = fault(when={"event": "order_announced", "count": 2})
    trial = read_trial(write(tmp_path, orders=chain, faults=later))
    assert [order.id for order in trial.orders] == ["two", "one"]
