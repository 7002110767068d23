"""Ego vehicle: dynamics and drivers' laws, without ROS or a simulator.

Wheel forces, steering, powertrain, odometry, IDM, and pure pursuit. The vehicle's frame is
``base_link``: the centre of its footprint on the ground, x forward, y left, z up (REP 103). SI
units and radians.
"""
