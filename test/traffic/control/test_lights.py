"""Traffic lights: the run's states against SUMO at every step, and commands."""

from __future__ import annotations

import numpy as np
import pytest
from junctions import NIGHT, build_lights, drive, run_of
from lxml import etree
from nets import MERGE_NET

from sim.errors import InputError

STEP = 0.1  # s
COARSE_STEP = 0.5  # s
KINDS = ("static", "actuated")
BOTH_KINDS = pytest.mark.parametrize(
    "run", [(kind, STEP) for kind in KINDS], indirect=True, ids=KINDS
)
BOTH_KINDS_COARSELY = pytest.mark.parametrize(
    "run", [(kind, COARSE_STEP) for kind in KINDS], indirect=True, ids=KINDS
)


@pytest.fixture
def run(request, tmp_path):
    """Return a run with static lights and a short step by default."""
    kind, step = getattr(request, "param", ("static", STEP))
    net = build_lights(tmp_path, kind)
    state = etree.parse(str(net)).find('tlLogic[@id="A0"]/phase').get("state")
    night = tmp_path / "night.add.xml"
    night.write_text(NIGHT.format("A0", "r" * len(state), "G" + "r" * (len(state) - 1)))
    routes = tmp_path / "all.rou.xml"
    routes.write_text(
        '<routes><flow id="f" from="bottom0A0" to="A1top0" begin="0" end="1000" '
        'period="4"/></routes>'
    )
    with run_of(net, night, routes, step=step) as made:
        # SUMO begins with the program that it reads last.
        made.control.lights.run_program("A0", "0")
        yield made


def sumo(run, light="A0"):
    return run.session.connection.trafficlight.getRedYellowGreenState(light)


def letters(run, light="A0"):
    """Return the run's letters of a light, by link."""
    rows = [row for row, head in enumerate(run.heads) if head.light == light]
    return b"".join(run.control.lights.letters[rows].tolist()).decode()


@BOTH_KINDS_COARSELY
@pytest.mark.not_quick
def test_states_and_switch_times_equal_those_of_sumo_at_every_step(run):
    lights, domain = run.control.lights, run.session.connection.trafficlight
    names, shown, versions = domain.getIDList(), set(), 0
    assert len(names) == 4 and len(run.heads) == len(lights.letters) >= 40
    for _ in range(round(120.0 / COARSE_STEP)):
        before = lights.version, lights.letters.copy(), lights.switch.copy()
        run.step(())
        states = {name: domain.getRedYellowGreenState(name) for name in names}
        switches = {name: domain.getNextSwitch(name) for name in names}
        assert [states[head.light][head.link] for head in run.heads] == [
            letter.decode() for letter in lights.letters
        ]
        np.testing.assert_allclose(lights.switch, [switches[head.light] for head in run.heads])
        changed = not np.array_equal(before[1], lights.letters) or not np.array_equal(
            before[2], lights.switch
        )
        assert (lights.version > before[0]) == changed
        versions += changed
        shown.add(states["A0"])
    assert lights.version == versions and len(shown) >= 4


@BOTH_KINDS_COARSELY
@pytest.mark.not_quick
def test_one_letter_holds_all_links_until_released(run):
    drive(run, 3.0)
    run.control.lights.hold("A0", "r", 0.0)
    drive(run, 100.0)
    count = len(sumo(run))
    assert (
        sumo(run) == "r" * count == letters(run) and run.control.lights.programs["A0"] == "online"
    )
    assert (run.control.lights.switch[[head.light == "A0" for head in run.heads]] == -1.0).all()
    run.control.lights.release("A0")
    drive(run, COARSE_STEP)
    assert run.control.lights.programs["A0"] == "0" and set(letters(run)) != {"r"}


@BOTH_KINDS
def test_a_duration_counts_from_the_step_at_which_it_applies(run):
    drive(run, 3.0)
    state = "y" + "r" * (len(sumo(run)) - 1)
    run.control.lights.hold("A0", state, 2.0)
    seen = []
    for _ in range(30):
        run.step(())
        seen.append(sumo(run) == state == letters(run))
        if seen[-1]:
            assert run.control.lights.switch[
                [head.light == "A0" for head in run.heads]
            ] == pytest.approx(5.0)
    assert seen == [True] * 20 + [False] * 10


def test_the_next_state_replaces_the_one_before(run):
    run.control.lights.hold("A0", "r", 1.0)
    drive(run, 0.5)
    run.control.lights.hold("A0", "g", 1.0)
    drive(run, 1.0)
    assert set(sumo(run)) == {"g"}
    drive(run, STEP)
    assert set(sumo(run)) != {"g"}


@BOTH_KINDS_COARSELY
@pytest.mark.not_quick
def test_a_held_red_stops_traffic_and_green_lets_it_go(run):
    for light in ("A0", "A1"):
        run.control.lights.hold(light, "r", 0.0)
    drive(run, 60.0)
    assert len(run.state) > 5 and run.summary.vehicles_arrived == 0 and run.state.speed.min() < 0.1
    for light in ("A0", "A1"):
        run.control.lights.hold(light, "G", 0.0)
    drive(run, 60.0)
    assert run.summary.vehicles_arrived > 5


@BOTH_KINDS
def test_another_program_and_the_first_one_again(run):
    lights = run.control.lights
    assert lights.available("A0") == ["0", "night", "off"]
    lights.run_program("A0", "night")
    seen = set()
    for _ in range(200):
        run.step(())
        seen.add(letters(run))
        assert letters(run) == sumo(run) and lights.programs["A0"] == "night"
    count = len(sumo(run))
    assert seen == {"r" * count, "G" + "r" * (count - 1)}
    lights.run_program("A0", "off")
    drive(run, STEP)
    assert set(letters(run)) <= set("oO") and lights.switch[0] == -1.0
    lights.run_program("A0", "")
    drive(run, STEP)
    assert lights.programs["A0"] == "night"


def test_a_release_leads_back_to_the_program_that_was_asked_for(run):
    run.control.lights.run_program("A0", "night")
    run.control.lights.hold("A0", "y", 1.0)
    drive(run, 2.0)
    assert run.control.lights.programs["A0"] == "night" and "y" not in letters(run)


WRONG = (
    (("A9", "r", 0.0), "light: traffic light 'A9' not found; available: A0, A1, B0, B1"),
    (("A0", "rx", 0.0), "state: 'rx' has the letter 'x'; known letters: r y"),
    (("A0", "rr", 0.0), r"state: 'rr' has 2 letters; 'A0' has \d+ links: give"),
    (("A0", "", 0.0), "state: '' has 0 letters"),
    (("A0", "r", -1.0), "duration: -1 is out of range"),
    (("A0", "r", float("nan")), "duration: nan is not a finite number"),
)


def test_invalid_requests_are_refused_and_change_nothing(run):
    drive(run, 1.0)
    before = sumo(run)
    for what, message in WRONG:
        with pytest.raises(InputError, match=message):
            run.control.lights.hold(*what)
        assert sumo(run) == before and run.session.connection.trafficlight.getProgram("A0") == "0"


def test_an_unknown_program_names_those_that_exist(run):
    with pytest.raises(
        InputError, match="program: program of 'A0' 'day' not found; available: 0, night, off"
    ):
        run.control.lights.run_program("A0", "day")
    with pytest.raises(InputError, match="traffic light 'nope' not found"):
        run.control.lights.release("nope")


@pytest.mark.not_quick
def test_a_reset_forgets_what_was_asked(run):
    run.control.lights.hold("A0", "r", 0.0)
    drive(run, 1.0)
    run.reset()
    assert run.control.lights.version == 0
    drive(run, 1.0)
    assert run.control.lights.programs["A0"] == "night" and run.control.lights.version >= 1


def test_a_network_without_lights_has_no_version():
    with run_of(MERGE_NET) as run:
        drive(run, 0.5)
        assert run.heads == [] and run.control.lights.version == 0
        with pytest.raises(InputError, match="traffic light 'zipper' not found; none available"):
            run.control.lights.hold("zipper", "r", 0.0)
