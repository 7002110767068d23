"""Plays scenarios exactly, without a simulator.

Entities move along roads and trajectories by kinematics; a driver under test moves the ego.
"""
