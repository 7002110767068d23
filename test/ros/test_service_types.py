"""Requests of the monitor to master and nodes for service types."""

from __future__ import annotations

from typing import Any, Dict, List

import pytest

rosservice = pytest.importorskip("rosservice")

from sim.ros.monitor import service_types  # noqa: E402

COUNT = 30


class Master:
    """Returns the addresses of services, and counts requests."""

    def __init__(self) -> None:
        self.uris: Dict[str, str] = {}
        self.asked: List[str] = []

    def lookupService(self, name: str) -> str:
        self.asked.append(name)
        return self.uris[name]


def test_services_are_looked_up_again_in_turn_or_after_changes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    types, master = {"rosrpc://old:1": "a/Old", "rosrpc://new:2": "a/New"}, Master()

    def headers(name: str, uri: str) -> Dict[str, Any]:
        return {"type": types[uri]}

    monkeypatch.setattr(rosservice, "get_service_headers", headers)
    names = [f"/s{i:02}" for i in range(COUNT)]
    master.uris = dict.fromkeys(names, "rosrpc://old:1")
    offered = {name: frozenset({"/node"}) for name in names}
    found = service_types.ServiceTypes()
    assert found.of(offered, master) == [(name, "a/Old") for name in names]
    assert master.asked == names

    # Another node offers one of them, and one is gone.
    master.asked.clear()
    master.uris["/s20"] = "rosrpc://new:2"
    offered["/s20"] = frozenset({"/other"})
    del offered["/s29"]
    kinds = dict(found.of(offered, master))
    assert kinds["/s20"] == "a/New"
    assert "/s29" not in kinds
    assert "/s20" in master.asked
    assert len(master.asked) <= 1 + service_types.LOOKED_UP

    # One that is watched is looked up each time.
    watching = service_types.ServiceTypes(("/s25",))
    for uri in ("rosrpc://old:1", "rosrpc://new:2"):
        master.uris["/s25"] = uri
        watching.of(offered, master)
        assert watching.address("/s25") == uri
    watching.of({}, master)
    assert watching.address("/s25") == ""

    # The same node has started again, with another address and type.
    master.uris["/s07"] = "rosrpc://new:2"
    for _ in range(COUNT // service_types.LOOKED_UP + 1):
        kinds = dict(found.of(offered, master))
    assert kinds["/s07"] == "a/New"
