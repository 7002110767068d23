"""Measures of a run: ego safety, detector flow, trip delay."""
