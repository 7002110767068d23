"""Scenarios carried out exactly, without a simulator: entities move along roads and trajectories by
kinematics, and a driver under test moves the ego."""
