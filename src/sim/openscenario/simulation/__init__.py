"""Scenarios in SUMO and in a simulator, with an external ego driver.

Their entities are moved there.
"""
