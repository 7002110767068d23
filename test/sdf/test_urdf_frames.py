"""Links of a URDF that bear the names of their tf frames."""

from __future__ import annotations

from lxml import etree

from sim.resources import resource
from sim.sdf.urdf.frames import links_as_frames


def test_links_and_what_names_them_get_the_prefix_and_joints_do_not():
    text = resource("config", "robots", "urdf", "fanuc_lr_mate_200id.urdf").read_text()
    before, after = (etree.fromstring(one.encode()) for one in (text, links_as_frames(text, "a")))
    assert [link.get("name") for link in after.findall("link")] == [
        f"a/{link.get('name')}" for link in before.findall("link")
    ]
    links = {link.get("name") for link in after.findall("link")}
    assert {end.get("link") for end in after.iter("parent", "child")} <= links
    assert [joint.get("name") for joint in after.findall("joint")] == [
        joint.get("name") for joint in before.findall("joint")
    ]
