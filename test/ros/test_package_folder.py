"""Folders of ``package://`` URIs.

That of the package of that name, else of that name on ROS_PACKAGE_PATH.
"""

from __future__ import annotations

import pytest

from sim.ros.packages import package_folder


def test_a_package_is_found_by_its_name_and_else_by_its_folder(tmp_path, monkeypatch) -> None:
    for folder, name in (("one", "named_one"), ("two", "named_two")):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "package.xml").write_text(
            f"<package><name>{name}</name><version>1.0.0</version></package>"
        )
    monkeypatch.setenv("ROS_PACKAGE_PATH", str(tmp_path))
    assert package_folder("named_one") == str(tmp_path / "one")
    assert package_folder("two") == str(tmp_path / "two")
    with pytest.raises(LookupError, match="no ROS package three"):
        package_folder("three")
