"""Checks translated scenes by measuring them again."""

from sim.scenes.check.measured import Measures
from sim.scenes.check.overlaps import CONTACT
from sim.scenes.check.report import CheckReport, SceneProblem
from sim.scenes.check.scene_folder import check_scene

__all__ = ["CONTACT", "CheckReport", "Measures", "SceneProblem", "check_scene"]
