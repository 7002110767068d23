"""Verdicts on runs: measures of a run's folder, and assertions."""
