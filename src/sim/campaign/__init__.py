"""Campaigns: many scenario runs with parameters and seeds, and reports.

Each run has its own process and folder; verdicts go into one store. Runs are started as a user
would start them.
"""
