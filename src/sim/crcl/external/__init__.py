"""An external CRCL robot driven by sim's orders."""

from sim.crcl.external.robot import ExternalOptions, ExternalRobot

__all__ = ["ExternalOptions", "ExternalRobot"]
