"""Measurements and schedules of sensors in the embedded simulator.

Cameras have a separate package; topics are in ``sim.ros.sensors``.
"""
