"""A trial's report: one HTML file that needs no network and no script."""

from sim.kitting.trial.report.page import page, write_report

__all__ = ["page", "write_report"]
