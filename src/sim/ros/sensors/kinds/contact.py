"""The topic of a contact sensor."""

from __future__ import annotations

from typing import Optional

from gazebo_msgs.msg import ContactsState
from sim.embedded.sensors.contact import Bumper
from sim.embedded.sensors.mount import SensorMount
from sim.ros.conversions import WORLD_FRAME, header
from sim.ros.sensors.messages import contacts_message
from sim.ros.sensors.names import SensorNames
from sim.ros.sensors.port import SensorEnvironment, SensorPort
from sim.ros.sensors.published import DIRECT, SensorFactory


def contact_port(measured: SensorEnvironment, mount: SensorMount, names: SensorNames) -> SensorPort:
    """Return ``contacts``, with positions, normals and forces in the world frame."""
    bumper = Bumper(measured.physics, mount)

    def reading(now: float) -> Optional[ContactsState]:
        touches = bumper.measure()
        return None if touches is None else contacts_message(touches, header(now, WORLD_FRAME))

    return SensorPort(names.topic("contacts"), ContactsState, reading, bumper.watch)


PUBLISHED = SensorFactory(contact_port, DIRECT)
