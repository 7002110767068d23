"""Files served by the monitor."""

from pathlib import Path

import pytest

from sim.errors import InputError
from sim.resources import resource
from sim.ros.monitor.assets import Assets, model_path


@pytest.fixture
def assets(tmp_path: Path) -> Assets:
    for name in ("shown.world", "other.world"):
        (tmp_path / name).write_text(f"<sdf name='{name}'/>")
    return Assets(model_path(), tmp_path / "runs", lambda: str(tmp_path / "shown.world"))


def test_package_worlds_and_models_need_no_model_path(monkeypatch) -> None:
    monkeypatch.delenv("GAZEBO_MODEL_PATH", raising=False)
    own = Assets(model_path(), Path("runs"), lambda: "")
    assert b"<world" in own.read(f"file://{resource('worlds', 'merge.world')}")
    assert b"<model" in own.read("model://ego_car/model.sdf")


def test_of_files_elsewhere_the_simulators_world_alone_is_read(
    assets: Assets, tmp_path: Path
) -> None:
    assert assets.read(f"file://{tmp_path / 'shown.world'}") == b"<sdf name='shown.world'/>"
    with pytest.raises(InputError, match="GAZEBO_MODEL_PATH"):
        assets.read(f"file://{tmp_path / 'other.world'}")


def test_models_beside_the_simulators_world_are_read(assets: Assets, tmp_path: Path) -> None:
    """Generated worlds are in the user's cache."""
    (tmp_path / "shown_road").mkdir()
    (tmp_path / "shown_road" / "model.sdf").write_text("<sdf/>")
    assert assets.read("model://shown_road/model.sdf") == b"<sdf/>"
    with pytest.raises(InputError):
        assets.read("model://../shown_road/model.sdf")


def test_a_user_may_add_folders(monkeypatch, tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "model.sdf").write_text("<sdf/>")
    monkeypatch.setenv("GAZEBO_MODEL_PATH", str(tmp_path))
    mine = Assets(model_path(), tmp_path / "runs", lambda: "")
    assert mine.read("model://mine/model.sdf") == b"<sdf/>"
