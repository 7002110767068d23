"""Additional Python packages of launch files, by their words."""

from __future__ import annotations

from pathlib import Path

import pytest

from sim.errors import InputError
from sim.launch_arguments import declared
from sim.ros.launch.requirements import main, needed, read_rules

ROOT = Path(__file__).resolve().parents[2]
FILE = ROOT / "launch" / "requirements.yaml"


@pytest.mark.parametrize(
    "words, expected",
    [
        ("", "bags monitor"),
        ("gui:=false monitor:=true", "bags monitor"),
        ("scene:= crcl:=fanuc gui:=false", "robots"),
        ("scene:=roadside sumo:=host gui:=false", "plots scenes"),
        ("sumo:=traci other_scene:=x gui:=false", ""),
        ("gui:=true", "bags monitor"),
        ("monitor:=false", ""),
    ],
)
def test_arguments_of_a_launch_file_need_packages(words: str, expected: str) -> None:
    assert needed(FILE, "hybrid_merge", words.split()) == expected.split()


def test_unconditional_packages_need_no_words(capsys) -> None:
    assert needed(FILE, "agility_trial", ["gui:=false"]) == ["planning", "robots"]
    assert needed(FILE, "labelled_drive", []) == []
    assert main([str(ROOT / "launch" / "patrol.launch"), "monitor:=false"]) == 0
    assert capsys.readouterr().out == "plots\nscenes\n"


def test_rules_name_existing_launch_files_arguments_and_packages() -> None:
    for rule in read_rules(FILE):
        for name in rule.needs:
            assert (ROOT / "setup" / "requirements" / f"{name}.txt").is_file(), name
        for launch in rule.launches:
            arguments = declared(ROOT / "launch" / f"{launch}.launch")
            for word in filter(None, (rule.given, *rule.absent)):
                assert word.partition(":=")[0] in arguments, f"{launch}: {word}"


@pytest.mark.parametrize(
    "text, said",
    [
        ("a: 1", "must be a list of rules"),
        ("- plots", "rule 1: must be a mapping"),
        ("- {needs: [plots], launches: [a], when: b}", "unknown key 'when'; allowed are needs"),
        ("- {needs: plots, launches: [a]}", "'needs' must be a list of words, got 'plots'"),
        ("- {needs: [plots], launches: []}", "'launches' must be a list of words"),
        ("- {needs: [plots], launches: [a], if: [b]}", "'if' must be ARG or ARG:=VALUE"),
        ("- {needs: [plots], launches: [a], unless: b}", "'unless' must be a list of words"),
        ("- [", "malformed YAML"),
    ],
)
def test_a_malformed_rule_is_named(tmp_path: Path, text: str, said: str, capsys) -> None:
    path = tmp_path / "requirements.yaml"
    path.write_text(text)
    with pytest.raises(InputError) as error:
        read_rules(path)
    assert said in str(error.value) and str(path) in str(error.value)
    assert main([str(tmp_path / "a.launch")]) == 2 and said in capsys.readouterr().err
