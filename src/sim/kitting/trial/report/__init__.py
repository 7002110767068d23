"""Report of a trial: one HTML file without network and scripts."""

from sim.kitting.trial.report.page import page, write_report

__all__ = ["page", "write_report"]
