"""Checks the types and checksums of services and topics; changes nothing."""

from __future__ import annotations

from typing import Any, Dict

import rospy

from sim.ros.conformance.contract import (
    BEYOND,
    EXTRA_HEARD,
    EXTRA_PUBLISHED,
    EXTRA_SERVICES,
    HEARD,
    PUBLISHED,
    SERVICES,
)
from sim.ros.conformance.report import Absent, ConformanceReport, Differs
from sim.ros.conformance.server import GazeboServices, until


def check_interface(server: GazeboServices, report: ConformanceReport) -> None:
    """Check each service and topic; one row each."""
    for services, required in ((SERVICES, True), (EXTRA_SERVICES, False)):
        for name, kind in services.items():
            report.check(f"service {name}", _service, server, name, kind, required=required)
    for topics, required in ((PUBLISHED, True), (EXTRA_PUBLISHED, False)):
        for name, kind in topics.items():
            report.check(f"topic {name}", _published, server, name, kind, required=required)
    for topics, required in ((HEARD, True), (EXTRA_HEARD, False)):
        for name, kind in topics.items():
            report.check(f"topic {name} is heard", _heard, server, name, kind, required=required)
    report.check("further services of gazebo_ros", _beyond, server, required=False)


def _service(server: GazeboServices, name: str, kind: Any) -> None:
    _compare(server.service_header(name), kind)


def _published(server: GazeboServices, name: str, kind: Any) -> None:
    _compare(server.topic_header(name), kind)
    nodes = server.publishers(name)
    if len(nodes) > 1:
        raise Differs(f"is published by several nodes: {', '.join(nodes)}")


def _compare(header: Dict[str, str], kind: Any) -> None:
    found = header.get("type", "without a type"), header.get("md5sum", "without a checksum")
    if found != (kind._type, kind._md5sum):
        raise Differs(f"is {' '.join(found)}, not {kind._type} {kind._md5sum}")


def _heard(server: GazeboServices, name: str, kind: Any) -> None:
    """Check that a topic's subscriber connects, thus has our checksum."""
    if not server.subscribers(name):
        raise Absent("it has no subscriber")
    publisher = rospy.Publisher(name, kind, queue_size=1)
    try:
        until(publisher.get_num_connections, f"subscriber of type {kind._type} {kind._md5sum}", 3.0)
    finally:
        publisher.unregister()


def _beyond(server: GazeboServices) -> str:
    found = [name.rpartition("/")[2] for name in BEYOND if server.offers(name)]
    if not found:
        raise Absent("none of them; nothing in this package uses them")
    return ", ".join(found)
