"""Control requests of a running session.

They are created with each session, so that a reset discards all settings.
"""

from __future__ import annotations

from typing import Sequence

import numpy as np

from sim.traffic.control.flows import Flows
from sim.traffic.control.insertion import Insertion
from sim.traffic.control.lights import Lights
from sim.traffic.control.sources import RouteFileSources
from sim.traffic.control.vehicles import VehicleControl
from sim.traffic.roads.light_heads import LightHead
from sim.traffic.roads.network import Network
from sim.traffic.session import SumoSession

INSERTION_STREAM = 1


class TrafficControl:
    """Lights, vehicles, insertion, and flows of one session.

    Call :meth:`before_step` and :meth:`after_step` around each step.
    """

    def __init__(self, session: SumoSession, network: Network, heads: Sequence[LightHead]) -> None:
        options = session.options
        sources = RouteFileSources(options.routes)
        self.lights = Lights(session, [(head.light, head.link) for head in heads])
        self.insertion = Insertion(
            session, network, sources, np.random.default_rng([options.seed, INSERTION_STREAM])
        )
        self.vehicles = VehicleControl(session, network, self.insertion)
        self.flows = Flows(session, network, sources, self.insertion, options.seed)
        session.screen = self.flows.screen

    def before_step(self) -> None:
        """End expired settings and insert arriving vehicles."""
        self.lights.before_step()
        self.vehicles.before_step()
        self.flows.before_step()

    def after_step(self) -> None:
        """Update the state from the step."""
        self.lights.after_step()
        self.insertion.after_step()
