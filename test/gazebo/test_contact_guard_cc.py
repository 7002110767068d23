"""The Gazebo plugin stops a model by the library's law, whatever presses on it."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import numpy as np
import pytest

from sim.embedded.joints.contact_guard import ContactGuard

ROOT = Path(__file__).resolve().parents[2]
pytestmark = [
    pytest.mark.not_quick,
    pytest.mark.skipif(shutil.which("g++") is None, reason="no g++ on this machine"),
]


@pytest.fixture(scope="module")
def probe(tmp_path_factory) -> str:
    program = str(tmp_path_factory.mktemp("probe") / "contact_guard_probe")
    sources = [
        Path(__file__).with_name("contact_guard_probe.cc"),
        ROOT / "gazebo/joints/law/contact_guard.cc",
    ]
    subprocess.run(
        [
            "g++",
            "-std=c++17",
            "-O2",
            "-Wall",
            "-Wextra",
            "-Werror",
            "-I",
            str(ROOT / "gazebo"),
            *map(str, sources),
            "-o",
            program,
        ],
        check=True,
        timeout=600,
    )
    return program


@pytest.mark.parametrize("lifting", [False, True])
def test_both_laws_say_the_same(probe, lifting) -> None:
    random, guard = np.random.default_rng(5), ContactGuard(60.0, lifting)
    lines, expected, moving = [f"guard 60 {int(lifting)}"], [], False
    for _ in range(3000):
        moving = moving if random.random() < 0.97 else not moving
        pushes = {
            name: tuple((120.0 * random.standard_normal(3)).tolist())
            for name in ("crate", "table", "tray")
            if random.random() < 0.4
        }
        step = float(random.choice([0.001, 0.002, 0.01]))
        lines.append(
            f"step {int(moving)} {step!r} {len(pushes)} "
            + " ".join(f"{name} {x!r} {y!r} {z!r}" for name, (x, y, z) in pushes.items())
        )
        expected.append((guard.step(pushes, moving, step) or "-", dict(guard.felt)))
    said = subprocess.run(
        [probe], input="\n".join(lines), capture_output=True, text=True, check=True, timeout=600
    ).stdout.splitlines()
    assert len(said) == len(expected) and len({name for name, _ in expected}) == 4
    for line, (name, felt) in zip(said, expected):
        words = line.split()
        found = {words[k]: tuple(map(float, words[k + 1 : k + 4])) for k in range(1, len(words), 4)}
        assert words[0] == name and sorted(found) == sorted(felt)
        for other, force in felt.items():
            assert found[other] == pytest.approx(force, rel=1e-12, abs=1e-12)
